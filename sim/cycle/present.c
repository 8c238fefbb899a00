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
    shown->sorted = memory_block(memory, pps, sizeof *shown->sorted);
    shown->strands = memory_block(memory, pps, sizeof *shown->strands);
    shown->loads = memory_block(memory, (size_t)pps + 1, sizeof *shown->loads);
    shown->changes = memory_block(memory, (size_t)pps + 1, sizeof *shown->changes);
    shown->skips = observer_all_skip(observers);
}

/* ---- what a listener may ask */

static uint32_t shown_status(const void *engine, uint32_t pp)
{
    const struct cycle_state *state = engine;
    return lone_flags(state, pp) | ((uint32_t)state->cycle & STATUS_MODULO);
}

/* ---- strands */

static void add_strand(struct present *shown, struct observer_strand strand)
{
    if (strand.count != 0)
        shown->strands[shown->strand_count++] = strand;
}

/* A strand at an instruction of the precision unit, where some members may be in the middle of it: shows them
 * one by one. `sorted` has room for its members. */
static void show_one_by_one(struct cycle_state *state, const struct strand *strand,
                            struct observer_strand all, uint32_t *sorted)
{
    uint32_t ready = 0, busy = strand->count;
    for (uint32_t k = 0; k < strand->count; k++)
        sorted[cycle_is_busy(state, strand->members[k]) ? --busy : ready++] = strand->members[k];
    all.pps = sorted;
    all.count = ready;
    add_strand(&state->shown, all);
    all.pps = sorted + ready;
    all.count = strand->count - ready;
    all.is_busy = true;
    add_strand(&state->shown, all);
}

static void show_strands(struct cycle_state *state)
{
    const struct strands *strands = &state->strands;
    const struct program *program = &state->machine->program;
    struct present *shown = &state->shown;
    uint32_t *sorted = shown->sorted;
    shown->strand_count = 0;
    for (uint32_t s = 0; s < strands->current_count; s++) {
        const struct strand *strand = strands->current[s];
        if (strand->pc == UINT32_MAX)
            continue;
        const struct observer_strand all = {.pps = strand->members,
                                            .count = strand->count,
                                            .pc = strand->pc,
                                            .late = strand->late != DECODE_SINK ? (uint8_t)strand->late : 0};
        if (!program->uses_real || (program->code[strand->pc].traits & DECODE_REAL) == 0) {
            add_strand(shown, all);
            continue;
        }
        show_one_by_one(state, strand, all, sorted);
        sorted += strand->count;
    }
}

bool present_cycle(struct cycle_state *state)
{
    static const struct observer_source source = {
        .status = shown_status, .image_words = precision_image_words, .image = precision_image};
    struct machine *machine = state->machine;
    struct present *shown = &state->shown;
    show_strands(state);
    lone_show(state, shown);
    if (shown->skips && shown->strand_count + shown->load_count + shown->change_count == 0)
        return true;
    const struct observer_cycle cycle = {.cycle = state->cycle,
                                         .strands = shown->strands,
                                         .strand_count = shown->strand_count,
                                         .loads = shown->loads,
                                         .load_count = shown->load_count,
                                         .changes = shown->changes,
                                         .change_count = shown->change_count,
                                         .registers = state->rows,
                                         .stride = state->stride,
                                         .pp_stride = 1,
                                         .late = state->late[~state->cycle & 1],
                                         .source = &source,
                                         .state = state,
                                         .units = &state->precision};
    if (observer_show(machine->observers, &cycle))
        return true;
    if (!machine->pause)
        machine->end = END_FAULT;
    return false;
}
