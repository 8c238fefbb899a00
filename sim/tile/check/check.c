/* check.c - see check.h; a function holds_NAME for each row of invariant.def. Calls tile (queries only). */
#include "sim/tile/check/check.h"

#include <string.h>

static bool is_in(const uint64_t *set, uint32_t number)
{
    return set[number / 64] >> number % 64 & 1u;
}

/* ---- of a tile */

static bool holds_partition(const struct tile *tile)
{
    uint16_t members[TILE_BLOCKS] = {0};
    for (uint32_t k = strand_used(tile, 0); k != STRAND_END; k = strand_used(tile, k + 1))
        for (uint32_t block = 0; block < TILE_BLOCKS; block++) {
            if (members[block] & tile->strands[k].set[block])
                return false;
            members[block] |= tile->strands[k].set[block];
        }
    for (uint32_t lane = 0; lane < TILE_BLOCKS * ROWS_BLOCK; lane++) {
        const bool runs = lane < tile->pps && tile->halted_pc[lane] == UINT32_MAX;
        if ((members[lane / ROWS_BLOCK] >> lane % ROWS_BLOCK & 1) != runs)
            return false;
    }
    return true;
}

static bool holds_running(const struct tile *tile)
{
    uint32_t members = 0;
    for (uint32_t k = strand_used(tile, 0); k != STRAND_END; k = strand_used(tile, k + 1))
        members += tile->strands[k].count;
    return members == tile->running;
}

static bool holds_running_set(const struct tile *tile)
{
    return (tile_skip(tile, 1, 0) == 0) == (tile->running != 0) &&
           (tile_running_before(tile, 1) == 1) == (tile->running != 0);
}

static bool holds_in_use(const struct tile *tile)
{
    for (uint32_t k = 0; k < tile->pps; k++) {
        const struct strand *strand = &tile->strands[k];
        const bool used = strand->state != STRAND_FREE;
        if (is_in(tile->active, k) != (used && !strand->held) ||
            is_in(tile->held_set, k) != (used && strand->held) || (used && k >= tile->strand_end))
            return false;
    }
    return true;
}

static bool holds_held(const struct tile *tile)
{
    struct tile_held sum = tile_no_held;
    for (uint32_t k = strand_held(tile, 0); k != STRAND_END; k = strand_held(tile, k + 1))
        tile_add_held(&sum, tile->world, &tile->strands[k]);
    return sum.phases == tile->held.phases && sum.time == tile->held.time && sum.next == tile->held.next &&
           sum.before == tile->held.before;
}

static bool holds_zero(const struct tile *tile)
{
    return (tile->affine & 1) && tile->base[0] == 0 && tile->stride[0] == 0;
}

static bool holds_rows(const struct tile *tile)
{
    for (unsigned number = 0; number < TILE_ROWS; number++)
        if (tile_row_number(tile, tile->row[number]) != number) /* of the first one that is the same */
            return false;
    return true;
}

static bool holds_filled(const struct tile *tile)
{
    for (unsigned r = 0; r < DECODE_SINK; r++)
        for (uint32_t lane = 0; (tile->affine & tile->filled) >> r & 1 && lane < tile->pps; lane++)
            if (tile->row[r][lane] != tile->base[r] + lane * tile->stride[r])
                return false;
    return true;
}

static bool holds_ranged(const struct tile *tile)
{
    for (unsigned r = 0; r < DECODE_SINK; r++) {
        uint32_t low = UINT32_MAX, high = 0;
        if (!((~tile->affine & tile->ranged) >> r & 1))
            continue;
        for (uint32_t lane = 0; lane < tile->pps; lane++) {
            low = tile->row[r][lane] < low ? tile->row[r][lane] : low;
            high = tile->row[r][lane] > high ? tile->row[r][lane] : high;
        }
        if (low != tile->low[r] || high != tile->high[r])
            return false;
    }
    return true;
}

static bool holds_gathered(const struct tile *tile)
{
    for (uint32_t block = 0; block < TILE_BLOCKS; block++) {
        const uint32_t first = block * ROWS_BLOCK, lanes = tile->pps > first ? tile->pps - first : 0;
        if (tile->is_gathered[block] != 0 &&
            (!tile->some_gathered || (lanes < ROWS_BLOCK && tile->is_gathered[block] >> lanes != 0)))
            return false;
    }
    return true;
}

static bool holds_in_lockstep(const struct tile *tile)
{
    if (!tile->in_lockstep)
        return true;
    uint32_t count = 0, strands = 0;
    for (uint32_t k = strand_active(tile, 0); k != STRAND_END; k = strand_active(tile, k + 1)) {
        if (tile->strands[k].state != STRAND_WAITING)
            return false;
        strands++;
        count += tile->strands[k].count;
    }
    return tile_is_in_lockstep(tile) && !tile->has_split && tile->world->level == 0 &&
           tile->pps == tile->world->machine->config.pps && count == tile->running && strands == 1;
}

/* ---- of a strand */

static bool holds_members(const struct tile *tile, const struct strand *strand)
{
    uint32_t count = 0;
    if (strand->first_block >= strand->end_block || strand->end_block > tile->lanes / ROWS_BLOCK ||
        strand->set[strand->first_block] == 0 || strand->set[strand->end_block - 1] == 0)
        return false;
    for (uint32_t block = 0; block < TILE_BLOCKS; block++) {
        if ((block < strand->first_block || block >= strand->end_block) && strand->set[block] != 0)
            return false;
        count += (uint32_t)__builtin_popcount(strand->set[block]);
    }
    return count == strand->count;
}

static bool holds_state(const struct tile *tile, const struct strand *strand)
{
    return strand->state == STRAND_WAITING || strand->state == STRAND_REQUEST ||
           strand->state == STRAND_PAUSED || strand->state == STRAND_STAYING ||
           (strand->state == STRAND_FAULT && tile->effects->fault.code != FAULT_NONE);
}

static bool holds_progress(const struct tile *tile, const struct strand *strand)
{
    return strand->steps > 0 || strand->held || strand->state >= STRAND_STAYING ||
           strand->cycle >= tile->end || strand_spins(strand) || tile->loaded;
}

static bool holds_mode(const struct tile *tile, const struct strand *strand)
{
    (void)tile;
    return (~strand->modes & (SNAPSHOT_IN_ASYNC | SNAPSHOT_IN_SYNC)) != 0;
}

static bool holds_clock(const struct tile *tile, const struct strand *strand)
{
    bool some_least = !strand->cycles_differ || strand->cycle_is_low;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        some_least |= tile->offset[lane] == 0;
    return some_least && (tile->world->level > 0 || !strand->cycles_differ);
}

static bool holds_flags(const struct tile *tile, const struct strand *strand)
{
    (void)tile;
    return strand->flags != FLAGS_COMPARE || (strand->flags_a != 1 && strand->flags_a < DECODE_SINK &&
                                              strand->flags_b != 1 && strand->flags_b <= DECODE_SINK);
}

static bool holds_flags_kept(const struct tile *tile, const struct strand *strand)
{
    return tile_flags_are_kept(tile, strand);
}

static bool holds_late(const struct tile *tile, const struct strand *strand)
{
    const struct request *request = &strand->request;
    if (strand->late_target > DECODE_SINK || strand->late_slot > 1)
        return false;
    if (strand->state != STRAND_REQUEST || strand->held)
        return true;
    const uint8_t target = tile->world->code[request->pc].i.target;
    const bool answers =
        request->kind == REQUEST_FOLD || (request->kind == REQUEST_LOAD && !request->is_image);
    return strand->late_target == (answers ? target : DECODE_SINK) &&
           request->wants_result == (answers && (target != DECODE_SINK || request->kind == REQUEST_LOAD));
}

/* Whether a row is one of the tile's: not a scratch row, which the next instruction overwrites. */
static bool is_kept_row(const struct tile *tile, const uint32_t *row)
{
    return row == NULL || tile_row_number(tile, row) < TILE_ROWS;
}

static bool holds_cells(const struct tile *tile, const struct strand *strand)
{
    const struct request *request = &strand->request;
    if (strand->state != STRAND_REQUEST || request->kind == REQUEST_HOST)
        return true;
    if (!is_kept_row(tile, request->datum.row) ||
        (request->shape == REQUEST_LIST && (!request->list || !is_kept_row(tile, request->list))) ||
        request->low > request->high || request->high >= tile->world->machine->memory.host_words)
        return false;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        for (uint32_t word = 0; word < request->words; word++) {
            const uint32_t cell = tile_word_cell(tile, strand, lane, word);
            if (cell < request->low || cell > request->high)
                return false;
        }
    return request->words > 0;
}

/* ---- all */

const char *invariant_text(enum invariant invariant)
{
    static const char *const texts[] = {
#define OF_TILE(name, when, text) text,
#define OF_STRAND(name, when, text) text,
#include "sim/tile/check/invariant.def"
    };
    return texts[invariant];
}

/* The broken invariant of a strand. Its set must be correct before its members are tested. */
static enum invariant strand_check(const struct tile *tile, const struct strand *strand, enum check_time time)
{
#define OF_STRAND(name, when, text)                                                                          \
    if (time <= CHECK_AFTER_##when && !holds_##name(tile, strand))                                           \
        return INVARIANT_##name;
#include "sim/tile/check/invariant.def"
    return INVARIANTS;
}

enum invariant tile_check(const struct tile *tile, enum check_time time)
{
    for (uint32_t k = strand_used(tile, 0); k != STRAND_END; k = strand_used(tile, k + 1)) {
        const enum invariant broken = strand_check(tile, &tile->strands[k], time);
        if (broken != INVARIANTS)
            return broken;
    }
#define OF_TILE(name, when, text)                                                                            \
    if (time <= CHECK_AFTER_##when && !holds_##name(tile))                                                   \
        return INVARIANT_##name;
#include "sim/tile/check/invariant.def"
    return INVARIANTS;
}

void tile_check_all(const struct tile *tiles, uint32_t count, enum check_time time)
{
    for (uint32_t t = 0; t < count; t++) {
        const enum invariant broken = tile_check(&tiles[t], time);
        machine_demand(time == CHECK_AFTER_SEGMENT ? "after a segment, the tile of PP"
                                                   : "after a phase, the tile of PP",
                       tiles[t].first_pp, broken == INVARIANTS ? NULL : invariant_text(broken));
    }
}
