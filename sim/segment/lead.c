/* lead.c - work of thread 0 for all threads: requests that one thread carries out, time references of
 * barriers, the end of a run. */

#include "sim/segment/end/ending.h"
#include "sim/segment/run.h"

const struct fault *lead_earliest_fault(const struct bsp *bsp)
{
    const struct fault *earliest = NULL;
    for (unsigned i = 0; i < bsp->threads; i++) {
        const struct fault *one = &bsp->workers[i].effects.fault;
        if (one->code != FAULT_NONE && (!earliest || fault_is_earlier(one, earliest)))
            earliest = one;
    }
    return earliest;
}

static void end_in_fault(struct bsp *bsp, const struct fault *fault)
{
    bsp->machine->fault = *fault;
    bsp->machine->end = END_FAULT;
    bsp->end_cycle = fault->cycle - 1;
    bsp->over = true;
    for (unsigned i = bsp->first; i < bsp_end(bsp); i++)
        tile_ran_undo(&bsp->workers[i].effects.ran, &bsp->workers[i].effects.stats, fault->cycle);
}

bool lead_has_failed(struct bsp *bsp)
{
    const struct fault *fault = lead_earliest_fault(bsp);
    if (fault == NULL || bsp->world.level > 0)
        return false;
    end_in_fault(bsp, fault);
    return true;
}

enum phase_kind lead_carry_out(struct bsp *bsp, enum phase_kind kind, bool last, bool out_of_memory)
{
    const struct fault *fault = lead_earliest_fault(bsp);
    if (fault && fault->cycle < bsp->stop)
        bsp->stop = fault->cycle;
    if (fault && fault->cycle == bsp->stop && last) { /* precedes requests of the same cycle */
        end_in_fault(bsp, fault);
        return kind;
    }
    struct commit_bounds bounds = {.departure = barrier_departure(&bsp->barriers, bsp->rounds),
                                   .stop = bsp->stop,
                                   .last = last,
                                   .out_of_memory = out_of_memory};
    bsp->over = !commit_alone(bsp->commit, &kind, &bounds, &bsp->end_cycle);
    bsp->stop = last ? UINT64_MAX : bounds.stop;
    return kind;
}

void lead_take_notes(struct bsp *bsp)
{
    struct barrier_notes *notes[TEAM_MAX];
    for (unsigned i = 0; i < bsp->threads; i++)
        notes[i] = &bsp->workers[i].effects.notes;
    if (!barrier_take_notes(&bsp->barriers, notes, bsp->threads, bsp->rounds))
        bsp->workers[0].effects.out_of_memory = true;
}

uint64_t lead_least_cycle(const struct bsp *bsp)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t t = 0; t < bsp->tile_count; t++)
        for (uint32_t k = strand_used(&bsp->tiles[t], 0); k != STRAND_END;
             k = strand_used(&bsp->tiles[t], k + 1))
            if (bsp->tiles[t].strands[k].cycle < least)
                least = bsp->tiles[t].strands[k].cycle;
    return least;
}

uint64_t lead_last_halt(const struct bsp *bsp)
{
    uint64_t halted = 0;
    for (unsigned i = 0; i < bsp->threads; i++)
        if (bsp->workers[i].effects.halted_cycle > halted)
            halted = bsp->workers[i].effects.halted_cycle;
    return halted;
}

void lead_end_stuck(struct bsp *bsp, enum worker_question found, uint64_t due)
{
    struct machine *machine = bsp->machine;
    const uint64_t max_cycles = machine->config.max_cycles;
    const bool differ = bsp->world.level > 0;
    const uint64_t cycle = !differ ? lead_least_cycle(bsp)
                           : found == WORKER_GO_ROUND
                               ? due
                               : ending_deadlock_cycle(bsp->tiles, bsp->tile_count, lead_last_halt(bsp));
    const bool comes_later =
        differ && found == WORKER_WAIT_FOR_EVER && max_cycles != 0 && max_cycles <= cycle;
    if (found == WORKER_ASKED_NOTHING || comes_later) {
        fault_runaway(machine);
        bsp->end_cycle = max_cycles - 1;
    } else {
        ending_deadlock(bsp->tiles, bsp->tile_count, cycle);
        bsp->end_cycle = cycle - 1;
    }
}

#define PHASE(name, next, what, when)                                                                        \
    _Static_assert(STATS_KIND_foreseen + (int)PHASE_##name == (int)STATS_KIND_##name,                        \
                   "stats.def has the kinds of phases in their order");
#include "sim/segment/phase/phase.def"

void lead_count_segment(struct bsp *bsp, enum phase_kind kind, uint32_t phases)
{
    struct stats *stats = &bsp->machine->stats;
    stats->segments++;
    stats->parts[STATS_KIND_foreseen + kind]++;
    for (; phases != 0; phases &= phases - 1)
        stats->parts[__builtin_ctz(phases)]++;
}
