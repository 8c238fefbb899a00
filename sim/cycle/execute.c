/* execute.c - one instruction of one strand: a loop over the members for each row of alu.def and system.def.
 *
 * Faults are detected before the strand changes; only work_unit goes on with the other members. Calls
 * kernels, strands, requests.c for requests to memory and host, and sleep.c where a loop is closed. Knows no
 * order among strands.
 */
#include <stdlib.h>

#include "asm/isa.h"
#include "asm/tables/alu.h"
#include "sim/isa/system.h"
#include "state.h"

/* Member number k, and the index of its word in the operands' rows. */
static uint32_t member_of(const struct step *step, uint32_t k)
{
    return step->strand->members[k];
}

static uint32_t word_of(const struct step *step, uint32_t k)
{
    return member_of(step, k) - step->members.first;
}

static uint32_t operand_a(const struct step *step, uint32_t k)
{
    return step->operands.a[word_of(step, k)];
}

static uint32_t operand_b(const struct step *step, uint32_t k)
{
    return step->operands.b[word_of(step, k)] + step->operands.constant;
}

/* ---- faults: the lowest PP with a fault is named */

/* An instruction that is illegal, or outside the program: then each member is at its own pc. */
static bool fail_instruction(struct step *step)
{
    const uint32_t pc = step->strand->pc;
    for (uint32_t k = 0; k < step->strand->count; k++) {
        const uint32_t pp = member_of(step, k);
        fault_instruction(step->state->fault, step->state->machine, pp,
                          pc != UINT32_MAX ? pc : cycle_row(step->state, 1)[pp], step->state->cycle);
    }
    return false;
}

static bool fail_division(struct step *step)
{
    for (uint32_t k = 0; k < step->strand->count; k++)
        if (operand_b(step, k) == 0)
            fault_division(step->state->fault, member_of(step, k), step->strand->pc, step->state->cycle);
    return false;
}

static uint32_t address_of(const struct step *step, uint32_t k)
{
    return system_address(step->instruction->opcode, operand_a(step, k), operand_b(step, k));
}

/* Some members may not access their words: the fault is that of the lowest of these PPs. */
static bool fail_access(struct step *step, enum access_kind kind)
{
    const struct cycle_state *state = step->state;
    struct pp_access access = {
        .kind = kind, .base = step->instruction->rs, .pc = step->strand->pc, .cycle = state->cycle};
    for (uint32_t k = 0; k < step->strand->count; k++) {
        access.pp = member_of(step, k);
        access.address = address_of(step, k);
        (void)fault_or_cell(state->fault, state->machine, &access);
    }
    return false;
}

/* ---- memory */

/* For a profile: accesses to other PPs' areas. */
static void count_foreign(struct step *step)
{
    for (uint32_t k = 0; k < step->strand->count; k++)
        precision_note_foreign(&step->state->precision, member_of(step, k), step->strand->pc,
                               address_of(step, k));
}

/* Operands whose sum is the address that a member accesses: some instructions add only R0 and 0 to Rs. */
static struct kernel_operands address_operands(const struct step *step)
{
    struct kernel_operands operands = step->operands;
    if (system_rows[step->instruction->opcode].address == SYSTEM_ADDRESS_BEFORE) {
        operands.b = step_row(step, 0);
        operands.constant = 0;
    }
    return operands;
}

/* Finds the cells that the members access: step->state->scratch. False: an address is illegal. */
static bool resolve(struct step *step)
{
    struct cycle_state *state = step->state;
    const struct memory *memory = &state->machine->memory;
    const struct kernel_operands operands = address_operands(step);
    const uint32_t largest = step->kernels->resolve(memory, &operands, state->scratch, step->members);
    if (largest == MEMORY_ILLEGAL)
        return false;
    if (largest >= memory->shared_words && state->machine->counts != NULL)
        count_foreign(step);
    return true;
}

/* A push or pop moves its pointer. */
static void move_base(struct step *step)
{
    const uint8_t base = step->instruction->base;
    if (base == DECODE_SINK)
        return;
    struct kernel_operands operands = step->operands;
    operands.target = step_row(step, base);
    step->kernels->compute[OP_add](&operands, step->members);
    if (base == 1)
        step->next = STEP_REGISTER;
}

static bool work_load(struct step *step)
{
    struct cycle_state *state = step->state;
    if (!resolve(step))
        return fail_access(step, ACCESS_LOAD);
    move_base(step);
    step->kernels->load(state->machine->memory.cells, state->scratch,
                        state->late[state->cycle & 1] + step->members.first, step->members);
    step->leaving = step->instruction->target;
    state->load_count += step->strand->count;
    return true;
}

/* The members' register gets their status words. */
static void make_status(const struct step *step, unsigned number)
{
    struct kernel_operands operands = step->operands;
    operands.a = operands.flags;
    operands.b = step_row(step, 0);
    operands.constant = (uint32_t)step->state->cycle & STATUS_MODULO;
    operands.target = step_row(step, number);
    step->kernels->compute[OP_or](&operands, step->members);
}

static bool leaves_stack(const struct step *step)
{
    const struct machine *machine = step->state->machine;
    const uint8_t rs = step->instruction->rs;
    const struct kernel_operands operands = address_operands(step);
    return machine->program.uses_stack && (rs == MACHINE_SP || rs == MACHINE_FP) &&
           step->kernels->leaves_stack(&machine->memory, &operands, step->members);
}

static bool work_store(struct step *step)
{
    struct cycle_state *state = step->state;
    const struct instruction *i = step->instruction;
    if (!resolve(step) || leaves_stack(step))
        return fail_access(step, ACCESS_STORE);
    const bool is_status = (i->traits & DECODE_STATUS_DATUM) != 0;
    if (is_status)
        make_status(step, DECODE_SINK);
    requests_add(state, step->strand, SYSTEM_FOLD_NONE, cycle_row(state, is_status ? DECODE_SINK : i->rd));
    move_base(step);
    return true;
}

static bool work_fold(struct step *step)
{
    const struct instruction *i = step->instruction;
    if (!resolve(step))
        return fail_access(step, ACCESS_MULTIPREFIX);
    requests_add(step->state, step->strand, system_rows[i->opcode].fold, cycle_row(step->state, i->rd));
    step->leaving = i->target;
    return true;
}

/* ---- registers and control */

/* The instruction gives the same word to all members. */
static bool work_same(struct step *step)
{
    const uint8_t work = system_rows[step->instruction->opcode].work;
    const uint32_t word = work == SYSTEM_CONSTANT ? step->instruction->constant
                          : work == SYSTEM_CYCLE  ? (uint32_t)step->state->cycle
                                                  : step->state->machine->memory.pps;
    step->kernels->fill(step->operands.target, word, step->members);
    return true;
}

static bool work_jump(struct step *step)
{
    if (step->instruction->rt == 0) {
        step->next = STEP_LABEL;
        return true;
    }
    struct kernel_operands operands = step->operands;
    operands.a = step_row(step, 0);
    operands.target = step_row(step, 1);
    step->kernels->compute[OP_add](&operands, step->members);
    step->next = STEP_REGISTER;
    return true;
}

static bool work_call(struct step *step)
{
    step->kernels->fill(step->operands.target, step->strand->pc + 1, step->members);
    step->next = STEP_LABEL;
    return true;
}

static bool work_call_register(struct step *step)
{
    step->kernels->copy(step_row(step, 1), step->operands.a, step->members);
    if (step->instruction->target != 1)
        step->kernels->fill(step->operands.target, step->strand->pc + 1, step->members);
    step->next = STEP_REGISTER;
    return true;
}

static bool work_number(struct step *step)
{
    for (uint32_t k = 0; k < step->strand->count; k++)
        step->operands.target[word_of(step, k)] = member_of(step, k);
    return true;
}

static bool work_status(struct step *step)
{
    make_status(step, step->instruction->target);
    return true;
}

static bool work_nothing(struct step *step)
{
    (void)step;
    return true;
}

static bool work_host(struct step *step)
{
    struct cycle_state *state = step->state;
    const uint32_t *const rows[] = {cycle_row(state, 3), cycle_row(state, 4), cycle_row(state, 5)};
    for (uint32_t k = 0; k < step->strand->count; k++) {
        const uint32_t pp = member_of(step, k);
        state->calls[state->call_count++] =
            (struct hostcall_request){.registers = {{rows[0][pp], rows[1][pp], rows[2][pp]}},
                                      .number = step->instruction->constant,
                                      .pp = pp,
                                      .pc = step->strand->pc,
                                      .late = step->landing};
    }
    return true;
}

static bool work_deferred(struct step *step)
{
    step->is_deferred = true;
    return true;
}

/* ---- the precision unit */

/* One member; its R1 is the next pc. False: it has a fault. */
static bool execute_unit(struct step *step, uint32_t k)
{
    struct cycle_state *state = step->state;
    struct collide *list = &state->requests.collide;
    const struct instruction *i = step->instruction;
    const uint32_t pp = member_of(step, k), target = i->target;
    collide_extend(list, state->precision.most_stores);
    uint32_t reg[DECODE_SINK + 1];
    reg[1] = step->strand->pc + 1;
    reg[target] = target == 1 ? reg[1] : cycle_row(state, target)[pp];
    struct precision_step unit = {.pp = pp,
                                  .pc = step->strand->pc,
                                  .cycle = state->cycle,
                                  .a = operand_a(step, k),
                                  .b = operand_b(step, k),
                                  .reg = reg,
                                  .flags = &state->flags[pp],
                                  .stores = list->requests + list->count};
    if (!precision_execute(&state->precision, i, &unit))
        return false;
    if (unit.store_count != 0)
        requests_announce(&state->requests, SYSTEM_FOLD_NONE, unit.store_count);
    list->count += unit.store_count;
    state->load_count += unit.load_count;
    state->busy_count += unit.is_waiting;
    state->busy_inside_count += unit.is_waiting && state->presence.barrier_since[pp] != 0;
    cycle_row(state, target)[pp] = reg[target];
    cycle_row(state, 1)[pp] = reg[1];
    if (step->landing == 1) {
        const uint32_t pc = state->late[~state->cycle & 1][pp];
        if (!precision_jump(&state->precision, pp, pc))
            cycle_row(state, 1)[pp] = pc;
    }
    if (state->machine->counts != NULL && !unit.is_waiting)
        profile_pp(state, pp, unit.pc);
    return true;
}

static bool work_unit(struct step *step)
{
    bool is_right = true;
    for (uint32_t k = 0; k < step->strand->count; k++)
        is_right = execute_unit(step, k) && is_right;
    if (step->landing == 1)
        step->landing = DECODE_SINK;
    step->next = STEP_REGISTER;
    return is_right;
}

static bool work_simple_unit(struct step *step)
{
    const struct real_bank *bank = &step->state->precision.bank;
    for (uint32_t k = 0; k < step->strand->count; k++)
        (void)real_execute(bank, member_of(step, k), step->instruction, operand_a(step, k));
    return true;
}

/* ---- arithmetic and branches: the rows of alu.def */

static bool work_compute(struct step *step)
{
    step->kernels->compute[step->instruction->opcode](&step->operands, step->members);
    return true;
}

static bool work_divide(struct step *step)
{
    if (step->kernels->has_zero(&step->operands, step->members))
        return fail_division(step);
    return work_compute(step);
}

static bool work_branch(struct step *step)
{
    step->next = STEP_BRANCH;
    return true;
}

/* ---- the instruction */

/* By enum system_work, as system.def has them. */
static bool (*const works[])(struct step *step) = {
    [SYSTEM_CONSTANT] = work_same,
    [SYSTEM_LOAD] = work_load,
    [SYSTEM_STORE] = work_store,
    [SYSTEM_FOLD] = work_fold,
    [SYSTEM_JUMP] = work_jump,
    [SYSTEM_CALL] = work_call,
    [SYSTEM_CALL_REGISTER] = work_call_register,
    [SYSTEM_CYCLE] = work_same,
    [SYSTEM_NUMBER] = work_number,
    [SYSTEM_COUNT] = work_same,
    [SYSTEM_STATUS] = work_status,
    [SYSTEM_HOST] = work_host,
    [SYSTEM_HINT] = work_deferred,
    [SYSTEM_NOTHING] = work_nothing,
    [SYSTEM_HALT] = work_deferred,
};

static execute_work *choose_work(const struct cycle_state *state, const struct instruction *i)
{
    const uint8_t work = system_rows[i->opcode].work;
    if (work != SYSTEM_OTHER)
        return works[work];
    if (system_branches(i->opcode))
        return work_branch;
    if (system_computes(i->opcode))
        return (i->traits & DECODE_DIVIDES) != 0 ? work_divide : work_compute;
    if ((i->traits & DECODE_REAL) == 0)
        return fail_instruction;
    return precision_is_simple(&state->precision, i) ? work_simple_unit : work_unit;
}

void execute_create(struct cycle_state *state)
{
    const struct program *program = &state->machine->program;
    state->works = memory_block(&state->memory, (size_t)program->count + 1, sizeof *state->works);
    for (uint32_t pc = 0; state->works != NULL && pc < program->count; pc++)
        state->works[pc] = choose_work(state, &program->code[pc]);
}

/* Members that take the branch go to its target, or sleep if they poll; the strand keeps the others. */
static void finish_branch(struct step *step)
{
    struct cycle_state *state = step->state;
    struct strand *strand = step->strand;
    const uint8_t opcode = step->instruction->opcode;
    const uint32_t modulo = (uint32_t)state->cycle & STATUS_MODULO, pc = strand->pc;
    const uint32_t taken = step->kernels->count_taken[opcode](step->operands.flags, modulo, step->members);
    struct strand *takers = taken == strand->count ? strand : NULL;
    if (taken != 0 && takers == NULL) {
        const bool was_sorted = strand->is_sorted;
        takers = strands_take(&state->strands, strand->count);
        takers->late = strand->late;
        takers->is_inside = strand->is_inside;
        takers->count = step->kernels->split[opcode](state->flags, modulo, strand->members, strand->count,
                                                     takers->members);
        takers->is_sorted = was_sorted;
        strand->count -= taken;
    }
    if (takers != strand)
        cycle_place(state, strand, pc + 1);
    if (takers != NULL && !sleep_begin(state, takers, pc))
        cycle_place(state, takers, step->instruction->constant);
}

static void finish_jump(struct step *step)
{
    struct cycle_state *state = step->state;
    const uint32_t *const targets = cycle_row(state, 1);
    const uint32_t pc = targets[step->strand->members[0]];
    if (pc < state->strands.program_count && step->kernels->is_uniform(step_row(step, 1), step->members)) {
        step->strand->pc = pc;
        strands_place(&state->strands, step->strand);
    } else {
        strands_scatter(&state->strands, step->strand, targets);
    }
}

/* Writes the delayed value and places the members. */
static void finish(struct step *step)
{
    struct cycle_state *state = step->state;
    struct strand *strand = step->strand;
    const uint32_t pc = strand->pc;
    if (step->next == STEP_ON && step->instruction->target == 1 &&
        (step->instruction->traits & DECODE_DELAYED) == 0)
        step->next = STEP_REGISTER;
    if (step->landing != DECODE_SINK)
        step->kernels->copy(step_row(step, step->landing),
                            state->late[~state->cycle & 1] + step->members.first, step->members);
    if (step->landing == 1)
        step->next = STEP_REGISTER;
    if (state->machine->counts != NULL && state->works[pc] != work_unit) /* that has counted each member */
        profile_strand(state, strand, step->next == STEP_LABEL ? step->instruction->constant : UINT32_MAX);
    strand->late = step->leaving;
    switch (step->next) {
    case STEP_BRANCH:
        finish_branch(step);
        break;
    case STEP_REGISTER:
        finish_jump(step);
        break;
    case STEP_LABEL:
        cycle_place(state, strand, step->instruction->constant);
        break;
    default:
        cycle_place(state, strand, pc + 1);
        break;
    }
}

void execute_strand(struct cycle_state *state, uint32_t position)
{
    struct strand *const strand = state->strands.current[position];
    struct step step;
    if (strand->pc == UINT32_MAX) {
        step = (struct step){.state = state, .strand = strand};
        state->has_failed = !fail_instruction(&step);
        return;
    }
    if (strand->count <= LONE_MOST && lone_take(state, strand)) {
        state->strands.current[position] = NULL;
        return;
    }
    strand->is_left = false;
    strands_sort(&state->strands, strand);
    step_begin(&step, state, strand);
    if ((step.instruction->traits & DECODE_READS_PC) != 0)
        step.kernels->fill(step_row(&step, 1), strand->pc, step.members);
    if (!state->works[strand->pc](&step)) {
        state->has_failed = true;
    } else if (step.is_deferred) {
        state->deferred[state->deferred_count++] = position;
    } else {
        state->strands.current[position] = NULL;
        finish(&step);
    }
}

/* PPs that have halted are in no strand; their R1 stays at the halt instruction. */
static void finish_halt(struct step *step)
{
    struct cycle_state *state = step->state;
    if (step->landing != DECODE_SINK && step->landing != 1)
        step->kernels->copy(step_row(step, step->landing),
                            state->late[~state->cycle & 1] + step->members.first, step->members);
    if (state->machine->counts != NULL)
        profile_strand(state, step->strand, UINT32_MAX);
    step->kernels->fill(step_row(step, 1), step->strand->pc, step->members);
}

void execute_rest(struct cycle_state *state, uint32_t position)
{
    struct step step;
    struct strand *const strand = state->strands.current[position];
    strand->is_inside = state->presence.barrier_since[strand->members[0]] != 0;
    step_begin(&step, state, strand);
    state->strands.current[position] = NULL;
    if (system_rows[step.instruction->opcode].work == SYSTEM_HALT)
        finish_halt(&step);
    else
        finish(&step);
}
