/* holders.c - see waits.h: the PPs that others wait for, and the words of memory that tell of locks.
 *
 * A lock is held by the PP in its record, if that has taken it since the last release; or by readers. A
 * barrier is held up by the members of the group that have not come. */
#include "common/bisect.h"
#include "waits.h"

/* ---- words of memory */

const struct lock_kind lock_kinds[KIND_COUNT] = {
#define LOCK_KIND(number, NAME, name, words, record) [number] = {name, words, record},
#include "asm/tables/lock.def"
};

uint32_t waits_record(const struct waits *waits, const struct wait *wait, uint32_t field)
{
    return waits_word(waits, wait->pp, wait->address + lock_kinds[wait->kind].record + field);
}

uint32_t waits_turns(const struct waits *waits, const struct wait *wait)
{
    enum { QUEUE_TAIL = 1, QUEUE_HEAD = 2 }; /* struct fork_queue */
    if (wait->kind == KIND_QUEUE)
        return waits_word(waits, wait->pp,
                          wait->address + (wait->mode == MODE_GET ? QUEUE_TAIL : QUEUE_HEAD));
    return waits_record(waits, wait, RECORD_TURNS);
}

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

size_t holders_readers(const struct waits *waits, uint32_t lock, const struct reader **first)
{
    const uint32_t count = waits->reader_count;
    BISECT(begin, count, at, waits->readers[at].lock < lock)
    BISECT(end, count, at, waits->readers[at].lock <= lock)
    *first = begin < end ? &waits->readers[begin] : NULL;
    return end - begin;
}

uint32_t holders_reading(const struct waits *waits, const struct wait *wait)
{
    const bool has_readers = wait->kind == KIND_RW || wait->kind == KIND_RWD;
    return has_readers ? waits_word(waits, wait->pp, wait->address) : 0;
}

/* ---- barriers */

struct frame holders_frame(const struct waits *waits, uint32_t gp)
{
    const uint32_t world = waits_variable(waits, "__fork_world"),
                   gates = waits_variable(waits, "__fork_gates");
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

bool holders_belongs(const struct waits *waits, const struct frame *frame, uint32_t pp)
{
    const uint32_t gp = waits->pps[pp].gp;
    if (frame->kind == FRAME_ALL)
        return pp < frame->members;
    return frame->kind == FRAME_GROUP && gp >= frame->begin && gp < frame->end;
}
