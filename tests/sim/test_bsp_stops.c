/* test_bsp_stops.c - a run of the parallel engine that has been without breakpoints, then has some, and then
 * none again. test_bsp_fuzz.c and test_bsp_async.c have random ones (stops.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/segment/bsp.h"
#include "sim/reference/reference.h"
#include "tests/sim/engines.h"

enum { PPS = 138, WAITERS = 32, WORD = 20, OWN = 23, VALUE = 5, STORES = 12, QUIET = 60 };
enum { FIRST_STOP = 60, LAST_STOP = 120 };

/* Some PPs wait for a word, and then change own words; the others set it in cycle 100 or so, and then compute
 * for long. */
static void write_program(struct program_text *text)
{
    text_emit_wide(text, OP_shint, 6, 0);
    text_emit(text, OP_getpn, 0, false, 0, 3);
    text_set(text, OBJECT_DATA_START + ENGINES_DATA, WORD);
    text_set(text, MEMORY_PRIVATE, OWN);
    text_emit(text, OP_subs, 3, true, WAITERS, 0);
    const uint32_t others = text_branch(text, OP_bpl);
    text_emit(text, OP_ldg, WORD, true, 0, 4);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit(text, OP_ands, 4, true, 1, 0);
    text_emit_wide(text, OP_beq, -3, 0);
    for (int32_t k = 0; k < STORES; k++) {
        for (int n = 0; n < 3; n++)
            text_emit(text, OP_add, VALUE, true, 1, VALUE);
        text_emit(text, OP_stg, OWN, true, k, 3);
    }
    text_emit(text, OP_halt, 0, false, 0, 0);
    text_land(text, others);
    for (int n = 0; n < QUIET + 20; n++)
        text_emit(text, OP_add, VALUE, true, 1, VALUE);
    text_emit_wide(text, OP_getlo, 1, VALUE);
    text_emit(text, OP_stg, WORD, true, 0, VALUE);
    for (int n = 0; n < QUIET; n++)
        text_emit(text, OP_add, VALUE, true, 1, VALUE);
    text_emit(text, OP_halt, 0, false, 0, 0);
}

/* No PP comes to the breakpoint. */
static void run(void *state, struct run_until whole)
{
    static const uint32_t nowhere[] = {ENGINES_MAX_TEXT};
    bsp_engine.run(state, (struct run_until){.cycle = FIRST_STOP});
    bsp_engine.run(state,
                   (struct run_until){.cycle = LAST_STOP, .breakpoints = nowhere, .breakpoint_count = 1});
    bsp_engine.run(state, whole);
}

static void who_has_waited_until_there_were_breakpoints_waits_no_more(void **state)
{
    (void)state;
    struct program_text text = {0};
    struct machine_config config = {.pps = PPS,
                                    .shared_words = 8192,
                                    .stack_words = 64,
                                    .private_words = 64,
                                    .max_cycles = 4000,
                                    .threads = 1,
                                    .level = LEVEL_EXACT,
                                    .policy = POLICY_HIGH};
    struct engine stopping = bsp_engine;
    struct outcome expected, got;
    stopping.run = run;
    write_program(&text);
    text_dissect(&text);
    engines_run(&reference_engine, &text, &config, &expected);
    engines_run(&stopping, &text, &config, &got);
    const bool differs = engines_differ(&expected, &got, &config, 0, EXCEPT_NOTHING);
    engines_forget(&expected);
    engines_forget(&got);
    assert_false(differs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_has_waited_until_there_were_breakpoints_waits_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
