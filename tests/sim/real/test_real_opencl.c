/* test_real_opencl.c - exact sums on an OpenCL device are those of the host's accumulator and of MPFR, bit
 * for bit: random and hostile vectors, in batches, and by the accumulator. Skipped where there is no device.
 */
#include <math.h>
#include <string.h>
#include <time.h>

#include "random_double.h"
#include "sim/real/accumulator.h"
#include "sim/real/kulisch.h"
#include "sim/real/opencl.h"

enum { MOST = 300, BATCH = 50 };

/* From SEED of the environment, else of the clock; printed. */
static uint64_t random_seed(void)
{
    const char *chosen = getenv("SEED");
    const uint64_t seed = chosen != NULL ? strtoull(chosen, NULL, 10) : (uint64_t)time(NULL);
    print_message("SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

/* The driver with its default device; the test ends as skipped without one. */
static const struct opencl_driver *open_driver(void)
{
    char error[300];
    const struct opencl_driver *driver = opencl_find(error, sizeof error);
    if (driver == NULL || !driver->open(NULL, error, sizeof error)) {
        print_message("skipped: %s\n", error);
        skip();
    }
    return driver;
}

static void assert_same(double expected, double got, const char *what, long which)
{
    uint64_t expected_bits, got_bits;
    memcpy(&expected_bits, &expected, sizeof expected_bits);
    memcpy(&got_bits, &got, sizeof got_bits);
    if (expected_bits != got_bits && !(isnan(expected) && isnan(got)))
        fail_msg("%s %ld: %a is expected, not %a", what, which, expected, got);
}

static double host_dot(const double *x, const double *y, size_t count)
{
    union kulisch_doubles sum;
    kulisch_create_doubles(&sum);
    for (size_t i = 0; i < count; i++)
        kulisch_add_product(&sum.sum, x[i], y[i]);
    return kulisch_round(&sum.sum);
}

/* By MPFR alone; of finite numbers. */
static double dot_of_mpfr(const double *x, const double *y, size_t count)
{
    mpfr_t sum;
    mpfr_t product;
    mpfr_t factor;
    mpfr_init2(sum, 4352);
    mpfr_init2(product, 106);
    mpfr_init2(factor, 53);
    mpfr_set_zero(sum, 1);
    for (size_t i = 0; i < count; i++) {
        mpfr_set_d(product, x[i], MPFR_RNDN);
        mpfr_set_d(factor, y[i], MPFR_RNDN);
        mpfr_mul(product, product, factor, MPFR_RNDN);
        mpfr_add(sum, sum, product, MPFR_RNDN);
    }
    const double result = mpfr_get_d(sum, MPFR_RNDN);
    mpfr_clear(sum);
    mpfr_clear(product);
    mpfr_clear(factor);
    return result;
}

/* Calculates a batch, and rounds each of its sums. */
static void dots(const struct opencl_driver *driver, struct opencl_sum *sum, double *result, size_t count)
{
    char error[300];
    union kulisch_doubles *exact = calloc(count, sizeof *exact);
    assert_non_null(exact);
    for (size_t i = 0; i < count; i++) {
        kulisch_create_doubles(&exact[i]);
        sum[i].digits = exact[i].sum.digit;
    }
    assert_true(driver->sums(sum, count, true, error, sizeof error));
    for (size_t i = 0; i < count; i++) {
        kulisch_take_digits(&exact[i].sum, sum[i].terms);
        result[i] = kulisch_round(&exact[i].sum);
    }
    free(exact);
}

/* 10,000 vectors of up to 300 numbers from the whole range, in batches. */
static void test_random_vectors(void **state)
{
    static double x[BATCH][MOST];
    static double y[BATCH][MOST];
    const struct opencl_driver *driver = open_driver();
    uint64_t random = random_seed();
    (void)state;
    for (long round = 0; round < 10000 / BATCH; round++) {
        struct opencl_sum sum[BATCH];
        double result[BATCH];
        for (int i = 0; i < BATCH; i++) {
            const int count = (int)random_between(&random, 0, i % 3 == 0 ? MOST : 8);
            random_vectors(&random, x[i], y[i], count);
            sum[i] = (struct opencl_sum){.x = x[i], .y = y[i], .terms = (size_t)count};
        }
        dots(driver, sum, result, BATCH);
        for (int i = 0; i < BATCH; i++) {
            const double expected = host_dot(sum[i].x, sum[i].y, sum[i].terms);
            assert_same(expected, result[i], "vector", round * BATCH + i);
            assert_same(dot_of_mpfr(sum[i].x, sum[i].y, sum[i].terms), result[i], "MPFR: vector",
                        round * BATCH + i);
        }
    }
}

/* Ten million terms of one sign at the end of the range, and as many that cancel except for the last one. */
static void test_long_sums(void **state)
{
    enum { TERMS = 10000000 };
    const struct opencl_driver *driver = open_driver();
    double *x = malloc(TERMS * sizeof *x);
    double *y = malloc(TERMS * sizeof *y);
    double result;
    (void)state;
    if (x == NULL || y == NULL) {
        free(x);
        free(y);
        fail();
        return;
    }
    for (int kind = 0; kind < 3; kind++) {
        for (long i = 0; i < TERMS; i++) {
            x[i] = kind == 0   ? 0x1.fffffffffffffp1023
                   : kind == 1 ? (i % 2 == 0 ? 0x1p1000 : -0x1p1000)
                               : 0x1p-1074;
            y[i] = kind == 0 ? 0x1.fffffffffffffp1023 : kind == 1 ? 0x1p1000 : 0x1.8p-20;
        }
        if (kind == 1)
            x[TERMS - 1] = y[TERMS - 1] = 0x1p-530;
        if (kind == 1)
            x[TERMS - 2] = 0;
        struct opencl_sum sum = {.x = x, .y = y, .terms = TERMS};
        dots(driver, &sum, &result, 1);
        assert_same(host_dot(x, y, TERMS), result, "long sum", kind);
    }
    free(x);
    free(y);
}

/* Does the same to accumulators of both kinds and compares images and rounded sums. */
static void check_accumulator(const char *format_name, const char *name)
{
    /* parts behind a finite one: images come from programs */
    static const double odd[] = {0, 0x1p-1074, INFINITY, -INFINITY, NAN, 1};
    struct real_format format;
    const struct real_accumulator *kind[2] = {real_accumulator_find("kulisch"), real_accumulator_find(name)};
    void *sum[2];
    void *z[2];
    uint32_t *image[2];
    char error[300];
    uint64_t random = random_seed();
    find_format(&format, format_name);
    assert_true(kind[1]->open(&format, NULL, error, sizeof error));
    void *x = new_number(&format);
    void *y = new_number(&format);
    const size_t image_bytes = real_accumulator_words(&format) * sizeof(uint32_t);
    for (int i = 0; i < 2; i++) {
        sum[i] = new_memory(kind[i]->bytes(&format));
        kind[i]->clear(&format, sum[i]);
        z[i] = new_number(&format);
        image[i] = new_memory(image_bytes);
        memset(image[i], 0, image_bytes);
    }
    for (long step = 0; step < 6000; step++) {
        const int what = (int)random_between(&random, 0, 99);
        double parts[2] = {random_double(&random), step % 1000 == 999 ? odd[step / 1000] : 0};
        memcpy(x, parts, format.components * sizeof(double));
        parts[0] = random_double(&random);
        memcpy(y, parts, sizeof(double));
        for (int i = 0; i < 2; i++) {
            if (what < 80)
                kind[i]->add_product(&format, sum[i], x, y);
            else if (what < 84)
                kind[i]->add(&format, sum[i], x, 1);
            else if (what < 88)
                kind[i]->add(&format, sum[i], x, -1);
            else if (what < 93)
                kind[i]->merge(&format, sum[i], image[i]);
            else if (what < 94)
                kind[i]->clear(&format, sum[i]);
            else if (what < 97)
                kind[i]->round(&format, z[i], sum[i]);
            else
                kind[i]->store(&format, image[i], sum[i]);
        }
        assert_memory_equal(z[0], z[1], format.components * sizeof(double));
        assert_memory_equal(image[0], image[1], image_bytes);
    }
    free_number(&format, x);
    free_number(&format, y);
    for (int i = 0; i < 2; i++) {
        free_number(&format, z[i]);
        free(sum[i]);
        free(image[i]);
    }
}

static void test_accumulators(void **state)
{
    (void)state;
    open_driver();
    for (int i = 0; i < 2; i++) {
        const char *name = i == 0 ? "opencl" : "openclnocalc";
        check_accumulator("double", name);
        check_accumulator("staggered:2", name);
    }
}

/* Formats whose numbers are no sums of doubles have no such accumulator; a device that is not there is an
 * error. */
static void test_refusals(void **state)
{
    struct real_format format;
    char error[300];
    (void)state;
    const struct opencl_driver *driver = open_driver();
    find_format(&format, "mpfr:64");
    assert_false(real_accumulator_find("opencl")->open(&format, NULL, error, sizeof error));
    assert_non_null(strstr(error, "--real=double"));
    assert_false(driver->open("63", error, sizeof error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_vectors),
                                       cmocka_unit_test(test_long_sums), cmocka_unit_test(test_accumulators),
                                       cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
