/* tile.c - the strands of a tile: how they part and meet, and in which order they run.
 *
 * Within a segment the PPs see nothing of each other, so any order of strands gives the same. The strand at
 * the lowest pc runs first, and stops where another one stands: so the two ways of an if meet behind it, and
 * those who leave a loop wait behind it until the last one is out. PPs that have parted from all others run
 * one at a time.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/bsp/tile/inside.h"
#include "sim/bsp/tile/place.h"

#ifdef PRAM_HOSTILE
enum { SMALL = 1 };
#else
enum { SMALL = 16 };
#endif
/* ---- sets */

/* Number of ones; the plain processor level has no instruction for it. */
static uint32_t ones(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)(bits * 0x0101010101010101u >> 56);
}

void strand_recount(struct strand *strand)
{
    const uint32_t begin = strand->first_block, blocks = strand->end_block;
    strand->count = 0;
    strand->first_block = blocks;
    strand->end_block = 0;
    for (uint32_t block = begin; block < blocks; block += 4) {
        const uint32_t most = blocks - block < 4 ? blocks - block : 4;
        uint64_t bits = 0;
        for (uint32_t k = 0; k < most; k++)
            bits |= (uint64_t)strand->set[block + k] << ROWS_BLOCK * k;
        if (bits == 0)
            continue;
        if (strand->first_block == blocks)
            strand->first_block = block + (uint32_t)__builtin_ctzll(bits) / ROWS_BLOCK;
        strand->end_block = block + 4 - (uint32_t)__builtin_clzll(bits) / ROWS_BLOCK;
        strand->count += ones(bits);
    }
}

bool strand_is_small(const struct tile *tile, const struct strand *strand)
{
    return strand->count <= SMALL && strand->count < tile->pps + (tile->pps == 1);
}

/* ---- making and parting */

/* In its word of a set of strands. */
#define BIT(number) ((uint64_t)1 << (number) % 64)

struct strand *tile_take_strand(struct tile *tile)
{
    uint32_t word = 0;
    while (~(tile->awake[word] | tile->asleep[word]) ==
           0) /* there are as many as PPs, and each has a member */
        word++;
    const uint32_t number = word * 64 + (uint32_t)__builtin_ctzll(~(tile->awake[word] | tile->asleep[word]));
    tile->awake[word] |= BIT(number);
    tile->strand_end = number < tile->strand_end ? tile->strand_end : number + 1;
    return &tile->strands[number];
}

static void give_strand(struct tile *tile, struct strand *strand)
{
    const uint32_t number = (uint32_t)(strand - tile->strands);
    strand->state = STRAND_FREE;
    tile->awake[number / 64] &= ~BIT(number);
}

static void drop_free_strands(struct tile *tile)
{
    while (tile->strand_end > 0 && tile->strands[tile->strand_end - 1].state == STRAND_FREE)
        tile->strand_end--;
}

void tile_free_strand(struct tile *tile, struct strand *strand)
{
    give_strand(tile, strand);
    drop_free_strands(tile);
}

void tile_hold(struct tile *tile, struct strand *strand, bool held)
{
    const uint32_t number = (uint32_t)(strand - tile->strands);
    uint64_t *const from = held ? tile->awake : tile->asleep, *const to = held ? tile->asleep : tile->awake;
    strand->held = held;
    from[number / 64] &= ~BIT(number);
    to[number / 64] |= BIT(number);
}

/* Leaves out blocks at both ends that have lost all their members. */
static void trim(struct strand *strand)
{
    while (strand->set[strand->first_block] == 0)
        strand->first_block++;
    while (strand->set[strand->end_block - 1] == 0)
        strand->end_block--;
}

struct strand *tile_part(struct tile *tile, struct strand *strand, const uint16_t *bits)
{
    struct strand *other = tile_take_strand(tile);
    const uint32_t first = strand->first_block, number = (uint32_t)(other - tile->strands);
    tile->parted = true;
    tile->ready[number / 64] |= BIT(number);
    *other = *strand;
    other->count = tile->world->rows->part(strand->set + first, other->set + first, bits + first,
                                           strand->end_block - first);
    strand->count -= other->count;
    trim(other);
    trim(strand);
    strand->cycle_is_low = other->cycle_is_low = strand->cycles_differ;
    return other;
}

void tile_part_by_cycle(struct tile *tile, struct strand *strand)
{
    uint16_t others[TILE_BLOCKS] = {0};
    bool differ = false;
    const uint32_t first = strand_first(strand);
    const uint64_t cycle = tile_cycle(tile, strand, first);
    for (uint32_t lane = first; lane != STRAND_END; lane = strand_next(strand, lane))
        if (tile_cycle(tile, strand, lane) != cycle) {
            others[lane / ROWS_BLOCK] |= (uint16_t)(1u << lane % ROWS_BLOCK);
            differ = true;
        }
    if (differ)
        tile_part(tile, strand, others);
    strand->cycle = cycle;
    strand->cycles_differ = false;
}

void strand_settle_cycle(const struct tile *tile, struct strand *strand)
{
    if (!strand->cycles_differ || !strand->cycle_is_low)
        return;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    const int64_t least = tile->world->rows->least(tile->offset + from, strand_bits(strand), lanes);
    tile->world->rows->shift(tile->offset + from, true, -(uint64_t)least, strand_bits(strand), lanes);
    strand->cycle += (uint64_t)least;
    strand->cycle_is_low = false;
}

struct strand *tile_part_from_cycle(struct tile *tile, struct strand *strand, uint64_t cycle, bool *all)
{
    uint16_t late[TILE_BLOCKS] = {0};
    bool some = false;
    *all = strand->cycle >= cycle;
    if (*all || !strand->cycles_differ)
        return NULL;
    *all = true;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        if (tile_cycle(tile, strand, lane) >= cycle) {
            late[lane / ROWS_BLOCK] |= (uint16_t)(1u << lane % ROWS_BLOCK);
            some = true;
        } else {
            *all = false;
        }
    return some && !*all ? tile_part(tile, strand, late) : NULL;
}

void strand_end_segment(struct strand *strand, enum strand_state state, enum stats_phase phase)
{
    strand->state = (uint8_t)state;
    strand->phase = (uint8_t)phase;
}

/* ---- meeting */

/* Whether two strands can be one: the same place in the program, the same everything that is kept once a
 * strand. One that may read now must not meet one whose read has to wait for the next segment: it would miss
 * its turn in the barrier, and the waves of its group would drift apart. */
static bool can_meet(const struct tile *tile, const struct strand *a, const struct strand *b)
{
    return a->pc == b->pc && a->late_target == b->late_target && a->in_barrier == b->in_barrier &&
           a->in_async == b->in_async && a->in_sync == b->in_sync && a->has_stack == b->has_stack &&
           strand_must_wait(tile, a) == strand_must_wait(tile, b) &&
           ((tile->world->level != 0 && !strand_spins(a) && !strand_spins(b)) ||
            (a->cycle == b->cycle && !a->cycles_differ && !b->cycles_differ));
}

static void make_late_row(struct tile *tile, struct strand *strand, unsigned slot)
{
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    if (strand->late_affine)
        rows->blend_fill(tile->late[slot] + from, strand->late_base + from * strand->late_stride,
                         strand->late_stride, strand_bits(strand), lanes);
    else if (strand->late_slot != slot)
        rows->blend(tile->late[slot] + from, tile->late[strand->late_slot] + from, strand_bits(strand),
                    lanes);
    strand->late_affine = false;
    strand->late_slot = (uint8_t)slot;
}

static void meet_late(struct tile *tile, struct strand *into, struct strand *from)
{
    if (into->late_target == DECODE_SINK)
        return;
    if (into->late_affine && from->late_affine && into->late_base == from->late_base &&
        into->late_stride == from->late_stride)
        return;
    make_late_row(tile, into, 0);
    make_late_row(tile, from, 0);
}

static void meet_flags(struct tile *tile, struct strand *into, struct strand *from)
{
    const struct tile_world *world = tile->world;
    if (into->flags == from->flags) {
        if (into->flags == FLAGS_ROW)
            return;
        if (into->flags_value == from->flags_value &&
            (into->flags == FLAGS_UNIFORM ||
             (into->flags_a == from->flags_a && into->flags_b == from->flags_b)))
            return;
    }
    if (!world->code[into->pc < world->code_count ? into->pc : world->code_count].flags_wanted) {
        into->flags = FLAGS_ROW; /* whatever the row holds: nobody will look */
        return;
    }
    tile_evaluate_flags(tile, into);
    tile_evaluate_flags(tile, from);
}

static void meet_cycles(struct tile *tile, struct strand *into, struct strand *from)
{
    if (into->cycle == from->cycle && !into->cycles_differ && !from->cycles_differ)
        return;
    const uint64_t cycle = into->cycle < from->cycle ? into->cycle : from->cycle;
    const struct strand *const both[] = {into, from};
    for (unsigned k = 0; k < 2; k++)
        if (!both[k]->cycles_differ || both[k]->cycle != cycle)
            tile->world->rows->shift(tile->offset + strand_from(both[k]), both[k]->cycles_differ,
                                     both[k]->cycle - cycle, strand_bits(both[k]), strand_lanes(both[k]));
    into->cycle_is_low = into->cycle_is_low || from->cycle_is_low;
    into->cycle = cycle;
    into->cycles_differ = true;
}

static void meet(struct tile *tile, struct strand *into, struct strand *from)
{
    meet_late(tile, into, from);
    meet_flags(tile, into, from);
    meet_cycles(tile, into, from);
    into->steps = into->steps > from->steps ? into->steps : from->steps;
    into->yielded = into->yielded > from->yielded ? into->yielded : from->yielded;
    for (uint32_t block = from->first_block; block < from->end_block; block++)
        into->set[block] |= from->set[block];
    into->count += from->count;
    into->first_block = into->first_block < from->first_block ? into->first_block : from->first_block;
    into->end_block = into->end_block > from->end_block ? into->end_block : from->end_block;
    give_strand(tile, from);
    if (!strand_is_whole(tile, into))
        return;
    tile_put_all_back(tile, into);
    if (tile->lost)
        tile_find_affine(tile);
}

/* ---- a segment */

enum { PLACES = 256 };

/* Where strands are looked for that stand at the same place in the same mode. */
static uint32_t place_of(const struct strand *strand)
{
    return (strand->pc + 83u * strand->in_async + 167u * strand->in_sync) % PLACES;
}

static void make_ready(struct tile *tile, bool only_own)
{
    uint16_t place[PLACES]; /* one strand that stands there, + 1 */
    uint16_t total[PLACES]; /* .. and all PPs that do */
    const uint32_t first = strand_awake(tile, 0);
    const bool several = first != STRAND_END && strand_awake(tile, first + 1) != STRAND_END;
    if (several) {
        memset(place, 0, sizeof place);
        memset(total, 0, sizeof total);
        for (uint32_t k = first; k != STRAND_END; k = strand_awake(tile, k + 1))
            total[place_of(&tile->strands[k])] += (uint16_t)tile->strands[k].count;
    }
    for (uint32_t k = first; k != STRAND_END; k = strand_awake(tile, k + 1)) {
        struct strand *strand = &tile->strands[k];
        if (only_own && !strand_asks_own(strand))
            continue;
        strand->state = STRAND_READY;
        tile->ready[k / 64] |= BIT(k);
        strand->steps = only_own ? strand->steps : 0;
        strand->cycle += strand->busy;
        strand->busy = 0;
        const uint32_t slot = place_of(strand);
        if (!several || (total[slot] <= SMALL && total[slot] < tile->pps)) /* too few to run together */
            continue;
        if (place[slot] != 0 && can_meet(tile, &tile->strands[place[slot] - 1], strand))
            meet(tile, &tile->strands[place[slot] - 1], strand);
        else
            place[slot] = (uint16_t)(k + 1);
    }
    drop_free_strands(tile);
}

void tile_begin(struct tile *tile)
{
    make_ready(tile, false);
}

void tile_go_on(struct tile *tile)
{
    make_ready(tile, true);
}

#define NOWHERE ((uint64_t)UINT32_MAX + 1) /* behind every pc, also one that no program has */

/* The first ready strand from `number` on; STRAND_END if there is none. */
static uint32_t ready_strand(struct tile *tile, uint32_t number)
{
    while (number < tile->strand_end) {
        number = strand_in_set(tile->ready, (tile->strand_end + 63) / 64, number);
        if (number == STRAND_END || tile->strands[number].state == STRAND_READY)
            return number;
        tile->ready[number / 64] &= ~BIT(number);
    }
    return STRAND_END;
}

/* The ready strand at the lowest pc, with all others joined that can be; *meet_pc gets the lowest pc of the
 * rest. */
static struct strand *next_strand(struct tile *tile, uint64_t *meet_pc)
{
    struct strand *next = NULL;
    *meet_pc = NOWHERE;
    for (uint32_t k = ready_strand(tile, 0); k != STRAND_END; k = ready_strand(tile, k + 1)) {
        struct strand *strand = &tile->strands[k];
        if (next == NULL || strand->pc < next->pc) {
            *meet_pc = next ? next->pc : NOWHERE;
            next = strand;
        } else if (strand->pc == next->pc && can_meet(tile, next, strand)) {
            meet(tile, next, strand);
        } else if (strand->pc > next->pc && strand->pc < *meet_pc) {
            *meet_pc = strand->pc;
        }
    }
    return next;
}

static void run_strand(struct tile *tile, struct strand *strand, uint64_t end, uint64_t meet_pc)
{
    if (strand_is_small(tile, strand) || strand->pc == UINT32_MAX) /* no pc is behind that one */
        strand_run_each(tile, strand, end, false);
    else
        strand_run(tile, strand, end, meet_pc);
}

void tile_run(struct tile *tile, uint64_t end)
{
    struct strand *const first = &tile->strands[0];
    const uint32_t strands = tile->strand_end; /* those that are parted below have run */
    uint64_t meet_pc;
    tile->end = end;
    if (strands == 1 && first->state == STRAND_READY) {
        run_strand(tile, first, end, NOWHERE);
        if (tile->strand_end == 1 && first->state != STRAND_READY)
            return;
    }
    if (strands > 1)
        for (uint32_t k = ready_strand(tile, 0); k < strands; k = ready_strand(tile, k + 1))
            if (strand_is_small(tile, &tile->strands[k])) {
                tile->ready[k / 64] &= ~BIT(k);
                strand_run_each(tile, &tile->strands[k], end, true);
            }
    for (struct strand *strand; (strand = next_strand(tile, &meet_pc)) != NULL;)
        run_strand(tile, strand, end, meet_pc);
}

unsigned tile_quiet(const struct tile *tile)
{
    unsigned quiet = UINT8_MAX;
    for (uint32_t k = 0; k < tile->strand_end; k++) {
        const struct strand *strand = &tile->strands[k];
        if (strand->state == STRAND_FREE)
            continue;
        const unsigned own = strand->pc >= tile->world->code_count || strand->late_target == 1
                                 ? 0
                                 : tile->world->code[strand->pc].quiet;
        const uint64_t all = strand->cycle + strand->busy - tile->end + own;
        quiet = all < quiet ? (unsigned)all : quiet;
    }
    return quiet;
}

const struct strand *tile_strand_of(const struct tile *tile, uint32_t lane)
{
    for (uint32_t k = 0; k < tile->strand_end; k++)
        if (tile->strands[k].state != STRAND_FREE && strand_has(&tile->strands[k], lane))
            return &tile->strands[k];
    return NULL;
}

/* ---- creation */

bool tile_effects_create(struct tile_effects *effects)
{
    *effects = (struct tile_effects){.out_of_memory = false};
    const size_t words = TILE_ROW_WORDS + ROWS_BLOCK; /* apart by no power of two */
    uint32_t *rows = aligned_alloc(ROWS_ALIGNMENT, TILE_SCRATCH * words * sizeof *rows);
    if (!rows)
        return false;
    memset(rows, 0, TILE_SCRATCH * words * sizeof *rows);
    for (unsigned k = 0; k < TILE_SCRATCH; k++)
        effects->scratch[k] = rows + k * words;
    return true;
}

void tile_effects_destroy(struct tile_effects *effects)
{
    free(effects->scratch[0]);
    barrier_notes_destroy(&effects->notes);
}

bool tile_create(struct tile *tile, const struct tile_world *world, struct tile_effects *effects,
                 uint32_t first_pp, uint32_t pps, const struct tile_rows *rows, uint32_t number)
{
    *tile =
        (struct tile){.world = world, .effects = effects, .first_pp = first_pp, .pps = pps, .running = pps};
    tile->lanes = (pps + ROWS_BLOCK - 1) / ROWS_BLOCK * ROWS_BLOCK;
    tile->strands = calloc(pps, sizeof *tile->strands);
    tile->offset = calloc(tile->lanes, sizeof *tile->offset);
    tile->held.each = calloc(pps, sizeof *tile->held.each);
    tile->apart = aligned_alloc(ROWS_ALIGNMENT, pps * sizeof *tile->apart);
    tile->barrier_since = calloc(tile->lanes, sizeof *tile->barrier_since);
    tile->halted_pc = malloc(tile->lanes * sizeof *tile->halted_pc);
    if (!tile->strands || !tile->offset || !tile->held.each || !tile->apart || !tile->barrier_since ||
        !tile->halted_pc) {
        tile_destroy(tile);
        return false;
    }
    for (unsigned k = 0; k < TILE_REGISTERS; k++)
        tile->row[k] = tile_rows_at(rows, number, k);
    tile->late[0] = tile_rows_at(rows, number, TILE_ROW_LATE);
    tile->late[1] = tile_rows_at(rows, number, TILE_ROW_LATE + 1);
    tile->status = tile_rows_at(rows, number, TILE_ROW_STATUS);
    tile->index = tile_rows_at(rows, number, TILE_ROW_INDEX);
    tile->datum = tile_rows_at(rows, number, TILE_ROW_DATUM);
    tile->affine = ((uint64_t)1 << TILE_REGISTERS) - 1; /* all registers are 0 */
    tile->filled = tile->affine;
    memset(tile->halted_pc, 0xff, tile->lanes * sizeof *tile->halted_pc);

    struct strand *strand = &tile->strands[0];
    tile->strand_end = 1;
    tile->awake[0] = tile->ready[0] = 1;
    *strand = (struct strand){.state = STRAND_READY,
                              .flags = FLAGS_UNIFORM,
                              .late_target = DECODE_SINK,
                              .pc = world->machine->program.entry,
                              .end_block = tile->lanes / ROWS_BLOCK};
    for (uint32_t lane = 0; lane < pps; lane++)
        strand->set[lane / ROWS_BLOCK] |= (uint16_t)(1u << lane % ROWS_BLOCK);
    strand_recount(strand);
    return true;
}

void tile_destroy(struct tile *tile)
{
    free(tile->strands);
    free(tile->offset);
    free(tile->held.each);
    free(tile->apart);
    free(tile->barrier_since);
    free(tile->halted_pc);
    *tile = (struct tile){.world = NULL};
}
