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

enum kind { LINES, GRAPH, TRIANGLES, STRINGS };

struct row {
    enum pbbs_format format;
    enum kind kind;
    const char *text;
    const char *columns;
};

static const struct row formats[] = {
#define PBBS_FORMAT(number, name, kind, text, columns) {PBBS_##name, kind, text, columns},
#include "programs/pbbs/pbbs_format.def"
#undef PBBS_FORMAT
};
enum { FORMATS = sizeof formats / sizeof formats[0], CORNERS = 3 };

/* A text that is being read. */
struct reader {
    const char *at;
    const char *path, *program;
    unsigned long line;
};

/* NULL if there is no such format. */
static const struct row *row_of(enum pbbs_format format)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
}

const char *pbbs_format_name(enum pbbs_format format)
{
    return row_of(format)->text;
}

/* Words after the header. */
static uint64_t words_of(const struct row *row, uint64_t n, uint64_t m)
{
    const uint64_t columns = strlen(row->columns);

    switch (row->kind) {
    case GRAPH:
        return n + m + m * columns;
    case TRIANGLES:
        return n * columns + CORNERS * m;
    case STRINGS:
        return n + m + n * columns;
    default:
        return n * columns;
    }
}

uint32_t pbbs_word_of_float(float number)
{
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

static float pbbs_float_of_word(uint32_t word)
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

static bool read_column(struct reader *reader, char column, uint32_t *word)
{
    if (column == 'f')
        return read_float(reader, word);
    return read_integer(reader, column == 'v' ? 0 : INT32_MIN, word);
}

static bool read_lines(struct pbbs_data *data, struct reader *reader, const char *columns)
{
    size_t capacity = 0;

    while (skip_blanks(reader)) {
        if (data->count >= PBBS_MOST)
            return wrong(reader, "more than 33554432 numbers");
        for (const char *column = columns; *column != '\0'; column++)
            if (!read_column(reader, *column, next_word(data, &capacity)))
                return false;
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

/* The offset of a string is that of its first character. A blank would end it in a text. */
static const char *check_strings(const struct pbbs_data *data)
{
    for (uint32_t i = 0; i < data->n; i++)
        if (i == 0 ? data->words[0] != 0 : data->words[i] <= data->words[i - 1])
            return "the offsets of the strings do not ascend from 0";
    if (data->n > 0 ? data->words[data->n - 1] >= data->m : data->m > 0)
        return "the offsets of the strings do not fit their characters";
    for (uint32_t i = 0; i < data->m; i++) {
        uint32_t c = data->words[data->n + i];
        if (c == 0 || c > UINT8_MAX || is_blank((char)c))
            return "a character of a string is none, or a blank";
    }
    return NULL;
}

/* Numbers of points may count from 0 or from 1. */
static const char *check_triangles(const struct pbbs_data *data, size_t first)
{
    for (size_t i = first; i < data->count; i++)
        if (data->words[i] > data->n)
            return "a triangle has a corner that is not there";
    return NULL;
}

/* NULL, or what is wrong. */
static const char *check_data(const struct pbbs_data *data, const struct row *row)
{
    if (row->kind == GRAPH)
        return check_graph(data);
    if (row->kind == STRINGS)
        return check_strings(data);
    return row->kind == TRIANGLES ? check_triangles(data, data->n * strlen(row->columns)) : NULL;
}

/* The column that a word of a graph or of triangles is in; `v` for offsets. */
static char column_of(const struct row *row, const struct pbbs_data *data, size_t i)
{
    const size_t columns = strlen(row->columns);

    if (row->kind == TRIANGLES)
        return i < data->n * columns ? row->columns[i % columns] : 'v';
    return i < (size_t)data->n + data->m ? 'v' : row->columns[0];
}

static size_t count_numbers(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += !is_blank(*text) && (is_blank(text[1]) || text[1] == '\0');
    return count;
}

/* Graphs and triangles, which say how many numbers they have. */
static bool read_counted(struct pbbs_data *data, struct reader *reader, const struct row *row)
{
    uint64_t count;
    const char *what;

    if (!read_integer(reader, 0, &data->n) || !read_integer(reader, 0, &data->m))
        return false;
    if (row->kind == TRIANGLES) { /* in the plane or in space? */
        const struct row *space = row_of(PBBS_TRIANGLES_3D);
        if (data->n > 0 && count_numbers(reader->at) == words_of(space, data->n, data->m))
            row = space;
        data->format = row->format;
    }
    count = words_of(row, data->n, data->m);
    if (count > PBBS_MOST || count > strlen(reader->at))
        return wrong(reader, row->kind == GRAPH
                                 ? "the text has fewer numbers than its vertices and edges need"
                                 : "the text has fewer numbers than its points and triangles need");
    data->words = memory_take((size_t)count + 1, sizeof *data->words);
    for (; data->count < count; data->count++)
        if (!read_column(reader, column_of(row, data, data->count), &data->words[data->count]))
            return false;
    if (skip_blanks(reader))
        return wrong(reader, row->kind == GRAPH ? "the text goes on after the last edge"
                                                : "the text goes on after the last triangle");
    what = check_data(data, row);
    return what == NULL || wrong(reader, what);
}

/* Strings are collected in three parts, which then become one. */
static bool read_strings(struct pbbs_data *data, struct reader *reader, const char *columns)
{
    struct pbbs_data characters = {.words = NULL};
    struct pbbs_data numbers = {.words = NULL};
    size_t capacity = 0, character_capacity = 0, number_capacity = 0;
    bool good = true;

    while (good && skip_blanks(reader)) {
        *next_word(data, &capacity) = (uint32_t)characters.count;
        for (; *reader->at != '\0' && !is_blank(*reader->at); reader->at++)
            *next_word(&characters, &character_capacity) = (unsigned char)*reader->at;
        for (const char *column = columns; good && *column != '\0'; column++)
            good = read_column(reader, *column, next_word(&numbers, &number_capacity));
        data->n++;
        if (good && data->count + characters.count + numbers.count > PBBS_MOST)
            good = wrong(reader, "more than 33554432 characters and numbers");
    }
    data->m = (uint32_t)characters.count;
    for (size_t i = 0; good && i < characters.count; i++)
        *next_word(data, &capacity) = characters.words[i];
    for (size_t i = 0; good && i < numbers.count; i++)
        *next_word(data, &capacity) = numbers.words[i];
    pbbs_free(&characters);
    pbbs_free(&numbers);
    return good;
}

static bool read_text(struct pbbs_data *data, struct reader *reader)
{
    for (size_t i = 0; i < FORMATS; i++) {
        const struct row *row = &formats[i];
        size_t length = strlen(row->text);
        if (strncmp(reader->at, row->text, length) != 0 ||
            (reader->at[length] != '\0' && !is_blank(reader->at[length])))
            continue;
        reader->at += length;
        data->format = row->format;
        if (row->kind == LINES)
            return read_lines(data, reader, row->columns);
        return row->kind == STRINGS ? read_strings(data, reader, row->columns)
                                    : read_counted(data, reader, row);
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
    const struct row *row;
    uint64_t count;

    if (size % 4 != 0 || size < 4 * PBBS_HEADER)
        return "the file of words ends within a word or its header";
    data->format = (enum pbbs_format)word_at(bytes, 1);
    row = row_of(data->format);
    if (row == NULL)
        return "the file of words has a format that is not known here";
    data->n = word_at(bytes, 2);
    data->m = word_at(bytes, 3);
    count = words_of(row, data->n, data->m);
    if (count > PBBS_MOST || size / 4 - PBBS_HEADER != count)
        return "the file of words has not as many words as its header says";
    data->count = (size_t)count;
    data->words = memory_take(data->count + 1, sizeof *data->words);
    for (size_t i = 0; i < data->count; i++)
        data->words[i] = word_at(bytes, PBBS_HEADER + i);
    return check_data(data, row);
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

static void print_column(FILE *stream, char column, uint32_t word)
{
    if (column == 'f')
        print_float(stream, pbbs_float_of_word(word));
    else
        fprintf(stream, "%" PRId32, (int32_t)word);
}

static void print_strings(FILE *stream, const struct pbbs_data *data, const char *columns)
{
    const uint32_t *characters = data->words + data->n;
    const uint32_t *number = characters + data->m;

    for (uint32_t i = 0; i < data->n; i++) {
        uint32_t end = i + 1 < data->n ? data->words[i + 1] : data->m;
        for (uint32_t k = data->words[i]; k < end; k++)
            fputc((int)characters[k], stream);
        for (const char *column = columns; *column != '\0'; column++) {
            fputc(' ', stream);
            print_column(stream, *column, *number++);
        }
        fputc('\n', stream);
    }
}

/* Numbers, a line for these columns. */
static void print_lines(FILE *stream, const uint32_t *words, size_t count, const char *columns)
{
    const size_t width = strlen(columns);

    for (size_t i = 0; i < count; i++) {
        print_column(stream, columns[i % width], words[i]);
        fputc((i + 1) % width == 0 ? '\n' : ' ', stream);
    }
}

static void print_text(const void *context, FILE *stream)
{
    const struct pbbs_data *data = context;
    const struct row *row = row_of(data->format);
    const size_t points = data->n * strlen(row->columns);

    fprintf(stream, "%s\n", row->text);
    if (row->kind == GRAPH || row->kind == TRIANGLES)
        fprintf(stream, "%" PRIu32 "\n%" PRIu32 "\n", data->n, data->m);
    if (row->kind == STRINGS) {
        print_strings(stream, data, row->columns);
    } else if (row->kind == TRIANGLES) {
        print_lines(stream, data->words, points, row->columns);
        print_lines(stream, data->words + points, data->count - points, "vvv");
    } else {
        print_lines(stream, data->words, data->count, row->kind == GRAPH ? "i" : row->columns);
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
