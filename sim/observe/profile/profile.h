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
    uint32_t written_in; /* the function of the line: `function`, unless the compiler has inlined it from
                            another one */
};

/* A call: the number of PPs, and their time in the callee. */
struct profile_call {
    uint32_t pc;
    uint32_t target; /* its first instruction; UINT32_MAX: the target of a pointer */
    uint64_t count;
    uint64_t cycles; /* PP-cycles */
};

/* A region marked by trace.h. */
struct profile_region {
    uint32_t number;
    uint32_t pc;       /* pc of a mark that enters it; UINT32_MAX: none */
    uint64_t entered;  /* entries by PPs; */
    uint64_t open;     /* PPs still in it at the end of the run; they count until then */
    uint64_t cycles;   /* PP-cycles, */
    uint64_t barriers; /* PP-cycles in barriers; 0 if a PP is still inside */
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
    uint32_t *begins; /* by pc: the first instruction of its function (program.functions) */
    struct profile_names functions, files;
    struct profile_call *calls; /* ascending by pc */
    uint32_t call_count, call_room;
    struct profile_region *regions;
    uint32_t region_count, region_room;
    struct profile_row total;
};

/* After the run: from machine->marks, and from machine->counts if present, which it settles. */
void profile_make(struct profile *profile, struct machine *machine);

/* Prints the table: the hottest lines and functions, and the marks of trace.h; only the marks without
 * counters by place. With `folds`, the runtime is one row, and the lines of the library are one. */
void profile_print(const struct profile *profile, bool folds, FILE *stream);

/* Writes callgrind's format for callgrind_annotate and KCachegrind; `program` and `arguments` name the run.
 * False if writing failed. */
bool profile_print_callgrind(const struct profile *profile, const char *program, const char *version,
                             FILE *stream);

#endif
