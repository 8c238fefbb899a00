/* steps.c - see steps.h. */
#include "steps.h"

void steps_create(struct steps *steps, struct arena *arena, uint32_t pps)
{
    *steps = (struct steps){.list = ARENA_ARRAY(arena, struct observer_step, pps),
                            .is_here = ARENA_ARRAY(arena, uint64_t, (size_t)pps / 64 + 1),
                            .first = UINT32_MAX};
}

void steps_order(struct steps *steps)
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
