/* operators.c - types and ambiguous operators; see operators.h.
 *
 * Types declared in headers are unknown. If the text leaves a meaning open, the author's blanks decide, so
 * that formatted text is stable.
 */
#include "fcc/format/operators.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

static size_t index_of(const struct pieces *pieces, const struct piece *piece)
{
    return (size_t)(piece - pieces->items);
}

static bool is_name(const struct piece *piece)
{
    return piece != NULL && piece->kind == PIECE_WORD && piece->class == CLASS_NAME;
}

static bool same_text(const struct piece *a, const struct piece *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* The name that the typedef at `at` declares; NULL: none found. */
static const struct piece *declared_type(const struct pieces *pieces, size_t at)
{
    const struct piece *name = NULL;
    for (size_t i = at + 1; i < pieces->count; i++) {
        const struct piece *piece = &pieces->items[i];
        if (format_is(piece, ";") || format_is(piece, "}") || format_is(piece, ")"))
            return name;
        if (format_is(piece, "(") && format_is(format_next(pieces, i + 1), "*")) {
            while (i < pieces->count && !is_name(&pieces->items[i]))
                i++;
            return i < pieces->count ? &pieces->items[i] : NULL;
        }
        if (format_is(piece, "{") || format_is(piece, "(") || format_is(piece, "["))
            i = piece->match;
        else if (is_name(piece))
            name = piece;
    }
    return NULL;
}

void format_find_types(struct pieces *pieces)
{
    const struct piece **types = NULL;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        struct piece *piece = &pieces->items[i];
        if (format_is(piece, "typedef")) {
            const struct piece *name = declared_type(pieces, i);
            types = memory_grow(types, &capacity, count + 1, sizeof *types);
            if (name != NULL && count < 1000)
                types[count++] = name;
        }
        piece->is_typedef =
            is_name(piece) && piece->length > 2 && memcmp(piece->text + piece->length - 2, "_t", 2) == 0;
        for (size_t k = 0; is_name(piece) && k < count && !piece->is_typedef; k++)
            piece->is_typedef = same_text(types[k], piece);
    }
    free(types);
}

static bool is_type_word(const struct piece *piece)
{
    return piece != NULL && piece->kind == PIECE_WORD && (piece->class == CLASS_TYPE || piece->is_typedef);
}

static bool names_tag(const struct pieces *pieces, const struct piece *piece)
{
    const struct piece *before = is_name(piece) ? format_before(pieces, index_of(pieces, piece)) : NULL;
    return format_is(before, "struct") || format_is(before, "union") || format_is(before, "enum");
}

/* Whether ( ) contain a type, and a value follows. */
static bool is_cast(const struct pieces *pieces, size_t close)
{
    const size_t open = pieces->items[close].match;
    const struct piece *before = format_before(pieces, open), *after = format_next(pieces, close + 1);
    bool has_type = false;
    if (pieces->items[close].is_header || is_name(before) || format_is(before, ")") ||
        format_is(before, "]") ||
        (before != NULL && (before->class == CLASS_CALL || before->class == CLASS_TYPE)))
        return false;
    for (size_t i = open + 1; i < close; i++) {
        const struct piece *piece = &pieces->items[i];
        if (!format_is_token(piece))
            continue;
        if (!is_type_word(piece) && !is_name(piece) && !format_is(piece, "*"))
            return false;
        has_type |= is_type_word(piece) || piece->role == ROLE_POINTER;
    }
    if (!has_type || after == NULL)
        return false;
    return after->kind != PIECE_PUNCTUATOR ||
           (after->length == 1 && strchr("({-+*&~!", after->text[0]) != NULL) || format_is(after, "++") ||
           format_is(after, "--");
}

/* Whether the text between ( ) is one name, which may be a type. */
static bool may_be_cast(const struct pieces *pieces, const struct piece *close)
{
    const struct piece *inside = format_before(pieces, index_of(pieces, close));
    return is_name(inside) && index_of(pieces, inside) == close->match + 1 &&
           !is_name(format_before(pieces, close->match));
}

static bool ends_value(const struct piece *piece)
{
    if (piece->kind == PIECE_NUMBER || piece->kind == PIECE_STRING || is_name(piece))
        return true;
    if (format_is(piece, ")"))
        return !piece->is_cast && !piece->is_header;
    return format_is(piece, "]") || format_is(piece, "}") || format_is(piece, "++") || format_is(piece, "--");
}

/* Whether all tokens of the statement before `at` are words, at least two, as in a declaration. */
static bool follows_specifiers(const struct pieces *pieces, size_t at)
{
    size_t count = 0;
    const struct piece *piece = format_before(pieces, at);
    while (piece != NULL && piece->kind == PIECE_WORD && piece->class != CLASS_VALUE_AFTER &&
           !piece->is_header) {
        count++;
        if (piece->starts_statement)
            return count > 1;
        piece = format_before(pieces, index_of(pieces, piece));
    }
    return false;
}

/* Whether `name * name` begins a statement and declares the second one. */
static bool declares(const struct pieces *pieces, size_t at)
{
    const struct piece *type = format_before(pieces, at);
    const struct piece *name = format_next(pieces, at + 1);
    while (format_is(name, "*"))
        name = format_next(pieces, index_of(pieces, name) + 1);
    if (!type->starts_statement || !is_name(name))
        return false;
    const struct piece *after = format_next(pieces, index_of(pieces, name) + 1);
    return after != NULL && after->kind == PIECE_PUNCTUATOR && after->length == 1 &&
           strchr(";=,[)(", after->text[0]) != NULL;
}

/* The meaning of a * between two names by its blanks: "T *p" and "T* p" are pointers. */
static bool looks_like_pointer(const struct pieces *pieces, size_t at)
{
    const struct piece *star = &pieces->items[at];
    const bool is_last = at + 1 == pieces->count;
    const bool is_apart = is_last || pieces->items[at + 1].newlines > 0 || pieces->items[at + 1].blanks > 0;
    return (star->blanks > 0 || star->newlines > 0) != is_apart;
}

static enum operator_role role_of(const struct pieces *pieces, size_t at)
{
    const struct piece *piece = &pieces->items[at], *before = format_before(pieces, at);
    const bool is_star = format_is(piece, "*");
    if (before == NULL || piece->starts_statement)
        return ROLE_UNARY;
    if (is_star && (is_type_word(before) || before->role == ROLE_POINTER || names_tag(pieces, before) ||
                    (format_is(before, "}") && before->brace == BRACE_RECORD)))
        return ROLE_POINTER;
    if (!ends_value(before))
        return ROLE_UNARY;
    if (is_star && is_name(before))
        return follows_specifiers(pieces, at) || declares(pieces, at) || looks_like_pointer(pieces, at)
                   ? ROLE_POINTER
                   : ROLE_PLAIN;
    const bool touches_next =
        at + 1 < pieces->count && pieces->items[at + 1].newlines == 0 && pieces->items[at + 1].blanks == 0;
    if (format_is(before, ")") && may_be_cast(pieces, before) && touches_next)
        return ROLE_UNARY;
    return ROLE_PLAIN;
}

void format_assign_operator(struct pieces *pieces, size_t at)
{
    struct piece *piece = &pieces->items[at];
    if (piece->kind != PIECE_PUNCTUATOR)
        return;
    if (format_is(piece, ")"))
        piece->is_cast = is_cast(pieces, at);
    else if (format_is(piece, "!") || format_is(piece, "~"))
        piece->role = ROLE_UNARY;
    else if (piece->length == 1 && strchr("*&+-", piece->text[0]) != NULL)
        piece->role = role_of(pieces, at);
}
