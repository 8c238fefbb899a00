/* system.h - the properties of instructions by opcode, from asm/tables/alu.def, asm/tables/system.def and
 * real.def.
 *
 * Knows opcodes, no machine.
 */
#ifndef PRAM_SYSTEM_H
#define PRAM_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

/* The columns of system.def. */
enum system_work {
    SYSTEM_OTHER, /* arithmetic, branches, the precision unit; no instruction */
    SYSTEM_CONSTANT,
    SYSTEM_LOAD,
    SYSTEM_STORE,
    SYSTEM_FOLD,
    SYSTEM_JUMP,
    SYSTEM_CALL,
    SYSTEM_CALL_REGISTER,
    SYSTEM_CYCLE,
    SYSTEM_NUMBER,
    SYSTEM_COUNT,
    SYSTEM_STATUS,
    SYSTEM_HOST,
    SYSTEM_HINT,
    SYSTEM_NOTHING,
    SYSTEM_HALT
};
enum system_fold {
    SYSTEM_FOLD_NONE,
    SYSTEM_FOLD_ADD,
    SYSTEM_FOLD_MAX,
    SYSTEM_FOLD_AND,
    SYSTEM_FOLD_OR,
    SYSTEM_FOLDS
};
enum system_address { SYSTEM_ADDRESS_NONE, SYSTEM_ADDRESS_SUM, SYSTEM_ADDRESS_BEFORE };

/* The kinds of rows of alu.def, and of real.def. */
enum system_row_kind {
    SYSTEM_ROW_NONE,
    SYSTEM_ROW_REAL, /* the precision unit; */
    SYSTEM_ROW_SUM,  /* its exact accumulator */
    SYSTEM_ROW_INTEGER,
    SYSTEM_ROW_CARRY, /* takes the carry */
    SYSTEM_ROW_WORD,  /* leaves neither carry nor overflow */
    SYSTEM_ROW_DIVIDE,
    SYSTEM_ROW_FLOAT,
    SYSTEM_ROW_COMPARE, /* sets flags alone */
    SYSTEM_ROW_BRANCH,
    SYSTEM_ROW_ALWAYS, /* a branch that is always taken */
    SYSTEM_ROW_CLOCK   /* a branch by the modulo bit */
};

struct system_row {
    uint8_t work;    /* enum system_work */
    uint8_t fold;    /* enum system_fold */
    uint8_t address; /* enum system_address */
    uint8_t row;     /* enum system_row_kind */
};

/* By opcode, including DECODE_ILLEGAL; all 0 for an opcode without a row. */
extern const struct system_row system_rows[256];

/* The address of an access, for Rs = a and S = b. */
static inline uint32_t system_address_by(enum system_address address, uint32_t a, uint32_t b)
{
    return address == SYSTEM_ADDRESS_BEFORE ? a : a + b;
}

static inline uint32_t system_address(uint8_t opcode, uint32_t a, uint32_t b)
{
    return system_address_by((enum system_address)system_rows[opcode].address, a, b);
}

/* The new value of the cell of a multiprefix request. */
static inline uint32_t system_folded(enum system_fold fold, uint32_t cell, uint32_t contribution)
{
    switch (fold) {
    case SYSTEM_FOLD_ADD:
        return cell + contribution;
    case SYSTEM_FOLD_MAX:
        return (int32_t)contribution > (int32_t)cell ? contribution : cell;
    case SYSTEM_FOLD_AND:
        return cell & contribution;
    case SYSTEM_FOLD_OR:
        return cell | contribution;
    case SYSTEM_FOLD_NONE:
    case SYSTEM_FOLDS:
        break;
    }
    return cell;
}

/* The contribution that leaves every cell unchanged. */
static inline uint32_t system_neutral(enum system_fold fold)
{
    return fold == SYSTEM_FOLD_MAX ? 0x80000000u : fold == SYSTEM_FOLD_AND ? 0xffffffffu : 0;
}

/* Whether the instruction has a row in alu.def and writes a register or flags, not the pc. */
static inline bool system_computes(uint8_t opcode)
{
    return system_rows[opcode].row >= SYSTEM_ROW_INTEGER && system_rows[opcode].row <= SYSTEM_ROW_COMPARE;
}

/* Whether it is a branch, of any kind. */
static inline bool system_branches(uint8_t opcode)
{
    return system_rows[opcode].row >= SYSTEM_ROW_BRANCH;
}

/* Whether its result depends on the time: on the cycle or its parity. The value of a store of the status word
 * also does. */
static inline bool system_reads_clock(uint8_t opcode)
{
    const uint8_t work = system_rows[opcode].work;
    return system_rows[opcode].row == SYSTEM_ROW_CLOCK || work == SYSTEM_CYCLE || work == SYSTEM_STATUS;
}

#endif
