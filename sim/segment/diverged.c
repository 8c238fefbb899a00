/* diverged.c - diverged PPs at level 0: when the event core takes them, when it returns them, and the effects
 * on the run. Calls event.
 *
 * The choice depends only on what all threads know, not on their number. While the core works, no team does.
 */
#include "sim/segment/end/ending.h"
#include "sim/segment/run.h"

bool diverged_choose(const struct bsp *bsp, struct course *course, const struct report *all)
{
    if (bsp->events == NULL)
        return false;
    const uint32_t weight = 1 + bsp->machine->config.pps / DIVERGED_LONELY;
    if (all->diverged > 0)
        course->diverged_for += weight;
    else if (all->diverged < 0)
        course->diverged_for -= course->diverged_for < weight ? course->diverged_for : weight;
    else
        course->diverged_for += all->lonely;
    const bool is_back = course->cycle - course->given_back < DIVERGED_BACK_CYCLES;
    const uint32_t diverged_for = weight * (is_back ? DIVERGED_SEGMENTS / 4 : DIVERGED_SEGMENTS);
    return course->diverged_for > diverged_for || bsp->few;
}

/* PPs have returned to their tiles. */
static void resume_tiles(struct bsp *bsp)
{
    struct course *course = &bsp->course;
    course->running = 0;
    course->quiet = UINT8_MAX;
    course->in_lockstep = course->halfway = false;
    course->waits = true; /* perhaps */
    course_ask(course);
    for (uint32_t t = 0; t < bsp->tile_count; t++) {
        const unsigned quiet = tile_quiet(&bsp->tiles[t]);
        course->quiet = quiet < course->quiet ? quiet : course->quiet;
        course->running += bsp->tiles[t].running;
    }
    course->goes_on = course->passes = false;
}

/* Adds the results of the core to the run. */
static void take_over(struct bsp *bsp, const struct event_outcome *outcome)
{
    struct course *course = &bsp->course;
    struct tile_effects *effects = &bsp->workers[0].effects;
    course->cycle = outcome->cycle;
    resume_tiles(bsp);
    bsp->rounds += outcome->stats.segments;
    stats_add(&effects->stats, &outcome->stats);
    bsp->workers[0].reported += outcome->stats.instructions;
    bsp->instructions += outcome->stats.instructions;
    if (outcome->halted > effects->halted_cycle)
        effects->halted_cycle = outcome->halted;
}

/* Whether the core has stopped for a test whether the run never ends, because all PPs repeat loops
 * (follow.h), and they do not. */
static bool is_refuted(struct bsp *bsp, const struct event_outcome *outcome)
{
    const uint64_t cycle = bsp->course.cycle;
    if (outcome->end != EVENT_WAITING)
        return false;
    const struct deadlock_run run = ending_run(bsp->tiles, bsp->tile_count, cycle);
    return !deadlock_all_repeat(&run, circle_is_asked(cycle), &bsp->workers[0].outside);
}

/* Runs the core up to a cycle at most. */
static const struct event_outcome *run_core(struct bsp *bsp, uint64_t end)
{
    const struct event_outcome *outcome;
    struct course *course = &bsp->course;
    bool resumes = course->resumes;
    do {
        const struct event_bounds bounds = {
            .cycle = end, .asked = course->asked, .instructions = bsp->instructions};
        outcome = event_run(bsp->events, bsp->tiles, bsp->tile_count, course->cycle, resumes, &bounds);
        take_over(bsp, outcome);
        resumes = true;
    } while (is_refuted(bsp, outcome));
    return outcome;
}

void diverged_run(struct bsp *bsp)
{
    struct course *course = &bsp->course;
    const uint64_t max_cycles = bsp->machine->config.max_cycles;
    const uint64_t end = max_cycles != 0 ? max_cycles : UINT64_MAX;
    const struct event_outcome *outcome = run_core(bsp, bsp->until < end ? bsp->until : end);
    course->resumes = course->diverged = outcome->end == EVENT_STOPPED;
    course->diverged_for = 0;
    /* also if tiles continue from here, because they have no segments of zero cycles */
    bsp->stopped = outcome->end != EVENT_HALTED && outcome->end != EVENT_OVER &&
                   (course->cycle >= bsp->until || bsp->machine->pause);
    switch (outcome->end) {
    case EVENT_STOPPED:
        if (!bsp->stopped) {
            lead_end_stuck(bsp, WORKER_ASKED_NOTHING, 0);
            bsp->ended = true;
        }
        break;
    case EVENT_TOGETHER:
        course->given_back = course->cycle;
        break;
    case EVENT_WAITING:
    case EVENT_FAILS: /* tiles end the run in this cycle */
        break;
    case EVENT_HALTED:
        bsp->ended = true;
        break;
    case EVENT_OVER:
        bsp->end_cycle = outcome->last;
        bsp->over = bsp->ended = true;
        break;
    }
}
