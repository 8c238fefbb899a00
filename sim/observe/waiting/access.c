/* access.c - see waits.h: the list of waits, and related words of memory. */
#include "waits.h"

const struct lock_kind lock_kinds[KIND_COUNT] = {
#define LOCK_KIND(number, NAME, name, words, record) [number] = {name, words, record},
#include "asm/tables/lock.def"
};

uint32_t waits_word(const struct waits *waits, uint32_t pp, uint32_t address)
{
    return memory_word(&waits->machine->memory, pp, address);
}

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

uint32_t waits_changes(const struct waits *waits, const struct wait *wait)
{
    return waits_turns(waits, wait) - wait->turns;
}

uint32_t waits_variable(const struct machine *machine, const char *name)
{
    const long symbol = object_find_symbol(&machine->object, name);
    return symbol < 0 ? 0 : machine->object.symbols[symbol].value;
}

void waits_add(struct waits *waits, const struct wait *wait)
{
    *ARENA_ADD(&waits->arena, waits->list, waits->count, waits->room) = *wait;
}
