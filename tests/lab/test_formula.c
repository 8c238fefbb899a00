/* test_formula.c - formulas as people write them: what they are worth, their terms, what is none. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lab/formula.h"

static double value(const char *text, double n, double p)
{
    char error[200];
    double values[FORMULA_LETTERS] = {0};
    values['n' - 'a'] = n;
    values['p' - 'a'] = p;
    struct formula *formula = formula_parse(text, "np", error, sizeof error);
    if (formula == NULL)
        fail_msg("%s", error);
    const double result = formula_value(formula, values);
    formula_free(formula);
    return result;
}

static void formulas_are_worth_what_people_mean(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double worth; /* for n = 1024, p = 16 */
    } rows[] = {
        {"1", 1},
        {"n", 1024},
        {"n/p", 64},
        {"n/p + log p", 68},
        {"n - p - 8", 1000},
        {"2 n", 2048},
        {"2n", 2048},
        {"n log n", 10240},
        {"n/p log n", 640},
        {"n / log^2 p", 64},
        {"log n^2", 20},
        {"log(n) p", 160},
        {"log log p", 2},
        {"(n + p) / 16", 65},
        {"n^2", 1048576},
        {"2^-1", 0.5},
        {"2^3^2", 512},
        {"-n + 2", -1022},
        {"-2^2", -4},
        {"sqrt n + sqrt(p)", 36},
        {"max(n/p, p)", 64},
        {"min(n / p, p) + 1", 17},
        {"ceil(n / 1000) + floor(n / 1000)", 3},
        {"ln 1", 0},
        {"  .5 * n  ", 512},
        {"1e3", 1000},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const double found = value(rows[k].text, 1024, 16);
        if (fabs(found - rows[k].worth) > 1e-9 * fabs(rows[k].worth))
            fail_msg("%s is %.17g, expected %.17g", rows[k].text, found, rows[k].worth);
    }
}

static void what_has_no_value_is_no_number(void **state)
{
    (void)state;
    assert_false(isfinite(value("n / log p", 10, 1)));
    assert_false(isfinite(value("sqrt(0 - n)", 10, 1)));
}

static void terms_are_what_the_outermost_signs_part(void **state)
{
    (void)state;
    char error[200];
    double values[FORMULA_LETTERS] = {0};
    values['n' - 'a'] = 8;
    values['p' - 'a'] = 2;
    struct formula *formula = formula_parse("n/p log n - (n + p) + 3", "np", error, sizeof error);
    assert_non_null(formula);
    assert_int_equal(formula_terms(formula), 3);
    static const double worth[] = {12, -10, 3};
    static const char *const texts[] = {"n/p log n", "-(n + p)", "3"};
    for (size_t k = 0; k < 3; k++) {
        assert_true(formula_term(formula, k, values) == worth[k]);
        assert_string_equal(formula_term_text(formula, k), texts[k]);
    }
    assert_true(formula_uses(formula, 'p'));
    assert_false(formula_uses(formula, 'x'));
    formula_free(formula);
}

static void what_is_no_formula_is_refused_with_its_column(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"", "something is missing at the end, at column 1"},
        {"n +", "something is missing at the end, at column 4"},
        {"n + x", "there is no such variable or function, at column 5"},
        {"nn", "there is no such variable or function, at column 1"},
        {"(n", "a ) is missing, at column 3"},
        {"n)", "not expected here, at column 2"},
        {"max(n)", "a comma is missing, at column 6"},
        {"max n", "a ( is missing, at column 5"},
        {"log^x n", "the power of a function is a number, at column 5"},
        {"n $", "not expected here, at column 3"},
        {"N", "not expected here, at column 1"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char error[200];
        assert_null(formula_parse(rows[k].text, "np", error, sizeof error));
        if (strncmp(error, rows[k].message, strlen(rows[k].message)) != 0)
            fail_msg("\"%s\": %s", rows[k].text, error);
    }
}

/* Any bytes: a formula or a message, never more memory or depth than there is. */
static void random_texts_are_formulas_or_not(void **state)
{
    (void)state;
    static const char letters[] = "np+-*/^(), .0129logmaxsqrtceilfin";
    uint32_t random = 1;
    double values[FORMULA_LETTERS] = {0};
    unsigned good = 0;
    for (unsigned round = 0; round < 200000; round++) {
        char text[64], error[200];
        size_t size = 0;
        do {
            random = random * 1664525u + 1013904223u;
            text[size++] = letters[(random >> 16) % (sizeof letters - 1)];
        } while (size < sizeof text - 1 && (random >> 8) % 12 != 0);
        text[size] = '\0';
        struct formula *formula = formula_parse(text, "np", error, sizeof error);
        assert_true((formula == NULL) == (error[0] != '\0'));
        if (formula != NULL) {
            good++;
            (void)formula_value(formula, values);
        }
        formula_free(formula);
    }
    assert_in_range(good, 3000, 200000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_are_worth_what_people_mean),
        cmocka_unit_test(what_has_no_value_is_no_number),
        cmocka_unit_test(terms_are_what_the_outermost_signs_part),
        cmocka_unit_test(what_is_no_formula_is_refused_with_its_column),
        cmocka_unit_test(random_texts_are_formulas_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
