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

static uint32_t count_inside(const struct cycle_state *state, const uint32_t *members, uint32_t count)
{
    uint32_t inside = 0;
    for (uint32_t k = 0; k < count; k++)
        inside += state->barrier_since[members[k]] != 0;
    return inside;
}

void profile_members(struct cycle_state *state, const uint32_t *members, uint32_t count, uint32_t pc)
{
    if (!instruction_links(&state->machine->program.code[pc])) {
        const uint32_t inside = count_inside(state, members, count);
        keep_note(state, &(struct profile_note){
                             .pc = pc, .target = UINT32_MAX, .outside = count - inside, .inside = inside});
        return;
    }
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t inside = count_inside(state, &members[k], 1);
        keep_note(state, &(struct profile_note){.pc = pc,
                                                .target = cycle_row(state, 1)[members[k]],
                                                .outside = 1 - inside,
                                                .inside = inside});
    }
}

void profile_strand(struct cycle_state *state, const struct strand *strand, uint32_t target)
{
    if (target == UINT32_MAX || !instruction_links(&state->machine->program.code[strand->pc])) {
        profile_members(state, strand->members, strand->count, strand->pc);
        return;
    }
    const uint32_t inside = count_inside(state, strand->members, strand->count);
    keep_note(state,
              &(struct profile_note){
                  .pc = strand->pc, .target = target, .outside = strand->count - inside, .inside = inside});
}

void profile_poll(struct cycle_state *state, const uint32_t *members, uint32_t count, uint32_t pc,
                  uint64_t times)
{
    const uint32_t inside = count_inside(state, members, count);
    counts_one(state->machine->counts, false, pc, times * (count - inside));
    counts_one(state->machine->counts, true, pc, times * inside);
}

void profile_keep(struct cycle_state *state)
{
    state->profile.count = 0;
}

void profile_take_back(struct cycle_state *state)
{
    for (size_t k = 0; k < state->profile.count; k++)
        count_note(state, &state->profile.notes[k], UINT64_MAX);
    state->profile.count = 0;
}
