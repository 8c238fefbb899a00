/* files_inside.h - internal interface of files.c, files_held.c and files_saved.c: the open files of a program
 * (files.h).
 */
#ifndef PRAM_FILES_INSIDE_H
#define PRAM_FILES_INSIDE_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "common/output.h"
#include "sim/host/files.h"

/* A file that is open, or one that waits for a checkpoint, or to be put back (files_held.c). */
struct file {
    FILE *stream;              /* NULL: this handle is free, or the file waits */
    bool written;              /* open for writing */
    bool failed;               /* a write failed: the file must not appear */
    bool is_absent;            /* it waits to be deleted; else, if it waits, its output is complete */
    bool is_noted;             /* it waits, and is in the last noted snapshot */
    int directory;             /* descriptor of its directory */
    char *name;                /* as named by the program */
    const char *base;          /* its last part */
    struct output_file output; /* the output that writes it; owns the stream then */
};

enum { HELD_MOST = 64, SEEN_BITS = 1 << 16 };

struct files {
    int in, out;             /* descriptors of the directories; -1: no files */
    struct stat program;     /* a file that must not be written; of number 0: there is none */
    const char *kept_name;   /* a second one, by its place; NULL: none */
    struct stat kept_folder; /* its folder */
    struct stat swept;       /* the directory where leftovers of killed runs were last removed */
    bool holds;              /* a checkpoint exists, or is being written */
    struct file *held;       /* files that wait */
    size_t held_count, held_room;
    uint64_t seen[SEEN_BITS / 64];        /* by hash: places used since the checkpoint on disk */
    uint64_t seen_lately[SEEN_BITS / 64]; /* by hash: places used since the last noted checkpoint */
    struct file_error error;              /* the last one */
    const char *reason;                   /* files_reason */
    char lost[FILES_MAX_NAME + 1];        /* files_lost; empty: none */
    struct file_error lost_reason;
    struct file open[FILES_MAX_OPEN];
};

/* Opens a file with a free handle. False: files->reason says why, as in all of these. */
bool files_open_at(struct files *files, struct file *file, const char *name, enum files_mode mode);

/* Closes the directory of a file, and frees its name. */
static inline void files_leave(struct file *file)
{
    if (file->directory >= 0)
        close(file->directory);
    free(file->name);
    file->name = NULL;
}

/* The directory that holds `name`, opened, and the last part of the name; -1: it cannot be opened. */
int files_open_parent(struct files *files, int root, const char *name, bool to_write, const char **base);

/* Opens a plain file in a directory; NULL: it cannot be opened. */
FILE *files_open_plain(struct files *files, int directory, const char *base);

static inline bool files_is_same(const struct stat *here, const struct stat *there)
{
    return here->st_ino == there->st_ino && here->st_dev == there->st_dev;
}

/* Whether it is a plain file. */
bool files_is_plain(struct files *files, const struct stat *status);

/* Whether a program may replace the file at the place: it is neither the program itself nor another protected
 * file. */
bool files_may_replace(struct files *files, const struct file *file);

/* Copies a whole stream; false: a read or write failed. */
bool files_copy(FILE *from, FILE *to);

/* Closes an open file; `whole`: a written one appears. */
bool files_end(struct files *files, struct file *file, bool whole);

/* ---- files_held.c */

/* The program uses a place: a directory and a name in it. */
void held_see(struct files *files, int directory, const char *base);

/* Whether the program has used a place since the checkpoint on disk; false without one. */
bool held_is_seen(const struct files *files, int directory, const char *base);

/* The present or future file at a place: its present name; empty: a file to be deleted. */
const char *held_name(const struct files *files, int directory, const char *base);

/* Whether a complete file, or a deletion, must wait. */
bool held_has_to_wait(const struct files *files, const struct file *file);

/* Takes over a complete file, or one to be deleted, replacing one that waits for the same place. */
void held_add(struct files *files, const struct file *file);

/* Notes for files_lost that a file cannot appear, for files->reason. */
void held_lose(struct files *files, const char *name);

/* Drops all waiting files. */
void held_drop(struct files *files);

/* Makes all waiting files appear; `noted`: only those in the last snapshot. False if one could not
 * (files_lost). */
bool held_appear(struct files *files, bool noted);

#endif
