/* encounter.c - see encounter.h: collects accesses by their cycles. Calls tell. */
#include "sim/solo/encounter/encounter.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/solo/encounter/inside.h"
#include "sim/isa/instruction.h"

enum {
#define GROUP_FIELD(offset, name, text) GROUP_##name = (offset),
#include "asm/tables/group.def"
};

enum {
    DUE_CYCLES = 64,        /* accesses are reported after this number of cycles */
    DUE_DETAILS = 1024,     /* or at this number of details, which should be close together */
    BUCKET_NOTES = 1 << 14, /* maximum number of accesses in a bucket */
    BUCKET_SHIFT = CYCLE_BITS,
    SLAB_BLOCKS = 64
};

/* ---- creation */

static uint8_t care_of(const struct machine *machine, uint32_t pc)
{
    const struct instruction *i = &machine->program.code[pc];
    const bool is_load = instruction_access(i) == INSTRUCTION_LOADS;
    const struct observer *const observer = machine->observers;
    const unsigned cares = observer->cares(observer->context, pc);
    const bool cares_alone = (cares & OBSERVER_CARES_ALONE) != 0;
    if ((cares & OBSERVER_CARES) == 0)
        return 0;
    if (cares_alone && is_load)
        return ENCOUNTER_FRAME;
    uint8_t care = ENCOUNTER_NOTED;
    care |= cares_alone ? ENCOUNTER_ALONE : 0;
    care |= (cares & OBSERVER_CARES_FOR_CALLER) != 0 ? ENCOUNTER_CALLER : 0;
    care |= !cares_alone && ((cares & OBSERVER_SKIPS_LOADS) != 0 || observer->skips_loads)
                ? ENCOUNTER_SKIPS_LOADS
                : 0;
    care |= !cares_alone && (cares & OBSERVER_NEEDS_TWO) != 0 ? ENCOUNTER_NEEDS_TWO : 0;
    care |= is_load ? ENCOUNTER_LOADS : 0;
    return care;
}

/* If some loads matter wherever they meet others, so does any load that these may meet. */
static void find_loads_met(const struct encounters *encounters, uint32_t count)
{
    const uint8_t load = ENCOUNTER_NOTED | ENCOUNTER_LOADS;
    bool some = false;
    for (uint32_t pc = 0; pc < count && !some; pc++)
        some = (encounters->care[pc] & (load | ENCOUNTER_SKIPS_LOADS)) == load;
    for (uint32_t pc = 0; pc < count && some; pc++)
        encounters->care[pc] |= (encounters->care[pc] & load) == load ? ENCOUNTER_MEETS_LOADS : 0;
}

/* Few PPs have few accesses per cycle; with many, those of one cycle fill the cache. */
static unsigned choose_shift(uint32_t pps, unsigned cell_bits)
{
    unsigned shift = BUCKET_SHIFT;
    while (shift > 0 && ((uint64_t)pps << shift > BUCKET_NOTES || cell_bits + shift > PLACE_BITS))
        shift--;
    return shift;
}

static unsigned count_bits(uint32_t cells)
{
    unsigned bits = 1;
    while (bits < PLACE_BITS && (cells - 1) >> bits != 0)
        bits++;
    return bits;
}

struct encounters *encounters_create(const struct machine *machine)
{
    struct encounters *encounters = calloc(1, sizeof *encounters);
    if (encounters == NULL)
        return NULL;
    encounters->machine = machine;
    encounters->cell_bits = count_bits(machine->memory.shared_words);
    encounters->shift = choose_shift(machine->memory.pps, encounters->cell_bits);
    encounters->bucket_mask = (ENCOUNTER_CYCLES >> encounters->shift) - 1;
    encounters->buckets = calloc((size_t)encounters->bucket_mask + 1, sizeof *encounters->buckets);
    encounters->care = calloc((size_t)machine->program.count + 1, 1);
    encounters->numbers = calloc((size_t)machine->program.count + 1, sizeof *encounters->numbers);
    if (encounters->care == NULL || encounters->buckets == NULL || encounters->numbers == NULL) {
        encounters_destroy(encounters);
        return NULL;
    }
    encounters->may_count = machine->observers->counts != NULL;
    for (uint32_t pc = 0; pc < machine->program.count; pc++)
        encounters->care[pc] = care_of(machine, pc);
    find_loads_met(encounters, machine->program.count);
    encounters->free_details = NOWHERE;
    return encounters;
}

void encounters_destroy(struct encounters *encounters)
{
    if (encounters == NULL)
        return;
    for (uint32_t k = 0; k < encounters->slab_count; k++)
        free(encounters->slabs[k]);
    free(encounters->slabs);
    free(encounters->care);
    free(encounters->buckets);
    free(encounters->details);
    free(encounters->numbers);
    free(encounters->slots);
    free(encounters->taken);
    free(encounters->slot_of);
    free(encounters->candidates);
    free(encounters->spare);
    free(encounters->accesses);
    free(encounters->forgotten);
    free(encounters);
}

const uint8_t *encounters_care(const struct encounters *encounters)
{
    return encounters->care;
}

/* ---- blocks */

static void make_blocks(struct encounters *encounters)
{
    struct block *slab = memory_take(SLAB_BLOCKS, sizeof *slab);
    encounters->slabs = memory_grow(encounters->slabs, &encounters->slab_room, encounters->slab_count + 1,
                                    sizeof *encounters->slabs);
    encounters->slabs[encounters->slab_count++] = slab;
    for (unsigned k = 0; k < SLAB_BLOCKS; k++) {
        slab[k].next = encounters->free;
        encounters->free = &slab[k];
    }
}

static __attribute__((noinline)) void add_block(struct encounters *encounters, struct list *list)
{
    if (encounters->free == NULL)
        make_blocks(encounters);
    struct block *block = encounters->free;
    encounters->free = block->next;
    block->next = list->head;
    *list = (struct list){.head = block,
                          .at = block->notes,
                          .end = block->notes + BLOCK_BYTES,
                          .full = list->head != NULL ? list->full + 1 : 0};
    encounters->used++;
}

/* Room for a note in a list. */
static inline __attribute__((always_inline)) void *add_to(struct encounters *encounters, struct list *list,
                                                          size_t size)
{
    if (list->at == list->end)
        add_block(encounters, list);
    void *note = list->at;
    list->at += size;
    return note;
}

static inline uint32_t place_of(const struct encounters *encounters, uint64_t cycle, uint32_t cell)
{
    const uint64_t in_bucket = cycle & (((uint64_t)1 << encounters->shift) - 1);
    return (uint32_t)(in_bucket << encounters->cell_bits) | cell;
}

/* `who`: the number of the PP, with the flag HAS_DETAILS if the note has details. */
static inline __attribute__((always_inline)) void add_note(struct encounters *encounters, uint64_t cycle,
                                                           uint32_t cell, uint32_t pc, uint32_t who,
                                                           uint32_t value)
{
    const uint8_t load = ENCOUNTER_LOADS | ENCOUNTER_SKIPS_LOADS;
    const enum kind kind = (encounters->care[pc] & load) == load ? KIND_LOAD : KIND_ANY;
    struct note *note = add_to(encounters, &bucket_of(encounters, cycle)->lists[kind], sizeof(struct note));
    *note = (struct note){{place_of(encounters, cycle, cell), who}, pc, value};
}

static inline bool is_of_frame(uint32_t cell, uint32_t frame)
{
    return cell - frame < GROUP_WORDS && frame != 0;
}

/* The same for an access without details. */
static inline __attribute__((always_inline)) void add_plain_note(struct encounters *encounters,
                                                                 uint64_t cycle, uint32_t cell, uint32_t pc,
                                                                 uint32_t pp, uint32_t value)
{
    const uint32_t number = encounters->numbers[pc];
    if (number == 0 || is_of_frame(cell, encounters->frame)) {
        add_note(encounters, cycle, cell, pc, pp, value);
        return;
    }
    struct note_head *head =
        add_to(encounters, &bucket_of(encounters, cycle)->lists[KIND_COUNTED], sizeof(struct note_head));
    *head = (struct note_head){place_of(encounters, cycle, cell), pp | number << PP_BITS};
}

/* ---- collecting */

static inline __attribute__((always_inline)) uint32_t take_details(struct encounters *encounters)
{
    const uint32_t place = encounters->free_details;
    encounters->details_used++;
    if (place != NOWHERE) {
        encounters->free_details = encounters->details[place].next;
        if (encounters->free_details != NOWHERE)
            __builtin_prefetch(&encounters->details[encounters->free_details], 1);
        return place;
    }
    encounters->details = memory_grow(encounters->details, &encounters->details_room,
                                      encounters->details_count + 1, sizeof *encounters->details);
    return encounters->details_count++;
}

static void free_details(struct encounters *encounters, const struct note *note)
{
    if ((note->head.who & HAS_DETAILS) == 0)
        return;
    encounters->details_used--;
    encounters->details[note->value].next = encounters->free_details;
    encounters->free_details = note->value;
}

static inline __attribute__((always_inline)) void
add_whole_note(struct encounters *encounters, uint64_t cycle, const struct observer_meeting *access)
{
    const uint32_t place = take_details(encounters);
    encounters->details[place] = (struct details){.value = access->value,
                                                  .frame = access->frame,
                                                  .members = access->members,
                                                  .stands_for = access->stands_for,
                                                  .caller = access->caller,
                                                  .inside = access->inside,
                                                  .is_synchronous = access->is_synchronous,
                                                  .in_barrier = access->in_barrier};
    add_note(encounters, cycle, access->address, access->pc, access->pp | HAS_DETAILS, place);
}

/* The same if the access is reported twice. */
static __attribute__((noinline)) void add_again(struct encounters *encounters, uint64_t cycle,
                                                const struct observer_meeting *access)
{
    add_whole_note(encounters, cycle, access);
}

void encounters_note_whole(struct encounters *encounters, uint64_t cycle,
                           const struct observer_meeting *access)
{
    add_whole_note(encounters, cycle, access);
    if (__builtin_expect((encounters->care[access->pc] & (ENCOUNTER_ALONE | ENCOUNTER_FRAME)) != 0, 0))
        add_again(encounters, cycle, access);
}

void encounters_note(struct encounters *encounters, uint64_t cycle, uint32_t cell, uint32_t pp, uint32_t pc,
                     uint32_t value, uint32_t frame)
{
    if (encounters->used == 0)
        encounters->frame = frame;
    if (frame == encounters->frame)
        add_plain_note(encounters, cycle, cell, pc, pp, value);
    else
        encounters_note_whole(encounters, cycle,
                              &(struct observer_meeting){.pp = pp,
                                                        .pc = pc,
                                                        .address = cell,
                                                        .value = value,
                                                        .frame = frame,
                                                        .stands_for = 1,
                                                        .caller = pc,
                                                        .inside = pc});
}

void encounters_note_all(struct encounters *encounters, uint64_t base, uint32_t pp,
                         const struct encounter_note *notes, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        const struct encounter_note *note = &notes[k];
        if (note->frame == encounters->frame && encounters->used != 0)
            add_plain_note(encounters, base + note->time, note->cell, note->pc, pp, note->value);
        else
            encounters_note(encounters, base + note->time, note->cell, pp, note->pc, note->value,
                            note->frame);
    }
}

static uint64_t bucket_begin(const struct encounters *encounters, uint64_t cycle)
{
    return cycle >> encounters->shift << encounters->shift;
}

void encounters_forget(struct encounters *encounters, uint32_t pp, uint64_t from, uint64_t to)
{
    const uint64_t cycles = (uint64_t)1 << encounters->shift;
    /* a computing PP may have gone further: there are no accesses, and buckets are of other cycles */
    const uint64_t last = bucket_begin(encounters, encounters->first) + ENCOUNTER_CYCLES;
    const uint64_t end = to < last ? to : last;
    for (uint64_t cycle = from; cycle < end; cycle = (cycle & ~(cycles - 1)) + cycles) {
        struct bucket *bucket = bucket_of(encounters, cycle);
        for (unsigned kind = 0; kind < KINDS; kind++) {
            struct list *list = &bucket->lists[kind];
            if (list->head == NULL)
                continue;
            struct note_head *head = add_to(encounters, list, kind_size(kind));
            *head = (struct note_head){place_of(encounters, cycle, 0), pp | FORGETS};
            bucket->some_forgotten = true;
        }
    }
}

/* ---- reporting */

bool encounters_are_due(const struct encounters *encounters, uint64_t cycle)
{
    const uint64_t end = bucket_begin(encounters, cycle);
    return end >= encounters->first + DUE_CYCLES ||
           (encounters->details_used >= DUE_DETAILS && end > encounters->first);
}

static void empty(struct encounters *encounters, struct bucket *bucket)
{
    for (unsigned kind = 0; kind < KINDS; kind++) {
        struct list *list = &bucket->lists[kind];
        for (struct block *block = list->head, *next; block != NULL; block = next) {
            next = block->next;
            const size_t bytes = kind == KIND_COUNTED ? 0 : block_bytes(list, block);
            for (size_t k = 0; k < bytes && encounters->details_used != 0; k += sizeof(struct note))
                free_details(encounters, (const struct note *)(block->notes + k));
            block->next = encounters->free;
            encounters->free = block;
            encounters->used--;
        }
    }
    *bucket = (struct bucket){.some_forgotten = false};
}

static void tell(struct encounters *encounters, uint64_t end)
{
    while (encounters->first < end) {
        const uint64_t begin = bucket_begin(encounters, encounters->first);
        struct bucket *bucket = bucket_of(encounters, begin);
        if (bucket->lists[KIND_ANY].head != NULL || bucket->lists[KIND_COUNTED].head != NULL)
            encounters_tell_bucket(encounters, bucket, begin, end);
        empty(encounters, bucket);
        encounters->first = encounters->used == 0 ? end : begin + ((uint64_t)1 << encounters->shift);
    }
}

void encounters_tell(struct encounters *encounters, uint64_t cycle)
{
    tell(encounters, bucket_begin(encounters, cycle));
}

void encounters_tell_all(struct encounters *encounters, uint64_t cycle)
{
    tell(encounters, cycle);
}

void encounters_begin(struct encounters *encounters, uint64_t cycle)
{
    for (uint32_t k = 0; k <= encounters->bucket_mask && encounters->used != 0; k++)
        empty(encounters, &encounters->buckets[k]);
    encounters->first = cycle;
}
