/* waits.h - internal interface of sim/observe/waiting: what PPs wait for, and for which PPs.
 *
 *   collect.c   the waits of all PPs, sorted by what they wait for
 *   loops.c     those of PPs that go round in loops of the program
 *   holders.c   the PPs that hold it; words of memory that tell of locks
 *   circles.c   PPs that wait for each other
 *   name.c      names of locks and words, places of PPs
 *   waiting.c   the lines
 */
#ifndef PRAM_WAITS_H
#define PRAM_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/arena.h"
#include "sim/machine/group.h"
#include "sim/observe/waiting/waiting.h"

enum {
#define LOCK_KIND(number, NAME, name, words, record) KIND_##NAME = (number),
#define LOCK_RECORD(offset, NAME, text) RECORD_##NAME = (offset),
#define LOCK_WAIT(offset, NAME, text) WAIT_##NAME = (offset),
#define LOCK_MODE(number, NAME, text) MODE_##NAME = (number),
#define LOCK_TRY(offset, NAME, text) TRY_##NAME = (offset),
#define LOCK_READ(offset, NAME, text) READ_##NAME = (offset),
#include "asm/tables/lock.def"
    KIND_COUNT = KIND_QUEUE + 1,
    MODE_COUNT = MODE_PUT + 1,
    READ_WORDS = READ_PLACE + 1
};

enum { POLL_WORDS = 3 }; /* named words of a spin loop */

/* What PPs wait for: a lock; the end of all readers of a lock; the end of all use of a lock; the other PPs in
 * a barrier; an item of a queue; room in a queue; another value of a word of shared memory. */
enum wait_thing {
    THING_LOCK,
    THING_READERS,
    THING_VISITORS,
    THING_BARRIER,
    THING_ITEM,
    THING_ROOM,
    THING_WORD
};

struct wait {
    enum wait_thing thing;
    uint32_t address; /* of the lock, queue or word, or of the group's frame */
    uint32_t pp;
    uint32_t gp;
    uint64_t since; /* 0: unknown */
    uint32_t turns; /* of the lock or queue, when it began to wait; without `since` as they are */
    uint8_t kind;   /* of lock */
    uint8_t mode;
    uint8_t word_count; /* not 0: the PP repeats a loop that waits for a change of one of these words */
    uint32_t words[POLL_WORDS];
    uint32_t inside;  /* the pc that reads the first word */
    uint32_t place;   /* the instruction or call of the user's code that reads it */
    uint32_t awaited; /* the number of the thing among waits->awaited */
};

/* A thing and the PPs that wait for it: waits->list[first], .. in ascending order of PPs. */
struct awaited {
    uint32_t first, count;
};

/* A lock that a PP holds as a reader. */
struct reader {
    uint32_t lock, pp, since, place;
};

struct waits {
    const struct machine *machine;
    const struct engine *engine;
    const void *state;
    const char *word;   /* before each line: "hint" */
    FILE *stream;       /* for the lines */
    struct arena arena; /* owns all below */
    struct wait *list;  /* sorted by thing and address */
    uint32_t count, room;
    uint32_t *of_pp; /* by PP: 1 + the number of its wait; 0: none */
    struct awaited *awaited;
    uint32_t awaited_count;
    struct reader *readers; /* sorted by lock, then by PP */
    uint32_t reader_count, reader_room;
    uint8_t *ended;      /* by PP */
    uint64_t steps;      /* number of instructions left for following PPs to find their loops */
    struct path *path;   /* room for the path of one of them: loops.c; NULL: none was followed */
    uint32_t unfollowed; /* PPs that were not followed, because none were left */
};

/* The row of a kind of locks. */
struct lock_kind {
    const char *name;
    uint32_t words, record;
};
extern const struct lock_kind lock_kinds[KIND_COUNT];

/* ---- collect.c */

void waits_collect(struct waits *waits);
static inline const struct wait *waits_first(const struct waits *waits, const struct awaited *awaited)
{
    return &waits->list[awaited->first];
}
/* The wait of a PP; NULL: it has none. */
static inline const struct wait *waits_own(const struct waits *waits, uint32_t pp)
{
    return waits->of_pp[pp] != 0 ? &waits->list[waits->of_pp[pp] - 1] : NULL;
}
/* The word at an address for a PP; 0: none. */
static inline uint32_t waits_word(const struct waits *waits, uint32_t pp, uint32_t address)
{
    return memory_word(&waits->machine->memory, pp, address);
}

/* ---- loops.c */

/* The wait of a running PP in a spin loop. False: it is in none. */
bool loops_find_wait(struct waits *waits, const struct pp_view *view, uint32_t pp, struct wait *wait);

/* ---- holders.c */

/* The address of a variable of the library; 0: the program has no locks, or no symbols. */
uint32_t waits_variable(const struct machine *machine, const char *name);
/* A word of a lock's record. */
uint32_t waits_record(const struct waits *waits, const struct wait *wait, uint32_t field);
/* How often the lock was released, or how many places of the queue were allocated to PPs with the same
 * operation. */
uint32_t waits_turns(const struct waits *waits, const struct wait *wait);
/* The PP that holds a lock alone; FAULT_NO_PP: none does, or it has not recorded itself yet. */
uint32_t holders_owner(const struct waits *waits, const struct wait *wait);
/* The readers that are known: waits->readers[*first], ..; their number. */
size_t holders_readers(const struct waits *waits, uint32_t lock, size_t *first);
/* Number of readers, known or not. */
uint32_t holders_reading(const struct waits *waits, const struct wait *wait);
/* The members of a barrier: PPs below a number whose group's frame is that of the barrier, or lies in the
 * memory of it, as for subgroups. */
struct frame {
    enum { FRAME_UNKNOWN, FRAME_ALL, FRAME_GROUP } kind;
    uint32_t members;
    uint32_t begin, end;
};
struct frame holders_frame(const struct waits *waits, uint32_t gp);
/* gp: of the PP. */
bool holders_belongs(const struct frame *frame, uint32_t pp, uint32_t gp);

/* ---- name.c */

/* "a", "bank[3].lock"; "the lock at 0x02000010", "the queue at 0x02000010". Returns `text`, as all below. */
enum { LOCK_NAME_SIZE = 160, PLACE_SIZE = 200, WAIT_NAME_SIZE = 240 };
const char *name_lock(const struct waits *waits, const struct wait *wait, char text[LOCK_NAME_SIZE]);
/* As above, with a noun in each case: "lock a", "queue jobs", "the lock at 0x02000010". */
const char *name_titled(const struct waits *waits, const struct wait *wait, char text[LOCK_NAME_SIZE]);
/* "flag", "turn[3]"; "word 2 of the block that PP 0 allocated at a.fork:7, in function main"; "the word at
 * 0x00012345". */
const char *name_word(const struct waits *waits, uint32_t address, char text[WAIT_NAME_SIZE]);
/* What a PP waits for: "a", "an item of jobs", "another value of flag". */
const char *name_wait(const struct waits *waits, const struct wait *wait, char text[WAIT_NAME_SIZE]);
/* " at sort.fork:12, in function main"; empty if unknown: the place of a PP for users. */
const char *name_place(const struct waits *waits, uint32_t pp, char text[PLACE_SIZE]);
/* As above for the call with that return address, if it is the user's. */
const char *name_call(const struct waits *waits, uint32_t back, char text[PLACE_SIZE]);
/* A line under construction, which is written to `text`. */
struct line {
    FILE *text;
    char *bytes;
    size_t size;
};
void name_line(struct line *line);
/* Frees the line; prints it before that if it is wanted. */
void name_print(struct line *line, const struct waits *waits, bool is_wanted);
/* "40,112". Returns `text`. */
enum { NUMBER_SIZE = 32 };
const char *name_number(uint64_t number, char text[NUMBER_SIZE]);

/* ---- circles.c */

void circles_print(struct waits *waits);

#endif
