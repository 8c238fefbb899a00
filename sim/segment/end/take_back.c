/* take_back.c - see take_back.h. Calls tile to run PPs once more, and the counters of machine. */
#include "sim/segment/end/take_back.h"

#include "sim/tile/inside.h"
#include "sim/isa/instruction.h"

static uint64_t words_of(const struct tile_world *world, const struct operation *operation)
{
    return operation->i.traits & DECODE_REAL ? real_image_words(world->bank, &operation->i) : 1;
}

static const struct operation *operation_at(const struct tile_world *world, uint32_t pc)
{
    const struct operation *operation = &world->code[pc < world->code_count ? pc : world->code_count];
    return operation->handler == HANDLE_BREAK ? &world->breakpoints->originals[pc] : operation;
}

/* `count` PPs have not executed the instruction at `pc`, inside or outside a barrier. */
static void take_one(struct tile_effects *effects, const struct tile_world *world, bool inside, uint32_t pc,
                     uint64_t pps)
{
    const struct operation *operation = operation_at(world, pc);
    struct stats *stats = &effects->stats;
    stats->instructions -= pps;
    stats->work -= inside ? 0 : pps;
    switch (instruction_access(&operation->i)) {
    case INSTRUCTION_LOADS:
        stats->loads -= pps * words_of(world, operation);
        break;
    case INSTRUCTION_STORES:
        stats->stores -= pps * words_of(world, operation);
        break;
    case INSTRUCTION_FOLDS:
        stats->multiprefix -= pps;
        break;
    case INSTRUCTION_NO_ACCESS:
        break;
    }
}

/* The pc of the instruction that was executed before `cycle`, after which the strand came to `pc`: `*jump`
 * moves back through the jumps that may have led there. */
static uint32_t place_before(const struct tile_ran *ran, uint32_t first, uint32_t *jump, uint64_t cycle,
                             uint32_t pc)
{
    for (; *jump > first; --*jump) {
        const struct tile_ran_one *one = &ran->ones[*jump - 1];
        if (one->kind != RAN_JUMP || one->cycle > cycle)
            continue;
        return one->cycle == cycle ? one->pc : pc - 1;
    }
    return pc - 1;
}

/* Uncounts instructions, from the last one back to the first that the machine has not executed. */
static void take_steps(struct tile_effects *effects, const struct tile_world *world, uint32_t number,
                       uint64_t end)
{
    const struct tile_ran_one *const one = &effects->ran.ones[number];
    uint64_t cycle = one->cycle;
    uint32_t pc = one->pc, jump = number;
    for (uint32_t steps = one->steps; steps > 0; steps--) {
        pc = place_before(&effects->ran, one->first, &jump, cycle, pc);
        cycle -= operation_at(world, pc)->cost;
        if (cycle < end)
            return;
        take_one(effects, world, one->inside, pc, one->count);
    }
}

static void take_rounds(struct tile_effects *effects, const struct tile_world *world,
                        const struct tile_ran_one *one, uint64_t end)
{
    const uint64_t after = one->cycle + one->cycles * one->steps;
    for (uint64_t cycle = end > one->cycle ? end : one->cycle; cycle < after; cycle++) {
        const uint64_t place = one->pc - one->first + (cycle - one->cycle);
        take_one(effects, world, one->inside, one->first + (uint32_t)(place % one->steps), one->count);
    }
}

/* A PP that has run on its own: subtracts everything that it has counted, then runs it to where the machine
 * is. */
static void take_lane(struct tile_effects *effects, const struct tile_ran_lane *lane, uint64_t end)
{
    struct stats *const stats = &effects->stats;
    if (lane->end <= end)
        return;
    stats->instructions -= lane->counted.instructions;
    stats->work -= lane->counted.work;
    stats->loads -= lane->counted.loads;
    stats->stores -= lane->counted.stores;
    stats->multiprefix -= lane->counted.multiprefix;
    if (lane->strand.cycle < end)
        tile_run_again(lane, end);
}

void take_back(struct tile_effects *effects, const struct tile_world *world, uint64_t cycle)
{
    struct tile_ran *const ran = &effects->ran;
    if (!ran->notes)
        return;
    for (uint32_t k = 0; k < ran->count; k++) {
        const struct tile_ran_one *one = &ran->ones[k];
        if (one->kind == RAN_STEPS)
            take_steps(effects, world, k, cycle);
        else if (one->kind == RAN_ROUNDS)
            take_rounds(effects, world, one, cycle);
        else if (one->kind == RAN_WAIT && one->cycle >= cycle)
            effects->stats.barrier_wait_cycles -= one->cycles;
    }
    for (uint32_t k = 0; k < ran->lane_count; k++)
        take_lane(effects, &ran->lanes[k], cycle);
}
