/* test_message.c - common/message: what strangers wrote is shown, and commands no terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/diag.h"
#include "common/message.h"

static const struct {
    const char *text;
    const char *shown;
} cases[] = {
    {"plain text, \"quotes\" and \\", "plain text, \"quotes\" and \\"},
    {"a\nb: error: forged", "a\\nb: error: forged"},
    {"tab\there\r", "tab\\there\\r"},
    {"\033[31mred\033]0;title\007", "\\x1b[31mred\\x1b]0;title\\x07"},
    {"del\177", "del\\x7f"},
    {"gr\303\274n \342\202\254 \360\237\230\200", "gr\303\274n \342\202\254 \360\237\230\200"},
    {"csi \302\2331m", "csi \\u009b1m"},
    {"byte \2331m", "byte \\x9b1m"},
    {"latin \374", "latin \\xfc"},
    {"cut \342\202", "cut \\xe2\\x82"},
    {"overlong \300\212 \340\200\212", "overlong \\xc0\\x8a \\xe0\\x80\\x8a"},
    {"surrogate \355\240\200", "surrogate \\xed\\xa0\\x80"},
    {"beyond \364\220\200\200 \377", "beyond \\xf4\\x90\\x80\\x80 \\xff"},
    /* NOLINTNEXTLINE(misc-misleading-bidirectional) */
    {"turned \342\200\256 \342\201\246", "turned \\u202e \\u2066"},
    {"separator \342\200\250", "separator \\u2028"},
};

static char *printed(const char *text, void (*print)(FILE *stream, const char *text))
{
    char *bytes = NULL;
    size_t size;
    FILE *stream = open_memstream(&bytes, &size);
    assert_non_null(stream);
    print(stream, text);
    fclose(stream);
    return bytes;
}

static void print_line(FILE *stream, const char *text)
{
    message_line(stream, "<%s>", text);
}

static void print_text(FILE *stream, const char *text)
{
    message_text(stream, text, strlen(text));
}

static void test_escapes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[200];
        char *line = printed(cases[i].text, print_line);
        char *text = printed(cases[i].text, print_text);
        snprintf(expected, sizeof expected, "<%s>\n", cases[i].shown);
        assert_string_equal(line, expected);
        assert_string_equal(text, cases[i].shown);
        free(line);
        free(text);
    }
}

static void test_every_byte_and_pair(void **state)
{
    (void)state;
    for (unsigned first = 1; first < 256; first++)
        for (unsigned second = 1; second < 256; second++) {
            const char text[] = {(char)first, (char)second, '\0'};
            char *shown = printed(text, print_text);
            for (const unsigned char *at = (unsigned char *)shown; *at != '\0'; at++)
                assert_true(*at >= ' ' && *at != 0x7f);
            const bool is_plain = first >= ' ' && first < 0x7f && second >= ' ' && second < 0x7f;
            if (is_plain)
                assert_string_equal(shown, text);
            free(shown);
        }
}

static void test_long_lines(void **state)
{
    (void)state;
    enum { LONG = 100000 };
    char *text = malloc(LONG + 1);
    assert_non_null(text);
    memset(text, '\a', LONG);
    text[LONG] = '\0';
    char *line = printed(text, print_line);
    assert_int_equal(strlen(line), 4 * LONG + 3);
    free(line);
    free(text);
}

/* The source line and caret of a message at a column of a line. */
static char *diagnosed(const char *line, int column)
{
    char *bytes = NULL;
    size_t size;
    FILE *stream = open_memstream(&bytes, &size);
    struct diag diag;
    const struct diag_place place = {.file = "f", .line_text = line, .line = 1, .column = column};
    assert_non_null(stream);
    diag_init(&diag, "test", stream);
    diag_report(&diag, DIAG_ERROR, &place, "%s", "here");
    fclose(stream);
    return bytes;
}

static void assert_diagnosed(const char *line, int column, const char *expected)
{
    char *got = diagnosed(line, column);
    assert_string_equal(got, expected);
    free(got);
}

static void test_the_caret_stands_under_its_column(void **state)
{
    (void)state;
    assert_diagnosed("abc\n", 3, "f:1:3: error: here\n    1 | abc\n      |   ^\n");
    assert_diagnosed("\ta\033b\n", 4, "f:1:4: error: here\n    1 | \ta\\x1bb\n      | \t     ^\n");
    assert_diagnosed("\303\274b\n", 3, "f:1:3: error: here\n    1 | \303\274b\n      |  ^\n");
    assert_diagnosed("\374b\n", 2, "f:1:2: error: here\n    1 | \\xfcb\n      |     ^\n");
    assert_diagnosed("ab\r\n", 2, "f:1:2: error: here\n    1 | ab\n      |  ^\n");
    assert_diagnosed("", 1, "f:1:1: error: here\n    1 | \n      | ^\n");
    assert_diagnosed("ab", 5, "f:1:5: error: here\n    1 | ab\n      |     ^\n");
}

static void test_long_source_lines_are_cut(void **state)
{
    (void)state;
    enum { LONG = 1000 };
    char text[3 * LONG + 2];
    for (int i = 0; i < 3 * LONG; i++)
        text[i] = "\342\202\254"[i % 3];
    text[3 * LONG] = '\n';
    text[3 * LONG + 1] = '\0';
    for (int column = 1; column <= 3 * LONG; column += 3) {
        char *got = diagnosed(text, column);
        assert_null(strstr(got, "\\x"));
        assert_true(strlen(got) < 600);
        free(got);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_every_byte_and_pair),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_the_caret_stands_under_its_column),
        cmocka_unit_test(test_long_source_lines_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
