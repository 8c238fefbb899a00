/* hints.c - hints of programs in the reference engine: barriers and modes, for statistics, profile and
 * journal. */
#include "sim/machine/caller.h"
#include "sim/machine/shint.h"
#include "faulty.h"
#include "state.h"

static void note_mode(struct pp *pp, unsigned hint, uint64_t cycle)
{
    switch (hint) {
    case SHINT_async_enter:
        pp->modes = (pp->modes & ~SNAPSHOT_IN_SYNC) | SNAPSHOT_IN_ASYNC;
        break;
    case SHINT_async_leave:
        pp->modes = (pp->modes & ~SNAPSHOT_IN_ASYNC) | SNAPSHOT_IN_SYNC;
        break;
    case SHINT_stack_base:
        pp->modes |= SNAPSHOT_HAS_STACK;
        break;
    case SHINT_yield:
        pp->yielded = cycle + 1;
        break;
    default:
        break;
    }
}

/* The profile's counts for a hint, before it is carried out; weight: 1, or -1 to undo it. */
static void count_hint(const struct reference *reference, const struct counted_hint *hint, uint64_t weight)
{
    struct counts *counts = reference->machine->counts;
    struct region_marks *marks = reference->machine->marks;
    const uint64_t waited = reference->cycle + 1 - hint->since;
    switch (shint_number(hint->constant)) {
    case SHINT_barrier_leave:
        if (hint->since == 0)
            break;
        if (listens(counts))
            counts_wait(counts, hint->back, weight * waited);
        marks->waited_by[hint->pp] += weight * waited;
        break;
    case SHINT_region_enter:
    case SHINT_region_leave:
        marks_count(marks, shint_argument(hint->constant), shint_number(hint->constant) == SHINT_region_enter,
                    weight, weight * reference->cycle, weight * marks->waited_by[hint->pp]);
        break;
    default:
        break;
    }
}

/* Notes a hint that counts. */
static void keep(struct reference *reference, uint32_t pp, uint32_t constant)
{
    switch (shint_number(constant)) {
    case SHINT_barrier_enter:
    case SHINT_barrier_leave:
    case SHINT_region_enter:
    case SHINT_region_leave: {
        struct counted_hint *const hint = &reference->hints[reference->hint_count++];
        *hint = (struct counted_hint){.since = reference->barrier_since[pp],
                                      .constant = constant,
                                      .pp = pp,
                                      .back = reference->pps[pp].reg[MACHINE_RA]};
        if (listens(reference->machine->marks))
            count_hint(reference, hint, 1);
        break;
    }
    default:
        break;
    }
}

void hints_take_back(struct reference *reference)
{
    for (uint32_t k = 0; k < reference->hint_count; k++) {
        const struct counted_hint *hint = &reference->hints[k];
        uint64_t *const since = &reference->barrier_since[hint->pp];
        if (listens(reference->machine->marks))
            count_hint(reference, hint, UINT64_MAX);
        if (shint_number(hint->constant) == SHINT_barrier_leave && hint->since != 0)
            reference->machine->stats.barrier_wait_cycles -= reference->cycle + 1 - hint->since;
        reference->waiting_count += (hint->since != 0) - (uint32_t)(*since != 0);
        *since = hint->since;
    }
    if (listens(reference->machine->journal))
        journal_cut(reference->machine->journal, reference->cycle);
}

void hints_note(const struct reference *reference, uint32_t number, uint32_t pc, enum journal_kind kind,
                uint32_t constant)
{
    const struct pp *pp = &reference->pps[number];
    const struct caller_registers at = caller_registers(number, pc, pp->reg);
    const struct journal_entry entry = {.cycle = reference->cycle,
                                        .pc = pc,
                                        .place = caller_find(reference->machine, &at).pc,
                                        .group = pp->reg[MACHINE_GP],
                                        .hint = constant,
                                        .kind = (uint8_t)kind};
    journal_note(reference->machine->journal, &entry, &number, 1);
}

void hints_hear(struct reference *reference, uint32_t pp, uint32_t constant)
{
    if (listens(reference->machine->journal) && journal_hears(reference->machine->journal, constant))
        hints_note(reference, pp, reference->pps[pp].reg[1] - 1, JOURNAL_HINT, constant);
    uint64_t *since = &reference->barrier_since[pp];
    keep(reference, pp, constant);
    if (reference->inject != NULL)
        faulty_hint(reference, pp, shint_number(constant));
    switch (shint_number(constant)) {
    case SHINT_barrier_enter:
        reference->waiting_count += *since == 0;
        *since = *since != 0 ? *since : reference->cycle + 1;
        reference->pps[pp].yielded = 0; /* as in the parallel engine: what it waited for is over */
        break;
    case SHINT_barrier_leave:
        reference->waiting_count -= *since != 0;
        if (*since != 0)
            reference->machine->stats.barrier_wait_cycles += reference->cycle + 1 - *since;
        *since = 0;
        break;
    default:
        note_mode(&reference->pps[pp], shint_number(constant), reference->cycle);
        break;
    }
}

uint64_t hints_count_work(const struct reference *reference, const struct stats *stats)
{
    const uint64_t executed = reference->cycle + reference->refused;
    uint64_t inside = stats->barrier_wait_cycles + reference->cut_short;
    for (uint32_t k = 0; k < reference->running_count; k++) {
        const uint64_t since = reference->barrier_since[reference->running[k]->number];
        inside += since != 0 ? executed + 1 - since : 0;
    }
    return stats->instructions - inside;
}
