/* present.c - see present.h. */
#include "present.h"

#include "asm/tables/alu.h"
#include "state.h"

void present_create(struct cycle_state *state)
{
    struct present *shown = &state->shown;
    struct memory_blocks *const memory = &state->memory;
    const struct observer *observers = state->machine->observers;
    const uint32_t pps = state->machine->config.pps;
    if (observers == NULL)
        return;
    shown->sees_asleep = observer_sees_asleep(observers);
    shown->ready = memory_block(memory, pps, sizeof *shown->ready);
    shown->lockstep = memory_block(memory, pps, sizeof *shown->lockstep);
    shown->accesses = memory_block(memory, (size_t)pps + 1, sizeof *shown->accesses);
    shown->skips = observer_all_skip(observers);
    if (observer_all_take_lockstep(observers))
        return;
    shown->steps = memory_block(memory, pps, sizeof *shown->steps);
    shown->is_here = memory_block(memory, pps, sizeof *shown->is_here);
}

/* ---- what a listener may ask */

static uint32_t shown_word(const void *engine, uint32_t pp, unsigned number)
{
    const struct cycle_state *state = engine;
    return cycle_row(state, number)[pp];
}

static uint32_t shown_late_value(const void *engine, uint32_t pp)
{
    const struct cycle_state *state = engine;
    return state->late[~state->cycle & 1][pp];
}

static uint32_t shown_status(const void *engine, uint32_t pp)
{
    const struct cycle_state *state = engine;
    return lone_flags(state, pp) | ((uint32_t)state->cycle & STATUS_MODULO);
}

static uint32_t shown_image_words(const void *engine, const struct instruction *instruction)
{
    const struct cycle_state *state = engine;
    return real_image_words(&state->precision.bank, instruction);
}

static void shown_image(const void *engine, uint32_t pp, const struct instruction *instruction,
                        uint32_t *words)
{
    const struct cycle_state *state = engine;
    real_store(&state->precision.bank, pp, instruction, words);
}

/* ---- PPs in lockstep */

static void add_lockstep(struct present *shown, struct observer_lockstep lockstep)
{
    shown->lockstep[shown->lockstep_count++] = lockstep;
}

static uint8_t late_of(const struct strand *strand)
{
    return strand->late != DECODE_SINK ? (uint8_t)strand->late : 0;
}

/* For a strand in a program that uses the precision unit: the members whose instruction is complete. `ready`
 * has room for them. */
static struct observer_lockstep find_ready(const struct cycle_state *state, const struct strand *strand,
                                           uint32_t *ready)
{
    struct observer_lockstep lockstep = {.pps = ready, .pc = strand->pc, .late = late_of(strand)};
    for (uint32_t k = 0; k < strand->count; k++)
        if (!cycle_is_busy(state, strand->members[k]))
            ready[lockstep.count++] = strand->members[k];
    return lockstep;
}

static void show_strands(struct cycle_state *state)
{
    const struct strands *strands = &state->strands;
    const struct program *program = &state->machine->program;
    struct present *shown = &state->shown;
    uint32_t *ready = shown->ready;
    shown->lockstep_count = 0;
    for (uint32_t s = 0; s < strands->current_count; s++) {
        const struct strand *strand = strands->current[s];
        if (strand->pc == UINT32_MAX)
            continue;
        if (!program->uses_real || (program->code[strand->pc].traits & DECODE_REAL) == 0) {
            add_lockstep(shown, (struct observer_lockstep){.pps = strand->members,
                                                           .count = strand->count,
                                                           .pc = strand->pc,
                                                           .late = late_of(strand)});
            continue;
        }
        const struct observer_lockstep lockstep = find_ready(state, strand, ready);
        ready += lockstep.count;
        if (lockstep.count != 0)
            add_lockstep(shown, lockstep);
    }
}

static void show_sleeper(void *context, const struct strand *strand, uint32_t pc)
{
    add_lockstep(context, (struct observer_lockstep){
                              .pps = strand->members, .count = strand->count, .pc = pc, .is_asleep = true});
}

/* ---- steps */

/* Steps of all PPs that are awake, in ascending order; lone PPs are shown in lockstep from entry `lone` on.
 * Returns their number. */
static uint32_t make_steps(struct cycle_state *state, uint32_t lone)
{
    const struct strands *strands = &state->strands;
    const uint32_t pps = state->machine->config.pps;
    const bool uses_unit = state->machine->program.uses_real;
    struct present *shown = &state->shown;
    uint32_t count = 0;
    shown->awake = 0;
    for (uint32_t s = 0; s < strands->current_count; s++) {
        const struct strand *strand = strands->current[s];
        for (uint32_t k = 0; strand->pc != UINT32_MAX && k < strand->count; k++) {
            const uint32_t pp = strand->members[k];
            shown->is_here[pp] = 1;
            shown->steps[pp] = (struct observer_step){.pp = pp,
                                                      .pc = strand->pc,
                                                      .is_busy = uses_unit && cycle_is_busy(state, pp),
                                                      .late = late_of(strand)};
        }
        shown->awake += strand->pc != UINT32_MAX ? strand->count : 0;
    }
    for (; lone < shown->lockstep_count; lone++) {
        const struct observer_lockstep *const entry = &shown->lockstep[lone];
        const uint32_t pp = entry->pps[0];
        shown->is_here[pp] = 1;
        shown->steps[pp] = (struct observer_step){.pp = pp, .pc = entry->pc, .late = entry->late};
        shown->awake++;
    }
    for (uint32_t pp = 0; pp < pps && count < shown->awake; pp++) {
        if (count != pp)
            shown->steps[count] = shown->steps[pp];
        count += shown->is_here[pp];
        shown->is_here[pp] = 0;
    }
    return count;
}

bool present_cycle(struct cycle_state *state)
{
    static const struct observer_source source = {.word = shown_word,
                                                  .late_value = shown_late_value,
                                                  .status = shown_status,
                                                  .image_words = shown_image_words,
                                                  .image = shown_image};
    struct machine *machine = state->machine;
    struct present *shown = &state->shown;
    show_strands(state);
    const uint32_t first_lone = shown->lockstep_count;
    lone_show(state, shown);
    const uint32_t steps = shown->steps != NULL ? make_steps(state, first_lone) : 0;
    if (shown->sees_asleep)
        sleep_show(&state->sleepers, state->cycle, show_sleeper, shown);
    if (shown->skips && shown->lockstep_count + shown->access_count == 0)
        return true;
    const struct observer_cycle cycle = {.cycle = state->cycle,
                                         .steps = shown->steps,
                                         .count = steps,
                                         .lockstep = shown->lockstep,
                                         .lockstep_count = shown->lockstep_count,
                                         .accesses = shown->accesses,
                                         .access_count = shown->access_count,
                                         .rows = state->rows,
                                         .stride = state->stride,
                                         .source = &source,
                                         .state = state};
    if (observer_show(machine->observers, &cycle))
        return true;
    if (!machine->pause)
        machine->end = END_FAULT;
    return false;
}
