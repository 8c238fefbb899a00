/* layout.c - line ends and indentation: prints pieces whose roles are known. */
#include "fcc/format/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

enum { INDENT = 4 };

/* Where a piece was printed. */
struct printed {
    size_t column; /* of its first character */
    size_t indent; /* of its line */
    size_t first;  /* piece of its line */
};

struct layout {
    const struct pieces *pieces;
    struct printed *printed;
    FILE *out;
    size_t column;
};

static bool is_comment(const struct piece *piece)
{
    return piece->kind == PIECE_COMMENT || piece->kind == PIECE_LINE_COMMENT;
}

static bool is_brace(const struct piece *piece, const char *brace)
{
    return format_is(piece, brace) && piece->brace != BRACE_LIST;
}

/* Whether a line ends before a { that does not begin a list. */
static bool ends_before_brace(const struct piece *before, const struct piece *brace)
{
    if (brace->brace == BRACE_FUNCTION)
        return !brace->is_one_line;
    if (brace->brace == BRACE_RECORD || (before->is_header && !before->is_macro))
        return false;
    return brace->newlines > 0;
}

/* Line ends before a piece: 0, 1, or 2 for an empty line. */
static size_t line_ends(const struct pieces *pieces, size_t at)
{
    const struct piece *before = &pieces->items[at - 1], *piece = &pieces->items[at];
    const size_t wanted = piece->newlines > 2 ? 2 : piece->newlines;
    const bool opens = is_brace(before, "{"), closes = is_brace(piece, "}");
    if (before->kind == PIECE_LINE_COMMENT || before->kind == PIECE_DIRECTIVE ||
        piece->kind == PIECE_DIRECTIVE)
        return wanted > 0 ? wanted : 1;
    if (is_comment(piece))
        return opens && wanted == 2 ? 1 : wanted;
    if (closes)
        return !piece->is_one_line && !(opens && piece->newlines == 0);
    if (is_comment(before))
        return wanted;
    if (opens)
        return !before->is_one_line;
    if (is_brace(piece, "{"))
        return ends_before_brace(before, piece);
    const bool goes_on = (format_is(piece, "else") || format_is(piece, "while")) && is_brace(before, "}") &&
                         piece->anchor_kind == ANCHOR_LEVELS && piece->levels == 0 &&
                         piece->anchor == before->anchor && piece->anchor != ANCHOR_NONE;
    return goes_on ? 0 : wanted;
}

/* Whether a bracket is the last one of its line. */
static bool ends_line(const struct pieces *pieces, size_t bracket)
{
    size_t next = bracket + 1;
    while (next < pieces->count && is_comment(&pieces->items[next]) && pieces->items[next].newlines == 0)
        next++;
    return next < pieces->count && line_ends(pieces, next) > 0;
}

static size_t indentation(const struct layout *l, size_t at)
{
    const struct piece *piece = &l->pieces->items[at];
    if (piece->anchor == ANCHOR_NONE)
        return piece->anchor_kind == ANCHOR_LEVELS ? (size_t)piece->levels * INDENT : 0;
    const struct piece *anchor = &l->pieces->items[piece->anchor];
    const struct printed *place = &l->printed[piece->anchor];
    const size_t own = place->indent + (size_t)piece->levels * INDENT;
    if (piece->anchor_kind == ANCHOR_LEVELS)
        return own;
    if (piece->anchor_kind == ANCHOR_CONTINUE) {
        /* a declaration at the first column may be continued there: its type has a line of its own */
        const size_t least = place->indent > 0 ? INDENT : 0;
        const size_t author = l->pieces->items[place->first].column;
        const size_t distance = piece->column > author ? piece->column - author : 0;
        return place->indent + (distance > least ? distance : least);
    }
    if (!ends_line(l->pieces, (size_t)piece->anchor))
        return place->column + anchor->length;
    return place->indent + (piece->anchor_kind == ANCHOR_CLOSING ? 0 : INDENT);
}

/* Prints a comment of several lines: later lines move as far as the first one. */
static void print_comment(struct layout *l, const struct piece *piece)
{
    const char *at = piece->text, *end = piece->text + piece->length;
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end != NULL ? line_end : end;
        size_t blanks = 0;
        const char *start = at;
        while (start < line_end && (*start == ' ' || *start == '\t')) {
            blanks = *start == '\t' ? (blanks / 8 + 1) * 8 : blanks + 1;
            start++;
        }
        const char *last = line_end;
        while (line_end < end && last > start && (last[-1] == ' ' || last[-1] == '\t' || last[-1] == '\r'))
            last--;
        if (at != piece->text && last > start) {
            const size_t moved = blanks + l->column;
            fprintf(l->out, "%*s", (int)(moved > piece->column ? moved - piece->column : 0), "");
        } else if (at == piece->text) {
            start = at;
        }
        fwrite(start, 1, (size_t)(last - start), l->out);
        if (line_end < end)
            fputc('\n', l->out);
        at = line_end < end ? line_end + 1 : end;
    }
}

static size_t columns_of(const struct piece *piece)
{
    size_t columns = 0;
    for (size_t i = 0; i < piece->length; i++)
        columns += ((unsigned char)piece->text[i] & 0xc0) != 0x80;
    return columns;
}

static void print_piece(struct layout *l, size_t at, size_t ends)
{
    const struct piece *piece = &l->pieces->items[at];
    for (size_t i = 0; i < ends; i++)
        fputc('\n', l->out);
    const bool begins_line = ends > 0 || at == 0;
    const bool is_directive = piece->kind == PIECE_DIRECTIVE;
    const size_t indent = !begins_line ? l->printed[at - 1].indent : is_directive ? 0 : indentation(l, at);
    const size_t blanks = is_directive ? piece->column : begins_line ? indent : format_blanks(l->pieces, at);
    l->column = begins_line ? blanks : l->column + blanks;
    l->printed[at] = (struct printed){l->column, indent, begins_line ? at : l->printed[at - 1].first};
    fprintf(l->out, "%*s", (int)blanks, "");
    if (piece->kind == PIECE_COMMENT)
        print_comment(l, piece);
    else
        fwrite(piece->text, 1, piece->length, l->out);
    l->column += columns_of(piece);
}

char *format_print(const struct pieces *pieces, size_t *length)
{
    char *text = NULL;
    struct layout l = {.pieces = pieces, .out = open_memstream(&text, length)};
    if (l.out == NULL)
        memory_is_short();
    l.printed = memory_take(pieces->count + 1, sizeof *l.printed);
    for (size_t i = 0; i < pieces->count; i++)
        print_piece(&l, i, i > 0 ? line_ends(pieces, i) : 0);
    if (pieces->count > 0)
        fputc('\n', l.out);
    fclose(l.out);
    free(l.printed);
    return text;
}
