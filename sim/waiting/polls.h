/* polls.h - loops that wait: whether a PP goes round a loop for as long as some words of shared memory stay
 * as they are, and which words these are.
 *
 * From where it is the PP is led on as if it were alone (sim/machine/follow). When it comes back to an
 * instruction, the round since then is looked at: what has another value now than before is said to vary, and
 * so is all that comes of it. If neither a branch nor an address varies, the next round goes the same way,
 * and so do all that follow. The words that its branches depend on are those that it waits for. A loop that
 * counts its rounds or keeps a record of them in its own memory waits as well; one that changes shared memory
 * does not, unless it takes the change back in the same round.
 *
 * The answer depends on memory and registers only, so all engines have the same. Knows machine; no engine.
 */
#ifndef PRAM_POLLS_H
#define PRAM_POLLS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/caller.h"
#include "sim/machine/follow/follow.h"

enum {
    POLL_STEPS = 2048, /* a PP is followed for this number of instructions */
    POLL_WORDS = 3,    /* that are named of a loop */
    ROUND_WORDS = 64   /* of shared memory that a loop that waits may read */
};

/* A word that a loop waits for. */
struct poll_word {
    uint32_t address;
    struct caller_registers at; /* of the instruction that reads it */
};

struct poll {
    uint32_t count;                     /* of all words */
    struct poll_word words[POLL_WORDS]; /* in ascending order of addresses */
};

struct poll_step {
    struct caller_registers at;
    struct follow_access access;
};

/* Room for one PP's way. */
struct polls {
    struct follow_cells cells;
    uint32_t seen_count, seen[FOLLOW_CELLS]; /* the words of the first cells in the state that is kept */
    struct poll_step steps[POLL_STEPS];
    uint32_t step_count;
};

/* Whether a PP is in such a loop: it has come to an instruction of it already, or stands in a function that
 * the loop calls to try (LOCK_POLL of asm/tables/lock.def). polls->cells: what is to be other than in memory,
 * all 0 for nothing; they change. *steps: how many instructions a PP may still be led on, for all calls
 * together. */
bool polls_find(struct polls *polls, const struct machine *machine, const struct follow *from,
                uint64_t *steps, struct poll *poll);

/* Whether the steps from `first` on, by which a PP comes from one state to the other, are followed by the
 * same ones as long as the words stay that their branches depend on; then these are in *poll, one at least.
 */
struct poll_round {
    const struct machine *machine;
    const struct poll_step *steps;
    uint32_t count;
    const struct follow *from, *to;
    const uint32_t *from_words; /* of the first `from_count` cells; the others were as in memory */
    uint32_t from_count;
    const struct follow_cells *cells; /* at the end */
};
bool depends_on_words(const struct poll_round *round, struct poll *poll);

#endif
