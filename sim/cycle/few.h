/* few.h - one instruction of a strand of few members, without kernels.
 *
 * Equivalent to execute.c, in one switch: with few members the calls of kernels would take most of the time.
 * Rare instructions and faults are left to execute.c, with nothing changed.
 */
#ifndef PRAM_CYCLE_FEW_H
#define PRAM_CYCLE_FEW_H

#include <stdbool.h>

struct cycle_state;
struct instruction;
struct strand;

enum { FEW_MOST = 8 };

/* The work of an instruction; FEW_UNKNOWN: left to execute.c. */
enum few_work {
    FEW_UNKNOWN,
    FEW_COMPUTE,
    FEW_BRANCH,
    FEW_LOAD,
    FEW_STORE,
    FEW_JUMP,
    FEW_CALL,
    FEW_CONSTANT,
    FEW_NOTHING
};
enum few_work few_work(const struct instruction *instruction);

/* Executes the instruction of the strand, which has this work, and places the strand. False: it is left to
 * execute.c. */
bool few_execute(struct cycle_state *state, struct strand *strand, enum few_work work);

#endif
