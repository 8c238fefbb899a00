/* snapshot.h - the state of a run between two cycles, taken out of one engine and put into another.
 *
 * A snapshot is a row of bytes that stands for itself: memory, PPs, units, host, counters. Which engine has
 * made it, and with how many threads, cannot be seen in it. It is versioned, and says for which program and
 * machine it is; snapshot.def has what is in it. It lies in memory, or goes piece by piece to and from
 * something else (sim/checkpoint: a file).
 *
 * Engines fill and read a struct snapshot_state (engine.save, engine.load); all else is done here. Knows
 * machine, memory, host; no engine.
 */
#ifndef PRAM_SNAPSHOT_H
#define PRAM_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/arena.h"
#include "sim/machine/machine.h"
#include "sim/machine/shint.h"

#define SNAPSHOT_VERSION 3u
#define SNAPSHOT_PIECE ((size_t)1 << 18)  /* bytes that are put or got at once, at most */
#define SNAPSHOT_TEXT_MOST SNAPSHOT_PIECE /* bytes of a text; the system's limit of an argument is less */
#define SNAPSHOT_BLOCK 1024u              /* PPs that are kept together */
enum { SNAPSHOT_ERROR = 320 };

enum snapshot_mode {
    SNAPSHOT_HALTED = 1,
    SNAPSHOT_IN_BARRIER = 2, /* in a barrier since barrier_since */
    SNAPSHOT_IN_ASYNC = 4,   /* the hints async_enter, async_leave: which came last */
    SNAPSHOT_IN_SYNC = 8,
    SNAPSHOT_HAS_STACK = 16, /* the hint stack_base has come */
    SNAPSHOT_LASTING = SNAPSHOT_IN_ASYNC | SNAPSHOT_IN_SYNC | SNAPSHOT_HAS_STACK
};

/* The modes of a running PP, from its lasting ones. Engines keep barriers apart. */
static inline uint32_t snapshot_modes(uint32_t lasting, bool in_barrier)
{
    return lasting | (in_barrier ? SNAPSHOT_IN_BARRIER : 0u);
}

/* The lasting modes after a hint; most hints change none. */
static inline uint32_t snapshot_modes_after(uint32_t modes, unsigned hint)
{
    switch (hint) {
    case SHINT_async_enter:
        return (modes & ~(uint32_t)SNAPSHOT_IN_SYNC) | SNAPSHOT_IN_ASYNC;
    case SHINT_async_leave:
        return (modes & ~(uint32_t)SNAPSHOT_IN_ASYNC) | SNAPSHOT_IN_SYNC;
    case SHINT_stack_base:
        return modes | SNAPSHOT_HAS_STACK;
    default:
        return modes;
    }
}

/* A PP at the start of a cycle. r: its registers, r[1] the pc of the next instruction, or of the one that it
 * is executing. late_target: the register that late_value reaches at the end of this cycle; DECODE_SINK:
 * none. wait: remaining cycles of the instruction at the pc, whose work is done; then the PP continues at
 * wait_pc. modes: enum snapshot_mode. yielded: the cycle after its last yield hint since it last entered a
 * barrier; 0: there was none, or the engine has ignored it. */
struct snapshot_pp {
#define SNAPSHOT_PP(name, type, words) type name[(words) * sizeof(uint32_t) / sizeof(type)];
#include "sim/machine/snapshot.def"
};

/* What an engine keeps of a run. To be saved: engine.save fills in all but PPs and units, which
 * engine.save_pps fills in block by block. To be loaded: all is there. */
struct snapshot_state {
    uint64_t cycle;
    struct stats stats;
    uint32_t first, count;   /* of these PPs: */
    struct snapshot_pp *pps; /* one each; to be saved: all zero */
    uint32_t *units;         /* unit_words of each PP (real_bank_save); NULL: there are none */
    uint32_t unit_words;
};

/* Room for this number of PPs, and for the units of a machine that has some; false: memory is short. */
bool snapshot_make_room(struct snapshot_state *state, uint32_t pps);
void snapshot_free_room(struct snapshot_state *state);

/* All zero: empty, and kept in memory. With a sink, what is put goes there in pieces: it learns how many
 * bytes lie in the room that it gave last (0: it gave none yet), and gives room for SNAPSHOT_PIECE bytes
 * more; NULL: it cannot go on. snapshot_forget frees it. */
struct snapshot {
    unsigned char *bytes; /* with a sink: its own */
    size_t size, room;
    bool failed; /* memory is short, or the sink has failed: what is put is dropped */
    unsigned char *(*sink)(void *context, size_t size);
    void *context;
};

/* Reads a snapshot; once it has ended, or something was wrong, all that is read is 0, `bad` is true, and
 * `error` may have a line about the first thing that was wrong: without it the snapshot is damaged. With
 * `more`, that is asked to have `wanted` bytes at `at`, at most SNAPSHOT_PIECE; false: there are fewer.
 * `texts` owns what is read that stays: release it in the end. */
struct snapshot_reader {
    const unsigned char *at, *end;
    bool bad;
    char error[SNAPSHOT_ERROR];
    struct arena texts;
    bool (*more)(struct snapshot_reader *reader, size_t wanted);
    void *context;
};

/* Whether snapshots can be taken of such a run, at any of its stops. False with one line in `error`: at
 * graining levels 1 to 5 PPs are in different cycles; listeners and --faults keep things of their own. */
bool snapshot_is_possible(const struct machine *machine, const struct engine *engine, const void *state,
                          char *error, size_t error_size);

/* Takes a snapshot of a run that has stopped (machine->end is END_RUNNING). Output that is collected is
 * written first. False with one line in `error` if that cannot be, or (snapshot->failed) if memory is short
 * or the sink fails. */
bool snapshot_take(struct snapshot *snapshot, struct machine *machine, const struct engine *engine,
                   const void *state, char *error, size_t error_size);

/* A run that has ended may leave files that a run which goes on with its last snapshot would read.
 * snapshot_put_before puts what lies in their places (files_save_before), to come before that snapshot, where
 * others of that kind may follow; snapshot_restore lays it back. `snapshot` is empty. */
void snapshot_put_before(struct snapshot *snapshot, const struct machine *machine, bool whole);

/* Puts a snapshot into a machine of the same program and configuration, except for threads, level and bounds,
 * and into an engine created for it that has not run yet. Files that were open are opened again: those that
 * were written begin anew, with what had been written. False with reader->error if it is not for this
 * machine, or is damaged; then machine and engine cannot be used any more. */
bool snapshot_restore(struct snapshot_reader *reader, struct machine *machine, const struct engine *engine,
                      void *state);

/* A reader of a snapshot that lies in memory. */
struct snapshot_reader snapshot_read(const struct snapshot *snapshot);

void snapshot_forget(struct snapshot *snapshot);

/* ---- what is in one, for people */

/* An open file: its position, or its size if written. A complete one that appears now has the handle 0. */
struct snapshot_file {
    const char *name;
    uint32_t handle; /* 0: it waits, and appears after a restore, or, if it is_absent, is deleted then */
    bool written, is_absent;
    uint64_t position;
};

/* The reader owns its texts and arrays. */
struct snapshot_about {
    uint64_t program; /* its hash */
#define SNAPSHOT_NUMBER(name, option, value) uint64_t name;
#define SNAPSHOT_TEXT(name, option, value) const char *name;
#include "sim/machine/snapshot.def"
    const char **arguments; /* without the program's name */
    uint32_t argument_count;
    struct snapshot_state state;   /* described: without PPs */
    uint32_t running, in_barriers; /* PPs */
    uint64_t printed, read;        /* bytes of standard output and input; what is read and not used, too */
    struct snapshot_file *files;
    uint32_t file_count;
    bool puts_back; /* files, as they were before the run ended */
};

/* Reads one to its end. False with reader->error if it is damaged. */
bool snapshot_describe(struct snapshot_reader *reader, struct snapshot_about *about);

/* ---- for those that write and read sections */

void snapshot_put(struct snapshot *snapshot, const void *bytes, size_t count);
void snapshot_put_word(struct snapshot *snapshot, uint32_t word);
void snapshot_put_long(struct snapshot *snapshot, uint64_t value);
void snapshot_put_text(struct snapshot *snapshot, const char *text); /* NULL is kept as NULL */
void snapshot_put_texts(struct snapshot *snapshot, const char *const *texts, uint32_t count);

/* Hands what is left to the sink, if there is one. */
void snapshot_drain(struct snapshot *snapshot);

/* Something is wrong: `error` says what, unless it has a line already. */
void snapshot_refuse(struct snapshot_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* NULL: there are fewer bytes. At most SNAPSHOT_PIECE; valid until the next call of these. */
const void *snapshot_get(struct snapshot_reader *reader, size_t count);
uint32_t snapshot_get_word(struct snapshot_reader *reader);
void snapshot_get_words(struct snapshot_reader *reader, uint32_t *words, size_t count); /* NULL: skips them */
uint64_t snapshot_get_long(struct snapshot_reader *reader);
const char *snapshot_get_text(struct snapshot_reader *reader);                    /* one of reader->texts */
const char **snapshot_get_texts(struct snapshot_reader *reader, uint32_t *count); /* none of them is NULL */

#endif
