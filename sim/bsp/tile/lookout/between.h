/* between.h - races between PPs of different tiles in lockstep. Each tile keeps a few of the accesses that
 * its lookout examines, at new places or right after those; they are compared at the end of the run.
 *
 * So tiles need not wait for each other, and findings do not depend on threads. All tiles keep the same few
 * cells. A tile does not know which cells others use by multiprefix: so it notes which cells its PPs access,
 * and a PP that may have accessed such a cell counts as ordered. Knows sight; calls noticed. */
#ifndef PRAM_TILE_BETWEEN_H
#define PRAM_TILE_BETWEEN_H

#include "sim/bsp/tile/lookout/sight.h"

struct between;

/* NULL: memory is short. */
struct between *between_create(void);
void between_destroy(struct between *between);

/* PPs of a strand access cells in low .. high by an instruction that may race, at lookout.visits[pc]. */
void between_note(const struct tile *tile, uint32_t pc, uint64_t cycle, uint32_t low, uint32_t high);

/* Whether accesses to the cell are kept at all. */
static inline bool between_keeps(uint32_t cell)
{
    return (cell * 0xc2b2ae35u >> 27) == 0;
}

/* Keeps the access of a PP, before memory changes. datum: of a store. */
void between_keep(const struct tile *tile, uint32_t lane, uint32_t pc, uint64_t cycle, bool is_store,
                  uint32_t cell, uint32_t datum);

/* At the end of the run: reports races among accesses of PPs of these tiles, of one machine, before the cycle
 * `fails_in`. places: of lines_first, if they were needed before; otherwise NULL. */
void between_tell(const struct tile *const *tiles, uint32_t count, uint32_t **places, uint64_t fails_in);

#endif
