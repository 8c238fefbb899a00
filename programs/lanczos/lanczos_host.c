/* lanczos_host.c - the Lanczos method on the host, over the number formats of the precision unit: what
 * lanczos.fork computes, operation by operation in the same order, so that the two agree bit for bit.
 *
 *     lanczos_host --real=FORMAT [--acc=NAME] MATRIX VECTOR OUTPUT [WORD ...]
 *
 * The words are those of lanczos.fork: README.md. A sum of n terms is a balanced tree: term k + half is added
 * to term k for all k below n - half, half = (n + 1) / 2, until one is left. With `exact`, dot products,
 * products of matrix and vector and norms go through the long accumulator. May call sim/real; knows no
 * machine.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/message.h"
#include "common/output.h"
#include "programs/lanczos/command.h"
#include "programs/lanczos/number_file.h"
#include "sim/real/accumulator.h"

static const char program[] = "lanczos_host";

/* The settings of the command line. */
struct request {
    const char *matrix, *vector, *output;
    bool modified;
    bool exact;
    bool loss;       /* measure the loss of orthogonality */
    long iterations; /* 0: as many as there are rows */
    const char *epsilon;
};

struct study {
    struct real_format format;
    const struct real_family *family;
    const struct real_accumulator *accumulator;
    void *sum; /* of the accumulator */
    size_t n;
    size_t m;   /* rows of the result */
    char *a;    /* n * n */
    char *q;    /* the vectors so far, m * n */
    char *w;    /* A q_i */
    char *r;    /* what is left of it */
    char *h;    /* <A q_i, q_j>, j = 0..i */
    char *term; /* of a sum */
    char *diagonal;
    char *beside;
    char *scalar[6];
    char *spacing;      /* from 1 to the next number of the format */
    char *level;        /* its root: a vector of which less is left has lost half of its digits */
    const char *matrix; /* its file's name, for messages */
};

/* The result of the method. */
enum end { WANTED, REFUSED, EXHAUSTED, BROKEN };

struct outcome {
    size_t rows;
    enum end end;
};

/* ---- numbers in rows */

static char *new_numbers(const struct real_format *format, size_t count)
{
    char *row = aligned_alloc(64, (count * format->value_bytes + 63) / 64 * 64);
    if (row == NULL) {
        message_line(stderr, "%s: no memory for %zu numbers", program, count);
        exit(1);
    }
    for (size_t i = 0; i < count; i++)
        real_create(format, row + i * format->value_bytes);
    return row;
}

static void free_numbers(const struct real_format *format, char *row, size_t count)
{
    for (size_t i = 0; i < count; i++)
        real_destroy(format, row + i * format->value_bytes);
    free(row);
}

static inline char *at(const struct study *s, char *row, size_t index)
{
    return row + index * s->format.value_bytes;
}
/* ---- sums in the order that lanczos.fork has */

/* The sum of `count` terms, at least one, which it uses up; it is the first term then. */
static void sum_terms(const struct study *s, size_t count)
{
    for (size_t half; count > 1; count = half) {
        half = (count + 1) / 2;
        for (size_t k = 0; k < count - half; k++)
            s->family->add(&s->format, at(s, s->term, k), at(s, s->term, k), at(s, s->term, k + half));
    }
}

static void dot(const struct study *s, bool exact, void *z, char *x, char *y)
{
    if (exact) {
        s->accumulator->clear(&s->format, s->sum);
        for (size_t k = 0; k < s->n; k++)
            s->accumulator->add_product(&s->format, s->sum, at(s, x, k), at(s, y, k));
        s->accumulator->round(&s->format, z, s->sum);
        return;
    }
    for (size_t k = 0; k < s->n; k++)
        s->family->mul(&s->format, at(s, s->term, k), at(s, x, k), at(s, y, k));
    sum_terms(s, s->n);
    s->family->copy(&s->format, z, s->term);
}

static void norm(const struct study *s, bool exact, void *z, char *x)
{
    dot(s, exact, z, x, x);
    s->family->sqrt(&s->format, z, z);
}

/* w = A q_i */
static void multiply(const struct study *s, bool exact, size_t i)
{
    for (size_t row = 0; row < s->n; row++)
        dot(s, exact, at(s, s->w, row), at(s, s->q, i * s->n), at(s, s->a, row * s->n));
}

/* q_i = x / size */
static void normalise(const struct study *s, size_t i, char *x, const void *size)
{
    for (size_t k = 0; k < s->n; k++)
        s->family->div(&s->format, at(s, s->q, i * s->n + k), at(s, x, k), size);
}

/* ---- the method */

/* The spacing by 3 (4/3 - 1) - 1, of which only 4/3 is rounded. */
static void measure_format(const struct study *s)
{
    const struct real_format *format = &s->format;
    void *one = s->scalar[0];
    void *three = s->scalar[1];
    real_from_double(format, s->spacing, 4);
    real_from_double(format, three, 3);
    real_from_double(format, one, 1);
    s->family->div(format, s->spacing, s->spacing, three);
    s->family->sub(format, s->spacing, s->spacing, one);
    s->family->mul(format, s->spacing, three, s->spacing);
    s->family->sub(format, s->spacing, s->spacing, one);
    s->family->abs(format, s->spacing, s->spacing);
    s->family->sqrt(format, s->level, s->spacing);
}

static bool is_zero(const struct study *s, const void *x)
{
    real_from_double(&s->format, s->scalar[3], 0);
    return s->family->compare(&s->format, x, s->scalar[3]) == REAL_EQUAL;
}

static bool is_nonzero(const struct study *s, char *x)
{
    for (size_t k = 0; k < s->n; k++)
        if (!is_zero(s, at(s, x, k)))
            return true;
    return false;
}

static bool is_finite(const struct study *s, const void *x)
{
    void *difference = s->scalar[3];
    s->family->sub(&s->format, difference, x, x);
    real_from_double(&s->format, s->scalar[0], 0);
    return s->family->compare(&s->format, difference, s->scalar[0]) == REAL_EQUAL;
}

/* Whether the square of x has lost digits because it is too small for the format. */
static bool square_underflows(const struct study *s, const void *x)
{
    void *square = s->scalar[0];
    s->family->mul(&s->format, square, x, x);
    s->family->mul(&s->format, square, square, s->spacing);
    return is_zero(s, square);
}

static bool is_less(const struct study *s, const void *left, const void *part, const void *whole)
{
    void *limit = s->scalar[3];
    s->family->mul(&s->format, limit, part, whole);
    return s->family->compare(&s->format, left, limit) == REAL_LESS;
}

/* Whether the method ends because `left` is all that remains of w, whose size is about `whole`: WANTED if
 * not. REFUSED with a message if the format cannot have such a size. */
static enum end judge(const struct study *s, const void *left, const void *whole, const void *epsilon)
{
    if (!is_finite(s, left) || !is_finite(s, whole)) {
        message_line(stderr, "%s: %s: a norm overflows in this number format; scale the matrix", program,
                     s->matrix);
        return REFUSED;
    }
    s->family->add(&s->format, s->scalar[0], left, whole);
    if (square_underflows(s, s->scalar[0]) && is_nonzero(s, s->w)) {
        message_line(stderr, "%s: %s: a norm underflows in this number format; scale the matrix", program,
                     s->matrix);
        return REFUSED;
    }
    if (!is_zero(s, left) && !is_less(s, left, epsilon, whole))
        return WANTED;
    return is_zero(s, left) || is_less(s, left, s->level, whole) ? BROKEN : EXHAUSTED;
}

/* Algorithm 1 without the grey lines. The size of A q_i comes from its three parts. */
static struct outcome run_unmodified(const struct study *s, bool exact, const void *epsilon)
{
    void *whole = s->scalar[2];
    for (size_t i = 0;; i++) {
        char *alpha = at(s, s->diagonal, i);
        char *beta = at(s, s->beside, i);
        multiply(s, exact, i);
        dot(s, exact, alpha, s->w, at(s, s->q, i * s->n));
        if (i + 1 == s->m)
            return (struct outcome){s->m, WANTED};
        for (size_t k = 0; k < s->n; k++) { /* r = A q_i - alpha q_i - beta q_{i-1} */
            char *r = at(s, s->r, k);
            s->family->mul(&s->format, s->scalar[0], alpha, at(s, s->q, i * s->n + k));
            s->family->sub(&s->format, r, at(s, s->w, k), s->scalar[0]);
            if (i > 0) {
                s->family->mul(&s->format, s->scalar[0], at(s, s->beside, i - 1),
                               at(s, s->q, (i - 1) * s->n + k));
                s->family->sub(&s->format, r, r, s->scalar[0]);
            }
        }
        norm(s, exact, beta, s->r);
        s->family->abs(&s->format, whole, alpha);
        if (i > 0)
            s->family->add(&s->format, whole, whole, at(s, s->beside, i - 1));
        const enum end end = judge(s, beta, whole, epsilon);
        if (end != WANTED)
            return (struct outcome){i + 1, end};
        normalise(s, i + 1, s->r, beta);
    }
}

/* r = A q_i - sum over j <= i of <A q_i, q_j> q_j */
static void orthogonalise(const struct study *s, bool exact, size_t i)
{
    for (size_t j = 0; j <= i; j++)
        dot(s, exact, at(s, s->h, j), s->w, at(s, s->q, j * s->n));
    for (size_t k = 0; k < s->n; k++) {
        for (size_t j = 0; j <= i; j++)
            s->family->mul(&s->format, at(s, s->term, j), at(s, s->h, j), at(s, s->q, j * s->n + k));
        sum_terms(s, i + 1);
        s->family->sub(&s->format, at(s, s->r, k), at(s, s->w, k), s->term);
    }
}

/* Algorithm 1 with the grey lines. */
static struct outcome run_modified(const struct study *s, bool exact, const void *epsilon)
{
    multiply(s, exact, 0);
    dot(s, exact, at(s, s->diagonal, 0), s->w, s->q);
    for (size_t i = 0; i + 1 < s->m; i++) {
        void *left = s->scalar[1];
        void *whole = s->scalar[2];
        orthogonalise(s, exact, i);
        norm(s, exact, left, s->r);
        norm(s, exact, whole, s->w);
        const enum end end = judge(s, left, whole, epsilon);
        if (end != WANTED)
            return (struct outcome){i + 1, end};
        normalise(s, i + 1, s->r, left);
        multiply(s, exact, i + 1);
        dot(s, exact, at(s, s->diagonal, i + 1), s->w, at(s, s->q, (i + 1) * s->n));
        dot(s, exact, at(s, s->beside, i), s->w, at(s, s->q, i * s->n));
    }
    return (struct outcome){s->m, WANTED};
}

/* The largest |<q_i, q_j>| of the first `count` vectors, i != j. */
static void measure_loss(const struct study *s, size_t count, void *largest)
{
    real_from_double(&s->format, largest, 0);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            void *z = s->scalar[1];
            dot(s, false, z, at(s, s->q, i * s->n), at(s, s->q, j * s->n));
            s->family->abs(&s->format, z, z);
            if (s->family->compare(&s->format, z, largest) == REAL_GREATER)
                s->family->copy(&s->format, largest, z);
        }
}

/* ---- files */

/* Where the numbers of a file go. */
struct target {
    const struct real_format *format;
    char *numbers;
    size_t n;
    size_t count;
};

static void begin_matrix(void *context, size_t n)
{
    struct target *target = context;
    target->n = n;
    target->count = n * n;
    target->numbers = new_numbers(target->format, n * n);
}

static void begin_vector(void *context, size_t n)
{
    struct target *target = context;
    target->n = target->count = n;
    target->numbers = new_numbers(target->format, n);
}

static size_t read_number(void *context, size_t index, const char *word)
{
    const struct target *target = context;
    const char *digits = word + strspn(word, "+-");
    if (*digits != '.' && (*digits < '0' || *digits > '9')) /* nan, inf */
        return 0;
    return real_parse(target->format, target->numbers + index * target->format->value_bytes, word);
}

/* False with a message if the matrix is not symmetric. */
static bool check_matrix(const struct study *s)
{
    for (size_t t = 0; t < s->n * s->n; t++) {
        const size_t mirror = t % s->n * s->n + t / s->n;
        if (s->family->compare(&s->format, at(s, s->a, t), at(s, s->a, mirror)) != REAL_EQUAL) {
            message_line(stderr,
                         "%s: %s: is not symmetric: row %zu, column %zu differs from its mirror image; the "
                         "method needs a symmetric matrix",
                         program, s->matrix, t / s->n + 1, t % s->n + 1);
            return false;
        }
    }
    return true;
}

static bool check_range(const struct study *s, char *numbers, size_t count, const char *file)
{
    for (size_t i = 0; i < count; i++)
        if (!is_finite(s, at(s, numbers, i))) {
            message_line(stderr, "%s: %s: number %zu is beyond the range of this number format", program,
                         file, i + 1);
            return false;
        }
    return true;
}

static bool check_result(const struct study *s, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        if (!is_finite(s, at(s, s->diagonal, i)) || (i + 1 < rows && !is_finite(s, at(s, s->beside, i)))) {
            message_line(stderr, "%s: %s: a number overflows in this number format; scale the matrix",
                         program, s->matrix);
            return false;
        }
    return true;
}

/* q_0 from the start vector; false with a message if it has no norm to be divided by. */
static bool take_start(const struct study *s, const struct request *request, char *start)
{
    void *size = s->scalar[1];
    const char *wrong = NULL;
    norm(s, request->exact, size, start);
    if (!is_finite(s, size))
        wrong = "the norm of the start vector overflows in this number format; scale the vector";
    else if (square_underflows(s, size))
        wrong = is_nonzero(s, start)
                    ? "the norm of the start vector underflows in this number format; scale the vector"
                    : "the start vector is zero; the method needs another one";
    if (wrong != NULL)
        message_line(stderr, "%s: %s: %s", program, request->vector, wrong);
    else
        normalise(s, 0, start, size);
    return wrong == NULL;
}

static const struct numbers_style hexadecimal = {.flags = "", .precision = -1, .is_hex = true};
static const struct numbers_style short_decimal = {.flags = "", .precision = 6};

struct result {
    const struct study *study;
    size_t rows;
};

static void print_result(const void *context, FILE *stream)
{
    const struct result *result = context;
    const struct study *s = result->study;
    char text[2][NUMBERS_MAX_PRINT];
    fprintf(stream, "tridiagonal %zu\n", result->rows);
    for (size_t i = 0; i < result->rows; i++) {
        if (i + 1 == result->rows)
            real_from_double(&s->format, at(s, s->beside, i), 0);
        real_print(&s->format, text[0], sizeof text[0], at(s, s->diagonal, i), &hexadecimal);
        real_print(&s->format, text[1], sizeof text[1], at(s, s->beside, i), &hexadecimal);
        fprintf(stream, "%s %s\n", text[0], text[1]);
    }
}

static void create(struct study *s, size_t n, size_t m)
{
    const struct real_format *format = &s->format;
    s->n = n;
    s->m = m;
    s->q = new_numbers(format, m * n);
    s->w = new_numbers(format, n);
    s->r = new_numbers(format, n);
    s->h = new_numbers(format, m);
    s->term = new_numbers(format, n > m ? n : m);
    s->diagonal = new_numbers(format, m);
    s->beside = new_numbers(format, m);
    for (int i = 0; i < 6; i++)
        s->scalar[i] = new_numbers(format, 1);
    s->spacing = s->scalar[4];
    s->level = s->scalar[5];
    s->sum = aligned_alloc(64, (s->accumulator->bytes(format) + 63) / 64 * 64);
    if (s->sum == NULL) {
        message_line(stderr, "%s: no memory for the accumulator", program);
        exit(1);
    }
    memset(s->sum, 0, s->accumulator->bytes(format));
    s->accumulator->clear(format, s->sum);
}

static void destroy(struct study *s)
{
    const struct real_format *format = &s->format;
    free_numbers(format, s->q, s->m * s->n);
    free_numbers(format, s->w, s->n);
    free_numbers(format, s->r, s->n);
    free_numbers(format, s->h, s->m);
    free_numbers(format, s->term, s->n > s->m ? s->n : s->m);
    free_numbers(format, s->diagonal, s->m);
    free_numbers(format, s->beside, s->m);
    for (int i = 0; i < 6; i++)
        free_numbers(format, s->scalar[i], 1);
    free(s->sum);
}

static bool run(struct study *s, const struct request *request, char *start, const void *epsilon)
{
    char text[NUMBERS_MAX_PRINT];
    if (!take_start(s, request, start))
        return false;
    const struct outcome outcome = request->modified ? run_modified(s, request->exact, epsilon)
                                                     : run_unmodified(s, request->exact, epsilon);
    const size_t rows = outcome.rows;
    if (outcome.end == REFUSED || !check_result(s, rows))
        return false;
    struct result result = {s, rows};
    struct file_error error;
    if (!output_print(request->output, print_result, &result, &error)) {
        message_line(stderr, "%s: %s: %s", program, request->output, error.text);
        return false;
    }
    printf("%zu of %zu iterations\n", rows, s->m);
    if (request->loss) {
        measure_loss(s, rows, s->scalar[0]);
        real_print(&s->format, text, sizeof text, s->scalar[0], &short_decimal);
        printf("loss %s\n", text);
    }
    if (outcome.end == BROKEN)
        printf("breakdown: what remains is at rounding level; the start vector reaches %zu distinct "
               "eigenvalue%s\n",
               rows, rows == 1 ? "" : "s");
    return true;
}

/* The epsilon of the request, or the format's level; false with a message. */
static bool take_epsilon(const struct study *s, const struct request *request, char *epsilon)
{
    if (request->epsilon == NULL) {
        s->family->copy(&s->format, epsilon, s->level);
        return true;
    }
    const size_t length = strlen(request->epsilon);
    const bool good = length > 0 && real_parse(&s->format, epsilon, request->epsilon) == length &&
                      is_finite(s, epsilon) && request->epsilon[0] != '-';
    if (!good)
        message_line(stderr, "%s: epsilon= needs a number that is not negative, not '%s'", program,
                     request->epsilon);
    return good;
}

static bool read_and_run(struct study *s, const struct request *request)
{
    struct target matrix = {.format = &s->format};
    struct target vector = {.format = &s->format};
    const struct number_visitor visit_matrix = {&matrix, begin_matrix, read_number};
    const struct number_visitor visit_vector = {&vector, begin_vector, read_number};
    bool good = numbers_scan_file(&visit_matrix, NUMBER_MATRIX, request->matrix, program) &&
                numbers_scan_file(&visit_vector, NUMBER_VECTOR, request->vector, program);
    if (good && request->iterations > (long)matrix.n) {
        message_line(stderr, "%s: %s has fewer rows than iterations are wanted", program, request->matrix);
        good = false;
    }
    if (good && vector.n != matrix.n) {
        message_line(stderr, "%s: %s has %zu numbers, but the matrix %zu rows", program, request->vector,
                     vector.n, matrix.n);
        good = false;
    }
    if (good) {
        char *epsilon = new_numbers(&s->format, 1);
        create(s, matrix.n, request->iterations > 0 ? (size_t)request->iterations : matrix.n);
        s->a = matrix.numbers;
        s->matrix = request->matrix;
        measure_format(s);
        good = check_range(s, s->a, matrix.count, request->matrix) &&
               check_range(s, vector.numbers, vector.count, request->vector) && check_matrix(s) &&
               take_epsilon(s, request, epsilon);
        good = good && run(s, request, vector.numbers, epsilon);
        destroy(s);
        free_numbers(&s->format, epsilon, 1);
    }
    free_numbers(&s->format, matrix.numbers, matrix.count);
    free_numbers(&s->format, vector.numbers, vector.count);
    return good;
}

/* ---- the command line */

static int usage(FILE *stream, int status)
{
    fprintf(stream,
            "usage: %s --real=FORMAT [--acc=NAME] MATRIX VECTOR OUTPUT [WORD ...]\n"
            "words: modified, unmodified, exact, loss, iterations=M, epsilon=E\n",
            program);
    return status;
}

static bool parse_word(struct request *request, const char *word)
{
    if (strcmp(word, "modified") == 0 || strcmp(word, "unmodified") == 0) {
        request->modified = word[0] == 'm';
        return true;
    }
    request->exact |= strcmp(word, "exact") == 0;
    request->loss |= strcmp(word, "loss") == 0;
    if (strcmp(word, "exact") == 0 || strcmp(word, "loss") == 0)
        return true;
    if (strncmp(word, "iterations=", 11) == 0)
        return command_number(program, "iterations=", word + 11, 1, NUMBER_FILE_MOST, &request->iterations);
    if (strncmp(word, "epsilon=", 8) == 0) {
        request->epsilon = word + 8;
        return true;
    }
    message_line(stderr, "%s: there is no word '%s'", program, word);
    return false;
}

static const struct option options[] = {{"real", required_argument, NULL, 'r'},
                                        {"acc", required_argument, NULL, 'a'},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};

int main(int argc, char **argv)
{
    struct study study = {.accumulator = real_accumulator_find("kulisch")};
    struct request request = {.epsilon = NULL};
    const char *format = "double";
    char error[300];
    int option;
    while ((option = command_option(program, argc, argv, "h", options)) != -1) {
        if (option == 'h')
            return usage(stdout, 0);
        if (option == '?')
            return usage(stderr, 2);
        if (option == 'r')
            format = optarg;
        if (option == 'a' && (study.accumulator = real_accumulator_find(optarg)) == NULL) {
            message_line(stderr, "%s: there is no accumulator '%s'", program, optarg);
            return 2;
        }
    }
    if (argc - optind < 3)
        return usage(stderr, 2);
    if (!real_format_find(&study.format, format, error, sizeof error)) {
        message_line(stderr, "%s: %s", program, error);
        return 2;
    }
    if (study.accumulator->open != NULL &&
        !study.accumulator->open(&study.format, NULL, error, sizeof error)) {
        message_line(stderr, "%s: --acc: %s", program, error);
        return 2;
    }
    study.family = study.format.family;
    request.matrix = argv[optind];
    request.vector = argv[optind + 1];
    request.output = argv[optind + 2];
    for (int i = optind + 3; i < argc; i++)
        if (!parse_word(&request, argv[i]))
            return 2;
    return read_and_run(&study, &request) ? 0 : 1;
}
