/* test_cycle.c - the parts of the cycle engine: each of its invariants (sim/cycle/invariant.def) is broken
 * once, and found; strands merge and part; PPs that poll sleep, in the loops where they can, and wake when
 * the cell changes. The fuzzers and tests/matrix compare runs with the reference engine; test_cycle_threads.c
 * is about threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/cycle/cycle.h"
#include "sim/cycle/state.h"
#include "sim/machine/shint.h"
#include "sim/reference/reference.h"
#include "tests/sim/engines.h"

enum { PPS = 56, CELL = OBJECT_DATA_START + 3 };

/* The program of the stage: even PPs poll CELL, odd ones count for ever. The loop is LOOP .. CLOSE. */
enum { HEAD = 7, CLOSE = 10 };

struct stage {
    struct machine machine;
    struct cycle_state *state;
};

static void write_program(struct program_text *text)
{
    *text = (struct program_text){.count = 0};
    text_emit(text, OP_getpn, 0, false, 0, 4);
    text_set(text, CELL, 20);
    text_emit(text, OP_ands, 4, true, 1, 0);
    const uint32_t branch = text_branch(text, OP_bne);
    text_emit(text, OP_ldg, 20, true, 0, 6);
    text_emit(text, OP_nop, 0, false, 0, 0);
    assert_int_equal(text->count, HEAD);
    text_emit(text, OP_ldg, 20, true, 0, 5);
    text_emit_wide(text, OP_shint, SHINT_yield, 0);
    text_emit(text, OP_subs, 5, false, 6, 0);
    text_emit_wide(text, OP_beq, HEAD - CLOSE, 0);
    text_emit(text, OP_halt, 0, false, 0, 0);
    text_land(text, branch);
    text_emit(text, OP_add, 7, true, 1, 7);
    text_emit_wide(text, OP_bra, -1, 0);
}

/* After `cycles` cycles; the engine keeps the address of the machine: the stage stays where it is. */
static void set_stage(struct stage *stage, uint64_t cycles)
{
    const struct machine_config config = {
        .pps = PPS, .shared_words = 8192, .stack_words = 64, .private_words = 64, .threads = 1};
    struct program_text text;
    write_program(&text);
    engines_load(&text, &config, &stage->machine);
    stage->state = cycle_engine.create(&stage->machine);
    assert_non_null(stage->state);
    cycle_engine.run(stage->state, cycles);
    assert_int_equal(stage->state->cycle, cycles);
    assert_null(invariant_broken(stage->state));
}

static void clear_stage(struct stage *stage)
{
    cycle_engine.destroy(stage->state);
    host_finish(&stage->machine, true);
    machine_destroy(&stage->machine);
}

/* The position of the strand at `pc`, which is there. */
static uint32_t find(const struct stage *stage, uint32_t pc)
{
    const struct strands *strands = &stage->state->strands;
    uint32_t k = 0;
    while (k < strands->current_count && strands->current[k]->pc != pc)
        k++;
    assert_true(k < strands->current_count);
    return k;
}

/* PPs that poll fall asleep, as when they close their loop. */
static void put_to_sleep(struct stage *stage)
{
    struct strands *strands = &stage->state->strands;
    const uint32_t position = find(stage, CLOSE);
    struct strand *strand = strands->current[position];
    assert_int_equal(strand->count, PPS / 2);
    assert_true(sleep_begin(stage->state, strand, CLOSE));
    strands->current[position] = strands->current[--strands->current_count];
    assert_int_equal(stage->state->sleepers.count, PPS / 2);
    assert_null(invariant_broken(stage->state));
}

/* ---- one way to break each invariant */

static void break_member_once(struct stage *stage)
{
    struct strands *strands = &stage->state->strands;
    strands->current[0]->members[1] = strands->current[1]->members[1];
}

static void break_place_single(struct stage *stage)
{
    struct strands *strands = &stage->state->strands;
    strands->current[0]->link = strands->current[1];
    strands->current[1]->pc = strands->current[0]->pc;
    strands->current[1]->late = strands->current[0]->late;
}

static void break_inside_right(struct stage *stage)
{
    stage->state->strands.current[0]->is_inside = true;
}

static void break_order_kept(struct stage *stage)
{
    struct strand *strand = stage->state->strands.current[0];
    const uint32_t member = strand->members[0];
    strand->members[0] = strand->members[1];
    strand->members[1] = member;
}

static void break_running_counted(struct stage *stage)
{
    /* a PP that has halted is in no strand */
    struct strand *strand = stage->state->strands.current[0];
    stage->state->halted[strand->members[--strand->count]] = 1;
    stage->state->sleepers.count++;
}

static void break_waiting_counted(struct stage *stage)
{
    stage->state->presence.barrier_since[5] = 3;
}

static void break_request_set_empty(struct stage *stage)
{
    stage->state->requests.pps[0] = 1;
}

static void break_sorting_empty(struct stage *stage)
{
    stage->state->strands.sorting[0] = 2;
}

static void break_zero_kept(struct stage *stage)
{
    cycle_row(stage->state, 0)[PPS - 1] = 1;
}

static void break_sleeper_fixed(struct stage *stage)
{
    put_to_sleep(stage);
    stage->machine.memory.cells[CELL]++;
}

static void each_invariant_is_broken_once_and_found(void **state)
{
    static const struct {
        const char *text;
        void (*breaks)(struct stage *stage);
    } rows[] = {
#define INVARIANT(name, text) {text, break_##name},
#include "sim/cycle/invariant.def"
    };
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct stage stage;
        set_stage(&stage, CLOSE);
        rows[k].breaks(&stage);
        const char *broken = invariant_broken(stage.state);
        assert_non_null(broken);
        assert_string_equal(broken, rows[k].text);
        stage.state->sleepers.count = stage.state->sleepers.count % 64;
        clear_stage(&stage);
    }
}

/* ---- strands */

static struct strand *make(struct strands *strands, uint32_t pc, uint32_t late, uint32_t first,
                           uint32_t count, uint32_t apart)
{
    struct strand *strand = strands_take(strands, count);
    strand->pc = pc;
    strand->late = late;
    for (uint32_t k = 0; k < count; k++)
        strand_add(strand, first + k * apart);
    return strand;
}

static void strands_at_one_place_merge_unless_they_wait_for_another_register(void **state)
{
    struct strands strands;
    struct memory_blocks blocks = {0};
    (void)state;
    strands_create(&strands, &blocks, 256, 100);
    strands_place(&strands, make(&strands, 7, DECODE_SINK, 100, 50, 1));
    strands_place(&strands, make(&strands, 7, 5, 200, 10, 1));
    strands_place(&strands, make(&strands, 7, DECODE_SINK, 0, 100, 1));
    strands_place(&strands, make(&strands, 8, DECODE_SINK, 150, 3, 2));
    strands_turn(&strands);
    assert_int_equal(strands.current_count, 3);
    for (uint32_t k = 0; k < 3; k++) {
        struct strand *strand = strands.current[k];
        assert_int_equal(strand->count, strand->pc == 8 ? 3 : strand->late == 5 ? 10 : 150);
        strands_sort(&strands, strand);
        assert_int_equal(strand_is_span(strand), strand->pc == 7);
    }
    strands_destroy(&strands);
    memory_free_blocks(&blocks);
}

static void members_go_each_to_its_own_target(void **state)
{
    struct strands strands;
    struct memory_blocks blocks = {0};
    uint32_t targets[64];
    (void)state;
    strands_create(&strands, &blocks, 64, 100);
    for (uint32_t pp = 0; pp < 64; pp++)
        targets[pp] = pp % 4 == 3 ? 5000 + pp : 10 + pp % 4; /* the last are outside the program */
    strands_scatter(&strands, make(&strands, 3, 9, 0, 64, 1), targets);
    strands_turn(&strands);
    assert_int_equal(strands.current_count, 4);
    for (uint32_t k = 0; k < 4; k++) {
        const struct strand *strand = strands.current[k];
        assert_int_equal(strand->count, 16);
        assert_int_equal(strand->late, 9);
        for (uint32_t m = 0; m < 16; m++)
            assert_int_equal(targets[strand->members[m]] < 100 ? targets[strand->members[m]] : UINT32_MAX,
                             strand->pc);
    }
    strands_destroy(&strands);
    memory_free_blocks(&blocks);
}

static void a_long_list_is_sorted_and_a_short_one_is_left(void **state)
{
    struct strands strands;
    struct memory_blocks blocks = {0};
    (void)state;
    strands_create(&strands, &blocks, 1024, 10);
    for (uint32_t count = 2; count < 900; count = count * 2 + 1) {
        struct strand *strand = strands_take(&strands, count);
        for (uint32_t k = 0; k < count; k++)
            strand_add(strand, k * 577 % 1024); /* 577 is odd: all differ */
        strands_sort(&strands, strand);
        assert_int_equal(strand->count, count);
        for (uint32_t k = 1; count >= 100 && k < count; k++)
            assert_true(strand->members[k - 1] < strand->members[k]);
        assert_true(strand->is_sorted || count < 100);
        strands_free(&strands, strand);
    }
    strands_destroy(&strands);
    memory_free_blocks(&blocks);
}

/* ---- sleep */

static void pps_that_poll_sleep_until_the_cell_changes(void **state)
{
    struct stage stage;
    (void)state;
    set_stage(&stage, CLOSE);
    put_to_sleep(&stage);
    assert_true(sleep_watches(&stage.state->sleepers, CELL));
    const uint64_t loads = stage.machine.stats.loads;
    /* they would be at the head in the next cycle; three cycles on they are at the comparison, with the load
     * done */
    stage.state->cycle += 3;
    sleep_end(stage.state, CELL);
    assert_int_equal(stage.state->sleepers.count, 0);
    assert_int_equal(stage.state->strands.next_count, 1);
    const struct strand *strand = stage.state->strands.next[0];
    assert_int_equal(strand->pc, HEAD + 3);
    assert_int_equal(strand->count, PPS / 2);
    assert_int_equal(strand->late, DECODE_SINK);
    assert_int_equal(stage.machine.stats.loads, loads + PPS / 2);
    clear_stage(&stage);
}

static void a_value_that_was_on_its_way_lands_after_waking(void **state)
{
    struct stage stage;
    (void)state;
    set_stage(&stage, CLOSE);
    put_to_sleep(&stage);
    stage.state->cycle += 1; /* the load has just been executed */
    sleep_end(stage.state, CELL);
    const struct strand *strand = stage.state->strands.next[0];
    assert_int_equal(strand->pc, HEAD + 1);
    assert_int_equal(strand->late, 5);
    for (uint32_t k = 0; k < strand->count; k++)
        assert_int_equal(stage.state->late[stage.state->cycle & 1][strand->members[k]],
                         cycle_row(stage.state, 5)[strand->members[k]]);
    clear_stage(&stage);
}

static void pps_that_see_a_new_value_stay_awake(void **state)
{
    struct stage stage;
    (void)state;
    set_stage(&stage, CLOSE);
    stage.machine.memory.cells[CELL]++;
    struct strand *strand = stage.state->strands.current[find(&stage, CLOSE)];
    assert_false(sleep_begin(stage.state, strand, CLOSE));
    assert_int_equal(stage.state->sleepers.count, 0);
    clear_stage(&stage);
}

static void pps_that_wake_know_their_last_hint(void **state)
{
    struct stage stage;
    (void)state;
    set_stage(&stage, CLOSE);
    put_to_sleep(&stage);
    const uint64_t head = stage.state->cycle + 1;
    stage.state->cycle += 3 * (CLOSE + 1 - HEAD); /* three rounds; the hint is their second instruction */
    sleep_end(stage.state, CELL);
    const struct strand *strand = stage.state->strands.next[0];
    for (uint32_t k = 0; k < strand->count; k++)
        assert_int_equal(stage.state->presence.yielded[strand->members[k]],
                         head + 2 * (CLOSE + 1 - HEAD) + 2);
    clear_stage(&stage);
}

static void pps_with_a_value_on_its_way_stay_awake(void **state)
{
    struct stage stage;
    (void)state;
    set_stage(&stage, CLOSE);
    struct strand *strand = stage.state->strands.current[find(&stage, CLOSE)];
    strand->late = 6;
    assert_false(sleep_begin(stage.state, strand, CLOSE));
    assert_int_equal(stage.state->sleepers.count, 0);
    clear_stage(&stage);
}

/* The upper half of the PPs that poll, in a strand of their own. */
static struct strand *part(struct stage *stage)
{
    struct strands *strands = &stage->state->strands;
    const uint32_t position = find(stage, CLOSE);
    struct strand *strand = strands->current[position], *other = strands_take(strands, PPS / 4);
    other->pc = strand->pc;
    other->late = strand->late;
    other->is_inside = false;
    while (strand->count > PPS / 4)
        other->members[other->count++] = strand->members[--strand->count];
    other->is_sorted = false;
    strands->current[position] = strands->current[--strands->current_count];
    assert_true(sleep_begin(stage->state, strand, CLOSE));
    return other;
}

/* They do not wake as one. */
static void demand_two_strands(struct stage *stage)
{
    assert_int_equal(stage->state->sleepers.count, PPS / 2);
    stage->state->cycle += 2;
    sleep_end(stage->state, CELL);
    assert_int_equal(stage->state->strands.next_count, 2);
    for (unsigned k = 0; k < 2; k++)
        assert_int_equal(stage->state->strands.next[k]->count, PPS / 4);
}

static void pps_in_barriers_and_outside_sleep_apart(void **state)
{
    struct stage stage;
    (void)state;
    set_stage(&stage, CLOSE);
    struct strand *inside = part(&stage);
    inside->is_inside = true;
    for (uint32_t k = 0; k < inside->count; k++)
        stage.state->presence.barrier_since[inside->members[k]] = 1;
    assert_true(sleep_begin(stage.state, inside, CLOSE));
    demand_two_strands(&stage);
    assert_true(stage.state->strands.next[0]->is_inside != stage.state->strands.next[1]->is_inside);
    clear_stage(&stage);
}

static void pps_that_fall_asleep_in_different_cycles_sleep_apart(void **state)
{
    struct stage stage;
    (void)state;
    set_stage(&stage, CLOSE);
    struct strand *late = part(&stage);
    stage.state->cycle++;
    assert_true(sleep_begin(stage.state, late, CLOSE));
    demand_two_strands(&stage);
    assert_int_not_equal(stage.state->strands.next[0]->pc, stage.state->strands.next[1]->pc);
    clear_stage(&stage);
}

/* A loop of one instruction before the closing branch, and whether PPs may sleep in it. */
static bool is_poll_loop(const struct isa_instruction *first, const struct isa_instruction *second)
{
    uint32_t words[3];
    struct instruction code[3];
    words[0] = isa_encode(first);
    words[1] = isa_encode(second);
    words[2] = isa_encode(&(struct isa_instruction){.opcode = OP_bne, .constant = -2});
    decode_words(words, 3, code);
    struct machine machine = {.program = {.code = code, .count = 3}, .config = {.pps = 1}};
    struct cycle_state state = {.machine = &machine};
    sleep_create(&state);
    const struct poll_loop *const loop = poll_at(state.sleepers.loops, 2);
    const bool is = loop != NULL;
    assert_true(!is || (loop->head == 0 && loop->length == 3));
    memory_free_blocks(&state.memory);
    return is;
}

#define INSTRUCTION(...) (&(const struct isa_instruction){__VA_ARGS__})

static void only_loops_without_effects_are_slept_in(void **state)
{
    const struct isa_instruction *const load =
        INSTRUCTION(.opcode = OP_ldg, .rs = 3, .rd = 5, .immediate = true);
    const struct isa_instruction *const test =
        INSTRUCTION(.opcode = OP_subs, .rs = 5, .rd = 0, .immediate = true);
    (void)state;
    assert_true(is_poll_loop(load, test));
    assert_true(is_poll_loop(load, INSTRUCTION(.opcode = OP_nop)));
    assert_true(is_poll_loop(INSTRUCTION(.opcode = OP_shint, .constant = SHINT_yield), load));
    assert_true(is_poll_loop(load, INSTRUCTION(.opcode = OP_add, .rs = 5, .rd = 6, .immediate = true)));
    /* it counts; it stores; it reads the clock; its rounds differ by the parity of their cycles */
    assert_false(is_poll_loop(
        load, INSTRUCTION(.opcode = OP_subs, .rs = 6, .rd = 6, .immediate = true, .constant = 1)));
    assert_false(is_poll_loop(load, INSTRUCTION(.opcode = OP_stg, .rs = 3, .rd = 5, .immediate = true)));
    assert_false(is_poll_loop(load, INSTRUCTION(.opcode = OP_mpadd, .rs = 3, .rd = 5, .immediate = true)));
    assert_false(is_poll_loop(load, INSTRUCTION(.opcode = OP_popg, .rs = 3, .rd = 6, .immediate = true)));
    assert_false(is_poll_loop(load, INSTRUCTION(.opcode = OP_shint, .constant = SHINT_barrier_enter)));
    assert_false(is_poll_loop(load, INSTRUCTION(.opcode = OP_sys, .constant = 2)));
    assert_false(is_poll_loop(load, INSTRUCTION(.opcode = OP_getct, .rd = 6)));
    assert_false(is_poll_loop(load, INSTRUCTION(.opcode = OP_getsr, .rd = 6)));
    assert_false(is_poll_loop(load, INSTRUCTION(.opcode = OP_add, .rs = 1, .rd = 6, .immediate = true)));
    assert_false(is_poll_loop(load, INSTRUCTION(.opcode = OP_add, .rs = 3, .rd = 1, .immediate = true)));
}

/* PPs that have entered a loop behind its one instruction besides the load and the branch. */
static void enter_behind(const struct isa_instruction *one, struct stage *stage)
{
    const struct machine_config config = {
        .pps = PPS, .shared_words = 8192, .stack_words = 64, .private_words = 64, .threads = 1};
    struct program_text text = {.count = 0};
    text_set(&text, CELL, 3);
    for (unsigned r = 4; r < 8; r++)
        text_set(&text, 1000 + r, r);
    text_emit(&text, OP_ldg, 3, true, 0, 8);
    text_emit(&text, OP_nop, 0, false, 0, 0);
    const uint32_t into = text_branch(&text, OP_bra), head = text.count;
    text_emit(&text, OP_ldg, 3, true, 0, 8);
    text.words[text.count++] = isa_encode(one);
    text_land(&text, into);
    const uint32_t close = text.count;
    text_emit_wide(&text, OP_beq, (int32_t)head - (int32_t)close, 0);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    engines_load(&text, &config, &stage->machine);
    stage->state = cycle_engine.create(&stage->machine);
    assert_non_null(stage->state);
    for (struct strands *strands = &stage->state->strands; strands->current[0]->pc != close;)
        cycle_engine.run(stage->state, stage->state->cycle + 1);
}

/* Whether the attempt to sleep leaves all registers and flags as they are. */
static bool leaves_registers(struct cycle_state *state)
{
    const size_t words = (DECODE_SINK + 1) * state->stride;
    struct strand *const strand = state->strands.current[0];
    uint32_t *const rows = test_malloc(words * sizeof *rows), *const flags = test_malloc(PPS * sizeof *flags);
    memcpy(rows, state->rows, words * sizeof *rows);
    memcpy(flags, state->flags, PPS * sizeof *flags);
    if (sleep_begin(state, strand, strand->pc))
        state->strands.current_count--;
    const bool is_same = memcmp(rows, state->rows, words * sizeof *rows) == 0 &&
                         memcmp(flags, state->flags, PPS * sizeof *flags) == 0;
    test_free(rows);
    test_free(flags);
    return is_same;
}

static void an_attempt_to_sleep_changes_no_register(void **state)
{
    uint32_t tried = 0;
    (void)state;
    for (unsigned opcode = 0; opcode < 256; opcode++) {
        const struct isa_instruction *const load =
            INSTRUCTION(.opcode = OP_ldg, .rs = 3, .rd = 8, .immediate = true);
        const struct isa_instruction one = {.opcode = (uint8_t)opcode, .rs = 4, .rd = 5, .rt = 6};
        struct stage stage;
        if (isa_row(opcode) == NULL || !is_poll_loop(load, &one))
            continue;
        enter_behind(&one, &stage);
        if (!leaves_registers(stage.state))
            fail_msg("%s changes a register", isa_row(opcode)->mnemonic);
        clear_stage(&stage);
        tried++;
    }
    assert_in_range(tried, 60, 256);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_invariant_is_broken_once_and_found),
        cmocka_unit_test(strands_at_one_place_merge_unless_they_wait_for_another_register),
        cmocka_unit_test(members_go_each_to_its_own_target),
        cmocka_unit_test(a_long_list_is_sorted_and_a_short_one_is_left),
        cmocka_unit_test(pps_that_poll_sleep_until_the_cell_changes),
        cmocka_unit_test(a_value_that_was_on_its_way_lands_after_waking),
        cmocka_unit_test(pps_that_see_a_new_value_stay_awake),
        cmocka_unit_test(pps_that_wake_know_their_last_hint),
        cmocka_unit_test(pps_with_a_value_on_its_way_stay_awake),
        cmocka_unit_test(pps_in_barriers_and_outside_sleep_apart),
        cmocka_unit_test(pps_that_fall_asleep_in_different_cycles_sleep_apart),
        cmocka_unit_test(only_loops_without_effects_are_slept_in),
        cmocka_unit_test(an_attempt_to_sleep_changes_no_register),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
