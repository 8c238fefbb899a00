/* test_eigenvalues.c - the eigenvalues of tridiagonal matrices that are known in closed form; which of them
 * count; and that no text, however damaged, brings the reader or the method down.
 *
 * Links liblanczos.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "programs/lanczos/tridiagonal.h"

static const char program[] = "test";

enum { BITS = 1024 };

static void parse(struct number_list *numbers, enum number_kind kind, const char *text, mpfr_prec_t bits)
{
    assert_true(numbers_parse(numbers, kind, text, strlen(text), "text", bits, program));
}

/* Whether it is what rounding errors may leave of numbers below 10. */
static bool is_tiny(mpfr_srcptr error)
{
    return mpfr_zero_p(error) || mpfr_get_exp(error) < -(BITS - 20);
}

/* 2 on the diagonal, 1 beside it: the eigenvalues are 2 - 2 cos(k pi / (n + 1)), k = 1..n. */
static void the_second_difference_has_its_eigenvalues(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 60; n += n < 5 ? 1 : 11) {
        struct number_list matrix;
        struct number_list computed;
        mpfr_t truth;
        mpfr_init2(truth, BITS);
        numbers_create(&matrix, NUMBER_TRIDIAGONAL, n, BITS, program);
        for (size_t i = 0; i < n; i++) {
            mpfr_set_ui(matrix.value[2 * i], 2, MPFR_RNDN);
            mpfr_set_ui(matrix.value[2 * i + 1], 1, MPFR_RNDN);
        }
        assert_true(tridiagonal_eigenvalues(&computed, &matrix, program));
        for (size_t k = 0; k < n; k++) {
            mpfr_const_pi(truth, MPFR_RNDN);
            mpfr_mul_ui(truth, truth, k + 1, MPFR_RNDN);
            mpfr_div_ui(truth, truth, n + 1, MPFR_RNDN);
            mpfr_cos(truth, truth, MPFR_RNDN);
            mpfr_mul_si(truth, truth, -2, MPFR_RNDN);
            mpfr_add_ui(truth, truth, 2, MPFR_RNDN);
            mpfr_sub(truth, truth, computed.value[k], MPFR_RNDN);
            assert_true(is_tiny(truth));
        }
        mpfr_clear(truth);
        numbers_free(&matrix);
        numbers_free(&computed);
    }
}

/* Four blocks: 5; 1 2 2 1 with eigenvalues -1 and 3; 0; -7. */
static void a_matrix_that_falls_apart_has_the_eigenvalues_of_its_parts(void **state)
{
    (void)state;
    static const double expected[] = {-7, -1, 0, 3, 5};
    struct number_list matrix;
    struct number_list computed;
    parse(&matrix, NUMBER_TRIDIAGONAL, "tridiagonal 5\n5 0\n1 2\n1 0\n0 0\n-7 99\n", BITS);
    assert_true(tridiagonal_eigenvalues(&computed, &matrix, program));
    for (size_t i = 0; i < 5; i++) {
        mpfr_sub_d(computed.value[i], computed.value[i], expected[i], MPFR_RNDN);
        assert_true(is_tiny(computed.value[i]));
    }
    numbers_free(&matrix);
    numbers_free(&computed);
}

static size_t matched(const char *truth_text, const char *computed_text, const char *tolerance_text)
{
    struct number_list truth;
    struct number_list computed;
    mpfr_t tolerance;
    mpfr_init2(tolerance, BITS);
    mpfr_set_str(tolerance, tolerance_text, 10, MPFR_RNDN);
    parse(&truth, NUMBER_EIGENVALUES, truth_text, BITS);
    parse(&computed, NUMBER_EIGENVALUES, computed_text, BITS);
    eigenvalues_sort(&truth);
    eigenvalues_sort(&computed);
    size_t count = eigenvalues_matched(&truth, &computed, tolerance);
    numbers_free(&truth);
    numbers_free(&computed);
    mpfr_clear(tolerance);
    return count;
}

static void each_eigenvalue_counts_once(void **state)
{
    (void)state;
    assert_int_equal(matched("eigenvalues 3 1 2 3", "eigenvalues 3 3 1 2", "0"), 3);
    assert_int_equal(matched("eigenvalues 3 1 2 3", "eigenvalues 5 1 1 1 3 3", "0.001"), 2);
    assert_int_equal(matched("eigenvalues 3 1 1.0001 3", "eigenvalues 3 1 3 3", "0.001"), 2);
    assert_int_equal(matched("eigenvalues 2 1 1.0001", "eigenvalues 2 1 1", "0.001"), 2);
    assert_int_equal(matched("eigenvalues 2 1 2", "eigenvalues 1 7", "0.001"), 0);
}

static void the_tolerance_is_relative_to_the_true_eigenvalue(void **state)
{
    (void)state;
    assert_int_equal(matched("eigenvalues 1 1000", "eigenvalues 1 1001", "0.001"), 1);
    assert_int_equal(matched("eigenvalues 1 1000", "eigenvalues 1 1001.0001", "0.001"), 0);
    assert_int_equal(matched("eigenvalues 1 -1e-90", "eigenvalues 1 -1.0009e-90", "0.001"), 1);
    assert_int_equal(matched("eigenvalues 1 -1e-90", "eigenvalues 1 1e-90", "0.001"), 0);
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Replaces, removes or repeats a few characters. Returns the new size. */
static size_t damage(char *text, size_t size, size_t room, uint32_t *state)
{
    static const char favourites[] = "0123456789eEpPxX+-.@ \n\0naif\xff";
    for (uint32_t times = 1 + next_random(state) % 4; times > 0 && size > 2; times--) {
        size_t place = next_random(state) % size;
        size_t length = 1 + next_random(state) % 12;
        switch (next_random(state) % 4) {
        case 0:
            text[place] = favourites[next_random(state) % (sizeof favourites - 1)];
            break;
        case 1:
            length = length < size - place ? length : size - place;
            memmove(text + place, text + place + length, size - place - length);
            size -= length;
            break;
        case 2:
            length = length < size - place ? length : size - place;
            if (size + length < room) {
                memmove(text + place + length, text + place, size - place);
                size += length;
            }
            break;
        default:
            size = place + 1;
        }
    }
    text[size] = '\0';
    return size;
}

static void damaged_files_are_read_or_refused(void **state)
{
    (void)state;
    static const char sound[] =
        "tridiagonal 6\n1.25e-3 -0.5\n0x1.8p+1 1e-300\n-7 0\n1e20 1\n3 0x1p-1000\n2 2\n";
    enum { ROOM = 400, TIMES = 20000 };
    uint32_t random = 1;
    size_t accepted = 0;
    FILE *messages = stderr;
    stderr = fopen("/dev/null", "w");
    assert_non_null(stderr);
    for (int i = 0; i < TIMES; i++) {
        char text[ROOM + 1];
        struct number_list matrix;
        struct number_list computed;
        memcpy(text, sound, sizeof sound);
        size_t size = damage(text, sizeof sound - 1, ROOM, &random);
        if (!numbers_parse(&matrix, NUMBER_TRIDIAGONAL, text, size, "text", 64, program))
            continue;
        accepted++;
        if (tridiagonal_eigenvalues(&computed, &matrix, program))
            numbers_free(&computed);
        numbers_free(&matrix);
    }
    fclose(stderr);
    stderr = messages;
    assert_in_range(accepted, TIMES / 50, TIMES); /* not all damage is in the way */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_difference_has_its_eigenvalues),
        cmocka_unit_test(a_matrix_that_falls_apart_has_the_eigenvalues_of_its_parts),
        cmocka_unit_test(each_eigenvalue_counts_once),
        cmocka_unit_test(the_tolerance_is_relative_to_the_true_eigenvalue),
        cmocka_unit_test(damaged_files_are_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
