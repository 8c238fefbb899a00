/* declarator.c - declarators: pointers, arrays, functions around a name, read from the inside out. */
#include "fcc/check/check.h"
#include "fcc/parse/parse.h"
#include "fcc/text/scope.h"

static struct type *declarator(struct unit *unit, struct type *base, struct declarator *out);

static void skip_parentheses(struct unit *unit)
{
    uint32_t depth = 0;
    while (!parse_is(unit, TOKEN_END)) {
        if (parse_is(unit, TOKEN_LEFT_PAREN))
            depth++;
        else if (parse_is(unit, TOKEN_RIGHT_PAREN) && depth-- == 0)
            return;
        parse_advance(unit);
    }
}

static void refuse_brackets(struct unit *unit, const struct declarator *declarator)
{
    if (declarator->bracketed != NULL && !type_is_error(declarator->type))
        source_error(&unit->source, declarator->bracketed_pos,
                     "'static' and qualifiers may stand in the first brackets of a parameter only");
}

/* ---- parameters */

static struct type *parameter_type(struct unit *unit, const struct declarator *declarator)
{
    struct type *type = declarator->type;
    if (type->kind == TYPE_ARRAY) {
        parse_forget_extent(unit, type);
        return type_qualified(unit->arena, type_pointer(unit->arena, type->base), declarator->bracketed_const,
                              declarator->bracketed_volatile);
    }
    if (type->kind == TYPE_FUNCTION)
        return type_pointer(unit->arena, type);
    if (type->kind == TYPE_VOID) {
        source_error(&unit->source, declarator->pos, "a parameter cannot be of type void");
        return &type_basic[TYPE_ERROR];
    }
    return type;
}

static void refuse_noreturn(struct unit *unit, const struct specifiers *specifiers)
{
    if (specifiers->is_noreturn)
        source_error(&unit->source, specifiers->noreturn_pos,
                     "'_Noreturn' is for functions, and this is not a function");
}

/* One parameter; its name can be used in those after it. */
static struct parameter *parse_parameter(struct unit *unit)
{
    struct specifiers specifiers;
    struct declarator declarator;
    parse_specifiers(unit, &specifiers);
    if (specifiers.storage != STORAGE_NONE && specifiers.storage != STORAGE_REGISTER)
        source_error(&unit->source, specifiers.pos, "a parameter takes no storage class");
    parse_declarator(unit, &specifiers, 0, &declarator);
    if (declarator.bracketed != declarator.type)
        refuse_brackets(unit, &declarator);
    refuse_noreturn(unit, &specifiers);
    struct parameter *parameter = ARENA_NEW(unit->arena, struct parameter);
    parameter->name = declarator.name;
    parameter->pos = declarator.pos;
    parameter->type = parameter_type(unit, &declarator);
    parameter->shared = specifiers.is_shared;
    parameter->is_used = parse_is_marked(unit, TOKEN_MARK_UNUSED, &specifiers, &declarator);
    if (declarator.name != NULL) {
        const struct symbol *old = scope_here(unit, declarator.name);
        if (old != NULL && old->kind == SYMBOL_OBJECT)
            source_error(&unit->source, declarator.pos, "two parameters are named '%s'",
                         declarator.name->text);
        else if (old == NULL)
            parameter->named =
                scope_add(unit, declarator.name, SYMBOL_OBJECT, parameter->type, declarator.pos);
    }
    return parameter;
}

/* `int f(a, b) int a, b; { }`: names only. */
static bool is_old_style(const struct unit *unit)
{
    const struct token *token = parse_next(unit);
    enum token_kind behind = parse_ahead(unit, 1)->kind;
    return token->kind == TOKEN_IDENTIFIER && (behind == TOKEN_COMMA || behind == TOKEN_RIGHT_PAREN) &&
           (token->name->symbol == NULL || token->name->symbol->kind != SYMBOL_TYPEDEF);
}

/* Appends the parameter, the `count`th, to the list that ends at `last`; returns its new end. */
static struct parameter **append_parameter(struct unit *unit, struct parameter **last,
                                           struct parameter *parameter, uint32_t count)
{
    if (count > UNIT_PARAMETER_LIMIT)
        source_fatal(&unit->source, parameter->pos, "more than %d parameters", UNIT_PARAMETER_LIMIT);
    *last = parameter;
    return &parameter->next;
}

/* The names up to and including the ')'; their types follow, or are int. */
static void parse_names(struct unit *unit, struct type *function)
{
    struct parameter **last = &function->parameters;
    uint32_t count = 0;
    function->no_prototype = true;
    function->is_old_style = true;
    do {
        const struct token *token = parse_next(unit);
        if (token->kind != TOKEN_IDENTIFIER) {
            parse_error(unit, "a parameter's name");
            return;
        }
        parse_advance(unit);
        struct parameter *parameter = ARENA_NEW(unit->arena, struct parameter);
        parameter->name = token->name;
        parameter->pos = token->pos;
        parameter->type = &type_basic[TYPE_INT];
        parameter->is_untyped = true;
        if (scope_here(unit, token->name) != NULL)
            source_error(&unit->source, token->pos, "two parameters are named '%s'", token->name->text);
        scope_add(unit, token->name, SYMBOL_OBJECT, &type_basic[TYPE_INT], token->pos);
        last = append_parameter(unit, last, parameter, ++count);
    } while (parse_accept(unit, TOKEN_COMMA));
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end the parameters");
}

static void declare_old_parameter(struct unit *unit, struct type *function,
                                  const struct specifiers *specifiers)
{
    struct declarator declarator;
    parse_declarator(unit, specifiers, 1, &declarator);
    struct parameter *p = function->parameters;
    while (!unit->panic && p != NULL && p->name != declarator.name)
        p = p->next;
    if (unit->panic)
        return;
    if (p == NULL || !p->is_untyped) {
        source_error(&unit->source, declarator.pos,
                     p == NULL ? "'%s' is not among the parameters of the function"
                               : "the parameter '%s' is declared twice",
                     declarator.name->text);
        return;
    }
    p->pos = declarator.pos;
    p->type = parameter_type(unit, &declarator);
    p->is_untyped = false;
    p->is_used = parse_is_marked(unit, TOKEN_MARK_UNUSED, specifiers, &declarator);
}

void parse_old_parameters(struct unit *unit, struct type *function)
{
    while (!unit->panic && parse_starts_declaration(unit)) {
        struct specifiers specifiers;
        parse_specifiers(unit, &specifiers);
        if (specifiers.storage != STORAGE_NONE && specifiers.storage != STORAGE_REGISTER)
            source_error(&unit->source, specifiers.pos, "a parameter takes no storage class");
        if (specifiers.is_shared)
            source_error(&unit->source, specifiers.shared_pos,
                         "a shared parameter must be declared with its type in the parentheses");
        refuse_noreturn(unit, &specifiers);
        do {
            declare_old_parameter(unit, function, &specifiers);
        } while (parse_accept(unit, TOKEN_COMMA));
        parse_expect(unit, TOKEN_SEMICOLON, "after the declaration");
    }
    for (struct parameter *p = function->parameters; p != NULL; p = p->next) {
        if (p->is_untyped && !unit->panic)
            source_warning(&unit->source, p->pos, WARNING_implicit,
                           "the parameter '%s' has no type: it is taken as int", p->name->text);
    }
}

/* The parameters, at least one, up to and including the ')'. */
static void parse_parameter_list(struct unit *unit, struct type *function)
{
    struct parameter **last = &function->parameters;
    uint32_t count = 0;
    do {
        if (parse_is(unit, TOKEN_ELLIPSIS)) {
            if (function->parameters == NULL)
                parse_error(unit, "a named parameter");
            parse_advance(unit);
            function->variadic = true;
            break;
        }
        if (!parse_starts_declaration(unit)) {
            parse_error(unit, "a parameter's type");
            return;
        }
        struct parameter *parameter = parse_parameter(unit);
        last = append_parameter(unit, last, parameter, ++count);
    } while (parse_accept(unit, TOKEN_COMMA));
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end the parameters");
}

/* From after the '(' up to and including the ')'. */
static void parse_parameters(struct unit *unit, struct type *function)
{
    if (parse_accept(unit, TOKEN_RIGHT_PAREN)) {
        function->no_prototype = true;
        return;
    }
    if (parse_is(unit, TOKEN_VOID) && parse_ahead(unit, 1)->kind == TOKEN_RIGHT_PAREN) {
        parse_advance(unit);
        parse_advance(unit);
        return;
    }
    scope_enter(unit);
    unit->scope->is_prototype = true;
    function->scope = unit->scope;
    struct expression *outer = unit->extents;
    unit->extents = NULL;
    if (is_old_style(unit))
        parse_names(unit, function);
    else
        parse_parameter_list(unit, function);
    function->extents = unit->extents;
    unit->extents = outer;
    scope_leave(unit);
}

/* ---- suffixes */

static struct type *array_of(struct unit *unit, source_pos pos, struct type *element,
                             struct expression *length)
{
    uint32_t count = 0;
    if (type_is_error(element))
        return element;
    if (type_is_record(element) && element->tag->is_flexible && !unit->source.is_plain_c) {
        source_error(&unit->source, pos,
                     "an array cannot have elements of type '%s', which ends in an array without a size",
                     type_text(unit->arena, element));
        return &type_basic[TYPE_ERROR];
    }
    if (element->kind == TYPE_FUNCTION || !type_is_complete(element)) {
        source_error(&unit->source, pos, "an array cannot have elements of type '%s'",
                     type_text(unit->arena, element));
        return &type_basic[TYPE_ERROR];
    }
    if (length == NULL)
        return type_array(unit->arena, element, 0, true);
    const bool is_known = length->kind == EXPRESSION_CONSTANT && type_is_integer(length->type);
    if (!check_failed(length) && (!is_known || type_is_variable(element)) && type_is_integer(length->type))
        return parse_variable_array(unit, pos, element, length);
    if (!check_integer_constant(unit, length, "the size of an array", &count))
        return &type_basic[TYPE_ERROR];
    if ((int32_t)count < 0 && !type_is_unsigned(length->type)) {
        source_error(&unit->source, length->pos, "the size of an array cannot be negative (%d)",
                     (int32_t)count);
        return &type_basic[TYPE_ERROR];
    }
    if ((uint64_t)count * type_words(element) > TYPE_MOST_WORDS) {
        source_error(&unit->source, length->pos, "array of %u times %u words is too large", count,
                     type_words(element));
        return &type_basic[TYPE_ERROR];
    }
    return type_array(unit->arena, element, count, false);
}

/* The words in the brackets of a parameter, as in `int a[static const 8]`. */
struct brackets {
    source_pos pos;
    bool any;
    bool is_static;
    bool is_const;
    bool is_volatile;
};

static struct brackets read_brackets(struct unit *unit)
{
    struct brackets brackets = {.pos = parse_next(unit)->pos};
    for (;; brackets.any = true) {
        if (parse_accept(unit, TOKEN_STATIC))
            brackets.is_static = true;
        else if (parse_accept(unit, TOKEN_CONST))
            brackets.is_const = true;
        else if (parse_accept(unit, TOKEN_VOLATILE))
            brackets.is_volatile = true;
        else if (!parse_accept(unit, TOKEN_RESTRICT))
            return brackets;
    }
}

/* Notes the words for the pointer that the parameter becomes. */
static void keep_brackets(struct unit *unit, const struct brackets *brackets, struct type *array,
                          struct declarator *out)
{
    if (brackets->any && out->bracketed == NULL) {
        out->bracketed = array;
        out->bracketed_pos = brackets->pos;
        out->bracketed_const = brackets->is_const;
        out->bracketed_volatile = brackets->is_volatile;
    } else if (brackets->any) {
        source_error(&unit->source, brackets->pos,
                     "'static' and qualifiers may stand in the first brackets of a parameter only");
    }
}

static struct type *suffix(struct unit *unit, struct type *base, struct declarator *out);

/* Behind the '['. */
static struct type *array_suffix(struct unit *unit, source_pos pos, struct type *base, struct declarator *out)
{
    struct expression *length = NULL;
    bool is_star = false;
    parse_nest(unit);
    const struct brackets brackets = read_brackets(unit);
    if (parse_is(unit, TOKEN_STAR) && parse_ahead(unit, 1)->kind == TOKEN_RIGHT_BRACKET && !unit->panic) {
        is_star = true;
        parse_advance(unit);
        if (!unit->scope->is_prototype)
            source_error(&unit->source, pos,
                         "'[*]' is for the parameters of a function that is only declared");
    } else if (!parse_is(unit, TOKEN_RIGHT_BRACKET) || brackets.is_static) {
        length = parse_conditional(unit);
    }
    parse_expect(unit, TOKEN_RIGHT_BRACKET, "");
    struct type *element = suffix(unit, base, out);
    parse_unnest(unit);
    struct type *array = unit->panic ? &type_basic[TYPE_ERROR] : array_of(unit, pos, element, length);
    if (is_star && array->kind == TYPE_ARRAY)
        array = parse_variable_array(unit, pos, element, NULL);
    keep_brackets(unit, &brackets, array, out);
    return array;
}

static struct type *suffix(struct unit *unit, struct type *base, struct declarator *out)
{
    source_pos pos = parse_next(unit)->pos;
    if (parse_accept(unit, TOKEN_LEFT_BRACKET))
        return array_suffix(unit, pos, base, out);
    if (parse_accept(unit, TOKEN_LEFT_PAREN)) {
        parse_nest(unit);
        struct type *function = type_function(unit->arena, base);
        parse_parameters(unit, function);
        out->old_style = function->is_old_style ? function : out->old_style;
        struct type *result = suffix(unit, base, out);
        parse_unnest(unit);
        if (result->kind == TYPE_FUNCTION || result->kind == TYPE_ARRAY) {
            source_error(&unit->source, pos, "a function cannot return %s",
                         result->kind == TYPE_ARRAY ? "an array" : "a function");
            return &type_basic[TYPE_ERROR];
        }
        function->base = result;
        return function;
    }
    return base;
}

/* ---- the whole */

static struct type *pointers(struct unit *unit, struct type *base)
{
    uint32_t count = 0;
    while (parse_accept(unit, TOKEN_STAR)) {
        if (++count > UNIT_NESTING_LIMIT)
            source_fatal(&unit->source, parse_next(unit)->pos, "more than %d '*' in a row",
                         UNIT_NESTING_LIMIT);
        base = type_pointer(unit->arena, base);
        for (;;) {
            source_pos pos = parse_next(unit)->pos;
            if (parse_accept(unit, TOKEN_CONST))
                base = type_qualified(unit->arena, base, true, false);
            else if (parse_accept(unit, TOKEN_VOLATILE))
                base = type_qualified(unit->arena, base, false, true);
            else if (parse_accept(unit, TOKEN_RESTRICT))
                continue; /* a promise that is not used */
            else if (parse_accept(unit, TOKEN_SH) || parse_accept(unit, TOKEN_PR))
                source_error(&unit->source, pos,
                             "pointers carry no sharity: 'sh' and 'pr' belong before the type and apply to "
                             "the declared variable");
            else
                break;
        }
    }
    return base;
}

/* Whether '(' begins a parenthesised declarator, not the parameters of a function without a name, which may
 * begin with the name of a type. */
static bool is_nested(const struct unit *unit, const struct declarator *out)
{
    if (!parse_is(unit, TOKEN_LEFT_PAREN))
        return false;
    const struct token *token = parse_ahead(unit, 1);
    switch (token->kind) {
    case TOKEN_STAR:
    case TOKEN_LEFT_PAREN:
    case TOKEN_LEFT_BRACKET:
        return true;
    case TOKEN_IDENTIFIER:
        return out->must_be_named || token->name->symbol == NULL ||
               token->name->symbol->kind != SYMBOL_TYPEDEF;
    default:
        return false;
    }
}

static struct type *declarator(struct unit *unit, struct type *base, struct declarator *out)
{
    base = pointers(unit, base);
    if (is_nested(unit, out) && !unit->panic) {
        parse_nest(unit);
        parse_advance(unit);
        uint32_t inside = unit->at;
        skip_parentheses(unit);
        parse_expect(unit, TOKEN_RIGHT_PAREN, "to end the declarator");
        struct type *outer = suffix(unit, base, out);
        uint32_t behind = unit->at;
        if (!unit->panic) {
            unit->at = inside;
            struct type *type = declarator(unit, outer, out);
            if (!parse_is(unit, TOKEN_RIGHT_PAREN))
                parse_expect(unit, TOKEN_RIGHT_PAREN, "to end the declarator");
            else
                unit->at = behind;
            parse_unnest(unit);
            return type;
        }
        parse_unnest(unit);
        return outer;
    }
    if (parse_is(unit, TOKEN_IDENTIFIER) && !unit->panic) {
        out->name = parse_next(unit)->name;
        out->pos = parse_next(unit)->pos;
        parse_advance(unit);
    }
    return suffix(unit, base, out);
}

/* The innermost function type of the declared entity or of its pointers, if this declarator made it. */
static struct type *declared_function(struct type *type, const struct type *base)
{
    while (type != base && (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY))
        type = type->base;
    return type != base && type->kind == TYPE_FUNCTION ? type : NULL;
}

/* `sync` and other modes belong to the function, and so does `sh` if a function is declared. */
static void apply_mode(struct unit *unit, const struct specifiers *specifiers, struct declarator *out)
{
    struct type *function = declared_function(out->type, specifiers->type);
    if (function == NULL) {
        bool known = out->type->kind == TYPE_FUNCTION && out->type->mode == specifiers->mode;
        if (specifiers->has_mode && !known && !type_is_error(out->type))
            source_error(&unit->source, specifiers->mode_pos,
                         "'%s' is for functions, and '%s' is not a function", mode_text(specifiers->mode),
                         out->name != NULL ? out->name->text : "this");
        return;
    }
    if (specifiers->has_mode)
        function->mode = specifiers->mode;
    if (out->type == function)
        function->shared_result = specifiers->is_shared;
    for (const struct parameter *p = function->parameters; p != NULL; p = p->next) {
        if (p->shared && function->mode != MODE_SYNC)
            source_error(
                &unit->source, p->pos,
                "%s is shared, but the function is %s: only a synchronous one has a group's frame; pass a "
                "pointer",
                p->name != NULL ? arena_format(unit->arena, "parameter '%s'", p->name->text)
                                : "this parameter",
                mode_adjective(function->mode));
    }
}

void parse_declarator(struct unit *unit, const struct specifiers *specifiers, int name_wanted,
                      struct declarator *out)
{
    *out = (struct declarator){
        .pos = parse_next(unit)->pos, .first = unit->at, .must_be_named = name_wanted > 0};
    out->type = declarator(unit, specifiers->type, out);
    if (unit->panic) {
        out->type = &type_basic[TYPE_ERROR];
        return;
    }
    if (out->name == NULL && name_wanted > 0) {
        enum token_kind kind = parse_next(unit)->kind;
        parse_error(unit, lex_kind_text(kind)[0] == '\'' && lex_kind_text(kind)[1] >= 'a'
                              ? "a name (this word is reserved)"
                              : "a name");
        out->type = &type_basic[TYPE_ERROR];
        return;
    }
    if (out->name != NULL && name_wanted < 0)
        source_error(&unit->source, out->pos, "expected a type without a name, but here is '%s'",
                     out->name->text);
    if (name_wanted != 0)
        refuse_brackets(unit, out);
    const bool defines = parse_is(unit, TOKEN_LEFT_BRACE) || parse_starts_declaration(unit);
    if (out->old_style != NULL && (out->old_style != out->type || !defines)) {
        source_error(&unit->source, out->old_style->parameters->pos,
                     "only a definition may have parameters without types: write their types");
        out->type = &type_basic[TYPE_ERROR];
    }
    apply_mode(unit, specifiers, out);
}

const struct token_mark *parse_mark(const struct unit *unit, enum token_mark_kind kind,
                                    const struct specifiers *specifiers, const struct declarator *declarator)
{
    if (unit->tokens.mark_count == 0)
        return NULL;
    const struct token_mark *mark = lex_mark(&unit->tokens, kind, specifiers->first, specifiers->last);
    return mark != NULL ? mark : lex_mark(&unit->tokens, kind, declarator->first, unit->at);
}

bool parse_is_marked(const struct unit *unit, enum token_mark_kind kind, const struct specifiers *specifiers,
                     const struct declarator *declarator)
{
    return parse_mark(unit, kind, specifiers, declarator) != NULL;
}

struct type *parse_type_name(struct unit *unit)
{
    source_pos pos = parse_next(unit)->pos;
    struct expression *outer = unit->extents;
    unit->extents = NULL;
    struct type *type = parse_variable_type_name(unit);
    if (unit->extents != NULL)
        source_error(&unit->source, pos, "an array of variable size cannot stand here");
    unit->extents = outer;
    return type;
}

struct type *parse_variable_type_name(struct unit *unit)
{
    struct specifiers specifiers;
    struct declarator declarator;
    parse_specifiers(unit, &specifiers);
    if (specifiers.is_shared || specifiers.is_private)
        source_error(&unit->source, specifiers.shared_pos,
                     "a type has no sharity: only declared objects are shared or private");
    parse_declarator(unit, &specifiers, -1, &declarator);
    return declarator.type;
}
