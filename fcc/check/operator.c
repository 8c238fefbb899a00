/* operator.c - binary operators, assignments, ?: and the comma. */
#include "fcc/check/check.h"

static const char *operation_text(enum binary_op operation)
{
    static const char *const texts[] = {
        [BINARY_NONE] = "?",
        [BINARY_ADD] = "+",
        [BINARY_SUBTRACT] = "-",
        [BINARY_MULTIPLY] = "*",
        [BINARY_DIVIDE] = "/",
        [BINARY_REMAINDER] = "%",
        [BINARY_AND] = "&",
        [BINARY_OR] = "|",
        [BINARY_XOR] = "^",
        [BINARY_SHIFT_LEFT] = "<<",
        [BINARY_SHIFT_RIGHT] = ">>",
        [BINARY_EQUAL] = "==",
        [BINARY_NOT_EQUAL] = "!=",
        [BINARY_LESS] = "<",
        [BINARY_LESS_EQUAL] = "<=",
        [BINARY_GREATER] = ">",
        [BINARY_GREATER_EQUAL] = ">=",
        [BINARY_LOGICAL_AND] = "&&",
        [BINARY_LOGICAL_OR] = "||",
    };
    return texts[operation];
}

static struct expression *refuse(struct unit *unit, source_pos pos, enum binary_op operation,
                                 const struct expression *left, const struct expression *right)
{
    source_error(&unit->source, pos, "'%s' cannot be applied to '%s' and '%s'", operation_text(operation),
                 type_text(unit->arena, left->type), type_text(unit->arena, right->type));
    return check_error_node(unit, pos);
}

static struct expression *make(struct unit *unit, source_pos pos, enum binary_op operation, struct type *type,
                               struct expression *left, struct expression *right)
{
    uint64_t folded;
    struct expression *e;
    if (left->kind == EXPRESSION_CONSTANT && right->kind == EXPRESSION_CONSTANT &&
        check_fold_binary(operation, left->type, left->value, right->value, &folded)) {
        e = check_number(unit, pos, type, folded);
        e->operation = operation; /* for messages: how it stands in the source */
        return e;
    }
    e = check_new(unit, EXPRESSION_BINARY, pos, type);
    e->operation = operation;
    check_attach(unit, e, left, right, NULL);
    return e;
}

/* ---- pointers */

/* The words that a pointer moves by; 1 for pointers to void and to functions, which only plain C moves. */
static uint32_t step_words(const struct type *pointer)
{
    const enum type_kind kind = pointer->base->kind;
    return kind == TYPE_VOID || kind == TYPE_FUNCTION ? 1 : type_words(pointer->base);
}

/* Pointers to it can be moved: its size is known. */
static bool check_steps(struct unit *unit, source_pos pos, const struct expression *pointer)
{
    if (type_is_complete(pointer->type->base) || check_has_gnu_size(unit, pointer->type->base))
        return true;
    source_error(&unit->source, pos, "arithmetic on '%s': the size of '%s' is not known",
                 type_text(unit->arena, pointer->type), type_text(unit->arena, pointer->type->base));
    return false;
}

/* The integer times the number of words of the pointer's target. */
static struct expression *scale(struct unit *unit, struct expression *index, const struct type *pointer)
{
    uint32_t words = step_words(pointer);
    index = check_convert(unit, index, &type_basic[TYPE_INT]);
    if (type_is_variable(pointer->base))
        return make(
            unit, index->pos, BINARY_MULTIPLY, &type_basic[TYPE_INT], index,
            check_convert(unit, check_sizeof(unit, index->pos, pointer->base), &type_basic[TYPE_INT]));
    if (words == 1)
        return index;
    return make(unit, index->pos, BINARY_MULTIPLY, &type_basic[TYPE_INT], index,
                check_number(unit, index->pos, &type_basic[TYPE_INT], words));
}

static struct expression *pointer_sum(struct unit *unit, source_pos pos, enum binary_op operation,
                                      struct expression *left, struct expression *right)
{
    if (right->type->kind == TYPE_POINTER && operation == BINARY_ADD) {
        struct expression *swapped = left;
        left = right;
        right = swapped;
    }
    if (left->type->kind == TYPE_POINTER && type_is_integer(right->type))
        return check_steps(unit, pos, left)
                   ? make(unit, pos, operation, left->type, left, scale(unit, right, left->type))
                   : check_error_node(unit, pos);
    bool difference = operation == BINARY_SUBTRACT && left->type->kind == TYPE_POINTER &&
                      right->type->kind == TYPE_POINTER && type_same(left->type->base, right->type->base);
    if (!difference)
        return refuse(unit, pos, operation, left, right);
    if (!check_steps(unit, pos, left))
        return check_error_node(unit, pos);
    uint32_t words = step_words(left->type);
    struct type *type = &type_basic[TYPE_INT];
    struct expression *e = make(unit, pos, BINARY_SUBTRACT, type, check_convert(unit, left, type),
                                check_convert(unit, right, type));
    if (type_is_variable(left->type->base))
        return make(unit, pos, BINARY_DIVIDE, type, e,
                    check_convert(unit, check_sizeof(unit, pos, left->type->base), type));
    return words <= 1 ? e : make(unit, pos, BINARY_DIVIDE, type, e, check_number(unit, pos, type, words));
}

static bool is_string(const struct expression *e)
{
    return e->kind == EXPRESSION_ADDRESS && e->left->kind == EXPRESSION_STRING;
}

static struct expression *pointer_comparison(struct unit *unit, source_pos pos, enum binary_op operation,
                                             struct expression *left, struct expression *right)
{
    bool equality = operation == BINARY_EQUAL || operation == BINARY_NOT_EQUAL;
    if (left->type->kind == TYPE_POINTER && right->type->kind == TYPE_POINTER) {
        bool related = type_same(type_unqualified(unit->arena, left->type->base),
                                 type_unqualified(unit->arena, right->type->base)) ||
                       left->type->base->kind == TYPE_VOID || right->type->base->kind == TYPE_VOID;
        if (is_string(left) || is_string(right))
            source_warning(
                &unit->source, pos, WARNING_pointers,
                "this compares the address of a string, not its letters: use strcmp of <string.h>");
        if (!related)
            source_warning(&unit->source, pos, WARNING_pointers,
                           "comparison of different pointer types '%s' and '%s'",
                           type_text(unit->arena, left->type), type_text(unit->arena, right->type));
    } else if (!equality || (!check_is_null(left) && !check_is_null(right))) {
        if (!check_mixes(unit, left->type, right->type))
            return refuse(unit, pos, operation, left, right);
        source_warning(&unit->source, pos, WARNING_pointers, "'%s' compares '%s' with '%s'",
                       operation_text(operation), type_text(unit->arena, left->type),
                       type_text(unit->arena, right->type));
    }
    struct type *word = &type_basic[TYPE_UNSIGNED];
    return make(unit, pos, operation, &type_basic[TYPE_INT], check_convert(unit, left, word),
                check_convert(unit, right, word));
}

/* ---- all binary operators */

/* `type`: in which the operator computes. */
static void warn_arithmetic(struct unit *unit, source_pos pos, enum binary_op operation,
                            const struct expression *right, const struct type *type)
{
    const bool is_shift = operation == BINARY_SHIFT_LEFT || operation == BINARY_SHIFT_RIGHT;
    const unsigned bits = 32 * type_words(type);
    if (right->kind != EXPRESSION_CONSTANT || type_is_float(type) || unit->unevaluated != 0)
        return;
    if ((operation == BINARY_DIVIDE || operation == BINARY_REMAINDER) && right->value == 0)
        source_warning(&unit->source, pos, WARNING_arithmetic, "division by zero");
    if (is_shift && right->value >= bits)
        source_warning(&unit->source, pos, WARNING_arithmetic, "shift by %d: a %s has %u bits",
                       (int32_t)right->value, bits == 32 ? "word" : "long long", bits);
}

static struct expression *logical(struct unit *unit, source_pos pos, enum binary_op operation,
                                  struct expression *left, struct expression *right)
{
    left = check_truth(unit, left);
    right = check_truth(unit, right);
    if (check_failed(left) || check_failed(right))
        return check_error_node(unit, pos);
    bool truth;
    if (check_constant_truth(left, &truth) &&
        (truth == (operation == BINARY_LOGICAL_OR) || check_constant_truth(right, &truth)))
        return check_number(unit, pos, &type_basic[TYPE_INT], truth);
    struct expression *e = check_new(unit, EXPRESSION_LOGICAL, pos, &type_basic[TYPE_INT]);
    e->operation = operation;
    check_attach(unit, e, left, right, NULL);
    return e;
}

static bool is_integer_operation(enum binary_op operation)
{
    return operation == BINARY_REMAINDER || (operation >= BINARY_AND && operation <= BINARY_SHIFT_RIGHT);
}

/* Whether a value is certainly nonnegative, by its form. */
static bool is_natural(const struct expression *e)
{
    while (e->kind == EXPRESSION_CONVERT && type_is_integer(e->left->type) &&
           type_words(e->left->type) <= type_words(e->type))
        e = e->left;
    if (e->kind == EXPRESSION_CONSTANT)
        return e->value >> (32 * type_words(e->type) - 1) == 0;
    if (type_is_unsigned(e->type) || e->type->kind == TYPE_BOOL)
        return true;
    switch (e->kind) {
    case EXPRESSION_SPECIAL:
    case EXPRESSION_LOGICAL:
    case EXPRESSION_NOT:
        return true;
    case EXPRESSION_BINARY:
        return e->operation >= BINARY_EQUAL ||
               (e->operation == BINARY_AND && (is_natural(e->left) || is_natural(e->right))) ||
               (e->operation != BINARY_SUBTRACT && is_natural(e->left) && is_natural(e->right));
    case EXPRESSION_CONDITIONAL:
        return is_natural(e->right) && is_natural(e->third);
    default:
        return false;
    }
}

/* In an unsigned comparison, a negative number is larger than all others. */
static void warn_sign(struct unit *unit, source_pos pos, enum binary_op operation,
                      const struct expression *left, const struct expression *right)
{
    const bool is_left = !type_is_unsigned(left->type);
    const struct expression *is_signed = is_left ? left : right, *other = is_left ? right : left;
    if (operation >= BINARY_LESS && operation <= BINARY_GREATER_EQUAL &&
        type_is_unsigned(left->type) != type_is_unsigned(right->type) && unit->unevaluated == 0 &&
        !is_natural(is_signed) && other->kind != EXPRESSION_CONSTANT)
        source_warning(&unit->source, pos, WARNING_sign_compare,
                       "'%s' and '%s' are compared as unsigned, where a negative number is a large one: cast "
                       "one of them",
                       type_text(unit->arena, left->type), type_text(unit->arena, right->type));
}

/* An unsigned number is at least 0. */
static void warn_natural(struct unit *unit, source_pos pos, enum binary_op operation,
                         const struct expression *left, const struct expression *right)
{
    const bool is_always = operation == BINARY_GREATER_EQUAL;
    if ((is_always || operation == BINARY_LESS) && unit->unevaluated == 0 &&
        left->kind != EXPRESSION_CONSTANT && right->kind == EXPRESSION_CONSTANT && right->value == 0 &&
        type_is_unsigned(left->type))
        source_warning(&unit->source, pos, WARNING_sign_compare,
                       "an unsigned number is never negative, so this is always %s: make it an int",
                       is_always ? "true" : "false");
}

static bool is_bare_comparison(const struct expression *e, enum binary_op from)
{
    const bool is_binary = e->kind == EXPRESSION_BINARY || e->kind == EXPRESSION_CONSTANT;
    return is_binary && e->operation >= from && e->operation <= BINARY_GREATER_EQUAL && !e->parenthesised;
}

/* Operators that C groups otherwise than people read them. */
static void warn_grouping(struct unit *unit, source_pos pos, enum binary_op operation,
                          const struct expression *left, const struct expression *right)
{
    const bool is_left = is_bare_comparison(left, BINARY_EQUAL);
    const struct expression *inner = is_left ? left : right;
    if (operation >= BINARY_LESS && operation <= BINARY_GREATER_EQUAL &&
        is_bare_comparison(left, BINARY_LESS))
        source_warning(&unit->source, pos, WARNING_parentheses,
                       "this compares the result of the first comparison, 0 or 1: write a %s b && b %s c",
                       operation_text(left->operation), operation_text(operation));
    if (operation >= BINARY_AND && operation <= BINARY_XOR &&
        (is_left || is_bare_comparison(right, BINARY_EQUAL)))
        source_warning(&unit->source, pos, WARNING_parentheses,
                       "'%s' is computed before '%s': write parentheses around what belongs together",
                       operation_text(inner->operation), operation_text(operation));
}

/* The right operand of a shift is a word, since more than 63 means nothing. */
static struct expression *shift_count(struct unit *unit, struct expression *e)
{
    return type_is_long_long(e->type) ? check_convert(unit, e, &type_basic[TYPE_INT]) : e;
}

struct expression *check_binary(struct unit *unit, source_pos pos, enum binary_op operation,
                                struct expression *left, struct expression *right)
{
    if (operation == BINARY_LOGICAL_AND || operation == BINARY_LOGICAL_OR)
        return logical(unit, pos, operation, left, right);
    left = check_rvalue(unit, left);
    right = check_rvalue(unit, right);
    if (check_failed(left) || check_failed(right))
        return check_error_node(unit, pos);
    bool comparison = operation >= BINARY_EQUAL && operation <= BINARY_GREATER_EQUAL;
    if (left->type->kind == TYPE_POINTER || right->type->kind == TYPE_POINTER) {
        if (comparison)
            return pointer_comparison(unit, pos, operation, left, right);
        if (operation == BINARY_ADD || operation == BINARY_SUBTRACT)
            return pointer_sum(unit, pos, operation, left, right);
    }
    if (!type_is_arithmetic(left->type) || !type_is_arithmetic(right->type) ||
        (is_integer_operation(operation) && (type_is_float(left->type) || type_is_float(right->type))))
        return refuse(unit, pos, operation, left, right);
    warn_grouping(unit, pos, operation, left, right);
    left = check_promote(unit, left);
    right = check_promote(unit, right);
    if (operation == BINARY_SHIFT_LEFT || operation == BINARY_SHIFT_RIGHT) {
        right = shift_count(unit, right);
        warn_arithmetic(unit, pos, operation, right, left->type);
        return make(unit, pos, operation, left->type, left, right);
    }
    struct type *type = check_common_type(left->type, right->type);
    warn_arithmetic(unit, pos, operation, right, type);
    if (comparison && type_is_unsigned(type)) {
        warn_sign(unit, pos, operation, left, right);
        warn_natural(unit, pos, operation, left, right);
    }
    return make(unit, pos, operation, comparison ? &type_basic[TYPE_INT] : type,
                check_convert(unit, left, type), check_convert(unit, right, type));
}

/* ---- ?: and , */

static struct type *conditional_type(struct unit *unit, struct expression **yes, struct expression **no)
{
    struct type *l = (*yes)->type;
    struct type *r = (*no)->type;
    if (type_is_arithmetic(l) && type_is_arithmetic(r))
        return check_common_type(check_promote(unit, *yes)->type, check_promote(unit, *no)->type);
    if (l->kind == TYPE_VOID || r->kind == TYPE_VOID) {
        const bool drops = unit->source.is_plain_c || (*yes)->kind == EXPRESSION_STATEMENTS ||
                           (*no)->kind == EXPRESSION_STATEMENTS;
        return l->kind == r->kind || drops ? &type_basic[TYPE_VOID] : NULL;
    }
    if (type_is_record(l))
        return type_same(l, r) ? type_unqualified(unit->arena, l) : NULL;
    if (l->kind == TYPE_POINTER && check_is_null(*no))
        return l;
    if (r->kind == TYPE_POINTER && check_is_null(*yes))
        return r;
    if (l->kind != TYPE_POINTER || r->kind != TYPE_POINTER)
        return check_mixes(unit, l, r) ? l->kind == TYPE_POINTER ? l : r : NULL;
    struct type *base = type_is_void_pointer(r) ? r->base : type_composite(unit->arena, l->base, r->base);
    const bool fits =
        type_is_void_pointer(l) || type_is_void_pointer(r) ||
        type_same(type_unqualified(unit->arena, l->base), type_unqualified(unit->arena, r->base));
    if (!fits && unit->source.is_plain_c)
        base = &type_basic[TYPE_VOID];
    base = type_qualified(unit->arena, base, l->base->is_const || r->base->is_const,
                          l->base->is_volatile || r->base->is_volatile);
    return fits || unit->source.is_plain_c ? type_pointer(unit->arena, base) : NULL;
}

/* Whether gcc takes two results of ?: with a warning only: pointers to different types, a pointer and an
 * integer. */
static bool is_unlike(const struct expression *yes, const struct expression *no, const struct type *type)
{
    const bool is_pointer = yes->type->kind == TYPE_POINTER && no->type->kind == TYPE_POINTER;
    return type->kind == TYPE_POINTER && !check_is_null(yes) && !check_is_null(no) &&
           (!is_pointer || (type->base->kind == TYPE_VOID && yes->type->base->kind != TYPE_VOID &&
                            no->type->base->kind != TYPE_VOID));
}

struct expression *check_conditional(struct unit *unit, source_pos pos, struct expression *condition,
                                     struct expression *yes, struct expression *no)
{
    condition = check_truth(unit, condition);
    yes = check_rvalue(unit, yes);
    no = check_rvalue(unit, no);
    if (check_failed(condition) || check_failed(yes) || check_failed(no))
        return check_error_node(unit, pos);
    struct type *type = conditional_type(unit, &yes, &no);
    if (type == NULL) {
        source_error(&unit->source, pos, "the two results of '?:' do not fit each other: '%s' and '%s'",
                     type_text(unit->arena, yes->type), type_text(unit->arena, no->type));
        return check_error_node(unit, pos);
    }
    if (is_unlike(yes, no, type))
        source_warning(&unit->source, pos, WARNING_pointers, "the two results of '?:' are '%s' and '%s'",
                       type_text(unit->arena, yes->type), type_text(unit->arena, no->type));
    if (type_is_scalar(type)) {
        yes = check_convert(unit, yes, type);
        no = check_convert(unit, no, type);
    }
    bool truth;
    if (check_constant_truth(condition, &truth) && (truth ? yes : no)->kind == EXPRESSION_CONSTANT)
        return check_number(unit, pos, type, (truth ? yes : no)->value);
    struct expression *e = check_new(unit, EXPRESSION_CONDITIONAL, pos, type);
    check_attach(unit, e, condition, yes, no);
    return e;
}

struct expression *check_comma(struct unit *unit, source_pos pos, struct expression *left,
                               struct expression *right)
{
    right = check_rvalue(unit, right);
    if (check_failed(left) || check_failed(right))
        return check_error_node(unit, pos);
    if (!left->has_effect && left->type->kind != TYPE_VOID && unit->unevaluated == 0)
        source_warning(&unit->source, left->pos, WARNING_no_effect,
                       "the value before this ',' is not used: only the one after it counts");
    struct expression *e = check_new(unit, EXPRESSION_COMMA, pos, right->type);
    check_attach(unit, e, left, right, NULL);
    e->shared = right->shared;
    return e;
}

/* ---- assignments */

const struct symbol *check_variable_of(const struct expression *e)
{
    while (e->kind == EXPRESSION_MEMBER)
        e = e->left;
    return e->kind == EXPRESSION_OBJECT ? e->symbol : NULL;
}

static bool has_const_member(const struct type *type)
{
    if (!type_is_record(type))
        return false;
    for (const struct member *member = type->tag->members; member != NULL; member = member->next) {
        if (member->type->is_const || has_const_member(member->type))
            return true;
    }
    return false;
}

/* Whether the expression is an lvalue; reports why not. */
static bool is_modifiable(struct unit *unit, source_pos pos, struct expression *e, const char *role)
{
    const struct expression *root = e;
    while (root->kind == EXPRESSION_MEMBER)
        root = root->left;
    if (e->type->kind == TYPE_ARRAY || e->type->kind == TYPE_FUNCTION) {
        source_error(&unit->source, pos, "%s: an %s cannot be assigned to", role,
                     e->type->kind == TYPE_ARRAY ? "array" : "function");
        return false;
    }
    if (root->kind != EXPRESSION_OBJECT && root->kind != EXPRESSION_DEREFERENCE) {
        source_error(&unit->source, pos,
                     "%s: expected something that can be assigned to (a variable, *p, a[i], s.m)", role);
        return false;
    }
    if (!type_is_complete(e->type)) {
        source_error(&unit->source, pos, "%s: type '%s' has no value", role, type_text(unit->arena, e->type));
        return false;
    }
    const struct symbol *symbol = check_variable_of(e);
    if (e->type->is_const || has_const_member(e->type)) {
        if (symbol != NULL)
            source_error(&unit->source, pos, "%s: '%s' is const", role, symbol->name->text);
        else
            source_error(&unit->source, pos, "%s: this is const (type '%s')", role,
                         type_text(unit->arena, e->type));
        return false;
    }
    if (root->kind == EXPRESSION_DEREFERENCE) {
        const struct expression *p = root->left;
        while (p->kind == EXPRESSION_BINARY)
            p = p->left;
        if (p->kind == EXPRESSION_ADDRESS && p->left->kind == EXPRESSION_STRING) {
            source_error(&unit->source, pos, "%s: string literals are read-only", role);
            return false;
        }
    }
    return true;
}

/* A pointer to a private object, stored where all PPs see it, is another cell for each of them. */
static void warn_private_address(struct unit *unit, const struct expression *left,
                                 const struct expression *right)
{
    const struct expression *e = right;
    while (e->kind == EXPRESSION_CONVERT || e->kind == EXPRESSION_BINARY)
        e = e->left;
    if (!left->shared || e->kind != EXPRESSION_ADDRESS)
        return;
    const struct symbol *symbol = check_variable_of(e->left);
    if (symbol != NULL && symbol->is_static && !symbol->shared && symbol->kind == SYMBOL_OBJECT)
        source_warning(&unit->source, right->pos, WARNING_private_address,
                       "address of the private '%s' in a shared pointer: it means another cell to every PP",
                       symbol->name->text);
}

struct expression *check_assign(struct unit *unit, source_pos pos, struct expression *left,
                                struct expression *right)
{
    if (left->is_place)
        return check_made(unit, left, check_assign(unit, pos, left->right, right), false);
    if (check_failed(left) || check_failed(right) || !is_modifiable(unit, pos, left, "'='"))
        return check_error_node(unit, pos);
    static const struct check_context context = {.purpose = CHECK_ASSIGN};
    right = check_fit(unit, right, left->type, &context);
    if (check_failed(right))
        return right;
    warn_private_address(unit, left, right);
    struct expression *e = check_new(unit, EXPRESSION_ASSIGN, pos, type_unqualified(unit->arena, left->type));
    check_attach(unit, e, left, right, NULL);
    e->has_effect = true;
    return e;
}

struct expression *check_update(struct unit *unit, source_pos pos, enum binary_op operation,
                                struct expression *left, struct expression *right, bool postfix)
{
    right = check_rvalue(unit, right);
    if (check_failed(left) || check_failed(right))
        return check_error_node(unit, pos);
    if (left->is_place)
        return check_made(unit, left, check_update(unit, pos, operation, left->right, right, postfix), false);
    const char *role = arena_format(unit_nodes(unit), "'%s='", operation_text(operation));
    if (right->kind == EXPRESSION_CONSTANT && right->pos == pos)
        role = operation == BINARY_ADD ? "'++'" : "'--'";
    if (!is_modifiable(unit, pos, left, role))
        return check_error_node(unit, pos);
    struct type *compute;
    bool sum = operation == BINARY_ADD || operation == BINARY_SUBTRACT;
    if (left->type->kind == TYPE_POINTER && sum && type_is_integer(right->type)) {
        if (!check_steps(unit, pos, left))
            return check_error_node(unit, pos);
        compute = left->type;
        right = scale(unit, right, left->type);
    } else if (type_is_arithmetic(left->type) && type_is_arithmetic(right->type) &&
               !(is_integer_operation(operation) &&
                 (type_is_float(left->type) || type_is_float(right->type)))) {
        bool shift = operation == BINARY_SHIFT_LEFT || operation == BINARY_SHIFT_RIGHT;
        struct type *old = check_promote(unit, left)->type;
        right = check_promote(unit, right);
        compute = shift ? old : check_common_type(old, right->type);
        right = shift ? shift_count(unit, right) : check_convert(unit, right, compute);
        warn_arithmetic(unit, pos, operation, right, compute);
    } else {
        return refuse(unit, pos, operation, left, right);
    }
    struct expression *e = check_new(unit, EXPRESSION_UPDATE, pos, type_unqualified(unit->arena, left->type));
    e->operation = operation;
    e->compute_type = type_unqualified(unit->arena, compute);
    e->postfix = postfix;
    check_attach(unit, e, left, right, NULL);
    e->has_effect = true;
    return e;
}
