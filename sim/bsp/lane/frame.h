/* frame.h - what native code is given of a PP that runs on its own, and what it gives back.
 *
 * Native code is made for one program on one machine. It is entered at a pc, with no delayed value on its
 * way, executes `left` instructions at most, each of one cycle, and stops before the first one that is not
 * its own: a hint that changes something, a host call, a fault, what looks at the clock, what others must see
 * first. To stop before the first instruction is allowed. There are two forms, as of the event core's own
 * loop:
 *
 *   sure    no other PP has an event: it does at once what others cannot notice, shared stores and
 * multiprefix requests included, but for cells whose shadow is beyond the present ahead   it notes shared
 * words that it reads and own words that it changes; shared stores are for the frame's function, and it stops
 * before what else others see
 *
 * The PP is outside barriers, and only it touches its own areas. The offsets of a frame are part of the code.
 * Knows flags.
 */
#ifndef PRAM_LANE_FRAME_H
#define PRAM_LANE_FRAME_H

#include <stdint.h>

#include "sim/isa/word.h"

enum lane_form { LANE_SURE, LANE_AHEAD, LANE_FORMS };

/* Hints with numbers from here on nobody is told of. */
enum { LANE_HINTS = 32 };

/* What the flags of the last instruction that set them are made of. */
enum lane_flags {
    LANE_FLAGS_WORD,    /* a is the status word */
    LANE_FLAGS_COMPARE, /* as subs a,b leaves them */
    LANE_FLAGS_TEST,    /* of the result a; no carry, no overflow */
    LANE_FLAGS_FLOAT    /* as fcmp a,b leaves them */
};

/* A shared word that was read ahead, and an own one that was changed: as they lie in the logs. */
struct lane_read {
    uint32_t cell, value, time;
};
struct lane_write {
    uint32_t cell, before;
};
struct lane_early { /* a shared one that was changed ahead */
    uint32_t cell, before, shadow, time;
};

/* An access to shared memory of which somebody is to be told. */
struct lane_told {
    uint32_t cell, pc, time;
    uint32_t value; /* that is stored; 0 */
    uint32_t gp;
};

/* What is to be told of the accesses of an instruction to shared memory: bits. */
enum {
    LANE_NOTED = 1,  /* something: ahead they are noted, but for loads from calm blocks */
    LANE_ASKED = 2,  /* more than can be noted: ahead they are for the frame's functions */
    LANE_MEETS = 32, /* loads from calm blocks, too */
    LANE_ALONE = 192 /* (any of these) the code stops before them, also if it is sure */
};

/* Of accesses that lead to shared memory: bits. */
enum {
    LANE_WANTED = 1,   /* at present the code stops before it; */
    LANE_WANTABLE = 2, /* .. at times; */
    LANE_ORDERS = 4    /* .. a load is for the frame's function */
};

struct lane_frame;

/* An access that is not as the code has guessed, or a multiprefix request: it is done, whatever the address,
 * or the code is to stop before it: the answer is LANE_STOPS then, else the word loaded. hint: so many
 * instructions of the block, the present one included, are not yet done, though taken off frame.left; and
 * LANE_GUESSED_SHARED: the code counts a shared access, unless it stops. */
typedef uint64_t lane_access(struct lane_frame *frame, uint32_t address, uint32_t hint, uint32_t datum,
                             uint32_t pc);
#define LANE_STOPS ((uint64_t)1 << 32)
#define LANE_GUESSED_SHARED 0x100u

/* A hint that changes what is known of the PP; `address` is its number. The PP may be allowed fewer
 * instructions then: the function changes `left`, and what counts from it. */

/* What an instruction computes of a and b, for which there is no code; and of the flags, which it sets. */
typedef uint32_t lane_compute(struct lane_frame *frame, uint32_t a, uint32_t b, uint32_t opcode);

/* Two counters in a word: the second one stands here. A run in native code is no longer than 1 << 20. */
enum { LANE_SECOND = 21, LANE_RUN_MOST = 1 << 20 };

struct lane_frame {
    /* what is used most stands first: offsets below 128 make shorter code */
    uint32_t left;     /* so many instructions may be executed; when it stops, what lane_stop makes of it */
    uint32_t time_end; /* the time of an instruction when so many may still be executed:
                          time_end - that */
    uint32_t stack_address;           /* the own stack */
    uint32_t flags, flags_a, flags_b; /* enum lane_flags; when it is entered LANE_FLAGS_WORD */
    uint32_t late_value;              /* on its way to lane_stop.late_target */
    uint32_t pc;                      /* where it stops, if the code itself finds out */
    uint64_t reads;   /* counted up, less what lane_stop says: words loaded, and shared ones */
    uint64_t writes;  /* words stored, and, if sure, shared ones */
    uint32_t changed; /* sure: what `left` was at the last shared store that changed a cell; LANE_NEVER: there
                         was none */
    uint32_t number;  /* of the PP */
    uint32_t stack_cell, private_cell; /* own areas: word w is cells[.._cell + (w << lane_shift)], */
    uint32_t *stack, *private;         /* .. or stack[w << lane_shift] */
    /* ahead: the logs, from the next place to the end */
    struct lane_read *read, *read_end;
    struct lane_write *write, *write_end;
    struct lane_early *early, *early_end;
    const uint64_t *standing; /* by c & standing_mask: a bit that is set if c must not be changed ahead */
    uint64_t filter;          /* bit c % 64: the shared cell c was read */
    uint32_t standing_mask;
    uint32_t mark;       /* shadow of cells that the PP may read without a note: it has stored there early */
    uint32_t has_posted; /* not 0: the PP has; `posted` says what */
    uint8_t *posted;     /* by c % LANE_POSTED: not 0 if the new value of cell c may be the PP's own affair */
    void *const *places; /* by pc: code, entered with rcx the pc */
    /* R0 to R31 and a word that is never read; R0 is 0 */
    uint32_t *reg;
    uint32_t *cells, *shadow;
    const uint8_t *calm; /* by c >> LANE_CALM_SHIFT: LANE_CALM if ahead the cell c is read without a note */
    lane_access *load, *store, *fold, *hear;
    lane_compute *compute;
    uint32_t cycle_end;  /* the lower half of the cycle of an instruction, as time_end */
    uint32_t has_looked; /* becomes 1 when the PP looks at the clock */
    uint32_t withheld; /* so many instructions of those that it was entered with were taken away by `hear` */
    const uint8_t *wanted; /* as in region_ground */
    void *owner;           /* for load, store, fold and hear, */
    /* .. which count here: shared words read and multiprefix requests; shared words stored; requests */
    uint32_t acts, shared_stores, folds;
    struct lane_told *told; /* ahead: what is to be told, the next place; there is always room */
    uint32_t told_pc;       /* .. of the access that is noted next */
};
#define LANE_NEVER UINT32_MAX
enum { LANE_POSTED = 4096 };
enum { LANE_CALM = 255 };
#ifdef PRAM_HOSTILE
enum { LANE_CALM_SHIFT = 3 };
#else
enum { LANE_CALM_SHIFT = 8 };
#endif

/* A place where native code stops. What has been done in its last block is said here, not counted by the
 * code. */
struct lane_stop {
    uint32_t pc;                                /* LANE_ANYWHERE: frame.pc */
    uint8_t late_target;                        /* DECODE_SINK: nothing is on its way */
    uint8_t undone;                             /* instructions that are to be added to frame.left */
    uint8_t loads, acts, stores, shared_stores; /* to be added to what the frame says */
    uint8_t has_landed; /* the value on its way is in its register already, and frame.late_value is what that
                           was before */
};
#define LANE_ANYWHERE UINT32_MAX

/* The status word, without modulo bit, when the code has stopped. */
static inline uint32_t lane_status_of(const struct lane_frame *frame)
{
    const uint32_t a = frame->flags_a, b = frame->flags_b;
    switch ((enum lane_flags)frame->flags) {
    case LANE_FLAGS_COMPARE:
        return word_flags_subs(a, b, 0);
    case LANE_FLAGS_TEST:
        return alu_flags(a, 0, 0);
    case LANE_FLAGS_FLOAT:
        return alu_float_compare(alu_float(a), alu_float(b));
    case LANE_FLAGS_WORD:
        break;
    }
    return a;
}

#endif
