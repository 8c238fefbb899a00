/* test_machine_format.c - printf of the simulated program: every conversion, and formats that mean harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/alu.h"
#include "sim/machine/format.h"

/* A little memory: the format at 0, arguments at 3000, a string at 3500; everything from 4000 on is illegal.
 */
enum { FORMAT = 0, ARGUMENTS = 3000, STRING = 3500, END = 4000 };

struct world {
    uint32_t memory[END];
    char text[8192];
    size_t length;
    size_t limit; /* emit says no beyond it */
};

static bool load(void *context, uint32_t address, uint32_t *word)
{
    struct world *world = context;
    if (address >= END)
        return false;
    *word = world->memory[address];
    return true;
}

static bool emit(void *context, const char *bytes, size_t count)
{
    struct world *world = context;
    if (world->length + count > world->limit)
        return false;
    memcpy(world->text + world->length, bytes, count);
    world->length += count;
    world->text[world->length] = '\0';
    return true;
}

static void put_string(struct world *world, uint32_t address, const char *text)
{
    do
        world->memory[address++] = (unsigned char)*text;
    while (*text++ != '\0');
}

static struct world *new_world(const char *format)
{
    static struct world world;
    memset(&world, 0, sizeof world);
    world.limit = sizeof world.text - 1;
    put_string(&world, FORMAT, format);
    put_string(&world, STRING, "abcdef");
    return &world;
}

static char complaint[96];

static enum format_outcome print(struct world *world, uint32_t *printed)
{
    const struct format_io io = {.context = world, .load = load, .emit = emit};
    return format_print(&io, FORMAT, ARGUMENTS, printed, complaint, sizeof complaint);
}

struct format_case {
    const char *format;
    uint32_t first;
    uint32_t second;
    const char *expected;
};

static void prints(const struct format_case *format_case)
{
    struct world *world = new_world(format_case->format);
    uint32_t printed = 0;
    world->memory[ARGUMENTS] = format_case->first;
    world->memory[ARGUMENTS + 1] = format_case->second;
    assert_int_equal(print(world, &printed), FORMAT_DONE);
    assert_string_equal(world->text, format_case->expected);
    assert_int_equal(printed, strlen(format_case->expected));
}

static void integers(void **state)
{
    (void)state;
    static const struct format_case cases[] = {
        {"%d", 0x80000000u, 0, "-2147483648"},
        {"%d", 0x7fffffffu, 0, "2147483647"},
        {"%d %u", 0, 0, "0 0"},
        {"%i", 0xffffffffu, 0, "-1"},
        {"%u", 0xffffffffu, 0, "4294967295"},
        {"%x %X", 0xdeadbeefu, 0xdeadbeefu, "deadbeef DEADBEEF"},
        {"%#x", 255, 0, "0xff"},
        {"%o", 8, 0, "10"},
        {"[%5d]", 42, 0, "[   42]"},
        {"[%-5d]", 42, 0, "[42   ]"},
        {"[%05d]", 0xffffffd6u, 0, "[-0042]"},
        {"[%+d]", 42, 0, "[+42]"},
        {"[% d]", 42, 0, "[ 42]"},
        {"[%.4d]", 42, 0, "[0042]"},
        {"[%*d]", 6, 42, "[    42]"},
        {"[%*d]", 0xfffffffau, 42, "[42    ]"},
        {"[%.*d]", 3, 7, "[007]"},
        {"[%.*d]", 0xffffffffu, 7, "[7]"},
        {"%ld %hhu", 1, 2, "1 2"},
        {"%p", 0x80000010u, 0, "0x80000010"},
        {"[%12p]", 1, 0, "[  0x00000001]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        prints(&cases[i]);
}

static void floats(void **state)
{
    (void)state;
    static const struct format_case cases[] = {
        {"%f", 0x3f800000u, 0, "1.000000"},
        {"%.2f", 0xc0490fdbu, 0, "-3.14"},
        {"%e", 0x447a0000u, 0, "1.000000e+03"},
        {"%g", 0x3dcccccdu, 0, "0.1"},
        {"%g %g", 0x7f800000u, 0xff800000u, "inf -inf"},
        {"%G", 0x00000001u, 0, "1.4013E-45"},
        {"%g %g", 0x80000000u, 0x00000000u, "-0 0"},
        {"%g %g", 0x497423f0u, 0xc97423f0u, "999999 -999999"}, /* the last ones of six digits */
        {"%g %g", 0x49742400u, 0x4f000000u, "1e+06 2.14748e+09"},
        {"[%8.3f]", 0x40200000u, 0, "[   2.500]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        prints(&cases[i]);
}

static void characters_and_strings(void **state)
{
    (void)state;
    static const struct format_case cases[] = {
        {"plain", 0, 0, "plain"},
        {"", 0, 0, ""},
        {"100%%", 0, 0, "100%"},
        {"%c%c", 'o', 'k', "ok"},
        {"[%3c]", 'x', 0, "[  x]"},
        {"[%-3c]", 'x', 0, "[x  ]"},
        {"%c", 0x141, 0, "A"}, /* the low 8 bits */
        {"%s", STRING, 0, "abcdef"},
        {"[%8s]", STRING, 0, "[  abcdef]"},
        {"[%-8s]", STRING, 0, "[abcdef  ]"},
        {"[%.2s]", STRING, 0, "[ab]"},
        {"[%5.2s]", STRING, 0, "[   ab]"},
        {"[%.0s]", END, 0, "[]"}, /* nothing is read */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        prints(&cases[i]);
}

static void the_widest_number_fits(void **state)
{
    (void)state;
    struct world *world = new_world("%-+1000.1000f");
    uint32_t printed = 0;
    world->memory[ARGUMENTS] = 0xff7fffffu; /* -FLT_MAX: sign, 39 digits, point, 1000 digits */
    assert_int_equal(print(world, &printed), FORMAT_DONE);
    assert_int_equal(printed, 1 + 39 + 1 + 1000);
}

static void wrong(const char *format, uint32_t argument, const char *expected)
{
    struct world *world = new_world(format);
    uint32_t printed = 0;
    world->memory[ARGUMENTS] = argument;
    assert_int_equal(print(world, &printed), FORMAT_WRONG);
    assert_string_equal(complaint, expected);
}

static void wrong_formats_are_complained_about(void **state)
{
    (void)state;
    wrong("%n", 0, "unknown conversion %n in the format");
    wrong("%", 0, "unknown conversion %\\x00 in the format");
    wrong("%5", 0, "unknown conversion %\\x00 in the format");
    wrong("%\n", 0, "unknown conversion %\\x0a in the format");
    wrong("%1001d", 0, "a width or precision of the format is over 1000");
    wrong("%99999999999999999999d", 0, "a width or precision of the format is over 1000");
    wrong("%*d", 0x80000000u, "a width or precision of the format is over 1000");
    wrong("%.*d", 0x7fffffffu, "a width or precision of the format is over 1000");
    wrong("%*5d", 1, "unknown conversion %5 in the format");
}

static void an_unreadable_word_stops(void **state)
{
    (void)state;
    uint32_t printed = 0;
    struct world *world = new_world("%s");
    world->memory[ARGUMENTS] = END;
    assert_int_equal(print(world, &printed), FORMAT_STOPPED);
    world = new_world("");
    for (uint32_t i = 0; i < END; i++)
        world->memory[i] = 'x'; /* never a 0 */
    assert_int_equal(print(world, &printed), FORMAT_STOPPED);
}

static void a_refusing_receiver_stops(void **state)
{
    (void)state;
    uint32_t printed = 0;
    struct world *world = new_world("12345%500d");
    world->limit = 5;
    assert_int_equal(print(world, &printed), FORMAT_STOPPED);
    assert_string_equal(world->text, "12345");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(floats),
        cmocka_unit_test(characters_and_strings),
        cmocka_unit_test(the_widest_number_fits),
        cmocka_unit_test(wrong_formats_are_complained_about),
        cmocka_unit_test(an_unreadable_word_stops),
        cmocka_unit_test(a_refusing_receiver_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
