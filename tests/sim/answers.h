/* answers.h - results of one instruction or branch by asm/tables/alu.def, to compare compiled code with; and
 * edge values of sums, shifts and conversions. Knows tables only. */
#ifndef PRAM_TEST_ANSWERS_H
#define PRAM_TEST_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

struct answer {
    uint32_t word, status;
};

enum { ANSWERS_EDGES = 35 };
extern const uint32_t answers_edges[ANSWERS_EDGES];

/* The result and the flags after an instruction that computes, or fcmp; `status` is what they were before. */
struct answer answers_word(unsigned opcode, uint32_t a, uint32_t b, uint32_t status);

/* Whether a branch is taken with these flags. */
bool answers_branch(unsigned opcode, uint32_t status);

#endif
