/* select_operand.c - operands and addresses for code selection: an operand that the machine cannot take as a
 * constant or as register + constant is put into a register.
 *
 * Called by select.c only. */
#include "fcc/back/select_state.h"

/* ---- making instructions */

struct machine_instr *select_op(struct selector *s, enum machine_op op)
{
    struct machine_instr *m = machine_append(s->function, s->block, op);
    m->line = s->instr->line;
    m->file = s->instr->file;
    m->names = s->instr->names;
    return m;
}

uint32_t select_register(uint32_t ir_register)
{
    return FIRST_VIRTUAL + ir_register - 1;
}

uint32_t select_fresh(struct selector *s)
{
    return machine_new_register(s->function);
}

struct machine_instr *select_rrr(struct selector *s, enum machine_op op, uint32_t rs, uint32_t rt,
                                 uint32_t rd)
{
    struct machine_instr *m = select_op(s, op);
    m->rs = rs;
    m->rt = rt;
    m->rd = rd;
    return m;
}

struct machine_instr *select_rir(struct selector *s, enum machine_op op, uint32_t rs, int32_t imm,
                                 uint32_t rd)
{
    struct machine_instr *m = select_op(s, op);
    m->rs = rs;
    m->has_imm = true;
    m->imm = imm;
    m->rd = rd;
    return m;
}

void select_copy_register(struct selector *s, uint32_t from, uint32_t to)
{
    select_rrr(s, MACHINE_COPY, from, 0, to);
}

struct machine_instr *select_set(struct selector *s, int32_t value, uint32_t rd)
{
    struct machine_instr *m = select_op(s, MACHINE_SET);
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
        struct machine_instr *m = select_rir(s, MACHINE_add, REGISTER_fp, (int32_t)word, rd);
        m->base = BASE_NEAR;
        m->memory.object = place->object;
        return;
    }
    uint32_t offset = select_fresh(s);
    select_set(s, (int32_t)word, offset)->base = place->far ? BASE_FAR : BASE_NEAR;
    select_rrr(s, MACHINE_add, REGISTER_fp, offset, rd)->memory.object = place->object;
}

/* rd = the operand. */
void select_into(struct selector *s, struct ir_operand operand, uint32_t rd)
{
    switch (operand.kind) {
    case IR_NONE:
        break;
    case IR_VREG:
        select_copy_register(s, select_register(operand.id), rd);
        break;
    case IR_CONST:
        select_set(s, operand.value, rd);
        break;
    case IR_REAL_ZERO:
        select_rrr(s, MACHINE_xfromi, REGISTER_zero, 0, rd);
        break;
    case IR_SYMBOL: {
        struct machine_instr *m = select_set(s, operand.value, rd);
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
uint32_t select_use(struct selector *s, struct ir_operand operand)
{
    if (operand.kind == IR_VREG)
        return select_register(operand.id);
    if (operand.kind == IR_CONST && operand.value == 0)
        return REGISTER_zero;
    uint32_t rd = select_fresh(s);
    select_into(s, operand, rd);
    return rd;
}

uint32_t select_datum(struct selector *s, struct ir_operand operand)
{
    uint32_t datum = select_use(s, operand);
    if (datum == REGISTER_zero) {
        datum = select_fresh(s);
        select_set(s, 0, datum);
    }
    return datum;
}

static bool is_small(struct ir_operand operand)
{
    return operand.kind == IR_CONST && machine_fits(operand.value);
}

/* Fills in S: a constant if it fits, else a register. Must be called before the instruction is appended, so
 * the caller passes an unfinished one. */
struct machine_instr *select_with_s(struct selector *s, enum machine_op op, uint32_t rs, struct ir_operand b,
                                    uint32_t rd)
{
    if (is_small(b))
        return select_rir(s, op, rs, b.value, rd);
    return select_rrr(s, op, rs, select_use(s, b), rd);
}

/* ---- addresses */

static struct select_address register_plus_zero(uint32_t rs)
{
    return (struct select_address){.rs = rs, .has_imm = true};
}

/* The address of a constant operand plus `offset` alone. */
static struct select_address fixed_address(struct selector *s, struct ir_operand operand, int32_t offset)
{
    operand.value = (int32_t)((uint32_t)operand.value + (uint32_t)offset);
    if (operand.kind == IR_SYMBOL) {
        struct machine_instr *high = select_op(s, MACHINE_gethi);
        high->rd = select_fresh(s);
        high->base = BASE_SYMBOL_HI;
        high->symbol = operand.id;
        high->imm = operand.value;
        return (struct select_address){.rs = high->rd,
                                       .imm = operand.value,
                                       .symbol = operand.id,
                                       .base = BASE_SYMBOL_LO,
                                       .has_imm = true};
    }
    if (operand.kind == IR_SLOT) {
        const struct slot_place *place = &s->slots[operand.id];
        int64_t word = (int64_t)place->word + operand.value;
        if (!place->far && word >= 0 && word < NEAR_SLOT_WORDS)
            return (struct select_address){
                .rs = REGISTER_fp, .imm = (int32_t)word, .base = BASE_NEAR, .has_imm = true};
    }
    if (is_small(operand))
        return (struct select_address){.rs = REGISTER_zero, .imm = operand.value, .has_imm = true};
    return register_plus_zero(select_use(s, operand));
}

/* The index of a register with the code of a sum, plus S, which adds nothing to it. */
static struct ir_index index_of_register(const struct ir_index *sum)
{
    struct ir_index index = *sum;
    index.a = (struct ir_part){.kind = IR_PART_FOLLOWS};
    index.b = ir_part_times(0, 1);
    return index;
}

/* The index of an address that is a constant. */
static struct ir_index fixed_index(const struct ir_index *sum, struct ir_operand b)
{
    struct ir_index index = *sum;
    int64_t code;
    index.is_known &=
        sum->a.kind == IR_PART_TIMES && sum->a.times == 0 && ir_part_code(sum->b, b.value, &code);
    if (index.is_known)
        index.plus += code;
    index.b = ir_part_times(0, 1);
    return index;
}

/* The address of a slot plus a register. */
static struct select_address slot_address(struct selector *s, struct ir_operand slot, struct ir_operand b,
                                          const struct ir_index *index)
{
    struct select_address address = fixed_address(s, slot, 0);
    if (address.base != BASE_NEAR)
        return address;
    address.rs = select_fresh(s);
    struct machine_instr *add = select_rrr(s, MACHINE_add, REGISTER_fp, select_register(b.id), address.rs);
    add->index = (struct ir_index){.is_known = index->is_known, .a = index->a, .b = index->b};
    address.index = index_of_register(index);
    return address;
}

struct select_address select_make_address(struct selector *s, struct ir_operand a, struct ir_operand b)
{
    struct ir_index index = s->instr->index;
    const bool is_fixed =
        (a.kind == IR_CONST && b.kind != IR_VREG) || (b.kind == IR_CONST && a.kind != IR_VREG);
    if (a.kind == IR_CONST || (a.kind == IR_VREG && b.kind == IR_SLOT)) {
        struct ir_operand swap = a; /* a constant, if there is one, is in b, and a slot in a */
        a = b;
        b = swap;
        ir_index_swap(&index);
    }
    if (is_fixed) {
        struct select_address fixed = fixed_address(s, a, b.value);
        fixed.index = fixed_index(&index, b);
        return fixed;
    }
    if (is_small(b))
        return (struct select_address){
            .rs = select_use(s, a), .imm = b.value, .has_imm = true, .index = index};
    if (a.kind == IR_SLOT && b.kind == IR_VREG) {
        const struct select_address slot = slot_address(s, a, b, &index);
        if (slot.base == BASE_NEAR)
            return slot;
    }
    const uint32_t rs = select_use(s, a);
    return (struct select_address){.rs = rs, .rt = select_use(s, b), .index = index};
}

void select_access(struct selector *s, enum machine_op op, struct select_address address, uint32_t rd)
{
    struct machine_instr *m = select_op(s, op);
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
    m->memory.words = s->instr->words;
    m->memory.meant = s->instr->meant.kind == IR_SYMBOL ? s->instr->meant.id + 1 : 0;
    m->memory.object = s->instr->meant.kind == IR_SLOT ? s->slots[s->instr->meant.id].object : NULL;
    m->memory.is_masked = s->instr->is_masked;
    m->memory.is_rest = s->instr->is_rest;
    m->shared_objects = s->instr->shared_objects;
    m->index = address.index;
    m->rows = s->instr->rows;
}
