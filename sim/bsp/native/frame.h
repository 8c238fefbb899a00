/* frame.h - what native code is given of a PP that runs on its own, and what it gives back.
 *
 * Native code is made for one program on one machine (sim/native). It is entered at a pc, with no delayed
 * value on its way, executes `most` instructions at most, each of one cycle, and stops before the first one
 * that is not its own: a hint that changes something, a host call, a fault, what looks at the clock, what
 * others must see first. To stop before the first instruction is allowed. There are two forms, as of the
 * event core's own loop (event/advance.c):
 *
 *   sure    no other PP has an event: it does at once what others cannot notice, shared stores and
 * multiprefix requests included, but for cells whose shadow is beyond the present ahead   it notes shared
 * words that it reads and own words that it changes; shared stores are for the frame's function, and it stops
 * before what else others see
 *
 * The offsets of a frame are part of the code. Knows flags.
 */
#ifndef PRAM_NATIVE_FRAME_H
#define PRAM_NATIVE_FRAME_H

#include <stdint.h>

#include "asm/tables/alu.h"

enum native_form { NATIVE_SURE, NATIVE_AHEAD, NATIVE_FORMS };

/* What the flags of the last instruction that set them are made of. */
enum native_flags {
    NATIVE_FLAGS_WORD,    /* a is the status word */
    NATIVE_FLAGS_COMPARE, /* as subs a,b leaves them */
    NATIVE_FLAGS_TEST,    /* of the result a; no carry, no overflow */
    NATIVE_FLAGS_FLOAT    /* as fcmp a,b leaves them */
};

/* A shared word that was read ahead, and an own one that was changed: as they lie in the logs. */
struct native_read {
    uint32_t cell, value, time;
};
struct native_write {
    uint32_t cell, before;
};

struct native_frame;

/* A load or store that is not as the code has guessed: it is done, whatever the address, or the code is to
 * stop before it: the answer is NATIVE_STOPS then, else the word loaded. hint: so many instructions of the
 * block, the present one included, are not yet done, though taken off frame.left; and NATIVE_GUESSED_SHARED:
 * the code counts a shared access, as acts or shared_stores, unless it stops. */
typedef uint64_t native_load(struct native_frame *frame, uint32_t address, uint32_t hint);
typedef uint64_t native_store(struct native_frame *frame, uint32_t address, uint32_t hint, uint32_t datum,
                              uint32_t pc);
#define NATIVE_STOPS ((uint64_t)1 << 32)
#define NATIVE_GUESSED_SHARED 0x100u

struct native_frame {
    /* of the run */
    uint32_t *cells, *shadow;
    native_load *load;
    native_store *store;
    const void *owner; /* for these two */
    /* of the PP: registers R0 to R31 and a word that is never read; R0 is 0 */
    uint32_t *reg;
    uint32_t stack_address, stack_words,
        stack_cell;                       /* own areas: word w is cells[.._cell + (w << lane_shift)]; */
    uint32_t private_words, private_cell; /* 0 words: accesses to it are not for native code */
    uint32_t number;
    uint32_t asked;    /* shadows from this one on forbid to go on */
    uint32_t time_end; /* the time of an instruction when so many may still be executed: time_end - that */
    uint32_t left;     /* so many may be executed; when it stops, what native_stop makes of it */
    uint32_t flags, flags_a, flags_b; /* enum native_flags; when it is entered NATIVE_FLAGS_WORD */
    /* ahead: the logs, from the next place to the end */
    struct native_read *read, *read_end;
    struct native_write *write, *write_end;
    uint64_t filter; /* bit c % 64: the shared cell c was read, */
    uint64_t
        posted; /* .. its new value is the PP's own affair for the present: loads of it are left to `load` */
    /* set when it stops */
    uint32_t pc;         /* where the code itself finds out */
    uint32_t late_value; /* on its way to native_stop.late_target */
    /* counted up, less what native_stop says: words loaded and stored; shared words read and multiprefix
     * requests */
    uint32_t loads, stores, acts;
    /* sure: shared words stored, multiprefix requests, and the times of the last one and of the last change
     */
    uint32_t shared_stores, folds;
    uint32_t written, changed; /* only set where there was one */
};

/* A place where native code stops. What has been done in its last block is said here, not counted by the
 * code. */
struct native_stop {
    uint32_t pc;                                       /* NATIVE_ANYWHERE: frame.pc */
    uint8_t late_target;                               /* DECODE_SINK: nothing is on its way */
    uint8_t undone;                                    /* instructions that are to be added to frame.left */
    uint8_t loads, stores, acts, shared_stores, folds; /* to be added to what the frame says */
};
#define NATIVE_ANYWHERE UINT32_MAX

/* Enters the code at a place; returns the number of the native_stop. */
typedef uint32_t native_code(struct native_frame *frame, uint32_t place);

/* Where native code may be entered. */
struct native_entry {
    native_code *code; /* NULL: nowhere */
    const struct native_stop *stops;
    uint32_t place;
};

/* The status word, without modulo bit, when the code has stopped. */
static inline uint32_t native_status_of(const struct native_frame *frame)
{
    const uint32_t a = frame->flags_a, b = frame->flags_b, r = a - b;
    switch ((enum native_flags)frame->flags) {
    case NATIVE_FLAGS_COMPARE:
        return alu_flags(r, a >= b, ((a ^ b) & (a ^ r)) >> 31);
    case NATIVE_FLAGS_TEST:
        return alu_flags(a, 0, 0);
    case NATIVE_FLAGS_FLOAT:
        return alu_float_compare(alu_float(a), alu_float(b));
    case NATIVE_FLAGS_WORD:
        break;
    }
    return a;
}

#endif
