/* presence.c - see presence.h. */
#include "presence.h"

#include "sim/inject/inject.h"
#include "sim/machine/follow/follow.h"
#include "sim/machine/shint.h"
#include "sim/machine/snapshot.h"

void presence_create(struct presence *presence, struct memory_blocks *blocks, uint32_t pps)
{
    presence->barrier_since = memory_block(blocks, pps, sizeof *presence->barrier_since);
    presence->modes = memory_block(blocks, pps, sizeof *presence->modes);
    presence->yielded = memory_block(blocks, pps, sizeof *presence->yielded);
}

/* For a profile: counts a hint that leaves a barrier or marks a region. */
static void count_hint(const struct machine *machine, const struct presence_hint *hint, uint64_t since,
                       uint64_t cycle)
{
    struct region_marks *marks = machine->marks;
    const unsigned number = shint_number(hint->constant);
    const uint64_t waited = cycle + 1 - since;
    if (number == SHINT_barrier_leave && since != 0) {
        if (machine->counts != NULL)
            counts_wait(machine->counts, hint->back, waited);
        marks->waited_by[hint->pp] += waited;
    }
    if (number == SHINT_region_enter || number == SHINT_region_leave)
        marks_count(marks, shint_argument(hint->constant), number == SHINT_region_enter, cycle,
                    marks->waited_by[hint->pp]);
}

void presence_execute(struct presence *presence, struct machine *machine, struct stats *stats,
                      const struct presence_hint *hint, uint64_t cycle)
{
    uint64_t *const since = &presence->barrier_since[hint->pp];
    const unsigned number = shint_number(hint->constant);
    if (machine->marks != NULL)
        count_hint(machine, hint, *since, cycle);
    if (machine->inject != NULL)
        inject_hint(machine->inject, hint->pp, number, hint->gp, hint->size);
    switch (number) {
    case SHINT_barrier_enter:
        presence->waiting += *since == 0;
        *since = *since != 0 ? *since : cycle + 1;
        presence->yielded[hint->pp] = 0; /* as in the parallel engine: what it waited for is over */
        break;
    case SHINT_barrier_leave:
        presence->waiting -= *since != 0;
        if (*since != 0)
            stats->barrier_wait_cycles += cycle + 1 - *since;
        *since = 0;
        break;
    case SHINT_yield:
        presence->yielded[hint->pp] = cycle + 1;
        break;
    default:
        presence->modes[hint->pp] = snapshot_modes_after(presence->modes[hint->pp], number);
        break;
    }
}

void presence_end(struct presence *presence, uint32_t pp, uint64_t cycles)
{
    uint64_t *const since = &presence->barrier_since[pp];
    presence->waiting -= *since != 0;
    presence->cut_short += *since != 0 ? cycles + 1 - *since : 0;
    *since = 0;
}

uint64_t presence_count_work(const struct presence *presence, uint32_t pps, const struct stats *stats,
                             uint64_t cycles)
{
    uint64_t inside = stats->barrier_wait_cycles + presence->cut_short;
    for (uint32_t pp = 0; pp < pps; pp++)
        inside += presence->barrier_since[pp] != 0 ? cycles + 1 - presence->barrier_since[pp] : 0;
    return stats->instructions - inside;
}

/* ---- runs that do not end by themselves */

/* Whether loops are tested before this cycle. Not if --faults will still change something. */
static bool looks_for_loops(const struct deadlock_run *run)
{
    return circle_is_asked(run->cycle) && !inject_goes_on(run->machine->inject);
}

bool presence_is_asked(const struct presence *presence, const struct deadlock_run *run, uint32_t running)
{
    return deadlock_is_asked(run->cycle) && inject_asleep(run->machine->inject) == 0 &&
           (presence->waiting == running || looks_for_loops(run));
}

/* In a cycle of both tests, that of loops includes that of barriers. If all PPs are in barriers, they must
 * have waited long enough for either. */
bool presence_is_endless(struct presence *presence, const struct deadlock_run *run, uint32_t running)
{
    if ((presence->waiting == running && !deadlock_have_waited(run)) ||
        !deadlock_all_repeat(run, looks_for_loops(run), &presence->refuter))
        return false;
    deadlock_end(run);
    return true;
}
