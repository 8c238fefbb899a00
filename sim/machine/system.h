/* system.h - asm/tables/system.def by opcode: what an instruction does that is no arithmetic.
 *
 * For whoever asks of what kind an instruction is. Knows opcodes, no machine.
 */
#ifndef PRAM_SYSTEM_H
#define PRAM_SYSTEM_H

#include <stdint.h>

/* The columns of system.def. */
enum system_work {
    SYSTEM_OTHER, /* arithmetic, branches, the precision unit; no instruction */
    SYSTEM_COMPARE_FLOAT,
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
enum system_fold { SYSTEM_FOLD_NONE, SYSTEM_FOLD_ADD, SYSTEM_FOLD_MAX, SYSTEM_FOLD_AND, SYSTEM_FOLD_OR };
enum system_address { SYSTEM_ADDRESS_NONE, SYSTEM_ADDRESS_SUM, SYSTEM_ADDRESS_BEFORE };

struct system_row {
    uint8_t work;    /* enum system_work */
    uint8_t fold;    /* enum system_fold */
    uint8_t address; /* enum system_address */
};

/* By opcode, also DECODE_ILLEGAL: all 0 where system.def has no row. */
extern const struct system_row system_rows[256];

/* The address of an access, for Rs = a and S = b. */
static inline uint32_t system_address(uint8_t opcode, uint32_t a, uint32_t b)
{
    return system_rows[opcode].address == SYSTEM_ADDRESS_BEFORE ? a : a + b;
}

#endif
