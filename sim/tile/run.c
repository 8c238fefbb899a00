/* run.c - executes a strand, one instruction after the other.
 *
 * Within a cycle: operands are read, the instruction's own results are written, then the delayed result of
 * the instruction before is written, then the pc moves (next.c), which may split the strand. Calls compute,
 * whole, state, memory, hint, next, real, rows. */
#include <string.h>

#include "sim/isa/word.h"
#include "sim/tile/next.h"
#include "asm/tables/alu.h"

/* ---- arithmetic */

/* Instructions that use the carry or set flags from their result. */
static void operate_flags(struct tile *tile, struct strand *strand, const struct operation *operation,
                          struct next *next)
{
    const struct operand a = strand_first_operand(tile, strand, operation);
    const struct operand b = strand_second_operand(tile, strand, operation);
    const struct rows *rows = tile->world->rows;
    const struct instruction *i = &operation->i;
    const bool takes_carry = system_rows[i->opcode].row == SYSTEM_ROW_CARRY;
    const bool sets = i->traits & DECODE_SETS_FLAGS;
    if (is_uniform(a) && is_uniform(b) && (!takes_carry || strand->flags == FLAGS_UNIFORM)) {
        uint32_t flags = strand->flags_value;
        const uint32_t result = word_compute(i->opcode, a.base, b.base, &flags);
        if (sets) {
            strand->flags = FLAGS_UNIFORM;
            strand->flags_value = flags;
        }
        next_write(tile, strand, operation, i->target, uniform(result), next);
        return;
    }
    if (sets && !operation->flags_live && !takes_carry) {
        strand->flags = FLAGS_ROW; /* no PP will read them */
        strand_operate(tile, strand, operation, next);
        return;
    }
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    if (takes_carry || !sets)
        tile_evaluate_flags(tile, strand);
    uint32_t *status = sets ? tile_status_target(tile, strand) : tile->effects->scratch[SCRATCH_SUM];
    if (status != tile->status)
        memcpy(status + from, tile->status + from, lanes * sizeof *status);
    const uint32_t *p = tile_operand_row(tile, strand, a, SCRATCH_FIRST);
    const uint32_t *q = tile_operand_row(tile, strand, b, SCRATCH_SECOND);
    uint32_t *out = tile_target(tile, strand, i->target);
    rows->operate_flags[i->opcode](out + from, status + from, p + from, q + from, lanes);
    if (sets)
        tile_status_written(tile, strand, status);
    next_written(tile, strand, i->target, out, next);
}

/* The members that divide by 0: a bit in `zero` for each; other bits are undefined. */
static bool find_zeroes(struct tile *tile, const struct strand *strand, struct operand divisor,
                        uint16_t *zero)
{
    const uint32_t from = strand_from(strand), first = strand->first_block;
    if (is_uniform(divisor)) {
        memset(zero, 0xff, TILE_BLOCKS * sizeof *zero);
        return divisor.base == 0;
    }
    const uint32_t *divisors = tile_operand_row(tile, strand, divisor, SCRATCH_SECOND);
    tile->world->rows->taken_compare_constant[OP_beq](zero + first, divisors + from, 0, strand_lanes(strand));
    unsigned some = 0;
    for (uint32_t block = first; block < strand->end_block; block++)
        some |= (unsigned)zero[block] & strand->set[block];
    return some != 0;
}

/* False if all members divide by 0. */
static bool divide(struct tile *tile, struct strand *strand, const struct operation *operation,
                   struct next *next)
{
    uint16_t zero[TILE_BLOCKS];
    if (find_zeroes(tile, strand, strand_second_operand(tile, strand, operation), zero)) {
        for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
            if (zero[lane / ROWS_BLOCK] >> lane % ROWS_BLOCK & 1u)
                fault_division(&tile->effects->fault, tile->first_pp + lane, strand->pc,
                               tile_cycle(tile, strand, lane));
        if (!tile_stop(tile, strand, zero, STRAND_FAULT))
            return false;
    }
    if (operation->i.traits & DECODE_SETS_FLAGS)
        operate_flags(tile, strand, operation, next);
    else
        strand_operate(tile, strand, operation, next);
    return true;
}

/* ---- comparing and branching */

static void compare(struct tile *tile, struct strand *strand, const struct operation *operation,
                    struct next *next)
{
    const struct operand a = strand_first_operand(tile, strand, operation);
    const struct operand b = strand_second_operand(tile, strand, operation);
    strand_operate(tile, strand, operation, next);
    if (is_uniform(a) && is_uniform(b)) {
        strand->flags = FLAGS_UNIFORM;
        (void)word_compute(operation->i.opcode, a.base, b.base, &strand->flags_value);
        return;
    }
    tile_compare_later(tile, strand, operation);
}

/* ---- the rest */

static struct operand cycles(struct tile *tile, const struct strand *strand)
{
    uint32_t *row = tile->effects->scratch[SCRATCH_FIRST];
    if (!strand->cycles_differ)
        return uniform((uint32_t)strand->cycle);
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        row[lane] = (uint32_t)tile_cycle(tile, strand, lane);
    return (struct operand){.row = row};
}

static void call_host(struct tile *tile, struct strand *strand, const struct operation *operation,
                      unsigned late_target)
{
    const struct instruction *i = &operation->i;
    for (unsigned number = 3; number <= 5; number++) /* results will be written there */
        tile_release_flags(tile, strand, number, operation->flags_live);
    strand->request = (struct request){.kind = REQUEST_HOST,
                                       .late_target = (uint8_t)late_target,
                                       .pc = strand->pc,
                                       .low = UINT32_MAX,
                                       .number = i->constant};
    strand_end_segment(strand, STRAND_REQUEST, STATS_PHASE_hostcall);
    if (late_target >= 3 && late_target <= 5) /* the argument is the previous value of the register */
        strand->request.datum = tile_keep(tile, strand, tile->datum, tile_fetch(tile, strand, late_target));
}

/* The members leave the machine. */
static void halt(struct tile *tile, const struct strand *strand)
{
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint64_t cycle = tile_cycle(tile, strand, lane);
        tile->halted_pc[lane] = strand->pc;
        if (cycle > tile->effects->halted_cycle)
            tile->effects->halted_cycle = cycle;
    }
    tile_set_running(tile, tile->running - strand->count);
}

/* Push and pop write their pointer back. */
static void move_pointer(struct tile *tile, struct strand *strand, const struct operation *operation,
                         struct next *next)
{
    const unsigned base = operation->i.base;
    if (base == DECODE_SINK)
        return;
    const struct operand a = strand_first_operand(tile, strand, operation);
    const struct operand b = strand_second_operand(tile, strand, operation);
    tile_release_flags(tile, strand, base, operation->flags_live);
    next_write(tile, strand, operation, base, tile_sum(tile, strand, a, b), next);
}

/* What an instruction without operands gives each member. */
static inline struct operand value_of(struct tile *tile, struct strand *strand,
                                      const struct operation *operation)
{
    switch ((enum handler)operation->handler) {
    case HANDLE_CYCLE:
        tile_release_flags(tile, strand, operation->i.target, operation->flags_live);
        return cycles(tile, strand);
    case HANDLE_NUMBER:
        return (struct operand){.base = tile->first_pp, .stride = 1};
    case HANDLE_COUNT:
        return uniform(tile->world->machine->memory.pps);
    case HANDLE_STATUS:
        return tile_status_word(tile, strand);
    default:
        return uniform(operation->i.constant);
    }
}

/* Branches, jumps and calls; all others go on. */
static void jump(struct tile *tile, struct strand *strand, const struct operation *operation,
                 struct next *next)
{
    const struct instruction *i = &operation->i;
    switch ((enum handler)operation->handler) {
    case HANDLE_BRANCH:
        next_branch(tile, strand, operation, next);
        break;
    case HANDLE_BRANCH_ALWAYS:
        next_all(next, i->constant);
        break;
    case HANDLE_BRANCH_MODULO:
        next_branch_modulo(tile, strand, operation, next);
        break;
    case HANDLE_JUMP:
        next_jump(tile, strand, strand_second_operand(tile, strand, operation), next);
        break;
    case HANDLE_CALL:
    case HANDLE_CALL_REGISTER: /* the target is read before the link is written, and wins over it */
        next_jump(tile, strand,
                  operation->handler == HANDLE_CALL ? uniform(i->constant)
                                                    : strand_first_operand(tile, strand, operation),
                  next);
        if (i->target != 1)
            next_write(tile, strand, operation, i->target, uniform(strand->pc + 1), next);
        break;
    default:
        break;
    }
}

/* The members cannot execute the instruction. Returns false. */
static bool fail(struct tile *tile, struct strand *strand)
{
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        fault_instruction(&tile->effects->fault, tile->world->machine, tile->first_pp + lane, strand->pc,
                          tile_cycle(tile, strand, lane));
    strand_end_segment(strand, STRAND_FAULT, STATS_PHASE_other);
    return false;
}

/* Executes the instruction at the strand's pc, except for the delayed result and the move to the next pc.
 * False: it has not been executed; the state has the reason. */
static bool execute(struct tile *tile, struct strand *strand, const struct operation *operation,
                    struct next *next, unsigned late_target)
{
    const struct instruction *i = &operation->i;
    switch ((enum handler)operation->handler) {
    case HANDLE_ILLEGAL:
        return fail(tile, strand);
    case HANDLE_OPERATE:
        strand_operate(tile, strand, operation, next);
        break;
    case HANDLE_OPERATE_FLAGS:
        operate_flags(tile, strand, operation, next);
        break;
    case HANDLE_COMPARE:
        compare(tile, strand, operation, next);
        break;
    case HANDLE_DIVIDE:
        if (!divide(tile, strand, operation, next))
            return false;
        break;
    case HANDLE_CONSTANT:
    case HANDLE_CYCLE:
    case HANDLE_NUMBER:
    case HANDLE_COUNT:
    case HANDLE_STATUS:
        next_write(tile, strand, operation, i->target, value_of(tile, strand, operation), next);
        break;
    case HANDLE_LOAD:
    case HANDLE_REAL_LOAD: /* has a delayed result */
        if (!tile_load(tile, strand, operation))
            return false;
        move_pointer(tile, strand, operation, next);
        return true;
    case HANDLE_FOLD:
        return tile_fold(tile, strand, operation);
    case HANDLE_STORE:
    case HANDLE_REAL_STORE:
        if (!tile_store(tile, strand, operation))
            return false;
        move_pointer(tile, strand, operation, next);
        break;
    case HANDLE_HOST:
        call_host(tile, strand, operation, late_target);
        break;
    case HANDLE_REAL:
        tile_real_execute(tile, strand, i, strand_first_operand(tile, strand, operation));
        break;
    case HANDLE_REAL_COMPARE:
        tile_real_compare(tile, strand, i);
        break;
    case HANDLE_REAL_OUT:
        tile_real_out(tile, strand, operation, next);
        break;
    default:
        jump(tile, strand, operation, next);
        break;
    }
    strand->late_target = DECODE_SINK;
    return true;
}

/* PPs in lockstep have diverged, or have made a request: the segment ends for all in the present cycle. If
 * they have only reached the cycle where they were to stop, it may continue. */
static void leave_lockstep(struct tile *tile, const struct strand *strand, bool executed)
{
    const uint64_t end = strand->cycle + !executed;
    tile->end = end < tile->end ? end : tile->end;
    tile->in_lockstep = !tile->has_split && strand->state == STRAND_WAITING && !strand->in_barrier;
}

/* Executes an instruction; then the delayed result of the one before is written. */
static inline bool execute_and_land(struct tile *tile, struct strand *strand,
                                    const struct operation *operation, struct next *next, uint32_t steps)
{
    const unsigned target = strand->late_target;
    const struct operand late = tile_late(tile, strand);
    const uint32_t members = strand->count;
    if (TILE_IS_HOSTILE)
        tile_spoil_scratch(tile);
    const bool executed = execute(tile, strand, operation, next, target);
    if (strand->count != members) /* members were split off, which have executed these */
        strand_count_steps(tile, strand, members - strand->count, steps, strand->cycle);
    if (executed && target == 1) /* wins over a branch in the slot */
        next_each(next, late);
    else if (executed && target != DECODE_SINK)
        late_land(tile, strand, target, late, operation->flags_live);
    return executed;
}

/* Adds the cycles after the first one of an instruction of several, at the strand's pc. */
static void stay(struct strand *strand, uint32_t cost)
{
    if (strand->state == STRAND_REQUEST)
        strand->busy = cost - 1;
    else
        strand->cycle += cost - 1;
    strand->busy_pc = strand->pc;
    strand->busy_until = strand->cycle + strand->busy;
}

/* Executes common instructions of a whole tile, or of a PP on its own, faster; returns their number. If there
 * were some, the next one is not common. */
static inline uint32_t run_common(struct tile *tile, struct strand *strand, const struct operation *operation,
                                  uint64_t end)
{
    if (tile->alone != NULL)
        return operation->plain == DECODE_ILLEGAL
                   ? 0
                   : strand_run_plain(tile, strand, strand_steps_left(tile, strand, end));
    return operation->swift == HANDLE_ILLEGAL || !strand_is_whole(tile, strand)
               ? 0
               : strand_run_whole(tile, strand, strand_steps_left(tile, strand, end));
}

void strand_run(struct tile *tile, struct strand *strand, uint64_t end, uint64_t meet_pc)
{
    uint32_t steps = 0;                    /* not yet counted */
    bool executed = true, stopped = false; /* run_common has stopped here */
    tile->has_split = false;
    while (strand->state == STRAND_READY && strand->pc < meet_pc && !strand_is_over(tile, strand, end)) {
        const struct operation *operation = tile_operation(tile->world, strand->pc);
        const uint32_t ran = stopped ? 0 : run_common(tile, strand, operation, end);
        steps += ran;
        stopped = ran > 0;
        if (stopped)
            continue;
        struct next next;
        next.kind = NEXT_FOLLOWING;
        if (operation->handler == HANDLE_HINT && !strand_hint(tile, strand, operation->i.constant, &steps))
            break;
        executed = execute_and_land(tile, strand, operation, &next, steps);
        if (!executed)
            break;
        steps++;
        strand->steps++;
        if (operation->handler == HANDLE_HALT) {
            strand_count_steps(tile, strand, strand->count, steps, strand->cycle + 1);
            tile_evaluate_flags(tile, strand);
            halt(tile, strand);
            tile_give_strand(tile, strand);
            tile_drop_free_strands(tile);
            if (tile->in_lockstep)
                leave_lockstep(tile, strand, false);
            return;
        }
        strand->cycle++;
        if (operation->cost > 1 || next_may_part(&next)) {
            strand_count_steps(tile, strand, strand->count, steps, strand->cycle);
            steps = 0;
        }
        if (operation->cost > 1)
            stay(strand, operation->cost);
        if (next_may_part(&next))
            next_part(tile, strand, &next);
        else
            strand->pc = next.kind == NEXT_ALL ? next.pc : strand->pc + 1;
        if (tile->has_split || tile->end < end)
            break;
    }
    strand_count_steps(tile, strand, strand->count, steps, strand->cycle);
    if (tile->in_lockstep)
        leave_lockstep(tile, strand, executed);
}
