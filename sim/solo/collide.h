/* collide.h - requests of one cycle to the same cell: which take effect, and which are refused.
 *
 * The `count` requests are in core->requests, in PP order. */
#ifndef PRAM_EVENT_COLLIDE_H
#define PRAM_EVENT_COLLIDE_H

#include "sim/solo/inside.h"

/* The requests of a batch. */
struct event_batch {
    uint32_t of_kind[EVENT_KINDS];
    unsigned folds;                        /* operations of multiprefix requests, a bit for each */
    uint32_t stores, multiprefix, foreign; /* as the statistics count them */
    uint32_t places; /* how often a multiprefix request is at another pc than the one before it */
    uint32_t last;   /* pc of the last one */
};

/* Whether requests of two kinds access one cell. Then the run is over, and the fault names the lowest such
 * address. */
bool event_is_mixed(struct event_core *core, uint32_t count);

/* Decides which stores take effect if PP order does not decide it, and counts those that meet others. False:
 * different values under POLICY_COMMON, and the run is over. */
bool event_settle_stores(struct event_core *core, uint32_t count);

#endif
