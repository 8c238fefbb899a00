/* format.c - formatting as a whole, and the check of its result; see format.h. */
#include "fcc/format/format.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "fcc/format/scan.h"

/* A character of a comment from `*at` on, blanks left out; '\0': the end. */
static char next_visible(const struct piece *piece, size_t *at)
{
    while (*at < piece->length && isspace((unsigned char)piece->text[*at]))
        ++*at;
    return *at < piece->length ? piece->text[(*at)++] : '\0';
}

static bool same_comment(const struct piece *a, const struct piece *b)
{
    size_t at_a = 0, at_b = 0;
    for (;;) {
        const char c = next_visible(a, &at_a);
        if (c != next_visible(b, &at_b))
            return false;
        if (c == '\0')
            return at_a == a->length && at_b == b->length;
    }
}

/* Whether both texts have the same pieces. */
static bool same_pieces(const struct pieces *a, const struct pieces *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const struct piece *left = &a->items[i], *right = &b->items[i];
        if (left->kind != right->kind)
            return false;
        if (left->kind == PIECE_COMMENT) {
            if (!same_comment(left, right))
                return false;
        } else if (left->length != right->length || memcmp(left->text, right->text, left->length) != 0) {
            return false;
        }
    }
    return true;
}

/* Formats pieces of a text; checks that the result has the same ones. NULL: it has not. */
static char *format_pieces(struct pieces *pieces, size_t *length, struct format_error *error)
{
    struct pieces again = {0};
    format_assign_roles(pieces);
    char *text = format_print(pieces, length);
    if (format_scan(text, *length, &again, error) && same_pieces(pieces, &again)) {
        free(again.items);
        return text;
    }
    *error = (struct format_error){1, "formatting would change its tokens; please report it"};
    free(again.items);
    free(text);
    return NULL;
}

char *format_text(const char *text, size_t length, size_t *result_length, struct format_error *error)
{
    enum { MOST_ROUNDS = 4 }; /* a line that has moved may change how the next one is aligned */
    char *result = NULL;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        struct pieces pieces = {0};
        size_t new_length = 0;
        const char *source = result != NULL ? result : text;
        const size_t source_length = result != NULL ? *result_length : length;
        char *formatted = format_scan(source, source_length, &pieces, error)
                              ? format_pieces(&pieces, &new_length, error)
                              : NULL;
        const bool is_stable =
            formatted != NULL && new_length == source_length && memcmp(formatted, source, new_length) == 0;
        free(pieces.items);
        free(result);
        result = formatted;
        *result_length = new_length;
        if (result == NULL || is_stable)
            return result;
    }
    free(result);
    *error = (struct format_error){1, "formatting it again changes it; please report it"};
    return NULL;
}
