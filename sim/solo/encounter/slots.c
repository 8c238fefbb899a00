/* slots.c - the cells and cycles of the accesses of a bucket (inside.h), and the number of accesses of each.
 *
 * A hash table has a slot for each cell and cycle. Most slots have one access; most others have only counted
 * loads. So few are left to be reported (tell.c). */
#include <string.h>

#include "common/memory.h"
#include "sim/solo/encounter/inside.h"

/* The table that the notes of a bucket pass through. */
struct table {
    struct slot *slots;
    uint32_t mask;
    unsigned shift; /* shift of hashes of 32 bits */
    uint32_t *taken, *slot_of;
    uint32_t taken_count, notes;
};

/* An empty table, with some slots for each of `notes`, and one after them that stays free. */
static struct table make_table(struct encounters *encounters, uint32_t notes)
{
    enum { LEAST = 4, A_NOTE = 4 };
    unsigned bits = LEAST;
    while ((uint64_t)1 << bits < (uint64_t)notes * A_NOTE && bits < PLACE_BITS - 1)
        bits++;
    const size_t room = ((size_t)1 << bits) + 1;
    encounters->slots =
        memory_grow(encounters->slots, &encounters->slot_room, room, sizeof *encounters->slots);
    encounters->taken =
        memory_grow(encounters->taken, &encounters->taken_room, (size_t)notes + 1, sizeof *encounters->taken);
    encounters->slot_of = memory_grow(encounters->slot_of, &encounters->slot_of_room, (size_t)notes + 1,
                                      sizeof *encounters->slot_of);
    memset(encounters->slots, 0, room * sizeof *encounters->slots);
    return (struct table){.slots = encounters->slots,
                          .mask = (uint32_t)(room - 2),
                          .shift = PLACE_BITS - bits,
                          .taken = encounters->taken,
                          .slot_of = encounters->slot_of};
}

/* The slot of a place, or the free one where it would be. A branch between the two would be unpredictable, so
 * there is none: a product is 0 if one of its factors is. */
static inline __attribute__((always_inline)) uint32_t find_slot(const struct table *table, uint32_t place)
{
    uint32_t at = place * 0x9e3779b1u >> table->shift;
    while ((uint64_t)(table->slots[at].place ^ place) * table->slots[at].what != 0)
        at = (at + 1) & table->mask;
    return at;
}

static inline uint32_t class_of(uint32_t what)
{
    return what >> PP_BITS & ((1u << NUMBER_BITS) - 1);
}

/* Adds an access to its slot; `what`: SLOT_MIXED, or its class. No branch here either. */
static inline __attribute__((always_inline)) void enter(struct table *table, uint32_t place, uint32_t what)
{
    const uint32_t at = find_slot(table, place);
    struct slot *slot = &table->slots[at];
    const bool is_free = slot->what == 0;
    const uint32_t before = slot->what | (what & (0u - is_free));
    const uint32_t mixed = class_of(before) != class_of(what) ? SLOT_MIXED : 0;
    slot->place = place;
    slot->what = (before | mixed) + 1;
    table->slot_of[table->notes++] = at;
    table->taken[table->taken_count] = at;
    table->taken_count += is_free;
}

/* A load that matters only if its slot has been used. */
static inline __attribute__((always_inline)) void enter_load(struct table *table, uint32_t place)
{
    const uint32_t at = find_slot(table, place), what = table->slots[at].what;
    if (what != 0)
        table->slots[at].what = (what | SLOT_MIXED) + 1;
    table->slot_of[table->notes++] = what != 0 ? at : table->mask + 1;
}

static void fetch_block(const struct block *block)
{
    enum { LINE = 64 };
    for (size_t k = 0; k < sizeof *block; k += LINE)
        __builtin_prefetch((const char *)block + k);
}

static inline __attribute__((always_inline)) void enter_list(const struct encounters *encounters,
                                                             struct table *table, const struct list *list,
                                                             enum kind kind, bool some_forgotten)
{
    struct table local = *table;
    for (const struct block *block = list->head; block != NULL; block = block->next) {
        const char *const end = block->notes + block_bytes(list, block);
        if (block->next != NULL)
            fetch_block(block->next);
        for (const char *at = block->notes; at < end; at += kind_size(kind)) {
            const struct note_head *head = (const struct note_head *)at;
            if (some_forgotten && (head->who & FORGETS) != 0)
                local.slot_of[local.notes++] = local.mask + 1;
            else if (kind == KIND_ANY)
                enter(&local, head->place, SLOT_MIXED);
            else if (kind == KIND_LOAD)
                enter_load(&local, head->place);
            else
                enter(&local, head->place, (uint32_t)encounters->counted[head_number(head)].class << PP_BITS);
        }
    }
    *table = local;
}

/* Loads that matter only beside other accesses come last. */
static inline __attribute__((always_inline)) void
enter_all(const struct encounters *encounters, struct table *table, const struct bucket *bucket, bool some)
{
    enter_list(encounters, table, &bucket->lists[KIND_ANY], KIND_ANY, some);
    enter_list(encounters, table, &bucket->lists[KIND_COUNTED], KIND_COUNTED, some);
    enter_list(encounters, table, &bucket->lists[KIND_LOAD], KIND_LOAD, some);
}

/* Counts what is only counted in slots of the first `cycles` cycles, and frees them. Returns the number of
 * accesses in the slots left. Without branches: masks have all bits equal. */
static uint32_t count_classes(struct encounters *encounters, const struct table *table, uint32_t cycles)
{
    const uint64_t end = (uint64_t)cycles << encounters->cell_bits;
    uint32_t told = 0;
    for (uint32_t k = 0; k < table->taken_count; k++) {
        struct slot *slot = &table->slots[table->taken[k]];
        const uint32_t what = slot->what, count = what & SLOT_COUNT;
        const bool is_met = (count > 1) & (slot->place < end);
        const uint32_t met = 0u - is_met, mixed = 0u - (what / SLOT_MIXED);
        struct class *class = &encounters->classes[class_of(what) & ~mixed];
        class->cells += is_met;
        class->loads += count & met;
        told += count & met & mixed;
        slot->what = what & met & mixed;
    }
    return told;
}

static struct candidate candidate_of(const struct encounters *encounters, const struct note_head *head,
                                     enum kind kind)
{
    const uint64_t key = (uint64_t)head->place << PP_BITS | head_pp(head);
    if (kind == KIND_COUNTED)
        return (struct candidate){key, encounters->counted[head_number(head)].pc, 0};
    const struct note *note = (const struct note *)head;
    return (struct candidate){key | (uint64_t)(head->who & HAS_DETAILS) << PLACE_BITS, note->pc, note->value};
}

/* Makes candidates of accesses with slots in use. `notes`: number of notes in earlier lists. */
static inline __attribute__((always_inline)) uint32_t take_list(struct encounters *encounters,
                                                                const struct list *list, enum kind kind,
                                                                uint32_t *notes, uint32_t count)
{
    const uint32_t *slot_of = encounters->slot_of + *notes;
    for (const struct block *block = list->head; block != NULL; block = block->next) {
        const char *const end = block->notes + block_bytes(list, block);
        for (const char *at = block->notes; at < end; at += kind_size(kind))
            if (encounters->slots[*slot_of++].what != 0)
                encounters->candidates[count++] =
                    candidate_of(encounters, (const struct note_head *)at, kind);
    }
    *notes = (uint32_t)(slot_of - encounters->slot_of);
    return count;
}

uint32_t encounters_find_met(struct encounters *encounters, const struct bucket *bucket, uint32_t cycles)
{
    uint32_t notes = 0, count = 0;
    for (unsigned kind = 0; kind < KINDS; kind++)
        notes += list_count(&bucket->lists[kind], kind);
    struct table table = make_table(encounters, notes);
    if (bucket->some_forgotten)
        enter_all(encounters, &table, bucket, true);
    else
        enter_all(encounters, &table, bucket, false);
    const uint32_t told = count_classes(encounters, &table, cycles);
    if (told == 0)
        return 0;
    encounters->candidates = memory_grow(encounters->candidates, &encounters->candidate_room, told,
                                         sizeof *encounters->candidates);
    encounters->spare =
        memory_grow(encounters->spare, &encounters->spare_room, told, sizeof *encounters->spare);
    notes = 0;
    count = take_list(encounters, &bucket->lists[KIND_ANY], KIND_ANY, &notes, count);
    count = take_list(encounters, &bucket->lists[KIND_COUNTED], KIND_COUNTED, &notes, count);
    return take_list(encounters, &bucket->lists[KIND_LOAD], KIND_LOAD, &notes, count);
}
