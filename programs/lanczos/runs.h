/* runs.h - the file runs.csv: results, a line per run. A line is written in one piece, so that a killed study
 * can continue; half a line at the end is cut off. */
#ifndef LANCZOS_RUNS_H
#define LANCZOS_RUNS_H

#include "programs/lanczos/sweep.h"

struct run {
    struct point point;
    long iterations;
    long correct; /* eigenvalues */
    unsigned long cycles;
    double seconds;
};

/* Opens or begins the file for appending; calls `seen` with each run that is in it. The descriptor, -1 with a
 * message if that is not possible or the file is another one. */
int runs_open(const char *path, void (*seen)(void *context, const struct run *run), void *context,
              const char *program);

/* Appends a run; false with a message if it cannot be written. */
bool runs_append(int file, const struct run *run, const char *program);

/* A run as a line, and back. */
void run_print(const struct run *run, char *line, size_t size);
bool run_parse(struct run *run, const char *line);

#endif
