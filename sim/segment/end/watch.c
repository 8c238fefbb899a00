/* watch.c - see watch.h. Calls tile to inspect PPs, and circle to compare them. */
#include "sim/segment/end/watch.h"

/* A segment in which a PP used up its instructions counts as this number of segments: its approximate cost,
 * also where watching shortens the segment. */
enum { LONG_SEGMENT = 2048, LONG_WATCHED = 16, MOST_SEGMENTS = 1 << 20 };

/* Watching this number of PPs, and carrying out their requests one by one, takes about as long as a segment
 * otherwise. */
enum { PPS_WATCHED = 128 };

/* ---- the course of things */

struct watch watch_create(void)
{
    return (struct watch){.clock = circle_first(MOST_SEGMENTS)};
}

bool watch_next(struct watch *watch, const struct watch_news *news)
{
    if (watch_looks(watch))
        watch->total += (news->was_long ? LONG_WATCHED : 1) + watch->running / PPS_WATCHED;
    else
        watch->total += news->was_long ? LONG_SEGMENT : 1;
    if (watch->length == 0) {
        if (watch->total < watch->clock.due)
            return false;
        watch->length = 1;
        watch->running = news->running;
        return true;
    }
    if (!watch_looks(watch))
        watch->begun = watch->total;
    watch->length++;
    const uint64_t spent = watch->total - watch->begun;
    if (news->disturbed || news->running != watch->running || spent > circle_length(watch->begun)) {
        watch->length = 0;
        circle_next(&watch->clock, watch->total, spent);
    }
    return false;
}

bool watch_looks(const struct watch *watch)
{
    return watch->length > 1;
}

/* ---- requests */

void watch_own_stores(const struct tile *tiles, uint32_t count, struct circle_pp *seen)
{
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = 0; k < tiles[t].strand_end; k++) {
            const struct tile *tile = &tiles[t];
            const struct strand *strand = &tile->strands[k];
            if (!strand_asks_own(strand))
                continue;
            for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
                const uint32_t index = request_cell(&strand->request, lane);
                circle_own_store(&seen[tile->first_pp + lane], index,
                                 tile->world->machine->memory.cells[index],
                                 operand_word(strand->request.datum, lane));
            }
        }
}

/* ---- PPs */

uint32_t watch_look(const struct tile *tiles, uint32_t count, struct circle_pp *seen, bool goes_on)
{
    uint32_t moving = 0;
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = strand_used(&tiles[t], 0); k != STRAND_END; k = strand_used(&tiles[t], k + 1)) {
            const struct tile *tile = &tiles[t];
            const struct strand *strand = &tile->strands[k];
            /* requests of other PPs are not carried out yet */
            const bool looks = goes_on ? strand_asks_own(strand) : !strand->held;
            for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
                struct circle_pp *pp = &seen[tile->first_pp + lane];
                if (looks && circle_wants(pp, strand->pc)) {
                    const struct follow state = tile_follow(tile, strand, lane);
                    circle_look(pp, &state);
                }
                moving += !pp->is_back || strand->state == STRAND_FAULT;
            }
        }
    return moving;
}
