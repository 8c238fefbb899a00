/* endless.c - see endless.h. */
#include "endless.h"

#include "sim/machine/follow/follow.h"

/* ---- too long */

/* Names the lowest PP that does not wait in a barrier: a waiting PP waits for it. If there is none, the
 * lowest that does not stand still; if all do, the lowest of these. */
void endless_stop(const struct endless_run *run)
{
    enum { FREE, WAITING, STILL };
    struct machine *machine = run->machine;
    uint32_t lowest[] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    struct pp_view view;
    unsigned rank = FREE;
    for (uint32_t pp = machine->config.pps; pp-- > 0;) {
        run->view(run->engine, pp, &view);
        if (!view.running)
            continue;
        const bool is_still = machine->inject != NULL && inject_is_asleep(machine->inject, pp);
        lowest[is_still ? STILL : view.in_barrier ? WAITING : FREE] = pp;
    }
    while (rank < STILL && lowest[rank] == UINT32_MAX)
        rank++;
    run->view(run->engine, lowest[rank], &view);
    fault_runaway(&machine->fault, machine, lowest[rank], view.pc);
    machine->end = END_FAULT;
}

/* ---- deadlock */

/* Whether the PP has waited long in its barrier and repeats a loop there. */
static bool waits_for_ever(const struct endless_run *run, const struct pp_view *view, uint32_t pp)
{
    if (!deadlock_has_waited(view->since, run->cycle) || precision_is_busy(run->precision, pp))
        return false;
    const struct follow follow = follow_view(view, pp, run->cycle);
    return follow_finds_circle(run->machine, &follow);
}

static bool all_wait_in_barriers(const struct endless_run *run)
{
    bool wait = deadlock_is_asked(run->cycle) && run->waiting == run->running;
    for (uint32_t pp = 0; pp < run->machine->config.pps && wait; pp++) {
        struct pp_view view;
        run->view(run->engine, pp, &view);
        wait = !view.running || waits_for_ever(run, &view, pp);
    }
    return wait;
}

static void explain(const struct endless_run *run)
{
    struct deadlock report = {.places = 0};
    for (uint32_t pp = 0; pp < run->machine->config.pps; pp++) {
        struct pp_view view;
        run->view(run->engine, pp, &view);
        const struct deadlock_pp waiting = {.at = caller_registers(pp, view.pc, view.r),
                                            .gp = view.r[MACHINE_GP],
                                            .in_barrier = view.in_barrier,
                                            .since = view.since};
        if (view.running)
            deadlock_add(&report, run->machine, &waiting);
    }
    deadlock_end(&report, run->machine, run->running, run->cycle);
}

/* Whether all PPs are in barriers, and the test of barriers is still to come: then a circle does not end the
 * run before it. */
static bool barriers_come_first(const struct endless_run *run)
{
    if (run->waiting != run->running)
        return false;
    bool has_come = deadlock_is_asked(run->cycle);
    for (uint32_t pp = 0; pp < run->machine->config.pps && has_come; pp++) {
        struct pp_view view;
        run->view(run->engine, pp, &view);
        has_come = !view.running || deadlock_has_waited(view.since, run->cycle);
    }
    return !has_come;
}

/* ---- endless loops */

/* Whether the PP's next action depends on more than its state and what others can see. */
static bool depends_on_more(const struct machine *machine, const struct pp_view *view, uint32_t pp)
{
    if (view->pc >= machine->program.count)
        return true; /* a fault */
    const struct instruction *i = &machine->program.code[view->pc];
    return circle_depends_on_more(machine, pp, i, view->r[i->rs], view->r[i->rt] + i->constant);
}

/* Examines all PPs. True: each repeats its state. */
static bool look_around(const struct endless_run *run)
{
    struct circle_watch *watch = run->watch;
    bool all_back = true;
    for (uint32_t pp = 0; pp < run->machine->config.pps && watch->cycles != 0; pp++) {
        struct circle_pp *seen = &watch->pps[pp];
        struct pp_view view;
        run->view(run->engine, pp, &view);
        if (!view.running)
            continue;
        if (depends_on_more(run->machine, &view, pp)) {
            circle_end(watch, run->cycle);
        } else if (watch->cycles >= CIRCLE_QUIET && circle_wants(seen, view.pc)) {
            const struct follow now = follow_view(&view, pp, run->cycle);
            circle_look(seen, &now);
        }
        all_back = all_back && seen->is_back;
    }
    return all_back && watch->cycles != 0;
}

bool endless_is_over(const struct endless_run *run)
{
    struct circle_watch *watch = run->watch;
    const bool goes_on = inject_goes_on(run->machine->inject);
    if (watch->cycles == 0 && !goes_on && run->cycle >= watch->clock.due)
        circle_begin(watch, run->machine->config.pps, run->cycle);
    else if (watch->cycles != 0 && (goes_on || ++watch->cycles > watch->longest))
        circle_end(watch, run->cycle);
    const bool all_wait = all_wait_in_barriers(run);
    if (!all_wait && (watch->cycles == 0 || !look_around(run) || barriers_come_first(run)))
        return false;
    explain(run);
    return true;
}
