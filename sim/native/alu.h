/* alu.h - what instructions compute, as intermediate code, and the flags that they leave.
 *
 * Flags stay unevaluated: what they are made of is kept, so that a branch after a comparison is a comparison.
 * Calls ir. Knows instructions.
 */
#ifndef PRAM_NATIVE_ALU_H
#define PRAM_NATIVE_ALU_H

#include "sim/machine/decode.h"
#include "sim/native/ir.h"

/* What the flags of the last instruction that set them are made of. */
enum native_flags {
    NATIVE_FLAGS_WORD,    /* a is the status word */
    NATIVE_FLAGS_COMPARE, /* as subs a,b leaves them */
    NATIVE_FLAGS_TEST,    /* of the result a; no carry, no overflow */
    NATIVE_FLAGS_FLOAT    /* as fcmp a,b leaves them */
};

/* The flags at some place of the code: of kind `kind`, made of a and b; NULL where the kind has none. */
struct native_flag_state {
    enum native_flags kind;
    ir_value a, b;
};

/* Whether an instruction only computes a register and flags from registers. */
bool native_computes(const struct instruction *i);

/* Its result, a word; *flags becomes what it leaves. A divisor is not 0. */
ir_value native_compute(const struct ir *ir, const struct instruction *i, ir_value a, ir_value b,
                        struct native_flag_state *flags);

/* Whether it is a branch that looks at flags alone; the truth of its condition. */
bool native_is_branch(const struct instruction *i);
ir_value native_condition(const struct ir *ir, const struct instruction *i,
                          const struct native_flag_state *flags);

/* The flags of comparisons and results as a status word. */
ir_value native_status(const struct ir *ir, const struct native_flag_state *flags);

#endif
