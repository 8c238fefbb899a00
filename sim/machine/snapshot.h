/* snapshot.h - the state of a run between two cycles, taken out of one engine and put into another.
 *
 * A snapshot is a row of bytes that stands for itself: memory, PPs, units, host, counters. Which engine has
 * made it, and with how many threads, cannot be seen in it. It is versioned, and says for which program and
 * machine it is; snapshot.def has what is in it. It can be written to a file as it is.
 *
 * Engines fill and read a struct snapshot_state (engine.save, engine.load); all else is done here. Knows
 * machine, memory, host; no engine.
 */
#ifndef PRAM_SNAPSHOT_H
#define PRAM_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/machine/machine.h"

#define SNAPSHOT_VERSION 1u

enum snapshot_mode {
    SNAPSHOT_HALTED = 1,
    SNAPSHOT_IN_BARRIER = 2, /* .. since barrier_since */
    SNAPSHOT_IN_ASYNC = 4,   /* the hints async_enter, async_leave: which came last */
    SNAPSHOT_IN_SYNC = 8,
    SNAPSHOT_HAS_STACK = 16 /* the hint stack_base has come */
};

/* A PP at the start of a cycle. r: its registers, r[1] the pc of the next instruction, or of the one that it
 * is in the midst of. late_target: the register that late_value reaches at the end of this cycle;
 * DECODE_SINK: none does. wait: cycles that the instruction at the pc still takes, whose work is done; then
 * it goes on at wait_pc. modes: enum snapshot_mode. yielded: the cycle after its last yield hint; 0: there
 * was none. */
struct snapshot_pp {
#define SNAPSHOT_PP(name, type, words) type name[(words) * sizeof(uint32_t) / sizeof(type)];
#include "sim/machine/snapshot.def"
};

/* What an engine keeps of a run. */
struct snapshot_state {
    uint64_t cycle;
    uint64_t
        idle; /* cycles in which all running PPs were in barriers and none asked for a store or multiprefix */
    struct stats stats;
    struct snapshot_pp *pps; /* one each */
    uint32_t *units;         /* unit_words of each PP (real_bank_save); NULL: there are none */
    uint32_t unit_words;
};

/* All zero: empty. snapshot_forget frees it. */
struct snapshot {
    unsigned char *bytes;
    size_t size, room;
};

/* Takes a snapshot of a run that has stopped (machine->end is END_RUNNING). Output that is collected is
 * written first. False with one line in `error` if that cannot be: at graining levels 1 to 5 PPs are in
 * different cycles; listeners and --faults keep things of their own. */
bool snapshot_take(struct snapshot *snapshot, struct machine *machine, const struct engine *engine,
                   const void *state, char *error, size_t error_size);

/* Puts a snapshot into a machine of the same program and configuration, but for threads and level, and into
 * an engine created for it that has not run yet. Files that were open are opened again: those that were
 * written begin anew, with what had been written. False with one line in `error` if it is not for this
 * machine, or is damaged; then machine and engine cannot be used any more. */
bool snapshot_restore(const struct snapshot *snapshot, struct machine *machine, const struct engine *engine,
                      void *state, char *error, size_t error_size);

void snapshot_forget(struct snapshot *snapshot);

/* ---- for those that write and read sections */

/* For engine.save: room for so many words of each PP's unit. */
void snapshot_make_units(struct snapshot_state *state, uint32_t pps, uint32_t unit_words);

void snapshot_put(struct snapshot *snapshot, const void *bytes, size_t count);
void snapshot_put_word(struct snapshot *snapshot, uint32_t word);
void snapshot_put_long(struct snapshot *snapshot, uint64_t value);
void snapshot_put_text(struct snapshot *snapshot, const char *text); /* NULL is kept as NULL */

/* Reads a section; once it has ended, or something was wrong, all that is read is 0 and `bad` is true. */
struct snapshot_reader {
    const unsigned char *at, *end;
    bool bad;
};

const void *snapshot_get(struct snapshot_reader *reader,
                         size_t count); /* NULL: there are not so many bytes */
uint32_t snapshot_get_word(struct snapshot_reader *reader);
uint64_t snapshot_get_long(struct snapshot_reader *reader);
char *snapshot_get_text(struct snapshot_reader *reader); /* free it */

#endif
