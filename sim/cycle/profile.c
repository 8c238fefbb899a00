/* profile.c - see profile.h. */
#include "profile.h"

#include "common/memory.h"
#include "state.h"
#include "sim/isa/instruction.h"

static void count_note(struct cycle_state *state, const struct profile_note *note, uint64_t weight)
{
    struct counts *counts = state->machine->counts;
    const uint64_t pps = note->outside + note->inside;
    counts_one(counts, false, note->pc, weight * note->outside);
    counts_one(counts, true, note->pc, weight * note->inside);
    if (note->target != UINT32_MAX)
        counts_jump(counts, note->pc, note->target, weight * pps, weight * pps * state->cycle);
}

static void keep_note(struct cycle_state *state, const struct profile_note *note)
{
    struct profile_notes *notes = &state->profile;
    notes->notes = memory_grow(notes->notes, &notes->room, notes->count + 1, sizeof *notes->notes);
    notes->notes[notes->count++] = *note;
    count_note(state, note, 1);
}

/* PPs, `count` of them, in barriers or not, have executed the instruction. */
static void count_pps(struct cycle_state *state, uint32_t pc, uint32_t target, bool inside, uint32_t count)
{
    keep_note(state,
              &(struct profile_note){
                  .pc = pc, .target = target, .outside = inside ? 0 : count, .inside = inside ? count : 0});
}

void profile_pp(struct cycle_state *state, uint32_t pp, uint32_t pc)
{
    const bool links = instruction_links(&state->machine->program.code[pc]);
    count_pps(state, pc, links ? cycle_row(state, 1)[pp] : UINT32_MAX, state->barrier_since[pp] != 0, 1);
}

void profile_strand(struct cycle_state *state, const struct strand *strand, uint32_t target)
{
    const bool links = instruction_links(&state->machine->program.code[strand->pc]);
    if (!links || target != UINT32_MAX)
        count_pps(state, strand->pc, links ? target : UINT32_MAX, strand->is_inside, strand->count);
    else
        for (uint32_t k = 0; k < strand->count; k++)
            profile_pp(state, strand->members[k], strand->pc);
}

void profile_poll(struct cycle_state *state, const struct strand *strand, uint32_t pc, uint64_t times)
{
    counts_one(state->machine->counts, strand->is_inside, pc, times * strand->count);
}

void profile_take_back(struct cycle_state *state)
{
    for (size_t k = 0; k < state->profile.count; k++)
        count_note(state, &state->profile.notes[k], UINT64_MAX);
    state->profile.count = 0;
}
