/* present.c - shows listeners each cycle before it is executed (sim/machine/observer.h).
 *
 * Knows strands, rows and lone PPs.
 */
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
    shown->strands = memory_block(memory, pps, sizeof *shown->strands);
    shown->loads = memory_block(memory, (size_t)pps + 1, sizeof *shown->loads);
    shown->changes = memory_block(memory, (size_t)pps + 1, sizeof *shown->changes);
    shown->skips = observer_all(observers).skip;
}

/* ---- what a listener may ask */

static uint32_t shown_status(const void *engine, uint32_t pp)
{
    const struct cycle_state *state = engine;
    return lone_flags(state, pp) | ((uint32_t)state->cycle & STATUS_MODULO);
}

/* ---- strands */

/* Shows a strand: members in sequence that are in the middle of an instruction, or are not. */
static void show_strand(struct cycle_state *state, const struct strand *strand)
{
    struct present *shown = &state->shown;
    const bool may_be_busy = (state->machine->program.code[strand->pc].traits & DECODE_REAL) != 0;
    for (uint32_t begin = 0, end; begin < strand->count; begin = end) {
        const bool is_busy = may_be_busy && cycle_is_busy(state, strand->members[begin]);
        end = may_be_busy ? begin + 1 : strand->count;
        while (end < strand->count && cycle_is_busy(state, strand->members[end]) == is_busy)
            end++;
        shown->strands[shown->strand_count++] =
            (struct observer_strand){.pps = strand->members + begin,
                                     .count = end - begin,
                                     .pc = strand->pc,
                                     .late = strand->late != DECODE_SINK ? (uint8_t)strand->late : 0,
                                     .is_busy = is_busy};
    }
}

bool present_cycle(struct cycle_state *state)
{
    static const struct observer_source source = {
        .status = shown_status, .image_words = precision_image_words, .image = precision_image};
    struct present *shown = &state->shown;
    shown->strand_count = 0;
    for (uint32_t s = 0; s < state->strands.current_count; s++)
        if (state->strands.current[s]->pc != UINT32_MAX)
            show_strand(state, state->strands.current[s]);
    lone_show(state, shown);
    if (shown->skips && state->inject == NULL && /* a fault changes words between cycles */
        shown->strand_count + shown->load_count + shown->change_count == 0)
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
    return machine_show(state->machine, &cycle);
}
