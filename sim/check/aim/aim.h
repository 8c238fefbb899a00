/* aim.h - what an address is for: the block of a heap, or the variable, that the address in a PP's register
 * or in a word was made from, however far outside of it the address is by now.
 *
 * An aim begins where an allocator returns (heap.c), and where a label of fcc says that the address of a
 * variable is made (asm/tables/guard.h), or that an access is meant for one. It goes with the address:
 * through copies, sums with numbers, loads and stores. heap.c and variable.c know where objects lie;
 * word_access.c asks them for each access by an address that has an aim.
 *
 *   aim.c    registers and words of memory, and what instructions do with aims (follow.c calls it)
 *   index.c  subscripts that lead to an address in the object, and are outside of their arrays
 */
#ifndef PRAM_CHECK_AIM_H
#define PRAM_CHECK_AIM_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/check/check_state.h"
#include "sim/machine/pages.h"
#include "sim/isa/system.h"

enum aim_kind {
    AIM_NONE,
    AIM_MIXED,       /* several addresses were added and subtracted: the object is unknown */
    AIM_BLOCK,       /* number: words_block; instance: struct block's */
    AIM_VARIABLE,    /* number: 1 + the row of variable.c */
    AIM_STACK,       /* number: 1 + the row of variable.c; instance: address of the variable */
    AIM_SHARED,      /* as AIM_STACK, for a shared variable of a group's frame */
    AIM_GROUP_FRAME, /* the words of a group's frame for shared variables; instance: their address */
    AIM_KINDS = 8
};

struct aim {
    uint32_t object;   /* number of the object * AIM_KINDS + its kind; 0: no aim */
    uint32_t instance; /* which of the objects that had this number, one after the other */
    bool is_guess;     /* the host wrote the word (guess_of in aim.c) */
    bool has_code;     /* subscripts lead to the address (index.c) */
    int64_t code;      /* the code of the subscripts, or CODE_UNKNOWN */
};

#define CODE_UNKNOWN INT64_MIN

/* Whether an access by an address with an aim is to its object. */
enum aim_verdict { AIM_UNKNOWN, AIM_RIGHT, AIM_WRONG };

static inline struct aim aim_make(enum aim_kind kind, uint32_t number, uint32_t instance)
{
    return (struct aim){.object = number * AIM_KINDS + (uint32_t)kind, .instance = instance};
}

static inline enum aim_kind aim_kind(struct aim aim)
{
    return (enum aim_kind)(aim.object % AIM_KINDS);
}

static inline uint32_t aim_number(struct aim aim)
{
    return aim.object / AIM_KINDS;
}

static inline bool aim_is_same(struct aim a, struct aim b)
{
    return a.object == b.object && a.instance == b.instance;
}

/* The operands of a ^ b, or of a - b plus perhaps a number. */
struct aim_pair {
    bool is_difference;
    struct aim aims[2];
    uint32_t values[2];
};

/* The aims of a PP's registers. */
struct aim_registers {
    uint32_t aimed;  /* set of registers with an aim or a subscript code, a bit each */
    uint32_t paired; /* set of registers with a pair and no aim */
    struct aim aims[32];
    struct aim_pair *pairs; /* by register; NULL until the first pair */
    struct arena *arena;    /* for them */
};

/* The aim of a register, which may be none. */
static inline struct aim aim_in(const struct aim_registers *registers, unsigned number)
{
    return (registers->aimed >> number & 1u) != 0 ? registers->aims[number] : (struct aim){0};
}

/* The aim of a register, or of the first operand of the pair that it holds. */
static inline struct aim aim_or_pair(const struct aim_registers *registers, unsigned number)
{
    return (registers->paired >> number & 1u) != 0 ? registers->pairs[number].aims[0]
                                                   : aim_in(registers, number);
}

/* After the surveys of frames and variables. */
void aim_survey(struct check *check);

/* ---- before a step of a PP is executed */

/* The target of an instruction that computes gets the aim of its operands. */
void aim_compute(struct check *check, const struct observer_step *step, const struct instruction *i,
                 enum effect effect);

/* An instruction accesses the word at a host index, which may be MEMORY_ILLEGAL: returns the aim of its
 * result.
 */
struct aim aim_access(struct check *check, const struct observer_step *step, const struct instruction *i,
                      uint32_t index);

/* The last that is done for a step: what its labels say (with subscripts, index_code has found `code`),
 * and whether it steps rs. */
void aim_label(struct check *check, const struct observer_step *step, const struct instruction *i,
               int64_t code);

/* From now on the register holds an address of this object. */
void aim_set(struct check *check, uint32_t pp, unsigned number, struct aim aim);

/* The aim of an address: in a register; by which an instruction accesses memory; in the word at a host index.
 */
struct aim aim_of_register(const struct check *check, uint32_t pp, unsigned number);
struct aim aim_of_access(const struct check *check, const struct observer_step *step,
                         const struct instruction *i);
struct aim aim_of_word(struct check *check, uint32_t pp, uint32_t index);

/* The aim of an access to an address: of the variable that it is meant for, if a label says so; else that of
 * the address, which is given. */
struct aim aim_meant(const struct check *check, const struct observer_step *step, uint32_t address,
                     struct aim aim);

/* The host writes a value that may be an address to the word at a host index. */
void aim_give_host(struct check *check, uint32_t index);

/* ---- index.c */

/* Reads the labels; sets check_code.index where one describes an instruction. */
void index_survey(struct check *check);

/* The code of the subscripts that lead to the result of an instruction with such a label, or to its rs if it
 * steps that; or CODE_UNKNOWN. */
int64_t index_code(const struct check *check, const struct observer_step *step, const struct instruction *i);

/* An access: warns and returns true if a subscript that leads to its address is out of bounds. */
bool index_blame_access(struct check *check, const struct access *access);

#endif
