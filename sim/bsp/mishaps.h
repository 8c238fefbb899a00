/* mishaps.h - what --faults does to the PPs of the parallel engine (docs/injection.md).
 *
 * Such a run is one of level 0. It stops in each cycle in which something is due; there PPs are taken out of
 * their tiles and brought back, changed: who stands still is not in them. Between such stops the engine goes
 * on as ever, but tells of hints that say who is in which group, and lets barriers be completed. Stands on
 * sim/inject, which says what happens to whom; called by bsp, segment, lead.
 */
#ifndef PRAM_BSP_MISHAPS_H
#define PRAM_BSP_MISHAPS_H

#include "sim/bsp/tile/tile.h"

struct mishaps;

/* NULL if memory is short. */
struct mishaps *mishaps_create(const struct machine *machine);
void mishaps_destroy(struct mishaps *mishaps);

/* Before a cycle, all PPs being in it: who has stood still goes on, and what is due happens. True: PPs of the
 * tiles are others than before. */
bool mishaps_begin(struct mishaps *mishaps, struct tile *tiles, uint64_t cycle);

/* The cycle of the next such stop, as far as is known; UINT64_MAX: there is none. */
uint64_t mishaps_next(const struct mishaps *mishaps);

/* After the requests of a cycle have been carried out: what workers have been told there, and barriers in
 * which only dead PPs are missing. */
struct worker;
void mishaps_end(struct mishaps *mishaps, struct worker *workers, unsigned count, uint64_t cycle);

/* PPs that stand still; whether one does, and the lowest of them. */
uint32_t mishaps_asleep(const struct mishaps *mishaps);
bool mishaps_is_asleep(const struct mishaps *mishaps, uint32_t pp);
uint32_t mishaps_first_asleep(const struct mishaps *mishaps);

/* Whether something may still happen to a PP: then a run that goes round in circles may leave them. */
bool mishaps_goes_on(const struct mishaps *mishaps);

/* The last PP that has died did so before this cycle; 0: none has. */
uint64_t mishaps_death(const struct mishaps *mishaps);

#endif
