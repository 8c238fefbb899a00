/* test_model_waits.c - --model on random programs in which many PPs wait in barriers while others continue in
 * lockstep: the cycle engine has the findings of the reference engine.
 *
 * Waiting PPs sleep; others load and store next to the polled cell, or there, change the
 * group's size in its frame, diverge, fault. The barrier is a function of the runtime, called from several
 * places, or some of its instructions belong to no function. Half of the programs count concurrent loads;
 * some runs end while PPs sleep, or make a profile or a timeline, too.
 *
 * PRAM_FUZZ_PROGRAMS: number of programs (default PROGRAMS); PRAM_FUZZ_SEED: the first seed. A failure prints
 * the seed; engines.h tells how to find its cause. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "sim/machine/machine.h"
#include "sim/machine/shint.h"
#include "sim/reference/reference.h"
#include "tests/sim/async_programs.h"
#include "tests/sim/cycle_alike.h"

enum { PROGRAMS = 300, MOST_CALLS = 16 };

struct calls {
    uint32_t at[MOST_CALLS];
    uint32_t count;
};

/* Groups, their frames with or without their true sizes, and which PPs are synchronous. */
static void prologue(struct generator *g)
{
    struct program_text *text = &g->text;
    uint32_t shift = 0;
    while (1u << shift < g->groups)
        shift++;
    text_emit(text, OP_getpn, 0, false, 0, NUMBER);
    for (unsigned r = VALUES; r < VALUES + 10; r++)
        text_emit(text, OP_mul, NUMBER, true, (int32_t)text_below(text, 400), r);
    text_set(text, FOLDS, CELLS);
    text_set(text, LOCKS, LOCK);
    text_set(text, SLOTS, SLOT);
    text_emit(text, OP_lsl, NUMBER, true, SLOT_SHIFT, SCRATCH);
    text_emit(text, OP_add, SLOT, false, SCRATCH, SLOT);
    text_emit(text, OP_and, NUMBER, true, (int32_t)g->groups - 1, SCRATCH);
    text_set(text, g->pps + g->groups - 1, MEMBERS);
    text_emit(text, OP_sub, MEMBERS, false, SCRATCH, MEMBERS);
    text_emit(text, OP_lsr, MEMBERS, true, (int32_t)shift, MEMBERS);
    text_emit(text, OP_mul, SCRATCH, true, FRAME_WORDS, SCRATCH);
    text_set(text, FRAMES, MACHINE_GP);
    text_emit(text, OP_add, MACHINE_GP, false, SCRATCH, MACHINE_GP);
    if (text_chance(text, 70))
        text_emit(text, OP_stg, MACHINE_GP, true, 1, MEMBERS);
    if (text_chance(text, 85))
        text_emit_wide(text, OP_shint, text_chance(text, 60) ? SHINT_async_leave : SHINT_async_enter, 0);
}

/* Executes as many rounds as the masked number. */
static void delay(struct program_text *text)
{
    static const uint8_t masks[] = {1, 1, 3, 3, 7, 31};
    text_emit(text, OP_and, NUMBER, true, masks[text_below(text, sizeof masks)], COUNTER);
    text_emit(text, OP_subs, COUNTER, true, 1, COUNTER);
    text_emit_wide(text, OP_bpl, -1, 0);
}

/* What PPs do that do not wait; mostly in cells of their own. */
static void work(struct generator *g)
{
    struct program_text *text = &g->text;
    const int32_t word = (int32_t)text_below(text, 1u << SLOT_SHIFT);
    const uint32_t kind = text_below(text, 100);
    if (kind < 30)
        text_emit(text, OP_add, any_value(g), false, (int32_t)any_value(g), any_value(g));
    else if (kind < 50)
        text_emit(text, OP_ldg, SLOT, true, word, any_value(g));
    else if (kind < 70)
        text_emit(text, OP_stg, SLOT, true, word, any_value(g));
    else if (kind < 78)
        text_emit(text, OP_ldg, LOCK, true, RACES_AT - LOCKS + word, any_value(g));
    else if (kind < 82)
        text_emit(text, OP_stg, LOCK, true, RACES_AT - LOCKS + word, any_value(g));
    else if (kind < 86)
        text_emit(text, OP_syncadd, CELLS, true, word, any_value(g));
    else if (kind < 92)
        text_emit(text, OP_ldg, MACHINE_GP, true, word % 3, any_value(g));
    else if (kind < 94)
        text_emit(text, OP_stg, MACHINE_GP, true, 1 + word % 2,
                  text_chance(text, 50) ? MEMBERS : any_value(g));
    else
        text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit(text, OP_nop, 0, false, 0, 0);
}

/* A loop in a barrier that is none of the runtime's: until a cell is not 0, of any length, and perhaps with
 * registers that are not the same all the way round. */
static void wait_at_gate(struct generator *g, int32_t cell)
{
    struct program_text *text = &g->text;
    const unsigned at = SCRATCH, word = SCRATCH + 1;
    const unsigned moved = text_chance(text, 60) ? at : MACHINE_GP;
    text_emit(text, OP_add, LOCK, true, cell, at);
    text_emit_wide(text, OP_shint, SHINT_barrier_enter, 0);
    const uint32_t again = text->count;
    text_emit(text, OP_ldg, at, true, 0, word);
    const bool moves = text_chance(text, 40);
    if (moves)
        text_emit(text, OP_add, moved, true, 1, moved);
    for (uint32_t n = text_below(text, 3); n > 0; n--)
        text_emit(text, text_chance(text, 30) ? OP_ldg : OP_add, LOCK, true, cell + 1, any_value(g));
    if (moves)
        text_emit(text, OP_add, moved, true, -1, moved);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit(text, OP_subs, word, true, 0, 0);
    text_emit_wide(text, OP_beq, (int32_t)again - (int32_t)text->count, 0);
    text_emit_wide(text, OP_shint, SHINT_barrier_leave, 0);
}

/* Some go on while all others come to the barrier, or to a gate that these open. */
static void some_go_on(struct generator *g, uint32_t round)
{
    struct program_text *text = &g->text;
    const int32_t gate = RACES_AT - LOCKS + 16 + 2 * (int32_t)round;
    const bool has_gate = text_chance(text, 35);
    uint32_t out;
    if (text_chance(text, 50)) {
        const int32_t mask = (int32_t)(1u << text_below(text, 8)) - 1;
        text_emit(text, OP_and, NUMBER, true, mask, SCRATCH);
        text_emit(text, OP_subs, SCRATCH, true, (int32_t)text_below(text, (uint32_t)mask + 1), 0);
        out = text_branch(text, OP_bne);
    } else {
        text_emit(text, OP_subs, NUMBER, true, 1 + (int32_t)text_below(text, g->pps), 0);
        out = text_branch(text, text_chance(text, 50) ? OP_bpl : OP_bmi);
    }
    if (text_chance(text, 10))
        delay(text);
    text_emit_wide(text, OP_getlo, 2 + (int32_t)text_below(text, text_chance(text, 30) ? 100 : 12), COUNTER);
    const uint32_t again = text->count;
    for (uint32_t n = 1 + text_below(text, 8); n > 0; n--)
        work(g);
    text_emit(text, OP_subs, COUNTER, true, 1, COUNTER);
    text_emit_wide(text, OP_bne, (int32_t)again - (int32_t)text->count, 0);
    if (g->kind & FAULTS && text_chance(text, 30)) {
        if (text_chance(text, 50))
            text_emit(text, OP_div, NUMBER, false, 0, SCRATCH);
        text_set(text, 0x70000000u, SCRATCH);
        text_emit(text, OP_ldg, SLOT, true, 0, any_value(g));
        text_emit(text, OP_ldg, SCRATCH, true, 0, any_value(g));
        for (uint32_t n = text_below(text, 20); n > 0; n--) /* which the others would have come to */
            text_emit(text, OP_add, any_value(g), true, 1, any_value(g));
    }
    if (has_gate)
        text_emit(text, OP_stg, LOCK, true, gate, LOCK);
    text_land(text, out);
    if (has_gate)
        wait_at_gate(g, gate);
}

/* Makes the program so long that the listener observes the runtime, too (create_model in
 * engines.c), mostly without a timeline. */
static void lengthen(struct program_text *text)
{
    enum { LENGTHS = 45 };
    static const uint8_t listened[] = {7, 13, 25, 40, 7, 26, 14, 41, 8, 24, 39};
    const uint32_t length = listened[text_below(text, sizeof listened)];
    while (text->count % LENGTHS != length && text->count < ENGINES_MAX_TEXT - 1)
        text_emit(text, OP_nop, 0, false, 0, 0);
}

/* All call the barrier, from one place or from two. */
static void call_barrier(struct generator *g, struct calls *calls)
{
    struct program_text *text = &g->text;
    const bool are_two = text_chance(text, 40);
    uint32_t other = 0;
    if (are_two) {
        text_emit(text, OP_and, NUMBER, true, 1 << text_below(text, 4), SCRATCH);
        text_emit(text, OP_subs, SCRATCH, true, 0, 0);
        other = text_branch(text, OP_bne);
    }
    calls->at[calls->count++] = text->count;
    text_emit_wide(text, OP_call, 1, MACHINE_RA);
    if (!are_two)
        return;
    text_emit(text, OP_subs, 0, true, 0, 0);
    const uint32_t out = text_branch(text, OP_beq);
    text_land(text, other);
    calls->at[calls->count++] = text->count;
    text_emit_wide(text, OP_call, 1, MACHINE_RA);
    text_land(text, out);
}

static void generate(struct generator *g)
{
    struct program_text *text = &g->text;
    struct calls calls = {.count = 0};
    const bool is_function = text_chance(text, 60);
    text->count = text->runtime = 0;
    prologue(g);
    for (uint32_t rounds = 1 + text_below(text, 5); rounds > 0; rounds--) {
        some_go_on(g, rounds);
        if (text_chance(text, 40))
            delay(text);
        if (is_function)
            call_barrier(g, &calls);
        else
            async_barrier(g);
    }
    text_emit(text, OP_halt, 0, false, 0, 0);
    for (uint32_t k = 0; k < calls.count; k++)
        text_land(text, calls.at[k]);
    if (is_function) {
        text->runtime = text_chance(text, 85) ? text->count : 0;
        async_barrier(g);
        text_emit(text, OP_jmp, 0, false, MACHINE_RA, 0);
    }
    if (text_chance(text, 80))
        lengthen(text);
}

static void choose(struct generator *g, struct machine_config *config)
{
    static const uint32_t sizes[] = {16, 33, 64, 65, 100, 128, 130, 200, 256, 300};
    *config = (struct machine_config){
        .stack_words = 1u << AREA_SHIFT, .private_words = 1u << AREA_SHIFT, .max_cycles = 20000, .seed = 7};
    g->pps = config->pps = text_chance(&g->text, 4)
                               ? 1030 + text_below(&g->text, 1500)
                               : sizes[text_below(&g->text, sizeof sizes / sizeof *sizes)];
    config->shared_words = SLOTS + (config->pps << SLOT_SHIFT) + 64;
    config->mixed = MIXED_IGNORE;
    config->count_conflicts = text_chance(&g->text, 50);
    if (text_chance(&g->text, 15))
        config->max_cycles = 60 + text_below(&g->text, 600);
    g->kind = HINTS | GROUPS | (text_chance(&g->text, 15) ? FAULTS : 0);
    g->groups = 1u << text_below(&g->text, 4);
}

/* How many runs find something else than the reference engine. */
static unsigned compare(uint64_t seed)
{
    struct generator g = {.text.random = seed * 0x9e3779b97f4a7c15u + 77};
    struct machine_config config;
    struct outcome expected;
    unsigned failures = 0;
    choose(&g, &config);
    generate(&g);
    text_dissect(&g.text);
    engines_model(&reference_engine, &g.text, &config, &expected);
    failures += cycle_alike_differs(engines_model, &g.text, &config, &expected, seed, 0);
    engines_forget(&expected);
    return failures;
}

static void models_find_the_same_while_others_wait(void **state)
{
    const uint64_t programs = engines_number("PRAM_FUZZ_PROGRAMS", PROGRAMS);
    const uint64_t first = engines_number("PRAM_FUZZ_SEED", 1);
    unsigned failures = 0;
    (void)state;
    for (uint64_t seed = first; seed < first + programs && failures < 5; seed++)
        failures += compare(seed);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(models_find_the_same_while_others_wait)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
