/* step.c - executes any one instruction of one PP; the memory that it accesses decides whether it is an
 * event.
 *
 * The reference engine defines the meaning of instructions (docs/machine.md); the fuzzers of tests/sim
 * compare. advance.c has a loop for the common ones. Calls machine, word. */
#include "sim/solo/carry.h"

#include "sim/isa/system.h"
#include "sim/isa/word.h"
#include "sim/isa/instruction.h"

/* The part of memory of an address. */
enum place {
    PLACE_SHARED,
    PLACE_OWN,  /* an own area that no other PP accesses */
    PLACE_AREA, /* any other */
    PLACE_ILLEGAL
};

static enum place locate(struct event_core *core, const struct event_pp *pp, uint32_t address, uint32_t *cell,
                         uint32_t *owner)
{
    const struct memory *memory = &core->machine->memory;
    *owner = 0;
    *cell = address;
    if (address - memory->guard < memory->shared_span)
        return PLACE_SHARED;
    const struct memory_place place = memory_place(memory, pp->number, address);
    *cell = place.index;
    *owner = place.owner;
    if (place.region == MEMORY_REGION_ILLEGAL)
        return PLACE_ILLEGAL;
    return place.owner == pp->number && !pp->is_open ? PLACE_OWN : PLACE_AREA;
}

/* The address of an access, and the new value of the base register. */
static uint32_t address_of(const struct event_state *now, const struct operation *operation, uint32_t *sum)
{
    const uint32_t a = now->reg[operation->i.rs], b = now->reg[operation->i.rt] + operation->i.constant;
    *sum = a + b;
    return system_address_by((enum system_address)operation->address, a, b);
}

static void land(struct event_state *now, uint32_t target, uint32_t value)
{
    now->reg[now->late_target] = now->late_value;
    now->late_target = target;
    now->late_value = value;
    now->cycle++;
}

void event_finish(const struct event_core *core, struct event_pp *pp, uint32_t value)
{
    struct event_state *now = &pp->now;
    const struct operation *operation = event_operation(core, now->reg[1]);
    uint32_t sum;
    (void)address_of(now, operation, &sum);
    now->reg[1]++;
    if (operation->handler == HANDLE_LOAD || operation->handler == HANDLE_STORE)
        now->reg[operation->i.base] = sum;
    if (operation->handler == HANDLE_LOAD || operation->handler == HANDLE_FOLD)
        land(now, operation->i.target, value);
    else
        land(now, DECODE_SINK, 0);
}

static enum step_result stop_at_event(struct event_pp *pp, enum event_kind kind)
{
    pp->kind = (uint8_t)kind;
    return STEP_EVENT;
}

/* A fault: an event, and in the present the end of the run, before anything else of its cycle. */
enum step_result event_fail(struct event_core *core, struct event_pp *pp, enum step_mode mode)
{
    if (mode != STEP_PRESENT)
        return stop_at_event(pp, EVENT_FAULT);
    core->machine->end = END_FAULT;
    core->over = core->fails = true;
    core->last = pp->now.cycle - 1;
    core->reached = pp->now.cycle;
    return STEP_ENDED;
}

/* A visible access to a PP's area. Its owner may have speculated: first its own accesses become events. */
static enum step_result stop_at_foreign(struct event_core *core, struct event_pp *pp, uint32_t owner,
                                        enum step_mode mode, enum event_kind kind)
{
    struct event_pp *other = event_pp(core, owner);
    stop_at_event(pp, kind);
    if (other == pp || other->is_open || other->activity == PP_HALTED) {
        if (other->activity == PP_HALTED)
            other->is_open = true;
        return mode == STEP_PRESENT ? STEP_DONE : STEP_EVENT;
    }
    if (mode == STEP_PRESENT)
        event_open(core, other, pp->now.cycle);
    else
        other->opens = core->must_open = true;
    return STEP_EVENT;
}

/* ---- memory */

/* The PP accesses a shared cell with an early store, or in a calm block. STEP_DONE: it may access the cell
 * now. */
static enum step_result access_early(struct event_core *core, struct event_pp *pp, uint32_t cell,
                                     enum step_mode mode)
{
    stop_at_event(pp, EVENT_GO_ON); /* its own early stores will be certain next time */
    if (core->shadow[cell] == event_mark(pp))
        return STEP_EVENT;
    if (mode == STEP_SPECULATIVE)
        return event_want(core, cell) ? STEP_DONE : STEP_EVENT;
    event_release(core, cell, pp->now.cycle);
    return STEP_EVENT;
}

/* During a rollback: whether the log has the word that the PP now loads from a calm block. If not, the cell
 * has not changed. */
static bool has_noted(const struct event_core *core, const struct event_pp *pp)
{
    return pp->read_count < core->read_end &&
           pp->reads[pp->read_count].time == event_time(core, pp->now.cycle);
}

/* Speculative or certain: preparation of a load of a shared cell. STEP_DONE: the PP may load now. */
static enum step_result prepare_load(struct event_core *core, struct event_pp *pp, uint32_t cell, bool is_own,
                                     enum step_mode mode)
{
    const struct event_state *now = &pp->now;
    const uint32_t shadow = core->shadow[cell], pc = now->reg[1];
    if (((shadow >= SHADOW_EARLY && !is_own) || (shadow == SHADOW_CALM && now->in_barrier)) &&
        access_early(core, pp, cell, mode) != STEP_DONE)
        return STEP_EVENT;
    if (event_operation(core, pc)->polls || event_orders_at(core, pc)) /* as in loop.inc */
        event_wait_for(core, pp, pc, cell, now->cycle);
    if (!event_is_wanted(core, pc))
        return STEP_DONE;
    event_visit(core, pc);
    return mode == STEP_SPECULATIVE && !is_own && !now->in_barrier ? stop_at_event(pp, EVENT_LOAD)
                                                                   : STEP_DONE;
}

/* Speculative: notes the word that the PP loads. False: the load is an event, or waits for the next
 * stretch. */
static bool note_read(struct event_core *core, struct event_pp *pp, uint32_t cell)
{
    uint32_t *shadow = &core->shadow[cell];
    const bool is_full = pp->read_count == core->room.reads;
    /* in a barrier, and where it polls, the PP asks for the cell from now on */
    const bool asks = pp->now.in_barrier || (*shadow & SHADOW_ASKED) != 0;
    if (asks || (is_full && pp->reads[0].cell == cell && pp->reads[1].cell == cell))
        *shadow |= SHADOW_ASKED;
    if (asks || is_full) {
        stop_at_event(pp, asks ? EVENT_LOAD : EVENT_GO_ON);
        return false;
    }
    const uint32_t time = event_time(core, pp->now.cycle), value = core->machine->memory.cells[cell];
    *shadow = time > *shadow ? time : *shadow;
    pp->reads[pp->read_count++] = (struct lane_read){.cell = cell, .value = value, .time = time};
    core->filters[pp->number] |= event_filter(cell);
    return true;
}

static enum step_result load_shared(struct event_core *core, struct event_pp *pp, uint32_t cell,
                                    enum step_mode mode)
{
    struct event_state *now = &pp->now;
    const uint32_t shadow = core->shadow[cell];
    const bool is_own = shadow == event_mark(pp) && !now->in_barrier; /* it knows its own stores */
    if (mode != STEP_REPLAY && prepare_load(core, pp, cell, is_own, mode) != STEP_DONE)
        return STEP_EVENT;
    if (mode == STEP_PRESENT)
        return event_carry_out_load(core, pp);
    if (mode == STEP_SPECULATIVE && !is_own && shadow != SHADOW_CALM && !note_read(core, pp, cell))
        return STEP_EVENT;
    const bool is_noted = mode == STEP_REPLAY && !is_own && (shadow != SHADOW_CALM || has_noted(core, pp));
    const uint32_t value = is_noted ? pp->reads[pp->read_count++].value : core->machine->memory.cells[cell];
    now->loads++;
    event_finish(core, pp, value);
    return STEP_DONE;
}

static enum step_result load(struct event_core *core, struct event_pp *pp, const struct operation *operation,
                             enum step_mode mode)
{
    struct machine *machine = core->machine;
    uint32_t sum, owner;
    const uint32_t address = address_of(&pp->now, operation, &sum);
    switch (locate(core, pp, address, &pp->cell, &owner)) {
    case PLACE_ILLEGAL:
        if (mode == STEP_PRESENT)
            fault_access(&machine->fault, machine, ACCESS_LOAD, address, pp->number, pp->now.reg[1],
                         pp->now.cycle);
        return event_fail(core, pp, mode);
    case PLACE_SHARED:
        return load_shared(core, pp, pp->cell, mode);
    case PLACE_AREA:
        if (stop_at_foreign(core, pp, owner, mode, EVENT_LOAD) != STEP_DONE)
            return STEP_EVENT;
        break;
    case PLACE_OWN:
        break;
    }
    if (mode != STEP_REPLAY && event_is_wanted(core, pp->now.reg[1]))
        event_visit(core, pp->now.reg[1]);
    pp->now.loads++;
    event_finish(core, pp, machine->memory.cells[pp->cell]);
    return STEP_DONE;
}

static uint32_t datum_of(const struct event_state *now, const struct instruction *i)
{
    if (i->traits & DECODE_STATUS_DATUM)
        return now->status | ((uint32_t)now->cycle & STATUS_MODULO);
    return now->reg[i->rd];
}

/* False: a fault. */
static bool may_store(struct event_core *core, struct event_pp *pp, const struct operation *operation,
                      uint32_t address, enum place place, enum step_mode mode)
{
    struct machine *machine = core->machine;
    const struct event_state *now = &pp->now;
    if (place == PLACE_SHARED)
        return true;
    if (machine_stack_overflow(machine, operation->i.rs, address, pp->number)) {
        if (mode == STEP_PRESENT)
            fault_stack(&machine->fault, machine, address, pp->number, now->reg[1], now->cycle);
        return false;
    }
    if (place == PLACE_ILLEGAL && mode == STEP_PRESENT)
        fault_access(&machine->fault, machine, ACCESS_STORE, address, pp->number, now->reg[1], now->cycle);
    return place != PLACE_ILLEGAL;
}

static enum step_result store(struct event_core *core, struct event_pp *pp, const struct operation *operation,
                              enum step_mode mode)
{
    uint32_t sum, owner, *cells = core->machine->memory.cells;
    const uint32_t address = address_of(&pp->now, operation, &sum);
    const enum place place = locate(core, pp, address, &pp->cell, &owner);
    if (!may_store(core, pp, operation, address, place, mode))
        return event_fail(core, pp, mode);
    const uint32_t cell = pp->cell, before = cells[cell], pc = pp->now.reg[1];
    pp->datum = datum_of(&pp->now, &operation->i);
    const bool is_shared = place == PLACE_SHARED;
    if (is_shared && mode == STEP_REPLAY) { /* it was early */
        event_repeat_early(core, pp, cell, pp->datum, event_time(core, pp->now.cycle));
        pp->now.stores++;
        event_finish(core, pp, 0);
        return STEP_DONE;
    }
    const bool is_wanted = mode != STEP_REPLAY && event_is_wanted(core, pc);
    if (is_wanted)
        event_visit(core, pc);
    if (is_shared && mode == STEP_SPECULATIVE && event_is_early(core) && !is_wanted && !pp->now.in_barrier &&
        event_store_early(core, pp, cell, pp->datum, event_time(core, pp->now.cycle))) {
        pp->now.stores++;
        event_finish(core, pp, 0);
        return STEP_DONE;
    }
    if (is_shared && event_is_kept(core->shadow[cell]) && access_early(core, pp, cell, mode) != STEP_DONE)
        return STEP_EVENT;
    if (is_shared && mode == STEP_SPECULATIVE)
        return stop_at_event(pp, EVENT_STORE);
    if (place == PLACE_AREA && stop_at_foreign(core, pp, owner, mode, EVENT_STORE) != STEP_DONE)
        return STEP_EVENT;
    if (place == PLACE_OWN && mode != STEP_PRESENT) {
        if (mode == STEP_SPECULATIVE &&
            pp->write_count == core->room.writes) /* in STEP_REPLAY there has been room */
            return stop_at_event(pp, EVENT_GO_ON);
        pp->writes[pp->write_count++] = (struct lane_write){.cell = cell, .before = before};
    }
    const bool is_seen = is_shared || (place == PLACE_AREA && owner != pp->number);
    event_count(core, is_shared ? STATS_PHASE_store : STATS_PHASE_foreign, is_seen);
    event_carry_out_store(core, pp, is_seen, true);
    return STEP_DONE;
}

static enum step_result fold(struct event_core *core, struct event_pp *pp, const struct operation *operation,
                             enum step_mode mode)
{
    struct machine *machine = core->machine;
    uint32_t sum, owner;
    const uint32_t address = address_of(&pp->now, operation, &sum);
    const enum place place = locate(core, pp, address, &pp->cell, &owner);
    if (place == PLACE_ILLEGAL) {
        if (mode == STEP_PRESENT)
            fault_access(&machine->fault, machine, ACCESS_MULTIPREFIX, address, pp->number, pp->now.reg[1],
                         pp->now.cycle);
        return event_fail(core, pp, mode);
    }
    if (place == PLACE_SHARED && event_is_kept(core->shadow[pp->cell]) &&
        access_early(core, pp, pp->cell, mode) != STEP_DONE)
        return STEP_EVENT;
    pp->datum = pp->now.reg[operation->i.rd];
    stop_at_event(pp, EVENT_FOLD);
    if (place == PLACE_AREA && stop_at_foreign(core, pp, owner, mode, EVENT_FOLD) != STEP_DONE)
        return STEP_EVENT;
    if (mode != STEP_PRESENT)
        return STEP_EVENT;
    event_count(core,
                place == PLACE_SHARED || owner == pp->number ? STATS_PHASE_multiprefix : STATS_PHASE_foreign,
                1);
    event_weigh_folds(core, 1, 1);
    event_carry_out_fold(core, pp, (enum rows_fold)operation->kernel);
    return STEP_DONE;
}

/* ---- the end */

void event_halt(struct event_core *core, struct event_pp *pp)
{
    struct event_state *now = &pp->now;
    if (now->late_target != 1) /* a jump that lands now does not restart it */
        now->reg[now->late_target] = now->late_value;
    now->late_target = DECODE_SINK;
    event_depart(core, pp);
    event_become(&pp->activity, PP_HALTED);
    core->halted = !core->some_halted || now->cycle > core->halted ? now->cycle : core->halted;
    core->some_halted = true;
    core->running--;
    now->cycle++;
    event_commit(core, pp);
}

/* ---- registers only */

/* An instruction of the precision unit without memory access; `a` is its first operand. */
static void compute_number(const struct event_core *core, struct event_pp *pp,
                           const struct operation *operation, uint32_t a)
{
    struct event_state *now = &pp->now;
    const struct instruction *i = &operation->i;
    real_gather(core->world->bank, pp->number, 0, core->pps, i->opcode);
    const uint32_t result = real_execute(core->world->bank, pp->number, i, a);
    switch ((enum handler)operation->handler) {
    case HANDLE_REAL_COMPARE:
        now->status = result;
        break;
    case HANDLE_REAL_OUT:
        now->reg[i->target] = result;
        break;
    default: /* only registers of the unit */
        break;
    }
}

/* An instruction other than an access, a host call or an end. False: division by 0. */
static bool compute(const struct event_core *core, struct event_pp *pp, const struct operation *operation)
{
    struct event_state *now = &pp->now;
    const struct instruction *i = &operation->i;
    const uint32_t a = now->reg[i->rs], b = now->reg[i->rt] + i->constant;
    const struct word_pp registers = {.reg = now->reg,
                                      .status = &now->status,
                                      .number = pp->number,
                                      .pps = core->machine->memory.pps,
                                      .cycle = (uint32_t)now->cycle};
    if (operation->handler == HANDLE_DIVIDE && b == 0)
        return false;
    now->reg[1]++;
    switch ((enum handler)operation->handler) {
    case HANDLE_HINT:
        event_execute_hint(now, i->constant, now->cycle);
        break;
    case HANDLE_REAL:
    case HANDLE_REAL_COMPARE:
    case HANDLE_REAL_OUT:
        compute_number(core, pp, operation, a);
        break;
    default:
        word_execute(i, a, b, &registers);
    }
    land(now, DECODE_SINK, 0);
    return true;
}

enum step_result event_step(struct event_core *core, struct event_pp *pp, enum step_mode mode)
{
    struct machine *machine = core->machine;
    const uint32_t pc = pp->now.reg[1];
    const struct operation *operation = event_operation(core, pc);
    switch ((enum handler)operation->handler) {
    case HANDLE_ILLEGAL:
        if (mode == STEP_PRESENT)
            fault_instruction(&machine->fault, machine, pp->number, pc, pp->now.cycle);
        return event_fail(core, pp, mode);
    case HANDLE_LOAD:
        return load(core, pp, operation, mode);
    case HANDLE_STORE:
        return store(core, pp, operation, mode);
    case HANDLE_FOLD:
        return fold(core, pp, operation, mode);
    case HANDLE_HOST:
        if (mode != STEP_PRESENT)
            return stop_at_event(pp, EVENT_HOST);
        return event_call_host(core, pp) ? STEP_DONE : STEP_ENDED;
    case HANDLE_HALT:
        if (mode != STEP_PRESENT)
            return stop_at_event(pp, EVENT_HALT);
        event_halt(core, pp);
        return STEP_ENDED;
    case HANDLE_HINT:
        (void)compute(core, pp, operation);
        return STEP_DONE;
    case HANDLE_REAL_LOAD:
        return event_load_image(core, pp, operation);
    case HANDLE_REAL_STORE:
        return event_store_image(core, pp, operation);
    default:
        if (compute(core, pp, operation)) {
            if (operation->cost > 1)
                event_stay(core, pp, operation->cost, pc);
            return STEP_DONE;
        }
        if (mode == STEP_PRESENT)
            fault_division(&machine->fault, pp->number, pc, pp->now.cycle);
        return event_fail(core, pp, mode);
    }
}
