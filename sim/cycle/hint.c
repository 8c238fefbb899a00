/* hint.c - hints of programs (sim/reference/presence.h), for statistics, profile and journal; and the end of
 * PPs, which comes when hints do. Called by cycle.c; knows rows and strands.
 */
#include <stdlib.h>

#include "common/compare.h"
#include "sim/inject/inject.h"
#include "sim/machine/caller.h"
#include "state.h"
#include "sim/isa/system.h"

/* ---- the journal */

/* Notes an event of PPs at `pc`: one entry for each sequence of PPs of one group that came from one place. */
static void note(const struct cycle_state *state, const uint32_t *pps, uint32_t count, uint32_t pc,
                 enum journal_kind kind, uint32_t constant)
{
    const uint32_t *const groups = cycle_row(state, MACHINE_GP);
    struct journal_entry entry = {.cycle = state->cycle, .pc = pc, .hint = constant, .kind = (uint8_t)kind};
    uint32_t begin = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t place = caller_find(state->machine, cycle_registers(state, pps[k], pc)).pc;
        const uint32_t group = groups[pps[k]];
        if (k != begin && (place != entry.place || group != entry.group)) {
            journal_note(state->machine->journal, &entry, pps + begin, k - begin);
            begin = k;
        }
        entry.place = place;
        entry.group = group;
    }
    journal_note(state->machine->journal, &entry, pps + begin, count - begin);
}

/* ---- hints */

/* PPs, `count` of them, execute the hint at `pc`. */
static void execute_hint(struct cycle_state *state, const uint32_t *pps, uint32_t count, uint32_t pc)
{
    const uint32_t constant = state->machine->program.code[pc].constant;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t pp = pps[k];
        const struct presence_hint hint = {.pp = pp,
                                           .constant = constant,
                                           .gp = cycle_row(state, MACHINE_GP)[pp],
                                           .size = cycle_row(state, MACHINE_T0)[pp],
                                           .back = cycle_row(state, MACHINE_RA)[pp]};
        presence_execute(&state->presence, state->machine, state->stats, &hint, state->cycle);
    }
}

/* ---- the end of PPs */

static void end_members(struct cycle_state *state, struct strand *strand)
{
    for (uint32_t k = 0; k < strand->count; k++) {
        const uint32_t pp = strand->members[k];
        state->halted[pp] = 1;
        presence_end(&state->presence, pp, state->cycle + 1);
        if (state->inject != NULL)
            inject_end(state->inject, pp, false);
    }
    state->running_count -= strand->count;
    strands_free(&state->strands, strand);
}

/* ---- hints and halts of a cycle */

/* With --faults the order of PPs matters: groups learn of their members one by one. */
static void execute_hints_in_order(struct cycle_state *state)
{
    uint32_t count = 0;
    for (uint32_t d = 0; d < state->deferred_count; d++) {
        const struct strand *strand = state->strands.current[state->deferred[d]];
        if (system_rows[state->machine->program.code[strand->pc].opcode].work == SYSTEM_HINT)
            for (uint32_t k = 0; k < strand->count; k++)
                state->turns[count++] = (struct hint_turn){.pp = strand->members[k], .pc = strand->pc};
    }
    qsort(state->turns, count, sizeof *state->turns, compare_words);
    for (uint32_t k = 0; k < count; k++)
        execute_hint(state, &state->turns[k].pp, 1, state->turns[k].pc);
}

static void note_strand(const struct cycle_state *state, const struct strand *strand, bool is_halt)
{
    const struct machine *machine = state->machine;
    const uint32_t constant = machine->program.code[strand->pc].constant;
    if (is_halt || journal_wants(machine->journal, constant))
        note(state, strand->members, strand->count, strand->pc, is_halt ? JOURNAL_HALT : JOURNAL_HINT,
             is_halt ? 0 : constant);
}

void hint_finish_deferred(struct cycle_state *state)
{
    if (state->inject != NULL)
        execute_hints_in_order(state);
    for (uint32_t d = 0; d < state->deferred_count; d++) {
        struct strand *strand = state->strands.current[state->deferred[d]];
        const bool is_halt = system_rows[state->machine->program.code[strand->pc].opcode].work == SYSTEM_HALT;
        if (state->machine->journal != NULL)
            note_strand(state, strand, is_halt);
        if (!is_halt && state->inject == NULL)
            execute_hint(state, strand->members, strand->count, strand->pc);
        execute_rest(state, state->deferred[d]);
        if (is_halt)
            end_members(state, strand);
    }
    state->deferred_count = 0;
}
