/* ranks.h - several processes that run one machine together, on one host or many: the interface for engine
 * and host calls.
 *
 * Every rank calls the same functions in the same order, from the thread that opened the ranks. A plugin
 * (sim/ranks/) connects them and fills the struct; the command line loads it. A rank that dies ends all
 * others: functions return only after all ranks have called them. Knows bytes only.
 */
#ifndef PRAM_MACHINE_RANKS_H
#define PRAM_MACHINE_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RANKS_MAX 256
#define RANKS_PLUGIN_FILE "pram-mpi.so"
#define RANKS_PLUGIN_SYMBOL "ranks_connect"
#define RANKS_PLUGIN_VERSION 3

struct ranks {
    unsigned rank, size;
    unsigned processes; /* number of started processes; more than size if some have become one rank */
    /* Processes that this rank represents, and whose cores it has; the same number on every rank. 0: another
     * rank represents this one, or it has no tile; it takes no part. */
    unsigned joined;
    bool keeps_all; /* the final memory is wanted: rank 0 gets all of it at the end */
    /* For an inspection of all PPs during a run. Rank 0 requests it; after the next segment all ranks stop,
     * rank 0 has the state of all PPs and areas, and has_met is true until the engine continues. */
    bool wants_meeting, has_met;

    /* The first tile of each rank, and the end of the last one's: set by the engine. */
    uint32_t first_tile[RANKS_MAX + 1];

    uint64_t bytes, messages; /* bytes and pieces that this rank has received */

    /* `bytes` of each rank, by rank, into `all`. */
    void (*gather)(struct ranks *ranks, const void *own, void *all, size_t bytes);
    /* As above with sizes[rank] bytes, a multiple of 8. Not for_all: only rank 0 gets them, and `all` may be
     * NULL on other ranks. */
    void (*gather_pieces)(struct ranks *ranks, const void *own, void *all, const size_t *sizes, bool for_all);
    /* Sends `bytes` of rank `from` to all. */
    void (*broadcast)(struct ranks *ranks, void *data, size_t bytes, unsigned from);
    /* From now on only the first `count` ranks take part. All call it; others may only call `leave` then. */
    void (*narrow)(struct ranks *ranks, unsigned count);
    /* The end. Ranks that take no part wait there for the others. */
    void (*leave)(struct ranks *ranks);
    /* Ends all processes at once. */
    void (*abort)(struct ranks *ranks, int status);
    void *link; /* of the plugin */
};

/* The plugin's function under RANKS_PLUGIN_SYMBOL: connects the processes; every `join` processes on one host
 * become one rank (0: all of them). False with a line in `error`. */
struct ranks_plugin {
    unsigned version;
    bool (*connect)(struct ranks *ranks, unsigned join, char *error, size_t error_size);
};

#endif
