/* label.c - labels, `goto`, and what gcc adds to them: labels of a block, addresses of labels.
 *
 * The address of a label is its number in the function, so that it is a constant: `goto *` is a switch.
 */
#include "fcc/check/check.h"
#include "fcc/parse/parse.h"

static struct label *new_label(struct unit *unit, struct name *name, source_pos pos)
{
    struct label *label = ARENA_NEW(unit_nodes(unit), struct label);
    label->outer = name->label;
    name->label = label;
    label->name = name;
    label->pos = pos;
    label->next = unit->labels;
    unit->labels = label;
    return label;
}

/* A use of the label that the next token names. */
static struct label *use_label(struct unit *unit)
{
    const struct token *token = parse_next(unit);
    struct label *label = token->name->label;
    parse_advance(unit);
    if (label == NULL)
        label = new_label(unit, token->name, token->pos);
    label->used = true;
    return label;
}

struct statement *parse_goto(struct unit *unit, source_pos pos)
{
    struct statement *statement = parse_new_statement(unit, STATEMENT_GOTO, pos);
    if (unit->source.is_plain_c && parse_accept(unit, TOKEN_STAR)) {
        static const struct check_context context = {.purpose = CHECK_ASSIGN};
        struct type *type = type_pointer(unit->arena, &type_basic[TYPE_VOID]);
        struct expression *place = check_fit(unit, parse_expression(unit), type, &context);
        statement->condition = check_convert(unit, place, &type_basic[TYPE_INT]);
    } else if (!parse_is(unit, TOKEN_IDENTIFIER)) {
        parse_error(unit, "a label");
        return statement;
    } else {
        statement->label = use_label(unit);
    }
    statement->stack_end = unit->stack_end;
    parse_expect(unit, TOKEN_SEMICOLON, "after 'goto'");
    return parse_leave_by_goto(unit, statement);
}

struct statement *parse_label(struct unit *unit)
{
    const struct token *token = parse_next(unit);
    struct statement *statement = parse_new_statement(unit, STATEMENT_LABEL, token->pos);
    struct label *label = token->name->label;
    parse_advance(unit);
    parse_advance(unit);
    statement->label = label = label != NULL ? label : new_label(unit, token->name, token->pos);
    if (label->defined) {
        source_error(&unit->source, token->pos, "label '%s' is defined twice", token->name->text);
        source_note(&unit->source, label->pos, "the first definition is here");
    }
    label->defined = true;
    label->stack_end = unit->stack_end;
    label->cleanups = unit->cleanups;
    label->pos = token->pos;
    parse_labelled(unit, statement);
    return statement;
}

struct expression *parse_label_address(struct unit *unit, source_pos pos)
{
    const bool is_known = unit->source.is_plain_c && unit->function != NULL;
    if (!parse_is(unit, TOKEN_IDENTIFIER) || !is_known) {
        source_error(&unit->source, pos,
                     is_known ? "expected a label after '&&'"
                              : "fcc has no addresses of labels here: use 'switch', or pointers to functions "
                                "(docs/c.md)");
        parse_accept(unit, TOKEN_IDENTIFIER);
        return check_error_node(unit, pos);
    }
    struct label *label = use_label(unit);
    if (label->address == 0)
        label->address = ++unit->label_addresses;
    return check_number(unit, pos, type_pointer(unit->arena, &type_basic[TYPE_VOID]), label->address);
}

struct label *parse_local_labels(struct unit *unit)
{
    struct label *local = NULL;
    while (parse_is(unit, TOKEN_IDENTIFIER) && lex_same(parse_next(unit)->name, "__label__") &&
           unit->source.is_plain_c) {
        do {
            parse_advance(unit);
            if (!parse_is(unit, TOKEN_IDENTIFIER)) {
                parse_error(unit, "a label");
                return local;
            }
            struct label *label = new_label(unit, parse_next(unit)->name, parse_next(unit)->pos);
            label->next_local = local;
            local = label;
            parse_advance(unit);
        } while (parse_is(unit, TOKEN_COMMA));
        parse_expect(unit, TOKEN_SEMICOLON, "after '__label__'");
    }
    return local;
}

void parse_leave_labels(struct label *local)
{
    for (; local != NULL; local = local->next_local)
        local->name->label = local->outer;
}
