/* declaration.c - declarations in and outside of functions, function definitions, the whole file. */
#include <string.h>

#include "fcc/check/check.h"
#include "fcc/parse/parse.h"
#include "fcc/text/scope.h"
#include "fcc/text/suggest.h"

/* ---- what may stand beside what */

static void report_conflict(struct unit *unit, const struct symbol *old, const struct declarator *new,
                            const struct type *type)
{
    const char *name = new->name->text;
    if (old->kind == SYMBOL_FUNCTION && type->kind == TYPE_FUNCTION && old->type->mode != type->mode)
        source_error(&unit->source, new->pos, "'%s' was declared %s, here it is %s", name,
                     mode_text(old->type->mode), mode_text(type->mode));
    else
        source_error(&unit->source, new->pos, "'%s' is declared as '%s', but was declared as '%s'", name,
                     type_text(unit->arena, type), type_text(unit->arena, old->type));
    source_note(&unit->source, old->pos, "the earlier declaration is here");
}

/* Joins a new declaration at file scope with an earlier one; false after a message. */
static bool merge(struct unit *unit, struct symbol *old, enum symbol_kind kind,
                  const struct specifiers *specifiers, const struct declarator *new)
{
    const char *name = new->name->text;
    if (old->kind != kind) {
        source_error(&unit->source, new->pos, "'%s' is already something else here", name);
        source_note(&unit->source, old->pos, "the earlier declaration is here");
        return false;
    }
    if (!type_compatible(old->type, new->type)) {
        report_conflict(unit, old, new, new->type);
        return false;
    }
    if (kind == SYMBOL_OBJECT && old->shared != specifiers->is_shared) {
        source_error(&unit->source, new->pos, "'%s' was declared %s, here it is %s", name,
                     old->shared ? "shared" : "private", specifiers->is_shared ? "shared" : "private");
        source_note(&unit->source, old->pos, "the earlier declaration is here");
        return false;
    }
    if (specifiers->storage == STORAGE_STATIC && old->storage != STORAGE_STATIC) {
        source_error(&unit->source, new->pos, "'%s' is static here, but was declared without it", name);
        source_note(&unit->source, old->pos, "the earlier declaration is here");
        return false;
    }
    if (old->type->kind == TYPE_ARRAY && old->type->incomplete_array)
        old->type = new->type;
    if (old->type->kind == TYPE_FUNCTION && old->type->no_prototype)
        old->type = new->type;
    return true;
}

static bool has_void_type(struct unit *unit, const struct declarator *declarator)
{
    if (declarator->type->kind != TYPE_VOID)
        return false;
    source_error(&unit->source, declarator->pos, "variable '%s' cannot be of type void",
                 declarator->name->text);
    return true;
}

/* ---- file scope */

/* In plain C a program may redefine a name that a header of the runtime declares, unless it has already used
 * it. */
static bool replaces_library(const struct unit *unit, const struct symbol *old, enum symbol_kind kind,
                             const struct specifiers *specifiers, const struct declarator *new)
{
    const bool fits =
        old->kind == kind && type_compatible(old->type, new->type) && specifiers->storage != STORAGE_STATIC;
    return unit->source.is_plain_c && !fits && !old->used && !old->defined &&
           (old->kind == SYMBOL_FUNCTION || old->kind == SYMBOL_OBJECT) &&
           source_is_of_runtime(&unit->source, old->pos) && !source_is_of_runtime(&unit->source, new->pos);
}

static const char *linker_name(const struct declarator *declarator)
{
    return declarator->symbol != NULL ? declarator->symbol : declarator->name->text;
}

/* Whether a name already means a function or object with another name for the linker. */
static bool means_another(const struct symbol *old, const struct declarator *new)
{
    return (old->kind == SYMBOL_FUNCTION || old->kind == SYMBOL_OBJECT) && !old->reported &&
           strcmp(old->assembly_name, linker_name(new)) != 0;
}

/* NULL: the name already means something else. */
static struct symbol *declare_global(struct unit *unit, const struct specifiers *specifiers,
                                     const struct declarator *declarator)
{
    bool function = declarator->type->kind == TYPE_FUNCTION;
    enum symbol_kind kind = function ? SYMBOL_FUNCTION : SYMBOL_OBJECT;
    struct symbol *symbol = scope_global(declarator->name);
    if (symbol != NULL && means_another(symbol, declarator)) {
        if (declarator->symbol != NULL && !source_is_of_runtime(&unit->source, symbol->pos))
            return NULL; /* the program declared the name before it included the header */
        symbol = NULL;
    }
    if (symbol != NULL && symbol->reported) {
        symbol->reported = false;
        symbol->type = declarator->type;
    } else if (symbol != NULL && replaces_library(unit, symbol, kind, specifiers, declarator)) {
        symbol->kind = kind;
        symbol->type = declarator->type;
        symbol->pos = declarator->pos;
        symbol->storage = specifiers->storage;
        symbol->shared = specifiers->is_shared && !function;
    } else if (symbol != NULL) {
        if (!merge(unit, symbol, kind, specifiers, declarator))
            return NULL;
    } else {
        symbol = scope_add_global(unit, declarator->name, kind, declarator->type, declarator->pos);
        symbol->storage = specifiers->storage;
        symbol->shared = specifiers->is_shared && !function;
    }
    symbol->is_static = true;
    symbol->lives_in_memory = true;
    symbol->is_noreturn |= specifiers->is_noreturn ||
                           (function && parse_is_marked(unit, TOKEN_MARK_NORETURN, specifiers, declarator));
    symbol->is_inline |= specifiers->is_inline && function;
    if (specifiers->is_noreturn && !function)
        source_error(&unit->source, specifiers->noreturn_pos,
                     "'_Noreturn' is for functions, and '%s' is not a function", declarator->name->text);
    symbol->assembly_name = linker_name(declarator);
    if (function)
        parse_note_constructor(unit, specifiers, declarator, symbol);
    return symbol;
}

/* `__library__` or `__library__(prefix)` after a declarator, in headers of the library: the linker's name is
 * __lib_NAME or __prefix_NAME. So a program can use the name itself. */
static void parse_linker_name(struct unit *unit, struct declarator *declarator)
{
    const char *prefix = "lib";
    if (unit->panic || !parse_accept(unit, TOKEN_LIBRARY))
        return;
    if (parse_accept(unit, TOKEN_LEFT_PAREN)) {
        if (parse_is(unit, TOKEN_IDENTIFIER)) {
            prefix = parse_next(unit)->name->text;
            parse_advance(unit);
        } else {
            parse_error(unit, "a prefix of the library's names");
        }
        parse_expect(unit, TOKEN_RIGHT_PAREN, "to end '__library__'");
    }
    declarator->symbol = arena_format(unit->arena, "__%s_%s", prefix, declarator->name->text);
}

static void declare_typedef(struct unit *unit, const struct specifiers *specifiers,
                            const struct declarator *declarator)
{
    if (specifiers->is_shared || specifiers->is_private)
        source_error(&unit->source, specifiers->shared_pos,
                     "a type has no sharity: only declared objects are shared or private");
    const struct symbol *old = scope_here(unit, declarator->name);
    if (old == NULL) {
        scope_add(unit, declarator->name, SYMBOL_TYPEDEF, declarator->type, declarator->pos);
    } else if (old->kind != SYMBOL_TYPEDEF || !type_compatible(old->type, declarator->type)) {
        source_error(&unit->source, declarator->pos, "'%s' is already something else here",
                     declarator->name->text);
        source_note(&unit->source, old->pos, "the earlier declaration is here");
    }
}

/* An object at file scope: with `=` or without. */
static void finish_global_object(struct unit *unit, struct symbol *symbol,
                                 const struct specifiers *specifiers, const struct declarator *declarator)
{
    scope_keep(unit, symbol);
    if (parse_accept(unit, TOKEN_ASSIGN)) {
        if (symbol->initialised) {
            source_error(&unit->source, declarator->pos, "'%s' has an initial value already",
                         declarator->name->text);
            source_note(&unit->source, symbol->pos, "the earlier definition is here");
        }
        symbol->pos = declarator->pos;
        symbol->defined = true;
        symbol->initialised = true;
        parse_static_initialiser(unit, symbol);
    } else if (specifiers->storage != STORAGE_EXTERN) {
        symbol->defined = true;
    }
}

/* ---- functions */

static void check_main(struct unit *unit, const struct symbol *symbol)
{
    const struct type *type = symbol->type;
    if (strcmp(symbol->name->text, "main") != 0)
        return;
    bool result = type->base->kind == TYPE_INT || type->base->kind == TYPE_VOID || type_is_error(type->base);
    const struct parameter *p = type->parameters;
    bool parameters =
        p == NULL || (p->type->kind == TYPE_INT && p->next != NULL && p->next->type->kind == TYPE_POINTER);
    const struct parameter *environment = p != NULL && p->next != NULL ? p->next->next : NULL;
    parameters &= environment == NULL || (unit->source.is_plain_c && environment->next == NULL &&
                                          environment->type->kind == TYPE_POINTER);
    if (type->mode != MODE_ASYNC)
        source_error(&unit->source, symbol->pos,
                     "main must be asynchronous, not %s: every PP enters it by itself; use start inside",
                     mode_text(type->mode));
    else if (!result || !parameters)
        source_error(&unit->source, symbol->pos,
                     "main must be 'int main(void)', 'void main(void)' or 'int main(int argc, char **argv)'");
}

/* Other files call main, and would not find it. */
static void check_main_object(struct unit *unit, const struct symbol *symbol,
                              const struct specifiers *specifiers)
{
    if (specifiers->storage != STORAGE_STATIC && strcmp(symbol->name->text, "main") == 0)
        source_error(
            &unit->source, symbol->pos,
            "main is a variable here, not a function; a program begins with 'int main(void) { ... }'");
}

static void declare_parameters(struct unit *unit, struct symbol *function)
{
    struct symbol **last = &function->parameters;
    *last = NULL;
    for (const struct parameter *p = function->type->parameters; p != NULL; p = p->next) {
        struct type *type = p->type;
        if (p->name == NULL) {
            source_error(&unit->source, p->pos,
                         "expected a name for this parameter of the function defined here");
            continue;
        }
        if (!type_is_error(type) && !type_is_complete(type)) {
            source_error(&unit->source, p->pos, "parameter '%s' has type '%s', whose size is not known",
                         p->name->text, type_text(unit->arena, type));
            type = &type_basic[TYPE_ERROR];
        }
        if (scope_here(unit, p->name) != NULL)
            continue; /* reported at the declarator */
        struct symbol *symbol = scope_add(unit, p->name, SYMBOL_OBJECT, type, p->pos);
        symbol->is_parameter = true;
        symbol->shared = p->shared;
        symbol->used = p->is_used;
        symbol->lives_in_memory = p->shared || type_is_record(type) || type_is_long_long(type);
        *last = symbol;
        last = &symbol->next_parameter;
    }
}

static void check_labels(struct unit *unit)
{
    for (const struct label *label = unit->labels; label != NULL; label = label->next) {
        if (!label->defined && label->used)
            source_error(&unit->source, label->pos, "label '%s' is used but not defined", label->name->text);
        else if (!label->used && unit->source.diag->errors == 0)
            source_warning(&unit->source, label->pos, WARNING_unused, "no 'goto' leads to the label '%s'%s",
                           label->name->text,
                           suggest_keyword(label->name, TOKEN_DEFAULT) ? "; did you mean 'default'?" : "");
        label->name->label = NULL; /* the next function has labels of its own */
    }
}

/* After the declarator; the '{' is next. */
static void define_function(struct unit *unit, struct symbol *symbol, const struct declarator *declarator)
{
    if (symbol->has_body) {
        source_error(&unit->source, declarator->pos, "function '%s' is defined twice",
                     declarator->name->text);
        source_note(&unit->source, symbol->pos, "the first definition is here");
    }
    scope_enter(unit);
    if (declarator->type
            ->is_old_style) { /* the definition has no prototype, but an earlier one serves as well */
        parse_old_parameters(unit, declarator->type);
        if (!parse_is(unit, TOKEN_LEFT_BRACE) || unit->panic) {
            parse_error(unit, "'{' to begin the function");
            scope_leave(unit);
            return;
        }
        declarator->type->no_prototype = symbol->type->no_prototype;
    } else {
        /* `int f() {` defines a function without parameters; C lets calls of it have arguments all the same
         * (C99 6.7.5.3p14) */
        const bool is_open = unit->source.is_plain_c && declarator->type->no_prototype;
        symbol->type->no_prototype &= is_open;
        declarator->type->no_prototype = symbol->type->no_prototype;
    }
    symbol->type = declarator->type;
    symbol->pos = declarator->pos;
    symbol->defined = true;
    scope_keep(unit, symbol);
    const struct type *result = symbol->type->base;
    if (result->kind != TYPE_VOID && !type_is_error(result) && !type_is_complete(result))
        source_error(&unit->source, declarator->pos, "function '%s' returns '%s', whose size is not known",
                     declarator->name->text, type_text(unit->arena, result));
    check_main(unit, symbol);
    parse_advance(unit);
    unit->function = symbol;
    unit->function_name = NULL;
    unit->labels = NULL;
    unit->label_addresses = 0;
    if (declarator->type->scope != NULL)
        scope_adopt(unit, declarator->type->scope);
    declare_parameters(unit, symbol);
    symbol->has_body = true;
    unit->stack_end = NULL;
    unit->stack_uses = 0;
    unit->cleanups = NULL;
    symbol->body = parse_body(unit);
    parse_begin_extents(unit, symbol);
    parse_finish_jumps(unit);
    parse_call_constructors(unit, symbol);
    check_labels(unit);
    check_modes(unit, symbol);
    unit->function = NULL;
    unit->defined = symbol;
    scope_leave(unit);
}

void parse_static_assert(struct unit *unit)
{
    uint32_t holds = 0;
    parse_advance(unit);
    parse_expect(unit, TOKEN_LEFT_PAREN, "after '_Static_assert'");
    struct expression *e = parse_conditional(unit);
    bool known = !unit->panic && check_integer_constant(unit, e, "the condition of '_Static_assert'", &holds);
    const struct string_literal *message = NULL;
    if (parse_accept(unit, TOKEN_COMMA)) {
        if (parse_is(unit, TOKEN_STRING)) {
            message = parse_next(unit)->string;
            parse_advance(unit);
        } else {
            parse_error(unit, "a string");
        }
    }
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end '_Static_assert'");
    parse_expect(unit, TOKEN_SEMICOLON, "after '_Static_assert'");
    if (known && holds == 0)
        source_error(&unit->source, e->pos, "static assertion failed%s%s", message != NULL ? ": " : "",
                     message != NULL ? lex_string_text(unit->arena, message) : "");
}

/* After a conflict the parser continues with a symbol that no lookup finds. */
static struct symbol *unnamed_symbol(const struct unit *unit, const struct specifiers *specifiers,
                                     const struct declarator *declarator)
{
    struct symbol *symbol = ARENA_NEW(unit->arena, struct symbol);
    *symbol = (struct symbol){.name = declarator->name, .pos = declarator->pos, .type = declarator->type};
    symbol->kind = declarator->type->kind == TYPE_FUNCTION ? SYMBOL_FUNCTION : SYMBOL_OBJECT;
    symbol->is_static = true;
    symbol->lives_in_memory = true;
    symbol->shared = specifiers->is_shared;
    symbol->assembly_name = declarator->name->text;
    return symbol;
}

static void parse_global_declaration(struct unit *unit)
{
    struct specifiers specifiers;
    struct declarator declarator;
    if (parse_is(unit, TOKEN_STATIC_ASSERT)) {
        parse_static_assert(unit);
        return;
    }
    parse_specifiers(unit, &specifiers);
    if (specifiers.storage == STORAGE_AUTO || specifiers.storage == STORAGE_REGISTER) {
        source_error(&unit->source, specifiers.pos,
                     "'auto' and 'register' have no meaning outside of functions");
        specifiers.storage = STORAGE_NONE;
    }
    if (specifiers.ended)
        return;
    if (parse_accept(unit, TOKEN_SEMICOLON)) {
        if (specifiers.type->tag == NULL && !type_is_error(specifiers.type))
            source_warning(&unit->source, specifiers.pos, WARNING_no_effect, "this declares nothing");
        return;
    }
    bool first = true;
    unit->sizes = NULL;
    unit->extents = NULL;
    do {
        parse_declarator(unit, &specifiers, 1, &declarator);
        parse_linker_name(unit, &declarator);
        if (unit->panic)
            return;
        if (specifiers.storage == STORAGE_TYPEDEF) {
            declare_typedef(unit, &specifiers, &declarator);
        } else if (!has_void_type(unit, &declarator)) {
            struct symbol *symbol = declare_global(unit, &specifiers, &declarator);
            if (symbol == NULL)
                symbol = unnamed_symbol(unit, &specifiers, &declarator);
            if (symbol->kind == SYMBOL_FUNCTION && first &&
                (parse_is(unit, TOKEN_LEFT_BRACE) || declarator.type->is_old_style)) {
                if (declarator.type == specifiers.type) {
                    source_error(&unit->source, declarator.pos,
                                 "a function cannot be defined through a typedef: write its parameters");
                    unit->panic = true;
                    return;
                }
                define_function(unit, symbol, &declarator);
                return;
            }
            if (symbol->kind == SYMBOL_OBJECT) {
                check_main_object(unit, symbol, &specifiers);
                finish_global_object(unit, symbol, &specifiers, &declarator);
            }
        }
        first = false;
    } while (parse_accept(unit, TOKEN_COMMA));
    parse_expect(unit, TOKEN_SEMICOLON, "after the declaration");
}

/* ---- inside functions */

static void local_extern(struct unit *unit, const struct specifiers *specifiers,
                         const struct declarator *declarator)
{
    if (type_is_variable(declarator->type)) {
        source_error(&unit->source, declarator->pos,
                     "'%s' is of variable size: it can only be private and local", declarator->name->text);
        return;
    }
    struct symbol *global = declare_global(unit, specifiers, declarator);
    if (global != NULL && declarator->name->symbol != global)
        scope_add(unit, declarator->name, global->kind, global->type, declarator->pos)->same_as = global;
}

static struct symbol *declare_local(struct unit *unit, const struct specifiers *specifiers,
                                    struct declarator *declarator)
{
    struct symbol *old = scope_here(unit, declarator->name);
    if (old != NULL && !old->reported) {
        source_error(&unit->source, declarator->pos, "'%s' is already declared in this block",
                     declarator->name->text);
        source_note(&unit->source, old->pos, "the earlier declaration is here");
    }
    bool lasting = specifiers->storage == STORAGE_STATIC;
    struct symbol *symbol = (lasting ? scope_add_lasting : scope_add)(unit, declarator->name, SYMBOL_OBJECT,
                                                                      declarator->type, declarator->pos);
    symbol->storage = specifiers->storage;
    symbol->shared = specifiers->is_shared;
    symbol->is_static = specifiers->storage == STORAGE_STATIC;
    symbol->lives_in_memory = symbol->shared || symbol->is_static || !type_is_scalar(symbol->type) ||
                              type_is_long_long(symbol->type) || symbol->type->is_volatile;
    symbol->defined = true;
    symbol->used = parse_is_marked(unit, TOKEN_MARK_UNUSED, specifiers, declarator);
    return symbol;
}

static void check_local_size(struct unit *unit, struct symbol *symbol)
{
    if (type_is_error(symbol->type) || type_is_complete(symbol->type))
        return;
    if (symbol->type->kind == TYPE_ARRAY && symbol->type->incomplete_array)
        source_error(&unit->source, symbol->pos, "array '%s' needs a size or an initial value",
                     symbol->name->text);
    else
        source_error(&unit->source, symbol->pos, "variable '%s' has type '%s', whose size is not known",
                     symbol->name->text, type_text(unit->arena, symbol->type));
    symbol->type = &type_basic[TYPE_ERROR];
}

/* One declarator inside a function; the statement that makes the object, or NULL. */
static struct statement *parse_local_object(struct unit *unit, const struct specifiers *specifiers,
                                            struct declarator *declarator)
{
    if (has_void_type(unit, declarator))
        declarator->type = &type_basic[TYPE_ERROR];
    struct symbol *symbol = declare_local(unit, specifiers, declarator);
    if (type_is_variable(symbol->type)) {
        parse_note_cleanup(unit, specifiers, declarator, symbol);
        return parse_variable_object(unit, symbol);
    }
    if (symbol->is_static) {
        symbol->assembly_name = arena_format(unit->arena, "%s.%u", symbol->name->text, ++unit->local_statics);
        scope_keep(unit, symbol);
        if (parse_accept(unit, TOKEN_ASSIGN))
            parse_static_initialiser(unit, symbol);
        check_local_size(unit, symbol);
        return NULL;
    }
    struct statement *statement = parse_new_statement(unit, STATEMENT_DECLARE, declarator->pos);
    statement->symbol = symbol;
    if (parse_accept(unit, TOKEN_ASSIGN)) {
        const bool is_used = symbol->used;
        parse_local_initialiser(unit, symbol, statement);
        symbol->used = is_used; /* a variable that is only initialised does not count as used */
    }
    check_local_size(unit, symbol);
    parse_note_cleanup(unit, specifiers, declarator, symbol);
    return statement;
}

struct statement *parse_local_declaration(struct unit *unit)
{
    struct specifiers specifiers;
    struct declarator declarator;
    struct statement *first = NULL;
    struct statement **last = &first;
    if (parse_is(unit, TOKEN_STATIC_ASSERT)) {
        parse_static_assert(unit);
        return NULL;
    }
    parse_specifiers(unit, &specifiers);
    if (specifiers.ended || parse_accept(unit, TOKEN_SEMICOLON))
        return NULL;
    do {
        parse_declarator(unit, &specifiers, 1, &declarator);
        if (unit->panic)
            return first;
        last = parse_take_extents(unit, last);
        if (specifiers.storage == STORAGE_TYPEDEF) {
            declare_typedef(unit, &specifiers, &declarator);
        } else if (specifiers.storage == STORAGE_EXTERN || declarator.type->kind == TYPE_FUNCTION) {
            local_extern(unit, &specifiers, &declarator);
            if (parse_is(unit, TOKEN_LEFT_BRACE)) {
                source_error(&unit->source, declarator.pos,
                             "function '%s' is defined inside another one, which fcc does not have "
                             "(docs/c.md); is a '}' "
                             "missing before?",
                             declarator.name->text);
                unit->panic = true;
                return first;
            }
        } else {
            *last = parse_local_object(unit, &specifiers, &declarator);
            last = *last != NULL ? &(*last)->next : last;
        }
    } while (parse_accept(unit, TOKEN_COMMA));
    parse_expect(unit, TOKEN_SEMICOLON, "after the declaration");
    return first;
}

/* ---- the file */

/* In plain C, an array that has no size at the end of the file gets one element, 0 (C99 6.9.2). */
static bool complete_tentative(struct unit *unit, struct symbol *symbol)
{
    const struct type *type = symbol->type;
    if (!unit->source.is_plain_c || type->kind != TYPE_ARRAY || !type->incomplete_array ||
        !type_is_complete(type->base))
        return false;
    source_warning(&unit->source, symbol->pos, WARNING_implicit, "array '%s' without a size gets one element",
                   symbol->name->text);
    symbol->type = type_array(unit->arena, type->base, 1, false);
    return true;
}

/* Reports objects whose size is unknown at the end of the file. */
static void check_tentative(struct unit *unit)
{
    for (struct symbol *symbol = unit->symbols; symbol != NULL; symbol = symbol->next_in_unit) {
        if (symbol->kind != SYMBOL_OBJECT || !symbol->defined || type_is_error(symbol->type) ||
            type_is_complete(symbol->type) || complete_tentative(unit, symbol))
            continue;
        source_error(&unit->source, symbol->pos, "variable '%s' has type '%s', whose size is not known",
                     symbol->name->text, type_text(unit->arena, symbol->type));
    }
}

static void check_static_functions(struct unit *unit)
{
    for (const struct symbol *symbol = unit->symbols; symbol != NULL; symbol = symbol->next_in_unit) {
        if (symbol->kind == SYMBOL_FUNCTION && symbol->storage == STORAGE_STATIC && symbol->used &&
            !symbol->has_body)
            source_error(&unit->source, symbol->pos, "static function '%s' is used but not defined",
                         symbol->name->text);
    }
}

void parse_unit(struct unit *unit)
{
    while (!parse_is(unit, TOKEN_END)) {
        uint32_t before = unit->at;
        unit->nesting = 0;
        if (parse_accept(unit, TOKEN_SEMICOLON))
            continue;
        if (parse_is(unit, TOKEN_RIGHT_BRACE)) {
            source_error(&unit->source, parse_next(unit)->pos, "'}' without a '{' before it");
            parse_advance(unit);
            continue;
        }
        if (parse_starts_declaration(unit) || parse_is(unit, TOKEN_IDENTIFIER))
            parse_global_declaration(unit);
        else
            parse_error(unit, "a declaration");
        if (unit->panic)
            parse_recover_global(unit, before);
        if (unit->at == before)
            parse_advance(unit);
        if (unit->declared != NULL)
            unit->declared(unit, unit->defined);
        unit->defined = NULL;
    }
    check_tentative(unit);
    check_static_functions(unit);
    parse_check_constructors(unit);
}
