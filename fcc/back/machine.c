/* machine.c - the table of machine instructions for the back end, and lists of instructions.
 *
 * The table is made from asm/tables/isa.def, whose form and kind say which register fields are read and
 * written.
 */
#include "fcc/back/machine.h"

#include <string.h>

/* A macro for each kind of asm/tables/isa.def: the use of Rd and Rs, of flags and memory. */
#define KIND_ALU(name, form) .rd = ROLE_WRITE, .rs = ROLE_READ
#define KIND_ALUFLAGS(name, form) .rd = ROLE_WRITE, .rs = ROLE_READ, .writes_flags = true
#define KIND_FLOAT(name, form) .rd = ROLE_WRITE, .rs = ROLE_READ
#define KIND_FLOATCMP(name, form) .rs = ROLE_READ, .writes_flags = true
#define KIND_CONST(name, form) .rd = ROLE_WRITE
#define KIND_LOAD(name, form) .rd = ROLE_WRITE, .rs = ROLE_READ, .memory_read = true
#define KIND_STORE(name, form) .rd = ROLE_READ, .rs = ROLE_READ, .memory_write = true
#define KIND_PUSH(name, form) .rd = ROLE_READ, .rs = ROLE_BOTH, .memory_write = true
#define KIND_POP(name, form) .rd = ROLE_WRITE, .rs = ROLE_BOTH, .memory_read = true
#define KIND_MULTIPREFIX(name, form)                                                                         \
    .rd = ROLE_BOTH, .rs = ROLE_READ, .memory_read = true, .memory_write = true, .fence = true
#define KIND_SYNC(name, form)                                                                                \
    .rd = ROLE_READ, .rs = ROLE_READ, .memory_read = true, .memory_write = true, .fence = true
#define KIND_BRANCH(name, form) .reads_flags = true, .ends = true
#define KIND_JUMP(name, form) .ends = true
#define KIND_CALL(name, form) .rd = ROLE_WRITE, .rs = ROLE_READ, .writes_flags = true, .fence = true
#define KIND_IDENTITY(name, form) .rd = ROLE_WRITE
#define KIND_HOST(name, form) .fence = true
#define KIND_HINT(name, form) .fence = true
#define KIND_NONE(name, form) .fence = true

/* The precision unit: the form has the fields; the accumulator's instructions keep their order. */
#define KIND_REAL(name, form)                                                                                \
    .rd = MACHINE_##name == MACHINE_xfma ? ROLE_BOTH : RD_##form, .rs = RS_##form,                           \
    .fence = MACHINE_##name >= MACHINE_xaclr
#define KIND_REALCMP(name, form) .rs = ROLE_READ, .writes_flags = true
#define KIND_REALOUT(name, form) .rd = ROLE_WRITE, .rs = ROLE_READ
#define KIND_REALLOAD(name, form)                                                                            \
    .rd = RD_##form, .rs = ROLE_READ, .memory_read = true, .fence = MACHINE_##name >= MACHINE_xaclr
#define KIND_REALSTORE(name, form)                                                                           \
    .rd = MACHINE_##name == MACHINE_xst ? ROLE_READ : ROLE_NONE, .rs = ROLE_READ, .memory_write = true,      \
    .fence = MACHINE_##name >= MACHINE_xaclr

/* The use of the fields of the unit's forms. */
enum {
    RD_RSX = ROLE_WRITE,
    RD_XX = ROLE_WRITE,
    RD_XXX = ROLE_WRITE,
    RD_RX = ROLE_WRITE,
    RD_XD = ROLE_WRITE,
    RD_XT = ROLE_NONE,
    RD_XS = ROLE_NONE,
    RD_RS = ROLE_NONE,
    RD_NONE = ROLE_NONE,
    RS_XX = ROLE_READ,
    RS_XXX = ROLE_READ,
    RS_XT = ROLE_READ,
    RS_XS = ROLE_READ,
    RS_RX = ROLE_READ,
    RS_XD = ROLE_NONE,
    RS_NONE = ROLE_NONE
};

/* Which forms have an operand S, Rt or Xt. */
enum {
    S_RSD = true,
    S_RTD = true,
    S_RT = true,
    S_RD = false,
    S_S = true,
    S_D = false,
    S_KD = false,
    S_L = false,
    S_LD = false,
    S_K13 = false,
    S_K19 = false,
    S_RSX = true,
    S_XX = false,
    S_XXX = true,
    S_XT = true,
    S_RX = false,
    S_XR = false,
    S_XS = false,
    S_XD = false,
    S_RS = true,
    S_NONE = false
};

const struct machine_row machine_rows[MACHINE_OPS] = {
#define ISA_ROW(opcode, name, form_name, kind, delay, cost, text)                                            \
    [MACHINE_##name] = {.mnemonic = #name,                                                                   \
                        .form = FORM_##form_name,                                                            \
                        .reads_s = S_##form_name,                                                            \
                        .delayed = (delay) != 0,                                                             \
                        KIND_##kind(name, form_name)},
#include "asm/tables/isa.def"
    [MACHINE_SET] = {.mnemonic = "set", .form = FORM_PSEUDO, .rd = ROLE_WRITE},
    [MACHINE_COPY] = {.mnemonic = "mov", .form = FORM_PSEUDO, .rd = ROLE_WRITE, .rs = ROLE_READ},
    [MACHINE_RET] = {.mnemonic = "ret", .form = FORM_PSEUDO, .ends = true},
    [MACHINE_KEEP] = {.mnemonic = "keep", .form = FORM_PSEUDO, .rs = ROLE_READ},
};

uint32_t machine_new_register(struct machine_function *function)
{
    return function->register_limit++;
}

void machine_set_real(struct machine_function *function, uint32_t reg)
{
    if (reg >= function->real_capacity) {
        uint32_t capacity = 2 * function->register_limit + 64;
        bool *reals = ARENA_ARRAY(function->arena, bool, capacity);
        if (function->real_capacity)
            memcpy(reals, function->reals, function->real_capacity * sizeof *reals);
        function->reals = reals;
        function->real_capacity = capacity;
    }
    function->reals[reg] = true;
}

uint32_t machine_new_real(struct machine_function *function)
{
    uint32_t reg = machine_new_register(function);
    machine_set_real(function, reg);
    return reg;
}

uint32_t machine_new_like(struct machine_function *function, uint32_t reg)
{
    return machine_is_real(function, reg) ? machine_new_real(function) : machine_new_register(function);
}

bool machine_is_real_register(uint32_t reg)
{
    return reg >= FIRST_REAL && reg < FIRST_REAL + REAL_REGISTERS;
}

bool machine_is_real(const struct machine_function *function, uint32_t reg)
{
    return machine_is_real_register(reg) || (reg < function->real_capacity && function->reals[reg]);
}

/* Links an instruction behind the last one. */
static void link_last(struct machine_block *block, struct machine_instr *instr)
{
    instr->previous = block->last;
    instr->next = NULL;
    if (block->last)
        block->last->next = instr;
    else
        block->first = instr;
    block->last = instr;
}

struct machine_instr *machine_append(struct machine_function *function, struct machine_block *block,
                                     enum machine_op op)
{
    struct machine_instr *instr = ARENA_NEW(function->arena, struct machine_instr);
    instr->op = (uint16_t)op;
    instr->names = block->names;
    link_last(block, instr);
    return instr;
}

/* Inserts `instr` before `place`. */
static void link_before(struct machine_block *block, struct machine_instr *place, struct machine_instr *instr)
{
    instr->next = place;
    instr->previous = place->previous;
    if (place->previous)
        place->previous->next = instr;
    else
        block->first = instr;
    place->previous = instr;
}

struct machine_instr *machine_insert(struct machine_function *function, struct machine_block *block,
                                     struct machine_instr *place, enum machine_op op)
{
    if (!place)
        return machine_append(function, block, op);
    struct machine_instr *instr = ARENA_NEW(function->arena, struct machine_instr);
    instr->op = (uint16_t)op;
    instr->line = place->line;
    instr->file = place->file;
    instr->names = place->names;
    instr->notes = place->notes;
    place->notes = NULL;
    link_before(block, place, instr);
    return instr;
}

static void unlink_instr(struct machine_block *block, struct machine_instr *instr)
{
    if (instr->previous)
        instr->previous->next = instr->next;
    else
        block->first = instr->next;
    if (instr->next)
        instr->next->previous = instr->previous;
    else
        block->last = instr->previous;
}

/* Whether only copies and the jump follow in the block, so that it counts as the block's end. */
static bool is_at_end(const struct machine_instr *instr)
{
    while (instr && (instr->op == MACHINE_COPY || instr->op == MACHINE_KEEP || machine_rows[instr->op].ends))
        instr = instr->next;
    return !instr;
}

/* One list after the other. */
static struct machine_note *join(struct machine_note *first, struct machine_note *second)
{
    struct machine_note *last = first;
    if (!first)
        return second;
    while (last->next)
        last = last->next;
    last->next = second;
    return first;
}

/* Moves notes to `next`, or to the end of the block. */
static void put_notes(struct machine_block *block, struct machine_instr *next, struct machine_note *notes)
{
    if (is_at_end(next))
        block->notes = join(block->notes, notes);
    else
        next->notes = join(notes, next->notes);
}

void machine_leave_notes(struct machine_block *block, struct machine_instr *instr)
{
    put_notes(block, instr->next, instr->notes);
    instr->notes = NULL;
}

void machine_remove(struct machine_block *block, struct machine_instr *instr)
{
    struct machine_note *notes = join(instr->notes, instr->after);
    instr->notes = NULL;
    instr->after = NULL;
    unlink_instr(block, instr);
    put_notes(block, instr->next, notes);
}

void machine_inherit_notes(struct machine_instr *heir, struct machine_instr *instr)
{
    heir->notes = join(instr->notes, heir->notes);
    heir->after = join(heir->after, instr->after);
    instr->notes = NULL;
    instr->after = NULL;
}

static struct machine_note *new_note(struct machine_function *function, const struct machine_instr *copy)
{
    struct machine_note *note = ARENA_NEW(function->arena, struct machine_note);
    *note = (struct machine_note){
        .value = copy->value, .from = copy->from, .place = copy->rd < MACHINE_REGISTERS ? copy->rd : 0};
    return note;
}

/* The instruction that computes the value of the copy's source, in the copy's block and near it. None if the
 * register has got the value in another way: from the word that it was spilled to. */
static struct machine_instr *find_maker(const struct machine_instr *copy)
{
    enum { FARTHEST = 64 };
    struct machine_instr *maker = copy->previous;
    for (int looked = 0; maker && looked < FARTHEST; looked++, maker = maker->previous)
        if (machine_writes(maker, copy->rd))
            return copy->from != 0 && maker->value == copy->from ? maker : NULL;
    return NULL;
}

void machine_drop_copy(struct machine_function *function, struct machine_block *block,
                       struct machine_instr *copy)
{
    struct machine_instr *maker = find_maker(copy);
    struct machine_note *own = join(copy->value ? new_note(function, copy) : NULL, copy->after);
    copy->after = NULL;
    if (maker && function->is_named) /* from here on the register has had the value */
        maker->after = join(maker->after, own);
    else
        copy->notes = join(copy->notes, own);
    machine_remove(block, copy);
}

void machine_move(struct machine_block *block, struct machine_instr *instr, struct machine_instr *place)
{
    unlink_instr(block, instr);
    if (place)
        link_before(block, place, instr);
    else
        link_last(block, instr);
}

void machine_replace_reads(struct machine_instr *instr, uint32_t from, uint32_t to)
{
    const struct machine_row *row = &machine_rows[instr->op];
    if ((row->rs == ROLE_READ || row->rs == ROLE_BOTH) && instr->rs == from)
        instr->rs = to;
    if (row->reads_s && !instr->has_imm && instr->rt == from)
        instr->rt = to;
    if ((row->rd == ROLE_READ || row->rd == ROLE_BOTH) && instr->rd == from)
        instr->rd = to;
}

void machine_replace_writes(struct machine_instr *instr, uint32_t from, uint32_t to)
{
    const struct machine_row *row = &machine_rows[instr->op];
    if ((row->rd == ROLE_WRITE || row->rd == ROLE_BOTH) && instr->rd == from)
        instr->rd = to;
    if (row->rs == ROLE_BOTH && instr->rs == from)
        instr->rs = to;
}

bool machine_fits(int64_t value)
{
    return value >= -4096 && value <= 4095;
}

/* The registers of one column of asm/tables/abi.def. */
enum saved_by { MACHINE, CALLER, CALLEE, RUNTIME };

static register_set registers_of(enum saved_by wanted)
{
    register_set set = 0;
#define ABI_REGISTER(number, name, who, text)                                                                \
    if ((who) == wanted)                                                                                     \
        set |= REGISTER_BIT(number);
#include "asm/tables/abi.def"
    return set;
}

/* X0 to X15 */
static register_set real_registers(void)
{
    return (REGISTER_BIT(REAL_REGISTERS) - 1) << FIRST_REAL;
}

register_set machine_caller_saved(void)
{
    return registers_of(CALLER) | real_registers();
}

register_set machine_callee_saved(void)
{
    return registers_of(CALLEE) & ~REGISTER_BIT(REGISTER_fp);
}

/* ra is excluded, so that a fault in a leaf function still knows the caller; t7 belongs to the runtime's
 * group operations, which may be inlined between any two instructions of a function. */
register_set machine_allocatable(void)
{
    return (machine_caller_saved() & ~REGISTER_BIT(REGISTER_ra) & ~REGISTER_BIT(REGISTER_t7)) |
           machine_callee_saved();
}

bool machine_reads_flags(const struct machine_instr *instr)
{
    switch (instr->op) {
    case MACHINE_adc:
    case MACHINE_adcs:
    case MACHINE_sbc:
    case MACHINE_sbcs:
    case MACHINE_getsr:
        return true;
    default:
        return machine_rows[instr->op].reads_flags && instr->op != MACHINE_bra;
    }
}

void machine_index_after(struct ir_index *index, struct ir_part part, const struct machine_instr *step)
{
    int64_t code = 0;
    if (part.kind == IR_PART_FOLLOWS) {
        const bool is_known = step->has_imm && step->index.is_known && step->index.a.kind == IR_PART_FOLLOWS;
        index->is_known &= is_known && ir_part_code(step->index.b, step->imm, &code);
        code += step->index.plus;
    } else if (part.times != 0) {
        index->is_known &= step->has_imm && ir_part_code(part, step->imm, &code);
    }
    index->plus -= code;
}
