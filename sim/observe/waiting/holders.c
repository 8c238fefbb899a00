/* holders.c - see waits.h: the PPs that others wait for.
 *
 * A lock is held by the PP in its record, if that has taken it since the last release; or by readers. A
 * barrier is held up by the members of the group that have not come. */
#include "common/bisect.h"
#include "waits.h"

/* ---- locks */

/* Whether a record of a lock with tickets is not that of the PP with the present turn. */
static bool is_stale(const struct waits *waits, const struct wait *wait, uint32_t owner)
{
    const uint32_t record = wait->address + lock_kinds[wait->kind].record;
    const uint32_t turns = waits_record(waits, wait, RECORD_TURNS);
    const uint32_t next = waits_word(waits, wait->pp, record - 1); /* struct fair_lock */
    return next == turns || owner >> LOCK_STAMP != (turns << LOCK_STAMP) >> LOCK_STAMP;
}

uint32_t holders_owner(const struct waits *waits, const struct wait *wait)
{
    const uint32_t owner = waits_record(waits, wait, RECORD_OWNER);
    const uint32_t pp = owner & ((1u << LOCK_STAMP) - 1);
    if (waits_record(waits, wait, RECORD_SINCE) == 0 || pp >= waits->machine->config.pps)
        return FAULT_NO_PP;
    return wait->kind != KIND_SIMPLE && is_stale(waits, wait, owner) ? FAULT_NO_PP : pp;
}

size_t holders_readers(const struct waits *waits, uint32_t lock, size_t *first)
{
    const uint32_t count = waits->reader_count;
    BISECT(begin, count, at, waits->readers[at].lock < lock)
    BISECT(end, count, at, waits->readers[at].lock <= lock)
    *first = begin;
    return end - begin;
}

uint32_t holders_reading(const struct waits *waits, const struct wait *wait)
{
    const bool has_readers = wait->kind == KIND_RW || wait->kind == KIND_RWD;
    return has_readers ? waits_word(waits, wait->pp, wait->address) : 0;
}

/* Holder number *place of the lock. */
static uint32_t holder_at(const struct waits *waits, const struct wait *wait, size_t place)
{
    const uint32_t owner = wait->thing == THING_LOCK ? holders_owner(waits, wait) : FAULT_NO_PP;
    size_t first;
    if (!waits_is_of_lock(wait->thing))
        return FAULT_NO_PP;
    if (owner != FAULT_NO_PP)
        return place == 0 ? owner : FAULT_NO_PP;
    return place < holders_readers(waits, wait->address, &first) ? waits->readers[first + place].pp
                                                                 : FAULT_NO_PP;
}

/* ---- barriers */

struct frame holders_frame(const struct waits *waits, uint32_t gp)
{
    const uint32_t world = waits_variable(waits->machine, "__fork_world"),
                   gates = waits_variable(waits->machine, "__fork_gates");
    const uint32_t pps = waits->machine->config.pps;
    const uint32_t gate = gates != 0 ? waits_word(waits, 0, gates) : 0;
    if (world == 0) /* assembly code, with groups of its own */
        return (struct frame){.kind = FRAME_UNKNOWN};
    if (gp == world)
        return (struct frame){.kind = FRAME_ALL, .members = pps};
    if (gate != 0 && gp - gate < pps) /* that of start(e): the gate e - 1 */
        return (struct frame){.kind = FRAME_ALL, .members = gp - gate + 1};
    return (struct frame){.kind = FRAME_GROUP,
                          .members = waits_word(waits, 0, gp + GROUP_SIZE),
                          .begin = gp,
                          .end = waits_word(waits, 0, gp + GROUP_LIMIT)};
}

bool holders_belongs(const struct frame *frame, uint32_t pp, uint32_t gp)
{
    if (frame->kind == FRAME_ALL)
        return pp < frame->members;
    return frame->kind == FRAME_GROUP && gp >= frame->begin && gp < frame->end;
}

/* ---- both */

/* Whether the PP continues after any of several changes: a circle through one of them does not block it. */
static bool has_choice(const struct wait *wait)
{
    return wait->word_count > 1;
}

uint32_t holders_next(const struct waits *waits, const struct awaited *awaited, size_t *place)
{
    const struct wait *first = waits_first(waits, awaited);
    uint32_t pp;
    if (first->thing != THING_BARRIER) {
        while ((pp = holder_at(waits, first, (*place)++)) != FAULT_NO_PP)
            if (waits_own(waits, pp) != NULL && !has_choice(waits_own(waits, pp)))
                return pp;
        return FAULT_NO_PP;
    }
    const struct frame frame = holders_frame(waits, first->address);
    while (*place < waits->count) {
        const struct wait *wait = &waits->list[(*place)++];
        const bool is_there = wait->thing == THING_BARRIER && wait->address == first->address;
        if (!is_there && !has_choice(wait) && holders_belongs(&frame, wait->pp, wait->gp))
            return wait->pp;
    }
    return FAULT_NO_PP;
}
