/* worker.c - see worker.h. */
#include "sim/segment/worker.h"

#include <stdlib.h>
#include <string.h>

#include "sim/segment/end/ending.h"

void *worker_lines(size_t count, size_t size)
{
    void *memory = aligned_alloc(128, (count * size + 127) / 128 * 128);
    return memory ? memset(memory, 0, count * size) : NULL;
}

bool worker_create(struct worker *worker, unsigned number, const struct tile_world *world)
{
    *worker = (struct worker){.number = number};
    if (!tile_effects_create(&worker->effects))
        return false;
    worker->effects.ran.notes = world->level == 0;
    return true;
}

/* The number of units to run outside barriers, and of their PPs: a pc with many PPs is one unit, at other pcs
 * each PP is one. Strands are not counted, because several may be at one pc, depending on where the run was
 * stopped. */
static uint32_t count_to_run(const struct tile *tile, uint32_t *members)
{
    enum { PLACES = 256, MANY = 15 };
    const uint32_t many = tile->few > MANY ? tile->few : MANY;
    uint16_t at[PLACES]; /* only entries of occupied pcs are set */
    uint32_t count = 0;
    *members = 0;
    for (uint32_t k = strand_active(tile, 0); k != STRAND_END; k = strand_active(tile, k + 1))
        at[tile->strands[k].pc % PLACES] = 0;
    for (uint32_t k = strand_active(tile, 0); k != STRAND_END; k = strand_active(tile, k + 1)) {
        const struct strand *strand = &tile->strands[k];
        if (strand->in_barrier)
            continue;
        *members += strand->count;
        uint16_t *const place = &at[strand->pc % PLACES];
        const uint32_t before = *place <= many ? *place : 1;
        *place += (uint16_t)strand->count;
        count += (*place <= many ? *place : 1u) - before;
    }
    return count;
}

/* Level 0: 1 if running one PP at a time would be faster than strands, -1 if not. 0 if all PPs wait or have
 * ended, or only a few have not: then taking all PPs out of their tiles would not pay for long; *lonely
 * becomes true. */
static int diverged_tiles(const struct tile *tile, bool *lonely)
{
    enum { MEMBERS = 48, FEW_SHIFT = 6 };
    uint32_t members;
    const uint32_t count = count_to_run(tile, &members);
    if (count == 0 || count * MEMBERS <= members || (count == 1 && members > 1))
        return count == 0 ? 0 : -1;
    const bool are_few = count < tile->pps >> FEW_SHIFT;
    *lonely |= are_few;
    return are_few ? 0 : 1;
}

/* Not if instructions take several cycles: then the number of segments would depend on where the run is
 * stopped. */
static bool can_be_in_lockstep(const struct worker *worker)
{
    const struct machine *machine = worker->tiles[0].world->machine;
    return machine->config.pps == worker->tiles[0].pps && !machine->program.uses_real &&
           tile_is_in_lockstep(&worker->tiles[0]);
}

/* What the strands of a worker's tiles do. last: see worker_report. */
static struct report look_around(const struct worker *worker, const struct course *course, uint64_t last)
{
    const unsigned level = worker->tiles[0].world->level;
    struct report seen = {.quiet = level == 0 ? UINT8_MAX : 0, .passed = worker->effects.passed};
    uint32_t running = 0, waiting = 0, behind = 0, exhausted = 0;
    uint64_t earliest = UINT64_MAX; /* levels 1 to 5: no PP outside barriers is in an earlier cycle */
    bool lonely = false;
    const uint32_t count = worker->tile_count;
    for (uint32_t t = tile_running(worker->tiles, count, 0); t < count;
         t = tile_running(worker->tiles, count, t + 1)) {
        const struct tile *tile = &worker->tiles[t];
        running += tile->running;
        for (uint32_t k = strand_active(tile, 0); k != STRAND_END; k = strand_active(tile, k + 1)) {
            const struct strand *strand = &tile->strands[k];
            seen.phases |= (uint8_t)(1u << strand->phase);
            const uint32_t before = strand->cycle < last ? strand->count : 0;
            if (strand->state >= STRAND_STAYING || (!strand->in_barrier && before == 0)) {
                exhausted += strand->count;
            } else if (strand->in_barrier) {
                waiting += strand->count;
                behind += before;
            }
            if (!strand->in_barrier && strand->cycle < earliest)
                earliest = strand->cycle;
        }
        seen.phases |= tile->held.phases;
        earliest = tile->held.time < earliest ? tile->held.time : earliest;
        for (uint32_t k = last != UINT64_MAX ? strand_held(tile, 0) : STRAND_END; k != STRAND_END;
             k = strand_held(tile, k + 1)) {
            const struct strand *strand = &tile->strands[k];
            exhausted += strand->state == STRAND_FAULT || strand->cycle >= last ? strand->count : 0;
        }
        if (level > 0)
            continue;
        const unsigned quiet = tile_quiet(tile);
        seen.quiet = quiet < seen.quiet ? (uint8_t)quiet : seen.quiet;
        seen.diverged += diverged_tiles(tile, &lonely);
    }
    seen.running = running & REPORT_RUNNING;
    seen.some_wait = waiting != 0;
    seen.some_behind = behind != 0;
    seen.some_exhausted = exhausted != 0;
    seen.some_run = waiting + exhausted != running;
    seen.early = earliest < course->due;
    seen.lonely = lonely;
    return seen;
}

/* Whether all tiles with running PPs foresee a multiprefix request without effect, and its *fold. Only if a
 * phase may follow in which each thread carries out its own stores: in others requests may be held back. */
static bool all_foresee(const struct worker *worker, const struct commit_summary *summary, uint8_t *fold)
{
    bool some = false, foresees = summary->stores && !summary->clashing;
    *fold = 0;
    const uint32_t count = worker->tile_count;
    for (uint32_t t = tile_running(worker->tiles, count, 0); foresees && t < count;
         t = tile_running(worker->tiles, count, t + 1)) {
        uint8_t one = 0;
        foresees = tile_foresees_idle_fold(&worker->tiles[t], &one) && (!some || one == *fold);
        *fold = one & 15u;
        some = true;
    }
    return foresees;
}

/* Decides what the tile may do in the segment that begins, and runs it. */
static void run_tile(struct tile *tile, const struct course *course, bool hurries, uint64_t end)
{
    if (!course->halfway) {
        tile->loaded = course->loaded;
        tile->passes = course->passes;
        tile->in_lockstep = course->in_lockstep;
        if (!course->goes_on)
            tile->hurries = hurries;
    }
    tile_begin(tile, !course->halfway && course->goes_on);
    tile_run(tile, end);
}

void worker_run(struct worker *worker, const struct course *course, uint64_t end)
{
    struct tile *const tiles = worker->tiles;
    const uint32_t count = worker->tile_count;
    tile_ran_begin(&worker->effects.ran, course->cycle, end);
    worker->effects.passed = false;
    /* a request to stop need not wait for the longest segments of many tiles */
    const bool hurries = machine_is_asked_to_stop(tiles[0].world->machine);
    if (worker->number % 2 == 0)
        for (uint32_t t = tile_running(tiles, count, 0); t < count; t = tile_running(tiles, count, t + 1))
            run_tile(&tiles[t], course, hurries, end);
    else
        for (uint32_t t = tile_running_before(tiles, count); t > 0; t = tile_running_before(tiles, t - 1))
            run_tile(&tiles[t - 1], course, hurries, end);
}

/* Level 0: whether all PPs have been in barriers for long when they are tested. */
static bool have_waited(const struct worker *worker)
{
    const uint32_t some = tile_running(worker->tiles, worker->tile_count, 0);
    if (some == worker->tile_count)
        return true;
    const uint64_t end = worker->tiles[some].end;
    const struct deadlock_run run = ending_run(worker->tiles, worker->tile_count, end);
    return deadlock_is_asked(end) && deadlock_have_waited(&run);
}

/* The answer to the question of the course. all_wait: all PPs of the worker are in barriers. At levels 1 to 5
 * it does not matter when they came there. */
static bool answer(struct worker *worker, const struct course *course, bool all_wait)
{
    const bool for_long = course->asks == WORKER_GO_ROUND;
    if (course->asks == WORKER_ASKED_NOTHING || (!for_long && !all_wait))
        return false;
    const uint64_t cycle = worker->tiles[0].world->level == 0 ? course->cycle
                           : for_long                         ? course->due
                                                              : UINT64_MAX;
    const struct deadlock_run run = ending_run(worker->tiles, worker->tile_count, cycle);
    return deadlock_all_repeat(&run, for_long, &worker->outside);
}

void worker_report(struct worker *worker, const struct course *course, uint64_t last)
{
    _Static_assert(STATS_PHASES <= 8, "report.phases has a bit for each");
    const unsigned level = worker->tiles[0].world->level;
    struct report report = look_around(worker, course, last);
    commit_summarize(worker->tiles, worker->tile_count, &worker->effects, &report.summary);
    uint8_t fold;
    report.foresees = all_foresee(worker, &report.summary, &fold);
    report.fold = fold & 15u;
    const bool all_wait = report_all_wait(&report);
    report.recent = !(all_wait && level == 0 && have_waited(worker));
    report.refutes = !answer(worker, course, all_wait);
    report.in_lockstep = level == 0 && can_be_in_lockstep(worker);
    report.quiet = report.in_lockstep ? TILE_LOCKSTEP_MOST : report.quiet;
    const uint64_t instructions = worker->effects.stats.instructions;
    report.executed = (float)(instructions - worker->reported);
    worker->report = report;
    worker->reported = instructions;
}

/* Of running PPs. */
static void join_foreseen(struct report *to, const struct report *more)
{
    if (more->running != 0 && to->running != 0) {
        to->foresees &= more->foresees && to->fold == more->fold;
    } else if (more->running != 0) {
        to->foresees = more->foresees;
        to->fold = more->fold;
    }
}

void report_join(void *joined, const void *other)
{
    struct report *to = joined;
    const struct report *more = other;
    commit_join(&to->summary, &more->summary);
    join_foreseen(to, more);
    to->running = (to->running + more->running) & REPORT_RUNNING;
    to->quiet = more->quiet < to->quiet ? more->quiet : to->quiet;
    to->phases |= more->phases;
    to->facts |= more->facts;
    to->diverged += more->diverged;
    to->executed += more->executed;
}
