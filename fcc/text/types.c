/* types.c - making, comparing, measuring and printing types; see types.h. */
#include "fcc/text/types.h"

#include <string.h>

/* A row for each basic kind: its spelling and properties. */
static const struct {
    const char *text;
    bool is_integer;
    bool is_unsigned;
    bool is_float;
} rows[TYPE_KIND_COUNT] = {
    [TYPE_ERROR] = {"<error>", false, false, false},
    [TYPE_VOID] = {"void", false, false, false},
    [TYPE_BOOL] = {"_Bool", true, false, false},
    [TYPE_CHAR] = {"char", true, false, false},
    [TYPE_SIGNED_CHAR] = {"signed char", true, false, false},
    [TYPE_UNSIGNED_CHAR] = {"unsigned char", true, true, false},
    [TYPE_SHORT] = {"short", true, false, false},
    [TYPE_UNSIGNED_SHORT] = {"unsigned short", true, true, false},
    [TYPE_INT] = {"int", true, false, false},
    [TYPE_UNSIGNED] = {"unsigned int", true, true, false},
    [TYPE_LONG] = {"long", true, false, false},
    [TYPE_UNSIGNED_LONG] = {"unsigned long", true, true, false},
    [TYPE_LONG_LONG] = {"long long", true, false, false},
    [TYPE_UNSIGNED_LONG_LONG] = {"unsigned long long", true, true, false},
    [TYPE_ENUM] = {"enum", true, false, false},
    [TYPE_FLOAT] = {"float", false, false, true},
    [TYPE_DOUBLE] = {"double", false, false, true},
    [TYPE_LONG_DOUBLE] = {"long double", false, false, true},
    [TYPE_REAL] = {"real", false, false, true},
    [TYPE_POINTER] = {"pointer", false, true, false},
    [TYPE_ARRAY] = {"array", false, false, false},
    [TYPE_FUNCTION] = {"function", false, false, false},
    [TYPE_STRUCT] = {"struct", false, false, false},
    [TYPE_UNION] = {"union", false, false, false},
};

/* Not const only because types point to each other without const; nothing writes here. */
struct type type_basic[TYPE_KIND_COUNT] = {
    [TYPE_ERROR] = {.kind = TYPE_ERROR},
    [TYPE_VOID] = {.kind = TYPE_VOID},
    [TYPE_BOOL] = {.kind = TYPE_BOOL},
    [TYPE_CHAR] = {.kind = TYPE_CHAR},
    [TYPE_SIGNED_CHAR] = {.kind = TYPE_SIGNED_CHAR},
    [TYPE_UNSIGNED_CHAR] = {.kind = TYPE_UNSIGNED_CHAR},
    [TYPE_SHORT] = {.kind = TYPE_SHORT},
    [TYPE_UNSIGNED_SHORT] = {.kind = TYPE_UNSIGNED_SHORT},
    [TYPE_INT] = {.kind = TYPE_INT},
    [TYPE_UNSIGNED] = {.kind = TYPE_UNSIGNED},
    [TYPE_LONG] = {.kind = TYPE_LONG},
    [TYPE_UNSIGNED_LONG] = {.kind = TYPE_UNSIGNED_LONG},
    [TYPE_LONG_LONG] = {.kind = TYPE_LONG_LONG},
    [TYPE_UNSIGNED_LONG_LONG] = {.kind = TYPE_UNSIGNED_LONG_LONG},
    [TYPE_FLOAT] = {.kind = TYPE_FLOAT},
    [TYPE_DOUBLE] = {.kind = TYPE_DOUBLE},
    [TYPE_LONG_DOUBLE] = {.kind = TYPE_LONG_DOUBLE},
};

struct type *type_real(struct arena *arena, uint32_t words)
{
    struct type *type = ARENA_NEW(arena, struct type);
    type->kind = TYPE_REAL;
    type->base = type;
    type->length = words;
    return type;
}

struct type *type_pointer(struct arena *arena, struct type *base)
{
    bool basic = base >= type_basic && base < type_basic + TYPE_KIND_COUNT;
    if (!basic && base->pointer != NULL)
        return base->pointer;
    struct type *type = ARENA_NEW(arena, struct type);
    type->kind = TYPE_POINTER;
    type->base = base;
    if (!basic)
        base->pointer = type;
    return type;
}

struct type *type_array(struct arena *arena, struct type *element, uint32_t length, bool incomplete)
{
    struct type *type = ARENA_NEW(arena, struct type);
    type->kind = TYPE_ARRAY;
    type->base = element;
    type->length = length;
    type->incomplete_array = incomplete;
    type->is_const = element->is_const;
    type->is_volatile = element->is_volatile;
    return type;
}

struct type *type_function(struct arena *arena, struct type *result)
{
    struct type *type = ARENA_NEW(arena, struct type);
    type->kind = TYPE_FUNCTION;
    type->base = result;
    return type;
}

struct type *type_qualified(struct arena *arena, struct type *type, bool is_const, bool is_volatile)
{
    if (type->kind == TYPE_ERROR || type->kind == TYPE_FUNCTION ||
        (is_const <= type->is_const && is_volatile <= type->is_volatile))
        return type;
    struct type *copy = ARENA_NEW(arena, struct type);
    *copy = *type;
    copy->pointer = NULL;
    copy->is_const |= is_const;
    copy->is_volatile |= is_volatile;
    if (type->kind == TYPE_ARRAY)
        copy->base = type_qualified(arena, type->base, is_const, is_volatile);
    return copy;
}

struct type *type_unqualified(struct arena *arena, struct type *type)
{
    if (!type->is_const && !type->is_volatile)
        return type;
    if (type->tag != NULL)
        return type->tag->type;
    if (type->kind == TYPE_REAL)
        return type->base;
    if (type->kind < TYPE_ENUM || type_is_float(type))
        return &type_basic[type->kind];
    struct type *copy = ARENA_NEW(arena, struct type);
    *copy = *type;
    copy->pointer = NULL;
    copy->is_const = false;
    copy->is_volatile = false;
    if (type->kind == TYPE_ARRAY)
        copy->base = type_unqualified(arena, type->base);
    return copy;
}

bool type_is_integer(const struct type *type)
{
    return rows[type->kind].is_integer;
}

bool type_is_unsigned(const struct type *type)
{
    return rows[type->kind].is_unsigned;
}

bool type_field_is_unsigned(const struct type *type)
{
    return rows[type->kind].is_unsigned || type->kind == TYPE_BOOL ||
           (type->kind == TYPE_ENUM && !type->tag->has_negative);
}

bool type_is_float(const struct type *type)
{
    return rows[type->kind].is_float;
}

bool type_is_real(const struct type *type)
{
    return type->kind == TYPE_REAL;
}

bool type_is_arithmetic(const struct type *type)
{
    return rows[type->kind].is_integer || rows[type->kind].is_float;
}

bool type_is_scalar(const struct type *type)
{
    return type_is_arithmetic(type) || type->kind == TYPE_POINTER;
}

bool type_is_long_long(const struct type *type)
{
    return type->kind == TYPE_LONG_LONG || type->kind == TYPE_UNSIGNED_LONG_LONG;
}

bool type_is_record(const struct type *type)
{
    return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
}

bool type_is_error(const struct type *type)
{
    return type->kind == TYPE_ERROR;
}

bool type_is_void_pointer(const struct type *type)
{
    return type->kind == TYPE_POINTER && type->base->kind == TYPE_VOID;
}

bool type_is_complete(const struct type *type)
{
    switch (type->kind) {
    case TYPE_VOID:
    case TYPE_FUNCTION:
        return false;
    case TYPE_ARRAY:
        return !type->incomplete_array && type_is_complete(type->base);
    case TYPE_STRUCT:
    case TYPE_UNION:
    case TYPE_ENUM:
        return type->tag->complete;
    default:
        return true;
    }
}

bool type_is_variable(const struct type *type)
{
    return type->kind == TYPE_ARRAY && type->variable != NULL;
}

bool type_has_variable(const struct type *type)
{
    while (!type_is_variable(type) && (type->kind == TYPE_ARRAY || type->kind == TYPE_POINTER))
        type = type->base;
    return type_is_variable(type);
}

uint32_t type_words(const struct type *type)
{
    switch (type->kind) {
    case TYPE_VOID:
    case TYPE_FUNCTION:
        return 0;
    case TYPE_ARRAY:
        return type->length * type_words(type->base); /* the parser has checked that it fits */
    case TYPE_STRUCT:
    case TYPE_UNION:
        return type->tag->words;
    case TYPE_REAL:
        return type->length;
    case TYPE_LONG_LONG:
    case TYPE_UNSIGNED_LONG_LONG:
        return 2;
    default:
        return 1;
    }
}

/* ---- comparing */

static bool same(const struct type *left, const struct type *right, bool enum_is_int);

static bool same_parameters(const struct type *left, const struct type *right, bool enum_is_int)
{
    if (left->no_prototype || right->no_prototype)
        return true;
    const struct parameter *l = left->parameters;
    const struct parameter *r = right->parameters;
    while (l != NULL && r != NULL) {
        if (!same(l->type, r->type, enum_is_int) || l->shared != r->shared)
            return false;
        l = l->next;
        r = r->next;
    }
    return l == NULL && r == NULL && left->variadic == right->variadic;
}

static bool same_qualifiers(const struct type *left, const struct type *right)
{
    return left->is_const == right->is_const && left->is_volatile == right->is_volatile;
}

static bool is_enum_and_int(const struct type *left, const struct type *right)
{
    return (left->kind == TYPE_ENUM && right->kind == TYPE_INT) ||
           (left->kind == TYPE_INT && right->kind == TYPE_ENUM);
}

/* `enum_is_int`: an enum and int are the same, though two enums are not. */
static bool same(const struct type *left, const struct type *right, bool enum_is_int)
{
    for (;;) {
        if (left == right || left->kind == TYPE_ERROR || right->kind == TYPE_ERROR)
            return true;
        if (left->kind != right->kind)
            return enum_is_int && is_enum_and_int(left, right);
        switch (left->kind) {
        case TYPE_FUNCTION:
            if (left->mode != right->mode || left->shared_result != right->shared_result ||
                !same_parameters(left, right, enum_is_int))
                return false;
            break;
        case TYPE_ARRAY:
            if (!left->incomplete_array && !right->incomplete_array && left->variable == NULL &&
                right->variable == NULL && left->length != right->length)
                return false;
            break;
        case TYPE_POINTER:
            if (left->base->kind != TYPE_ERROR && right->base->kind != TYPE_ERROR &&
                !same_qualifiers(left->base, right->base))
                return false;
            break;
        case TYPE_STRUCT:
        case TYPE_UNION:
        case TYPE_ENUM:
            return left->tag == right->tag;
        default:
            return true;
        }
        left = left->base;
        right = right->base;
    }
}

bool type_same(const struct type *left, const struct type *right)
{
    return same(left, right, true);
}

static bool with_qualifiers(const struct type *left, const struct type *right, bool enum_is_int)
{
    return same(left, right, enum_is_int) &&
           (left->kind == TYPE_ERROR || right->kind == TYPE_ERROR || same_qualifiers(left, right));
}

bool type_compatible(const struct type *left, const struct type *right)
{
    return with_qualifiers(left, right, true);
}

bool type_identical(const struct type *left, const struct type *right)
{
    return with_qualifiers(left, right, false);
}

struct type *type_composite(struct arena *arena, struct type *left, struct type *right)
{
    if (left->kind != right->kind)
        return left;
    if (left->kind == TYPE_FUNCTION)
        return left->no_prototype ? right : left;
    if (left->kind == TYPE_ARRAY && !left->incomplete_array)
        return left;
    if (left->kind == TYPE_ARRAY && !right->incomplete_array)
        return right;
    if (left->kind != TYPE_POINTER)
        return left;
    struct type *base = type_composite(arena, left->base, right->base);
    return base == left->base
               ? left
               : type_qualified(arena, type_pointer(arena, base), left->is_const, left->is_volatile);
}

const struct member *type_member(const struct type *type, const struct name *name, uint32_t *offset)
{
    for (const struct member *member = type->tag->members; member != NULL; member = member->next) {
        if (member->name == name) {
            *offset = member->offset;
            return member;
        }
        if (member->name == NULL && type_is_record(member->type)) {
            uint32_t inner;
            const struct member *found = type_member(member->type, name, &inner);
            if (found != NULL) {
                *offset = member->offset + inner;
                return found;
            }
        }
    }
    return NULL;
}

/* ---- printing */

static const char *base_text(struct arena *arena, const struct type *type)
{
    const char *qualifiers = type->is_const ? (type->is_volatile ? "const volatile " : "const ")
                                            : (type->is_volatile ? "volatile " : "");
    const char *name = rows[type->kind].text;
    if (type->tag != NULL)
        return arena_format(arena, "%s%s %s", qualifiers, name,
                            type->tag->name != NULL ? type->tag->name->text : "<anonymous>");
    return *qualifiers != '\0' ? arena_format(arena, "%s%s", qualifiers, name) : name;
}

static const char *parameters_text(struct arena *arena, const struct type *type)
{
    const char *text = "";
    for (const struct parameter *p = type->parameters; p != NULL; p = p->next) {
        text = arena_format(arena, "%s%s%s%s", text, *text != '\0' ? ", " : "", p->shared ? "sh " : "",
                            type_text(arena, p->type));
        if (strlen(text) > 200)
            return arena_format(arena, "%s, ...", text);
    }
    if (type->variadic)
        return arena_format(arena, "%s, ...", text);
    return *text == '\0' && !type->no_prototype ? "void" : text;
}

const char *type_text(struct arena *arena, const struct type *type)
{
    return type_declaration(arena, type, "");
}

const char *type_declaration(struct arena *arena, const struct type *type, const char *name)
{
    const char *declarator = name;
    enum mode mode = MODE_ASYNC;
    for (uint32_t parts = 0;
         type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY || type->kind == TYPE_FUNCTION; parts++) {
        const struct type *base = type->base;
        if (parts > 30)
            return "<a very long type>";
        if (type->kind == TYPE_POINTER) {
            declarator = arena_format(arena, "*%s%s%s", type->is_const ? "const" : "",
                                      type->is_volatile ? (type->is_const ? " volatile" : "volatile") : "",
                                      declarator);
            if (base->kind == TYPE_ARRAY || base->kind == TYPE_FUNCTION)
                declarator = arena_format(arena, "(%s)", declarator);
        } else if (type->kind == TYPE_ARRAY) {
            declarator = type->incomplete_array   ? arena_format(arena, "%s[]", declarator)
                         : type->variable != NULL ? arena_format(arena, "%s[*]", declarator)
                                                  : arena_format(arena, "%s[%u]", declarator, type->length);
        } else {
            declarator = arena_format(arena, "%s(%s)", declarator, parameters_text(arena, type));
            mode = type->mode;
        }
        type = base;
    }
    const char *base = base_text(arena, type);
    const char *prefix = mode != MODE_ASYNC ? mode_text(mode) : "";
    return arena_format(arena, "%s%s%s%s%s", prefix, *prefix != '\0' ? " " : "", base,
                        *declarator != '\0' ? " " : "", declarator);
}

const char *mode_text(enum mode mode)
{
    static const char *const texts[] = {"async", "sync", "straight"};
    return texts[mode];
}

const char *mode_adjective(enum mode mode)
{
    static const char *const texts[] = {"asynchronous", "synchronous", "straight"};
    return texts[mode];
}
