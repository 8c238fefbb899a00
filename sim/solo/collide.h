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
    uint32_t stores, multiprefix, foreign; /* as the statistics count them; an image is one store */
    uint32_t places; /* how often a multiprefix request is at another pc than the one before it */
    uint32_t last;   /* pc of the last one */
};

/* Request k in the order of kinds, then of PPs. */
static inline struct event_request *event_nth(const struct event_core *core, uint32_t k)
{
    return &core->requests[core->order[k]];
}

/* Sorts the requests of these kinds (a bit for each) by cell, then by PP, into core->sorted; returns their
 * number. */
uint32_t event_sort_requests(struct event_core *core, uint32_t count, unsigned kinds);

/* Whether any two requests of these kinds access the same cell; others_only: requests of different kinds. */
bool event_meet(struct event_core *core, uint32_t count, unsigned kinds, bool others_only);

/* Whether requests of two kinds access one cell. Then the run is over, and the fault names the lowest such
 * address. */
bool event_is_mixed(struct event_core *core, uint32_t count, const struct event_batch *asked);

/* Decides which of the `found` stores in core->sorted take effect, and counts the others. False: different
 * values under POLICY_COMMON, and the run is over. */
bool event_settle_stores(struct event_core *core, uint32_t found);

/* Counts the stores that lose if PP order decides: all but one per cell. */
void event_count_lost(struct event_core *core, const struct event_batch *asked);

#endif
