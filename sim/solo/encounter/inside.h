/* inside.h - how accesses are stored until they are reported (encounter.c, tell.c).
 *
 * A bucket of some cycles has a list of blocks; notes are appended to the newest one, so that all writes are
 * close together. Forgetting is a note, too. Private to the folder. */
#ifndef PRAM_ENCOUNTER_INSIDE_H
#define PRAM_ENCOUNTER_INSIDE_H

#include <stddef.h>

#include "sim/solo/encounter/encounter.h"

/* The first words of each note. `place` is a cell, with its cycle in the bucket in the bits above
 * (encounters.cell_bits). `who` is the number of the PP, with the number of the instruction for a counted
 * load, or with the flag FORGETS: then the note is no access, but cancels all accesses of the PP since that
 * cycle. */
struct note_head {
    uint32_t place, who;
};
enum { PP_BITS = 22, NUMBER_BITS = 9, CYCLE_BITS = 6, PLACE_BITS = 32 };
#ifdef PRAM_HOSTILE
enum { NUMBERS = 4 };
#else
enum { NUMBERS = 1 << NUMBER_BITS };
#endif
#define FORGETS 0x80000000u
_Static_assert(MEMORY_MAX_PPS == 1u << PP_BITS, "a note has room for any PP");
_Static_assert(MEMORY_MAX_WORDS <= 1ull << (PLACE_BITS - 1), "a place has room for any cell");

/* An access. There may be very many: what most have in common is elsewhere. */
struct note {
    struct note_head head; /* a flag in `who` says that `value` is the place of details */
    uint32_t pc, value;
};
#define HAS_DETAILS 0x40000000u

static inline uint32_t head_pp(const struct note_head *head)
{
    return head->who & ((1u << PP_BITS) - 1);
}

static inline uint32_t head_number(const struct note_head *head)
{
    return head->who >> PP_BITS & ((1u << NUMBER_BITS) - 1);
}

/* Accesses in separate lists. */
enum kind {
    KIND_ANY,     /* all other notes */
    KIND_LOAD,    /* loads that matter only if another PP does more than load */
    KIND_COUNTED, /* the same, and otherwise only counted (observer.h, `counts`): heads only */
    KINDS
};

static inline size_t kind_size(enum kind kind)
{
    return kind == KIND_COUNTED ? sizeof(struct note_head) : sizeof(struct note);
}

struct details {
    uint32_t value, frame, members, stands_for, caller, inside;
    bool is_synchronous, in_barrier;
    uint32_t next; /* in the list of free ones; NOWHERE */
};
#define NOWHERE UINT32_MAX

enum { BLOCK_BYTES = 1008 };
struct block {
    struct block *next; /* an older one, which is full; or the next free one */
    uint64_t unused;
    char notes[BLOCK_BYTES]; /* of one kind */
};
_Static_assert(sizeof(struct block) == 1024, "whole lines of the cache");
_Static_assert(BLOCK_BYTES % sizeof(struct note) == 0, "blocks get full");

/* The newest block, and the place of its next note; NULL: there is none. */
struct list {
    struct block *head;
    char *at, *end;
    uint32_t full; /* number of blocks before the newest one */
};

/* Accesses of some cycles. */
struct bucket {
    struct list lists[KINDS];
    bool some_forgotten;
};

/* A cell in a cycle, while a bucket is reported. */
struct slot {
    uint32_t place;
    uint32_t what; /* 0: free; otherwise, from the lowest bit on: number of accesses; class of counted loads;
                      SLOT_MIXED */
};
enum { SLOT_COUNT = (1 << PP_BITS) - 1 };
#define SLOT_MIXED 0x80000000u /* to be reported: not all are counted loads of one class */

/* Loads that are counted together. */
struct class
{
    uint32_t number;       /* the observer's */
    uint64_t cells, loads; /* of the bucket being reported */
};

/* An access to be reported. Its key has, from the lowest bit on, PP, cell and cycle, and whether it has
 * details. */
struct candidate {
    uint64_t key;
    uint32_t pc, value;
};
#define KEY_DETAILS ((uint64_t)HAS_DETAILS << PLACE_BITS)

struct encounters {
    const struct machine *machine;
    uint8_t *care;
    unsigned shift; /* a bucket has 2^shift cycles */
    unsigned cell_bits;
    uint64_t first; /* the first cycle that has not been reported */
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
    uint32_t frame;    /* of all accesses without details */
    bool may_count;    /* the observer counts loads */
    uint16_t *numbers; /* by pc: number of a counted load; 0: not counted */
    struct {
        uint32_t pc;
        uint16_t class;
    } counted[NUMBERS]; /* by its number, from 1 on */
    uint32_t counted_count;
    struct class classes[NUMBERS]; /* from 1 on */
    uint32_t class_count;
    /* while a bucket is reported: */
    struct slot *slots; /* a hash table of the cells and cycles of all accesses */
    size_t slot_room;
    uint32_t *taken; /* slots in use */
    size_t taken_room;
    uint32_t *slot_of; /* the slot of each access, list by list */
    size_t slot_of_room;
    struct candidate *candidates, *spare;
    size_t candidate_room, spare_room;
    struct observer_meeting *accesses;
    size_t access_room;
    uint64_t *forgotten; /* a table of PPs, and the first cycle forgotten */
    size_t forgotten_room;
};

static inline struct bucket *bucket_of(const struct encounters *encounters, uint64_t cycle)
{
    return &encounters->buckets[cycle >> encounters->shift & encounters->bucket_mask];
}

/* The bytes of notes in a block of a list: only the newest one may not be full. */
static inline size_t block_bytes(const struct list *list, const struct block *block)
{
    return block == list->head ? (size_t)(list->at - block->notes) : BLOCK_BYTES;
}

static inline uint32_t head_cycle(const struct encounters *encounters, const struct note_head *head)
{
    return (uint32_t)((uint64_t)head->place >> encounters->cell_bits);
}

/* The number of notes in a list. */
static inline uint32_t list_count(const struct list *list, enum kind kind)
{
    const size_t newest = list->head == NULL ? 0 : block_bytes(list, list->head);
    return (uint32_t)((list->full * (size_t)BLOCK_BYTES + newest) / kind_size(kind));
}

/* ---- slots.c */

/* Finds the cells and cycles of all accesses of the bucket. Counts, in classes, what is only counted in its
 * first `cycles` cycles; makes candidates of accesses to be reported. Returns their number. */
uint32_t encounters_find_met(struct encounters *encounters, const struct bucket *bucket, uint32_t cycles);

/* ---- tell.c */

/* Reports the bucket's cycles before `end`; its first one is `begin`. */
void encounters_tell_bucket(struct encounters *encounters, struct bucket *bucket, uint64_t begin,
                            uint64_t end);

#endif
