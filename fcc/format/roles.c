/* roles.c - the statement around a piece: headers, labels, kinds of braces, and the base of each line's
 * indentation. operators.c handles operators.
 *
 * One pass over the pieces with a stack of brackets. A statement without braces after `if`, `farm` and others
 * is remembered by its header until it ends.
 */
#include "fcc/format/scan.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "fcc/format/operators.h"

enum frame_kind { FRAME_TOP, FRAME_BLOCK, FRAME_RECORD, FRAME_LIST, FRAME_PAREN };

struct frame {
    enum frame_kind kind;
    size_t opener;
    long base;      /* the piece whose line is the base of the block */
    long statement; /* the first piece of the statement at hand */
    size_t headers; /* number of statements when the frame began */
    size_t header_close, label_colon, macro_close;
    long before_else; /* the header whose `else` or `while` may follow */
    bool at_start;    /* the next token begins a statement */
};

/* A header whose statement has not ended. */
struct header {
    long word;
    bool may_have_else;
    bool is_do;
};

struct parser {
    struct pieces *pieces;
    struct frame *frames;
    size_t frame_count, frame_capacity;
    struct header *headers;
    size_t header_count, header_capacity;
};

static struct frame *top_of(struct parser *p)
{
    return &p->frames[p->frame_count - 1];
}

static bool is_statement_level(const struct frame *frame)
{
    return frame->kind <= FRAME_RECORD;
}

static void push_frame(struct parser *p, struct frame frame)
{
    frame.headers = p->header_count;
    frame.header_close = frame.label_colon = frame.macro_close = SIZE_MAX;
    frame.before_else = ANCHOR_NONE;
    frame.at_start = is_statement_level(&frame);
    p->frames = memory_grow(p->frames, &p->frame_capacity, p->frame_count + 1, sizeof frame);
    p->frames[p->frame_count++] = frame;
}

static void push_header(struct parser *p, size_t word)
{
    const struct piece *piece = &p->pieces->items[word];
    p->headers = memory_grow(p->headers, &p->header_capacity, p->header_count + 1, sizeof *p->headers);
    p->headers[p->header_count++] =
        (struct header){.word = (long)word,
                        .may_have_else = format_is(piece, "if") || format_is(piece, "join"),
                        .is_do = format_is(piece, "do")};
}

/* A statement ends with the piece `at`, and so do the statements around it, up to one with an `else`. */
static void complete(struct parser *p, size_t at)
{
    struct frame *frame = top_of(p);
    const struct piece *next = format_next(p->pieces, at + 1);
    frame->at_start = true;
    frame->before_else = ANCHOR_NONE;
    while (p->header_count > frame->headers) {
        const struct header header = p->headers[--p->header_count];
        if ((header.may_have_else && format_is(next, "else")) || (header.is_do && format_is(next, "while"))) {
            frame->before_else = header.word;
            return;
        }
    }
}

/* ---- anchors */

static void anchor(struct piece *piece, enum anchor_kind kind, long at, int levels)
{
    piece->anchor_kind = kind;
    piece->anchor = at;
    piece->levels = levels;
}

/* The base of a statement in the frame. */
static void anchor_statement(struct parser *p, struct piece *piece)
{
    const struct frame *frame = top_of(p);
    if (p->header_count > frame->headers)
        anchor(piece, ANCHOR_LEVELS, p->headers[p->header_count - 1].word, 1);
    else
        anchor(piece, ANCHOR_LEVELS, frame->base, frame->kind == FRAME_TOP ? 0 : 1);
}

static bool begins_label(const struct pieces *pieces, size_t at)
{
    const struct piece *piece = &pieces->items[at];
    if (piece->class == CLASS_LABEL)
        return true;
    const struct piece *next = format_next(pieces, at + 1);
    return piece->kind == PIECE_WORD && piece->class == CLASS_NAME && format_is(next, ":");
}

static void assign_anchor(struct parser *p, size_t at)
{
    struct piece *piece = &p->pieces->items[at];
    const struct frame *frame = top_of(p);
    const bool is_token = format_is_token(piece);
    piece->is_in_list = frame->kind == FRAME_LIST;
    if (!is_statement_level(frame)) {
        const bool closes = is_token && piece->match == frame->opener && piece->match != 0;
        anchor(piece, closes ? ANCHOR_CLOSING : ANCHOR_BRACKET, (long)frame->opener, 0);
        return;
    }
    if (!frame->at_start) {
        anchor(piece, ANCHOR_CONTINUE, frame->statement, 0);
        return;
    }
    const struct piece *next = format_next(p->pieces, at);
    const bool is_label = next != NULL && frame->kind == FRAME_BLOCK &&
                          begins_label(p->pieces, (size_t)(next - p->pieces->items));
    anchor_statement(p, piece);
    if (is_token && (format_is(piece, "else") || format_is(piece, "while")) &&
        frame->before_else != ANCHOR_NONE)
        anchor(piece, ANCHOR_LEVELS, frame->before_else, 0);
    else if (is_token && format_is(piece, "{") && p->header_count > frame->headers)
        piece->levels = 0;
    else if (is_label && p->header_count == frame->headers)
        piece->levels = 0;
}

/* ---- statements */

/* The kind of a macro with parentheses at the start of a statement. */
enum macro_use {
    MACRO_NONE,
    MACRO_HEADER,   /* the next statement depends on it */
    MACRO_STATEMENT /* it is one, without a semicolon */
};

static enum macro_use use_of_macro(const struct parser *p, size_t at)
{
    const struct pieces *pieces = p->pieces;
    const struct piece *open = format_next(pieces, at + 1);
    if (pieces->items[at].class != CLASS_NAME || !format_is(open, "("))
        return MACRO_NONE;
    const struct piece *after = format_next(pieces, open->match + 1);
    const bool is_new_line = after != NULL && after->line > pieces->items[open->match].line;
    if (format_is(after, "{"))
        return MACRO_HEADER;
    if (after == NULL || (after->kind != PIECE_WORD && !(is_new_line && format_is(after, "}"))))
        return MACRO_NONE;
    return is_new_line && after->column <= pieces->items[at].column ? MACRO_STATEMENT : MACRO_HEADER;
}

/* The first token of a statement, a word. */
static void begin_with_word(struct parser *p, size_t at)
{
    struct frame *frame = top_of(p);
    struct piece *piece = &p->pieces->items[at];
    const struct piece *next = format_next(p->pieces, at + 1);
    const bool ends_do = format_is(piece, "while") && frame->before_else != ANCHOR_NONE;
    const enum macro_use use = frame->kind == FRAME_BLOCK ? use_of_macro(p, at) : MACRO_NONE;
    const bool is_macro = use == MACRO_HEADER;
    const bool is_header =
        is_macro || (piece->class >= CLASS_HEADER && piece->class <= CLASS_EITHER_HEADER && !ends_do);
    const bool has_parens =
        is_macro ||
        ((piece->class == CLASS_HEADER || piece->class == CLASS_EITHER_HEADER) && format_is(next, "("));
    frame->before_else = ANCHOR_NONE;
    frame->macro_close = use == MACRO_STATEMENT ? next->match : SIZE_MAX;
    frame->at_start = is_header && !has_parens;
    if (is_header && frame->kind == FRAME_BLOCK) {
        push_header(p, at);
        piece->is_header = true;
        piece->is_macro = is_macro;
        frame->header_close = has_parens ? next->match : SIZE_MAX;
    } else if (frame->kind == FRAME_BLOCK && begins_label(p->pieces, at)) {
        size_t colon = at + 1;
        while (colon < p->pieces->count && !format_is(&p->pieces->items[colon], ":"))
            colon++;
        piece->is_label = true;
        frame->label_colon = colon;
    }
}

/* The kind of a { that does not begin a statement. */
static enum brace_kind kind_of_brace(const struct parser *p, size_t at)
{
    const struct frame *frame = &p->frames[p->frame_count - 1];
    const struct pieces *pieces = p->pieces;
    const struct piece *before = format_before(pieces, at);
    const struct piece *earlier =
        before != NULL ? format_before(pieces, (size_t)(before - pieces->items)) : NULL;
    if (frame->kind == FRAME_PAREN && before == &pieces->items[frame->opener])
        return format_is(before, "(") ? BRACE_BLOCK : BRACE_LIST;
    if (format_is(before, "enum") || format_is(earlier, "enum"))
        return format_is(before, "=") ? BRACE_LIST : BRACE_ENUM;
    if (format_is(before, "struct") || format_is(before, "union") || format_is(earlier, "struct") ||
        format_is(earlier, "union"))
        return format_is(before, "=") ? BRACE_LIST : BRACE_RECORD;
    if (frame->kind == FRAME_TOP && !format_is(before, "=") && !format_is(before, ","))
        return BRACE_FUNCTION;
    return BRACE_LIST;
}

static void open_brace(struct parser *p, size_t at)
{
    static const enum frame_kind kinds[] = {[BRACE_BLOCK] = FRAME_BLOCK,
                                            [BRACE_FUNCTION] = FRAME_BLOCK,
                                            [BRACE_RECORD] = FRAME_RECORD,
                                            [BRACE_ENUM] = FRAME_LIST,
                                            [BRACE_LIST] = FRAME_LIST};
    struct frame *frame = top_of(p);
    struct piece *piece = &p->pieces->items[at];
    const bool is_start = is_statement_level(frame) && frame->at_start;
    piece->brace = !is_start ? kind_of_brace(p, at) : frame->kind == FRAME_TOP ? BRACE_FUNCTION : BRACE_BLOCK;
    p->pieces->items[piece->match].brace = piece->brace;
    if (piece->brace == BRACE_FUNCTION)
        anchor(piece, ANCHOR_LEVELS, frame->base, 0);
    const bool depends = is_statement_level(frame) && p->header_count > frame->headers;
    const long base = !is_statement_level(frame)        ? (long)at
                      : depends && is_start             ? p->headers[p->header_count - 1].word
                      : frame->statement != ANCHOR_NONE ? frame->statement
                                                        : (long)at;
    frame->at_start = false;
    push_frame(
        p, (struct frame){.kind = kinds[piece->brace], .opener = at, .base = base, .statement = ANCHOR_NONE});
}

static void close_bracket(struct parser *p, size_t at)
{
    struct piece *piece = &p->pieces->items[at];
    const bool ends_statement = piece->brace == BRACE_BLOCK || piece->brace == BRACE_FUNCTION;
    if (p->frame_count == 1) /* brackets match: cannot be */
        return;
    p->header_count = top_of(p)->headers;
    p->frame_count--;
    struct frame *frame = top_of(p);
    if (!is_statement_level(frame))
        return;
    if (ends_statement)
        complete(p, at);
    if (at == frame->macro_close)
        complete(p, at);
    if (at == frame->header_close) {
        frame->at_start = true;
        frame->header_close = SIZE_MAX;
        piece->is_header = true;
        piece->is_macro = p->pieces->items[p->headers[p->header_count - 1].word].is_macro;
    }
}

static void take_token(struct parser *p, size_t at)
{
    struct frame *frame = top_of(p);
    struct piece *piece = &p->pieces->items[at];
    if (is_statement_level(frame) && frame->at_start && !format_is(piece, "}")) {
        const bool depends = p->header_count > frame->headers;
        piece->starts_statement = true;
        if (!format_is(piece, "{") || !depends)
            frame->statement = (long)at;
        if (piece->kind == PIECE_WORD)
            begin_with_word(p, at);
    }
    frame = top_of(p);
    if (format_is(piece, "{")) {
        open_brace(p, at);
    } else if (format_is(piece, "(") || format_is(piece, "[")) {
        frame->at_start = false;
        push_frame(p, (struct frame){.kind = FRAME_PAREN, .opener = at, .statement = ANCHOR_NONE});
    } else if (format_is(piece, ")") || format_is(piece, "]") || format_is(piece, "}")) {
        close_bracket(p, at);
    } else if (is_statement_level(frame) && format_is(piece, ";")) {
        complete(p, at);
    } else if (is_statement_level(frame) && at == frame->label_colon) {
        piece->is_label = true;
        frame->at_start = true;
        frame->label_colon = SIZE_MAX;
    } else if (piece->kind != PIECE_WORD) {
        frame->at_start = false;
    }
}

/* The anchor of the } of a block: the base line of the block. */
static void anchor_closing(struct parser *p, size_t at)
{
    const struct frame *frame = top_of(p);
    if (format_is(&p->pieces->items[at], "}") && is_statement_level(frame))
        anchor(&p->pieces->items[at], ANCHOR_LEVELS, frame->base, 0);
}

void format_assign_roles(struct pieces *pieces)
{
    struct parser p = {.pieces = pieces};
    push_frame(&p, (struct frame){
                       .kind = FRAME_TOP, .opener = SIZE_MAX, .base = ANCHOR_NONE, .statement = ANCHOR_NONE});
    format_find_types(pieces);
    for (size_t i = 0; i < pieces->count; i++) {
        assign_anchor(&p, i);
        if (!format_is_token(&pieces->items[i]))
            continue;
        anchor_closing(&p, i);
        take_token(&p, i);
        format_assign_operator(pieces, i);
    }
    free(p.frames);
    free(p.headers);
}
