/* words.h - the state that --check keeps for single words: never written, part of a heap block, between
 * variables. A word has a state and the number of a block, or of another thing that it belongs to:
 *
 *   of a heap block (also of a freed one), beside it, in its head   the block
 *   beside a shared variable of a group's frame                     the frame's block
 *   of a stack, WORD_UNWRITTEN                                      1: an unwritten value was stored there
 *                                                                   (word_access.c has its source); 0: none
 *   beside a frame variable of a stack                              2 * its row in variable.c, + 1 after it
 *   all others, also between variables                              0
 */
#ifndef PRAM_CHECK_WORDS_H
#define PRAM_CHECK_WORDS_H

#include "check_state.h"

enum word_state {
    WORD_PLAIN,     /* stored to, or may be read without: global data, group frames */
    WORD_UNWRITTEN, /* never stored to; or its value depends on such a word */
    WORD_EDGE, /* no program should access it: out of bounds of a block or variable, or of a freed block */
    WORD_STATES = 4
};

/* A block of a heap, until its words are allocated again; or words that a group has got, by shalloc or for
 * the shared variables of a frame: then it has no start, for its words do not name it. */
struct block {
    uint32_t start;            /* global address */
    uint32_t given;            /* the address that the allocator returned: private in private areas */
    uint32_t instance;         /* number of earlier blocks at this address */
    bool is_live;              /* not freed yet */
    uint32_t words;            /* number of words requested */
    uint32_t extent;           /* largest number of words of any block at this address */
    uint32_t serial;           /* of the group that has allocated it; 0: a PP has, by itself */
    struct moment made, freed; /* made by a group: its first member that returned */
    struct group *group;       /* the group that `serial` was */
    uint32_t row;              /* of a frame: 1 + the first row of its variables in variable.c; 0: none */
};

/* What an address is for: the block of a heap, or the variable, that it was made from (aim.c). */
enum aim_kind {
    AIM_NONE,
    AIM_MIXED,      /* several addresses were added and subtracted: the object is unknown */
    AIM_BLOCK,      /* number: words_block; instance: struct block's */
    AIM_VARIABLE,   /* number: 1 + the row of variable.c */
    AIM_STACK,      /* number: 1 + the row of variable.c; instance: address of the variable */
    AIM_SHARED,     /* as AIM_STACK, for a shared variable of a group's frame */
    AIM_GROUP_FRAME /* the words of a group's frame for shared variables; instance: their address */
};

struct aim {
    enum aim_kind kind;
    uint32_t number;   /* of the object */
    uint32_t instance; /* which of the objects that had this number, one after the other */
    bool is_guess;     /* the host wrote the word (guess_of in aim.c) */
    bool has_code;     /* subscripts lead to the address (index.c) */
    int64_t code;      /* the code of the subscripts, or CODE_UNKNOWN */
};

#define CODE_UNKNOWN INT64_MIN

static inline struct aim aim_make(enum aim_kind kind, uint32_t number, uint32_t instance)
{
    return (struct aim){.kind = kind, .number = number, .instance = instance};
}

static inline bool aim_is_same(struct aim a, struct aim b)
{
    return a.kind == b.kind && a.number == b.number && a.instance == b.instance;
}

/* The state of the word at a host index (memory_index). `block` gets the number of the word's block, or 0.
 */
enum word_state words_state(const struct check *check, uint32_t index, uint32_t *block);

void words_set(struct check *check, uint32_t index, enum word_state state, uint32_t block);

/* As above, for `count` words from an address of the PP on, up to the first one that does not exist. */
void words_set_range(struct check *check, uint32_t pp, uint32_t address, uint32_t count,
                     enum word_state state, uint32_t block);

/* Whether the word lies in a stack. */
bool words_is_in_stack(const struct check *check, uint32_t index);

/* Adds an empty block to check->blocks, which may move; returns its number. */
uint32_t words_add_block(struct check *check);

/* The number of the block that groups get at the word at a host index, one after the other. */
uint32_t words_group_block(struct check *check, uint32_t index);

/* The group of the PP gets words from a global address on: `number` gets that of their block; 0: there is no
 * group, or no word. The members get them in one cycle, one after the other. True: for the first one, which
 * counts, because in the words of later members there may already be stores of this cycle. */
bool words_give_group(struct check *check, uint32_t address, uint32_t *number);

/* ---- follow.c */

/* Before a step of a PP is executed: moves what is known of values with the values, and warns where others
 * can see one that depends on an unwritten word. follow_values: of a PP that is idle, at an instruction that
 * only computes. */
void follow_step(struct check *check);
void follow_values(struct check *check);

/* Reads a label: symbol `number` of the program. */
void follow_symbol(struct check *check, uint32_t number);

/* ---- aim.c */

/* Reads a label, after the survey of variables. */
void aim_symbol(struct check *check, const struct object_symbol *label);

/* From now on a register of the PP holds an address of this object. */
void aim_set(struct check *check, unsigned number, struct aim aim);

/* ---- heap.c */

/* A step of a PP: notes allocated and freed blocks. */
void heap_step(struct check *check);

/* The symbol may name an allocator. */
void heap_symbol(struct check *check, const struct object_symbol *symbol);

/* An access to a word that lies outside a block or in a freed one: warns. */
void heap_blame_access(struct check *check, const struct access *access, uint32_t block);

/* An access by an address with the aim of a block: warns and returns true if it leaves the block or the block
 * was freed. */
bool heap_blame_aim(struct check *check, const struct access *access, struct aim aim);

/* ---- variable.c */

/* Finds the variables and sets the guards in memory. */
void variable_survey(struct check *check);

/* 1 + the row of the variable that a label at an instruction describes by its text after its prefix; 0: none.
 * kind: AIM_VARIABLE, of the label "U.K.WORDS.NAME"; AIM_STACK and AIM_SHARED, then `offset` gets the
 * variable's offset in the frame. */
uint32_t variable_of_label(const struct check *check, enum aim_kind kind, uint32_t pc, const char *text,
                           uint32_t *offset);

/* Reads such a text, "U.K.NUMBER.NAME": returns the name; NULL: malformed. */
const char *variable_label(const char *text, uint32_t *number);

/* The address of a word that initially holds the address of a variable. Input: the text of a label after its
 * prefix, "K.OFFSET.WORDS.NAME", and the index of one of the variables that it may describe. False: there are
 * fewer variables. */
bool variable_initial(const struct check *check, const char *text, uint32_t number, uint32_t *address);

/* 1 + the row of the variable in memory that contains the word or ends before it; 0: none. variable_around:
 * of one of several words that contains the word. */
uint32_t variable_at(const struct check *check, uint32_t address);
uint32_t variable_around(const struct check *check, uint32_t address);

/* Whether a PP that does not take part may access the word, as fcc's predicated code does; the word is the
 * PP's own. */
bool variable_is_for_show(const struct check *check, uint32_t address);

/* In the function of this step, the PP has taken words `from` to `to` - 1 of its stack for its frame: sets
 * the guards. */
void variable_take_frame(struct check *check, uint32_t from, uint32_t to);

/* A member of a group has got that number of words of the shared stack, at the address in a0. The members do
 * so in one cycle, one after the other: the first one sets the guards. False: there are none. */
bool variable_take_shared(struct check *check, uint32_t words);

/* An access by an address with the aim of a variable: warns and returns true if it goes elsewhere. */
bool variable_blame_aim(struct check *check, const struct access *access, struct aim aim);

/* An access to the guard of that number: warns if the guard is still valid. */
void variable_blame_guard(struct check *check, const struct access *access, uint32_t number);

#endif
