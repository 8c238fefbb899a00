/* circle.c - see circle.h. */
#include "circle.h"

enum {
    FIRST_DUE = 1 << 16, /* a run that ends soon is never watched */
    FIRST_PATIENCE = 16,
    PART = 32 /* of the run may be watched */
};

struct circle_clock circle_first(uint64_t most)
{
    return (struct circle_clock){.due = FIRST_DUE, .most = most};
}

uint64_t circle_length(uint64_t now)
{
    return now / PART;
}

void circle_next(struct circle_clock *clock, uint64_t now, uint64_t length)
{
    const uint64_t pause = now < clock->most ? now : clock->most;
    clock->due = now + (pause > PART * length ? pause : PART * length);
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
    hash = mix(hash, (uint64_t)state->late_value << 1 | (state->cycle & 1));
    for (unsigned r = 0; r < 32; r += 2)
        hash = mix(hash, (uint64_t)state->r[r] << 32 | state->r[r + 1]);
    hash ^= pp->own;
    if (pp->is_known) {
        pp->is_back =
            pp->is_back || (pp->pc == state->r[1] && pp->state == hash && pp->cycle != state->cycle);
        return;
    }
    pp->is_known = true;
    pp->passed = 0;
    pp->patience = pp->patience == 0 ? FIRST_PATIENCE : 2 * pp->patience;
    pp->pc = state->r[1];
    pp->cycle = state->cycle;
    pp->state = hash;
}

/* A sum of changes: a cell that gets its old word back is removed from the sum. */
void circle_own_store(struct circle_pp *pp, uint32_t index, uint32_t before, uint32_t after)
{
    const uint64_t place = mix(1, index);
    if (before != after)
        pp->own ^= mix(place, before) ^ mix(place, after);
}
