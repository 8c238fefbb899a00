/* notice.c - finds accesses with an outcome that depends on timing, where the core comes across them. In
 * asynchronous code a PP accesses a cell that another PP has loaded or stored, one of the two changes the
 * cell, and the PP has done nothing since that could order it after the other one.
 *
 * Only cells that PPs must ask for, and accesses at wanted places, are examined; all other accesses cost
 * nothing. Correct programs are never reported: a PP that has waited for the other one has since made a
 * multiprefix request, or loaded in a barrier or in a polling loop of library or user (docs/check.md). */
#include "sim/machine/cell_name.h"
#include "sim/machine/lines.h"
#include "sim/observe/record/warning.h"
#include "sim/solo/inside.h"

static struct event_sight *seen_at(const struct event_core *core, uint32_t cell)
{
    return &core->notices->seen[(cell ^ cell / SEEN_CELLS) % SEEN_CELLS];
}

static struct event_sight *take_cell(struct event_core *core, uint32_t cell)
{
    struct event_sight *seen = seen_at(core, cell);
    if (seen->cell != cell)
        *seen = (struct event_sight){.cell = cell};
    core->notices->some = true;
    return seen;
}

_Static_assert(TILE_FOLDS == 64, "notices.in_use has a bit for each range");

static bool is_folded(const struct event_core *core, uint32_t cell)
{
    const struct event_notices *notices = core->notices;
    bool is_in = (notices->folded[cell / 64] >> cell % 64 & 1) != 0;
    for (uint64_t rest = notices->in_use; rest != 0 && !is_in; rest &= rest - 1) {
        const struct tile_folded *range = &notices->ranges[__builtin_ctzll(rest)];
        is_in = cell >= range->low && cell < range->end;
    }
    return is_in;
}

void event_notice_folds(struct event_core *core, const struct tile_folded ranges[TILE_FOLDS])
{
    for (uint32_t k = 0; k < TILE_FOLDS; k++) {
        tile_folded_unite(&core->notices->ranges[k], &ranges[k]);
        core->notices->in_use |= (uint64_t)(ranges[k].end != 0) << k;
    }
}

/* A finding of machine.noticed: once for each pair of places in the source, whichever PP came first, by the
 * earliest time that is known. did: what the PP of the past access did to the cell. */
static void notice(struct event_core *core, uint32_t cell, const struct event_access *now,
                   const struct event_access *past, const char *did)
{
    static const char race[] = "race_noticed";
    struct machine *machine = core->machine;
    struct event_notices *notices = core->notices;
    char name[CELL_NAME_SIZE], place[120];
    if (notices->places == NULL)
        notices->places = lines_first(machine);
    const uint32_t here = notices->places[now->pc], there = notices->places[past->pc];
    const uint32_t low = here < there ? here : there, high = here < there ? there : here;
    struct warning *warning =
        warnings_add_late(&machine->arena, &machine->noticed, race, low, high, now->cycle, cell);
    if (warning == NULL)
        return;
    warning->address = cell;
    warning->has_other = true;
    warning->other = (struct warning_other){.pp = past->pp, .pc = past->pc, .cycle = past->cycle};
    fault_place(&machine->object, past->pc, place, sizeof place);
    fault_set(
        &warning->what, FAULT_check, now->pp, now->pc, now->cycle,
        "the outcome of a %s %s depends on timing, since PP %u %s it in cycle %llu%s%s (--check says more)",
        now->is_store ? "store to" : "load from", cell_name(machine, cell, name), past->pp, did,
        (unsigned long long)past->cycle, place[0] != '\0' ? " at " : "", place);
}

/* ---- ordering */

/* Early stores of the PP are known when they are certain; that may be before its event. */
void event_weigh_out(const struct event_core *core, struct event_pp *pp, uint64_t cycle)
{
    const uint64_t early = pp->early_count != 0 ? core->base + event_early(core, pp)->time : cycle;
    const uint64_t out = early < cycle ? early : cycle;
    struct event_deeds *deeds = &core->notices->deeds[pp->number];
    for (unsigned k = 0; k < DEEDS; k++)
        if (out > deeds->last[k].cycle && deeds->last[k].out == 0)
            deeds->last[k].out = out;
    pp->is_noted = deeds->last[(deeds->next - 1) % DEEDS].out == 0;
}

/* Records an examined access of the PP. */
static void note_deed(const struct event_core *core, uint32_t number, uint64_t cycle)
{
    struct event_deeds *deeds = &core->notices->deeds[number];
    deeds->last[deeds->next++ % DEEDS] = (struct event_deed){.cycle = cycle};
    event_pp(core, number)->is_noted = true;
}

/* Whether the PP may have stored early after a cycle, which is not known yet. */
static bool has_stored_early(const struct event_core *core, uint32_t number, uint64_t after, uint64_t until)
{
    const struct event_pp *pp = event_pp(core, number);
    const struct lane_early *early = event_early(core, pp);
    bool some = false;
    for (unsigned k = 0; k < pp->early_count && !some; k++)
        some = core->base + early[k].time > after && core->base + early[k].time <= until;
    return some;
}

/* Whether the PP, after an examined access in a cycle, may have done something that others can wait for, and
 * by when. */
static bool may_be_out(const struct event_core *core, uint32_t number, uint64_t cycle, uint64_t until)
{
    const struct event_deeds *deeds = &core->notices->deeds[number];
    for (unsigned k = 0; k < DEEDS; k++) {
        const struct event_deed *deed = &deeds->last[k];
        if (deed->cycle == cycle)
            return (deed->out != 0 && deed->out <= until) || has_stored_early(core, number, cycle, until);
    }
    return true;
}

/* Whether a PP is ordered after an access of another PP, or may be by a load that was not examined: of a cell
 * that has been used by multiprefix since the access. */
static bool may_be_after(const struct event_core *core, const struct event_access *now,
                         const struct event_access *past)
{
    const struct event_notices *notices = core->notices;
    const uint64_t ordered = notices->ordered[now->pp];
    return past->cycle <= core->known_from ||
           (past->cycle <= ordered && may_be_out(core, past->pp, past->cycle, ordered)) ||
           (notices->released > past->cycle &&
            (notices->unseen != 0 || past->cycle <= notices->unseen_until));
}

/* Whether another PP made the access `past` before now, and this PP is not ordered after it. The cell must
 * not have changed in between, because not all accesses are examined. */
static bool races(const struct event_core *core, const struct event_access *past,
                  const struct event_access *now, uint32_t before)
{
    return !core->notices->are_over && past->cycle != 0 && past->pp != now->pp && past->cycle <= now->cycle &&
           past->value == before && !may_be_after(core, now, past);
}

/* Whether the writer is a store that may race. */
static bool is_by_user(const struct event_core *core, struct event_writer writer)
{
    return writer.pp != NULL && event_is_judged(core, writer.pc) &&
           (writer.pp->now.modes & SNAPSHOT_IN_ASYNC) != 0 && !writer.pp->now.in_barrier;
}

static void remember(struct event_sight *seen, const struct event_access *now)
{
    if (seen->loads[0].cycle != 0 && seen->loads[0].pp != now->pp)
        seen->loads[1] = seen->loads[0];
    seen->loads[0] = *now;
}

void event_notice_store(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before,
                        struct event_writer writer)
{
    if (!is_by_user(core, writer)) {
        struct event_sight *seen = seen_at(core, cell);
        if (seen->cell == cell)
            seen->store.cycle = 0;
        if (writer.pp != NULL)
            event_go_out(core, writer.pp, cycle);
        return;
    }
    const struct event_access now = {.cycle = cycle,
                                     .pp = writer.pp->number,
                                     .pc = writer.pc,
                                     .value = core->machine->memory.cells[cell],
                                     .is_store = true};
    struct event_sight *seen = take_cell(core, cell);
    event_go_out(core, writer.pp, cycle);
    note_deed(core, now.pp, cycle);
    if (now.value == before) {
        remember(seen, &now);
        return;
    }
    if (is_folded(core, cell)) {
        core->notices->released = cycle;
    } else {
        const bool first = races(core, &seen->loads[0], &now, before);
        const struct event_access *load = first ? &seen->loads[0] : &seen->loads[1];
        if (races(core, &seen->store, &now, before))
            notice(core, cell, &now, &seen->store, "stored another value to");
        else if (first || races(core, load, &now, before))
            notice(core, cell, &now, load, load->is_store ? "stored the old value to" : "loaded");
    }
    seen->store = now;
}

void event_weigh_load(struct event_core *core, struct event_pp *pp, uint32_t cell)
{
    const uint32_t value = core->machine->memory.cells[cell];
    const struct event_access now = {
        .cycle = pp->now.cycle, .pp = pp->number, .pc = pp->now.reg[1], .value = value};
    if (is_folded(core, cell)) { /* a lock of the user's */
        core->notices->ordered[pp->number] = now.cycle;
        event_note_orders(core, now.pc);
        return;
    }
    struct event_sight *seen = take_cell(core, cell);
    if (seen->store.cycle != 0 && races(core, &seen->store, &now, value))
        notice(core, cell, &now, &seen->store, "stored to");
    remember(seen, &now);
    note_deed(core, now.pp, now.cycle);
}
