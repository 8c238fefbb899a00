/* test_machine_fault.c - which of several faults is reported, its text, and which store wins under a seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asm/object.h"
#include "sim/machine/fault.h"
#include "sim/machine/policy.h"

static void the_first_fault_is_kept(void **state)
{
    (void)state;
    struct fault fault = {0};
    assert_true(fault_set(&fault, FAULT_division_by_zero, 5, 1, 100, "five"));
    assert_false(fault_set(&fault, FAULT_illegal_access, 5, 2, 100, "the same again"));
    assert_false(fault_set(&fault, FAULT_illegal_access, 6, 2, 100, "a higher PP"));
    assert_false(fault_set(&fault, FAULT_illegal_access, 0, 2, 101, "a later cycle"));
    assert_string_equal(fault.text, "five");
    assert_true(fault_set(&fault, FAULT_illegal_access, 4, 2, 100, "a lower PP"));
    assert_true(fault_set(&fault, FAULT_runaway, 9, 3, 99, "an earlier cycle"));
    assert_string_equal(fault.text, "an earlier cycle");
    assert_int_equal(fault.code, FAULT_runaway);
    assert_int_equal(fault.pp, 9);
}

static void earlier_is_the_smaller_cycle_then_the_lower_pp(void **state)
{
    (void)state;
    const struct fault early = {.code = FAULT_division_by_zero, .cycle = 7, .pp = 1};
    const struct fault higher = {.code = FAULT_division_by_zero, .cycle = 7, .pp = 2};
    const struct fault late = {.code = FAULT_division_by_zero, .cycle = 8, .pp = 0};
    assert_true(fault_is_earlier(&early, &higher) && fault_is_earlier(&early, &late));
    assert_true(fault_is_earlier(&higher, &late));
    assert_false(fault_is_earlier(&higher, &early) || fault_is_earlier(&late, &early));
    assert_false(fault_is_earlier(&early, &early));
}

static void a_new_fault_has_no_old_hint(void **state)
{
    (void)state;
    struct fault fault = {0};
    fault_set(&fault, FAULT_division_by_zero, 1, 0, 7, "late");
    fault_hint(&fault, "of the late one");
    fault_set(&fault, FAULT_division_by_zero, 1, 0, 6, "early");
    assert_string_equal(fault.hint, "");
}

/* A program of four instructions: start.s:7 at 0, nothing known of 1, merge.s:3 at 2 and 3, in function
 * merge. */
static struct object *make_object(void)
{
    static const char start[] = "start.s";
    static const char merge_file[] = "merge.s";
    static char merge[] = "merge";
    static struct object_file files[] = {{.name = start}, {.name = merge_file}};
    static struct object_line lines[] = {{0, 0, 7}, {1, 0, 0}, {2, 1, 3}};
    static struct object_symbol symbols[] = {
        {.name = merge, .value = 2, .section = SECTION_TEXT, .global = true, .function = true}};
    static struct object object = {.linked = true,
                                   .size = {[SECTION_TEXT] = 4},
                                   .lines = lines,
                                   .line_count = 3,
                                   .files = files,
                                   .file_count = 2,
                                   .symbols = symbols,
                                   .symbol_count = 1};
    return &object;
}

static void messages(const struct fault *fault, const char *expected)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    fault_print(fault, "fault", make_object(), stream);
    fclose(stream);
    assert_string_equal(text, expected);
    free(text);
}

static void a_message_says_all_that_is_known(void **state)
{
    (void)state;
    struct fault fault = {0};
    fault_set(&fault, FAULT_illegal_access, 3, 3, 42, "illegal store to address 0x%08x", 0x7fffffffu);
    messages(
        &fault,
        "pramsim: fault: illegal store to address 0x7fffffff: PP 3, pc 3, cycle 42, merge.s:3, in function "
        "merge\n");
    fault = (struct fault){0};
    fault_set(&fault, FAULT_illegal_access, 3, 0, 0x100000000u, "x");
    messages(&fault, "pramsim: fault: x: PP 3, pc 0, cycle 4294967296, start.s:7\n");
    fault_hint(&fault, "do otherwise");
    messages(&fault,
             "pramsim: fault: x: PP 3, pc 0, cycle 4294967296, start.s:7\npramsim: hint: do otherwise\n");
    fault = (struct fault){0};
    fault_set(&fault, FAULT_output, FAULT_NO_PP, 0, 9, "full");
    messages(&fault, "pramsim: fault: full: cycle 9\n");
}

static void a_long_text_is_cut(void **state)
{
    (void)state;
    struct fault fault = {0};
    char text[1000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    fault_set(&fault, FAULT_program_error, 0, 0, 0, "%s", text);
    assert_int_equal(strlen(fault.text), sizeof fault.text - 1);
    fault_hint(&fault, "%s", text);
    assert_int_equal(strlen(fault.hint), sizeof fault.hint - 1);
}

static void exit_codes_have_names(void **state)
{
    (void)state;
    assert_string_equal(exit_code_name(5), "illegal_access");
    assert_string_equal(exit_code_name(FAULT_runaway), "runaway");
    assert_null(exit_code_name(0));
    assert_null(exit_code_name(1));
}

static void ranks_are_different_and_fair_enough(void **state)
{
    (void)state;
    enum { PPS = 64, CYCLES = 6400 };
    int wins[PPS] = {0};
    for (uint64_t cycle = 0; cycle < CYCLES; cycle++) {
        uint32_t winner = 0;
        for (uint32_t pp = 1; pp < PPS; pp++) {
            uint64_t rank = policy_rank(1, cycle, 4096, pp);
            assert_true(rank != policy_rank(1, cycle, 4096, winner));
            if (rank > policy_rank(1, cycle, 4096, winner))
                winner = pp;
        }
        wins[winner]++;
    }
    for (int pp = 0; pp < PPS; pp++) /* 100 expected, standard deviation 10 */
        assert_in_range(wins[pp], 50, 150);
    assert_true(policy_rank(1, 0, 4096, 0) != policy_rank(2, 0, 4096, 0));
    assert_true(policy_rank(1, 0, 4096, 0) != policy_rank(1, 1, 4096, 0));
    assert_true(policy_rank(1, 0, 4096, 0) != policy_rank(1, 0, 4097, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_fault_is_kept),
        cmocka_unit_test(earlier_is_the_smaller_cycle_then_the_lower_pp),
        cmocka_unit_test(a_new_fault_has_no_old_hint),
        cmocka_unit_test(a_message_says_all_that_is_known),
        cmocka_unit_test(a_long_text_is_cut),
        cmocka_unit_test(exit_codes_have_names),
        cmocka_unit_test(ranks_are_different_and_fair_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
