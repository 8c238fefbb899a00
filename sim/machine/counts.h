/* counts.h - what a run counts by place, for --profile: how often each instruction is executed, and how long
 * PPs wait and are in calls. Marked regions are counted in sim/machine/record/marks.h.
 *
 * Engines fill it where machine->counts is given; each of their threads has one of its own, which is added to
 * that one when the run is over. All is linear: what a PP has executed ahead is taken back by the same calls
 * with the weight -1, and rounds of a loop that were left out are made up for with their number as the
 * weight. So is the time between two places: the cycle of the second is added, that of the first taken away,
 * and it need not be remembered which PP it was. Numbers are modulo 2^64 meanwhile. Knows no engine.
 */
#ifndef PRAM_COUNTS_H
#define PRAM_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct instruction;

/* [in a barrier]; as long as an action of the event core, which has the address of the one from that of the
 * other. */
struct counts_taken {
    uint64_t count[2];
};

struct counts {
    uint32_t size; /* instructions of the program */
    const struct instruction *code;
    uint32_t *cost;             /* cycles of an instruction, by pc, where that is not 1; 0: it is */
    uint32_t *words;            /* that it loads or stores; the same */
    uint64_t *executed[2];      /* [in a barrier], by pc, differences: the sum over 0 .. pc is how often, */
    uint64_t *alone[2];         /* by pc: additional executions */
    struct counts_taken *taken; /* by pc: jumps from there to the target of the instruction; if the target is
                                   in a register, they begin to execute there, which is counted as such */
    uint64_t *waited;           /* PP-cycles in barriers, by the pc of the call of the barrier */
    uint64_t *within;           /* PP-cycles in what was called, from call to return, by the pc of the call */
    uint64_t *returned;         /* how often a PP has come back to it */
    uint64_t *served;           /* host calls that were answered, or that have ended the run */
    uint64_t *lost;             /* stores of the user's that lost against another PP's */
    uint64_t *foreign;          /* words of another PP's stack or private area that were accessed */
};

/* For a program of `size` instructions. NULL if memory is short. */
struct counts *counts_create(const struct instruction *code, uint32_t size);
void counts_destroy(struct counts *counts);

/* Adds a thread's to those of the run. */
void counts_add(struct counts *sum, const struct counts *part);

/* Takes away what is in `part` as well. */
void counts_remove(struct counts *sum, const struct counts *part);

/* After the run: differences become numbers. */
void counts_settle(struct counts *counts);

/* PPs, `weight` of them, have executed the instructions from .. end - 1 of the program, in a barrier or not.
 */
static inline void counts_run(struct counts *counts, bool inside, uint32_t from, uint32_t end,
                              uint64_t weight)
{
    counts->executed[inside][from] += weight;
    counts->executed[inside][end] -= weight;
}

/* The same for one instruction. */
static inline void counts_one(struct counts *counts, bool inside, uint32_t pc, uint64_t weight)
{
    counts->alone[inside][pc] += weight;
}

/* A PP begins to execute one instruction after the other; it stops before one, jumps from `pc` to where the
 * instruction there says, to any other place. Places after the program's end are one. */
static inline uint32_t counts_place(const struct counts *counts, uint32_t pc)
{
    return pc < counts->size ? pc : counts->size;
}

static inline void counts_begin(struct counts *counts, bool inside, uint32_t pc)
{
    counts->executed[inside][counts_place(counts, pc)]++;
}

static inline void counts_stop(struct counts *counts, bool inside, uint32_t pc)
{
    counts->executed[inside][counts_place(counts, pc)]--;
}

/* PPs that execute one instruction after the other do not go on at `from`, but at `to`. */
static inline void counts_move(struct counts *counts, bool inside, uint32_t from, uint32_t to,
                               uint64_t weight)
{
    counts->executed[inside][counts_place(counts, from)] -= weight;
    counts->executed[inside][counts_place(counts, to)] += weight;
}

static inline void counts_take(struct counts *counts, bool inside, uint32_t pc)
{
    counts->taken[pc].count[inside]++;
}

static inline void counts_leap(struct counts *counts, bool inside, uint32_t pc, uint32_t target)
{
    counts_take(counts, inside, pc);
    counts_begin(counts, inside, target);
}

/* A call is executed by one PP, and leads somewhere else; it has come back to the instruction at `back`,
 * after a call. */
static inline void counts_call(struct counts *counts, uint32_t pc, uint64_t cycle)
{
    counts->within[pc] -= cycle;
}

static inline void counts_return(struct counts *counts, uint32_t back, uint64_t cycle)
{
    counts->within[back - 1] += cycle;
    counts->returned[back - 1]++;
}

/* An instruction that may be a call or the return from one has been executed; it jumps to `target`, in cycles
 * whose sum over the PPs is `cycles`. */
void counts_jump(struct counts *counts, uint32_t pc, uint32_t target, uint64_t weight, uint64_t cycles);

/* PPs have left a barrier in which they spent this number of cycles together, and which was called from
 * before the address `back`. */
static inline void counts_wait(struct counts *counts, uint32_t back, uint64_t cycles)
{
    counts->waited[back - 1 < counts->size ? back - 1 : counts->size] += cycles;
}

#endif
