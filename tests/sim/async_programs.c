/* async_programs.c - see async_programs.h.
 */
#include "tests/sim/async_programs.h"

#include "asm/isa.h"
#include "sim/machine/shint.h"
#include "tests/sim/chains.h"
#include "tests/sim/collisions.h"
#include "tests/sim/flags.h"

#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { LARGE = 0 }; /* threads that meet take their time there */
#else
enum { LARGE = 3 };
#endif

static void prologue(struct generator *g)
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
    text_set(text, g->pps + g->groups - 1, MEMBERS);
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

static void set_flags(struct generator *g)
{
    text_set_flags(&g->text, &(struct flag_ground){.number = NUMBER, .base = OWN, .offset = 24});
}

/* Uses of flags, with a comparison right before or not; and divisions by constants. */
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
        if (text_chance(text, 80))
            set_flags(g);
        text_emit_wide(text, text_condition(text), 2, 0);
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
        if (text_chance(&g->text, 30)) {
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

/* An access that no other PP can see or change. */
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
    if (text_chance(&g->text, 50)) /* otherwise the next instruction, of any kind, is the slot */
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

/* An image in an area of the PP's own, or in cells that no other PP uses. */
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

/* What ends the run, or the PP. */
static void come_to_an_end(struct generator *g)
{
    struct program_text *text = &g->text;
    const unsigned value = any_value(g);
    const uint32_t kind = text_below(text, 13);
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
    else if (kind < 11)
        text_collide(text, &(struct collision_ground){.number = NUMBER, .scratch = SCRATCH}, COLLISION_FOLDS,
                     CELLS, (int32_t)text_below(text, FOLD_CELLS));
    else if (kind < 12 || (g->kind & GROUPS))
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

/* A mark of trace.h, of one of three regions, with or without its counterpart. */
static void pass_mark(struct generator *g)
{
    struct program_text *text = &g->text;
    const uint32_t hint = text_chance(text, 50) ? SHINT_region_enter : SHINT_region_leave;
    text_emit_wide(text, OP_shint, hint + 256 * text_below(text, 3), 0);
}

static void block(struct generator *g, unsigned depth);

/* Some PPs go one way, the others another one, or past it. */
static void branch(struct generator *g, unsigned depth)
{
    struct program_text *text = &g->text;
    const bool is_any = text_chance(text, 50);
    if (is_any)
        set_flags(g);
    else
        text_emit(text, OP_ands, text_chance(text, 50) ? NUMBER : any_value(g), true,
                  1 << text_below(text, 7), 0);
    const uint32_t other = text_branch(text, is_any ? text_condition(text) : OP_bne);
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

static void block(struct generator *g, unsigned depth)
{
    const uint32_t kind = text_below(&g->text, 100);
    if (text_chance(&g->text, 15))
        pass_mark(g);
    if (g->kind & RACES && text_chance(&g->text, 35)) {
        async_be_unruly(g, depth);
        return;
    }
    if (g->kind & UNITS && text_chance(&g->text, 35)) {
        use_unit(g);
        return;
    }
    if (text_chance(&g->text, 4))
        text_chain(&g->text,
                   &(struct chain_ground){
                       .base = OWN, .offset = 24, .scratch = SCRATCH, .number = NUMBER, .parts = true});
    else if (kind < 20)
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
        async_queue_up(g);
    else if (kind < 85 && (g->kind & HINTS))
        async_lock(g);
    else if (kind < 95 && depth < 3)
        branch(g, depth);
    else if (depth == 0 && (g->kind & GROUPS))
        async_barrier(g);
}

/* A hint about some group, or about none: only --faults uses it. */
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
        pass_mark(g);
    if (is_strange)
        text_emit(text, OP_add, SCRATCH, true, 0, MACHINE_GP);
}

void async_generate(struct generator *g)
{
    struct program_text *text = &g->text;
    const uint32_t blocks = 5 + text_below(text, 25);
    const uint32_t failures = g->kind & FAULTS ? 1 + text_below(text, 3) : 0;
    text->count = 0;
    prologue(g);
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

void async_choose(struct generator *g, struct machine_config *config)
{
    static const uint32_t sizes[] = {2, 3, 5, 8, 16, 17, 24, 31, 33, 64, 100, 130, 256};
    *config = (struct machine_config){
        .stack_words = 1u << AREA_SHIFT, .private_words = 1u << AREA_SHIFT, .max_cycles = 1000000, .seed = 7};
    config->pps = text_chance(&g->text, LARGE) ? 1030 + text_below(&g->text, 300)
                                               : sizes[text_below(&g->text, sizeof sizes / sizeof *sizes)];
    g->pps = config->pps;
    g->long_images = SLOTS + (config->pps << SLOT_SHIFT) + 64;
    config->shared_words = g->long_images + (g->kind & UNITS ? LONG_IMAGES : 0);
    config->mixed = g->kind & FAULTS ? MIXED_ERROR : MIXED_IGNORE;
    config->policy = text_chance(&g->text, 40) ? POLICY_HIGH : (enum write_policy)text_below(&g->text, 4);
    config->policy_seed = text_below(&g->text, 100);
    config->count_conflicts = text_chance(&g->text, 50);
    if (g->kind & BROKEN) /* a PP that waits for a dead one does so for long */
        config->max_cycles = 8000;
    if (g->kind & LIMITS)
        config->max_cycles = 40 + text_below(&g->text, 1500);
    g->groups = 1u << text_below(&g->text, 3);
    if (g->groups > config->pps)
        g->groups = 1;
    if (g->kind & UNITS) {
        const struct format *format = &formats[text_below(&g->text, sizeof formats / sizeof *formats)];
        if (!engines_has_format(format->name))
            format = &formats[0];
        g->image = format->words;
        config->real = (struct real_choice){.format = format->name,
                                            .accumulator = text_chance(&g->text, 80) ? "kulisch" : "mpfr",
                                            .cost_by_words = text_chance(&g->text, 40)};
    }
}
