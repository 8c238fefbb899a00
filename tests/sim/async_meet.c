/* async_meet.c - see async_programs.h: how PPs of random programs meet.
 */
#include "asm/isa.h"
#include "sim/machine/shint.h"
#include "tests/sim/async_programs.h"
#include "tests/sim/collisions.h"

/* Cells that all PPs load and store at any time. */
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

/* Those cells, by PPs that are in one cycle. */
static void collide(struct generator *g)
{
    const enum collision collision = !(g->kind & FAULTS)         ? COLLISION_ANY
                                     : text_chance(&g->text, 70) ? COLLISION_ONE_KIND
                                                                 : COLLISION_FOLDS;
    text_collide(&g->text, &(struct collision_ground){.number = NUMBER, .scratch = SCRATCH}, collision, LOCK,
                 RACES_AT - LOCKS + (int32_t)text_below(&g->text, 6));
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

/* The host writes a digit and a 0 to cells that others load, or to a stack near the own one. */
static void have_text_written(struct generator *g)
{
    struct program_text *text = &g->text;
    const bool is_shared = text_chance(text, 75);
    const int32_t distance = ((int32_t)text_below(text, 5) - 2) * (1 << AREA_SHIFT),
                  shared = text_chance(text, 70) ? RACES_AT - LOCKS : TABLE - LOCKS;
    text_emit_wide(text, OP_getlo, '0' + (int32_t)text_below(text, 4), SCRATCH);
    text_emit(text, OP_stg, OWN, true, 30, SCRATCH);
    text_emit(text, OP_stg, OWN, true, 31, 0);
    text_emit(text, OP_add, OWN, true, 30, ARGUMENT);
    text_emit(text, OP_add, is_shared ? LOCK : STACK, true,
              (is_shared ? shared : distance) + (int32_t)text_below(text, 10), ARGUMENT + 2);
    text_emit(text, OP_sys, 0, true, 23, 0); /* format_string */
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

/* A lock that is taken by mpmax, and read meanwhile by some PPs. */
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

/* How a loop waits until a cell that only grows has come up to TICKET. */
static const struct wait {
    bool is_swapped; /* the cell is subtracted from TICKET */
    uint8_t branch;  /* the PP continues waiting if this branch is taken */
    bool is_early;   /* TICKET is one less */
} waits[] = {{false, OP_bls, true},  {true, OP_bhs, true},  {false, OP_blo, false}, {false, OP_blt, false},
             {false, OP_bmi, false}, {false, OP_ble, true}, {true, OP_bhi, false},  {true, OP_bgt, false},
             {true, OP_bge, true},   {true, OP_bpl, true},  {false, OP_bne, false}, {true, OP_bne, false}};
enum { WAITS = sizeof waits / sizeof *waits, WAITS_ABOVE_0 = 2, WAITS_EXACTLY = 2 };

/* Loads the cell, compares it and goes round, with nothing in between, or something that each round does
 * alike. */
static void go_round(struct generator *g, int32_t cell, const struct wait *wait)
{
    struct program_text *text = &g->text;
    const uint32_t begin = text->count;
    if (g->kind & HINTS && (!(g->kind & RACES) || text_chance(text, 30)))
        text_emit_wide(text, OP_shint, SHINT_yield, 0);
    const uint32_t again = g->kind & RACES && text_chance(text, 50) ? text->count : begin;
    text_emit(text, OP_ldg, LOCK, true, cell, SCRATCH);
    text_emit(text, OP_nop, 0, false, 0, 0);
    for (uint32_t n = text_below(text, 3); n > 0; n--)
        if (text_chance(text, 50))
            text_emit(text, OP_nop, 0, false, 0, 0);
        else
            text_emit_wide(text, OP_getlo, (int32_t)text_below(text, 9), COUNTER);
    if (wait->is_swapped)
        text_emit(text, OP_subs, TICKET, false, SCRATCH, 0);
    else
        text_emit(text, OP_subs, SCRATCH, false, TICKET, 0);
    text_emit_wide(text, wait->branch, (int32_t)again - (int32_t)text->count, 0);
}

/* is_count: TICKET is not 0, and the cell may have grown further before the PP reads it. */
static void wait_for_ticket(struct generator *g, int32_t cell, bool is_count)
{
    const uint32_t first = is_count ? 0 : WAITS_ABOVE_0, end = is_count ? WAITS - WAITS_EXACTLY : WAITS;
    const struct wait *wait = &waits[first + text_below(&g->text, end - first)];
    if (wait->is_early)
        text_emit(&g->text, OP_sub, TICKET, true, 1, TICKET);
    go_round(g, cell, wait);
}

/* All PPs count, and wait until all have. */
static void wait_for_all(struct generator *g)
{
    struct program_text *text = &g->text;
    const int32_t cell = RACES_AT - LOCKS + 24 + (int32_t)text_below(text, 4);
    text_emit_wide(text, OP_getlo, 1, TICKET);
    text_emit(text, OP_mpadd, LOCK, true, cell, TICKET);
    text_set(text, g->pps, SCRATCH);
    text_emit(text, OP_divu, TICKET, false, SCRATCH, TICKET);
    text_emit(text, OP_add, TICKET, true, 1, TICKET);
    text_emit(text, OP_mul, TICKET, false, SCRATCH, TICKET);
    wait_for_ticket(g, cell, true);
}

/* For any result of a race in a cell: perhaps for ever. */
static void wait_for_anything(struct generator *g)
{
    const struct wait wait = {.is_swapped = text_chance(&g->text, 50),
                              .branch = (uint8_t)(OP_beq + text_below(&g->text, OP_bvc - OP_beq + 1))};
    text_emit(&g->text, OP_and, any_value(g), true, text_chance(&g->text, 50) ? 7 : -1, TICKET);
    go_round(g, RACES_AT - LOCKS + (int32_t)text_below(&g->text, 6), &wait);
}

/* One PP stores to a word of the table after a while. Until it has, the others read there, and then wait. */
static void wait_beside_others(struct generator *g)
{
    struct program_text *text = &g->text;
    const int32_t table = TABLE - LOCKS, cell = (int32_t)text_below(text, TABLE_WORDS / 2);
    const struct wait wait = {.is_swapped = text_chance(text, 50), .branch = OP_bne};
    text_emit(text, OP_sub, NUMBER, true, (int32_t)text_below(text, g->pps), TICKET);
    text_emit_wide(text, OP_getlo, (int32_t)text_below(text, TABLE_WORDS / 2), COUNTER);
    text_emit(text, OP_add, LOCK, false, COUNTER, SCRATCH);
    text_emit(text, OP_ldg, SCRATCH, true, table, any_value(g));
    text_emit(text, OP_subs, COUNTER, true, 1, COUNTER);
    text_emit_wide(text, OP_bpl, -3, 0);
    text_emit(text, OP_subs, TICKET, true, 0, 0);
    text_emit_wide(text, OP_getlo, 1, TICKET);
    const uint32_t others = text_branch(text, OP_bne);
    text_emit_wide(text, OP_getlo, (int32_t)text_below(text, 300), COUNTER);
    text_emit(text, OP_subs, COUNTER, true, 1, COUNTER);
    text_emit_wide(text, OP_bpl, -1, 0);
    text_emit(text, OP_stg, LOCK, true, table + cell, TICKET);
    text_land(text, others);
    go_round(g, table + cell, &wait);
}

void async_queue_up(struct generator *g)
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

void async_lock(struct generator *g)
{
    struct program_text *text = &g->text;
    const int32_t base = LOCK_WORDS * (int32_t)text_below(text, 2),
                  cell = base + 2 + (int32_t)text_below(text, 4);
    const unsigned value = any_value(g);
    text_emit_wide(text, OP_getlo, 1, TICKET);
    text_emit(text, OP_mpadd, LOCK, true, base, TICKET);
    text_emit(text, OP_nop, 0, false, 0, 0);
    wait_for_ticket(g, base + 1, false);
    text_emit(text, OP_ldg, LOCK, true, cell, value);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit(text, OP_add, value, false, NUMBER, value);
    text_emit(text, OP_stg, LOCK, true, cell, value);
    text_emit_wide(text, OP_getlo, 1, SCRATCH);
    text_emit(text, OP_syncadd, LOCK, true, base + 1, SCRATCH);
}

void async_barrier(struct generator *g)
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
    text_emit_wide(text, OP_getlo, 0, sync); /* the wave of a PP depends on the level */
    text_emit(text, OP_subs, 0, true, 1, 0);
}

void async_be_unruly(struct generator *g, unsigned depth)
{
    static void (*const ways[])(struct generator *) = {
        race, race, collide, reach_over, wait_for_letter, have_text_written, async_lock, test_and_set, race};
    const uint32_t ways_to_go =
        g->kind & FAULTS ? 6 : 9; /* a PP that holds a lock must not fail: others would wait forever */
    if (depth == 0 && !(g->kind & FAULTS) && text_chance(&g->text, 20))
        (text_chance(&g->text, g->kind & MODELLED ? 20 : 60) ? wait_for_all : wait_beside_others)(g);
    else if (text_chance(&g->text, 2))
        wait_for_anything(g);
    else
        ways[text_below(&g->text, ways_to_go)](g);
}
