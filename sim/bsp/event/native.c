/* native.c - a PP goes on by native code (sim/bsp/native): it gets a frame, and what the code has done
 * becomes what the loops of advance.c would have done. Calls native. */
#include "sim/bsp/event/inside.h"

#include <stddef.h>

/* The logs are written by native code. */
_Static_assert(sizeof(struct event_read) == sizeof(struct native_read) &&
                   offsetof(struct event_read, cell) == offsetof(struct native_read, cell) &&
                   offsetof(struct event_read, value) == offsetof(struct native_read, value) &&
                   offsetof(struct event_read, time) == offsetof(struct native_read, time),
               "reads are noted by native code as by advance.c");
_Static_assert(sizeof(struct event_write) == sizeof(struct native_write) &&
                   offsetof(struct event_write, cell) == offsetof(struct native_write, cell) &&
                   offsetof(struct event_write, before) == offsetof(struct native_write, before),
               "so are writes");

/* native_frame.written and .changed: there was none. */
#define NEVER UINT32_MAX

void event_use_native(struct event_core *core, struct native *native)
{
    core->native = native;
}

/* New code has come: the loops of advance.c stop before it. */
static void note_heads(struct event_core *core)
{
    for (uint32_t pc = 0; pc < core->world->code_count; pc++)
        if (core->native->heads[pc])
            event_stop_before(core->actions, pc);
}

/* ---- accesses that native code has not guessed */

enum where { SHARED, OWN, NOWHERE };

/* native_frame.owner */
struct owner {
    const struct event_core *core;
    struct event_pp *pp;
};

static const struct owner *owner_of(const struct native_frame *frame)
{
    return frame->owner;
}

static enum where find(const struct native_frame *frame, uint32_t address, uint32_t *cell)
{
    const struct memory *memory = &owner_of(frame)->core->machine->memory;
    const uint32_t on_stack = address - frame->stack_address, within = address - MEMORY_PRIVATE;
    *cell = address;
    if (address - memory->guard < memory->shared_span)
        return SHARED;
    if (on_stack < frame->stack_words)
        *cell = frame->stack_cell + (on_stack << memory->lane_shift);
    else if (within < frame->private_words)
        *cell = frame->private_cell + (within << memory->lane_shift);
    else
        return NOWHERE;
    return OWN;
}

static uint32_t time_of(const struct native_frame *frame, uint32_t hint)
{
    return frame->time_end - (frame->left + (hint & 0xff));
}

static uint32_t guessed(uint32_t hint)
{
    return hint & NATIVE_GUESSED_SHARED ? 1 : 0;
}

/* Ahead: a shared word is read, if there is room to note it. */
static bool note_read(struct native_frame *frame, uint32_t cell, uint32_t time)
{
    uint32_t *shadow = &frame->shadow[cell];
    if (frame->read == frame->read_end)
        return false;
    *shadow = time > *shadow ? time : *shadow;
    *frame->read++ = (struct native_read){cell, frame->cells[cell], time};
    frame->filter |= event_filter(cell);
    return true;
}

static uint64_t load_sure(struct native_frame *frame, uint32_t address, uint32_t hint)
{
    uint32_t cell;
    const enum where where = find(frame, address, &cell);
    if (where == NOWHERE || (where == SHARED && frame->shadow[cell] >= frame->asked))
        return NATIVE_STOPS;
    frame->acts += (where == SHARED) - guessed(hint);
    return frame->cells[cell];
}

static uint64_t load_ahead(struct native_frame *frame, uint32_t address, uint32_t hint)
{
    uint32_t cell;
    const enum where where = find(frame, address, &cell);
    if (where == NOWHERE || (where == SHARED && (frame->shadow[cell] >= frame->asked ||
                                                 event_has_posted(owner_of(frame)->pp, cell) ||
                                                 !note_read(frame, cell, time_of(frame, hint)))))
        return NATIVE_STOPS;
    frame->acts += (where == SHARED) - guessed(hint);
    return frame->cells[cell];
}

static uint64_t store_sure(struct native_frame *frame, uint32_t address, uint32_t hint, uint32_t datum,
                           uint32_t pc)
{
    uint32_t cell;
    const uint32_t time = time_of(frame, hint);
    const enum where where = find(frame, address, &cell);
    (void)pc;
    if (where == NOWHERE || (where == SHARED && frame->shadow[cell] > time))
        return NATIVE_STOPS;
    if (where == SHARED) {
        frame->written = time;
        frame->changed = frame->cells[cell] != datum ? time : frame->changed;
    }
    frame->shared_stores += (where == SHARED) - guessed(hint);
    frame->cells[cell] = datum;
    return 0;
}

static uint64_t store_ahead(struct native_frame *frame, uint32_t address, uint32_t hint, uint32_t datum,
                            uint32_t pc)
{
    struct event_pp *pp = owner_of(frame)->pp;
    uint32_t cell;
    switch (find(frame, address, &cell)) {
    case SHARED:
        if (pp->now.in_barrier || pp->post_end == AHEAD_POSTS)
            return NATIVE_STOPS;
        pp->posts[pp->post_end++] = (struct event_post){cell, datum, time_of(frame, hint), pc};
        frame->posted |= event_filter(cell);
        return 0;
    case OWN:
        if (frame->write == frame->write_end)
            return NATIVE_STOPS;
        *frame->write++ = (struct native_write){cell, frame->cells[cell]};
        frame->cells[cell] = datum;
        return 0;
    case NOWHERE:
        break;
    }
    return NATIVE_STOPS;
}

/* ---- to native code and back */

static struct native_frame frame_of(const struct owner *owner, uint32_t most, enum native_form form)
{
    const struct event_core *core = owner->core;
    struct event_pp *pp = owner->pp;
    const struct memory *memory = &core->machine->memory;
    struct event_state *now = &pp->now;
    return (struct native_frame){.cells = memory->cells,
                                 .shadow = core->shadow,
                                 .load = form == NATIVE_SURE ? load_sure : load_ahead,
                                 .store = form == NATIVE_SURE ? store_sure : store_ahead,
                                 .owner = owner,
                                 .reg = now->reg,
                                 .stack_address = pp->stack_address,
                                 .stack_words = pp->is_open ? 0 : memory->stack_mask + 1,
                                 .stack_cell = pp->stack_cell,
                                 .private_words = pp->is_open ? 0 : memory->private_mask + 1,
                                 .private_cell = pp->private_cell,
                                 .number = pp->number,
                                 .asked = now->in_barrier ? 0 : SHADOW_ASKED,
                                 .time_end = event_time(core, now->cycle) + most,
                                 .left = most,
                                 .flags = NATIVE_FLAGS_WORD,
                                 .flags_a = now->status,
                                 .read = (struct native_read *)(pp->reads + pp->read_count),
                                 .read_end = (struct native_read *)(pp->reads + AHEAD_READS),
                                 .write = (struct native_write *)(pp->writes + pp->write_count),
                                 .write_end = (struct native_write *)(pp->writes + AHEAD_WRITES),
                                 .written = NEVER,
                                 .changed = NEVER};
}

/* What was done at once that others could have seen. */
static void count_sure(struct event_core *core, struct event_pp *pp, const struct native_frame *frame)
{
    if (frame->shared_stores + frame->folds != 0)
        event_depart(core, pp);
    core->segments += frame->shared_stores + frame->folds;
    core->phases[STATS_PHASE_store] += frame->shared_stores;
    core->phases[STATS_PHASE_multiprefix] += frame->folds;
    core->together -= frame->shared_stores + frame->folds;
    core->folds += frame->folds;
    if (frame->written != NEVER)
        core->written = core->base + frame->written;
    if (frame->changed != NEVER)
        core->changed = core->base + frame->changed;
}

static void take_back(struct event_core *core, struct event_pp *pp, struct native_frame *frame,
                      const struct native_stop *stop, enum native_form form)
{
    struct event_state *now = &pp->now;
    now->reg[1] = stop->pc != NATIVE_ANYWHERE ? stop->pc : frame->pc;
    now->status = native_status_of(frame);
    now->late_target = stop->late_target;
    now->late_value = frame->late_value;
    now->loads += frame->loads + stop->loads;
    now->stores += frame->stores + stop->stores;
    now->acts += frame->acts + stop->acts;
    if (form == NATIVE_SURE) {
        frame->shared_stores += stop->shared_stores;
        frame->folds += stop->folds;
        count_sure(core, pp, frame);
        return;
    }
    pp->read_count = (uint8_t)((const struct event_read *)frame->read - pp->reads);
    pp->write_count = (uint8_t)((const struct event_write *)frame->write - pp->writes);
    core->filters[pp->number] |= frame->filter;
}

bool event_run_natively(struct event_core *core, struct event_pp *pp, uint32_t most, enum native_form form)
{
    struct native *native = core->native;
    const uint32_t pc = pp->now.reg[1];
    if (pp->now.late_target != DECODE_SINK || pc >= core->world->code_count)
        return false;
    if (form == NATIVE_SURE &&
        pp->now.in_barrier) /* a multiprefix request there may be the last that all wait for */
        return false;
    if (native_is_due(native, 16) && native_look(native, pc, form))
        note_heads(core);
    const struct native_entry entry = native->entries[form][pc];
    if (entry.code == NULL)
        return false;
    const struct owner owner = {core, pp};
    struct native_frame frame = frame_of(&owner, most, form);
    for (unsigned k = pp->post_first; k < pp->post_end; k++)
        frame.posted |= event_filter(pp->posts[k].cell);
    const struct native_stop *stop = &entry.stops[entry.code(&frame, entry.place)];
    const uint32_t steps = most - (frame.left + stop->undone);
    if (steps == 0)
        return false;
    (void)native_is_due(native, steps);
    take_back(core, pp, &frame, stop, form);
    pp->now.cycle += steps;
    return true;
}
