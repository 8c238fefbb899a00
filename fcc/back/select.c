/* select.c - chooses machine instructions for one function of the intermediate representation.
 *
 * A table row for each operation with a machine instruction (at the end of the first part), a small function
 * for operations that take several. No operation becomes a branch: in synchronous code every PP must take the
 * same number of cycles for all operands. Also lays out slots in the frame, and puts operands that the
 * machine cannot take into registers. Must have run before: all passes on the intermediate representation.
 * Runs before: list_schedule, regalloc.
 */
#include "fcc/back/select.h"
#include "fcc/back/select_state.h"

/* ---- operations of more than one instruction */

static void select_add(struct selector *s)
{
    struct ir_operand a = s->instr->a;
    struct ir_operand b = s->instr->b;
    uint32_t rd = select_register(s->instr->dst);
    struct ir_index index = s->instr->index;
    if (a.kind != IR_VREG) {
        struct ir_operand swap = a;
        a = b;
        b = swap;
        ir_index_swap(&index);
    }
    if (b.kind == IR_CONST && !machine_fits(b.value) && machine_fits(-(int64_t)b.value)) {
        index.b = ir_part_opposite(index.b);
        select_rir(s, MACHINE_sub, select_use(s, a), -b.value, rd)->index = index;
        return;
    }
    struct machine_instr *add = select_with_s(s, MACHINE_add, select_use(s, a), b, rd);
    add->shared_objects = s->instr->shared_objects;
    add->index = index;
}

static void select_sub(struct selector *s)
{
    struct ir_operand b = s->instr->b;
    uint32_t rd = select_register(s->instr->dst);
    uint32_t rs = select_use(s, s->instr->a);
    if (b.kind == IR_CONST && !machine_fits(b.value) && machine_fits(-(int64_t)b.value))
        select_rir(s, MACHINE_add, rs, -b.value, rd);
    else
        select_with_s(s, MACHINE_sub, rs, b, rd)->index = s->instr->index;
}

/* rd = 1 if C is set, else 0. */
static void add_carry_to(struct selector *s, uint32_t rd)
{
    select_rir(s, MACHINE_adc, REGISTER_zero, 0, rd);
}

static void add_compare(struct selector *s, uint32_t rs, struct ir_operand b)
{
    select_with_s(s, MACHINE_subs, rs, b, REGISTER_zero);
}

/* rd = (value == 0), or its opposite. The carry after 0 - value means value == 0; after value - 1 it means
 * value != 0. */
static void set_if_zero(struct selector *s, uint32_t value, bool equal, uint32_t rd)
{
    if (equal)
        select_rrr(s, MACHINE_subs, REGISTER_zero, value, REGISTER_zero);
    else
        add_compare(s, value, ir_const(1));
    add_carry_to(s, rd);
}

/* A register with a - b; a itself if b is 0. */
static uint32_t difference(struct selector *s, struct ir_operand a, struct ir_operand b)
{
    if (b.kind == IR_CONST && b.value == 0)
        return select_use(s, a);
    uint32_t rs = select_use(s, a);
    uint32_t rd = select_fresh(s);
    select_with_s(s, MACHINE_sub, rs, b, rd);
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
    set_if_zero(s, difference(s, a, b), s->instr->op == IR_SEQ, select_register(s->instr->dst));
}

/* a <= b, signed: max(a, b) == b. a < b: max(a, b) != a. */
static void select_signed_less(struct selector *s)
{
    bool or_equal = s->instr->op == IR_SLE;
    struct ir_operand a = s->instr->a;
    struct ir_operand b = s->instr->b;
    uint32_t rd = select_register(s->instr->dst);
    if (!or_equal && b.kind == IR_CONST && b.value == 0) {
        select_rir(s, MACHINE_lsr, select_use(s, a), 31, rd);
        return;
    }
    struct ir_operand kept = or_equal ? b : a;
    struct ir_operand other = or_equal ? a : b;
    uint32_t rs = select_use(s, kept);
    uint32_t largest = select_fresh(s);
    select_with_s(s, MACHINE_max, rs, other, largest);
    uint32_t change = largest;
    if (rs != REGISTER_zero) {
        change = select_fresh(s);
        select_rrr(s, MACHINE_sub, largest, rs, change);
    }
    set_if_zero(s, change, or_equal, rd);
}

/* a <= b, unsigned: no borrow in b - a. a < b: not b <= a. */
static void select_unsigned_less(struct selector *s)
{
    bool or_equal = s->instr->op == IR_SLEU;
    uint32_t rd = select_register(s->instr->dst);
    struct ir_operand from = or_equal ? s->instr->b : s->instr->a;
    struct ir_operand taken = or_equal ? s->instr->a : s->instr->b;
    add_compare(s, select_use(s, from), taken);
    if (or_equal) {
        add_carry_to(s, rd);
        return;
    }
    uint32_t carry = select_fresh(s);
    add_carry_to(s, carry);
    select_rir(s, MACHINE_xor, carry, 1, rd);
}

/* A float comparison as a value: the flags C V Z N that fcmp sets are a number 0..15 (less 8, equal 5,
 * greater 1, unordered 15); it selects a bit of a constant with the results. */
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
    bool is_real = select_is_real(s, s->instr->a);
    uint32_t rs = is_real ? select_use_real(s, s->instr->a) : select_use(s, s->instr->a);
    uint32_t rt = is_real ? select_use_real(s, s->instr->b) : select_use(s, s->instr->b);
    uint32_t status = select_fresh(s);
    uint32_t flags = select_fresh(s);
    uint32_t table = select_fresh(s);
    uint32_t shifted = select_fresh(s);
    select_rrr(s, is_real ? MACHINE_xcmp : MACHINE_fcmp, rs, rt, 0);
    select_op(s, MACHINE_getsr)->rd = status;
    select_rir(s, MACHINE_lsr, status, 1, flags);
    select_set(s, answers, table);
    select_rrr(s, MACHINE_lsr, table, flags, shifted);
    select_rir(s, MACHINE_and, shifted, 1, select_register(s->instr->dst));
}

static void select_copy(struct selector *s)
{
    const struct ir_operand a = s->instr->a;
    select_into(s, a, select_register(s->instr->dst));
    if (a.kind == IR_SYMBOL || a.kind == IR_SLOT)
        s->block->last->index = (struct ir_index){.is_known = a.code != IR_CODE_UNKNOWN && a.code != 0,
                                                  .a = ir_part_times(0, 1),
                                                  .b = ir_part_times(0, 1),
                                                  .plus = a.code};
}

static void select_unwritten(struct selector *s)
{
    select_set(s, 0, select_register(s->instr->dst))->memory.unwritten = s->instr->unwritten;
}

static void select_assign(struct selector *s)
{
    select_copy(s);
    s->block->last->assigns = true;
    s->block->last->is_alone = s->instr->is_alone;
}

/* Only for registers: debuggers know constants and addresses. */
static void select_keep(struct selector *s)
{
    if (s->instr->a.kind == IR_VREG)
        select_op(s, MACHINE_KEEP)->rs = select_register(s->instr->a.id);
}

/* ---- memory */

static void select_load(struct selector *s)
{
    select_access(s, s->instr->words ? MACHINE_xld : MACHINE_ldg,
                  select_make_address(s, s->instr->a, s->instr->b), select_register(s->instr->dst));
}

static void select_store(struct selector *s)
{
    uint32_t datum = s->instr->words ? select_use_real(s, s->instr->c) : select_datum(s, s->instr->c);
    select_access(s, s->instr->words ? MACHINE_xst : MACHINE_stg,
                  select_make_address(s, s->instr->a, s->instr->b), datum);
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
    struct select_address address = select_make_address(s, s->instr->a, s->instr->b);
    if (s->instr->dst == 0) {
        select_access(s, without[s->instr->op], address, select_use(s, s->instr->c));
        return;
    }
    uint32_t both = select_fresh(s);
    select_into(s, s->instr->c, both);
    select_access(s, with_result[s->instr->op], address, both);
    select_copy_register(s, both, select_register(s->instr->dst));
}

/* ---- specials, ends of blocks */

static uint32_t special_register(enum ir_special special)
{
    static const uint32_t registers[IR_SPECIAL_COUNT] = {
        [IR_SPECIAL_GP] = REGISTER_gp, [IR_SPECIAL_SSP] = REGISTER_ssp, [IR_SPECIAL_SFP] = REGISTER_sfp,
        [IR_SPECIAL_SP] = REGISTER_sp, [IR_SPECIAL_FP] = REGISTER_fp,   [IR_SPECIAL_RA] = REGISTER_ra};
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
        select_copy_register(s, source, select_register(s->instr->dst));
    else
        select_op(s, identities[s->instr->special])->rd = select_register(s->instr->dst);
}

static void select_write(struct selector *s)
{
    select_into(s, s->instr->a, special_register(s->instr->special));
    s->function->moves_stack |= s->instr->special == IR_SPECIAL_SP;
}

/* The store faults if the stack is full (docs/internals/abi.md, section 2). */
static void select_stack(struct selector *s)
{
    select_into(s, s->instr->a, REGISTER_sp);
    select_rir(s, MACHINE_stg, REGISTER_sp, -1, REGISTER_zero)->memory.own = true;
    select_rir(s, MACHINE_add, REGISTER_sp, 0, select_register(s->instr->dst))->base = BASE_ARGUMENTS;
    s->function->moves_stack = true;
}

static void select_shint(struct selector *s)
{
    struct machine_instr *m = select_op(s, MACHINE_shint);
    m->imm = s->instr->a.value;
    m->implicit_reads = GROUP_REGISTERS;
}

static void select_halt(struct selector *s)
{
    select_op(s, MACHINE_halt);
}

static void select_jump(struct selector *s)
{
    s->block->successor[0] = s->blocks[s->instr->target[0]->id];
    s->block->line = s->instr->line;
    s->block->file = s->instr->file;
}

static void compare_floats(struct selector *s, struct ir_operand a, struct ir_operand b)
{
    uint32_t rs = select_use(s, a);
    select_rrr(s, MACHINE_fcmp, rs, select_use(s, b), 0);
}

static void compare_reals(struct selector *s, struct ir_operand a, struct ir_operand b)
{
    uint32_t rs = select_use_real(s, a);
    select_rrr(s, MACHINE_xcmp, rs, select_use_real(s, b), 0);
}

static void select_branch(struct selector *s)
{
    static const enum machine_op branches[IR_CONDITION_COUNT] = {
#define IR_CONDITION(name, text, negated, swapped, comparison, branch) [IR_##name] = MACHINE_##branch,
#include "fcc/ir/instruction.def"
    };
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
    if (select_is_real(s, a))
        compare_reals(s, a, b);
    else if (is_float)
        compare_floats(s, a, b);
    else
        add_compare(s, select_use(s, a), b);
    struct machine_instr *m = select_op(s, branches[condition]);
    m->is_float = is_float;
    m->target = s->blocks[s->instr->target[0]->id];
    s->block->successor[0] = m->target;
    s->block->successor[1] = s->blocks[s->instr->target[1]->id];
}

/* ---- the tables */

/* Operations that are one instruction. */
static const enum machine_op instructions[IR_OP_COUNT] = {
#define IR_INSTRUCTION(operation, instruction) [IR_##operation] = MACHINE_##instruction,
#include "fcc/ir/instruction.def"
};

/* All others, and those whose instruction depends on the operands. */
static void (*const specials[IR_OP_COUNT])(struct selector *s) = {
    [IR_COPY] = select_copy,
    [IR_UNWRITTEN] = select_unwritten,
    [IR_ASSIGN] = select_assign,
    [IR_KEEP] = select_keep,
    [IR_ADD] = select_add,
    [IR_SUB] = select_sub,
    [IR_SEQ] = select_equal,
    [IR_SNE] = select_equal,
    [IR_SLT] = select_signed_less,
    [IR_SLE] = select_signed_less,
    [IR_SLTU] = select_unsigned_less,
    [IR_SLEU] = select_unsigned_less,
    [IR_FSEQ] = select_float_compare,
    [IR_FSNE] = select_float_compare,
    [IR_FSLT] = select_float_compare,
    [IR_FSLE] = select_float_compare,
    [IR_FMA] = select_fma,
    [IR_ITOR] = select_to_real,
    [IR_FTOR] = select_to_real,
    [IR_RTOI] = select_from_real,
    [IR_RTOF] = select_from_real,
    [IR_ACC_CLEAR] = select_accumulate,
    [IR_ACC_MULTIPLY] = select_accumulate,
    [IR_ACC_ADD] = select_accumulate,
    [IR_ACC_SUBTRACT] = select_accumulate,
    [IR_ACC_ROUND] = select_accumulate,
    [IR_ACC_SAVE] = select_accumulate,
    [IR_ACC_MERGE] = select_accumulate,
    [IR_LOAD] = select_load,
    [IR_STORE] = select_store,
    [IR_MPADD] = select_multiprefix,
    [IR_MPMAX] = select_multiprefix,
    [IR_MPAND] = select_multiprefix,
    [IR_MPOR] = select_multiprefix,
    [IR_CALL] = select_call,
    [IR_SYS] = select_sys,
    [IR_READ] = select_read,
    [IR_WRITE] = select_write,
    [IR_STACK] = select_stack,
    [IR_SHINT] = select_shint,
    [IR_HALT] = select_halt,
    [IR_JUMP] = select_jump,
    [IR_BRANCH] = select_branch,
    [IR_RETURN] = select_return,
};

static void select_instr(struct selector *s)
{
    struct ir_operand a = s->instr->a;
    struct ir_operand b = s->instr->b;
    if (specials[s->instr->op]) {
        specials[s->instr->op](s);
        return;
    }
    if (select_is_real(s, a)) {
        select_real_operation(s);
        return;
    }
    enum machine_op op = instructions[s->instr->op];
    uint32_t rd = select_register(s->instr->dst);
    if ((ir_ops[s->instr->op].flags & IR_COMMUTES) != 0 && a.kind == IR_CONST) {
        struct ir_operand swap = a;
        a = b;
        b = swap;
    }
    uint32_t rs = select_use(s, a);
    if (machine_rows[op].form == FORM_RD)
        select_rrr(s, op, rs, 0, rd);
    else if (machine_rows[op].form == FORM_RTD)
        select_rrr(s, op, rs, select_use(s, b), rd);
    else
        select_with_s(s, op, rs, b, rd);
}

/* ---- the function */

/* Allocates the next words of its part of the frame to a slot, with guards around it if it has any. */
static void place_slot(struct selector *s, uint32_t number, bool far, bool has_guards)
{
    const struct ir_slot *slot = &s->source->slots[number];
    uint32_t *end = far ? &s->function->far_words : &s->function->near_words;
    const uint32_t guard = has_guards && slot->guarded;
    s->slots[number] = (struct slot_place){.placed = true, .far = far, .word = *end + guard};
    *end += slot->words + 2 * guard;
    if (guard == 0 && !slot->is_word)
        return;
    struct machine_object *object = ARENA_NEW(s->function->arena, struct machine_object);
    *object = (struct machine_object){.next = s->function->objects,
                                      .name = slot->name,
                                      .guarded = guard != 0,
                                      .far = far,
                                      .word = s->slots[number].word,
                                      .words = slot->words};
    s->function->objects = object;
    s->slots[number].object = object;
}

/* Small slots first, so that as many as possible are within reach. Guards move none of them out of reach: if
 * there is no room for the guards of all near slots, those have none. */
static void place_slots(struct selector *s)
{
    uint32_t count = s->source->slot_count;
    uint32_t *order = ARENA_ARRAY(s->function->arena, uint32_t, count + 1);
    uint32_t near = 0;
    uint32_t words_near = 0;
    uint32_t guards = 0;
    s->slots = ARENA_ARRAY(s->function->arena, struct slot_place, count + 1);
    for (uint32_t limit = 1; limit != 0; limit = limit < NEAR_SLOT_WORDS ? limit * 4 : 0) {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t words = s->source->slots[i].words;
            bool of_this_size = words <= limit && (limit == 1 || words > limit / 4);
            if (!of_this_size || words_near + words > NEAR_SLOT_WORDS)
                continue;
            order[near++] = i;
            s->slots[i].placed = true;
            words_near += words;
            guards += s->source->slots[i].guarded ? 2 : 0;
        }
    }
    for (uint32_t k = 0; k < near; k++)
        place_slot(s, order[k], false, words_near + guards <= NEAR_SLOT_WORDS);
    for (uint32_t i = 0; i < count; i++) {
        if (!s->slots[i].placed)
            place_slot(s, i, true, true);
    }
}

/* The instructions after `before` (NULL: from the first one) keep the names of the registers that they write;
 * if several write the same one, the last of them computes the value. */
static void note_values(const struct machine_block *block, const struct machine_instr *before)
{
    uint32_t known = 0;
    for (struct machine_instr *instr = block->last; instr != before; instr = instr->previous) {
        const struct machine_row *row = &machine_rows[instr->op];
        const bool writes = row->rd == ROLE_WRITE || row->rd == ROLE_BOTH;
        if (writes && instr->rd >= FIRST_VIRTUAL && instr->rd != known)
            instr->value = known = instr->rd;
        if (instr->op == MACHINE_COPY)
            instr->from = instr->rs;
    }
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
    result->is_named = function->is_renamed;
    result->real_words = unit->real_words;
    for (uint32_t reg = 1; reg <= function->vreg_count; reg++) {
        if (ir_is_real(function, reg))
            machine_set_real(result, select_register(reg));
    }
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
    select_receive_parameters(&s);
    note_values(s.block, NULL);
    for (const struct ir_block *block = function->first; block; block = block->next) {
        s.block = s.blocks[block->id];
        for (s.instr = block->first; s.instr; s.instr = s.instr->next) {
            const struct machine_instr *before = s.block->last;
            select_instr(&s);
            note_values(s.block, before);
        }
        s.block->names = block->last->names;
    }
    result->slots = ARENA_ARRAY(arena, struct machine_slot, function->slot_count + 1);
    result->slot_count = function->slot_count;
    for (uint32_t i = 0; i < function->slot_count; i++)
        result->slots[i] = (struct machine_slot){s.slots[i].far, s.slots[i].word};
    return result;
}
