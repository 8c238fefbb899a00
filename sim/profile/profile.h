/* profile.h - --profile: what the places of a program have cost, for people and in callgrind's format.
 *
 * Made of what a run has counted by place (sim/machine/counts.h) and between marks of trace.h
 * (sim/machine/record/marks.h). The sums over all places are the counters of --stats. Knows machine and
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

/* What a place has cost. */
struct profile_row {
    uint64_t cost[COSTS];
    uint32_t file, line, function; /* names, numbered by the profile; line 0: not known */
    uint32_t written_in;           /* the function that the line stands in: `function`, unless the
                                      compiler has copied it there */
};

/* A call: of how many PPs, and how long they were in what was called. */
struct profile_call {
    uint32_t pc;
    uint32_t target; /* its first instruction; UINT32_MAX: whatever a pointer held */
    uint64_t count;
    uint64_t cycles; /* PP-cycles */
};

/* A region that is marked by trace.h. */
struct profile_region {
    uint32_t number;
    uint32_t pc;       /* of a mark that enters it; UINT32_MAX: there is none */
    uint64_t entered;  /* by PPs, each time counted; */
    uint64_t open;     /* PPs that had not left it when the run ended; they count until then */
    uint64_t cycles;   /* PP-cycles, */
    uint64_t barriers; /* PP-cycles in barriers; 0 if a PP is still inside */
};

struct profile {
    const struct machine *machine;
    struct profile_row *rows; /* by pc; owned, as the following */
    uint32_t count;
    uint32_t *begins; /* by pc: the first instruction of its function */
    const char **functions, **files;
    uint32_t function_count, file_count;
    size_t function_room, file_room;
    struct profile_call *calls; /* ascending by pc */
    size_t call_count, call_room;
    struct profile_region *regions;
    size_t region_count, region_room;
    struct profile_row total;
};

/* After the run, of machine->marks, and of machine->counts if that is there, which is settled by that. */
void profile_make(struct profile *profile, struct machine *machine);
void profile_free(struct profile *profile);

/* The table: the hottest lines and functions, and the marks of trace.h; these alone if nothing is counted by
 * place. With `folds`, the runtime is one row, and the lines of the library are one. */
void profile_print(const struct profile *profile, bool folds, FILE *stream);

/* Callgrind's format, as callgrind_annotate and KCachegrind read it; `program` and `arguments` name the run.
 * False if it could not be written. */
bool profile_print_callgrind(const struct profile *profile, const char *program, const char *version,
                             FILE *stream);

#endif
