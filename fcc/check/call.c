/* call.c - calls of functions and of built-in functions. */
#include <string.h>

#include "fcc/check/check.h"
#include "fcc/text/scope.h"

static const struct check_builtin builtins[] = {
#define BUILTIN(name, result, arguments, kind, operation, text)                                              \
    {#name, (result)[0], arguments, BUILTIN_##kind},
#include "fcc/check/builtin.def"
};

const struct check_builtin *check_builtin_row(uint64_t index)
{
    return &builtins[index];
}

void check_declare_builtins(struct unit *unit)
{
    for (uint32_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
        struct name *name = lex_name(unit->arena, &unit->names, builtins[i].name, strlen(builtins[i].name));
        struct type *type = type_function(unit->arena, &type_basic[TYPE_INT]);
        struct symbol *symbol = scope_add(unit, name, SYMBOL_BUILTIN, type, 0);
        symbol->value = i;
        symbol->is_predeclared = true;
    }
    struct name *name = lex_name(unit->arena, &unit->names, "real", strlen("real"));
    scope_add(unit, name, SYMBOL_TYPEDEF, unit->real, 0)->is_predeclared = true;
    name = lex_name(unit->arena, &unit->names, "__builtin_va_list", strlen("__builtin_va_list"));
    struct type *list = type_pointer(unit->arena, &type_basic[TYPE_INT]); /* as stdarg.h has it */
    scope_add(unit, name, SYMBOL_TYPEDEF, list, 0)->is_predeclared = true;
}

/* `generic` is the meaning of the letter g in this call. */
static struct type *letter_type(const struct unit *unit, char letter, struct type *generic)
{
    switch (letter) {
    case 'g':
        return generic;
    case 'r':
        return unit->real;
    case 'v':
        return &type_basic[TYPE_VOID];
    case 'u':
        return &type_basic[TYPE_UNSIGNED];
    case 'f':
        return &type_basic[TYPE_FLOAT];
    default:
        return &type_basic[TYPE_INT];
    }
}

static void link_arguments(struct unit *unit, struct expression *node, struct expression *arguments)
{
    node->arguments = arguments;
    for (struct expression *e = arguments; e != NULL; e = e->next)
        node->height = e->height >= node->height ? e->height + 1 : node->height;
    if (node->height > UNIT_HEIGHT_LIMIT)
        source_fatal(&unit->source, node->pos, "expression of more than %d operators in a row is too long",
                     UNIT_HEIGHT_LIMIT);
    node->has_effect = true;
}

static unsigned count_list(const struct expression *list)
{
    unsigned count = 0;
    for (; list != NULL; list = list->next)
        count++;
    return count;
}

/* ---- builtins */

static struct expression *refuse_argument(struct unit *unit, const struct check_builtin *row, unsigned index,
                                          const struct expression *e, const char *expected)
{
    source_error(&unit->source, e->pos, "passing argument %u of '%s': expected %s, but this is of type '%s'",
                 index + 1, row->name, expected, type_text(unit->arena, e->type));
    return check_error_node(unit, e->pos);
}

static struct expression *builtin_argument(struct unit *unit, const struct check_builtin *row, unsigned index,
                                           struct expression *e, struct type *generic)
{
    const struct check_context context = {CHECK_ARGUMENT, row->name, index + 1};
    switch (row->arguments[index]) {
    case 'p':
        e = check_rvalue(unit, e);
        if (!check_failed(e) && e->type->kind == TYPE_POINTER && type_is_long_long(e->type->base))
            return refuse_argument(unit, row, index, e, "a pointer to one word, int or unsigned");
        if (!check_failed(e) && (e->type->kind != TYPE_POINTER || !type_is_integer(e->type->base)))
            return refuse_argument(unit, row, index, e, "a pointer to int or unsigned");
        return e;
    case 'q':
        e = check_rvalue(unit, e);
        if (!check_failed(e) && (e->type->kind != TYPE_POINTER || !type_is_real(e->type->base)))
            return refuse_argument(unit, row, index, e, "a pointer to real");
        return e;
    case 'k':
        if (!check_failed(e) && e->kind != EXPRESSION_CONSTANT) {
            source_error(&unit->source, e->pos, "passing argument %u of '%s': expected an integer constant",
                         index + 1, row->name);
            return check_error_node(unit, e->pos);
        }
        return e;
    case 'w':
        e = check_rvalue(unit, e);
        if (!check_failed(e) && type_is_real(e->type))
            return refuse_argument(unit, row, index, e, "a word or the address of an object");
        if (!check_failed(e) && (!type_is_scalar(e->type) || type_is_long_long(e->type)))
            return check_fit(unit, e, &type_basic[TYPE_INT], &context);
        return e;
    default:
        return check_fit(unit, e, letter_type(unit, row->arguments[index], generic), &context);
    }
}

/* The type for the letter g: real if one of these arguments is. */
static struct type *generic_type(struct unit *unit, const struct check_builtin *row,
                                 const struct expression *arguments)
{
    const char *letter = row->arguments;
    for (const struct expression *e = arguments; e != NULL; e = e->next, letter++) {
        if (*letter == 'g' && type_is_real(e->type))
            return unit->real;
    }
    return &type_basic[TYPE_FLOAT];
}

/* The constant result of a call with constant arguments; NULL: none. */
static struct expression *fold_call(struct unit *unit, const struct expression *call)
{
    uint32_t words[2] = {0};
    unsigned count = 0;
    for (const struct expression *e = call->arguments; e != NULL; e = e->next) {
        if (count == 2 || e->kind != EXPRESSION_CONSTANT)
            return NULL;
        words[count++] = (uint32_t)e->value;
    }
    uint32_t word;
    if (!check_fold_builtin((enum check_builtin_number)call->value, words[0], words[1], &word))
        return NULL;
    struct expression *constant = check_number(unit, call->pos, call->type, word);
    constant->exact = type_is_float(call->type) ? EXACT_FLOAT : EXACT_NONE;
    return constant;
}

static struct expression *call_builtin(struct unit *unit, source_pos pos, struct expression *function,
                                       struct expression *arguments)
{
    const struct check_builtin *row = &builtins[function->value];
    unsigned expected = (unsigned)strlen(row->arguments);
    unsigned given = count_list(arguments);
    if (given != expected) {
        source_error(&unit->source, pos, "too %s arguments for '%s': it takes %u, here %s %u",
                     given < expected ? "few" : "many", row->name, expected, given == 1 ? "is" : "are",
                     given);
        return check_error_node(unit, pos);
    }
    struct type *generic = generic_type(unit, row, arguments);
    struct expression *node =
        check_new(unit, EXPRESSION_BUILTIN, function->pos, letter_type(unit, row->result, generic));
    node->value = function->value;
    node->symbol = function->symbol;
    struct expression **last = &node->arguments;
    bool failed = false;
    bool effect = row->kind < BUILTIN_UNARY || row->kind > BUILTIN_TWICE;
    bool shared = !effect || row->kind == BUILTIN_SUM;
    unsigned index = 0;
    for (struct expression *e = arguments; e != NULL; index++) {
        struct expression *next = e->next;
        struct expression *fitted = builtin_argument(unit, row, index, e, generic);
        failed |= check_failed(fitted);
        shared &= fitted->shared;
        effect |= fitted->has_effect;
        *last = fitted;
        last = &fitted->next;
        e = next;
    }
    *last = NULL;
    if (failed)
        return check_error_node(unit, pos);
    link_arguments(unit, node, node->arguments);
    node->shared = shared;
    node->has_effect = effect;
    struct expression *constant = fold_call(unit, node);
    return constant != NULL ? constant : node;
}

/* ---- functions */

/* An argument without a parameter: a float is unchanged (double is float), arrays become pointers. */
static struct expression *plain_argument(struct unit *unit, struct expression *e)
{
    e = check_promote(unit, e);
    if (!check_failed(e) && e->type->kind == TYPE_VOID) {
        source_error(&unit->source, e->pos, "an argument must have a value, but this is of type 'void'");
        return check_error_node(unit, e->pos);
    }
    return e;
}

/* The pointer to function that is called; NULL after a message. */
static struct expression *callee(struct unit *unit, source_pos pos, struct expression *function)
{
    struct expression *e = check_rvalue(unit, function);
    if (check_failed(e))
        return NULL;
    if (e->type->kind != TYPE_POINTER || e->type->base->kind != TYPE_FUNCTION) {
        if (function->kind == EXPRESSION_OBJECT)
            source_error(&unit->source, pos, "'%s' cannot be called: it is of type '%s', not a function",
                         function->symbol->name->text, type_text(unit->arena, function->type));
        else
            source_error(&unit->source, pos, "this cannot be called: it is of type '%s', not a function",
                         type_text(unit->arena, function->type));
        return NULL;
    }
    return e;
}

static void report_count(struct unit *unit, source_pos pos, const struct expression *function,
                         const struct type *type, unsigned given)
{
    unsigned expected = 0;
    for (const struct parameter *p = type->parameters; p != NULL; p = p->next)
        expected++;
    const char *name = function->kind == EXPRESSION_FUNCTION ? function->symbol->name->text : "this function";
    source_error(&unit->source, pos, "too %s arguments for '%s': it takes %s%u, here %s %u",
                 given < expected ? "few" : "many", name, type->variadic ? "at least " : "", expected,
                 given == 1 ? "is" : "are", given);
    if (function->kind == EXPRESSION_FUNCTION)
        source_note(&unit->source, function->symbol->pos, "'%s' is declared here", name);
}

/* A function takes no more, and the frame of a call holds them all. */
static struct expression *refuse_unchecked(struct unit *unit, source_pos pos, unsigned given)
{
    source_error(&unit->source, pos, "too many arguments: without a prototype at most %d, here are %u",
                 UNIT_PARAMETER_LIMIT, given);
    return check_error_node(unit, pos);
}

struct expression *check_call(struct unit *unit, source_pos pos, struct expression *function,
                              struct expression *arguments)
{
    if (function->kind == EXPRESSION_BUILTIN && function->type->kind == TYPE_FUNCTION)
        return call_builtin(unit, pos, function, arguments);
    struct expression *pointer = callee(unit, pos, function);
    if (pointer == NULL)
        return check_error_node(unit, pos);
    const struct type *type = pointer->type->base;
    const char *name = function->kind == EXPRESSION_FUNCTION ? function->symbol->name->text : NULL;
    const struct parameter *parameter = type->no_prototype ? NULL : type->parameters;
    struct expression *list = NULL;
    struct expression **last = &list;
    bool failed = false;
    unsigned index = 0;
    unsigned given = count_list(arguments);
    if (type->no_prototype && given > UNIT_PARAMETER_LIMIT)
        return refuse_unchecked(unit, pos, given);
    for (struct expression *e = arguments; e != NULL; index++) {
        struct expression *next = e->next;
        struct expression *fitted;
        if (parameter != NULL) {
            const struct check_context context = {CHECK_ARGUMENT, name, index + 1};
            fitted = check_fit(unit, e, parameter->type, &context);
            parameter = parameter->next;
        } else if (type->variadic || type->no_prototype) {
            fitted = plain_argument(unit, e);
        } else {
            report_count(unit, pos, function, type, given);
            return check_error_node(unit, pos);
        }
        failed |= check_failed(fitted);
        /* a node may be in one list only: a conversion that folds away may return a shared node */
        *last = fitted;
        last = &fitted->next;
        e = next;
    }
    *last = NULL;
    if (parameter != NULL) {
        report_count(unit, pos, function, type, given);
        return check_error_node(unit, pos);
    }
    struct type *result = type->base;
    if (failed)
        return check_error_node(unit, pos);
    if (result->kind != TYPE_VOID && !type_is_complete(result)) {
        source_error(&unit->source, pos, "this call returns '%s', which is not complete here",
                     type_text(unit->arena, result));
        return check_error_node(unit, pos);
    }
    struct expression *node =
        check_new(unit, EXPRESSION_CALL, function->pos, type_unqualified(unit->arena, result));
    check_attach(unit, node, pointer, NULL, NULL);
    link_arguments(unit, node, list);
    node->shared = type->shared_result;
    if (type->variadic && name != NULL)
        check_format(unit, node, name);
    return node;
}
