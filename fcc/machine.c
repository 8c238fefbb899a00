/* machine.c - the rows of the machine's instructions as the back end needs them, and lists of instructions.
 *
 * The rows are made from asm/isa.def: form and kind there say which register fields are read and written.
 */
#include "fcc/machine.h"

/* One macro a kind of asm/isa.def: what its instructions do with Rd and Rs, and with flags and memory. */
#define KIND_ALU .rd = ROLE_WRITE, .rs = ROLE_READ
#define KIND_ALUFLAGS .rd = ROLE_WRITE, .rs = ROLE_READ, .writes_flags = true
#define KIND_FLOAT .rd = ROLE_WRITE, .rs = ROLE_READ
#define KIND_FLOATCMP .rs = ROLE_READ, .writes_flags = true
#define KIND_CONST .rd = ROLE_WRITE
#define KIND_LOAD .rd = ROLE_WRITE, .rs = ROLE_READ, .memory_read = true
#define KIND_STORE .rd = ROLE_READ, .rs = ROLE_READ, .memory_write = true
#define KIND_PUSH .rd = ROLE_READ, .rs = ROLE_BOTH, .memory_write = true
#define KIND_POP .rd = ROLE_WRITE, .rs = ROLE_BOTH, .memory_read = true
#define KIND_MULTIPREFIX                                                                                     \
    .rd = ROLE_BOTH, .rs = ROLE_READ, .memory_read = true, .memory_write = true, .fence = true
#define KIND_SYNC .rd = ROLE_READ, .rs = ROLE_READ, .memory_read = true, .memory_write = true, .fence = true
#define KIND_BRANCH .reads_flags = true, .ends = true
#define KIND_JUMP .ends = true
#define KIND_CALL .rd = ROLE_WRITE, .rs = ROLE_READ, .writes_flags = true, .fence = true
#define KIND_IDENTITY .rd = ROLE_WRITE
#define KIND_HOST .fence = true
#define KIND_HINT .fence = true
#define KIND_NONE .fence = true

/* The precision unit: no function uses it yet, so that its operands have no roles. */
#define KIND_REAL .fence = true
#define KIND_REALCMP .fence = true
#define KIND_REALOUT .fence = true
#define KIND_REALLOAD .fence = true
#define KIND_REALSTORE .fence = true
#define FORM_RSX FORM_NONE
#define FORM_XX FORM_NONE
#define FORM_XXX FORM_NONE
#define FORM_XT FORM_NONE
#define FORM_RX FORM_NONE
#define FORM_XR FORM_NONE
#define FORM_XS FORM_NONE
#define FORM_XD FORM_NONE
#define FORM_RS FORM_NONE

/* Which forms have an operand S or Rt. */
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
    S_RSX = false,
    S_XX = false,
    S_XXX = false,
    S_XT = false,
    S_RX = false,
    S_XR = false,
    S_XS = false,
    S_XD = false,
    S_RS = false,
    S_NONE = false
};

const struct machine_row machine_rows[MACHINE_OPS] = {
#define ISA_ROW(opcode, name, form_name, kind, delay, cost, text)                                            \
    [MACHINE_##name] = {.mnemonic = #name,                                                                   \
                        .form = FORM_##form_name,                                                            \
                        .reads_s = S_##form_name,                                                            \
                        .delayed = (delay) != 0,                                                             \
                        KIND_##kind},
#include "asm/isa.def"
    [MACHINE_SET] = {.mnemonic = "set", .form = FORM_PSEUDO, .rd = ROLE_WRITE},
    [MACHINE_COPY] = {.mnemonic = "mov", .form = FORM_PSEUDO, .rd = ROLE_WRITE, .rs = ROLE_READ},
    [MACHINE_RET] = {.mnemonic = "ret", .form = FORM_PSEUDO, .ends = true},
};

uint32_t machine_new_register(struct machine_function *function)
{
    return function->register_limit++;
}

struct machine_instr *machine_append(struct machine_function *function, struct machine_block *block,
                                     enum machine_op op)
{
    struct machine_instr *instr = ARENA_NEW(function->arena, struct machine_instr);
    instr->op = (uint16_t)op;
    instr->previous = block->last;
    if (block->last)
        block->last->next = instr;
    else
        block->first = instr;
    block->last = instr;
    return instr;
}

/* Links `instr` in front of `place`. */
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
    link_before(block, place, instr);
    return instr;
}

void machine_remove(struct machine_block *block, struct machine_instr *instr)
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

void machine_move(struct machine_block *block, struct machine_instr *instr, struct machine_instr *place)
{
    machine_remove(block, instr);
    link_before(block, place, instr);
}

/* R0 is a constant and R1 the program counter: neither carries a value from one instruction to another. */
static bool carries_value(uint32_t reg)
{
    return reg != REGISTER_zero && reg != REGISTER_pc;
}

void machine_uses(const struct machine_instr *instr, struct machine_uses *uses)
{
    const struct machine_row *row = &machine_rows[instr->op];
    uses->reads = 0;
    uses->writes = 0;
    if ((row->rs == ROLE_READ || row->rs == ROLE_BOTH) && carries_value(instr->rs))
        uses->read[uses->reads++] = instr->rs;
    if (row->reads_s && !instr->has_imm && carries_value(instr->rt))
        uses->read[uses->reads++] = instr->rt;
    if ((row->rd == ROLE_READ || row->rd == ROLE_BOTH) && carries_value(instr->rd))
        uses->read[uses->reads++] = instr->rd;
    if ((row->rd == ROLE_WRITE || row->rd == ROLE_BOTH) && carries_value(instr->rd))
        uses->written[uses->writes++] = instr->rd;
    if (row->rs == ROLE_BOTH && carries_value(instr->rs))
        uses->written[uses->writes++] = instr->rs;
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

/* The registers of one column of asm/abi.def. */
enum saved_by { MACHINE, CALLER, CALLEE, RUNTIME };

static uint32_t registers_of(enum saved_by wanted)
{
    uint32_t set = 0;
#define ABI_REGISTER(number, name, who, text)                                                                \
    if ((who) == wanted)                                                                                     \
        set |= REGISTER_BIT(number);
#include "asm/abi.def"
    return set;
}

uint32_t machine_caller_saved(void)
{
    return registers_of(CALLER);
}

uint32_t machine_callee_saved(void)
{
    return registers_of(CALLEE) & ~REGISTER_BIT(REGISTER_fp);
}

/* ra is left out, so that a fault inside a leaf function still knows the caller; t7 belongs to the runtime's
 * group operations, which may be inlined between any two instructions of a function. */
uint32_t machine_allocatable(void)
{
    return (registers_of(CALLER) & ~REGISTER_BIT(REGISTER_ra) & ~REGISTER_BIT(REGISTER_t7)) |
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
