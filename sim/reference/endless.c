/* endless.c - see endless.h. */
#include "endless.h"

/* ---- deadlock */

/* Whether the PP repeats a loop in its barrier, in which it stores nothing. */
static bool waits_on(const struct endless_run *run, uint32_t pp, const struct pp_view *view)
{
    const struct follow follow = follow_view(view, pp, run->cycle);
    return follow_repeats(run->machine, &follow, NULL, true, FOLLOW_MOST);
}

/* Whether the PP repeats a loop, in which it changes nothing. */
static bool goes_round(const struct endless_run *run, uint32_t pp, const struct pp_view *view)
{
    const struct follow follow = follow_view(view, pp, run->cycle);
    struct follow_cells cells = {.count = 0};
    return circle_holds(run->machine, &follow, &cells, view->in_barrier, run->cycle);
}

bool endless_goes_round(const struct endless_run *run, uint32_t pp)
{
    struct pp_view view;
    run->view(run->engine, pp, &view);
    return !precision_is_busy(run->precision, pp) && goes_round(run, pp, &view);
}

static bool has_waited(const struct endless_run *run, uint32_t pp, const struct pp_view *view)
{
    (void)pp;
    return deadlock_has_waited(view->since, run->cycle);
}

/* Whether a condition holds for all running PPs. Begins with the PP for which one did not hold last time. */
static bool is_true_of_all(const struct endless_run *run,
                           bool (*holds)(const struct endless_run *run, uint32_t pp,
                                         const struct pp_view *view))
{
    const uint32_t pps = run->machine->config.pps, first = *run->first;
    for (uint32_t k = 0; k < pps; k++) {
        const uint32_t pp = first + k < pps ? first + k : first + k - pps;
        struct pp_view view;
        run->view(run->engine, pp, &view);
        if (view.running && (precision_is_busy(run->precision, pp) || !holds(run, pp, &view))) {
            *run->first = pp;
            return false;
        }
    }
    return true;
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

/* In a cycle of both tests, that of loops includes that of barriers. If all PPs are in barriers, they must
 * have waited long enough for either. */
static bool can_go_on(const struct endless_run *run)
{
    return (run->waiting == run->running && !is_true_of_all(run, has_waited)) ||
           !is_true_of_all(run, endless_looks_for_loops(run) ? goes_round : waits_on);
}

bool endless_is_over(const struct endless_run *run)
{
    if (can_go_on(run))
        return false;
    explain(run);
    return true;
}
