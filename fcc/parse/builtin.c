/* builtin.c - what gcc calls __builtin_NAME: calls with arguments of their own kind, and functions of the
 * library under another name. formula.c has tests of floats and counts of bits, overflow.c sums that may
 * overflow.
 */
#include "fcc/check/check.h"
#include "fcc/parse/operand.h"
#include "fcc/parse/parse.h"

#include <string.h>

/* ---- calls with arguments of their own kind; the '(' has been taken, the ')' is left */

/* __builtin_expect(value, guess), __builtin_expect_with_probability(value, guess, p): the value. */
static struct expression *parse_expect_call(struct unit *unit, source_pos pos)
{
    struct expression *e = parse_assignment(unit);
    parse_expect(unit, TOKEN_COMMA, "after the value of '__builtin_expect'");
    do {
        struct expression *guess = unit->panic ? check_error_node(unit, pos) : parse_assignment(unit);
        e = guess->has_effect ? check_comma(unit, pos, guess, e) : e;
    } while (parse_accept(unit, TOKEN_COMMA));
    e = check_rvalue(unit, e);
    return type_is_scalar(e->type) && !type_is_long_long(e->type)
               ? check_convert(unit, e, &type_basic[TYPE_LONG])
               : e;
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

/* __builtin_choose_expr(constant, yes, no): one of the two, as it is. */
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

/* __builtin_prefetch(address, ...): the arguments are computed, no more. */
static struct expression *parse_prefetch_call(struct unit *unit, source_pos pos)
{
    struct expression *e = check_number(unit, pos, &type_basic[TYPE_INT], 0);
    do {
        struct expression *argument = parse_assignment(unit);
        e = argument->has_effect ? check_comma(unit, pos, e, argument) : e;
    } while (!unit->panic && parse_accept(unit, TOKEN_COMMA));
    return check_cast(unit, pos, &type_basic[TYPE_VOID], e);
}

/* __builtin_assume_aligned(pointer, ...): the pointer. */
static struct expression *parse_aligned_call(struct unit *unit, source_pos pos)
{
    struct expression *e = check_rvalue(unit, parse_assignment(unit));
    while (!unit->panic && parse_accept(unit, TOKEN_COMMA))
        parse_assignment(unit);
    return check_cast(unit, pos, type_pointer(unit->arena, &type_basic[TYPE_VOID]), e);
}

/* __builtin_alloca(words): words of the stack, until the function ends. */
static struct expression *parse_alloca_call(struct unit *unit, source_pos pos)
{
    return parse_stack_words(unit, pos, parse_assignment(unit));
}

static struct expression *variable_args(struct unit *unit, source_pos pos)
{
    const struct token token = {.kind = TOKEN_VARIABLE_ARGS, .pos = pos};
    return check_special(unit, &token);
}

/* __builtin_va_start(list, last) */
static struct expression *parse_start_call(struct unit *unit, source_pos pos)
{
    struct expression *list = parse_assignment(unit);
    if (parse_accept(unit, TOKEN_COMMA))
        parse_assignment(unit);
    return unit->panic ? check_error_node(unit, pos)
                       : check_assign(unit, pos, list, variable_args(unit, pos));
}

/* __builtin_va_copy(to, from) */
static struct expression *parse_copy_call(struct unit *unit, source_pos pos)
{
    struct expression *to = parse_assignment(unit);
    parse_expect(unit, TOKEN_COMMA, "after the first list");
    return unit->panic ? check_error_node(unit, pos) : check_assign(unit, pos, to, parse_assignment(unit));
}

/* __builtin_va_end(list) */
static struct expression *parse_end_call(struct unit *unit, source_pos pos)
{
    return check_cast(unit, pos, &type_basic[TYPE_VOID], parse_assignment(unit));
}

/* ---- all of them */

static const struct {
    const char *name;
    struct expression *(*parse)(struct unit *unit, source_pos pos);
} calls[] = {
    {"expect", parse_expect_call},
    {"expect_with_probability", parse_expect_call},
    {"constant_p", parse_constant_call},
    {"choose_expr", parse_choice_call},
    {"types_compatible_p", parse_types_call},
    {"offsetof", parse_offset_call},
    {"unreachable", parse_halt_call},
    {"trap", parse_halt_call},
    {"prefetch", parse_prefetch_call},
    {"assume_aligned", parse_aligned_call},
    {"alloca", parse_alloca_call},
    {"va_start", parse_start_call},
    {"va_copy", parse_copy_call},
    {"va_end", parse_end_call},
    {"va_arg", parse_variable_argument},
    {"add_overflow", parse_add_overflow},
    {"sub_overflow", parse_subtract_overflow},
    {"mul_overflow", parse_multiply_overflow},
};

/* `__builtin_memcpy` and its like: the function without the prefix, if it is declared or C's library has it.
 */
static struct expression *library_function(struct unit *unit, const struct token *token, const char *text)
{
    struct token plain = *token;
    plain.name = lex_name(unit->arena, &unit->names, text, strlen(text));
    const struct symbol *symbol = plain.name->symbol;
    if (symbol == NULL)
        symbol = check_library_function(unit, &plain);
    if (symbol == NULL || (symbol->kind != SYMBOL_FUNCTION && symbol->kind != SYMBOL_BUILTIN))
        return NULL;
    parse_advance(unit);
    return check_name(unit, &plain);
}

/* One of the tables' rows; NULL: it is none. The '(' has been taken. */
static struct expression *parse_row(struct unit *unit, source_pos pos, const char *text)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(text, calls[i].name) == 0)
            return calls[i].parse(unit, pos);
    }
    return parse_formula(unit, pos, text);
}

struct expression *parse_builtin(struct unit *unit, const struct token *name)
{
    static const char prefix[] = "__builtin_";
    const size_t length = sizeof prefix - 1;
    const bool is_alloca = unit->source.is_plain_c && lex_same(name->name, "alloca");
    if (!is_alloca && strncmp(name->name->text, prefix, length) != 0)
        return NULL;
    const char *text = name->name->text + (is_alloca ? 0 : length);
    if (parse_ahead(unit, 1)->kind == TOKEN_LEFT_PAREN) {
        const uint32_t at = unit->at;
        parse_nest(unit);
        parse_advance(unit);
        parse_advance(unit);
        struct expression *e = parse_row(unit, name->pos, text);
        if (e != NULL)
            parse_expect(unit, TOKEN_RIGHT_PAREN, "to end the arguments");
        parse_unnest(unit);
        if (e != NULL)
            return unit->panic ? check_error_node(unit, name->pos) : e;
        unit->at = at;
    }
    return library_function(unit, name, text);
}
