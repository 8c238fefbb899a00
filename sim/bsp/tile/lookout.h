/* lookout.h - races among the PPs of a tile, at level 0: two of them access a cell in the user's asynchronous
 * code, one of them changes it, and the second has done nothing since that could put it after the first
 * (docs/simulator.md, section 9).
 *
 * The event core comes across races since PPs have to be brought back (event/notice.c). PPs that stay in
 * tiles are in nobody's way; so their accesses are looked at for some cycles at the beginning, and again and
 * again, so seldom that it costs a hundredth. While that is so instructions are executed one by one, as
 * everywhere else. A tile decides by itself, so what is found does not depend on threads. Calls tile,
 * noticed.
 */
#ifndef PRAM_TILE_LOOKOUT_H
#define PRAM_TILE_LOOKOUT_H

#include "sim/bsp/tile/tile.h"

struct address;

enum lookout_kind { LOOKOUT_LOAD, LOOKOUT_STORE, LOOKOUT_FOLD };

/* The first cycle in which a new tile may be looked at; UINT64_MAX: it never is. */
uint64_t lookout_first(const struct tile *tile);

/* A segment begins: sets tile.looks_out. */
void lookout_choose(struct tile *tile);

static inline void lookout_begin(struct tile *tile)
{
    if (tile->looks_out || (tile->end >= tile->look_next && tile->look_next != UINT64_MAX))
        lookout_choose(tile);
}

/* PPs come from elsewhere: what is known of them is not true any more. */
void lookout_end(struct tile *tile);

/* If tile.looks_out: the members of a strand, or one PP, access cells of shared memory, by the instruction at
 * the strand's pc, or at `pc`. datum: what is stored. Before memory changes. */
void lookout_see(const struct tile *tile, const struct strand *strand, enum lookout_kind kind,
                 const struct address *address, struct operand datum);
void lookout_see_one(const struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t pc,
                     enum lookout_kind kind, uint32_t cell, uint32_t datum);

/* Whether there is anything to be told. */
bool lookout_has_found(const struct tile *tile);

/* The run is over: what has been found, before the cycle `fails_in`, is told. places: of lines_first. */
void lookout_tell(const struct tile *tile, const uint32_t *places, uint64_t fails_in);

void lookout_destroy(struct lookout *lookout);

#endif
