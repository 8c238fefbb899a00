/* trace.h - --trace: the timeline of a run, as a file that Perfetto opens.
 *
 * Made from the run's journal (sim/observe/record/journal.h). Each group has a track below that of its parent
 * group, with a slice for the group's life and one for each of its barriers. There are tracks for the marks
 * of trace.h and for host calls, counters, and tracks of single PPs on request. Knows machine and objects; no
 * engine, no command line.
 */
#ifndef PRAM_TRACE_H
#define PRAM_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/machine/machine.h"

enum { TRACE_RANGES = 64 };

/* Numbers, as "3,8-15" names them. */
struct trace_list {
    uint32_t first[TRACE_RANGES], last[TRACE_RANGES];
    uint32_t count;
};

struct trace_choice {
    struct trace_list pps;            /* PPs with tracks of their own */
    bool only_some_regions;           /* else all marks are shown; */
    bool shows_region[MARKS_REGIONS]; /* the marks that are shown */
    const char *regions;              /* not owned; numbers and names, until trace_find_regions */
    uint64_t from, to;                /* cycles; to 0: to the end */
    const char *command;              /* of the debugger, with CYCLE in it; not owned; NULL: none */
    bool strands;                     /* PPs of a group at each line */
};

/* Reads a list of numbers 0 .. most, or "all". False: invalid. */
bool trace_read_list(struct trace_list *list, const char *text, uint32_t most);

/* Takes a list of regions, "1,4-6,merge,sort*", or "all"; `text` must live on. False: invalid. */
bool trace_read_regions(struct trace_choice *choice, const char *text);

/* Looks its names up among the regions of the program. False with one line in `error` for an unknown name. */
bool trace_find_regions(struct trace_choice *choice, const struct machine *machine, char *error,
                        size_t error_size);

/* ---- listeners whose findings are shown, too. They are registered with the machine, which owns them. */

enum { WATCH_ARRAYS = 16, WATCH_WORDS_MOST = 1 << 16 }; /* words of all arrays together */

/* Words of shared memory. */
struct watched_array {
    const char *name; /* not owned; `name_length` characters */
    size_t name_length;
    uint32_t address, words;
    uint32_t first; /* index of the first of them */
};

/* --trace-watch: contents of arrays of the program, cycle by cycle (array_watch.c). */
struct array_watch *array_watch_create(struct machine *machine, const struct watched_array *arrays,
                                       size_t count);

/* --trace-counters: numbers of requests and of collisions in each of the cycles from .. to, to 0: to the end
 * (count_watch.c). Registered before a model (sim/observe/model) that counts collisions. */
struct count_watch *count_watch_create(struct machine *machine, uint64_t from, uint64_t to);

/* --trace-strands: the journal gets the line of each PP in these cycles (line_watch.c). */
void line_watch_create(struct machine *machine, uint64_t from, uint64_t to);

/* NULL: none. */
struct trace_watches {
    struct array_watch *arrays;
    struct count_watch *counts;
};

/* ---- the file */

/* After the run: writes machine->journal, which is sorted for it. False if writing failed. */
bool trace_print(struct machine *machine, const struct trace_choice *choice,
                 const struct trace_watches *watches, FILE *stream);

#endif
