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

static char *copy_text(const char *text, size_t length)
{
    char *copy = strndup(text, length);
    if (copy == NULL)
        memory_is_short();
    return copy;
}

static struct piece *add_piece(struct log *log, const char *text, size_t length)
{
    log->pieces = memory_grow(log->pieces, &log->room, log->count + 1, sizeof *log->pieces);
    log->pieces[log->count] = (struct piece){.text = copy_text(text, length)};
    return &log->pieces[log->count++];
}

struct log *log_parse(const struct machine *machine, const struct symbols *symbols, uint32_t pc,
                      const char *text, char error[EXPRESSION_ERROR])
{
    struct log *log = memory_take(1, sizeof *log);
    log->source = copy_text(text, strlen(text));
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
        char *name = copy_text(at + length + 1, (size_t)(end - at) - length - 1);
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

struct writer {
    char *text;
    size_t used;
};

static void put(struct writer *writer, const char *text)
{
    const size_t left = LOG_TEXT - 1 - writer->used, length = strlen(text);
    const size_t taken = length < left ? length : left;
    memcpy(writer->text + writer->used, text, taken);
    writer->used += taken;
}

static void put_word(struct writer *writer, uint32_t word, uint8_t fault, enum value_kind kind)
{
    char text[64];
    float real;
    memcpy(&real, &word, sizeof real);
    if (fault != EXPRESSION_GOOD)
        snprintf(text, sizeof text, "<%s>", debug_explain(fault));
    else if (kind == VALUE_FLOAT)
        snprintf(text, sizeof text, "%.9g", (double)real);
    else if (kind == VALUE_UNSIGNED)
        snprintf(text, sizeof text, "%u", word);
    else
        snprintf(text, sizeof text, "%d", (int32_t)word);
    put(writer, text);
}

static void put_values(struct writer *writer, const struct expression *expression,
                       const struct expression_reader *reader, const uint32_t *pps, uint32_t count)
{
    uint32_t *values = memory_take(count, sizeof *values), same = 1;
    uint8_t *faults = memory_take(count, sizeof *faults);
    char more[48];
    for (uint32_t first = 0; first < count; first += EXPRESSION_LANES) {
        const uint32_t left = count - first;
        debug_evaluate(expression, reader, pps + first, left < EXPRESSION_LANES ? left : EXPRESSION_LANES,
                       false, values + first, faults + first);
    }
    while (same < count && values[same] == values[0] && faults[same] == faults[0])
        same++;
    const uint32_t shown = same == count ? 1 : count < LOG_VALUES ? count : LOG_VALUES;
    for (uint32_t k = 0; k < shown; k++) {
        put(writer, k > 0 ? ", " : "");
        put_word(writer, values[k], faults[k], expression_kind(expression));
    }
    snprintf(more, sizeof more, ", .. (%u PPs)", count);
    put(writer, same < count && shown < count ? more : "");
    free(values);
    free(faults);
}

void log_write(const struct log *log, const struct expression_reader *reader, const uint32_t *pps,
               uint32_t count, char text[LOG_TEXT])
{
    struct writer writer = {.text = text};
    for (size_t k = 0; k < log->count; k++) {
        put(&writer, log->pieces[k].text);
        if (log->pieces[k].expression != NULL)
            put_values(&writer, log->pieces[k].expression, reader, pps, count);
    }
    text[writer.used] = '\0';
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
