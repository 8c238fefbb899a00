/* carry.h - effects of a carried out request on the PP and on memory, for cycle.c and few.c. */
#ifndef PRAM_EVENT_CARRY_H
#define PRAM_EVENT_CARRY_H

#include "sim/solo/inside.h"
#include "sim/tile/rows/multiprefix.h"

/* event_finish for a load or a multiprefix request. */
static inline void event_take_result(const struct event_core *core, struct event_pp *pp, uint32_t value,
                                     bool is_load)
{
    struct event_state *now = &pp->now;
    const struct event_action *action = &core->actions[now->reg[1]];
    const uint32_t sum = now->reg[action->rs] + now->reg[action->rt] + action->constant;
    now->reg[1]++;
    if (is_load)
        now->reg[action->base] = sum; /* discarded if it stays */
    now->reg[now->late_target] = now->late_value;
    now->late_target = action->target;
    now->late_value = value;
    now->cycle++;
}

static inline void event_carry_out_load(struct event_core *core, struct event_pp *pp, uint32_t cell)
{
    const uint32_t value = core->machine->memory.cells[cell];
    if (event_is_shared(core, cell)) {
        event_notice_load(core, pp, cell);
        if (pp->early_count != 0) /* a sleeper has nothing that others must wait for */
            event_make_sure(core, pp);
        if (event_look(core, pp, cell, value)) {
            core->shadow[cell] |= SHADOW_ASKED; /* it may be an event only because its place is wanted */
            return;
        }
    }
    pp->now.loads++;
    pp->now.acts++;
    event_take_result(core, pp, value, true);
}

static inline void event_carry_out_fold(struct event_core *core, struct event_pp *pp, uint32_t cell,
                                        uint32_t datum, unsigned kernel)
{
    uint32_t *word = &core->machine->memory.cells[cell];
    const uint32_t before = *word;
    *word = multiprefix_combine((enum rows_fold)kernel, before, datum);
    core->folds++;
    pp->now.acts++;
    event_note_fold(core, pp, pp->now.in_barrier);
    event_order(core, pp, cell, core->present);
    event_take_result(core, pp, before, false);
    event_written(core, cell, core->present, before, EVENT_NO_WRITER);
}

static inline void event_carry_out_post(struct event_core *core, struct event_pp *pp)
{
    const struct event_post post = pp->posts[pp->post_first++];
    uint32_t *cell = &core->machine->memory.cells[post.cell];
    const uint32_t before = *cell;
    *cell = post.datum;
    event_depart(core, pp);
    event_go_out(core, pp, core->present);
    event_queue(core, pp);
    event_written(core, post.cell, core->present, before, (struct event_writer){pp, post.pc, false});
}

#endif
