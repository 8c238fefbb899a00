/* expression.c - primary, postfix and unary expressions. */
#include "fcc/check/check.h"
#include "fcc/text/library.h"
#include "fcc/text/scope.h"
#include "fcc/text/suggest.h"
#include "fcc/text/watch.h"

struct expression *check_new(struct unit *unit, enum expression_kind kind, source_pos pos, struct type *type)
{
    struct expression *e = ARENA_NEW(unit_nodes(unit), struct expression);
    e->kind = kind;
    e->pos = pos;
    e->type = type;
    e->shared = true;
    e->height = 1;
    return e;
}

struct expression *check_error_node(struct unit *unit, source_pos pos)
{
    return check_new(unit, EXPRESSION_ERROR, pos, &type_basic[TYPE_ERROR]);
}

bool check_failed(const struct expression *e)
{
    return e->type->kind == TYPE_ERROR;
}

static void attach_one(struct expression *node, const struct expression *part)
{
    if (part != NULL) {
        node->height = part->height >= node->height ? part->height + 1 : node->height;
        node->shared &= part->shared;
        node->has_effect |= part->has_effect;
    }
}

void check_attach(struct unit *unit, struct expression *node, struct expression *left,
                  struct expression *right, struct expression *third)
{
    node->left = left;
    node->right = right;
    node->third = third;
    attach_one(node, left);
    attach_one(node, right);
    attach_one(node, third);
    if (node->height > UNIT_HEIGHT_LIMIT)
        source_fatal(&unit->source, node->pos, "expression of more than %d operators in a row is too long",
                     UNIT_HEIGHT_LIMIT);
}

struct expression *check_number(struct unit *unit, source_pos pos, struct type *type, uint64_t value)
{
    struct expression *e = check_new(unit, EXPRESSION_CONSTANT, pos, type);
    e->value = type_is_long_long(type) ? value : (uint32_t)value;
    return e;
}

struct expression *check_string(struct unit *unit, const struct token *token)
{
    struct type *element = &type_basic[token->string->is_wide ? TYPE_INT : TYPE_CHAR];
    struct type *type = type_array(unit->arena, element, token->string->count, false);
    struct expression *e = check_new(unit, EXPRESSION_STRING, token->pos, type);
    e->string = token->string;
    return e;
}

/* ---- names */

/* The token after the ')' that matches the '(' at a token; the last token if there is none. */
static uint32_t behind_parentheses(const struct unit *unit, uint32_t at)
{
    uint32_t depth = 0;
    do {
        const enum token_kind kind = lex_token(&unit->tokens, at)->kind;
        depth += kind == TOKEN_LEFT_PAREN;
        depth -= kind == TOKEN_RIGHT_PAREN;
        at++;
    } while (depth > 0 && at + 1 < unit->tokens.count);
    return at;
}

/* Whether a function of that name is defined further down: `name (...) {` or `name (a, b) int a;`, which no
 * statement contains. Reads a limited number of tokens. */
static bool is_defined_below(struct unit *unit, const struct name *name)
{
    enum { MOST_LOOKED_AT = 1 << 26 };
    for (uint32_t at = unit->at; at + 2 < unit->tokens.count; at++) {
        if (++unit->looked_at > MOST_LOOKED_AT)
            return false;
        if (lex_token(&unit->tokens, at)->kind != TOKEN_IDENTIFIER ||
            lex_token(&unit->tokens, at)->name != name ||
            lex_token(&unit->tokens, at + 1)->kind != TOKEN_LEFT_PAREN)
            continue;
        const enum token_kind behind = lex_token(&unit->tokens, behind_parentheses(unit, at + 1))->kind;
        if (behind == TOKEN_LEFT_BRACE || behind == TOKEN_IDENTIFIER || behind >= TOKEN_ALIGNAS)
            return true;
    }
    return false;
}

struct symbol *check_library_function(struct unit *unit, const struct token *token)
{
    const char *name;
    struct type *type = library_type(unit->arena, token->name->text, &name);
    if (type == NULL || !unit->source.is_plain_c)
        return NULL;
    struct symbol *symbol = scope_add_global(unit, token->name, SYMBOL_FUNCTION, type, token->pos);
    symbol->is_static = true;
    symbol->lives_in_memory = true;
    symbol->assembly_name = name;
    return symbol;
}

/* A function of C's library that is called without its header; NULL: none. */
static struct symbol *library_function(struct unit *unit, const struct token *token)
{
    struct symbol *symbol = check_library_function(unit, token);
    char hint[LIBRARY_HINT_SIZE];
    if (symbol != NULL && library_hint(token->name->text, true, hint))
        source_warning(&unit->source, token->pos, WARNING_implicit, "'%s' is not declared%s",
                       token->name->text, hint);
    return symbol;
}

/* In plain C, a function that is called before its definition, as in C before 1999: int name(). NULL:
 * none. */
static struct symbol *implicit_function(struct unit *unit, const struct token *token)
{
    if (!unit->source.is_plain_c || lex_token(&unit->tokens, unit->at)->kind != TOKEN_LEFT_PAREN)
        return NULL;
    if (!is_defined_below(unit, token->name))
        return library_function(unit, token);
    source_warning(&unit->source, token->pos, WARNING_implicit,
                   "'%s' is called before its declaration: it is taken as 'int %s()'", token->name->text,
                   token->name->text);
    struct type *type = type_function(unit->arena, &type_basic[TYPE_INT]);
    type->no_prototype = true;
    struct symbol *symbol = scope_add_global(unit, token->name, SYMBOL_FUNCTION, type, token->pos);
    symbol->is_static = true;
    symbol->lives_in_memory = true;
    symbol->assembly_name = token->name->text;
    return symbol;
}

/* A function that is called above its definition, with a type in front of that. */
static bool is_called_too_early(struct unit *unit, const struct name *name)
{
    if (lex_token(&unit->tokens, unit->at)->kind != TOKEN_LEFT_PAREN || !is_defined_below(unit, name))
        return false;
    for (uint32_t at = unit->at; at + 1 < unit->tokens.count; at++) {
        const struct token *token = lex_token(&unit->tokens, at), *next = lex_token(&unit->tokens, at + 1);
        if (next->kind == TOKEN_IDENTIFIER && next->name == name)
            return token->kind == TOKEN_STAR || token->kind == TOKEN_IDENTIFIER ||
                   (token->kind >= TOKEN_ALIGNAS && !suggest_ends_statement(token->kind));
    }
    return false;
}

static struct expression *undeclared(struct unit *unit, const struct token *token)
{
    struct name *name = token->name;
    char hint[SUGGEST_SIZE] = "";
    if (is_called_too_early(unit, name))
        snprintf(hint, sizeof hint, "; it is defined below: declare it before its first call");
    else if (diag_shows(unit->source.diag, DIAG_ERROR)) /* else all names would be compared for nothing */
        suggest_hint(unit, name, suggest_place(unit), hint);
    source_error(&unit->source, token->pos, "'%s' is not declared%s", name->text, hint);
    /* once a function is enough */
    struct symbol *symbol =
        scope_add_outermost(unit, name, SYMBOL_OBJECT, &type_basic[TYPE_ERROR], token->pos);
    symbol->reported = true;
    return check_error_node(unit, token->pos);
}

struct expression *check_object(struct unit *unit, source_pos pos, struct symbol *symbol)
{
    struct expression *e = check_new(unit, EXPRESSION_OBJECT, pos, symbol->type);
    e->symbol = symbol;
    e->shared = symbol->shared;
    e->has_effect = symbol->type->is_volatile;
    symbol->used = true;
    return e;
}

/* `__func__`: the name of the function, as if it were a static array of const char. */
static struct expression *function_name(struct unit *unit, const struct token *token)
{
    if (unit->function == NULL) {
        source_error(&unit->source, token->pos, "'%s' outside of a function", token->name->text);
        return check_error_node(unit, token->pos);
    }
    const struct name *name = unit->function->name;
    if (unit->function_name == NULL) {
        struct string_literal *string = ARENA_NEW(unit->arena, struct string_literal);
        string->count = name->length + 1;
        string->words = ARENA_ARRAY(unit->arena, uint32_t, string->count);
        for (uint32_t i = 0; i < name->length; i++)
            string->words[i] = (unsigned char)name->text[i];
        unit->function_name = string;
    }
    struct type *letter = type_qualified(unit->arena, &type_basic[TYPE_CHAR], true, false);
    struct type *type = type_array(unit->arena, letter, unit->function_name->count, false);
    struct expression *e = check_new(unit, EXPRESSION_STRING, token->pos, type);
    e->string = unit->function_name;
    return e;
}

static struct expression *dereference(struct unit *unit, source_pos pos, struct expression *pointer);

/* A function of the library with `int printf();` as its only declaration is called with its own types,
 * because the rest of the arguments of `...` takes another way; one declared as `float sqrtf(float);` by its
 * name for the linker. */
static void complete_prototype(struct unit *unit, struct symbol *symbol)
{
    const char *name;
    if (symbol->used || symbol->defined || symbol->storage == STORAGE_STATIC ||
        source_is_of_runtime(&unit->source, symbol->pos))
        return;
    struct type *type = library_type(unit->arena, symbol->name->text, &name);
    if (type == NULL || !type_same(type_unqualified(unit->arena, type->base), symbol->type->base) ||
        is_defined_below(unit, symbol->name))
        return;
    if (symbol->type->no_prototype)
        symbol->type = type;
    if (type_same(type, symbol->type) && symbol->assembly_name == symbol->name->text)
        symbol->assembly_name = name;
}

struct expression *check_name(struct unit *unit, const struct token *token)
{
    struct symbol *symbol = token->name->symbol;
    if (symbol == NULL && (lex_same(token->name, "__func__") || lex_same(token->name, "__FUNCTION__") ||
                           lex_same(token->name, "__PRETTY_FUNCTION__")))
        return function_name(unit, token);
    symbol = symbol != NULL ? symbol : implicit_function(unit, token);
    if (symbol == NULL)
        return undeclared(unit, token);
    if (symbol->reported)
        return check_error_node(unit, token->pos);
    if (symbol->same_as != NULL)
        symbol = symbol->same_as;
    struct expression *e;
    switch (symbol->kind) {
    case SYMBOL_OBJECT:
        if (symbol->is_static)
            scope_keep(unit, symbol);
        if (symbol->pointer != NULL)
            return dereference(unit, token->pos, check_object(unit, token->pos, symbol->pointer));
        return check_object(unit, token->pos, symbol);
    case SYMBOL_FUNCTION:
        scope_keep(unit, symbol);
        complete_prototype(unit, symbol);
        symbol->used = true;
        e = check_new(unit, EXPRESSION_FUNCTION, token->pos, symbol->type);
        e->symbol = symbol;
        return e;
    case SYMBOL_BUILTIN:
        e = check_new(unit, EXPRESSION_BUILTIN, token->pos, symbol->type);
        e->symbol = symbol;
        e->value = symbol->value;
        return e;
    case SYMBOL_ENUMERATOR:
        return check_number(unit, token->pos, &type_basic[TYPE_INT], symbol->value);
    case SYMBOL_TYPEDEF:
        break;
    }
    source_error(&unit->source, token->pos, "expected an expression, but '%s' is a type", token->name->text);
    return check_error_node(unit, token->pos);
}

/* A row for each special value: its type, and whether it is equal in all PPs of a group. */
static const struct {
    enum token_kind token;
    enum type_kind type;
    bool shared;
} specials[] = {
    {TOKEN_NUMBER_IN_GROUP, TYPE_INT, false}, {TOKEN_RANK, TYPE_INT, false},
    {TOKEN_GROUP_NUMBER, TYPE_INT, true},     {TOKEN_GROUP_SIZE, TYPE_INT, true},
    {TOKEN_PROC_NR, TYPE_INT, false},         {TOKEN_STARTED_PROCS, TYPE_INT, true},
};

struct expression *check_special(struct unit *unit, const struct token *token)
{
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        if (specials[i].token == token->kind) {
            struct expression *e =
                check_new(unit, EXPRESSION_SPECIAL, token->pos, &type_basic[specials[i].type]);
            e->token = token->kind;
            e->shared = specials[i].shared;
            return e;
        }
    }
    /* __variable_args__ */
    if (unit->function == NULL || !unit->function->type->variadic) {
        source_error(&unit->source, token->pos, "va_start in a function without variable arguments");
        return check_error_node(unit, token->pos);
    }
    struct expression *e =
        check_new(unit, EXPRESSION_SPECIAL, token->pos, type_pointer(unit->arena, &type_basic[TYPE_INT]));
    e->token = token->kind;
    e->shared = false;
    return e;
}

/* ---- postfix */

static struct expression *dereference(struct unit *unit, source_pos pos, struct expression *pointer)
{
    struct type *type = pointer->type->base;
    if (type->kind == TYPE_FUNCTION && pointer->kind == EXPRESSION_ADDRESS &&
        pointer->left->kind == EXPRESSION_FUNCTION)
        return pointer->left;
    struct expression *e = check_new(unit, EXPRESSION_DEREFERENCE, pos, type);
    check_attach(unit, e, pointer, NULL, NULL);
    e->has_effect |= type->is_volatile;
    return e;
}

struct expression *check_index(struct unit *unit, source_pos pos, struct expression *left,
                               struct expression *index)
{
    left = check_rvalue(unit, left);
    index = check_rvalue(unit, index);
    if (check_failed(left) || check_failed(index))
        return check_error_node(unit, pos);
    if (left->type->kind != TYPE_POINTER && index->type->kind == TYPE_POINTER) {
        struct expression *swapped = left;
        left = index;
        index = swapped;
    }
    if (left->type->kind != TYPE_POINTER) {
        source_error(&unit->source, pos,
                     "'[' needs an array or a pointer on its left, but this is of type '%s'",
                     type_text(unit->arena, left->type));
        return check_error_node(unit, pos);
    }
    if (!type_is_integer(index->type)) {
        source_error(&unit->source, index->pos, "array index must be an integer, but this is of type '%s'",
                     type_text(unit->arena, index->type));
        return check_error_node(unit, pos);
    }
    struct expression *sum = check_binary(unit, pos, BINARY_ADD, left, index);
    return check_failed(sum) ? sum : dereference(unit, pos, sum);
}

struct expression *check_member(struct unit *unit, source_pos pos, struct expression *left, bool arrow,
                                const struct token *name)
{
    if (arrow)
        left = check_rvalue(unit, left);
    if (check_failed(left))
        return check_error_node(unit, pos);
    if (left->is_place)
        return check_made(unit, left, check_member(unit, pos, left->right, arrow, name), true);
    if (arrow && left->type->kind == TYPE_POINTER && type_is_record(left->type->base)) {
        left = dereference(unit, pos, left);
    } else if (arrow || !type_is_record(left->type)) {
        bool other = arrow ? type_is_record(left->type)
                           : left->type->kind == TYPE_POINTER && type_is_record(left->type->base);
        source_error(&unit->source, pos,
                     "'%s' needs a %sstruct or union on its left, but this is of type '%s'%s",
                     arrow ? "->" : ".", arrow ? "pointer to a " : "", type_text(unit->arena, left->type),
                     other ? (arrow ? "; did you mean '.'?" : "; did you mean '->'?") : "");
        return check_error_node(unit, pos);
    }
    if (!left->type->tag->complete) {
        source_error(&unit->source, pos, "'%s' is only declared here, its members are not known",
                     type_text(unit->arena, left->type));
        return check_error_node(unit, pos);
    }
    uint32_t offset;
    const struct member *member = type_member(left->type, name->name, &offset);
    if (member == NULL) {
        source_error(&unit->source, name->pos, "'%s' has no member '%s'", type_text(unit->arena, left->type),
                     name->name->text);
        return check_error_node(unit, pos);
    }
    const struct front_watch *watch = unit->options->watch;
    if (watch != NULL)
        watch->member(watch->context, unit, name->pos, left->type->tag, member);
    struct type *type =
        type_qualified(unit->arena, member->type, left->type->is_const, left->type->is_volatile);
    struct expression *e = check_new(unit, EXPRESSION_MEMBER, name->pos, type);
    check_attach(unit, e, left, NULL, NULL);
    e->member = member;
    e->offset = offset;
    e->has_effect |= type->is_volatile;
    return e;
}

/* ---- unary */

/* A local object must not live in a register if a pointer to it may exist. */
static void mark_address_taken(struct expression *e)
{
    while (e->kind == EXPRESSION_MEMBER)
        e = e->left;
    if (e->kind == EXPRESSION_OBJECT) {
        e->symbol->lives_in_memory = true;
        e->symbol->address_taken = true;
    }
}

static struct expression *address_of(struct unit *unit, source_pos pos, struct expression *e)
{
    if (e->is_place)
        return check_made(unit, e, address_of(unit, pos, e->right), false);
    if (e->type->kind == TYPE_FUNCTION)
        return check_rvalue(unit, e);
    const struct expression *root = e;
    while (root->kind == EXPRESSION_MEMBER)
        root = root->left;
    bool lvalue = root->kind == EXPRESSION_OBJECT || root->kind == EXPRESSION_DEREFERENCE ||
                  root->kind == EXPRESSION_STRING;
    if (!lvalue) {
        source_error(&unit->source, pos,
                     "'&' needs an object: only variables and what pointers point to have an address");
        return check_error_node(unit, pos);
    }
    if (e->kind == EXPRESSION_MEMBER && e->member->is_bit_field) {
        source_error(&unit->source, pos, "cannot take the address of the bit-field '%s'",
                     e->member->name->text);
        return check_error_node(unit, pos);
    }
    if (root->kind == EXPRESSION_OBJECT && root->symbol->storage == STORAGE_REGISTER) {
        source_error(&unit->source, pos, "cannot take the address of the register variable '%s'",
                     root->symbol->name->text);
        return check_error_node(unit, pos);
    }
    if (e->kind == EXPRESSION_DEREFERENCE) {
        struct expression *same = check_new(unit, EXPRESSION_CONVERT, pos, e->left->type);
        check_attach(unit, same, e->left, NULL, NULL);
        return same;
    }
    mark_address_taken(e);
    struct expression *address = check_new(unit, EXPRESSION_ADDRESS, pos, type_pointer(unit->arena, e->type));
    check_attach(unit, address, e, NULL, NULL);
    return address;
}

static struct expression *refuse_operand(struct unit *unit, source_pos pos, const char *operator_text,
                                         const char *wanted, const struct expression *e)
{
    source_error(&unit->source, pos, "'%s' needs %s, but this is of type '%s'", operator_text, wanted,
                 type_text(unit->arena, e->type));
    return check_error_node(unit, pos);
}

static struct expression *arithmetic_unary(struct unit *unit, source_pos pos, enum token_kind token,
                                           struct expression *e)
{
    e = check_promote(unit, e);
    bool fits = token == TOKEN_TILDE ? type_is_integer(e->type) : type_is_arithmetic(e->type);
    if (!fits)
        return refuse_operand(unit, pos,
                              token == TOKEN_TILDE   ? "~"
                              : token == TOKEN_MINUS ? "-"
                                                     : "+",
                              token == TOKEN_TILDE ? "an integer" : "a number", e);
    if (token == TOKEN_PLUS && e->kind != EXPRESSION_CONSTANT)
        return check_cast(unit, pos, e->type, e);
    if (e->kind == EXPRESSION_REAL)
        return check_real(unit, pos, check_negate_digits(unit, e->digits));
    if (e->kind == EXPRESSION_CONSTANT) {
        bool keeps = token == TOKEN_PLUS;
        uint64_t value = keeps                  ? e->value
                         : token == TOKEN_TILDE ? check_fold_complement(e->type, e->value)
                                                : check_fold_negate(e->type, e->value);
        struct expression *constant = check_number(unit, pos, e->type, value);
        if (e->digits != NULL)
            constant->digits = keeps ? e->digits : check_negate_digits(unit, e->digits);
        constant->exact = e->exact;
        return constant;
    }
    struct expression *node =
        check_new(unit, token == TOKEN_TILDE ? EXPRESSION_COMPLEMENT : EXPRESSION_NEGATE, pos, e->type);
    check_attach(unit, node, e, NULL, NULL);
    return node;
}

struct expression *check_unary(struct unit *unit, source_pos pos, enum token_kind token,
                               struct expression *operand)
{
    if (check_failed(operand))
        return operand;
    struct expression *e = operand;
    switch (token) {
    case TOKEN_AMPERSAND:
        return address_of(unit, pos, e);
    case TOKEN_STAR:
        e = check_rvalue(unit, e);
        if (e->type->kind != TYPE_POINTER)
            return refuse_operand(unit, pos, "*", "a pointer", e);
        if (e->type->base->kind == TYPE_VOID && unit->source.is_plain_c)
            return check_cast(unit, pos, &type_basic[TYPE_VOID], e);
        if (e->type->base->kind == TYPE_VOID) {
            source_error(&unit->source, pos,
                         "'*' on a 'void *': it does not say what it points to; cast it first");
            return check_error_node(unit, pos);
        }
        return dereference(unit, pos, e);
    case TOKEN_EXCLAMATION:
        e = check_rvalue(unit, e);
        if (!type_is_scalar(e->type))
            return refuse_operand(unit, pos, "!", "a number or pointer", e);
        if (e->kind == EXPRESSION_CONSTANT) {
            const uint64_t truth = check_fold_convert(e->value, e->type, &type_basic[TYPE_BOOL]);
            return check_number(unit, pos, &type_basic[TYPE_INT], !truth);
        }
        operand = check_new(unit, EXPRESSION_NOT, pos, &type_basic[TYPE_INT]);
        check_attach(unit, operand, e, NULL, NULL);
        return operand;
    default:
        return arithmetic_unary(unit, pos, token, e);
    }
}

struct expression *check_increment(struct unit *unit, source_pos pos, enum token_kind token,
                                   struct expression *operand, bool postfix)
{
    if (check_failed(operand))
        return operand;
    if (!type_is_scalar(operand->type))
        return refuse_operand(unit, pos, lex_kind_text(token)[1] == '+' ? "++" : "--", "a number or pointer",
                              operand);
    struct expression *one = check_number(unit, pos, &type_basic[TYPE_INT], 1);
    return check_update(unit, pos, token == TOKEN_INCREMENT ? BINARY_ADD : BINARY_SUBTRACT, operand, one,
                        postfix);
}

bool check_has_gnu_size(const struct unit *unit, const struct type *type)
{
    return unit->source.is_plain_c && (type->kind == TYPE_VOID || type->kind == TYPE_FUNCTION);
}

struct expression *check_sizeof(struct unit *unit, source_pos pos, struct type *type)
{
    if (type_is_error(type))
        return check_error_node(unit, pos);
    if (check_has_gnu_size(unit, type))
        return check_number(unit, pos, &type_basic[TYPE_UNSIGNED], 1);
    if (!type_is_complete(type)) {
        source_error(&unit->source, pos, "sizeof: type '%s' has no size", type_text(unit->arena, type));
        return check_error_node(unit, pos);
    }
    if (type_is_variable(type))
        return check_object(unit, pos, type->variable);
    return check_number(unit, pos, &type_basic[TYPE_UNSIGNED], type_words(type));
}
