/* test_sprint.c - PPs that only compute run ahead of the cycle (sim/cycle/sprint.h): how far, when they are
 * rolled back, and that their state is then the reference engine's, in any cycle. The fuzzers and
 * tests/matrix compare whole runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/cycle/cycle.h"
#include "sim/cycle/invariant.h"
#include "sim/cycle/state.h"
#include "sim/reference/reference.h"
#include "tests/sim/engines.h"

enum {
    PPS = 4,
    CELL = OBJECT_DATA_START + 3,
    EVEN_DUE = 6, /* instructions of even PPs from the start to their store */
    ODD_DUE = 4   /* and odd ones */
};

/* A run in which all PPs are at the instruction `start`, in that cycle; without an engine yet. */
static uint32_t load(struct machine *machine, unsigned before)
{
    const struct machine_config config = {
        .pps = PPS, .shared_words = 8192, .stack_words = 64, .private_words = 64, .threads = 1};
    struct program_text text = {.count = 0};
    text_emit(&text, OP_getpn, 0, false, 0, 4);
    text_set(&text, CELL, 20);
    text_emit(&text, OP_ldg, 20, true, 0, 5); /* a delayed value: the cell has 0 */
    for (unsigned k = 0; k < before; k++)
        text_emit(&text, OP_nop, 0, false, 0, 0);
    const uint32_t start = text.count;
    text_emit(&text, OP_add, 4, true, 10, 6);
    text_emit(&text, OP_ands, 4, true, 1, 8);
    const uint32_t branch = text_branch(&text, OP_bne);
    text_emit(&text, OP_add, 4, false, 4, 7);
    text_emit(&text, OP_subs, 7, true, 100, 7);
    text_emit(&text, OP_add, 7, true, 3, 7);
    text_emit(&text, OP_stg, 20, true, 0, 7);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    text_land(&text, branch);
    text_emit(&text, OP_add, 4, true, 5, 7);
    text_emit(&text, OP_stg, 20, true, 1, 7);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    engines_load(&text, &config, machine);
    machine->memory.cells[CELL] = 77;
    return start;
}

struct stage {
    struct machine machine;
    struct cycle_state *state;
    uint32_t start;
};

/* PPs run ahead from the start on, as if the cycle before it were about to end. The engine keeps the address
 * of the machine: the stage stays where it is. */
static void set_stage(struct stage *stage, unsigned before)
{
    stage->start = load(&stage->machine, before);
    struct cycle_state *const state = cycle_engine.create(&stage->machine);
    assert_non_null(state);
    stage->state = state;
    cycle_engine.run(state, (struct run_until){.cycle = stage->start});
    struct strand *const strand = state->strands.current[0];
    assert_int_equal(strand->pc, stage->start);
    for (uint32_t k = 1; k < state->strands.current_count; k++) { /* strands of one PP where a run stops */
        for (uint32_t m = 0; m < state->strands.current[k]->count; m++)
            strand_add(strand, state->strands.current[k]->members[m]);
        strands_free(&state->strands, state->strands.current[k]);
    }
    assert_int_equal(strand->count, PPS);
    state->strands.current_count = 0;
    if (strand->late != DECODE_SINK) /* its value has been noted for the cycle that begins */
        assert_int_equal(state->late[~state->cycle & 1][0], 77);
    state->cycle--;
    sprint_place(state, strand, stage->start);
}

static void clear_stage(struct stage *stage)
{
    cycle_engine.destroy(stage->state);
    host_finish(&stage->machine, true);
    machine_destroy(&stage->machine);
}

/* What the engine does at the end of a cycle. */
static void end_cycle(struct cycle_state *state)
{
    sprint_turn(state);
    strands_turn(&state->strands);
    state->cycle++;
}

static uint32_t count_in_calendar(const struct cycle_state *state)
{
    uint8_t seen[PPS] = {0};
    uint32_t count = 0;
    assert_true(sprint_marks(state, seen));
    for (uint32_t pp = 0; pp < PPS; pp++)
        count += seen[pp];
    return count;
}

static void pps_run_ahead_up_to_their_next_access(void **unused)
{
    struct stage stage;
    (void)unused;
    set_stage(&stage, 2);
    struct cycle_state *const state = stage.state;
    assert_int_equal(state->sprint.count, PPS);
    assert_int_equal(state->strands.next_count, 0);
    for (uint32_t pp = 0; pp < PPS; pp++) {
        assert_int_equal(cycle_row(state, 6)[pp], pp + 10);
        assert_int_equal(cycle_row(state, 7)[pp], pp % 2 != 0 ? pp + 5 : pp + pp - 97);
    }
    for (unsigned cycle = 0; cycle <= EVEN_DUE; cycle++) {
        end_cycle(state);
        assert_int_equal(count_in_calendar(state), cycle < ODD_DUE ? PPS : cycle < EVEN_DUE ? PPS / 2 : 0);
        const bool is_due = cycle == ODD_DUE || cycle == EVEN_DUE;
        assert_int_equal(state->strands.current_count, is_due);
        if (!is_due)
            continue;
        const struct strand *const strand = state->strands.current[0];
        assert_int_equal(stage.machine.program.code[strand->pc].opcode, OP_stg);
        assert_int_equal(strand->count, PPS / 2);
        assert_int_equal(strand->members[0] % 2, cycle == ODD_DUE);
        strands_free(&state->strands, state->strands.current[0]);
        state->strands.current_count = 0;
    }
    clear_stage(&stage);
}

/* PPs as the reference engine has them at the start of the cycle. */
static void compare(struct stage *stage, unsigned before)
{
    struct machine machine;
    load(&machine, before);
    void *const reference = reference_engine.create(&machine);
    reference_engine.run(reference, (struct run_until){.cycle = stage->state->cycle});
    cycle_engine.run(stage->state, (struct run_until){.cycle = stage->state->cycle});
    for (uint32_t pp = 0; pp < PPS; pp++) {
        struct pp_view is, ought;
        cycle_engine.view(stage->state, pp, &is);
        reference_engine.view(reference, pp, &ought);
        assert_memory_equal(is.r, ought.r, sizeof is.r);
        assert_int_equal(is.pc, ought.pc);
        assert_int_equal(is.status, ought.status);
        assert_int_equal(is.late_target, ought.late_target);
        if (is.late_target != DECODE_SINK)
            assert_int_equal(is.late_value, ought.late_value);
    }
    reference_engine.destroy(reference);
    host_finish(&machine, true);
    machine_destroy(&machine);
}

/* Rolls PPs back to each cycle in which all are still ahead. */
static void come_back(unsigned before)
{
    for (unsigned cycle = 0; cycle < ODD_DUE; cycle++) {
        struct stage stage;
        set_stage(&stage, before);
        for (unsigned k = 0; k <= cycle; k++)
            end_cycle(stage.state);
        assert_int_equal(stage.state->cycle, stage.start + cycle);
        sprint_interrupt(stage.state);
        assert_int_equal(stage.state->sprint.count, 0);
        assert_int_equal(stage.state->strands.current_count, PPS);
        compare(&stage, before);
        clear_stage(&stage);
    }
}

static void interrupted_in_any_cycle_they_are_where_the_machine_is(void **unused)
{
    (void)unused;
    come_back(2);
}

static void a_value_that_was_on_its_way_is_so_again(void **unused)
{
    (void)unused;
    come_back(0);
}

static void nobody_runs_ahead_from_an_access_nor_where_the_run_is_watched(void **unused)
{
    struct stage stage;
    (void)unused;
    set_stage(&stage, 2);
    end_cycle(stage.state);
    sprint_interrupt(stage.state);
    struct cycle_state *const state = stage.state;
    struct strand *const at_start = state->strands.current[0], *const at_store = state->strands.current[1];
    state->watch.cycles = 1;
    sprint_place(state, at_start, stage.start);
    assert_int_equal(state->sprint.count, 0);
    state->watch.cycles = 0;
    sprint_place(state, at_store, stage.start + EVEN_DUE);
    assert_int_equal(state->sprint.count, 0);
    assert_int_equal(state->strands.next_count, 2);
    strands_turn(&state->strands);
    clear_stage(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pps_run_ahead_up_to_their_next_access),
        cmocka_unit_test(interrupted_in_any_cycle_they_are_where_the_machine_is),
        cmocka_unit_test(a_value_that_was_on_its_way_is_so_again),
        cmocka_unit_test(nobody_runs_ahead_from_an_access_nor_where_the_run_is_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
