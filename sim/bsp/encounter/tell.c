/* tell.c - who has met whom, of the accesses that are kept together (inside.h).
 *
 * A table of hashes tells most accesses, which are the only ones to their cell in their cycle, from those
 * that are looked at closer. These are brought into order, and listeners get each cell with all of its
 * accesses.
 */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/bsp/encounter/inside.h"

void encounters_repeat(const struct encounters *encounters, uint64_t cycle,
                       const struct observer_access *accesses, uint32_t count, uint64_t times)
{
    const struct observer *observer = encounters->machine->observers;
    for (; observer != NULL; observer = observer->next)
        observer->meet(observer->context, cycle, accesses, count, times);
}

static uint32_t count_notes(const struct list *list)
{
    return list->head == NULL ? 0 : list->full * BLOCK_NOTES + block_count(list, list->head);
}

/* ---- what is forgotten */

/* A PP with the first cycle from which on what it had done before is forgotten, in one word; 0: free. */
static uint64_t *find_forgotten(const struct encounters *encounters, uint32_t pp, size_t mask)
{
    size_t place = pp * 0x9e3779b1u >> 4 & mask;
    while (encounters->forgotten[place] != 0 && (uint32_t)encounters->forgotten[place] != pp)
        place = (place + 1) & mask;
    return &encounters->forgotten[place];
}

#define IS_KNOWN ((uint64_t)1 << 63)

/* From the newest note on: those that are older than one which forgets them forget, too. */
static void drop_forgotten(struct encounters *encounters, struct list *list)
{
    size_t room = 64;
    while (room < 2 * (size_t)count_notes(list))
        room *= 2;
    encounters->forgotten =
        memory_grow(encounters->forgotten, &encounters->forgotten_room, room, sizeof *encounters->forgotten);
    memset(encounters->forgotten, 0, room * sizeof *encounters->forgotten);
    for (struct block *block = list->head; block != NULL; block = block->next)
        for (uint32_t k = block_count(list, block); k-- > 0;) {
            struct note *note = &block->notes[k];
            uint64_t *entry = find_forgotten(encounters, note_pp(note), room - 1);
            const uint64_t since = *entry >> 32 & ((1u << CYCLE_BITS) - 1);
            if ((note->who & FORGETS) != 0) {
                if (*entry == 0 || note_cycle(note) < since)
                    *entry = IS_KNOWN | (uint64_t)note_cycle(note) << 32 | note_pp(note);
            } else if (*entry != 0 && note_cycle(note) >= since) {
                note->who |= FORGETS; /* it keeps its details, to be freed */
            }
        }
}

/* ---- those whose hash another one has */

/* What is known of a hash. */
enum { SEEN = 1, MET = 2 };

static uint32_t hash_of(const struct note *note, unsigned shift)
{
    return (note->cell + note_cycle(note) * 0x3c6ef372u) * 0x9e3779b1u >> shift;
}

/* How far hashes of 32 bits are shifted, so that there are some for each of `count` notes; of all of them
 * nothing is known. */
static unsigned clear_hashes(struct encounters *encounters, uint32_t count)
{
    enum { LEAST = 10, MOST = 18, A_NOTE = 8 };
    unsigned bits = LEAST;
    while (bits < MOST && (uint64_t)1 << bits < (uint64_t)count * A_NOTE)
        bits++;
    const size_t room = (size_t)1 << bits;
    encounters->hashes = memory_grow(encounters->hashes, &encounters->hash_room, room, 1);
    memset(encounters->hashes, 0, room);
    return 32 - bits;
}

static void fetch_block(const struct block *block)
{
    enum { LINE = 64 };
    for (size_t k = 0; k < sizeof *block; k += LINE)
        __builtin_prefetch((const char *)block + k);
}

/* The hashes of these accesses are known; those of loads that matter only where others do more, only if they
 * are seen already. No branch depends on what is found: it could not be foreseen. */
static inline __attribute__((always_inline)) void
mark_hashes(struct encounters *encounters, const struct list *list, unsigned shift, bool are_seen)
{
    uint8_t *const hashes = encounters->hashes;
    for (const struct block *block = list->head; block != NULL; block = block->next) {
        const uint32_t count = block_count(list, block);
        if (block->next != NULL)
            fetch_block(block->next);
        for (uint32_t k = 0; k < count; k++) {
            uint8_t *hash = &hashes[hash_of(&block->notes[k], shift)];
            const unsigned met = *hash << 1;
            *hash = (uint8_t)(are_seen ? met | SEEN : *hash | (met & MET));
        }
    }
}

/* Those of which the hash has met another one. Their number. */
static uint32_t pick_some(struct encounters *encounters, const struct list *list, unsigned shift,
                          uint32_t count)
{
    const uint8_t *const hashes = encounters->hashes;
    const struct note **picked = encounters->picked;
    for (const struct block *block = list->head; block != NULL; block = block->next) {
        const uint32_t notes = block_count(list, block);
        if (block->next != NULL)
            fetch_block(block->next);
        for (uint32_t k = 0; k < notes; k++) {
            picked[count] = &block->notes[k];
            count += hashes[hash_of(&block->notes[k], shift)] >= MET;
        }
    }
    return count;
}

static uint32_t pick_all(struct encounters *encounters, const struct list *list, uint32_t count)
{
    for (const struct block *block = list->head; block != NULL; block = block->next)
        for (uint32_t k = 0; k < block_count(list, block); k++)
            encounters->picked[count++] = &block->notes[k];
    return count;
}

static uint32_t pick(struct encounters *encounters, const struct bucket *bucket)
{
    enum { FEW = 32 };
    const struct list *const any = &bucket->lists[KIND_ANY], *const loads = &bucket->lists[KIND_LOAD];
    const uint32_t some = count_notes(any), all = some + count_notes(loads);
    encounters->picked = memory_grow(encounters->picked, &encounters->picked_room, (size_t)all + 1,
                                     sizeof *encounters->picked);
    if (all <= FEW)
        return pick_all(encounters, loads, pick_all(encounters, any, 0));
    const unsigned shift = clear_hashes(encounters, some);
    mark_hashes(encounters, any, shift, true);
    mark_hashes(encounters, loads, shift, false);
    return pick_some(encounters, loads, shift, pick_some(encounters, any, shift, 0));
}

/* As few bits as cells have need of: so fewer have to be looked at where accesses are brought into order. */
static unsigned find_cell_bits(const struct encounters *encounters, uint32_t picked)
{
    uint32_t cells = 1;
    for (uint32_t k = 0; k < picked; k++)
        cells |= encounters->picked[k]->cell;
    return 32u - (unsigned)__builtin_clz(cells);
}

#define KEY_DETAILS ((uint64_t)HAS_DETAILS << 32)

static struct candidate candidate_of(const struct note *note, unsigned cell_bits)
{
    const uint64_t place = (uint64_t)note_cycle(note) << cell_bits | note->cell;
    return (struct candidate){place << PP_BITS | note_pp(note) | (uint64_t)(note->who & HAS_DETAILS) << 32,
                              note->pc, note->value};
}

/* Those of the `picked` that are of cycles before `end`. Their number. */
static uint32_t take_candidates(struct encounters *encounters, uint32_t picked, uint64_t end)
{
    uint32_t count = 0;
    const unsigned cell_bits = encounters->cell_bits = find_cell_bits(encounters, picked);
    encounters->candidates = memory_grow(encounters->candidates, &encounters->candidate_room, picked,
                                         sizeof *encounters->candidates);
    encounters->spare =
        memory_grow(encounters->spare, &encounters->spare_room, picked, sizeof *encounters->spare);
    for (uint32_t k = 0; k < picked; k++) {
        const struct note *note = encounters->picked[k];
        encounters->candidates[count] = candidate_of(note, cell_bits);
        count += (note->who & FORGETS) == 0 && note_cycle(note) < end;
    }
    return count;
}

/* ---- order */

/* Of what is in one order with others. */
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

/* By some bits of their keys, from a bit on, where these are not all the same. */
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

/* By cycles and cells; of many, those of one cell are in any order. */
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

/* ---- those of one cell */

static struct observer_access access_of(const struct encounters *encounters,
                                        const struct candidate *candidate)
{
    const uint64_t cells = ((uint64_t)1 << encounters->cell_bits) - 1;
    struct observer_access access = {.pp = (uint32_t)candidate->key & ((1u << PP_BITS) - 1),
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
    if (count < 2 || !matters(encounters, candidates, count))
        return;
    sort_few(candidates, count);
    if (count > encounters->access_room)
        encounters->accesses =
            memory_grow(encounters->accesses, &encounters->access_room, count, sizeof *encounters->accesses);
    for (uint32_t k = 0; k < count; k++)
        encounters->accesses[k] = access_of(encounters, &candidates[k]);
    encounters_repeat(encounters, cycle, encounters->accesses, count, 1);
}

void encounters_tell_bucket(struct encounters *encounters, struct bucket *bucket, uint64_t begin,
                            uint64_t end)
{
    for (unsigned kind = 0; kind < KINDS && bucket->some_forgotten; kind++)
        drop_forgotten(encounters, &bucket->lists[kind]);
    const uint32_t picked = pick(encounters, bucket);
    const uint32_t count = picked < 2 ? 0 : take_candidates(encounters, picked, end - begin);
    if (count < 2)
        return;
    sort(encounters, count);
    struct candidate *const candidates = encounters->candidates;
    for (uint32_t from = 0, to; from < count; from = to) {
        const uint64_t cell = key_of(&candidates[from]) >> PP_BITS;
        for (to = from + 1; to < count && key_of(&candidates[to]) >> PP_BITS == cell;)
            to++;
        tell_cell(encounters, candidates + from, to - from, begin + (cell >> encounters->cell_bits));
    }
}
