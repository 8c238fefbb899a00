/* native.c - runs a PP in compiled code (sim/jit): fills a frame for the code, and turns its effects
 * into those of the loops in advance.c. */
#include "sim/solo/inside.h"

#include <stddef.h>
#include <string.h>

#include "sim/isa/system.h"

void event_count_native(const struct event_core *core, struct machine *machine)
{
    lanes_count(core != NULL ? core->lanes : NULL, machine);
}

void event_note_heads(struct event_core *core, enum lane_form form, uint32_t from, uint32_t to)
{
    for (uint32_t pc = from; pc < to; pc++)
        if (event_has_head(core, pc, form))
            core->stopping[form][pc].kind = ACTION_STOP;
}

/* ---- accesses that compiled code did not predict */

/* Whether the code may access an address in the PP's own areas now; then *cell is its cell. */
static bool may_access_own(const struct lane_frame *frame, uint32_t address, uint32_t pc, uint32_t *cell)
{
    const struct event_core *core = frame->owner;
    return event_find_own(&core->machine->memory, core->at_work, address, cell) && !event_is_wanted(core, pc);
}

static uint32_t time_of(const struct lane_frame *frame, uint32_t hint)
{
    return frame->time_end - (frame->left + (hint & 0xff));
}

/* Whether a PP has read the cell later than now, or must be notified of changes. False with one PP. */
static bool is_seen(const struct lane_frame *frame, uint32_t cell, uint32_t hint)
{
    return frame->shadow[cell] > time_of(frame, hint) && ((const struct event_core *)frame->owner)->pps > 1;
}

/* Of accesses to shared memory, the code does those that it can; the others are left to the interpreter. */
static uint64_t load_own(struct lane_frame *frame, uint32_t address, uint32_t hint, uint32_t datum,
                         uint32_t pc)
{
    (void)hint, (void)datum;
    uint32_t cell;
    return may_access_own(frame, address, pc, &cell) ? frame->cells[cell] : LANE_STOPS;
}

static uint64_t store_own(struct lane_frame *frame, uint32_t address, uint32_t hint, uint32_t datum,
                          uint32_t pc)
{
    struct event_core *core = frame->owner;
    struct event_pp *pp = core->at_work;
    uint32_t cell;
    if (!may_access_own(frame, address, pc, &cell))
        return LANE_STOPS;
    if (frame == &core->frames[LANE_SPECULATIVE]) {
        if (pp->write_count == core->room.writes)
            return LANE_STOPS;
        pp->writes[pp->write_count++] = (struct event_write){cell, frame->cells[cell]};
    }
    frame->shared_stores -= (hint & LANE_GUESSED_SHARED) != 0;
    frame->cells[cell] = datum;
    return 0;
}

/* A multiprefix request to shared memory; other addresses are left to the interpreter. */
static uint64_t fold_present(struct lane_frame *frame, uint32_t address, uint32_t hint, uint32_t datum,
                             uint32_t pc)
{
    struct event_core *core = frame->owner;
    const struct memory *memory = &core->machine->memory;
    if (address - memory->guard >= memory->shared_span || is_seen(frame, address, hint))
        return LANE_STOPS;
    const uint32_t before = frame->cells[address];
    event_order(core, core->at_work, address, core->base + time_of(frame, hint));
    frame->cells[address] = system_folded((enum system_fold)event_operation(core, pc)->fold, before, datum);
    frame->folds++;
    return before;
}

/* ---- hints */

/* Reduces the number of instructions that may be executed; times stay the same. */
static void withhold(struct lane_frame *frame, uint32_t instructions)
{
    frame->left -= instructions;
    frame->time_end -= instructions;
    frame->cycle_end -= instructions;
    frame->withheld += instructions;
}

/* In a barrier the PP must stop for tests whether it waits for ever. A hint of barriers ends its block. */
static void enter_barrier(struct event_core *core, struct lane_frame *frame, uint64_t cycle)
{
    core->scanned = cycle;
    core->outside = frame->number;
    const uint64_t end = event_next_scan(core) < core->limit ? event_next_scan(core) : core->limit;
    const uint64_t allowed = end > cycle + 1 ? end - (cycle + 1) : 0;
    core->stop = end;
    if (allowed < frame->left)
        withhold(frame, frame->left - (uint32_t)allowed);
}

static uint64_t hear(struct lane_frame *frame, uint32_t constant, uint32_t hint, uint32_t datum, uint32_t pc)
{
    struct event_core *core = frame->owner;
    const uint64_t cycle = core->base + time_of(frame, hint);
    (void)datum, (void)pc;
    event_execute_hint(&core->at_work->now, constant, cycle);
    if (shint_number(constant) == SHINT_barrier_enter)
        enter_barrier(core, frame, cycle);
    else if (shint_number(constant) == SHINT_barrier_leave)
        withhold(frame, -frame->withheld);
    return 0;
}

/* ---- entering and leaving compiled code */

/* Fills the frame's description of program and machine. */
static void prepare_frame(struct event_core *core, enum lane_form form)
{
    const struct memory *memory = &core->machine->memory;
    core->frames[form] = (struct lane_frame){.places = core->lanes->places[form],
                                             .cells = memory->cells,
                                             .shadow = core->shadow,
                                             .calm = core->calm,
                                             .calls = {[LANE_CALL_LOAD] = load_own,
                                                       [LANE_CALL_STORE] = store_own,
                                                       [LANE_CALL_FOLD] = fold_present,
                                                       [LANE_CALL_HEAR] = hear,
                                                       [LANE_CALL_COMPUTE] = lanes_compute},
                                             .pending = core->pending,
                                             .wanted = core->notices->wanted,
                                             .owner = core};
}

/* Fills the frame's state of the PP, field by field: PPs that store often enter every few instructions. */
static void fill_frame(struct lane_frame *frame, const struct event_core *core, struct event_pp *pp,
                       uint32_t most)
{
    uint32_t *const cells = core->machine->memory.cells;
    struct event_state *now = &pp->now;
    frame->left = most;
    frame->time_end = event_time(core, now->cycle) + most;
    frame->cycle_end = (uint32_t)now->cycle + most;
    frame->flags = LANE_FLAGS_WORD;
    frame->flags_a = now->status;
    frame->loads = frame->stores = frame->shared_stores = frame->folds = 0;
    frame->filter = 0;
    frame->number = pp->number;
    frame->mark = event_mark(pp);
    frame->early = event_early(core, pp) + pp->early_count;
    frame->early_end = event_early(core, pp) + core->room.early;
    frame->stack_address = pp->stack_address;
    frame->stack = cells + pp->stack_cell;
    frame->read = pp->reads + pp->read_count;
    frame->read_end = pp->reads + core->room.reads;
    frame->reg = now->reg;
    frame->withheld = 0;
}

void event_use_native(struct event_core *core)
{
    core->lanes = lanes_create(core->machine, core->world->code, core->shadow, core->notices->wanted);
    for (unsigned form = 0; form < LANE_FORMS && core->lanes != NULL; form++)
        prepare_frame(core, form);
}

/* Counts visible effects that were carried out at once. */
static void count_present(struct event_core *core, struct event_pp *pp, const struct lane_frame *frame,
                          const struct lane_stop *stop)
{
    const uint32_t stores = frame->shared_stores + stop->shared_stores;
    if (stores + frame->folds != 0) {
        event_depart(core, pp);
        event_go_out(core, pp, pp->now.cycle);
    }
    event_count(core, STATS_PHASE_store, stores);
    event_count(core, STATS_PHASE_multiprefix, frame->folds);
    core->outcome.stats.multiprefix += frame->folds;
}

static void take_frame(struct event_core *core, struct event_pp *pp, const struct lane_frame *frame,
                       const struct lane_stop *stop, enum lane_form form)
{
    struct event_state *now = &pp->now;
    now->reg[1] = stop->pc != LANE_ANYWHERE ? stop->pc : frame->pc;
    now->status = lane_status_of(frame);
    now->late_target = stop->late_target;
    now->late_value = frame->late_value;
    now->loads += frame->loads + stop->loads;
    now->stores += frame->stores + stop->stores;
    if (form == LANE_PRESENT) {
        count_present(core, pp, frame, stop);
        return;
    }
    pp->read_count = (uint8_t)(frame->read - pp->reads);
    pp->early_count = (uint8_t)(frame->early - event_early(core, pp));
    core->filters[pp->number] |= frame->filter;
}

/* Whether there is compiled code at a place. */
static bool has_code(struct event_core *core, uint32_t pc, enum lane_form form)
{
    struct lanes *lanes = core->lanes;
    uint32_t from, to;
    if (lanes_have_code(lanes, pc, form))
        return true;
    if (!lanes_request(lanes, pc, form, &from, &to))
        return false;
    event_note_heads(core, form, from, to);
    return true;
}

/* The code has reached a wanted place: whether it pays is judged when the place is no longer wanted. */
static bool is_cut_short(const struct event_core *core, const struct lane_frame *frame,
                         const struct lane_stop *stop)
{
    const uint32_t pc = stop->pc != LANE_ANYWHERE ? stop->pc : frame->pc;
    return pc < core->world->code_count && event_is_wanted(core, pc);
}

bool event_run_natively(struct event_core *core, struct event_pp *pp, uint32_t most, enum lane_form form)
{
    struct lanes *lanes = core->lanes;
    const uint32_t pc = pp->now.reg[1];
    if (pp->now.late_target != DECODE_SINK || pc >= lanes->count || pp->is_open ||
        (pp->now.in_barrier && !(core->pps == 1 && form == LANE_PRESENT)) || !has_code(core, pc, form))
        return false;
    most = most < LANE_RUN_MOST ? most : LANE_RUN_MOST;
    struct lane_frame *const frame = &core->frames[form];
    core->at_work = pp;
    fill_frame(frame, core, pp, most);
    const struct lane_stop *stop = lanes_run(lanes, frame, lanes->places[form][pc]);
    const uint32_t steps = most - frame->withheld - (frame->left + stop->undone);
    if (!is_cut_short(core, frame, stop) && !lanes_weigh(lanes, pc, form, steps) &&
        !event_is_wanted(core, pc))
        core->stopping[form][pc].kind = core->actions[pc].kind;
    if (steps == 0)
        return false;
    take_frame(core, pp, frame, stop, form);
    pp->now.cycle += steps;
    return true;
}
