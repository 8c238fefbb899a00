/* advance.c - a PP from the present to its next event: the loop for what most instructions are.
 *
 * Two forms of one loop. Sure: as long as nobody else has an event before or beside it, a PP does all at once
 * that others cannot notice. Ahead: it notes the shared words that it reads and the own words that it
 * changes, and stops before what others can see. Where more is to be said of an instruction the loop stops,
 * and step.c goes on. Every instruction counts here. Calls memory.
 */
#include "sim/bsp/event/inside.h"

#include "asm/isa.h"
#include "asm/tables/alu.h"

/* An own area on the host: word w of it is cells[cell + (w << lane_shift)]. */
struct area {
    uint32_t address, words, cell;
};

static inline bool is_in(const struct area *area, uint32_t address)
{
    return address - area->address < area->words;
}

static inline uint32_t cell_of(const struct memory *memory, const struct area *area, uint32_t address)
{
    return area->cell + ((address - area->address) << memory->lane_shift);
}

/* Executes at most `most` instructions. A store or multiprefix request that is an event is made one. */
/* NOLINTNEXTLINE(readability-function-size): a switch over all instructions */
static inline __attribute__((always_inline)) void run(struct event_core *core, struct event_pp *pp,
                                                      uint32_t most, const bool ahead)
{
    struct event_state *const now = &pp->now;
    const struct memory *const memory = &core->machine->memory;
    const struct area stack = {pp->stack_address, pp->is_open ? 0 : memory->stack_mask + 1, pp->stack_cell};
    const struct area private = {MEMORY_PRIVATE, pp->is_open ? 0 : memory->private_mask + 1,
                                 pp->private_cell};
    const uint32_t guard = memory->guard, shared_span = memory->shared_span;
    const struct operation *const code = core->world->code;
    const uint32_t code_count = core->world->code_count;
    uint32_t *const reg = now->reg, *const cells = memory->cells, *const shadow = core->shadow;
    uint32_t pc = reg[1], status = now->status, late_target = now->late_target, late_value = now->late_value;
    uint32_t left = most, reads = 0, shared_reads = 0, writes = 0, shared_writes = 0;
    const uint32_t time = event_time(core, now->cycle) + most; /* less `left`: of the instruction */
    const uint32_t asked = now->in_barrier ? 0 : SHADOW_ASKED; /* shadows that forbid to go on */
    struct event_read *read = pp->reads + pp->read_count;
    uint64_t filter = 0;
    if (late_target == 1 || pc >= code_count)
        return;
    for (; left > 0; left--) {
        const struct operation *const operation = &code[pc];
        const struct instruction *const i = &operation->i;
        const uint32_t a = reg[i->rs], b = reg[i->rt] + i->constant;
        uint32_t r = 0, cell;
        switch (operation->plain) {
/* instructions that look at the clock are left to step.c */
#define PLAIN_MODULO 0
#define PLAIN_HAS_NO_CLOCK 1
#include "sim/bsp/tile/plain_cases.inc"
        case OP_ldg:
        case OP_popg:
        case OP_popng: {
            const uint32_t address = operation->address == ADDRESS_BEFORE ? a : a + b;
            if (address - guard < shared_span) {
                const uint32_t before = shadow[address];
                cell = address;
                if (before >= asked || (ahead && read == pp->reads + AHEAD_READS))
                    goto stop;
                shared_reads++;
                if (ahead) {
                    const uint32_t at = time - left;
                    shadow[cell] = at > before ? at : before;
                    filter |= event_filter(cell);
                    *read++ = (struct event_read){.cell = cell, .value = cells[cell], .time = at};
                }
            } else if (is_in(&stack, address)) {
                cell = cell_of(memory, &stack, address);
            } else if (is_in(&private, address)) {
                cell = cell_of(memory, &private, address);
            } else {
                goto stop;
            }
            reads++;
            reg[i->base] = a + b;
            reg[late_target] = late_value;
            late_target = i->target;
            late_value = cells[cell];
            pc++;
            continue;
        }
        case OP_stg:
        case OP_pshg:
        case OP_pshng: {
            const uint32_t address = operation->address == ADDRESS_BEFORE ? a : a + b;
            if (i->rd == 0)
                goto stop;
            if (is_in(&stack, address)) {
                cell = cell_of(memory, &stack, address);
            } else if (is_in(&private, address)) {
                cell = cell_of(memory, &private, address);
            } else if (!ahead && address - guard < shared_span && shadow[address] <= time - left) {
                cell = address;
                shared_writes++;
                core->changed = cells[cell] != reg[i->rd] ? now->cycle + (most - left) : core->changed;
                core->written = now->cycle + (most - left);
            } else {
                if (ahead && address - guard < shared_span) {
                    pp->kind = EVENT_STORE;
                    pp->cell = address;
                    pp->datum = reg[i->rd];
                }
                goto stop;
            }
            if (ahead) {
                if (pp->write_count == AHEAD_WRITES)
                    goto stop;
                pp->writes[pp->write_count++] = (struct event_write){.cell = cell, .before = cells[cell]};
            }
            writes++;
            cells[cell] = reg[i->rd];
            reg[i->base] = a + b;
            break;
        }
        case OP_mpadd:
        case OP_mpmax:
        case OP_mpand:
        case OP_mpor:
        case OP_syncadd:
        case OP_syncmax:
        case OP_syncand:
        case OP_syncor:
            if (ahead && a + b - guard < shared_span) {
                pp->kind = EVENT_FOLD;
                pp->cell = a + b;
                pp->datum = reg[i->rd];
            }
            goto stop;
        default:
            goto stop;
        }
        reg[i->target] = r;
        reg[late_target] = late_value;
        late_target = DECODE_SINK;
        pc++;
        continue;
    jumped:
        if (pc >= code_count) { /* the instruction has been executed */
            left--;
            break;
        }
    }
stop:
    now->loads += reads;
    now->acts += shared_reads;
    now->stores += writes;
    now->status = status;
    now->late_target = late_target;
    now->late_value = late_value;
    reg[1] = pc;
    now->cycle += most - left;
    if (ahead) {
        pp->read_count = (uint8_t)(read - pp->reads);
        core->filters[pp->number] |= filter;
    } else {
        core->segments += shared_writes;
        core->phases[STATS_PHASE_store] += shared_writes;
        core->together -= shared_writes;
    }
}

static __attribute__((noinline)) void run_sure(struct event_core *core, struct event_pp *pp, uint32_t most)
{
    run(core, pp, most, false);
}

static __attribute__((noinline)) void run_ahead(struct event_core *core, struct event_pp *pp, uint32_t most)
{
    run(core, pp, most, true);
}

/* The PP is alone up to the next event of another one, but for so many cycles at most. False: it is not to be
 * queued any more. */
static bool go_alone(struct event_core *core, struct event_pp *pp)
{
    const uint64_t last =
        pp->now.cycle + EVENT_PATIENCE < core->stop ? pp->now.cycle + EVENT_PATIENCE : core->stop;
    for (;;) {
        const uint64_t next = queue_first(&core->queue, core->present), cycle = pp->now.cycle;
        const uint64_t end = next < last ? next : last;
        if (cycle >= end) {
            core->present = end;
            return true;
        }
        run_sure(core, pp, (uint32_t)(end - cycle));
        if (pp->now.cycle >= end)
            continue;
        core->present = pp->now.cycle;
        const enum step_result result = event_step(core, pp, STEP_SURE);
        if (result == STEP_EVENT)
            return true;
        if (result == STEP_ENDED) {
            core->present = pp->now.cycle;
            return false;
        }
    }
}

void event_advance(struct event_core *core, struct event_pp *pp, bool alone)
{
    if (alone && !go_alone(core, pp))
        return;
    event_make_sure(core, pp);
    pp->kind = EVENT_GO_ON;
    for (uint64_t gone = 0; gone < AHEAD_CYCLES; gone = pp->now.cycle - pp->sure.cycle) {
        run_ahead(core, pp, AHEAD_CYCLES - (uint32_t)gone);
        if (pp->kind != EVENT_GO_ON || pp->now.cycle - pp->sure.cycle >= AHEAD_CYCLES ||
            event_step(core, pp, STEP_AHEAD) == STEP_EVENT)
            break;
    }
    pp->is_queued = true;
    queue_add(&core->queue, pp->number, pp->now.cycle);
}
