/* circle.c - see circle.h. */
#include "circle.h"

#include <stddef.h>

enum {
    FIRST_CYCLES = 1 << 16, /* a run that ends soon is never watched */
};
#define FIRST_INSTRUCTIONS ((uint64_t)1 << 28) /* some seconds at most, whatever the number of PPs */
#define MOST_INSTRUCTIONS ((uint64_t)1 << 33)
#define MOST_STEPS ((uint64_t)1 << 20)

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

struct circle_clock circle_first(uint32_t pps)
{
    return (struct circle_clock){.instructions = least((uint64_t)FIRST_CYCLES * pps, FIRST_INSTRUCTIONS),
                                 .steps = FIRST_CYCLES};
}

void circle_next(struct circle_clock *clock, uint64_t instructions, uint64_t steps)
{
    clock->instructions = instructions + least(instructions, MOST_INSTRUCTIONS);
    clock->steps = steps + least(steps, MOST_STEPS);
}

/* Every bit of the word changes half of the bits of the hash. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    return hash ^ hash >> 29;
}

void circle_look(struct circle_pp *pp, const struct circle_state *state)
{
    uint64_t hash = mix(state->flags, state->late_target);
    hash = mix(hash, (uint64_t)state->late_value << 1 | state->is_odd);
    for (unsigned r = 0; r < 32; r += 2)
        hash = mix(hash, (uint64_t)state->r[r] << 32 | state->r[r + 1]);
    hash ^= pp->own;
    if (pp->is_known) {
        pp->is_back = pp->is_back || (pp->pc == state->r[1] && pp->state == hash);
        return;
    }
    pp->is_known = true;
    pp->pc = state->r[1];
    pp->state = hash;
}

/* A sum of what has changed: a cell that gets its old word back takes it out of the sum again. */
void circle_own_store(struct circle_pp *pp, uint32_t index, uint32_t before, uint32_t after)
{
    const uint64_t place = mix(1, index);
    if (before != after)
        pp->own ^= mix(place, before) ^ mix(place, after);
}
