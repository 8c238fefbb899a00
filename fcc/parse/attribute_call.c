/* attribute_call.c - functions that gcc's attributes call: `cleanup`, `constructor` and `destructor`.
 *
 * The calls become statements: `cleanup` at the end of a block and before each jump out of it, the others
 * before the body of main.
 */
#include "fcc/check/check.h"
#include "fcc/parse/parse.h"
#include "fcc/text/scope.h"

#include <string.h>

static struct statement *new_call(struct unit *unit, struct name *function, source_pos pos,
                                  struct expression *argument)
{
    const struct token name = {.kind = TOKEN_IDENTIFIER, .pos = pos, .name = function};
    struct statement *call = parse_new_statement(unit, STATEMENT_EXPRESSION, pos);
    call->condition = check_call(unit, pos, check_name(unit, &name), argument);
    return call;
}

/* ---- cleanup */

void parse_note_cleanup(struct unit *unit, const struct specifiers *specifiers,
                        const struct declarator *declarator, struct symbol *symbol)
{
    const struct token_mark *mark = parse_mark(unit, TOKEN_MARK_CLEANUP, specifiers, declarator);
    if (mark == NULL || symbol->is_static || type_is_error(symbol->type))
        return;
    if (type_is_variable(symbol->type)) {
        source_error(&unit->source, symbol->pos,
                     "an array of variable size cannot have the attribute 'cleanup'");
        return;
    }
    struct cleanup *cleanup = ARENA_NEW(unit_nodes(unit), struct cleanup);
    *cleanup = (struct cleanup){unit->cleanups, symbol, mark->argument, symbol->pos};
    symbol->used = true;
    unit->cleanups = cleanup;
}

static struct statement **run(struct unit *unit, struct statement **last, const struct cleanup *from,
                              const struct cleanup *until)
{
    for (; from != until; from = from->outer) {
        struct expression *object = check_object(unit, from->pos, from->object);
        *last =
            new_call(unit, from->function, from->pos, check_unary(unit, from->pos, TOKEN_AMPERSAND, object));
        last = &(*last)->next;
    }
    return last;
}

struct statement *parse_leave_by(struct unit *unit, struct statement *jump, const struct cleanup *until)
{
    if (unit->cleanups == until || unit->panic)
        return jump;
    struct statement *block = parse_new_statement(unit, STATEMENT_BLOCK, jump->pos);
    struct statement **last = &block->first;
    if (jump->condition != NULL &&
        !check_failed(jump->condition)) { /* the value is computed before the calls */
        struct expression *kept = NULL, *value = jump->condition;
        *last = parse_new_statement(unit, STATEMENT_EXPRESSION, jump->pos);
        (*last)->condition = value->type->kind == TYPE_VOID ? value : check_keep(unit, value, &kept);
        jump->condition = kept;
        last = &(*last)->next;
    }
    *run(unit, last, unit->cleanups, until) = jump;
    return block;
}

struct statement *parse_leave_by_goto(struct unit *unit, struct statement *jump)
{
    if (unit->cleanups == NULL || unit->panic)
        return jump;
    if (jump->label == NULL) {
        source_error(&unit->source, jump->pos,
                     "'goto *' cannot leave the block of a variable with the attribute 'cleanup'");
        return jump;
    }
    struct open_jump *open = ARENA_NEW(unit_nodes(unit), struct open_jump);
    open->block = parse_new_statement(unit, STATEMENT_BLOCK, jump->pos);
    open->block->first = jump;
    open->cleanups = unit->cleanups;
    open->next = unit->open_jumps;
    unit->open_jumps = open;
    return open->block;
}

void parse_end_cleanups(struct unit *unit, struct statement **list, struct cleanup *before, source_pos pos)
{
    const bool is_value = unit->value_depth == unit->scope->depth;
    if (unit->cleanups != before && is_value)
        source_error(&unit->source, pos,
                     "'({ ... })' with a value cannot have a variable with the attribute 'cleanup'");
    while (*list != NULL)
        list = &(*list)->next;
    if (!is_value)
        run(unit, list, unit->cleanups, before);
    unit->cleanups = before;
}

static bool is_around(const struct cleanup *outer, const struct cleanup *inner)
{
    while (inner != NULL && inner != outer)
        inner = inner->outer;
    return inner == outer;
}

void parse_finish_jumps(struct unit *unit)
{
    for (const struct open_jump *open = unit->open_jumps; open != NULL; open = open->next) {
        struct statement *jump = open->block->first;
        const struct cleanup *until = jump->label->cleanups;
        while (!is_around(until, open->cleanups)) /* a jump into a block */
            until = until->outer;
        *run(unit, &open->block->first, open->cleanups, until) = jump;
    }
    unit->open_jumps = NULL;
}

/* ---- constructor, destructor */

/* main, if this file has defined it; else NULL. */
static struct symbol *find_main(struct unit *unit)
{
    struct symbol *symbol = scope_global(lex_name(unit->arena, &unit->names, "main", strlen("main")));
    return symbol != NULL && symbol->has_body ? symbol : NULL;
}

void parse_note_constructor(struct unit *unit, const struct specifiers *specifiers,
                            const struct declarator *declarator, struct symbol *function)
{
    const bool is_constructor = parse_is_marked(unit, TOKEN_MARK_CONSTRUCTOR, specifiers, declarator);
    const bool is_destructor = parse_is_marked(unit, TOKEN_MARK_DESTRUCTOR, specifiers, declarator);
    if (!is_constructor && !is_destructor)
        return;
    if (find_main(unit) != NULL && !function->is_constructor && !function->is_destructor)
        source_error(&unit->source, declarator->pos,
                     "'%s' must be declared with the attribute '%s' before main", declarator->name->text,
                     is_constructor ? "constructor" : "destructor");
    function->is_constructor |= is_constructor;
    function->is_destructor |= is_destructor;
    function->used = true;
    scope_keep(unit, function);
}

/* A function of the library, even if the program does not include its header. parameter: its type; NULL:
 * none.
 */
static struct name *library_function(struct unit *unit, const char *text, struct type *result,
                                     struct type *parameter, source_pos pos)
{
    struct name *name = lex_name(unit->arena, &unit->names, text, strlen(text));
    if (scope_global(name) == NULL) {
        struct type *type = type_function(unit->arena, result);
        if (parameter != NULL) {
            type->parameters = ARENA_NEW(unit->arena, struct parameter);
            type->parameters->type = parameter;
        }
        struct symbol *symbol = scope_add_global(unit, name, SYMBOL_FUNCTION, type, pos);
        symbol->is_static = true;
        symbol->lives_in_memory = true;
        symbol->assembly_name = name->text;
    }
    return name;
}

static struct name *at_exit(struct unit *unit, source_pos pos)
{
    struct type *handler = type_pointer(unit->arena, type_function(unit->arena, &type_basic[TYPE_VOID]));
    return library_function(unit, "atexit", &type_basic[TYPE_INT], handler, pos);
}

/* The assignment of the environment to main's third parameter; NULL: main has none. */
static struct statement *set_environment(struct unit *unit, struct symbol *function)
{
    struct symbol *parameter = function->parameters;
    for (int i = 0; i < 2 && parameter != NULL; i++)
        parameter = parameter->next_parameter;
    if (parameter == NULL || parameter->type->kind != TYPE_POINTER)
        return NULL;
    struct name *name =
        library_function(unit, "__fork_environment_list", parameter->type, NULL, parameter->pos);
    struct statement *set = new_call(unit, name, parameter->pos, NULL);
    const bool is_used = parameter->used;
    set->condition =
        check_assign(unit, parameter->pos, check_object(unit, parameter->pos, parameter), set->condition);
    parameter->used = is_used;
    return set;
}

static bool comes_before(const struct symbol *a, const struct symbol *b)
{
    return a->has_body != b->has_body ? a->has_body : a->pos < b->pos;
}

/* The next constructor or destructor after `before` (NULL: the first): defined functions in their order, then
 * functions that are only declared. */
static struct symbol *next_called(const struct unit *unit, const struct symbol *before)
{
    struct symbol *next = NULL;
    for (struct symbol *s = unit->symbols; s != NULL; s = s->next_in_unit) {
        const bool is_called = s->is_constructor || s->is_destructor;
        if (is_called && (before == NULL || comes_before(before, s)) &&
            (next == NULL || comes_before(s, next)))
            next = s;
    }
    return next;
}

void parse_call_constructors(struct unit *unit, struct symbol *function)
{
    if (strcmp(function->name->text, "main") != 0 || !unit->source.is_plain_c)
        return;
    struct statement *body = function->body->first, *first = set_environment(unit, function);
    struct statement **last = first != NULL ? &first->next : &first;
    for (struct symbol *s = next_called(unit, NULL); s != NULL; s = next_called(unit, s)) {
        if (s->is_constructor) {
            *last = new_call(unit, s->name, s->pos, NULL);
            last = &(*last)->next;
        }
        if (s->is_destructor) {
            const struct token name = {.kind = TOKEN_IDENTIFIER, .pos = s->pos, .name = s->name};
            *last = new_call(unit, at_exit(unit, s->pos), s->pos, check_name(unit, &name));
            last = &(*last)->next;
        }
    }
    *last = body;
    function->body->first = first;
}

void parse_check_constructors(struct unit *unit)
{
    const struct symbol *s = find_main(unit) == NULL ? unit->symbols : NULL;
    for (; s != NULL; s = s->next_in_unit) {
        if (s->is_constructor || s->is_destructor)
            source_error(&unit->source, s->pos,
                         "'%s' has the attribute '%s', so it must be in the file of main", s->name->text,
                         s->is_constructor ? "constructor" : "destructor");
    }
}
