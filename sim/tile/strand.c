/* strand.c - the strands of a tile as sets of PPs: allocating, freeing, splitting.
 *
 * Calls rows only; does not know what a strand executes, and when. */
#include <stddef.h>

#include "sim/tile/inside.h"

/* ---- making and splitting */

/* A free strand without members, which the caller adds. */
static struct strand *take_strand(struct tile *tile)
{
    uint32_t word = 0;
    while (~(tile->active[word] | tile->held_set[word]) ==
           0) /* there are as many strands as PPs, and each has a member */
        word++;
    const uint32_t number =
        word * 64 + (uint32_t)__builtin_ctzll(~(tile->active[word] | tile->held_set[word]));
    tile->active[word] |= STRAND_BIT(number);
    tile->strand_end = number < tile->strand_end ? tile->strand_end : number + 1;
    return &tile->strands[number];
}

struct strand *tile_take_single(struct tile *tile, const struct strand *like, uint32_t lane)
{
    const uint32_t block = lane / ROWS_BLOCK;
    struct strand *one = take_strand(tile);
    memcpy(one, like, offsetof(struct strand, set));
    memset(one->set, 0, sizeof one->set);
    set_add(one->set, lane);
    one->first_block = block;
    one->end_block = block + 1;
    one->count = 1;
    return one;
}

void tile_give_strand(struct tile *tile, struct strand *strand)
{
    const uint32_t number = (uint32_t)(strand - tile->strands);
    strand->state = STRAND_FREE;
    tile->active[number / 64] &= ~STRAND_BIT(number);
}

void tile_drop_free_strands(struct tile *tile)
{
    while (tile->strand_end > 0 && tile->strands[tile->strand_end - 1].state == STRAND_FREE)
        tile->strand_end--;
}

void tile_hold(struct tile *tile, struct strand *strand, bool held)
{
    const uint32_t number = (uint32_t)(strand - tile->strands);
    uint64_t *const from = held ? tile->active : tile->held_set, *const to =
                                                                     held ? tile->held_set : tile->active;
    strand->held = held;
    from[number / 64] &= ~STRAND_BIT(number);
    to[number / 64] |= STRAND_BIT(number);
}

/* Removes blocks at both ends that have lost all their members. */
static void trim(struct strand *strand)
{
    while (strand->set[strand->first_block] == 0)
        strand->first_block++;
    while (strand->set[strand->end_block - 1] == 0)
        strand->end_block--;
}

/* Number of members in `some`. */
static uint32_t count_some(const struct tile *tile, const struct strand *strand, const uint16_t *some)
{
    return tile->world->rows->common(strand_bits(strand), some + strand->first_block,
                                     strand->end_block - strand->first_block);
}

void strand_recount(const struct tile *tile, struct strand *strand)
{
    trim(strand);
    strand->count = count_some(tile, strand, strand->set);
}

struct strand *tile_part(struct tile *tile, struct strand *strand, const uint16_t *some)
{
    if (count_some(tile, strand, some) == 0)
        return NULL;
    struct strand *other = take_strand(tile);
    const uint32_t first = strand->first_block, number = (uint32_t)(other - tile->strands);
    tile->has_split = true;
    tile->ready[number / 64] |= STRAND_BIT(number);
    *other = *strand;
    other->count = tile->world->rows->part(strand->set + first, other->set + first, some + first,
                                           strand->end_block - first);
    strand->count -= other->count;
    trim(other);
    trim(strand);
    strand->cycle_is_low = other->cycle_is_low = strand->cycles_differ;
    return other;
}

bool tile_stop(struct tile *tile, struct strand *strand, const uint16_t *some, enum strand_state state)
{
    const bool all = count_some(tile, strand, some) == strand->count;
    struct strand *const stopped = all ? strand : tile_part(tile, strand, some);
    if (stopped != NULL)
        strand_end_segment(stopped, state, STATS_PHASE_other);
    return !all;
}

uint64_t strand_latest(const struct tile *tile, const struct strand *strand)
{
    uint64_t latest = strand->cycle;
    if (!strand->cycles_differ)
        return latest;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint64_t cycle = tile_cycle(tile, strand, lane);
        latest = cycle > latest ? cycle : latest;
    }
    return latest;
}

void strand_settle_cycle(const struct tile *tile, struct strand *strand)
{
    if (!strand->cycles_differ || !strand->cycle_is_low)
        return;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    const int64_t least = tile->world->rows->least(tile->offset + from, strand_bits(strand), lanes);
    tile->world->rows->shift(tile->offset + from, true, -(uint64_t)least, strand_bits(strand), lanes);
    strand_move_cycle(strand, strand->cycle + (uint64_t)least);
    strand->cycle_is_low = false;
}

struct strand *tile_part_from_cycle(struct tile *tile, struct strand *strand, uint64_t cycle)
{
    uint16_t late[TILE_BLOCKS] = {0};
    uint32_t others = 0;
    if (strand->cycle >= cycle || !strand->cycles_differ)
        return strand->cycle >= cycle ? strand : NULL;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        if (tile_cycle(tile, strand, lane) >= cycle)
            set_add(late, lane);
        else
            others++;
    return others == 0 ? strand : tile_part(tile, strand, late);
}

void strand_end_segment(struct strand *strand, enum strand_state state, enum stats_part phase)
{
    strand->state = (uint8_t)state;
    strand->may_read = false;
    strand->phase = (uint8_t)phase;
}

/* ---- queries */

const struct strand *tile_strand_of(const struct tile *tile, uint32_t lane)
{
    for (uint32_t k = 0; k < tile->strand_end; k++)
        if (tile->strands[k].state != STRAND_FREE && strand_has(&tile->strands[k], lane))
            return &tile->strands[k];
    return NULL;
}
