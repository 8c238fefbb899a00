/* polls.h - spin loops: whether a PP repeats a loop while some words of shared memory are unchanged, and
 * which words these are.
 *
 * The PP is executed further as if it were alone (sim/machine/follow). When it returns to an instruction, the
 * round since then is analysed: a value that differs from the round before varies, and so do values computed
 * from it. If neither a branch nor an address varies, all further rounds take the same path. The PP waits for
 * the words that its branches depend on. A loop that counts its rounds or records them in its own memory
 * waits, too; a loop that changes shared memory does not, unless it undoes the change in the same round.
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
    POLL_STEPS = 2048, /* maximum number of instructions that a PP is followed */
    POLL_WORDS = 3,    /* named words of a loop */
    ROUND_WORDS = 64   /* words of shared memory that a spin loop may read */
};

/* A word that a spin loop waits for. */
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

/* Buffers for one PP's path. */
struct polls {
    struct follow_cells cells;
    uint32_t seen_count, seen[FOLLOW_CELLS]; /* the words of the first cells in the recorded state */
    struct poll_step steps[POLL_STEPS];
    uint32_t step_count;
};

/* Whether a PP is in a spin loop: it has already reached an instruction of it, or is in a function that the
 * loop calls to try (LOCK_POLL of asm/tables/lock.def). polls->cells: cells that differ from memory, all 0
 * for none; they change. *steps: number of instructions left for all calls together. */
bool polls_find(struct polls *polls, const struct machine *machine, const struct follow *from,
                uint64_t *steps, struct poll *poll);

/* Whether the steps from `first` on, which lead a PP from one state to the other, repeat while the words that
 * its branches depend on are unchanged; then these words are in *poll, at least one. */
struct poll_round {
    const struct machine *machine;
    const struct poll_step *steps;
    uint32_t count;
    const struct follow *from, *to;
    const uint32_t *from_words; /* of the first `from_count` cells; others were as in memory */
    uint32_t from_count;
    const struct follow_cells *cells; /* at the end */
};
bool depends_on_words(const struct poll_round *round, struct poll *poll);

#endif
