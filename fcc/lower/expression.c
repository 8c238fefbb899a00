/* expression.c - values: every kind of expression, the simple ones here, the others by their own files.
 */
#include "fcc/lower/state.h"

/* Values nest deeply, and a place is large: lower_value and lower_binary keep none in their frames. */
#define OWN_FRAME __attribute__((noinline))

OWN_FRAME static struct ir_operand lower_assignment(struct lower *l, const struct expression *e)
{
    const bool is_kept = lower_keeps_over(l, e->right);
    if (!is_kept)
        lower_keep_old(l, e->left);
    struct ir_operand value = lower_value(l, e->right);
    if (is_kept)
        lower_keep_old(l, e->left);
    struct place place = lower_place(l, e->left);
    if (place.held != NULL && !e->right->shared)
        value = lower_resolve_write(l, &place, value);
    lower_store_place(l, &place, value);
    return lower_stored_value(l, &place, value);
}

OWN_FRAME struct words lower_update(struct lower *l, const struct expression *e)
{
    struct words right = lower_words(l, e->right);
    struct place place = lower_place(l, e->left);
    struct words old = lower_load_words(l, &place, e->left->type);
    if (e->postfix && place.vreg != 0)
        old.low = lower_unary_op(l, IR_COPY, old.low); /* the variable exists without it */
    struct words wide = lower_convert_words(l, old, e->left->type, e->compute_type);
    struct words computed = lower_words_arithmetic(l, e->operation, e->compute_type, wide, right);
    struct words value = lower_convert_words(l, computed, e->compute_type, e->left->type);
    if (place.held != NULL && !e->right->shared)
        value.low = lower_resolve_write(l, &place, value.low);
    lower_store_words(l, &place, value);
    if (e->postfix)
        return old;
    if (place.field != NULL)
        value.low = lower_stored_value(l, &place, value.low);
    return value;
}

/* ! of a long long, or a comparison of two. */
OWN_FRAME static struct ir_operand lower_test(struct lower *l, const struct expression *e)
{
    const struct words a = lower_words(l, e->left);
    if (e->kind == EXPRESSION_NOT)
        return lower_binary_op(l, IR_SEQ, lower_any_bit(l, a), ir_const(0));
    const struct words b = lower_words(l, e->right);
    lower_at(l, e->pos);
    return lower_compare_words(l, e->operation, e->left->type, a, b);
}

OWN_FRAME static struct ir_operand lower_first_word(struct lower *l, const struct expression *e)
{
    return lower_words(l, e).low;
}

static struct ir_operand lower_unary(struct lower *l, const struct expression *e)
{
    if (type_is_long_long(e->left->type))
        return lower_test(l, e);
    struct ir_operand a = lower_value(l, e->left);
    bool is_float = type_is_float(e->left->type);
    switch (e->kind) {
    case EXPRESSION_NEGATE:
        return is_float ? lower_unary_op(l, IR_FNEG, a) : lower_binary_op(l, IR_SUB, ir_const(0), a);
    case EXPRESSION_COMPLEMENT:
        return lower_binary_op(l, IR_XOR, a, ir_const(-1));
    default:
        return lower_binary_op(l, is_float ? IR_FSEQ : IR_SEQ, a, lower_zero(e->left->type));
    }
}

OWN_FRAME static struct ir_operand lower_address_of(struct lower *l, const struct expression *e)
{
    if (e->left->kind == EXPRESSION_FUNCTION)
        return ir_symbol_address(lower_symbol(l, e->left->symbol), 0);
    if (e->left->type->kind == TYPE_FUNCTION && e->left->kind == EXPRESSION_DEREFERENCE)
        return lower_value(l, e->left->left);
    struct place place = lower_place(l, e->left);
    return lower_address(l, &place);
}

static bool is_record_value(const struct expression *e)
{
    return type_is_record(e->type);
}

OWN_FRAME static struct ir_operand lower_subscript(struct lower *l, const struct expression *e)
{
    const struct place array = lower_place(l, e->left->left);
    struct ir_operand a = lower_address(l, &array);
    struct ir_operand b = lower_value(l, e->right);
    lower_at(l, e->pos);
    const struct ir_operand result = lower_arithmetic(l, e->operation, e->left->type, a, b);
    if (l->block != NULL)
        l->block->last->index = lower_sum_index(e, array.follows);
    return result;
}

static struct ir_operand lower_binary(struct lower *l, const struct expression *e)
{
    if (e->type->kind == TYPE_POINTER && lower_is_subscript(e))
        return lower_subscript(l, e);
    if (type_is_long_long(e->left->type))
        return lower_test(l, e);
    struct ir_operand a = lower_value(l, e->left);
    struct ir_operand b = lower_value(l, e->right);
    lower_at(l, e->pos);
    return lower_arithmetic(l, e->operation, e->left->type, a, b);
}

OWN_FRAME static struct ir_operand lower_narrowed(struct lower *l, const struct expression *e)
{
    const struct words value = lower_words(l, e->left);
    return lower_convert_words(l, value, e->left->type, e->type).low;
}

static struct ir_operand lower_convert(struct lower *l, const struct expression *e)
{
    if (e->type->kind == TYPE_VOID) {
        source_pos outer = l->pos;
        lower_effect(l, e->left);
        lower_at(l, outer);
        return ir_const(0);
    }
    if (type_is_long_long(e->left->type))
        return lower_narrowed(l, e);
    struct ir_operand value = lower_value(l, e->left);
    return lower_conversion(l, value, e->left->type, e->type);
}

/* The words of an array; the run stops if they exceed the limit of an object. */
static struct ir_operand lower_extent(struct lower *l, const struct expression *e)
{
    struct ir_operand length = lower_value(l, e->left);
    struct ir_operand words = lower_value(l, e->right);
    struct ir_operand most = ir_const(TYPE_MOST_WORDS);
    struct ir_block *wrong = lower_new_block(l);
    struct ir_block *right = lower_new_block(l);
    lower_at(l, e->pos);
    if (words.kind == IR_CONST)
        most.value /= words.value > 0 ? words.value : 1;
    else
        most = lower_binary_op(l, IR_DIVU, most, lower_binary_op(l, IR_MAX, words, ir_const(1)));
    lower_branch(l, IR_LEU, length, most, right, wrong);
    lower_place_block(l, wrong);
    struct ir_instr *call = lower_emit(l, IR_CALL);
    call->a = ir_symbol_address(lower_external(l, "__fork_panic_array", true), 0);
    call->args = ARENA_ARRAY(l->ir->arena, struct ir_operand, 1);
    call->args[0] = length;
    call->arg_count = 1;
    lower_place_block(l, right);
    return lower_binary_op(l, IR_MUL, length, words);
}

/* An array has one extra word: a store to it tests whether the stack is full. */
static struct ir_operand lower_allocate(struct lower *l, const struct expression *e)
{
    struct ir_operand before = e->right != NULL ? lower_value(l, e->right) : ir_vreg(l->stack_end);
    if (e->left == NULL) {
        lower_write(l, IR_SPECIAL_SP, before);
        return ir_const(0);
    }
    struct ir_operand words = lower_binary_op(l, IR_ADD, lower_value(l, e->left), ir_const(1));
    struct ir_operand end = lower_binary_op(l, IR_ADD, before, words);
    struct place place = lower_symbol_place(l, e->symbol);
    lower_store_place(l, &place, end);
    struct ir_instr *stack = lower_emit(l, IR_STACK);
    stack->a = end;
    stack->dst = ir_add_vreg(l->function);
    return lower_binary_op(l, IR_SUB, ir_vreg(stack->dst), words);
}

/* The initialisation of the object of a compound literal. */
static void lower_made(struct lower *l, const struct expression *e)
{
    e->symbol->predicate = l->predicate;
    if (e->value != 0)
        lower_clear(l, e->symbol);
    for (const struct expression *value = e->arguments; value != NULL; value = value->next) {
        lower_at(l, value->pos);
        lower_effect(l, value);
    }
}

OWN_FRAME static struct ir_operand lower_record_address(struct lower *l, const struct expression *e)
{
    const struct place place = lower_record(l, e);
    return lower_address(l, &place);
}

OWN_FRAME static struct ir_operand lower_object(struct lower *l, const struct expression *e)
{
    const struct place place = lower_place(l, e);
    return lower_load_place(l, &place, e->type);
}

/* Values with side effects. */
OWN_FRAME static struct ir_operand lower_deed(struct lower *l, const struct expression *e)
{
    struct place place;
    switch (e->kind) {
    case EXPRESSION_ASSIGN:
        return lower_assignment(l, e);
    case EXPRESSION_UPDATE:
        return lower_update(l, e).low;
    case EXPRESSION_CALL:
        lower_at(l, e->pos);
        return lower_call(l, e, &place);
    case EXPRESSION_BUILTIN:
        lower_at(l, e->pos);
        return lower_builtin(l, e);
    case EXPRESSION_EXTENT:
        return lower_extent(l, e);
    case EXPRESSION_ALLOCATE:
        return lower_allocate(l, e);
    case EXPRESSION_STATEMENTS:
        lower_body(l, e->body);
        return e->left != NULL ? lower_value(l, e->left) : ir_const(0);
    default: /* INITIALISE */
        lower_made(l, e);
        return ir_const(0);
    }
}

struct ir_operand lower_value(struct lower *l, const struct expression *e)
{
    source_pos outer = l->pos;
    struct ir_operand value = ir_const(0);
    if (is_record_value(e))
        return lower_record_address(l, e);
    if (type_is_long_long(e->type)) /* for its effects */
        return lower_first_word(l, e);
    switch (e->kind) {
    case EXPRESSION_ERROR:
    case EXPRESSION_FUNCTION:
        break;
    case EXPRESSION_CONSTANT:
        return ir_const((int32_t)e->value);
    case EXPRESSION_REAL:
        return lower_real_constant(l, e);
    case EXPRESSION_STRING:
        return ir_symbol_address(lower_string(l, e->string), 0);
    case EXPRESSION_OBJECT:
    case EXPRESSION_MEMBER:
    case EXPRESSION_DEREFERENCE:
        return lower_object(l, e);
    case EXPRESSION_ADDRESS:
        return lower_address_of(l, e);
    case EXPRESSION_NEGATE:
    case EXPRESSION_COMPLEMENT:
    case EXPRESSION_NOT:
        return lower_unary(l, e);
    case EXPRESSION_BINARY:
        value = lower_binary(l, e);
        break;
    case EXPRESSION_LOGICAL:
        return lower_logical(l, e);
    case EXPRESSION_CONDITIONAL:
        return lower_conditional_words(l, e).low;
    case EXPRESSION_CONVERT:
        return lower_convert(l, e);
    case EXPRESSION_COMMA:
        lower_effect(l, e->left);
        return lower_value(l, e->right);
    case EXPRESSION_ASSIGN:
    case EXPRESSION_UPDATE:
    case EXPRESSION_CALL:
    case EXPRESSION_BUILTIN:
    case EXPRESSION_INITIALISE:
    case EXPRESSION_EXTENT:
    case EXPRESSION_ALLOCATE:
    case EXPRESSION_STATEMENTS:
        value = lower_deed(l, e);
        break;
    case EXPRESSION_SPECIAL:
        return lower_special(l, e);
    }
    lower_at(l, outer);
    return value;
}

void lower_effect(struct lower *l, const struct expression *e)
{
    if (e->has_effect)
        lower_value(l, e);
}

struct place lower_record(struct lower *l, const struct expression *e)
{
    struct place place = {0};
    switch (e->kind) {
    case EXPRESSION_OBJECT:
    case EXPRESSION_MEMBER:
    case EXPRESSION_DEREFERENCE:
        return lower_place(l, e);
    case EXPRESSION_ASSIGN: {
        struct place from = lower_record(l, e->right);
        place = lower_place(l, e->left);
        lower_copy_words(l, &place, &from, type_words(e->type));
        return place;
    }
    case EXPRESSION_CALL:
        lower_call(l, e, &place);
        return place;
    case EXPRESSION_COMMA:
        lower_effect(l, e->left);
        return lower_record(l, e->right);
    case EXPRESSION_STATEMENTS:
        lower_body(l, e->body);
        return lower_record(l, e->left);
    case EXPRESSION_CONDITIONAL:
        return lower_conditional_record(l, e);
    case EXPRESSION_CONVERT:
        return lower_record(l, e->left);
    default:
        return lower_memory_place(ir_slot_address(lower_temporary(l, type_words(e->type)), 0));
    }
}
