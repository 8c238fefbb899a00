/* files.h - the files of the simulated program: only below one directory, or one for reading and one for
 * writing; whole or absent.
 *
 * A name is a relative path; every part of it is opened without following links, `..` and absolute names are
 * refused, and only plain files are opened. A written file grows under a temporary name and is renamed when
 * it is closed. Knows the operating system, no machine.
 */
#ifndef PRAM_FILES_H
#define PRAM_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "common/output.h"

#define FILES_FIRST_HANDLE 3
#define FILES_MAX_OPEN 256
#define FILES_MAX_NAME 4095

enum files_mode { FILES_READ, FILES_WRITE, FILES_APPEND, FILES_MODES };

/* A file that is open, or one that waits for a checkpoint, or to be put back (files_held.c). */
struct file {
    FILE *stream;              /* NULL: this handle is free, or the file waits */
    bool written;              /* open for writing */
    uint64_t before;           /* bytes that it had when it was opened for appending */
    bool failed;               /* a write failed: the file must not appear */
    bool is_absent;            /* it waits to be deleted; else, if it waits, its output is complete */
    bool is_noted;             /* it waits, and is in the last noted snapshot */
    int directory;             /* descriptor of its directory */
    char *name;                /* as named by the program */
    const char *base;          /* its last part */
    struct output_file output; /* the output that writes it; owns the stream then */
};

enum { HELD_MOST = 64, SEEN_BITS = 1 << 16 };

/* The files of a program. */
struct files {
    int in, out;             /* descriptors of the two directories; -1: none */
    struct stat program;     /* a file that must not be written; of number 0: there is none */
    const char *kept_name;   /* a second one, by its place; NULL: none */
    struct stat kept_folder; /* its folder */
    struct stat swept;       /* the directory where leftovers of killed runs were last removed */
    uint64_t append_most;    /* bytes of a file to append to, at most: a larger one is not copied */
    bool holds;              /* a checkpoint exists, or is being written */
    struct file *held;       /* files that wait */
    size_t held_count, held_room;
    uint64_t seen[SEEN_BITS / 64];        /* by hash: places used since the checkpoint on disk */
    uint64_t seen_lately[SEEN_BITS / 64]; /* by hash: places used since the last noted checkpoint */
    struct file_error error;              /* the last one */
    const char *reason;                   /* why the last function of files.h failed */
    char lost[FILES_MAX_NAME + 1]; /* the first file that files_finish, files_hold or files_put_back could not
                                      make appear; empty: none */
    struct file_error lost_reason; /* why */
    struct file open[FILES_MAX_OPEN];
};

/* Files for reading are below the directory `in`, files for writing below `out`; NULL forbids them. NULL with
 * one line in `error`, and errno, if a directory cannot be opened. */
struct files *files_create(const char *in, const char *out, char *error, size_t error_size);

/* Protects the file at `path`, a path of the user's, from writing. */
void files_protect(struct files *files, const char *path);

/* The same of a file by its name (not owned) in a folder (a descriptor), whether it exists or not. */
void files_protect_place(struct files *files, int folder, const char *name);

/* Opens a file: its handle, or -1. */
int files_open(struct files *files, const char *name, enum files_mode mode);

/* The open file of a handle; NULL: the handle is not open. */
struct file *files_find(struct files *files, int handle);

/* Bytes that have been read or written, with those that a file had when it was opened for appending. */
uint64_t files_position(const struct file *file);

/* Results of a change of names. */
enum files_change { FILES_CHANGED, FILES_ABSENT, FILES_REFUSED };

/* Deletes a file that may be written to; renames such a file, replacing an existing one. */
enum files_change files_remove(struct files *files, const char *name);
enum files_change files_rename(struct files *files, const char *from, const char *to);

/* Closes an open file; with `whole`, a written one appears, else it is dropped. False if it could not. */
bool files_close(struct files *files, struct file *file, bool whole);

/* Closes all in this way. False if one could not appear (`lost`). */
bool files_finish(struct files *files, bool whole);

void files_destroy(struct files *files);

/* A snapshot of the run has been taken and is being written. From now on, a file that the program completes
 * but has read or appended to since the last snapshot on disk waits for the next snapshot on disk before it
 * appears. */
void files_note_checkpoint(struct files *files);

/* The last noted snapshot is on disk: files that waited for it appear. False if one could not (`lost`). */
bool files_hold(struct files *files);

/* Whether the next checkpoint is due, because the number of waiting files is limited. */
bool files_are_many(const struct files *files);

/* The section of a snapshot (sim/machine/snapshot.h): open files with their positions, the contents of
 * incomplete files, and of files for reading that have been deleted or replaced. files_restore opens them
 * again with the same handles, or refuses the snapshot. files_describe only lists them; `about` NULL: skips
 * them. */
struct snapshot;
struct snapshot_about;
struct snapshot_reader;
void files_save(const struct files *files, struct snapshot *snapshot);
void files_restore(struct files *files, struct snapshot_reader *reader, bool before);
void files_describe(struct snapshot_reader *reader, struct snapshot_about *about);

/* Saves the present files in the places of files that are about to appear, if the program has looked at these
 * places since the snapshot; for a snapshot of a run that has ended; `whole` as for files_finish.
 * files_changes: their number. */
uint32_t files_changes(const struct files *files, bool whole);
void files_save_before(const struct files *files, bool whole, struct snapshot *snapshot);

/* Lays the files back that files_restore has read from what files_save_before has saved (`before`), before
 * the files of the snapshot itself are restored; or refuses the snapshot. */
void files_put_back(struct files *files, struct snapshot_reader *reader);

#endif
