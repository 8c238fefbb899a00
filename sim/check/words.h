/* words.h - what --check knows of single words: which have never been written, and which belong to blocks of
 * the heaps (check_state.h has the rest).
 *
 *   words.c        the state of every word that is told of
 *   written.c      from words to registers to conditions: what depends on a word that was never written,
 *                  or on a variable in a register that has no value yet (mark/mark.h)
 *   hosted.c       .. to what host calls read; and what they write
 *   word_access.c  a PP's access to one word, for these two
 *   heap.c         what the allocators of the library give and take back
 *   guard.c        the words between variables
 *   meant.c        accesses that are meant for one variable, by its name or by a pointer (aim/aim.h)
 *   frame.c        the words beside variables of frames
 *   pointer.c      private addresses that PPs get from other PPs
 *
 * A word in no state (WORD_PLAIN) has been written, or may be read without: global data, group frames. Such a
 * word is WORD_UNWRITTEN of no block for as long as it holds what depends on an unwritten one, and in a block
 * of shalloc until something is stored to it.
 */
#ifndef PRAM_CHECK_WORDS_H
#define PRAM_CHECK_WORDS_H

#include "sim/check/aim/aim.h"
#include "check_state.h"

enum word_state {
    WORD_PLAIN,
    WORD_UNWRITTEN, /* of a stack's frame or a block: nothing has been stored to it; what stands for the
                       block of a stack's word is mark/variable.c's */
    WORD_WRITTEN,   /* of a block: something has */
    WORD_EDGE,      /* beside a block: its head, words that were not asked for; or between variables */
    WORD_FREED,     /* of a block that was freed */
    WORD_GUARD,     /* beside a variable of a frame; what stands for the block is frame.c's */
    WORD_STATES = 8
};

/* A block of a heap, for as long as its words are not given out again. */
struct block {
    uint32_t start;    /* global address */
    uint32_t given;    /* the address that the caller of the allocator got: private in private areas */
    uint32_t instance; /* how many blocks there have been here before */
    bool is_live;      /* it was not given back */
    uint32_t words;    /* that were asked for */
    uint32_t extent;   /* the most words that a block here has been given */
    uint32_t pp;       /* the PP that allocated it */
    uint32_t pc;       /* where, of the user's */
    uint64_t cycle;    /* when */
    uint32_t freed_pp; /* the same of giving it back */
    uint32_t freed_pc;
    uint64_t freed_cycle;
};

struct words;

struct words *words_create(const struct machine *machine);
void words_destroy(struct words *words);

/* The state of the word at a host index (memory_index); `block` gets the number of the block that it belongs
 * to, 0: none. is_stack: it lies in a stack. */
enum word_state words_state(const struct words *words, uint32_t index, bool is_stack, uint32_t *block);

void words_set(struct words *words, uint32_t index, bool is_stack, enum word_state state, uint32_t block);

/* A new block, of which nothing is known yet; its number. */
uint32_t words_add_block(struct words *words);

/* The block of that number; valid until the next one is added. */
struct block *words_block(const struct words *words, uint32_t number);

/* ---- written.c */

/* Before a step of a PP is executed: what it does with words that were never written. Warns. */
void written_step(struct check *check, const struct observer_step *step);

/* Whether the instruction computes, branches or jumps, and nothing else: it concerns PPs with marks only. */
bool written_computes(const struct check *check, uint32_t pc);

/* Whether no register of the PP is marked, nor will be after the present step. */
bool written_is_idle(const struct check *check, uint32_t pp);

/* False if memory is short. */
bool written_survey(struct check *check);

void written_free(struct check *check);

/* ---- heap.c */

/* Whether the PP is in an allocator, from its first instruction to its return; notes what that gives and
 * takes. */
bool heap_step(struct check *check, const struct observer_step *step);

/* Whether an allocator begins there; whether the PP is in none. */
bool heap_begins_at(const struct check *check, uint32_t pc);
bool heap_is_idle(const struct check *check, uint32_t pp);

/* Which functions are allocators; false if memory is short. */
bool heap_survey(struct check *check);

/* An access to the word at a host index, which lies beside a block or in one that was freed: warns.
 * does: "stores to". */
void heap_blame_access(struct check *check, const struct observer_step *step, const char *does,
                       uint32_t index, enum word_state state, uint32_t block);

/* An access by an address that has the aim of a block: warns if it goes elsewhere (is_outside), or the block
 * was given back. False: the block is not known any more. does: "stores to"; index: where it goes. */
bool heap_blame_aim(struct check *check, const struct observer_step *step, const char *does, uint32_t address,
                    uint32_t index, struct aim aim, bool *is_outside);

void heap_free(struct check *check);

/* ---- guard.c */

/* Words between variables are edges of block 0. */
void guard_survey(struct check *check);

/* An access to such a word: warns. does: "stores to". */
void guard_blame_access(struct check *check, const struct observer_step *step, const char *does,
                        uint32_t index);

/* ---- meant.c */

/* Which accesses are meant for which variables; false if memory is short. */
bool meant_survey(struct check *check);

/* An access to a legal address: warns and returns true if it is meant for a variable and goes elsewhere.
 * does: "stores to". is_right: it is meant for one, and goes there. */
bool meant_blame_access(struct check *check, const struct observer_step *step, const char *does,
                        uint32_t address, bool *is_right);

/* Whether a PP that does not take part may access the word for show, as fcc lets it; it is the PP's own. */
bool meant_is_for_show(const struct check *check, uint32_t pp, uint32_t address);

/* 1 + the row of the variables that a label tells of, by its text behind its prefix, "U.K.WORDS.NAME"; 0:
 * there are none. */
uint32_t meant_variable(const struct check *check, const char *text);

/* 1 + the row (frame.c) of the variable of a group's frame that the access at a pc is meant for; 0: not
 * known.
 */
uint32_t meant_shared_variable(const struct check *check, uint32_t pc);

/* The address of a word that is the address of a variable from the beginning: by the text of a label behind
 * its prefix, "K.OFFSET.WORDS.NAME", in variable `number`, from 0 on, of those that it may tell of. False:
 * there are fewer. */
bool meant_initial(const struct check *check, const char *text, uint32_t number, uint32_t *address);

/* 1 + the row of the variable that a word belongs to, or that ends before it; 0: there is none. */
uint32_t meant_variable_at(const struct check *check, uint32_t address);

/* The same of a variable of several words that has the word. */
uint32_t meant_variable_around(const struct check *check, uint32_t address);

/* An access by an address that has the aim of a variable: warns and returns true if it goes elsewhere. */
bool meant_blame_aim(struct check *check, const struct observer_step *step, const char *does,
                     uint32_t address, struct aim aim);

void meant_free(struct check *check);

/* ---- frame.c */

/* A step of a PP: notes the shared variables of groups. Whether the PP has just got words for them; their
 * address is in a0. */
bool frame_step(struct check *check, const struct observer_step *step);

/* Whether groups get words there; whether the PP is not about to get any. */
bool frame_begins_at(const struct check *check, uint32_t pc);
bool frame_is_idle(const struct check *check, uint32_t pp);

/* The PP, in the function that the step is in, has taken words `from` to `to` - 1 of its stack for its frame:
 * sets the guards. */
void frame_take(struct check *check, const struct observer_step *step, uint32_t from, uint32_t to);

/* Which functions have such variables; false if memory is short. */
bool frame_survey(struct check *check);

/* An access to the guard at a host index, of that number: warns, if it still is one. does: "stores to". */
void frame_blame_access(struct check *check, const struct observer_step *step, const char *does,
                        uint32_t index, bool is_stack, uint32_t number);

/* 1 + the number of the variable of a frame that a label at an instruction tells of, by the label's text
 * behind its prefix; 0: there is none. */
uint32_t frame_variable(const struct check *check, uint32_t pc, const char *text);

/* An access that is meant for that variable: warns and returns true if it goes elsewhere. */
bool frame_blame_outside(struct check *check, const struct observer_step *step, const char *does,
                         uint32_t address, uint32_t variable);

/* The same of a label where the address of a variable of a frame is made, or (is_shared) of one of a group's
 * frame; and the offset of the variable. */
uint32_t frame_find(const struct check *check, uint32_t pc, const char *text, bool is_shared,
                    uint32_t *offset);

/* The aim of the variable of that row in the words that have an aim. */
struct aim frame_aim(const struct check *check, uint32_t row, struct aim words);

/* An access by an address that has the aim of such a variable: warns and returns true if it goes elsewhere.
 */
bool frame_blame_aim(struct check *check, const struct observer_step *step, const char *does,
                     uint32_t address, struct aim aim);

void frame_free(struct check *check);

/* ---- pointer.c */

/* Before a step of a PP is executed: what it does with private addresses that other PPs have made. Warns. */
void pointer_step(struct check *check, const struct observer_step *step);

/* Whether no register of the PP holds such an address, nor will do so after the present step. */
bool pointer_is_idle(const struct check *check, uint32_t pp);

/* The host reads from or writes to the address in a register of the PP. Warns. */
void pointer_give_host(struct check *check, const struct observer_step *step, unsigned number,
                       enum deed deed);

/* The host reads for the PP from an address that the PP has given it in the word at a host index. Warns. */
void pointer_read_by_host(struct check *check, const struct observer_step *step, uint32_t index,
                          uint32_t address);

/* False if memory is short. */
bool pointer_survey(struct check *check);

void pointer_free(struct check *check);

#endif
