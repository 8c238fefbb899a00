/* ir.h - expressions of LLVM's intermediate code, short enough to be read in a table (alu.def of this
 * folder).
 *
 * A struct ir is a module in the making: one function, and the place in it where the next instruction goes.
 * Words are i32, truths i1. There may be a second one of the same module whose words are vectors of 16, and
 * so are its truths and floats: the same expressions build code for 16 lanes (ir_widen). Calls LLVM.
 */
#ifndef PRAM_NATIVE_IR_H
#define PRAM_NATIVE_IR_H

#include "sim/native/llvm.h"

typedef LLVMValueRef ir_value;

struct ir {
    const struct llvm *llvm;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef bit, byte, word, wide, real; /* i1, i8, i32, i64, float */
    ir_value function;
    const struct ir *one; /* of vectors: what they are vectors of; else NULL */
};

#define IR_LANES 16u

/* Vectors, of the words of `one`, which must stay. */
void ir_widen(const struct ir *one, struct ir *wide);

/* A vector of equal lanes: of a constant; of any word, at the present place. */
ir_value ir_constant_lanes(const struct ir *wide, ir_value constant);
ir_value ir_equal_lanes(const struct ir *wide, ir_value word);

ir_value ir_word(const struct ir *ir, uint32_t value);
ir_value ir_bit(const struct ir *ir, bool value);

static inline ir_value ir_operate(const struct ir *ir, enum llvm_opcode opcode, ir_value a, ir_value b)
{
    return ir->llvm->BuildBinOp(ir->builder, (int)opcode, a, b, "");
}

static inline ir_value ir_compare(const struct ir *ir, enum llvm_compare predicate, ir_value a, ir_value b)
{
    return ir->llvm->BuildICmp(ir->builder, (int)predicate, a, b, "");
}

static inline ir_value ir_compare_float(const struct ir *ir, enum llvm_compare_float predicate, ir_value x,
                                        ir_value y)
{
    return ir->llvm->BuildFCmp(ir->builder, (int)predicate, x, y, "");
}

static inline ir_value ir_select(const struct ir *ir, ir_value truth, ir_value yes, ir_value no)
{
    return ir->llvm->BuildSelect(ir->builder, truth, yes, no, "");
}

static inline ir_value ir_cast(const struct ir *ir, enum llvm_opcode opcode, ir_value a, LLVMTypeRef type)
{
    return ir->llvm->BuildCast(ir->builder, (int)opcode, a, type, "");
}

static inline ir_value ir_float(const struct ir *ir, ir_value word)
{
    return ir_cast(ir, LLVM_BITCAST, word, ir->real);
}

static inline ir_value ir_bits(const struct ir *ir, ir_value real)
{
    return ir_cast(ir, LLVM_BITCAST, real, ir->word);
}

/* The upper word of a product. extend: LLVM_ZEXT or LLVM_SEXT. */
ir_value ir_high(const struct ir *ir, enum llvm_opcode extend, ir_value a, ir_value b);

/* A function of LLVM's that is an instruction: of words or floats, as its operand. is_zero_poison is the
 * second operand of ctlz, and false. */
ir_value ir_call_word(const struct ir *ir, const char *name, ir_value a, bool has_flag);
ir_value ir_call_float(const struct ir *ir, const char *name, ir_value x);

/* What alu.h says of floats: their results as words. */
ir_value ir_canonical(const struct ir *ir, ir_value x);
ir_value ir_float_extreme(const struct ir *ir, ir_value x, ir_value y, bool is_max);
ir_value ir_float_to_int(const struct ir *ir, ir_value x);

/* To an integral number, ties to even; a float. */
ir_value ir_round(const struct ir *ir, ir_value x);

/* The signed quotient toward zero; INT_MIN / -1 is INT_MIN. */
ir_value ir_divide(const struct ir *ir, ir_value a, ir_value b);

/* ---- memory */

/* The address `offset` bytes beyond a byte pointer, as one of `type`. */
ir_value ir_beyond(const struct ir *ir, ir_value bytes, uint64_t offset, LLVMTypeRef type);

/* An element of an array. */
ir_value ir_element(const struct ir *ir, LLVMTypeRef type, ir_value array, ir_value index);

static inline ir_value ir_load(const struct ir *ir, LLVMTypeRef type, ir_value address)
{
    return ir->llvm->BuildLoad2(ir->builder, type, address, "");
}

static inline void ir_store(const struct ir *ir, ir_value value, ir_value address)
{
    ir->llvm->BuildStore(ir->builder, value, address);
}

/* ---- the way through the code */

LLVMBasicBlockRef ir_block(const struct ir *ir);
void ir_begin(const struct ir *ir, LLVMBasicBlockRef block);
void ir_go(const struct ir *ir, LLVMBasicBlockRef block);
void ir_branch(const struct ir *ir, ir_value truth, LLVMBasicBlockRef yes, LLVMBasicBlockRef no);

#endif
