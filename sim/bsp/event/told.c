/* told.c - what listeners are told of PPs that go their own ways: who accesses the same cell of shared memory
 * in the same cycle (sim/bsp/encounter).
 *
 * Most is told when it is done, ahead, and is taken back when the PP is brought back. What has to be known
 * beyond that, of code that others have called, or of groups, is known while a PP stands at its event, so
 * such accesses are events. Calls machine's caller.
 */
#include "sim/bsp/event/inside.h"
#include "sim/machine/caller.h"

enum {
#define GROUP_FIELD(offset, name, text) GROUP_##name = (offset),
#include "asm/tables/group.def"
};

bool event_create_told(struct event_core *core)
{
    if (!listens(core->machine->observers))
        return true;
    core->encounters = encounters_create(core->machine);
    core->care = core->encounters != NULL ? encounters_care(core->encounters) : NULL;
    return core->encounters != NULL;
}

/* ---- ahead */

void event_take_back_told(const struct event_core *core, const struct event_pp *pp, uint64_t cycle)
{
    const struct event_early *const early = event_early(core, pp);
    const uint32_t from = event_time(core, cycle);
    for (unsigned k = pp->read_count; k > 0 && pp->reads[k - 1].time >= from; k--)
        encounters_forget(core->encounters, core->base + pp->reads[k - 1].time, pp->number);
    for (unsigned k = pp->early_count; k > 0 && early[k - 1].time >= from; k--)
        encounters_forget(core->encounters, core->base + early[k - 1].time, pp->number);
    for (unsigned k = pp->post_end; k > 0 && pp->posts[k - 1].time >= from; k--)
        encounters_forget(core->encounters, core->base + pp->posts[k - 1].time, pp->number);
}

/* ---- events */

/* Whether the event of a PP of the batch is to be told. */
static bool is_told(const struct event_core *core, const struct event_pp *pp)
{
    const bool is_outside = !pp->now.in_barrier;
    return !event_has_posts(pp) &&
           (pp->kind == EVENT_STORE || (is_outside && (pp->kind == EVENT_LOAD || pp->kind == EVENT_FOLD))) &&
           event_is_shared(core, pp->cell) && (core->care[pp->now.reg[1]] & ENCOUNTER_NOTED) != 0;
}

/* The cell with the size of the PP's group; false: there is none. */
static bool find_size(const struct event_core *core, const struct event_pp *pp, uint32_t *cell)
{
    const struct memory *memory = &core->machine->memory;
    *cell = pp->now.reg[MACHINE_GP] + GROUP_SIZE;
    return pp->now.in_sync && *cell - memory->guard < memory->shared_span;
}

bool event_find_size(const struct event_core *core, const struct event_pp *pp, uint32_t *cell)
{
    return is_told(core, pp) && find_size(core, pp, cell);
}

static void tell_whole(struct event_core *core, const struct event_pp *pp)
{
    const uint32_t *const reg = pp->now.reg, pc = reg[1];
    struct caller caller = {.pc = pc, .inside = pc};
    if ((core->care[pc] & ENCOUNTER_CALLER) != 0) {
        const struct caller_registers at = {.pp = pp->number,
                                            .pc = pc,
                                            .a1 = reg[MACHINE_A1],
                                            .sp = reg[MACHINE_SP],
                                            .fp = reg[MACHINE_FP],
                                            .ra = reg[MACHINE_RA]};
        caller = caller_find(core->machine, &at);
    }
    uint32_t size;
    const struct observer_access access = {
        .pp = pp->number,
        .pc = pc,
        .address = pp->cell,
        .value = pp->datum,
        .frame = reg[MACHINE_GP],
        .in_barrier = pp->now.in_barrier,
        .is_synchronous = pp->now.in_sync,
        .members = find_size(core, pp, &size) ? core->machine->memory.cells[size] : 0,
        .caller = caller.pc,
        .inside = caller.inside};
    encounters_note_whole(core->encounters, core->present, &access);
}

void event_tell_batch(struct event_core *core, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        const struct event_pp *pp = event_pp(core, core->batch[k]);
        if (!is_told(core, pp))
            continue;
        if (pp->now.in_barrier || event_must_be_told(core, pp, pp->now.reg[1]))
            tell_whole(core, pp);
        else
            encounters_note(core->encounters, core->present, pp->cell, pp->number, pp->now.reg[1], pp->datum,
                            pp->now.reg[MACHINE_GP]);
    }
}
