/* constant.c - constant folding, and constants that the linker completes.
 *
 * A table maps operators of C and built-in functions to instructions; asm/compute.h computes their results.
 * Only C's conversion rules are here. A division of an integer by zero is no constant, since the machine
 * stops there.
 */
#include <math.h>
#include <string.h>

#include "asm/compute.h"
#include "fcc/check/check.h"

/* The instruction of an operator, or the branch after the comparison that is taken if the operator is
 * true. */
static const struct {
    enum isa_opcode of_signed;
    enum isa_opcode of_unsigned;
    enum isa_opcode of_float; /* ISA_OPCODES: there is none */
} operators[] = {
    [BINARY_ADD] = {OP_add, OP_add, OP_fadd},
    [BINARY_SUBTRACT] = {OP_sub, OP_sub, OP_fsub},
    [BINARY_MULTIPLY] = {OP_mul, OP_mul, OP_fmul},
    [BINARY_DIVIDE] = {OP_div, OP_divu, OP_fdiv},
    [BINARY_REMAINDER] = {OP_rem, OP_remu, ISA_OPCODES},
    [BINARY_AND] = {OP_and, OP_and, ISA_OPCODES},
    [BINARY_OR] = {OP_or, OP_or, ISA_OPCODES},
    [BINARY_XOR] = {OP_xor, OP_xor, ISA_OPCODES},
    [BINARY_SHIFT_LEFT] = {OP_lsl, OP_lsl, ISA_OPCODES},
    [BINARY_SHIFT_RIGHT] = {OP_asr, OP_lsr, ISA_OPCODES},
    [BINARY_EQUAL] = {OP_beq, OP_beq, OP_beq},
    [BINARY_NOT_EQUAL] = {OP_bne, OP_bne, OP_bne},
    [BINARY_LESS] = {OP_blt, OP_blo, OP_blt},
    [BINARY_LESS_EQUAL] = {OP_ble, OP_bls, OP_ble},
    [BINARY_GREATER] = {OP_bgt, OP_bhi, OP_bgt},
    [BINARY_GREATER_EQUAL] = {OP_bge, OP_bhs, OP_bge},
};

static bool is_comparison(enum binary_op operation)
{
    return operation >= BINARY_EQUAL && operation <= BINARY_GREATER_EQUAL;
}

/* *word = the result of the instruction; false: it faults, or has no result word. */
static bool compute(enum isa_opcode instruction, uint32_t a, uint32_t b, uint32_t *word)
{
    enum compute_outcome outcome = compute_word(instruction, a, b, word);
    return outcome == COMPUTE_WORD || outcome == COMPUTE_NAN;
}

/* ---- long long: the results are those of the code that lower/long_long.c makes. Sums and products wrap
 * around, a shift by 64 or more leaves zeros or copies of the sign, a float beyond the range becomes the
 * nearest number, a NaN 0. */

enum { BITS = 64 };

static uint64_t shift_right(uint64_t value, uint64_t count, bool is_unsigned)
{
    const uint64_t sign = !is_unsigned && value >> (BITS - 1) != 0 ? UINT64_MAX : 0;
    if (count == 0 || count >= BITS)
        return count == 0 ? value : sign;
    return value >> count | sign << (BITS - count);
}

static uint64_t magnitude(uint64_t value, bool is_unsigned)
{
    return !is_unsigned && value >> (BITS - 1) != 0 ? 0 - value : value;
}

static uint64_t divide_long(uint64_t left, uint64_t right, bool is_unsigned)
{
    const uint64_t quotient = magnitude(left, is_unsigned) / magnitude(right, is_unsigned);
    return !is_unsigned && (left ^ right) >> (BITS - 1) != 0 ? 0 - quotient : quotient;
}

/* Orders signed numbers as unsigned ones. */
static uint64_t rank(uint64_t value, bool is_unsigned)
{
    return is_unsigned ? value : value ^ UINT64_C(1) << (BITS - 1);
}

static bool compare_long(enum binary_op operation, uint64_t a, uint64_t b)
{
    switch (operation) {
    case BINARY_EQUAL:
        return a == b;
    case BINARY_NOT_EQUAL:
        return a != b;
    case BINARY_LESS:
        return a < b;
    case BINARY_LESS_EQUAL:
        return a <= b;
    case BINARY_GREATER:
        return a > b;
    default:
        return a >= b;
    }
}

static bool fold_long_long(enum binary_op operation, bool is_unsigned, uint64_t left, uint64_t right,
                           uint64_t *result)
{
    if ((operation == BINARY_DIVIDE || operation == BINARY_REMAINDER) && right == 0)
        return false;
    switch (operation) {
    case BINARY_ADD:
        *result = left + right;
        break;
    case BINARY_SUBTRACT:
        *result = left - right;
        break;
    case BINARY_MULTIPLY:
        *result = left * right;
        break;
    case BINARY_DIVIDE:
        *result = divide_long(left, right, is_unsigned);
        break;
    case BINARY_REMAINDER:
        *result = left - divide_long(left, right, is_unsigned) * right;
        break;
    case BINARY_AND:
        *result = left & right;
        break;
    case BINARY_OR:
        *result = left | right;
        break;
    case BINARY_XOR:
        *result = left ^ right;
        break;
    case BINARY_SHIFT_LEFT:
        *result = right < BITS ? left << right : 0;
        break;
    case BINARY_SHIFT_RIGHT:
        *result = shift_right(left, right, is_unsigned);
        break;
    default:
        *result = compare_long(operation, rank(left, is_unsigned), rank(right, is_unsigned));
    }
    return true;
}

/* ---- conversions */

static uint64_t from_float(uint64_t bits, bool is_unsigned)
{
    const uint32_t word = (uint32_t)bits;
    float value;
    memcpy(&value, &word, sizeof value);
    if (isnan(value) || (is_unsigned && value < 0))
        return 0;
    if (is_unsigned)
        return value >= 0x1p64f ? UINT64_MAX : (uint64_t)value;
    return value >= 0x1p63f ? INT64_MAX : value < -0x1p63f ? (uint64_t)INT64_MIN : (uint64_t)(int64_t)value;
}

static uint32_t to_float(uint64_t value, bool is_unsigned)
{
    const float number = is_unsigned ? (float)value : (float)(int64_t)value;
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

static uint64_t convert_long_long(uint64_t value, const struct type *from, const struct type *to)
{
    if (type_is_float(from))
        return from_float(value, type_is_unsigned(to));
    if (!type_is_long_long(from))
        return type_is_unsigned(from) ? value : (uint64_t)(int32_t)(uint32_t)value;
    if (to->kind == TYPE_BOOL)
        return value != 0;
    if (type_is_float(to))
        return to_float(value, type_is_unsigned(from));
    return type_is_long_long(to) ? value : (uint32_t)value;
}

/* ---- operators and conversions */

bool check_fold_binary(enum binary_op operation, const struct type *type, uint64_t left, uint64_t right,
                       uint64_t *result)
{
    if (type_is_long_long(type))
        return fold_long_long(operation, type_is_unsigned(type), left, right, result);
    enum isa_opcode instruction = type_is_float(type)      ? operators[operation].of_float
                                  : type_is_unsigned(type) ? operators[operation].of_unsigned
                                                           : operators[operation].of_signed;
    const uint32_t a = (uint32_t)left, b = (uint32_t)right;
    uint32_t word = 0;
    bool has_result = true;
    if (is_comparison(operation))
        word = compute_branch(type_is_float(type) ? OP_fcmp : OP_subs, instruction, a, b);
    else
        has_result = compute(instruction, a, b, &word);
    *result = word;
    return has_result;
}

/* The result of an instruction for operands without a fault. */
static uint32_t word_of(enum isa_opcode instruction, uint32_t a, uint32_t b)
{
    uint32_t word = 0;
    compute(instruction, a, b, &word);
    return word;
}

bool check_fold_builtin(enum check_builtin_number function, uint32_t a, uint32_t b, uint32_t *result)
{
    static const struct {
        enum check_builtin_number function;
        enum isa_opcode instruction;
    } rows[] = {{BUILTIN___sqrt, OP_fsqrt}, {BUILTIN___fabs, OP_fabs}, {BUILTIN___fround, OP_fround},
                {BUILTIN___fmax, OP_fmax},  {BUILTIN___fmin, OP_fmin}, {BUILTIN___max, OP_max},
                {BUILTIN___min, OP_min},    {BUILTIN___rm, OP_rm},     {BUILTIN___lz, OP_lz},
                {BUILTIN___popc, OP_popc},  {BUILTIN___rol, OP_rol},   {BUILTIN___mlhs, OP_mlhs},
                {BUILTIN___mlhu, OP_mlhu}};
    if (function == BUILTIN___float_bits || function == BUILTIN___bits_float) {
        *result = a;
        return true;
    }
    if (function == BUILTIN___isnan) {
        *result = compute_branch(OP_fcmp, OP_bne, a, a);
        return true;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].function == function)
            return compute(rows[i].instruction, a, b, result);
    }
    return false;
}

uint64_t check_fold_negate(const struct type *type, uint64_t value)
{
    if (type_is_long_long(type))
        return 0 - value;
    return type_is_float(type) ? word_of(OP_fneg, (uint32_t)value, 0) : word_of(OP_sub, 0, (uint32_t)value);
}

uint64_t check_fold_complement(const struct type *type, uint64_t value)
{
    return type_is_long_long(type) ? ~value : word_of(OP_xor, (uint32_t)value, UINT32_MAX);
}

/* The nearest unsigned integer towards zero; 0 for NaN: fmax drops NaNs and negative numbers. ftoi saturates:
 * for x >= 2^31, ftoi(x) is 2^31 - 1 and ftoi(x - 2^31) is the rest, which is negative for smaller x. */
static uint32_t float_to_unsigned(uint32_t value)
{
    const uint32_t limit = 0x4f000000; /* 2^31 */
    const uint32_t positive = word_of(OP_fmax, value, 0);
    const uint32_t rest = word_of(OP_ftoi, word_of(OP_fsub, positive, limit), 0);
    return word_of(OP_ftoi, positive, 0) + word_of(OP_max, rest, UINT32_MAX) + 1;
}

uint64_t check_fold_convert(uint64_t value, const struct type *from, const struct type *to)
{
    const uint32_t word = (uint32_t)value;
    if (type_is_long_long(from) || type_is_long_long(to))
        return convert_long_long(value, from, to);
    if (to->kind == TYPE_BOOL)
        return compute_branch(type_is_float(from) ? OP_fcmp : OP_subs, OP_bne, word, 0);
    if (type_is_float(from) && type_is_integer(to))
        return type_is_unsigned(to) ? float_to_unsigned(word) : word_of(OP_ftoi, word, 0);
    if (type_is_integer(from) && type_is_float(to))
        return word_of(type_is_unsigned(from) ? OP_utof : OP_itof, word, 0);
    return word;
}

int64_t check_signed(const struct expression *constant)
{
    const bool is_word = !type_is_unsigned(constant->type) && !type_is_long_long(constant->type);
    return is_word ? (int32_t)(uint32_t)constant->value : (int64_t)constant->value;
}

bool check_constant_truth(const struct expression *e, bool *truth)
{
    *truth =
        e->kind == EXPRESSION_CONSTANT && check_fold_convert(e->value, e->type, &type_basic[TYPE_BOOL]) != 0;
    return e->kind == EXPRESSION_CONSTANT;
}

bool check_integer_constant(struct unit *unit, struct expression *e, const char *what, uint32_t *value)
{
    *value = 0;
    if (check_failed(e))
        return false;
    if (e->kind != EXPRESSION_CONSTANT || !type_is_integer(e->type)) {
        source_error(&unit->source, e->pos, "%s must be an integer constant", what);
        return false;
    }
    const int64_t number = check_signed(e);
    if (number < INT32_MIN || number > UINT32_MAX) {
        source_error(&unit->source, e->pos, "%s does not fit a word of 32 bits", what);
        return false;
    }
    *value = (uint32_t)e->value;
    return true;
}

/* ---- addresses */

/* The address of an lvalue that lives for the whole run. */
static bool lvalue_address(const struct expression *e, struct constant_address *out)
{
    switch (e->kind) {
    case EXPRESSION_OBJECT:
        out->symbol = e->symbol;
        return e->symbol->is_static;
    case EXPRESSION_FUNCTION:
        out->symbol = e->symbol;
        return true;
    case EXPRESSION_STRING:
        out->string = e->string;
        return true;
    case EXPRESSION_MEMBER:
        if (!lvalue_address(e->left, out))
            return false;
        out->value += e->offset;
        return true;
    case EXPRESSION_DEREFERENCE:
        return check_constant_address(e->left, out);
    default:
        return false;
    }
}

static bool is_number(const struct constant_address *address)
{
    return address->symbol == NULL && address->string == NULL;
}

/* The result of an operator on two constants, one of which may be an address. For two addresses only the
 * difference within one object is known before linking. */
static bool combine(const struct expression *e, struct constant_address *left,
                    const struct constant_address *right)
{
    bool whole = !type_is_float(e->left->type);
    if (is_number(left) && is_number(right))
        return check_fold_binary(e->operation, e->left->type, left->value, right->value, &left->value);
    if (e->operation == BINARY_ADD && whole && (is_number(left) || is_number(right))) {
        const uint64_t value = (uint32_t)(left->value + right->value);
        *left = is_number(left) ? *right : *left;
        left->value = value;
        return true;
    }
    if (e->operation == BINARY_SUBTRACT && whole) {
        left->value = (uint32_t)(left->value - right->value);
        if (!is_number(right) && left->symbol == right->symbol && left->string == right->string) {
            left->symbol = NULL;
            left->string = NULL;
            return true;
        }
        return is_number(right);
    }
    return false;
}

bool check_constant_address(const struct expression *e, struct constant_address *out)
{
    struct constant_address right = {NULL, NULL, 0};
    bool truth;
    *out = right;
    switch (e->kind) {
    case EXPRESSION_CONSTANT:
        out->value = e->value;
        return true;
    case EXPRESSION_ADDRESS:
        return lvalue_address(e->left, out);
    case EXPRESSION_CONVERT:
        if (type_is_real(e->type) || type_is_real(e->left->type) || !check_constant_address(e->left, out))
            return false;
        if (is_number(out)) {
            out->value = check_fold_convert(out->value, e->left->type, e->type);
            return true;
        }
        /* a float made from an address is not its word; other conversions keep the word */
        return !type_is_float(e->type) && e->type->kind != TYPE_BOOL;
    case EXPRESSION_BINARY:
        return check_constant_address(e->left, out) && check_constant_address(e->right, &right) &&
               combine(e, out, &right);
    case EXPRESSION_CONDITIONAL:
        return check_constant_truth(e->left, &truth) &&
               check_constant_address(truth ? e->right : e->third, out);
    default:
        return false;
    }
}
