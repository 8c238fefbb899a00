/* write.c - the output text: every token with its blanks, and the map of origins.
 *
 * A token that follows another in its file keeps the blanks between them, so that columns stay; after a macro
 * expansion there is a blank only where there was one, or where two tokens would merge. The map has an entry
 * wherever text and file stop being parallel. */
#include "fcc/preprocess/state.h"
#include "common/memory.h"
#include "common/quote.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_EMPTY_LINES = 8 }; /* more blank lines become a line marker, or nothing */

static void put_bytes(struct preprocessor *pp, const char *bytes, size_t length)
{
    struct pp_writer *w = &pp->writer;
    if (length > pp_limit(pp, PREPROCESS_TEXT_LIMIT) - w->length)
        pp_fatal(pp, NULL, "more than %u MiB of text come out of the macros; divide this file",
                 PREPROCESS_TEXT_LIMIT / PREPROCESS_MEGABYTE);
    if (w->length + length >= w->capacity) {
        uint32_t capacity = w->capacity == 0 ? 1 << 16 : w->capacity * 2;
        while (capacity <= w->length + length)
            capacity *= 2;
        char *larger = realloc(w->text, capacity);
        if (larger == NULL)
            memory_is_short();
        w->text = larger;
        w->capacity = capacity;
    }
    memcpy(w->text + w->length, bytes, length);
    w->length += (uint32_t)length;
    w->text[w->length] = '\0';
}

static void end_line(struct preprocessor *pp)
{
    if (pp->writer.has_last) {
        put_bytes(pp, "\n", 1);
        pp->writer.has_last = false;
        pp->writer.line++;
    }
}

static void put_marker(struct preprocessor *pp, const struct pp_place *place)
{
    char number[32];
    end_line(pp);
    if (!pp->options->markers)
        return;
    int length = snprintf(number, sizeof number, "# %u \"", place->line);
    put_bytes(pp, number, (size_t)length);
    for (const char *at = place->name; *at != '\0'; at++) {
        const char *escape = quote_escape(*at);
        put_bytes(pp, escape != NULL ? escape : at, escape != NULL ? strlen(escape) : 1);
    }
    put_bytes(pp, "\"\n", 2);
}

/* Brings the text to the line of a place. */
static void go_to_line(struct preprocessor *pp, uint32_t where)
{
    struct pp_writer *w = &pp->writer;
    struct pp_place place;
    place_find(pp, where, &place);
    uint32_t line = place.real_line;
    if (place.inclusion == w->inclusion && line >= w->line && line - w->line <= MOST_EMPTY_LINES) {
        put_bytes(pp, "\n\n\n\n\n\n\n\n\n", line - w->line);
    } else {
        put_marker(pp, &place);
        w->inclusion = place.inclusion;
    }
    w->line = line;
    w->has_last = false;
}

/* The blanks between two places of a file, including those of comments, as displayed. */
static void put_gap(struct preprocessor *pp, const char *from, const char *to)
{
    static const char blanks[] = "                                ";
    while (from < to) {
        size_t length = (size_t)(to - from);
        length = length < sizeof blanks - 1 ? length : sizeof blanks - 1;
        const char *tab = memchr(from, '\t', length);
        if (tab == from) {
            put_bytes(pp, "\t", 1);
            from++;
            continue;
        }
        length = tab == NULL ? length : (size_t)(tab - from);
        put_bytes(pp, blanks, length);
        from += length;
    }
}

/* The blanks before a token of the file. False if it does not follow the last written token. */
static bool put_same_gap(struct preprocessor *pp, const struct pp_token *token)
{
    struct pp_writer *w = &pp->writer;
    const struct pp_inclusion *inclusion = pp->reader->inclusion;
    const char *text = inclusion->file->text;
    uint32_t offset = token->place - inclusion->base;
    if (token->expansion != 0 || token->place < inclusion->base || offset > inclusion->file->size)
        return false;
    uint32_t from;
    if (w->has_last) {
        from = w->last.place + w->last.length - inclusion->base;
        if (w->last.expansion != 0 || w->last.place < inclusion->base || from > offset ||
            memchr(text + from, '\n', offset - from) != NULL)
            return false;
    } else {
        pp_place_line(inclusion->file, offset, &from);
    }
    put_gap(pp, text + from, text + offset);
    return true;
}

static void map_token(struct preprocessor *pp, const struct pp_token *token)
{
    struct pp_writer *w = &pp->writer;
    if (w->map_count > 0) {
        const struct pp_map *last = &w->map[w->map_count - 1];
        bool same = token->expansion == last->expansion &&
                    (token->expansion != 0 ? token->place == last->place
                                           : token->place - w->length == last->place - last->offset);
        if (same)
            return;
    }
    w->map = pp_grow(pp, w->map, w->map_count, &w->map_capacity, sizeof *w->map);
    w->map[w->map_count++] = (struct pp_map){w->length, token->place, token->expansion};
    if (token->expansion > pp->kept_expansion)
        pp->kept_expansion = token->expansion;
}

static void put_token(struct preprocessor *pp, const struct pp_token *token, bool space, bool gap_is_theirs)
{
    struct pp_writer *w = &pp->writer;
    if (pp->line_place != 0) {
        go_to_line(pp, pp->line_place);
        gap_is_theirs |= token->place == pp->line_place;
        pp->line_place = 0;
    } else if (w->inclusion == NULL && pp->context_count == 0 && token->expansion == 0) {
        go_to_line(pp, token->place);
    }
    if (!gap_is_theirs || !put_same_gap(pp, token)) {
        if (w->has_last && (space || scan_would_join(&w->last, token)))
            put_bytes(pp, " ", 1);
    }
    map_token(pp, token);
    put_bytes(pp, token->text, token->length);
    w->last = *token;
    w->has_last = true;
}

void write_line(struct preprocessor *pp, const char *text, size_t length)
{
    end_line(pp);
    put_bytes(pp, text, length);
    put_bytes(pp, "\n", 1);
    pp->writer.inclusion = NULL; /* a marker gives the next place */
}

/* _Pragma("text"), after the word. */
static void write_pragma(struct preprocessor *pp, const struct pp_token *word)
{
    struct pp_token tokens[3];
    for (int i = 0; i < 3; i++) {
        do {
            expand_token(pp, &tokens[i]);
        } while (tokens[i].kind == PP_PADDING);
    }
    if (!pp_is(&tokens[0], "(") || tokens[1].kind != PP_STRING || !pp_is(&tokens[2], ")"))
        pp_fatal(pp, word, "_Pragma needs a string in parentheses");
    const char *text = paste_unquote(pp, &tokens[1]);
    macro_pragma(pp, word, text);
    if (pp->options->markers) {
        const char *line = arena_format(&pp->arena, "#pragma %s", text);
        write_line(pp, line, strlen(line));
    }
}

void write_all(struct preprocessor *pp)
{
    bool has_padding = false; /* one that decides */
    bool only_file = true;    /* only file text since the last token */
    uint8_t padding = 0;
    put_bytes(pp, "", 0);
    for (;;) {
        struct pp_token token;
        bool from_file = pp->context_count == 0;
        expand_token(pp, &token);
        if (token.kind == PP_END)
            break;
        only_file &= from_file && token.kind != PP_PADDING;
        if (token.kind == PP_PADDING) {
            if (!has_padding || ((padding & PP_SPACE) == 0 && (token.flags & PP_DECIDES) == 0))
                padding = token.flags;
            has_padding = (padding & PP_DECIDES) != 0;
            continue;
        }
        if (token.kind == PP_NAME && token.name == pp->name_pragma) {
            write_pragma(pp, &token);
            continue;
        }
        uint8_t source = has_padding ? padding : token.flags;
        put_token(pp, &token, (source & PP_SPACE) != 0, only_file);
        has_padding = false;
        only_file = true;
    }
    end_line(pp);
}
