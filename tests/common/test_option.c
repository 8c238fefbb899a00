/* test_option.c - what the one parser of command lines makes of words: spellings, arguments, faults. */
#include "common/option.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

static const struct option_row rows[] = {
    {"--max_cycles", 'c', "N", "a long one with a letter", false},
    {"--stats", 0, "", "a flag", false},
    {"--dump", 0, "", "a flag, ..", false},
    {"--dump=", 0, "PASS", ".. and one with an argument", false},
    {"", 'o', "FILE", "a letter alone", false},
    {"", 'g', "", "a letter alone, a flag", false},
    {"-g0", 0, "", "a word that begins like it", false},
    {"-Werror", 0, "", "a word", false},
    {"-W", 0, "NAME", "all that begin so", true},
    {"-mreal=", 0, "BITS", "joined or next", false},
    {"-m", 0, "NAME", "the others", true},
};

/* What was taken and refused, in words: "max-cycles=5 name:x". */
struct log {
    char text[200];
};

static bool take(void *context, const struct option_word *word)
{
    struct log *log = context;
    char spelling[OPTION_SPELLING];
    const size_t used = strlen(log->text);
    snprintf(log->text + used, sizeof log->text - used, "%s%s%s%s", used > 0 ? " " : "",
             word->row != NULL ? option_spell(word->row, spelling) : "name", word->value != NULL ? ":" : "",
             word->value != NULL ? word->value : "");
    return word->value == NULL || strcmp(word->value, "stop") != 0;
}

static void refuse(void *context, enum option_fault fault, const struct option_word *word)
{
    static const char *const faults[] = {
        [OPTION_UNKNOWN] = "unknown", [OPTION_MISSING] = "missing", [OPTION_SURPLUS] = "surplus"};
    struct log *log = context;
    const size_t used = strlen(log->text);
    snprintf(log->text + used, sizeof log->text - used, "%s%s %s", used > 0 ? " " : "", faults[fault],
             word->word);
}

/* Parses a line of words, separated by blanks. */
static struct option_end parse(const char *line, bool stops_at_name, struct log *log)
{
    static char text[200];
    char *words[20] = {"program"};
    int count = 1;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " "))
        words[count++] = word;
    const struct option_parser parser = {.rows = rows,
                                         .row_count = sizeof rows / sizeof rows[0],
                                         .stops_at_name = stops_at_name,
                                         .take = take,
                                         .refuse = refuse};
    *log = (struct log){""};
    return option_parse(&parser, count, words, log);
}

static void words_become_options_with_arguments_and_names(void **state)
{
    static const char *const cases[][2] = {
        {"--max-cycles 5", "--max-cycles:5"},
        {"--max-cycles=5", "--max-cycles:5"},
        {"--max-cycles=", "--max-cycles:"},
        {"-c5 -c 6", "--max-cycles:5 --max-cycles:6"},
        {"--max_cycles=5", "unknown --max_cycles=5"},
        {"--max=5", "unknown --max=5"},
        {"--max-cycles5", "unknown --max-cycles5"},
        {"--max-cycles", "missing --max-cycles"},
        {"-c", "missing -c"},
        {"-c -- x", "--max-cycles:-- name:x"},
        {"--stats x", "--stats name:x"},
        {"--stats=yes x", "surplus --stats=yes"},
        {"--dump --dump=ssa", "--dump --dump=:ssa"},
        {"-o -g", "-o:-g"},
        {"-g -g0", "-g -g0"},
        {"-gx", "surplus -gx"},
        {"-go", "surplus -go"},
        {"-Werror -Wall -W x", "-Werror -W:all -W: name:x"},
        {"-Werrors", "-W:errors"},
        {"-mreal=64 -mreal= 65 -mfpu", "-mreal=:64 -mreal=:65 -m:fpu"},
        {"-x", "unknown -x"},
        {"x -g y", "name:x -g name:y"},
        {"- -g", "name:- -g"},
        {"-- -g --", "name:-g name:--"},
        {"-g stop -g", "-g name:stop"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct log log;
        parse(cases[i][0], false, &log);
        assert_string_equal(log.text, cases[i][1]);
    }
}

static void the_first_name_may_end_the_options(void **state)
{
    (void)state;
    struct log log;
    struct option_end end = parse("-g x -g", true, &log);
    assert_string_equal(log.text, "-g");
    assert_true(end.good && !end.is_said);
    assert_int_equal(end.next, 2);
    end = parse("-g -- -o x", true, &log);
    assert_string_equal(log.text, "-g");
    assert_true(end.good && end.is_said);
    assert_int_equal(end.next, 3);
    end = parse("-o -- x", true, &log);
    assert_string_equal(log.text, "-o:--");
    assert_true(end.good && !end.is_said);
    assert_int_equal(end.next, 3);
    end = parse("-g -x y", true, &log);
    assert_false(end.good);
}

static void a_word_alone_can_be_looked_up(void **state)
{
    (void)state;
    const size_t count = sizeof rows / sizeof rows[0];
    assert_ptr_equal(option_find(rows, count, "--stats").row, &rows[1]);
    assert_string_equal(option_find(rows, count, "-c7").value, "7");
    assert_null(option_find(rows, count, "--max-cycles").value);
    assert_null(option_find(rows, count, "-").row);
    assert_null(option_find(rows, count, "stats").row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_become_options_with_arguments_and_names),
        cmocka_unit_test(the_first_name_may_end_the_options),
        cmocka_unit_test(a_word_alone_can_be_looked_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
