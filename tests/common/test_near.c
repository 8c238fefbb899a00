/* test_near.c - which name was meant: nearly right words, and words that are like none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/near.h"

static const char *nearest(const char *word)
{
    static const char *const names[] = {"main",       "expect", "expect_file", "max-cycles",
                                        "max-output", "n",      "pps"};
    struct near near;
    near_start(&near, word, strlen(word));
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        near_offer(&near, names[k]);
    return near.best != NULL ? near.best : "none";
}

static void a_word_that_is_nearly_right_has_a_name(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"Main", "main"},
        {"MAIN", "main"},
        {"EXPECT_FILES", "expect_file"},
        {"mian", "main"},
        {"mai", "main"},
        {"mainn", "main"},
        {"expct", "expect"},
        {"expect_fil", "expect_file"},
        {"max-cycle", "max-cycles"},
        {"max_cycles", "max-cycles"},
        {"max-", "none"},
        {"main", "main"},
        {"xyz", "none"},
        {"nn", "none"},
        {"", "none"},
        {"pps", "pps"},
        {"ppx", "pps"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_string_equal(nearest(rows[k][0]), rows[k][1]);
}

static void of_names_equally_near_it_is_the_first_in_the_alphabet(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        struct near near;
        near_start(&near, "sun", 3);
        near_offer(&near, order == 0 ? "sum" : "run");
        near_offer(&near, order == 0 ? "run" : "sum");
        assert_string_equal(near.best, "run");
    }
}

static void long_words_and_names_are_near_nothing(void **state)
{
    (void)state;
    char word[200];
    struct near near;
    for (size_t length = 38; length < sizeof word; length++) {
        memset(word, 'a', length);
        word[length] = '\0';
        near_start(&near, word, length);
        near_offer(&near, word);
        assert_int_equal(near.best != NULL, length <= 40);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_that_is_nearly_right_has_a_name),
        cmocka_unit_test(of_names_equally_near_it_is_the_first_in_the_alphabet),
        cmocka_unit_test(long_words_and_names_are_near_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
