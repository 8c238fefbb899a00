/* test_bsp_fuzz.c - random programs on both engines.
 *
 * Level 0 must agree with the reference in everything, for any program: registers, memory, counters, faults
 * with their text. The other levels must agree too, as long as the PPs stay in lockstep and keep to their own
 * areas; and also if some PPs go another way for a while, as long as both ways take the same time and no PP
 * can see what happens on them: stores to own areas, of which one way may have more than the other.
 *
 * A program runs at level 0 and at two of the higher levels that its test names.
 *
 * Some runs of the parallel engine are in slices (stops.h). After a stop nothing may be lost when a PP faults
 * while others execute instructions of several cycles: a test has many of these.
 *
 * PRAM_FUZZ_PROGRAMS: number of programs (default 32 a kind, 20 checked or with odd hints); PRAM_FUZZ_SEED:
 * the first seed; PRAM_FUZZ_TEST: one test, or some, as checked_*. A failure prints the seed; engines.h tells
 * how to find its cause. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/segment/bsp.h"
#include "sim/machine/machine.h"
#include "sim/reference/reference.h"
#include "tests/sim/alike.h"
#include "tests/sim/cycle_alike.h"
#include "tests/sim/chains.h"
#include "tests/sim/collisions.h"
#include "tests/sim/engines.h"
#include "tests/sim/flags.h"
#include "tests/sim/odd_hints.h"
#include "tests/sim/stops.h"

enum { SHARED = 8192, AREA_SHIFT = 6, WIDE_AREA_SHIFT = 12, MAX_CYCLES = 500 };

struct generator {
    struct program_text text;
    bool lockstep; /* no branch depends on the PP, no foreign access, no fault meant */
    bool two_ways; /* the program has two ways of the same length */
    bool units;    /* with instructions of the precision unit */
    bool wide;     /* images of sums do not fit into own areas */
    bool fails;    /* PPs part for long, and one fails before they meet */
    bool odd;      /* with hints of barriers in any order, and waits in barriers */
    bool waits;    /* some PPs wait for words that the others store, and may join them then */
    bool exact;    /* runs at level 0 alone: PPs may see what others do on their ways */
    bool refuses;  /* requests of two kinds to one cell end the run */
    uint32_t pps;
};

/* Registers with a meaning: R3 own number, R4..R15 values, R20..R26 addresses, R2 and R28 into the own stack.
 */
static void prologue(struct generator *g)
{
    static const uint32_t floats[] = {0x3f800000, 0xc0490fdb, 0x7f800000, 0x7fc00000, 0x00000001, 0x4b000000};
    if (text_chance(&g->text, 50))
        text_emit_wide(&g->text, OP_shint, 6, 0);
    text_emit(&g->text, OP_getpn, 0, false, 0, 3);
    for (unsigned r = 4; r < 8; r++)
        text_set(&g->text,
                 text_chance(&g->text, 30) ? floats[text_below(&g->text, 6)] : text_random(&g->text), r);
    text_emit(&g->text, OP_mul, 3, true, (int32_t)text_below(&g->text, 8000) - 4000, 8);
    text_emit(&g->text, OP_lsr, 3, true, (int32_t)text_below(&g->text, 6), 9);
    text_emit(&g->text, OP_and, 3, true, (int32_t)text_below(&g->text, 16), 10);
    text_emit(&g->text, OP_itof, 3, false, 0, 11);
    text_emit(&g->text, OP_xor, 8, false, 4, 12);
    text_set(&g->text, OBJECT_DATA_START + text_below(&g->text, ENGINES_DATA), 20);
    text_set(&g->text, OBJECT_DATA_START, 21);
    text_emit(&g->text, OP_and, 3, true, 127, 13);
    text_emit(&g->text, OP_add, 21, false, 3, 21); /* unit stride, as far as memory reaches */
    text_emit(&g->text, OP_mul, 3, true, 7, 14);
    text_emit(&g->text, OP_and, 14, true, 63, 14);
    text_set(&g->text, OBJECT_DATA_START + 64, 22);
    text_emit(&g->text, OP_add, 22, false, 14, 22);
    const int32_t shift = g->lockstep ? WIDE_AREA_SHIFT : AREA_SHIFT; /* the wide ones are not left */
    const uint32_t middle = g->lockstep ? 2000 : 8;
    text_set(&g->text, 0x80000000u + middle + text_below(&g->text, 16), 23);
    text_emit(&g->text, OP_lsl, 3, true, shift, 15);
    text_set(&g->text, SHARED + middle + text_below(&g->text, 16), 24);
    text_emit(&g->text, OP_add, 24, false, 15, 24);
    text_emit(&g->text, OP_add, 24, true, g->lockstep ? 1000 : 4, 2); /* all is in the frame, or not always */
    text_emit(&g->text, OP_add, 24, true, g->lockstep ? -1000 : -4, 28);
    if (g->lockstep) {
        text_emit(&g->text, OP_add, 23, false, 10, 25);
        text_emit(&g->text, OP_add, 24, false, 10, 26);
    } else {
        text_set(&g->text, SHARED, 25); /* all PPs access PP 0's stack */
        text_emit(&g->text, OP_add, 20, false, 15, 26);
    }
    text_set(&g->text, 3 + text_below(&g->text, 4), 30);
}

static unsigned any_value(struct generator *g)
{
    return text_chance(&g->text, 4) ? text_below(&g->text, 3) : 3 + text_below(&g->text, 13);
}

static unsigned any_target(struct generator *g)
{
    if (text_chance(&g->text, 3))
        return 0;
    if (!g->lockstep && text_chance(&g->text, 1))
        return 16 + text_below(&g->text, 14);
    const unsigned target = 4 + text_below(&g->text, 12);
    return g->lockstep && target == 10 ? 11 : target; /* R10 is an offset that keeps to the own areas */
}

static unsigned any_address(struct generator *g)
{
    return !g->lockstep && text_chance(&g->text, 12) ? (text_chance(&g->text, 50) ? 2 : 28)
                                                     : 20 + text_below(&g->text, 7);
}

static void one_arithmetic(struct generator *g)
{
    static const uint8_t integers[] = {OP_add, OP_add,  OP_add,  OP_sub, OP_sub, OP_adc, OP_sbc,
                                       OP_mul, OP_mlhs, OP_mlhu, OP_and, OP_or,  OP_xor, OP_andn,
                                       OP_nor, OP_lsl,  OP_lsr,  OP_asr, OP_rol, OP_max, OP_min};
    static const uint8_t ones[] = {OP_rm,   OP_lz,   OP_popc, OP_fsqrt, OP_fneg,
                                   OP_fabs, OP_itof, OP_utof, OP_ftoi,  OP_fround};
    static const uint8_t floats[] = {OP_fadd, OP_fsub, OP_fmul, OP_fdiv, OP_fmax, OP_fmin};
    const unsigned flags = text_chance(&g->text, 35);
    const uint32_t kind = text_below(&g->text, 20);
    if (kind < 11) {
        const unsigned opcode = integers[text_below(&g->text, sizeof integers)] + flags;
        if (text_chance(&g->text, 50))
            text_emit(&g->text, opcode, any_value(g), true,
                      text_chance(&g->text, 70) ? (int32_t)text_below(&g->text, 40) - 4
                                                : (int32_t)text_below(&g->text, 8192) - 4096,
                      any_target(g));
        else
            text_emit(&g->text, opcode, any_value(g), false, (int32_t)any_value(g), any_target(g));
    } else if (kind < 13) {
        const unsigned opcode = ones[text_below(&g->text, sizeof ones)];
        text_emit(&g->text, opcode <= OP_popc ? opcode + flags : opcode, any_value(g), false, 0,
                  any_target(g));
    } else if (kind < 16) {
        text_emit(&g->text, floats[text_below(&g->text, sizeof floats)], any_value(g), false,
                  (int32_t)any_value(g), any_target(g));
    } else if (kind < 17) {
        text_emit(&g->text, OP_div + 2 * text_below(&g->text, 4) + flags, any_value(g), true,
                  text_chance(&g->text, 98) ? (int32_t)text_below(&g->text, 9) + 1 : 0, any_target(g));
        if (!g->lockstep && text_chance(&g->text, 3))
            text_emit(&g->text, OP_div + 2 * text_below(&g->text, 4) + flags, any_value(g), false,
                      (int32_t)any_value(g), any_target(g));
    } else if (kind < 18) {
        text_emit_wide(&g->text, text_chance(&g->text, 50) ? OP_getlo : OP_gethi,
                       (int32_t)text_below(&g->text, 524288) - 262144, any_target(g));
    } else if (kind < 19) {
        text_emit(&g->text, text_chance(&g->text, 50) ? OP_getsr : OP_getct, 0, false, 0, any_target(g));
    } else {
        text_emit(&g->text, text_chance(&g->text, 50) ? OP_getpn : OP_getnp, 0, false, 0, any_target(g));
    }
}

static void one_memory(struct generator *g)
{
    const unsigned base = any_address(g);
    const uint32_t kind = text_below(&g->text, 20);
    const int32_t offset = (int32_t)text_below(&g->text, 9) - 4;
    const int32_t step = (int32_t)text_below(&g->text, 3) - 1;
    if (kind < 7)
        text_emit(&g->text, OP_ldg, base, true, offset, any_target(g));
    else if (kind < 8)
        text_emit(&g->text, OP_ldg, base, false, 10, any_target(g));
    else if (kind < 12)
        text_emit(&g->text, OP_stg, base, true, offset, any_value(g));
    else if (kind < 13)
        text_emit(&g->text, OP_stg, base, false, 10, any_value(g));
    else if (kind < 15)
        text_emit(&g->text, OP_pshg + text_below(&g->text, 2), base, true, step, any_value(g));
    else if (kind < 17)
        text_emit(&g->text, OP_popg + text_below(&g->text, 2), base, true, step,
                  text_chance(&g->text, g->lockstep ? 0 : 3) ? base : any_target(g));
    else
        text_emit(&g->text, (text_chance(&g->text, 60) ? OP_mpadd : OP_syncadd) + text_below(&g->text, 4),
                  base, true, offset, any_target(g));
}

/* Own memory that flags are kept beside; R23 may have moved. */
static void set_flags(struct generator *g)
{
    text_set_flags(&g->text, &(struct flag_ground){.number = 3, .base = 23, .offset = -2});
}

static void one_jump(struct generator *g)
{
    const int32_t forward = 1 + (int32_t)text_below(&g->text, 9);
    const uint32_t kind = text_below(&g->text, 20);
    if (g->lockstep && kind < 14) {
        text_emit_wide(&g->text, kind < 5 ? OP_bra : kind < 10 ? OP_bmc : OP_bms, forward, 0);
        return;
    }
    if (g->lockstep) { /* both ways lead to the next instruction */
        set_flags(g);
        text_emit_wide(&g->text, text_condition(&g->text), 1, 0);
        return;
    }
    if (kind < 12)
        text_emit_wide(&g->text, OP_bra + text_below(&g->text, 17), forward, 0);
    else if (kind < 14)
        text_emit_wide(&g->text, OP_bra + text_below(&g->text, 17), -(int32_t)text_below(&g->text, 9), 0);
    else if (kind < 16)
        text_emit_wide(&g->text, OP_call, forward, text_chance(&g->text, 10) ? any_target(g) : 31);
    else if (kind < 17)
        text_emit(&g->text, OP_jmp, 0, false, 31, 0);
    else if (kind < 18)
        text_emit(&g->text, OP_add, 1, true, forward, 1);
    else if (kind < 19)
        text_emit(&g->text, OP_callr, 31, false, 0, 31);
    else
        text_emit(&g->text, OP_ldg, 20, true, (int32_t)text_below(&g->text, 4),
                  text_chance(&g->text, 50) ? 1 : 31);
}

static void one_other(struct generator *g)
{
    static const uint8_t calls[] = {17, 17, 18, 19, 20, 21};
    const uint32_t kind = text_below(&g->text, 20);
    if (kind < 6)
        text_emit(&g->text, OP_sys, 0, true, calls[text_below(&g->text, sizeof calls)], 0);
    else if (kind < 7 && !g->lockstep)
        text_emit(&g->text, text_chance(&g->text, 30) ? OP_sys : OP_halt, 0, false, 0, 0);
    else if (kind < 10)
        text_emit_wide(&g->text, OP_shint,
                       (int32_t)(g->lockstep ? 7 + text_below(&g->text, g->two_ways ? 4 : 5)
                                             : 3 + text_below(&g->text, 9)),
                       0);
    else if (kind < 14)
        text_emit(&g->text, OP_fcmp, any_value(g), false, (int32_t)any_value(g), 0);
    else if (kind < 18)
        text_emit(&g->text, text_chance(&g->text, 50) ? OP_subs : OP_ands, any_value(g),
                  text_chance(&g->text, 50), (int32_t)(3 + text_below(&g->text, 13)), 0);
    else
        text_emit(&g->text, OP_nop, 0, false, 0, 0);
}

/* An access that no other PP can see: to the own areas, or a load of shared cells. */
static void one_own_access(struct generator *g)
{
    const unsigned own = 23 + text_below(&g->text, 4);
    const uint32_t kind = text_below(&g->text, 10);
    const int32_t offset = (int32_t)text_below(&g->text, 9) - 4;
    const int32_t step = (int32_t)text_below(&g->text, 3) - 1;
    if (kind < 2)
        text_emit(&g->text, OP_ldg, text_chance(&g->text, 50) ? own : 20 + text_below(&g->text, 3), true,
                  offset, any_target(g));
    else if (kind < 6)
        text_emit(&g->text, OP_stg, own, true, offset, any_value(g));
    else if (kind < 8)
        text_emit(&g->text, OP_pshg + text_below(&g->text, 2), own, true, step, any_value(g));
    else
        text_emit(&g->text, OP_popg + text_below(&g->text, 2), own, true, step, any_target(g));
}

static void one_way(struct generator *g, uint32_t length, uint32_t accesses)
{
    for (const uint32_t end = g->text.count + length; g->text.count < end;)
        if (text_chance(&g->text, accesses))
            one_own_access(g);
        else
            one_arithmetic(g);
}

/* Some PPs take one way, the others another one of the same length. */
static void part_and_meet(struct generator *g)
{
    const uint32_t length = 1 + text_below(&g->text, 12), accesses = text_below(&g->text, 100);
    set_flags(g);
    text_emit_wide(&g->text, text_condition(&g->text), (int32_t)length + 2, 0);
    one_way(g, length, accesses);
    text_emit_wide(&g->text, OP_bra, (int32_t)length + 2, 0);
    one_way(g, length, text_chance(&g->text, 50) ? 0 : 100 - accesses);
    text_emit(&g->text, OP_nop, 0, false, 0, 0);
}

/* Images lie where words lie, so they overlap in all ways; a word loaded as a number is some number. */
static void one_unit(struct generator *g)
{
    static const uint8_t ones[] = {OP_xmov, OP_xneg, OP_xabs, OP_xsqrt};
    static const uint8_t twos[] = {OP_xadd, OP_xsub, OP_xmul, OP_xdiv, OP_xfma};
    static const uint8_t sums[] = {OP_xaclr, OP_xacmul, OP_xacmul, OP_xacadd, OP_xacsub, OP_xacround};
    const unsigned x = text_below(&g->text, 4), y = text_below(&g->text, 16),
                   z = text_below(&g->text, 4); /* few, so that results are used */
    const uint32_t kind = text_below(&g->text, 40);
    const int32_t offset = (int32_t)text_below(&g->text, 9) - 4;
    if (kind < 6)
        text_emit(&g->text, OP_xld, any_address(g), true, offset, z);
    else if (kind < 14)
        text_emit(&g->text, OP_xst, any_address(g), true, offset, x);
    else if (kind < 19)
        text_emit(&g->text, OP_xfromi + text_below(&g->text, 2), any_value(g), false, 0, z);
    else if (kind < 27)
        text_emit(&g->text, twos[text_below(&g->text, sizeof twos)], x, false, (int32_t)y, z);
    else if (kind < 30)
        text_emit(&g->text, ones[text_below(&g->text, sizeof ones)], x, false, 0, z);
    else if (kind < 32)
        text_emit(&g->text, OP_xcmp, x, false, (int32_t)y, 0);
    else if (kind < 35)
        text_emit(&g->text, OP_xtoi + text_below(&g->text, 2), x, false, 0, any_target(g));
    else if (kind < 39)
        text_emit(&g->text, sums[text_below(&g->text, sizeof sums)], x, false, (int32_t)y, z);
    else if (!g->lockstep || !g->wide)
        text_emit(&g->text, OP_xacsave + text_below(&g->text, 2), any_address(g), true, offset, 0);
}

/* Invisible work that takes time: only the precision unit may take several cycles at once. */
static void pass_time(struct generator *g, uint32_t length)
{
    for (const uint32_t end = g->text.count + length; g->text.count < end;)
        if (text_chance(&g->text, 70))
            text_emit(&g->text, OP_xmul + text_below(&g->text, 2), text_below(&g->text, 4), false,
                      (int32_t)text_below(&g->text, 4), text_below(&g->text, 4));
        else if (text_chance(&g->text, 10))
            one_own_access(g);
        else
            text_emit(&g->text, OP_add, any_value(g), true, (int32_t)text_below(&g->text, 9), 16);
}

/* A PP divides by 0, if there is one of that number, perhaps beside others that do not. */
static void fail_alone(struct generator *g)
{
    text_emit(&g->text, OP_sub, 3, true, (int32_t)text_below(&g->text, g->pps), 17);
    pass_time(g, text_below(&g->text, 4));
    text_emit(&g->text, OP_div, 8, false, 17, 18);
}

/* A few PPs, or a share, diverge; there, or among the others, one may fault. */
static void part_and_fail(struct generator *g)
{
    if (text_chance(&g->text, 60))
        text_emit(&g->text, OP_subs, 3, true, 1 + (int32_t)text_below(&g->text, 9), 0);
    else
        text_emit(&g->text, OP_subs, 13, true, (int32_t)text_below(&g->text, 128), 0);
    const uint32_t others = text_branch(&g->text, text_chance(&g->text, 50) ? OP_bpl : OP_bmi);
    pass_time(g, text_below(&g->text, 20));
    if (text_chance(&g->text, 30))
        fail_alone(g);
    pass_time(g, text_below(&g->text, 8));
    const uint32_t met = text_branch(&g->text, OP_bra);
    text_land(&g->text, others);
    pass_time(g, text_below(&g->text, 20));
    if (text_chance(&g->text, 50))
        fail_alone(g);
    text_land(&g->text, met);
    text_emit(&g->text, OP_nop, 0, false, 0, 0);
}

/* What each round of a loop does alike. */
static void repeat_alike(struct generator *g)
{
    static const uint8_t constants[] = {OP_getpn, OP_getnp, OP_getlo, OP_gethi};
    const unsigned opcode = constants[text_below(&g->text, sizeof constants)];
    const unsigned target = 17 + text_below(&g->text, 2);
    if (text_chance(&g->text, 40))
        text_emit(&g->text, OP_xor, text_chance(&g->text, 50) ? 3 : 16, true,
                  (int32_t)text_below(&g->text, 5), target);
    else if (opcode == OP_getpn || opcode == OP_getnp)
        text_emit(&g->text, opcode, 0, false, 0, target);
    else
        text_emit_wide(&g->text, opcode, (int32_t)text_below(&g->text, 5), target);
}

/* Compares the word that a loop polls. Returns a branch, taken by some results. */
static unsigned compare_polled(struct generator *g)
{
    static const uint8_t branches[] = {OP_beq, OP_bne, OP_bpl, OP_bmi, OP_bhi, OP_blo};
    text_emit(&g->text, OP_nop, 0, false, 0, 0);
    text_emit(&g->text, text_chance(&g->text, 50) ? OP_ands : OP_subs, 16, true,
              (int32_t)text_below(&g->text, 30), 0);
    return branches[text_below(&g->text, sizeof branches)];
}

/* A loop that polls a word or two of those that the others store to, while a comparison with a constant has
 * one result. Some PPs may begin in its middle, and leave it there. */
static void one_loop(struct generator *g)
{
    const bool is_entered = text_chance(&g->text, 40), is_left = text_chance(&g->text, 40);
    uint32_t into = 0, exit = 0;
    if (is_entered) {
        text_emit(&g->text, OP_ands, 3, true, 1 << text_below(&g->text, 8), 0);
        into = text_branch(&g->text, text_chance(&g->text, 50) ? OP_beq : OP_bne);
    }
    const uint32_t head = g->text.count;
    text_emit(&g->text, OP_ldg, 20 + text_below(&g->text, 3), true, (int32_t)text_below(&g->text, 9) - 4, 16);
    if (is_left)
        exit = text_branch(&g->text, compare_polled(g));
    for (uint32_t more = text_below(&g->text, 4); more > 0; more--)
        repeat_alike(g);
    if (is_entered)
        text_land(&g->text, into);
    if (text_chance(&g->text, 30))
        text_emit(&g->text, OP_ldg, 20, true, (int32_t)text_below(&g->text, 40), 18);
    const unsigned again = compare_polled(g);
    text_emit_wide(&g->text, again, (int32_t)head - (int32_t)g->text.count, 0);
    if (is_left)
        text_land(&g->text, exit);
}

/* Some PPs, at times most of them, wait in one of two loops; each notes the end of its wait, and then joins
 * the others, which are further, or ends. */
static void part_those_who_wait(struct generator *g)
{
    text_emit(&g->text, OP_subs, 3, true, (int32_t)text_below(&g->text, g->pps), 0);
    const uint32_t others = text_branch(&g->text, OP_bpl);
    text_emit(&g->text, OP_ands, 3, true, 1 << text_below(&g->text, 8), 0);
    const uint32_t second = text_branch(&g->text, OP_bne);
    one_loop(g);
    const uint32_t over = text_branch(&g->text, OP_bra);
    text_land(&g->text, second);
    one_loop(g);
    text_land(&g->text, over);
    text_emit(&g->text, OP_stg, 23, true, 1, 17);
    text_emit(&g->text, OP_stg, 23, true, 2, 18);
    text_emit(&g->text, OP_getct, 0, false, 0, 17);
    text_emit(&g->text, OP_stg, 23, true, 0, 17);
    if (text_chance(&g->text, 50))
        text_emit(&g->text, OP_halt, 0, false, 0, 0);
    text_land(&g->text, others);
}

/* A push to R1: each PP goes on elsewhere behind it, and the datum may be one that is kept until the phase.
 */
static void push_to_pc(struct generator *g)
{
    enum { PLACES = 4 };
    text_emit(&g->text, OP_and, 3, true, PLACES - 1, 17);
    text_emit(&g->text, OP_add, 17, true, 1, 17);
    if (text_chance(&g->text, 30))
        text_emit(&g->text, OP_ldg, 20, true, (int32_t)text_below(&g->text, 9), 16);
    text_emit(&g->text, OP_pshg + text_below(&g->text, 2), 1, false, 17,
              text_chance(&g->text, 50) ? 16 * text_below(&g->text, 2) : any_value(g));
    for (unsigned k = 0; k < PLACES; k++)
        text_emit(&g->text, OP_nop, 0, false, 0, 0);
}

/* Some come to one cell in one cycle. */
static void collide(struct generator *g)
{
    const enum collision collision = !g->refuses                 ? COLLISION_ANY
                                     : text_chance(&g->text, 50) ? COLLISION_ONE_KIND
                                                                 : COLLISION_FOLDS;
    text_collide(&g->text, &(struct collision_ground){.number = 3, .scratch = 17}, collision,
                 text_chance(&g->text, 70) ? 20 : 25, (int32_t)text_below(&g->text, 4));
}

static void generate(struct generator *g)
{
    static const struct odd_registers odd_registers = {.number = 3, .word = 16, .count = 17, .base = 18};
    const uint32_t length = 30 + text_below(&g->text, 150);
    g->text.count = 0;
    prologue(g);
    if (g->waits)
        part_those_who_wait(g);
    const uint32_t start = g->text.count;
    while (g->text.count < start + length) {
        const uint32_t kind = text_below(&g->text, 100);
        if (g->odd && text_chance(&g->text, 30))
            odd_hints(&g->text, &odd_registers, OBJECT_DATA_START + text_below(&g->text, 8));
        else if (g->fails && text_chance(&g->text, 15))
            part_and_fail(g);
        else if (g->units && text_chance(&g->text, 40))
            one_unit(g);
        else if (g->two_ways && kind < 10)
            part_and_meet(g);
        else if (g->exact && kind < 4)
            collide(g);
        else if (!g->lockstep && kind < 6)
            push_to_pc(g);
        else if (text_chance(&g->text, 3))
            text_chain(&g->text,
                       &(struct chain_ground){
                           .base = 23, .offset = 20, .scratch = 17, .number = 3, .parts = !g->lockstep});
        else if (kind < 50)
            one_arithmetic(g);
        else if (kind < 78)
            one_memory(g);
        else if (kind < 92)
            one_jump(g);
        else
            one_other(g);
    }
    for (unsigned k = 0; k < 10; k++)
        text_emit(&g->text, OP_nop, 0, false, 0, 0);
    if (g->lockstep && g->text.count < 280) {
        text_emit(&g->text, OP_subs, 30, true, 1, 30);
        text_emit_wide(&g->text, OP_bne, (int32_t)start - (int32_t)g->text.count, 0);
    }
    text_emit(&g->text, OP_halt, 0, false, 0, 0);
}

/* ---- running and comparing */

static void choose(struct generator *g, struct machine_config *config)
{
    static const uint32_t sizes[] = {1, 2, 3, 5, 8, 16, 17, 31, 64, 65, 100, 130};
    *config = (struct machine_config){.shared_words = SHARED,
                                      .stack_words = 1u << (g->lockstep ? WIDE_AREA_SHIFT : AREA_SHIFT),
                                      .private_words = 1u << (g->lockstep ? WIDE_AREA_SHIFT : AREA_SHIFT),
                                      .max_cycles = g->lockstep ? 20000 : MAX_CYCLES,
                                      .seed = 7};
    config->pps = text_chance(&g->text, 3) ? 1030 + text_below(&g->text, 2100)
                                           : sizes[text_below(&g->text, sizeof sizes / sizeof *sizes)];
    if (g->waits) { /* many PPs at one pc */
        config->max_cycles = 4000;
        config->pps = text_chance(&g->text, 60) ? 100 + text_below(&g->text, 150) : config->pps;
    }
    if (g->odd)
        config->max_cycles = 3000;
    if (g->fails && text_chance(&g->text, 40)) /* PPs that diverge may be few of many */
        config->pps = 70 + text_below(&g->text, 100);
    g->pps = config->pps;
    config->mixed = text_chance(&g->text, 80) ? MIXED_IGNORE : MIXED_ERROR;
    g->refuses = config->mixed == MIXED_ERROR;
    config->policy = text_chance(&g->text, 40) ? POLICY_HIGH : (enum write_policy)text_below(&g->text, 4);
    if (g->lockstep && config->policy == POLICY_COMMON)
        config->policy = POLICY_LOW;
    config->policy_seed = text_below(&g->text, 100);
    config->count_conflicts = text_chance(&g->text, 50);
    if (!g->units)
        return;
    static const char *const formats[] = {"double", "mpfr:100", "dd", "mpf:64", "staggered:2", "arprec:2"};
    const uint32_t format = text_below(&g->text, 6);
    g->wide = format % 2 != 0;
    config->real =
        (struct real_choice){.format = engines_has_format(formats[format]) ? formats[format] : "double",
                             .accumulator = text_chance(&g->text, 80) ? "kulisch" : "mpfr",
                             .cost_by_words = text_chance(&g->text, g->fails ? 80 : 30)};
}

/* What the programs of a test are like. */
enum kind { LOCKSTEP = 1, TWO_WAYS = 2, UNITS = 4, CHECKED = 8, WAITS = 16, FAILS = 32, ODD = 64 };

static void compare_engines(unsigned kind, const unsigned *levels, size_t level_count, uint64_t salt)
{
    static const unsigned threads[] = {1, 2, 3};
    const uint64_t programs = engines_number("PRAM_FUZZ_PROGRAMS", kind & (ODD | CHECKED) ? 20 : 32);
    const uint64_t first = engines_number("PRAM_FUZZ_SEED", 1);
    void (*run)(const struct engine *, const struct program_text *, const struct machine_config *,
                struct outcome *) = kind & CHECKED ? engines_check : engines_run;
    unsigned failures = 0, findings = 0;
    for (uint64_t seed = first; seed < first + programs && failures < 5; seed++) {
        struct generator g = {.text.random = seed * 0x9e3779b97f4a7c15u + salt,
                              .lockstep = (kind & LOCKSTEP) != 0,
                              .two_ways = (kind & TWO_WAYS) != 0,
                              .units = (kind & UNITS) != 0,
                              .fails = (kind & FAILS) != 0,
                              .odd = (kind & ODD) != 0,
                              .exact = levels[level_count - 1] == 0,
                              .waits = (kind & WAITS) != 0};
        struct machine_config config;
        struct outcome expected;
        choose(&g, &config);
        generate(&g);
        text_dissect(&g.text);
        run(&reference_engine, &g.text, &config, &expected);
        failures += cycle_alike_differs(run, &g.text, &config, &expected, seed, salt);
        findings += expected.findings[0] != '\0' || expected.fault.code == FAULT_check;
        for (size_t k = 0; k < level_count && (kind & CHECKED) == 0; k++) { /* they go cycle by cycle */
            struct outcome got;
            if (!engines_level_is_due(levels[k], seed))
                continue;
            config.level = engines_exact_or(levels[k], seed);
            config.threads = threads[(seed + k) % 3];
            config.skips_dead_flags = engines_skip_dead_flags(seed + k);
            engines_choose_tiles(&config, seed + k);
            engines_choose_native(&config, seed + k);
            run(stops_choose(&bsp_engine, seed, salt, k, expected.stats.cycles), &g.text, &config, &got);
            failures += stops_judge(seed, engines_differ(&expected, &got, &config, seed, EXCEPT_NOTHING));
            engines_forget(&got);
        }
        config.level = engines_exact_or(levels[seed / 2 % level_count], seed);
        if (seed % 2 == 0)
            failures += alike_differ(&g.text, &config, seed);
        engines_forget(&expected);
    }
    assert_int_equal(failures, 0);
    assert_true(!(kind & CHECKED) || programs < 10 || findings > programs / 10);
}

static void level_0_agrees_with_the_reference_in_everything(void **state)
{
    (void)state;
    static const unsigned levels[] = {0};
    compare_engines(0, levels, 1, 0);
}

static void all_levels_agree_with_the_reference_in_lockstep(void **state)
{
    (void)state;
    static const unsigned levels[] = {0, 1, 2, 3, 4, 5};
    compare_engines(LOCKSTEP, levels, 6, 99);
}

static void all_levels_agree_with_the_reference_on_two_ways_of_one_length(void **state)
{
    (void)state;
    static const unsigned levels[] = {0, 1, 2, 3, 4, 5};
    compare_engines(LOCKSTEP | TWO_WAYS, levels, 6, 7777);
}

static void level_0_agrees_with_the_reference_while_some_wait_beside_the_others(void **state)
{
    (void)state;
    static const unsigned levels[] = {0};
    compare_engines(LOCKSTEP | WAITS, levels, 1, 4711);
}

static void precision_units_agree_with_the_reference_at_level_0(void **state)
{
    (void)state;
    static const unsigned levels[] = {0};
    compare_engines(UNITS, levels, 1, 7);
}

static void precision_units_agree_with_the_reference_in_lockstep(void **state)
{
    (void)state;
    static const unsigned levels[] = {0, 1, 2, 3, 4, 5};
    compare_engines(LOCKSTEP | UNITS, levels, 6, 77);
}

static void precision_units_agree_with_the_reference_on_two_ways_of_one_length(void **state)
{
    (void)state;
    static const unsigned levels[] = {0, 1, 2, 3, 4, 5};
    compare_engines(LOCKSTEP | TWO_WAYS | UNITS, levels, 6, 777);
}

static void level_0_agrees_with_the_reference_where_pps_fail_beside_others(void **state)
{
    (void)state;
    static const unsigned levels[] = {0, 0, 0, 0};
    compare_engines(LOCKSTEP | UNITS | FAILS, levels, 4, 55);
}

static void level_0_agrees_with_the_reference_on_odd_hints(void **state)
{
    (void)state;
    static const unsigned levels[] = {0, 0};
    compare_engines(ODD | LOCKSTEP, levels, 2, 42);
    compare_engines(ODD | LOCKSTEP | UNITS, levels, 1, 43);
    compare_engines(ODD, levels, 1, 44);
}

static void checked_runs_find_the_same_word_for_word(void **state)
{
    (void)state;
    static const unsigned levels[] = {0};
    compare_engines(CHECKED, levels, 1, 31);
    compare_engines(CHECKED | LOCKSTEP, levels, 1, 32);
    compare_engines(CHECKED | LOCKSTEP | TWO_WAYS, levels, 1, 33);
    compare_engines(CHECKED | UNITS, levels, 1, 34);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_0_agrees_with_the_reference_in_everything),
        cmocka_unit_test(all_levels_agree_with_the_reference_in_lockstep),
        cmocka_unit_test(all_levels_agree_with_the_reference_on_two_ways_of_one_length),
        cmocka_unit_test(level_0_agrees_with_the_reference_while_some_wait_beside_the_others),
        cmocka_unit_test(precision_units_agree_with_the_reference_at_level_0),
        cmocka_unit_test(precision_units_agree_with_the_reference_in_lockstep),
        cmocka_unit_test(precision_units_agree_with_the_reference_on_two_ways_of_one_length),
        cmocka_unit_test(level_0_agrees_with_the_reference_where_pps_fail_beside_others),
        cmocka_unit_test(level_0_agrees_with_the_reference_on_odd_hints),
        cmocka_unit_test(checked_runs_find_the_same_word_for_word),
    };
    if (getenv("PRAM_FUZZ_TEST") != NULL)
        cmocka_set_test_filter(getenv("PRAM_FUZZ_TEST"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
