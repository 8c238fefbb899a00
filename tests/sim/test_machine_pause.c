/* test_machine_pause.c - what a debugger needs of engines: observers that pause a run and let it continue,
 * snapshots with observers, and a run that begins from a snapshot of its first cycle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "sim/segment/bsp.h"
#include "sim/cycle/cycle.h"
#include "sim/machine/snapshot.h"
#include "sim/reference/reference.h"
#include "tests/sim/engines.h"

enum { PPS = 40, ROUNDS = 50, PAUSE = 17 };

/* Pauses the run before a cycle, once. */
struct pauser {
    struct observer observer;
    struct machine *machine;
    bool has_paused;
    unsigned shown; /* how often that cycle */
};

static bool before_cycle(void *context, const struct observer_cycle *cycle)
{
    struct pauser *pauser = context;
    if (cycle->cycle != PAUSE)
        return true;
    pauser->shown++;
    if (pauser->has_paused)
        return true;
    pauser->has_paused = true;
    pauser->machine->pause = true;
    return false;
}

/* PPs count to ROUNDS. */
static void load(struct machine *machine)
{
    const struct machine_config config = engines_small(PPS);
    struct program_text text = {.count = 0};
    text_emit(&text, OP_add, 7, true, 1, 7);
    text_emit(&text, OP_subs, 7, true, ROUNDS, 0);
    text_emit_wide(&text, OP_bne, -2, 0);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    engines_load(&text, &config, machine);
}

static void pause_on(const struct engine *engine)
{
    struct machine machine;
    struct snapshot snapshot = {.size = 0};
    char error[200];
    load(&machine);
    struct pauser pauser = {.observer = {.before_cycle = before_cycle, .keeps_nothing = true},
                            .machine = &machine};
    pauser.observer.context = &pauser;
    observer_add(&machine.observers, &pauser.observer);
    void *state = engine->create(&machine);
    engine->run(state, 0);
    assert_int_equal(machine.end, END_RUNNING);
    assert_int_equal(machine.stats.cycles, PAUSE);
    assert_int_equal(machine.fault.code, FAULT_NONE);
    assert_true(snapshot_take(&snapshot, &machine, engine, state, error, sizeof error));
    machine.pause = false;
    engine->run(state, 0);
    assert_int_equal(machine.end, END_HALTED);
    assert_int_equal(pauser.shown, 2);
    assert_int_equal(machine.stats.instructions, (uint64_t)PPS * (3 * ROUNDS + 1));
    snapshot_forget(&snapshot);
    engine->destroy(state);
    machine.observers = NULL;
    machine_destroy(&machine);
}

static void a_listener_pauses_a_run_and_lets_it_go_on(void **unused)
{
    (void)unused;
    pause_on(&reference_engine);
    pause_on(&cycle_engine);
}

static void a_listener_that_keeps_something_forbids_snapshots(void **unused)
{
    struct machine machine;
    char error[200];
    (void)unused;
    load(&machine);
    struct pauser pauser = {
        .observer = {.before_cycle = before_cycle}, .machine = &machine, .has_paused = true};
    pauser.observer.context = &pauser;
    observer_add(&machine.observers, &pauser.observer);
    void *state = cycle_engine.create(&machine);
    assert_false(snapshot_is_possible(&machine, &cycle_engine, state, error, sizeof error));
    cycle_engine.destroy(state);
    machine.observers = NULL;
    machine_destroy(&machine);
}

/* Takes a snapshot at a cycle and lets the run go on with it on another engine. */
static void go_on(const struct engine *from, const struct engine *to, uint64_t cycle)
{
    struct machine machine;
    struct snapshot snapshot = {.size = 0};
    char error[200] = "";
    load(&machine);
    void *state = from->create(&machine);
    if (cycle != 0)
        from->run(state, cycle);
    assert_true(snapshot_take(&snapshot, &machine, from, state, error, sizeof error));
    from->destroy(state);
    host_destroy(machine.host);
    machine.host = host_create(&machine, error, sizeof error);
    struct snapshot_reader reader = snapshot_read(&snapshot);
    state = to->create(&machine);
    assert_true(snapshot_restore(&reader, &machine, to, state));
    arena_release(&reader.texts);
    to->run(state, cycle + 5);
    assert_int_equal(machine.end, END_RUNNING);
    to->run(state, 0);
    assert_int_equal(machine.end, END_HALTED);
    assert_int_equal(machine.stats.instructions, (uint64_t)PPS * (3 * ROUNDS + 1));
    to->destroy(state);
    snapshot_forget(&snapshot);
    machine_destroy(&machine);
}

static void a_run_without_a_limit_goes_on_from_a_snapshot_of_any_cycle(void **unused)
{
    static const struct engine *const engines[] = {&bsp_engine, &cycle_engine, &reference_engine};
    (void)unused;
    for (unsigned from = 0; from < 3; from++)
        for (unsigned to = 0; to < 3; to++)
            for (uint64_t cycle = 0; cycle < 3; cycle++)
                go_on(engines[from], engines[to], cycle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_listener_pauses_a_run_and_lets_it_go_on),
        cmocka_unit_test(a_listener_that_keeps_something_forbids_snapshots),
        cmocka_unit_test(a_run_without_a_limit_goes_on_from_a_snapshot_of_any_cycle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
