/* test_bsp_async.c - random asynchronous programs on both engines.
 *
 * PPs go their own ways: forward branches, delay loops, own areas and own shared cells, multiprefix, looks
 * after a yield hint, ticket locks, barriers of groups, output, the clock. They have no races on plain cells,
 * so every level and every number of threads must come to what the reference comes to: output, memory,
 * registers, cycles, counters. Others also come to faults, to the end by a host call, or to --max-cycles, at
 * different times: then the same PP is blamed for the same, and the same has been printed before. The same
 * without any hint.
 *
 * Programs with races, looks without a hint, and accesses to other PPs' areas are compared at level 0, and at
 * all levels on machines so small that they are exact at each.
 *
 * Some use the precision unit: registers, sums, and images in own areas; with races also in those of others,
 * and in shared cells that others store words to.
 *
 * With --faults PPs of all these stop, stand still, forget, lose stores; then groups are told of by hints,
 * also in ways that no compiler would.
 *
 * PRAM_FUZZ_PROGRAMS: how many (default PROGRAMS a kind); PRAM_FUZZ_SEED: the first seed; PRAM_FUZZ_TEST: one
 * test, or some, as races_*. A failure prints
 * the seed; engines.h tells how to find its cause.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/machine/machine.h"
#include "sim/machine/shint.h"
#include "sim/reference/reference.h"
#include "tests/sim/engines.h"
#include "tests/sim/mishaps.h"

enum { AREA_SHIFT = 6, SLOT_SHIFT = 3, LOCK_WORDS = 8, GROUPS_MOST = 4, FRAME_WORDS = 16, FOLD_CELLS = 8 };

/* Shared memory behind the data, which nobody writes to. */
enum {
    FOLDS = OBJECT_DATA_START + ENGINES_DATA,
    LOCKS = FOLDS + 64,
    RACES_AT = LOCKS + 2 * LOCK_WORDS,
    FRAMES = RACES_AT + 64,
    SLOTS = FRAMES + GROUPS_MOST * FRAME_WORDS
};

/* Words of RACES_AT from which on there are images; images of sums, and others that are long, lie at the end
 * of shared memory. */
enum { IMAGES = 32, LONG_IMAGES = 2200 };

/* Registers with a meaning; R4 to R13 are values. */
enum {
    ARGUMENT = 3,
    VALUES = 4,
    SCRATCH = 14, /* and the next two, in barriers and locks */
    TICKET = 17,
    LOCK = 18,
    NUMBER = 19,
    CELLS = 20, /* of multiprefix */
    SLOT = 21,  /* shared, but the PP's own */
    DATA = 22,
    OWN = 23, /* in the private area */
    STACK = 24,
    MEMBERS = 25,
    ROUND = 26,
    COUNTER = 27
};

enum kind {
    HINTS = 1,
    GROUPS = 2,
    FAULTS = 4,
    LIMITS = 8,
    CHECKED = 16,
    RACES = 32,
    BROKEN = 64,
    UNITS = 128
};

#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { PROGRAMS = 10, LARGE = 0 }; /* threads that meet take their time there */
#else
enum { PROGRAMS = 30, LARGE = 3 };
#endif

/* Machines of so few PPs are exact at every level (sim/bsp/apart.c). */
#ifdef PRAM_HOSTILE
enum { ALL_EXACT = 0 };
#else
enum { ALL_EXACT = 4 };
#endif

struct generator {
    struct program_text text;
    unsigned kind;
    uint32_t groups;      /* a power of two; a PP is in the one of its number modulo that */
    uint32_t image;       /* UNITS: a number has so many words in memory */
    uint32_t long_images; /* .. those for all PPs lie there */
};

static unsigned any_value(struct generator *g)
{
    return VALUES + text_below(&g->text, 10);
}

static void prologue(struct generator *g, uint32_t pps)
{
    struct program_text *text = &g->text;
    uint32_t shift = 0;
    while (1u << shift < g->groups)
        shift++;
    text_emit(text, OP_getpn, 0, false, 0, NUMBER);
    for (unsigned r = VALUES; r < VALUES + 10; r++)
        if (text_chance(text, 50))
            text_emit(text, OP_mul, NUMBER, true, (int32_t)text_below(text, 4000), r);
        else
            text_set(text, text_random(text), r);
    text_emit_wide(text, OP_getlo, (int32_t)text_below(text, 3), ROUND);
    text_set(text, FOLDS, CELLS);
    text_set(text, LOCKS, LOCK);
    text_set(text, OBJECT_DATA_START + 16, DATA);
    text_set(text, MEMORY_PRIVATE + 20, OWN);
    text_set(text, SLOTS, SLOT);
    text_emit(text, OP_lsl, NUMBER, true, SLOT_SHIFT, SCRATCH);
    text_emit(text, OP_add, SLOT, false, SCRATCH, SLOT);
    text_emit(text, OP_sys, 0, true, 20, 0); /* R3 = the own stack */
    text_emit(text, OP_add, ARGUMENT, true, 20, STACK);
    text_emit(text, OP_add, STACK, true, 10, MACHINE_SP);
    text_emit(text, OP_add, STACK, true, -10, MACHINE_FP);
    text_emit(text, OP_and, NUMBER, true, (int32_t)g->groups - 1, SCRATCH);
    text_set(text, pps + g->groups - 1, MEMBERS);
    text_emit(text, OP_sub, MEMBERS, false, SCRATCH, MEMBERS);
    text_emit(text, OP_lsr, MEMBERS, true, (int32_t)shift, MEMBERS);
    text_emit(text, OP_mul, SCRATCH, true, FRAME_WORDS, SCRATCH);
    text_set(text, FRAMES, MACHINE_GP);
    text_emit(text, OP_add, MACHINE_GP, false, SCRATCH, MACHINE_GP);
    if (!(g->kind & HINTS))
        return;
    if (text_chance(text, 70))
        text_emit_wide(text, OP_shint, SHINT_stack_base, 0);
    text_emit_wide(text, OP_shint, SHINT_async_enter, 0);
}

/* What is made of flags, a comparison right before it or not; and divisions by constants. */
static void decide(struct generator *g)
{
    struct program_text *text = &g->text;
    const uint32_t kind = text_below(text, 10);
    if (kind < 1) {
        text_emit(text, OP_getsr, 0, false, 0, any_value(g));
    } else if (kind < 3) {
        static const uint8_t divisions[] = {OP_div, OP_divu, OP_rem, OP_remu, OP_divs};
        text_emit(text, divisions[text_below(text, sizeof divisions)], any_value(g), true,
                  text_chance(text, 70) ? 1 << text_below(text, 12) : -1 - (int32_t)text_below(text, 9),
                  any_value(g));
    } else {
        if (text_chance(text, 60))
            text_emit(text, text_chance(text, 70) ? OP_subs : OP_ands, any_value(g), false,
                      (int32_t)any_value(g), text_chance(text, 70) ? 0 : any_value(g));
        text_emit_wide(text, OP_beq + text_below(text, OP_bvc - OP_beq + 1), 2, 0);
        text_emit(text, OP_xor, any_value(g), true, 5, any_value(g));
    }
}

static void compute(struct generator *g)
{
    static const uint8_t operations[] = {OP_add,  OP_sub, OP_xor,  OP_mul,  OP_lsr,  OP_and,
                                         OP_max,  OP_rol, OP_adds, OP_subs, OP_ands, OP_subs,
                                         OP_muls, OP_adc, OP_sbcs, OP_lsls};
    for (uint32_t n = text_below(&g->text, 6); n > 0; n--) {
        const unsigned operation = operations[text_below(&g->text, sizeof operations)];
        if (text_chance(&g->text, 20)) {
            decide(g);
            continue;
        }
        if (text_chance(&g->text, 50))
            text_emit(&g->text, operation, any_value(g), true, 1 + (int32_t)text_below(&g->text, 20),
                      any_value(g));
        else
            text_emit(&g->text, operation, any_value(g), false, (int32_t)any_value(g), any_value(g));
    }
}

/* An access that nobody else can see or change. */
static void touch(struct generator *g)
{
    static const uint8_t own[] = {SLOT, SLOT, OWN, STACK};
    const unsigned base = own[text_below(&g->text, sizeof own)];
    const int32_t offset = (int32_t)text_below(&g->text, 1u << SLOT_SHIFT);
    if (text_chance(&g->text, 60))
        text_emit(&g->text, OP_stg, base, true, offset, any_value(g));
    else if (text_chance(&g->text, 70))
        text_emit(&g->text, OP_ldg, base, true, offset, any_value(g));
    else
        text_emit(&g->text, OP_ldg, DATA, true, offset, any_value(g));
    if (text_chance(&g->text, 50)) /* else the next instruction, whatever it does, is the slot */
        text_emit(&g->text, OP_nop, 0, false, 0, 0);
}

static void fold(struct generator *g)
{
    const uint32_t cell = text_below(&g->text, FOLD_CELLS);
    const uint32_t operation =
        text_chance(&g->text, g->kind & FAULTS ? 98 : 100) ? cell : text_random(&g->text);
    text_emit(&g->text, (text_chance(&g->text, 70) ? OP_mpadd : OP_syncadd) + operation % 4, CELLS, true,
              (int32_t)cell, any_value(g));
    if (text_chance(&g->text, 70))
        text_emit(&g->text, OP_nop, 0, false, 0, 0);
}

static void look(struct generator *g)
{
    text_emit_wide(&g->text, OP_shint, SHINT_yield, 0);
    for (uint32_t n = text_below(&g->text, 3); n > 0; n--) {
        text_emit(&g->text, OP_ldg, CELLS, true, (int32_t)text_below(&g->text, FOLD_CELLS), any_value(g));
        text_emit(&g->text, OP_nop, 0, false, 0, 0);
    }
}

/* Cells that everybody loads and stores at any time. */
static void race(struct generator *g)
{
    struct program_text *text = &g->text;
    const int32_t cell = RACES_AT - LOCKS + (int32_t)text_below(text, 6);
    for (uint32_t n = 1 + text_below(text, 3); n > 0; n--) {
        text_emit(text, text_chance(text, 60) ? OP_ldg : OP_stg, LOCK, true, cell, any_value(g));
        if (text_chance(text, 50))
            text_emit(text, OP_nop, 0, false, 0, 0);
    }
}

/* Words of the stacks and private areas near the own one; PPs use some of them. */
static void reach_over(struct generator *g)
{
    static const uint8_t accesses[] = {OP_ldg, OP_stg, OP_ldg, OP_stg, OP_mpadd, OP_syncor};
    struct program_text *text = &g->text;
    const int32_t distance =
        (1 + (int32_t)text_below(text, 3)) * (text_chance(text, 50) ? 1 << AREA_SHIFT : -(1 << AREA_SHIFT));
    const unsigned access = g->kind & FAULTS && text_chance(text, 5)
                                ? OP_mpmax
                                : accesses[text_below(text, sizeof accesses - (g->kind & FAULTS ? 2 : 0))];
    text_emit(text, access, STACK, true, distance + (int32_t)text_below(text, 8), any_value(g));
    text_emit(text, OP_nop, 0, false, 0, 0);
}

/* A letter box: waits until it is not empty, for some time. */
static void wait_for_letter(struct generator *g)
{
    struct program_text *text = &g->text;
    const unsigned letter = any_value(g);
    const int32_t cell = RACES_AT - LOCKS + 8 + (int32_t)text_below(text, 3);
    text_emit_wide(text, OP_getlo, (int32_t)text_below(text, 60), COUNTER);
    text_emit(text, OP_ldg, LOCK, true, cell, letter);
    text_emit(text, OP_subs, COUNTER, true, 1, COUNTER);
    const uint32_t out = text_branch(text, OP_bmi);
    text_emit(text, OP_subs, letter, true, 0, 0);
    text_emit_wide(text, OP_beq, -4, 0);
    text_land(text, out);
    text_emit(text, OP_stg, LOCK, true, cell, text_chance(text, 50) ? NUMBER : 0);
}

/* A lock that is taken by mpmax, and looked at meanwhile by some. */
static void test_and_set(struct generator *g)
{
    struct program_text *text = &g->text;
    const int32_t lock = RACES_AT - LOCKS + 16 + 4 * (int32_t)text_below(text, 2);
    const bool looks = text_chance(text, 60);
    const uint32_t again = text->count;
    if (looks) {
        text_emit(text, OP_ldg, LOCK, true, lock, SCRATCH);
        for (uint32_t n = 1 + text_below(text, 3); n > 0; n--)
            text_emit(text, OP_nop, 0, false, 0, 0);
        text_emit(text, OP_subs, SCRATCH, true, 0, 0);
        text_emit_wide(text, OP_bne, (int32_t)again - (int32_t)text->count, 0);
    }
    text_emit_wide(text, OP_getlo, 1, SCRATCH);
    text_emit(text, OP_mpmax, LOCK, true, lock, SCRATCH);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit(text, OP_subs, SCRATCH, true, 0, 0);
    text_emit_wide(text, OP_bne, (int32_t)again - (int32_t)text->count, 0);
    text_emit(text, OP_ldg, LOCK, true, lock + 1, SCRATCH);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit(text, OP_add, SCRATCH, false, NUMBER, SCRATCH);
    text_emit(text, OP_stg, LOCK, true, lock + 1, SCRATCH);
    text_emit_wide(text, OP_getlo, 0, SCRATCH);
    text_emit(text, OP_mpand, LOCK, true, lock, SCRATCH);
}

/* ---- the precision unit */

static const struct format {
    const char *name;
    uint32_t words;
} formats[] = {{"double", 2},      {"double", 2},   {"dd", 4},       {"mpfr:100", 6},   {"mpf:64", 8},
               {"staggered:2", 4}, {"arprec:2", 6}, {"arf:200", 10}, {"mpfr:5000", 160}};

static unsigned any_number(struct generator *g)
{
    return text_below(&g->text, 4); /* few, so that results are used */
}

static void calculate(struct generator *g)
{
    static const uint8_t operations[] = {OP_xadd,   OP_xsub,   OP_xmul,     OP_xdiv,  OP_xfma,   OP_xadd,
                                         OP_xmul,   OP_xneg,   OP_xsqrt,    OP_xmov,  OP_xacmul, OP_xacadd,
                                         OP_xacsub, OP_xacmul, OP_xacround, OP_xaclr, OP_xfromi, OP_xfromf,
                                         OP_xtoi,   OP_xtof,   OP_xcmp};
    for (uint32_t n = 1 + text_below(&g->text, 4); n > 0; n--) {
        const unsigned operation = operations[text_below(&g->text, sizeof operations)];
        const bool takes_word = operation == OP_xfromi || operation == OP_xfromf;
        const bool gives_word = operation == OP_xtoi || operation == OP_xtof;
        text_emit(&g->text, operation, takes_word ? any_value(g) : any_number(g), false,
                  (int32_t)any_number(g), gives_word ? any_value(g) : any_number(g));
        if (operation == OP_xcmp)
            decide(g);
    }
}

/* An image in an area of the PP's own, or in cells that nobody else uses. */
static void move_own_image(struct generator *g)
{
    static const uint8_t own[] = {SLOT, OWN, STACK, MACHINE_SP, MACHINE_FP};
    const unsigned base = own[text_below(&g->text, sizeof own)];
    const uint32_t room = base == SLOT ? 1u << SLOT_SHIFT : 24;
    if (room < g->image)
        return;
    text_emit(&g->text, text_chance(&g->text, 60) ? OP_xst : OP_xld, base, true,
              (int32_t)text_below(&g->text, room - g->image + 1) - (base == MACHINE_SP ? 10 : 0),
              any_number(g));
}

/* An image that others load, store, or store words to; or in areas of others, or in several. */
static void move_any_image(struct generator *g)
{
    struct program_text *text = &g->text;
    const bool is_store = text_chance(text, 40);
    const unsigned operation = is_store ? OP_xst : OP_xld;
    const int32_t cell = RACES_AT - LOCKS + IMAGES + (int32_t)text_below(text, 8);
    const uint32_t kind = text_below(text, 10);
    if (kind < 6 && g->image <= 20) {
        text_emit(text, operation, LOCK, true, cell, any_number(g));
    } else if (kind < 7) {
        text_emit(text, text_chance(text, 50) ? OP_stg : OP_ldg, LOCK, true, cell, any_value(g));
    } else if (kind < 8 && g->image <= 20) {
        const int32_t areas = (1 + (int32_t)text_below(text, 2)) * (text_chance(text, 50) ? 1 : -1);
        text_emit(text, operation, STACK, true,
                  areas * (1 << AREA_SHIFT) + (int32_t)text_below(text, 60) - 20, any_number(g));
    } else if (kind < 9) {
        text_set(text, g->long_images + text_below(text, 8), SCRATCH);
        text_emit(text, operation, SCRATCH, true, 0, any_number(g));
    } else {
        text_set(text, g->long_images, SCRATCH);
        text_emit(text, is_store ? OP_xacsave : OP_xacmerge, SCRATCH, true, (int32_t)text_below(text, 3), 0);
    }
}

static void use_unit(struct generator *g)
{
    const uint32_t kind = text_below(&g->text, 10);
    if (kind < 5)
        calculate(g);
    else if (kind < 8 || !(g->kind & RACES))
        move_own_image(g);
    else
        move_any_image(g);
}

/* ---- time, output, synchronisation */

static void delay(struct generator *g)
{
    static const uint8_t masks[] = {3, 7, 15, 15, 63, 255};
    text_emit(&g->text, OP_lsr, any_value(g), true, (int32_t)text_below(&g->text, 24), COUNTER);
    text_emit(&g->text, OP_and, COUNTER, true, masks[text_below(&g->text, sizeof masks)], COUNTER);
    text_emit(&g->text, OP_subs, COUNTER, true, 1, COUNTER);
    text_emit_wide(&g->text, OP_bpl, -1, 0);
}

static void print(struct generator *g)
{
    text_emit(&g->text, OP_and, any_value(g), true, 1023, ARGUMENT);
    text_emit(&g->text, OP_sys, 0, true, 1, 0);
    text_emit_wide(&g->text, OP_getlo, ' ', ARGUMENT);
    if (text_chance(&g->text, 50))
        text_emit(&g->text, OP_sys, 0, true, 2, 0);
}

/* PPs come one after another, look at a cell and add to it: each sees what those before it have done. */
static void queue_up(struct generator *g)
{
    const int32_t cell = (int32_t)text_below(&g->text, FOLD_CELLS);
    const unsigned seen = any_value(g), added = any_value(g);
    text_emit(&g->text, OP_and, text_chance(&g->text, 70) ? NUMBER : any_value(g), true, 31, COUNTER);
    text_emit(&g->text, OP_subs, COUNTER, true, 1, COUNTER);
    text_emit_wide(&g->text, OP_bpl, -1, 0);
    text_emit_wide(&g->text, OP_shint, SHINT_yield, 0);
    text_emit(&g->text, OP_ldg, CELLS, true, cell, seen);
    for (uint32_t n = text_below(&g->text, 4); n > 0; n--)
        text_emit(&g->text, OP_nop, 0, false, 0, 0);
    text_emit(&g->text, OP_mpadd + (unsigned)cell % 4, CELLS, true, cell, added);
    text_emit(&g->text, OP_nop, 0, false, 0, 0);
}

/* A ticket lock, and a cell that it protects. */
static void lock(struct generator *g)
{
    struct program_text *text = &g->text;
    const int32_t base = LOCK_WORDS * (int32_t)text_below(text, 2),
                  cell = base + 2 + (int32_t)text_below(text, 4);
    const unsigned value = any_value(g);
    text_emit_wide(text, OP_getlo, 1, TICKET);
    text_emit(text, OP_mpadd, LOCK, true, base, TICKET);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit_wide(text, OP_shint, SHINT_yield, 0);
    text_emit(text, OP_ldg, LOCK, true, base + 1, SCRATCH);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit(text, OP_subs, SCRATCH, false, TICKET, 0);
    text_emit_wide(text, OP_bne, -4, 0);
    text_emit(text, OP_ldg, LOCK, true, cell, value);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit(text, OP_add, value, false, NUMBER, value);
    text_emit(text, OP_stg, LOCK, true, cell, value);
    text_emit_wide(text, OP_getlo, 1, SCRATCH);
    text_emit(text, OP_syncadd, LOCK, true, base + 1, SCRATCH);
}

/* The one of fork-rt/barrier.s, with SYNC at gp. */
static void barrier(struct generator *g)
{
    struct program_text *text = &g->text;
    const unsigned one = SCRATCH, sync = SCRATCH + 1;
    if (g->kind & BROKEN && text_chance(text, 90))
        text_emit(text, OP_add, MEMBERS, true, 0, MACHINE_T0);
    text_emit_wide(text, OP_getlo, 1, one);
    text_emit_wide(text, OP_bmc, 0, 0);
    text_emit_wide(text, OP_shint, SHINT_barrier_enter, 0);
    text_emit(text, OP_syncadd, MACHINE_GP, true, 0, one);
    text_emit(text, OP_ldg, MACHINE_GP, true, 0, sync);
    text_emit_wide(text, OP_getlo, 0, one);
    text_emit(text, OP_subs, sync, false, MEMBERS, 0);
    text_emit_wide(text, OP_bne, -3, 0);
    text_emit(text, OP_ldg, MACHINE_GP, true, 0, sync);
    text_emit(text, OP_stg, MACHINE_GP, true, 0, one);
    text_emit(text, OP_subs, sync, false, MEMBERS, 0);
    const uint32_t leave = text_branch(text, OP_bne);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit_wide(text, OP_shint, SHINT_barrier_early_wave, 0);
    text_land(text, leave);
    text_emit_wide(text, OP_shint, SHINT_barrier_leave, 0);
    text_emit_wide(text, OP_getlo, 0, sync); /* who was in which wave is a matter of the level */
    text_emit(text, OP_subs, 0, true, 1, 0);
}

/* What ends the run, or the PP. */
static void come_to_an_end(struct generator *g)
{
    struct program_text *text = &g->text;
    const unsigned value = any_value(g);
    const uint32_t kind = text_below(text, 12);
    if (g->kind & UNITS && text_chance(text, 30))
        text_emit(text, text_chance(text, 50) ? OP_xst : OP_xld, text_chance(text, 50) ? MACHINE_SP : 0, true,
                  text_chance(text, 50) ? -1 : (1 << AREA_SHIFT) - 32, any_number(g));
    else if (kind < 3)
        text_emit(text, OP_div, value, true, 0, value);
    else if (kind < 6)
        text_emit(text, kind == 3 ? OP_ldg : kind == 4 ? OP_stg : OP_mpadd, 0, true, -5, value);
    else if (kind < 7)
        text_emit_wide(text, OP_bra, 2000, 0);
    else if (kind < 8)
        text_emit(text, OP_sys, 0, true, 99, 0);
    else if (kind < 9)
        text_emit(text, OP_stg, MACHINE_SP, true, 1 << AREA_SHIFT, value);
    else if (kind < 10)
        text_emit(text, OP_sys, 0, true, 0, 0);
    else if (kind < 11 || (g->kind & GROUPS))
        text_emit(text, OP_sys, 0, true, 3, 0); /* a string at some address, or far behind all memory */
    else
        text_emit(text, OP_halt, 0, false, 0, 0);
}

/* Some PPs fail, at once or in a way of their own. */
static void some_fail(struct generator *g)
{
    struct program_text *text = &g->text;
    const int32_t mask = (2 << text_below(text, 7)) - 1;
    text_emit(text, OP_and, NUMBER, true, mask, SCRATCH);
    text_emit(text, OP_subs, SCRATCH, true, (int32_t)text_below(text, (uint32_t)mask + 1), SCRATCH);
    if (text_chance(text, 40)) {
        text_emit(text, OP_div + 2 * text_below(text, 4), any_value(g), false, SCRATCH, any_value(g));
        return;
    }
    const uint32_t others = text_branch(text, OP_bne);
    if (text_chance(text, 30))
        delay(g);
    come_to_an_end(g);
    text_land(text, others);
}

static void block(struct generator *g, unsigned depth);

/* Some PPs go one way, the others another one, or past it. */
static void branch(struct generator *g, unsigned depth)
{
    struct program_text *text = &g->text;
    text_emit(text, OP_ands, text_chance(text, 50) ? NUMBER : any_value(g), true, 1 << text_below(text, 7),
              0);
    const uint32_t other = text_branch(text, OP_bne);
    for (uint32_t n = 1 + text_below(text, 4); n > 0; n--)
        block(g, depth + 1);
    if (text_chance(text, 50)) {
        text_land(text, other);
        return;
    }
    const uint32_t end = text_branch(text, OP_bra);
    text_land(text, other);
    for (uint32_t n = 1 + text_below(text, 4); n > 0; n--)
        block(g, depth + 1);
    text_land(text, end);
}

/* What only PPs do that do not agree with each other. */
static void be_unruly(struct generator *g)
{
    static void (*const ways[])(struct generator *) = {race, race,        race, reach_over, wait_for_letter,
                                                       lock, test_and_set};
    const uint32_t ways_to_go =
        g->kind & FAULTS ? 5 : 7; /* who holds a lock must not fail: others wait for ever */
    ways[text_below(&g->text, ways_to_go)](g);
}

static void block(struct generator *g, unsigned depth)
{
    const uint32_t kind = text_below(&g->text, 100);
    if (g->kind & RACES && text_chance(&g->text, 35)) {
        be_unruly(g);
        return;
    }
    if (g->kind & UNITS && text_chance(&g->text, 35)) {
        use_unit(g);
        return;
    }
    if (kind < 20)
        compute(g);
    else if (kind < 40)
        touch(g);
    else if (kind < 55)
        fold(g);
    else if (kind < 65)
        delay(g);
    else if (kind < 72)
        print(g);
    else if (kind < 75)
        text_emit(&g->text, OP_getct, 0, false, 0, any_value(g));
    else if (kind < 78 && (g->kind & HINTS))
        look(g);
    else if (kind < 81 && (g->kind & HINTS))
        queue_up(g);
    else if (kind < 85 && (g->kind & HINTS))
        lock(g);
    else if (kind < 95 && depth < 3)
        branch(g, depth);
    else if (depth == 0 && (g->kind & GROUPS))
        barrier(g);
}

/* A hint about some group, or about none: nobody but --faults hears it. */
static void tell_of_groups(struct generator *g)
{
    static const uint8_t hints[] = {SHINT_group_enter, SHINT_group_leave, SHINT_async_enter,
                                    SHINT_group_enter};
    struct program_text *text = &g->text;
    const bool is_strange = text_chance(text, 20);
    if (is_strange) {
        text_emit(text, OP_add, MACHINE_GP, true, 0, SCRATCH);
        text_set(text, text_chance(text, 50) ? text_random(text) : FRAMES + 3, MACHINE_GP);
    }
    text_emit_wide(text, OP_shint, hints[text_below(text, sizeof hints)], 0);
    if (text_chance(text, 50))
        text_emit_wide(
            text, OP_shint,
            (text_chance(text, 50) ? SHINT_region_enter : SHINT_region_leave) + 256 * text_below(text, 3), 0);
    if (is_strange)
        text_emit(text, OP_add, SCRATCH, true, 0, MACHINE_GP);
}

static void generate(struct generator *g, uint32_t pps)
{
    struct program_text *text = &g->text;
    const uint32_t blocks = 5 + text_below(text, 25);
    const uint32_t failures = g->kind & FAULTS ? 1 + text_below(text, 3) : 0;
    text->count = 0;
    prologue(g, pps);
    const uint32_t start = text->count;
    for (uint32_t n = 0; n < blocks && text->count < ENGINES_MAX_TEXT - 250; n++) {
        if (text_below(text, blocks) < failures)
            some_fail(g);
        block(g, 0);
        if (g->kind & BROKEN && text_chance(text, 10))
            tell_of_groups(g);
    }
    if (text_chance(text, 30) && text->count - start < 200) { /* once more */
        text_emit(text, OP_subs, ROUND, true, 1, ROUND);
        text_emit_wide(text, OP_bpl, (int32_t)start - (int32_t)text->count, 0);
    }
    text_emit(text, OP_halt, 0, false, 0, 0);
}

static void choose(struct generator *g, struct machine_config *config)
{
    static const uint32_t sizes[] = {2, 3, 5, 8, 16, 17, 24, 31, 33, 64, 100, 130};
    *config = (struct machine_config){
        .stack_words = 1u << AREA_SHIFT, .private_words = 1u << AREA_SHIFT, .max_cycles = 1000000, .seed = 7};
    config->pps = text_chance(&g->text, LARGE) ? 1030 + text_below(&g->text, 1500)
                                               : sizes[text_below(&g->text, sizeof sizes / sizeof *sizes)];
    g->long_images = SLOTS + (config->pps << SLOT_SHIFT) + 64;
    config->shared_words = g->long_images + (g->kind & UNITS ? LONG_IMAGES : 0);
    config->mixed = g->kind & FAULTS ? MIXED_ERROR : MIXED_IGNORE;
    config->policy = text_chance(&g->text, 60) ? POLICY_HIGH : (enum write_policy)text_below(&g->text, 4);
    config->policy_seed = text_below(&g->text, 100);
    config->count_conflicts = text_chance(&g->text, 50);
    if (g->kind & BROKEN) /* who waits for the dead does so for long */
        config->max_cycles = 8000;
    if (g->kind & LIMITS)
        config->max_cycles = 40 + text_below(&g->text, 1500);
    g->groups = 1u << text_below(&g->text, 3);
    if (g->groups > config->pps)
        g->groups = 1;
    if (g->kind & UNITS) {
        const struct format *format = &formats[text_below(&g->text, sizeof formats / sizeof *formats)];
        g->image = format->words;
        config->real = (struct real_choice){.format = format->name,
                                            .accumulator = text_chance(&g->text, 80) ? "kulisch" : "mpfr",
                                            .cost_by_words = text_chance(&g->text, 40)};
    }
}

static unsigned exceptions(const struct generator *g, const struct outcome *expected, unsigned level)
{
    /* how long it takes to be sure is a matter of the engine */
    const bool deadlocked = expected->end == END_FAULT && expected->fault.code == FAULT_deadlock;
    level = g->kind & BROKEN ? 0 : level;
    unsigned except = deadlocked ? EXCEPT_TIME | EXCEPT_MEMORY : EXCEPT_NOTHING;
    if (level > 0 && g->kind & GROUPS)
        except |= EXCEPT_ROUNDS;
    if (level > 0 && expected->fault.code == FAULT_runaway && expected->views[expected->fault.pp].in_barrier)
        except |= EXCEPT_PLACE;
    if (level > 0 && expected->end != END_HALTED)
        except |= EXCEPT_MEMORY;
    return except;
}

static char faults_file[200];

/* Under --check a run of the reference engine is the same, whatever --faults does, unless the check ends it.
 * Returns whether it differs. */
static bool is_changed_by_check(const struct program_text *text, const struct machine_config *config,
                                const struct outcome *expected, uint64_t seed)
{
    struct outcome got;
    struct outcome plain = *expected;
    char nothing[] = "";
    engines_check(&reference_engine, text, config, &got);
    free(got.findings);
    journal_destroy(got.journal); /* has conflicts, too */
    plain.findings = got.findings = nothing;
    plain.journal = got.journal = NULL;
    const bool differs =
        got.fault.code != FAULT_check && engines_differ(&plain, &got, config, seed, EXCEPT_NOTHING);
    got.findings = NULL;
    engines_forget(&got);
    return differs;
}

static void compare_engines(unsigned kind, uint64_t salt)
{
    static const unsigned threads[] = {1, 2, 3};
    const uint64_t programs = engines_number("PRAM_FUZZ_PROGRAMS", kind & BROKEN  ? (PROGRAMS + 4) / 5
                                                                   : kind & UNITS ? PROGRAMS / 3
                                                                                  : PROGRAMS);
    const uint64_t first = engines_number("PRAM_FUZZ_SEED", 1);
    void (*run)(const struct engine *, const struct program_text *, const struct machine_config *,
                struct outcome *) = kind & CHECKED ? engines_check : engines_run;
    unsigned failures = 0;
    for (uint64_t seed = first; seed < first + programs && failures < 5; seed++) {
        struct generator g = {.text.random = seed * 0x9e3779b97f4a7c15u + salt, .kind = kind};
        struct machine_config config;
        struct outcome expected;
        choose(&g, &config);
        generate(&g, config.pps);
        text_dissect(&g.text);
        if (kind & BROKEN) {
            mishaps_write(&g.text, config.pps, FOLDS, faults_file);
            config.faults = faults_file;
        }
        run(&reference_engine, &g.text, &config, &expected);
        if (kind & BROKEN)
            failures += is_changed_by_check(&g.text, &config, &expected, seed);
        const unsigned last_level = kind & BROKEN                                                ? 1
                                    : kind & CHECKED || (kind & RACES && config.pps > ALL_EXACT) ? 0
                                                                                                 : 5;
        for (unsigned level = 0; level <= last_level; level++) {
            struct outcome got;
            config.level = kind & BROKEN ? level : engines_exact_or(level, seed);
            config.threads = threads[(seed + level) % 3];
            run(engines_parallel(seed + level), &g.text, &config, &got);
            failures += engines_differ(&expected, &got, &config, seed, exceptions(&g, &expected, level));
            engines_forget(&got);
        }
        engines_forget(&expected);
    }
    if (kind & BROKEN && failures == 0)
        unlink(faults_file);
    assert_int_equal(failures, 0);
}

static void all_levels_agree_with_the_reference_without_races(void **state)
{
    (void)state;
    compare_engines(HINTS, 0);
}

static void all_levels_agree_with_the_reference_between_barriers(void **state)
{
    (void)state;
    compare_engines(HINTS | GROUPS, 1);
}

static void all_levels_agree_with_the_reference_without_hints(void **state)
{
    (void)state;
    compare_engines(0, 2);
}

static void faults_come_in_the_order_of_time(void **state)
{
    (void)state;
    compare_engines(HINTS | FAULTS, 3);
}

static void faults_come_in_the_order_of_time_without_hints(void **state)
{
    (void)state;
    compare_engines(FAULTS, 4);
}

static void faults_come_in_the_order_of_time_between_barriers(void **state)
{
    (void)state;
    compare_engines(HINTS | GROUPS | FAULTS, 5);
}

static void runs_that_are_too_long_end_alike(void **state)
{
    (void)state;
    compare_engines(HINTS | LIMITS, 6);
}

static void runs_that_are_too_long_come_to_faults_alike(void **state)
{
    (void)state;
    compare_engines(HINTS | GROUPS | FAULTS | LIMITS, 7);
}

static void checked_runs_find_the_same_word_for_word(void **state)
{
    (void)state;
    compare_engines(CHECKED | HINTS, 91);
    compare_engines(CHECKED | HINTS | GROUPS, 92);
    compare_engines(CHECKED | FAULTS, 93);
    compare_engines(CHECKED | HINTS | GROUPS | FAULTS, 94);
    compare_engines(CHECKED | HINTS | GROUPS | LIMITS, 95);
}

static void races_come_out_as_on_the_machine(void **state)
{
    (void)state;
    compare_engines(HINTS | RACES, 8);
}

static void races_without_hints_come_out_as_on_the_machine(void **state)
{
    (void)state;
    compare_engines(RACES, 9);
}

static void races_between_barriers_come_out_as_on_the_machine(void **state)
{
    (void)state;
    compare_engines(HINTS | GROUPS | RACES, 10);
}

static void faults_among_races_come_in_the_order_of_time(void **state)
{
    (void)state;
    compare_engines(HINTS | GROUPS | FAULTS | RACES, 11);
}

static void races_that_are_too_long_end_alike(void **state)
{
    (void)state;
    compare_engines(RACES | FAULTS | LIMITS, 12);
}

static void races_of_numbers_come_out_as_on_the_machine(void **state)
{
    (void)state;
    compare_engines(HINTS | RACES | UNITS, 21);
    compare_engines(HINTS | GROUPS | RACES | UNITS, 22);
}

static void faults_among_races_of_numbers_come_in_the_order_of_time(void **state)
{
    (void)state;
    compare_engines(FAULTS | RACES | UNITS, 23);
    compare_engines(HINTS | FAULTS | RACES | UNITS | LIMITS, 24);
}

static void broken_pps_are_the_same_everywhere(void **state)
{
    (void)state;
    compare_engines(BROKEN | HINTS | GROUPS, 13);
    compare_engines(BROKEN | HINTS, 14);
    compare_engines(BROKEN | HINTS | GROUPS | FAULTS, 15);
    compare_engines(BROKEN | RACES, 16);
    compare_engines(BROKEN | HINTS | GROUPS | RACES, 17);
    compare_engines(BROKEN | HINTS | GROUPS | LIMITS | FAULTS, 18);
    compare_engines(BROKEN | HINTS | GROUPS | RACES | FAULTS | UNITS, 19);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_levels_agree_with_the_reference_without_races),
        cmocka_unit_test(all_levels_agree_with_the_reference_between_barriers),
        cmocka_unit_test(all_levels_agree_with_the_reference_without_hints),
        cmocka_unit_test(faults_come_in_the_order_of_time),
        cmocka_unit_test(faults_come_in_the_order_of_time_without_hints),
        cmocka_unit_test(faults_come_in_the_order_of_time_between_barriers),
        cmocka_unit_test(runs_that_are_too_long_end_alike),
        cmocka_unit_test(runs_that_are_too_long_come_to_faults_alike),
        cmocka_unit_test(checked_runs_find_the_same_word_for_word),
        cmocka_unit_test(races_come_out_as_on_the_machine),
        cmocka_unit_test(races_without_hints_come_out_as_on_the_machine),
        cmocka_unit_test(races_between_barriers_come_out_as_on_the_machine),
        cmocka_unit_test(faults_among_races_come_in_the_order_of_time),
        cmocka_unit_test(races_that_are_too_long_end_alike),
        cmocka_unit_test(races_of_numbers_come_out_as_on_the_machine),
        cmocka_unit_test(faults_among_races_of_numbers_come_in_the_order_of_time),
        cmocka_unit_test(broken_pps_are_the_same_everywhere),
    };
    if (getenv("PRAM_FUZZ_TEST") != NULL)
        cmocka_set_test_filter(getenv("PRAM_FUZZ_TEST"));
    const char *folder = getenv("TMPDIR");
    snprintf(faults_file, sizeof faults_file, "%s/test_bsp_async.%d.faults", folder ? folder : "/tmp",
             (int)getpid());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
