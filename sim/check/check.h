/* check.h - --check: follows the hints of a program (docs/abi.md, section 6) while it runs, and finds what
 * the machine itself would not notice.
 *
 * Failures stop the run (FAULT_check): members of a leaf group that do something visible while they stand at
 * different pcs, work in a synchronous region in no group, hints in an order that makes no sense. Warnings go
 * to machine->warnings: accesses to another PP's stack or private area, accesses whose outcome depends on
 * timing. docs/simulator.md explains them to users.
 *
 * An engine that checks shows every running PP before it executes a cycle. Knows the machine; no engine.
 */
#ifndef PRAM_CHECK_H
#define PRAM_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/machine.h"

struct check;

/* A running PP at the start of a cycle: its pc (inside the program), and what its instruction reads. */
struct check_step {
    uint32_t pp;
    uint32_t pc;
    uint32_t a;            /* operand Rs */
    uint32_t b;            /* operand S */
    uint32_t datum;        /* Rd as a datum or contribution; status words do not matter here */
    bool is_busy;          /* in the midst of an instruction of several cycles: it has done its work before */
    uint32_t words;        /* that the instruction loads or stores: more than 1 of an image */
    const uint32_t *image; /* then: what is stored */
    uint32_t gp;
    uint32_t a1, sp, fp, ra; /* for who called (caller.h) */
};

/* NULL if memory is short. `machine` outlives it. */
struct check *check_create(struct machine *machine);

/* Looks at a cycle before it is executed: `count` steps, one for each running PP, in ascending order. False:
 * the program is wrong, and machine->fault says how. */
bool check_cycle(struct check *check, uint64_t cycle, const struct check_step *steps, uint32_t count);

void check_destroy(struct check *check);

#endif
