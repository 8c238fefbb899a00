/* view.c - the reference engine between two cycles: views of PPs, and snapshots (saved.h). */
#include <string.h>

#include "asm/tables/alu.h"
#include "saved.h"
#include "state.h"

void reference_view(const void *state, uint32_t number, struct pp_view *view)
{
    const struct reference *reference = state;
    const struct pp *pp = &reference->pps[number];
    memcpy(view->r, pp->reg, sizeof view->r);
    view->pc = pp->reg[1];
    view->status = pp->flags | ((uint32_t)reference->cycle & STATUS_MODULO);
    view->running = !reference->halted[number];
    view->is_busy = precision_is_busy(&reference->precision, number);
    view->in_barrier = view->running && reference->presence.barrier_since[number] != 0;
    view->since = reference->presence.barrier_since[number] - 1;
    view->late_target = view->running ? pp->late.target : DECODE_SINK;
    view->late_value = pp->late.value;
}

uint64_t reference_count_work(const struct reference *reference, const struct stats *stats)
{
    return presence_count_work(&reference->presence, reference->machine->config.pps, stats,
                               reference->cycle + reference->refused);
}

/* ---- snapshots */

bool reference_save(const void *state, struct snapshot_state *snapshot)
{
    const struct reference *reference = state;
    if (snapshot != NULL)
        saved_begin(snapshot, &reference->precision, reference->cycle,
                    reference_count_work(reference, &snapshot->stats));
    return true;
}

void reference_save_pps(const void *state, const struct snapshot_state *snapshot)
{
    const struct reference *reference = state;
    for (uint32_t k = 0; k < snapshot->count; k++) {
        const struct pp *pp = &reference->pps[snapshot->first + k];
        struct snapshot_pp *out = &snapshot->pps[k];
        memcpy(out->r, pp->reg, sizeof out->r);
        out->flags[0] = pp->flags;
        out->late_target[0] = pp->late.target;
        out->late_value[0] = pp->late.target != DECODE_SINK ? pp->late.value : 0;
        saved_put(&reference->presence, &reference->precision, snapshot, k,
                  reference->halted[pp->number] != 0);
    }
}

static void load_pp(struct reference *reference, struct pp *pp, const struct snapshot_pp *from)
{
    memcpy(pp->reg, from->r, sizeof from->r);
    pp->flags = from->flags[0];
    pp->late = (struct late){from->late_target[0], from->late_value[0]};
    reference->halted[pp->number] = (from->modes[0] & SNAPSHOT_HALTED) != 0;
    if (!reference->halted[pp->number])
        reference->running[reference->running_count++] = pp;
}

bool reference_load(void *state, const struct snapshot_state *snapshot)
{
    struct reference *reference = state;
    reference->cycle = snapshot->cycle;
    reference->running_count = 0;
    for (uint32_t pp = 0; pp < reference->machine->config.pps; pp++)
        load_pp(reference, &reference->pps[pp], &snapshot->pps[pp]);
    return saved_get(&reference->presence, &reference->precision, snapshot, reference->machine->config.pps);
}
