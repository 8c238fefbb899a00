/* construct.c - Fork's own statements: start, farm, seq, fork, join, barrier. */
#include "fcc/check/check.h"
#include "fcc/parse/parse.h"

static struct statement *parse_inner(struct unit *unit)
{
    struct open_switch *outer = unit->open_switch;
    unit->open_switch = NULL; /* no case of an outer switch may be in here */
    struct statement *statement = parse_dependent(unit);
    unit->open_switch = outer;
    return statement;
}

static struct expression *parse_integer(struct unit *unit, const char *what)
{
    struct expression *e = check_promote(unit, parse_expression(unit));
    if (!unit->panic && !check_failed(e) && !type_is_integer(e->type)) {
        source_error(&unit->source, e->pos, "%s must be an integer, but this is of type '%s'", what,
                     type_text(unit->arena, e->type));
        return check_error_node(unit, e->pos);
    }
    return e;
}

static void parse_start(struct unit *unit, struct statement *statement)
{
    if (parse_accept(unit, TOKEN_LEFT_PAREN)) {
        statement->condition = parse_integer(unit, "the number of PPs of 'start'");
        parse_expect(unit, TOKEN_RIGHT_PAREN, "after the number of PPs of 'start'");
    }
    statement->first = parse_inner(unit);
}

/* fork (e1; @ = e2; $ = e3) S; the last part may be missing */
static void parse_fork(struct unit *unit, struct statement *statement)
{
    parse_expect(unit, TOKEN_LEFT_PAREN, "after 'fork'");
    statement->condition = parse_integer(unit, "the number of groups of 'fork'");
    parse_expect(unit, TOKEN_SEMICOLON, "after the number of groups of 'fork'");
    if (!parse_accept(unit, TOKEN_GROUP_NUMBER))
        parse_error(unit, "'@ = group number' in 'fork (groups; @ = ...; $ = ...)'");
    parse_expect(unit, TOKEN_ASSIGN, "after '@'");
    statement->initial = parse_integer(unit, "the group number of 'fork'");
    if (parse_accept(unit, TOKEN_SEMICOLON)) {
        if (!parse_accept(unit, TOKEN_NUMBER_IN_GROUP))
            parse_error(unit, "'$ = number' in 'fork (groups; @ = ...; $ = ...)'");
        parse_expect(unit, TOKEN_ASSIGN, "after '$'");
        statement->step = parse_integer(unit, "the number of the PP in 'fork'");
    }
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end 'fork (...'");
    statement->first = parse_inner(unit);
}

/* join (size; delay; stay) S else T; the else may be missing */
static void parse_join(struct unit *unit, struct statement *statement)
{
    parse_expect(unit, TOKEN_LEFT_PAREN, "after 'join'");
    statement->condition = parse_integer(unit, "the size of 'join'");
    parse_expect(unit, TOKEN_SEMICOLON, "after the size of 'join'");
    statement->initial = check_truth(unit, parse_expression(unit));
    parse_expect(unit, TOKEN_SEMICOLON, "after the delay condition of 'join'");
    statement->step = check_truth(unit, parse_expression(unit));
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end 'join (...'");
    statement->first = parse_inner(unit);
    if (parse_accept(unit, TOKEN_ELSE))
        statement->other = parse_inner(unit);
}

struct statement *parse_construct(struct unit *unit)
{
    const struct token *token = parse_next(unit);
    struct statement *statement;
    parse_advance(unit);
    switch (token->kind) {
    case TOKEN_START:
        statement = parse_new_statement(unit, STATEMENT_START, token->pos);
        parse_start(unit, statement);
        break;
    case TOKEN_FARM:
        statement = parse_new_statement(unit, STATEMENT_FARM, token->pos);
        statement->first = parse_inner(unit);
        break;
    case TOKEN_SEQ:
        statement = parse_new_statement(unit, STATEMENT_SEQ, token->pos);
        statement->first = parse_inner(unit);
        break;
    case TOKEN_FORK:
        statement = parse_new_statement(unit, STATEMENT_FORK, token->pos);
        parse_fork(unit, statement);
        break;
    case TOKEN_JOIN:
        statement = parse_new_statement(unit, STATEMENT_JOIN, token->pos);
        parse_join(unit, statement);
        break;
    default:
        statement = parse_new_statement(unit, STATEMENT_BARRIER, token->pos);
        parse_expect(unit, TOKEN_SEMICOLON, "after 'barrier'");
        break;
    }
    return statement;
}
