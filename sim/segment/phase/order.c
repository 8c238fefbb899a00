/* order.c - the order of time: which requests, reads and faults must wait until no PP is earlier
 * (docs/internals/engine.md, section 4).
 *
 * Splits strands whose members reach a request in different cycles. Calls tile. */
#include "sim/segment/phase/inside.h"

/* Which asynchronous requests may proceed in the order of time. */
struct order {
    uint64_t present; /* no PP is earlier than this cycle */
    uint64_t next;    /* all PPs have executed the instructions of earlier cycles */
    uint64_t limit;   /* all requests of earlier cycles are known */
    uint64_t reading; /* a PP polls, and reads in this cycle; otherwise UINT64_MAX */
    uint64_t stop;    /* nothing of this cycle or later ones is carried out any more; otherwise UINT64_MAX */
    bool spinning;
};

static struct order find_order(struct tile *tiles, uint32_t count, uint64_t departure, uint64_t stop)
{
    struct order order = {.present = departure,
                          .next = departure != UINT64_MAX ? departure + 1 : UINT64_MAX,
                          .limit = departure,
                          .reading = UINT64_MAX,
                          .stop = stop};
    for (uint32_t t = tile_running(tiles, count, 0); t < count; t = tile_running(tiles, count, t + 1)) {
        struct tile *tile = &tiles[t];
        order.present = tile->held.time < order.present ? tile->held.time : order.present;
        order.next = tile->held.next < order.next ? tile->held.next : order.next;
        order.limit = tile->held.before < order.limit ? tile->held.before : order.limit;
        for (uint32_t k = strand_active(tile, 0); k != STRAND_END; k = strand_active(tile, k + 1)) {
            struct strand *strand = &tile->strands[k];
            if (strand->in_barrier)
                continue;
            if (strand->cycles_differ)
                strand_settle_cycle(tile, strand);
            const uint64_t time = strand_time(strand), before = strand_before(tile->world, strand);
            order.present = time < order.present ? time : order.present;
            order.next = strand->cycle < order.next ? strand->cycle : order.next;
            order.limit = before < order.limit ? before : order.limit;
            if (strand->state != STRAND_FAULT && strand_spins(strand)) {
                order.spinning = true;
                if (strand->state == STRAND_WAITING && time < order.reading)
                    order.reading = time;
            }
        }
    }
    if (order.spinning) {
        order.limit = order.present + 1 < order.limit ? order.present + 1 : order.limit;
        order.limit = order.reading < order.limit ? order.reading : order.limit;
    }
    return order;
}

/* Wakes strands that were held and may proceed. */
static void wake(struct tile *tile, const struct order *order)
{
    const uint64_t latest =
        order->limit > order->present ? order->limit - 1 : order->present; /* that may proceed */
    tile->held = tile_no_held;
    for (uint32_t k = strand_held(tile, 0); k != STRAND_END; k = strand_held(tile, k + 1)) {
        struct strand *strand = &tile->strands[k];
        if (strand_time(strand) <= latest || order->spinning)
            tile_hold(tile, strand, false);
        else
            tile_add_held(&tile->held, tile->world, strand);
    }
}

/* All held strands may proceed. */
static const struct order everybody = {.limit = UINT64_MAX};

static void hold(struct tile *tile, struct strand *strand)
{
    struct tile_held *held = &tile->held;
    tile_add_held(held, tile->world, strand);
    held->spin |= strand->state == STRAND_WAITING || strand_spins(strand) ||
                  (strand->state == STRAND_REQUEST && strand->request.kind != REQUEST_FOLD &&
                   strand->request.kind != REQUEST_HOST);
    tile_hold(tile, strand, true);
}

/* Holds the members whose cycle counters are beyond `limit`: their requests are of the cycle `limit` or
 * later, their reads of a later one. Other members are not held. */
static void hold_from(struct tile *tile, struct strand *strand, uint64_t limit)
{
    struct strand *const late = tile_part_from_cycle(tile, strand, limit + 1);
    if (late == NULL)
        return;
    strand_settle_cycle(tile, late);
    hold(tile, late);
}

/* Of polling members that are about to read, the earliest ones may. */
static void hold_polls(struct tile *tile, struct strand *strand, uint64_t present)
{
    hold_from(tile, strand, present);
    if (strand->held)
        return;
    strand_settle_cycle(tile, strand); /* all are in the present cycle */
    strand->cycles_differ = false;
    strand->may_read = true;
}

static void hold_request(struct tile *tile, struct strand *strand, const struct order *order)
{
    if (order->stop != UINT64_MAX)
        hold_from(tile, strand, order->stop);
    if (strand->held)
        return;
    if ((strand->modes & SNAPSHOT_IN_SYNC) == 0 && (order->spinning || strand->request.kind == REQUEST_FOLD))
        hold_from(tile, strand, order->limit);
    if (!strand->held && strand->request.kind == REQUEST_HOST)
        hold_from(tile, strand, order->next);
}

static void hold_in_tile(struct tile *tile, const struct order *order)
{
    for (uint32_t k = strand_active(tile, 0); k != STRAND_END; k = strand_active(tile, k + 1)) {
        struct strand *strand = &tile->strands[k];
        if (strand->state == STRAND_FAULT)
            hold(tile, strand);
        else if (strand->in_barrier)
            continue;
        else if (strand->state == STRAND_WAITING && strand_spins(strand))
            hold_polls(tile, strand, order->present);
        else if (strand->state == STRAND_REQUEST)
            hold_request(tile, strand, order);
    }
}

/* Holds strands until no PP is earlier in time, over the whole run and not only in this phase. Held are:
 * - Host calls, so that output comes in the order of time. PPs in a barrier do not count as earlier, because
 *   they leave it later than the last one enters, which counts. But if that may just have happened, they
 * count from the cycle `departure` on.
 * - Outside synchronous regions, multiprefix and sync requests, because PPs agree by them which is first.
 * They need not wait for PPs that certainly make no request and read nothing up to then.
 * - There also all requests and the polling reads, as long as a PP polls. Such a PP reads once a segment: by
 *   its own clock it would find a lock free before it is released, or long after. If a read and a request are
 *   of one cycle, the read comes first.
 * - PPs that cannot continue because of a fault: it ends the run when all others have reached its cycle,
 *   `stop`. Until then requests of that cycle and later wait, too: on the machine they do not happen. */
void commit_hold(struct tile *tiles, uint32_t count, uint64_t departure, uint64_t stop)
{
    for (uint32_t t = tile_running(tiles, count, 0); t < count; t = tile_running(tiles, count, t + 1))
        if (tiles[t].held.spin)
            wake(&tiles[t], &everybody);
    const struct order order = find_order(tiles, count, departure, stop);
    for (uint32_t t = tile_running(tiles, count, 0); t < count; t = tile_running(tiles, count, t + 1)) {
        const struct tile_held *held = &tiles[t].held;
        if (held->time != UINT64_MAX &&
            (order.spinning || held->time < order.limit || held->time <= order.present))
            wake(&tiles[t], &order);
        hold_in_tile(&tiles[t], &order);
    }
}

void commit_wake(struct tile *tiles, uint32_t count)
{
    for (uint32_t t = tile_running(tiles, count, 0); t < count; t = tile_running(tiles, count, t + 1))
        if (tiles[t].held.time != UINT64_MAX)
            wake(&tiles[t], &everybody);
}
