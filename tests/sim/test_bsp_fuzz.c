/* test_bsp_fuzz.c - random programs on both engines.
 *
 * Level 0 must agree with the reference in everything, for any program: registers, memory, counters, faults
 * with their text. The other levels must agree too, as long as the PPs stay in lockstep and keep to their own
 * areas; and also if some PPs go another way for a while, as long as both ways take the same time and nobody
 * can see what happens on them: stores to own areas, of which one way may have more than the other.
 *
 * PRAM_FUZZ_PROGRAMS: how many (default 400 a kind); PRAM_FUZZ_SEED: the first seed. A failure prints the
 * seed. To find its cause: PRAM_FUZZ_CUT=N ends the program after N instructions, PRAM_FUZZ_LIST prints it.
 */
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
#include "sim/bsp/bsp.h"
#include "sim/machine/machine.h"
#include "sim/reference/reference.h"

enum { SHARED = 8192, AREA_SHIFT = 6, WIDE_AREA_SHIFT = 12, DATA = 256, MAX_TEXT = 400, MAX_CYCLES = 500 };

struct generator {
    uint64_t state;
    uint32_t pps;
    bool lockstep; /* no branch depends on the PP, no foreign access, no fault meant */
    bool two_ways; /* .. but for those whose ways take the same time */
    bool units;    /* with instructions of the precision unit */
    bool wide;     /* .. and images of sums that do not fit into own areas */
    uint32_t text[MAX_TEXT];
    uint32_t count;
};

static uint32_t next_random(struct generator *g)
{
    g->state = g->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(g->state >> 33) ^ (uint32_t)(g->state >> 15 & 0xffff);
}

static uint32_t below(struct generator *g, uint32_t limit)
{
    return next_random(g) % limit;
}

static bool chance(struct generator *g, uint32_t percent)
{
    return below(g, 100) < percent;
}

static void emit(struct generator *g, unsigned opcode, unsigned rs, bool immediate, int32_t s, unsigned rd)
{
    const struct isa_instruction instruction = {.opcode = (uint8_t)opcode,
                                                .rd = (uint8_t)rd,
                                                .rs = (uint8_t)rs,
                                                .rt = immediate ? 0 : (uint8_t)s,
                                                .immediate = immediate,
                                                .constant = immediate ? s : 0};
    if (g->count < MAX_TEXT)
        g->text[g->count++] = isa_encode(&instruction);
}

static void emit_wide(struct generator *g, unsigned opcode, int32_t constant, unsigned rd)
{
    const struct isa_instruction instruction = {
        .opcode = (uint8_t)opcode, .rd = (uint8_t)rd, .constant = constant};
    if (g->count < MAX_TEXT)
        g->text[g->count++] = isa_encode(&instruction);
}

static void set(struct generator *g, uint32_t value, unsigned rd)
{
    const uint32_t high = (value + 4096) >> 13;
    emit_wide(g, OP_gethi, (int32_t)(high ^ 0x40000) - 0x40000, rd);
    emit(g, OP_add, rd, true, (int32_t)((value & 8191) ^ 4096) - 4096, rd);
}

/* Registers with a meaning: R3 own number, R4..R15 values, R20..R26 addresses, R2 and R28 into the own stack.
 */
static void prologue(struct generator *g)
{
    static const uint32_t floats[] = {0x3f800000, 0xc0490fdb, 0x7f800000, 0x7fc00000, 0x00000001, 0x4b000000};
    if (chance(g, 50))
        emit_wide(g, OP_shint, 6, 0);
    emit(g, OP_getpn, 0, false, 0, 3);
    for (unsigned r = 4; r < 8; r++)
        set(g, chance(g, 30) ? floats[below(g, 6)] : next_random(g), r);
    emit(g, OP_mul, 3, true, (int32_t)below(g, 8000) - 4000, 8);
    emit(g, OP_lsr, 3, true, (int32_t)below(g, 6), 9);
    emit(g, OP_and, 3, true, (int32_t)below(g, 16), 10);
    emit(g, OP_itof, 3, false, 0, 11);
    emit(g, OP_xor, 8, false, 4, 12);
    set(g, OBJECT_DATA_START + below(g, DATA), 20);
    set(g, OBJECT_DATA_START, 21);
    emit(g, OP_and, 3, true, 127, 13);
    emit(g, OP_add, 21, false, 3, 21); /* unit stride, as far as memory reaches */
    emit(g, OP_mul, 3, true, 7, 14);
    emit(g, OP_and, 14, true, 63, 14);
    set(g, OBJECT_DATA_START + 64, 22);
    emit(g, OP_add, 22, false, 14, 22);
    const int32_t shift = g->lockstep ? WIDE_AREA_SHIFT : AREA_SHIFT; /* the wide ones are not left */
    const uint32_t middle = g->lockstep ? 2000 : 8;
    set(g, 0x80000000u + middle + below(g, 16), 23);
    emit(g, OP_lsl, 3, true, shift, 15);
    set(g, SHARED + middle + below(g, 16), 24);
    emit(g, OP_add, 24, false, 15, 24);
    emit(g, OP_add, 24, true, g->lockstep ? 1000 : 4, 2); /* all is in the frame, or not always */
    emit(g, OP_add, 24, true, g->lockstep ? -1000 : -4, 28);
    if (g->lockstep) {
        emit(g, OP_add, 23, false, 10, 25);
        emit(g, OP_add, 24, false, 10, 26);
    } else {
        set(g, SHARED, 25); /* everybody means PP 0's stack */
        emit(g, OP_add, 20, false, 15, 26);
    }
    set(g, 3 + below(g, 4), 30);
}

static unsigned any_value(struct generator *g)
{
    return chance(g, 4) ? below(g, 3) : 3 + below(g, 13);
}

static unsigned any_target(struct generator *g)
{
    if (chance(g, 3))
        return 0;
    if (!g->lockstep && chance(g, 1))
        return 16 + below(g, 14);
    const unsigned target = 4 + below(g, 12);
    return g->lockstep && target == 10 ? 11 : target; /* R10 is an offset that keeps to the own areas */
}

static unsigned any_address(struct generator *g)
{
    return !g->lockstep && chance(g, 12) ? (chance(g, 50) ? 2 : 28) : 20 + below(g, 7);
}

static void one_arithmetic(struct generator *g)
{
    static const uint8_t integers[] = {OP_add, OP_add,  OP_add,  OP_sub, OP_sub, OP_adc, OP_sbc,
                                       OP_mul, OP_mlhs, OP_mlhu, OP_and, OP_or,  OP_xor, OP_andn,
                                       OP_nor, OP_lsl,  OP_lsr,  OP_asr, OP_rol, OP_max, OP_min};
    static const uint8_t ones[] = {OP_rm,   OP_lz,   OP_popc, OP_fsqrt, OP_fneg,
                                   OP_fabs, OP_itof, OP_utof, OP_ftoi,  OP_fround};
    static const uint8_t floats[] = {OP_fadd, OP_fsub, OP_fmul, OP_fdiv, OP_fmax, OP_fmin};
    const unsigned flags = chance(g, 35);
    const uint32_t kind = below(g, 20);
    if (kind < 11) {
        const unsigned opcode = integers[below(g, sizeof integers)] + flags;
        if (chance(g, 50))
            emit(g, opcode, any_value(g), true,
                 chance(g, 70) ? (int32_t)below(g, 40) - 4 : (int32_t)below(g, 8192) - 4096, any_target(g));
        else
            emit(g, opcode, any_value(g), false, (int32_t)any_value(g), any_target(g));
    } else if (kind < 13) {
        const unsigned opcode = ones[below(g, sizeof ones)];
        emit(g, opcode <= OP_popc ? opcode + flags : opcode, any_value(g), false, 0, any_target(g));
    } else if (kind < 16) {
        emit(g, floats[below(g, sizeof floats)], any_value(g), false, (int32_t)any_value(g), any_target(g));
    } else if (kind < 17) {
        emit(g, OP_div + 2 * below(g, 4) + flags, any_value(g), true,
             chance(g, 98) ? (int32_t)below(g, 9) + 1 : 0, any_target(g));
        if (!g->lockstep && chance(g, 3))
            emit(g, OP_div + 2 * below(g, 4) + flags, any_value(g), false, (int32_t)any_value(g),
                 any_target(g));
    } else if (kind < 18) {
        emit_wide(g, chance(g, 50) ? OP_getlo : OP_gethi, (int32_t)below(g, 524288) - 262144, any_target(g));
    } else if (kind < 19) {
        emit(g, chance(g, 50) ? OP_getsr : OP_getct, 0, false, 0, any_target(g));
    } else {
        emit(g, chance(g, 50) ? OP_getpn : OP_getnp, 0, false, 0, any_target(g));
    }
}

static void one_memory(struct generator *g)
{
    const unsigned base = any_address(g);
    const uint32_t kind = below(g, 20);
    const int32_t offset = (int32_t)below(g, 9) - 4;
    const int32_t step = (int32_t)below(g, 3) - 1;
    if (kind < 7)
        emit(g, OP_ldg, base, true, offset, any_target(g));
    else if (kind < 8)
        emit(g, OP_ldg, base, false, 10, any_target(g));
    else if (kind < 12)
        emit(g, OP_stg, base, true, offset, any_value(g));
    else if (kind < 13)
        emit(g, OP_stg, base, false, 10, any_value(g));
    else if (kind < 15)
        emit(g, OP_pshg + below(g, 2), base, true, step, any_value(g));
    else if (kind < 17)
        emit(g, OP_popg + below(g, 2), base, true, step,
             chance(g, g->lockstep ? 0 : 3) ? base : any_target(g));
    else
        emit(g, (chance(g, 60) ? OP_mpadd : OP_syncadd) + below(g, 4), base, true, offset, any_target(g));
}

static void one_jump(struct generator *g)
{
    const int32_t forward = 1 + (int32_t)below(g, 9);
    const uint32_t kind = below(g, 20);
    if (g->lockstep) {
        emit_wide(g, kind < 8 ? OP_bra : kind < 14 ? OP_bmc : OP_bms, forward, 0);
        return;
    }
    if (kind < 12)
        emit_wide(g, OP_bra + below(g, 17), forward, 0);
    else if (kind < 14)
        emit_wide(g, OP_bra + below(g, 17), -(int32_t)below(g, 9), 0);
    else if (kind < 16)
        emit_wide(g, OP_call, forward, chance(g, 10) ? any_target(g) : 31);
    else if (kind < 17)
        emit(g, OP_jmp, 0, false, 31, 0);
    else if (kind < 18)
        emit(g, OP_add, 1, true, forward, 1);
    else if (kind < 19)
        emit(g, OP_callr, 31, false, 0, 31);
    else
        emit(g, OP_ldg, 20, true, (int32_t)below(g, 4), chance(g, 50) ? 1 : 31);
}

static void one_other(struct generator *g)
{
    static const uint8_t calls[] = {17, 17, 18, 19, 20, 21};
    const uint32_t kind = below(g, 20);
    if (kind < 6)
        emit(g, OP_sys, 0, true, calls[below(g, sizeof calls)], 0);
    else if (kind < 7 && !g->lockstep)
        emit(g, chance(g, 30) ? OP_sys : OP_halt, 0, false, 0, 0);
    else if (kind < 10)
        emit_wide(g, OP_shint, (int32_t)(g->lockstep ? 7 + below(g, g->two_ways ? 4 : 5) : 3 + below(g, 9)),
                  0);
    else if (kind < 14)
        emit(g, OP_fcmp, any_value(g), false, (int32_t)any_value(g), 0);
    else if (kind < 18)
        emit(g, chance(g, 50) ? OP_subs : OP_ands, any_value(g), chance(g, 50), (int32_t)(3 + below(g, 13)),
             0);
    else
        emit(g, OP_nop, 0, false, 0, 0);
}

/* An access that no other PP can see: to the own areas, or a load of shared cells. */
static void one_own_access(struct generator *g)
{
    const unsigned own = 23 + below(g, 4);
    const uint32_t kind = below(g, 10);
    const int32_t offset = (int32_t)below(g, 9) - 4;
    const int32_t step = (int32_t)below(g, 3) - 1;
    if (kind < 2)
        emit(g, OP_ldg, chance(g, 50) ? own : 20 + below(g, 3), true, offset, any_target(g));
    else if (kind < 6)
        emit(g, OP_stg, own, true, offset, any_value(g));
    else if (kind < 8)
        emit(g, OP_pshg + below(g, 2), own, true, step, any_value(g));
    else
        emit(g, OP_popg + below(g, 2), own, true, step, any_target(g));
}

static void one_way(struct generator *g, uint32_t length, uint32_t accesses)
{
    for (const uint32_t end = g->count + length; g->count < end;)
        if (chance(g, accesses))
            one_own_access(g);
        else
            one_arithmetic(g);
}

/* Some PPs take one way, the others another one of the same length. */
static void part_and_meet(struct generator *g)
{
    const uint32_t length = 1 + below(g, 12), accesses = below(g, 100);
    emit(g, OP_and + 1, 3, true, 1 << below(g, 6), 0);
    emit_wide(g, chance(g, 50) ? OP_bne : OP_beq, (int32_t)length + 2, 0);
    one_way(g, length, accesses);
    emit_wide(g, OP_bra, (int32_t)length + 2, 0);
    one_way(g, length, chance(g, 50) ? 0 : 100 - accesses);
    emit(g, OP_nop, 0, false, 0, 0);
}

/* Images lie where words lie, so they overlap in all ways; a word loaded as a number is some number. */
static void one_unit(struct generator *g)
{
    static const uint8_t ones[] = {OP_xmov, OP_xneg, OP_xabs, OP_xsqrt};
    static const uint8_t twos[] = {OP_xadd, OP_xsub, OP_xmul, OP_xdiv, OP_xfma};
    static const uint8_t sums[] = {OP_xaclr, OP_xacmul, OP_xacmul, OP_xacadd, OP_xacsub, OP_xacround};
    const unsigned x = below(g, 4), y = below(g, 16), z = below(g, 4); /* few, so that results are used */
    const uint32_t kind = below(g, 40);
    const int32_t offset = (int32_t)below(g, 9) - 4;
    if (kind < 6)
        emit(g, OP_xld, any_address(g), true, offset, z);
    else if (kind < 14)
        emit(g, OP_xst, any_address(g), true, offset, x);
    else if (kind < 19)
        emit(g, OP_xfromi + below(g, 2), any_value(g), false, 0, z);
    else if (kind < 27)
        emit(g, twos[below(g, sizeof twos)], x, false, (int32_t)y, z);
    else if (kind < 30)
        emit(g, ones[below(g, sizeof ones)], x, false, 0, z);
    else if (kind < 32)
        emit(g, OP_xcmp, x, false, (int32_t)y, 0);
    else if (kind < 35)
        emit(g, OP_xtoi + below(g, 2), x, false, 0, any_target(g));
    else if (kind < 39)
        emit(g, sums[below(g, sizeof sums)], x, false, (int32_t)y, z);
    else if (!g->lockstep || !g->wide)
        emit(g, OP_xacsave + below(g, 2), any_address(g), true, offset, 0);
}

static void generate(struct generator *g)
{
    const uint32_t length = 30 + below(g, 150);
    g->count = 0;
    prologue(g);
    const uint32_t start = g->count;
    while (g->count < start + length) {
        const uint32_t kind = below(g, 100);
        if (g->units && chance(g, 40))
            one_unit(g);
        else if (g->two_ways && kind < 10)
            part_and_meet(g);
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
        emit(g, OP_nop, 0, false, 0, 0);
    if (g->lockstep && g->count < 280) {
        emit(g, OP_subs, 30, true, 1, 30);
        emit_wide(g, OP_bne, (int32_t)start - (int32_t)g->count, 0);
    }
    emit(g, OP_halt, 0, false, 0, 0);
}

/* ---- running and comparing */

struct outcome {
    enum machine_end end;
    int status;
    struct fault fault;
    struct stats stats;
    uint64_t hash;
    struct pp_view *views;
};

static void run_on(const struct engine *engine, const struct generator *g,
                   const struct machine_config *config, struct outcome *out)
{
    struct machine machine;
    struct object object = {.linked = true};
    char error[512];
    int code;
    object.words[SECTION_TEXT] = malloc(g->count * sizeof(uint32_t));
    memcpy(object.words[SECTION_TEXT], g->text, g->count * sizeof(uint32_t));
    object.size[SECTION_TEXT] = g->count;
    object.words[SECTION_DATA] = malloc(DATA * sizeof(uint32_t));
    for (uint32_t i = 0; i < DATA; i++)
        object.words[SECTION_DATA][i] = (i * 2654435761u >> 8) % g->count;
    object.size[SECTION_DATA] = DATA;
    object.address[SECTION_DATA] = OBJECT_DATA_START;
    for (unsigned k = 0; k < SECTION_COUNT; k++)
        object.alignment[k] = 1;
    assert_true(machine_create_from(&machine, config, &object, &code, error, sizeof error));
    void *state = engine->create(&machine);
    assert_non_null(state);
    engine->run(state);
    *out = (struct outcome){.end = machine.end,
                            .status = machine.status,
                            .fault = machine.fault,
                            .stats = machine.stats,
                            .hash = memory_hash(&machine.memory),
                            .views = calloc(config->pps, sizeof *out->views)};
    for (uint32_t pp = 0; pp < config->pps; pp++)
        engine->view(state, pp, &out->views[pp]);
    engine->destroy(state);
    host_finish(&machine, true);
    machine_destroy(&machine);
}

/* Prints what differs; whether anything does. */
static bool differ(const struct outcome *a, const struct outcome *b, const struct machine_config *config,
                   uint64_t seed)
{
    unsigned count = 0;
#define SAME(what, format)                                                                                   \
    if (a->what != b->what) {                                                                                \
        fprintf(stderr, "seed %llu p %u t %u g %u: " #what " " format " != " format "\n",                    \
                (unsigned long long)seed, config->pps, config->threads, config->level, a->what, b->what);    \
        count++;                                                                                             \
    }
    SAME(end, "%d")
    SAME(status, "%d")
    SAME(fault.code, "%d")
    SAME(fault.pp, "%u")
    SAME(fault.pc, "%u")
    SAME(fault.cycle, "%lu")
    SAME(stats.cycles, "%lu")
    if (config->level == 0 || a->end != END_FAULT)
        SAME(hash, "%016lx")
    if (strcmp(a->fault.text, b->fault.text) != 0) {
        fprintf(stderr, "seed %llu: fault %s\n   != %s\n", (unsigned long long)seed, a->fault.text,
                b->fault.text);
        count++;
    }
    if (a->end == END_FAULT)
        return count != 0;
    SAME(stats.instructions, "%lu")
    SAME(stats.loads, "%lu")
    SAME(stats.stores, "%lu")
    SAME(stats.multiprefix, "%lu")
    SAME(stats.write_conflicts, "%lu")
    SAME(stats.host_calls, "%lu")
    if (config->level == 0) {
        SAME(stats.work, "%lu")
        SAME(stats.barrier_wait_cycles, "%lu")
    }
    for (uint32_t pp = 0; pp < config->pps && count < 8; pp++) {
        for (unsigned r = 0; r < 32; r++)
            if (a->views[pp].r[r] != b->views[pp].r[r]) {
                fprintf(stderr, "seed %llu p %u t %u g %u: PP %u R%u %08x != %08x\n",
                        (unsigned long long)seed, config->pps, config->threads, config->level, pp, r,
                        a->views[pp].r[r], b->views[pp].r[r]);
                count++;
            }
        SAME(views[pp].pc, "%u")
        SAME(views[pp].status, "%u")
        SAME(views[pp].running, "%d")
    }
    return count != 0;
}

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

/* For the search of a failure's cause. */
static void dissect(struct generator *g)
{
    const uint64_t cut = number_from("PRAM_FUZZ_CUT", MAX_TEXT);
    if (cut < g->count) {
        g->count = (uint32_t)cut;
        emit(g, OP_halt, 0, false, 0, 0);
    }
    for (uint32_t pc = 0; getenv("PRAM_FUZZ_LIST") && pc < g->count; pc++) {
        struct isa_instruction instruction;
        char text[80];
        isa_decode(g->text[pc], &instruction);
        isa_print(text, sizeof text, &instruction, NULL);
        fprintf(stderr, "%4u %s\n", pc, text);
    }
}

static void choose(struct generator *g, struct machine_config *config)
{
    static const uint32_t sizes[] = {1, 2, 3, 5, 8, 16, 17, 31, 64, 65, 100, 130};
    *config = (struct machine_config){.shared_words = SHARED,
                                      .stack_words = 1u << (g->lockstep ? WIDE_AREA_SHIFT : AREA_SHIFT),
                                      .private_words = 1u << (g->lockstep ? WIDE_AREA_SHIFT : AREA_SHIFT),
                                      .max_cycles = g->lockstep ? 20000 : MAX_CYCLES,
                                      .seed = 7};
    config->pps = chance(g, 3) ? 1030 + below(g, 2100) : sizes[below(g, sizeof sizes / sizeof *sizes)];
    config->mixed = chance(g, 80) ? MIXED_IGNORE : MIXED_ERROR;
    config->policy = chance(g, 60) ? POLICY_HIGH : (enum write_policy)below(g, 4);
    if (g->lockstep && config->policy == POLICY_COMMON)
        config->policy = POLICY_LOW;
    config->policy_seed = below(g, 100);
    config->count_conflicts = chance(g, 50);
    g->pps = config->pps;
    if (!g->units)
        return;
    static const char *const formats[] = {"double", "mpfr:100", "dd", "mpf:64", "staggered:2", "arprec:2"};
    const uint32_t format = below(g, 6);
    g->wide = format % 2 != 0;
    config->real = (struct real_choice){.format = formats[format],
                                        .accumulator = chance(g, 80) ? "kulisch" : "mpfr",
                                        .cost_by_words = chance(g, 30)};
}

/* What the programs of a test are like. */
enum kind { LOCKSTEP = 1, TWO_WAYS = 2, UNITS = 4 };

static void compare_engines(unsigned kind, const unsigned *levels, size_t level_count, uint64_t salt)
{
    static const unsigned threads[] = {1, 2, 3};
    const uint64_t programs = number_from("PRAM_FUZZ_PROGRAMS", 400);
    const uint64_t first = number_from("PRAM_FUZZ_SEED", 1);
    unsigned failures = 0;
    for (uint64_t seed = first; seed < first + programs && failures < 5; seed++) {
        struct generator g = {.state = seed * 0x9e3779b97f4a7c15u + salt,
                              .lockstep = (kind & LOCKSTEP) != 0,
                              .two_ways = (kind & TWO_WAYS) != 0,
                              .units = (kind & UNITS) != 0};
        struct machine_config config;
        struct outcome expected;
        choose(&g, &config);
        generate(&g);
        dissect(&g);
        run_on(&reference_engine, &g, &config, &expected);
        for (size_t k = 0; k < level_count; k++) {
            struct outcome got;
            config.level = levels[k];
            config.threads = threads[(seed + k) % 3];
            run_on(&bsp_engine, &g, &config, &got);
            failures += differ(&expected, &got, &config, seed);
            free(got.views);
        }
        free(expected.views);
    }
    assert_int_equal(failures, 0);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_0_agrees_with_the_reference_in_everything),
        cmocka_unit_test(all_levels_agree_with_the_reference_in_lockstep),
        cmocka_unit_test(all_levels_agree_with_the_reference_on_two_ways_of_one_length),
        cmocka_unit_test(precision_units_agree_with_the_reference_at_level_0),
        cmocka_unit_test(precision_units_agree_with_the_reference_in_lockstep),
        cmocka_unit_test(precision_units_agree_with_the_reference_on_two_ways_of_one_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
