/* async_programs.h - random asynchronous programs, which test_bsp_async.c describes.
 *
 * async_programs.c makes a program block by block: arithmetic, the precision unit, output, faults, branches.
 * async_meet.c makes the blocks in which PPs meet: cells that they race for, letters, locks, waits, barriers.
 * Knows engines.h for the text of a program. */
#ifndef PRAM_TEST_ASYNC_PROGRAMS_H
#define PRAM_TEST_ASYNC_PROGRAMS_H

#include <stdint.h>

#include "asm/object.h"
#include "sim/machine/machine.h"
#include "tests/sim/engines.h"

enum { AREA_SHIFT = 6, SLOT_SHIFT = 3, LOCK_WORDS = 8, GROUPS_MOST = 4, FRAME_WORDS = 16, FOLD_CELLS = 8 };
enum { TABLE_WORDS = 80 };

/* Shared memory after the data, which is never written. */
enum {
    FOLDS = OBJECT_DATA_START + ENGINES_DATA,
    LOCKS = FOLDS + 64,
    RACES_AT = LOCKS + 2 * LOCK_WORDS,
    TABLE = RACES_AT + 64, /* PPs read there for long before one of them stores */
    FRAMES = TABLE + TABLE_WORDS,
    SLOTS = FRAMES + GROUPS_MOST * FRAME_WORDS
};

/* Words of RACES_AT from which on there are images; images of sums, and others that are long, lie at the end
 * of shared memory. */
enum { IMAGES = 32, LONG_IMAGES = 2200 };

/* Registers with a meaning; R4 to R13 are values. */
enum {
    ARGUMENT = 3,
    VALUES = 4,
    SCRATCH = 14, /* and the next two, in barriers and locks */
    TICKET = 17,
    LOCK = 18,
    NUMBER = 19,
    CELLS = 20, /* of multiprefix */
    SLOT = 21,  /* shared, but the PP's own */
    DATA = 22,
    OWN = 23, /* in the private area */
    STACK = 24,
    MEMBERS = 25,
    ROUND = 26,
    COUNTER = 27
};

enum kind {
    HINTS = 1,
    GROUPS = 2,
    FAULTS = 4,
    LIMITS = 8,
    CHECKED = 16,
    RACES = 32,
    BROKEN = 64,
    UNITS = 128,
    MODELLED = 256
};

struct generator {
    struct program_text text;
    unsigned kind;
    uint32_t pps;
    uint32_t groups;      /* a power of two; a PP is in the one of its number modulo that */
    uint32_t image;       /* UNITS: words of a number in memory */
    uint32_t long_images; /* the images for all PPs lie there */
};

/* The machine of a program of g->kind, and the program. */
void async_choose(struct generator *g, struct machine_config *config);
void async_generate(struct generator *g);

static inline unsigned any_value(struct generator *g)
{
    return VALUES + text_below(&g->text, 10);
}

/* ---- async_meet.c */

/* What only PPs do that do not agree with each other; at depth 0 all PPs come there. */
void async_be_unruly(struct generator *g, unsigned depth);

/* PPs come one after another, read a cell and add to it: each sees the additions before it. */
void async_queue_up(struct generator *g);

/* A ticket lock, and a cell that it protects. */
void async_lock(struct generator *g);

/* The one of fork-rt/barrier.s, with SYNC at gp. */
void async_barrier(struct generator *g);

#endif
