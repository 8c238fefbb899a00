/* log.c - see log.h. */
#include "log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* A piece of a message: text, then the value of an expression. The last piece has no expression. */
struct piece {
    char *text;                    /* owned */
    struct expression *expression; /* owned; NULL: none */
};

struct log {
    char *source;         /* owned */
    struct piece *pieces; /* owned */
    size_t count, room;
};

static struct piece *add_piece(struct log *log, const char *text, size_t length)
{
    log->pieces = memory_grow(log->pieces, &log->room, log->count + 1, sizeof *log->pieces);
    log->pieces[log->count] = (struct piece){.text = memory_text(text, length)};
    return &log->pieces[log->count++];
}

struct log *log_parse(const struct machine *machine, const struct symbols *symbols, uint32_t pc,
                      const char *text, char error[EXPRESSION_ERROR])
{
    struct log *log = memory_take(1, sizeof *log);
    log->source = memory_text(text, strlen(text));
    for (const char *at = text; at != NULL;) {
        const size_t length = strcspn(at, "{");
        struct piece *piece = add_piece(log, at, length);
        const char *end = at[length] == '{' ? strchr(at + length, '}') : NULL;
        if (at[length] == '\0')
            break;
        if (end == NULL) {
            snprintf(error, EXPRESSION_ERROR, "'{' has no '}' behind it");
            log_free(log);
            return NULL;
        }
        char *name = memory_text(at + length + 1, (size_t)(end - at) - length - 1);
        piece->expression = memory_take(1, sizeof *piece->expression);
        const bool good = debug_parse(piece->expression, machine, symbols, pc, 0, name, error);
        free(name);
        if (!good) {
            log_free(log);
            return NULL;
        }
        at = end + 1;
    }
    return log;
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
    for (size_t k = 0; k < log->count; k++) {
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
    for (size_t k = 0; k < log->count; k++) {
        free(log->pieces[k].text);
        free(log->pieces[k].expression);
    }
    free(log->pieces);
    free(log->source);
    free(log);
}
