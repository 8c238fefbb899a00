/* log.c - see log.h. */
#include "log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/message.h"

/* A piece of a message: text, then the value of an expression. The last piece has no expression. */
struct piece {
    const char *text;
    struct expression *expression; /* NULL: none */
};

struct log {
    struct arena arena; /* owns all of it */
    const char *source;
    struct piece *pieces;
    uint32_t count, room;
};

/* Parses the expression in braces at *text, and moves *text behind it. False with one line in `error`. */
static bool parse_value(struct log *log, struct piece *piece, const struct symbols *symbols, uint32_t pc,
                        const char **text, char error[EXPRESSION_ERROR])
{
    const char *start = *text + 1;
    const size_t length = strcspn(start, "}");
    if (start[length] == '\0')
        return message_refuse(error, EXPRESSION_ERROR, "'{' has no '}' behind it");
    *text = start + length + 1;
    piece->expression = ARENA_NEW(&log->arena, struct expression);
    return debug_parse(piece->expression, symbols, pc, 0, arena_text(&log->arena, start, length), error);
}

struct log *log_parse(const struct symbols *symbols, uint32_t pc, const char *text,
                      char error[EXPRESSION_ERROR])
{
    struct log *log = memory_take(1, sizeof *log);
    log->source = arena_text(&log->arena, text, strlen(text));
    for (;;) {
        const size_t length = strcspn(text, "{");
        struct piece *piece = ARENA_ADD(&log->arena, log->pieces, log->count, log->room);
        *piece = (struct piece){.text = arena_text(&log->arena, text, length)};
        text += length;
        if (*text == '\0')
            return log;
        if (!parse_value(log, piece, symbols, pc, &text, error)) {
            log_free(log);
            return NULL;
        }
    }
}

const char *log_source(const struct log *log)
{
    return log->source;
}

/* ---- values */

static void print_word(FILE *stream, uint32_t word, uint8_t fault, enum value_kind kind)
{
    char text[WORD_TEXT];
    if (fault != EXPRESSION_GOOD)
        fprintf(stream, "<%s>", debug_explain(fault));
    else
        fputs(word_text(word, kind, 0, text), stream);
}

static void print_values(FILE *stream, const struct expression *expression,
                         const struct expression_reader *reader, const uint32_t *pps, uint32_t count)
{
    uint32_t *values = memory_take(count, sizeof *values), same = 1;
    uint8_t *faults = memory_take(count, sizeof *faults);
    for (uint32_t first = 0; first < count; first += EXPRESSION_LANES) {
        const uint32_t left = count - first;
        debug_evaluate(expression, reader, pps + first, left < EXPRESSION_LANES ? left : EXPRESSION_LANES,
                       false, values + first, faults + first);
    }
    while (same < count && values[same] == values[0] && faults[same] == faults[0])
        same++;
    const uint32_t shown = same == count ? 1 : count < LOG_VALUES ? count : LOG_VALUES;
    for (uint32_t k = 0; k < shown; k++) {
        fputs(k > 0 ? ", " : "", stream);
        print_word(stream, values[k], faults[k], expression_kind(expression));
    }
    if (same < count && shown < count)
        fprintf(stream, ", .. (%u PPs)", count);
    free(values);
    free(faults);
}

void log_write(const struct log *log, const struct expression_reader *reader, const uint32_t *pps,
               uint32_t count, char text[LOG_TEXT])
{
    memset(text, 0, LOG_TEXT);
    FILE *stream = fmemopen(text, LOG_TEXT - 1, "w");
    if (stream == NULL)
        memory_is_short();
    for (uint32_t k = 0; k < log->count; k++) {
        fputs(log->pieces[k].text, stream);
        if (log->pieces[k].expression != NULL)
            print_values(stream, log->pieces[k].expression, reader, pps, count);
    }
    fclose(stream);
}

void log_free(struct log *log)
{
    if (log == NULL)
        return;
    arena_release(&log->arena);
    free(log);
}
