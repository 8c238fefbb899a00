/* calm.h - blocks of shared memory that no PP stores to for a while.
 *
 * The cells of a calm block do not change, no event concerns one, and no store to one is carried
 * out early. So PPs read them without a log, and read the same words after a rollback. */
#ifndef PRAM_EVENT_CALM_H
#define PRAM_EVENT_CALM_H

#include "sim/solo/state.h"

/* State of a block in core.calm: unknown; a PP has read there; a PP has stored there; calm. */
enum { CALM_UNKNOWN, CALM_READ, CALM_STORED, CALM_IS = LANE_CALM };

/* First, CALM_LOOKS stretches are sampled. If PPs store to blocks from which they read, sampling is repeated
 * later. Otherwise blocks from which PPs read become calm. */

/* Whether the cell has an early store or lies in a calm block, which must end before the cell changes. */
static inline bool event_is_kept(uint32_t shadow)
{
    return shadow >= SHADOW_EARLY || shadow == SHADOW_CALM;
}

/* ---- calm.c */

/* Samples what a PP has done speculatively. Only if there can be calm blocks. */
void event_sample(struct event_core *core, const struct event_pp *pp);

/* Ends all calm blocks. All PPs must be certain. */
void event_forget_calm(struct event_core *core);

/* ---- early.c */

/* The PP has reached its limit of speculation. If it polls a cell of a calm block, the block is disturbed, so
 * that the PP can sleep. */
void event_poll_calm(struct event_core *core, const struct event_pp *pp);

#endif
