/* note.c - what PPs report by hints: for --trace, with their ends, and for a profile of regions.
 *
 * Reports of a speculative PP wait in its notes until they are certain. A rollback deletes them, and the PP
 * makes them again. So the journal gets each report once, as the machine makes it. Calls machine. */
#include "sim/bsp/event/inside.h"

#include "sim/machine/caller.h"

static struct event_note *notes_of(const struct event_core *core, const struct event_pp *pp)
{
    return &core->notes[(size_t)pp->number * AHEAD_NOTES];
}

/* The pc of the user's call that has led a PP to `pc`. */
static uint32_t call_of(const struct event_core *core, const struct event_pp *pp, uint32_t pc)
{
    const struct event_state *now = &pp->now;
    const struct caller_registers at = {.pp = pp->number,
                                        .pc = pc,
                                        .a1 = now->reg[MACHINE_A1],
                                        .sp = now->reg[MACHINE_SP],
                                        .fp = now->reg[MACHINE_FP],
                                        .ra = now->reg[MACHINE_RA]};
    return caller_find(core->machine, &at).pc;
}

/* A note of what the PP does at `pc`, in a cycle. */
static inline struct event_note note_of(const struct event_core *core, const struct event_pp *pp, uint32_t pc,
                                        uint64_t cycle)
{
    const bool is_users = core->machine->program.origins[pc] == ORIGIN_USER;
    return (struct event_note){.cycle = cycle,
                               .pc = pc,
                               .place = is_users ? pc : call_of(core, pp, pc),
                               .group = pp->now.reg[MACHINE_GP]};
}

static inline void write_note(const struct event_core *core, uint32_t pp, const struct event_note *note,
                              enum journal_kind kind, uint32_t hint)
{
    journal_note_one(core->journal, pp,
                     &(struct journal_entry){.cycle = note->cycle,
                                             .pc = note->pc,
                                             .place = note->place,
                                             .group = note->group,
                                             .hint = hint,
                                             .kind = (uint8_t)kind});
}

void event_write_notes(const struct event_core *core, struct event_pp *pp)
{
    const struct event_note *notes = notes_of(core, pp);
    for (unsigned k = 0; k < pp->note_count; k++)
        write_note(core, pp->number, &notes[k], JOURNAL_HINT, event_operation(core, notes[k].pc)->i.constant);
    pp->note_count = 0;
}

/* Notes a hint that the journal wants. */
static inline bool note_hint(const struct event_core *core, struct event_pp *pp, uint32_t constant,
                             uint32_t pc, uint64_t cycle, bool is_sure)
{
    if (pp->note_count == AHEAD_NOTES && !is_sure)
        return false;
    pp->now.acts++; /* a loop with a report is no polling loop */
    const struct event_note note = note_of(core, pp, pc, cycle);
    if (!is_sure) {
        notes_of(core, pp)[pp->note_count++] = note;
        return true;
    }
    if (pp->note_count != 0)
        event_write_notes(core, pp);
    write_note(core, pp->number, &note, JOURNAL_HINT, constant);
    return true;
}

bool event_note_hint(const struct event_core *core, struct event_pp *pp, uint32_t constant, bool is_sure)
{
    return core->weight == 0 || !journal_hears(core->journal, constant) ||
           note_hint(core, pp, constant, pp->now.reg[1], pp->now.cycle, is_sure);
}

void event_note_halt(const struct event_core *core, struct event_pp *pp)
{
    const struct event_note note = note_of(core, pp, pp->now.reg[1], pp->now.cycle);
    event_write_notes(core, pp);
    write_note(core, pp->number, &note, JOURNAL_HALT, 0);
}

/* ---- hints in a profile */

static inline void count_mark(const struct event_core *core, struct event_pp *pp, uint32_t constant,
                              uint64_t cycle)
{
    const uint64_t weight = core->weight;
    pp->has_marked = true;
    marks_count(core->marks, shint_argument(constant), shint_number(constant) == SHINT_region_enter, weight,
                event_weighted_cycles(core, cycle),
                weight * (core->marks->waited_by[pp->number] + pp->now.waited));
}

void event_count_hint(const struct event_core *core, struct event_pp *pp, uint32_t constant)
{
    const struct event_state *now = &pp->now;
    const uint64_t weight = core->weight;
    switch (shint_number(constant)) {
    case SHINT_barrier_leave:
        if (now->in_barrier && listens(core->counts))
            counts_wait(core->counts, now->reg[MACHINE_RA], weight * (now->cycle - now->since));
        break;
    case SHINT_region_enter:
    case SHINT_region_leave:
        count_mark(core, pp, constant, now->cycle);
        break;
    default:
        break;
    }
}

bool event_pass_mark(const struct event_core *core, struct event_pp *pp, uint32_t constant, uint32_t pc,
                     uint64_t cycle, bool is_sure)
{
    if (listens(core->journal) && core->weight != 0 && !note_hint(core, pp, constant, pc, cycle, is_sure))
        return false;
    if (listens(core->marks))
        count_mark(core, pp, constant, cycle);
    return true;
}
