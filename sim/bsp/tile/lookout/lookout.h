/* lookout.h - races among the PPs of a tile, at level 0: two of them access a cell in the user's asynchronous
 * code, one of them changes it, and the second has done nothing since that could put it after the first
 * (docs/check.md).
 *
 * The event core comes across races since PPs have to be brought back (event/notice.c). PPs that stay in
 * tiles are in nobody's way; so their accesses are looked at for some cycles at the beginning, and again and
 * again, so seldom that it costs a hundredth; and for a while whenever PPs of the tile come to a place in the
 * program where none has been before. Who executes accesses has to tell of those that tile.wanted names: in
 * between these are the places that are new. A tile decides by itself, so what is found does not depend on
 * threads. Calls tile, noticed.
 */
#ifndef PRAM_TILE_LOOKOUT_H
#define PRAM_TILE_LOOKOUT_H

#include "sim/bsp/tile/tile.h"

struct address;

enum lookout_kind { LOOKOUT_LOAD, LOOKOUT_STORE, LOOKOUT_FOLD };

/* A new tile: sets its look_next, the first cycle in which all is looked at, UINT64_MAX if that never is, and
 * `wanted`. */
void lookout_prepare(struct tile *tile);

/* A segment begins: sets tile.looks_out. */
void lookout_choose(struct tile *tile);

static inline void lookout_begin(struct tile *tile)
{
    if (tile->looks_out || (tile->end >= tile->look_next && tile->look_next != UINT64_MAX))
        lookout_choose(tile);
}

/* PPs come from elsewhere: what is known of them is not true any more. */
void lookout_end(struct tile *tile);

/* Which accesses of a strand are to be told of, by pc. In synchronous code none is, if nothing is looked at.
 */
static inline const uint8_t *lookout_wanted(const struct tile *tile, const struct strand *strand)
{
    return strand->in_async || tile->looks_out ? tile->wanted : tile->world->nothing;
}

static inline bool lookout_wants(const struct tile *tile, const struct strand *strand, uint32_t pc)
{
    return tile->wanted[pc] != 0 && (strand->in_async || tile->looks_out);
}

/* The members of a strand, or one PP, access cells of shared memory, by the instruction at the strand's pc,
 * or at `pc`: if tile.looks_out, or if that is wanted, for it is a new place. datum: what is stored. Before
 * memory changes. */
void lookout_see(struct tile *tile, const struct strand *strand, enum lookout_kind kind,
                 const struct address *address, struct operand datum);
void lookout_see_one(struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t pc,
                     enum lookout_kind kind, uint32_t cell, uint32_t datum);

/* What is known of a cell that has been looked at: of the last store, and of loads by two PPs, the later one
 * first; a cycle is 0 where there is none. */
struct lookout_sight {
    uint32_t cell;
    struct lookout_access {
        uint64_t cycle;
        uint32_t pp, pc;
        uint32_t value; /* of the cell after it */
        bool is_store;  /* among loads: of what was there */
    } store, loads[2];
};
typedef void lookout_shown(void *context, const struct lookout_sight *sight);

/* PPs go elsewhere between two segments, while the tile looks: all that still says something of its cells. */
void lookout_show(const struct tile *tile, lookout_shown *shown, void *context);

/* .. the cycle after which a PP has done nothing that could put it after others. */
uint64_t lookout_ordered(const struct tile *tile, uint32_t lane);

/* Whether there is anything to be told. */
bool lookout_has_found(const struct tile *tile);

/* .. or compared with what other tiles have seen (between.h). */
bool lookout_has_kept(const struct tile *tile);

/* The run is over: what has been found, before the cycle `fails_in`, is told. places: of lines_first. */
void lookout_tell(const struct tile *tile, const uint32_t *places, uint64_t fails_in);

void lookout_destroy(struct lookout *lookout);

#endif
