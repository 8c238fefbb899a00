/* precision.h - the precision units in the reference engine: one instruction, in the cycles that it takes.
 *
 * Uses machine and the bank of sim/real; knows no order within a cycle.
 */
#ifndef PRAM_REFERENCE_PRECISION_H
#define PRAM_REFERENCE_PRECISION_H

#include <stdbool.h>
#include <stdint.h>

#include "asm/isa.h"
#include "sim/machine/machine.h"
#include "sim/real/bank.h"

/* A PP that waits for its unit to finish. */
struct precision_wait {
    uint32_t cycles; /* cycles to wait, this one included; 0: not waiting */
    uint32_t pc;     /* next pc */
};

struct precision {
    struct machine *machine;
    struct real_bank bank;
    struct precision_wait *waits; /* one a PP; NULL: the program has no instructions of the unit */
    uint32_t most_stores;         /* maximum number of words that an instruction of the program stores */
    uint32_t *foreign; /* for a profile: pcs of the accesses to other PPs' words in this cycle, a word each,
                          also by instructions that do not belong to the unit */
    size_t foreign_count, foreign_room;
};

/* For a profile: a PP accesses the word at `address`, which is legal, by the instruction at `pc`, in this
 * cycle. */
void precision_note_foreign(struct precision *precision, uint32_t pp, uint32_t pc, uint32_t address);

/* fault_or_cell of an access in this cycle, which is noted for a profile. */
uint32_t precision_find_cell(struct precision *precision, const struct pp_access *access);

/* No PP has failed in this cycle: counts what was noted. */
void precision_count_foreign(struct precision *precision);

/* Makes the units if the program needs them. False if memory is short. */
bool precision_create(struct precision *precision, struct machine *machine);
void precision_destroy(struct precision *precision);

/* Operands and results of an instruction. */
struct precision_step {
    uint32_t pp;
    uint32_t pc;
    uint64_t cycle;
    uint32_t a; /* Rs */
    uint32_t b; /* S */
    uint32_t *reg;
    uint32_t *flags;
    struct cell_request *stores; /* room for most_stores of them */
    uint32_t store_count;        /* their number */
    uint32_t load_count;         /* words loaded */
    bool is_waiting;             /* nothing was executed: an earlier cycle did it */
};

/* Executes the instruction in its first cycle; in the others the PP stays at its pc. False: machine->fault is
 * set. */
bool precision_execute(struct precision *precision, const struct instruction *instruction,
                       struct precision_step *step);

/* For struct observer_source. */
uint32_t precision_image_words(const void *precision, const struct instruction *instruction);
void precision_image(const void *precision, uint32_t pp, const struct instruction *instruction,
                     uint32_t *words);

/* Whether a PP is in the middle of an instruction. */
static inline bool precision_is_busy(const struct precision *precision, uint32_t pp)
{
    return precision->waits != NULL && precision->waits[pp].cycles != 0;
}

/* Whether the instruction takes one cycle and only touches the unit: real_execute is sufficient. */
static inline bool precision_is_simple(const struct precision *precision,
                                       const struct instruction *instruction)
{
    return instruction->kind == ISA_KIND_REAL && precision->bank.cost[instruction->opcode] == 1;
}

/* A jump that lands now (a delayed write of R1): the PP jumps when its unit has finished. False: it is not
 * waiting, and the jump concerns the PP alone. */
bool precision_jump(struct precision *precision, uint32_t pp, uint32_t pc);

#endif
