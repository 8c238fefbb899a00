/* lookout.h - races among the PPs of a tile, at level 0: two of them access a cell in the user's asynchronous
 * code, one changes it, and the second has done nothing in between that could order it after the first
 * (docs/check.md).
 *
 * The event core finds races when it tests for rollbacks (event/notice/notice.c). PPs that stay in tiles need
 * no such tests. So their accesses are examined for some cycles at the beginning, and again from time to
 * time, so seldom that it costs a hundredth; and for a while whenever PPs of the tile reach a place in the
 * program that none has visited before. Executors must report accesses at the places in tile.wanted: between
 * looks these are the new places. A tile decides by itself, so findings do not depend on threads. Calls tile,
 * noticed. */
#ifndef PRAM_TILE_LOOKOUT_H
#define PRAM_TILE_LOOKOUT_H

#include "sim/tile/tile.h"

struct address;

enum lookout_kind { LOOKOUT_LOAD, LOOKOUT_STORE, LOOKOUT_FOLD };

/* A new tile: sets its `wanted` and look_next, the first cycle in which all accesses are examined, or
 * UINT64_MAX if that never happens. */
void lookout_prepare(struct tile *tile);

/* A segment begins: sets tile.looks_out. */
void lookout_choose(struct tile *tile);

static inline void lookout_begin(struct tile *tile)
{
    if (tile->looks_out || (tile->end >= tile->look_next && tile->look_next != UINT64_MAX))
        lookout_choose(tile);
}

/* PPs come from elsewhere: what is known of them is no longer valid. */
void lookout_end(struct tile *tile);

/* From now on nothing is examined. */
void lookout_stop(struct tile *tile);

/* Which accesses of a strand must be reported, by pc. In synchronous code, none outside looks. */
static inline const uint8_t *lookout_wanted(const struct tile *tile, const struct strand *strand)
{
    return strand->in_async || tile->looks_out ? tile->wanted : tile->world->nothing;
}

static inline bool lookout_wants(const struct tile *tile, const struct strand *strand, uint32_t pc)
{
    return tile->wanted[pc] != 0 && (strand->in_async || tile->looks_out);
}

/* The members of a strand, or one PP, access cells of shared memory by the instruction at the strand's pc, or
 * at `pc`. Called before memory changes if tile.looks_out is set, or if the place is wanted because it is
 * new. datum: the stored word. */
void lookout_see(struct tile *tile, const struct strand *strand, enum lookout_kind kind,
                 const struct address *address, struct operand datum);
void lookout_see_one(struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t pc,
                     enum lookout_kind kind, uint32_t cell, uint32_t datum);

/* What is known of an examined cell: the last store, and loads by two PPs, the later one first; a cycle is 0
 * if there is none. */
struct lookout_sight {
    uint32_t cell;
    struct lookout_access {
        uint64_t cycle;
        uint32_t pp, pc;
        uint32_t value; /* of the cell after the access */
        bool is_store;  /* among loads: a store of the word that was already there */
    } store, loads[2];
};
typedef void lookout_shown(void *context, const struct lookout_sight *sight);

/* PPs leave the tile between two segments, during a look: shows everything that is still valid of its cells.
 */
void lookout_show(const struct tile *tile, lookout_shown *shown, void *context);

/* The cycle after which a PP has done nothing that could order it after others. */
uint64_t lookout_ordered(const struct tile *tile, uint32_t lane);

/* Whether there is anything to report. */
bool lookout_has_found(const struct tile *tile);

/* When the run ends or stops: reports the findings since the last time, before the cycle `fails_in`. places:
 * of lines_first. */
void lookout_tell(struct tile *tile, const uint32_t *places, uint64_t fails_in);

void lookout_destroy(struct lookout *lookout);

#endif
