/* hints.c - hints of programs in the reference engine: barriers and modes, for statistics, profile and
 * journal. */
#include "sim/machine/caller.h"
#include "sim/machine/shint.h"
#include "faulty.h"
#include "state.h"

/* Notes a hint that counts. */
static void keep(struct reference *reference, uint32_t pp, uint32_t constant)
{
    switch (shint_number(constant)) {
    case SHINT_barrier_enter:
    case SHINT_barrier_leave:
    case SHINT_region_enter:
    case SHINT_region_leave: {
        struct machine_hint *const hint = &reference->hints[reference->hint_count++];
        *hint = (struct machine_hint){.since = reference->barrier_since[pp],
                                      .constant = constant,
                                      .pp = pp,
                                      .back = reference->pps[pp].reg[MACHINE_RA]};
        if (listens(reference->machine->marks))
            machine_count_hint(reference->machine, hint, reference->cycle, 1);
        break;
    }
    default:
        break;
    }
}

void hints_take_back(struct reference *reference)
{
    for (uint32_t k = 0; k < reference->hint_count; k++) {
        const struct machine_hint *hint = &reference->hints[k];
        uint64_t *const since = &reference->barrier_since[hint->pp];
        if (listens(reference->machine->marks))
            machine_count_hint(reference->machine, hint, reference->cycle, UINT64_MAX);
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
    case SHINT_yield:
        reference->pps[pp].yielded = reference->cycle + 1;
        break;
    default:
        reference->pps[pp].modes = snapshot_modes_after(reference->pps[pp].modes, shint_number(constant));
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
