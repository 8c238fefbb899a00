/* strands.c - phases that one thread carries out, by strand and not by request.
 *
 * Stores to different cells take effect in any order. Otherwise strands are cut into parts of one cycle each,
 * and each cycle is carried out in tile order, if that is PP order for every cell: if no two parts of a tile
 * meet, and no two kinds of requests do. Everything else is left to single.c. Calls rows, multiprefix
 * (through plan.c), machine (host calls). */
#include <stdlib.h>
#include <string.h>

#include "sim/segment/phase/inside.h"

#ifdef PRAM_HOSTILE
enum { FEW = 2, CYCLES_MOST = 2, MAP_CELLS = 1 << 8 };
#else
enum {
    FEW = 32,           /* fewer requests are as fast one by one */
    CYCLES_MOST = 8,    /* and so are those of more cycles */
    MAP_CELLS = 1 << 18 /* cells of a phase must lie within this range */
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
    uint8_t *map;  /* by cell: requested, if it is `stamp` */
    uint8_t stamp; /* UINT8_MAX: `map` is not initialised */
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
    work->map = malloc(MAP_CELLS * sizeof *work->map);
    work->stamp = UINT8_MAX;
    if (!work->parts || !work->copies || !work->map) {
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
    free(work->map);
    free(work);
}

/* ---- survey of the requests */

struct survey {
    unsigned kinds;    /* bits: enum request_kind */
    bool is_irregular; /* an image lies in several areas */
    uint32_t members;
    uint32_t low, high; /* cells stored to */
};

static struct survey look(const struct tile *tiles, uint32_t count)
{
    struct survey all = {.low = UINT32_MAX};
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = strand_active(&tiles[t], 0); k != STRAND_END; k = strand_active(&tiles[t], k + 1)) {
            const struct strand *strand = &tiles[t].strands[k];
            if (!strand_is_due(strand))
                continue;
            const struct request *request = &strand->request;
            all.kinds |= 1u << request->kind;
            all.is_irregular |= request->is_image && request->step == 0;
            all.members += strand->count;
            if (request->kind != REQUEST_STORE)
                continue;
            all.low = request->low < all.low ? request->low : all.low;
            all.high = request->high > all.high ? request->high : all.high;
        }
    return all;
}

/* ---- cells requested more than once */

/* Also clears the map before its first use, as in machine/collide.c. */
static void forget_cells(struct commit_strands *work)
{
    if (++work->stamp == 0) {
        memset(work->map, 0, MAP_CELLS);
        work->stamp = 1;
    }
}

/* Marks a cell of the map; 1 if it was marked before. */
static inline uint32_t mark(uint8_t *cell, uint8_t stamp)
{
    const uint32_t again = *cell == stamp;
    *cell = stamp;
    return again;
}

/* The number of cells of the members' words of the same number that were requested before; `offset` is from
 * the first word's cell to the place of this one in the map. */
static uint32_t count_word_again(const struct commit_strands *work, const struct strand *strand,
                                 uint32_t offset)
{
    const struct request *request = &strand->request;
    const bool is_list = request->shape == REQUEST_LIST;
    uint32_t again = 0;
    offset += request->index;
    if (request->shape == REQUEST_ONE)
        return mark(&work->map[offset], work->stamp) + strand->count - 1;
    for (uint32_t block = strand->first_block; block < strand->end_block; block++) {
        const uint32_t first = block * ROWS_BLOCK;
        if (strand->set[block] == 0xffff && is_list) {
            for (uint32_t lane = first; lane < first + ROWS_BLOCK; lane++)
                again += mark(&work->map[request->list[lane] + offset], work->stamp);
            continue;
        }
        for (uint32_t rest = strand->set[block]; rest; rest &= rest - 1) {
            const uint32_t lane = first + (uint32_t)__builtin_ctz(rest);
            again += mark(&work->map[(is_list ? request->list[lane] : lane) + offset], work->stamp);
        }
    }
    return again;
}

/* The same of all words. The cell `low` is the lowest of all. */
static uint32_t count_again(const struct commit_strands *work, const struct strand *strand, uint32_t low)
{
    uint32_t again = 0;
    for (uint32_t word = 0; word < strand->request.words; word++)
        again += count_word_again(work, strand, word * strand->request.step - low);
    return again;
}

/* Of a phase of stores: whether all go to different cells. */
static bool all_differ(struct commit_strands *work, const struct tile *tiles, uint32_t count,
                       const struct survey *all)
{
    if (all->high - all->low >= MAP_CELLS)
        return false;
    forget_cells(work);
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = strand_active(&tiles[t], 0); k != STRAND_END; k = strand_active(&tiles[t], k + 1))
            if (strand_is_due(&tiles[t].strands[k]) && count_again(work, &tiles[t].strands[k], all->low) != 0)
                return false;
    return true;
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
        strand_recount(tile, &copies[at]);
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
        for (uint32_t k = strand_active(&tiles[t], 0); k != STRAND_END; k = strand_active(&tiles[t], k + 1))
            if (strand_is_due(&tiles[t].strands[k]) && !cut(work, &tiles[t], &tiles[t].strands[k]))
                return false;
    return true;
}

static const struct request *request_of(const struct part *part)
{
    return &part->strand->request;
}

/* Whether the order of the parts, first `a`, then `b`, is PP order for two parts of a tile in one cycle, for
 * any cells. */
static bool are_in_order(const struct part *a, const struct part *b)
{
    if (strand_last(a->members) < strand_first(b->members))
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
            if (work->parts[n].cycle == cycle && !are_in_order(&work->parts[n], part))
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

static void store_parts(struct commit_strands *work, uint64_t cycle, uint32_t low)
{
    struct machine *machine = work->world->machine;
    if (machine->config.count_conflicts)
        forget_cells(work);
    for (uint32_t k = 0; k < work->count; k++) {
        const struct part *part = &work->parts[k];
        if (part->cycle != cycle || request_of(part)->kind != REQUEST_STORE)
            continue;
        if (machine->config.count_conflicts) {
            const uint32_t lost = count_again(work, part->members, low);
            const uint32_t pc = request_of(part)->pc;
            const bool counts = !part->strand->in_barrier && machine_counts_conflict(machine, pc);
            machine_count_lost(machine, pc, counts ? lost : 0);
        }
        commit_store(part->tile, part->members);
    }
}

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

static bool carry_out(struct commit_strands *work, uint64_t cycle, const struct survey *all)
{
    for (uint32_t k = 0; k < work->count && (all->kinds & 1u << REQUEST_FOLD); k++)
        if (work->parts[k].cycle == cycle && request_of(&work->parts[k])->kind == REQUEST_FOLD)
            fold_part(&work->parts[k]);
    if (all->kinds & 1u << REQUEST_STORE)
        store_parts(work, cycle, all->low);
    for (uint32_t k = 0; k < work->count && (all->kinds & 1u << REQUEST_HOST); k++)
        if (work->parts[k].cycle == cycle && request_of(&work->parts[k])->kind == REQUEST_HOST &&
            !call_host(&work->parts[k]))
            return false;
    return true;
}

enum commit_outcome commit_by_strands(struct commit_strands *work, struct tile *tiles, uint32_t count,
                                      uint64_t *end_cycle)
{
    const struct machine_config *config = &work->world->machine->config;
    const struct survey all = look(tiles, count);
    const bool stores = all.kinds & 1u << REQUEST_STORE;
    if (all.members < FEW || all.is_irregular || (all.kinds & 1u << REQUEST_LOAD))
        return COMMIT_NOT;
    if (all.kinds == 1u << REQUEST_STORE && all_differ(work, tiles, count, &all)) {
        commit_own(tiles, count);
        return COMMIT_DONE;
    }
    if ((stores && config->policy != POLICY_HIGH) ||
        (stores && config->count_conflicts && all.high - all.low >= MAP_CELLS) ||
        !cut_all(work, tiles, count))
        return COMMIT_NOT;
    for (unsigned n = 0; n < work->cycle_count; n++)
        if (!is_simple(work, work->cycles[n]))
            return COMMIT_NOT;
    for (unsigned n = 0; n < work->cycle_count; n++)
        if (!carry_out(work, work->cycles[n], &all)) {
            *end_cycle = work->cycles[n]; /* a fault of host or exit happens at the end of the cycle */
            return COMMIT_OVER;
        }
    return COMMIT_DONE;
}
