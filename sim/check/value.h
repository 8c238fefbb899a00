/* value.h - what is known of the values in a PP's registers: whether a value depends on a word that was never
 * written, whether it is a private address that another PP has made, and what it is the address of.
 */
#ifndef PRAM_VALUE_H
#define PRAM_VALUE_H

#include "words.h"

#define FLAGS 1u /* set of registers; nothing is known of R0, so its bit stands for the flags */

enum taint {
    TAINT_UNWRITTEN, /* it depends on a word that was never written, or on a variable without a value */
    TAINT_FOREIGN,   /* it is a private address that another PP has made */
    TAINTS
};

/* Where a taint comes from. */
struct source {
    uint32_t index;    /* host index of the word that was never written, or that held the address */
    struct moment at;  /* of an unwritten value: the load; of an address: its first store */
    uint32_t variable; /* of an unwritten value: 1 + the number of the label (.unwritten) of a variable in a
                          register; 0: it comes from a word */
    bool is_paired;    /* the value is an unwritten one ^ `pair`, which is written */
    uint32_t pair;
};

/* Whether an operand passes into the result unchanged because of what the other operand is. */
static inline bool effect_passes(enum effect effect, uint32_t other, bool is_second)
{
    switch (effect) {
    case EFFECT_AND:
        return other == UINT32_MAX;
    case EFFECT_ANDN:
        return !is_second && other == 0;
    case EFFECT_OR:
    case EFFECT_SUM:
    case EFFECT_MOVE:
        return other == 0;
    default:
        return false;
    }
}

/* The operands of a ^ b, or of a - b plus perhaps a number. */
struct aim_pair {
    bool is_difference;
    struct aim aims[2];
    uint32_t values[2];
};

/* A call of an allocator (heap.c). */
struct call {
    const struct allocator *allocator;
    uint32_t return_pc;
    uint32_t words;   /* number of words requested */
    uint32_t given;   /* the block that it frees or resizes */
    struct moment at; /* the call, or the user's call of the library function around it */
};

/* The last round of a loop that a PP has begun where it may rest (rests in check.c). */
struct round {
    uint32_t head;
    uint64_t cycle; /* registers before the round */
    uint64_t found; /* number of findings before the round */
};

/* What is known of a PP's registers and stack. What each step asks for stands first: with
 * many PPs, other lines of the cache cost most. */
struct registers {
    uint32_t tainted[TAINTS];       /* sets of registers and flags */
    struct source *sources[TAINTS]; /* by register, 0: the flags; NULL until the first taint */
    uint8_t late;         /* the register whose delayed value lands after the next instruction; 0: none */
    uint8_t late_tainted; /* the taints of that value, a set */
    bool is_allocating;   /* the PP is in an allocator (heap.c), from its first instruction to its return */
    bool has_stack;       /* `top` is valid */
    uint32_t top;         /* words of its stack that were in use at the last test */
    uint32_t aimed;       /* set of registers with an aim or a subscript code */
    uint32_t paired;      /* set of registers with a pair and no aim */
    struct aim aims[32];
    struct aim_pair *pairs;             /* by register; NULL until the first pair */
    struct aim late_aim;                /* of that value */
    struct source late_sources[TAINTS]; /* where it is tainted */
    struct call call;                   /* if is_allocating */
    struct round round;
};

/* From now on the step is this one. */
static inline void examine(struct check *check, struct observer_step step)
{
    check->step = step;
    check->own = &check->registers[step.pp];
}

/* The registers of a set get a taint, which comes from there. */
static inline void taint_set(struct check *check, enum taint taint, uint32_t set, const struct source *source)
{
    if (check->own->sources[taint] == NULL)
        check->own->sources[taint] = ARENA_ARRAY(&check->machine->arena, struct source, 32);
    check->own->tainted[taint] |= set;
    for (uint32_t left = set; left != 0; left &= left - 1)
        check->own->sources[taint][__builtin_ctz(left)] = *source;
}

/* The source of the taint of the first tainted register of a set; NULL: none is tainted. */
static inline const struct source *taint_find(const struct check *check, enum taint taint, uint32_t set)
{
    const uint32_t found = check->own->tainted[taint] & set;
    return found == 0 ? NULL : &check->own->sources[taint][__builtin_ctz(found)];
}

/* The aim of a register, which may be none. */
static inline struct aim aim_in(const struct check *check, unsigned number)
{
    return (check->own->aimed >> number & 1u) != 0 ? check->own->aims[number] : (struct aim){0};
}

/* The aim of a register, or of the first operand of the pair that it holds. */
static inline struct aim aim_or_pair(const struct check *check, unsigned number)
{
    return (check->own->paired >> number & 1u) != 0 ? check->own->pairs[number].aims[0]
                                                    : aim_in(check, number);
}

/* ---- pointer.c */

/* The PP, or the host for it, makes an access by an address from this source: warns if it is one to the PP's
 * own private area. NULL: the PP has made the address itself. */
void pointer_use(struct check *check, enum deed deed, uint32_t address, const struct source *source);

/* The PP stores a value to an address. */
void pointer_store(struct check *check, const struct instruction *i, uint32_t address);

/* The source of the address that the PP loads from the word at a host index, if another PP has made it; NULL:
 * it has not. */
const struct source *pointer_load(const struct check *check, uint32_t index);

/* The target of an instruction that computes gets the taint of its operands. */
void pointer_compute(struct check *check, const struct instruction *i, enum effect effect);

/* ---- aim.c */

/* The target of an instruction that computes gets the aim of its operands. */
void aim_compute(struct check *check, const struct instruction *i, enum effect effect);

/* An instruction accesses the word at a host index, which may be MEMORY_ILLEGAL: returns the aim of its
 * result.
 */
struct aim aim_access(struct check *check, const struct instruction *i, uint32_t index);

/* The last that is done for a step: what its labels say (with subscripts, index_code has found `code`),
 * and whether it steps rs. */
void aim_label(struct check *check, const struct instruction *i, int64_t code);

/* The aim of an address: by which an instruction accesses memory; in the word at a host index. */
struct aim aim_of_access(const struct check *check, const struct instruction *i);
struct aim aim_of_word(struct check *check, uint32_t index);

/* The aim of an access to an address: of the variable that it is meant for, if a label says so; else that of
 * the address, which is given. */
struct aim aim_meant(const struct check *check, uint32_t address, struct aim aim);

/* The host writes a value that may be an address to the word at a host index. */
void aim_give_host(struct check *check, uint32_t index);

/* ---- index.c */

/* Reads a label of subscripts: sets check_code.index of the instruction that it describes. */
void index_label(struct check *check, const struct object_symbol *label);

/* The code of the subscripts that lead to the result of an instruction with such a label, or to its rs if it
 * steps that; or CODE_UNKNOWN. */
int64_t index_code(const struct check *check, const struct instruction *i);

/* An access: warns and returns true if a subscript that leads to its address is out of bounds. */
bool index_blame_access(struct check *check, const struct access *access);

/* ---- word_access.c */

/* Warns: the PP does `what` with an unwritten value. */
void written_warn(struct check *check, const struct source *source, const char *what);

/* Others can see the registers of a set: warns if one is unwritten. */
void written_use(struct check *check, uint32_t set, const char *what);

/* The source of the unwritten value that was stored to a stack word; NULL: nothing was stored there. */
const struct source *written_source(const struct check *check, uint32_t index);

/* The PP, or the host for it, accesses a word, by an address with or without an aim. stored: the source of a
 * value that it stores if this is unwritten; else NULL. Returns whether the word counted as unwritten. */
bool written_access(struct check *check, enum deed deed, uint32_t address, struct aim aim,
                    const struct source *stored, uint32_t *index);

/* ---- hosted.c */

/* A PP is about to call the host. */
void hosted_call(struct check *check, uint32_t call);

#endif
