/* strands.c - phases that one thread carries out, by strand and not by request.
 *
 * Stores to different cells take effect in any order. Otherwise strands are split until each has requests of
 * one cycle, and each cycle is carried out in tile order, if that is PP order for every cell: if no two
 * strands of a tile meet, and no two kinds of requests do. Everything else is left to single.c. Calls tile,
 * multiprefix (through plan.c), machine (host calls). */
#include <string.h>

#include "sim/segment/phase/inside.h"

#ifdef PRAM_HOSTILE
enum { FEW = 2 };
#else
enum { FEW = 32 }; /* fewer requests are as fast one by one */
#endif
enum { STRANDS_MOST = 4 }; /* of a tile, on average: the strands of a tile are compared in pairs */

/* ---- survey of the requests */

struct survey {
    unsigned kinds;    /* bits: enum request_kind */
    bool is_irregular; /* an image lies in several areas */
    uint32_t strands, members;
    uint32_t low, high; /* cells stored to */
};

static struct survey look(const struct commit *commit)
{
    struct survey all = {.low = UINT32_MAX};
    for (struct due due = due_of(commit->tiles, commit->tile_count); due_next(&due);) {
        const struct request *request = &due.strand->request;
        all.kinds |= 1u << request->kind;
        all.is_irregular |= request->is_image && request->step == 0;
        all.strands++;
        all.members += due.strand->count;
        if (request->kind != REQUEST_STORE)
            continue;
        all.low = request->low < all.low ? request->low : all.low;
        all.high = request->high > all.high ? request->high : all.high;
    }
    return all;
}

/* ---- cells requested more than once */

static void forget_cells(struct commit *commit)
{
    if (++commit->stamp == 0) {
        memset(commit->map, 0, sizeof commit->map);
        commit->stamp = 1;
    }
}

/* Marks a cell of the map; 1 if it was marked before. */
static inline uint32_t mark(uint8_t *cell, uint8_t stamp)
{
    const uint32_t again = *cell == stamp;
    *cell = stamp;
    return again;
}

/* The number of the members' cells that were requested before. The cell `low` is the lowest of all. */
static uint32_t count_again(struct commit *commit, const struct tile *tile, const struct strand *strand,
                            uint32_t low)
{
    const struct request *request = &strand->request;
    const uint32_t *const cells = request_cells(tile, strand);
    uint32_t again = 0;
    for (uint32_t word = 0; word < request->words; word++) {
        const uint32_t offset = word * request->step - low;
        for (uint32_t block = strand->first_block; block < strand->end_block; block++)
            for (uint32_t rest = strand->set[block]; rest; rest &= rest - 1) {
                const uint32_t lane = block * ROWS_BLOCK + (uint32_t)__builtin_ctz(rest);
                again += mark(&commit->map[cells[lane] + offset], commit->stamp);
            }
    }
    return again;
}

/* Of a phase of stores: whether all go to different cells. */
static bool all_differ(struct commit *commit, const struct survey *all)
{
    if (all->high - all->low >= MAP_CELLS)
        return false;
    forget_cells(commit);
    for (struct due due = due_of(commit->tiles, commit->tile_count); due_next(&due);)
        if (count_again(commit, due.tile, due.strand, all->low) != 0)
            return false;
    return true;
}

/* ---- cycles */

static bool note_cycle(struct commit *commit, uint64_t cycle)
{
    unsigned at = commit->cycle_count;
    while (at > 0 && commit->cycles[at - 1] > cycle)
        at--;
    if (at > 0 && commit->cycles[at - 1] == cycle)
        return true;
    if (commit->cycle_count == CYCLES_MOST)
        return false;
    memmove(commit->cycles + at + 1, commit->cycles + at,
            (commit->cycle_count - at) * sizeof *commit->cycles);
    commit->cycles[at] = cycle;
    commit->cycle_count++;
    return true;
}

/* Lists the cycles of all requests. False: there are too many. */
static bool note_cycles(struct commit *commit)
{
    commit->cycle_count = 0;
    for (struct due due = due_of(commit->tiles, commit->tile_count); due_next(&due);) {
        const struct strand *strand = due.strand;
        uint32_t lane = strand->cycles_differ ? strand_first(strand) : STRAND_END;
        if (lane == STRAND_END && !note_cycle(commit, strand->cycle - 1))
            return false;
        for (; lane != STRAND_END; lane = strand_next(strand, lane))
            if (!note_cycle(commit, tile_cycle(due.tile, strand, lane) - 1))
                return false;
    }
    return true;
}

/* Splits strands, so that all requests of each are of one cycle. */
static void part_cycles(struct commit *commit)
{
    for (struct due due = due_of(commit->tiles, commit->tile_count); due_next(&due);)
        for (struct strand *strand = due.strand; strand != NULL && strand->cycles_differ;) {
            strand_settle_cycle(due.tile, strand);
            struct strand *late = tile_part_from_cycle(due.tile, strand, strand->cycle + 1);
            strand->cycles_differ = false;
            strand = late;
        }
}

/* Whether the order of the strands, first `a`, then `b`, is PP order for two strands of a tile in one cycle,
 * for any cells. */
static bool are_in_order(const struct strand *a, const struct strand *b)
{
    if (strand_last(a) < strand_first(b))
        return true;
    const bool a_host = a->request.kind == REQUEST_HOST, b_host = b->request.kind == REQUEST_HOST;
    if (a_host || b_host)
        return a_host != b_host;
    return a->request.high < b->request.low || b->request.high < a->request.low;
}

/* Goes on to the next strand with requests of this cycle. */
static bool next_of(struct due *due, uint64_t cycle)
{
    while (due_next(due))
        if (due->strand->cycle - 1 == cycle)
            return true;
    return false;
}

/* Whether the requests of a cycle can be carried out in tile order. */
static bool is_simple(const struct commit *commit, uint64_t cycle)
{
    uint32_t low[2] = {UINT32_MAX, UINT32_MAX}, high[2] = {0, 0}; /* of stores, of multiprefix */
    const struct request *fold = NULL;
    for (struct due due = due_of(commit->tiles, commit->tile_count); next_of(&due, cycle);) {
        const struct request *request = &due.strand->request;
        struct due before = due_of(due.tile, 1);
        while (next_of(&before, cycle) && before.strand != due.strand)
            if (!are_in_order(before.strand, due.strand))
                return false;
        if (request->kind == REQUEST_HOST)
            continue;
        const unsigned kind = request->kind == REQUEST_FOLD;
        low[kind] = request->low < low[kind] ? request->low : low[kind];
        high[kind] = request->high > high[kind] ? request->high : high[kind];
        if (kind == 1) {
            if (fold && fold->fold != request->fold)
                return false;
            fold = request;
        }
    }
    return high[0] < low[1] || high[1] < low[0];
}

/* ---- carrying out */

/* The requests of one kind in a cycle. */
static bool carry_out(struct commit *commit, uint64_t cycle, enum request_kind kind, const struct survey *all)
{
    const bool counts = kind == REQUEST_STORE && commit->world->machine->config.count_conflicts;
    if (!(all->kinds & 1u << kind))
        return true;
    if (counts)
        forget_cells(commit);
    for (struct due due = due_of(commit->tiles, commit->tile_count); next_of(&due, cycle);) {
        if (due.strand->request.kind != kind)
            continue;
        /* stores that others of the cycle have made to the same cells */
        const uint32_t lost = counts ? count_again(commit, due.tile, due.strand, all->low) : 0;
        machine_count_lost(commit->world->machine, due.strand->request.pc, due.strand->in_barrier ? 0 : lost);
        if (kind != REQUEST_HOST)
            commit_strand(due.tile, due.strand);
        else if (!commit_call_host_each(due.tile, due.strand, cycle))
            return false;
    }
    return true;
}

bool commit_by_strands(struct commit *commit, uint64_t *end_cycle)
{
    const struct machine_config *config = &commit->world->machine->config;
    const struct survey all = look(commit);
    const bool stores = all.kinds & 1u << REQUEST_STORE;
    if (all.members < FEW || all.is_irregular || (all.kinds & 1u << REQUEST_LOAD))
        return false;
    if (all.kinds == 1u << REQUEST_STORE && all_differ(commit, &all)) {
        commit_by_tiles(commit->tiles, commit->tile_count);
        return true;
    }
    if ((stores && config->policy != POLICY_HIGH) ||
        (stores && config->count_conflicts && all.high - all.low >= MAP_CELLS) ||
        all.strands > STRANDS_MOST * commit->tile_count || !note_cycles(commit))
        return false;
    part_cycles(commit);
    for (unsigned n = 0; n < commit->cycle_count; n++)
        if (!is_simple(commit, commit->cycles[n]))
            return false;
    for (unsigned n = 0; n < commit->cycle_count; n++) {
        *end_cycle = commit->cycles[n]; /* a fault of host or exit happens at the end of the cycle */
        if (!carry_out(commit, *end_cycle, REQUEST_FOLD, &all) ||
            !carry_out(commit, *end_cycle, REQUEST_STORE, &all) ||
            !carry_out(commit, *end_cycle, REQUEST_HOST, &all))
            break;
    }
    return true;
}
