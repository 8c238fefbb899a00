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

bool watch_request(const struct memory *memory, struct circle_pp *seen, uint32_t pp, uint32_t index,
                   uint32_t after)
{
    const uint32_t before = memory->cells[index];
    if (before == after)
        return false;
    const struct memory_place place = memory_place(memory, pp, memory_address(memory, index));
    if (place.region == MEMORY_REGION_SHARED || place.owner != pp)
        return true;
    circle_own_store(&seen[pp], index, before, after);
    return false;
}

/* ---- PPs */

static void look_at(const struct tile *tile, const struct strand *strand, uint32_t lane,
                    struct circle_pp *seen)
{
    struct circle_state state = {.flags = tile_status(tile, strand, lane),
                                 .late_target = strand->late_target,
                                 .cycle = tile_cycle(tile, strand, lane)};
    for (unsigned r = 1; r < 32; r++)
        state.r[r] = tile_register(tile, strand, r, lane);
    if (strand->late_target != DECODE_SINK)
        state.late_value = strand->late_affine ? strand->late_base + lane * strand->late_stride
                                               : tile->late[strand->late_slot][lane];
    circle_look(seen, &state);
}

uint32_t watch_look(const struct tile *tiles, uint32_t count, struct circle_pp *seen, bool goes_on)
{
    uint32_t moving = 0;
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = 0; k < tiles[t].strand_end; k++) {
            const struct tile *tile = &tiles[t];
            const struct strand *strand = &tile->strands[k];
            if (strand->state == STRAND_FREE)
                continue;
            /* requests of other PPs are not carried out yet */
            const bool looks = goes_on ? strand_asks_own(strand) : !strand->held;
            for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
                struct circle_pp *pp = &seen[tile->first_pp + lane];
                if (looks && circle_wants(pp, strand->pc))
                    look_at(tile, strand, lane, pp);
                moving += !pp->is_back || strand->state == STRAND_FAULT;
            }
        }
    return moving;
}
