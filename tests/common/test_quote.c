/* test_quote.c - names between quotes: every byte comes back, in one line, and C's escape sequences are read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/quote.h"

static void every_byte_comes_back(void **state)
{
    (void)state;
    for (int byte = 1; byte < 256; byte++) {
        const char plain[2] = {(char)byte, '\0'};
        const char *escape = quote_escape((char)byte);
        const char *text = escape != NULL ? escape : plain;
        assert_true(strlen(text) <= QUOTE_MOST);
        assert_null(strpbrk(text, "\n\r"));
        char back = '\0';
        assert_int_equal(quote_read(text, strlen(text), &back), strlen(text));
        assert_int_equal((unsigned char)back, byte);
    }
}

static void escape_sequences_are_those_of_c(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        unsigned char byte;
    } rows[] = {{"\\n", 2, '\n'}, {"\\t!", 2, '\t'}, {"\\0", 2, 0},      {"\\1019", 4, 'A'},
                {"\\18", 2, 1},   {"\\x4", 3, 4},    {"\\x41f", 4, 'A'}, {"\\377", 4, 0xff},
                {"\\\"", 2, '"'}, {"\\?", 2, '?'},   {"\\", 1, '\\'},    {"\\xg", 1, '\\'},
                {"\\q", 1, '\\'}, {"\\8", 1, '\\'},  {"a", 1, 'a'},      {"\xc3\xa9", 1, 0xc3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char byte = '\0';
        assert_int_equal(quote_read(rows[i].text, strlen(rows[i].text), &byte), rows[i].size);
        assert_int_equal((unsigned char)byte, rows[i].byte);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_comes_back),
        cmocka_unit_test(escape_sequences_are_those_of_c),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
