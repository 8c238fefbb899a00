/* each.c - runs all PPs of a strand to the end of their segment, one at a time.
 *
 * PPs with the same end become one strand again: their requests are in the rows of the tile, as if they had
 * arrived in lockstep. Calls one, strand, rows. */
#include <stddef.h>
#include <string.h>

#include "sim/tile/inside.h"

enum { ENDS = 8 }; /* maximum number of ends compared */

/* PPs that have reached the same end. */
struct gathered {
    struct strand *strand;
    uint32_t first;     /* the first lane */
    uint32_t index;     /* the cell that it has requested */
    uint32_t datum;     /* and its datum */
    uint32_t late;      /* its delayed value */
    uint64_t cycle;     /* its cycle counter */
    uint64_t least;     /* the least of all */
    uint64_t most;      /* and the largest */
    bool one_cell, run; /* see enum request_shape */
    bool one_datum, one_late, one_cycle;
};

/* Whether members of two strands of one PP each may be members of one strand. */
static bool is_same_end(const struct tile *tile, const struct strand *a, const struct strand *b)
{
    if (a->pc != b->pc || a->state != b->state || a->phase != b->phase || a->late_target != b->late_target ||
        a->in_barrier != b->in_barrier || a->in_async != b->in_async || a->in_sync != b->in_sync ||
        a->has_stack != b->has_stack || a->busy != b->busy || a->state == STRAND_FAULT || strand_spins(a) ||
        strand_spins(b) || (tile->exact && a->cycle != b->cycle))
        return false;
    const struct request *p = &a->request, *q = &b->request;
    return a->state != STRAND_REQUEST ||
           (p->kind == q->kind && p->kind != REQUEST_HOST && p->fold == q->fold &&
            p->wants_result == q->wants_result && p->own == q->own && p->step == q->step && p->pc == q->pc);
}

/* Makes the PP, a strand of its own, the first at its end. */
static void gather_first(struct tile *tile, struct gathered *end, const struct strand *one, uint32_t lane)
{
    *end = (struct gathered){.strand = tile_take_strand(tile),
                             .first = lane,
                             .index = one->request.index,
                             .datum = one->request.datum.base,
                             .late = one->late_base,
                             .cycle = one->cycle,
                             .least = one->cycle,
                             .most = one->cycle,
                             .one_cell = true,
                             .run = one->request.words == 1 || one->request.step > 1, /* else they overlap */
                             .one_datum = true,
                             .one_late = true,
                             .one_cycle = true};
    *end->strand = *one;
}

/* Puts what is kept in rows there, once there are two members. */
static void put_into_rows(struct tile *tile, const struct strand *one, uint32_t lane)
{
    tile->late[0][lane] = one->late_base;
    tile->offset[lane] = one->cycle;
    if (one->state == STRAND_REQUEST) {
        tile->index[lane] = one->request.index;
        tile->datum[lane] = one->request.datum.base;
    }
}

static void gather(struct tile *tile, struct gathered *end, const struct strand *one, uint32_t lane)
{
    struct strand *strand = end->strand;
    const struct request *request = &one->request;
    if (strand->count == 1)
        put_into_rows(tile, strand, end->first);
    put_into_rows(tile, one, lane);
    strand->set[lane / ROWS_BLOCK] |= (uint16_t)(1u << lane % ROWS_BLOCK);
    strand->count++;
    strand->end_block = lane / ROWS_BLOCK + 1; /* lanes ascend */
    strand->steps = one->steps > strand->steps ? one->steps : strand->steps;
    strand->yielded = strand_yielded_both(strand, one);
    end->one_late &= one->late_base == end->late;
    end->one_cycle &= one->cycle == end->cycle;
    end->least = one->cycle < end->least ? one->cycle : end->least;
    end->most = one->cycle > end->most ? one->cycle : end->most;
    if (one->state != STRAND_REQUEST)
        return;
    end->one_cell &= request->index == end->index;
    end->run &= request->index - lane == end->index - end->first;
    end->one_datum &= request->datum.base == end->datum;
    strand->request.low = request->low < strand->request.low ? request->low : strand->request.low;
    strand->request.high = request->high > strand->request.high ? request->high : strand->request.high;
}

/* Completes the strand when all have come. */
static void complete(struct tile *tile, const struct gathered *end)
{
    struct strand *strand = end->strand;
    struct request *request = &strand->request;
    if (strand->count == 1)
        return;
    strand->late_slot = 0;
    strand->late_affine = end->one_late;
    strand->cycle = end->least;
    strand->spread = end->most - end->least;
    strand->cycles_differ = !end->one_cycle;
    strand->cycle_is_low = false;
    if (!end->one_cycle)
        tile->world->rows->shift(tile->offset + strand_from(strand), true, -end->least, strand_bits(strand),
                                 strand_lanes(strand));
    if (strand->state != STRAND_REQUEST)
        return;
    if (!end->one_datum)
        request->datum.row = tile->datum;
    if (end->one_cell)
        return;
    request->shape = end->run ? REQUEST_RUN : REQUEST_LIST;
    request->index = end->run ? end->index - end->first : 0;
    request->list = tile->index;
}

void strand_run_each(struct tile *tile, struct strand *strand, uint64_t end)
{
    struct gathered ends[ENDS];
    unsigned count = 0;
    if (strand->count == 1) {
        if (!strand_run_scalar(tile, strand, end))
            tile_free_strand(tile, strand);
        return;
    }
    const struct strand all = *strand;
    struct strand one = all;
    memset(one.set, 0, sizeof one.set);
    tile->has_split = true;
    tile_free_strand(tile, strand);
    for (uint32_t lane = strand_first(&all); lane != STRAND_END; lane = strand_next(&all, lane)) {
        const uint32_t block = lane / ROWS_BLOCK;
        memcpy(&one, &all, offsetof(struct strand, set));
        one.set[block] = (uint16_t)(1u << lane % ROWS_BLOCK);
        one.first_block = block;
        one.end_block = block + 1;
        one.count = 1;
        const bool goes_on = strand_run_scalar(tile, &one, end);
        unsigned k = 0;
        while (goes_on && k < count && !is_same_end(tile, ends[k].strand, &one))
            k++;
        if (goes_on && k < count) {
            gather(tile, &ends[k], &one, lane);
        } else if (goes_on) {
            if (count == ENDS)
                complete(tile, &ends[--count]);
            gather_first(tile, &ends[count++], &one, lane);
        }
        one.set[block] = 0;
    }
    for (unsigned k = 0; k < count; k++)
        complete(tile, &ends[k]);
}
