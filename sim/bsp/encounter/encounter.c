/* encounter.c - see encounter.h.
 *
 * The accesses of a cycle lie in blocks of a few, which are used again at once. A table of hashes tells most
 * cells, which only one PP accesses, from the few that are looked at closer.
 */
#include "sim/bsp/encounter/encounter.h"

#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "common/memory.h"
#include "sim/machine/system.h"

enum {
    BLOCK_ACCESSES = 15,
    DUE_CYCLES = 64,    /* after so many cycles listeners are told; */
    DUE_DETAILS = 1024, /* .. or when there are so many details: they are to lie near */
    SLOTS = 4096,
    FILTER_BITS = 1 << 14,
    NONE = 0 /* no block */
};

/* An access. There may be very many: what is the same in most stands elsewhere. */
struct note {
    uint32_t cell, pc;
    uint32_t pp;    /* and HAS_DETAILS: then */
    uint32_t value; /* .. this is their place in encounters.details */
};
#define HAS_DETAILS 0x80000000u
#define NOWHERE UINT32_MAX /* the end of a list; of a chain also: it has been told */

/* Accesses of a cycle, which are kept apart. */
enum kind {
    KIND_ANY,
    KIND_LOAD, /* loads that matter only where somebody does more */
    KINDS
};

struct details {
    uint32_t value, frame, members, stands_for, caller, inside;
    bool is_synchronous, in_barrier;
    uint32_t next; /* of those that are free; NOWHERE */
};

struct block {
    uint32_t next; /* of the same cycle, or free; NONE */
    uint32_t count;
    uint64_t unused;
    struct note notes[BLOCK_ACCESSES];
};
_Static_assert(sizeof(struct block) == 256, "four lines of the cache");

/* Accesses whose cells have one hash. */
struct slot {
    uint32_t serial; /* of the cycle that it is of */
    uint32_t at;     /* CHAINED: in `chained`; else there is one access as yet, this one of all blocks' */
};
#define CHAINED 0x80000000u

struct link {
    const struct note *note;
    uint32_t next; /* as slot.at, or NOWHERE */
};

/* Accesses to one cell: from `first` in `accesses` on. */
struct group {
    uint32_t cell, first, count;
};

struct encounters {
    const struct machine *machine;
    uint8_t *care;
    uint64_t first, kept;                    /* the first cycle that has not been told; accesses */
    uint32_t heads[KINDS][ENCOUNTER_CYCLES]; /* the blocks of cycle c: from place c % .. on */
    uint64_t some[ENCOUNTER_CYCLES / 64];    /* .. a bit for each that has some */
    struct block *blocks;                    /* blocks[0] is none */
    size_t block_room;
    uint32_t block_count, free_block;
    struct details *details;
    size_t details_room;
    uint32_t details_count, free_details, details_used;
    uint32_t frame; /* of all accesses without details */
    uint32_t serial;
    struct slot slots[SLOTS];
    uint64_t once[FILTER_BITS / 64], twice[FILTER_BITS / 64]; /* hashes of cells that are accessed */
    /* of the cycle that is told: */
    struct link *chained;
    size_t chained_room;
    uint32_t chained_count;
    const struct note **alike; /* of one slot */
    size_t alike_room;
    struct observer_access *accesses;
    size_t accesses_room;
    uint32_t access_count;
    struct group *groups, *spare;
    size_t groups_room, spare_room;
    uint32_t group_count;
};

/* ---- its life */

static uint8_t care_of(const struct machine *machine, uint32_t pc)
{
    uint8_t care = 0, spares = ENCOUNTER_SKIPS_LOADS | ENCOUNTER_NEEDS_TWO;
    for (const struct observer *observer = machine->observers; observer != NULL; observer = observer->next) {
        const unsigned cares = observer->cares(observer->context, pc);
        if ((cares & OBSERVER_CARES) == 0)
            continue;
        care |= ENCOUNTER_NOTED;
        care |= (cares & OBSERVER_CARES_FOR_CALLER) != 0 ? ENCOUNTER_CALLER : 0;
        spares &=
            (cares & OBSERVER_SKIPS_LOADS) != 0 || observer->skips_loads ? spares : ~ENCOUNTER_SKIPS_LOADS;
        spares &= (cares & OBSERVER_NEEDS_TWO) != 0 ? spares : ~ENCOUNTER_NEEDS_TWO;
    }
    care |= care != 0 ? spares : 0;
    const struct instruction *i = &machine->program.code[pc];
    if (care != 0 && (system_rows[i->opcode].work == SYSTEM_LOAD || i->kind == ISA_KIND_REALLOAD))
        care |= ENCOUNTER_LOADS;
    return care;
}

struct encounters *encounters_create(const struct machine *machine)
{
    struct encounters *encounters = calloc(1, sizeof *encounters);
    if (encounters == NULL)
        return NULL;
    encounters->machine = machine;
    encounters->care = calloc((size_t)machine->program.count + 1, 1);
    if (encounters->care == NULL) {
        free(encounters);
        return NULL;
    }
    for (uint32_t pc = 0; pc < machine->program.count; pc++)
        encounters->care[pc] = care_of(machine, pc);
    encounters->blocks = memory_grow(NULL, &encounters->block_room, 1, sizeof *encounters->blocks);
    encounters->block_count = 1;
    encounters->free_details = NOWHERE;
    return encounters;
}

void encounters_destroy(struct encounters *encounters)
{
    if (encounters == NULL)
        return;
    free(encounters->care);
    free(encounters->blocks);
    free(encounters->details);
    free(encounters->chained);
    free(encounters->alike);
    free(encounters->accesses);
    free(encounters->groups);
    free(encounters->spare);
    free(encounters);
}

const uint8_t *encounters_care(const struct encounters *encounters)
{
    return encounters->care;
}

/* ---- accesses come */

static uint32_t pp_of(const struct note *note)
{
    return note->pp & ~HAS_DETAILS;
}

static uint32_t take_block(struct encounters *encounters)
{
    uint32_t block = encounters->free_block;
    if (block != NONE) {
        encounters->free_block = encounters->blocks[block].next;
        __builtin_prefetch(&encounters->blocks[encounters->free_block], 1);
        return block;
    }
    block = encounters->block_count++;
    encounters->blocks = memory_grow(encounters->blocks, &encounters->block_room, encounters->block_count,
                                     sizeof *encounters->blocks);
    return block;
}

static __attribute__((noinline)) struct block *add_block(struct encounters *encounters, uint32_t place,
                                                         enum kind kind)
{
    const uint32_t block = take_block(encounters);
    encounters->blocks[block].next = encounters->heads[kind][place];
    encounters->blocks[block].count = 0;
    encounters->heads[kind][place] = block;
    encounters->some[place / 64] |= (uint64_t)1 << place % 64;
    return &encounters->blocks[block];
}

static inline __attribute__((always_inline)) struct note *add_note(struct encounters *encounters,
                                                                   uint64_t cycle, uint32_t pc)
{
    const uint8_t load = ENCOUNTER_LOADS | ENCOUNTER_SKIPS_LOADS;
    const enum kind kind = (encounters->care[pc] & load) == load ? KIND_LOAD : KIND_ANY;
    const uint32_t place = cycle % ENCOUNTER_CYCLES, head = encounters->heads[kind][place];
    struct block *block = &encounters->blocks[head];
    if (head == NONE || block->count == BLOCK_ACCESSES)
        block = add_block(encounters, place, kind);
    encounters->kept++;
    return &block->notes[block->count++];
}

static uint32_t take_details(struct encounters *encounters)
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
    if ((note->pp & HAS_DETAILS) == 0)
        return;
    encounters->details_used--;
    encounters->details[note->value].next = encounters->free_details;
    encounters->free_details = note->value;
}

void encounters_note_whole(struct encounters *encounters, uint64_t cycle,
                           const struct observer_access *access)
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
    *add_note(encounters, cycle, access->pc) = (struct note){
        .cell = access->address, .pc = access->pc, .pp = access->pp | HAS_DETAILS, .value = place};
}

void encounters_note(struct encounters *encounters, uint64_t cycle, uint32_t cell, uint32_t pp, uint32_t pc,
                     uint32_t value, uint32_t frame)
{
    if (encounters->kept == 0)
        encounters->frame = frame;
    if (frame == encounters->frame)
        *add_note(encounters, cycle, pc) = (struct note){.cell = cell, .pc = pc, .pp = pp, .value = value};
    else
        encounters_note_whole(encounters, cycle,
                              &(struct observer_access){.pp = pp,
                                                        .pc = pc,
                                                        .address = cell,
                                                        .value = value,
                                                        .frame = frame,
                                                        .stands_for = 1,
                                                        .caller = pc,
                                                        .inside = pc});
}

/* The newest block is the only one that may not be full. */
static void remove_note(struct encounters *encounters, uint32_t place, enum kind kind, struct note *note)
{
    const uint32_t head = encounters->heads[kind][place];
    struct block *block = &encounters->blocks[head];
    free_details(encounters, note);
    *note = block->notes[--block->count];
    encounters->kept--;
    if (block->count > 0)
        return;
    encounters->heads[kind][place] = block->next;
    block->next = encounters->free_block;
    encounters->free_block = head;
    if (encounters->heads[KIND_ANY][place] == NONE && encounters->heads[KIND_LOAD][place] == NONE)
        encounters->some[place / 64] &= ~((uint64_t)1 << place % 64);
}

void encounters_forget(struct encounters *encounters, uint64_t cycle, uint32_t pp)
{
    const uint32_t place = cycle % ENCOUNTER_CYCLES;
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (uint32_t head = encounters->heads[kind][place]; head != NONE;
             head = encounters->blocks[head].next)
            for (uint32_t k = 0; k < encounters->blocks[head].count; k++)
                if (pp_of(&encounters->blocks[head].notes[k]) == pp) {
                    remove_note(encounters, place, kind, &encounters->blocks[head].notes[k]);
                    return;
                }
}

bool encounters_are_due(const struct encounters *encounters, uint64_t cycle)
{
    const uint64_t cycles = cycle - encounters->first;
    return cycles >= DUE_CYCLES || (encounters->details_used >= DUE_DETAILS && cycles > 0);
}

/* ---- those of one cycle */

static const struct note *note_at(const struct encounters *encounters, uint32_t at)
{
    return &encounters->blocks[at / (BLOCK_ACCESSES + 1)].notes[at % (BLOCK_ACCESSES + 1)];
}

static struct slot *slot_of(struct encounters *encounters, uint32_t cell)
{
    return &encounters->slots[cell * 0x9e3779b1u >> 20 & (SLOTS - 1)];
}

static void add_link(struct encounters *encounters, struct slot *slot, const struct note *note)
{
    encounters->chained = memory_grow(encounters->chained, &encounters->chained_room,
                                      encounters->chained_count + 1, sizeof *encounters->chained);
    encounters->chained[encounters->chained_count] = (struct link){.note = note, .next = slot->at};
    slot->at = encounters->chained_count++ | CHAINED;
}

/* Those whose hash another one has go into chains. */
static inline void chain_note(struct encounters *encounters, const struct note *note, uint32_t at)
{
    struct slot *slot = slot_of(encounters, note->cell);
    if (slot->serial != encounters->serial) {
        *slot = (struct slot){.serial = encounters->serial, .at = at};
        return;
    }
    if ((slot->at & CHAINED) == 0) {
        const struct note *first = note_at(encounters, slot->at);
        slot->at = NOWHERE;
        add_link(encounters, slot, first);
    }
    add_link(encounters, slot, note);
}

static void fetch_block(const struct encounters *encounters, uint32_t block)
{
    enum { LINE = 64 };
    for (size_t k = 0; k < sizeof(struct block); k += LINE)
        __builtin_prefetch((const char *)&encounters->blocks[block] + k);
}

static uint32_t filter_of(const struct note *note)
{
    return note->cell * 0x9e3779b1u >> 18;
}

/* Hashes that were seen `once` and are those of these accesses become `twice`; then, if they `are_seen`,
 * these were, too. Loads that matter only where others do more are not. */
static inline __attribute__((always_inline)) bool find_twice(struct encounters *encounters, uint32_t head,
                                                             bool are_seen)
{
    uint64_t found = 0;
    for (uint32_t next; head != NONE; head = next) {
        const struct block *block = &encounters->blocks[head];
        next = block->next;
        fetch_block(encounters, next);
        for (uint32_t k = 0; k < block->count; k++) {
            const uint32_t hash = filter_of(&block->notes[k]);
            const uint64_t bit = (uint64_t)1 << hash % 64, both = encounters->once[hash / 64] & bit;
            if (both != 0)
                encounters->twice[hash / 64] |= both;
            if (are_seen)
                encounters->once[hash / 64] |= bit;
            found |= both;
        }
    }
    return found != 0;
}

/* Which hashes of cells two accesses have that may matter: that takes less room than slots, so that it is
 * near. False: none. */
static bool find_hashes(struct encounters *encounters, const uint32_t heads[KINDS])
{
    memset(encounters->once, 0, sizeof encounters->once);
    memset(encounters->twice, 0, sizeof encounters->twice);
    const bool are_twice = find_twice(encounters, heads[KIND_ANY], true);
    return find_twice(encounters, heads[KIND_LOAD], false) || are_twice;
}

static void begin_chains(struct encounters *encounters)
{
    encounters->chained_count = 0;
    if (++encounters->serial != 0)
        return;
    for (uint32_t k = 0; k < SLOTS; k++) /* after 2^32 cycles: nothing is as old as that */
        encounters->slots[k].serial = 0;
    encounters->serial = 1;
}

static void chain_some(struct encounters *encounters, uint32_t head, bool are_all)
{
    for (; head != NONE; head = encounters->blocks[head].next) {
        const struct block *block = &encounters->blocks[head];
        for (uint32_t k = block->count; k-- > 0;) { /* the last first: then chains begin with the first */
            const uint32_t hash = filter_of(&block->notes[k]);
            if (are_all || (encounters->twice[hash / 64] >> hash % 64 & 1) != 0)
                chain_note(encounters, &block->notes[k], head * (BLOCK_ACCESSES + 1) + k);
        }
    }
}

/* False: nobody meets anybody. */
static bool chain_all(struct encounters *encounters, const uint32_t heads[KINDS])
{
    const bool are_few = encounters->blocks[heads[KIND_ANY]].next == NONE &&
                         (heads[KIND_LOAD] == NONE || encounters->blocks[heads[KIND_LOAD]].next == NONE);
    const bool are_some = are_few || find_hashes(encounters, heads);
    begin_chains(encounters);
    for (unsigned kind = 0; kind < KINDS && are_some; kind++)
        chain_some(encounters, heads[kind], are_few);
    return encounters->chained_count != 0;
}

/* ---- cells */

static bool comes_before(const struct note *a, const struct note *b)
{
    return a->cell != b->cell ? a->cell < b->cell : pp_of(a) < pp_of(b);
}

static int compare_notes(const void *a, const void *b)
{
    const struct note *const *p = a, *const *q = b;
    return comes_before(*p, *q) ? -1 : comes_before(*q, *p);
}

/* Most are in order. */
static void sort_notes(const struct note **notes, uint32_t count)
{
    enum { FEW = 24 };
    uint32_t sorted = 1;
    while (sorted < count && comes_before(notes[sorted - 1], notes[sorted]))
        sorted++;
    if (count > FEW && sorted < count) {
        qsort(notes, count, sizeof(const struct note *), compare_notes);
        return;
    }
    for (uint32_t k = sorted; k < count; k++) {
        const struct note *note = notes[k];
        uint32_t at = k;
        for (; at > 0 && comes_before(note, notes[at - 1]); at--)
            notes[at] = notes[at - 1];
        notes[at] = note;
    }
}

static struct observer_access access_of(const struct encounters *encounters, const struct note *note)
{
    struct observer_access access = {.pp = pp_of(note),
                                     .pc = note->pc,
                                     .address = note->cell,
                                     .value = note->value,
                                     .frame = encounters->frame,
                                     .stands_for = 1,
                                     .caller = note->pc,
                                     .inside = note->pc};
    if ((note->pp & HAS_DETAILS) != 0) {
        const struct details *details = &encounters->details[note->value];
        access.value = details->value;
        access.frame = details->frame;
        access.in_barrier = details->in_barrier;
        access.is_synchronous = details->is_synchronous;
        access.members = details->members;
        access.caller = details->caller;
        access.inside = details->inside;
    }
    return access;
}

/* Accesses to one cell become a group. */
static void add_group(struct encounters *encounters, const struct note *const *notes, uint32_t count)
{
    const uint8_t skipped = ENCOUNTER_LOADS | ENCOUNTER_SKIPS_LOADS;
    bool matters = false;
    for (uint32_t k = 0; k < count && !matters; k++)
        matters = (encounters->care[notes[k]->pc] & skipped) != skipped;
    if (count < 2 || !matters)
        return;
    encounters->groups = memory_grow(encounters->groups, &encounters->groups_room,
                                     encounters->group_count + 1, sizeof *encounters->groups);
    encounters->accesses = memory_grow(encounters->accesses, &encounters->accesses_room,
                                       encounters->access_count + count, sizeof *encounters->accesses);
    encounters->groups[encounters->group_count++] =
        (struct group){.cell = notes[0]->cell, .first = encounters->access_count, .count = count};
    for (uint32_t k = 0; k < count; k++)
        encounters->accesses[encounters->access_count++] = access_of(encounters, notes[k]);
}

/* A chain becomes a group for each of its cells. It is marked as done. */
static void divide_chain(struct encounters *encounters, struct slot *slot)
{
    uint32_t count = 0;
    for (uint32_t at = slot->at; at != NOWHERE; at = encounters->chained[at & ~CHAINED].next) {
        encounters->alike =
            memory_grow(encounters->alike, &encounters->alike_room, count + 1, sizeof *encounters->alike);
        encounters->alike[count++] = encounters->chained[at & ~CHAINED].note;
    }
    slot->at = NOWHERE;
    sort_notes(encounters->alike, count);
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        end = begin + 1;
        while (end < count && encounters->alike[end]->cell == encounters->alike[begin]->cell)
            end++;
        add_group(encounters, encounters->alike + begin, end - begin);
    }
}

/* By their cells. */
static void sort_groups(struct encounters *encounters)
{
    const uint32_t count = encounters->group_count;
    encounters->spare =
        memory_grow(encounters->spare, &encounters->spare_room, count, sizeof *encounters->spare);
    for (uint32_t length = 1; length < count; length *= 2) {
        struct group *from = encounters->groups, *to = encounters->spare;
        for (uint32_t begin = 0; begin < count; begin += 2 * length) {
            const uint32_t middle = begin + length < count ? begin + length : count;
            const uint32_t end = middle + length < count ? middle + length : count;
            for (uint32_t left = begin, right = middle, k = begin; k < end; k++)
                to[k] = left < middle && (right == end || from[left].cell < from[right].cell) ? from[left++]
                                                                                              : from[right++];
        }
        encounters->groups = to;
        encounters->spare = from;
        const size_t room = encounters->groups_room;
        encounters->groups_room = encounters->spare_room;
        encounters->spare_room = room;
    }
}

void encounters_repeat(const struct encounters *encounters, uint64_t cycle,
                       const struct observer_access *accesses, uint32_t count, uint64_t times)
{
    const struct observer *observer = encounters->machine->observers;
    for (; observer != NULL; observer = observer->next)
        observer->meet(observer->context, cycle, accesses, count, times);
}

static void tell_cycle(struct encounters *encounters, uint64_t cycle)
{
    const uint32_t place = cycle % ENCOUNTER_CYCLES;
    const uint32_t heads[KINDS] = {encounters->heads[KIND_ANY][place], encounters->heads[KIND_LOAD][place]};
    if (heads[KIND_ANY] == NONE || !chain_all(encounters, heads))
        return;
    encounters->group_count = encounters->access_count = 0;
    for (uint32_t k = 0; k < encounters->chained_count; k++) {
        struct slot *slot = slot_of(encounters, encounters->chained[k].note->cell);
        if (slot->at != NOWHERE)
            divide_chain(encounters, slot);
    }
    sort_groups(encounters);
    for (uint32_t k = 0; k < encounters->group_count; k++) {
        const struct group *group = &encounters->groups[k];
        encounters_repeat(encounters, cycle, encounters->accesses + group->first, group->count, 1);
    }
}

static void free_blocks(struct encounters *encounters, uint32_t place)
{
    for (unsigned kind = 0; kind < KINDS; kind++) {
        for (uint32_t block = encounters->heads[kind][place], next; block != NONE; block = next) {
            next = encounters->blocks[block].next;
            encounters->kept -= encounters->blocks[block].count;
            for (uint32_t k = 0; k < encounters->blocks[block].count; k++)
                free_details(encounters, &encounters->blocks[block].notes[k]);
            encounters->blocks[block].next = encounters->free_block;
            encounters->free_block = block;
        }
        encounters->heads[kind][place] = NONE;
    }
    encounters->some[place / 64] &= ~((uint64_t)1 << place % 64);
}

void encounters_tell(struct encounters *encounters, uint64_t cycle)
{
    for (; encounters->first < cycle && encounters->kept != 0; encounters->first++) {
        const uint32_t place = encounters->first % ENCOUNTER_CYCLES;
        const uint64_t some = encounters->some[place / 64] >> place % 64;
        if (some == 0) { /* on to the next 64 */
            encounters->first |= 63;
            continue;
        }
        encounters->first += (unsigned)__builtin_ctzll(some);
        if (encounters->first >= cycle)
            break;
        tell_cycle(encounters, encounters->first);
        free_blocks(encounters, encounters->first % ENCOUNTER_CYCLES);
    }
    encounters->first = cycle;
}

void encounters_begin(struct encounters *encounters, uint64_t cycle)
{
    for (uint32_t place = 0; place < ENCOUNTER_CYCLES && encounters->kept != 0; place++)
        free_blocks(encounters, place);
    encounters->first = cycle;
}
