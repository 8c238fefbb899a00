/* sight.c - examines accesses: see lookout.h.
 *
 * A table in which cells replace each other has the accesses to a cell: the last store, and the last loads by
 * two PPs. Of each PP it is known when it was last ordered after others: by a multiprefix request, an access
 * in a barrier or in the library, a load that polls, or an access to a cell used by multiprefix; and when it
 * last did something that others can wait for, a store or a multiprefix request.
 * Times are counted from the beginning of the look. What most PPs do in lockstep is examined on the first
 * visits of a place, and less and less often afterwards; of many PPs only for a part of all cells, a
 * different one in each look; at places of known pairs, and at places that PPs have often visited, for a
 * smaller part. So new places get most of the time. */
#include <string.h>

#include "sim/tile/inside.h"
#include "sim/tile/lookout/sight.h"

enum { OFTEN = 2 }; /* more visits than these in a turn are many */

/* ---- findings */

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
    lookout->visits[now->pc].is_known = lookout->visits[other->pc].is_known = true;
}

/* ---- accesses */

#define HASH 0x9e3779b1u
#define PARTS_HASH 0x85ebca6bu /* another one, so that cells of one part do not collide in the table */
static uint32_t hash_of(uint32_t cell)
{
    return cell * HASH;
}

static struct seen *find_cell(struct lookout *lookout, uint32_t cell)
{
    struct seen *seen = &lookout->seen[hash_of(cell) >> lookout->shift];
    if (seen->look != lookout->look || seen->cell != cell)
        *seen = (struct seen){.look = lookout->look, .cell = cell};
    lookout->holds = true;
    return seen;
}

/* Whether the cell is used by multiprefix, like that of a lock. */
static bool is_lock(const struct lookout *lookout, uint32_t cell)
{
    bool is_in = false;
    if (cell >= lookout->locks.low && cell < lookout->locks.end)
        for (unsigned k = 0; k < lookout->lock_count && !is_in; k++)
            is_in = cell >= lookout->lock[k].low && cell < lookout->lock[k].end;
    return is_in;
}

/* Whether the PP, after a time, may have done something that others can wait for, and by when. */
static bool may_be_out(const struct lookout *lookout, uint32_t lane, uint32_t after, uint32_t until)
{
    const uint32_t last = lookout->out[0][lane];
    return last > after && (last <= until || lookout->out[1][lane] > after);
}

/* Whether a PP is ordered after an access of another PP. */
static bool is_after(const struct lookout *lookout, const struct past *now, const struct past *past)
{
    const uint32_t ordered = lookout->ordered[now->lane];
    return past->time <= lookout->looked[now->lane] ||
           (past->time <= ordered && may_be_out(lookout, past->lane, past->time, ordered));
}

/* Whether another PP made the access before now, and this one is not ordered after it. */
static bool races(const struct lookout *lookout, const struct past *past, const struct past *now)
{
    return past->time != 0 && past->lane != now->lane && past->time <= now->time &&
           !is_after(lookout, now, past);
}

/* The PP does something that others can wait for. */
static void go_out(struct lookout *lookout, uint32_t lane, uint32_t time)
{
    if (lookout->out[0][lane] != time)
        lookout->out[1][lane] = lookout->out[0][lane];
    lookout->out[0][lane] = time;
}

/* Records an access that changes nothing, but would notice a change. */
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

/* What is common to all members of a strand. */
struct view {
    enum lookout_kind kind;
    bool orders;    /* the access orders the PP after others */
    bool is_judged; /* it may race */
    bool waits;     /* it is a load of a polling loop: the cell orders, too */
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
                         .waits = tile->world->code[pc].looks,
                         .is_lock = kind == LOOKOUT_FOLD && tile_is_fold_noted(tile, strand, pc),
                         .time = (uint32_t)(strand->cycle - tile->lookout->opened) + 1,
                         .pc = pc};
}

/* An access that cannot race: no PP races with its store, nor with its polling. */
static void pass(const struct tile *tile, const struct view *view, uint32_t cell)
{
    struct lookout *lookout = tile->lookout;
    if (view->kind == LOOKOUT_LOAD && !view->waits)
        return;
    if (view->is_lock && !is_lock(lookout, cell))
        lookout_learn_locks(tile, lookout);
    struct seen *seen = &lookout->seen[hash_of(cell) >> lookout->shift];
    if (seen->look == lookout->look && seen->cell == cell)
        seen->store.time = 0;
}

static void judge(const struct tile *tile, const struct view *view, uint32_t lane, uint32_t cell,
                  uint32_t datum)
{
    struct lookout *lookout = tile->lookout;
    const struct past now = {.time = view->time, .pc = view->pc, .lane = (uint16_t)lane};
    lookout->cost += LOOKED_COST;
    lookout->sees = true;
    if (is_lock(lookout, cell)) {
        lookout->looked[lane] = view->time;
        pass(tile, view, cell);
        return;
    }
    if (view->kind == LOOKOUT_LOAD) {
        load(tile, find_cell(lookout, cell), &now);
    } else {
        store(tile, find_cell(lookout, cell), &now, datum);
    }
}

/* The cells that the members of a strand access, by lane. */
static const uint32_t *cells_of(const struct tile *tile, const struct strand *strand,
                                const struct address *address)
{
    const struct operand operand = address->operand;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    uint32_t *const cells = tile->lookout->cells;
    if (operand.row != NULL)
        tile->world->rows->operate_constant[ROWS_add](cells + from, operand.row + from, address->more, lanes);
    else
        tile->world->rows->fill(cells + from, operand_word(operand, from) + address->more, operand.stride,
                                lanes);
    return cells;
}

/* The part of all cells to examine, as `bits` bits of a hash. A part by more bits lies in the part by fewer;
 * each look has another one. */
static uint32_t part_of(const struct lookout *lookout, unsigned bits)
{
    const uint32_t part = lookout->part % PARTS;
    return bits > PARTS_SHIFT ? part << PARTS_SHIFT | lookout->part / PARTS % PARTS : part;
}

/* The members' cells in that part: a bit for each. Neighbouring cells are in different parts. */
static void find_part(const struct tile *tile, const struct strand *strand, unsigned bits,
                      uint16_t in_part[TILE_BLOCKS])
{
    const struct lookout *lookout = tile->lookout;
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    uint32_t *const parts = lookout->parts + from;
    rows->operate_constant[ROWS_mul](parts, lookout->cells + from, PARTS_HASH, lanes);
    rows->operate_constant[ROWS_lsr](parts, parts, 32 - bits, lanes);
    rows->equal(in_part + strand->first_block, parts, part_of(lookout, bits), lanes);
}

/* The least and the largest cell, or a wider range. For registers of all PPs it is often known. */
static void find_range(struct tile *tile, const struct strand *strand, const struct address *address,
                       uint32_t *low, uint32_t *high)
{
    const unsigned base = tile->world->code[strand->pc].i.rs;
    const uint32_t *row = address->operand.row;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand), lane = strand_first(strand);
    const int64_t stride = (int32_t)address->operand.stride;
    const int64_t first = (int64_t)address_word(*address, lane) - stride * (lane - from);
    const int64_t last = first + stride * (lanes - 1), end = UINT32_MAX;
    if (row == NULL) {
        *low = (uint32_t)(first < last ? first > 0 ? first : 0 : last > 0 ? last : 0);
        *high = (uint32_t)(first > last ? first < end ? first : end : last < end ? last : end);
    } else if (strand_is_whole(tile, strand) && row == tile->row[base] && !(tile->affine >> base & 1)) {
        tile_row_range(tile, strand, base, address->more, low, high);
    } else {
        tile->world->rows->range(row + from, address->more, strand_bits(strand), lanes, low, high);
    }
}

/* Whether members may access cells that are used as locks. */
static bool may_touch_locks(struct tile *tile, const struct strand *strand, const struct address *address)
{
    const struct lookout *lookout = tile->lookout;
    uint32_t low, high;
    if (lookout->locks.end == 0)
        return false;
    find_range(tile, strand, address, &low, &high);
    return low < lookout->locks.end && high >= lookout->locks.low;
}

/* The cells of a block that are used as locks: they order PPs even outside looks. */
static uint32_t bits_of_locks(const struct lookout *lookout, const uint32_t *cells)
{
    const uint32_t low = lookout->locks.low, span = lookout->locks.end - low;
    uint32_t some = 0, bits = 0;
    for (uint32_t k = 0; k < ROWS_BLOCK; k++)
        some |= cells[k] - low < span;
    for (uint32_t k = 0; some != 0 && k < ROWS_BLOCK; k++)
        bits |= (uint32_t)is_lock(lookout, cells[k]) << k;
    return bits;
}

static void order_block(uint32_t *ordered, uint32_t members, uint32_t time)
{
    if (members == UINT16_MAX)
        for (uint32_t k = 0; k < ROWS_BLOCK; k++)
            ordered[k] = time;
    else
        for (; members != 0; members &= members - 1)
            ordered[__builtin_ctz(members)] = time;
}

/* Members do something that others can wait for. */
static void see_out(struct lookout *lookout, const struct strand *strand, uint32_t time)
{
    for (uint32_t block = strand->first_block; block < strand->end_block; block++) {
        const uint32_t first = block * ROWS_BLOCK;
        uint32_t *restrict last = lookout->out[0] + first, *restrict before = lookout->out[1] + first;
        uint32_t some = strand->set[block];
        for (uint32_t k = 0; some == UINT16_MAX && k < ROWS_BLOCK; k++) {
            before[k] = last[k] != time ? last[k] : before[k];
            last[k] = time;
        }
        for (some = some != UINT16_MAX ? some : 0; some != 0; some &= some - 1)
            go_out(lookout, first + (uint32_t)__builtin_ctz(some), time);
    }
}

/* Members are ordered after others by their access. */
static void see_ordered(const struct tile *tile, const struct strand *strand, const struct view *view,
                        const struct address *address)
{
    struct lookout *lookout = tile->lookout;
    const bool all_one = is_uniform(address->operand);
    uint32_t *const ordered = view->kind == LOOKOUT_FOLD ? lookout->ordered : lookout->looked;
    for (uint32_t block = strand->first_block; block < strand->end_block; block++)
        order_block(ordered + block * ROWS_BLOCK, strand->set[block], view->time);
    if (view->kind != LOOKOUT_LOAD)
        see_out(lookout, strand, view->time);
    if ((view->kind == LOOKOUT_LOAD && !view->waits) || (view->kind != LOOKOUT_FOLD && !lookout->holds))
        return;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        pass(tile, view, address_word(*address, lane));
        if (all_one)
            return;
    }
}

/* Whether to examine the access of a single PP there. */
static bool is_time_singly(const struct tile *tile, uint32_t pc, uint32_t cell)
{
    const struct lookout *lookout = tile->lookout;
    struct visits *const visits = &lookout->visits[pc];
    const bool is_often = ++visits->singly > tile->running || visits->is_known;
    return lookout_may_look(lookout) &&
           (!is_often || cell * PARTS_HASH >> (32 - PARTS_SHIFT) == part_of(lookout, PARTS_SHIFT));
}

/* Whether to examine accesses of PPs in lockstep there: the first, second, fourth, eighth time, and once
 * after each new place. */
static bool is_time(struct lookout *lookout, uint32_t pc)
{
    struct visits *const visits = &lookout->visits[pc];
    const uint32_t times = ++visits->times;
    if (((times & (times - 1)) != 0 && visits->news == lookout->news) || !lookout_may_look(lookout))
        return false;
    visits->news = lookout->news;
    return true;
}

/* An access that may race, by several PPs. */
static void look_at(struct tile *tile, const struct strand *strand, struct view *view,
                    const struct address *address, struct operand datum)
{
    struct lookout *lookout = tile->lookout;
    const bool is_one = is_uniform(address->operand), looks = is_time(lookout, strand->pc);
    if (view->kind == LOOKOUT_STORE)
        see_out(lookout, strand, view->time);
    const bool some_locks = may_touch_locks(tile, strand, address);
    uint16_t bits[TILE_BLOCKS];
    lookout->sees = true;
    lookout->cost += LOOKED_COST + (looks ? strand->count / CHOSEN_OF_COST : 0);
    if (!looks && !some_locks)
        return;
    const uint32_t *cells = cells_of(tile, strand, address);
    memset(bits, looks ? UINT8_MAX : 0, sizeof bits);
    const struct visits *visits = &lookout->visits[strand->pc];
    const bool is_often = visits->times > OFTEN || visits->is_known;
    const unsigned parts = PARTS_SHIFT * ((strand->count > PARTS_PPS) + is_often);
    if (looks && parts != 0 && !is_one)
        find_part(tile, strand, parts, bits);
    for (uint32_t block = strand->first_block; block < strand->end_block; block++) {
        const uint32_t first = block * ROWS_BLOCK,
                       locks = some_locks ? bits_of_locks(lookout, cells + first) : 0;
        for (uint32_t some = (bits[block] | locks) & strand->set[block]; some != 0; some &= some - 1) {
            const uint32_t lane = first + (uint32_t)__builtin_ctz(some);
            judge(tile, view, lane, cells[lane], operand_word(datum, lane));
        }
    }
}

void lookout_see(struct tile *tile, const struct strand *strand, enum lookout_kind kind,
                 const struct address *address, struct operand datum)
{
    if (!lookout_begins_to_see(tile, strand, strand->pc))
        return;
    struct lookout *lookout = tile->lookout;
    struct view view = view_of(tile, strand, strand->pc, kind);
    if (!view.is_judged) {
        lookout->cost += strand->count * PASSED_COST;
        if (view.orders || kind != LOOKOUT_LOAD)
            see_ordered(tile, strand, &view, address);
        return;
    }
    look_at(tile, strand, &view, address, datum);
}

void lookout_see_one(struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t pc,
                     enum lookout_kind kind, uint32_t cell, uint32_t datum)
{
    if (!lookout_begins_to_see(tile, strand, pc))
        return;
    struct lookout *lookout = tile->lookout;
    struct view view = view_of(tile, strand, pc, kind);
    lookout->cost += PASSED_COST;
    if (kind != LOOKOUT_LOAD)
        go_out(lookout, lane, view.time);
    if (view.is_judged) {
        if (is_time_singly(tile, pc, cell) || is_lock(lookout, cell))
            judge(tile, &view, lane, cell, datum);
        return;
    }
    if (view.orders)
        (kind == LOOKOUT_FOLD ? lookout->ordered : lookout->looked)[lane] = view.time;
    pass(tile, &view, cell);
}

/* ---- PPs that leave */

static struct lookout_access shown_access(const struct tile *tile, const struct past *past, uint32_t value)
{
    return (struct lookout_access){.cycle = past->time != 0 ? tile->lookout->opened + past->time - 1 : 0,
                                   .pp = tile->first_pp + past->lane,
                                   .pc = past->pc,
                                   .value = value,
                                   .is_store = past->is_store};
}

void lookout_show(const struct tile *tile, lookout_shown *shown, void *context)
{
    const struct lookout *lookout = tile->lookout;
    for (uint32_t k = 0; lookout->holds && k < (uint32_t)1 << (32 - lookout->shift); k++) {
        const struct seen *seen = &lookout->seen[k];
        const uint32_t value = tile->world->machine->memory.cells[seen->cell];
        if (seen->look != lookout->look || (seen->store.time != 0 && seen->value != value))
            continue;
        struct lookout_sight sight = {.cell = seen->cell, .store = shown_access(tile, &seen->store, value)};
        for (unsigned load = 0; load < 2; load++) /* before the last store there was another word */
            if (seen->loads[load].time > seen->store.time)
                sight.loads[load] = shown_access(tile, &seen->loads[load], value);
        shown(context, &sight);
    }
}

uint64_t lookout_ordered(const struct tile *tile, uint32_t lane)
{
    const struct lookout *lookout = tile->lookout;
    const uint32_t last = lookout_last(lookout, lane);
    return lookout->opened + (last != 0 ? last - 1 : 0);
}
