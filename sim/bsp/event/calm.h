/* calm.h - blocks of shared memory that nobody stores to for a while.
 *
 * While a block is calm its cells do not change, no event stands at one and no store to one is posted or done
 * early. So PPs read there without a note, and read the same if they are brought back.
 */
#ifndef PRAM_EVENT_CALM_H
#define PRAM_EVENT_CALM_H

#include "sim/bsp/event/state.h"

/* What core.calm says of a block: nothing is known; somebody has read there, or stored; it is calm. */
enum { CALM_UNKNOWN, CALM_READ, CALM_STORED, CALM_IS = LANE_CALM };

/* CALM_LOOKS stretches are looked at first. Where PPs store to blocks from which they read, that is done
 * again later. Else blocks from which PPs read become calm, and around a calm block some more at once. */

/* Whether a cell with this shadow is not to be changed before it has been asked for. */
static inline bool event_is_kept(uint32_t shadow)
{
    return shadow >= SHADOW_EARLY || shadow == SHADOW_CALM;
}

/* ---- stand.c */

/* A look at what a PP has done ahead. Only if there can be calm blocks. */
void event_sample(struct event_core *core, const struct event_pp *pp);

/* No block is calm any more. To be called when no PP has done anything that is not sure. */
void event_forget_calm(struct event_core *core);

/* ---- early.c */

/* .. also if it has: PPs are brought back to a cycle, and all that they have done is sure. */
void event_end_calm(struct event_core *core, uint64_t cycle);

/* .. since somebody comes to a cell otherwise than by loading it. */
void event_disturb_calm(struct event_core *core, uint64_t cycle);

/* The PP has gone as far ahead as it may. If it has done nothing but to read calm blocks it may wait for
 * another PP: then the block is disturbed, so that it can sleep. */
void event_look_at_calm(struct event_core *core, struct event_pp *pp);

#endif
