/* gnu.c - expressions and statements that gcc adds to C: ({ ... }), a ?: b, asm without instructions. */
#include "fcc/check/check.h"
#include "fcc/parse/parse.h"
#include "fcc/text/scope.h"

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

/* ---- asm without instructions */

/* An operand, `[name] "constraint" (value)`. */
struct assembly_operand {
    struct assembly_operand *next;
    bool is_set;             /* an output that gets the value of an input */
    const struct name *name; /* NULL: none */
    const struct string_literal *constraint;
    struct expression *value;
};

static struct assembly_operand *parse_assembly_operand(struct unit *unit)
{
    struct assembly_operand *o = ARENA_NEW(unit_nodes(unit), struct assembly_operand);
    if (parse_accept(unit, TOKEN_LEFT_BRACKET)) {
        o->name = parse_is(unit, TOKEN_IDENTIFIER) ? parse_next(unit)->name : NULL;
        parse_advance(unit);
        parse_expect(unit, TOKEN_RIGHT_BRACKET, "after the name of an operand");
    }
    if (!parse_is(unit, TOKEN_STRING)) {
        parse_error(unit, "the constraint of an operand");
        return NULL;
    }
    o->constraint = parse_next(unit)->string;
    parse_advance(unit);
    if (!parse_expect(unit, TOKEN_LEFT_PAREN, "before an operand"))
        return NULL;
    parse_nest(unit);
    o->value = parse_expression(unit);
    parse_unnest(unit);
    return parse_expect(unit, TOKEN_RIGHT_PAREN, "after an operand") ? o : NULL;
}

/* The operands between two ':'. */
static struct assembly_operand *parse_assembly_operands(struct unit *unit)
{
    struct assembly_operand *first = NULL, **last = &first;
    while (!unit->panic && (parse_is(unit, TOKEN_LEFT_BRACKET) || parse_is(unit, TOKEN_STRING))) {
        *last = parse_assembly_operand(unit);
        if (*last == NULL || !parse_accept(unit, TOKEN_COMMA))
            break;
        last = &(*last)->next;
    }
    return first;
}

/* The output whose place an input shall have: its constraint is that one's number or `[name]`. NULL: none. */
static struct assembly_operand *matched(struct assembly_operand *outputs,
                                        const struct assembly_operand *input)
{
    const struct string_literal *constraint = input->constraint;
    const bool is_name = constraint->words[0] == '[';
    uint32_t number = 0, at = 0;
    while (!is_name && constraint->words[at] == '%')
        at++;
    if (!is_name && (constraint->words[at] < '0' || constraint->words[at] > '9'))
        return NULL;
    for (; constraint->words[at] >= '0' && constraint->words[at] <= '9'; at++)
        number = 10 * number + (constraint->words[at] - '0');
    for (struct assembly_operand *o = outputs; o != NULL; o = o->next) {
        uint32_t length = 0;
        while (is_name && o->name != NULL && o->name->text[length] != '\0' &&
               constraint->words[length + 1] == (unsigned char)o->name->text[length])
            length++;
        if (is_name ? o->name != NULL && o->name->text[length] == '\0' && constraint->words[length + 1] == ']'
                    : number-- == 0)
            return o;
    }
    return NULL;
}

static struct expression *then(struct unit *unit, struct expression *first, struct expression *second)
{
    return first == NULL ? second : check_comma(unit, second->pos, first, second);
}

/* What such an asm does: outputs get the values of the inputs in their places. All inputs are computed
 * before.
 */
static struct expression *move_operands(struct unit *unit, struct assembly_operand *outputs,
                                        const struct assembly_operand *inputs)
{
    struct expression *made = NULL, *moves = NULL;
    for (const struct assembly_operand *o = inputs; o != NULL; o = o->next) {
        struct assembly_operand *output = matched(outputs, o);
        struct expression *value = check_rvalue(unit, o->value), *kept;
        if (output != NULL && !check_failed(value) && type_is_scalar(value->type)) {
            made = then(unit, made, check_keep(unit, value, &kept));
            moves = then(unit, moves, check_assign(unit, kept->pos, output->value, kept));
            output->is_set = true;
        } else if (value->has_effect) {
            made = then(unit, made, value);
        }
    }
    for (const struct assembly_operand *o = outputs; o != NULL; o = o->next) {
        if (o->value->has_effect && !o->is_set)
            made = then(unit, made, o->value);
    }
    return moves == NULL ? made : then(unit, made, moves);
}

struct statement *parse_assembly(struct unit *unit, source_pos pos)
{
    struct statement *statement = parse_new_statement(unit, STATEMENT_EMPTY, pos);
    struct assembly_operand *operands[2] = {NULL, NULL};
    while (parse_accept(unit, TOKEN_VOLATILE) || parse_accept(unit, TOKEN_INLINE))
        ;
    parse_expect(unit, TOKEN_LEFT_PAREN, "after 'asm'");
    while (parse_accept(unit, TOKEN_STRING)) /* the lexer has found it empty */
        ;
    for (int i = 0; i < 2 && !unit->panic && parse_accept(unit, TOKEN_COLON); i++)
        operands[i] = parse_assembly_operands(unit);
    if (parse_accept(unit, TOKEN_COLON)) {
        while (parse_accept(unit, TOKEN_STRING) || parse_accept(unit, TOKEN_COMMA))
            ;
    }
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end 'asm'");
    parse_expect(unit, TOKEN_SEMICOLON, "after 'asm'");
    struct expression *moves = unit->panic ? NULL : move_operands(unit, operands[0], operands[1]);
    if (moves != NULL) {
        statement->kind = STATEMENT_EXPRESSION;
        statement->condition = moves;
    }
    return statement;
}
