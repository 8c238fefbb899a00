/* test_real_values.c - special values, conversions, text, images and names of the number formats. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "common/real_words.h"
#include "real_case.h"
#include "sim/real/accumulator.h"

/* x op y for every format; "nan" is equal to "nan", 0 to -0. */
static const struct {
    const char *x;
    char op;
    const char *y;
    const char *z;
} special_cases[] = {
    {"0", '+', "0", "0"},         {"1", '-', "1", "0"},        {"inf", '+', "1", "inf"},
    {"1", '+', "inf", "inf"},     {"-inf", '+', "1", "-inf"},  {"1", '-', "inf", "-inf"},
    {"inf", '-', "inf", "nan"},   {"inf", '+', "-inf", "nan"}, {"inf", '+', "inf", "inf"},
    {"nan", '+', "1", "nan"},     {"1", '-', "nan", "nan"},    {"0", '*', "5", "0"},
    {"0", '*', "inf", "nan"},     {"inf", '*', "0", "nan"},    {"inf", '*', "-2", "-inf"},
    {"-inf", '*', "-inf", "inf"}, {"nan", '*', "0", "nan"},    {"1", '/', "0", "inf"},
    {"-1", '/', "0", "-inf"},     {"0", '/', "0", "nan"},      {"0", '/', "3", "0"},
    {"1", '/', "inf", "0"},       {"inf", '/', "2", "inf"},    {"inf", '/', "inf", "nan"},
    {"inf", '/', "0", "inf"},     {"0", '/', "inf", "0"},      {"nan", '/', "nan", "nan"},
    {"0", 's', "0", "0"},         {"4", 's', "0", "2"},        {"-1", 's', "0", "nan"},
    {"inf", 's', "0", "inf"},     {"-inf", 's', "0", "nan"},   {"nan", 's', "0", "nan"},
    {"nan", 'n', "0", "nan"},     {"inf", 'n', "0", "-inf"},   {"-inf", 'a', "0", "inf"},
    {"-0", 'a', "0", "0"},        {"nan", 'a', "0", "nan"},    {"inf", 'f', "0", "nan"},
    {"2", 'f', "inf", "inf"},     {"2", 'f', "-inf", "-inf"},  {"nan", 'f', "1", "nan"},
    {"2", 'f', "3", "7"},         {"-1", 'f', "1", "0"},
};

static void test_special_values(void **state)
{
    (void)state;
    for (int i = 0; i < TRIED; i++) {
        struct real_format f;
        find_format(&f, tried_formats[i]);
        void *x = new_number(&f);
        void *y = new_number(&f);
        void *z = new_number(&f);
        void *one = new_number(&f);
        set_text(&f, one, "1");
        for (size_t k = 0; k < sizeof special_cases / sizeof special_cases[0]; k++) {
            char text[1000];
            if (f.bits < 3 && special_cases[k].op == 'f')
                continue; /* two bits have no 7 */
            set_text(&f, x, special_cases[k].x);
            set_text(&f, y, special_cases[k].y);
            switch (special_cases[k].op) {
            case '+':
                f.family->add(&f, z, x, y);
                break;
            case '-':
                f.family->sub(&f, z, x, y);
                break;
            case '*':
                f.family->mul(&f, z, x, y);
                break;
            case '/':
                f.family->div(&f, z, x, y);
                break;
            case 's':
                f.family->sqrt(&f, z, x);
                break;
            case 'n':
                f.family->neg(&f, z, x);
                break;
            case 'a':
                f.family->abs(&f, z, x);
                break;
            default: /* x * y + 1 */
                f.family->fma(&f, z, x, y, one);
                break;
            }
            print_number(&f, text, sizeof text, z, false);
            const char *got = strcmp(text, "-0") == 0 ? "0" : strcmp(text, "-nan") == 0 ? "nan" : text;
            if (strcmp(got, special_cases[k].z) != 0)
                fail_msg("%s: %s %c %s = %s, not %s", f.name, special_cases[k].x, special_cases[k].op,
                         special_cases[k].y, got, special_cases[k].z);
        }
        free_number(&f, x);
        free_number(&f, y);
        free_number(&f, z);
        free_number(&f, one);
    }
}

static void test_order_of_special_values(void **state)
{
    (void)state;
    static const char *const ascending[] = {"-inf", "-1", "0", "1", "inf"};
    for (int i = 0; i < TRIED; i++) {
        struct real_format f;
        find_format(&f, tried_formats[i]);
        void *x = new_number(&f);
        void *y = new_number(&f);
        for (int a = 0; a < 5; a++)
            for (int b = 0; b < 5; b++) {
                set_text(&f, x, ascending[a]);
                set_text(&f, y, ascending[b]);
                assert_int_equal(f.family->compare(&f, x, y), a < b   ? REAL_LESS
                                                              : a > b ? REAL_GREATER
                                                                      : REAL_EQUAL);
            }
        set_text(&f, x, "0");
        set_text(&f, y, "-0");
        assert_int_equal(f.family->compare(&f, x, y), REAL_EQUAL);
        set_text(&f, y, "nan");
        assert_int_equal(f.family->compare(&f, x, y), REAL_UNORDERED);
        assert_int_equal(f.family->compare(&f, y, x), REAL_UNORDERED);
        assert_int_equal(f.family->compare(&f, y, y), REAL_UNORDERED);
        free_number(&f, x);
        free_number(&f, y);
    }
}

static void test_conversions(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int32_t integer;
    } integers[] = {{"0", 0},
                    {"1.5", 1},
                    {"-1.5", -1},
                    {"-0.75", 0},
                    {"3e9", INT_MAX},
                    {"-3e9", INT_MIN},
                    {"inf", INT_MAX},
                    {"-inf", INT_MIN},
                    {"nan", 0},
                    {"1e-30", 0},
                    {"-2147483648", INT_MIN}};
    for (int i = 0; i < TRIED; i++) {
        struct real_format f;
        find_format(&f, tried_formats[i]);
        void *x = new_number(&f);
        for (size_t k = 0; k < sizeof integers / sizeof integers[0]; k++) {
            set_text(&f, x, integers[k].text);
            assert_int_equal(real_to_int(&f, x), integers[k].integer);
        }
        if (f.bits >= 53) {
            real_from_double(&f, x, INT_MAX);
            assert_int_equal(real_to_int(&f, x), INT_MAX);
            real_from_double(&f, x, INT_MIN);
            assert_int_equal(real_to_int(&f, x), INT_MIN);
            real_from_double(&f, x, -123456789);
            assert_int_equal(real_to_int(&f, x), -123456789);
            set_text(&f, x, "2147483646.9");
            assert_int_equal(real_to_int(&f, x), 2147483646);
        }
        if (f.bits >= 24) {
            static const float floats[] = {0.0f, 1.5f, -0.1f, FLT_MAX, FLT_MIN, 0x1p-149f, INFINITY};
            for (size_t k = 0; k < sizeof floats / sizeof floats[0]; k++) {
                real_from_double(&f, x, floats[k]);
                assert_true(real_to_float(&f, x) == floats[k]);
            }
            real_from_double(&f, x, NAN);
            assert_true(isnan(real_to_float(&f, x)));
        }
        if (f.bits >= 102) {
            /* between two floats: above the middle by less than a double can tell */
            set_text(&f, x, "0x1.000001000000000000001p+0");
            assert_true(real_to_float(&f, x) == 0x1.000002p+0f);
            set_text(&f, x, "0x1.000001p+0"); /* the middle: to even */
            assert_true(real_to_float(&f, x) == 1.0f);
        }
        free_number(&f, x);
    }
}

/* Decimals are rounded once, as the C library does it for its own types. */
static void test_parsing_rounds_once(void **state)
{
    (void)state;
    static const char *const texts[] = {"0.1",
                                        "1e23",
                                        "2.2250738585072011e-308",
                                        "4.9e-324",
                                        "2.4703282292062328e-324",
                                        "2.4703282292062327e-324",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "9007199254740993",
                                        "9007199254740993.00000000000000000000000000000000001",
                                        "0x1.00000000000008p0",
                                        "0x1.000000000000080000000000000000000001p0"};
    struct real_format f;
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        find_format(&f, "double");
        void *x = new_number(&f);
        set_text(&f, x, texts[k]);
        assert_true(*(double *)x == strtod(texts[k], NULL));
        free_number(&f, x);
        find_format(&f, "ldouble");
        x = new_number(&f);
        set_text(&f, x, texts[k]);
        assert_true(*(long double *)x == strtold(texts[k], NULL));
        free_number(&f, x);
    }
}

static void test_parsing_stops_behind_the_number(void **state)
{
    (void)state;
    struct real_format f;
    find_format(&f, "mpfr:64");
    void *x = new_number(&f);
    assert_int_equal(real_parse(&f, x, "1.5;2"), 3);
    assert_int_equal(real_parse(&f, x, ""), 0);
    assert_int_equal(real_parse(&f, x, "x"), 0);
    assert_int_equal(real_parse(&f, x, "-1e5 "), 4);
    assert_int_equal(real_to_int(&f, x), -100000);
    free_number(&f, x);
}

static void test_texts(void **state)
{
    (void)state;
    static const struct {
        const char *format;
        const char *input;
        const char *decimal;
        const char *hex;
    } cases[] = {
        {"double", "0.1", "0.10000000000000001", "0x1.999999999999ap-4"},
        {"double", "-1.5", "-1.5", "-0x1.8p+0"},
        {"double", "1e100", "1e+100", "0x1.249ad2594c37dp+332"},
        {"mpfr:2", "3", "3", "0x1.8p+1"},
        {"dd", "1", "1", "0x1p+0"},
        {"mpfr:128", "nan", "nan", "nan"},
        {"arprec:3", "-inf", "-inf", "-inf"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct real_format f;
        char text[200];
        find_format(&f, cases[k].format);
        void *x = new_number(&f);
        set_text(&f, x, cases[k].input);
        print_number(&f, text, sizeof text, x, false);
        assert_string_equal(text, cases[k].decimal);
        print_number(&f, text, sizeof text, x, true);
        assert_string_equal(text, cases[k].hex);
        assert_int_equal(print_number(&f, text, 2, x, true), strlen(cases[k].hex)); /* like snprintf */
        free_number(&f, x);
    }
}

/* Flags, width and precision mean what they mean for %g and %a. */
static void test_printed_in_style(void **state)
{
    (void)state;
    static const struct {
        const char *input;
        struct numbers_style style;
        const char *expected;
    } cases[] = {
        {"1.5", {"", 8, -1, false}, "     1.5"},
        {"1.5", {"-", 8, -1, false}, "1.5     "},
        {"-1.5", {"0", 8, -1, false}, "-00001.5"},
        {"1.5", {"+", 0, -1, false}, "+1.5"},
        {"1.5", {" ", 0, -1, false}, " 1.5"},
        {"1.5", {"#", 0, 4, false}, "1.500"},
        {"0.1", {"", 0, 3, false}, "0.1"},
        {"123456", {"", 0, 3, false}, "1.23e+05"},
        {"2.5", {"", 0, 0, false}, "2"},
        {"-inf", {"0", 8, -1, false}, "    -inf"},
        {"0", {"", 0, -1, false}, "0"},
        {"0", {"", 0, -1, true}, "0x0p+0"},
        {"-20.5", {"", 12, -1, true}, "  -0x1.48p+4"},
        {"-20.5", {"0", 12, -1, true}, "-0x001.48p+4"},
        {"20.5", {"-+", 12, -1, true}, "+0x1.48p+4  "},
        {"20.5", {"", 0, 1, true}, "0x1.4p+4"},
        {"20.5", {"", 0, 3, true}, "0x1.480p+4"},
    };
    struct real_format f;
    char text[200];
    find_format(&f, "mpfr:100");
    void *x = new_number(&f);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        set_text(&f, x, cases[k].input);
        assert_int_equal(real_print(&f, text, sizeof text, x, &cases[k].style), strlen(cases[k].expected));
        assert_string_equal(text, cases[k].expected);
    }
    free_number(&f, x);
}

/* What is printed reads back as the same number: in hexadecimal always, in decimal unless a sum of doubles
 * has a gap. */
static void test_texts_read_back(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < TRIED; i++) {
        struct real_format f;
        find_format(&f, tried_formats[i]);
        void *x = new_number(&f);
        void *y = new_number(&f);
        for (int k = 0; k < 60; k++) {
            char text[8000];
            real_from_double(&f, x, (double)random_between(&random, -1000000, 1000000) / 997);
            real_from_double(&f, y, (int32_t)random_between(&random, 1, 1000000));
            f.family->div(&f, x, x, y);
            print_number(&f, text, sizeof text, x, true);
            set_text(&f, y, text);
            assert_int_equal(f.family->compare(&f, x, y), REAL_EQUAL);
            if (f.components > 1)
                continue;
            print_number(&f, text, sizeof text, x, false);
            set_text(&f, y, text);
            assert_int_equal(f.family->compare(&f, x, y), REAL_EQUAL);
        }
        free_number(&f, x);
        free_number(&f, y);
    }
}

static void test_images(void **state)
{
    (void)state;
    static const char *const texts[] = {"0", "1", "-1.5", "0.1", "-1e-300", "1e300", "inf", "-inf", "nan"};
    for (int i = 0; i < TRIED; i++) {
        struct real_format f;
        find_format(&f, tried_formats[i]);
        void *x = new_number(&f);
        void *y = new_number(&f);
        uint32_t image[NUMBERS_MAX_IMAGE];
        uint32_t again[NUMBERS_MAX_IMAGE];
        assert_true(f.image_words <= NUMBERS_MAX_IMAGE);
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
            set_text(&f, x, texts[k]);
            memset(image, 0xaa, sizeof image);
            memset(again, 0x55, sizeof again);
            f.family->store(&f, image, x);
            assert_int_equal(image[f.image_words], 0xaaaaaaaa); /* the word after the image is unchanged */
            set_text(&f, y, "7");
            f.family->load(&f, y, image);
            f.family->store(&f, again, y);
            assert_memory_equal(image, again, f.image_words * sizeof *image);
            if (strcmp(texts[k], "nan") == 0)
                assert_int_equal(f.family->compare(&f, x, y), REAL_UNORDERED);
            else
                assert_int_equal(f.family->compare(&f, x, y), REAL_EQUAL);
        }
        memset(image, 0, sizeof image);
        f.family->load(&f, x, image);
        set_text(&f, y, "0");
        assert_int_equal(f.family->compare(&f, x, y), REAL_EQUAL);
        free_number(&f, x);
        free_number(&f, y);
    }
}

/* Whatever a program has in memory: loading it and computing with it ends well (the sanitizers' build
 * watches). */
static void test_images_of_anything(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int i = 0; i < TRIED; i++) {
        struct real_format f;
        find_format(&f, tried_formats[i]);
        void *x = new_number(&f);
        void *y = new_number(&f);
        void *z = new_number(&f);
        uint32_t image[NUMBERS_MAX_IMAGE] = {0};
        for (int k = 0; k < 300; k++) {
            for (uint32_t word = 0; word < f.image_words; word++)
                image[word] = (uint32_t)random_bits(&random);
            if (k % 3 != 0) /* nearly right: a kind, a small size, a small exponent */
                image[0] =
                    (uint32_t)random_between(&random, 0, 4) + 256 * (uint32_t)random_between(&random, 0, 6);
            if (k % 3 == 1)
                image[1] = (uint32_t)random_between(&random, -40, 40);
            if (k % 5 == 0)
                image[f.image_words - 1] |= 0x80000000u;
            f.family->load(&f, k % 2 == 0 ? x : y, image);
            f.family->add(&f, z, x, y);
            f.family->mul(&f, z, x, z);
            f.family->div(&f, z, z, y);
            f.family->fma(&f, z, x, y, z);
            f.family->sqrt(&f, z, x);
            (void)f.family->compare(&f, x, y);
            (void)real_to_int(&f, x);
            (void)real_to_float(&f, y);
            f.family->store(&f, image, z);
        }
        free_number(&f, x);
        free_number(&f, y);
        free_number(&f, z);
    }
}

/* ---- nothing is allocated by an operation */

static size_t allocations; /* counted through GMP's hooks, which MPFR uses too */

static void *count_allocate(size_t size)
{
    allocations++;
    return malloc(size);
}

static void *count_reallocate(void *old, size_t old_size, size_t size)
{
    (void)old_size;
    allocations++;
    return realloc(old, size);
}

static void count_free(void *old, size_t size)
{
    (void)size;
    free(old);
}

static void test_operations_do_not_allocate(void **state)
{
    (void)state;
    for (int i = 0; i < TRIED; i++) {
        struct real_format f;
        find_format(&f, tried_formats[i]);
        if (strncmp(f.name, "arf", 3) == 0)
            continue; /* FLINT allocates: arf.c says when */
        void *x = new_number(&f);
        void *y = new_number(&f);
        void *z = new_number(&f);
        uint32_t image[NUMBERS_MAX_IMAGE];
        set_text(&f, x, "0.7");
        set_text(&f, y, "-1.3");
        allocations = 0;
        f.family->add(&f, z, x, y);
        f.family->sub(&f, z, x, y);
        f.family->mul(&f, z, x, y);
        f.family->div(&f, z, x, y);
        f.family->fma(&f, z, x, y, z);
        f.family->sqrt(&f, z, x);
        f.family->copy(&f, z, x);
        f.family->neg(&f, z, x);
        f.family->abs(&f, z, y);
        f.family->store(&f, image, x);
        f.family->load(&f, z, image);
        (void)f.family->compare(&f, x, y);
        if (strcmp(f.name, "ldouble") != 0) { /* MPFR allocates to convert it */
            real_from_double(&f, z, 5);
            (void)real_to_int(&f, x);
            (void)real_to_float(&f, x);
        }
        if (allocations != 0)
            fail_msg("%s: %zu allocations", f.name, allocations);
        free_number(&f, x);
        free_number(&f, y);
        free_number(&f, z);
    }
}

/* ---- names */

static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *error;
    } wrong[] = {
        {"binary",
         "there is no number format 'binary'; there are double ldouble float128 dd qd mpfr:P mpf:P arf:P "
         "staggered:K arprec:N"},
        {"", "there is no number format ''; there are double ldouble float128 dd qd mpfr:P mpf:P arf:P "
             "staggered:K "
             "arprec:N"},
        {"mpfr", "the number format mpfr:P needs a number P from 2 to 16384"},
        {"mpfr:", "the number format mpfr:P needs a number P from 2 to 16384"},
        {"mpfr:1", "the number format mpfr:P needs a number P from 2 to 16384"},
        {"mpfr:16385", "the number format mpfr:P needs a number P from 2 to 16384"},
        {"mpfr:128x", "the number format mpfr:P needs a number P from 2 to 16384"},
        {"mpfr:-5", "the number format mpfr:P needs a number P from 2 to 16384"},
        {"mpf:52", "the number format mpf:P needs a number P from 53 to 16384"},
        {"staggered:40", "the number format staggered:K needs a number K from 2 to 39"},
        {"arprec:1", "the number format arprec:N needs a number N from 2 to 342"},
        {"double:3", "the number format double has no parameter"},
    };
    struct real_format f;
    char error[300];
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        assert_false(real_format_find(&f, wrong[k].name, error, sizeof error));
        assert_string_equal(error, wrong[k].error);
    }
    find_format(&f, "mpfr:128");
    assert_string_equal(f.name, "mpfr:128");
    assert_int_equal(f.bits, 128);
    assert_int_equal(f.image_words, 6);
    find_format(&f, "double");
    assert_int_equal(f.image_words, 2);
    find_format(&f, "ldouble");
    assert_int_equal(f.image_words, 3);
    find_format(&f, "float128");
    assert_int_equal(f.image_words, 4);
    find_format(&f, "qd");
    assert_int_equal(f.image_words, 8);
    find_format(&f, "mpf:512"); /* GMP keeps (512 + 127) / 64 + 1 = 10 limbs */
    assert_int_equal(f.image_words, 22);
    find_format(&f, "staggered:4");
    assert_int_equal(f.image_words, 8);
    assert_int_equal(f.bits, 212);
    find_format(&f, "arprec:12");
    assert_int_equal(f.image_words, 26);
    assert_int_equal(f.bits, 529);
}

static void test_extreme_parameters(void **state)
{
    (void)state;
    static const char *const names[] = {"mpfr:16384", "mpf:16384", "arf:16384", "staggered:39", "arprec:342"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        struct real_format f;
        find_format(&f, names[k]);
        assert_true(f.image_words <= NUMBERS_MAX_IMAGE);
        void *x = new_number(&f);
        void *y = new_number(&f);
        set_text(&f, x, "2");
        set_text(&f, y, "3");
        f.family->div(&f, x, x, y);
        f.family->sqrt(&f, x, x);
        f.family->mul(&f, x, x, x);
        f.family->fma(&f, x, x, y, x); /* 2 + 2/3 */
        uint32_t image[NUMBERS_MAX_IMAGE];
        f.family->store(&f, image, x);
        f.family->load(&f, y, image);
        assert_int_equal(f.family->compare(&f, x, y), REAL_EQUAL);
        assert_int_equal(real_to_int(&f, x), 2);
        free_number(&f, x);
        free_number(&f, y);
    }
}

/* Compiled programs keep real_words_of_bits words for a number; they must have room for every format of so
 * many bits. */
static void test_words_of_compiled_programs(void **state)
{
    (void)state;
    assert_int_equal(real_words_of_bits(512), 26); /* 11 blocks of 48 bits, one more, a head of 2 */
    assert_int_equal(real_words_of_bits(48), 6);
    assert_int_equal(real_words_of_bits(49), 8);
    for (uint32_t bits = 49; bits <= 16384; bits++) {
        uint32_t words = real_words_of_bits(bits);
        assert_true(real_words_of_bits(real_bits_of_words(words)) == words);
        assert_true(real_bits_of_words(words) <= bits);
        assert_true(real_words_of_bits(real_bits_of_words(words) - 1) < words);
    }
    for (int i = 0; i < TRIED; i++) {
        struct real_format f;
        find_format(&f, tried_formats[i]);
        assert_true(real_words_of_bits(real_bits_of_words(f.image_words)) >= f.image_words);
    }
}

static void test_list(void **state)
{
    (void)state;
    char name[REAL_NAME_SIZE];
    const char *text;
    unsigned count = 0;
    while (real_format_list(count, name, sizeof name, &text)) {
        if (count == 0)
            assert_string_equal(name, "double");
        if (count == 5)
            assert_string_equal(name, "mpfr:P");
        assert_true(strlen(text) > 10);
        count++;
    }
    assert_int_equal(count, 10);
}

/* docs/precision.md has the rows of both tables, word for word. */
static void test_manual(void **state)
{
    (void)state;
    static char manual[60000];
    FILE *file = fopen("docs/precision.md", "r");
    assert_non_null(file);
    size_t length = fread(manual, 1, sizeof manual - 1, file);
    fclose(file);
    manual[length] = '\0';
    char name[REAL_NAME_SIZE];
    const char *text;
    char row[300];
    for (unsigned i = 0; real_format_list(i, name, sizeof name, &text); i++) {
        snprintf(row, sizeof row, "\n| `%s` | %s |\n", name, text);
        if (strstr(manual, row) == NULL)
            fail_msg("docs/precision.md lacks %s", row);
    }
    static const char *const accumulators[] = {
#define REAL_ACCUMULATOR(name, text) "\n| `" #name "` | " text " |\n",
#include "sim/real/accumulator.def"
    };
    for (size_t i = 0; i < sizeof accumulators / sizeof *accumulators; i++)
        if (strstr(manual, accumulators[i]) == NULL)
            fail_msg("docs/precision.md lacks %s", accumulators[i]);
}

int main(void)
{
    mp_set_memory_functions(count_allocate, count_reallocate, count_free);
    const struct CMUnitTest tests[] = {
        {"infinities, NaN and zeros behave alike in every format", test_special_values, NULL, NULL, NULL},
        {"special values are ordered, NaN is not", test_order_of_special_values, NULL, NULL, NULL},
        {"conversions to and from int and float", test_conversions, NULL, NULL, NULL},
        {"decimals are rounded once", test_parsing_rounds_once, NULL, NULL, NULL},
        {"parsing stops behind the number", test_parsing_stops_behind_the_number, NULL, NULL, NULL},
        {"texts are as written", test_texts, NULL, NULL, NULL},
        {"texts are printed in style", test_printed_in_style, NULL, NULL, NULL},
        {"texts read back as the same number", test_texts_read_back, NULL, NULL, NULL},
        {"images bring numbers back", test_images, NULL, NULL, NULL},
        {"images of anything are harmless", test_images_of_anything, NULL, NULL, NULL},
        {"operations do not allocate", test_operations_do_not_allocate, NULL, NULL, NULL},
        {"names of formats, and what is wrong with them", test_names, NULL, NULL, NULL},
        {"the largest parameters work", test_extreme_parameters, NULL, NULL, NULL},
        {"compiled programs have room for every format of their bits", test_words_of_compiled_programs, NULL,
         NULL, NULL},
        {"the formats can be listed", test_list, NULL, NULL, NULL},
        {"docs/precision.md has the tables of formats and accumulators", test_manual, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
