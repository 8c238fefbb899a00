/* aim.h - what an address is for: the block of a heap, or the variable, that the address in a PP's register
 * or in a word was made from, however far outside of it the address is by now.
 *
 * An aim begins where an allocator returns (heap.c), and where a label of fcc says that the address of a
 * variable is made (asm/tables/guard.h). It goes with the address: through copies, sums with numbers, loads
 * and stores. Nothing here knows where an object lies: heap.c, meant.c and frame.c do, and word_access.c asks
 * them when an access is made by an address that has an aim.
 *
 *   aim.c    registers, an instruction after the other
 *   word.c   words of memory
 *   guess.c  words that the host has written
 *   index.c  subscripts that lead to an address in the object, and are outside of their arrays
 */
#ifndef PRAM_CHECK_AIM_H
#define PRAM_CHECK_AIM_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/check/check_state.h"
#include "sim/isa/system.h"

enum aim_kind {
    AIM_NONE,
    AIM_MIXED,       /* several addresses were added and subtracted: the object is unknown */
    AIM_BLOCK,       /* number: words_block; instance: struct block's */
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
    bool is_guess;     /* guess.c */
    bool has_code;     /* subscripts lead to the address (index.c) */
    int64_t code;      /* the code of the subscripts, or CODE_UNKNOWN */
};

#define CODE_UNKNOWN INT64_MIN

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

/* After the surveys of frames and variables. False if memory is short. */
bool aim_survey(struct check *check);
void aim_free(struct check *check);

/* Before a step of a PP is executed: where the aims go. Call it after all that read the aims. */
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
struct aim aim_of_word(const struct check *check, uint32_t pp, uint32_t index);

/* The host writes to the word at a host index what may be an address. */
void aim_give_host(struct check *check, uint32_t index);

/* ---- guess.c, for aim.c */

/* The aim of such a word, as a PP finds it. */
struct aim guess_of(const struct check *check, uint32_t pp, uint32_t value);

/* An access by an address to which subscripts lead: warns and returns true if one is outside of its array.
 * does: "stores to". */
bool aim_blame_subscripts(struct check *check, const struct observer_step *step, const char *does,
                          uint32_t address);

/* ---- index.c, for aim.c */

struct indices;

struct indices *indices_survey(const struct machine *machine);
void indices_free(struct indices *indices);

/* Whether a label tells of the instruction at a pc. */
bool indices_tell(const struct indices *indices, uint32_t pc);

/* Of rs, and of S. */
struct index_operands {
    struct aim aims[2];
    uint32_t values[2];
};

/* What is asked for: the code of the sum of both; of an access before its rs is stepped by S; of rs once it
 * is. */
enum index_place { INDEX_SUM, INDEX_BEFORE, INDEX_STEP };

/* The code there; false if it is not known. A label tells of the instruction. */
bool indices_code(const struct indices *indices, uint32_t pc, const struct index_operands *operands,
                  enum index_place place, int64_t *code);

/* An access to which subscripts of that code lead, as aim_blame_subscripts. A label tells of the instruction.
 */
bool index_blame_access(struct check *check, const struct indices *indices, const struct observer_step *step,
                        const char *does, uint32_t address, int64_t code);

/* ---- word.c, for aim.c */

struct aim_words;

struct aim_words *aim_words_create(const struct machine *machine); /* NULL if memory is short */
void aim_words_free(struct aim_words *words);

/* `value` is stored to the word at a host index, and has this aim. */
void aim_words_store(struct aim_words *words, uint32_t index, uint32_t value, struct aim aim);

/* A request of a multiprefix. */
struct aim_request {
    enum system_fold fold; /* what it makes of the word and of its value */
    uint32_t index;        /* of the word, on the host */
    uint32_t present;      /* what the word holds before the cycle */
    uint64_t cycle;
    uint32_t value; /* of the request, and what that is for */
    struct aim aim;
};

/* The request goes to its word. Returns the aim of what the request gets: of what the word holds after the
 * requests of the cycle before this one. */
struct aim aim_words_combine(struct aim_words *words, const struct aim_request *request);

/* The host is about to write to the word; whether it was the last one that has. */
void aim_words_give_host(struct aim_words *words, uint32_t index);
bool aim_words_is_of_host(const struct aim_words *words, uint32_t index);

/* The aim of the word, which holds `value`. */
struct aim aim_words_load(const struct aim_words *words, uint32_t index, uint32_t value);

#endif
