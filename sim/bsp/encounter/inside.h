/* inside.h - how accesses are kept until they are told (encounter.c, tell.c).
 *
 * Some cycles together have a list of blocks, to the newest of which notes are added one after the other: so
 * all that is written to at a time is near. What is forgotten is noted, too, as forgotten. Not for anybody
 * else.
 */
#ifndef PRAM_ENCOUNTER_INSIDE_H
#define PRAM_ENCOUNTER_INSIDE_H

#include <stddef.h>

#include "sim/bsp/encounter/encounter.h"

/* An access. There may be very many: what is the same in most stands elsewhere. `who` has, from the lowest
 * bit on, the PP, the cycle of those kept together, and whether the access has details, `value` being their
 * place then; or whether this is no access: all that the PP has done since that cycle is forgotten. */
struct note {
    uint32_t cell, pc, who, value;
};
enum { PP_BITS = 22, CYCLE_BITS = 6 };
#define HAS_DETAILS 0x80000000u
#define FORGETS 0x40000000u
_Static_assert(MEMORY_MAX_PPS == 1u << PP_BITS, "a note has room for any PP");

static inline uint32_t note_pp(const struct note *note)
{
    return note->who & ((1u << PP_BITS) - 1);
}

static inline uint32_t note_cycle(const struct note *note)
{
    return note->who >> PP_BITS & ((1u << CYCLE_BITS) - 1);
}

/* Accesses which are kept apart. */
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
#define NOWHERE UINT32_MAX

enum { BLOCK_NOTES = 63 };
struct block {
    struct block *next; /* an older one, which is full; or one that is free */
    uint64_t unused;
    struct note notes[BLOCK_NOTES];
};
_Static_assert(sizeof(struct block) == 1024, "whole lines of the cache");

/* The newest block, and where its next note comes; NULL: there is none. */
struct list {
    struct block *head;
    struct note *at, *end;
    uint32_t full; /* blocks behind the newest one */
};

/* Accesses of some cycles. */
struct bucket {
    struct list lists[KINDS];
    bool some_forgotten;
};

/* An access that may matter: its key says, from the lowest bit on, PP, cell and cycle, and whether it has
 * details. */
struct candidate {
    uint64_t key;
    uint32_t pc, value;
};

struct encounters {
    const struct machine *machine;
    uint8_t *care;
    unsigned shift; /* 2^shift cycles are kept together */
    uint64_t first; /* the first cycle that has not been told */
    struct bucket *buckets;
    uint32_t bucket_mask;
    struct block *free;
    uint32_t used; /* blocks */
    void **slabs;  /* memory of blocks */
    size_t slab_room;
    uint32_t slab_count;
    struct details *details;
    size_t details_room;
    uint32_t details_count, free_details, details_used;
    uint32_t frame; /* of all accesses without details */
    /* while a bucket is told: */
    uint8_t *hashes; /* what is known of hashes of cells and cycles, */
    size_t hash_room;
    const struct note **picked; /* accesses that may matter, */
    size_t picked_room;
    unsigned cell_bits; /* .. their cells have so many bits, */
    struct candidate *candidates, *spare;
    size_t candidate_room, spare_room;
    struct observer_access *accesses;
    size_t access_room;
    uint64_t *forgotten; /* a table of PPs, and since when */
    size_t forgotten_room;
};

static inline struct bucket *bucket_of(const struct encounters *encounters, uint64_t cycle)
{
    return &encounters->buckets[cycle >> encounters->shift & encounters->bucket_mask];
}

/* The notes of a block of a list: only the newest one may not be full. */
static inline uint32_t block_count(const struct list *list, const struct block *block)
{
    return block == list->head ? (uint32_t)(list->at - block->notes) : BLOCK_NOTES;
}

/* ---- tell.c */

/* Listeners are told what the bucket has of cycles before `end`; its first one is `begin`. */
void encounters_tell_bucket(struct encounters *encounters, struct bucket *bucket, uint64_t begin,
                            uint64_t end);

#endif
