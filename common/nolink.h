/* nolink.h - files in folders that others may write to: no link is followed on the way to them.
 *
 * A grader reads submissions and writes reports beside them. A link or hard link there could make it show or
 * replace another user's file. So every folder of a path is opened from the previous one without following
 * links, and a file is opened once: all tests and reads concern that open file.
 */
#ifndef PRAM_COMMON_NOLINK_H
#define PRAM_COMMON_NOLINK_H

#include "common/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Where a path starts, and whether it may leave that folder. */
struct nolink_path {
    int folder;       /* a descriptor, of O_PATH too; AT_FDCWD */
    const char *name; /* a path from there */
    bool is_beneath;  /* the path stays in the folder: it has no ".." and does not begin with '/' */
};

enum nolink_end {
    NOLINK_DONE,
    NOLINK_REFUSED, /* the file must not be read: a link, a device, a file with two names, too large */
    NOLINK_FAILED   /* the system refuses: no such file, or no permission */
};

/* Reads a regular file with only one name and at most `limit` bytes into new memory, with a final 0 that
 * *size does not count. Otherwise *error gives the reason, and *bytes is NULL. */
enum nolink_end nolink_read(const struct nolink_path *path, size_t limit, char **bytes, size_t *size,
                            struct file_error *error);

/* As above for an open file, from its beginning; its descriptor stays open. */
enum nolink_end nolink_read_open(int file, size_t limit, char **bytes, size_t *size,
                                 struct file_error *error);

/* Opens the folder of the last name of a path, with O_PATH; *base is that name, empty if the path ends in
 * '/'. */
enum nolink_end nolink_open_parent(const struct nolink_path *path, int *folder, const char **base,
                                   struct file_error *error);

/* Opens a folder for reading its entries. Returns the descriptor; else -1, and *end and *error say why not.
 */
int nolink_open_folder(const struct nolink_path *path, enum nolink_end *end, struct file_error *error);

/* As output_print (output.h), but follows no link, also not at the end of the path; except in paths that
 * begin with
 * "/dev/". */
bool nolink_print(const char *path, void (*print)(const void *context, FILE *stream), const void *context,
                  struct file_error *error);

#endif
