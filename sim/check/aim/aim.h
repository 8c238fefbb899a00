/* aim.h - what an address is for: the block of a heap, or the variable, that a PP's register, or a word, has
 * the address of, or of a word of it; however far outside of it that is by now.
 *
 * An aim begins where an allocator returns (heap.c), and where a label of fcc says that the address of a
 * variable is made (asm/tables/guard.h). It goes with the address: through copies, sums with numbers, loads
 * and stores. Nothing here knows where an object lies: heap.c, meant.c and frame.c do, and word_access.c asks
 * them when an access is made by an address that has an aim.
 *
 *   aim.c    registers, an instruction after the other
 *   word.c   words of memory
 */
#ifndef PRAM_CHECK_AIM_H
#define PRAM_CHECK_AIM_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/check/check_state.h"

enum aim_kind {
    AIM_NONE,
    AIM_MIXED, /* what several addresses were added to and subtracted from: nobody knows of which it is */
    AIM_BLOCK, /* number: words_block; instance: struct block's */
    AIM_GROUP_BLOCK, /* number, instance: heap.c's, of shalloc */
    AIM_VARIABLE,    /* number: 1 + the row of meant.c */
    AIM_STACK,       /* number: 1 + the row of frame.c; instance: address of the variable */
    AIM_SHARED,      /* the same of a shared variable of a group's frame */
    AIM_GROUP_FRAME, /* the words for such variables; instance: their address */
    AIM_KINDS = 8
};

struct aim {
    uint32_t object;   /* its number * AIM_KINDS + its kind; 0: none */
    uint32_t instance; /* which one, of several that the number has stood for, or stands for */
};

static inline struct aim aim_make(enum aim_kind kind, uint32_t number, uint32_t instance)
{
    return (struct aim){number * AIM_KINDS + (uint32_t)kind, instance};
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

/* After the surveys of frames and variables. False if memory is short. */
bool aim_survey(struct check *check);
void aim_free(struct check *check);

/* Before a step of a PP is executed: where the aims go. After everybody who asks for them as they are. */
void aim_step(struct check *check, const struct observer_step *step);

/* The same of PPs at one pc. */
void aim_lockstep(struct check *check, const uint32_t *pps, uint32_t count, uint32_t pc);

/* A register has an address of this object now. */
void aim_set(struct check *check, uint32_t pp, unsigned number, struct aim aim);

/* Of the address in a register; of the one by which an instruction accesses memory; of the one that stands in
 * the word at a host index. */
struct aim aim_of_register(const struct check *check, uint32_t pp, unsigned number);
struct aim aim_of_access(const struct check *check, const struct observer_step *step,
                         const struct instruction *i);
struct aim aim_of_word(const struct check *check, uint32_t index);

/* ---- word.c, for aim.c */

struct aim_words;

struct aim_words *aim_words_create(const struct machine *machine); /* NULL if memory is short */
void aim_words_free(struct aim_words *words);

/* `value` is stored to the word at a host index, and has this aim. */
void aim_words_store(struct aim_words *words, uint32_t index, uint32_t value, struct aim aim);

/* A request of a multiprefix, of this `value` and aim, goes to the word at a host index, which holds
 * `present` before the cycle: adds the two, or (is_max) takes the larger one. Returns the aim of what the
 * request gets: of what the word holds after the requests of the cycle before this one. */
struct aim aim_words_combine(struct aim_words *words, uint32_t index, uint32_t present, uint64_t cycle,
                             bool is_max, uint32_t value, struct aim aim);

/* The aim of the word, which holds `value`. */
struct aim aim_words_load(const struct aim_words *words, uint32_t index, uint32_t value);

#endif
