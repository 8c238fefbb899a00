/* alu.c - see alu.h: the words that alu.def of this folder is written in. */
#include "sim/native/alu.h"

#include "asm/isa.h"
#include "asm/tables/alu.h"

#define K(value) ir_word(ir, (value))
#define YES ir_bit(ir, true)
#define NO ir_bit(ir, false)
#define ADD(a, b) ir_operate(ir, LLVM_ADD, (a), (b))
#define SUB(a, b) ir_operate(ir, LLVM_SUB, (a), (b))
#define MUL(a, b) ir_operate(ir, LLVM_MUL, (a), (b))
#define UDIV(a, b) ir_operate(ir, LLVM_UDIV, (a), (b))
#define UREM(a, b) ir_operate(ir, LLVM_UREM, (a), (b))
#define DIVIDE(a, b) ir_divide(ir, (a), (b))
#define AND(a, b) ir_operate(ir, LLVM_AND, (a), (b))
#define OR(a, b) ir_operate(ir, LLVM_OR, (a), (b))
#define XOR(a, b) ir_operate(ir, LLVM_XOR, (a), (b))
#define SHL(a, b) ir_operate(ir, LLVM_SHL, (a), (b))
#define LSHR(a, b) ir_operate(ir, LLVM_LSHR, (a), (b))
#define ASHR(a, b) ir_operate(ir, LLVM_ASHR, (a), (b))
#define HIGH_UNSIGNED(a, b) ir_high(ir, LLVM_ZEXT, (a), (b))
#define HIGH_SIGNED(a, b) ir_high(ir, LLVM_SEXT, (a), (b))
#define LEADING_ZEROS(a) ir_call_word(ir, "llvm.ctlz", (a), true)
#define ONES(a) ir_call_word(ir, "llvm.ctpop", (a), false)
#define COUNT(b) AND((b), K(31))
#define LEAST(a, b) SELECT(ULT((a), (b)), (a), (b))
#define EQ(a, b) ir_compare(ir, LLVM_EQ, (a), (b))
#define NE(a, b) ir_compare(ir, LLVM_NE, (a), (b))
#define ULT(a, b) ir_compare(ir, LLVM_ULT, (a), (b))
#define ULE(a, b) ir_compare(ir, LLVM_ULE, (a), (b))
#define UGT(a, b) ir_compare(ir, LLVM_UGT, (a), (b))
#define UGE(a, b) ir_compare(ir, LLVM_UGE, (a), (b))
#define SLT(a, b) ir_compare(ir, LLVM_SLT, (a), (b))
#define SLE(a, b) ir_compare(ir, LLVM_SLE, (a), (b))
#define SGT(a, b) ir_compare(ir, LLVM_SGT, (a), (b))
#define SGE(a, b) ir_compare(ir, LLVM_SGE, (a), (b))
#define SELECT(truth, yes, no) ir_select(ir, (truth), (yes), (no))
#define SIGN(a) SLT((a), K(0))
#define LOWEST(a) ir_cast(ir, LLVM_TRUNC, (a), ir->bit)
#define WORD(truth) ir_cast(ir, LLVM_ZEXT, (truth), ir->word)
#define BOTH(p, q) AND((p), (q))
#define EITHER(p, q) OR((p), (q))
#define DIFFER(p, q) XOR((p), (q))
#define NOT(p) XOR((p), YES)
#define FADD(x, y) ir_operate(ir, LLVM_FADD, (x), (y))
#define FSUB(x, y) ir_operate(ir, LLVM_FSUB, (x), (y))
#define FMUL(x, y) ir_operate(ir, LLVM_FMUL, (x), (y))
#define FDIV(x, y) ir_operate(ir, LLVM_FDIV, (x), (y))
#define FLOAT_MAX(x, y) ir_float_extreme(ir, (x), (y), true)
#define FLOAT_MIN(x, y) ir_float_extreme(ir, (x), (y), false)
#define SQUARE_ROOT(x) ir_call_float(ir, "llvm.sqrt", (x))
#define ROUND(x) ir_round(ir, (x))
#define SIGNED_TO_FLOAT(a) ir_bits(ir, ir_cast(ir, LLVM_SITOFP, (a), ir->real))
#define UNSIGNED_TO_FLOAT(a) ir_bits(ir, ir_cast(ir, LLVM_UITOFP, (a), ir->real))
#define FLOAT_TO_INT(x) ir_float_to_int(ir, (x))

bool native_computes(const struct instruction *i)
{
    switch (i->opcode) {
#define NATIVE_LOGIC(name, result)                                                                           \
    case OP_##name:                                                                                          \
    case OP_##name##s:
#define NATIVE_INTEGER(name, result, carry, overflow) NATIVE_LOGIC(name, result)
#define NATIVE_DIVIDE(name, result, overflow) NATIVE_LOGIC(name, result)
#define NATIVE_FLOAT(name, result) case OP_##name:
#define NATIVE_BITS(name, result) case OP_##name:
#include "sim/native/alu.def"
    case OP_fcmp:
    case OP_getlo:
    case OP_gethi:
    case OP_nop:
        return true;
    default:
        return false;
    }
}

/* A truth as a flag of the status word. */
static ir_value flag(const struct ir *ir, ir_value truth, uint32_t bit)
{
    return SELECT(truth, K(bit), K(0));
}

/* The status word after an integer result. */
static ir_value status_of(const struct ir *ir, ir_value r, ir_value carry, ir_value overflow)
{
    return OR(OR(flag(ir, carry, STATUS_C), flag(ir, overflow, STATUS_V)),
              OR(flag(ir, EQ(r, K(0)), STATUS_Z), flag(ir, SIGN(r), STATUS_N)));
}

static ir_value carry_of(const struct ir *ir, const struct native_flag_state *flags)
{
    switch (flags->kind) {
    case NATIVE_FLAGS_COMPARE:
        return UGE(flags->a, flags->b);
    case NATIVE_FLAGS_TEST:
        return NO;
    case NATIVE_FLAGS_FLOAT:
        return ir_compare_float(ir, LLVM_UNGE, ir_float(ir, flags->a), ir_float(ir, flags->b));
    case NATIVE_FLAGS_WORD:
        break;
    }
    return NE(AND(flags->a, K(STATUS_C)), K(0));
}

ir_value native_status(const struct ir *ir, const struct native_flag_state *flags)
{
    const ir_value a = flags->a, b = flags->b;
    switch (flags->kind) {
    case NATIVE_FLAGS_COMPARE: {
        const ir_value r = SUB(a, b);
        return status_of(ir, r, UGE(a, b), SIGN(AND(XOR(a, b), XOR(a, r))));
    }
    case NATIVE_FLAGS_TEST:
        return status_of(ir, a, NO, NO);
    case NATIVE_FLAGS_FLOAT: {
        const ir_value x = ir_float(ir, a), y = ir_float(ir, b);
        const ir_value ordered = OR(OR(flag(ir, ir_compare_float(ir, LLVM_OLT, x, y), STATUS_N),
                                       flag(ir, ir_compare_float(ir, LLVM_OEQ, x, y), STATUS_Z | STATUS_C)),
                                    flag(ir, ir_compare_float(ir, LLVM_OGT, x, y), STATUS_C));
        return SELECT(ir_compare_float(ir, LLVM_UNO, x, y), K(STATUS_FLAGS), ordered);
    }
    case NATIVE_FLAGS_WORD:
        break;
    }
    return a;
}

/* A result and what it says of carry and overflow; NULL: there is none. */
struct outcome {
    ir_value word, carries, overflows;
};

static struct outcome outcome_of(const struct ir *ir, uint8_t opcode, ir_value a, ir_value b,
                                 const struct native_flag_state *flags)
{
    const bool takes_carry = opcode == OP_adc || opcode == OP_adcs || opcode == OP_sbc || opcode == OP_sbcs;
    const ir_value c = takes_carry ? carry_of(ir, flags) : NULL;
    const ir_value x = ir_float(ir, a), y = ir_float(ir, b);
    ir_value r;
    switch (opcode) {
#define NATIVE_LOGIC(name, result)                                                                           \
    case OP_##name:                                                                                          \
    case OP_##name##s:                                                                                       \
        r = (result);                                                                                        \
        return (struct outcome){.word = r};
#define NATIVE_INTEGER(name, result, carry, overflow)                                                        \
    case OP_##name:                                                                                          \
        r = (result);                                                                                        \
        return (struct outcome){.word = r};                                                                  \
    case OP_##name##s:                                                                                       \
        r = (result);                                                                                        \
        return (struct outcome){r, (carry), (overflow)};
#define NATIVE_DIVIDE(name, result, overflow) NATIVE_INTEGER(name, result, NO, overflow)
#define NATIVE_FLOAT(name, result)                                                                           \
    case OP_##name:                                                                                          \
        return (struct outcome){.word = ir_canonical(ir, (result))};
#define NATIVE_BITS(name, result)                                                                            \
    case OP_##name:                                                                                          \
        return (struct outcome){.word = (result)};
#include "sim/native/alu.def"
    default:
        return (struct outcome){.word = b};
    }
}

ir_value native_compute(const struct ir *ir, const struct instruction *i, ir_value a, ir_value b,
                        struct native_flag_state *flags)
{
    if (i->opcode == OP_fcmp) {
        *flags = (struct native_flag_state){NATIVE_FLAGS_FLOAT, a, b};
        return K(0);
    }
    if (i->opcode == OP_subs) {
        *flags = (struct native_flag_state){NATIVE_FLAGS_COMPARE, a, b};
        return SUB(a, b);
    }
    if (i->opcode == OP_getlo || i->opcode == OP_gethi)
        return K(i->constant);
    const struct outcome outcome = outcome_of(ir, i->opcode, a, b, flags);
    if (outcome.carries != NULL)
        *flags = (struct native_flag_state){
            NATIVE_FLAGS_WORD, status_of(ir, outcome.word, outcome.carries, outcome.overflows), NULL};
    else if (i->traits & DECODE_SETS_FLAGS)
        *flags = (struct native_flag_state){NATIVE_FLAGS_TEST, outcome.word, NULL};
    return outcome.word;
}

bool native_is_branch(const struct instruction *i)
{
    switch (i->opcode) {
#define NATIVE_BRANCH(name, truth, compare, test, real) case OP_##name:
#include "sim/native/alu.def"
        return true;
    default:
        return false;
    }
}

#define REAL(predicate) ir_compare_float(ir, LLVM_##predicate, ir_float(ir, a), ir_float(ir, b))
#define BIT(mask) NE(AND(a, K(mask)), K(0))

ir_value native_condition(const struct ir *ir, const struct instruction *i,
                          const struct native_flag_state *flags)
{
    const ir_value a = flags->a, b = flags->kind == NATIVE_FLAGS_TEST ? K(0) : flags->b;
    if (flags->kind == NATIVE_FLAGS_WORD) {
        const ir_value n = BIT(STATUS_N), z = BIT(STATUS_Z), v = BIT(STATUS_V), c = BIT(STATUS_C),
                       u = AND(n, z);
        switch (i->opcode) {
#define NATIVE_BRANCH(name, truth, compare, test, real)                                                      \
    case OP_##name:                                                                                          \
        return (truth);
#include "sim/native/alu.def"
        default:
            return NULL;
        }
    }
    switch (i->opcode) {
#define NATIVE_BRANCH(name, truth, compare, test, real)                                                      \
    case OP_##name:                                                                                          \
        return flags->kind == NATIVE_FLAGS_COMPARE ? (compare)                                               \
               : flags->kind == NATIVE_FLAGS_TEST  ? (test)                                                  \
                                                   : (real);
#include "sim/native/alu.def"
    default:
        return NULL;
    }
}
