/* output.h - the one way in which every program writes its files.
 *
 * A file appears whole or not at all. It grows under a random name in the same folder (temporary.h) and is
 * renamed when it is complete, only onto a regular file or an unused name. The new file has the permissions
 * of the old one, and its owner if the system allows that. A read-only file is not replaced. A link at the
 * end of a path is followed: its target is replaced, the link stays. A link of another user in a folder that
 * everyone may write to is refused, as by the kernel. A device, a pipe or /dev/stdout is opened and written
 * to.
 *
 * Only output_force forces data to disk: a killed program or a full disk leaves the old file intact, a power
 * failure in the next seconds may not. Temporary files of killed programs in the folder of a path are
 * removed. A file that may not grow (ulimit -f) is a write error, not a signal.
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
    char temporary[TEMPORARY_NAME]; /* its name until it appears */
    bool is_complete;               /* it only has to appear; the stream is closed */
    int lock;                       /* the lock of its temporary */
};

/* Begins a file at `path`; NULL: standard output. False with *error, then nothing is open. */
bool output_open(struct output_file *output, const char *path, struct file_error *error);

/* As above for `name`, not a path, in the folder `directory` (a descriptor, which is duplicated): follows no
 * link and opens regular files only. For untrusted names. The caller calls temporary_sweep. */
bool output_open_in(struct output_file *output, int directory, const char *name, struct file_error *error);

/* Ends the file: it appears now. False with *error if something could not be written; then the old file is as
 * it was. */
bool output_close(struct output_file *output, struct file_error *error);

/* As above in two steps, for a file of output_open_in: output_complete writes everything under the temporary
 * name, output_appear renames it. False with *error; then nothing is open any more. */
bool output_complete(struct output_file *output, struct file_error *error);
bool output_appear(struct output_file *output, struct file_error *error);

/* Forces what was written so far to the disk. False with *error if that, or writing, has failed. */
bool output_force(struct output_file *output, struct file_error *error);

/* Abandons the file: the old one stays. No effect if none is open. */
void output_drop(struct output_file *output);

/* Writes the output of `print`, or `size` bytes, to a file at `path`. If `print` runs out of memory
 * (memory_is_short), the file does not appear. */
bool output_print(const char *path, void (*print)(const void *context, FILE *stream), const void *context,
                  struct file_error *error);
bool output_print_in(int directory, const char *name, void (*print)(const void *context, FILE *stream),
                     const void *context, struct file_error *error); /* at the place of output_open_in */
bool output_write(const char *path, const void *bytes, size_t size, struct file_error *error);

/* Whether writing to `path` would replace the regular file that `input` names. */
bool output_replaces(const char *path, const char *input);

/* Whether two outputs would be one file: the same regular file, or the same name where there is none yet. */
bool output_is_same(const char *path, const char *other);

/* Whether everything printed to standard output was written; call it last. False with *error. */
bool output_standard_is_written(struct file_error *error);

#endif
