/* access.c - see waits.h: the list of waits, and related words of memory. */
#include <string.h>

#include "common/bisect.h"
#include "common/memory.h"
#include "waits.h"

const struct lock_kind lock_kinds[KIND_COUNT] = {
#define LOCK_KIND(number, NAME, name, words, record) [number] = {name, words, record},
#include "asm/tables/lock.def"
};

const struct lock_try *lock_find_try(const char *function)
{
    static const struct lock_try tries[] = {
#define LOCK_POLL(function, KIND, MODE) {#function, KIND_##KIND, MODE_##MODE},
#include "asm/tables/lock.def"
    };
    for (size_t k = 0; function != NULL && k < sizeof tries / sizeof *tries; k++)
        if (strcmp(function, tries[k].function) == 0)
            return &tries[k];
    return NULL;
}

uint32_t waits_word(const struct waits *waits, uint32_t pp, uint32_t address)
{
    const uint32_t index = memory_index(&waits->machine->memory, pp, address);
    return index == MEMORY_ILLEGAL ? 0 : waits->machine->memory.cells[index];
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

uint32_t waits_variable(const struct machine *machine, const char *name)
{
    const long symbol = object_find_symbol(&machine->object, name);
    return symbol < 0 ? 0 : machine->object.symbols[symbol].value;
}

void waits_add(struct waits *waits, const struct wait *wait)
{
    waits->list = memory_grow(waits->list, &waits->room, waits->count + 1, sizeof *waits->list);
    waits->list[waits->count++] = *wait;
}

const struct awaited *waits_of_pp(const struct waits *waits, uint32_t pp)
{
    BISECT(until, (uint32_t)waits->awaited_count, at, waits->awaited[at].first < waits->of_pp[pp])
    return waits->of_pp[pp] != 0 ? &waits->awaited[until - 1] : NULL;
}
