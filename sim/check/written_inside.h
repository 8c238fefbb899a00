/* written_inside.h - what the files that follow unwritten words share among themselves.
 *
 *   written.c       instructions
 *   mark/mark.h     registers; variables that begin without a value
 *   hosted.c        what host calls read and write
 *   word_access.c   single accesses
 *
 * Not for anybody else.
 */
#ifndef PRAM_CHECK_WRITTEN_INSIDE_H
#define PRAM_CHECK_WRITTEN_INSIDE_H

#include "words.h"

#define FLAGS 1u /* in a set of registers: R0 is never marked, its bit stands for the flags */

/* Where a mark comes from: a load of a word that was never written, or a variable in a register. */
struct origin_of_mark {
    uint32_t index; /* of the word, as memory_index has it */
    uint32_t pc;
    uint64_t cycle;
    uint32_t variable; /* 1 + its row (mark/variable.c); 0: it is no variable in a register */
};

/* More about the mark of a register. */
struct mark {
    struct origin_of_mark origin;
    uint32_t pair; /* if `paired` says so: the register is this marked value ^ one that is not marked */
};

enum { STORES_KEPT = 4 };

/* A store of a marked register. */
struct marked_store {
    uint32_t index; /* of the word; MEMORY_ILLEGAL: none */
    struct origin_of_mark origin;
};

/* What is known of a PP's registers. */
struct marks {
    uint32_t registers; /* those marked, a bit each, and FLAGS */
    uint32_t paired;    /* of them: those that have a pair */
    struct mark *each;  /* by register, 0: the flags; NULL: none was marked yet; owned */
    uint32_t late;      /* the register whose word lands after the next instruction, as a bit; 0: none does */
    bool late_mark;     /* whether the late word is marked */
    struct origin_of_mark late_origin; /* the origin of that mark */
    bool has_string;                   /* the host has just written a string */
    uint32_t string;                   /* the address of that string */
    struct aim string_aim;             /* the aim of that address */
    bool has_stack;                    /* `top` is known */
    uint32_t top;                      /* words of its stack that were in use when that was last looked at */
    struct marked_store
        stores[STORES_KEPT]; /* the last ones, a ring: what the arguments of calls come from */
    uint32_t store_count;
};

struct written {
    struct marks *marks;        /* by PP */
    uint8_t *rules;             /* by pc: enum rule, and RULE_BEGINS */
    bool *moves_stack;          /* by pc: writes to sp */
    struct variable *variables; /* that begin without a value (mark/variable.c), by pc */
    uint32_t variable_count;
};

/* ---- word_access.c */

bool written_is_in_stack(const struct machine *machine, uint32_t index);

/* The PP does `what` with a marked value. */
void written_warn(struct check *check, const struct observer_step *step, const struct origin_of_mark *origin,
                  const char *what);

/* The registers of a set are used where others can see it. */
void written_use(struct check *check, const struct observer_step *step, struct marks *marks,
                 uint32_t registers, const char *what);

/* A word is stored to: by a PP, or by the host for it. mark: of what is stored; NULL: it is not marked. */
void written_write(struct check *check, uint32_t pp, uint32_t address, const struct origin_of_mark *mark);

/* 1 + the row of the variable whose value was stored to an unwritten word of a stack; 0: of none. */
uint32_t written_variable_at(const struct check *check, uint32_t index);

/* The PP accesses a word, by an address that has an aim or none. Whether the word is to be taken for
 * unwritten.
 */
bool written_access(struct check *check, const struct observer_step *step, enum deed deed, uint32_t address,
                    struct aim aim, bool is_in_allocator, uint32_t *index);

/* ---- hosted.c */

/* A PP is about to call the host. */
void hosted_call(struct check *check, const struct observer_step *step, struct marks *marks,
                 const struct instruction *i);

/* After a host call that has written a string: a0 says how many characters it has; a 0 comes after them. */
void hosted_end_string(struct check *check, const struct observer_step *step, struct marks *marks);

#endif
