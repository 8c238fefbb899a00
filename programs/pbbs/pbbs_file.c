/* pbbs_file.c - texts and files of words of the Problem Based Benchmark Suite. Knows files, not what tools
 * do.
 */
#include "programs/pbbs/pbbs_file.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/message.h"
#include "common/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    enum pbbs_format format;
    const char *text;
    const char *columns;
} formats[] = {
#define PBBS_FORMAT(number, name, text, columns) {PBBS_##name, text, columns},
#include "programs/pbbs/pbbs_format.def"
#undef PBBS_FORMAT
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

/* A text that is being read. */
struct reader {
    const char *at;
    const char *path, *program;
    unsigned long line;
};

static size_t row_of(enum pbbs_format format)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (formats[i].format == format)
            return i;
    return FORMATS;
}

const char *pbbs_format_name(enum pbbs_format format)
{
    return formats[row_of(format)].text;
}

uint32_t pbbs_word_of_float(float number)
{
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

float pbbs_float_of_word(uint32_t word)
{
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

void pbbs_free(struct pbbs_data *data)
{
    free(data->words);
    data->words = NULL;
}

static bool is_graph(enum pbbs_format format)
{
    return format == PBBS_GRAPH || format == PBBS_WEIGHTED_GRAPH;
}

/* ---- texts */

static bool wrong(const struct reader *reader, const char *what)
{
    message_line(stderr, "%s: %s:%lu: %s", reader->program, reader->path, reader->line, what);
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* To the next word; false at the end. */
static bool skip_blanks(struct reader *reader)
{
    for (; is_blank(*reader->at); reader->at++)
        reader->line += *reader->at == '\n';
    return *reader->at != '\0';
}

static bool read_integer(struct reader *reader, long low, uint32_t *word)
{
    char *end;
    long value;

    if (!skip_blanks(reader))
        return wrong(reader, "the text ends before its numbers do");
    errno = 0;
    value = strtol(reader->at, &end, 10);
    if (end == reader->at || (*end != '\0' && !is_blank(*end)))
        return wrong(reader, "expected an integer");
    if (errno != 0 || value < low || value > INT32_MAX)
        return wrong(reader, low < 0 ? "this integer does not fit a word of 32 bits"
                                     : "expected a number from 0 to 2147483647");
    reader->at = end;
    *word = (uint32_t)(int32_t)value;
    return true;
}

static bool read_float(struct reader *reader, uint32_t *word)
{
    char *end;
    float value;

    if (!skip_blanks(reader))
        return wrong(reader, "the text ends before its numbers do");
    value = strtof(reader->at, &end);
    if (end == reader->at || (*end != '\0' && !is_blank(*end)))
        return wrong(reader, "expected a number");
    reader->at = end;
    *word = pbbs_word_of_float(value);
    return true;
}

static uint32_t *next_word(struct pbbs_data *data, size_t *capacity)
{
    if (data->count == *capacity)
        data->words = memory_grow(data->words, capacity, data->count + 1, sizeof *data->words);
    return &data->words[data->count++];
}

static bool read_lines(struct pbbs_data *data, struct reader *reader, const char *columns)
{
    size_t capacity = 0;

    while (skip_blanks(reader)) {
        if (data->count >= PBBS_MOST)
            return wrong(reader, "more than 33554432 numbers");
        for (const char *column = columns; *column != '\0'; column++) {
            uint32_t *word = next_word(data, &capacity);
            bool is_vertex = *column == 'i' && columns[1] != '\0';
            if (*column == 'f' ? !read_float(reader, word)
                               : !read_integer(reader, is_vertex ? 0 : INT32_MIN, word))
                return false;
        }
        data->n++;
    }
    return true;
}

/* The edges of vertex v are those from its offset to the next one. */
static const char *check_graph(const struct pbbs_data *data)
{
    for (uint32_t v = 0; v < data->n; v++)
        if (data->words[v] > data->m || (v > 0 && data->words[v] < data->words[v - 1]))
            return "the offsets of the vertices do not ascend from 0 to the number of edges";
    if (data->n > 0 && data->words[0] != 0)
        return "the first vertex has not the offset 0";
    for (uint32_t e = 0; e < data->m; e++)
        if (data->words[data->n + e] >= data->n)
            return "an edge leads to a vertex that is not there";
    return data->n == 0 && data->m > 0 ? "edges without vertices" : NULL;
}

static bool read_graph(struct pbbs_data *data, struct reader *reader)
{
    size_t count;
    const char *what;

    if (!read_integer(reader, 0, &data->n) || !read_integer(reader, 0, &data->m))
        return false;
    count = (size_t)data->n + (data->format == PBBS_WEIGHTED_GRAPH ? 2 : 1) * (size_t)data->m;
    if (count > PBBS_MOST || count > strlen(reader->at))
        return wrong(reader, "the text has fewer numbers than its vertices and edges need");
    data->words = memory_take(count + 1, sizeof *data->words);
    for (; data->count < count; data->count++)
        if (!read_integer(reader, data->count < (size_t)data->n + data->m ? 0 : INT32_MIN,
                          &data->words[data->count]))
            return false;
    if (skip_blanks(reader))
        return wrong(reader, "the text goes on after the last edge");
    what = check_graph(data);
    return what == NULL || wrong(reader, what);
}

static bool read_text(struct pbbs_data *data, struct reader *reader)
{
    for (size_t i = 0; i < FORMATS; i++) {
        size_t length = strlen(formats[i].text);
        if (strncmp(reader->at, formats[i].text, length) != 0 ||
            (reader->at[length] != '\0' && !is_blank(reader->at[length])))
            continue;
        reader->at += length;
        data->format = formats[i].format;
        return is_graph(data->format) ? read_graph(data, reader)
                                      : read_lines(data, reader, formats[i].columns);
    }
    return wrong(reader, "neither a file of words nor a text of a format of PBBS that is known here");
}

/* ---- files of words */

static uint32_t word_at(const unsigned char *bytes, size_t i)
{
    bytes += 4 * i;
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* NULL, or what is wrong. */
static const char *read_words(struct pbbs_data *data, const unsigned char *bytes, size_t size)
{
    uint64_t count;

    if (size % 4 != 0 || size < 4 * PBBS_HEADER)
        return "the file of words ends within a word or its header";
    data->format = (enum pbbs_format)word_at(bytes, 1);
    if (row_of(data->format) == FORMATS)
        return "the file of words has a format that is not known here";
    data->n = word_at(bytes, 2);
    data->m = word_at(bytes, 3);
    count = is_graph(data->format)
                ? data->n + (data->format == PBBS_WEIGHTED_GRAPH ? 2 : 1) * (uint64_t)data->m
                : data->n * (uint64_t)strlen(formats[row_of(data->format)].columns);
    if (count > PBBS_MOST || size / 4 - PBBS_HEADER != count)
        return "the file of words has not as many words as its header says";
    data->count = (size_t)count;
    data->words = memory_take(data->count + 1, sizeof *data->words);
    for (size_t i = 0; i < data->count; i++)
        data->words[i] = word_at(bytes, PBBS_HEADER + i);
    return is_graph(data->format) ? check_graph(data) : NULL;
}

bool pbbs_read(struct pbbs_data *data, const char *path, bool *was_text, const char *program)
{
    struct file_error error;
    size_t size;
    char *bytes = file_read(path, FILE_MAX_BYTES, false, &size, &error);
    bool good;

    *data = (struct pbbs_data){.words = NULL};
    if (bytes == NULL) {
        message_line(stderr, "%s: %s: cannot read: %s", program, path, error.text);
        return false;
    }
    *was_text = size < 4 || word_at((const unsigned char *)bytes, 0) != PBBS_MAGIC;
    if (*was_text) {
        struct reader reader = {bytes, path, program, 1};
        good = read_text(data, &reader);
    } else {
        const char *what = read_words(data, (const unsigned char *)bytes, size);
        good = what == NULL;
        if (!good)
            message_line(stderr, "%s: %s: %s", program, path, what);
    }
    free(bytes);
    if (!good)
        pbbs_free(data);
    return good;
}

/* ---- writing */

/* With as few digits as tell it from its neighbours. */
static void print_float(FILE *stream, float number)
{
    char text[40];
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)number);
        if (strtof(text, NULL) == number)
            break;
    }
    fputs(text, stream);
}

static void print_text(const void *context, FILE *stream)
{
    const struct pbbs_data *data = context;
    const char *columns = formats[row_of(data->format)].columns;
    size_t width = is_graph(data->format) ? 1 : strlen(columns);

    fprintf(stream, "%s\n", pbbs_format_name(data->format));
    if (is_graph(data->format))
        fprintf(stream, "%" PRIu32 "\n%" PRIu32 "\n", data->n, data->m);
    for (size_t i = 0; i < data->count; i++) {
        char end = (i + 1) % width == 0 ? '\n' : ' ';
        if (columns[i % width] == 'f')
            print_float(stream, pbbs_float_of_word(data->words[i]));
        else
            fprintf(stream, "%" PRId32, (int32_t)data->words[i]);
        fputc(end, stream);
    }
}

static void print_word(FILE *stream, uint32_t word)
{
    unsigned char bytes[4] = {(unsigned char)word, (unsigned char)(word >> 8), (unsigned char)(word >> 16),
                              (unsigned char)(word >> 24)};
    fwrite(bytes, 1, sizeof bytes, stream);
}

static void print_words(const void *context, FILE *stream)
{
    const struct pbbs_data *data = context;

    print_word(stream, PBBS_MAGIC);
    print_word(stream, (uint32_t)data->format);
    print_word(stream, data->n);
    print_word(stream, data->m);
    for (size_t i = 0; i < data->count; i++)
        print_word(stream, data->words[i]);
}

bool pbbs_write(const struct pbbs_data *data, const char *path, bool as_text, const char *program)
{
    struct file_error error;

    if (output_print(path, as_text ? print_text : print_words, data, &error))
        return true;
    message_line(stderr, "%s: %s: cannot write: %s", program, path, error.text);
    return false;
}
