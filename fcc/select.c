/* select.c - chooses machine instructions for one function of the intermediate representation.
 *
 * One row a operation where the machine has the instruction (the table at the end of the first part), a small
 * function where it takes several. No operation becomes a branch: in synchronous code every PP must take the
 * same number of cycles whatever its operands are. Slots are laid out in the frame here; what the machine
 * cannot take as an operand is put into a register of its own. Must have run before: everything on the
 * intermediate representation. Runs before: schedule, regalloc.
 */
#include "fcc/select.h"

#include <string.h>

/* Slots are put within reach of 13-bit offsets as long as they fill less than this; the rest of the reach is
 * for saved registers and spills. */
enum { NEAR_SLOT_WORDS = 2048, ARGUMENT_REGISTERS = 6, HOST_REGISTERS = 3 };

/* What callees and the simulator may look at. */
#define GROUP_REGISTERS                                                                                      \
    (REGISTER_BIT(REGISTER_gp) | REGISTER_BIT(REGISTER_ssp) | REGISTER_BIT(REGISTER_sfp) |                   \
     REGISTER_BIT(REGISTER_sp) | REGISTER_BIT(REGISTER_fp))

struct slot_place {
    bool placed;
    bool far;
    uint32_t word; /* in its part of the frame */
};

struct selector {
    const struct ir_unit *unit;
    const struct ir_function *source;
    struct machine_function *function;
    struct machine_block **blocks; /* by IR block id */
    struct slot_place *slots;
    struct machine_block *block;  /* being filled */
    const struct ir_instr *instr; /* being translated */
};

/* ---- making instructions */

static struct machine_instr *add_op(struct selector *s, enum machine_op op)
{
    struct machine_instr *m = machine_append(s->function, s->block, op);
    m->line = s->instr->line;
    m->file = s->instr->file;
    return m;
}

static uint32_t vreg(uint32_t ir_register)
{
    return FIRST_VIRTUAL + ir_register - 1;
}

static uint32_t fresh(struct selector *s)
{
    return machine_new_register(s->function);
}

static struct machine_instr *add_rrr(struct selector *s, enum machine_op op, uint32_t rs, uint32_t rt,
                                     uint32_t rd)
{
    struct machine_instr *m = add_op(s, op);
    m->rs = rs;
    m->rt = rt;
    m->rd = rd;
    return m;
}

static struct machine_instr *add_rir(struct selector *s, enum machine_op op, uint32_t rs, int32_t imm,
                                     uint32_t rd)
{
    struct machine_instr *m = add_op(s, op);
    m->rs = rs;
    m->has_imm = true;
    m->imm = imm;
    m->rd = rd;
    return m;
}

static void add_copy(struct selector *s, uint32_t from, uint32_t to)
{
    add_rrr(s, MACHINE_COPY, from, 0, to);
}

static struct machine_instr *add_set(struct selector *s, int32_t value, uint32_t rd)
{
    struct machine_instr *m = add_op(s, MACHINE_SET);
    m->imm = value;
    m->rd = rd;
    return m;
}

/* ---- operands */

/* rd = the address of a word of a slot. */
static void set_slot_address(struct selector *s, struct ir_operand operand, uint32_t rd)
{
    const struct slot_place *place = &s->slots[operand.id];
    int64_t word = (int64_t)place->word + operand.value;
    if (!place->far && word >= 0 && word < NEAR_SLOT_WORDS) {
        add_rir(s, MACHINE_add, REGISTER_fp, (int32_t)word, rd)->base = BASE_NEAR;
        return;
    }
    uint32_t offset = fresh(s);
    add_set(s, (int32_t)word, offset)->base = place->far ? BASE_FAR : BASE_NEAR;
    add_rrr(s, MACHINE_add, REGISTER_fp, offset, rd);
}

/* rd = the operand. */
static void set_register(struct selector *s, struct ir_operand operand, uint32_t rd)
{
    switch (operand.kind) {
    case IR_NONE:
        break;
    case IR_VREG:
        add_copy(s, vreg(operand.id), rd);
        break;
    case IR_CONST:
        add_set(s, operand.value, rd);
        break;
    case IR_SYMBOL: {
        struct machine_instr *m = add_set(s, operand.value, rd);
        m->base = BASE_SYMBOL;
        m->symbol = operand.id;
        break;
    }
    case IR_SLOT:
        set_slot_address(s, operand, rd);
        break;
    }
}

/* A register that holds the operand. */
static uint32_t use_register(struct selector *s, struct ir_operand operand)
{
    if (operand.kind == IR_VREG)
        return vreg(operand.id);
    if (operand.kind == IR_CONST && operand.value == 0)
        return REGISTER_zero;
    uint32_t rd = fresh(s);
    set_register(s, operand, rd);
    return rd;
}

static bool is_small(struct ir_operand operand)
{
    return operand.kind == IR_CONST && machine_fits(operand.value);
}

/* Fills in S: a constant if it fits, else a register. Must be called before the instruction is appended, so
 * the caller passes what to append. */
static struct machine_instr *add_with_s(struct selector *s, enum machine_op op, uint32_t rs,
                                        struct ir_operand b, uint32_t rd)
{
    if (is_small(b))
        return add_rir(s, op, rs, b.value, rd);
    return add_rrr(s, op, rs, use_register(s, b), rd);
}

/* ---- addresses */

/* An address as loads and stores take it: register rs plus S. */
struct address {
    uint32_t rs;
    uint32_t rt;
    int32_t imm;
    uint32_t symbol;
    enum machine_base base;
    bool has_imm;
};

static struct address register_plus_zero(uint32_t rs)
{
    return (struct address){.rs = rs, .has_imm = true};
}

/* The address of a constant operand plus `offset` alone. */
static struct address fixed_address(struct selector *s, struct ir_operand operand, int32_t offset)
{
    operand.value = (int32_t)((uint32_t)operand.value + (uint32_t)offset);
    if (operand.kind == IR_SYMBOL) {
        struct machine_instr *high = add_op(s, MACHINE_gethi);
        high->rd = fresh(s);
        high->base = BASE_SYMBOL_HI;
        high->symbol = operand.id;
        high->imm = operand.value;
        return (struct address){.rs = high->rd,
                                .imm = operand.value,
                                .symbol = operand.id,
                                .base = BASE_SYMBOL_LO,
                                .has_imm = true};
    }
    if (operand.kind == IR_SLOT) {
        const struct slot_place *place = &s->slots[operand.id];
        int64_t word = (int64_t)place->word + operand.value;
        if (!place->far && word >= 0 && word < NEAR_SLOT_WORDS)
            return (struct address){
                .rs = REGISTER_fp, .imm = (int32_t)word, .base = BASE_NEAR, .has_imm = true};
    }
    if (is_small(operand))
        return (struct address){.rs = REGISTER_zero, .imm = operand.value, .has_imm = true};
    return register_plus_zero(use_register(s, operand));
}

static struct address make_address(struct selector *s, struct ir_operand a, struct ir_operand b)
{
    if (a.kind == IR_CONST) { /* the constant, if there is one, stands in b */
        struct ir_operand swap = a;
        a = b;
        b = swap;
    }
    if (b.kind == IR_CONST && a.kind != IR_VREG)
        return fixed_address(s, a, b.value);
    if (is_small(b))
        return (struct address){.rs = use_register(s, a), .imm = b.value, .has_imm = true};
    if (a.kind == IR_VREG && b.kind == IR_SLOT) {
        struct ir_operand swap = a;
        a = b;
        b = swap;
    }
    if (a.kind == IR_SLOT && b.kind == IR_VREG) {
        struct address slot = fixed_address(s, a, 0);
        if (slot.base == BASE_NEAR) {
            slot.rs = fresh(s);
            add_rrr(s, MACHINE_add, REGISTER_fp, vreg(b.id), slot.rs);
            return slot;
        }
    }
    return (struct address){.rs = use_register(s, a), .rt = use_register(s, b)};
}

static void add_access(struct selector *s, enum machine_op op, struct address address, uint32_t rd)
{
    struct machine_instr *m = add_op(s, op);
    m->rs = address.rs;
    m->rt = address.rt;
    m->imm = address.imm;
    m->symbol = address.symbol;
    m->base = (uint8_t)address.base;
    m->has_imm = address.has_imm;
    m->rd = rd;
    m->memory.alias = s->instr->alias;
    m->memory.own = (s->instr->memory & IR_MEM_OWN) != 0;
    m->memory.constant = (s->instr->memory & IR_MEM_CONSTANT) != 0;
    m->memory.is_volatile = (s->instr->memory & IR_MEM_VOLATILE) != 0;
}

/* ---- operations of more than one instruction */

static void select_add(struct selector *s)
{
    struct ir_operand a = s->instr->a;
    struct ir_operand b = s->instr->b;
    uint32_t rd = vreg(s->instr->dst);
    if (a.kind != IR_VREG) {
        struct ir_operand swap = a;
        a = b;
        b = swap;
    }
    if (b.kind == IR_CONST && !machine_fits(b.value) && machine_fits(-(int64_t)b.value))
        add_rir(s, MACHINE_sub, use_register(s, a), -b.value, rd);
    else
        add_with_s(s, MACHINE_add, use_register(s, a), b, rd);
}

static void select_sub(struct selector *s)
{
    struct ir_operand b = s->instr->b;
    uint32_t rd = vreg(s->instr->dst);
    uint32_t rs = use_register(s, s->instr->a);
    if (b.kind == IR_CONST && !machine_fits(b.value) && machine_fits(-(int64_t)b.value))
        add_rir(s, MACHINE_add, rs, -b.value, rd);
    else
        add_with_s(s, MACHINE_sub, rs, b, rd);
}

/* rd = 1 if C is set, else 0. */
static void add_carry_to(struct selector *s, uint32_t rd)
{
    add_rir(s, MACHINE_adc, REGISTER_zero, 0, rd);
}

static void add_compare(struct selector *s, uint32_t rs, struct ir_operand b)
{
    add_with_s(s, MACHINE_subs, rs, b, REGISTER_zero);
}

/* rd = (value == 0), or its opposite. C after 0 - value says value == 0; C after value - 1 says value != 0.
 */
static void set_if_zero(struct selector *s, uint32_t value, bool equal, uint32_t rd)
{
    if (equal)
        add_compare(s, REGISTER_zero, ir_none()), s->block->last->rt = value;
    else
        add_compare(s, value, ir_const(1));
    add_carry_to(s, rd);
}

/* A register with a - b; a itself if b is 0. */
static uint32_t difference(struct selector *s, struct ir_operand a, struct ir_operand b)
{
    if (b.kind == IR_CONST && b.value == 0)
        return use_register(s, a);
    uint32_t rs = use_register(s, a);
    uint32_t rd = fresh(s);
    add_with_s(s, MACHINE_sub, rs, b, rd);
    return rd;
}

static void select_equal(struct selector *s)
{
    struct ir_operand a = s->instr->a;
    struct ir_operand b = s->instr->b;
    if (a.kind == IR_CONST) {
        struct ir_operand swap = a;
        a = b;
        b = swap;
    }
    set_if_zero(s, difference(s, a, b), s->instr->op == IR_SEQ, vreg(s->instr->dst));
}

/* a <= b, signed: max(a, b) == b. a < b: max(a, b) != a. */
static void select_signed_less(struct selector *s)
{
    bool or_equal = s->instr->op == IR_SLE;
    struct ir_operand a = s->instr->a;
    struct ir_operand b = s->instr->b;
    uint32_t rd = vreg(s->instr->dst);
    if (!or_equal && b.kind == IR_CONST && b.value == 0) {
        add_rir(s, MACHINE_lsr, use_register(s, a), 31, rd);
        return;
    }
    struct ir_operand kept = or_equal ? b : a;
    struct ir_operand other = or_equal ? a : b;
    uint32_t rs = use_register(s, kept);
    uint32_t largest = fresh(s);
    add_with_s(s, MACHINE_max, rs, other, largest);
    uint32_t change = largest;
    if (rs != REGISTER_zero) {
        change = fresh(s);
        add_rrr(s, MACHINE_sub, largest, rs, change);
    }
    set_if_zero(s, change, or_equal, rd);
}

/* a <= b, unsigned: no borrow in b - a. a < b: not b <= a. */
static void select_unsigned_less(struct selector *s)
{
    bool or_equal = s->instr->op == IR_SLEU;
    uint32_t rd = vreg(s->instr->dst);
    struct ir_operand from = or_equal ? s->instr->b : s->instr->a;
    struct ir_operand taken = or_equal ? s->instr->a : s->instr->b;
    add_compare(s, use_register(s, from), taken);
    if (or_equal) {
        add_carry_to(s, rd);
        return;
    }
    uint32_t carry = fresh(s);
    add_carry_to(s, carry);
    add_rir(s, MACHINE_xor, carry, 1, rd);
}

/* A float comparison as a value: the flags C V Z N that fcmp sets are a number 0..15 (less 8, equal 5,
 * greater 1, unordered 15); it picks a bit of a constant that holds the answers. */
static void select_float_compare(struct selector *s)
{
    enum { LESS = 1 << 8, EQUAL = 1 << 5, GREATER = 1 << 1, UNORDERED = 1 << 15 };
    int32_t answers = 0;
    switch (s->instr->op) {
    case IR_FSEQ:
        answers = EQUAL;
        break;
    case IR_FSNE:
        answers = LESS | GREATER | UNORDERED;
        break;
    case IR_FSLT:
        answers = LESS;
        break;
    default:
        answers = LESS | EQUAL;
        break;
    }
    uint32_t rs = use_register(s, s->instr->a);
    uint32_t rt = use_register(s, s->instr->b);
    uint32_t status = fresh(s);
    uint32_t flags = fresh(s);
    uint32_t table = fresh(s);
    uint32_t shifted = fresh(s);
    add_rrr(s, MACHINE_fcmp, rs, rt, 0);
    add_op(s, MACHINE_getsr)->rd = status;
    add_rir(s, MACHINE_lsr, status, 1, flags);
    add_set(s, answers, table);
    add_rrr(s, MACHINE_lsr, table, flags, shifted);
    add_rir(s, MACHINE_and, shifted, 1, vreg(s->instr->dst));
}

static void select_copy(struct selector *s)
{
    set_register(s, s->instr->a, vreg(s->instr->dst));
}

/* ---- memory */

static void select_load(struct selector *s)
{
    add_access(s, MACHINE_ldg, make_address(s, s->instr->a, s->instr->b), vreg(s->instr->dst));
}

static void select_store(struct selector *s)
{
    uint32_t datum = use_register(s, s->instr->c);
    if (datum == REGISTER_zero) { /* R0 as a datum is the status word */
        datum = fresh(s);
        add_set(s, 0, datum);
    }
    add_access(s, MACHINE_stg, make_address(s, s->instr->a, s->instr->b), datum);
}

static void select_multiprefix(struct selector *s)
{
    static const enum machine_op with_result[] = {[IR_MPADD] = MACHINE_mpadd,
                                                  [IR_MPMAX] = MACHINE_mpmax,
                                                  [IR_MPAND] = MACHINE_mpand,
                                                  [IR_MPOR] = MACHINE_mpor};
    static const enum machine_op without[] = {[IR_MPADD] = MACHINE_syncadd,
                                              [IR_MPMAX] = MACHINE_syncmax,
                                              [IR_MPAND] = MACHINE_syncand,
                                              [IR_MPOR] = MACHINE_syncor};
    struct address address = make_address(s, s->instr->a, s->instr->b);
    if (s->instr->dst == 0) {
        add_access(s, without[s->instr->op], address, use_register(s, s->instr->c));
        return;
    }
    uint32_t both = fresh(s);
    set_register(s, s->instr->c, both);
    add_access(s, with_result[s->instr->op], address, both);
    add_copy(s, both, vreg(s->instr->dst));
}

/* ---- calls, specials, ends of blocks */

/* Puts arguments into registers from a0 on; returns the set of them. What needs computing is computed before
 * the first argument register is written, so that those live as short as possible. */
static uint32_t pass_in_registers(struct selector *s, uint32_t count)
{
    uint32_t prepared[ARGUMENT_REGISTERS];
    uint32_t set = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct ir_operand argument = s->instr->args[i];
        if (argument.kind == IR_SLOT)
            prepared[i] = use_register(s, argument);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct ir_operand argument = s->instr->args[i];
        if (argument.kind == IR_SLOT)
            add_copy(s, prepared[i], REGISTER_a0 + i);
        else
            set_register(s, argument, REGISTER_a0 + i);
        set |= REGISTER_BIT(REGISTER_a0 + i);
    }
    return set;
}

static void select_call(struct selector *s)
{
    const struct ir_instr *call = s->instr;
    uint32_t in_registers = call->arg_count < ARGUMENT_REGISTERS ? call->arg_count : ARGUMENT_REGISTERS;
    uint32_t on_stack = call->arg_count - in_registers;
    uint32_t callee = call->a.kind == IR_SYMBOL ? 0 : use_register(s, call->a);

    for (uint32_t i = 0; i < on_stack; i++) {
        uint32_t datum = use_register(s, call->args[ARGUMENT_REGISTERS + i]);
        if (datum == REGISTER_zero) {
            datum = fresh(s);
            add_set(s, 0, datum);
        }
        add_rir(s, MACHINE_stg, REGISTER_sp, (int32_t)i - (int32_t)on_stack, datum)->memory.own = true;
    }
    if (on_stack > s->function->outgoing_words)
        s->function->outgoing_words = on_stack;
    uint32_t arguments = pass_in_registers(s, in_registers);
    struct machine_instr *m = add_op(s, callee ? MACHINE_callr : MACHINE_call);
    m->rd = REGISTER_ra;
    m->rs = callee;
    if (!callee) {
        m->base = BASE_SYMBOL;
        m->symbol = call->a.id;
        m->imm = call->a.value;
    }
    m->implicit_reads = arguments | GROUP_REGISTERS;
    m->implicit_writes = REGISTER_BIT(REGISTER_ra);
    m->implicit_writes |= call->call_clobbers ? call->call_clobbers : machine_caller_saved();
    s->function->calls = true;
    if (call->dst)
        add_copy(s, REGISTER_a0, vreg(call->dst));
}

static void select_sys(struct selector *s)
{
    uint32_t arguments = pass_in_registers(s, s->instr->arg_count);
    struct machine_instr *m = add_op(s, MACHINE_sys);
    m->imm = s->instr->a.value;
    m->implicit_reads = arguments;
    m->implicit_writes = REGISTER_BIT(REGISTER_a0) | REGISTER_BIT(REGISTER_a1) | REGISTER_BIT(REGISTER_a2);
    if (s->instr->dst)
        add_copy(s, REGISTER_a0, vreg(s->instr->dst));
}

static uint32_t special_register(enum ir_special special)
{
    static const uint32_t registers[IR_SPECIAL_COUNT] = {[IR_SPECIAL_GP] = REGISTER_gp,
                                                         [IR_SPECIAL_SSP] = REGISTER_ssp,
                                                         [IR_SPECIAL_SFP] = REGISTER_sfp,
                                                         [IR_SPECIAL_SP] = REGISTER_sp,
                                                         [IR_SPECIAL_FP] = REGISTER_fp};
    return registers[special];
}

static void select_read(struct selector *s)
{
    static const enum machine_op identities[IR_SPECIAL_COUNT] = {[IR_SPECIAL_CT] = MACHINE_getct,
                                                                 [IR_SPECIAL_PN] = MACHINE_getpn,
                                                                 [IR_SPECIAL_NP] = MACHINE_getnp,
                                                                 [IR_SPECIAL_SR] = MACHINE_getsr};
    uint32_t source = special_register(s->instr->special);
    if (source)
        add_copy(s, source, vreg(s->instr->dst));
    else
        add_op(s, identities[s->instr->special])->rd = vreg(s->instr->dst);
}

static void select_write(struct selector *s)
{
    set_register(s, s->instr->a, special_register(s->instr->special));
}

static void select_shint(struct selector *s)
{
    struct machine_instr *m = add_op(s, MACHINE_shint);
    m->imm = s->instr->a.value;
    m->implicit_reads = GROUP_REGISTERS;
}

static void select_halt(struct selector *s)
{
    add_op(s, MACHINE_halt);
}

static void select_jump(struct selector *s)
{
    s->block->successor[0] = s->blocks[s->instr->target[0]->id];
}

static void select_branch(struct selector *s)
{
    static const enum machine_op branches[IR_CONDITION_COUNT] = {
        [IR_EQ] = MACHINE_beq,  [IR_NE] = MACHINE_bne,  [IR_LT] = MACHINE_blt,  [IR_LE] = MACHINE_ble,
        [IR_GT] = MACHINE_bgt,  [IR_GE] = MACHINE_bge,  [IR_LTU] = MACHINE_blo, [IR_LEU] = MACHINE_bls,
        [IR_GTU] = MACHINE_bhi, [IR_GEU] = MACHINE_bhs, [IR_FEQ] = MACHINE_beq, [IR_FNE] = MACHINE_bne,
        [IR_FLT] = MACHINE_blt, [IR_FLE] = MACHINE_ble, [IR_FGT] = MACHINE_bgt, [IR_FGE] = MACHINE_bge};
    enum ir_condition condition = s->instr->condition;
    struct ir_operand a = s->instr->a;
    struct ir_operand b = s->instr->b;
    bool is_float = condition >= IR_FEQ;
    if (!is_float && a.kind == IR_CONST && b.kind != IR_CONST) {
        struct ir_operand swap = a;
        a = b;
        b = swap;
        condition = ir_condition_swap(condition);
    }
    uint32_t rs = use_register(s, a);
    if (is_float)
        add_rrr(s, MACHINE_fcmp, rs, use_register(s, b), 0);
    else
        add_compare(s, rs, b);
    struct machine_instr *m = add_op(s, branches[condition]);
    m->is_float = is_float;
    m->target = s->blocks[s->instr->target[0]->id];
    s->block->successor[0] = m->target;
    s->block->successor[1] = s->blocks[s->instr->target[1]->id];
}

static void select_return(struct selector *s)
{
    uint32_t result = 0;
    if (s->instr->a.kind != IR_NONE) {
        set_register(s, s->instr->a, REGISTER_a0);
        result = REGISTER_BIT(REGISTER_a0);
    }
    add_op(s, MACHINE_RET)->implicit_reads = result | GROUP_REGISTERS;
}

/* ---- the table */

struct selection {
    void (*special)(struct selector *s); /* NULL: one instruction, as follows */
    enum machine_op op;
    enum { TAKES_S, TAKES_REGISTERS, TAKES_ONE } operands;
};

static const struct selection selections[IR_OP_COUNT] = {
    [IR_COPY] = {.special = select_copy},
    [IR_ADD] = {.special = select_add},
    [IR_SUB] = {.special = select_sub},
    [IR_MUL] = {.op = MACHINE_mul},
    [IR_MULHS] = {.op = MACHINE_mlhs},
    [IR_MULHU] = {.op = MACHINE_mlhu},
    [IR_DIV] = {.op = MACHINE_div},
    [IR_DIVU] = {.op = MACHINE_divu},
    [IR_REM] = {.op = MACHINE_rem},
    [IR_REMU] = {.op = MACHINE_remu},
    [IR_AND] = {.op = MACHINE_and},
    [IR_OR] = {.op = MACHINE_or},
    [IR_XOR] = {.op = MACHINE_xor},
    [IR_ANDN] = {.op = MACHINE_andn},
    [IR_SHL] = {.op = MACHINE_lsl},
    [IR_SHR] = {.op = MACHINE_lsr},
    [IR_SAR] = {.op = MACHINE_asr},
    [IR_ROL] = {.op = MACHINE_rol},
    [IR_MAX] = {.op = MACHINE_max},
    [IR_MIN] = {.op = MACHINE_min},
    [IR_RM] = {.op = MACHINE_rm, .operands = TAKES_ONE},
    [IR_LZ] = {.op = MACHINE_lz, .operands = TAKES_ONE},
    [IR_POPC] = {.op = MACHINE_popc, .operands = TAKES_ONE},
    [IR_SEQ] = {.special = select_equal},
    [IR_SNE] = {.special = select_equal},
    [IR_SLT] = {.special = select_signed_less},
    [IR_SLE] = {.special = select_signed_less},
    [IR_SLTU] = {.special = select_unsigned_less},
    [IR_SLEU] = {.special = select_unsigned_less},
    [IR_FSEQ] = {.special = select_float_compare},
    [IR_FSNE] = {.special = select_float_compare},
    [IR_FSLT] = {.special = select_float_compare},
    [IR_FSLE] = {.special = select_float_compare},
    [IR_FADD] = {.op = MACHINE_fadd, .operands = TAKES_REGISTERS},
    [IR_FSUB] = {.op = MACHINE_fsub, .operands = TAKES_REGISTERS},
    [IR_FMUL] = {.op = MACHINE_fmul, .operands = TAKES_REGISTERS},
    [IR_FDIV] = {.op = MACHINE_fdiv, .operands = TAKES_REGISTERS},
    [IR_FSQRT] = {.op = MACHINE_fsqrt, .operands = TAKES_ONE},
    [IR_FNEG] = {.op = MACHINE_fneg, .operands = TAKES_ONE},
    [IR_FABS] = {.op = MACHINE_fabs, .operands = TAKES_ONE},
    [IR_FMAX] = {.op = MACHINE_fmax, .operands = TAKES_REGISTERS},
    [IR_FMIN] = {.op = MACHINE_fmin, .operands = TAKES_REGISTERS},
    [IR_ITOF] = {.op = MACHINE_itof, .operands = TAKES_ONE},
    [IR_UTOF] = {.op = MACHINE_utof, .operands = TAKES_ONE},
    [IR_FTOI] = {.op = MACHINE_ftoi, .operands = TAKES_ONE},
    [IR_FROUND] = {.op = MACHINE_fround, .operands = TAKES_ONE},
    [IR_LOAD] = {.special = select_load},
    [IR_STORE] = {.special = select_store},
    [IR_MPADD] = {.special = select_multiprefix},
    [IR_MPMAX] = {.special = select_multiprefix},
    [IR_MPAND] = {.special = select_multiprefix},
    [IR_MPOR] = {.special = select_multiprefix},
    [IR_CALL] = {.special = select_call},
    [IR_SYS] = {.special = select_sys},
    [IR_READ] = {.special = select_read},
    [IR_WRITE] = {.special = select_write},
    [IR_SHINT] = {.special = select_shint},
    [IR_HALT] = {.special = select_halt},
    [IR_JUMP] = {.special = select_jump},
    [IR_BRANCH] = {.special = select_branch},
    [IR_RETURN] = {.special = select_return},
};

static void select_instr(struct selector *s)
{
    const struct selection *selection = &selections[s->instr->op];
    struct ir_operand a = s->instr->a;
    struct ir_operand b = s->instr->b;
    if (selection->special) {
        selection->special(s);
        return;
    }
    uint32_t rd = vreg(s->instr->dst);
    if ((ir_ops[s->instr->op].flags & IR_COMMUTES) != 0 && a.kind == IR_CONST) {
        struct ir_operand swap = a;
        a = b;
        b = swap;
    }
    uint32_t rs = use_register(s, a);
    if (selection->operands == TAKES_ONE)
        add_rrr(s, selection->op, rs, 0, rd);
    else if (selection->operands == TAKES_REGISTERS)
        add_rrr(s, selection->op, rs, use_register(s, b), rd);
    else
        add_with_s(s, selection->op, rs, b, rd);
}

/* ---- the function */

/* Small slots first, so that as many as possible are within reach. */
static void place_slots(struct selector *s)
{
    uint32_t count = s->source->slot_count;
    s->slots = ARENA_ARRAY(s->function->arena, struct slot_place, count + 1);
    for (uint32_t limit = 1; limit != 0; limit = limit < NEAR_SLOT_WORDS ? limit * 4 : 0) {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t words = s->source->slots[i].words;
            bool of_this_size = words <= limit && (limit == 1 || words > limit / 4);
            if (!of_this_size || s->function->near_words + words > NEAR_SLOT_WORDS)
                continue;
            s->slots[i].word = s->function->near_words;
            s->slots[i].placed = true;
            s->function->near_words += words;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!s->slots[i].placed) {
            s->slots[i].far = true;
            s->slots[i].word = s->function->far_words;
            s->function->far_words += s->source->slots[i].words;
        }
    }
}

static void receive_parameters(struct selector *s)
{
    const struct ir_function *source = s->source;
    s->block = s->blocks[source->first->id];
    struct ir_instr entry = {.line = source->line, .file = source->file};
    s->instr = &entry;
    for (uint32_t i = 0; i < source->param_count; i++) {
        if (i < ARGUMENT_REGISTERS) {
            add_copy(s, REGISTER_a0 + i, vreg(source->params[i]));
            continue;
        }
        /* the last of them lies just below fp */
        int32_t offset = (int32_t)i - (int32_t)source->param_count;
        add_rir(s, MACHINE_ldg, REGISTER_fp, offset, vreg(source->params[i]))->memory.own = true;
        s->function->reads_stack_arguments = true;
    }
    s->instr = NULL;
}

struct machine_function *select_function(struct arena *arena, const struct ir_unit *unit,
                                         const struct ir_function *function)
{
    struct machine_function *result = ARENA_NEW(arena, struct machine_function);
    struct selector s = {.unit = unit, .source = function, .function = result};
    result->arena = arena;
    result->name = unit->symbols[function->symbol].name;
    result->register_limit = FIRST_VIRTUAL + function->vreg_count;
    result->synchronous = function->mode != IR_ASYNC;
    s.blocks = ARENA_ARRAY(arena, struct machine_block *, function->block_count + 1);
    place_slots(&s);

    struct machine_block **link = &result->first;
    for (const struct ir_block *block = function->first; block; block = block->next) {
        struct machine_block *made = ARENA_NEW(arena, struct machine_block);
        made->id = result->block_count++;
        made->loop_depth = block->loop_depth;
        made->synchronous = block->synchronous;
        s.blocks[block->id] = made;
        *link = made;
        link = &made->next;
    }
    receive_parameters(&s);
    for (const struct ir_block *block = function->first; block; block = block->next) {
        s.block = s.blocks[block->id];
        for (s.instr = block->first; s.instr; s.instr = s.instr->next)
            select_instr(&s);
    }
    return result;
}
