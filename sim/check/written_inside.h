/* written_inside.h - shared by the files that follow unwritten words, and private to them.
 *
 *   written.c       instructions
 *   mark/mark.h     registers; variables that begin without a value
 *   hosted.c        what host calls read and write
 *   word_access.c   single accesses
 *
 */
#ifndef PRAM_CHECK_WRITTEN_INSIDE_H
#define PRAM_CHECK_WRITTEN_INSIDE_H

#include "words.h"

#define FLAGS 1u /* set of registers; R0 is never marked, so its bit stands for the flags */

/* Where a mark comes from: a load of a word that was never written, or a variable in a register. */
struct origin_of_mark {
    uint32_t index; /* host index of the word */
    uint32_t pc;
    uint64_t cycle;
    uint32_t variable; /* 1 + its row (mark/variable.c); 0: it is no variable in a register */
};

/* More about the mark of a register. */
struct mark {
    struct origin_of_mark origin;
    uint32_t pair; /* if the register is in `paired`: it holds this marked value ^ an unmarked one */
};

enum { STORES_KEPT = 4 };

/* A store of a marked register. */
struct marked_store {
    uint32_t index; /* host index of the word; MEMORY_ILLEGAL: none */
    struct origin_of_mark origin;
};

/* The marks of a PP's registers. */
struct marks {
    uint32_t registers; /* set of marked registers and flags */
    uint32_t paired;    /* subset of `registers` with a pair */
    struct mark *each;  /* by register, 0: the flags; NULL until the first mark */
    uint32_t late;      /* register whose delayed value lands after the next instruction, as a bit; 0: none */
    bool late_mark;     /* whether the delayed value is marked */
    struct origin_of_mark late_origin; /* origin of that mark */
    bool has_string;                   /* the host has just written a string */
    uint32_t string;                   /* the address of that string */
    struct aim string_aim;             /* the aim of that address */
    bool has_stack;                    /* `top` is valid */
    uint32_t top;                      /* words of its stack that were in use when that was last looked at */
    struct marked_store stores[STORES_KEPT]; /* the last stores of marked registers, a ring: the origins of
                                                arguments of calls */
    uint32_t store_count;
};

struct written {
    struct marks *marks;        /* by PP */
    uint8_t *notes;             /* by pc: NOTE_REST, NOTE_BEGINS */
    bool *moves_stack;          /* by pc: writes to sp */
    struct variable *variables; /* variables without an initial value, sorted by pc */
    uint32_t variable_count, variable_room;
};

/* ---- word_access.c */

bool written_is_in_stack(const struct machine *machine, uint32_t index);

/* Warns: the PP does `what` with a marked value. */
void written_warn(struct check *check, const struct observer_step *step, const struct origin_of_mark *origin,
                  const char *what);

/* Others can see the registers of a set: warns if one is marked. */
void written_use(struct check *check, const struct observer_step *step, struct marks *marks,
                 uint32_t registers, const char *what);

/* A PP, or the host for it, stores to a word. mark: of the stored value; NULL: not marked. */
void written_write(struct check *check, uint32_t pp, uint32_t address, const struct origin_of_mark *mark);

/* 1 + the row of the variable whose value was stored to an unwritten stack word; 0: none. */
uint32_t written_variable_at(const struct check *check, uint32_t index);

/* The PP accesses a word, by an address with or without an aim. Returns whether the word counts as unwritten.
 */
bool written_access(struct check *check, const struct observer_step *step, enum deed deed, uint32_t address,
                    struct aim aim, bool is_in_allocator, uint32_t *index);

/* ---- hosted.c */

/* A PP is about to call the host. */
void hosted_call(struct check *check, const struct observer_step *step, struct marks *marks,
                 const struct instruction *i);

/* After a host call that has written a string: a0 is its length, a 0 follows it. */
void hosted_end_string(struct check *check, const struct observer_step *step, struct marks *marks);

#endif
