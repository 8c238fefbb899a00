/* gnu.c - expressions of gcc: ({ ... }), a ?: b, and operators with the syntax of calls. */
#include "fcc/check/check.h"
#include "fcc/parse/parse.h"
#include "fcc/text/scope.h"

#include <string.h>

/* ---- ({ ... }) */

/* Removes the expression from a list's last statement, if that is an expression: its value is then that of
 * the list. */
static struct expression *take_value(struct statement *list)
{
    struct statement *last = list;
    while (last != NULL && (last->next != NULL || last->kind == STATEMENT_LABEL))
        last = last->next != NULL ? last->next : last->first;
    if (last == NULL || last->kind != STATEMENT_EXPRESSION)
        return NULL;
    last->kind = STATEMENT_EMPTY;
    struct expression *value = last->condition;
    last->condition = NULL;
    return value;
}

struct expression *parse_statement_expression(struct unit *unit, source_pos pos)
{
    struct open_switch *open_switch = unit->open_switch;
    const uint32_t value_depth = unit->value_depth;
    if (unit->function == NULL) {
        source_error(&unit->source, pos, "statements in an expression outside of a function");
        parse_skip_braces(unit);
        parse_expect(unit, TOKEN_RIGHT_PAREN, "");
        return check_error_node(unit, pos);
    }
    parse_nest(unit);
    parse_advance(unit);
    unit->open_switch = NULL;
    unit->value_depth = unit->scope->depth + 1;
    struct statement *block = parse_block(unit, pos);
    unit->open_switch = open_switch;
    unit->value_depth = value_depth;
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end '({'");
    parse_unnest(unit);
    struct expression *value = take_value(block->first);
    return unit->panic ? check_error_node(unit, pos) : check_statement_value(unit, pos, block->first, value);
}

/* ---- a ?: b */

struct expression *parse_short_conditional(struct unit *unit, source_pos pos, struct expression *condition)
{
    parse_advance(unit);
    condition = check_truth(unit, condition);
    parse_nest(unit);
    struct expression *no = parse_conditional(unit);
    parse_unnest(unit);
    if (unit->panic || check_failed(condition) || check_failed(no))
        return check_error_node(unit, pos);
    if (condition->kind == EXPRESSION_CONSTANT)
        return check_conditional(unit, pos, condition, condition, no);
    struct expression *kept;
    struct expression *keep = check_keep(unit, condition, &kept);
    struct expression *yes = check_object(unit, pos, kept->symbol);
    return check_comma(unit, pos, keep, check_conditional(unit, pos, kept, yes, no));
}

/* ---- calls that are none */

/* __builtin_expect(value, guess): the value; the guess is not used. */
static struct expression *parse_expect_call(struct unit *unit, source_pos pos)
{
    struct expression *e = parse_assignment(unit);
    parse_expect(unit, TOKEN_COMMA, "after the value of '__builtin_expect'");
    if (!unit->panic) {
        struct expression *guess = parse_assignment(unit);
        e = guess->has_effect ? check_comma(unit, pos, guess, e) : e;
    }
    e = check_rvalue(unit, e);
    return type_is_scalar(e->type) ? check_convert(unit, e, &type_basic[TYPE_LONG]) : e;
}

/* __builtin_constant_p(value) */
static struct expression *parse_constant_call(struct unit *unit, source_pos pos)
{
    unit->unevaluated++;
    const struct expression *e = parse_assignment(unit);
    unit->unevaluated--;
    const bool is_constant = e->kind == EXPRESSION_CONSTANT || e->kind == EXPRESSION_STRING;
    return check_number(unit, pos, &type_basic[TYPE_INT], is_constant);
}

/* __builtin_choose_expr(constant, yes, no): one of the two expressions, unchanged. */
static struct expression *parse_choice_call(struct unit *unit, source_pos pos)
{
    uint32_t value = 0;
    struct expression *e = parse_conditional(unit);
    bool known =
        !unit->panic && check_integer_constant(unit, e, "the choice of '__builtin_choose_expr'", &value);
    parse_expect(unit, TOKEN_COMMA, "after the choice");
    unit->unevaluated += value == 0;
    struct expression *yes = parse_assignment(unit);
    unit->unevaluated -= value == 0;
    parse_expect(unit, TOKEN_COMMA, "after the first expression");
    unit->unevaluated += value != 0;
    struct expression *no = parse_assignment(unit);
    unit->unevaluated -= value != 0;
    return known && !unit->panic ? (value != 0 ? yes : no) : check_error_node(unit, pos);
}

/* __builtin_types_compatible_p(type, type), qualifiers at the top aside */
static struct expression *parse_types_call(struct unit *unit, source_pos pos)
{
    struct type *left = parse_type_name(unit);
    parse_expect(unit, TOKEN_COMMA, "after the first type");
    if (unit->panic)
        return check_error_node(unit, pos);
    struct type *right = parse_type_name(unit);
    const bool fits =
        type_identical(type_unqualified(unit->arena, left), type_unqualified(unit->arena, right));
    return check_number(unit, pos, &type_basic[TYPE_INT], fits);
}

/* __builtin_offsetof(type, member.member[index]): a constant, as the address in an object at 0. */
static struct expression *parse_offset_call(struct unit *unit, source_pos pos)
{
    struct type *type = parse_type_name(unit);
    parse_expect(unit, TOKEN_COMMA, "after the type of '__builtin_offsetof'");
    if (unit->panic || !parse_is(unit, TOKEN_IDENTIFIER)) {
        parse_error(unit, "a member's name");
        return check_error_node(unit, pos);
    }
    struct expression *zero = check_number(unit, pos, type_pointer(unit->arena, type), 0);
    struct expression *e = check_member(unit, pos, zero, true, parse_next(unit));
    parse_advance(unit);
    e = parse_suffixes(unit, e);
    e = check_failed(e) ? e : check_unary(unit, pos, TOKEN_AMPERSAND, e);
    return check_failed(e) ? e : check_cast(unit, pos, &type_basic[TYPE_UNSIGNED], e);
}

/* __builtin_unreachable() and __builtin_trap(): this PP stops. */
static struct expression *parse_halt_call(struct unit *unit, source_pos pos)
{
    const struct token *next = parse_next(unit);
    struct expression *halt = check_new(unit, EXPRESSION_BUILTIN, pos, &type_basic[TYPE_VOID]);
    halt->value = BUILTIN___halt;
    halt->has_effect = true;
    if (next->kind != TOKEN_RIGHT_PAREN)
        parse_error(unit, "')'");
    return halt;
}

static const struct {
    const char *name;
    struct expression *(*parse)(struct unit *unit, source_pos pos);
} calls[] = {
    {"__builtin_expect", parse_expect_call},      {"__builtin_constant_p", parse_constant_call},
    {"__builtin_choose_expr", parse_choice_call}, {"__builtin_types_compatible_p", parse_types_call},
    {"__builtin_offsetof", parse_offset_call},    {"__builtin_unreachable", parse_halt_call},
    {"__builtin_trap", parse_halt_call},
};

/* Other built-ins of gcc: __builtin_NAME is a built-in function (check/builtin.def). */
static const struct {
    const char *name;
    const char *own;
} instructions[] = {{"clz", "__lz"}, {"clzl", "__lz"}, {"popcount", "__popc"}, {"popcountl", "__popc"}};

/* `__builtin_memcpy` and similar: the function without the prefix, if it is declared or in C's library. */
static struct expression *library_function(struct unit *unit, const struct token *token, size_t prefix)
{
    struct token plain = *token;
    const char *text = token->name->text + prefix;
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
        text = strcmp(text, instructions[i].name) == 0 ? instructions[i].own : text;
    plain.name = lex_name(unit->arena, &unit->names, text, strlen(text));
    const struct symbol *symbol = plain.name->symbol;
    if (symbol == NULL)
        symbol = check_library_function(unit, &plain);
    if (symbol == NULL || (symbol->kind != SYMBOL_FUNCTION && symbol->kind != SYMBOL_BUILTIN))
        return NULL;
    parse_advance(unit);
    return check_name(unit, &plain);
}

struct expression *parse_gnu_call(struct unit *unit, const struct token *name)
{
    static const char prefix[] = "__builtin_";
    if (strncmp(name->name->text, prefix, sizeof prefix - 1) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (lex_same(name->name, calls[i].name) && parse_ahead(unit, 1)->kind == TOKEN_LEFT_PAREN) {
            parse_nest(unit);
            parse_advance(unit);
            parse_advance(unit);
            struct expression *e = calls[i].parse(unit, name->pos);
            parse_expect(unit, TOKEN_RIGHT_PAREN, "to end the arguments");
            parse_unnest(unit);
            return unit->panic ? check_error_node(unit, name->pos) : e;
        }
    }
    return library_function(unit, name, sizeof prefix - 1);
}
