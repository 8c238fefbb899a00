/* test_bsp_seats.c - a run moves from engine to engine (sim/machine/snapshot.h) and ends as on one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/cycle/cycle.h"
#include "sim/machine/snapshot.h"
#include "sim/segment/bsp.h"
#include "tests/sim/engines.h"

enum { PPS = 48, CYCLES = 4 }; /* of the run: each PP executes four instructions, the last is halt */

static void load(struct machine *machine)
{
    const struct machine_config config = engines_small(PPS);
    struct program_text text = {.count = 0};
    for (unsigned k = 1; k < CYCLES; k++)
        text_emit(&text, OP_getpn, 0, false, 0, 4);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    engines_load(&text, &config, machine);
}

/* Stops the run after the cycle in which the last PP has halted, before the engine ends it. */
static void stop_when_all_have_halted(void *context, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    struct machine *machine = context;
    (void)cycle, (void)instructions;
    machine->pause = running == 0;
    machine->tick_instructions = 0;
}

static void a_run_whose_pps_have_halted_ends_in_their_cycle(const struct engine *first,
                                                            const struct engine *second)
{
    struct machine machine;
    load(&machine);
    void *const from = first->create(&machine), *const to = second->create(&machine);
    struct snapshot_state carried = {.count = PPS};
    machine.progress = stop_when_all_have_halted;
    machine.progress_context = &machine;
    machine.tick_instructions = 0;
    first->run(from, 0);
    assert_int_equal(machine.end, END_RUNNING);
    machine.pause = false;
    machine.progress = NULL;
    carried.stats = machine.stats;
    assert_true(first->save(from, &carried) && snapshot_make_room(&carried, PPS));
    first->save_pps(from, &carried);
    machine.stats = carried.stats;
    assert_true(second->load(to, &carried));
    second->run(to, 0);
    assert_int_equal(machine.end, END_HALTED);
    assert_int_equal(machine.stats.cycles, CYCLES);
    assert_int_equal(machine.stats.instructions, CYCLES * PPS);
    snapshot_free_room(&carried);
    first->destroy(from);
    second->destroy(to);
    host_finish(&machine, true);
    machine_destroy(&machine);
}

static void from_cycle_to_parallel_engine(void **state)
{
    (void)state;
    a_run_whose_pps_have_halted_ends_in_their_cycle(&cycle_engine, &bsp_engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(from_cycle_to_parallel_engine)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
