/* lone.h - lone PPs: PPs that are executed one by one, because few others are at the same instruction.
 *
 * A lone PP is in no strand. A visible instruction is a load, a store, one that only strands execute, or a
 * division that may fault. A calendar has the cycle of each PP's next visible instruction. In that cycle the
 * PP executes it, and then runs ahead: it executes at once all instructions before the next visible one.
 * These only use registers, so no other PP notices that they are early. A note for each of them keeps the
 * word that it overwrites, so that the PP can go back if the run stops in between. Knows rows, strands,
 * requests and the profile.
 */
#ifndef PRAM_CYCLE_LONE_H
#define PRAM_CYCLE_LONE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/cycle/strand.h"
#include "sim/machine/counts.h"
#include "sim/machine/memory.h"

struct cycle_state;
struct lone;
struct lone_code;
struct lone_pps;
struct present;

/* Instructions that a PP has executed ahead, at most. */
enum { LONE_NOTES = LONE_AHEAD + LONE_STRAIGHT + 2 };

/* Executes the instruction, and runs ahead from there. `registers` is the PP's R0 in its row. */
typedef void lone_work(struct lone *lone, uint32_t *registers, const struct lone_code *code, uint32_t *note,
                       uint32_t flags);

/* An instruction, prepared for one PP. A register is the distance of its row from the row of R0. */
struct lone_code {
    lone_work *work;            /* executes it while the PP runs ahead */
    lone_work *start;           /* executes it in its cycle; lone_leave: only strands execute it */
    const struct lone_code *to; /* of a branch or call: its target */
    uint32_t a, b, target;
    uint32_t other;  /* an access is to the sum of a, this register */
    uint32_t offset; /* and this constant */
    uint32_t base;   /* of push and pop; else the row of the sink */
    uint32_t number; /* of the target */
    uint32_t constant;
    uint32_t pc;
    uint8_t need; /* enum observer_need */
    bool is_load;
};

/* Flags of a lone PP: these are the ones of the comparison lone.compared. */
#define LONE_COMPARED (UINT32_C(1) << 31)

/* A lone PP. It has executed `length` instructions ahead, and notes a word of each: of a branch whether it
 * was taken, of a jump its target, of others the previous word of their target. The first fields and notes
 * are used in each cycle in which the PP executes an instruction: together they fill few cache lines. */
struct lone {
    const struct lone_code *code; /* its next instruction, in the cycle since + length */
    struct lone *next;            /* in the list */
    uint32_t *registers;
    struct lone_pps *all;
    uint64_t since; /* the cycle of the first instruction that it has executed ahead, */
    uint32_t first; /* and its place in lone_pps.code */
    uint32_t pp;
    uint32_t flags;        /* or LONE_COMPARED */
    uint32_t flags_before; /* at the start of the cycle `since` */
    uint32_t landed;       /* the word that a delayed value overwrote before its cycle, which is `since` */
    uint8_t length;
    uint8_t late;      /* the register that gets a delayed value in the cycle since + length, */
    uint8_t landing;   /* or whose delayed value was written early; DECODE_SINK: none */
    uint64_t compared; /* operands of the last comparison that was executed with its branch: a << 32 | b */
    uint64_t compared_before;     /* at the start of the cycle `since` */
    struct counts_taken *taken;   /* with a profile: the counters of jumps; else NULL */
    const struct lone_code *from; /* the instruction in the cycle before `since` */
    uint32_t stack, stack_cell;   /* address and cell of the first word of its stack */
    uint32_t private_cell;        /* cell of the first word of its private area */
    uint32_t notes[LONE_NOTES];
};

/* A day of the calendar: the lone PPs whose next instruction is in one cycle. */
struct lone_day {
    struct lone *first; /* a list */
    bool is_needed;     /* an observer needs a PP of it for more than OBSERVER_NEEDS_MEETING */
};

struct lone_pps {
    struct cycle_state *state;
    struct lone_code *code; /* by pc, then the places after the program; NULL: there are no lone PPs */
    struct lone *pps;       /* by PP */
    uint8_t *is_lone;       /* by PP */
    struct lone_day days[LONE_DAYS]; /* by the cycle, modulo LONE_DAYS */
    uint32_t most, least; /* strands of up to `most` members become lone; `least` lone PPs form one again */
    uint32_t count;       /* lone PPs */
    struct memory memory; /* a copy */
    uint32_t program_count;
    uint64_t gather_due;       /* the cycle in which PPs at the same instruction may form strands again, */
    uint32_t gather_delay;     /* and the number of cycles after which the next attempt is made */
    struct lone_crowd *crowds; /* by pc */
};

/* Lone PPs that will be at one pc in the next cycle. */
struct lone_crowd {
    uint64_t stamp; /* that cycle */
    uint32_t count;
    struct strand *strand; /* the strand at this pc, which they join; NULL: none */
};

void lone_create(struct cycle_state *state);

/* For a range of `whole`, which shares the code and all arrays by PP. */
void lone_create_range(struct cycle_state *range, const struct cycle_state *whole);

/* Whether a PP is lone. */
bool lone_is(const struct cycle_state *state, uint32_t pp);

/* The next cycle, from the present one on, in which a lone PP executes an instruction. Only if there are lone
 * PPs. */
uint64_t lone_next_cycle(const struct cycle_state *state);

/* Executes the instructions of this cycle of all lone PPs. */
void lone_execute(struct cycle_state *state);

/* Executes the instruction of the strand in this cycle and makes its members lone. False: the strand is
 * unchanged. */
bool lone_take(struct cycle_state *state, struct strand *strand);

/* At the end of a cycle: lone PPs join strands where many PPs are. */
void lone_turn(struct cycle_state *state);

/* Before a cycle: takes all lone PPs back to this cycle, into current strands. */
void lone_interrupt(struct cycle_state *state);

/* The flags of a PP, which may be lone. */
uint32_t lone_flags(const struct cycle_state *state, uint32_t pp);

/* Before a cycle: adds the lone PPs that execute an instruction in it to what is shown. */
void lone_show(const struct cycle_state *state, struct present *shown);

/* For invariant.c: adds 1 to seen[pp] for each lone PP. False: a PP was already counted, or its day in the
 * calendar is wrong. */
bool lone_marks(const struct cycle_state *state, uint8_t *seen);

#endif
