/* test_real_accumulator.c - the long accumulators: exact sums, rounded once, the same from both
 * implementations. */
#include <math.h>
#include <string.h>

#include "random_double.h"
#include "sim/real/accumulator.h"
#include "sim/real/kulisch.h"

/* The two implementations side by side. */
struct pair {
    struct real_format format;
    const struct real_accumulator *kind[2];
    void *sum[2];
    uint32_t *image[2];
    void *x, *y, *z[2];
};

static void start(struct pair *p, const char *name)
{
    find_format(&p->format, name);
    p->kind[0] = real_accumulator_find("kulisch");
    p->kind[1] = real_accumulator_find("mpfr");
    p->x = new_number(&p->format);
    p->y = new_number(&p->format);
    for (int i = 0; i < 2; i++) {
        p->sum[i] = new_memory(p->kind[i]->bytes(&p->format));
        p->kind[i]->clear(&p->format, p->sum[i]);
        p->image[i] = new_memory((real_accumulator_words(&p->format) + 1) * sizeof(uint32_t));
        p->z[i] = new_number(&p->format);
    }
}

static void stop(struct pair *p)
{
    free_number(&p->format, p->x);
    free_number(&p->format, p->y);
    for (int i = 0; i < 2; i++) {
        free_number(&p->format, p->z[i]);
        free(p->sum[i]);
        free(p->image[i]);
    }
}

static void clear(struct pair *p)
{
    for (int i = 0; i < 2; i++)
        p->kind[i]->clear(&p->format, p->sum[i]);
}

/* Adds a product (op '*'), x (op '+') or takes x off (op '-'). */
static void apply(struct pair *p, char op)
{
    for (int i = 0; i < 2; i++) {
        if (op == '*')
            p->kind[i]->add_product(&p->format, p->sum[i], p->x, p->y);
        else
            p->kind[i]->add(&p->format, p->sum[i], p->x, op == '+' ? 1 : -1);
    }
}

/* Rounds both; fails unless results and images are equal. */
static void agree(struct pair *p)
{
    uint32_t words = real_accumulator_words(&p->format);
    uint32_t rounded[2][NUMBERS_MAX_IMAGE];
    for (int i = 0; i < 2; i++) {
        p->kind[i]->round(&p->format, p->z[i], p->sum[i]);
        p->format.family->store(&p->format, rounded[i], p->z[i]);
        p->image[i][words] = 0xabcdef01;
        p->kind[i]->store(&p->format, p->image[i], p->sum[i]);
        assert_int_equal(p->image[i][words], 0xabcdef01);
    }
    assert_memory_equal(rounded[0], rounded[1], p->format.image_words * sizeof(uint32_t));
    assert_memory_equal(p->image[0], p->image[1], words * sizeof(uint32_t));
}

static double rounded_double(const struct pair *p)
{
    return *(const double *)p->z[0];
}

static void add_double(struct pair *p, double x, double y)
{
    *(double *)p->x = x;
    *(double *)p->y = y;
    apply(p, '*');
}

static void test_sums_that_doubles_lose(void **state)
{
    (void)state;
    struct pair p;
    start(&p, "double");
    assert_int_equal(real_accumulator_words(&p.format), 134); /* 4224 bits, a word for carries, a head */
    add_double(&p, 1e300, 1.0);
    add_double(&p, 1.0, 1e-300);
    add_double(&p, -1e300, 1.0);
    agree(&p);
    assert_true(rounded_double(&p) == 1e-300);

    clear(&p); /* the least product there is, a million times, beside the greatest, which goes again */
    add_double(&p, 0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023);
    for (int i = 0; i < 1000000; i++)
        kulisch_add_product(p.sum[0], 0x1p-1074, 0x1p-1074);
    agree(&(struct pair){.format = p.format,
                         .kind = {p.kind[0], p.kind[0]},
                         .sum = {p.sum[0], p.sum[0]},
                         .image = {p.image[0], p.image[1]},
                         .z = {p.z[0], p.z[1]}});
    assert_true(isinf(rounded_double(&p)));
    kulisch_add_product(p.sum[0], -0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023);
    for (int i = 0; i < 500000; i++)
        kulisch_add_product(p.sum[0], -0x1p-1074, 0x1p-1074);
    kulisch_store(p.sum[0], p.image[0]);
    assert_int_equal(p.image[0][1], 500000); /* times 2^-2148, the lowest bit */
    for (int i = 2; i < 134; i++)
        assert_int_equal(p.image[0][i], 0);
    stop(&p);
}

static void test_rounding_once(void **state)
{
    (void)state;
    struct pair p;
    start(&p, "double");
    static const struct {
        double a, b, c; /* a + b + c */
        double sum;
    } cases[] = {
        {1.0, 0x1p-53, 0.0, 1.0},                                 /* a tie goes to even */
        {1.0, 0x1p-53, 0x1p-1074, 0x1.0000000000001p0},           /* a little more than a tie */
        {1.0, 0x1p-53, -0x1p-1074, 1.0},                          /* a little less */
        {0x1.0000000000001p0, 0x1p-53, 0.0, 0x1.0000000000002p0}, /* to even, upwards */
        {-1.0, -0x1p-53, -0x1p-1074, -0x1.0000000000001p0},       /* the same below 0 */
        {0x1.fffffffffffffp1023, 0x1p969, 0.0,
         0x1.fffffffffffffp1023},                         /* less than half a place beyond the end */
        {0x1.fffffffffffffp1023, 0x1p970, 0.0, INFINITY}, /* half a place: beyond */
        {0x1p-1074, 0x1p-1074, -0x1p-1074, 0x1p-1074},
        {0x1p-1022, -0x1p-1074, 0.0, 0x0.fffffffffffffp-1022}, /* into the subnormals */
        {3.0, -2.0, -1.0, 0.0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        clear(&p);
        add_double(&p, cases[k].a, 1.0);
        add_double(&p, cases[k].b, 1.0);
        add_double(&p, cases[k].c, 1.0);
        agree(&p);
        assert_true(rounded_double(&p) == cases[k].sum);
    }
    clear(&p); /* less than half the least number, half of it, more */
    add_double(&p, 0x1p-1000, 0x1p-76);
    agree(&p);
    assert_true(rounded_double(&p) == 0.0);
    clear(&p);
    add_double(&p, 0x1p-1000, 0x1p-75);
    agree(&p);
    assert_true(rounded_double(&p) == 0.0);
    add_double(&p, 0x1p-1074, 0x1p-1074);
    agree(&p);
    assert_true(rounded_double(&p) == 0x1p-1074);
    stop(&p);
}

static void test_special_values(void **state)
{
    (void)state;
    static const struct {
        double x[2], y[2];
        double sum; /* of x[0] y[0] + x[1] y[1] */
    } cases[] = {
        {{INFINITY, 1}, {2, 1}, INFINITY},
        {{-INFINITY, 1}, {2, 1}, -INFINITY},
        {{INFINITY, -INFINITY}, {1, 1}, NAN},
        {{NAN, 1}, {0, 1}, NAN},
        {{INFINITY, 1}, {0, 1}, NAN},
        {{0, 0}, {-1, 0}, 0},
        {{INFINITY, INFINITY}, {1, 3}, INFINITY},
        {{1e308, 1e308}, {10, -10}, 0},
    };
    static const char *const names[] = {"double",  "dd",     "staggered:3", "ldouble",
                                        "mpfr:64", "mpf:64", "arf:64",      "arprec:3"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        struct pair p;
        start(&p, names[n]);
        for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
            clear(&p);
            for (int i = 0; i < 2; i++) {
                real_from_double(&p.format, p.x, cases[k].x[i]);
                real_from_double(&p.format, p.y, cases[k].y[i]);
                apply(&p, '*');
            }
            agree(&p);
            char text[100];
            char expected[100];
            print_number(&p.format, text, sizeof text, p.z[0], false);
            snprintf(expected, sizeof expected, "%g", cases[k].sum);
            assert_string_equal(text, isnan(cases[k].sum) ? "nan" : expected);
        }
        stop(&p);
    }
}

static void test_random_doubles(void **state)
{
    (void)state;
    struct pair p;
    uint64_t random = 3;
    start(&p, "double");
    for (int dot = 0; dot < 20000; dot++) {
        double x[8];
        double y[8];
        int terms = (int)random_between(&random, 1, 8);
        random_vectors(&random, x, y, terms);
        clear(&p);
        for (int i = 0; i < terms; i++) {
            add_double(&p, x[i], y[i]);
            if (random_bits(&random) % 4 == 0)
                apply(&p, random_bits(&random) % 2 == 0 ? '+' : '-');
        }
        agree(&p);
    }
    stop(&p);
}

/* All formats: products of random numbers, exact as MPFR has them. */
static void test_random_numbers(void **state)
{
    (void)state;
    uint64_t random = 4;
    for (int i = 0; i < TRIED; i++) {
        struct pair p;
        start(&p, tried_formats[i]);
        for (int dot = 0; dot < 60; dot++) {
            clear(&p);
            for (int term = 0; term < 6; term++) {
                bool far = p.format.components == 0;
                real_from_double(&p.format, p.y, (double)random_between(&random, -1000000, 1000000));
                real_from_double(&p.format, p.x, 0x1.0p-30 * (double)random_between(&random, 1, 1l << 40));
                p.format.family->div(&p.format, p.x, p.y, p.x);
                real_from_double(&p.format, p.y, ldexp(1.0, (int)random_between(&random, -1000, 1000)));
                p.format.family->mul(&p.format, p.x, p.x, p.y);
                if (far) /* beyond what doubles have */
                    p.format.family->mul(&p.format, p.y, p.y, p.y);
                apply(&p, '*');
                apply(&p, random_bits(&random) % 2 == 0 ? '+' : '-');
            }
            agree(&p);
        }
        stop(&p);
    }
}

static void test_merging(void **state)
{
    (void)state;
    uint64_t random = 5;
    static const char *const names[] = {"double", "qd", "float128", "mpfr:200", "arprec:5"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        struct pair p;
        start(&p, names[n]);
        for (int k = 0; k < 50; k++) {
            /* -x stored, x in the sum: merged they are 0, and twice merged -x again */
            clear(&p);
            real_from_double(&p.format, p.x, (double)random_between(&random, 1, 1000) / 7);
            apply(&p, '-');
            agree(&p);
            clear(&p);
            apply(&p, '+');
            for (int times = 0; times < 2; times++)
                for (int i = 0; i < 2; i++)
                    p.kind[i]->merge(&p.format, p.sum[i], p.image[i]);
            agree(&p);
            p.format.family->neg(&p.format, p.x, p.x);
            assert_int_equal(p.format.family->compare(&p.format, p.z[0], p.x), REAL_EQUAL);
        }
        /* any words are a sum */
        for (int k = 0; k < 50; k++) {
            for (uint32_t word = 0; word < real_accumulator_words(&p.format); word++)
                p.image[0][word] = (uint32_t)random_bits(&random) & (word == 0 ? 0u : ~0u);
            for (int i = 0; i < 2; i++)
                p.kind[i]->merge(&p.format, p.sum[i], p.image[0]);
            agree(&p);
            clear(&p);
        }
        stop(&p);
    }
}

static void test_numbers_out_of_range(void **state)
{
    (void)state;
    static const char *const names[] = {"mpfr:100", "mpf:100", "arf:100", "arprec:4"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        struct pair p;
        start(&p, names[n]);
        set_text(&p.format, p.x, "0x1p16383");  /* the last power of two below 2^16384 */
        set_text(&p.format, p.y, "0x1p-16494"); /* the first number */
        apply(&p, '*');
        agree(&p);
        set_text(&p.format, p.x, "0x1p-111");
        assert_int_equal(p.format.family->compare(&p.format, p.z[0], p.x), REAL_EQUAL);
        set_text(&p.format, p.x, "0x1p16384");
        apply(&p, '*');
        agree(&p);
        assert_int_equal(p.format.family->compare(&p.format, p.z[0], p.z[0]), REAL_UNORDERED); /* NaN */
        clear(&p);
        set_text(&p.format, p.x, "0x1p-16495");
        apply(&p, '+');
        agree(&p);
        assert_int_equal(p.format.family->compare(&p.format, p.z[0], p.z[0]), REAL_UNORDERED);
        stop(&p);
    }
}

static void test_names(void **state)
{
    (void)state;
    static const char *const names[] = {"kulisch", "mpfr", "opencl", "openclnocalc"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_non_null(real_accumulator_find(names[i]));
    assert_null(real_accumulator_find("fast"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_that_doubles_lose), cmocka_unit_test(test_rounding_once),
        cmocka_unit_test(test_special_values),         cmocka_unit_test(test_random_doubles),
        cmocka_unit_test(test_random_numbers),         cmocka_unit_test(test_merging),
        cmocka_unit_test(test_numbers_out_of_range),   cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
