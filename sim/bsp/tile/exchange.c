/* exchange.c - PPs leave a tile, all at once, and come back to it: for whoever runs them in another way
 * meanwhile (event/event.h). That is only at level 0, when all are in one cycle and nothing is asked for. Or
 * they go to tiles of another width, at any level. Both between segments. Calls tile/strand, tile/state,
 * tile/place.
 */
#include <string.h>

#include "sim/bsp/tile/inside.h"
#include "sim/bsp/tile/lookout/lookout.h"
#include "sim/bsp/tile/place.h"

static void take(const struct tile *tile, const struct strand *strand, uint32_t lane, struct tile_pp *pp)
{
    *pp = (struct tile_pp){.running = strand->state != STRAND_FREE,
                           .in_barrier = strand->in_barrier,
                           .in_async = strand->in_async,
                           .in_sync = strand->in_sync,
                           .has_stack = strand->has_stack,
                           .pc = strand->pc,
                           .status = tile_status(tile, strand, lane),
                           .late_target = strand->late_target,
                           .late_value = strand->late_affine ? strand->late_base + lane * strand->late_stride
                                                             : tile->late[strand->late_slot][lane],
                           .since = tile->barrier_since[lane],
                           .yielded = strand->yielded};
    if (pp->running)
        pp->busy = (uint32_t)(strand->cycle + strand->busy - tile->end);
    pp->busy_pc = pp->busy != 0 ? strand->busy_pc : 0;
}

enum { FIRST_REGISTER = 2, END_REGISTERS = 32 }; /* R0 and R1 are in no row */

static uint32_t end_of_block(const struct tile *tile, uint32_t first)
{
    return first + ROWS_BLOCK < tile->pps ? first + ROWS_BLOCK : tile->pps;
}

/* Rows are read block by block: a row has a word of each PP, and all that PPs are lies on many lines. */
static void take_registers(const struct tile *tile, struct tile_pp *pps)
{
    for (uint32_t first = 0; first < tile->pps; first += ROWS_BLOCK) {
        const uint32_t end = end_of_block(tile, first);
        for (unsigned r = FIRST_REGISTER; r < END_REGISTERS; r++) {
            const struct operand operand = tile_operand(tile, r);
            for (uint32_t lane = first; lane < end; lane++)
                pps[lane].r[r] = operand_word(operand, lane);
        }
        for (uint32_t rest = tile->is_apart[first / ROWS_BLOCK]; rest != 0; rest &= rest - 1) {
            const uint32_t lane = first + (uint32_t)__builtin_ctz(rest);
            memcpy(&pps[lane].r[FIRST_REGISTER], &tile->apart[lane].reg[FIRST_REGISTER],
                   (END_REGISTERS - FIRST_REGISTER) * sizeof *pps->r);
        }
    }
}

void tile_take_pps(const struct tile *tile, struct tile_pp *pps)
{
    struct strand halted = {.state = STRAND_FREE, .flags = FLAGS_ROW, .late_target = DECODE_SINK};
    for (uint32_t lane = 0; lane < tile->pps; lane++)
        if (tile->halted_pc[lane] != UINT32_MAX) {
            halted.pc = tile->halted_pc[lane];
            take(tile, &halted, lane, &pps[lane]);
        }
    for (uint32_t k = 0; k < tile->strand_end; k++) {
        const struct strand *strand = &tile->strands[k];
        if (strand->state == STRAND_FREE)
            continue;
        for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
            take(tile, strand, lane, &pps[lane]);
    }
    take_registers(tile, pps);
}

/* ---- coming back */

enum { PLACES = 256 };

static bool is_place_of(const struct strand *strand, const struct tile_pp *pp, uint64_t cycle)
{
    return strand->pc == pp->pc && strand->late_target == pp->late_target &&
           strand->in_barrier == pp->in_barrier && strand->in_async == pp->in_async &&
           strand->in_sync == pp->in_sync && strand->has_stack == pp->has_stack &&
           strand->yielded == pp->yielded && strand->cycle == cycle + pp->busy &&
           strand->busy_pc == pp->busy_pc;
}

/* The strand that a PP becomes a member of; lanes come in ascending order. */
static void join(struct tile *tile, const struct tile_pp *pp, uint32_t lane, uint64_t cycle, uint16_t *places)
{
    uint16_t *place = &places[pp->pc % PLACES];
    const uint32_t block = lane / ROWS_BLOCK;
    struct strand *strand = *place != 0 ? &tile->strands[*place - 1] : NULL;
    for (uint32_t k = 0; strand != NULL && !is_place_of(strand, pp, cycle) && k < tile->strand_end; k++)
        strand = tile->strands[k].state != STRAND_FREE ? &tile->strands[k] : strand;
    if (strand == NULL || !is_place_of(strand, pp, cycle)) {
        strand = tile_take_strand(tile);
        *strand = (struct strand){.state = STRAND_WAITING,
                                  .phase = STATS_PHASE_other,
                                  .flags = FLAGS_ROW,
                                  .late_target = (uint8_t)pp->late_target,
                                  .in_barrier = pp->in_barrier,
                                  .in_async = pp->in_async,
                                  .in_sync = pp->in_sync,
                                  .has_stack = pp->has_stack,
                                  .pc = pp->pc,
                                  .first_block = block,
                                  .busy_pc = pp->busy_pc,
                                  .busy_until = pp->busy != 0 ? cycle + pp->busy : 0,
                                  .cycle = cycle + pp->busy,
                                  .yielded = pp->yielded};
        *place = (uint16_t)(strand - tile->strands + 1);
    }
    strand->set[block] |= (uint16_t)(1u << lane % ROWS_BLOCK);
    strand->end_block = block + 1;
    strand->count++;
}

/* Whether a register that is two numbers is still what they say, in lanes first .. end - 1. */
static bool is_as_before(const struct tile *tile, unsigned r, const struct tile_pp *pps, uint32_t first,
                         uint32_t end)
{
    uint32_t differ = 0;
    for (uint32_t lane = first; lane < end; lane++)
        differ |= pps[lane].r[r] ^ (tile->base[r] + lane * tile->stride[r]);
    return differ == 0;
}

/* The registers of all PPs, those that have halted included, become rows, but for those that have stayed what
 * they were: a program leaves most of them alone. */
static void put_registers(struct tile *tile, const struct tile_pp *pps)
{
    const uint64_t all = (((uint64_t)1 << END_REGISTERS) - 1) & ~(((uint64_t)1 << FIRST_REGISTER) - 1);
    tile_rows_change(tile, all & ~tile->affine);
    for (uint32_t first = 0; first < tile->pps; first += ROWS_BLOCK) {
        const uint32_t end = end_of_block(tile, first);
        for (unsigned r = FIRST_REGISTER; r < END_REGISTERS; r++) {
            if (tile->affine >> r & 1) {
                if (is_as_before(tile, r, pps, first, end))
                    continue;
                tile_fill_row(tile, r);
                tile_rows_change(tile, (uint64_t)1 << r);
            }
            for (uint32_t lane = first; lane < end; lane++)
                tile->row[r][lane] = pps[lane].r[r];
        }
    }
    tile->lost |= all;
    memset(tile->is_apart, 0, sizeof tile->is_apart);
    tile->some_apart = false;
}

void tile_put_pps(struct tile *tile, const struct tile_pp *pps, uint64_t cycle)
{
    uint16_t places[PLACES] = {0};
    lookout_end(tile);
    for (uint32_t k = 0; k < tile->strand_end; k++)
        if (tile->strands[k].state != STRAND_FREE)
            tile_give_strand(tile, &tile->strands[k]);
    tile->strand_end = 0;
    tile->running = 0;
    put_registers(tile, pps);
    for (uint32_t lane = 0; lane < tile->pps; lane++) {
        const struct tile_pp *pp = &pps[lane];
        tile->status[lane] = pp->status;
        tile->late[0][lane] = pp->late_value;
        tile->barrier_since[lane] = pp->since;
        tile->halted_pc[lane] = pp->running ? UINT32_MAX : pp->pc;
        tile->running += pp->running;
        if (pp->running)
            join(tile, pp, lane, cycle, places);
    }
    tile->end = cycle;
    if (tile->strand_end == 1 && strand_is_whole(tile, &tile->strands[0]))
        tile_find_affine(tile);
}

/* ---- from tile to tile: taken apart into narrower ones, or put together from them, with all that PPs are in
 * the midst of
 *
 * A strand becomes one in each tile that gets members of it, and is in every other respect the same, as if it
 * had been parted there (tile_part). Strands that come from several tiles stay apart until they meet. Two
 * numbers are counted from another lane, or, where tiles do not agree, become a row again. */

/* `count` PPs, and where they are in both tiles. */
struct move {
    struct tile *from, *to;
    uint32_t from_lane, to_lane, count;
};

/* How much is to be added to a lane of the new tile for that of the old one. */
static uint32_t lane_shift(const struct move *move)
{
    return move->from_lane - move->to_lane;
}

void tile_empty(struct tile *tile)
{
    for (uint32_t k = 0; k < tile->strand_end; k++)
        tile->strands[k].state = STRAND_FREE;
    tile->strand_end = tile->running = 0;
    memset(tile->awake, 0, sizeof tile->awake);
    memset(tile->asleep, 0, sizeof tile->asleep);
    memset(tile->ready, 0, sizeof tile->ready);
    memset(tile->is_apart, 0, sizeof tile->is_apart);
    tile->held.any = tile->held.spin = tile->some_apart = tile->parted = false;
    tile->affine = tile->filled = tile->lost = tile->ranged = tile->tested = tile->runs = 0;
}

/* rows */

static void fill(uint32_t *row, uint32_t base, uint32_t stride, uint32_t first, uint32_t end)
{
    for (uint32_t lane = first; lane < end; lane++)
        row[lane] = base + lane * stride;
}

/* PPs come in ascending order: those before them are in the new tile already. */
static void move_register(const struct move *move, unsigned number)
{
    const struct tile *from = move->from;
    struct tile *to = move->to;
    const uint64_t bit = (uint64_t)1 << number;
    const bool is_first = move->to_lane == 0, are_numbers = (from->affine & bit) != 0;
    const uint32_t stride = from->stride[number], base = from->base[number] + lane_shift(move) * stride;
    if (is_first && are_numbers) {
        to->affine |= bit;
        to->base[number] = base;
        to->stride[number] = stride;
        return;
    }
    if ((to->affine & bit) != 0 && !is_first) {
        if (are_numbers && to->base[number] == base && to->stride[number] == stride)
            return;
        fill(to->row[number], to->base[number], to->stride[number], 0, move->to_lane);
        to->affine &= ~bit;
        to->lost |= bit;
    }
    if (are_numbers)
        fill(to->row[number], base, stride, move->to_lane, move->to_lane + move->count);
    else
        memcpy(to->row[number] + move->to_lane, from->row[number] + move->from_lane,
               move->count * sizeof *to->row[number]);
}

static void move_rows(const struct move *move)
{
    const struct tile *from = move->from;
    struct tile *to = move->to;
    const uint32_t a = move->from_lane, b = move->to_lane, count = move->count;
    const unsigned last = from->held.any ? TILE_ROWS : TILE_ROW_INDEX; /* the others belong to requests */
    for (unsigned number = TILE_ROW_LATE; number < last; number++)
        memcpy(tile_row(to, number) + b, tile_row(from, number) + a, count * sizeof(uint32_t));
    memcpy(to->offset + b, from->offset + a, count * sizeof *to->offset);
    memcpy(to->barrier_since + b, from->barrier_since + a, count * sizeof *to->barrier_since);
    memcpy(to->halted_pc + b, from->halted_pc + a, count * sizeof *to->halted_pc);
    if (to->noted_status != NULL)
        memcpy(to->noted_status + b, from->noted_status + a, count * sizeof *to->noted_status);
}

/* strands */

/* The members among the PPs; `set` is all 0. False: there are none. */
static bool move_members(const struct move *move, const uint16_t *members, uint16_t *set)
{
    uint32_t some_bits = 0;
    for (uint32_t done = 0, some; done < move->count; done += some) {
        const uint32_t a = move->from_lane + done, b = move->to_lane + done;
        const uint32_t x = a % ROWS_BLOCK, y = b % ROWS_BLOCK, room = ROWS_BLOCK - (x > y ? x : y);
        some = move->count - done < room ? move->count - done : room;
        const uint32_t bits = (uint32_t)members[a / ROWS_BLOCK] >> x & (((uint32_t)1 << some) - 1);
        set[b / ROWS_BLOCK] |= (uint16_t)(bits << y);
        some_bits |= bits;
    }
    return some_bits != 0;
}

static const uint32_t *row_there(const struct move *move, const uint32_t *row)
{
    const unsigned number = row != NULL ? tile_row_number(move->from, row) : TILE_ROWS;
    return number < TILE_ROWS ? tile_row(move->to, number) : NULL;
}

/* Only strands that are held still have requests; those of others have been carried out. */
static void move_request(const struct move *move, struct strand *strand)
{
    struct request *request = &strand->request;
    const uint32_t shift = lane_shift(move);
    request->runs = false;
    request->list = strand->held ? row_there(move, request->list) : NULL;
    request->datum.row = strand->held ? row_there(move, request->datum.row) : NULL;
    request->datum.base += shift * request->datum.stride;
    if (request->shape == REQUEST_RUN)
        request->index += shift;
}

static void move_strand(const struct move *move, const struct strand *strand)
{
    struct tile *to = move->to;
    struct strand *other = &to->strands[to->strand_end];
    uint16_t set[TILE_BLOCKS] = {0};
    if (!move_members(move, strand->set, set))
        return;
    *other = *strand;
    memcpy(other->set, set, sizeof set);
    other->first_block = 0;
    other->end_block = to->lanes / ROWS_BLOCK;
    strand_recount(other);
    other->cycle_is_low = other->cycles_differ;
    if (other->late_affine)
        other->late_base += lane_shift(move) * other->late_stride;
    move_request(move, other);
    to->awake[to->strand_end / 64] |= STRAND_BIT(to->strand_end);
    to->strand_end++;
    to->running += other->count;
}

void tile_move_pps(struct tile *from, uint32_t from_lane, struct tile *to, uint32_t to_lane, uint32_t count)
{
    const struct move move = {from, to, from_lane, to_lane, count};
    lookout_end(from);
    lookout_end(to);
    tile_add_folded(to->folded, from->folded);
    struct strand all = {.count = from->pps, .end_block = from->lanes / ROWS_BLOCK};
    memset(all.set, 0xff, sizeof all.set);
    tile_put_all_back(from, &all);
    for (unsigned number = 0; number < TILE_REGISTERS; number++)
        move_register(&move, number);
    move_rows(&move);
    for (uint32_t k = 0; k < from->strand_end; k++)
        if (from->strands[k].state != STRAND_FREE)
            move_strand(&move, &from->strands[k]);
    to->parted |= from->parted;
    to->exact = from->exact;
    to->end = from->end;
    to->budget = from->budget;
    to->budget_sync = from->budget_sync;
    to->in_step = to->passes = to->passed = false;
}
