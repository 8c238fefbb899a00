/* carry.h - effects of a carried out request on the PP and on memory, for step.c and cycle.c. */
#ifndef PRAM_EVENT_CARRY_H
#define PRAM_EVENT_CARRY_H

#include "sim/solo/inside.h"
#include "sim/tile/rows/multiprefix.h"

/* STEP_ENDED: the PP sleeps from now on. */
static inline enum step_result event_carry_out_load(struct event_core *core, struct event_pp *pp)
{
    const uint32_t cell = pp->cell, value = core->machine->memory.cells[cell];
    if (event_is_shared(core, cell)) {
        event_notice_load(core, pp, cell);
        if (pp->early_count != 0) /* a sleeper has nothing that others must wait for */
            event_commit(core, pp);
        if (event_poll(core, pp, cell, value)) {
            core->shadow[cell] |= SHADOW_ASKED; /* it may be an event only because its place is wanted */
            return STEP_ENDED;
        }
    }
    pp->now.loads++;
    event_finish(core, pp, value);
    return STEP_DONE;
}

/* Whether a store to the PP's cell is an event however far PPs have speculated. One to an own area rarely is.
 */
static inline bool event_is_seen(const struct event_core *core, const struct event_pp *pp)
{
    return event_is_shared(core, pp->cell) || event_is_of_another(core, pp->number, pp->cell);
}

/* wins: the store takes effect. */
static inline void event_carry_out_store(struct event_core *core, struct event_pp *pp, bool is_seen,
                                         bool wins)
{
    const uint32_t cell = pp->cell, before = core->machine->memory.cells[cell], pc = pp->now.reg[1];
    const uint64_t cycle = pp->now.cycle;
    if (wins)
        core->machine->memory.cells[cell] = pp->datum;
    pp->now.stores++;
    event_finish(core, pp, 0);
    if (is_seen && !pp->now.in_barrier)
        event_depart(core, pp);
    if (is_seen && wins)
        event_written(core, cell, cycle, before, (struct event_writer){pp, pc});
}

static inline void event_carry_out_fold(struct event_core *core, struct event_pp *pp, enum rows_fold fold)
{
    const uint32_t cell = pp->cell;
    uint32_t *word = &core->machine->memory.cells[cell];
    const uint32_t before = *word;
    const uint64_t cycle = pp->now.cycle;
    *word = multiprefix_combine(fold, before, pp->datum);
    core->folds++;
    event_note_fold(core, pp, pp->now.in_barrier);
    event_order(core, pp, cell, cycle);
    event_finish(core, pp, before);
    event_written(core, cell, cycle, before, EVENT_NO_WRITER);
}

#endif
