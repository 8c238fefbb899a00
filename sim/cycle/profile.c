/* profile.c - what the cycle engine counts for --profile, instruction by instruction.
 *
 * What strands execute is noted, and counted when the cycle has ended: a cycle with a fault does not count.
 */
#include "common/memory.h"
#include "state.h"
#include "sim/isa/instruction.h"

static void note(struct cycle_state *state, struct profile_note note)
{
    *MEMORY_ADD(state->notes, state->note_count, state->note_room) = note;
}

void profile_pp(struct cycle_state *state, uint32_t pp, uint32_t pc)
{
    const bool links = instruction_links(&state->machine->program.code[pc]);
    note(state, (struct profile_note){.pc = pc,
                                      .target = links ? cycle_row(state, 1)[pp] : UINT32_MAX,
                                      .pps = 1,
                                      .is_inside = state->presence.barrier_since[pp] != 0});
}

void profile_strand(struct cycle_state *state, const struct strand *strand, uint32_t target)
{
    const bool links = instruction_links(&state->machine->program.code[strand->pc]);
    if (!links || target != UINT32_MAX)
        note(state, (struct profile_note){.pc = strand->pc,
                                          .target = links ? target : UINT32_MAX,
                                          .pps = strand->count,
                                          .is_inside = strand->is_inside});
    else
        for (uint32_t k = 0; k < strand->count; k++)
            profile_pp(state, strand->members[k], strand->pc);
}

void profile_finish(struct cycle_state *state)
{
    struct counts *counts = state->machine->counts;
    for (size_t k = 0; k < state->note_count; k++) {
        const struct profile_note *note = &state->notes[k];
        counts_one(counts, note->is_inside, note->pc, note->pps);
        if (note->target != UINT32_MAX)
            counts_jump(counts, note->pc, note->target, note->pps, note->pps * state->cycle);
    }
    state->note_count = 0;
    precision_count_foreign(&state->precision);
}
