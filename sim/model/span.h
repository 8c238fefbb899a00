/* span.h - the span of cells that the PPs of a strand access in a cycle (model_state.h), found from their
 * rows. */
#ifndef PRAM_MODEL_SPAN_H
#define PRAM_MODEL_SPAN_H

#include "model_state.h"

/* The cells that the PPs of a strand access. */
struct span {
    const struct observer_strand *strand;
    const struct model_code *code;
    const uint32_t *words; /* addresses are words[lane] + base; NULL: base + lane * stride */
    uint32_t base, stride;
    uint32_t low, high;
    bool is_counted;  /* by statistics */
    bool is_distinct; /* no two of them the same cell */
    bool is_one;      /* all the same */
    uint32_t count;   /* of is_one: PPs, those of merged spans included */
    uint32_t frame;   /* their group frame; 0: they have none, or several */
    uint32_t group;   /* the same, if they are synchronous */
    uint32_t value;   /* of is_one: the value that they store */
    bool is_equal;    /* all PPs store the same value */
};

/* ---- lanes */

enum { SPAN_SET_BITS = 16 };

/* The first lane of a strand at or after `lane`; the strand's number of lanes if there is none. */
static inline uint32_t span_lane_from(const struct observer_strand *strand, uint32_t lane)
{
    if (strand->set == NULL || lane >= strand->lanes ||
        (strand->set[lane / SPAN_SET_BITS] >> lane % SPAN_SET_BITS & 1u) != 0)
        return lane;
    const uint32_t blocks = (strand->lanes + SPAN_SET_BITS - 1) / SPAN_SET_BITS;
    uint32_t block = lane / SPAN_SET_BITS;
    unsigned rest = strand->set[block] & ~0u << lane % SPAN_SET_BITS;
    while (rest == 0 && ++block < blocks)
        rest = strand->set[block];
    return rest == 0 ? strand->lanes : block * SPAN_SET_BITS + (uint32_t)__builtin_ctz(rest);
}

static inline uint32_t span_first_lane(const struct observer_strand *strand)
{
    return span_lane_from(strand, 0);
}

static inline uint32_t span_last_lane(const struct observer_strand *strand)
{
    enum { BITS = 31 };
    if (strand->set == NULL)
        return strand->lanes - 1;
    uint32_t block = (strand->lanes - 1) / SPAN_SET_BITS;
    while (strand->set[block] == 0)
        block--;
    return block * SPAN_SET_BITS + BITS - (uint32_t)__builtin_clz(strand->set[block]);
}

static inline uint32_t span_address(const struct span *span, uint32_t lane)
{
    return span->base + (span->words != NULL ? span->words[lane] : lane * span->stride);
}

/* ---- addresses */

/* A register, not R1, of the PPs of a strand that has rows. */
struct observer_row span_register(const struct model *model, const struct observer_strand *strand,
                                  unsigned number);

/* Finds the cells that the strand accesses. `room` has a word for each lane. False: each PP must be examined.
 */
bool span_measure(const struct model *model, struct span *span, uint32_t *room);

#endif
