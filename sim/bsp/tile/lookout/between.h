/* between.h - races between PPs of different tiles in step: each tile keeps a few of the accesses that its
 * lookout looks at, at places that are new or right after those, and when the run is over they are compared.
 *
 * So tiles need not wait for each other, and what is found does not depend on threads. Of all cells the same
 * few are kept everywhere. A tile does not know which cells others use by multiprefix: so it notes which
 * cells its PPs touch, and who may have touched such a one counts as ordered. Knows sight; calls noticed.
 */
#ifndef PRAM_TILE_BETWEEN_H
#define PRAM_TILE_BETWEEN_H

#include "sim/bsp/tile/lookout/sight.h"

struct between;

/* NULL: memory is short. */
struct between *between_create(void);
void between_destroy(struct between *between);

/* PPs of a strand touch cells in low .. high by an instruction that may race, at lookout.visits[pc]. */
void between_note(const struct tile *tile, uint32_t pc, uint64_t cycle, uint32_t low, uint32_t high);

/* Whether accesses to the cell are kept, if any is. */
static inline bool between_keeps(uint32_t cell)
{
    return (cell * 0xc2b2ae35u >> 27) == 0;
}

/* The access of a PP is kept, before memory changes. datum: of a store. */
void between_keep(const struct tile *tile, uint32_t lane, uint32_t pc, uint64_t cycle, bool is_store,
                  uint32_t cell, uint32_t datum);

/* The run is over: what PPs of these tiles, of one machine, have done before the cycle `fails_in`. places: of
 * lines_first, if anybody has needed them; else NULL. */
void between_tell(const struct tile *const *tiles, uint32_t count, uint32_t **places, uint64_t fails_in);

#endif
