/* lookout.c - see lookout.h.
 *
 * What was done to a cell is kept in a table in which cells drive each other out: the last store, and the
 * last loads by two PPs. Of a PP is known when it last did what puts it after others: a multiprefix request,
 * an access in a barrier, in the library, in a function that waits, or to a cell that is used by multiprefix.
 * Times are counted from when the look began. What most PPs do together is looked at the first times that
 * they come to a place, and less and less often then; of many PPs, and after the first turn, in a part of all
 * cells, each turn in another one. So what is new gets most of the time.
 */
#include "sim/bsp/tile/lookout.h"

#include <stdlib.h>
#include <string.h>

#include "sim/bsp/tile/inside.h"
#include "sim/machine/listens.h"
#include "sim/machine/record/noticed.h"

/* How much is looked at in the first turn, in accesses for each PP; at least so many; and in a later one, a
 * part of that. An access that is passed by costs as much as a sixteenth. */
enum { TURN = 8, TURN_LEAST = 1 << 12, LATER_PART = 4, LOOKED_COST = 16, PASSED_COST = 1 };

/* The first turn lasts so many cycles at most, a later one a part of that; so many if there is nothing to be
 * seen, and then the pause is longer. For an access nothing is looked at for as long as a PP needs for so
 * many instructions; for a cycle, for so many cycles. */
enum {
    CYCLES_MOST = 4096,
    CYCLES_IDLE = 512,
    IDLE_PAUSE = 16,
    ACCESS_PAUSE = 1 << 14,
    CYCLE_PAUSE = 1 << 8,
    PPS_LEAST = 256
};

/* Cells that the table has room for, for each PP; parts that all cells are divided into, where more PPs than
 * these stand together. */
enum { CELLS_SHIFT = 1, CELLS_LEAST = 1024, PARTS = 4, PARTS_PPS = 256, FOUND_MOST = 32, TILES_MOST = 2 };

/* An access; time 0: there was none. */
struct past {
    uint32_t time, pc;
    uint16_t lane;
    bool is_store; /* among loads: of what was there */
};

struct seen {
    uint32_t look; /* in which it was seen; else it is of no use */
    uint32_t cell;
    uint32_t value; /* that `store` is to leave */
    struct past store;
    struct past loads[2]; /* of different PPs, the later one first; and stores that changed nothing */
};

/* A pair of places. */
struct found {
    enum noticed_kind kind;
    uint32_t cell;
    struct noticed_access access, other;
    uint64_t times;
    uint64_t segment, before; /* .. and before the segment that began in that cycle */
};

struct lookout {
    bool sees;        /* in this turn somebody has done what may race */
    uint64_t opened;  /* cycle in which the present look began, */
    uint64_t segment; /* .. in which the present segment did */
    uint32_t look;    /* its number, from 1 */
    uint32_t turn; /* how often there has been a time to look, from 1: several looks, if PPs leave the tile */
    uint64_t cost, most;             /* of this turn */
    uint64_t cycles;                 /* .. which its looks before this one took, */
    uint64_t cycles_most;            /* .. and all may take */
    uint32_t shift;                  /* of hashes: so many bits say the place in `seen` */
    uint32_t folded_low, folded_end; /* all of tile.folded lies between */
    uint32_t found_count;
    struct found found[FOUND_MOST];
    uint32_t *ordered; /* by lane: when it was last put after others; 0: never */
    uint32_t *times;   /* by pc: how often PPs have been there together, in this turn */
    struct seen *seen;
};

/* ---- when */

uint64_t lookout_first(const struct tile *tile)
{
    const struct machine *machine = tile->world->machine;
    const bool is_looked_at = tile->world->judged != NULL && tile->pps > 1 &&
                              tile->first_pp / TILE_LANES_MAX < TILES_MOST && !listens(machine->observers) &&
                              machine->inject == NULL && machine->ranks == NULL;
    return is_looked_at ? 0 : UINT64_MAX;
}

static struct lookout *create(const struct tile *tile)
{
    const uint32_t wanted = tile->lanes << CELLS_SHIFT;
    struct lookout *lookout = calloc(1, sizeof *lookout);
    if (lookout == NULL)
        return NULL;
    lookout->shift = (uint32_t)__builtin_clz((wanted > CELLS_LEAST ? wanted : CELLS_LEAST) - 1);
    lookout->seen = calloc((size_t)1 << (32 - lookout->shift), sizeof *lookout->seen);
    lookout->ordered = calloc(tile->lanes, sizeof *lookout->ordered);
    lookout->times = calloc((size_t)tile->world->code_count + 1, sizeof *lookout->times);
    if (lookout->seen == NULL || lookout->ordered == NULL || lookout->times == NULL) {
        lookout_destroy(lookout);
        return NULL;
    }
    return lookout;
}

void lookout_destroy(struct lookout *lookout)
{
    if (lookout == NULL)
        return;
    free(lookout->seen);
    free(lookout->ordered);
    free(lookout->times);
    free(lookout);
}

/* Whether there are two PPs who may race. */
static bool pays(const struct tile *tile)
{
    uint32_t members = 0;
    for (uint32_t k = strand_awake(tile, 0); k != STRAND_END && members < 2; k = strand_awake(tile, k + 1)) {
        const struct strand *strand = &tile->strands[k];
        members += strand->in_barrier ? 0 : strand->count;
    }
    return members >= 2;
}

static void widen(struct lookout *lookout, uint32_t low, uint32_t end)
{
    lookout->folded_low = low < lookout->folded_low ? low : lookout->folded_low;
    lookout->folded_end = end > lookout->folded_end ? end : lookout->folded_end;
}

static void begin_turn(const struct tile *tile, struct lookout *lookout)
{
    const uint64_t share = (uint64_t)tile->lanes * TURN, first = share > TURN_LEAST ? share : TURN_LEAST;
    const unsigned part = lookout->turn == 0 ? 1 : LATER_PART;
    lookout->most = first / part * LOOKED_COST;
    lookout->cycles_most = CYCLES_MOST / part;
    lookout->cost = lookout->cycles = 0;
    lookout->sees = false;
    lookout->turn++;
    memset(lookout->times, 0, ((size_t)tile->world->code_count + 1) * sizeof *lookout->times);
}

static void open(struct tile *tile)
{
    struct lookout *lookout = tile->lookout;
    if (lookout == NULL)
        tile->lookout = lookout = create(tile);
    tile->looks_out = lookout != NULL;
    if (lookout == NULL) {
        tile->look_next = UINT64_MAX;
        return;
    }
    if (lookout->most == 0)
        begin_turn(tile, lookout);
    lookout->opened = lookout->segment = tile->end;
    lookout->look++;
    lookout->folded_low = UINT32_MAX;
    lookout->folded_end = 0;
    for (unsigned k = 0; k < TILE_FOLDS; k++)
        if (tile->folded[k].end != 0)
            widen(lookout, tile->folded[k].low, tile->folded[k].end);
    memset(lookout->ordered, 0, tile->lanes * sizeof *lookout->ordered);
}

void lookout_end(struct tile *tile)
{
    if (!tile->looks_out)
        return;
    tile->lookout->cycles += tile->end - tile->lookout->opened;
    tile->looks_out = false;
}

static void end_turn(struct tile *tile)
{
    struct lookout *lookout = tile->lookout;
    lookout_end(tile);
    const uint32_t running = tile->running > PPS_LEAST ? tile->running : PPS_LEAST;
    const uint64_t by_cost = lookout->cost / LOOKED_COST * ACCESS_PAUSE / running;
    const uint64_t by_cycles = lookout->cycles * CYCLE_PAUSE * (lookout->sees ? 1 : IDLE_PAUSE);
    tile->look_next = tile->end + (by_cost > by_cycles ? by_cost : by_cycles);
    lookout->most = 0;
}

void lookout_choose(struct tile *tile)
{
    if (tile->looks_out) {
        struct lookout *lookout = tile->lookout;
        const uint64_t cycles = lookout->cycles + tile->end - lookout->opened;
        lookout->segment = tile->end;
        if (lookout->cost >= lookout->most || cycles > lookout->cycles_most ||
            (!lookout->sees && cycles > CYCLES_IDLE))
            end_turn(tile);
    } else if (pays(tile)) {
        open(tile);
    }
}

/* ---- what is found */

static struct noticed_access access_of(const struct tile *tile, const struct past *past)
{
    return (struct noticed_access){
        .pp = tile->first_pp + past->lane, .pc = past->pc, .cycle = tile->lookout->opened + past->time - 1};
}

static void find(const struct tile *tile, enum noticed_kind kind, uint32_t cell, const struct past *now,
                 const struct past *other)
{
    struct lookout *lookout = tile->lookout;
    uint32_t k = 0;
    while (k < lookout->found_count &&
           (lookout->found[k].access.pc != now->pc || lookout->found[k].other.pc != other->pc))
        k++;
    if (k == FOUND_MOST)
        return;
    struct found *found = &lookout->found[k];
    if (k == lookout->found_count) {
        lookout->found_count++;
        *found = (struct found){.kind = kind,
                                .cell = cell,
                                .access = access_of(tile, now),
                                .other = access_of(tile, other),
                                .segment = lookout->segment};
    } else if (found->segment != lookout->segment) {
        found->segment = lookout->segment;
        found->before = found->times;
    }
    found->times++;
}

bool lookout_has_found(const struct tile *tile)
{
    return tile->lookout != NULL && tile->lookout->found_count != 0;
}

void lookout_tell(const struct tile *tile, const uint32_t *places, uint64_t fails_in)
{
    const struct lookout *lookout = tile->lookout;
    for (uint32_t k = 0; k < lookout->found_count; k++) {
        const struct found *found = &lookout->found[k];
        const bool is_cut = found->segment == lookout->segment && fails_in != UINT64_MAX;
        const uint64_t some = found->access.cycle < fails_in; /* of the last segment: at least that one */
        const uint64_t times = !is_cut ? found->times : found->before > some ? found->before : some;
        if (times != 0)
            (void)noticed_add(tile->world->machine, places, found->kind, found->cell, found->access,
                              found->other, times);
    }
}

/* ---- accesses */

static uint32_t hash_of(uint32_t cell)
{
    return cell * 0x9e3779b1u;
}

static struct seen *find_cell(struct lookout *lookout, uint32_t cell)
{
    struct seen *seen = &lookout->seen[hash_of(cell) >> lookout->shift];
    if (seen->look != lookout->look || seen->cell != cell)
        *seen = (struct seen){.look = lookout->look, .cell = cell};
    return seen;
}

/* Whether the cell is used by multiprefix, as that of a lock is. */
static bool is_lock(const struct tile *tile, uint32_t cell)
{
    const struct lookout *lookout = tile->lookout;
    bool is_in = false;
    if (cell >= lookout->folded_low && cell < lookout->folded_end)
        for (unsigned k = 0; k < TILE_FOLDS && !is_in; k++)
            is_in = cell >= tile->folded[k].low && cell < tile->folded[k].end;
    return is_in;
}

/* Whether that was done by another PP, before now, and nothing has put this one after it. */
static bool races(const struct lookout *lookout, const struct past *past, const struct past *now)
{
    return past->time != 0 && past->lane != now->lane && past->time <= now->time &&
           past->time > lookout->ordered[now->lane];
}

/* An access that changes nothing, but would notice a change. */
static void remember(struct seen *seen, const struct past *now, bool is_store)
{
    if (seen->loads[0].time != 0 && seen->loads[0].lane != now->lane)
        seen->loads[1] = seen->loads[0];
    seen->loads[0] = *now;
    seen->loads[0].is_store = is_store;
}

static void load(const struct tile *tile, struct seen *seen, const struct past *now)
{
    if (races(tile->lookout, &seen->store, now))
        find(tile, NOTICED_LOAD, seen->cell, now, &seen->store);
    remember(seen, now, false);
}

static void store(const struct tile *tile, struct seen *seen, const struct past *now, uint32_t datum)
{
    const struct lookout *lookout = tile->lookout;
    const uint32_t present =
        seen->store.time == now->time ? seen->value : tile->world->machine->memory.cells[seen->cell];
    if (datum == present) {
        remember(seen, now, true);
        return;
    }
    if (races(lookout, &seen->store, now))
        find(tile, NOTICED_STORE, seen->cell, now, &seen->store);
    else
        for (int k = 0; k < 2; k++)
            if (races(lookout, &seen->loads[k], now)) {
                find(tile, seen->loads[k].is_store ? NOTICED_STORE_KEPT : NOTICED_STORE_LOADED, seen->cell,
                     now, &seen->loads[k]);
                break;
            }
    seen->store = *now;
    seen->value = datum;
}

/* What is the same for all members of a strand. */
struct view {
    enum lookout_kind kind;
    bool orders;    /* the PP comes after others by it, */
    bool is_judged; /* .. or it may race */
    bool is_lock;   /* the cell is in tile.folded from now on */
    uint32_t time, pc;
};

static struct view view_of(const struct tile *tile, const struct strand *strand, uint32_t pc,
                           enum lookout_kind kind)
{
    const bool orders = kind == LOOKOUT_FOLD || strand->in_barrier || tile->world->judged[pc] == 0;
    return (struct view){.kind = kind,
                         .orders = orders,
                         .is_judged = !orders && strand->in_async,
                         .is_lock = kind == LOOKOUT_FOLD && tile_is_fold_noted(tile, strand, pc),
                         .time = (uint32_t)(strand->cycle - tile->lookout->opened) + 1,
                         .pc = pc};
}

/* One that is not judged: with what it stores nobody races. */
static void pass(struct lookout *lookout, const struct view *view, uint32_t cell)
{
    if (view->kind == LOOKOUT_LOAD)
        return;
    if (view->is_lock)
        widen(lookout, cell, cell + 1);
    find_cell(lookout, cell)->store.time = 0;
}

static void judge(const struct tile *tile, const struct view *view, uint32_t lane, uint32_t cell,
                  uint32_t datum)
{
    struct lookout *lookout = tile->lookout;
    const struct past now = {.time = view->time, .pc = view->pc, .lane = (uint16_t)lane};
    lookout->cost += LOOKED_COST;
    lookout->sees = true;
    if (is_lock(tile, cell)) {
        lookout->ordered[lane] = view->time;
        pass(lookout, view, cell);
    } else if (view->kind == LOOKOUT_LOAD) {
        load(tile, find_cell(lookout, cell), &now);
    } else {
        store(tile, find_cell(lookout, cell), &now, datum);
    }
}

/* The cells that the PPs of a block access. */
static void cells_of(const struct address *address, uint32_t first, uint32_t cells[ROWS_BLOCK])
{
    const uint32_t *row = address->operand.row, more = address->more;
    const uint32_t base = operand_word(address->operand, first) + more, stride = address->operand.stride;
    if (row != NULL)
        for (uint32_t k = 0; k < ROWS_BLOCK; k++)
            cells[k] = row[first + k] + more;
    else
        for (uint32_t k = 0; k < ROWS_BLOCK; k++)
            cells[k] = base + k * stride;
}

/* Which of a block's cells are among those that are looked for in this turn: a bit for each. Cells side by
 * side are of different parts. */
static uint32_t bits_in_part(const struct lookout *lookout, const uint32_t cells[ROWS_BLOCK])
{
    uint32_t rest[ROWS_BLOCK], bits = 0;
    for (uint32_t k = 0; k < ROWS_BLOCK; k++)
        rest[k] = (cells[k] ^ cells[k] >> 3 ^ cells[k] >> 7 ^ lookout->turn) % PARTS;
    for (uint32_t k = 0; k < ROWS_BLOCK; k++)
        bits |= (uint32_t)(rest[k] == 0) << k;
    return bits;
}

/* Which are used as locks: these order PPs even if nothing is looked at. */
static uint32_t bits_of_locks(const struct tile *tile, const uint32_t cells[ROWS_BLOCK])
{
    const uint32_t low = tile->lookout->folded_low, span = tile->lookout->folded_end - low;
    uint32_t some = 0, bits = 0;
    for (uint32_t k = 0; k < ROWS_BLOCK; k++)
        some |= cells[k] - low < span;
    for (uint32_t k = 0; some != 0 && k < ROWS_BLOCK; k++)
        bits |= (uint32_t)is_lock(tile, cells[k]) << k;
    return bits;
}

static void order_block(struct lookout *lookout, uint32_t members, uint32_t first, uint32_t time)
{
    uint32_t *const ordered = lookout->ordered + first;
    if (members == UINT16_MAX)
        for (uint32_t k = 0; k < ROWS_BLOCK; k++)
            ordered[k] = time;
    else
        for (; members != 0; members &= members - 1)
            ordered[__builtin_ctz(members)] = time;
}

/* Members that come after others by their access. */
static void see_ordered(const struct tile *tile, const struct strand *strand, const struct view *view,
                        const struct address *address)
{
    const bool all_one = view->kind == LOOKOUT_LOAD || is_uniform(address->operand);
    for (uint32_t block = strand->first_block; block < strand->end_block; block++)
        order_block(tile->lookout, strand->set[block], block * ROWS_BLOCK, view->time);
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        pass(tile->lookout, view, address_word(*address, lane));
        if (all_one)
            return;
    }
}

/* Whether what PPs do there together is looked at this time. */
static bool is_time(struct lookout *lookout, uint32_t pc)
{
    const uint32_t times = ++lookout->times[pc];
    return (times & (times - 1)) == 0;
}

void lookout_see(const struct tile *tile, const struct strand *strand, enum lookout_kind kind,
                 const struct address *address, struct operand datum)
{
    struct lookout *lookout = tile->lookout;
    const struct view view = view_of(tile, strand, strand->pc, kind);
    lookout->cost += strand->count * PASSED_COST;
    if (!view.is_judged) {
        if (view.orders || kind != LOOKOUT_LOAD)
            see_ordered(tile, strand, &view, address);
        return;
    }
    lookout->sees = true;
    const bool looks = is_time(lookout, strand->pc);
    const bool in_part = strand->count > PARTS_PPS && !is_uniform(address->operand);
    if (!looks && lookout->folded_end == 0)
        return;
    for (uint32_t block = strand->first_block; block < strand->end_block; block++) {
        const uint32_t members = strand->set[block], first = block * ROWS_BLOCK;
        uint32_t cells[ROWS_BLOCK];
        cells_of(address, first, cells);
        uint32_t bits = !looks ? 0 : in_part ? bits_in_part(lookout, cells) : UINT32_MAX;
        bits = (bits | bits_of_locks(tile, cells)) & members;
        for (; bits != 0; bits &= bits - 1) {
            const uint32_t k = (uint32_t)__builtin_ctz(bits);
            judge(tile, &view, first + k, cells[k], operand_word(datum, first + k));
        }
    }
}

void lookout_see_one(const struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t pc,
                     enum lookout_kind kind, uint32_t cell, uint32_t datum)
{
    struct lookout *lookout = tile->lookout;
    const struct view view = view_of(tile, strand, pc, kind);
    lookout->cost += PASSED_COST;
    if (view.is_judged) {
        judge(tile, &view, lane, cell, datum);
        return;
    }
    if (view.orders)
        lookout->ordered[lane] = view.time;
    pass(lookout, &view, cell);
}
