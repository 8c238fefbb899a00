/* files_inside.h - what files.c, files_held.c and files_saved.c share: the open files of a program (files.h).
 * Not for anybody else.
 */
#ifndef PRAM_FILES_INSIDE_H
#define PRAM_FILES_INSIDE_H

#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "common/output.h"
#include "sim/machine/host/files.h"

struct file {
    FILE *stream;              /* NULL: this handle is free */
    bool written;              /* open for writing */
    bool failed;               /* a write failed: never let it appear */
    int directory;             /* that holds the file */
    char *name;                /* as the program gave it */
    const char *base;          /* its last part */
    struct output_file output; /* that it is written to; owns the stream then */
};

/* Complete files that wait for a checkpoint, or to be put back (files_held.c). */
struct held {
    int directory;             /* that the file will lie in */
    char *name;                /* as the program gave it */
    const char *base;          /* its last part */
    struct output_file output; /* complete */
    bool is_absent;            /* the file there is to go */
    bool is_noted;             /* it is in the last snapshot that was noted */
};

enum { HELD_MOST = 64, SEEN_BITS = 1 << 16 };

struct files {
    int in, out;            /* descriptors of the directories; -1: no files */
    dev_t protected_device; /* the file that is not written to */
    ino_t protected_number; /* 0: there is none */
    const char *kept_name;  /* and another one, by its place; NULL: there is none */
    dev_t kept_device;      /* the folder that it lies in */
    ino_t kept_number;
    dev_t swept_device; /* the directory where what killed runs have left was last removed */
    ino_t swept_number;
    bool holds; /* there is a checkpoint that the run could go on from, or one is being written */
    struct held *held;
    size_t held_room;
    unsigned held_count;
    uint64_t
        seen[SEEN_BITS / 64]; /* by hash: places that were looked at since the checkpoint that is on disk */
    uint64_t seen_lately[SEEN_BITS / 64]; /* by hash: places that were looked at since the last checkpoint
                                             that was noted */
    struct file_error error;              /* the last one */
    struct file open[FILES_MAX_OPEN];
};

/* Opens a file at a free place; false with *reason. */
bool files_open_at(struct files *files, struct file *file, const char *name, enum files_mode mode,
                   const char **reason);

/* The directory that holds `name`, opened, and the last part of the name; -1 with *reason. */
int files_open_parent(int root, const char *name, bool to_write, const char **base, const char **reason);

/* Opens a plain file in a directory; NULL with *reason. */
FILE *files_open_plain(int directory, const char *base, const char **reason);

/* Whether this is a plain file; else *reason. */
bool files_is_plain(const struct stat *status, const char **reason);

/* Whether a program may replace what is there: neither itself nor another one. */
bool files_may_replace(const struct files *files, const struct file *file, const char **reason);

/* Copies all of a stream; false: it could not be read or written. */
bool files_copy(FILE *from, FILE *to);

/* Ends one open file; `whole` says whether a written one is to appear. */
bool files_end(struct files *files, struct file *file, bool whole, const char **reason);

/* ---- files_held.c */

/* The program looks at a place: a directory, a name in it. */
void held_see(struct files *files, int directory, const char *base);

/* Whether the program has looked at a place since the checkpoint that is on disk; false without one. */
bool held_is_seen(const struct files *files, int directory, const char *base);

/* What is at a place, or will be: the name that the file has now; empty: a file that is to go. */
const char *held_name(const struct files *files, int directory, const char *base);

/* Whether a file that is complete has to wait. */
bool held_has_to_wait(const struct files *files, const struct file *file);

/* Whether a file has to wait that goes: if there is a checkpoint, a run that goes on from there finds it
 * again. */
bool held_going_waits(const struct files *files, const struct file *file);

/* Takes over a complete file, in place of one that waits for the same place. `is_absent`: only the place, and
 * no file is to lie there. */
void held_add(struct files *files, const struct file *file, bool is_absent);

/* Gives all that wait up. */
void held_drop(struct files *files);

/* All that wait appear; `noted`: only those that the last snapshot has. False with the name of the first that
 * could not in `name` (FILES_MAX_NAME + 1 bytes) and *reason. */
bool held_appear(struct files *files, bool noted, char *name, const char **reason);

#endif
