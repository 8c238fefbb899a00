/* statement.c - C's statements. check/mode.c checks in which mode they are legal. */
#include <stdlib.h>

#include "fcc/check/check.h"
#include "fcc/parse/parse.h"
#include "fcc/text/library.h"
#include "fcc/text/scope.h"

static struct statement *parse_statement(struct unit *unit);

struct statement *parse_new_statement(struct unit *unit, enum statement_kind kind, source_pos pos)
{
    struct statement *statement = ARENA_NEW(unit_nodes(unit), struct statement);
    statement->kind = kind;
    statement->pos = pos;
    statement->end = pos;
    return statement;
}

static void refuse_declaration(struct unit *unit, source_pos pos)
{
    source_error(&unit->source, pos, "a declaration cannot stand alone here: put it into braces { }");
    parse_local_declaration(unit);
}

/* A dependent statement has a scope of its own, so that a tag or enumerator in it is not visible outside. */
struct statement *parse_dependent(struct unit *unit)
{
    parse_nest(unit);
    scope_enter(unit);
    struct statement *statement = parse_statement(unit);
    if (!unit->panic && lex_token(&unit->tokens, unit->at - 1)->kind == TOKEN_COLON &&
        parse_starts_declaration(unit))
        refuse_declaration(unit, parse_next(unit)->pos);
    scope_leave(unit);
    parse_unnest(unit);
    return statement;
}

static struct expression *parse_condition(struct unit *unit)
{
    parse_expect(unit, TOKEN_LEFT_PAREN, "");
    struct expression *e = check_truth(unit, parse_expression(unit));
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end the condition");
    return e;
}

/* ---- what has no effect */

/* What was probably meant. */
static const char *meant(struct unit *unit, const struct expression *e)
{
    while (e->kind == EXPRESSION_CONVERT)
        e = e->left;
    const bool is_equation = e->kind == EXPRESSION_BINARY && e->operation == BINARY_EQUAL;
    const bool is_function = e->kind == EXPRESSION_FUNCTION ||
                             (e->kind == EXPRESSION_ADDRESS && e->left->kind == EXPRESSION_FUNCTION);
    if (is_function) {
        const struct symbol *function = e->kind == EXPRESSION_FUNCTION ? e->symbol : e->left->symbol;
        return arena_format(unit_nodes(unit), ": write '%s()' to call the function", function->name->text);
    }
    if (is_equation)
        return ": '==' compares; write '=' to assign";
    return e->kind == EXPRESSION_BINARY ? ": assign its value, or remove it" : "";
}

/* A discarded result of the library. */
static void warn_lost_result(struct unit *unit, const struct expression *e)
{
    const struct expression *callee = e->kind == EXPRESSION_CALL ? e->left : NULL;
    if (callee != NULL && callee->kind == EXPRESSION_ADDRESS)
        callee = callee->left;
    if (callee == NULL || callee->kind != EXPRESSION_FUNCTION ||
        !source_is_of_runtime(&unit->source, callee->symbol->pos))
        return;
    const char *name = callee->symbol->name->text, *why = library_result(name);
    if (why != NULL)
        source_warning(&unit->source, e->pos, WARNING_no_effect,
                       "the result of '%s' is not used, and %s: use the result, or remove the call", name,
                       why);
}

/* An unused value, in a statement or a part of `for`. */
static void warn_no_effect(struct unit *unit, const struct expression *e, const char *what)
{
    warn_lost_result(unit, e);
    bool silent =
        check_failed(e) || e->has_effect || (e->kind == EXPRESSION_CONVERT && e->type->kind == TYPE_VOID);
    if (!silent)
        source_warning(&unit->source, e->pos, WARNING_no_effect, "%s has no effect%s", what, meant(unit, e));
}

/* ---- conditions and loops */

static struct statement *parse_if(struct unit *unit, source_pos pos)
{
    struct statement *statement = parse_new_statement(unit, STATEMENT_IF, pos);
    statement->condition = parse_condition(unit);
    if (!unit->panic && parse_is(unit, TOKEN_SEMICOLON))
        source_warning(&unit->source, parse_next(unit)->pos, WARNING_empty_body,
                       "this ';' is the whole body of the 'if': remove it");
    statement->first = parse_dependent(unit);
    const struct statement *inner = statement->first;
    if (inner != NULL && inner->kind == STATEMENT_IF && inner->other != NULL)
        source_warning(&unit->source, inner->pos, WARNING_parentheses,
                       "the 'else' belongs to this 'if': write { } around the body of the 'if' before it");
    if (parse_accept(unit, TOKEN_ELSE))
        statement->other = parse_dependent(unit);
    return statement;
}

/* The body of a loop or switch. In a switch, `continue` belongs to an enclosing loop. */
static struct statement *parse_broken(struct unit *unit, struct statement *(*parse)(struct unit *unit),
                                      bool is_loop)
{
    const struct cleanup *break_outer = unit->break_cleanups, *continue_outer = unit->continue_cleanups;
    unit->break_cleanups = unit->cleanups;
    unit->continue_cleanups = is_loop ? unit->cleanups : continue_outer;
    struct statement *body = parse(unit);
    unit->break_cleanups = break_outer;
    unit->continue_cleanups = continue_outer;
    return body;
}

/* The body of a loop. `;` before a block is probably an error: the block runs once, after the loop. */
static struct statement *parse_rounds(struct unit *unit)
{
    const source_pos pos = parse_next(unit)->pos;
    const bool is_empty = !unit->panic && parse_is(unit, TOKEN_SEMICOLON);
    struct statement *body = parse_broken(unit, parse_dependent, true);
    if (is_empty && !unit->panic && parse_is(unit, TOKEN_LEFT_BRACE))
        source_warning(&unit->source, pos, WARNING_empty_body,
                       "the loop repeats only this ';', not the block after it: remove the ';'");
    return body;
}

static struct statement *parse_while(struct unit *unit, source_pos pos)
{
    struct statement *statement = parse_new_statement(unit, STATEMENT_WHILE, pos);
    statement->condition = parse_condition(unit);
    statement->first = parse_rounds(unit);
    return statement;
}

static struct statement *parse_do(struct unit *unit, source_pos pos)
{
    struct statement *statement = parse_new_statement(unit, STATEMENT_DO, pos);
    statement->first = parse_broken(unit, parse_dependent, true);
    parse_expect(unit, TOKEN_WHILE, "after the body of 'do'");
    statement->end = pos;
    if (!unit->panic) {
        statement->condition = parse_condition(unit);
        parse_expect(unit, TOKEN_SEMICOLON, "after 'do ... while'");
    }
    return statement;
}

static struct statement *parse_for(struct unit *unit, source_pos pos)
{
    struct statement *block = parse_new_statement(unit, STATEMENT_BLOCK, pos);
    struct statement *statement = parse_new_statement(unit, STATEMENT_FOR, pos);
    struct symbol *stack_end = unit->stack_end;
    struct cleanup *cleanups = unit->cleanups;
    parse_expect(unit, TOKEN_LEFT_PAREN, "after 'for'");
    if (!unit->panic && parse_starts_declaration(unit)) {
        struct statement **last = &block->first;
        *last = parse_local_declaration(unit);
        while (*last != NULL)
            last = &(*last)->next;
        *last = statement;
    } else {
        block->first = statement;
        if (!unit->panic && !parse_is(unit, TOKEN_SEMICOLON)) {
            statement->initial = parse_expression(unit);
            warn_no_effect(unit, statement->initial, "this part of 'for'");
        }
        parse_expect(unit, TOKEN_SEMICOLON, "after the first part of 'for'");
    }
    if (!unit->panic && !parse_is(unit, TOKEN_SEMICOLON))
        statement->condition = check_truth(unit, parse_expression(unit));
    parse_expect(unit, TOKEN_SEMICOLON, "after the condition of 'for'");
    if (!unit->panic && !parse_is(unit, TOKEN_RIGHT_PAREN)) {
        statement->step = parse_expression(unit);
        warn_no_effect(unit, statement->step, "this part of 'for'");
    }
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end 'for (...'");
    if (!unit->panic)
        statement->first = parse_rounds(unit);
    parse_end_cleanups(unit, &block->first, cleanups, pos);
    parse_release_arrays(unit, &block->first, stack_end, pos);
    return block;
}

/* ---- switch */

static int compare_cases(const void *left, const void *right)
{
    const struct statement *l = *(const struct statement *const *)left;
    const struct statement *r = *(const struct statement *const *)right;
    if (l->value != r->value)
        return l->value < r->value ? -1 : 1;
    return l->pos < r->pos ? -1 : l->pos > r->pos;
}

static void check_cases(struct unit *unit, const struct open_switch *open)
{
    if (open->cases == 0)
        return;
    struct statement **cases = ARENA_ARRAY(unit_nodes(unit), struct statement *, open->cases);
    uint32_t count = 0;
    for (struct statement *s = open->first_case; s != NULL; s = s->other)
        cases[count++] = s;
    qsort(cases, count, sizeof *cases, compare_cases);
    for (uint32_t i = 1; i < count; i++) {
        if (cases[i]->value == cases[i - 1]->value) {
            source_error(&unit->source, cases[i]->pos, "two cases for the value %lld",
                         type_is_long_long(open->type) ? (long long)cases[i]->value
                                                       : (long long)(int32_t)cases[i]->value);
            source_note(&unit->source, cases[i - 1]->pos, "the first one is here");
        }
    }
}

static struct statement *parse_switch(struct unit *unit, source_pos pos)
{
    struct statement *statement = parse_new_statement(unit, STATEMENT_SWITCH, pos);
    struct open_switch open = {.outer = unit->open_switch, .stack_end = unit->stack_end};
    parse_expect(unit, TOKEN_LEFT_PAREN, "");
    struct expression *e = check_promote(unit, parse_expression(unit));
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end the value of 'switch'");
    if (!unit->panic && !check_failed(e) && !type_is_integer(e->type))
        source_error(&unit->source, e->pos, "'switch' needs an integer, but this is of type '%s'",
                     type_text(unit->arena, e->type));
    open.type = e->type;
    statement->condition = e;
    unit->open_switch = &open;
    statement->first = parse_broken(unit, parse_dependent, false);
    unit->open_switch = open.outer;
    check_cases(unit, &open);
    statement->other = open.first_case; /* a chain by `other` */
    statement->default_case = open.default_case;
    return statement;
}

void parse_labelled(struct unit *unit, struct statement *label)
{
    const bool declares = unit->source.is_plain_c && parse_starts_declaration(unit); /* C23 6.8.1 */
    if (parse_is(unit, TOKEN_RIGHT_BRACE) || declares) {
        label->first = parse_new_statement(unit, STATEMENT_EMPTY, label->pos);
    } else {
        parse_nest(unit);
        label->first = parse_statement(unit);
        parse_unnest(unit);
    }
}

static void check_entry(struct unit *unit, source_pos pos)
{
    if (unit->open_switch != NULL && unit->open_switch->stack_end != unit->stack_end)
        source_error(&unit->source, pos, "a switch cannot enter the scope of an array of variable size");
}

/* A case of the enclosing switch. */
static struct statement *add_case(struct unit *unit, source_pos pos, uint64_t value)
{
    struct statement *statement = parse_new_statement(unit, STATEMENT_CASE, pos);
    struct open_switch *open = unit->open_switch;
    statement->value = value;
    *(open->last_case != NULL ? &open->last_case->other : &open->first_case) = statement;
    open->last_case = statement;
    open->cases++;
    return statement;
}

/* The value of a case, converted to the type of the enclosing switch; false after a message. */
static bool read_case(struct unit *unit, uint64_t *value)
{
    struct expression *e = parse_conditional(unit);
    const struct type *type = unit->open_switch != NULL ? unit->open_switch->type : &type_basic[TYPE_INT];
    uint32_t word;
    *value = 0;
    if (unit->panic || check_failed(e))
        return false;
    if (e->kind != EXPRESSION_CONSTANT || !type_is_integer(e->type))
        return check_integer_constant(unit, e, "a case", &word);
    *value = type_is_integer(type) ? check_fold_convert(e->value, e->type, type) : e->value;
    return true;
}

/* `case 1 ... 3:`, after the first value: a block of cases, the last of which has the statement. */
static struct statement *parse_range(struct unit *unit, source_pos pos, uint64_t first)
{
    enum { MOST_CASES_OF_RANGE = 4096 };
    struct statement *block = parse_new_statement(unit, STATEMENT_BLOCK, pos);
    struct statement **link = &block->first;
    uint64_t last;
    block->is_range = true;
    parse_advance(unit);
    bool good = read_case(unit, &last) && unit->open_switch != NULL;
    parse_expect(unit, TOKEN_COLON, "after 'case'");
    good &= !unit->panic;
    if (good && last - first >= MOST_CASES_OF_RANGE) {
        source_error(&unit->source, pos, "a range of cases has 1 to %d values: use 'if' here",
                     MOST_CASES_OF_RANGE);
        good = false;
    }
    for (uint64_t value = first; good && value != last; value++) {
        *link = add_case(unit, pos, value);
        (*link)->first = parse_new_statement(unit, STATEMENT_EMPTY, pos);
        link = &(*link)->next;
    }
    *link = good ? add_case(unit, pos, last) : parse_new_statement(unit, STATEMENT_DEFAULT, pos);
    check_entry(unit, pos);
    parse_labelled(unit, *link);
    return block;
}

static struct statement *parse_case(struct unit *unit, source_pos pos)
{
    struct statement *statement = NULL;
    uint64_t value;
    const bool is_good = read_case(unit, &value);
    const bool is_range = parse_is(unit, TOKEN_ELLIPSIS);
    if (!is_range)
        parse_expect(unit, TOKEN_COLON, "after 'case'");
    if (is_good && !unit->panic) {
        if (unit->open_switch == NULL)
            source_error(&unit->source, pos, "'case' outside of a switch");
        else if (!is_range)
            statement = add_case(unit, pos, value);
    }
    if (is_range && !unit->panic)
        return parse_range(unit, pos, value);
    statement = statement != NULL ? statement : parse_new_statement(unit, STATEMENT_CASE, pos);
    check_entry(unit, pos);
    parse_labelled(unit, statement);
    return statement;
}

static struct statement *parse_default(struct unit *unit, source_pos pos)
{
    struct statement *statement = parse_new_statement(unit, STATEMENT_DEFAULT, pos);
    struct open_switch *open = unit->open_switch;
    parse_expect(unit, TOKEN_COLON, "after 'default'");
    if (open == NULL)
        source_error(&unit->source, pos, "'default' outside of a switch");
    else if (open->default_case != NULL)
        source_error(&unit->source, pos, "a switch can have one 'default' only");
    else
        open->default_case = statement;
    check_entry(unit, pos);
    parse_labelled(unit, statement);
    return statement;
}

/* ---- jumps */

/* A value where there is none, or none where there is one: a warning in plain C, as in gcc. */
static void report_return(struct unit *unit, source_pos pos, const char *text)
{
    if (unit->source.is_plain_c)
        source_warning(&unit->source, pos, WARNING_return, "%s", text);
    else
        source_error(&unit->source, pos, "%s", text);
}

static struct statement *parse_return(struct unit *unit, source_pos pos)
{
    static const struct check_context context = {.purpose = CHECK_RETURN};
    struct statement *statement = parse_new_statement(unit, STATEMENT_RETURN, pos);
    struct type *result = unit->function->type->base;
    if (!parse_is(unit, TOKEN_SEMICOLON)) {
        struct expression *e = parse_expression(unit);
        if (!unit->panic && result->kind == TYPE_VOID) {
            if (!check_failed(e) && e->type->kind != TYPE_VOID)
                report_return(unit, e->pos,
                              arena_format(unit_nodes(unit),
                                           "'%s' returns nothing (void), but here is a value",
                                           unit->function->name->text));
            statement->condition = check_cast(unit, e->pos, &type_basic[TYPE_VOID], e);
        } else if (!unit->panic) {
            statement->condition = check_fit(unit, e, type_unqualified(unit->arena, result), &context);
        }
    } else if (result->kind != TYPE_VOID && !type_is_error(result)) {
        report_return(unit, pos,
                      arena_format(unit_nodes(unit), "'%s' must return a value of type '%s'",
                                   unit->function->name->text, type_text(unit->arena, result)));
    }
    parse_expect(unit, TOKEN_SEMICOLON, "after 'return'");
    return parse_leave_by(unit, statement, NULL);
}

static struct statement *parse_break(struct unit *unit, source_pos pos)
{
    parse_expect(unit, TOKEN_SEMICOLON, "after 'break'");
    return parse_leave_by(unit, parse_new_statement(unit, STATEMENT_BREAK, pos), unit->break_cleanups);
}

static struct statement *parse_continue(struct unit *unit, source_pos pos)
{
    parse_expect(unit, TOKEN_SEMICOLON, "after 'continue'");
    return parse_leave_by(unit, parse_new_statement(unit, STATEMENT_CONTINUE, pos), unit->continue_cleanups);
}

static struct statement *parse_empty(struct unit *unit, source_pos pos)
{
    return parse_new_statement(unit, STATEMENT_EMPTY, pos);
}

/* ---- expressions and blocks */

static struct statement *parse_expression_statement(struct unit *unit)
{
    struct statement *statement = parse_new_statement(unit, STATEMENT_EXPRESSION, parse_next(unit)->pos);
    statement->condition = parse_expression(unit);
    parse_expect(unit, TOKEN_SEMICOLON, "");
    const bool is_value = unit->value_depth == unit->scope->depth && parse_is(unit, TOKEN_RIGHT_BRACE);
    if (!unit->panic && !is_value)
        warn_no_effect(unit, statement->condition, "this statement");
    return statement;
}

/* Statements up to and including the '}'. */
static struct statement *parse_list(struct unit *unit, source_pos *end)
{
    struct statement *first = NULL;
    struct statement **last = &first;
    while (!parse_is(unit, TOKEN_RIGHT_BRACE) && !parse_is(unit, TOKEN_END)) {
        uint32_t before = unit->at;
        bool declares = parse_starts_declaration(unit);
        *last = declares ? parse_local_declaration(unit) : parse_statement(unit);
        if (*last != NULL && (*last)->is_range)
            *last = (*last)->first;
        while (*last != NULL)
            last = &(*last)->next;
        if (unit->panic) {
            if (declares)
                parse_recover_from(unit, before);
            else
                parse_recover(unit);
            if (unit->at == before)
                parse_advance(unit);
        }
    }
    *end = parse_next(unit)->pos;
    parse_expect(unit, TOKEN_RIGHT_BRACE, "");
    return first;
}

struct statement *parse_block(struct unit *unit, source_pos pos)
{
    struct statement *block = parse_new_statement(unit, STATEMENT_BLOCK, pos);
    struct symbol *stack_end = unit->stack_end;
    struct cleanup *cleanups = unit->cleanups;
    parse_nest(unit);
    scope_enter(unit);
    struct label *local = parse_local_labels(unit);
    block->first = parse_list(unit, &block->end);
    parse_leave_labels(local);
    parse_end_cleanups(unit, &block->first, cleanups, block->end);
    parse_release_arrays(unit, &block->first, stack_end, block->end);
    scope_leave(unit);
    parse_unnest(unit);
    return block;
}

struct statement *parse_body(struct unit *unit)
{
    struct statement *block = parse_new_statement(unit, STATEMENT_BLOCK, parse_next(unit)->pos);
    uint32_t nesting = unit->nesting;
    struct label *local = parse_local_labels(unit);
    block->first = parse_list(unit, &block->end);
    parse_leave_labels(local);
    parse_end_cleanups(unit, &block->first, NULL, block->end);
    unit->nesting = nesting;
    unit->open_switch = NULL;
    return block;
}

/* C's statements with a keyword; it is consumed before `parse` is called. */
static const struct opening {
    struct statement *(*parse)(struct unit *unit, source_pos pos);
    bool has_scope; /* of its own, for the condition or declarations */
} openings[TOKEN_COUNT] = {
    [TOKEN_IF] = {parse_if, true},
    [TOKEN_WHILE] = {parse_while, true},
    [TOKEN_DO] = {parse_do, true},
    [TOKEN_FOR] = {parse_for, true},
    [TOKEN_SWITCH] = {parse_switch, true},
    [TOKEN_CASE] = {parse_case, false},
    [TOKEN_DEFAULT] = {parse_default, false},
    [TOKEN_BREAK] = {parse_break, false},
    [TOKEN_CONTINUE] = {parse_continue, false},
    [TOKEN_RETURN] = {parse_return, false},
    [TOKEN_GOTO] = {parse_goto, false},
    [TOKEN_ASM] = {parse_assembly, false},
    [TOKEN_SEMICOLON] = {parse_empty, false},
    [TOKEN_LEFT_BRACE] = {parse_block, false},
};

/* The opening token is the next one. */
static struct statement *parse_opened(struct unit *unit, const struct opening *opening)
{
    source_pos pos = parse_next(unit)->pos;
    if (opening->has_scope)
        scope_enter(unit);
    parse_advance(unit);
    struct statement *statement = opening->parse(unit, pos);
    if (opening->has_scope)
        scope_leave(unit);
    return statement;
}

static struct statement *parse_statement(struct unit *unit)
{
    const struct token *token = parse_next(unit);
    source_pos pos = token->pos;
    if (unit->panic)
        return parse_new_statement(unit, STATEMENT_EMPTY, pos);
    if (openings[token->kind].parse != NULL)
        return parse_opened(unit, &openings[token->kind]);
    switch (token->kind) {
    case TOKEN_START:
    case TOKEN_FARM:
    case TOKEN_SEQ:
    case TOKEN_FORK:
    case TOKEN_JOIN:
    case TOKEN_BARRIER:
        return parse_construct(unit);
    case TOKEN_ELSE:
        source_error(&unit->source, pos, "'else' without an 'if' before it");
        parse_advance(unit);
        return parse_statement(unit);
    case TOKEN_IDENTIFIER:
        if (parse_ahead(unit, 1)->kind == TOKEN_COLON)
            return parse_label(unit);
        break;
    default:
        break;
    }
    if (parse_starts_declaration(unit)) {
        refuse_declaration(unit, pos);
        return parse_new_statement(unit, STATEMENT_EMPTY, pos);
    }
    return parse_expression_statement(unit);
}
