/* compute.c - alu.def for known operands: a case of a switch for every row. */
#include "asm/compute.h"

#include "asm/tables/alu.h"

/* The result of an operation on floats. */
static enum compute_outcome float_outcome(float value, uint32_t *word)
{
    *word = alu_canonical(value);
    return value != value ? COMPUTE_NAN : COMPUTE_WORD;
}

enum compute_outcome compute_word(enum isa_opcode instruction, uint32_t a, uint32_t b, uint32_t *word)
{
    const uint32_t c = 0;
    const float x = alu_float(a);
    const float y = alu_float(b);
    switch ((unsigned)instruction) {
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    case OP_##name:                                                                                          \
        *word = (result);                                                                                    \
        return COMPUTE_WORD;
#define ALU_DIVIDE(name, result, overflow)                                                                   \
    case OP_##name:                                                                                          \
        if (b == 0)                                                                                          \
            return COMPUTE_FAULT;                                                                            \
        *word = (result);                                                                                    \
        return COMPUTE_WORD;
#define ALU_FLOAT2(name, result)                                                                             \
    case OP_##name:                                                                                          \
        return float_outcome((result), word);
#define ALU_FLOAT1(name, result)                                                                             \
    case OP_##name:                                                                                          \
        return float_outcome((result), word);
#define ALU_BITS1(name, result)                                                                              \
    case OP_##name:                                                                                          \
        *word = (result);                                                                                    \
        return COMPUTE_WORD;
#include "asm/tables/alu.def"
    default:
        return COMPUTE_NOTHING;
    }
}

/* The status word after an instruction that sets flags. */
static uint32_t status_after(enum isa_opcode comparison, uint32_t a, uint32_t b)
{
    const uint32_t c = 0;
    const float x = alu_float(a), y = alu_float(b);
    uint32_t r;
    switch ((unsigned)comparison) {
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    case OP_##name##s:                                                                                       \
        r = (result);                                                                                        \
        return alu_flags(r, (carry), (overflow));
#define ALU_COMPARE(name, flags)                                                                             \
    case OP_##name:                                                                                          \
        return (flags);
#include "asm/tables/alu.def"
    default:
        return 0;
    }
}

bool compute_branch(enum isa_opcode comparison, enum isa_opcode branch, uint32_t a, uint32_t b)
{
    const uint32_t status = status_after(comparison, a, b);
    const uint32_t m = 0;
    ALU_FLAGS(status)
    switch ((unsigned)branch) {
#define ALU_BRANCH(name, condition)                                                                          \
    case OP_##name:                                                                                          \
        return (condition);
#include "asm/tables/alu.def"
    default:
        return false;
    }
}
