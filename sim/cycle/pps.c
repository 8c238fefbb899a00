/* pps.c - PPs one by one: from strands to rows and back, views, snapshots.
 *
 * Between two cycles only the strand knows R1 and the pending register of a PP. pps_settle writes both to
 * rows, pps_gather makes strands from rows. Knows rows and strands.
 */
#include "asm/tables/alu.h"
#include "sim/inject/inject.h"
#include "sim/reference/saved.h"
#include "state.h"

/* ---- rows and strands */

static void settle_strand(struct cycle_state *state, const struct strand *strand)
{
    for (uint32_t k = 0; k < strand->count; k++) {
        const uint32_t pp = strand->members[k];
        if (strand->pc != UINT32_MAX)
            cycle_row(state, 1)[pp] = strand->pc;
        state->pending[pp] = (uint8_t)strand->late;
    }
}

void pps_settle(struct cycle_state *state)
{
    const struct strands *strands = &state->strands;
    for (uint32_t k = 0; k < strands->current_count; k++)
        if (strands->current[k] != NULL)
            settle_strand(state, strands->current[k]);
    for (uint32_t k = 0; k < strands->next_count; k++)
        settle_strand(state, strands->next[k]);
}

void pps_gather(struct cycle_state *state)
{
    struct strands *strands = &state->strands;
    for (uint32_t k = 0; k < strands->current_count; k++)
        if (strands->current[k] != NULL)
            strands_free(strands, strands->current[k]);
    strands->current_count = 0;
    for (uint32_t pp = state->first; pp < state->end; pp++) {
        if (state->halted[pp] != 0 || inject_is_asleep(state->inject, pp))
            continue;
        struct strand *const strand = strands_take(strands, 1);
        const uint32_t pc = cycle_row(state, 1)[pp];
        strand->pc = pc < strands->program_count ? pc : UINT32_MAX;
        strand->late = state->pending[pp];
        strand->is_inside = state->presence.barrier_since[pp] != 0;
        strand_add(strand, pp);
        strands_place(strands, strand);
    }
    strands_turn(strands);
}

/* ---- views */

struct caller_registers cycle_registers(const struct cycle_state *state, uint32_t pp, uint32_t pc)
{
    return (struct caller_registers){.pp = pp,
                                     .pc = pc,
                                     .a1 = cycle_row(state, MACHINE_A1)[pp],
                                     .sp = cycle_row(state, MACHINE_SP)[pp],
                                     .fp = cycle_row(state, MACHINE_FP)[pp],
                                     .ra = cycle_row(state, MACHINE_RA)[pp]};
}

void pps_view(const void *engine, uint32_t pp, struct pp_view *view)
{
    const struct cycle_state *state = engine;
    for (unsigned r = 0; r < 32; r++)
        view->r[r] = cycle_row(state, r)[pp];
    view->pc = view->r[1];
    view->status = state->flags[pp] | ((uint32_t)state->cycle & STATUS_MODULO);
    view->running = state->halted[pp] == 0;
    view->is_busy = precision_is_busy(&state->precision, pp);
    view->in_barrier = view->running && state->presence.barrier_since[pp] != 0;
    view->since = state->presence.barrier_since[pp] - 1;
    view->late_target = view->running ? state->pending[pp] : DECODE_SINK;
    view->late_value = state->late[~state->cycle & 1][pp];
}

/* ---- snapshots (sim/machine/snapshot.h), between two cycles */

uint64_t pps_count_work(const struct cycle_state *state, const struct stats *stats)
{
    return presence_count_work(&state->presence, state->machine->config.pps, stats,
                               state->cycle + state->is_refused);
}

bool pps_save(const void *engine, struct snapshot_state *snapshot)
{
    const struct cycle_state *state = engine;
    if (snapshot != NULL)
        saved_begin(snapshot, &state->precision, state->cycle, pps_count_work(state, &snapshot->stats));
    return true;
}

void pps_save_block(const void *engine, const struct snapshot_state *snapshot)
{
    const struct cycle_state *state = engine;
    for (uint32_t k = 0; k < snapshot->count; k++) {
        const uint32_t pp = snapshot->first + k;
        struct snapshot_pp *out = &snapshot->pps[k];
        const bool is_late = state->halted[pp] == 0 && state->pending[pp] != DECODE_SINK;
        for (unsigned r = 0; r < 32; r++)
            out->r[r] = cycle_row(state, r)[pp];
        out->flags[0] = state->flags[pp];
        out->late_target[0] = is_late ? state->pending[pp] : DECODE_SINK;
        out->late_value[0] = is_late ? state->late[~state->cycle & 1][pp] : 0;
        saved_put(&state->presence, &state->precision, snapshot, k, state->halted[pp] != 0);
    }
}

static void load_pp(struct cycle_state *state, uint32_t pp, const struct snapshot_pp *from)
{
    for (unsigned r = 0; r < 32; r++)
        cycle_row(state, r)[pp] = from->r[r];
    state->flags[pp] = from->flags[0];
    state->pending[pp] = (uint8_t)from->late_target[0];
    state->late[~state->cycle & 1][pp] = from->late_value[0];
    state->halted[pp] = (from->modes[0] & SNAPSHOT_HALTED) != 0;
    state->running_count += state->halted[pp] == 0;
}

bool pps_load(void *engine, const struct snapshot_state *snapshot)
{
    struct cycle_state *state = engine;
    const uint32_t pps = state->machine->config.pps;
    state->cycle = snapshot->cycle;
    state->running_count = 0;
    state->is_refused = false;
    for (uint32_t pp = 0; pp < pps; pp++)
        load_pp(state, pp, &snapshot->pps[pp]);
    const bool is_loaded = saved_get(&state->presence, &state->precision, snapshot, pps);
    pps_gather(state);
    return is_loaded;
}
