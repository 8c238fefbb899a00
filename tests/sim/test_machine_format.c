/* test_machine_format.c - printf of the simulated program: every conversion, and hostile formats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asm/tables/alu.h"
#include "sim/host/format.h"
#include "sim/machine/memory.h"

/* A little memory: the format at 0, arguments at 3000, a string at 3500; everything from 4000 on is illegal.
 */
enum { FORMAT = 0, ARGUMENTS = 3000, STRING = 3500, END = 4000 };
enum { ROOM = 4000 }; /* for text */

struct world {
    uint32_t memory[END];
    char text[8192];
    size_t length;
    size_t limit; /* emit takes no more */
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
    const size_t room = world->limit - world->length, taken = count < room ? count : room;
    memcpy(world->text + world->length, bytes, taken);
    world->length += taken;
    world->text[world->length] = '\0';
    return taken == count;
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

static char complaint[sizeof((struct format_io *)NULL)->complaint];

static enum format_outcome print(struct world *world, uint32_t *printed)
{
    struct format_io io = {.context = world, .load = load, .emit = emit};
    const enum format_outcome outcome = format_print(&io, FORMAT, ARGUMENTS, printed);
    memcpy(complaint, io.complaint, sizeof complaint);
    return outcome;
}

/* The same from formats that are known: how many characters, or -1 if it is left to format_print. All of the
 * world's memory is shared. */
static int print_known(struct world *world, struct known_format **known, size_t room)
{
    const struct memory memory = {
        .cells = world->memory, .shared_span = END, .shared_words = END, .private_start = END, .end = END};
    struct known_print print = {.arguments = ARGUMENTS};
    size_t length = 0;
    memset(world->text, '?', sizeof world->text);
    const struct known_format *format = known_formats_find(known, &memory, FORMAT);
    if (!format || !known_format_print(format, &memory, &print, 1, world->text, room, &length))
        return -1;
    assert_true(length <= room);
    assert_int_equal(world->text[room], '?');
    world->text[length] = '\0';
    return (int)length;
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
    struct known_format *known = NULL;
    for (unsigned time = 0; time < 2; time++)
        if (print_known(world, &known, ROOM) >= 0)
            assert_string_equal(world->text, format_case->expected);
    free(known);
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
        {"%#x %#X", 0, 0xabcdef01u, "0 0XABCDEF01"},
        {"%x %x", 0, 0x10, "0 10"},
        {"[%6x|%-6X]", 0xab, 0xab, "[    ab|AB    ]"},
        {"[%#8x|%#08x]", 0x1f, 0x1f, "[    0x1f|0x00001f]"},
        {"%d,%d", 9, 10, "9,10"},
        {"%d,%d", 99, 100, "99,100"},
        {"%u,%u", 999999999, 1000000000, "999999999,1000000000"},
        {"%u,%u", 99999, 123456, "99999,123456"},
        {"[%11d|%12d]", 0x80000000u, 0x80000000u, "[-2147483648| -2147483648]"},
        {"[%1d|%-2d]", 123, 0xffffff85u, "[123|-123]"},
        {"[%-012d|%0-3d]", 5, 6, "[5           |6  ]"},
        {"[%+05d|%+-5d]", 42, 42, "[+0042|+42  ]"},
        {"[% 05d|% +d]", 42, 42, "[ 0042|+42]"},
        {"[%+u|% u]", 1, 2, "[1|2]"},
        {"[%+d|% d]", 0xffffffffu, 0xffffffffu, "[-1|-1]"},
        {"[%5.3d|%-5.3d]", 7, 7, "[  007|007  ]"},
        {"[%05.1d]", 7, 0, "[    7]"}, /* a precision, and 0 means nothing */
        {"[%.0d]", 0, 0, "[]"},
        {"[%#o|%5o]", 8, 8, "[010|   10]"},
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
        {"[%6g|%-6g]", 0xc1200000u, 0x41200000u, "[   -10|10    ]"},
        {"[%+g|%05g]", 0x41200000u, 0xc1200000u, "[+10|-0010]"},
        {"[%#g|%.0g]", 0x41200000u, 0x41200000u, "[10.0000|1e+01]"},
        {"%g %g", 0x7fc00000u, 0x3f000000u, "nan 0.5"},
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

/* The first argument word is the address of the two words; the second one is a word. */
static void integers_of_two_words(void **state)
{
    (void)state;
    static const struct {
        const char *format;
        uint64_t number;
        const char *expected;
    } cases[] = {
        {"%lld %d", 0x8000000000000000, "-9223372036854775808 7"},
        {"%lli %d", 0xffffffffffffffff, "-1 7"},
        {"%llu %d", 0xffffffffffffffff, "18446744073709551615 7"},
        {"%jd %u", 0x100000000, "4294967296 7"},
        {"%Ld %u", 5, "5 7"},
        {"[%#llx|%x]", 0x123456789abcdef0, "[0x123456789abcdef0|7]"},
        {"[%#llo|%lx]", 8, "[010|7]"},
        {"[%22llX|%-3zd]", 0xabcdef0123, "[            ABCDEF0123|7  ]"},
        {"[%-12lld|%03hd]", 0xffffffff00000000, "[-4294967296 |007]"},
        {"[%+.12lld|%hhu]", 4294967297, "[+004294967297|7]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct world *world = new_world(cases[i].format);
        uint32_t printed = 0;
        world->memory[ARGUMENTS] = STRING;
        world->memory[ARGUMENTS + 1] = 7;
        world->memory[STRING] = (uint32_t)cases[i].number;
        world->memory[STRING + 1] = (uint32_t)(cases[i].number >> 32);
        assert_int_equal(print(world, &printed), FORMAT_DONE);
        assert_string_equal(world->text, cases[i].expected);
        assert_int_equal(printed, strlen(cases[i].expected));
        struct known_format *known = NULL;
        assert_int_equal(print_known(world, &known, ROOM), -1); /* left to format_print */
        free(known);
    }
    struct world *world = new_world("%lld");
    uint32_t printed = 0;
    world->memory[ARGUMENTS] = END - 1; /* the second word does not exist */
    assert_int_equal(print(world, &printed), FORMAT_STOPPED);
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

/* ---- formats that are known */

static int length_of(struct known_format **known, const char *format, uint32_t argument)
{
    struct world *world = new_world(format);
    world->memory[ARGUMENTS] = argument;
    return print_known(world, known, ROOM);
}

static void plain_formats_are_known(void **state)
{
    (void)state;
    struct known_format *known = NULL;
    for (unsigned time = 0; time < 2; time++) {
        assert_int_equal(length_of(&known, "", 0), 0);
        assert_int_equal(length_of(&known, "%d\n", 0x80000000u), 12);
        assert_int_equal(length_of(&known, "%5.2f%%", 0x3fc00000u), 6);
        assert_int_equal(length_of(&known, "%%", 0), 1);
        assert_int_equal(length_of(&known, "sixteen letters.", 0), 16);
        assert_int_equal(length_of(&known, "seventeen letters%s", STRING), 23);
        assert_int_equal(length_of(&known, "%-10s", STRING), 10);
        assert_int_equal(length_of(&known, "%1000d", 1), 1000);
        assert_int_equal(length_of(&known, "%1000c", 1), 1000);
        assert_int_equal(length_of(&known, "%c%c%c%c%c%c%c%c%c%c%c%c%c%c%c", 0), 15);
        assert_int_equal(length_of(&known, "%.0s", END), 0); /* nothing is read */
    }
    free(known);
}

static void others_are_left_alone(void **state)
{
    (void)state;
    static const char longer[] = "0123456789012345678901234567890123456789012345678901234567890123";
    struct known_format *known = NULL;
    for (unsigned time = 0; time < 2; time++) {
        assert_int_equal(length_of(&known, longer + 1, 0), 63);
        assert_int_equal(length_of(&known, longer, 0), -1);
        assert_int_equal(length_of(&known, "%*d", 5), -1);
        assert_int_equal(length_of(&known, "%.*d", 5), -1);
        assert_int_equal(length_of(&known, "%p", 0), -1);
        assert_int_equal(length_of(&known, "%R", STRING), -1);
        assert_int_equal(length_of(&known, "%", 0), -1);
        assert_int_equal(length_of(&known, "%n", 0), -1);
        assert_int_equal(length_of(&known, "%1001d", 0), -1);
        assert_int_equal(length_of(&known, "%s", END), -1);
        assert_int_equal(length_of(&known, "%c%c%c%c%c%c%c%c%c%c%c%c%c%c%c%c", 0), -1); /* too many */
    }
    free(known);
}

static void a_format_that_has_changed_is_read_again(void **state)
{
    (void)state;
    struct known_format *known = NULL;
    struct world *world = new_world("%d.");
    world->memory[ARGUMENTS] = 255;
    assert_int_equal(print_known(world, &known, ROOM), 4);
    assert_string_equal(world->text, "255.");
    world->memory[FORMAT + 1] = 'x';
    assert_int_equal(print_known(world, &known, ROOM), 3);
    assert_string_equal(world->text, "ff.");
    world->memory[FORMAT + 2] = 0; /* shorter */
    assert_int_equal(print_known(world, &known, ROOM), 2);
    assert_string_equal(world->text, "ff");
    world->memory[FORMAT + 2] = ';'; /* longer */
    world->memory[FORMAT + 3] = '.';
    assert_int_equal(print_known(world, &known, ROOM), 4);
    assert_string_equal(world->text, "ff;.");
    world->memory[FORMAT + 1] = 'q'; /* wrong */
    assert_int_equal(print_known(world, &known, ROOM), -1);
    world->memory[FORMAT + 1] = 'o';
    assert_int_equal(print_known(world, &known, ROOM), 5);
    assert_string_equal(world->text, "377;.");
    free(known);
}

static void a_format_at_another_place_is_another(void **state)
{
    (void)state;
    static uint32_t cells[16] = {'a', 0, [8] = 'b', 'c', 0}; /* the same place modulo 8 */
    const struct memory memory = {
        .cells = cells, .shared_span = 16, .shared_words = 16, .private_start = 16, .end = 16};
    struct known_format *known = NULL;
    struct known_print print = {.pp = 0};
    char text[ROOM];
    size_t length;
    for (unsigned time = 0; time < 2; time++) {
        assert_int_equal(known_format_print(known_formats_find(&known, &memory, 0), &memory, &print, 1, text,
                                            ROOM, &length),
                         1);
        assert_int_equal(length, 1);
        assert_int_equal(known_format_print(known_formats_find(&known, &memory, 8), &memory, &print, 1, text,
                                            ROOM, &length),
                         1);
        assert_int_equal(length, 2);
        assert_memory_equal(text, "bc", 2);
    }
    cells[15] = 'd'; /* no 0 before shared memory ends */
    assert_null(known_formats_find(&known, &memory, 15));
    assert_null(known_formats_find(&known, &memory, 0x80000000u));
    free(known);
}

static void printing_ends_with_what_cannot_be_read(void **state)
{
    (void)state;
    struct known_format *known = NULL;
    struct world *world = new_world("%d and %u\n");
    const struct memory memory = {
        .cells = world->memory, .shared_span = END, .shared_words = END, .private_start = END, .end = END};
    struct known_print prints[] = {
        {.arguments = ARGUMENTS}, {.arguments = END - 2}, {.arguments = END - 1}, {.arguments = ARGUMENTS}};
    size_t length;
    world->memory[ARGUMENTS] = 0xfffffff9u;
    world->memory[ARGUMENTS + 1] = 0xfffffff9u;
    const struct known_format *format = known_formats_find(&known, &memory, FORMAT);
    assert_non_null(format);
    assert_int_equal(known_format_print(format, &memory, prints, 4, world->text, ROOM, &length), 2);
    assert_int_equal(length, strlen("-7 and 4294967289\n0 and 0\n"));
    assert_memory_equal(world->text, "-7 and 4294967289\n0 and 0\n", length);
    assert_int_equal(prints[0].printed, 18);
    assert_int_equal(prints[1].printed, 8);
    assert_int_equal(known_format_print(format, &memory, prints + 2, 2, world->text, ROOM, &length), 0);
    assert_int_equal(length, 0);
    free(known);
}

static void no_more_is_written_than_there_is_room(void **state)
{
    (void)state;
    struct known_format *known = NULL;
    struct world *world = new_world("%s%d");
    for (uint32_t i = 0; i < 400; i++)
        world->memory[STRING + i] = 's';
    world->memory[ARGUMENTS] = STRING;
    world->memory[ARGUMENTS + 1] = 77;
    for (size_t room = 0; room < ROOM; room++) {
        const int length = print_known(world, &known, room);
        assert_true(length == 402 || (length == -1 && room < 402 + 1300)); /* 1300: of the widest number */
    }
    free(known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(floats),
        cmocka_unit_test(characters_and_strings),
        cmocka_unit_test(integers_of_two_words),
        cmocka_unit_test(the_widest_number_fits),
        cmocka_unit_test(wrong_formats_are_complained_about),
        cmocka_unit_test(an_unreadable_word_stops),
        cmocka_unit_test(a_refusing_receiver_stops),
        cmocka_unit_test(plain_formats_are_known),
        cmocka_unit_test(others_are_left_alone),
        cmocka_unit_test(a_format_that_has_changed_is_read_again),
        cmocka_unit_test(a_format_at_another_place_is_another),
        cmocka_unit_test(printing_ends_with_what_cannot_be_read),
        cmocka_unit_test(no_more_is_written_than_there_is_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
