/* decode.h - instruction words made ready to be executed: done once, before the run, for every engine.
 *
 * A program is an array of struct instruction, indexed by pc. Constants are extended, shifted and made
 * absolute; registers are given in the forms an engine wants. Knows the tables of
 * instructions (asm/isa.h, system.h), no machine.
 */
#ifndef PRAM_DECODE_H
#define PRAM_DECODE_H

#include <stddef.h>
#include <stdint.h>

/* Writes to R0 vanish: engines keep a 33rd register that is never read, and decoded targets name it. */
#define DECODE_SINK 32

/* The opcode of a word that is no instruction; no row of isa.def has it. */
#define DECODE_ILLEGAL 0xff

enum decode_trait {
    DECODE_DELAYED = 1,     /* the target is written at the end of the following cycle */
    DECODE_SETS_FLAGS = 2,  /* N Z C V */
    DECODE_READS_FLAGS = 4, /* conditional branches, adc, sbc, getsr, R0 as the datum of a store */
    DECODE_WRITES_PC =
        8, /* branch, jump, call, or R1 as target or base: the next pc may differ from pc + 1 */
    DECODE_READS_PC = 16,     /* an operand is R1 */
    DECODE_STATUS_DATUM = 32, /* a store or push whose datum is the status word (Rd is R0) */
    DECODE_REAL = 64,         /* for the precision unit */
    DECODE_DIVIDES = 128      /* faults if S is 0 */
};

/* S is always r[rt] + constant: with a register the constant is 0, with a constant rt is 0 (and r[0] is 0).
 */
struct instruction {
    uint8_t opcode; /* OP_... of isa.h, or DECODE_ILLEGAL */
    uint8_t kind;   /* enum isa_kind */
    uint8_t traits; /* enum decode_trait, ored */
    uint8_t rs;
    uint8_t rt;
    uint8_t rd;     /* as a source: datum of stores, contribution of multiprefix */
    uint8_t target; /* the register written: rd, DECODE_SINK for R0 and for instructions without a result */
    uint8_t base;   /* push and pop also write Rs: rs, or DECODE_SINK for R0; else DECODE_SINK */
    uint32_t constant; /* S; getlo's and gethi's value; the absolute address of branches and calls; a sys or
                          shint number */
    uint32_t word;     /* the instruction word itself */
};

/* Decodes `count` words at addresses 0, 1, ... into `out`, which has room for them. Illegal words are decoded
 * as DECODE_ILLEGAL, whose execution is a fault. */
void decode_words(const uint32_t *words, size_t count, struct instruction *out);

#endif
