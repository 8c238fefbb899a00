/* ranks.h - several processes that run one machine together, on one host or many, as an engine and the host
 * calls see them.
 *
 * Every rank calls the same functions in the same order, from the thread that opened the ranks. What connects
 * them is in a plugin (sim/ranks/), which fills the struct; the command line loads it. A rank that
 * dies ends all others: functions return only if all have done their part. Knows bytes only.
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
    unsigned processes; /* that were started; where some have become one rank, more than size */
    /* Processes that this rank stands for, whose cores it has; as many on every rank. 0: another stands for
     * this one, or it has no tile, and it takes no part. */
    unsigned joined;
    bool keeps_all; /* final memory is asked for: rank 0 is to have all of it at the end */
    /* For a look at all PPs in the midst of a run. Rank 0 wants it; after the next segment all ranks stop,
     * rank 0 knows all about all PPs and areas, and has_met is true until the engine runs on. */
    bool wants_meeting, has_met;

    /* The first tile of each rank, and one behind the last one's: the engine sets them. */
    uint32_t first_tile[RANKS_MAX + 1];

    uint64_t bytes, messages; /* that this rank has got from others, and in how many pieces */

    /* `bytes` of each rank, one after the other by rank, into `all`. */
    void (*gather)(struct ranks *ranks, const void *own, void *all, size_t bytes);
    /* The same of sizes[rank] bytes; a rank's own piece need not be in `all` afterwards. Not for_all: only
     * rank 0 gets them, and of the others `all` may be NULL. */
    void (*gather_pieces)(struct ranks *ranks, const void *own, void *all, const size_t *sizes, bool for_all);
    /* `bytes` of rank `from` to all. */
    void (*broadcast)(struct ranks *ranks, void *data, size_t bytes, unsigned from);
    /* From now on only the first `count` ranks take part. All call it; the others have nothing left to call
     * but `leave`. */
    void (*narrow)(struct ranks *ranks, unsigned count);
    /* The end. Those that take no part wait there for the others. */
    void (*leave)(struct ranks *ranks);
    /* The end of all processes, at once. */
    void (*abort)(struct ranks *ranks, int status);
    void *link; /* the plugin's */
};

/* What the plugin offers under RANKS_PLUGIN_SYMBOL: connects the processes, of which every `join` on one host
 * become one rank (0: all). False with a line in `error`. */
struct ranks_plugin {
    unsigned version;
    bool (*connect)(struct ranks *ranks, unsigned join, char *error, size_t error_size);
};

#endif
