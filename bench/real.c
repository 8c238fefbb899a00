/* real.c - nanoseconds per multiply-add of the precision unit's formats, beside the same loop in plain C over
 * the library, and per term of the exact accumulators. Prints CSV: what, nanoseconds of the unit, of the
 * plain loop (empty: there is none), their ratio. Called by real.sh.
 *
 * Each pair of loops is timed in turns, and the median of each is taken.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/real/accumulator.h"
#include "sim/real/hub.h"

#if REAL_HAVE_QD
#include <qd/c_dd.h>
#include <qd/c_qd.h>
#endif
#if REAL_HAVE_ARB
#if __has_include(<flint/arf.h>) /* FLINT 3 */
#include <flint/arf.h>
#else
#include <arf.h>
#endif
#endif

enum { LENGTH = 64, RUNS = 11 };
#define WANTED_SECONDS 0.02 /* of one run */

/* A pair of vectors in the unit's form; the plain loops use the numbers inside. */
struct vectors {
    struct real_format format;
    void *x[LENGTH];
    void *y[LENGTH];
    void *product;
    void *sum;
};

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now); /* other loads of the host do not count */
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *new_number(const struct real_format *format)
{
    void *z = aligned_alloc(64, (format->value_bytes + 63) & ~63u);
    if (z == NULL)
        abort();
    real_create(format, z);
    return z;
}

static bool vectors_create(struct vectors *v, const char *name)
{
    char error[300];
    if (!real_format_find(&v->format, name, error, sizeof error))
        return false;
    const struct real_family *family = v->format.family;
    v->product = new_number(&v->format);
    v->sum = new_number(&v->format);
    for (int i = 0; i < LENGTH; i++) {
        v->x[i] = new_number(&v->format);
        v->y[i] = new_number(&v->format);
        real_from_double(&v->format, v->x[i], 1000 + 37 * i);
        real_from_double(&v->format, v->y[i], 3001 - 2 * i);
        family->sqrt(&v->format, v->x[i], v->x[i]); /* full significands */
        family->div(&v->format, v->y[i], v->x[i], v->y[i]);
    }
    return true;
}

static void vectors_destroy(struct vectors *v)
{
    real_destroy(&v->format, v->product);
    real_destroy(&v->format, v->sum);
    free(v->product);
    free(v->sum);
    for (int i = 0; i < LENGTH; i++) {
        real_destroy(&v->format, v->x[i]);
        real_destroy(&v->format, v->y[i]);
        free(v->x[i]);
        free(v->y[i]);
    }
}

/* ---- the loops: `rounds` dot products */

typedef void loop(struct vectors *v, long rounds);

static void unit_loop(struct vectors *v, long rounds)
{
    const struct real_family *family = v->format.family;
    for (long round = 0; round < rounds; round++)
        for (int i = 0; i < LENGTH; i++) {
            family->mul(&v->format, v->product, v->x[i], v->y[i]);
            family->add(&v->format, v->sum, v->sum, v->product);
        }
}

#define PLAIN_LOOP(name, type, multiply, add)                                                                \
    static void name##_loop(struct vectors *v, long rounds)                                                  \
    {                                                                                                        \
        type *product = v->product;                                                                          \
        type *sum = v->sum;                                                                                  \
        for (long round = 0; round < rounds; round++)                                                        \
            for (int i = 0; i < LENGTH; i++) {                                                               \
                type *x = v->x[i];                                                                           \
                type *y = v->y[i];                                                                           \
                multiply;                                                                                    \
                add;                                                                                         \
            }                                                                                                \
    }

PLAIN_LOOP(double, double, *product = *x * *y, *sum += *product)
PLAIN_LOOP(ldouble, long double, *product = *x * *y, *sum += *product)
PLAIN_LOOP(mpfr, __mpfr_struct, mpfr_mul(product, x, y, MPFR_RNDN), mpfr_add(sum, sum, product, MPFR_RNDN))
#if REAL_HAVE_FLOAT128
__extension__ typedef _Float128 binary128;
PLAIN_LOOP(float128, binary128, *product = *x * *y, *sum += *product)
#else
#define float128_loop NULL
#endif
#if REAL_HAVE_QD
PLAIN_LOOP(dd, double, c_dd_mul(x, y, product), c_dd_add(sum, product, sum))
PLAIN_LOOP(qd, double, c_qd_mul(x, y, product), c_qd_add(sum, product, sum))
#else
#define dd_loop NULL
#define qd_loop NULL
#endif
#if REAL_HAVE_ARB
PLAIN_LOOP(arf, arf_struct, arf_mul(product, x, y, v->format.bits, ARF_RND_NEAR),
           arf_add(sum, sum, product, v->format.bits, ARF_RND_NEAR))
#else
#define arf_loop NULL
#endif

/* mpf's numbers are copied out: the unit's have more in them. */
static void mpf_loop(struct vectors *v, long rounds)
{
    static mpf_t x[LENGTH];
    static mpf_t y[LENGTH];
    static mpf_t product;
    static mpf_t sum;
    static struct vectors *copied; /* made on the first call for a format */
    if (copied != v) {
        struct hub hub;
        mpfr_ptr value = hub_create(&hub, v->format.exact_bits);
        copied = v;
        mpf_init2(product, v->format.parameter);
        mpf_init2(sum, v->format.parameter);
        for (int i = 0; i < LENGTH; i++) {
            mpf_init2(x[i], v->format.parameter);
            mpf_init2(y[i], v->format.parameter);
            v->format.family->to_mpfr(&v->format, value, v->x[i]);
            mpfr_get_f(x[i], value, MPFR_RNDN);
            v->format.family->to_mpfr(&v->format, value, v->y[i]);
            mpfr_get_f(y[i], value, MPFR_RNDN);
        }
    }
    for (long round = 0; round < rounds; round++)
        for (int i = 0; i < LENGTH; i++) {
            mpf_mul(product, x[i], y[i]);
            mpf_add(sum, sum, product);
        }
}

/* ---- timing */

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Nanoseconds of one multiply-add. */
static double time_loop(loop *run, struct vectors *v, long rounds)
{
    double start = clock_now();
    run(v, rounds);
    return (clock_now() - start) * 1e9 / ((double)rounds * LENGTH);
}

static void compare_loops(const char *name, struct vectors *v, loop *unit, loop *plain)
{
    double times[2][RUNS];
    loop *const loops[2] = {unit, plain};
    long rounds = 1;
    while (time_loop(unit, v, rounds) * LENGTH * (double)rounds < WANTED_SECONDS * 1e9)
        rounds *= 2;
    for (int run = 0; run < RUNS; run++)
        for (int which = 0; which < 2 && loops[which] != NULL; which++)
            times[which][run] = time_loop(loops[which], v, rounds);
    qsort(times[0], RUNS, sizeof times[0][0], compare_doubles);
    printf("%s,%.1f", name, times[0][RUNS / 2]);
    if (plain != NULL) {
        qsort(times[1], RUNS, sizeof times[1][0], compare_doubles);
        printf(",%.1f,%.2f\n", times[1][RUNS / 2], times[0][RUNS / 2] / times[1][RUNS / 2]);
    } else {
        puts(",,");
    }
    fflush(stdout);
}

/* ---- accumulators */

static const struct real_accumulator *accumulator; /* of the loop below */
static void *accumulator_sum;

static void accumulator_loop(struct vectors *v, long rounds)
{
    for (long round = 0; round < rounds; round++) {
        accumulator->clear(&v->format, accumulator_sum);
        for (int i = 0; i < LENGTH; i++)
            accumulator->add_product(&v->format, accumulator_sum, v->x[i], v->y[i]);
        accumulator->round(&v->format, v->sum, accumulator_sum);
    }
}

static void time_accumulator(struct vectors *v, const char *kind)
{
    char name[80];
    accumulator = real_accumulator_find(kind);
    size_t bytes = (accumulator->bytes(&v->format) + 63) & ~(size_t)63;
    accumulator_sum = aligned_alloc(64, bytes);
    if (accumulator_sum == NULL)
        abort();
    accumulator->clear(&v->format, memset(accumulator_sum, 0, bytes));
    snprintf(name, sizeof name, "%s dot of 64 with --acc=%s", v->format.name, kind);
    compare_loops(name, v, accumulator_loop, NULL);
    free(accumulator_sum);
}

int main(void)
{
    static const struct {
        const char *name;
        loop *plain;
    } cases[] = {{"double", double_loop}, {"ldouble", ldouble_loop}, {"float128", float128_loop},
                 {"dd", dd_loop},         {"qd", qd_loop},           {"mpfr:64", mpfr_loop},
                 {"mpfr:128", mpfr_loop}, {"mpfr:256", mpfr_loop},   {"mpfr:512", mpfr_loop},
                 {"mpf:128", mpf_loop},   {"mpf:256", mpf_loop},     {"mpf:512", mpf_loop},
                 {"arf:128", arf_loop},   {"arf:256", arf_loop},     {"arf:512", arf_loop},
                 {"staggered:2", NULL},   {"staggered:4", NULL},     {"staggered:10", NULL},
                 {"arprec:4", NULL},      {"arprec:6", NULL},        {"arprec:12", NULL}};
    static const char *const summed[] = {"double", "dd", "mpfr:128"};
    static struct vectors v[sizeof cases / sizeof cases[0]]; /* mpf_loop tells them apart by address */
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (vectors_create(&v[i], cases[i].name)) {
            compare_loops(cases[i].name, &v[i], unit_loop, cases[i].plain);
            vectors_destroy(&v[i]);
        }
    for (size_t i = 0; i < sizeof summed / sizeof summed[0]; i++)
        if (vectors_create(&v[0], summed[i])) {
            time_accumulator(&v[0], "kulisch");
            time_accumulator(&v[0], "mpfr");
            vectors_destroy(&v[0]);
        }
    return 0;
}
