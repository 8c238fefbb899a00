/* bank.h - the precision units of all PPs: their X registers and accumulators, and what each instruction does
 * to them.
 *
 * For every engine the same: an engine finds the operands in R registers and moves images to and from memory,
 * the bank does the rest. A PP's part of the bank is touched for that PP only, so threads may work on PPs of
 * their own. Stands on unit.h, accumulator.h and decoded instructions; knows no memory, no machine, no
 * engine.
 */
#ifndef PRAM_REAL_BANK_H
#define PRAM_REAL_BANK_H

#include "accumulator.h"
#include "opencl.h"
#include "sim/machine/counts.h"
#include "sim/isa/decode.h"
#include "sim/machine/numbers.h"
#include "unit.h"

/* The most words that an image, of a number or an accumulator, may have. */
#define REAL_MAX_WORDS (ACCUMULATOR_MAX_DIGITS + 1)

struct real_bank {
    struct real_format format;
    const struct real_accumulator *accumulator;
    uint32_t pps;
    size_t row_bytes;    /* of one X register of all PPs */
    size_t sum_bytes;    /* of an accumulator */
    uint32_t sum_words;  /* of an accumulator's image */
    uint32_t cost[256];  /* in cycles, by opcode */
    unsigned char *room; /* X0 of all PPs, X1 of all, .., then the accumulators; owned */
    unsigned char *sums; /* the beginning of the accumulators */
};

/* Makes the units of `pps` PPs, all registers and sums +0. Only a program with instructions for the
 * accumulator (`has_sums`) has memory for it. False if memory is short; the choice has been checked
 * (real_choice_check). */
bool real_bank_create(struct real_bank *bank, const struct real_choice *choice, uint32_t pps, bool has_sums);
void real_bank_destroy(struct real_bank *bank);

/* Whether there are such a format and such an accumulator, and whether a number has room in the `words` words
 * that a compiled program keeps for it (0: it is not known); else one line that says what to do. */
bool real_choice_check(const struct real_choice *choice, uint32_t words, char *error, size_t error_size);

/* Gets the accumulator ready that was chosen, after real_choice_check: its device. False with a line. */
bool real_choice_open(const struct real_choice *choice, char *error, size_t error_size);

/* The driver of its device if it has one that is open, else NULL. */
const struct opencl_driver *real_choice_driver(const struct real_choice *choice);

/* Executes any instruction of the unit but those that move images; `a` is Rs. Returns what goes to Rd (kind
 * REALOUT) or the flags (kind REALCMP, as in the status word), else 0. */
uint32_t real_execute(const struct real_bank *bank, uint32_t pp, const struct instruction *instruction,
                      uint32_t a);

/* The same for the PPs first .. first + count - 1, of instructions that neither take nor give anything
 * outside the unit: kind REAL, but not xfromi and xfromf. */
void real_execute_run(const struct real_bank *bank, uint32_t first, uint32_t count,
                      const struct instruction *instruction);

/* Before real_execute: if the instruction makes the PP's accumulator calculate what it has collected
 * (--accumulator=opencl), those of other PPs calculate, too, in one batch. The caller may touch the units of
 * the PPs first .. first + count - 1; no result depends on it. */
void real_gather(const struct real_bank *bank, uint32_t pp, uint32_t first, uint32_t count, uint8_t opcode);

/* What a PP's unit holds, as words: its X registers, and its accumulator if there are any. real_bank_load
 * puts such words into a unit that has not been used. */
uint32_t real_bank_words(const struct real_bank *bank);
void real_bank_save(const struct real_bank *bank, uint32_t pp, uint32_t *words);
void real_bank_load(const struct real_bank *bank, uint32_t pp, const uint32_t *words);

/* The words of the image that xld, xst, xacsave or xacmerge moves. */
uint32_t real_image_words(const struct real_bank *bank, const struct instruction *instruction);

/* The image that xst and xacsave bring to memory; the image that xld and xacmerge have brought from there. */
void real_store(const struct real_bank *bank, uint32_t pp, const struct instruction *instruction,
                uint32_t *image);
void real_load(const struct real_bank *bank, uint32_t pp, const struct instruction *instruction,
               const uint32_t *image);

/* What instructions of the precision unit cost, and how many words they move, for a profile. */
void real_price(const struct real_bank *bank, struct counts *counts);

#endif
