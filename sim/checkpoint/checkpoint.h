/* checkpoint.h - snapshots of runs (sim/machine/snapshot.h) in files: written whole or not at all, packed,
 * with a checksum over every byte; read, and told about.
 *
 * The file: a head (magic, version, the command line of the run), packed by libzstd what has to be put back,
 * if anything has, and a snapshot; a checksum.
 * Knows machine, snapshot and engines as machine.h has them; no command line, no signals.
 */
#ifndef PRAM_CHECKPOINT_H
#define PRAM_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/file.h"
#include "sim/machine/snapshot.h"

/* Of the file's form; that of the snapshot in it is SNAPSHOT_VERSION. */
#define CHECKPOINT_VERSION 3u

/* Where checkpoints are written: each replaces the one before. */
struct checkpoint_place {
    const char *path; /* for messages; not owned */
    int folder;       /* descriptor */
    char *name;       /* in it; owned */
};

/* What is noted of its maker: the version of pramsim, the words of the command line. Not owned. Words
 * that are too many are left out of the file. */
struct checkpoint_words {
    const char *version;
    char *const *options; /* before the program */
    size_t option_count;
    const char *program; /* its path */
};

/* Finds the place, and makes sure that a file can be made there. False with *error. */
bool checkpoint_place(struct checkpoint_place *place, const char *path, struct file_error *error);
void checkpoint_place_forget(struct checkpoint_place *place);

/* A checkpoint that is being written. */
struct checkpoint_writing;

/* Takes a snapshot of a stopped run, which may go on then: a thread writes it meanwhile. About `room` bytes
 * of memory at most are taken for what is not yet written; while more would be needed, this waits. Where
 * there is no thread, all is written before it returns. NULL with *error: nothing is being written. */
struct checkpoint_writing *checkpoint_begin(const struct checkpoint_place *place,
                                            const struct checkpoint_words *words, struct machine *machine,
                                            const struct engine *engine, const void *state, size_t room,
                                            struct file_error *error);

/* Whether it is written, or has failed: checkpoint_end does not wait then. */
bool checkpoint_is_over(const struct checkpoint_writing *writing);

/* Waits until it is written, and forgets it. *bytes: the file's size; *when: stats_clock, when it was there.
 * False with *error: then the old file is as it was. */
bool checkpoint_end(struct checkpoint_writing *writing, uint64_t *bytes, double *when,
                    struct file_error *error);

/* Gives it up, and forgets it: the old file stays, unless the new one is there already. */
void checkpoint_give_up(struct checkpoint_writing *writing);

/* The run whose last checkpoint lies at `place` has ended, and its last files are about to appear, which one
 * that goes on with it would look at (host_changes): puts what lies in their places into the file, to be laid
 * back then. Takes a copy of the file. False with *error: then the old file is as it was. */
bool checkpoint_amend(const struct checkpoint_place *place, const struct machine *machine, bool whole,
                      struct file_error *error);

/* A file that is being read. */
struct checkpoint;

/* Opens a file and reads all of it once, for its checksum. NULL with *error if it is not there, damaged, or
 * of another version. */
struct checkpoint *checkpoint_open(const char *path, struct file_error *error);
void checkpoint_close(struct checkpoint *checkpoint);

/* Its snapshot, to be read once. */
struct snapshot_reader *checkpoint_snapshot(struct checkpoint *checkpoint);

/* Prints what is in the file at `path`, for people, a line a thing. False with *error, after nothing was
 * printed. */
bool checkpoint_describe(const char *path, FILE *stream, struct file_error *error);

#endif
