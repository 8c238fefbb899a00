/* order.c - the order of time: which requests have to wait until nobody is behind them
 * (docs/engine.md, section 4).
 *
 * Parts strands whose members come to a request in different cycles. Calls tile.
 */
#include "sim/bsp/phase/inside.h"

/* Which asynchronous requests the order of time lets pass. */
struct order {
    uint64_t present; /* nobody is behind this cycle */
    uint64_t limit;   /* all requests of earlier cycles are known */
    uint64_t reading; /* somebody spins, and reads in this cycle; else UINT64_MAX */
    bool spinning;
};

/* From a strand's next instruction on it is certain for so many cycles not to ask for anything that counts.
 */
static unsigned ahead_of(const struct tile_world *world, const struct strand *strand)
{
    return strand->pc < world->code_count && strand->late_target != 1 ? world->code[strand->pc].ahead : 0;
}

static struct order find_order(struct tile *tiles, uint32_t count, uint64_t departure)
{
    struct order order = {.present = departure, .limit = departure, .reading = UINT64_MAX};
    for (uint32_t t = 0; t < count; t++) {
        struct tile *tile = &tiles[t];
        if (tile->held.any) {
            order.present = tile->held.time < order.present ? tile->held.time : order.present;
            order.limit = tile->held.before < order.limit ? tile->held.before : order.limit;
        }
        for (uint32_t k = strand_awake(tile, 0); k != STRAND_END; k = strand_awake(tile, k + 1)) {
            struct strand *strand = &tile->strands[k];
            if (strand->in_barrier)
                continue;
            if (strand->cycles_differ)
                strand_settle_cycle(tile, strand);
            const uint64_t time = strand_time(strand);
            const uint64_t before = strand->cycle + ahead_of(tile->world, strand);
            order.present = time < order.present ? time : order.present;
            order.limit = before < order.limit ? before : order.limit;
            if (strand_spins(strand)) {
                order.spinning = true;
                if (strand->state == STRAND_WAITING && time < order.reading)
                    order.reading = time;
            }
        }
    }
    if (order.spinning)
        order.limit = order.present + 1 < order.reading ? order.present + 1 : order.reading;
    return order;
}

/* Whether any strand may have to wait. Where nobody has to, time is not looked at. */
static bool is_order_asked(const struct tile *tiles, uint32_t count)
{
    for (uint32_t t = 0; t < count; t++) {
        const struct tile *tile = &tiles[t];
        if (tile->held.any)
            return true;
        for (uint32_t k = strand_awake(tile, 0); k != STRAND_END; k = strand_awake(tile, k + 1)) {
            const struct strand *strand = &tile->strands[k];
            if (strand->yielded != 0)
                return true;
            if (strand->state == STRAND_REQUEST &&
                (strand->request.kind == REQUEST_HOST ||
                 (strand->request.kind == REQUEST_FOLD && strand->in_async)))
                return true;
        }
    }
    return false;
}

static void forget_held(struct tile_held *held)
{
    held->any = held->spin = false;
    held->phases = 0;
    held->time = held->before = UINT64_MAX;
}

static void add_held(struct tile_held *held, const struct tile_held_one *one)
{
    const uint64_t before = one->time + one->ahead;
    held->any = true;
    held->phases |= (uint8_t)(1u << one->phase);
    held->time = one->time < held->time ? one->time : held->time;
    held->before = before < held->before ? before : held->before;
}

/* Those who were held back, and may be no longer, are awake again. */
static void wake(struct tile *tile, const struct order *order)
{
    struct tile_held *held = &tile->held;
    const uint64_t latest =
        order->limit > order->present ? order->limit - 1 : order->present; /* that may go on */
    forget_held(held);
    for (uint32_t k = strand_asleep(tile, 0); k != STRAND_END; k = strand_asleep(tile, k + 1)) {
        const struct tile_held_one *one = &held->each[k];
        if (one->time <= latest || order->spinning) {
            tile_hold(tile, &tile->strands[k], false);
            continue;
        }
        add_held(held, one);
    }
}

static void hold(struct tile *tile, struct strand *strand)
{
    struct tile_held *held = &tile->held;
    const uint64_t time = strand_time(strand);
    const struct tile_held_one one = {.time = time,
                                      .ahead =
                                          (uint32_t)(strand->cycle - time) + ahead_of(tile->world, strand),
                                      .phase = strand->phase};
    if (!held->any)
        forget_held(held);
    add_held(held, &one);
    held->each[strand - tile->strands] = one;
    held->spin |= strand->state != STRAND_REQUEST || strand_spins(strand) ||
                  (strand->request.kind != REQUEST_FOLD && strand->request.kind != REQUEST_HOST);
    tile_hold(tile, strand, true);
}

/* Holds back the members whose request is of the cycle `limit` or later. */
static void hold_from(struct tile *tile, struct strand *strand, uint64_t limit)
{
    bool all;
    if (!strand->cycles_differ) {
        if (strand->cycle > limit)
            hold(tile, strand);
        return;
    }
    struct strand *late = tile_part_from_cycle(tile, strand, limit + 1, &all);
    if (late)
        strand_settle_cycle(tile, late);
    if (late || all)
        hold(tile, late ? late : strand);
}

static void hold_in_tile(struct tile *tile, const struct order *order)
{
    for (uint32_t k = strand_awake(tile, 0); k != STRAND_END; k = strand_awake(tile, k + 1)) {
        struct strand *strand = &tile->strands[k];
        if (strand->in_barrier)
            continue;
        const bool is_late = strand_time(strand) > order->present;
        if (strand->state == STRAND_WAITING) {
            if (strand_spins(strand) && is_late)
                hold(tile, strand);
        } else if (strand->state != STRAND_REQUEST) {
            continue;
        } else if (strand->in_async && (order->spinning || strand->request.kind == REQUEST_FOLD)) {
            hold_from(tile, strand, order->limit);
        } else if (strand->request.kind == REQUEST_HOST && is_late) {
            hold(tile, strand);
        }
    }
}

/* Some strands have to wait until nobody is behind them in time, over the whole run and not in this phase
 * alone.
 *
 * Host calls, so that output comes in the order of time. PPs in a barrier do not count as being behind: they
 * will leave it later than the last one enters, who counts. But if that may just have happened they do, from
 * the cycle `departure` on.
 *
 * In asynchronous code multiprefix and sync requests, for they are how PPs agree about who is first: so a
 * program that synchronises by them does what it does on the machine. They need not wait for those of whom it
 * is certain that they will not ask for anything up to then.
 *
 * There, too, all requests and the spinning reads, as long as somebody spins in a loop that waits for others.
 * Such a PP looks once a segment, while those whom it waits for may execute a lot in it: by its own clock it
 * would find a lock free before it is released, or long after. A read and a request of one cycle: the read
 * comes first. */
void commit_hold(struct tile *tiles, uint32_t count, uint64_t departure)
{
    const struct order everybody = {.limit = UINT64_MAX};
    if (!is_order_asked(tiles, count))
        return;
    for (uint32_t t = 0; t < count; t++)
        if (tiles[t].held.any && tiles[t].held.spin)
            wake(&tiles[t], &everybody);
    const struct order order = find_order(tiles, count, departure);
    for (uint32_t t = 0; t < count; t++) {
        const struct tile_held *held = &tiles[t].held;
        if (held->any && (order.spinning || held->time < order.limit || held->time <= order.present))
            wake(&tiles[t], &order);
        hold_in_tile(&tiles[t], &order);
    }
}
