/* answers.c - see answers.h. */
#include "tests/sim/answers.h"

#include "asm/isa.h"
#include "asm/tables/alu.h"

const uint32_t answers_edges[ANSWERS_EDGES] = {
    0,          1,          2,          3,          30,         31,         32,
    33,         0x7f,       0x80,       0xffff,     0x10000,    0x7ffffffe, 0x7fffffff,
    0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x3f800000, 0xbf800000, 0x4b000000,
    0x4affffff, 0xcb000001, 0x4f000000, 0xcf000000, 0x4effffff, 0x7f800000, 0xff800000,
    0x7fc00000, 0x7f800001, 0xffc12345, 0x00800000, 0x00000001, 0x3f000000, 0x40200000};

struct answer answers_word(unsigned opcode, uint32_t a, uint32_t b, uint32_t status)
{
    const uint32_t c = status / STATUS_C & 1u;
    const float x = alu_float(a), y = alu_float(b);
    uint32_t r = 0;
    (void)c;
    switch (opcode) {
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    case OP_##name:                                                                                          \
        r = (result);                                                                                        \
        return (struct answer){r, status};                                                                   \
    case OP_##name##s:                                                                                       \
        r = (result);                                                                                        \
        return (struct answer){r, alu_flags(r, (carry), (overflow))};
#define ALU_DIVIDE(name, result, overflow) ALU_INTEGER(name, result, 0, overflow)
#define ALU_FLOAT2(name, result)                                                                             \
    case OP_##name:                                                                                          \
        return (struct answer){alu_canonical(result), status};
#define ALU_FLOAT1(name, result) ALU_FLOAT2(name, result)
#define ALU_BITS1(name, result)                                                                              \
    case OP_##name:                                                                                          \
        return (struct answer){(result), status};
#include "asm/tables/alu.def"
    default:
        return (struct answer){0, alu_float_compare(x, y)};
    }
}

bool answers_branch(unsigned opcode, uint32_t status)
{
    const uint32_t n = (status & STATUS_N) != 0, z = (status & STATUS_Z) != 0, v = (status & STATUS_V) != 0,
                   c = (status & STATUS_C) != 0, u = n & z, m = 0;
    (void)n, (void)z, (void)v, (void)c, (void)u, (void)m;
    switch (opcode) {
#define ALU_BRANCH(name, condition)                                                                          \
    case OP_##name:                                                                                          \
        return (condition);
#include "asm/tables/alu.def"
    default:
        return false;
    }
}
