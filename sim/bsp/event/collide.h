/* collide.h - requests of one cycle to one cell: whether there are any, which of them take effect, which are
 * refused.
 *
 * The requests are those of core->requests.
 */
#ifndef PRAM_EVENT_COLLIDE_H
#define PRAM_EVENT_COLLIDE_H

#include "sim/bsp/event/inside.h"

/* What a batch asks for. */
struct event_batch {
    uint32_t of_kind[EVENT_KINDS];
    uint32_t
        first[EVENT_KINDS + 1]; /* those of a kind are the event_nth(core, first[kind]) and the next ones */
    unsigned folds;             /* operations of multiprefix, */
    uint32_t stores, multiprefix, foreign; /* as the statistics count them; an image is one store */
    uint32_t
        places;    /* so many times a multiprefix request comes from another place than the one before it, */
    uint32_t last; /* .. which is this one */
};

/* Those of kind 0, then those of kind 1, ..; of a kind in the order of PPs. */
static inline struct event_request *event_nth(const struct event_core *core, uint32_t k)
{
    return &core->requests[core->order[k]];
}

/* The requests that are of these kinds (a bit for each), by cell, then by PP: core->sorted; how many. */
uint32_t event_sort_requests(struct event_core *core, uint32_t count, unsigned kinds);

/* Whether any two requests, of these kinds, meet in a cell; others_only: requests of two kinds do. */
bool event_meet(struct event_core *core, uint32_t count, unsigned kinds, bool others_only);

/* Two kinds of requests to one cell; true: the run is over, and the fault names the lowest address. */
bool event_is_mixed(struct event_core *core, uint32_t count, const struct event_batch *asked);

/* Finds out which of the `found` stores of core->sorted take effect, counts those that lose. False: different
 * values under POLICY_COMMON, and the run is over. */
bool event_settle_stores(struct event_core *core, uint32_t found);

/* Counts the stores that lose where the order of PPs decides: all of a cell but one. */
void event_count_lost(struct event_core *core, uint32_t count, const struct event_batch *asked);

/* Whether the stores of PPs, of which the requests have cell and kind, are all for different cells. */
bool event_lie_apart(struct event_core *core, uint32_t count);

#endif
