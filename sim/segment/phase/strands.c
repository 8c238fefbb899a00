/* strands.c - phases that one thread carries out, by strand and not by request.
 *
 * Strands are cut into parts of one cycle each, and each cycle is carried out in tile order, if that is PP
 * order for every cell: if no two parts of a tile meet, and no two kinds of requests do. Everything else is
 * left to single.c. Calls rows, multiprefix (through plan.c), machine (host calls). */
#include <stdlib.h>
#include <string.h>

#include "sim/segment/phase/inside.h"

#ifdef PRAM_HOSTILE
enum { FEW = 2, CYCLES_MOST = 2 };
#else
enum {
    FEW = 32,       /* fewer requests are as fast one by one */
    CYCLES_MOST = 8 /* and so are those of more cycles */
};
#endif

/* Members of a strand with requests of one cycle. */
struct part {
    struct tile *tile;
    struct strand *strand;
    const struct strand *members; /* the strand itself, or a copy that has only the part's members */
    uint64_t cycle;
};

struct commit_strands {
    const struct tile_world *world;
    struct part *parts;
    struct strand *copies;
    uint32_t room; /* for parts, and copies */
    uint32_t count, copy_count;
    uint64_t cycles[CYCLES_MOST]; /* of the parts, ascending */
    unsigned cycle_count;
};

struct commit_strands *commit_strands_create(const struct tile_world *world, uint32_t tiles)
{
    struct commit_strands *work = calloc(1, sizeof *work);
    if (!work)
        return NULL;
    work->world = world;
    work->room = 4 * tiles + 4 * CYCLES_MOST;
    work->parts = calloc(work->room, sizeof *work->parts);
    work->copies = calloc(work->room, sizeof *work->copies);
    if (!work->parts || !work->copies) {
        commit_strands_destroy(work);
        return NULL;
    }
    return work;
}

void commit_strands_destroy(struct commit_strands *work)
{
    if (!work)
        return;
    free(work->parts);
    free(work->copies);
    free(work);
}

/* ---- survey of the requests */

struct survey {
    unsigned kinds;    /* bits: enum request_kind */
    bool is_irregular; /* an image lies in several areas */
    uint32_t members;
};

static struct survey look(const struct tile *tiles, uint32_t count)
{
    struct survey all = {.kinds = 0};
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = strand_awake(&tiles[t], 0); k != STRAND_END; k = strand_awake(&tiles[t], k + 1)) {
            const struct strand *strand = &tiles[t].strands[k];
            if (!strand_is_due(strand))
                continue;
            const struct request *request = &strand->request;
            all.kinds |= 1u << request->kind;
            all.is_irregular |= request->is_image && request->step == 0;
            all.members += strand->count;
        }
    return all;
}

/* ---- parts */

static bool note_cycle(struct commit_strands *work, uint64_t cycle)
{
    unsigned at = work->cycle_count;
    while (at > 0 && work->cycles[at - 1] > cycle)
        at--;
    if (at > 0 && work->cycles[at - 1] == cycle)
        return true;
    if (work->cycle_count == CYCLES_MOST)
        return false;
    memmove(work->cycles + at + 1, work->cycles + at, (work->cycle_count - at) * sizeof *work->cycles);
    work->cycles[at] = cycle;
    work->cycle_count++;
    return true;
}

static bool add_part(struct commit_strands *work, struct part part)
{
    if (work->count == work->room || !note_cycle(work, part.cycle))
        return false;
    work->parts[work->count++] = part;
    return true;
}

/* One part per cycle. False: there are too many. */
static bool cut(struct commit_strands *work, struct tile *tile, struct strand *strand)
{
    struct part part = {.tile = tile, .strand = strand, .members = strand, .cycle = strand->cycle - 1};
    if (!strand->cycles_differ)
        return add_part(work, part);
    uint64_t cycles[CYCLES_MOST];
    struct strand *const copies = work->copies + work->copy_count;
    unsigned count = 0, at = 0;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint64_t cycle = tile_cycle(tile, strand, lane);
        if (count == 0 || cycles[at] != cycle)
            for (at = 0; at < count && cycles[at] != cycle;)
                at++;
        if (at == count) {
            if (count == CYCLES_MOST || work->copy_count + count == work->room)
                return false;
            copies[at] = *strand;
            memset(copies[at].set, 0, sizeof copies[at].set);
            cycles[count++] = cycle;
        }
        copies[at].set[lane / ROWS_BLOCK] |= (uint16_t)(1u << lane % ROWS_BLOCK);
    }
    work->copy_count += count;
    for (at = 0; at < count; at++) {
        strand_recount(&copies[at]);
        part.cycle = cycles[at] - 1;
        part.members = count == 1 ? strand : &copies[at];
        if (!add_part(work, part))
            return false;
    }
    return true;
}

static bool cut_all(struct commit_strands *work, struct tile *tiles, uint32_t count)
{
    work->count = work->copy_count = work->cycle_count = 0;
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = strand_awake(&tiles[t], 0); k != STRAND_END; k = strand_awake(&tiles[t], k + 1))
            if (strand_is_due(&tiles[t].strands[k]) && !cut(work, &tiles[t], &tiles[t].strands[k]))
                return false;
    return true;
}

static const struct request *request_of(const struct part *part)
{
    return &part->strand->request;
}

/* Whether tile order is PP order for two parts of one cycle, for any cells. */
static bool are_apart(const struct part *a, const struct part *b)
{
    if (a->tile != b->tile)
        return true;
    const bool a_host = request_of(a)->kind == REQUEST_HOST, b_host = request_of(b)->kind == REQUEST_HOST;
    if (a_host || b_host)
        return a_host != b_host;
    return request_of(a)->high < request_of(b)->low || request_of(b)->high < request_of(a)->low;
}

/* Whether the parts of a cycle can be carried out in tile order. */
static bool is_simple(const struct commit_strands *work, uint64_t cycle)
{
    uint32_t low[2] = {UINT32_MAX, UINT32_MAX}, high[2] = {0, 0}; /* of stores, of multiprefix */
    const struct part *fold = NULL;
    for (uint32_t k = 0; k < work->count; k++) {
        const struct part *part = &work->parts[k];
        const struct request *request = request_of(part);
        if (part->cycle != cycle)
            continue;
        for (uint32_t n = k; n-- > 0 && work->parts[n].tile == part->tile;)
            if (work->parts[n].cycle == cycle && !are_apart(&work->parts[n], part))
                return false;
        if (request->kind == REQUEST_HOST)
            continue;
        const unsigned kind = request->kind == REQUEST_FOLD;
        low[kind] = request->low < low[kind] ? request->low : low[kind];
        high[kind] = request->high > high[kind] ? request->high : high[kind];
        if (kind == 1) {
            if (fold && request_of(fold)->fold != request->fold)
                return false;
            fold = part;
        }
    }
    return high[0] < low[1] || high[1] < low[0];
}

/* ---- carrying out */

static void fold_part(const struct part *part)
{
    if (part->members == part->strand) {
        commit_fold(part->tile, part->strand);
        return;
    }
    struct strand members = *part->members;
    commit_fold(part->tile, &members);
    part->strand->late_affine = false;
}

static bool call_host(const struct part *part)
{
    struct strand members = *part->members;
    return commit_call_host_each(part->tile, &members, part->cycle);
}

/* Multiprefix requests, then stores, then host calls. */
static bool carry_out(struct commit_strands *work, uint64_t cycle)
{
    static const enum request_kind order[] = {REQUEST_FOLD, REQUEST_STORE, REQUEST_HOST};
    for (unsigned n = 0; n < sizeof order / sizeof order[0]; n++)
        for (uint32_t k = 0; k < work->count; k++) {
            const struct part *part = &work->parts[k];
            const enum request_kind kind = request_of(part)->kind;
            if (part->cycle != cycle || kind != order[n])
                continue;
            if (kind == REQUEST_FOLD)
                fold_part(part);
            else if (kind == REQUEST_STORE)
                commit_store(part->tile, part->members);
            else if (!call_host(part))
                return false;
        }
    return true;
}

enum commit_outcome commit_by_strands(struct commit_strands *work, struct tile *tiles, uint32_t count,
                                      uint64_t *end_cycle)
{
    const struct machine_config *config = &work->world->machine->config;
    const struct survey all = look(tiles, count);
    const bool stores = all.kinds & 1u << REQUEST_STORE;
    if (all.members < FEW || all.is_irregular || (all.kinds & 1u << REQUEST_LOAD) ||
        (stores && (config->policy != POLICY_HIGH || config->count_conflicts)) ||
        !cut_all(work, tiles, count))
        return COMMIT_NOT;
    for (unsigned n = 0; n < work->cycle_count; n++)
        if (!is_simple(work, work->cycles[n]))
            return COMMIT_NOT;
    for (unsigned n = 0; n < work->cycle_count; n++)
        if (!carry_out(work, work->cycles[n])) {
            *end_cycle = work->cycles[n]; /* a fault of host or exit happens at the end of the cycle */
            return COMMIT_OVER;
        }
    return COMMIT_DONE;
}
