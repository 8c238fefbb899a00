/* expression.c - expressions by precedence climbing over the rows of token.def. */
#include "fcc/check/check.h"
#include "fcc/parse/parse.h"

static struct expression *parse_unary(struct unit *unit);

/* Each argument takes a word, a record's or real's is its address. */
struct expression *parse_variable_argument(struct unit *unit, source_pos pos)
{
    struct expression *list = parse_assignment(unit);
    parse_expect(unit, TOKEN_COMMA, "");
    struct type *type = unit->panic ? &type_basic[TYPE_ERROR] : parse_type_name(unit);
    struct expression *step = check_increment(unit, pos, TOKEN_INCREMENT, list, true);
    if (unit->panic || check_failed(step) || type_is_error(type))
        return check_error_node(unit, pos);
    struct type *pointer = type_pointer(unit->arena, type);
    bool by_address = type_is_record(type) || type_is_real(type) || type_is_long_long(type);
    struct type *wanted = by_address ? type_pointer(unit->arena, pointer) : pointer;
    struct expression *e = check_unary(unit, pos, TOKEN_STAR, check_cast(unit, pos, wanted, step));
    return by_address ? check_unary(unit, pos, TOKEN_STAR, e) : e;
}

static struct type *integer_type(struct unit *unit, const struct token *token)
{
    static const enum type_kind kinds[][2] = {{TYPE_INT, TYPE_UNSIGNED},
                                              {TYPE_LONG, TYPE_UNSIGNED_LONG},
                                              {TYPE_LONG_LONG, TYPE_UNSIGNED_LONG_LONG}};
    if (token->longs == 2)
        parse_note_long_long(unit, token->pos);
    return &type_basic[kinds[token->longs][token->is_unsigned]];
}

/* The parts of a `_Generic` so far. */
struct selection {
    struct type *type;           /* of the value that decides */
    struct expression *chosen;   /* NULL: none fits so far */
    struct expression *similar;  /* for a type that is compatible, an int for an enum; likewise */
    struct expression *fallback; /* of `default` */
    struct generic_type {
        struct generic_type *next;
        const struct type *type;
        source_pos pos;
    } * types; /* those that stood there */
};

static void read_association(struct unit *unit, struct selection *selection)
{
    source_pos pos = parse_next(unit)->pos;
    struct generic_type *new = NULL;
    if (!parse_accept(unit, TOKEN_DEFAULT)) {
        new = ARENA_NEW(unit->arena, struct generic_type);
        new->pos = pos;
        new->type = parse_type_name(unit);
        const struct generic_type *old = selection->types;
        while (old != NULL && !type_identical(old->type, new->type))
            old = old->next;
        if (!unit->panic && old != NULL && !type_is_error(new->type) && !type_is_error(old->type)) {
            source_error(&unit->source, pos, "two associations of '_Generic' have the type '%s'",
                         type_text(unit->arena, new->type));
            source_note(&unit->source, old->pos, "the first one is here");
        }
        new->next = selection->types;
        selection->types = new;
    } else if (selection->fallback != NULL) {
        source_error(&unit->source, pos, "a '_Generic' can have one 'default' only");
    }
    parse_expect(unit, TOKEN_COLON, "after the type of an association");
    struct expression *e = parse_assignment(unit);
    if (new == NULL)
        selection->fallback = e;
    else if (selection->chosen == NULL && type_identical(selection->type, new->type))
        selection->chosen = e;
    else if (selection->similar == NULL && type_compatible(selection->type, new->type))
        selection->similar = e;
}

/* `_Generic(value, type: expression, ..., default: expression)`; the value is not computed. */
static struct expression *parse_generic(struct unit *unit, source_pos pos)
{
    struct selection selection = {0};
    parse_nest(unit);
    parse_expect(unit, TOKEN_LEFT_PAREN, "after '_Generic'");
    struct expression *value = check_rvalue(unit, parse_assignment(unit));
    selection.type = type_unqualified(unit->arena, value->type);
    parse_expect(unit, TOKEN_COMMA, "after the value of '_Generic'");
    do {
        read_association(unit, &selection);
    } while (parse_accept(unit, TOKEN_COMMA));
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end '_Generic'");
    parse_unnest(unit);
    struct expression *e = selection.chosen != NULL    ? selection.chosen
                           : selection.similar != NULL ? selection.similar
                                                       : selection.fallback;
    if (unit->panic || check_failed(value))
        return check_error_node(unit, pos);
    if (e == NULL) {
        source_error(&unit->source, pos,
                     "no association of this '_Generic' is for type '%s', and there is no 'default'",
                     type_text(unit->arena, selection.type));
        return check_error_node(unit, pos);
    }
    e->parenthesised = true;
    return e;
}

static struct expression *parse_primary(struct unit *unit)
{
    const struct token *token = parse_next(unit);
    struct expression *e;
    if (unit->panic)
        return check_error_node(unit, token->pos);
    switch (token->kind) {
    case TOKEN_IDENTIFIER:
        e = token->name->symbol == NULL ? parse_builtin(unit, token) : NULL;
        if (e == NULL) {
            parse_advance(unit);
            e = check_name(unit, token);
        }
        return e;
    case TOKEN_INTEGER:
        parse_advance(unit);
        return check_number(unit, token->pos, integer_type(unit, token), token->value);
    case TOKEN_FLOATING:
        parse_advance(unit);
        return check_floating(unit, token);
    case TOKEN_STRING:
        parse_advance(unit);
        return check_string(unit, token);
    case TOKEN_NUMBER_IN_GROUP:
    case TOKEN_RANK:
    case TOKEN_GROUP_NUMBER:
    case TOKEN_GROUP_SIZE:
    case TOKEN_PROC_NR:
    case TOKEN_STARTED_PROCS:
        parse_advance(unit);
        return check_special(unit, token);
    case TOKEN_VARIABLE_ARGS:
        parse_advance(unit);
        if (!parse_accept(unit, TOKEN_LEFT_PAREN))
            return check_special(unit, token);
        parse_nest(unit);
        e = parse_variable_argument(unit, token->pos);
        parse_expect(unit, TOKEN_RIGHT_PAREN, "");
        parse_unnest(unit);
        return e;
    case TOKEN_GENERIC:
        parse_advance(unit);
        return parse_generic(unit, token->pos);
    case TOKEN_LEFT_PAREN:
        parse_advance(unit);
        if (parse_is(unit, TOKEN_LEFT_BRACE))
            return parse_statement_expression(unit, token->pos);
        parse_nest(unit);
        e = parse_expression(unit);
        parse_expect(unit, TOKEN_RIGHT_PAREN, "");
        parse_unnest(unit);
        e->parenthesised = true;
        return e;
    default:
        parse_error(unit, "an expression");
        return check_error_node(unit, token->pos);
    }
}

static struct expression *parse_arguments(struct unit *unit)
{
    struct expression *first = NULL;
    struct expression **last = &first;
    parse_nest(unit);
    if (!parse_is(unit, TOKEN_RIGHT_PAREN)) {
        do {
            struct expression *e = parse_assignment(unit);
            if (e->next != NULL || last == &e->next)
                break;
            *last = e;
            last = &e->next;
        } while (parse_accept(unit, TOKEN_COMMA));
    }
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end the arguments");
    parse_unnest(unit);
    return first;
}

struct expression *parse_suffixes(struct unit *unit, struct expression *e)
{
    struct expression *part;
    while (!unit->panic) {
        const struct token *token = parse_next(unit);
        switch (token->kind) {
        case TOKEN_LEFT_BRACKET:
            parse_advance(unit);
            parse_nest(unit);
            part = parse_expression(unit);
            parse_expect(unit, TOKEN_RIGHT_BRACKET, "");
            parse_unnest(unit);
            e = unit->panic ? check_error_node(unit, token->pos) : check_index(unit, token->pos, e, part);
            break;
        case TOKEN_LEFT_PAREN:
            parse_advance(unit);
            part = parse_arguments(unit);
            e = unit->panic ? check_error_node(unit, token->pos) : check_call(unit, token->pos, e, part);
            break;
        case TOKEN_DOT:
        case TOKEN_ARROW:
            parse_advance(unit);
            if (!parse_is(unit, TOKEN_IDENTIFIER)) {
                parse_error(unit, "a member's name");
                return check_error_node(unit, token->pos);
            }
            e = check_member(unit, token->pos, e, token->kind == TOKEN_ARROW, parse_next(unit));
            parse_advance(unit);
            break;
        case TOKEN_INCREMENT:
        case TOKEN_DECREMENT:
            parse_advance(unit);
            e = check_increment(unit, token->pos, token->kind, e, true);
            break;
        default:
            return e;
        }
    }
    return e;
}

static struct expression *parse_sizeof(struct unit *unit, source_pos pos)
{
    if (parse_is(unit, TOKEN_LEFT_PAREN) && parse_starts_type(parse_ahead(unit, 1))) {
        parse_advance(unit);
        parse_nest(unit);
        struct expression *outer = unit->extents;
        unit->extents = NULL;
        struct type *type = parse_variable_type_name(unit);
        parse_expect(unit, TOKEN_RIGHT_PAREN, "");
        parse_unnest(unit);
        if (!parse_is(unit, TOKEN_LEFT_BRACE) || unit->panic) {
            struct expression *size = parse_with_extents(unit, check_sizeof(unit, pos, type));
            unit->extents = outer;
            return size;
        }
        unit->unevaluated++;
        unit->extents = outer;
        type = parse_suffixes(unit, parse_literal(unit, pos, type))->type;
        unit->unevaluated--;
        return check_sizeof(unit, pos, type);
    }
    unit->unevaluated++;
    struct expression *e = parse_unary(unit);
    unit->unevaluated--;
    if (e->kind == EXPRESSION_MEMBER && e->member->is_bit_field)
        source_error(&unit->source, pos, "sizeof: a bit-field has no size in words");
    return check_sizeof(unit, pos, e->type);
}

/* `_Alignof (type)`: every object begins at a word. */
static struct expression *parse_alignof(struct unit *unit, source_pos pos)
{
    struct expression *size = parse_sizeof(unit, pos);
    return check_failed(size) ? size : check_number(unit, pos, size->type, 1);
}

static struct expression *parse_cast(struct unit *unit)
{
    source_pos pos = parse_next(unit)->pos;
    parse_advance(unit);
    parse_nest(unit);
    struct expression *outer = unit->extents;
    unit->extents = NULL;
    struct type *type = parse_variable_type_name(unit);
    struct expression *own = unit->extents;
    unit->extents = outer;
    parse_expect(unit, TOKEN_RIGHT_PAREN, "");
    struct expression *e;
    if (!unit->panic && parse_is(unit, TOKEN_LEFT_BRACE))
        e = parse_suffixes(unit, parse_literal(unit, pos, type));
    else
        e = check_cast(unit, pos, type, parse_union_cast(unit, pos, type, parse_unary(unit)));
    parse_unnest(unit);
    if (own != NULL) {
        unit->extents = own;
        e = parse_with_extents(unit, e);
        unit->extents = outer;
    }
    return e;
}

static struct expression *parse_unary(struct unit *unit)
{
    const struct token *token = parse_next(unit);
    struct expression *e;
    if (unit->panic)
        return check_error_node(unit, token->pos);
    switch (token->kind) {
    case TOKEN_INCREMENT:
    case TOKEN_DECREMENT:
        parse_advance(unit);
        parse_nest(unit);
        e = parse_unary(unit);
        parse_unnest(unit);
        return check_increment(unit, token->pos, token->kind, e, false);
    case TOKEN_AMPERSAND:
    case TOKEN_STAR:
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_TILDE:
    case TOKEN_EXCLAMATION:
        parse_advance(unit);
        parse_nest(unit);
        e = parse_unary(unit);
        parse_unnest(unit);
        return check_unary(unit, token->pos, token->kind, e);
    case TOKEN_LOGICAL_AND:
        parse_advance(unit);
        return parse_label_address(unit, token->pos);
    case TOKEN_SIZEOF:
        parse_advance(unit);
        parse_nest(unit);
        e = parse_sizeof(unit, token->pos);
        parse_unnest(unit);
        return e;
    case TOKEN_ALIGNOF:
        parse_advance(unit);
        parse_nest(unit);
        e = parse_alignof(unit, token->pos);
        parse_unnest(unit);
        return e;
    case TOKEN_LEFT_PAREN:
        if (parse_starts_type(parse_ahead(unit, 1)))
            return parse_cast(unit);
        return parse_suffixes(unit, parse_primary(unit));
    default:
        return parse_suffixes(unit, parse_primary(unit));
    }
}

static struct expression *parse_binary(struct unit *unit, int lowest)
{
    struct expression *left = parse_unary(unit);
    for (;;) {
        const struct token *token = parse_next(unit);
        int precedence = lex_precedence(token->kind);
        if (unit->panic || precedence == 0 || precedence < lowest)
            return left;
        enum binary_op operation = (enum binary_op)lex_operation(token->kind);
        bool truth;
        bool decided = (operation == BINARY_LOGICAL_AND || operation == BINARY_LOGICAL_OR) &&
                       check_constant_truth(left, &truth) && truth == (operation == BINARY_LOGICAL_OR);
        parse_advance(unit);
        unit->unevaluated += decided;
        struct expression *right = parse_binary(unit, precedence + 1);
        unit->unevaluated -= decided;
        left = unit->panic ? check_error_node(unit, token->pos)
                           : check_binary(unit, token->pos, operation, left, right);
    }
}

struct expression *parse_conditional(struct unit *unit)
{
    struct expression *condition = parse_binary(unit, 1);
    source_pos pos = parse_next(unit)->pos;
    if (!parse_accept(unit, TOKEN_QUESTION))
        return condition;
    if (parse_is(unit, TOKEN_COLON))
        return parse_short_conditional(unit, pos, condition);
    bool truth;
    bool decided = check_constant_truth(condition, &truth);
    parse_nest(unit);
    unit->unevaluated += decided && !truth;
    struct expression *yes = parse_expression(unit);
    unit->unevaluated -= decided && !truth;
    parse_expect(unit, TOKEN_COLON, "of '?:'");
    unit->unevaluated += decided && truth;
    struct expression *no = parse_conditional(unit);
    unit->unevaluated -= decided && truth;
    parse_unnest(unit);
    return unit->panic ? check_error_node(unit, pos) : check_conditional(unit, pos, condition, yes, no);
}

static bool is_assignment(enum token_kind kind)
{
    return kind >= TOKEN_SHIFT_LEFT_ASSIGN && kind <= TOKEN_XOR_ASSIGN;
}

struct expression *parse_assignment(struct unit *unit)
{
    struct expression *left = parse_conditional(unit);
    const struct token *token = parse_next(unit);
    if (unit->panic || (token->kind != TOKEN_ASSIGN && !is_assignment(token->kind)))
        return left;
    parse_advance(unit);
    parse_nest(unit);
    struct expression *right = parse_assignment(unit);
    parse_unnest(unit);
    if (unit->panic)
        return check_error_node(unit, token->pos);
    if (token->kind == TOKEN_ASSIGN)
        return check_assign(unit, token->pos, left, right);
    return check_update(unit, token->pos, (enum binary_op)lex_operation(token->kind), left, right, false);
}

struct expression *parse_expression(struct unit *unit)
{
    struct expression *e = parse_assignment(unit);
    while (!unit->panic && parse_is(unit, TOKEN_COMMA)) {
        source_pos pos = parse_next(unit)->pos;
        parse_advance(unit);
        e = check_comma(unit, pos, e, parse_assignment(unit));
    }
    return e;
}
