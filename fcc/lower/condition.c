/* condition.c - conditions: && and ||, ?: and branches.
 *
 * In synchronous code the PPs of a group must not diverge. If private values decide, operands without side
 * effects are all computed and the right one is selected; a predicate (a mask in a register) keeps discarded
 * operands from faulting. Operands with side effects split the group, as `if` does. In either case # and $$
 * in them are those of the group that computes the whole expression. */
#include "fcc/check/walk.h"
#include "fcc/ir/runtime.h"
#include "fcc/lower/state.h"

/* Whether PPs of the group may have different values, and must not diverge here. Predicated results may be
 * invalid: PPs that compute them differ from the others in shared values, too. */
static bool splits(const struct lower *l, const struct expression *e)
{
    return l->mode != MODE_ASYNC && (!e->shared || l->predicate != 0);
}

/* ---- the predicate */

uint32_t lower_enter_predicate(struct lower *l, struct ir_operand mask)
{
    uint32_t outer = l->predicate;
    if (outer != 0)
        mask = lower_binary_op(l, IR_AND, mask, ir_vreg(outer));
    else if (mask.kind != IR_VREG)
        mask = lower_unary_op(l, IR_COPY, mask);
    l->predicate = mask.id;
    return outer;
}

void lower_leave_predicate(struct lower *l, uint32_t outer)
{
    l->predicate = outer;
}

static struct ir_operand mask_of(struct lower *l, struct ir_operand truth)
{
    return lower_binary_op(l, IR_SUB, ir_const(0), truth);
}

/* The carry is set where `a < b` is false, and a borrow makes all ones of it: so the mask of `a <= b` is the
 * complement of that of `b < a`; selections accept it, too (opt_fold). */
struct ir_operand lower_mask(struct lower *l, struct ir_operand truth)
{
    const struct ir_instr *last = l->block != NULL ? l->block->last : NULL;
    if (truth.kind != IR_VREG || !last || last->dst != truth.id ||
        (last->op != IR_SLE && last->op != IR_SLEU))
        return mask_of(l, truth);
    const enum ir_op opposite = last->op == IR_SLE ? IR_SLT : IR_SLTU;
    return lower_binary_op(l, IR_XOR, mask_of(l, lower_binary_op(l, opposite, last->b, last->a)),
                           ir_const(-1));
}

/* ---- the group's numbers in operands that split it */

static enum walk visit_special(const struct expression *e, void *context)
{
    const enum token_kind *token = context;
    return e->kind == EXPRESSION_SPECIAL && e->token == *token ? WALK_FOUND : WALK_ON;
}

static bool names(const struct expression *e, enum token_kind token)
{
    const struct walk_visitor visitor = {.expression = visit_special, .context = &token};
    return walk_expression(e, &visitor);
}

struct numbers {
    struct ir_operand size, rank;
};

/* Saves # and $$ before a split, for the operands of e that use them; returns the argument of numbers_leave.
 * Inside an operand that has already split the group, they are saved already. */
static struct numbers numbers_enter(struct lower *l, const struct expression *e)
{
    const struct numbers outer = {l->whole_size, l->whole_rank};
    bool size = names(e->right, TOKEN_GROUP_SIZE) || names(e->third, TOKEN_GROUP_SIZE);
    bool rank = names(e->right, TOKEN_RANK) || names(e->third, TOKEN_RANK);
    if (size && outer.size.kind == IR_NONE)
        l->whole_size = lower_group_size(l);
    if (rank && outer.rank.kind == IR_NONE)
        l->whole_rank = lower_runtime(l, RUNTIME__fork_rank, true, 0, NULL);
    return outer;
}

static void numbers_leave(struct lower *l, struct numbers outer)
{
    l->whole_size = outer.size;
    l->whole_rank = outer.rank;
}

/* ---- branches */

static enum ir_condition condition_of(enum binary_op operation, const struct type *type)
{
    static const enum ir_condition table[][3] = {
        {IR_EQ, IR_EQ, IR_FEQ},  {IR_NE, IR_NE, IR_FNE},  {IR_LT, IR_LTU, IR_FLT},
        {IR_LE, IR_LEU, IR_FLE}, {IR_GT, IR_GTU, IR_FGT}, {IR_GE, IR_GEU, IR_FGE},
    };
    return table[operation - BINARY_EQUAL][type_is_float(type) ? 2 : type_is_unsigned(type) ? 1 : 0];
}

void lower_condition(struct lower *l, const struct expression *e, struct ir_block *yes, struct ir_block *no)
{
    if (e->kind == EXPRESSION_CONSTANT) {
        bool truth = check_fold_convert(e->value, e->type, &type_basic[TYPE_BOOL]) != 0;
        lower_jump(l, truth ? yes : no);
        return;
    }
    if (e->kind == EXPRESSION_NOT && !type_is_float(e->left->type)) {
        lower_condition(l, e->left, no, yes);
        return;
    }
    if (e->kind == EXPRESSION_LOGICAL && !splits(l, e)) {
        struct ir_block *right = lower_new_block(l);
        bool both = e->operation == BINARY_LOGICAL_AND;
        lower_condition(l, e->left, both ? right : yes, both ? no : right);
        lower_place_block(l, right);
        lower_condition(l, e->right, yes, no);
        return;
    }
    if (e->kind == EXPRESSION_BINARY && e->operation >= BINARY_EQUAL &&
        e->operation <= BINARY_GREATER_EQUAL && !type_is_long_long(e->left->type)) {
        struct ir_operand a = lower_value(l, e->left);
        struct ir_operand b = lower_value(l, e->right);
        lower_at(l, e->pos);
        lower_branch(l, condition_of(e->operation, e->left->type), a, b, yes, no);
        return;
    }
    struct ir_operand value = lower_any_bit(l, lower_words(l, e));
    lower_branch(l, type_is_float(e->type) ? IR_FNE : IR_NE, value, lower_zero(e->type), yes, no);
}

struct ir_operand lower_bool(struct lower *l, const struct expression *e)
{
    /* a predicated load of a _Bool may be that of another word */
    bool is_truth = e->kind == EXPRESSION_NOT || e->kind == EXPRESSION_LOGICAL ||
                    (e->type->kind == TYPE_BOOL && l->predicate == 0) ||
                    (e->kind == EXPRESSION_BINARY && e->operation >= BINARY_EQUAL);
    if (e->kind == EXPRESSION_CONSTANT)
        return ir_const((int32_t)check_fold_convert(e->value, e->type, &type_basic[TYPE_BOOL]));
    struct ir_operand value = lower_any_bit(l, lower_words(l, e));
    return is_truth ? value : lower_truth(l, value, e->type);
}

/* ---- && and || */

static struct ir_operand logical_by_branch(struct lower *l, const struct expression *e)
{
    bool both = e->operation == BINARY_LOGICAL_AND;
    struct ir_operand result = lower_vreg(l);
    struct ir_block *right = lower_new_block(l);
    struct ir_block *end = lower_new_block(l);
    lower_copy(l, result.id, ir_const(!both));
    lower_condition(l, e->left, both ? right : end, both ? end : right);
    lower_place_block(l, right);
    lower_copy(l, result.id, lower_bool(l, e->right));
    lower_place_block(l, end);
    return result;
}

static struct ir_operand logical_by_mask(struct lower *l, const struct expression *e)
{
    bool both = e->operation == BINARY_LOGICAL_AND;
    struct ir_operand left = lower_bool(l, e->left);
    struct ir_operand matters = both ? left : lower_binary_op(l, IR_XOR, left, ir_const(1));
    uint32_t outer = lower_enter_predicate(l, mask_of(l, matters));
    struct ir_operand right = lower_bool(l, e->right);
    lower_leave_predicate(l, outer);
    return lower_binary_op(l, both ? IR_AND : IR_OR, left, right);
}

static struct ir_operand logical_by_split(struct lower *l, const struct expression *e)
{
    bool both = e->operation == BINARY_LOGICAL_AND;
    struct level level;
    struct ir_operand result = lower_vreg(l);
    lower_copy(l, result.id, lower_bool(l, e->left));
    struct ir_operand enters = both ? result : lower_binary_op(l, IR_XOR, result, ir_const(1));
    const struct numbers outer = numbers_enter(l, e);
    lower_begin_part(l, &level, enters);
    lower_copy(l, result.id, lower_bool(l, e->right));
    lower_end_part(l, &level);
    numbers_leave(l, outer);
    return result;
}

struct ir_operand lower_logical(struct lower *l, const struct expression *e)
{
    if (!splits(l, e->left))
        return logical_by_branch(l, e);
    return e->right->has_effect ? logical_by_split(l, e) : logical_by_mask(l, e);
}

/* ---- ?: */

/* Records are represented by addresses, which are words. */
static struct words either_by_branch(struct lower *l, const struct expression *e)
{
    bool is_void = e->type->kind == TYPE_VOID;
    struct words result = lower_words_registers(l, e->type);
    struct ir_block *yes = lower_new_block(l);
    struct ir_block *no = lower_new_block(l);
    struct ir_block *end = lower_new_block(l);
    lower_condition(l, e->left, yes, no);
    lower_place_block(l, yes);
    struct words value = lower_words(l, e->right);
    if (!is_void)
        lower_copy_to_registers(l, result, value);
    lower_jump(l, end);
    lower_place_block(l, no);
    value = lower_words(l, e->third);
    if (!is_void)
        lower_copy_to_registers(l, result, value);
    lower_place_block(l, end);
    return result;
}

static struct words either_by_mask(struct lower *l, const struct expression *e)
{
    struct ir_operand mask = lower_mask(l, lower_bool(l, e->left));
    uint32_t outer = lower_enter_predicate(l, mask);
    struct words yes = lower_words(l, e->right);
    lower_leave_predicate(l, outer);
    outer = lower_enter_predicate(l, lower_binary_op(l, IR_XOR, mask, ir_const(-1)));
    struct words no = lower_words(l, e->third);
    lower_leave_predicate(l, outer);
    return lower_select_words(l, mask, yes, no);
}

static struct words either_by_split(struct lower *l, const struct expression *e)
{
    bool is_void = e->type->kind == TYPE_VOID;
    struct level level;
    struct words result = lower_words_registers(l, e->type);
    struct ir_operand condition = lower_bool(l, e->left);
    const struct numbers outer = numbers_enter(l, e);
    struct ir_block *other = lower_begin_many(l, &level, condition);
    struct words value = lower_words(l, e->right);
    if (!is_void)
        lower_copy_to_registers(l, result, value);
    lower_other_part(l, &level, other);
    value = lower_words(l, e->third);
    if (!is_void)
        lower_copy_to_registers(l, result, value);
    lower_end_many(l, &level);
    numbers_leave(l, outer);
    return result;
}

struct words lower_conditional_words(struct lower *l, const struct expression *e)
{
    if (!splits(l, e->left))
        return either_by_branch(l, e);
    return e->right->has_effect || e->third->has_effect ? either_by_split(l, e) : either_by_mask(l, e);
}

struct place lower_conditional_record(struct lower *l, const struct expression *e)
{
    struct place place = lower_memory_place(lower_conditional_words(l, e).low);
    place.is_predicated = true;
    return place;
}
