/* saved.c - the reference engine's part of a snapshot (sim/machine/snapshot.h), between two cycles. */
#include <string.h>

#include "state.h"

static void save_pp(const struct reference *reference, const struct pp *pp, struct snapshot_pp *out)
{
    const struct late *late = &pp->late[~reference->cycle & 1]; /* pending from the previous cycle */
    const uint64_t since = reference->barrier_since[pp->number];
    memcpy(out->r, pp->reg, sizeof out->r);
    out->flags[0] = pp->flags;
    out->late_target[0] = late->target;
    out->late_value[0] = late->target != DECODE_SINK ? late->value : 0;
    if (reference->halted[pp->number] != 0) {
        out->modes[0] = SNAPSHOT_HALTED;
        return;
    }
    out->modes[0] = pp->modes | (since != 0 ? SNAPSHOT_IN_BARRIER : 0u);
    out->barrier_since[0] = since != 0 ? since - 1 : 0;
    out->yielded[0] = pp->yielded;
    if (!precision_is_busy(&reference->precision, pp->number))
        return;
    out->wait[0] = reference->precision.waits[pp->number].cycles;
    out->wait_pc[0] = reference->precision.waits[pp->number].pc;
}

bool reference_save(const void *state, struct snapshot_state *snapshot)
{
    const struct reference *reference = state;
    if (snapshot == NULL)
        return true;
    snapshot->cycle = reference->cycle;
    snapshot->stats.cycles = reference->cycle;
    snapshot->stats.work = hints_count_work(reference, &snapshot->stats);
    snapshot->unit_words =
        reference->precision.waits != NULL ? real_bank_words(&reference->precision.bank) : 0;
    return true;
}

void reference_save_pps(const void *state, const struct snapshot_state *snapshot)
{
    const struct reference *reference = state;
    for (uint32_t k = 0; k < snapshot->count; k++) {
        save_pp(reference, &reference->pps[snapshot->first + k], &snapshot->pps[k]);
        if (snapshot->unit_words != 0)
            real_bank_save(&reference->precision.bank, snapshot->first + k,
                           snapshot->units + (size_t)k * snapshot->unit_words);
    }
}

static void load_pp(struct reference *reference, struct pp *pp, const struct snapshot_pp *from)
{
    const uint32_t modes = from->modes[0];
    memcpy(pp->reg, from->r, sizeof from->r);
    pp->flags = from->flags[0];
    pp->late[0].target = pp->late[1].target = DECODE_SINK;
    pp->late[~reference->cycle & 1] = (struct late){from->late_target[0], from->late_value[0]};
    pp->modes = modes & ~(SNAPSHOT_HALTED | SNAPSHOT_IN_BARRIER);
    pp->yielded = from->yielded[0];
    reference->halted[pp->number] = (modes & SNAPSHOT_HALTED) != 0;
    reference->barrier_since[pp->number] =
        (modes & SNAPSHOT_IN_BARRIER) != 0 ? from->barrier_since[0] + 1 : 0;
    if (reference->precision.waits != NULL)
        reference->precision.waits[pp->number] = (struct precision_wait){from->wait[0], from->wait_pc[0]};
    if ((modes & SNAPSHOT_HALTED) != 0)
        return;
    reference->running[reference->running_count++] = pp;
    reference->waiting_count += (modes & SNAPSHOT_IN_BARRIER) != 0;
}

bool reference_load(void *state, const struct snapshot_state *snapshot)
{
    struct reference *reference = state;
    const struct real_bank *bank = &reference->precision.bank;
    reference->cycle = snapshot->cycle;
    reference->running_count = 0;
    reference->waiting_count = 0;
    reference->watch.cycles = 0;
    circle_next(&reference->watch.clock, reference->cycle, 0);
    for (uint32_t pp = 0; pp < reference->machine->config.pps; pp++)
        load_pp(reference, &reference->pps[pp], &snapshot->pps[pp]);
    reference->cut_short = 0;
    reference->cut_short = hints_count_work(reference, &snapshot->stats) - snapshot->stats.work;
    if (reference->precision.waits == NULL)
        return true;
    if (snapshot->unit_words != real_bank_words(bank))
        return false;
    for (uint32_t pp = 0; pp < reference->machine->config.pps; pp++)
        real_bank_load(bank, pp, snapshot->units + (size_t)pp * snapshot->unit_words);
    return true;
}
