/* word.c - alu.def, one value at a time. */
#include "sim/bsp/rows/word.h"

#include "asm/tables/alu.h"

uint32_t scalar_operate(enum rows_operation operation, uint32_t a, uint32_t b, uint32_t carry,
                        uint32_t *flags)
{
    const uint32_t c = carry;
    const float x = alu_float(a), y = alu_float(b);
    uint32_t r = 0;
    *flags = 0;
    switch (operation) {
#define ALU_INTEGER(name, result, carry_out, overflow)                                                       \
    case ROWS_##name:                                                                                        \
        r = (result);                                                                                        \
        *flags = alu_flags(r, (carry_out), (overflow));                                                      \
        break;
#define ALU_DIVIDE(name, result, overflow)                                                                   \
    case ROWS_##name:                                                                                        \
        r = (result);                                                                                        \
        *flags = alu_flags(r, 0, (overflow));                                                                \
        break;
#define ALU_FLOAT2(name, result)                                                                             \
    case ROWS_##name:                                                                                        \
        r = alu_canonical(result);                                                                           \
        break;
#define ALU_FLOAT1(name, result)                                                                             \
    case ROWS_##name:                                                                                        \
        r = alu_canonical(result);                                                                           \
        break;
#define ALU_BITS1(name, result)                                                                              \
    case ROWS_##name:                                                                                        \
        r = (result);                                                                                        \
        break;
#include "asm/tables/alu.def"
    case ROWS_OPERATIONS:
        break;
    }
    return r;
}

bool scalar_holds(enum rows_condition branch, uint32_t status)
{
    const uint32_t n = (status & STATUS_N) != 0, z = (status & STATUS_Z) != 0, v = (status & STATUS_V) != 0;
    const uint32_t c = (status & STATUS_C) != 0, m = (status & STATUS_MODULO) != 0, u = n & z;
    switch (branch) {
#define ALU_BRANCH(name, condition)                                                                          \
    case ROWS_##name:                                                                                        \
        return (condition);
#include "asm/tables/alu.def"
    case ROWS_CONDITIONS:
        break;
    }
    return false;
}
