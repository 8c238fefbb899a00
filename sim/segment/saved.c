/* saved.c - the parallel engine's part of a snapshot (sim/machine/snapshot.h).
 *
 * It is taken at level 0, where all PPs are in one cycle, at any stop, and can be continued at every level:
 * PPs at the same pc become strands. Calls tile. */
#include <string.h>

#include "sim/segment/run.h"
#include "sim/machine/snapshot.h"

/* ---- saving */

void bsp_add_counters(const struct bsp *bsp, struct stats *stats)
{
    for (unsigned i = 0; i < bsp->threads; i++)
        stats_add(stats, &bsp->workers[i].effects.stats);
    stats->seconds[STATS_TIME_commit] += bsp->commit_time;
    stats->seconds[STATS_TIME_wait] += bsp->wait_time;
}

bool bsp_save(const void *state, struct snapshot_state *snapshot)
{
    const struct bsp *bsp = state;
    if (snapshot != NULL)
        snapshot->unit_words = bsp->machine->program.uses_real ? real_bank_words(&bsp->bank) : 0;
    if (snapshot == NULL || bsp->world.level > 0)
        return bsp->world.level == 0;
    snapshot->cycle = bsp->course.cycle;
    bsp_add_counters(bsp, &snapshot->stats);
    snapshot->stats.cycles = bsp->course.cycle;
    return true;
}

/* A block of PPs consists of whole tiles. */
void bsp_save_pps(const void *state, const struct snapshot_state *snapshot)
{
    const struct bsp *bsp = state;
    const unsigned shift = bsp->world.tile_shift;
    const uint32_t end = snapshot->first + snapshot->count;
    for (uint32_t pp = snapshot->first; pp < end; pp += 1u << shift)
        tile_take_pps(&bsp->tiles[pp >> shift], &snapshot->pps[pp - snapshot->first]);
    for (uint32_t k = 0; k < snapshot->count && snapshot->unit_words != 0; k++)
        real_bank_save(&bsp->bank, snapshot->first + k, snapshot->units + (size_t)k * snapshot->unit_words);
}

/* ---- loading */

/* Forgets the course and the counters of the run before the cycle. */
static void forget_run(struct bsp *bsp, uint64_t cycle)
{
    const bool diverged = bsp->course.diverged;
    bsp->course = course_begin(bsp->machine->config.pps);
    bsp->course.diverged = diverged;
    bsp->course.barrier_age = 0;
    for (unsigned i = 0; i < bsp->threads; i++) {
        struct tile_effects *effects = &bsp->workers[i].effects;
        memset(&effects->stats, 0, sizeof effects->stats);
        memset(&effects->fault, 0, sizeof effects->fault);
        effects->halted_cycle = 0;
        bsp->workers[i].reported = 0;
    }
    bsp->commit_time = bsp->wait_time = 0;
    bsp->instructions = 0;
    bsp->workers[0].effects.halted_cycle = cycle - (cycle != 0); /* all may have halted before it */
    bsp->stop = UINT64_MAX;
    bsp->started = bsp->ended = bsp->over = false;
    pace_forget(&bsp->pace);
}

/* Notes PPs in barriers as if they entered now. */
static bool load_barriers(struct bsp *bsp, const struct snapshot_state *snapshot)
{
    struct barrier_notes *notes = &bsp->workers[0].effects.notes;
    for (uint32_t pp = 0; pp < bsp->machine->config.pps; pp++)
        if ((snapshot->pps[pp].modes[0] & SNAPSHOT_IN_BARRIER) != 0 &&
            !barrier_note(notes, (struct barrier_note){.group = snapshot->pps[pp].r[MACHINE_GP],
                                                       .entering = 1,
                                                       .latest = snapshot->pps[pp].barrier_since[0]}))
            return false;
    return barrier_take_notes(&bsp->barriers, &notes, 1, bsp->rounds);
}

bool bsp_load(void *state, const struct snapshot_state *snapshot)
{
    struct bsp *bsp = state;
    struct course *course = &bsp->course;
    /* The run has been elsewhere, where PPs may have synchronised by cells that are not known here: no more
     * races are reported, because they might be none. */
    if (bsp->started && bsp->events != NULL)
        event_stop_notices(bsp->events);
    forget_run(bsp, snapshot->cycle);
    course->cycle = snapshot->cycle;
    course->due = circle_next(snapshot->cycle);
    course->loaded = true;
    course->asked = UINT64_MAX;
    course_ask(course);
    course->running = 0;
    for (uint32_t t = 0; t < bsp->tile_count; t++) {
        tile_put_pps(&bsp->tiles[t], snapshot->pps + bsp->tiles[t].first_pp, snapshot->cycle);
        course->running += bsp->tiles[t].running;
    }
    if (bsp->machine->program.uses_real) {
        if (snapshot->unit_words != real_bank_words(&bsp->bank))
            return false;
        for (uint32_t pp = 0; pp < bsp->machine->config.pps; pp++)
            real_bank_load(&bsp->bank, pp, snapshot->units + (size_t)pp * snapshot->unit_words);
    }
    return bsp->world.level == 0 || load_barriers(bsp, snapshot);
}
