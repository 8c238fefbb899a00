/* tell.c - reports which PPs have met, of the accesses of a bucket (inside.h).
 *
 * Forgotten accesses are marked; accesses that meet no other, or are only counted, are left out (slots.c).
 * The others are sorted, and observers get each cell with all of its accesses. */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/solo/encounter/inside.h"

void encounters_repeat(const struct encounters *encounters, uint64_t cycle,
                       const struct observer_meeting *accesses, uint32_t count, uint64_t times)
{
    const struct observer *observer = encounters->machine->observers;
    observer->meet(observer->context, cycle, accesses, count, times);
}

/* ---- forgotten accesses */

/* A PP and the first cycle from which its earlier notes are forgotten, in one word; 0: free. */
static uint64_t *find_forgotten(const struct encounters *encounters, uint32_t pp, size_t mask)
{
    size_t place = pp * 0x9e3779b1u >> 4 & mask;
    while (encounters->forgotten[place] != 0 && (uint32_t)encounters->forgotten[place] != pp)
        place = (place + 1) & mask;
    return &encounters->forgotten[place];
}

#define IS_KNOWN ((uint64_t)1 << 63)

/* From the newest note back: marks those that a newer note forgets. */
static void drop_forgotten(struct encounters *encounters, struct list *list, enum kind kind)
{
    size_t room = 64;
    while (room < 2 * (size_t)list_count(list, kind))
        room *= 2;
    encounters->forgotten =
        memory_grow(encounters->forgotten, &encounters->forgotten_room, room, sizeof *encounters->forgotten);
    memset(encounters->forgotten, 0, room * sizeof *encounters->forgotten);
    for (struct block *block = list->head; block != NULL; block = block->next)
        for (char *at = block->notes + block_bytes(list, block); at > block->notes;) {
            at -= kind_size(kind);
            struct note_head *head = (struct note_head *)at;
            const uint32_t cycle = head_cycle(encounters, head);
            uint64_t *entry = find_forgotten(encounters, head_pp(head), room - 1);
            const uint64_t since = *entry >> 32 & ((1u << CYCLE_BITS) - 1);
            if ((head->who & FORGETS) != 0) {
                if (*entry == 0 || cycle < since)
                    *entry = IS_KNOWN | (uint64_t)cycle << 32 | head_pp(head);
            } else if (*entry != 0 && cycle >= since) {
                head->who |= FORGETS; /* it keeps its details, to be freed */
            }
        }
}

/* ---- sorting */

/* The part of the key that decides the order. */
static uint64_t key_of(const struct candidate *candidate)
{
    return candidate->key & ~KEY_DETAILS;
}

static int compare(const void *a, const void *b)
{
    const struct candidate *p = a, *q = b;
    return key_of(p) < key_of(q) ? -1 : key_of(p) > key_of(q);
}

static inline void sort_few(struct candidate *candidates, uint32_t count)
{
    enum { FEW = 40 };
    if (count > FEW) {
        qsort(candidates, count, sizeof *candidates, compare);
        return;
    }
    for (uint32_t k = 1; k < count; k++) {
        const struct candidate candidate = candidates[k];
        uint32_t at = k;
        for (; at > 0 && key_of(&candidate) < key_of(&candidates[at - 1]); at--)
            candidates[at] = candidates[at - 1];
        candidates[at] = candidate;
    }
}

/* Radix sort by some bits of the keys at a time, skipping those that are all equal. */
enum { SORT_BITS = 8, SORT_PLACES = 1 << SORT_BITS };
static void sort_by(struct encounters *encounters, uint32_t count, unsigned shift)
{
    uint32_t places[SORT_PLACES] = {0};
    const struct candidate *from = encounters->candidates;
    struct candidate *to = encounters->spare;
    for (uint32_t k = 0; k < count; k++)
        places[from[k].key >> shift & (SORT_PLACES - 1)]++;
    if (places[from[0].key >> shift & (SORT_PLACES - 1)] == count)
        return;
    for (uint32_t k = 0, sum = 0; k < SORT_PLACES; k++) {
        const uint32_t here = places[k];
        places[k] = sum;
        sum += here;
    }
    for (uint32_t k = 0; k < count; k++)
        to[places[from[k].key >> shift & (SORT_PLACES - 1)]++] = from[k];
    encounters->spare = encounters->candidates;
    encounters->candidates = to;
}

/* By cycles and cells; if there are many, those of one cell are in any order. */
static void sort(struct encounters *encounters, uint32_t count)
{
    enum { FEW = 40 };
    if (count <= FEW) {
        sort_few(encounters->candidates, count);
        return;
    }
    const unsigned end = PP_BITS + encounters->cell_bits + encounters->shift;
    for (unsigned shift = PP_BITS; shift < end; shift += SORT_BITS)
        sort_by(encounters, count, shift);
}

/* ---- accesses to one cell */

static struct observer_meeting access_of(const struct encounters *encounters,
                                        const struct candidate *candidate)
{
    const uint64_t cells = ((uint64_t)1 << encounters->cell_bits) - 1;
    struct observer_meeting access = {.pp = (uint32_t)candidate->key & ((1u << PP_BITS) - 1),
                                     .pc = candidate->pc,
                                     .address = (uint32_t)(candidate->key >> PP_BITS & cells),
                                     .value = candidate->value,
                                     .frame = encounters->frame,
                                     .stands_for = 1,
                                     .caller = candidate->pc,
                                     .inside = candidate->pc};
    if ((candidate->key & KEY_DETAILS) != 0) {
        const struct details *details = &encounters->details[candidate->value];
        access.value = details->value;
        access.frame = details->frame;
        access.in_barrier = details->in_barrier;
        access.is_synchronous = details->is_synchronous;
        access.members = details->members;
        access.stands_for = details->stands_for;
        access.caller = details->caller;
        access.inside = details->inside;
    }
    return access;
}

static bool matters(const struct encounters *encounters, const struct candidate *candidates, uint32_t count)
{
    const uint8_t skipped = ENCOUNTER_LOADS | ENCOUNTER_SKIPS_LOADS;
    for (uint32_t k = 0; k < count; k++)
        if ((encounters->care[candidates[k].pc] & skipped) != skipped)
            return true;
    return false;
}

static void tell_cell(struct encounters *encounters, struct candidate *candidates, uint32_t count,
                      uint64_t cycle)
{
    if (!matters(encounters, candidates, count))
        return;
    sort_few(candidates, count);
    if (count > encounters->access_room)
        encounters->accesses =
            memory_grow(encounters->accesses, &encounters->access_room, count, sizeof *encounters->accesses);
    for (uint32_t k = 0; k < count; k++)
        encounters->accesses[k] = access_of(encounters, &candidates[k]);
    encounters_repeat(encounters, cycle, encounters->accesses, count, 1);
}

/* ---- loads that are only counted */

/* If the observer counts loads at a pc from a cycle on, gives it a number, if there is one left. */
static void number_load(struct encounters *encounters, uint32_t pc, uint64_t cycle)
{
    const struct observer *observer = encounters->machine->observers;
    const uint8_t load = ENCOUNTER_LOADS | ENCOUNTER_SKIPS_LOADS;
    uint32_t number, class = 1;
    if (encounters->numbers[pc] != 0 || encounters->counted_count == NUMBERS - 1 ||
        (encounters->care[pc] & load) != ENCOUNTER_LOADS ||
        !observer->counts(observer->context, pc, cycle, &number))
        return;
    while (class <= encounters->class_count && encounters->classes[class].number != number)
        class ++;
    if (class > encounters->class_count)
        encounters->classes[++encounters->class_count] = (struct class){.number = number};
    encounters->numbers[pc] = (uint16_t)++encounters->counted_count;
    encounters->counted[encounters->counted_count].pc = pc;
    encounters->counted[encounters->counted_count].class = (uint16_t) class;
}

static void tell_classes(struct encounters *encounters)
{
    const struct observer *observer = encounters->machine->observers;
    for (uint32_t k = 1; k <= encounters->class_count; k++) {
        struct class *class = &encounters->classes[k];
        if (class->cells != 0)
            observer->count(observer->context, class->number, class->cells, class->loads);
        class->cells = class->loads = 0;
    }
}

/* ---- all of a bucket */

void encounters_tell_bucket(struct encounters *encounters, struct bucket *bucket, uint64_t begin,
                            uint64_t end)
{
    for (unsigned kind = 0; kind < KINDS && bucket->some_forgotten; kind++)
        drop_forgotten(encounters, &bucket->lists[kind], kind);
    const uint32_t count = encounters_find_met(encounters, bucket, (uint32_t)(end - begin));
    tell_classes(encounters);
    if (count == 0)
        return;
    sort(encounters, count);
    struct candidate *const candidates = encounters->candidates;
    const uint64_t next = begin + ((uint64_t)1 << encounters->shift);
    for (uint32_t from = 0, to; from < count; from = to) {
        const uint64_t cell = key_of(&candidates[from]) >> PP_BITS;
        for (to = from + 1; to < count && key_of(&candidates[to]) >> PP_BITS == cell;)
            to++;
        tell_cell(encounters, candidates + from, to - from, begin + (cell >> encounters->cell_bits));
        for (uint32_t k = from; k < to && encounters->may_count; k++)
            number_load(encounters, candidates[k].pc, next);
    }
}
