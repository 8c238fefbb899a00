/* trace.h - --trace: the timeline of a run, as a file that Perfetto opens.
 *
 * Made of the run's journal (sim/machine/record/journal.h). A track for each group, below that of the group
 * which it was divided from; in it a slice for the group's life and one for each of its barriers. Tracks for
 * the marks of trace.h and for host calls; counters; tracks of single PPs where asked for. Knows machine and
 * objects; no engine, no command line.
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
    const char *command;              /* not owned; that goes to CYCLE of the run; NULL: none */
    bool strands;                     /* which PPs of a group are at which line */
};

/* Reads a list of numbers 0 .. most, or "all". False: it is none. */
bool trace_read_list(struct trace_list *list, const char *text, uint32_t most);

/* Takes a list of regions, "1,4-6,merge,sort*", or "all"; `text` stays. False: it is none. */
bool trace_read_regions(struct trace_choice *choice, const char *text);

/* Finds which regions of the program its names mean. False with one line in `error` if one means none. */
bool trace_find_regions(struct trace_choice *choice, const struct machine *machine, char *error,
                        size_t error_size);

/* Listeners whose findings are shown, too; NULL: not asked for. */
struct trace_watches {
    struct array_watch *arrays; /* array_watch.h */
    struct count_watch *counts; /* count_watch.h */
};

/* After the run, of machine->journal, which is sorted by that. False if it could not be written. */
bool trace_print(struct machine *machine, const struct trace_choice *choice,
                 const struct trace_watches *watches, FILE *stream);

#endif
