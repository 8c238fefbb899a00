/* output.h - the one way in which every program writes its files.
 *
 * A file appears whole or not at all. It grows under a random name in the folder where it will lie
 * (temporary.h) and is renamed when it is complete, only onto a regular file or onto nothing. The new file
 * has the permissions of the old one, and its owner where the system allows that; a file that its owner has
 * protected against writing is not replaced. A link at the end of a path is followed: what it points at is
 * replaced, the link stays (a link that another user has put into a folder that all may write to is refused,
 * as the kernel does). What is no regular file (a device, a pipe, /dev/stdout) is opened and written to.
 * Nothing is forced to the disk, unless output_force is called: a file is safe from a program that is killed
 * and from a full disk, not from a power cut in the next seconds. What a killed program has left in the
 * folder of a path is removed.
 *
 * A file that may not grow (ulimit -f) is an error of writing from then on, no signal.
 *
 * Knows files, nothing of what is written to them.
 */
#ifndef PRAM_COMMON_OUTPUT_H
#define PRAM_COMMON_OUTPUT_H

#include "common/file.h"
#include "common/temporary.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* A file that is being written. */
struct output_file {
    FILE *stream;                   /* write to this; NULL: not open */
    struct output_sink *sink;       /* below the stream; owned by it */
    int directory;                  /* where the file will lie; -1: no regular file, written to as it is */
    char *name;                     /* in that folder; owned */
    bool replaces;                  /* there is an old file; then: */
    mode_t permissions;             /* its permissions */
    uid_t owner;                    /* its owner */
    gid_t group;                    /* its group */
    char temporary[TEMPORARY_NAME]; /* what it is called until it appears */
    bool is_complete;               /* it only has to appear; the stream is closed */
    int lock;                       /* .. and this keeps its temporary */
};

/* Begins a file at `path`; NULL: standard output. False with *error, then nothing is open. */
bool output_open(struct output_file *output, const char *path, struct file_error *error);

/* The same for `name`, which is no path, in the folder `directory` (a descriptor, duplicated): follows no
 * link and opens regular files only. For names that are not the user's own. Leaves temporary_sweep to the
 * caller. */
bool output_open_in(struct output_file *output, int directory, const char *name, struct file_error *error);

/* Ends the file: it appears now. False with *error if something could not be written; then the old file is as
 * it was. */
bool output_close(struct output_file *output, struct file_error *error);

/* The same in two steps, for a file of output_open_in: all is written, but lies under its temporary name
 * until output_appear. Each false with *error: then nothing is open any more. */
bool output_complete(struct output_file *output, struct file_error *error);
bool output_appear(struct output_file *output, struct file_error *error);

/* Forces what was written so far to the disk. False with *error if that, or writing, has failed. */
bool output_force(struct output_file *output, struct file_error *error);

/* Gives the file up: the old one stays. Does nothing if none is open. */
void output_drop(struct output_file *output);

/* All at once: what `print` prints, or `size` bytes, in a file at `path`. `print` may run out of memory
 * (memory_is_short): then the file does not appear. */
bool output_print(const char *path, void (*print)(const void *context, FILE *stream), const void *context,
                  struct file_error *error);
bool output_print_in(int directory, const char *name, void (*print)(const void *context, FILE *stream),
                     const void *context, struct file_error *error); /* at the place of output_open_in */
bool output_write(const char *path, const void *bytes, size_t size, struct file_error *error);

/* Whether writing to `path` would replace the regular file that `input` names. */
bool output_replaces(const char *path, const char *input);

/* Whether two outputs would be one file: the same regular file, or the same name where there is none yet. */
bool output_is_same(const char *path, const char *other);

/* Whether all went through that was printed to standard output; a program's last act. False with *error. */
bool output_standard_is_written(struct file_error *error);

#endif
