/* pps.c - PPs one by one: from strands to rows and back, views, snapshots, breakpoints.
 *
 * Between two cycles only the strand knows R1 and the pending register of a PP. pps_settle writes both to
 * rows, pps_gather makes strands from rows. Knows rows and strands.
 */
#include <stdlib.h>
#include <string.h>

#include "asm/tables/alu.h"
#include "pps.h"

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

void pps_rouse(struct cycle_state *state)
{
    sleep_interrupt(state);
    lone_interrupt(state);
}

void pps_gather(struct cycle_state *state)
{
    struct strands *strands = &state->strands;
    for (uint32_t k = 0; k < strands->current_count; k++)
        if (strands->current[k] != NULL)
            strands_free(strands, strands->current[k]);
    strands->current_count = 0;
    for (uint32_t pp = state->first; pp < state->end; pp++) {
        if (state->halted[pp] != 0 || state->still[pp] != 0)
            continue;
        struct strand *const strand = strands_take(strands, 1);
        const uint32_t pc = cycle_row(state, 1)[pp];
        strand->pc = pc < strands->program_count ? pc : UINT32_MAX;
        strand->late = state->pending[pp];
        strand->is_inside = state->barrier_since[pp] != 0;
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

static bool pps_is_at_breakpoint(const struct cycle_state *state, uint32_t pp)
{
    const uint32_t pc = cycle_row(state, 1)[pp];
    return state->breakpoints != NULL && pc < state->machine->program.count && state->breakpoints[pc] != 0 &&
           !cycle_is_busy(state, pp);
}

void pps_view(const void *engine, uint32_t pp, struct pp_view *view)
{
    const struct cycle_state *state = engine;
    for (unsigned r = 0; r < 32; r++)
        view->r[r] = cycle_row(state, r)[pp];
    view->pc = view->r[1];
    view->status = state->flags[pp] | ((uint32_t)state->cycle & STATUS_MODULO);
    view->running = state->halted[pp] == 0;
    view->in_barrier = view->running && state->barrier_since[pp] != 0;
    view->since = state->barrier_since[pp] - 1;
    view->late_target = state->pending[pp];
    view->late_value = state->late[~state->cycle & 1][pp];
    view->at_breakpoint = view->running && pps_is_at_breakpoint(state, pp);
}

/* ---- breakpoints */

void pps_set_breakpoints(struct cycle_state *state, const struct run_until *until)
{
    free(state->breakpoints);
    state->breakpoints = machine_mark_breakpoints(state->machine, until);
}

bool pps_find_breakpoint(const struct cycle_state *state)
{
    const struct strands *strands = &state->strands;
    for (uint32_t s = 0; state->breakpoints != NULL && s < strands->current_count; s++) {
        const struct strand *strand = strands->current[s];
        if (strand->pc == UINT32_MAX || state->breakpoints[strand->pc] == 0)
            continue;
        for (uint32_t k = 0; k < strand->count; k++)
            if (!cycle_is_busy(state, strand->members[k]))
                return true;
    }
    return false;
}

/* ---- snapshots (sim/machine/snapshot.h), between two cycles */

/* PPs whose registers are copied together: the words of one PP are in few sets of the cache. */
enum { PPS_TOGETHER = 16 };

static uint32_t end_after(uint32_t first, uint32_t count)
{
    return first + PPS_TOGETHER < count ? first + PPS_TOGETHER : count;
}

/* pps[0] is that PP. */
static void save_registers(const struct cycle_state *state, uint32_t pp, struct snapshot_pp *pps,
                           uint32_t count)
{
    for (uint32_t first = 0; first < count; first += PPS_TOGETHER)
        for (unsigned r = 0; r < 32; r++)
            for (uint32_t k = first; k < end_after(first, count); k++)
                pps[k].r[r] = cycle_row(state, r)[pp + k];
}

static void load_registers(struct cycle_state *state, const struct snapshot_pp *pps, uint32_t count)
{
    for (uint32_t first = 0; first < count; first += PPS_TOGETHER)
        for (unsigned r = 0; r < 32; r++)
            for (uint32_t k = first; k < end_after(first, count); k++)
                cycle_row(state, r)[k] = pps[k].r[r];
}

/* All but registers. */
static void save_pp(const struct cycle_state *state, uint32_t pp, struct snapshot_pp *out)
{
    const uint64_t since = state->barrier_since[pp];
    out->flags[0] = state->flags[pp];
    out->late_target[0] = state->halted[pp] != 0 ? DECODE_SINK : state->pending[pp];
    out->late_value[0] = out->late_target[0] != DECODE_SINK ? state->late[~state->cycle & 1][pp] : 0;
    if (state->halted[pp] != 0) {
        out->modes[0] = SNAPSHOT_HALTED;
        return;
    }
    out->modes[0] = state->modes[pp] | (since != 0 ? SNAPSHOT_IN_BARRIER : 0u);
    out->barrier_since[0] = since != 0 ? since - 1 : 0;
    out->yielded[0] = state->yielded[pp];
    if (!cycle_is_busy(state, pp))
        return;
    out->wait[0] = state->precision.waits[pp].cycles;
    out->wait_pc[0] = state->precision.waits[pp].pc;
}

uint64_t pps_count_work(const struct cycle_state *state, const struct stats *stats)
{
    const uint64_t executed = state->cycle + state->is_refused;
    uint64_t inside = stats->barrier_wait_cycles + state->cut_short;
    for (uint32_t pp = 0; pp < state->machine->config.pps; pp++)
        if (state->halted[pp] == 0 && state->barrier_since[pp] != 0)
            inside += executed + 1 - state->barrier_since[pp];
    return stats->instructions - inside;
}

bool pps_save(const void *engine, struct snapshot_state *snapshot)
{
    const struct cycle_state *state = engine;
    if (snapshot == NULL)
        return true;
    snapshot->cycle = state->cycle;
    snapshot->stats.cycles = state->cycle;
    snapshot->stats.work = pps_count_work(state, &snapshot->stats);
    snapshot->unit_words = state->precision.waits != NULL ? real_bank_words(&state->precision.bank) : 0;
    return true;
}

void pps_save_block(const void *engine, const struct snapshot_state *snapshot)
{
    const struct cycle_state *state = engine;
    save_registers(state, snapshot->first, snapshot->pps, snapshot->count);
    for (uint32_t k = 0; k < snapshot->count; k++) {
        save_pp(state, snapshot->first + k, &snapshot->pps[k]);
        if (snapshot->unit_words != 0)
            real_bank_save(&state->precision.bank, snapshot->first + k,
                           snapshot->units + (size_t)k * snapshot->unit_words);
    }
}

static void load_pp(struct cycle_state *state, uint32_t pp, const struct snapshot_pp *from)
{
    const uint32_t modes = from->modes[0];
    state->flags[pp] = from->flags[0];
    state->pending[pp] = (uint8_t)from->late_target[0];
    state->late[~state->cycle & 1][pp] = from->late_value[0];
    state->modes[pp] = modes & ~(SNAPSHOT_HALTED | SNAPSHOT_IN_BARRIER);
    state->yielded[pp] = from->yielded[0];
    state->halted[pp] = (modes & SNAPSHOT_HALTED) != 0;
    state->barrier_since[pp] = (modes & SNAPSHOT_IN_BARRIER) != 0 ? from->barrier_since[0] + 1 : 0;
    if (state->precision.waits != NULL)
        state->precision.waits[pp] = (struct precision_wait){from->wait[0], from->wait_pc[0]};
    state->running_count += state->halted[pp] == 0;
    state->waiting_count += state->halted[pp] == 0 && state->barrier_since[pp] != 0;
}

bool pps_load(void *engine, const struct snapshot_state *snapshot)
{
    struct cycle_state *state = engine;
    const struct real_bank *bank = &state->precision.bank;
    state->cycle = snapshot->cycle;
    state->running_count = state->waiting_count = 0;
    state->watch.cycles = 0;
    state->is_refused = false;
    circle_next(&state->watch.clock, state->cycle, 0);
    load_registers(state, snapshot->pps, state->machine->config.pps);
    for (uint32_t pp = 0; pp < state->machine->config.pps; pp++)
        load_pp(state, pp, &snapshot->pps[pp]);
    pps_gather(state);
    state->cut_short = 0;
    state->cut_short = pps_count_work(state, &snapshot->stats) - snapshot->stats.work;
    if (state->precision.waits == NULL)
        return true;
    if (snapshot->unit_words != real_bank_words(bank))
        return false;
    for (uint32_t pp = 0; pp < state->machine->config.pps; pp++)
        real_bank_load(bank, pp, snapshot->units + (size_t)pp * snapshot->unit_words);
    return true;
}
