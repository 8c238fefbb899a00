/* report.h - what pramsim says about a run: warnings, statistics. */
#ifndef PRAM_REPORT_H
#define PRAM_REPORT_H

#include "options.h"

/* Prints the findings of --check and --model; has_notes: and the notes of --faults. */
void report_warnings(const struct machine *machine, bool has_notes, FILE *stream);

/* The exit status of the run: of its fault, the program's own, or that of warnings. */
int report_status(const struct machine *machine);

/* Name of how a run ended: "halted", "exit", or the name of its fault. */
const char *report_end(const struct machine *machine);

/* A counter by its name in stats.def. False: the run has none of that name. */
bool report_counter(const struct machine *machine, const struct options *options, const char *name,
                    uint64_t *value);

/* --stats: for people. */
void report_stats(const struct machine *machine, const struct options *options, FILE *stream);

/* --stats-json: for programs; with the hash of the memory. False if it could not be written. */
bool report_stats_json(const struct machine *machine, const struct options *options, uint64_t hash,
                       FILE *stream);

#endif
