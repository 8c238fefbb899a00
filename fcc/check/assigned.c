/* assigned.c - local variables that are read where no way through the function has given them a value; for
 * leave.c.
 *
 * Follows the statements in the order in which they run. Where ways meet, a variable counts as assigned if
 * one of them has assigned it: what is said is certain. Knows nothing of gotos: functions with labels are
 * left out. PPs that wait elsewhere (`seq`, `farm`, groups) do not matter: what one PP of a group assigns
 * counts for all.
 */
#include <string.h>

#include "fcc/check/check.h"
#include "fcc/check/walk.h"

enum { VARIABLES_MOST = 256, WORD_BITS = 64 };

/* Which variables have a value. */
struct assigned {
    uint64_t words[VARIABLES_MOST / WORD_BITS];
};

struct reader {
    struct unit *unit;
    struct assigned now;
    struct symbol *variables[VARIABLES_MOST]; /* those that are followed */
    uint32_t count;
    bool has_label;
};

/* A variable of one word of this function, which nothing but its name leads to. */
static bool is_followed(const struct symbol *symbol)
{
    return symbol->kind == SYMBOL_OBJECT && !symbol->is_static && !symbol->is_parameter &&
           !symbol->address_taken && symbol->same_as == NULL && !symbol->type->is_volatile &&
           (type_is_arithmetic(symbol->type) || symbol->type->kind == TYPE_POINTER);
}

/* Its number, VARIABLES_MOST if it is not followed. */
static uint32_t number_of(const struct reader *r, const struct symbol *symbol)
{
    uint32_t number = 0;
    while (number < r->count && r->variables[number] != symbol) {
        number++;
    }
    return number < r->count ? number : VARIABLES_MOST;
}

static void assign(struct reader *r, const struct symbol *symbol)
{
    const uint32_t number = number_of(r, symbol);
    if (number != VARIABLES_MOST) {
        r->now.words[number / WORD_BITS] |= UINT64_C(1) << number % WORD_BITS;
    }
}

static void merge(struct assigned *into, const struct assigned *from)
{
    for (unsigned i = 0; i < VARIABLES_MOST / WORD_BITS; i++) {
        into->words[i] |= from->words[i];
    }
}

/* Said once for each variable: then it counts as assigned. */
static void read_variable(struct reader *r, const struct expression *e)
{
    const uint32_t number = number_of(r, e->symbol);
    if (number == VARIABLES_MOST || (r->now.words[number / WORD_BITS] >> number % WORD_BITS & 1) != 0) {
        return;
    }
    source_warning(&r->unit->source, e->pos, WARNING_uninitialised, "'%s' has been given no value here",
                   e->symbol->name->text);
    assign(r, e->symbol);
}

static void read_expression(struct reader *r, const struct expression *e);

/* What is below an expression, but for the place that it assigns to. */
static void read_parts(struct reader *r, const struct expression *e)
{
    for (const enum tree_part *part = walk_expression_parts(e->kind); *part != TREE_END; part++) {
        for (const struct expression *below = walk_operand(e, *part); below != NULL;
             below = walk_next(below, *part)) {
            read_expression(r, below);
        }
    }
}

/* One of two ways is taken after `e`; NULL: nothing is done on it. */
static void read_ways(struct reader *r, const struct expression *one, const struct expression *other)
{
    const struct assigned before = r->now;
    read_expression(r, one);
    const struct assigned after = r->now;
    r->now = before;
    read_expression(r, other);
    merge(&r->now, &after);
}

static void read_expression(struct reader *r, const struct expression *e)
{
    if (e == NULL) {
        return;
    }
    switch (e->kind) {
    case EXPRESSION_OBJECT:
        read_variable(r, e);
        break;
    case EXPRESSION_ASSIGN:
        read_expression(r, e->right);
        if (e->left->kind == EXPRESSION_OBJECT) {
            assign(r, e->left->symbol);
        } else {
            read_expression(r, e->left);
        }
        break;
    case EXPRESSION_LOGICAL:
        read_expression(r, e->left);
        read_ways(r, e->right, NULL);
        break;
    case EXPRESSION_CONDITIONAL:
        read_expression(r, e->left);
        read_ways(r, e->right, e->third);
        break;
    default:
        read_parts(r, e);
    }
}

static void read_list(struct reader *r, const struct statement *list);

/* A body that some way leads past. */
static void read_optional(struct reader *r, const struct statement *body)
{
    const struct assigned before = r->now;
    read_list(r, body);
    merge(&r->now, &before);
}

static void read_branches(struct reader *r, const struct statement *one, const struct statement *other)
{
    const struct assigned before = r->now;
    read_list(r, one);
    const struct assigned after = r->now;
    r->now = before;
    read_list(r, other);
    merge(&r->now, &after);
}

static void declare(struct reader *r, const struct statement *s)
{
    if (r->count < VARIABLES_MOST && is_followed(s->symbol)) {
        r->variables[r->count++] = s->symbol;
        if (s->clear) {
            assign(r, s->symbol);
        }
    }
    for (const struct expression *value = s->values; value != NULL; value = value->next) {
        read_expression(r, value);
    }
}

static void read_statement(struct reader *r, const struct statement *s)
{
    switch (s->kind) {
    case STATEMENT_DECLARE:
        declare(r, s);
        break;
    case STATEMENT_IF:
    case STATEMENT_JOIN:
        read_expression(r, s->condition);
        read_expression(r, s->initial);
        read_expression(r, s->step);
        read_branches(r, s->first, s->other);
        break;
    case STATEMENT_DO:
        read_list(r, s->first);
        read_expression(r, s->condition);
        break;
    case STATEMENT_FOR:
        read_expression(r, s->initial);
        read_expression(r, s->condition);
        read_optional(r, s->first);
        read_expression(r, s->step);
        break;
    default:
        read_expression(r, s->condition);
        read_expression(r, s->initial);
        read_expression(r, s->step);
        read_optional(r, s->first);
    }
}

static void read_list(struct reader *r, const struct statement *list)
{
    for (const struct statement *s = list; s != NULL; s = s->next) {
        read_statement(r, s);
    }
}

static enum walk find_label(const struct statement *s, void *context)
{
    (void)context;
    return s->kind == STATEMENT_LABEL ? WALK_FOUND : WALK_ON;
}

void check_assigned(struct unit *unit, const struct symbol *function)
{
    const struct walk_visitor labels = {.statement = find_label};
    if (walk_statements(function->body, &labels)) {
        return;
    }
    struct reader reader = {.unit = unit};
    read_list(&reader, function->body);
}
