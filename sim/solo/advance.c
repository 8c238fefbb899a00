/* advance.c - takes a PP from the present to its next event, by the loop for common instructions.
 *
 * The loop (loop.inc) is compiled in two forms. The certain form runs while no other PP has an event before
 * or in the same cycle: the PP executes everything that others cannot notice. The speculative form logs
 * shared words that it reads and own words that it changes, and stops before others could see it. For rarer
 * instructions the loop stops, and step.c continues. Performance-critical: every instruction counts. Calls
 * memory. */
#include "sim/solo/inside.h"

#include "asm/isa.h"

_Static_assert(sizeof(struct event_action) == 1 << 4, "the loop divides by it");

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic" /* the loop takes addresses of labels */
#define LOOP_NAME run_sure
#define LOOP_SPECULATIVE 0
#include "sim/solo/loop.inc"
#define LOOP_NAME run_ahead
#define LOOP_SPECULATIVE 1
#include "sim/solo/loop.inc"
#pragma GCC diagnostic pop

/* Continues like run_sure or run_ahead, in compiled code where available. */
static bool go(struct event_core *core, struct event_pp *pp, uint32_t most, enum lane_form form)
{
    bool (*const run)(struct event_core * core, struct event_pp * pp, uint32_t most) =
        form == LANE_PRESENT ? run_sure : run_ahead;
    if (pp->is_open) /* accesses to its areas are for step.c */
        return true;
    if (core->lanes == NULL)
        return run(core, pp, most);
    for (uint64_t end = pp->now.cycle + most; pp->now.cycle < end;) {
        const uint32_t left = (uint32_t)(end - pp->now.cycle);
        if (event_may_run_natively(core, pp, form) && event_run_natively(core, pp, left, form)) {
            if (form == LANE_PRESENT && pp->now.in_barrier &&
                core->stop < end) /* the barrier may have been entered in that cycle */
                end = core->stop;
            continue;
        }
        const uint64_t before = pp->now.cycle;
        const uint32_t stretch = left < WATCH_CYCLES ? left : WATCH_CYCLES;
        const bool fits = run(core, pp, stretch);
        const bool is_looked_at = !fits && stretch < left && pp->now.cycle > before;
        if (pp->kind != EVENT_GO_ON ||
            (!is_looked_at && !(pp->now.cycle > before && event_has_head(core, pp->now.reg[1], form))))
            return fits;
    }
    return false;
}

/* Moves the present to where the PP is. That may be after the cycle of the next test for deadlocks, or at the
 * next event of another PP; then the PP may be in the middle of an instruction. */
static void move_present(struct event_core *core, const struct event_pp *pp, uint64_t alone)
{
    core->present = pp->now.cycle < alone ? pp->now.cycle : alone;
}

/* The PP continues alone up to the next event of another PP, or for at most this number of cycles. The loop
 * stops before instructions that may not all fit: the only PP of a machine executes them one by one. False:
 * it must not be queued any more. */
static bool go_alone(struct event_core *core, struct event_pp *pp)
{
    const uint64_t last = pp->now.cycle + EVENT_PATIENCE;
    for (;;) {
        /* where it meets another PP's event, or the slice of the run ends; outside barriers it need not stop
         * for the test for deadlocks */
        const uint64_t next = queue_first(&core->queue, core->present);
        const uint64_t alone = next < core->limit ? next : core->limit;
        const uint64_t stretch = pp->now.in_barrier && core->stop < alone ? core->stop : alone;
        const uint64_t end = stretch < last ? stretch : last;
        if (pp->now.cycle >= end) {
            move_present(core, pp, alone);
            return true;
        }
        const bool fits =
            pp->kind != EVENT_GO_ON || go(core, pp, (uint32_t)(end - pp->now.cycle), LANE_PRESENT);
        move_present(core, pp, alone);
        if (!pp->now.in_barrier && core->scanned < core->present) {
            core->scanned = core->present;
            core->outside = pp->number;
        }
        if (!fits && core->pps > 1)
            return true; /* the rest is speculative */
        if (pp->now.cycle >= end)
            continue;
        pp->kind = EVENT_GO_ON;
        const enum step_result result = event_step(core, pp, STEP_PRESENT);
        if (result == STEP_ASKS)
            event_release(core, pp->cell, pp->now.cycle);
        if (result != STEP_DONE && pp->kind == EVENT_GO_ON)
            return true; /* another PP must come first */
        if (result == STEP_EVENT) {
            core->batch[0] = pp->number;
            if (pp->kind == EVENT_HOST) /* some programs print millions of numbers */
                (void)event_call_host(core, pp);
            else
                event_carry_out(core, 1);
            pp->kind = EVENT_GO_ON;
        }
        const bool is_at_work = pp->activity == PP_AT_WORK && !core->over;
        if (!is_at_work || core->all_arrived) {
            move_present(core, pp, alone);
            return is_at_work;
        }
    }
}

/* The PP has reached its limit of speculation. If it polls a cell of a calm block, the block is disturbed, so
 * that the PP can sleep. */
static void disturb_calm(struct event_core *core, const struct event_pp *pp)
{
    const uint32_t pc = pp->now.reg[1];
    for (uint32_t k = 0; k < ACTION_PERIOD_MOST && k <= pc && pc < core->world->code_count; k++) {
        const struct event_action *load = &core->actions[pc - k];
        if (load->kind != ACTION_LOAD && load->kind != ACTION_POLL)
            continue;
        const uint32_t cell = pp->now.reg[load->rs] + pp->now.reg[load->rt] + load->constant;
        if (load->way > k && cell - core->machine->memory.guard < core->machine->memory.shared_span &&
            core->shadow[cell] == SHADOW_CALM)
            event_want_soon(core, cell);
        return;
    }
}

void event_advance(struct event_core *core, struct event_pp *pp, bool alone)
{
    if (alone) {
        if (pp->early_count != 0)
            event_commit(core, pp);
        if (!go_alone(core, pp))
            return;
    }
    event_commit(core, pp);
    if (event_is_early(core) && core->pending_rest-- == 0)
        event_find_pending(core);
    pp->kind = EVENT_GO_ON;
    const uint64_t begin = pp->committed.cycle;
    const uint32_t reach = pp->reach;
    for (uint64_t gone = pp->now.cycle - begin; gone < reach && !core->all_arrived && core->pps > 1;
         gone = pp->now.cycle - begin) {
        if (!go(core, pp, reach - (uint32_t)gone, LANE_SPECULATIVE) || pp->kind != EVENT_GO_ON ||
            pp->now.cycle - begin >= reach)
            break;
        const enum step_result result = event_step(core, pp, STEP_SPECULATIVE);
        if (result == STEP_EVENT || (result == STEP_ASKS && !event_want(core, pp->cell)))
            break;
    }
    if (pp->now.cycle - begin >= reach) {
        pp->reach = (uint16_t)(2 * reach < STRETCH_CYCLES ? 2 * reach : STRETCH_CYCLES);
        if (core->calm_count != 0 && pp->kind == EVENT_GO_ON)
            disturb_calm(core, pp);
    }
    event_queue(core, pp);
    if (pp->read_count >= CALM_READS && event_is_early(core))
        event_sample(core, pp);
}
