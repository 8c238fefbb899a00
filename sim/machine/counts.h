/* counts.h - counters by instruction, for --profile: executions, waiting time, time in calls.
 * sim/observe/record/marks.h counts marked regions.
 *
 * Engines fill it if machine->counts is not NULL. All counters are linear: what was executed too early is
 * undone by the same calls with the weight -1, and skipped rounds of a loop are added with their number as
 * the weight. A time between two places is the cycle of the second minus that of the first, so no PP need be
 * remembered. Intermediate numbers are modulo 2^64. Knows no engine.
 */
#ifndef PRAM_COUNTS_H
#define PRAM_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct instruction;

/* [in a barrier] */
struct counts_taken {
    uint64_t count[2];
};

struct counts {
    uint32_t size; /* instructions of the program */
    const struct instruction *code;
    uint32_t *cost;             /* cycles of an instruction, by pc; 0 means 1 */
    uint32_t *words;            /* whether it loads or stores; likewise */
    uint64_t *executed[2];      /* [in a barrier], by pc, differences: the sum over 0 .. pc is how often, */
    uint64_t *alone[2];         /* by pc: additional executions */
    struct counts_taken *taken; /* by pc: jumps to the target of the instruction; if it is in a register, the
                                   execution there is counted */
    uint64_t *waited;           /* PP-cycles in barriers, by the pc of the call of the barrier */
    uint64_t *within;   /* PP-cycles in called functions, from call to return, by the pc of the call */
    uint64_t *returned; /* number of returns to it */
    uint64_t *served;   /* host calls that were answered, or that have ended the run */
    uint64_t *lost;     /* stores of the user's code that lost against another PP's */
    uint64_t *foreign;  /* accessed words of other PPs' stacks and private areas */
};

/* For a program of `size` instructions. The arena owns them. */
struct counts *counts_create(struct arena *arena, const struct instruction *code, uint32_t size);

/* After the run: turns differences into numbers. */
void counts_settle(struct counts *counts);

/* PPs, `weight` of them, have executed the instruction at `pc`, in a barrier or not. */
static inline void counts_one(struct counts *counts, bool inside, uint32_t pc, uint64_t weight)
{
    counts->alone[inside][pc] += weight;
}

/* All places after the program's end are one. */
static inline uint32_t counts_place(const struct counts *counts, uint32_t pc)
{
    return pc < counts->size ? pc : counts->size;
}

/* PPs, `weight` of them, start to execute instructions one after the other at `pc`; -1: one stops before it.
 * A jump stops at one place, and starts at another. */
static inline void counts_start(const struct counts *counts, bool inside, uint32_t pc, int64_t weight)
{
    counts->executed[inside][counts_place(counts, pc)] += (uint64_t)weight;
}

/* An instruction that may be a call or a return jumps to `target`; `cycles` is the sum of the PPs' cycles. */
void counts_jump(struct counts *counts, uint32_t pc, uint32_t target, uint64_t weight, uint64_t cycles);

/* PPs leave a barrier after this number of cycles in it together; its call is before the address `back`. */
static inline void counts_wait(struct counts *counts, uint32_t back, uint64_t cycles)
{
    counts->waited[back - 1 < counts->size ? back - 1 : counts->size] += cycles;
}

#endif
