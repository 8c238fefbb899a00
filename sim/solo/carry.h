/* carry.h - effects of a carried out request on the PP and on memory, for step.c and cycle.c. */
#ifndef PRAM_EVENT_CARRY_H
#define PRAM_EVENT_CARRY_H

#include "sim/solo/inside.h"
#include "sim/tile/rows/multiprefix.h"

/* STEP_ENDED: the PP sleeps from now on. */
static inline enum step_result event_carry_out_load(struct event_core *core, struct event_pp *pp,
                                                    uint32_t cell)
{
    const uint32_t value = core->machine->memory.cells[cell];
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

static inline void event_carry_out_fold(struct event_core *core, struct event_pp *pp, uint32_t cell,
                                        uint32_t datum, unsigned kernel)
{
    uint32_t *word = &core->machine->memory.cells[cell];
    const uint32_t before = *word;
    const uint64_t cycle = pp->now.cycle;
    *word = multiprefix_combine((enum rows_fold)kernel, before, datum);
    core->folds++;
    event_note_fold(core, pp, pp->now.in_barrier);
    event_order(core, pp, cell, cycle);
    event_finish(core, pp, before);
    event_written(core, cell, cycle, before, EVENT_NO_WRITER);
}

#endif
