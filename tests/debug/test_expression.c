/* test_expression.c - expressions of the debugger: values as C has them, faults of one PP that leave others
 * alone, and texts that are no expressions, random ones among them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "sim/debug/source/expression.h"
#include "sim/machine/machine.h"
#include "tests/sim/engines.h"

enum { PPS = 4 };

static uint32_t read_register(const void *context, uint32_t pp, unsigned number)
{
    (void)context;
    return number == 5 ? pp * 10 : number;
}

/* What an expression gives for PP 2; "?" and the error; "!" and the fault. */
static const char *value_of(const char *text, char result[EXPRESSION_ERROR + 2])
{
    struct machine machine;
    struct program_text program = {.count = 0};
    struct expression expression;
    uint32_t value;
    uint8_t fault;
    const uint32_t pp = 2;
    text_emit(&program, OP_halt, 0, false, 0, 0);
    engines_load(&program,
                 &(struct machine_config){
                     .pps = PPS, .shared_words = 8192, .stack_words = 64, .private_words = 64, .threads = 1},
                 &machine);
    char note[SYMBOLS_NOTE];
    struct symbols *symbols = symbols_create(&machine, NULL, 0, note);
    const struct expression_reader reader = {.machine = &machine, .word = read_register};
    result[0] = '?';
    if (debug_parse(&expression, symbols, 0, 0, text, result + 1)) {
        debug_evaluate(&expression, &reader, &pp, 1, false, &value, &fault);
        if (fault != EXPRESSION_GOOD)
            snprintf(result, EXPRESSION_ERROR, "!%s", debug_explain(fault));
        else if (expression_kind(&expression) == VALUE_FLOAT)
            snprintf(result, EXPRESSION_ERROR, "%08x", value);
        else
            snprintf(result, EXPRESSION_ERROR, expression_kind(&expression) == VALUE_INT ? "%d" : "%uu",
                     value);
    }
    symbols_destroy(symbols);
    machine_destroy(&machine);
    return result;
}

static void values_are_those_of_c(void **unused)
{
    static const char *const rows[][2] = {
        {"1 + 2 * 3", "7"},
        {"(1 + 2) * 3", "9"},
        {"10 - 4 - 3", "3"},
        {"-7 / 2", "-3"},
        {"-7 % 3", "-1"},
        {"-2147483647 - 1", "-2147483648"},
        {"(-2147483647 - 1) / -1", "-2147483648"},
        {"(-2147483647 - 1) % -1", "0"},
        {"7u / 2", "3u"},
        {"4294967295u % 10", "5u"},
        {"0xff & 0x3c | 1 ^ 3", "62"},
        {"1 << 5 >> 2", "8"},
        {"-8 >> 1", "-4"},
        {"(unsigned)-8 >> 1", "2147483644u"},
        {"-1 < 1", "1"},
        {"-1 < 1u", "0"},
        {"3 <= 3 && 2 != 2 || 5 > 4", "1"},
        {"!5", "0"},
        {"~5", "-6"},
        {"'A' + '\\n'", "75"},
        {"$pp", "2"},
        {"$r5", "20"},
        {"$t0", "9"},
        {"__PROC_NR__ == 2", "1"},
        {"__STARTED_PROCS__", "4"},
        {"1.5 + 2", "40600000"},
        {"2 * 1.5f", "40400000"},
        {"(int)2.75", "2"},
        {"(int)1e20", "2147483647"},
        {"(int)-1e20", "-2147483648"},
        {"(float)3 / 2", "3fc00000"},
        {"1.5 < 2", "1"},
        {"7 / 0", "!division by 0"},
        {"$pp != 0 && 1 / $pp == 0", "1"},
        {"$pp == 0 && 1 / 0", "0"},
        {"$pp != 0 || 1 / 0", "1"},
        {"*0x7fffffff", "!there is no memory at that address"},
        {"*4096", "0"},
        {"4096[0]", "0"},
    };
    char result[EXPRESSION_ERROR + 2];
    (void)unused;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strcmp(value_of(rows[k][0], result), rows[k][1]) != 0)
            fail_msg("%s is %s, not %s", rows[k][0], result, rows[k][1]);
}

static void what_is_no_expression_is_said(void **unused)
{
    static const char *const texts[] = {
        "",        "1 +",    "(1",      "1)",          "1 2",  "nobody",    "$r32",
        "$nobody", "1.5 %2", "~1.5",    "&1",          "a.b",  "4096[1.5]", "'a",
        "@",       "#",      "1 ? 2:3", "99999999999", "*1.5", "x = 1",     "(((((((((((((((((((((((((1"};
    char result[EXPRESSION_ERROR + 2];
    (void)unused;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (value_of(texts[k], result)[0] != '?' || strlen(result) < 10)
            fail_msg("'%s' is %s", texts[k], result);
}

static void random_texts_do_no_harm(void **unused)
{
    static const char *const pieces[] = {
        "1",   "0x", "(",     ")",       "[",  "]",      "$",           "$pp", "#", "@",    "+", "-",
        "*",   "/",  "%",     "&&",      "||", "==",     "<",           "<<",  "!", "~",    "'", "\\",
        "1.5", "u",  "(int)", "(float)", " ",  "nobody", "__PROC_NR__", "$r5", "&", "4096", ".", "\x80"};
    const uint64_t seed = engines_number("PRAM_FUZZ_SEED", 1),
                   rounds = engines_number("PRAM_FUZZ_PROGRAMS", 400);
    struct program_text random = {.random = seed};
    (void)unused;
    for (uint64_t round = 0; round < rounds; round++) {
        char text[400] = "", result[EXPRESSION_ERROR + 2];
        const uint32_t count = text_below(&random, 40);
        size_t length = 0;
        for (uint32_t k = 0; k < count; k++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s",
                                       pieces[text_below(&random, sizeof pieces / sizeof *pieces)]);
        (void)value_of(text, result);
        if (strlen(result) == 0 || strlen(result) > EXPRESSION_ERROR)
            fail_msg("seed %llu, round %llu: '%s'", (unsigned long long)seed, (unsigned long long)round,
                     text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_those_of_c),
                                       cmocka_unit_test(what_is_no_expression_is_said),
                                       cmocka_unit_test(random_texts_do_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
