/* cases.h - reads the hand-written expectations integer.cases, float.cases and branch.cases (their heads
 * explain the format).
 *
 * Shared by test_alu.c, which applies them to the formulas of alu.def, and test_engines.c, which runs them as
 * a program. Knows the tables of asm, no machine.
 */
#ifndef PRAM_TEST_CASES_H
#define PRAM_TEST_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "asm/isa.h"

/* The flags in the order of the status word without the modulo bit: bit 0 C, 1 V, 2 Z, 3 N. */
#define CASE_C 1u
#define CASE_V 2u
#define CASE_Z 4u
#define CASE_N 8u

/* One line of integer.cases or float.cases. */
struct instruction_case {
    int line;
    const struct isa_row *row;
    uint32_t operand[2];
    unsigned operands; /* how many are given */
    bool has_carry;    /* the line gives the value of C before */
    uint32_t carry;
    bool has_result;
    uint32_t result;
    bool has_flags; /* what the flag-setting twin, or fcmp, leaves */
    uint32_t flags;
};

struct instruction_cases {
    struct instruction_case *item; /* in the file's order: all of one instruction in one run */
    size_t count;
};

#define MAX_BRANCHES 32

/* One line of branch.cases: a state of the flags and what each conditional branch does in it. */
struct branch_case {
    int line;
    uint32_t flags;
    const struct isa_row *setter; /* the instruction that leaves the flags */
    uint32_t operand[2];
    bool taken[MAX_BRANCHES]; /* by opcode - OP_bra */
};

struct branch_cases {
    struct branch_case *item;
    size_t count;
};

/* Both end the test program with a message if the file is missing or has a line that says nothing sensible.
 * The arrays belong to the caller. */
struct instruction_cases cases_read_instructions(const char *path);
struct branch_cases cases_read_branches(const char *path);

/* Whether the instruction looks at the flags that branch.cases is about: not bra, bmc, bms. */
bool cases_is_conditional(const struct isa_row *row);

/* The row of the twin with a trailing s, NULL if there is none. */
const struct isa_row *cases_twin(const struct isa_row *row);

/* "NZ-V" for flags; `text` holds 5 characters; returns it. */
const char *cases_flags_text(uint32_t flags, char *text);

#endif
