/* spacing.c - the blanks between two pieces of a line; see scan.h. */
#include "fcc/format/scan.h"

#include <string.h>

static bool is_one_of(const struct piece *piece, const char *characters)
{
    return piece->kind == PIECE_PUNCTUATOR && piece->length == 1 && piece->text[0] != '\0' &&
           strchr(characters, piece->text[0]) != NULL;
}

static bool is_step(const struct piece *piece)
{
    return format_is(piece, "++") || format_is(piece, "--");
}

/* Whether an operand of a unary operator, or a name, may end with it. */
static bool ends_operand(const struct piece *piece)
{
    return (piece->kind <= PIECE_STRING && (piece->class == CLASS_NAME || piece->class == CLASS_TYPE)) ||
           is_one_of(piece, ")]}") || is_step(piece);
}

static bool is_operator(const struct piece *piece)
{
    return piece->kind == PIECE_PUNCTUATOR && piece->role == ROLE_PLAIN && !is_one_of(piece, "()[]{},;.~!") &&
           !format_is(piece, "->") && !is_step(piece);
}

/* Blanks in front of a (. */
static bool before_paren(const struct piece *before, const struct piece *paren, const struct piece *next)
{
    if (before->is_macro)
        return paren->blanks > 0;
    if (before->kind == PIECE_WORD && before->class != CLASS_NAME && before->class != CLASS_CALL)
        return true;
    if (before->kind == PIECE_WORD)
        return before->class == CLASS_NAME && format_is(next, "*") && paren->blanks > 0;
    return before->kind == PIECE_NUMBER || before->kind == PIECE_STRING || is_one_of(before, "}") ||
           (is_one_of(before, ")") && before->is_header);
}

/* Blanks before or after a brace. */
static bool at_brace(const struct piece *before, const struct piece *piece)
{
    if (is_one_of(before, "{") && is_one_of(piece, "}"))
        return false;
    if (is_one_of(before, "{"))
        return before->brace != BRACE_LIST;
    if (is_one_of(piece, "}"))
        return piece->brace != BRACE_LIST;
    if (is_one_of(piece, "{"))
        return !is_one_of(before, "([") && !(is_one_of(before, ")") && before->is_cast);
    return !is_one_of(piece, ".[") && !format_is(piece, "->"); /* before is } */
}

/* Whether two pieces without a blank between them would form another token. */
static bool would_join(const struct piece *before, const struct piece *piece)
{
    const char last = before->text[before->length - 1], first = piece->text[0];
    if (before->kind <= PIECE_STRING && piece->kind <= PIECE_STRING)
        return true;
    return before->kind == PIECE_PUNCTUATOR && piece->kind == PIECE_PUNCTUATOR && last == first &&
           strchr("+-&|<>=.", first) != NULL;
}

static bool between_tokens(const struct pieces *pieces, size_t at)
{
    const struct piece *before = &pieces->items[at - 1], *piece = &pieces->items[at];
    if (is_one_of(piece, ",;)]") || is_one_of(before, "(["))
        return false;
    if (is_one_of(before, ",;"))
        return true;
    if (is_one_of(piece, "{}") || is_one_of(before, "{}"))
        return at_brace(before, piece);
    if (piece->is_label && is_one_of(piece, ":"))
        return false;
    if (before->role == ROLE_UNARY || before->role == ROLE_POINTER)
        return false;
    if (format_is(before, ".") || format_is(before, "->"))
        return false;
    if (is_operator(before))
        return true;
    if (format_is(piece, ".") || format_is(piece, "->"))
        return !ends_operand(before);
    if (is_one_of(piece, "["))
        return !ends_operand(before);
    if (is_step(before) && !is_operator(piece)) /* ++x, or x++ before an unexpected piece */
        return false;
    if (is_step(piece))
        return !ends_operand(before) || before->is_header || before->class == CLASS_TYPE;
    if (is_one_of(before, ")") && before->is_cast)
        return false;
    if (is_one_of(piece, "("))
        return before_paren(before, piece, format_next(pieces, at + 1));
    if (piece->role == ROLE_POINTER)
        return !is_one_of(before, "*(");
    if (piece->role == ROLE_UNARY)
        return !(is_one_of(before, ")") && !before->is_header && piece->blanks == 0);
    if (is_one_of(before, ")") && !before->is_header && piece->kind <= PIECE_STRING)
        return piece->blanks > 0;
    return true;
}

size_t format_blanks(const struct pieces *pieces, size_t at)
{
    const struct piece *before = &pieces->items[at - 1], *piece = &pieces->items[at];
    if (piece->kind == PIECE_LINE_COMMENT || piece->kind == PIECE_COMMENT) {
        const bool is_inside = is_one_of(before, "([{") || piece->blanks > 0;
        return is_inside ? piece->blanks : 1;
    }
    if (before->kind == PIECE_COMMENT)
        return is_one_of(piece, ",;)]") ? piece->blanks > 0 : 1;
    const size_t blanks = between_tokens(pieces, at) || would_join(before, piece);
    return piece->is_in_list && is_one_of(before, ",") && piece->blanks > blanks ? piece->blanks : blanks;
}
