/* report.h - what pramsim says about a run: progress, statistics, hash, dump. */
#ifndef PRAM_REPORT_H
#define PRAM_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "options.h"
#include "sim/machine/machine.h"

/* The line on a terminal that shows how far a run is. */
struct progress {
    FILE *stream;
    double start; /* stats_clock at the start of the run */
    double last;  /* and when the line was last written */
    bool is_shown;
};

/* Shows progress of `machine` on `stream`, from two seconds on. */
void progress_start(struct progress *progress, struct machine *machine, FILE *stream);

/* Takes the line away. */
void progress_end(struct progress *progress);

/* What --check found without stopping the run. */
void report_warnings(const struct machine *machine, FILE *stream);

/* The exit status that the run has earned: of its fault, the program's own, or that of warnings. */
int report_status(const struct machine *machine);

/* --stats: for people. */
void report_stats(const struct machine *machine, const struct options *options, FILE *stream);

/* --stats-json: for programs; with the hash of the memory. */
void report_stats_json(const struct machine *machine, const struct options *options, uint64_t hash,
                       FILE *stream);

/* --dump: a line per PP and a line per word, as docs/simulator.md says, behind the program's output. False
 * with one line in `error` if a range is no memory. */
bool report_dump(struct machine *machine, const struct options *options, const void *engine_state,
                 char *error, size_t error_size);

#endif
