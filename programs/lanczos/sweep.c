/* sweep.c - expands the table sweep.def to points. */
#include "programs/lanczos/sweep.h"

#include "common/memory.h"
#include "common/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/real/accumulator.h"
#include "sim/real/opencl.h"

static const struct row {
    enum sweep_set set;
    char figure;
    const char *list[5]; /* alphas, sizes, formats, variants, dots */
    long vectors;
} rows[] = {
#define SWEEP(set, figure, alphas, sizes, formats, variants, dots, vectors)                                  \
    {SWEEP_##set, #figure[0], {alphas, sizes, formats, variants, dots}, vectors},
#include "programs/lanczos/sweep.def"
};
enum { ROWS = sizeof rows / sizeof rows[0], MOST_WORDS = 64 };
enum { ALPHAS, SIZES, FORMATS, VARIANTS, DOTS, LISTS };

/* A list with its ranges written out. */
struct words {
    char word[MOST_WORDS][SWEEP_WORD];
    size_t count;
};

static void add_word(struct words *words, const char *prefix, size_t length, long number)
{
    if (words->count == MOST_WORDS)
        return;
    char *word = words->word[words->count++];
    if (number < 0)
        snprintf(word, SWEEP_WORD, "%.*s", (int)length, prefix);
    else
        snprintf(word, SWEEP_WORD, "%.*s%ld", (int)length, prefix, number);
}

/* "mpfr:64-512/16 double" */
static void expand(struct words *words, const char *list)
{
    words->count = 0;
    for (list += strspn(list, " ,"); *list != '\0'; list += strspn(list, " ,")) {
        const size_t length = strcspn(list, " ,");
        const size_t prefix = strcspn(list, ":") < length ? strcspn(list, ":") + 1 : 0;
        long from;
        long to;
        long step;
        if (sscanf(list + prefix, "%ld-%ld/%ld", &from, &to, &step) == 3 && from >= 0 && step > 0)
            for (; from <= to; from += step)
                add_word(words, list, prefix, from);
        else
            add_word(words, list, length, -1);
        list += length;
    }
}

/* Takes out the formats that cannot be had. */
static bool check_formats(struct words *formats, bool are_users, const char *program)
{
    size_t kept = 0;
    for (size_t i = 0; i < formats->count; i++) {
        struct real_format format;
        char error[300];
        if (real_format_find(&format, formats->word[i], error, sizeof error)) {
            memmove(formats->word[kept++], formats->word[i], SWEEP_WORD);
        } else {
            message_line(stderr, "%s: %s%s", program, error, are_users ? "" : "; left out");
            if (are_users)
                return false;
        }
    }
    formats->count = kept;
    return true;
}

static void show_nothing(void *context, const char *line)
{
    (void)context;
    (void)line;
}

/* Takes out the accumulators whose device is not there. */
static void check_dots(struct words *dots, const char *program)
{
    size_t kept = 0;
    for (size_t i = 0; i < dots->count; i++) {
        const struct real_accumulator *accumulator = real_accumulator_find(dots->word[i]);
        char error[300];
        const struct opencl_driver *driver = NULL;
        bool is_there = accumulator == NULL || accumulator->open == NULL; /* NULL: rounded */
        if (!is_there) {
            driver = opencl_find(error, sizeof error);
            is_there = driver != NULL && driver->list(show_nothing, NULL, error, sizeof error);
        }
        if (is_there)
            memmove(dots->word[kept++], dots->word[i], SWEEP_WORD);
        else
            message_line(stderr, "%s: %s; %s is left out", program, error, dots->word[i]);
    }
    dots->count = kept;
}

bool point_equal(const struct point *a, const struct point *b)
{
    return a->n == b->n && a->seed == b->seed && strcmp(a->alpha, b->alpha) == 0 &&
           strcmp(a->format, b->format) == 0 && strcmp(a->variant, b->variant) == 0 &&
           strcmp(a->dots, b->dots) == 0;
}

static void add_point(struct points *points, const struct point *point)
{
    for (size_t i = 0; i < points->count; i++)
        if (point_equal(&points->point[i], point))
            return;
    points->point = memory_grow(points->point, &points->room, points->count + 1, sizeof *points->point);
    points->point[points->count++] = *point;
}

static void copy_word(char *to, const char *from)
{
    snprintf(to, SWEEP_WORD, "%s", from);
}

/* The cross product of a row's lists. */
static void add_row(struct points *points, const struct words list[LISTS], long vectors)
{
    struct point point;
    size_t total = (size_t)vectors;
    for (int i = 0; i < LISTS; i++)
        total *= list[i].count;
    for (size_t index = 0; index < total; index++) {
        size_t rest = index;
        const char *word[LISTS];
        point.seed = 1 + (long)(rest % (size_t)vectors);
        rest /= (size_t)vectors;
        for (int i = LISTS; i-- > 0;) {
            word[i] = list[i].word[rest % list[i].count];
            rest /= list[i].count;
        }
        point.n = strtol(word[SIZES], NULL, 10);
        copy_word(point.alpha, word[ALPHAS]);
        copy_word(point.format, word[FORMATS]);
        copy_word(point.variant, word[VARIANTS]);
        copy_word(point.dots, word[DOTS]);
        add_point(points, &point);
    }
}

bool sweep_points(struct points *points, const struct sweep_choice *choice, const char *program)
{
    *points = (struct points){.count = 0};
    for (int i = 0; i < ROWS; i++) {
        struct words list[LISTS];
        if (rows[i].set != choice->set ||
            (choice->figures != NULL && strchr(choice->figures, rows[i].figure) == NULL))
            continue;
        for (int k = 0; k < LISTS; k++)
            expand(&list[k], k == FORMATS && choice->formats != NULL ? choice->formats : rows[i].list[k]);
        if (!check_formats(&list[FORMATS], choice->formats != NULL, program)) {
            points_free(points);
            return false;
        }
        check_dots(&list[DOTS], program);
        add_row(points, list, choice->vectors > 0 ? choice->vectors : rows[i].vectors);
    }
    if (points->count == 0)
        message_line(stderr, "%s: this leaves nothing to run", program);
    return points->count > 0;
}

void points_free(struct points *points)
{
    free(points->point);
    *points = (struct points){.count = 0};
}
