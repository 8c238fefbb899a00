/* number_file.c - reads and writes the text files of the Lanczos study. */
#include "programs/lanczos/number_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/message.h"
#include "common/output.h"

#define MOST_BYTES ((size_t)256 << 20)
enum { LONGEST_WORD = 20000 }; /* of a number: reading takes more than linear time */

static const struct kind {
    const char *name;
    const char *maker;
} kinds[] = {
    [NUMBER_MATRIX] = {"matrix", "matgen makes one"},
    [NUMBER_VECTOR] = {"vector", "matgen makes one"},
    [NUMBER_EIGENVALUES] = {"eigenvalues", "matgen makes one"},
    [NUMBER_TRIDIAGONAL] = {"tridiagonal", "lanczos.o and lanczos_host make one"},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static size_t values_of(enum number_kind kind, size_t n)
{
    return kind == NUMBER_MATRIX ? n * n : kind == NUMBER_TRIDIAGONAL ? 2 * n : n;
}

void numbers_create(struct number_list *numbers, enum number_kind kind, size_t n, mpfr_prec_t bits,
                    const char *program)
{
    *numbers = (struct number_list){.kind = kind, .n = n, .count = values_of(kind, n)};
    numbers->value = calloc(numbers->count, sizeof *numbers->value);
    if (numbers->value == NULL) {
        message_line(stderr, "%s: no memory for %zu numbers", program, numbers->count);
        exit(1);
    }
    for (size_t i = 0; i < numbers->count; i++) {
        mpfr_init2(numbers->value[i], bits);
        mpfr_set_zero(numbers->value[i], 1);
    }
}

void numbers_free(struct number_list *numbers)
{
    for (size_t i = 0; i < numbers->count; i++)
        mpfr_clear(numbers->value[i]);
    free(numbers->value);
    *numbers = (struct number_list){.count = 0};
}

/* ---- reading */

struct reader {
    const char *next;
    const char *end;
    const char *path;
    const char *program;
    size_t line;
};

static bool complain(const struct reader *reader, const char *what, const char *word, size_t length)
{
    const int shown = word == NULL ? 0 : length < 40 ? (int)length : 40;
    const char *const cut = length < 40 ? "'" : "...'";
    message_line(stderr, "%s: %s:%zu: %s%s%.*s%s", reader->program, reader->path, reader->line, what,
                 word != NULL ? " '" : "", shown, word != NULL ? word : "", word != NULL ? cut : "");
    return false;
}

/* The next word between white space; its length is 0 at the end of the file. */
static const char *next_word(struct reader *reader, size_t *length)
{
    while (reader->next < reader->end && isspace((unsigned char)*reader->next))
        reader->line += *reader->next++ == '\n';
    const char *word = reader->next;
    while (reader->next < reader->end && !isspace((unsigned char)*reader->next))
        reader->next++;
    *length = (size_t)(reader->next - word);
    return word;
}

static bool read_header(struct reader *reader, enum number_kind kind, size_t *n)
{
    const struct kind *wanted = &kinds[kind];
    size_t length;
    const char *word = next_word(reader, &length);
    if (length != strlen(wanted->name) || memcmp(word, wanted->name, length) != 0) {
        for (int i = 0; i < KINDS; i++)
            if (length == strlen(kinds[i].name) && memcmp(word, kinds[i].name, length) == 0) {
                message_line(stderr, "%s: %s: holds '%s', wanted is '%s' (%s)", reader->program, reader->path,
                             kinds[i].name, wanted->name, wanted->maker);
                return false;
            }
        message_line(stderr, "%s: %s: does not begin with '%s N' (%s)", reader->program, reader->path,
                     wanted->name, wanted->maker);
        return false;
    }
    word = next_word(reader, &length);
    *n = 0;
    for (size_t i = 0; i < length && i < 6 && isdigit((unsigned char)word[i]); i++)
        *n = 10 * *n + (size_t)(word[i] - '0');
    if (length == 0 || length > 5 || strspn(word, "0123456789") < length || *n < 1 || *n > NUMBER_FILE_MOST) {
        char what[80];
        snprintf(what, sizeof what, "behind '%s' wants to be a number from 1 to %d, not", wanted->name,
                 NUMBER_FILE_MOST);
        return complain(reader, what, word, length);
    }
    return true;
}

static bool read_value(struct reader *reader, const struct number_visitor *visitor, size_t index,
                       size_t count)
{
    size_t length;
    const char *word = next_word(reader, &length);
    if (length == 0) {
        message_line(stderr, "%s: %s: ends behind %zu of %zu numbers", reader->program, reader->path, index,
                     count);
        return false;
    }
    if (length > LONGEST_WORD)
        return complain(reader, "this number is too long:", word, length);
    if (visitor->value(visitor->context, index, word) != length)
        return complain(reader, "expected a finite number, not", word, length);
    return true;
}

static bool numbers_scan(const struct number_visitor *visitor, enum number_kind kind, const char *text,
                         size_t size, const char *path, const char *program)
{
    struct reader reader = {text, text + size, path, program, 1};
    size_t n;
    size_t length;
    if (!read_header(&reader, kind, &n))
        return false;
    const size_t count = values_of(kind, n);
    if (count > size) { /* before memory is taken for what cannot be there */
        message_line(stderr, "%s: %s: ends before its %zu numbers", program, path, count);
        return false;
    }
    visitor->begin(visitor->context, n);
    for (size_t i = 0; i < count; i++)
        if (!read_value(&reader, visitor, i, count))
            return false;
    const char *word = next_word(&reader, &length);
    return length == 0 || complain(&reader, "expected the end of the file, not", word, length);
}

bool numbers_scan_file(const struct number_visitor *visitor, enum number_kind kind, const char *path,
                       const char *program)
{
    struct file_error error;
    size_t size;
    char *text = file_read(path, MOST_BYTES, false, &size, &error);
    if (text == NULL) {
        message_line(stderr, "%s: %s: %s", program, path, error.text);
        return false;
    }
    bool good = numbers_scan(visitor, kind, text, size, path, program);
    free(text);
    return good;
}

/* Where the numbers of a file go that are read as MPFR's. */
struct target {
    struct number_list *numbers;
    enum number_kind kind;
    mpfr_prec_t bits;
    const char *program;
};

static void begin_numbers(void *context, size_t n)
{
    struct target *target = context;
    numbers_create(target->numbers, target->kind, n, target->bits, target->program);
}

static size_t read_number(void *context, size_t index, const char *word)
{
    mpfr_ptr value = ((struct target *)context)->numbers->value[index];
    char *end;
    mpfr_strtofr(value, word, &end, 0, MPFR_RNDN);
    return mpfr_number_p(value) ? (size_t)(end - word) : 0;
}

bool numbers_parse(struct number_list *numbers, enum number_kind kind, const char *text, size_t size,
                   const char *path, mpfr_prec_t bits, const char *program)
{
    *numbers = (struct number_list){.count = 0};
    struct target target = {numbers, kind, bits, program};
    const struct number_visitor visitor = {&target, begin_numbers, read_number};
    bool good = numbers_scan(&visitor, kind, text, size, path, program);
    if (!good)
        numbers_free(numbers);
    return good;
}

bool numbers_read(struct number_list *numbers, enum number_kind kind, const char *path, mpfr_prec_t bits,
                  const char *program)
{
    *numbers = (struct number_list){.count = 0};
    struct target target = {numbers, kind, bits, program};
    const struct number_visitor visitor = {&target, begin_numbers, read_number};
    bool good = numbers_scan_file(&visitor, kind, path, program);
    if (!good)
        numbers_free(numbers);
    return good;
}

/* ---- writing */

struct writer {
    const struct number_list *numbers;
    const struct number_style *style;
};

static void print_numbers(const void *context, FILE *stream)
{
    const struct writer *writer = context;
    const struct number_list *numbers = writer->numbers;
    const size_t columns = numbers->count / numbers->n;
    fprintf(stream, "%s %zu\n", kinds[numbers->kind].name, numbers->n);
    for (size_t i = 0; i < numbers->count; i++) {
        mpfr_srcptr value = numbers->value[i];
        size_t digits = writer->style->digits;
        if (digits == 0)
            digits = mpfr_get_str_ndigits(10, mpfr_get_prec(value));
        if (writer->style->hexadecimal)
            mpfr_fprintf(stream, "%Ra", value);
        else
            mpfr_fprintf(stream, "%.*Re", (int)digits - 1, value);
        fputc((i + 1) % columns == 0 ? '\n' : ' ', stream);
    }
}

bool numbers_write(const struct number_list *numbers, const char *path, const struct number_style *style,
                   const char *program)
{
    const struct writer writer = {numbers, style};
    struct file_error error;
    if (output_print(path, print_numbers, &writer, &error))
        return true;
    message_line(stderr, "%s: %s: %s", program, path, error.text);
    return false;
}
