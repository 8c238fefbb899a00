/* profile.h - --profile: costs of the places of a program, for people and in callgrind's format.
 *
 * Made from counters by place (sim/machine/counts.h) and between marks of trace.h
 * (sim/observe/record/marks.h). The sums over all places are the counters of --stats. Knows machine and
 * objects; no engine, no command line.
 */
#ifndef PRAM_PROFILE_H
#define PRAM_PROFILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/machine/machine.h"

enum profile_cost {
#define COST(name, event, text) COST_##name,
#include "cost.def"
    COSTS
};

/* The costs of a place. */
struct profile_row {
    uint64_t cost[COSTS];
    uint32_t file, line, function; /* names, numbered by the profile; line 0: not known */
    uint32_t written_in; /* the function of the line: another one than `function` if it was inlined */
};

/* Names by their numbers. */
struct profile_names {
    const char **list;
    uint32_t count, room;
};

/* All arrays are owned by the machine's arena. */
struct profile {
    struct machine *machine;
    struct profile_row *rows; /* by pc */
    uint32_t count;
    struct profile_names functions, files;
    struct profile_row total;
};

/* Adds the costs of a row to a sum. */
static inline void profile_add(struct profile_row *sum, const struct profile_row *row)
{
    for (int cost = 0; cost < COSTS; cost++)
        sum->cost[cost] += row->cost[cost];
}

/* After the run: from machine->counts if present, which it settles. */
void profile_make(struct profile *profile, struct machine *machine);

/* Prints the table: the hottest lines and functions, and the marks of trace.h; only the marks without
 * counters by place. With `folds`, the runtime is one row, and the lines of the library are one. */
void profile_print(const struct profile *profile, bool folds, FILE *stream);

/* Writes callgrind's format for callgrind_annotate and KCachegrind; `program` is the name of the program.
 * False if writing failed. */
bool profile_print_callgrind(const struct profile *profile, const char *program, FILE *stream);

#endif
