/* one.c - runs the PPs of a strand to the end of their segment, one at a time: for PPs that have diverged
 * from the others of their tile.
 *
 * Their registers are outside the rows meanwhile (state.c). The plain loop (plain.h) executes common
 * instructions; all others are executed here. sim/isa defines the meaning of instructions. Calls plain,
 * state, hint, real, memory, word. */
#include <stddef.h>
#include <string.h>

#include "sim/isa/system.h"
#include "sim/isa/word.h"
#include "sim/tile/real.h"
#include "sim/tile/plain.h"
#include "sim/machine/shint.h"
#include "sim/isa/instruction.h"

/* Hints may have changed which accesses are RPIs. */
static inline void update_modes(struct scalar *s)
{
    const struct strand *strand = s->strand;
    s->loads = !strand->in_barrier && strand->yielded == 0;
    s->stack_at_once = strand_store_rule(s->tile, strand, CLASS_STACK) == STORE_IS_IMMEDIATE;
    s->private_at_once = strand_store_rule(s->tile, strand, CLASS_PRIVATE) == STORE_IS_IMMEDIATE;
}

/* Field by field: a struct that is assembled and then copied would wait for its parts, at every segment. */
static void begin(struct scalar *s, struct tile *tile, struct strand *strand)
{
    const struct memory *memory = &tile->world->machine->memory;
    const uint32_t lane = strand_first(strand);
    s->tile = tile;
    s->strand = strand;
    s->lane = lane;
    s->pp = tile->first_pp + lane;
    s->reg = tile_gather(tile, lane)->reg;
    s->reg[0] = 0;
    s->reg[1] = strand->pc;
    s->status = tile_status(tile, strand, lane);
    s->late_target = strand->late_target;
    s->late_value = tile_late_value(tile, strand, lane);
    s->stack.address = memory_stack_address(memory, s->pp);
    s->stack.words = 1u << memory->stack_shift;
    s->stack.index = tile->stack_cell + lane;
    s->private.address = MEMORY_PRIVATE;
    s->private.words = 1u << memory->private_shift;
    s->private.index = tile->private_cell + lane;
    strand_move_cycle(strand, tile_cycle(tile, strand, lane));
    strand->cycles_differ = false;
    update_modes(s);
}

/* Returns the PP's state to the tile and its strand. */
static void scatter(struct scalar *s)
{
    struct strand *strand = s->strand;
    if (strand->state == STRAND_REQUEST && strand->request.kind == REQUEST_HOST)
        tile_scatter(s->tile, s->lane); /* the host reads and writes words in the rows */
    strand->pc = s->reg[1];
    strand->flags = FLAGS_ROW;
    s->tile->status[s->lane] = s->status;
    strand->late_target = (uint8_t)s->late_target;
    strand->late_affine = true;
    strand->late_base = s->late_value;
    strand->late_stride = 0;
}

static bool stop(struct scalar *s, enum strand_state state, enum stats_phase phase)
{
    strand_end_segment(s->strand, state, phase);
    return false;
}

/* ---- memory: as for a strand, which this is */

static bool load(struct scalar *s, const struct operation *operation, uint32_t a, uint32_t b)
{
    const uint32_t late_target = s->late_target, late_value = s->late_value;
    if (!tile_load_from(s->tile, s->strand, operation, uniform(a), uniform(b)))
        return false;
    s->reg[operation->i.base] = a + b;
    s->late_target = s->strand->late_target;
    s->late_value = s->strand->late_base; /* of a request, the phase makes the value */
    s->reg[late_target] = late_value;
    return true;
}

static bool store(struct scalar *s, const struct operation *operation, uint32_t a, uint32_t b)
{
    const struct instruction *i = &operation->i;
    const uint32_t datum =
        i->rd == 0 ? s->status | ((uint32_t)s->strand->cycle & STATUS_MODULO) : s->reg[i->rd];
    if (!tile_store_to(s->tile, s->strand, operation, uniform(a), uniform(b), uniform(datum)))
        return false;
    s->reg[i->base] = a + b;
    return true;
}

static bool fold(struct scalar *s, const struct operation *operation, uint32_t pc, uint32_t a, uint32_t b)
{
    const uint32_t datum = s->reg[operation->i.rd];
    if (!tile_ask_fold(s->tile, s->strand, operation, uniform(a + b), uniform(datum)))
        return false;
    s->reg[1] = pc + 1;
    s->reg[s->late_target] = s->late_value;
    s->late_target = operation->i.target;
    s->late_value = 0;
    return true;
}

/* ---- other instructions */

static void compute_real(struct scalar *s, const struct operation *operation, uint32_t a)
{
    const struct instruction *i = &operation->i;
    if (operation->handler == HANDLE_REAL)
        strand_count_real(s->strand);
    real_gather(s->tile->world->bank, s->pp, s->tile->first_pp, s->tile->pps, i->opcode);
    const uint32_t result = real_execute(s->tile->world->bank, s->pp, i, a);
    if (operation->handler == HANDLE_REAL_COMPARE)
        s->status = result;
    if (operation->handler == HANDLE_REAL_OUT)
        s->reg[i->target] = result;
}

/* Executes an instruction that accesses only registers; false: a fault. */
static bool compute(struct scalar *s, const struct operation *operation, uint32_t pc, uint32_t a, uint32_t b)
{
    const struct instruction *i = &operation->i;
    const uint64_t cycle = s->strand->cycle;
    const struct word_pp registers = {.reg = s->reg,
                                      .status = &s->status,
                                      .number = s->pp,
                                      .pps = s->tile->world->machine->memory.pps,
                                      .cycle = (uint32_t)cycle};
    switch ((enum handler)operation->handler) {
    case HANDLE_DIVIDE:
        if (b == 0) {
            fault_division(&s->tile->effects->fault, s->pp, pc, cycle);
            return stop(s, STRAND_FAULT, STATS_PHASE_other);
        }
        word_execute(i, a, b, &registers);
        break;
    case HANDLE_REAL:
    case HANDLE_REAL_COMPARE:
    case HANDLE_REAL_OUT:
        compute_real(s, operation, a);
        break;
    case HANDLE_STORE: /* done */
    case HANDLE_HOST:
    case HANDLE_HINT:
        break;
    default:
        word_execute(i, a, b, &registers);
    }
    s->reg[s->late_target] = s->late_value;
    s->late_target = DECODE_SINK;
    return true;
}

static bool execute(struct scalar *s, const struct operation *operation, uint32_t pc)
{
    const struct instruction *i = &operation->i;
    const uint32_t a = s->reg[i->rs];
    const uint32_t b = s->reg[i->rt] + i->constant;
    s->strand->pc = pc;
    switch ((enum handler)operation->handler) {
    case HANDLE_ILLEGAL:
        fault_instruction(&s->tile->effects->fault, s->tile->world->machine, s->pp, pc, s->strand->cycle);
        return stop(s, STRAND_FAULT, STATS_PHASE_other);
    case HANDLE_LOAD:
        s->reg[1] = pc + 1;
        return load(s, operation, a, b);
    case HANDLE_STORE:
        if (!store(s, operation, a, b))
            return false;
        break;
    case HANDLE_FOLD:
        return fold(s, operation, pc, a, b);
    case HANDLE_HOST:
        strand_call_host(s->strand, i->constant, s->late_target);
        s->strand->request.datum = uniform(s->late_target < DECODE_SINK ? s->reg[s->late_target] : 0);
        break;
    case HANDLE_REAL_LOAD:
        if (!tile_load_from(s->tile, s->strand, operation, uniform(a), uniform(b)))
            return false;
        break;
    case HANDLE_REAL_STORE:
        if (!tile_store_to(s->tile, s->strand, operation, uniform(a), uniform(b), uniform(0)))
            return false;
        break;
    default:
        break;
    }
    if (operation->handler != HANDLE_STORE || i->base != 1)
        s->reg[1] = pc + 1;
    return compute(s, operation, pc, a, b);
}

/* Runs the PP by the plain loop; returns the number of instructions. */
static uint32_t run_plainly(struct scalar *s, uint64_t end)
{
    struct strand *strand = s->strand;
    const uint32_t steps = plain_run(s, strand_steps_left(s->tile, strand, end));
    strand->steps += steps;
    strand->cycle += steps;
    return steps;
}

/* Carries out a hint before it is executed as an instruction. False: the PP must stay where it is. */
static bool take_hint(struct scalar *s, const struct operation *operation, uint32_t pc, uint32_t *steps)
{
    struct strand *strand = s->strand;
    strand->pc = pc;
    if (!strand_take_hint(s->tile, strand, operation->i.constant, steps))
        return false;
    strand->cycle = tile_cycle(s->tile, strand, s->lane);
    strand->cycles_differ = false;
    update_modes(s);
    return true;
}

/* Runs a strand of one PP to the end of its segment; false if it has halted. */
static bool run_to_end(struct tile *tile, struct strand *strand, uint64_t end)
{
    struct scalar s;
    begin(&s, tile, strand);
    const struct tile_world *world = tile->world;
    bool stopped = false; /* the plain loop has stopped here, and would not continue */
    uint32_t steps = 0;   /* not yet counted */
    while (strand->state == STRAND_READY && !strand_is_over(tile, strand, end)) {
        const uint32_t pc = s.reg[1], place = pc < world->code_count ? pc : world->code_count;
        const struct operation *operation = &world->code[place];
        const bool is_plain = operation->plain != DECODE_ILLEGAL && !stopped;
        const uint32_t passed = is_plain ? run_plainly(&s, end) : 0;
        steps += passed;
        stopped = passed > 0;
        if (stopped)
            continue;
        if (operation->handler == HANDLE_HINT && !take_hint(&s, operation, pc, &steps))
            break;
        s.reg[1] = pc;
        if (!execute(&s, operation, pc)) {
            s.reg[1] = pc;
            break;
        }
        steps++;
        strand->steps++;
        if (operation->handler == HANDLE_HALT) {
            strand_count_steps(tile, strand, strand->count, steps, strand->cycle + 1);
            strand_halt(tile, strand);
            scatter(&s);
            return false;
        }
        strand->cycle++;
        if (operation->cost > 1) {
            strand_count_steps(tile, strand, strand->count, steps, strand->cycle);
            steps = 0;
        }
        strand_stay(strand, operation->cost, pc);
    }
    strand_count_steps(tile, strand, strand->count, steps, strand->cycle);
    scatter(&s);
    return true;
}

/* ---- all members of a strand */

/* A strand of its own for a member of a strand. */
static struct strand *take_out(struct tile *tile, const struct strand *strand, uint32_t lane)
{
    const uint32_t block = lane / ROWS_BLOCK;
    struct strand *one = tile_take_strand(tile);
    memcpy(one, strand, offsetof(struct strand, set));
    memset(one->set, 0, sizeof one->set);
    one->set[block] = (uint16_t)(1u << lane % ROWS_BLOCK);
    one->first_block = block;
    one->end_block = block + 1;
    one->count = 1;
    return one;
}

void strand_run_each(struct tile *tile, struct strand *strand, uint64_t end)
{
    const struct strand all = *strand;
    tile->has_split |= all.count > 1;
    tile_give_strand(tile, strand);
    for (uint32_t lane = strand_first(&all); lane != STRAND_END; lane = strand_next(&all, lane)) {
        struct strand *one = take_out(tile, &all, lane);
        if (!run_to_end(tile, one, end))
            tile_give_strand(tile, one);
    }
    tile_drop_free_strands(tile);
}
