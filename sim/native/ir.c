/* ir.c - see ir.h. */
#include "sim/native/ir.h"

#include <string.h>

#include "asm/tables/alu.h"

/* ---- words and vectors of words */

void ir_widen(const struct ir *one, struct ir *wide)
{
    const struct llvm *llvm = one->llvm;
    *wide = *one;
    wide->one = one;
    wide->bit = llvm->VectorType(one->bit, IR_LANES);
    wide->word = llvm->VectorType(one->word, IR_LANES);
    wide->wide = llvm->VectorType(one->wide, IR_LANES);
    wide->real = llvm->VectorType(one->real, IR_LANES);
}

ir_value ir_constant_lanes(const struct ir *wide, ir_value constant)
{
    ir_value lanes[IR_LANES];
    for (unsigned lane = 0; lane < IR_LANES; lane++)
        lanes[lane] = constant;
    return wide->llvm->ConstVector(lanes, IR_LANES);
}

ir_value ir_equal_lanes(const struct ir *wide, ir_value word)
{
    const struct llvm *llvm = wide->llvm;
    const ir_value none = llvm->GetUndef(wide->word), zero = ir_word(wide->one, 0);
    const ir_value first = llvm->BuildInsertElement(wide->builder, none, word, zero, "");
    return llvm->BuildShuffleVector(wide->builder, first, none, ir_constant_lanes(wide, zero), "");
}

static ir_value constant(const struct ir *ir, uint64_t value, LLVMTypeRef one_type)
{
    const ir_value word = ir->llvm->ConstInt(one_type, value, 0);
    return ir->one != NULL ? ir_constant_lanes(ir, word) : word;
}

ir_value ir_word(const struct ir *ir, uint32_t value)
{
    return constant(ir, value, ir->one != NULL ? ir->one->word : ir->word);
}

ir_value ir_bit(const struct ir *ir, bool value)
{
    return constant(ir, value, ir->one != NULL ? ir->one->bit : ir->bit);
}

/* ---- expressions */

ir_value ir_high(const struct ir *ir, enum llvm_opcode extend, ir_value a, ir_value b)
{
    const ir_value product =
        ir_operate(ir, LLVM_MUL, ir_cast(ir, extend, a, ir->wide), ir_cast(ir, extend, b, ir->wide));
    const ir_value half = constant(ir, 32, ir->one != NULL ? ir->one->wide : ir->wide);
    return ir_cast(ir, LLVM_TRUNC, ir_operate(ir, LLVM_LSHR, product, half), ir->word);
}

static ir_value call(const struct ir *ir, const char *name, LLVMTypeRef type, ir_value *arguments,
                     unsigned count)
{
    const struct llvm *llvm = ir->llvm;
    const unsigned number = llvm->LookupIntrinsicID(name, strlen(name));
    const ir_value function = llvm->GetIntrinsicDeclaration(ir->module, number, &type, 1);
    return llvm->BuildCall2(ir->builder, llvm->IntrinsicGetType(ir->context, number, &type, 1), function,
                            arguments, count, "");
}

ir_value ir_call_word(const struct ir *ir, const char *name, ir_value a, bool has_flag)
{
    ir_value arguments[] = {a, ir_bit(ir->one != NULL ? ir->one : ir, false)};
    return call(ir, name, ir->word, arguments, has_flag ? 2 : 1);
}

ir_value ir_call_float(const struct ir *ir, const char *name, ir_value x)
{
    return call(ir, name, ir->real, &x, 1);
}

ir_value ir_canonical(const struct ir *ir, ir_value x)
{
    return ir_select(ir, ir_compare_float(ir, LLVM_UNO, x, x), ir_word(ir, ALU_NAN), ir_bits(ir, x));
}

ir_value ir_float_extreme(const struct ir *ir, ir_value x, ir_value y, bool is_max)
{
    const ir_value equal =
        ir_float(ir, ir_operate(ir, is_max ? LLVM_AND : LLVM_OR, ir_bits(ir, x), ir_bits(ir, y)));
    const ir_value other = ir_select(ir, ir_compare_float(ir, is_max ? LLVM_OGT : LLVM_OLT, x, y), x, y);
    const ir_value number = ir_select(ir, ir_compare_float(ir, LLVM_OEQ, x, y), equal, other);
    return ir_select(ir, ir_compare_float(ir, LLVM_UNO, x, x), y,
                     ir_select(ir, ir_compare_float(ir, LLVM_UNO, y, y), x, number));
}

ir_value ir_float_to_int(const struct ir *ir, ir_value x)
{
    const ir_value top = ir_float(ir, ir_word(ir, 0x4f000000u)); /* 2^31 */
    const ir_value bottom = ir_float(ir, ir_word(ir, 0xcf000000u));
    const ir_value high = ir_compare_float(ir, LLVM_OGE, x, top),
                   low = ir_compare_float(ir, LLVM_OLE, x, bottom);
    const ir_value inside = ir_operate(ir, LLVM_AND, ir_compare_float(ir, LLVM_OLT, x, top),
                                       ir_compare_float(ir, LLVM_OGT, x, bottom)); /* not a NaN */
    const ir_value number = ir_select(ir, inside, x, ir_float(ir, ir_word(ir, 0)));
    return ir_select(
        ir, high, ir_word(ir, 0x7fffffffu),
        ir_select(ir, low, ir_word(ir, 0x80000000u), ir_cast(ir, LLVM_FPTOSI, number, ir->word)));
}

/* From 2^23 on all floats are integral. Below it, the sum with 2^23 has no place for a fraction. */
ir_value ir_round(const struct ir *ir, ir_value x)
{
    const ir_value bits = ir_bits(ir, x), sign = ir_operate(ir, LLVM_AND, bits, ir_word(ir, 0x80000000u));
    const ir_value size = ir_float(ir, ir_operate(ir, LLVM_AND, bits, ir_word(ir, 0x7fffffffu)));
    const ir_value large = ir_float(ir, ir_word(ir, 0x4b000000u)); /* 2^23 */
    const ir_value whole = ir_operate(ir, LLVM_FSUB, ir_operate(ir, LLVM_FADD, size, large), large);
    return ir_select(ir, ir_compare_float(ir, LLVM_OLT, size, large),
                     ir_float(ir, ir_operate(ir, LLVM_OR, ir_bits(ir, whole), sign)), x);
}

ir_value ir_divide(const struct ir *ir, ir_value a, ir_value b)
{
    const ir_value negates = ir_compare(ir, LLVM_EQ, b, ir_word(ir, UINT32_MAX));
    const ir_value quotient = ir_operate(ir, LLVM_SDIV, a, ir_select(ir, negates, ir_word(ir, 1), b));
    return ir_select(ir, negates, ir_operate(ir, LLVM_SUB, ir_word(ir, 0), a), quotient);
}

ir_value ir_beyond(const struct ir *ir, ir_value bytes, uint64_t offset, LLVMTypeRef type)
{
    ir_value index = ir->llvm->ConstInt(ir->wide, offset, 0);
    const ir_value address = ir->llvm->BuildGEP2(ir->builder, ir->byte, bytes, &index, 1, "");
    return ir_cast(ir, LLVM_BITCAST, address, ir->llvm->PointerType(type, 0));
}

ir_value ir_element(const struct ir *ir, LLVMTypeRef type, ir_value array, ir_value index)
{
    ir_value wide = ir_cast(ir, LLVM_ZEXT, index, ir->wide);
    return ir->llvm->BuildGEP2(ir->builder, type, array, &wide, 1, "");
}

LLVMBasicBlockRef ir_block(const struct ir *ir)
{
    return ir->llvm->AppendBasicBlockInContext(ir->context, ir->function, "");
}

void ir_begin(const struct ir *ir, LLVMBasicBlockRef block)
{
    ir->llvm->PositionBuilderAtEnd(ir->builder, block);
}

void ir_go(const struct ir *ir, LLVMBasicBlockRef block)
{
    ir->llvm->BuildBr(ir->builder, block);
}

void ir_branch(const struct ir *ir, ir_value truth, LLVMBasicBlockRef yes, LLVMBasicBlockRef no)
{
    ir->llvm->BuildCondBr(ir->builder, truth, yes, no);
}
