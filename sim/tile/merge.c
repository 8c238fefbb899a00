/* merge.c - merges two strands of a tile at the same pc.
 *
 * The strands' common state must be equal, or be moved into rows. Calls tile/strand, tile/state, rows. */
#include "sim/tile/inside.h"

/* Whether two strands can merge: the same pc, and equal common state. A strand that may read now must not
 * join one whose read waits for the next segment: it would miss its turn in the barrier, and the waves of its
 * group would drift apart. */
bool strand_can_merge(const struct tile *tile, const struct strand *a, const struct strand *b)
{
    return a->pc == b->pc && a->late_target == b->late_target && a->in_barrier == b->in_barrier &&
           a->modes == b->modes && strand_must_wait(tile, a) == strand_must_wait(tile, b) &&
           ((!tile->exact && !strand_spins(a) && !strand_spins(b)) ||
            (a->cycle == b->cycle && !a->cycles_differ && !b->cycles_differ));
}

static void make_late_row(struct tile *tile, struct strand *strand)
{
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    if (strand->late_affine)
        rows->blend_fill(tile->late[0] + from, strand->late_base + from * strand->late_stride,
                         strand->late_stride, strand_bits(strand), lanes);
    else if (strand->late_slot != 0)
        rows->blend(tile->late[0] + from, tile->late[strand->late_slot] + from, strand_bits(strand), lanes);
    strand->late_affine = false;
    strand->late_slot = 0;
}

static void merge_late(struct tile *tile, struct strand *into, struct strand *from)
{
    if (into->late_target == DECODE_SINK)
        return;
    if (into->late_affine && from->late_affine && into->late_base == from->late_base &&
        into->late_stride == from->late_stride)
        return;
    make_late_row(tile, into);
    make_late_row(tile, from);
}

static void merge_flags(struct tile *tile, struct strand *into, struct strand *from)
{
    if (into->flags == from->flags) {
        if (into->flags == FLAGS_ROW)
            return;
        if (into->flags_value == from->flags_value &&
            (into->flags == FLAGS_UNIFORM ||
             (into->flags_a == from->flags_a && into->flags_b == from->flags_b)))
            return;
    }
    if (!tile_operation(tile->world, into->pc)->flags_wanted) {
        into->flags = FLAGS_ROW; /* with any contents: no instruction reads it */
        return;
    }
    tile_evaluate_flags(tile, into);
    tile_evaluate_flags(tile, from);
}

static void merge_cycles(struct tile *tile, struct strand *into, struct strand *from)
{
    if (into->cycle == from->cycle && !into->cycles_differ && !from->cycles_differ)
        return;
    const uint64_t cycle = into->cycle < from->cycle ? into->cycle : from->cycle;
    const struct strand *const both[] = {into, from};
    for (unsigned k = 0; k < 2; k++)
        if (!both[k]->cycles_differ || both[k]->cycle != cycle)
            tile->world->rows->shift(tile->offset + strand_from(both[k]), both[k]->cycles_differ,
                                     both[k]->cycle - cycle, strand_bits(both[k]), strand_lanes(both[k]));
    into->cycle_is_low = into->cycle_is_low || from->cycle_is_low;
    into->cycle = cycle;
    into->cycles_differ = true;
}

void strand_merge(struct tile *tile, struct strand *into, struct strand *from)
{
    const uint64_t yielded = into->yielded > from->yielded ? into->yielded : from->yielded;
    /* if none of them polls, only the fact is kept that a PP has yielded */
    into->yielded = strand_spins(into) || strand_spins(from) ? yielded : yielded != 0;
    merge_late(tile, into, from);
    merge_flags(tile, into, from);
    merge_cycles(tile, into, from);
    into->steps = into->steps > from->steps ? into->steps : from->steps;
    for (uint32_t block = from->first_block; block < from->end_block; block++)
        into->set[block] |= from->set[block];
    into->count += from->count;
    into->first_block = into->first_block < from->first_block ? into->first_block : from->first_block;
    into->end_block = into->end_block > from->end_block ? into->end_block : from->end_block;
    tile_give_strand(tile, from);
    if (!strand_is_whole(tile, into))
        return;
    tile_scatter_all(tile, into);
    if (tile->lost)
        tile_find_affine(tile, into);
}
