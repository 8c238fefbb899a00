/* test_circles.c - runs of random programs whose PPs come to loops, for ever or not: every engine, level,
 * number of threads, every move between engines and every stop ends a run in the same cycle, with the same
 * message.
 *
 * PRAM_FUZZ_PROGRAMS programs are made, from PRAM_FUZZ_SEED on; a failure names its seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/machine/shint.h"
#include "sim/reference/reference.h"
#include "sim/segment/bsp.h"
#include "tests/sim/cycle_alike.h"
#include "tests/sim/stops.h"

#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { PROGRAMS = 6 }; /* threads that meet take their time there */
#else
enum { PROGRAMS = 40 };
#endif

/* Registers; the cells of FLAGS never change, those of WORDS do. */
enum { NUMBER = 20, KIND, FLAGS, OWN, WORDS, COUNT, SEEN, WORD, ONE };
enum { KINDS = 8, CELLS = 8, MOST_CYCLES = 110000 };

static void wait_some(struct program_text *text, uint32_t cycles)
{
    text_set(text, cycles / 2, COUNT);
    text_emit(text, OP_subs, COUNT, true, 1, COUNT);
    text_emit_wide(text, OP_bpl, -1, 0);
}

static void back_to(struct program_text *text, unsigned opcode, uint32_t head)
{
    text_emit_wide(text, opcode, (int32_t)head - (int32_t)text->count, 0);
}

/* Reads a word that stays 0, and continues the loop. */
static void poll(struct program_text *text, uint32_t head)
{
    if (text_chance(text, 30))
        text_emit_wide(text, OP_shint, SHINT_yield, 0);
    text_emit(text, OP_ldg, FLAGS, true, (int32_t)text_below(text, CELLS), SEEN);
    text_emit(text, OP_nop, 0, false, 0, 0);
    if (text_chance(text, 50))
        text_emit(text, OP_subs, SEEN, true, 1, 0);
    else
        text_emit(text, OP_subs, SEEN, false, ONE, 0);
    back_to(text, OP_bne, head);
}

/* One round of a loop, up to the poll. */
static void do_something(struct program_text *text)
{
    const int32_t cell = (int32_t)text_below(text, CELLS);
    switch (text_below(text, 12)) {
    case 0: /* long rounds */
        wait_some(text, text_below(text, 400));
        break;
    case 1: /* a state that alternates in the own area */
        text_emit(text, OP_ldg, OWN, true, cell, WORD);
        text_emit(text, OP_nop, 0, false, 0, 0);
        text_emit(text, OP_xor, WORD, true, 1, WORD);
        text_emit(text, OP_stg, OWN, true, cell, WORD);
        break;
    case 2: /* stores and requests without effect */
        text_emit(text, OP_stg, FLAGS, true, cell, 0);
        break;
    case 3:
        text_emit(text, OP_syncor, FLAGS, true, cell, 0);
        break;
    case 4:
        text_emit(text, OP_mpadd, FLAGS, true, CELLS + cell, 0);
        text_emit(text, OP_nop, 0, false, 0, 0);
        break;
    case 5: /* a loop that reads what others may still change */
        text_emit(text, OP_ldg, WORDS, true, cell, WORD);
        text_emit(text, OP_nop, 0, false, 0, 0);
        break;
    case 6: /* never the same state: some programs never end */
        if (text_chance(text, 20))
            text_emit(text, OP_add, KIND, true, 1, KIND);
        break;
    case 7:
        if (text_chance(text, 10))
            text_emit(text, OP_getct, 0, false, 0, WORD);
        break;
    case 8:
        text_emit(text, OP_getsr, 0, false, 0, WORD);
        break;
    default:
        break;
    }
}

/* What the PPs of one kind do in the end. late: some come to their loop after the first test, or shortly
 * before. */
static void end(struct program_text *text, bool late)
{
    const uint32_t kind = text_below(text, 10);
    if (late && text_chance(text, 20))
        wait_some(text, text_below(text, 80000));
    if (kind == 0) {
        text_emit(text, OP_halt, 0, false, 0, 0);
        return;
    }
    if (kind < 4)
        text_emit_wide(text, OP_shint, SHINT_barrier_enter, 0);
    const uint32_t head = text->count;
    if (kind >= 4)
        for (uint32_t n = text_below(text, 3); n > 0; n--)
            do_something(text);
    poll(text, head);
    text_emit(text, OP_halt, 0, false, 0, 0);
}

static void generate(struct program_text *text, bool late)
{
    text_emit(text, OP_getpn, 0, false, 0, NUMBER);
    text_emit(text, OP_add, NUMBER, true, (int32_t)text_below(text, KINDS), KIND);
    if (text_chance(text, 50))
        text_emit(text, OP_lsr, KIND, true, (int32_t)text_below(text, 4), KIND);
    text_emit(text, OP_and, KIND, true, KINDS - 1, KIND);
    text_set(text, 4096 + 64, FLAGS);
    text_set(text, 4096 + 128, WORDS);
    text_set(text, MEMORY_PRIVATE + 20, OWN);
    text_set(text, 1, ONE);
    for (uint32_t n = text_below(text, 20); n > 0; n--) {
        if (text_chance(text, 50))
            wait_some(text, text_below(text, 300));
        text_emit(text, text_chance(text, 50) ? OP_syncadd : OP_syncmax, WORDS, true,
                  (int32_t)text_below(text, CELLS), NUMBER);
        text_emit(text, OP_stg, OWN, true, (int32_t)text_below(text, CELLS), NUMBER);
    }
    for (int32_t kind = 0; kind + 1 < KINDS; kind++) {
        text_emit(text, OP_subs, KIND, true, kind, 0);
        const uint32_t other = text_branch(text, OP_bne);
        end(text, late);
        text_land(text, other);
    }
    end(text, late);
}

/* In the middle of their rounds PPs that wait have executed less at levels 1 to 5. */
static unsigned exceptions(unsigned level)
{
    return level > 0 && level <= 5 ? EXCEPT_ROUNDS | EXCEPT_MEMORY : EXCEPT_NOTHING;
}

static bool levels_differ(const struct program_text *text, const struct machine_config *config,
                          const struct outcome *expected, uint64_t seed, unsigned last_level)
{
    bool differs = false;
    for (unsigned level = 0; level <= last_level; level++) {
        struct machine_config plain = *config;
        struct outcome got;
        if (!engines_level_is_due(level, seed))
            continue;
        plain.level = engines_exact_or(level, seed);
        plain.threads = 1 + (unsigned)(seed + level) % 3;
        plain.skips_dead_flags = engines_skip_dead_flags(seed + level);
        engines_choose_tiles(&plain, seed / 3 + level);
        engines_choose_native(&plain, seed + level);
        engines_run(stops_choose(&bsp_engine, seed, 0, level, expected->stats.cycles), text, &plain, &got);
        if (stops_judge(seed, engines_differ(expected, &got, &plain, seed, exceptions(plain.level)))) {
            fprintf(stderr, "seed %" PRIu64 ": that was at level %u with %u threads\n", seed, level,
                    plain.threads);
            differs = true;
        }
        engines_forget(&got);
    }
    return differs;
}

static void all_engines_end_endless_runs_alike(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 2, 3, 5, 8, 13, 20, 40};
    const uint64_t first = engines_number("PRAM_FUZZ_SEED", 1);
    const uint64_t programs = engines_number("PRAM_FUZZ_PROGRAMS", PROGRAMS);
    unsigned failures = 0, endless = 0;
    for (uint64_t seed = first; seed < first + programs && failures < 5; seed++) {
        struct program_text text = {.random = seed * 0x9e3779b97f4a7c15u};
        struct outcome expected;
        struct machine_config config = engines_small(sizes[seed % (sizeof sizes / sizeof *sizes)]);
        config.max_cycles = MOST_CYCLES;
        const bool late = text_chance(&text, 30);
        generate(&text, late);
        text_dissect(&text);
        engines_run(&reference_engine, &text, &config, &expected);
        endless += expected.fault.code == FAULT_deadlock;
        /* levels 1 to 5 may name another cycle then (docs/ends.md) */
        failures += cycle_alike_differs(engines_run, &text, &config, &expected, seed, 0) ||
                    levels_differ(&text, &config, &expected, seed, late ? 0 : 5);
        engines_forget(&expected);
    }
    assert_int_equal(failures, 0);
    assert_true(programs < PROGRAMS || endless > programs / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_engines_end_endless_runs_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
