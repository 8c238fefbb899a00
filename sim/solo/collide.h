/* collide.h - requests of one cycle to the same cell: which take effect, and which are refused.
 *
 * The requests are in core->requests. */
#ifndef PRAM_EVENT_COLLIDE_H
#define PRAM_EVENT_COLLIDE_H

#include "sim/solo/inside.h"

/* The requests of a batch. */
struct event_batch {
    uint32_t of_kind[EVENT_KINDS];
    uint32_t first[EVENT_KINDS +
                   1]; /* the requests of a kind are event_nth(core, first[kind]) and the following ones */
    unsigned folds;    /* operations of multiprefix requests, a bit for each */
    uint32_t stores, multiprefix, foreign; /* as the statistics count them */
    uint32_t places; /* how often a multiprefix request is at another pc than the one before it */
    uint32_t last;   /* pc of the last one */
};

/* Request k in the order of kinds, then of PPs. */
static inline struct event_request *event_nth(const struct event_core *core, uint32_t k)
{
    return &core->requests[core->order[k]];
}

/* Whether requests of two kinds access one cell. Then the run is over, and the fault names the lowest such
 * address. */
bool event_is_mixed(struct event_core *core, uint32_t count);

/* Decides which stores take effect if PP order does not decide it, and counts those that meet others. False:
 * different values under POLICY_COMMON, and the run is over. */
bool event_settle_stores(struct event_core *core, const struct event_batch *asked);

#endif
