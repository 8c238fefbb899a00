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

#include "sim/machine/caller.h"
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

enum { POLL_WORDS = 3 }; /* named words of a spin loop: those with the lowest addresses */

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
    uint64_t since; /* 0: unknown */
    uint32_t turns; /* of the lock or queue, when it began to wait; without `since` as they are */
    uint8_t kind;   /* of lock */
    uint8_t mode;
    uint8_t word_count; /* not 0: the PP repeats a loop that waits for a change of one of these words */
    uint32_t words[POLL_WORDS];
    uint32_t awaited; /* the number of the thing among waits->awaited */
};

/* A thing and the PPs that wait for it. */
struct awaited {
    const struct wait *first; /* the first of `count` waits, in ascending order of PPs */
    uint32_t count;
};

/* A PP of the stopped run. */
struct waiting_pp {
    const struct wait *wait;    /* NULL: it does not wait */
    struct caller_registers at; /* where it is; in a spin loop where it reads the word that it waits for */
    uint32_t gp;
    bool has_ended;
};

/* A lock that a PP holds as a reader. */
struct reader {
    uint32_t lock, pp, since, place;
};

struct waits {
    const struct machine *machine;
    const char *word;    /* before each line: "hint" */
    FILE *stream;        /* for the lines */
    FILE *text;          /* the line under construction, */
    char *line;          /* its characters when it is complete, */
    size_t line_size;    /* and their number */
    struct arena *arena; /* owns all below, and all names */
    struct waiting_pp *pps;
    struct wait *list; /* sorted by thing and address */
    uint32_t count, room;
    struct awaited *awaited;
    uint32_t awaited_count;
    struct reader *readers; /* sorted by lock, then by PP */
    uint32_t reader_count, reader_room;
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

/* `state` is that of the stopped engine. */
void waits_collect(struct waits *waits, const struct engine *engine, const void *state);
/* The address of a variable of the library; 0: the program has no locks, or no symbols. */
static inline uint32_t waits_variable(const struct waits *waits, const char *name)
{
    return object_value_of(&waits->machine->object, name, 0);
}
/* The word at an address for a PP; 0: none. */
static inline uint32_t waits_word(const struct waits *waits, uint32_t pp, uint32_t address)
{
    return memory_word(&waits->machine->memory, pp, address);
}

/* ---- holders.c */

/* A word of a lock's record. */
uint32_t waits_record(const struct waits *waits, const struct wait *wait, uint32_t field);
/* How often the lock was released, or how many places of the queue were allocated to PPs with the same
 * operation. */
uint32_t waits_turns(const struct waits *waits, const struct wait *wait);
/* The PP that holds a lock alone; FAULT_NO_PP: none does, or it has not recorded itself yet. */
uint32_t holders_owner(const struct waits *waits, const struct wait *wait);
/* The readers that are known: *first, ..; their number. */
size_t holders_readers(const struct waits *waits, uint32_t lock, const struct reader **first);
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
bool holders_belongs(const struct waits *waits, const struct frame *frame, uint32_t pp);

/* ---- loops.c */

/* The wait of a running PP in a spin loop. False: it is in none. */
bool loops_find_wait(struct waits *waits, const struct pp_view *view, uint32_t pp, struct wait *wait);

/* ---- name.c: the arena owns the names */

/* "a", "bank[3].lock"; "the lock at 0x02000010", "the queue at 0x02000010". */
const char *name_lock(const struct waits *waits, const struct wait *wait);
/* As above, with a noun in each case: "lock a", "queue jobs", "the lock at 0x02000010". */
const char *name_titled(const struct waits *waits, const struct wait *wait);
/* "flag", "turn[3]"; "word 2 of the block that PP 0 allocated at a.fork:7, in function main"; "the word at
 * 0x00012345". */
const char *name_word(const struct waits *waits, uint32_t address);
/* What a PP waits for: "a", "an item of jobs", "another value of flag". */
const char *name_wait(const struct waits *waits, const struct wait *wait);
/* " at sort.fork:12, in function main"; empty if unknown: the place of a PP for users. */
const char *name_place(const struct waits *waits, uint32_t pp);
/* As above for the call with that return address, if it is the user's. */
const char *name_call(const struct waits *waits, uint32_t back);
/* Begins a line, which is written to waits->text. */
void name_line(struct waits *waits);
/* Ends the line; prints it if it is wanted. */
void name_print(struct waits *waits, bool is_wanted);

/* ---- circles.c */

void circles_print(struct waits *waits);

#endif
