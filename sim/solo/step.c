/* step.c - executes any one instruction of one PP; the memory that it accesses decides whether it is an
 * event.
 *
 * The reference engine defines the meaning of instructions (docs/machine.md); the fuzzers of tests/sim
 * compare. advance.c has a loop for the common ones. Calls machine, word. */
#include "sim/solo/inside.h"

#include "sim/isa/system.h"
#include "sim/isa/word.h"
#include "sim/isa/instruction.h"

/* Where the word of an access is. */
enum place {
    PLACE_SHARED,
    PLACE_OWN,    /* in an own area that no other PP accesses */
    PLACE_OPEN,   /* in an area that several PPs access */
    PLACE_CLOSED, /* in another PP's area, which that one must open first */
    PLACE_ILLEGAL
};

/* The address of an access, and the new value of the base register. */
static uint32_t address_of(const struct event_state *now, const struct operation *operation, uint32_t *sum)
{
    const uint32_t a = now->reg[operation->i.rs], b = now->reg[operation->i.rt] + operation->i.constant;
    *sum = a + b;
    return system_address_by((enum system_address)operation->address, a, b);
}

/* Finds pp.cell. */
static enum place locate(const struct event_core *core, struct event_pp *pp,
                         const struct operation *operation)
{
    const struct machine *machine = core->machine;
    uint32_t sum;
    const uint32_t address = address_of(&pp->now, operation, &sum);
    pp->cell = address;
    if (address - machine->memory.guard < machine->memory.shared_span)
        return PLACE_SHARED;
    const struct memory_place place = memory_place(&machine->memory, pp->number, address);
    pp->cell = place.index;
    if (place.region == MEMORY_REGION_ILLEGAL ||
        (operation->handler == HANDLE_STORE &&
         machine_stack_overflow(machine, operation->i.rs, address, pp->number)))
        return PLACE_ILLEGAL;
    if (event_pp(core, place.owner)->is_open)
        return PLACE_OPEN;
    return place.owner == pp->number ? PLACE_OWN : PLACE_CLOSED;
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

/* The PP is at an event. */
static enum step_result stop(struct event_pp *pp, enum event_kind kind)
{
    pp->kind = (uint8_t)kind;
    return STEP_EVENT;
}

/* ---- memory */

/* Another PP must give the cell up first: it has stored there early, reads it as a part of a calm block, or
 * it is in its area. Afterwards the access is tried again. */
static enum step_result ask(const struct event_core *core, struct event_pp *pp)
{
    stop(pp, EVENT_GO_ON);
    const bool is_own = event_is_shared(core, pp->cell) && core->shadow[pp->cell] == event_mark(pp);
    return is_own ? STEP_EVENT : STEP_ASKS; /* its own early stores will be certain next time */
}

/* During a rollback: whether the log has the word that the PP now loads from a calm block. If not, the cell
 * has not changed. */
static bool has_noted(const struct event_core *core, const struct event_pp *pp)
{
    return pp->read_count < core->read_end &&
           pp->reads[pp->read_count].time == event_time(core, pp->now.cycle);
}

/* Speculative: notes the word that the PP loads. False: the load is an event, or waits for the next
 * stretch. */
static bool note_read(struct event_core *core, struct event_pp *pp, uint32_t cell)
{
    uint32_t *shadow = &core->shadow[cell];
    const bool is_full = pp->read_count == core->room.reads;
    /* in a barrier, and where it may sleep, the PP asks for the cell from now on */
    const bool asks = pp->now.in_barrier || (*shadow & SHADOW_ASKED) != 0;
    if (asks || (is_full && event_polls(pp, &core->actions[pp->now.reg[1]], cell)))
        *shadow |= SHADOW_ASKED;
    if (asks || is_full) {
        stop(pp, asks ? EVENT_LOAD : EVENT_GO_ON);
        return false;
    }
    const uint32_t time = event_time(core, pp->now.cycle), value = core->machine->memory.cells[cell];
    *shadow = time > *shadow ? time : *shadow;
    pp->reads[pp->read_count++] = (struct lane_read){.cell = cell, .value = value, .time = time};
    core->filters[pp->number] |= event_filter(cell);
    return true;
}

static enum step_result finish_load(struct event_core *core, struct event_pp *pp, uint32_t value)
{
    pp->now.loads++;
    event_finish(core, pp, value);
    return STEP_DONE;
}

static enum step_result load_shared(struct event_core *core, struct event_pp *pp, enum step_mode mode)
{
    const struct event_state *now = &pp->now;
    const uint32_t cell = pp->cell, shadow = core->shadow[cell], pc = now->reg[1];
    const bool is_own = shadow == event_mark(pp) && !now->in_barrier; /* it knows its own stores */
    if (mode == STEP_REPLAY) {
        const bool is_noted = !is_own && (shadow != SHADOW_CALM || has_noted(core, pp));
        return finish_load(core, pp,
                           is_noted ? pp->reads[pp->read_count++].value : core->machine->memory.cells[cell]);
    }
    if ((shadow >= SHADOW_EARLY && !is_own) || (shadow == SHADOW_CALM && now->in_barrier))
        return ask(core, pp);
    if (event_operation(core, pc)->polls || event_orders_at(core, pc)) /* as in loop.inc */
        event_wait_for(core, pp, pc, cell, now->cycle);
    const bool is_wanted = event_is_wanted(core, pc);
    if (is_wanted)
        event_visit(core, pc);
    if (mode == STEP_PRESENT || (is_wanted && !is_own && !now->in_barrier))
        return stop(pp, EVENT_LOAD);
    if (!is_own && shadow != SHADOW_CALM && !note_read(core, pp, cell))
        return STEP_EVENT;
    return finish_load(core, pp, core->machine->memory.cells[cell]);
}

static enum step_result store_shared(struct event_core *core, struct event_pp *pp, enum step_mode mode)
{
    const uint32_t cell = pp->cell, time = event_time(core, pp->now.cycle), pc = pp->now.reg[1];
    const uint32_t shadow = core->shadow[cell];
    const bool is_wanted = mode != STEP_REPLAY && event_is_wanted(core, pc);
    if (mode != STEP_REPLAY && event_is_kept(shadow) && shadow != event_mark(pp))
        return ask(core, pp);
    if (is_wanted)
        event_visit(core, pc);
    if (mode == STEP_REPLAY) { /* it was early */
        event_repeat_early(core, pp, cell, pp->datum, time);
    } else if (mode == STEP_PRESENT || !event_is_early(core) || is_wanted || pp->now.in_barrier ||
               !event_store_early(core, pp, cell, pp->datum, time)) {
        return event_is_kept(shadow) ? ask(core, pp) : stop(pp, EVENT_STORE);
    }
    pp->now.stores++;
    event_finish(core, pp, 0);
    return STEP_DONE;
}

/* A load or store of an own word. */
static enum step_result access_own(struct event_core *core, struct event_pp *pp, enum event_kind kind,
                                   enum step_mode mode)
{
    uint32_t *const word = &core->machine->memory.cells[pp->cell];
    if (mode != STEP_REPLAY && event_is_wanted(core, pp->now.reg[1]))
        event_visit(core, pp->now.reg[1]);
    if (kind == EVENT_LOAD)
        return finish_load(core, pp, *word);
    if (mode != STEP_PRESENT) {
        if (pp->write_count == core->room.writes) /* in STEP_REPLAY there has been room */
            return stop(pp, EVENT_GO_ON);
        pp->writes[pp->write_count++] = (struct event_write){.cell = pp->cell, .before = *word};
    }
    *word = pp->datum;
    pp->now.stores++;
    event_finish(core, pp, 0);
    return STEP_DONE;
}

static uint32_t datum_of(const struct event_state *now, const struct instruction *i)
{
    if (i->traits & DECODE_STATUS_DATUM)
        return now->status | ((uint32_t)now->cycle & STATUS_MODULO);
    return now->reg[i->rd];
}

static enum step_result access(struct event_core *core, struct event_pp *pp,
                               const struct operation *operation, enum event_kind kind, enum step_mode mode)
{
    const enum place place = locate(core, pp, operation);
    if (kind != EVENT_LOAD)
        pp->datum = datum_of(&pp->now, &operation->i);
    switch (place) {
    case PLACE_SHARED:
        return kind == EVENT_LOAD                      ? load_shared(core, pp, mode)
               : kind == EVENT_STORE                   ? store_shared(core, pp, mode)
               : event_is_kept(core->shadow[pp->cell]) ? ask(core, pp)
                                                       : stop(pp, kind);
    case PLACE_OWN:
        return kind != EVENT_FOLD ? access_own(core, pp, kind, mode) : stop(pp, kind);
    case PLACE_OPEN:
        return stop(pp, kind);
    case PLACE_CLOSED:
        return ask(core, pp);
    case PLACE_ILLEGAL:
        break;
    }
    return stop(pp, EVENT_FAULT);
}

/* ---- the precision unit, on machines of one PP: it never speculates, so no access is an event */

/* An executed instruction at `pc` takes `cost` cycles, of which one has been counted. */
static void stay(struct event_core *core, struct event_pp *pp, uint32_t cost, uint32_t pc)
{
    core->outcome.stats.instructions -= cost - 1;
    core->outcome.stats.work -= pp->now.in_barrier ? 0 : cost - 1;
    core->busy_pc = pc;
    pp->now.cycle += cost - 1;
}

/* Finds the cells of an image of `words` words, at least one. False: a word may not be accessed. */
static bool find_cells(const struct event_core *core, const struct event_pp *pp, const struct instruction *i,
                       uint32_t words, uint32_t *cells)
{
    const struct machine *machine = core->machine;
    const uint32_t address = pp->now.reg[i->rs] + pp->now.reg[i->rt] + i->constant;
    uint32_t k = 0;
    do {
        cells[k] = memory_index(&machine->memory, pp->number, address + k);
        if (cells[k] == MEMORY_ILLEGAL || (i->kind == ISA_KIND_REALSTORE &&
                                           machine_stack_overflow(machine, i->rs, address + k, pp->number)))
            return false;
    } while (++k < words);
    return true;
}

/* Loads or stores an image. */
static enum step_result access_image(struct event_core *core, struct event_pp *pp,
                                     const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    const uint32_t words = real_image_words(core->world->bank, i), pc = pp->now.reg[1];
    uint32_t *const memory = core->machine->memory.cells;
    uint32_t cells[REAL_MAX_WORDS], image[REAL_MAX_WORDS];
    if (!find_cells(core, pp, i, words, cells))
        return stop(pp, EVENT_FAULT);
    if (operation->handler == HANDLE_REAL_LOAD) {
        for (uint32_t k = 0; k < words; k++)
            image[k] = memory[cells[k]];
        real_load(core->world->bank, pp->number, i, image);
        pp->now.loads += words;
    } else {
        real_store(core->world->bank, pp->number, i, image);
        for (uint32_t k = 0; k < words; k++)
            memory[cells[k]] = image[k];
        event_count(core, STATS_PHASE_store, event_is_shared(core, cells[0]));
        pp->now.stores += words;
    }
    event_finish(core, pp, 0);
    stay(core, pp, operation->cost, pc);
    return STEP_DONE;
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
    const uint32_t pc = pp->now.reg[1];
    const struct operation *operation = event_operation(core, pc);
    switch ((enum handler)operation->handler) {
    case HANDLE_ILLEGAL:
        return stop(pp, EVENT_FAULT);
    case HANDLE_LOAD:
        return access(core, pp, operation, EVENT_LOAD, mode);
    case HANDLE_STORE:
        return access(core, pp, operation, EVENT_STORE, mode);
    case HANDLE_FOLD:
        return access(core, pp, operation, EVENT_FOLD, mode);
    case HANDLE_HOST:
        return stop(pp, EVENT_HOST);
    case HANDLE_HALT:
        return stop(pp, EVENT_HALT);
    case HANDLE_REAL_LOAD:
    case HANDLE_REAL_STORE:
        return access_image(core, pp, operation);
    default:
        if (!compute(core, pp, operation))
            return stop(pp, EVENT_FAULT);
        if (operation->cost > 1)
            stay(core, pp, operation->cost, pc);
        return STEP_DONE;
    }
}
