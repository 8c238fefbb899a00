/* test_walk.c - random walks: a session is led forward and back a thousand times, by all that moves it, and
 * each time it stands where a run that goes there straight on the reference engine stands: the same registers
 * of all PPs, the same memory, the same output. The invariants of a session (sim/debug/invariant.def) hold at
 * each stop. Breakpoints that are traps stop where the reference engine stops.
 *
 * PRAM_FUZZ_SEED and PRAM_FUZZ_PROGRAMS choose the programs; a failure prints its seed and step.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "common/memory.h"
#include "sim/segment/bsp.h"
#include "sim/cycle/cycle.h"
#include "sim/debug/session.h"
#include "sim/reference/reference.h"
#include "tests/sim/async_programs.h"

enum { STEPS = 1000, LOOKS_EVERY = 40, PROGRAMS = 15 };

/* What a run has printed. */
struct printed {
    char *bytes;
    size_t count, room;
};

static void take_output(void *context, enum host_stream stream, const char *bytes, size_t count)
{
    struct printed *printed = context;
    assert_int_equal(stream, HOST_STREAM_OUTPUT);
    printed->bytes = memory_grow(printed->bytes, &printed->room, printed->count + count, 1);
    memcpy(printed->bytes + printed->count, bytes, count);
    printed->count += count;
}

static uint64_t hash_of(const struct machine *machine, const struct engine *engine, const void *state)
{
    uint64_t hash = memory_hash(&machine->memory) + machine->end;
    /* a fault ends a run within a cycle: how much of it other PPs have executed differs between engines */
    if (machine->end == END_FAULT)
        return policy_mix(hash ^ machine->fault.cycle << 8 ^ (unsigned)machine->fault.code) +
               machine->fault.pp;
    for (uint32_t pp = 0; pp < machine->config.pps; pp++) {
        struct pp_view view;
        engine->view(state, pp, &view);
        for (unsigned r = 2; r < 32; r++)
            hash = policy_mix(hash ^ view.r[r]) + r;
        hash = policy_mix(hash ^ view.pc) + (view.running ? view.in_barrier * 2u + 1 : 0);
        hash = policy_mix(hash ^ (view.status & 31)); /* the flags and the modulo bit */
        if (view.late_target != DECODE_SINK && view.running)
            hash = policy_mix(hash ^ view.late_target ^ (uint64_t)view.late_value << 8);
    }
    return hash;
}

/* A run that goes straight to a cycle, or to its end (0), on the reference engine. */
static uint64_t go_straight(const struct generator *g, const struct machine_config *config, uint64_t cycle,
                            struct printed *printed)
{
    struct machine machine;
    engines_load(&g->text, config, &machine);
    struct host_link link = {.show = take_output, .context = printed, .descriptor = -1};
    host_lead_to(&machine, &link, 0);
    void *state = reference_engine.create(&machine);
    assert_non_null(state);
    reference_engine.run(state, cycle);
    output_flush(&machine.host->output);
    const uint64_t hash = hash_of(&machine, &reference_engine, state);
    reference_engine.destroy(state);
    machine_destroy(&machine);
    return hash;
}

/* One step of the walk. */
static void move(struct session *session, struct program_text *random)
{
    struct debug_event event;
    char error[SESSION_ERROR];
    const uint64_t cycle = session->cycle;
    static const enum step_kind kinds[] = {STEP_INSTRUCTION, STEP_NEXT, STEP_BARRIER, STEP_OUT, STEP_GROUP};
    const enum step_kind kind = kinds[text_below(random, text_chance(random, 80) ? 2 : 5)];
    const uint64_t distance = 1 + text_below(random, text_chance(random, 90) ? 60 : 3000);
    switch (text_below(random, 8)) {
    case 0:
    case 1:
        (void)session_step(session, kind, &event, error);
        break;
    case 2:
    case 3:
        (void)session_step_back(session, kind, &event, error);
        break;
    case 4:
        session_continue(session, cycle + distance);
        break;
    case 5:
        session_continue_back(session);
        break;
    case 6:
        session_go(session, cycle > distance ? cycle - distance : 0);
        break;
    default:
        session_go(session, cycle + distance);
        break;
    }
}

/* A breakpoint and a watchpoint, or others than before. */
static void change_points(struct session *session, struct program_text *random)
{
    const uint32_t pc = text_below(random, session->machine->program.count);
    struct expression condition;
    char error[EXPRESSION_ERROR];
    while (session->points.count != 0)
        points_remove(&session->points, session->points.list[0].number);
    struct point *point = points_add_break(&session->points, "somewhere", &pc, 1);
    if (text_chance(random, 50)) {
        assert_true(session_parse(session, "$r5 % 3 == 1 || $pp == 2", &condition, error));
        point_set_condition(point, "c", &condition);
    }
    if (text_chance(random, 50))
        points_add_watch(&session->points, "a word", text_chance(random, 30) ? POINT_READS : POINT_CHANGES,
                         OBJECT_DATA_START + text_below(random, ENGINES_DATA), 3, 0);
    if (session->teams.count != 0)
        session_select_team(session,
                            session->teams.list[text_below(random, (uint32_t)session->teams.count)].number);
}

static void walk(unsigned kind, uint64_t seed, const struct engine *fast, const struct engine *watched)
{
    struct generator g = {.text.random = seed * 0x9e3779b97f4a7c15u + kind, .kind = kind};
    struct machine_config config;
    struct machine machine;
    struct printed shown = {.bytes = NULL}, expected = {.bytes = NULL};
    char error[SESSION_ERROR];
    async_choose(&g, &config);
    config.pps = config.pps > 64 ? 64 : config.pps;
    g.pps = config.pps;
    g.groups = g.groups > config.pps ? 1 : g.groups;
    config.level = LEVEL_EXACT;
    config.threads = 1;
    async_generate(&g);
    engines_load(&g.text, &config, &machine);
    struct session *session = session_create(&machine,
                                             &(struct session_config){.fast = fast,
                                                                      .watched = watched,
                                                                      .memory = 1u << (18 + seed % 4),
                                                                      .input = -1,
                                                                      .show = take_output,
                                                                      .context = &shown},
                                             error);
    assert_non_null(session);
    struct program_text random = {.random = seed};
    for (unsigned step = 0; step < STEPS; step++) {
        if (step % 50 == 0)
            change_points(session, &random);
        move(session, &random);
        const char *broken = session_broken(session);
        if (broken != NULL)
            print_error("kind %u, seed %llu, step %u: does not hold: %s\n", kind, (unsigned long long)seed,
                        step, broken);
        assert_null(broken);
        if (step % LOOKS_EVERY != 0)
            continue;
        struct printed ignored = {.bytes = NULL};
        const bool over = session_is_over(session);
        const uint64_t straight =
            session->cycle == 0 ? 0 : go_straight(&g, &config, over ? 0 : session->cycle, &ignored);
        free(ignored.bytes);
        const bool same =
            session->cycle == 0 || hash_of(&machine, session->engine, session->state) == straight;
        if (!same)
            print_error("kind %u, seed %llu, step %u: cycle %llu is another one on the %s engine\n", kind,
                        (unsigned long long)seed, step, (unsigned long long)session->cycle,
                        session->engine->name);
        assert_true(same);
    }
    while (session->points.count != 0)
        points_remove(&session->points, session->points.list[0].number);
    session_continue(session, 0);
    go_straight(&g, &config, 0, &expected);
    assert_int_equal(shown.count, expected.count);
    if (shown.count != 0)
        assert_memory_equal(shown.bytes, expected.bytes, shown.count);
    session_destroy(session);
    machine_destroy(&machine);
    free(shown.bytes);
    free(expected.bytes);
}

/* A session of the generator's program, whose output is dropped. */
static struct session *make_session(const struct generator *g, const struct machine_config *config,
                                    const struct engine *fast, bool has_traps, struct machine *machine,
                                    struct printed *shown)
{
    char error[SESSION_ERROR];
    engines_load(&g->text, config, machine);
    struct session *session = session_create(machine,
                                             &(struct session_config){.fast = fast,
                                                                      .watched = &cycle_engine,
                                                                      .memory = 1u << 20,
                                                                      .input = -1,
                                                                      .show = take_output,
                                                                      .traps_at_once = has_traps,
                                                                      .context = shown},
                                             error);
    assert_non_null(session);
    return session;
}

/* The stops of a run with breakpoints: of traps on an engine, and of the reference engine. Returns their
 * number. */
static unsigned compare_stops(unsigned kind, uint64_t seed, const struct engine *fast)
{
    enum { STOPS = 40, POINTS = 3 };
    struct generator g = {.text.random = seed * 0x9e3779b97f4a7c15u + kind, .kind = kind};
    struct machine_config config;
    struct machine machine, other_machine;
    struct printed shown = {.bytes = NULL}, other_shown = {.bytes = NULL};
    unsigned stops = 0;
    async_choose(&g, &config);
    config.pps = g.pps = config.pps > 64 ? 64 : config.pps;
    g.groups = g.groups > config.pps ? 1 : g.groups;
    config.level = LEVEL_EXACT;
    config.threads = 1;
    async_generate(&g);
    struct session *trapped = make_session(&g, &config, fast, true, &machine, &shown);
    struct session *plain = make_session(&g, &config, &reference_engine, false, &other_machine, &other_shown);
    struct program_text random = {.random = seed};
    for (unsigned k = 0; k < POINTS; k++) {
        const uint32_t pc = text_below(&random, machine.program.count);
        points_add_break(&trapped->points, "somewhere", &pc, 1);
        points_add_break(&plain->points, "somewhere", &pc, 1);
    }
    bool is_over = false;
    while (stops < STOPS && !is_over) {
        const struct debug_event event = session_continue(trapped, 0), wanted = session_continue(plain, 0);
        /* the cycle in which loops that wait are found to be a deadlock is each engine's matter */
        if (event.kind == STOP_AT_FAULT && wanted.kind == STOP_AT_FAULT &&
            machine.fault.code == FAULT_deadlock && other_machine.fault.code == FAULT_deadlock)
            break;
        if (event.kind != wanted.kind || event.cycle != wanted.cycle)
            print_error("kind %u, seed %llu, stop %u: cycle %llu on the %s engine, not cycle %llu\n", kind,
                        (unsigned long long)seed, stops, (unsigned long long)event.cycle, fast->name,
                        (unsigned long long)wanted.cycle);
        assert_int_equal(event.kind, wanted.kind);
        assert_int_equal(event.cycle, wanted.cycle);
        assert_int_equal(event.pp, wanted.pp);
        assert_int_equal(event.count, wanted.count);
        assert_int_equal(event.point, wanted.point);
        assert_true(hash_of(&machine, trapped->engine, trapped->state) ==
                    hash_of(&other_machine, plain->engine, plain->state));
        is_over = event.kind != STOP_AT_BREAKPOINT;
        stops += !is_over;
    }
    session_destroy(trapped);
    session_destroy(plain);
    machine_destroy(&machine);
    machine_destroy(&other_machine);
    assert_int_equal(shown.count, other_shown.count);
    free(shown.bytes);
    free(other_shown.bytes);
    return stops;
}

static void traps_stop_where_the_reference_engine_stops(void **state)
{
    static const unsigned kinds[] = {0, RACES, GROUPS | HINTS, FAULTS, LIMITS};
    const uint64_t first = engines_number("PRAM_FUZZ_SEED", 1);
    const uint64_t programs = engines_number("PRAM_FUZZ_PROGRAMS", PROGRAMS);
    unsigned stops = 0;
    (void)state;
    for (uint64_t seed = first; seed < first + programs; seed++) {
        const unsigned kind = kinds[seed % (sizeof kinds / sizeof *kinds)];
        stops += compare_stops(kind, seed, &bsp_engine) + compare_stops(kind, seed, &cycle_engine);
    }
    assert_true(stops >= programs);
}

static void walk_many(const struct engine *fast, const struct engine *watched)
{
    static const unsigned kinds[] = {0, RACES, GROUPS | HINTS, FAULTS, LIMITS};
    const uint64_t first = engines_number("PRAM_FUZZ_SEED", 1);
    const uint64_t programs = engines_number("PRAM_FUZZ_PROGRAMS", PROGRAMS);
    for (uint64_t seed = first; seed < first + programs; seed++)
        walk(kinds[seed % (sizeof kinds / sizeof *kinds)], seed, fast, watched);
}

static void a_walk_on_the_reference_engine_comes_where_a_straight_run_comes(void **state)
{
    (void)state;
    walk_many(&reference_engine, &reference_engine);
}

static void a_walk_on_the_cycle_engine_comes_where_a_straight_run_comes(void **state)
{
    (void)state;
    walk_many(&cycle_engine, &cycle_engine);
}

static void
a_walk_between_the_default_engine_and_the_cycle_engine_comes_where_a_straight_run_comes(void **state)
{
    (void)state;
    walk_many(&bsp_engine, &cycle_engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_on_the_reference_engine_comes_where_a_straight_run_comes),
        cmocka_unit_test(a_walk_on_the_cycle_engine_comes_where_a_straight_run_comes),
        cmocka_unit_test(
            a_walk_between_the_default_engine_and_the_cycle_engine_comes_where_a_straight_run_comes),
        cmocka_unit_test(traps_stop_where_the_reference_engine_stops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
