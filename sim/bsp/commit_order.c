/* commit_order.c - the order of time: which requests have to wait until nobody is behind them
 * (docs/engine.md, section 4).
 *
 * Parts strands whose members come to a request in different cycles. Calls tile.
 */
#include "sim/bsp/commit_inside.h"

/* Which asynchronous requests the order of time lets pass. */
struct order {
    uint64_t present; /* nobody is behind this cycle */
    uint64_t limit;   /* all requests of earlier cycles are known */
    uint64_t reading; /* somebody spins, and reads in this cycle; else UINT64_MAX */
    bool spinning;
};

static struct order find_order(struct tile *tiles, uint32_t count, uint64_t departure)
{
    struct order order = {.present = departure, .limit = departure, .reading = UINT64_MAX};
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = 0; k < tiles[t].strand_end; k++) {
            struct strand *strand = &tiles[t].strands[k];
            const struct tile_world *world = tiles[t].world;
            if (strand->state == STRAND_FREE || strand->in_barrier)
                continue;
            strand_settle_cycle(&tiles[t], strand);
            const uint64_t time = strand_time(strand);
            const unsigned ahead = strand->pc < world->code_count && strand->late_target != 1
                                       ? world->code[strand->pc].ahead
                                       : 0;
            order.present = time < order.present ? time : order.present;
            order.limit = strand->cycle + ahead < order.limit ? strand->cycle + ahead : order.limit;
            if (strand_spins(strand)) {
                order.spinning = true;
                if (strand->state == STRAND_WAITING && time < order.reading)
                    order.reading = time;
            }
        }
    if (order.spinning)
        order.limit = order.present + 1 < order.reading ? order.present + 1 : order.reading;
    return order;
}

/* Whether any strand may have to wait. Where nobody has to, time is not looked at. */
static bool is_order_asked(const struct tile *tiles, uint32_t count)
{
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = 0; k < tiles[t].strand_end; k++) {
            const struct strand *strand = &tiles[t].strands[k];
            if (strand->state == STRAND_FREE)
                continue;
            if (strand->yielded != 0)
                return true;
            if (strand->state == STRAND_REQUEST &&
                (strand->request.kind == REQUEST_HOST ||
                 (strand->request.kind == REQUEST_FOLD && strand->in_async)))
                return true;
        }
    return false;
}

/* Holds back the members whose request is of the cycle `limit` or later. */
static void hold_from(struct tile *tile, struct strand *strand, uint64_t limit)
{
    bool all;
    struct strand *late = tile_part_from_cycle(tile, strand, limit + 1, &all);
    strand->held = all;
    if (late)
        late->held = true;
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
    if (!is_order_asked(tiles, count)) {
        for (uint32_t t = 0; t < count; t++)
            for (uint32_t k = 0; k < tiles[t].strand_end; k++)
                tiles[t].strands[k].held = false;
        return;
    }
    const struct order order = find_order(tiles, count, departure);
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = 0; k < tiles[t].strand_end; k++) {
            struct strand *strand = &tiles[t].strands[k];
            strand->held = false;
            if (strand->in_barrier)
                continue;
            if (strand->state == STRAND_WAITING)
                strand->held = strand_spins(strand) && strand_time(strand) > order.present;
            if (strand->state != STRAND_REQUEST)
                continue;
            if (strand->request.kind == REQUEST_HOST)
                strand->held = strand_time(strand) > order.present;
            if (strand->in_async && (order.spinning || strand->request.kind == REQUEST_FOLD))
                hold_from(&tiles[t], strand, order.limit);
        }
}
