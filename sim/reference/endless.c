/* endless.c - runs of the reference engine that do not end by themselves: too long, in a deadlock, in an
 * endless loop. Called between and within cycles by reference.c. */
#include <string.h>

#include "asm/isa.h"
#include "sim/machine/deadlock.h"
#include "sim/machine/follow/follow.h"
#include "faulty.h"
#include "sim/inject/inject.h"
#include "state.h"

/* ---- too long */

void endless_runaway(struct reference *reference)
{
    struct machine *machine = reference->machine;
    const struct pp *lowest = reference->running_count != 0
                                  ? reference->running[0]
                                  : &reference->pps[faulty_first_asleep(reference)]; /* all stand still */
    for (uint32_t k = reference->running_count; k-- > 0;)
        if (reference->barrier_since[reference->running[k]->number] == 0)
            lowest = reference->running[k]; /* not the waiting PP, but the one that it waits for */
    fault_runaway(&machine->fault, machine, lowest->number, lowest->reg[1]);
    machine->end = END_FAULT;
}

/* ---- deadlock */

static struct follow follow_of(const struct reference *reference, const struct pp *pp)
{
    const struct late *late = &pp->late[~reference->cycle & 1]; /* pending from the previous cycle */
    struct follow follow = {.flags = pp->flags,
                            .late_target = late->target,
                            .late_value = late->value,
                            .pp = pp->number,
                            .cycle = reference->cycle};
    memcpy(follow.reg, pp->reg, sizeof follow.reg);
    return follow;
}

/* Whether the PP has waited long in its barrier and repeats a loop there. */
static bool waits_for_ever(const struct reference *reference, const struct pp *pp)
{
    if (!deadlock_has_waited(reference->barrier_since[pp->number] - 1, reference->cycle) ||
        precision_is_busy(&reference->precision, pp->number))
        return false;
    const struct follow follow = follow_of(reference, pp);
    return follow_finds_circle(reference->machine, &follow);
}

static bool all_wait_in_barriers(const struct reference *reference)
{
    bool wait = deadlock_is_asked(reference->cycle) && reference->waiting_count == reference->running_count;
    for (uint32_t k = 0; k < reference->running_count && wait; k++)
        wait = waits_for_ever(reference, reference->running[k]);
    return wait;
}

static void explain(struct reference *reference)
{
    struct deadlock report = {.places = 0};
    for (uint32_t k = 0; k < reference->running_count; k++) {
        const struct pp *pp = reference->running[k];
        const uint64_t since = reference->barrier_since[pp->number];
        const struct deadlock_pp waiting = {.at = caller_registers(pp->number, pp->reg[1], pp->reg),
                                            .gp = pp->reg[MACHINE_GP],
                                            .in_barrier = since != 0,
                                            .since = since - 1};
        deadlock_add(&report, reference->machine, &waiting);
    }
    deadlock_end(&report, reference->machine, reference->running_count, reference->cycle);
}

/* ---- round in circles */

/* Whether the PP's next action depends on more than its state and what others can see. */
static bool depends_on_more(const struct machine *machine, const struct pp *pp)
{
    if (pp->reg[1] >= machine->program.count)
        return true; /* a fault */
    const struct instruction *i = &machine->program.code[pp->reg[1]];
    return circle_depends_on_more(machine, pp->number, i, pp->reg[i->rs], pp->reg[i->rt] + i->constant);
}

/* Examines all PPs. True: each repeats its state. */
static bool look_around(struct reference *reference)
{
    struct circle_watch *watch = &reference->watch;
    bool all_back = true;
    for (uint32_t k = 0; k < reference->running_count && watch->cycles != 0; k++) {
        const struct pp *pp = reference->running[k];
        struct circle_pp *seen = &watch->pps[pp->number];
        if (depends_on_more(reference->machine, pp)) {
            circle_end(watch, reference->cycle);
        } else if (watch->cycles >= CIRCLE_QUIET && circle_wants(seen, pp->reg[1])) {
            const struct follow state = follow_of(reference, pp);
            circle_look(seen, &state);
        }
        all_back = all_back && seen->is_back;
    }
    return all_back && watch->cycles != 0;
}

bool endless_is_deadlock(struct reference *reference)
{
    struct circle_watch *watch = &reference->watch;
    if (inject_asleep(reference->inject) != 0) /* a PP will wake up */
        return false;
    if (watch->cycles == 0 && !inject_goes_on(reference->inject) && reference->cycle >= watch->clock.due)
        circle_begin(watch, reference->machine->config.pps, reference->cycle);
    else if (watch->cycles != 0 && (inject_goes_on(reference->inject) || ++watch->cycles > watch->longest))
        circle_end(watch, reference->cycle);
    if (!all_wait_in_barriers(reference) && (watch->cycles == 0 || !look_around(reference)))
        return false;
    explain(reference);
    return true;
}
