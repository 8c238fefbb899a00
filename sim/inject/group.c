/* group.c - groups and barriers with dead members (docs/injection.md).
 *
 * A dead PP stays a member of its groups, so # counts it, and its share of work is not done. But no PP waits
 * for it: when all other members have reached a barrier, it is complete. So the counter of the barrier
 * (docs/internals/abi.md) is set to the value that the waiting PPs wait for. */
#include "sim/inject/inside.h"
#include "sim/machine/shint.h"

static struct inject_group *group_at(struct inject *inject, uint32_t gp)
{
    const uint32_t slot = memory_slot(&inject->machine->memory, gp);
    struct inject_group *group = pages_at(&inject->groups, slot, sizeof *group);
    group->gp = gp;
    return group;
}

/* ---- entering and leaving */

static void enter(struct inject *inject, struct inject_pp *pp, uint32_t gp)
{
    struct inject_group *group = group_at(inject, gp);
    if (group->inside == 0)
        group->dead = 0; /* another group whose frame is at the place of an older one's */
    group->inside++;
    *ARENA_ADD(&inject->machine->arena, pp->in, pp->depth, pp->room) = group;
}

/* Makes the group at gp the innermost one again, if it is one of the PP's. */
static void return_to(struct inject_pp *pp, uint32_t gp)
{
    uint32_t depth = pp->depth;
    while (depth > 0 && pp->in[depth - 1]->gp != gp)
        depth--;
    while (depth > 0 && pp->depth > depth)
        pp->in[--pp->depth]->inside--;
}

static void wait(struct inject *inject, struct inject_pp *pp, uint32_t gp, uint32_t size)
{
    struct inject_group *group = group_at(inject, gp);
    pp->waits = group;
    group->size = size;
    if (group->waiting++ != 0)
        return;
    *ARENA_ADD(&inject->machine->arena, inject->waited, inject->waited_count, inject->waited_room) = group;
}

static void stop_waiting(struct inject *inject, struct inject_pp *pp)
{
    struct inject_group *group = pp->waits;
    pp->waits = NULL;
    if (group == NULL || --group->waiting != 0)
        return;
    size_t k = 0;
    while (inject->waited[k] != group)
        k++;
    inject->waited[k] = inject->waited[--inject->waited_count];
}

void inject_hint(struct inject *inject, uint32_t number, unsigned hint, uint32_t gp, uint32_t size)
{
    struct inject_pp *pp = &inject->pps[number];
    switch (hint) {
    case SHINT_async_enter: /* at the start of the run: the group of all */
        if (pp->depth == 0)
            enter(inject, pp, gp);
        return_to(pp, gp);
        return;
    case SHINT_group_leave:
        pp->is_held = true;
        return;
    case SHINT_barrier_enter:
        pp->is_held = true;
        wait(inject, pp, gp, size);
        return;
    case SHINT_group_enter:
        enter(inject, pp, gp);
        break;
    case SHINT_barrier_leave:
        stop_waiting(inject, pp);
        return_to(pp, gp);
        break;
    default:
        return;
    }
    pp->is_held = false;
    inject->has_released = inject->held_count != 0;
}

void inject_end(struct inject *inject, uint32_t number, bool is_dead)
{
    struct inject_pp *pp = &inject->pps[number];
    pp->has_ended = true;
    pp->is_dead = is_dead;
    inject->dead_count += is_dead;
    stop_waiting(inject, pp);
    for (size_t k = 0; k < pp->depth; k++) {
        pp->in[k]->inside--;
        pp->in[k]->dead += is_dead;
    }
    inject->has_released = inject->held_count != 0;
}

/* ---- barriers */

/* Dead PPs that should reach this barrier. The gates of `start` are cells without a group: they wait for
 * the first PPs of the machine. */
static uint32_t count_missing(const struct inject *inject, const struct inject_group *group)
{
    uint32_t missing = 0;
    if (group->inside + group->dead != 0)
        return group->dead;
    if (group->size >= inject->machine->config.pps)
        return inject->dead_count;
    for (uint32_t pp = 0; pp < group->size && pp < inject->machine->config.pps; pp++)
        missing += inject->pps[pp].is_dead;
    return missing;
}

void inject_complete_barriers(struct inject *inject, void (*changed)(void *context, uint32_t cell),
                              void *context)
{
    const struct memory *memory = &inject->machine->memory;
    if (inject->dead_count == 0)
        return;
    for (size_t k = 0; k < inject->waited_count; k++) {
        const struct inject_group *group = inject->waited[k];
        if (group->gp - memory->guard >= memory->shared_span)
            continue; /* what gp holds is the program's affair */
        uint32_t *arrived = &memory->cells[group->gp];
        const uint32_t before = *arrived;
        if (before == 0 || before >= group->size || before + count_missing(inject, group) < group->size)
            continue;
        *arrived = group->size;
        if (changed != NULL)
            changed(context, group->gp);
    }
}
