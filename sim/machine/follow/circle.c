/* circle.c - see circle.h. */
#include "sim/machine/follow/circle.h"

#include <stdlib.h>

#include "sim/isa/system.h"

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

void circle_look(struct circle_pp *pp, const struct follow *state)
{
    uint64_t hash = mix(state->flags, state->late_target);
    const uint64_t late_value = state->late_target != DECODE_SINK ? state->late_value : 0;
    hash = mix(hash, late_value << 1 | (state->cycle & 1));
    for (unsigned r = 0; r < 32; r += 2)
        hash = mix(hash, (uint64_t)state->reg[r] << 32 | state->reg[r + 1]);
    hash ^= pp->own;
    if (pp->is_known) {
        pp->is_back =
            pp->is_back || (pp->pc == state->reg[1] && pp->state == hash && pp->cycle != state->cycle);
        return;
    }
    pp->is_known = true;
    pp->passed = 0;
    pp->patience = pp->patience == 0 ? FIRST_PATIENCE : 2 * pp->patience;
    pp->pc = state->reg[1];
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

/* ---- changes */

bool circle_depends_on_more(const struct machine *machine, uint32_t pp, const struct instruction *i,
                            uint32_t a, uint32_t b)
{
    const uint8_t work = system_rows[i->opcode].work;
    if (work == SYSTEM_LOAD) {
        const struct memory_place place = memory_place(&machine->memory, pp, system_address(i->opcode, a, b));
        return place.region != MEMORY_REGION_SHARED && place.owner != pp;
    }
    return work == SYSTEM_CYCLE || work == SYSTEM_HOST || work == SYSTEM_HALT ||
           (i->traits & DECODE_REAL) != 0;
}

bool circle_change(const struct memory *memory, struct circle_pp *pps, uint32_t pp, uint32_t index,
                   uint32_t after)
{
    const uint32_t before = memory->cells[index];
    if (before == after)
        return false;
    const struct memory_place place = memory_place(memory, pp, memory_address(memory, index));
    if (place.region == MEMORY_REGION_SHARED || place.owner != pp)
        return true;
    circle_own_store(&pps[pp], index, before, after);
    return false;
}

/* ---- watches */

void circle_begin(struct circle_watch *watch, uint32_t pps, uint64_t cycle)
{
    free(watch->pps);
    watch->pps = calloc(pps, sizeof *watch->pps);
    if (watch->pps == NULL)
        circle_end(watch, cycle);
    else
        watch->cycles = 1;
    watch->longest = circle_length(cycle);
}

void circle_end(struct circle_watch *watch, uint64_t cycle)
{
    circle_next(&watch->clock, cycle, watch->cycles);
    watch->cycles = 0;
}
