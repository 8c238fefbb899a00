/* test_lone.c - PPs that are executed one by one (sim/cycle/lone/lone.h): how far they run ahead, and that
 * after an interruption in any cycle their state and their profile are the reference engine's. The fuzzers
 * and tests/matrix compare whole runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/cycle/cycle.h"
#include "sim/cycle/state.h"
#include "sim/reference/reference.h"
#include "tests/sim/engines.h"

enum {
    PPS = 4,
    CELL = OBJECT_DATA_START + 3,
    CYCLES = 40,  /* more than the program takes */
    EVEN_DUE = 5, /* instructions of even PPs between `start` and their store */
    ODD_DUE = 3   /* and odd ones; in the cycle after it they leave, because they halt */
};

/* The instruction after a load of R20, whose value is delayed: lone PPs have a way of execution for each. */
enum slot {
    SLOT_NOTHING,
    SLOT_ADDS,
    SLOT_USES,
    SLOT_OVERWRITES,
    SLOT_LOADS,
    SLOT_STORES,
    SLOT_COMPARES,
    SLOTS
};

static void emit_slot(struct program_text *text, enum slot slot)
{
    if (slot == SLOT_NOTHING)
        text_emit(text, OP_nop, 0, false, 0, 0);
    else if (slot == SLOT_ADDS)
        text_emit(text, OP_adds, 4, true, 1, 9);
    else if (slot == SLOT_USES)
        text_emit(text, OP_add, 20, true, 1, 9);
    else if (slot == SLOT_OVERWRITES)
        text_emit(text, OP_add, 4, true, 1, 20);
    else if (slot == SLOT_LOADS)
        text_emit(text, OP_ldg, 21, true, 1, 9);
    else if (slot == SLOT_STORES)
        text_emit(text, OP_stg, 21, true, 2, 20);
    else
        text_emit(text, OP_subs, 20, true, 1, 0);
}

/* The PPs load, and then store at even and odd PPs' own times. Returns the instruction before those between.
 */
static uint32_t load(struct machine *machine, enum slot slot)
{
    const struct machine_config config = {
        .pps = PPS, .shared_words = 8192, .stack_words = 64, .private_words = 64, .threads = 1};
    struct program_text text = {.count = 0};
    text_emit(&text, OP_getpn, 0, false, 0, 4);
    text_set(&text, CELL, 20);
    text_set(&text, CELL, 21);
    text_emit(&text, OP_ldg, 20, true, 0, 20);
    emit_slot(&text, slot);
    const uint32_t start = text.count;
    text_emit(&text, OP_add, 4, true, 10, 6);
    text_emit(&text, OP_ands, 4, true, 1, 8);
    const uint32_t branch = text_branch(&text, OP_bne);
    text_emit(&text, OP_add, 4, false, 4, 7);
    text_emit(&text, OP_subs, 7, true, 100, 7);
    text_emit(&text, OP_add, 7, true, 3, 7);
    text_emit(&text, OP_stg, 21, true, 0, 7);
    const uint32_t second = text_branch(&text, OP_bpl);
    text_emit(&text, OP_subs, 4, true, 2, 0);
    const uint32_t third = text_branch(&text, OP_blt);
    text_emit(&text, OP_stg, 21, true, 3, 20);
    text_emit(&text, OP_subs, 4, true, 100, 0);
    const uint32_t fourth = text_branch(&text, OP_bge);
    text_emit(&text, OP_add, 4, true, 6, 7);
    text_land(&text, second);
    text_land(&text, third);
    text_land(&text, fourth);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    text_land(&text, branch);
    text_emit(&text, OP_add, 4, true, 5, 7);
    text_emit(&text, OP_stg, 21, true, 1, 7);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    engines_load(&text, &config, machine);
    machine->memory.cells[CELL] = 77;
    machine->counts = counts_create(&machine->arena, machine->program.code, machine->program.count);
    return start;
}

struct run {
    struct machine machine;
    const struct engine *engine;
    void *state;
};

/* A run that has stopped before the cycle. */
static uint32_t begin(struct run *run, const struct engine *engine, enum slot slot, uint64_t cycle)
{
    const uint32_t start = load(&run->machine, slot);
    run->engine = engine;
    run->state = engine->create(&run->machine);
    assert_non_null(run->state);
    engine->run(run->state, cycle);
    return start;
}

static void end(struct run *run)
{
    run->engine->destroy(run->state);
    host_finish(&run->machine, true);
    machine_destroy(&run->machine);
}

/* All PPs at an instruction, in a strand that is about to be executed. */
static struct strand *gather(struct cycle_state *state)
{
    struct strand *const strand = state->strands.current[0];
    for (uint32_t k = 1; k < state->strands.current_count; k++) { /* strands of one PP where a run stops */
        strand_add(strand, state->strands.current[k]->members[0]);
        strands_free(&state->strands, state->strands.current[k]);
    }
    assert_int_equal(strand->count, PPS);
    state->strands.current_count = 0;
    return strand;
}

static uint32_t count_lone(const struct cycle_state *state)
{
    uint8_t seen[PPS] = {0};
    uint32_t count = 0;
    assert_true(lone_marks(state, seen));
    for (uint32_t pp = 0; pp < PPS; pp++)
        count += seen[pp];
    return count;
}

/* The PPs that execute an instruction in this cycle: those with even and with odd numbers. */
static void count_due(const struct cycle_state *state, uint32_t due[2])
{
    due[0] = due[1] = 0;
    for (const struct lone *lone = state->lone.days[state->cycle % LONE_DAYS].first; lone != NULL;
         lone = lone->next)
        due[lone->pp % 2]++;
}

static void pps_run_ahead_up_to_their_next_access(void **unused)
{
    struct run run;
    (void)unused;
    const uint32_t start = begin(&run, &cycle_engine, SLOT_NOTHING, 1);
    end(&run);
    begin(&run, &cycle_engine, SLOT_NOTHING, start);
    struct cycle_state *const state = run.state;
    struct strand *const strand = gather(state);
    assert_int_equal(strand->pc, start);
    assert_true(lone_take(state, strand));
    assert_int_equal(state->lone.count, PPS);
    for (uint32_t pp = 0; pp < PPS; pp++) {
        assert_int_equal(cycle_row(state, 6)[pp], pp + 10);
        assert_int_equal(cycle_row(state, 7)[pp], pp % 2 != 0 ? pp + 5 : pp + pp - 97);
    }
    for (unsigned cycle = 1; cycle <= EVEN_DUE + 1; cycle++) {
        uint32_t due[2];
        lone_turn(state);
        state->cycle++;
        assert_int_equal(count_lone(state), cycle <= ODD_DUE + 2 ? PPS : PPS / 2);
        count_due(state, due);
        assert_int_equal(due[0], cycle == EVEN_DUE + 1 ? PPS / 2 : 0);
        assert_int_equal(due[1], cycle == ODD_DUE + 1 || cycle == ODD_DUE + 2 ? PPS / 2 : 0);
        lone_execute(state);
    }
    assert_int_equal(state->requests.stores, PPS);
    requests_list(state);
    end(&run);
}

static void compare_pps(const struct run *run, const struct run *reference)
{
    for (uint32_t pp = 0; pp < PPS; pp++) {
        struct pp_view is, ought;
        run->engine->view(run->state, pp, &is);
        reference->engine->view(reference->state, pp, &ought);
        assert_memory_equal(is.r, ought.r, sizeof is.r);
        assert_int_equal(is.pc, ought.pc);
        assert_int_equal(is.status, ought.status);
        assert_int_equal(is.running, ought.running);
        if (!is.running)
            continue;
        assert_int_equal(is.late_target, ought.late_target);
        if (is.late_target != DECODE_SINK)
            assert_int_equal(is.late_value, ought.late_value);
    }
}

static void compare_counts(struct counts *counts, struct counts *ought)
{
    counts_settle(counts);
    counts_settle(ought);
    for (uint32_t pc = 0; pc < counts->size; pc++)
        assert_int_equal(counts->executed[0][pc], ought->executed[0][pc]);
}

static void interrupted_in_any_cycle_they_are_where_the_machine_is(void **unused)
{
    (void)unused;
    for (enum slot slot = 0; slot < SLOTS; slot++)
        for (uint64_t cycle = 1; cycle < CYCLES; cycle++) {
            struct run run, reference;
            begin(&run, &cycle_engine, slot, cycle);
            begin(&reference, &reference_engine, slot, cycle);
            compare_pps(&run, &reference);
            run.engine->run(run.state, cycle + 2);
            reference.engine->run(reference.state, cycle + 2);
            compare_pps(&run, &reference);
            assert_int_equal(run.machine.stats.loads, reference.machine.stats.loads);
            compare_counts(run.machine.counts, reference.machine.counts);
            end(&run);
            end(&reference);
        }
}

static void a_strand_that_was_left_is_not_lone_again(void **unused)
{
    struct run run;
    (void)unused;
    begin(&run, &cycle_engine, SLOT_NOTHING, 3);
    struct cycle_state *const state = run.state;
    struct strand *const strand = gather(state);
    strand->is_left = true;
    assert_false(lone_take(state, strand));
    assert_int_equal(state->lone.count, 0);
    strand->is_left = false;
    assert_true(lone_take(state, strand));
    end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pps_run_ahead_up_to_their_next_access),
        cmocka_unit_test(interrupted_in_any_cycle_they_are_where_the_machine_is),
        cmocka_unit_test(a_strand_that_was_left_is_not_lone_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
