/* frame.h - the interface of compiled code for a single PP: what it gets, and what it returns.
 *
 * Code is entered at a pc, without a pending delayed value, executes at most `left` instructions of one cycle
 * each, and stops before the first one that it does not handle, perhaps at once: a host call, a fault, a read
 * of the status word, an access that others must see first. There are two forms (enum lane_form). The PP is
 * outside barriers, and no other PP accesses its own areas. The offsets of a frame are part of the code.
 * Knows flags. */
#ifndef PRAM_LANE_FRAME_H
#define PRAM_LANE_FRAME_H

#include <stdint.h>

#include "sim/isa/word.h"

/* LANE_PRESENT: certain, no other PP has an event. Code does at once what others cannot notice, including
 * shared stores and multiprefix requests, except for cells with a shadow beyond the present.
 * LANE_SPECULATIVE: logs shared words that it reads and stores; stores to own areas are for the frame's
 * function; stops before all other visible actions. */
enum lane_form { LANE_PRESENT, LANE_SPECULATIVE, LANE_FORMS };

/* The operands that the lazy flags consist of. */
enum lane_flags {
    LANE_FLAGS_WORD,   /* a is the status word */
    LANE_FLAGS_COMPARE /* as subs a,b sets them */
};

/* The logs: a shared word that was read speculatively, and one that was stored before its cycle is the
 * present. Times are event_time. */
struct lane_read {
    uint32_t cell, value, time;
};
struct lane_early {
    uint32_t cell;
    uint32_t before, shadow; /* the previous cell and shadow */
    uint32_t time;
};

/* Of accesses to shared memory: bits. */
enum {
    LANE_WANTED = 1,   /* now the code stops before it */
    LANE_WANTABLE = 2, /* it may be wanted at times */
    LANE_ORDERS = 4    /* a load calls the frame's function */
};

struct lane_frame;

/* A function that code calls. hint: number of the block's instructions that are not done yet, from this one
 * on, but have been subtracted from frame.left; and LANE_GUESSED_SHARED: the code counts a shared access,
 * unless it stops. Returns LANE_STOPS if the code must stop before the instruction; otherwise its result. */
typedef uint64_t lane_function(struct lane_frame *frame, uint32_t address, uint32_t hint, uint32_t datum,
                               uint32_t pc);
#define LANE_STOPS ((uint64_t)1 << 32)
#define LANE_GUESSED_SHARED 0x100u

/* What the code calls such functions for. LANE_CALL_LOAD, LANE_CALL_STORE: an access that the code has not
 * predicted. LANE_CALL_FOLD: a multiprefix request. LANE_CALL_HEAR: a hint that changes the state of the PP;
 * `address` is its number; if fewer instructions are allowed afterwards, the function changes `left` and the
 * fields counted from it. LANE_CALL_COMPUTE: lanes_compute. */
enum lane_call {
    LANE_CALL_LOAD,
    LANE_CALL_STORE,
    LANE_CALL_FOLD,
    LANE_CALL_HEAR,
    LANE_CALL_COMPUTE,
    LANE_CALLS
};

/* The longest run in compiled code, in instructions. */
enum { LANE_RUN_MOST = 1 << 20 };

struct lane_frame {
    /* frequently used fields first: offsets below 128 make shorter code */
    uint32_t left;          /* instructions that may be executed; after a stop lane_stop corrects it */
    uint32_t time_end;      /* the time of an instruction is time_end minus `left` at it */
    uint32_t stack_address; /* the own stack */
    uint32_t flags, flags_a, flags_b; /* enum lane_flags; LANE_FLAGS_WORD on entry */
    uint32_t late_value;              /* pending value for lane_stop.late_target */
    uint32_t pc;                      /* where the code stops, if it decides that itself */
    /* counters, corrected by lane_stop: words loaded, words stored, and, if certain, shared ones of these */
    uint32_t loads, stores, shared_stores;
    uint32_t folds;  /* multiprefix requests */
    uint32_t number; /* of the PP */
    uint32_t *stack; /* word w of the stack is stack[w << lane_shift] */
    /* speculative: the logs, from the next place to the end */
    struct lane_read *read, *read_end;
    struct lane_early *early, *early_end;
    const uint64_t *pending; /* by c % LANE_PENDING: a set bit forbids early stores to c */
    uint64_t filter;         /* bit c % 64: the shared cell c was read */
    uint32_t mark; /* shadow of cells that the PP has stored to early: it reads them without a log */
    const uint8_t *const *places; /* by pc: code, entered with rcx the pc */
    /* R0 to R31 and a word that is never read; R0 is 0 */
    uint32_t *reg;
    uint32_t *cells, *shadow;
    const uint8_t
        *calm; /* by c >> LANE_CALM_SHIFT: LANE_CALM if cell c is read speculatively without a log */
    lane_function *calls[LANE_CALLS];
    uint32_t cycle_end;    /* the lower half of the cycle of an instruction, like time_end */
    uint32_t withheld;     /* number of instructions, of those on entry, that `hear` has taken away */
    const uint8_t *wanted; /* as for lanes_create */
    void *owner;           /* for the functions */
};
enum { LANE_PENDING = 1 << 16 };
enum { LANE_CALM = 255 };
#ifdef PRAM_HOSTILE
enum { LANE_CALM_SHIFT = 3 };
#else
enum { LANE_CALM_SHIFT = 8 };
#endif

/* A place where compiled code stops. Here are the effects of its last block, which the code has not counted.
 */
struct lane_stop {
    uint32_t pc;                          /* LANE_ANYWHERE: frame.pc */
    uint8_t late_target;                  /* DECODE_SINK: no value is pending */
    uint8_t undone;                       /* instructions to be added to frame.left */
    uint8_t loads, stores, shared_stores; /* to be added to the frame's counters */
};
#define LANE_ANYWHERE UINT32_MAX

/* The status word, without modulo bit, after the code has stopped. */
static inline uint32_t lane_status_of(const struct lane_frame *frame)
{
    return frame->flags == LANE_FLAGS_COMPARE ? word_flags_subs(frame->flags_a, frame->flags_b, 0)
                                              : frame->flags_a;
}

#endif
