/* test_bsp_check.c - each invariant of a tile (sim/tile/check/invariant.def) is broken once, and found. The
 * hostile build checks that all hold in every segment of every program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/segment/bsp.h"
#include "sim/tile/check/check.h"
#include "sim/tile/inside.h"
#include "sim/segment/run.h"
#include "tests/sim/engines.h"

enum { PPS = 48 }; /* tiles of hostile builds have 16 */

/* A tile after a segment in which the even PPs have requested a store, the odd ones a multiprefix, each half
 * to one cell. */
struct stage {
    struct machine machine;
    struct bsp *bsp;
    struct tile *tile;
    struct strand *store, *fold;
};

/* The engine keeps the address of the machine: the stage stays where it is. */
static void set_stage(struct stage *stage)
{
    const struct machine_config config = {
        .pps = PPS, .shared_words = 8192, .stack_words = 64, .private_words = 64, .threads = 1, .level = 4};
    struct program_text text = {.count = 0};
    text_emit(&text, OP_getpn, 0, false, 0, 4);
    text_set(&text, OBJECT_DATA_START, 20);
    text_emit(&text, OP_ands, 4, true, 1, 0);
    const uint32_t branch = text_branch(&text, OP_bne);
    text_emit(&text, OP_stg, 20, true, 0, 4);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    text_land(&text, branch);
    text_emit(&text, OP_mpadd, 20, true, 1, 4);
    text_emit(&text, OP_nop, 0, false, 0, 0);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    engines_load(&text, &config, &stage->machine);
    stage->bsp = bsp_engine.create(&stage->machine);
    assert_non_null(stage->bsp);
    for (uint32_t t = 0; t < stage->bsp->tile_count; t++)
        stage->bsp->tiles[t].few = 0; /* else the PPs of hostile builds' tiles run one by one */
    stage->machine.pause = true;      /* after its first segment */
    bsp_engine.run(stage->bsp, 0);
    stage->tile = &stage->bsp->tiles[0];
    stage->store = stage->fold = &stage->tile->strands[0];
    unsigned stores = 0, folds = 0;
    for (uint32_t k = 0; k < stage->tile->strand_end; k++) {
        struct strand *strand = &stage->tile->strands[k];
        const bool is_store = strand->request.kind == REQUEST_STORE;
        assert_int_equal(strand->state, STRAND_REQUEST);
        stores += is_store;
        folds += !is_store;
        *(is_store ? &stage->store : &stage->fold) = strand;
    }
    assert_int_equal(stores, 1);
    assert_int_equal(folds, 1);
    assert_int_equal(stage->store->count, stage->tile->pps / 2);
    assert_int_equal(stage->fold->count, stage->tile->pps / 2);
}

static void clear_stage(struct stage *stage)
{
    bsp_engine.destroy(stage->bsp);
    host_finish(&stage->machine, true);
    machine_destroy(&stage->machine);
}

/* ---- one way to break each */

static void break_partition(struct stage *stage) /* PP 1 is a member of both */
{
    stage->store->set[0] |= 2;
    stage->store->count++;
}

static void break_running(struct stage *stage)
{
    stage->tile->running--;
}

static void break_running_set(struct stage *stage) /* as of a tile without running PPs */
{
    stage->bsp->world.running[0] = 0;
}

static void break_in_use(struct stage *stage)
{
    stage->tile->active[0] ^= (uint64_t)1 << (stage->fold - stage->tile->strands);
}

static void break_held(struct stage *stage)
{
    stage->tile->held.time = 0;
}

static void break_zero(struct stage *stage)
{
    stage->tile->base[0] = 1;
}

static void break_rows(struct stage *stage)
{
    stage->tile->row[7] = stage->tile->late[1];
}

static void break_filled(struct stage *stage) /* the PPs' numbers */
{
    assert_true(stage->tile->affine >> 4 & 1);
    stage->tile->filled |= 1 << 4;
    stage->tile->row[4][3] = 99;
}

/* Sets the register in its row, also of a PP whose registers are out of the rows. */
static void set_in_row(struct tile *tile, unsigned number, uint32_t lane, uint32_t value)
{
    tile_scatter(tile, lane);
    tile_set_register(tile, number, lane, value);
}

static void break_ranged(struct stage *stage)
{
    set_in_row(stage->tile, 5, 0, 7);
    set_in_row(stage->tile, 5, 1, 9);
    stage->tile->ranged |= 1 << 5;
    stage->tile->low[5] = 0;
    stage->tile->high[5] = 8;
}

static void break_gathered(struct stage *stage)
{
    stage->tile->is_gathered[0] |= 1;
    stage->tile->some_gathered = false;
}

/* Two strands with requests. */
static void break_in_lockstep(struct stage *stage)
{
    stage->tile->in_lockstep = true;
}

static void break_members(struct stage *stage)
{
    stage->store->end_block--;
}

static void break_state(struct stage *stage)
{
    stage->fold->state = STRAND_READY;
}

static void break_progress(struct stage *stage)
{
    stage->fold->steps = 0;
}

static void break_mode(struct stage *stage)
{
    stage->fold->modes = SNAPSHOT_IN_ASYNC | SNAPSHOT_IN_SYNC;
}

static void break_clock(struct stage *stage)
{
    stage->fold->cycles_differ = true;
    for (uint32_t lane = 0; lane < stage->tile->pps; lane++)
        stage->tile->offset[lane] = lane;
}

static void break_flags(struct stage *stage)
{
    stage->store->flags = FLAGS_COMPARE;
    stage->store->flags_a = 1;
}

static void break_flags_kept(struct stage *stage) /* noted are those of R4 - 3; then R4 changes */
{
    struct tile *tile = stage->tile;
    free(tile->noted_status);
    tile->noted_status = calloc(tile->lanes, sizeof *tile->noted_status);
    stage->store->flags = FLAGS_COMPARE;
    stage->store->flags_a = 4;
    stage->store->flags_b = DECODE_SINK;
    stage->store->flags_value = 3;
    for (uint32_t lane = 0; lane < stage->tile->pps; lane++)
        tile->noted_status[lane] =
            tile_status(tile, strand_has(stage->store, lane) ? stage->store : stage->fold, lane);
    assert_int_equal(tile_check(tile, CHECK_AFTER_SEGMENT), INVARIANTS);
    set_in_row(tile, 4, 2, 77);
}

static void break_late(struct stage *stage)
{
    stage->fold->late_target = DECODE_SINK;
}

static void break_cells(struct stage *stage)
{
    stage->store->request.low++;
    stage->store->request.high++;
}

static void every_invariant_is_found_when_it_is_broken(void **state)
{
    (void)state;
    static void (*const breaks[])(struct stage *) = {
#define OF_TILE(name, when, text) break_##name,
#define OF_STRAND(name, when, text) break_##name,
#include "sim/tile/check/invariant.def"
    };
    for (unsigned k = 0; k < INVARIANTS; k++) {
        struct stage stage;
        set_stage(&stage);
        assert_int_equal(tile_check(stage.tile, CHECK_AFTER_SEGMENT), INVARIANTS);
        breaks[k](&stage);
        const enum invariant broken = tile_check(stage.tile, CHECK_AFTER_SEGMENT);
        if (broken != k)
            fail_msg("broken: %s; found: %s", invariant_text(k),
                     broken < INVARIANTS ? invariant_text(broken) : "nothing");
        clear_stage(&stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_invariant_is_found_when_it_is_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
