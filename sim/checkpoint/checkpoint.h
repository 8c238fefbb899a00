/* checkpoint.h - snapshots of runs (sim/machine/snapshot.h) in files: written whole or not at all,
 * compressed, with a checksum over every byte; read, and described.
 *
 * The file: a head (magic, version, command line of the run); compressed by libzstd, files to be restored, if
 * any, and a snapshot; a checksum. Knows machine, snapshot and engines as machine.h has them; no command
 * line, no signals.
 */
#ifndef PRAM_CHECKPOINT_H
#define PRAM_CHECKPOINT_H

#include "common/file.h"
#include "sim/machine/snapshot.h"

/* Version of the file format; that of the snapshot in it is SNAPSHOT_VERSION. */
#define CHECKPOINT_VERSION 3u

/* Place of checkpoints: each replaces the previous one. */
struct checkpoint_place {
    const char *path; /* for messages; not owned */
    int folder;       /* descriptor */
    char *name;       /* in it; owned */
};

/* The origin of a file: the version of pramsim, the words of the command line. Not owned. If they are too
 * long, the file has none of them. */
struct checkpoint_words {
    const char *version;
    const char *const *options; /* before the program */
    uint32_t option_count;
    const char *program; /* its path */
};

/* Opens the folder, and makes sure that a file can be created there. False with *error. */
bool checkpoint_place(struct checkpoint_place *place, const char *path, struct file_error *error);
void checkpoint_place_forget(struct checkpoint_place *place);

/* A checkpoint under construction. */
struct checkpoint_writing;

/* Takes a snapshot of a stopped run, which may continue while a thread writes it. Unwritten data takes about
 * `room` bytes of memory at most; if more is needed, it waits. Without a thread, everything is written before
 * it returns. NULL with *error: nothing is being written. */
struct checkpoint_writing *checkpoint_begin(const struct checkpoint_place *place,
                                            const struct checkpoint_words *words, struct machine *machine,
                                            const struct engine *engine, const void *state, size_t room,
                                            struct file_error *error);

/* Whether it is written, or has failed: checkpoint_end does not wait then. */
bool checkpoint_is_over(const struct checkpoint_writing *writing);

/* What has become of it. */
struct checkpoint_written {
    bool good;               /* otherwise the old file is as it was: */
    struct file_error error; /* empty: it was abandoned */
    uint64_t bytes;          /* the file's size */
    double when;             /* stats_clock, when it was there */
};

/* Waits until it is written, and forgets it. */
struct checkpoint_written checkpoint_end(struct checkpoint_writing *writing);

/* Abandons it: the old file stays, unless the new one has already replaced it. */
void checkpoint_give_up(struct checkpoint_writing *writing);

/* The run whose last checkpoint is at `place` has ended, and its last files are about to appear. A run
 * resumed from the checkpoint may use the present files in their places (files_changes): saves these in the
 * file, to be restored then. Makes a copy of the file. False with *error: then the old file is unchanged. */
bool checkpoint_amend(const struct checkpoint_place *place, const struct machine *machine, bool whole,
                      struct file_error *error);

/* An open checkpoint. */
struct checkpoint;

/* Opens a file and reads all of it once, for its checksum. NULL with *error if it is missing, damaged, or of
 * another version. */
struct checkpoint *checkpoint_open(const char *path, struct file_error *error);
/* The same of an open file, which then belongs to the checkpoint; -1: it cannot be opened (errno). */
struct checkpoint *checkpoint_open_file(int descriptor, struct file_error *error);
void checkpoint_close(struct checkpoint *checkpoint);

/* Its snapshot, to be read once. */
struct snapshot_reader *checkpoint_snapshot(struct checkpoint *checkpoint);

/* Describes the file at `path`, for people, a line for each item. False with *error, before anything is
 * printed. */
bool checkpoint_describe(const char *path, FILE *stream, struct file_error *error);

#endif
