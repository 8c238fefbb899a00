/* test_cycle_threads.c - the cycle engine on several threads: what they do to each other in a cycle, with
 * teams of random sizes, of random ranges of PPs; and when PPs are divided anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/cycle/cycle.h"
#include "sim/cycle/threads/team.h"
#include "sim/reference/reference.h"
#include "tests/sim/engines.h"

#define INSTRUCTION(...) (&(const struct isa_instruction){__VA_ARGS__})

/* ---- requests */

enum { TEAMS = 40, TEAM_PPS = 16, LINE = 16, ROUNDS = 40, LETTERS = 10, LONGEST_RUN = 3000 };

/* The program has the results of the reference engine with teams of any size and ranges of any PPs. */
static void demand_alike(const struct program_text *text, enum machine_end end)
{
    struct machine_config config = {.pps = TEAM_PPS,
                                    .shared_words = 8192,
                                    .stack_words = 64,
                                    .private_words = 64,
                                    .max_cycles = LONGEST_RUN,
                                    .threads = 1};
    struct outcome expected;
    engines_run_unobserved(&reference_engine, text, &config, &expected);
    assert_int_equal(expected.end, end);
    for (uint32_t team = 0; team < TEAMS; team++) {
        struct outcome got;
        config.threads = 2 + team % 5;
        config.tests.deals = 2 * team + 1;
        engines_run_unobserved(&cycle_engine, text, &config, &got);
        assert_false(engines_differ(&expected, &got, &config, team, EXCEPT_NOTHING));
        engines_forget(&got);
    }
    engines_forget(&expected);
}

/* R4: the PP's number; R21: the address of its cell. */
static void emit_own_cell(struct program_text *text)
{
    *text = (struct program_text){.count = 0};
    text_emit(text, OP_getpn, 0, false, 0, 4);
    text_emit(text, OP_mul, 4, true, LINE, 21);
    text_set(text, OBJECT_DATA_START, 20);
    text_emit(text, OP_add, 21, false, 20, 21);
}

static void requests_that_are_refused_change_no_cell_of_any_thread(void **state)
{
    struct program_text text;
    (void)state;
    emit_own_cell(&text);
    text_emit(&text, OP_stg, 21, true, 0, 4); /* each cell gets its home */
    text_emit(&text, OP_add, 4, true, 100, 6);
    text_emit(&text, OP_subs, 4, true, 0, 0);
    const uint32_t branch = text_branch(&text, OP_bne);
    text_emit(&text, OP_mpadd, 21, true, LINE, 7); /* PP 0, to the cell to which PP 1 stores */
    text_land(&text, branch);
    text_emit(&text, OP_stg, 21, true, 0, 6);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    demand_alike(&text, END_FAULT);
}

static void pps_that_poll_are_woken_by_the_pps_of_other_threads(void **state)
{
    struct program_text text;
    (void)state;
    emit_own_cell(&text);
    text_emit(&text, OP_subs, 4, true, 0, 0);
    const uint32_t branch = text_branch(&text, OP_bne);
    text_set(&text, ROUNDS, 5);
    text_emit(&text, OP_subs, 5, true, 1, 5);
    text_emit_wide(&text, OP_bne, -1, 0);
    text_emit(&text, OP_stg, 20, true, 0, 20);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    text_land(&text, branch);
    text_emit(&text, OP_ldg, 20, true, 0, 6);
    text_emit(&text, OP_nop, 0, false, 0, 0);
    text_emit(&text, OP_subs, 6, true, 0, 0);
    text_emit_wide(&text, OP_beq, -3, 0);
    text_emit(&text, OP_stg, 21, true, 0, 4);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    demand_alike(&text, END_HALTED);
}

/* ---- host calls in cycles with requests */

enum { ASLEEP = 40 }; /* instructions after which PPs that poll sleep */

enum { FORMAT_STRING = 23, PRINT_STRING = 3, TEXT = OBJECT_DATA_START + 5, SUM = OBJECT_DATA_START + 8 };

/* The end of a loop from the instruction `head` on: R8 counts the rounds. */
static void emit_close(struct program_text *text, uint32_t head)
{
    text_emit(text, OP_subs, 8, true, 1, 8);
    text_emit_wide(text, OP_bne, (int32_t)head - (int32_t)text->count, 0);
    text_emit(text, OP_halt, 0, false, 0, 0);
}

/* A role: in each round its PPs execute these instructions. They begin after `delay` others. */
static void emit_role(struct program_text *text, uint32_t delay, const struct isa_instruction *first,
                      const struct isa_instruction *second)
{
    while (delay-- != 0)
        text_emit(text, OP_nop, 0, false, 0, 0);
    const uint32_t head = text->count;
    text->words[text->count++] = isa_encode(first);
    text->words[text->count++] = isa_encode(second);
    emit_close(text, head);
}

/* In the same cycles, by the last two bits of their numbers, PPs print a string or write its copy to TEXT,
 * store letters to their cells, of which one is the string, add to the cell `sum`, and poll the cell `polled`
 * until it is the last letter. */
static void write_roles(struct program_text *text, int32_t call, uint32_t sum, uint32_t polled)
{
    const uint32_t string = OBJECT_DATA_START + (TEAM_PPS - 3) * LINE;
    emit_own_cell(text);
    text_set(text, string, 22);
    text_set(text, sum, 23);
    text_set(text, polled, 24);
    text_set(text, TEXT, 5);
    text_set(text, 'A' - 1, 7);
    text_set(text, LETTERS, 8);
    uint32_t branches[3];
    text_emit(text, OP_ands, 4, true, 3, 6);
    for (int32_t role = 0; role < 3; role++) {
        text_emit(text, OP_subs, 6, true, role, 0);
        branches[role] = text_branch(text, OP_beq);
    }
    const uint32_t head = text->count;
    text_emit(text, OP_ldg, 24, true, 0, 6);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit(text, OP_subs, 6, true, 'A' - 1 + LETTERS, 0);
    text_emit_wide(text, OP_bne, (int32_t)head - (int32_t)text->count, 0);
    text_emit(text, OP_halt, 0, false, 0, 0);
    text_land(text, branches[0]);
    emit_role(text, ASLEEP + 4, INSTRUCTION(.opcode = OP_add, .rs = 22, .rd = 3, .immediate = true),
              INSTRUCTION(.opcode = OP_sys, .constant = call));
    text_land(text, branches[1]);
    emit_role(text, ASLEEP + 2,
              INSTRUCTION(.opcode = OP_add, .rs = 7, .rd = 7, .immediate = true, .constant = 1),
              INSTRUCTION(.opcode = OP_stg, .rs = 21, .rd = 7, .immediate = true));
    text_land(text, branches[2]);
    emit_role(text, ASLEEP, INSTRUCTION(.opcode = OP_nop),
              INSTRUCTION(.opcode = OP_mpadd, .rs = 23, .rd = 7, .immediate = true));
}

static void host_calls_see_the_stores_of_all_threads(void **state)
{
    struct program_text text;
    (void)state;
    write_roles(&text, PRINT_STRING, SUM, OBJECT_DATA_START + LINE);
    demand_alike(&text, END_HALTED);
}

static void host_calls_that_store_wake_the_pps_of_all_threads(void **state)
{
    struct program_text text;
    (void)state;
    write_roles(&text, FORMAT_STRING, SUM, TEXT);
    demand_alike(&text, END_HALTED);
}

static void no_host_call_is_served_in_a_cycle_that_is_refused(void **state)
{
    struct program_text text;
    (void)state;
    write_roles(&text, PRINT_STRING, OBJECT_DATA_START + LINE, TEXT);
    demand_alike(&text, END_FAULT);
}

/* ---- the division of PPs */

static void pps_are_divided_anew_if_ranges_have_unequal_work_but_not_often(void **state)
{
    const struct threads threads = {.size = 2, .first = 3 * TEAM_DRIFT_CYCLES};
    const struct team_balance even = {.sum = 1000, .most = 600}, uneven = {.sum = 1000, .most = 700};
    (void)state;
    assert_true(team_has_drifted(&uneven, &threads, 6 * TEAM_DRIFT_CYCLES));
    assert_false(team_has_drifted(&even, &threads, 6 * TEAM_DRIFT_CYCLES));
    assert_false(team_has_drifted(&uneven, &threads, 5 * TEAM_DRIFT_CYCLES));
    assert_false(team_has_drifted(&uneven, &threads, 6 * TEAM_DRIFT_CYCLES + 1));
    assert_false(team_has_drifted(&(struct team_balance){0}, &threads, 6 * TEAM_DRIFT_CYCLES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_that_are_refused_change_no_cell_of_any_thread),
        cmocka_unit_test(pps_that_poll_are_woken_by_the_pps_of_other_threads),
        cmocka_unit_test(host_calls_see_the_stores_of_all_threads),
        cmocka_unit_test(host_calls_that_store_wake_the_pps_of_all_threads),
        cmocka_unit_test(no_host_call_is_served_in_a_cycle_that_is_refused),
        cmocka_unit_test(pps_are_divided_anew_if_ranges_have_unequal_work_but_not_often),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
