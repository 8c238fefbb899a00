/* steps.h - steps in the order of PPs, for listeners that need them so: engines show PPs in any order.
 *
 * Knows observers only.
 */
#ifndef PRAM_STEPS_H
#define PRAM_STEPS_H

#include "common/arena.h"
#include "observer.h"

struct steps {
    struct observer_step *list; /* by PP; after steps_order: without gaps */
    uint32_t count;             /* after steps_order */
    uint64_t *is_here;          /* a bit per PP: it has a step; all 0 after steps_order */
    uint32_t first, end;        /* words of `is_here` that may have bits */
};

/* Room for a step of each PP, which the arena owns. */
static inline struct steps steps_create(struct arena *arena, uint32_t pps)
{
    return (struct steps){.list = ARENA_ARRAY(arena, struct observer_step, pps),
                          .is_here = ARENA_ARRAY(arena, uint64_t, (size_t)pps / 64 + 1),
                          .first = UINT32_MAX};
}

/* Adds a step of a PP, which must have none yet. */
static inline void steps_add(struct steps *steps, struct observer_step step)
{
    const uint32_t word = step.pp / 64;
    steps->list[step.pp] = step;
    steps->is_here[word] |= UINT64_C(1) << step.pp % 64;
    steps->first = word < steps->first ? word : steps->first;
    steps->end = word >= steps->end ? word + 1 : steps->end;
}

/* Orders the steps added since the last call. */
static inline void steps_order(struct steps *steps)
{
    steps->count = 0;
    for (uint32_t word = steps->first; word < steps->end; word++) {
        for (uint64_t bits = steps->is_here[word]; bits != 0; bits &= bits - 1)
            steps->list[steps->count++] = steps->list[word * 64 + (uint32_t)__builtin_ctzll(bits)];
        steps->is_here[word] = 0;
    }
    steps->first = UINT32_MAX;
    steps->end = 0;
}

#endif
