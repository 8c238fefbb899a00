/* pbbs_generate.c - data as the Problem Based Benchmark Suite has them: integers at random, exponentially
 * distributed or almost sorted, local and rMat graphs, points in a square, in a circle, Kuzmin's. A function
 * of kind, n and seed, the same on every host.
 *
 *     pbbs_generate [-s SEED] [-w] KIND N OUT
 */
#include "programs/pbbs/pbbs_file.h"

#include "common/memory.h"
#include "common/message.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char program[] = "pbbs_generate";

/* splitmix64: a number for each (seed, index) */
struct source {
    uint64_t seed;
};

static uint64_t number_of(const struct source *source, uint64_t index)
{
    uint64_t x = source->seed + (index + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint32_t below(const struct source *source, uint64_t index, uint32_t limit)
{
    return (uint32_t)((number_of(source, index) >> 32) * limit >> 32);
}

/* 0 up to below 1 */
static double unit(const struct source *source, uint64_t index)
{
    return (double)(number_of(source, index) >> 11) / 9007199254740992.0;
}

/* ---- sequences of integers */

static void fill_random(struct pbbs_data *data, const struct source *source)
{
    for (uint32_t i = 0; i < data->n; i++)
        data->words[i] = below(source, i, data->n);
}

/* Half of the numbers are below n / 2^k for about k = 1, 2, .. */
static void fill_exponential(struct pbbs_data *data, const struct source *source)
{
    int levels = 1;
    while (levels < 31 && data->n >> levels != 0)
        levels++;
    for (uint32_t i = 0; i < data->n; i++) {
        uint32_t range = UINT32_C(1) << below(source, 2 * (uint64_t)i, (uint32_t)levels);
        data->words[i] = (range + below(source, 2 * (uint64_t)i + 1, range)) % data->n;
    }
}

/* In order, except for sqrt(n) exchanges. */
static void fill_almost_sorted(struct pbbs_data *data, const struct source *source)
{
    for (uint32_t i = 0; i < data->n; i++)
        data->words[i] = i;
    for (uint64_t k = 0; k * k < data->n; k++) {
        uint32_t a = below(source, 2 * k, data->n);
        uint32_t b = below(source, 2 * k + 1, data->n);
        uint32_t word = data->words[a];
        data->words[a] = data->words[b];
        data->words[b] = word;
    }
}

/* ---- graphs, as arrays of edges: 5 a vertex */

enum { DEGREE = 5 };

/* Edges to neighbours on a ring, near ones more often. */
static void fill_local(struct pbbs_data *data, const struct source *source)
{
    uint32_t vertices = data->n / DEGREE;
    for (uint32_t e = 0; e < data->n; e++) {
        double far = pow((double)vertices / 2, unit(source, e));
        data->words[2 * (size_t)e] = e / DEGREE;
        data->words[2 * (size_t)e + 1] = (uint32_t)((e / DEGREE + (uint64_t)far) % vertices);
    }
}

/* Chakrabarti, Zhan and Faloutsos: a quarter of the matrix at each level, with probabilities .5 .1 .1 .3 */
static void fill_rmat(struct pbbs_data *data, const struct source *source)
{
    uint32_t vertices = data->n / DEGREE;
    for (uint32_t e = 0; e < data->n; e++) {
        uint32_t row = 0, column = 0;
        uint64_t index = (uint64_t)e * 32;
        for (uint32_t span = 1; span < vertices; span *= 2) {
            double quarter = unit(source, index++);
            row = 2 * row + (quarter >= 0.6);
            column = 2 * column + (quarter >= 0.7 || (quarter >= 0.5 && quarter < 0.6));
        }
        data->words[2 * (size_t)e] = row % vertices;
        data->words[2 * (size_t)e + 1] = column % vertices;
    }
}

/* ---- points */

static void set_point(struct pbbs_data *data, uint32_t i, double x, double y)
{
    data->words[2 * (size_t)i] = pbbs_word_of_float((float)x);
    data->words[2 * (size_t)i + 1] = pbbs_word_of_float((float)y);
}

static void fill_square(struct pbbs_data *data, const struct source *source)
{
    for (uint32_t i = 0; i < data->n; i++)
        set_point(data, i, 2 * unit(source, 2 * (uint64_t)i) - 1, 2 * unit(source, 2 * (uint64_t)i + 1) - 1);
}

static void set_polar(struct pbbs_data *data, uint32_t i, double radius, double turn)
{
    double angle = 2 * acos(-1.0) * turn;
    set_point(data, i, radius * cos(angle), radius * sin(angle));
}

static void fill_circle(struct pbbs_data *data, const struct source *source)
{
    for (uint32_t i = 0; i < data->n; i++)
        set_polar(data, i, sqrt(unit(source, 2 * (uint64_t)i)), unit(source, 2 * (uint64_t)i + 1));
}

/* Kuzmin's disk, dense in its middle */
static void fill_kuzmin(struct pbbs_data *data, const struct source *source)
{
    for (uint32_t i = 0; i < data->n; i++) {
        double u = 1 - unit(source, 2 * (uint64_t)i);
        set_polar(data, i, sqrt(1 / (u * u) - 1), unit(source, 2 * (uint64_t)i + 1));
    }
}

/* ---- the table */

static const struct kind {
    const char *name;
    const char *text;
    enum pbbs_format format;
    uint32_t lines; /* for each of N */
    uint32_t width; /* words of a line */
    void (*fill)(struct pbbs_data *data, const struct source *source);
} kinds[] = {
    {"random", "N integers from 0 to N - 1", PBBS_INTEGERS, 1, 1, fill_random},
    {"exponential", "N integers, small ones more often", PBBS_INTEGERS, 1, 1, fill_exponential},
    {"almost-sorted", "0 to N - 1 except for sqrt(N) exchanges", PBBS_INTEGERS, 1, 1, fill_almost_sorted},
    {"local", "N vertices, 5 N edges, near ones more often", PBBS_EDGES, DEGREE, 2, fill_local},
    {"rmat", "N vertices, 5 N edges, degrees by a power law", PBBS_EDGES, DEGREE, 2, fill_rmat},
    {"square", "N points between -1 and 1", PBBS_POINTS_2D, 1, 2, fill_square},
    {"circle", "N points in the unit circle", PBBS_POINTS_2D, 1, 2, fill_circle},
    {"kuzmin", "N points of Kuzmin's disk", PBBS_POINTS_2D, 1, 2, fill_kuzmin},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static int usage(FILE *stream, int status)
{
    fprintf(stream, "usage: %s [-s SEED] [-w] KIND N OUT\n", program);
    fprintf(stream, "  -s SEED   another choice (default 1)\n  -w        a file of words, not a text\n");
    for (size_t i = 0; i < KINDS; i++)
        fprintf(stream, "  %-14s %s (%s)\n", kinds[i].name, kinds[i].text, pbbs_format_name(kinds[i].format));
    return status;
}

static const struct kind *find_kind(const char *name)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

static bool parse_number(const char *text, unsigned long high, unsigned long *number)
{
    char *end;

    errno = 0;
    *number = strtoul(text, &end, 10);
    if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *number <= high)
        return true;
    message_line(stderr, "%s: expected a number from 0 to %lu, not '%s'", program, high, text);
    return false;
}

int main(int argc, char **argv)
{
    unsigned long seed = 1, n;
    const struct kind *kind;
    bool as_text = true, good;
    int option;

    opterr = 0; /* the usage says it */
    while ((option = getopt(argc, argv, "s:wh")) != -1) {
        if (option == 's' && !parse_number(optarg, UINT32_MAX, &seed))
            return 2;
        if (option == 'w')
            as_text = false;
        if (option == 'h')
            return usage(stdout, 0);
        if (option == '?')
            return usage(stderr, 2);
    }
    if (argc - optind != 3)
        return usage(stderr, 2);
    kind = find_kind(argv[optind]);
    if (kind == NULL) {
        message_line(stderr, "%s: no kind of data '%s'", program, argv[optind]);
        return usage(stderr, 2);
    }
    if (!parse_number(argv[optind + 1], PBBS_MOST / kind->lines / kind->width, &n))
        return 2;
    struct source source = {seed * 0xd1342543de82ef95u};
    struct pbbs_data data = {.format = kind->format, .n = (uint32_t)n * kind->lines};
    data.count = (size_t)data.n * kind->width;
    data.words = memory_take(data.count + 1, sizeof *data.words);
    kind->fill(&data, &source);
    good = pbbs_write(&data, argv[optind + 2], as_text, program);
    pbbs_free(&data);
    return good ? 0 : 1;
}
