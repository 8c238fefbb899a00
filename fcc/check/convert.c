/* convert.c - conversions: promotions, assignment, casts, truth values. */
#include "fcc/check/check.h"

struct expression *check_rvalue(struct unit *unit, struct expression *e)
{
    if (e->is_place && e->type->kind == TYPE_ARRAY)
        return check_made(unit, e, check_rvalue(unit, e->right), false);
    if (e->type->kind == TYPE_ARRAY) {
        struct expression *address =
            check_new(unit, EXPRESSION_ADDRESS, e->pos, type_pointer(unit->arena, e->type->base));
        check_attach(unit, address, e, NULL, NULL);
        /* the address of an array is the same word in all PPs, unless a private pointer leads to it */
        return address;
    }
    if (e->kind == EXPRESSION_BUILTIN && e->type->kind == TYPE_FUNCTION) {
        source_error(&unit->source, e->pos, "'%s' is built in: it can be called, but it has no address",
                     e->symbol->name->text);
        return check_error_node(unit, e->pos);
    }
    if (e->type->kind == TYPE_FUNCTION) {
        struct expression *address =
            check_new(unit, EXPRESSION_ADDRESS, e->pos, type_pointer(unit->arena, e->type));
        check_attach(unit, address, e, NULL, NULL);
        return address;
    }
    return e;
}

struct expression *check_convert(struct unit *unit, struct expression *e, struct type *type)
{
    type = type_unqualified(unit->arena, type);
    if (check_failed(e) || type_is_error(type) ||
        (type_same(e->type, type) && !type_is_record(type) && e->type == type))
        return e;
    if (e->kind == EXPRESSION_CONSTANT && type_is_real(type))
        return check_real_of(unit, e);
    if (e->kind == EXPRESSION_CONSTANT && type->kind != TYPE_VOID) {
        const uint64_t value = check_fold_convert(e->value, e->type, type);
        return check_number(unit, e->pos, type, value);
    }
    struct expression *node = check_new(unit, EXPRESSION_CONVERT, e->pos, type);
    check_attach(unit, node, e, NULL, NULL);
    return node;
}

static struct type *promoted(struct type *type)
{
    switch (type->kind) {
    case TYPE_BOOL:
    case TYPE_CHAR:
    case TYPE_SIGNED_CHAR:
    case TYPE_SHORT:
    case TYPE_INT:
    case TYPE_ENUM:
        return &type_basic[TYPE_INT];
    case TYPE_UNSIGNED_CHAR:
    case TYPE_UNSIGNED_SHORT:
    case TYPE_UNSIGNED:
        /* both are words: int cannot hold all their values */
        return &type_basic[TYPE_UNSIGNED];
    default:
        return type;
    }
}

/* A bit-field narrower than a word fits int, also an unsigned one; so does the value of an assignment to it.
 */
static bool is_narrow_field(const struct expression *e)
{
    while (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_UPDATE || e->kind == EXPRESSION_COMMA)
        e = e->kind == EXPRESSION_COMMA ? e->right : e->left;
    return e->kind == EXPRESSION_MEMBER && e->member != NULL && e->member->is_bit_field &&
           e->member->bits < 32;
}

struct expression *check_promote(struct unit *unit, struct expression *e)
{
    e = check_rvalue(unit, e);
    if (!type_is_integer(e->type))
        return e;
    return check_convert(unit, e, is_narrow_field(e) ? &type_basic[TYPE_INT] : promoted(e->type));
}

struct type *check_common_type(struct type *left, struct type *right)
{
    if (type_is_real(left) || type_is_real(right))
        return type_is_real(left) ? left->base : right->base;
    if (type_is_float(left) || type_is_float(right)) {
        enum type_kind l = type_is_float(left) ? left->kind : TYPE_FLOAT;
        enum type_kind r = type_is_float(right) ? right->kind : TYPE_FLOAT;
        return &type_basic[l > r ? l : r];
    }
    left = promoted(left);
    right = promoted(right);
    enum type_kind higher = left->kind > right->kind ? left->kind : right->kind;
    bool is_unsigned = type_is_unsigned(left) || type_is_unsigned(right);
    switch (higher) {
    case TYPE_LONG:
    case TYPE_UNSIGNED_LONG:
        return &type_basic[is_unsigned ? TYPE_UNSIGNED_LONG : TYPE_LONG];
    case TYPE_LONG_LONG: /* holds all values of the shorter types */
    case TYPE_UNSIGNED_LONG_LONG:
        return &type_basic[higher];
    default:
        return &type_basic[is_unsigned ? TYPE_UNSIGNED : TYPE_INT];
    }
}

bool check_is_null(const struct expression *e)
{
    return e->kind == EXPRESSION_CONSTANT && e->value == 0 &&
           (type_is_integer(e->type) ||
            (type_is_void_pointer(e->type) && !e->type->base->is_const && !e->type->base->is_volatile));
}

bool check_mixes(const struct unit *unit, const struct type *left, const struct type *right)
{
    return unit->source.is_plain_c && ((left->kind == TYPE_POINTER && type_is_integer(right)) ||
                                       (type_is_integer(left) && right->kind == TYPE_POINTER));
}

/* ---- as by assignment */

/* "passing argument 2 of 'f'", "assigning to type 'int'", ... */
static const char *purpose_text(struct unit *unit, const struct check_context *context)
{
    switch (context->purpose) {
    case CHECK_INITIALISE:
        return "initialising";
    case CHECK_RETURN:
        return "returning";
    case CHECK_ARGUMENT:
        return context->function != NULL
                   ? arena_format(unit->arena, "passing argument %u of '%s'", context->argument,
                                  context->function)
                   : arena_format(unit->arena, "passing argument %u", context->argument);
    case CHECK_ASSIGN:
        break;
    }
    return "assigning";
}

static struct expression *refuse(struct unit *unit, struct expression *e, struct type *type,
                                 const struct check_context *context, const char *hint)
{
    source_error(&unit->source, e->pos, "%s: expected '%s', but this is of type '%s'%s",
                 purpose_text(unit, context), type_text(unit->arena, type), type_text(unit->arena, e->type),
                 hint);
    return check_error_node(unit, e->pos);
}

/* Whether C's headers say double where those of the runtime say float, which is the same. */
static bool is_one_float(const struct unit *unit, const struct type *left, const struct type *right)
{
    return unit->source.is_plain_c && type_is_float(left) && type_is_float(right) && !type_is_real(left) &&
           !type_is_real(right);
}

/* Two pointers: warnings only, as in C's compilers, except for modes, which no call could repair. */
static struct expression *fit_pointer(struct unit *unit, struct expression *e, struct type *type,
                                      const struct check_context *context)
{
    const struct type *to = type->base;
    const struct type *from = e->type->base;
    bool either_void = to->kind == TYPE_VOID || from->kind == TYPE_VOID;
    if (to->kind == TYPE_FUNCTION && from->kind == TYPE_FUNCTION && to->mode != from->mode &&
        from->mode != MODE_STRAIGHT)
        return refuse(unit, e, type, context,
                      arena_format(unit->arena, "; %s and %s functions cannot stand for each other",
                                   mode_text(to->mode), mode_text(from->mode)));
    if (!either_void && !type_same(to, from) && to->kind != TYPE_FUNCTION)
        source_warning(&unit->source, e->pos, WARNING_pointers,
                       "%s: incompatible pointer types: expected '%s', but this is of type '%s'",
                       purpose_text(unit, context), type_text(unit->arena, type),
                       type_text(unit->arena, e->type));
    else if (to->kind == TYPE_FUNCTION && from->kind == TYPE_FUNCTION && !type_same(to->base, from->base) &&
             !is_one_float(unit, to->base, from->base))
        source_warning(&unit->source, e->pos, WARNING_pointers,
                       "%s: incompatible pointer types: expected '%s', but this is of type '%s'",
                       purpose_text(unit, context), type_text(unit->arena, type),
                       type_text(unit->arena, e->type));
    else if ((from->is_const && !to->is_const) || (from->is_volatile && !to->is_volatile))
        source_warning(&unit->source, e->pos, WARNING_pointers, "%s: this drops the qualifier '%s' from '%s'",
                       purpose_text(unit, context), from->is_const && !to->is_const ? "const" : "volatile",
                       type_text(unit->arena, e->type));
    return check_convert(unit, e, type);
}

/* A constant of 64 bits for an integer of one word. */
static void warn_cut(struct unit *unit, const struct expression *e, const struct type *type,
                     const struct check_context *context)
{
    const bool is_wide = e->kind == EXPRESSION_CONSTANT && type_is_long_long(e->type);
    const bool is_word = type_is_integer(type) && !type_is_long_long(type) && type->kind != TYPE_BOOL;
    if (!is_wide || !is_word || (check_signed(e) >= INT32_MIN && check_signed(e) <= UINT32_MAX))
        return;
    source_warning(&unit->source, e->pos, WARNING_overflow,
                   type_is_unsigned(e->type) ? "%s: %llu does not fit '%s' and is cut to 32 bits"
                                             : "%s: %lld does not fit '%s' and is cut to 32 bits",
                   purpose_text(unit, context), (unsigned long long)e->value, type_text(unit->arena, type));
}

struct expression *check_fit(struct unit *unit, struct expression *e, struct type *type,
                             const struct check_context *context)
{
    e = check_rvalue(unit, e);
    if (check_failed(e) || type_is_error(type))
        return e;
    if (e->type->kind == TYPE_VOID) {
        source_error(&unit->source, e->pos, "%s: this has no value (type void)", purpose_text(unit, context));
        return check_error_node(unit, e->pos);
    }
    if (type_is_arithmetic(type) && type_is_arithmetic(e->type)) {
        if (context->purpose == CHECK_ARGUMENT && type_is_real(e->type) && type_is_float(type) &&
            !type_is_real(type))
            source_warning(&unit->source, e->pos, WARNING_real,
                           "%s: this real is rounded to float; add a cast if this is intended",
                           purpose_text(unit, context));
        warn_cut(unit, e, type, context);
        return check_convert(unit, e, type);
    }
    if (type->kind == TYPE_POINTER && e->type->kind == TYPE_POINTER)
        return fit_pointer(unit, e, type, context);
    if (type->kind == TYPE_POINTER && check_is_null(e))
        return check_convert(unit, e, type);
    if (type->kind == TYPE_BOOL && e->type->kind == TYPE_POINTER)
        return check_convert(unit, e, type);
    if (type_is_record(type) && type_same(type, e->type))
        return e;
    if (check_mixes(unit, type, e->type)) {
        source_warning(&unit->source, e->pos, WARNING_pointers, "%s: expected '%s', but this is of type '%s'",
                       purpose_text(unit, context), type_text(unit->arena, type),
                       type_text(unit->arena, e->type));
        return check_convert(unit, e, type);
    }
    bool pointer_and_integer = (type->kind == TYPE_POINTER && type_is_integer(e->type)) ||
                               (type_is_integer(type) && e->type->kind == TYPE_POINTER);
    return refuse(unit, e, type, context, pointer_and_integer ? "; add a cast if this is intended" : "");
}

struct expression *check_cast(struct unit *unit, source_pos pos, struct type *type, struct expression *e)
{
    e = check_rvalue(unit, e);
    if (check_failed(e) || type_is_error(type))
        return check_error_node(unit, pos);
    bool pointer_and_float = (type->kind == TYPE_POINTER && type_is_float(e->type)) ||
                             (type_is_float(type) && e->type->kind == TYPE_POINTER);
    if (type_is_record(type) && type_same(type, e->type)) /* as gcc has it */
        return e->is_place ? e->right == NULL ? e : check_comma(unit, pos, e->left, e->right) : e;
    if (type->kind != TYPE_VOID && (!type_is_scalar(type) || !type_is_scalar(e->type) || pointer_and_float)) {
        source_error(&unit->source, pos, "cannot convert type '%s' to type '%s'",
                     type_text(unit->arena, e->type), type_text(unit->arena, type));
        return check_error_node(unit, pos);
    }
    if (type->kind == TYPE_POINTER && e->type->kind == TYPE_POINTER && type->base->kind == TYPE_FUNCTION &&
        e->type->base->kind == TYPE_FUNCTION && type->base->mode != e->type->base->mode)
        source_warning(&unit->source, pos, WARNING_mode, "this makes a %s function of a %s one",
                       mode_text(type->base->mode), mode_text(e->type->base->mode));
    struct constant_address place;
    if (type_is_integer(type) && e->type->kind == TYPE_POINTER && check_constant_address(e, &place) &&
        place.symbol == NULL && place.string == NULL)
        e = check_number(unit, pos, e->type, place.value); /* offsetof: &((struct s *)0)->member */
    struct expression *result = check_convert(unit, e, type);
    if (e->kind == EXPRESSION_CONSTANT && result->kind == EXPRESSION_CONSTANT) {
        /* a new node, because the cast rounds: the text for a real must go */
        result = check_number(unit, pos, result->type, result->value);
        result->exact = type_is_float(result->type) ? EXACT_FLOAT : EXACT_NONE;
    } else if (result == e && e->kind != EXPRESSION_REAL) {
        /* a cast is no lvalue */
        result = check_new(unit, EXPRESSION_CONVERT, pos, type_unqualified(unit->arena, type));
        check_attach(unit, result, e, NULL, NULL);
    }
    return result;
}

struct expression *check_truth(struct unit *unit, struct expression *e)
{
    e = check_rvalue(unit, e);
    if (!check_failed(e) && !type_is_scalar(e->type)) {
        source_error(&unit->source, e->pos, "expected a condition, but this is of type '%s'",
                     type_text(unit->arena, e->type));
        return check_error_node(unit, e->pos);
    }
    if (e->kind == EXPRESSION_ASSIGN && !e->parenthesised)
        source_warning(&unit->source, e->pos, WARNING_parentheses,
                       "assignment used as a condition: write == to compare, or parentheses around it");
    return e;
}
