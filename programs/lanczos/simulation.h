/* simulation.h - one run of lanczos.o under pramsim, and its results.
 *
 * Starts pramsim as a process of its own; knows neither sweeps nor eigenvalues. Input and output files are
 * named relative to a folder, as pramsim demands.
 */
#ifndef LANCZOS_SIMULATION_H
#define LANCZOS_SIMULATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The folder of the programs: that of the running host program, unless the user gives another one. */
struct toolbox {
    char pramsim[4096];
    char program[4096]; /* lanczos.o */
    char matgen[4096];
    char figures[4096];
};

/* Paths of what was built together with the running program. */
void toolbox_find(struct toolbox *toolbox);

struct simulation {
    const struct toolbox *toolbox;
    const char *folder; /* the files lie in it */
    const char *matrix, *vector, *output;
    const char *format;
    const char *accumulator; /* of exact dot products, NULL: they are rounded */
    bool modified;
    bool measures_loss;
    long pps;
    long threads;
    long iterations; /* 0: all */
};

struct simulation_result {
    long iterations;
    long wanted;     /* iterations, if the method does not end before */
    bool broken;     /* it has: what remained was at rounding level */
    uint32_t cycles; /* of the method, without reading and writing; --real-cost=words */
    double loss;     /* -1: not measured */
    double seconds;  /* of processor time, of the whole run */
};

/* Runs it. False, with the message of pramsim or the program, if it does not end with status 0. */
bool simulation_run(const struct simulation *simulation, struct simulation_result *result, char *error,
                    size_t error_size);

/* Runs any command, `output` (NULL: none) getting what it prints on both streams. Its exit status; -1 if it
 * cannot be started or ends by a signal. It dies with the caller. */
int process_run(char *const *arguments, const char *output);

/* The first bytes of a file as a string without the last line end; "" if there is none. */
void process_read_output(const char *path, char *text, size_t size);

#endif
