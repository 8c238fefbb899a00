/* note.c - what PPs tell by hints: for --trace, as that they halt, and for a profile of regions.
 *
 * What a PP has told ahead waits in its notes until it is sure; a PP that is brought back forgets it, and
 * tells it again. So the journal gets what the machine does, once. Calls machine.
 */
#include "sim/bsp/event/inside.h"

#include "sim/machine/caller.h"

static struct event_note *notes_of(const struct event_core *core, const struct event_pp *pp)
{
    return &core->notes[(size_t)pp->number * AHEAD_NOTES];
}

static struct event_note note_of(const struct event_core *core, const struct event_pp *pp)
{
    const struct event_state *now = &pp->now;
    const struct caller_registers at = {.pp = pp->number,
                                        .pc = now->reg[1],
                                        .a1 = now->reg[MACHINE_A1],
                                        .sp = now->reg[MACHINE_SP],
                                        .fp = now->reg[MACHINE_FP],
                                        .ra = now->reg[MACHINE_RA]};
    const bool is_users = core->machine->program.origins[at.pc] == ORIGIN_USER;
    return (struct event_note){.cycle = now->cycle,
                               .pc = at.pc,
                               .place = is_users ? at.pc : caller_find(core->machine, &at).pc,
                               .group = now->reg[MACHINE_GP]};
}

static void write_note(const struct event_core *core, uint32_t pp, const struct event_note *note,
                       enum journal_kind kind, uint32_t hint)
{
    journal_note(core->journal,
                 &(struct journal_entry){.cycle = note->cycle,
                                         .pc = note->pc,
                                         .place = note->place,
                                         .group = note->group,
                                         .hint = hint,
                                         .kind = (uint8_t)kind},
                 &pp, 1);
}

void event_write_notes(const struct event_core *core, struct event_pp *pp)
{
    const struct event_note *notes = notes_of(core, pp);
    for (unsigned k = 0; k < pp->note_count; k++)
        write_note(core, pp->number, &notes[k], JOURNAL_HINT, event_operation(core, notes[k].pc)->i.constant);
    pp->note_count = 0;
}

bool event_note_hint(const struct event_core *core, struct event_pp *pp, uint32_t constant, bool is_sure)
{
    if (core->weight == 0 || !journal_hears(core->journal, constant))
        return true;
    if (pp->note_count == AHEAD_NOTES && !is_sure)
        return false;
    pp->now.acts++; /* a loop in which something is told is no loop to sleep in */
    const struct event_note note = note_of(core, pp);
    if (!is_sure) {
        notes_of(core, pp)[pp->note_count++] = note;
        return true;
    }
    event_write_notes(core, pp);
    write_note(core, pp->number, &note, JOURNAL_HINT, constant);
    return true;
}

void event_note_halt(const struct event_core *core, struct event_pp *pp)
{
    const struct event_note note = note_of(core, pp);
    event_write_notes(core, pp);
    write_note(core, pp->number, &note, JOURNAL_HALT, 0);
}

/* ---- what a profile counts of hints */

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
        pp->has_marked = true;
        marks_count(core->marks, shint_argument(constant), shint_number(constant) == SHINT_region_enter,
                    weight, weight * now->cycle, weight * (core->marks->waited_by[pp->number] + now->waited));
        break;
    default:
        break;
    }
}

bool event_pass_mark(const struct event_core *core, struct event_pp *pp, uint32_t constant, bool is_sure)
{
    if (listens(core->journal) && !event_note_hint(core, pp, constant, is_sure))
        return false;
    if (listens(core->marks))
        event_count_hint(core, pp, constant);
    return true;
}
