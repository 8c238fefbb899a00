/* nolink.h - files in places that others may write to: no link is followed on the way to them.
 *
 * A grader reads what students hand in, and writes reports beside it; what a link there points at, or a
 * second name of somebody else's file, is not theirs to show or to replace. Every folder of a path is opened
 * from the one before it without following links, and a file is opened once: what is said of it, and what is
 * read, is of that open file. Knows files, nothing of what is in them.
 */
#ifndef PRAM_COMMON_NOLINK_H
#define PRAM_COMMON_NOLINK_H

#include "common/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Where a path starts, and how far it may lead. */
struct nolink_path {
    int folder;       /* a descriptor, of O_PATH too; AT_FDCWD */
    const char *name; /* a path from there */
    bool is_beneath;  /* the path stays in the folder: it has no ".." and does not begin with '/' */
};

enum nolink_end {
    NOLINK_DONE,
    NOLINK_REFUSED, /* what is there must not be read: a link, a device, a file with two names, too large */
    NOLINK_FAILED   /* the system says why: it is not there, or closed to this user */
};

/* Reads all of a regular file that has no other name, of at most `limit` bytes, into new memory that is ended
 * by a 0 which *size does not count. Else *error says why not, and *bytes is NULL. */
enum nolink_end nolink_read(const struct nolink_path *path, size_t limit, char **bytes, size_t *size,
                            struct file_error *error);

/* The same of a file that is open, from its beginning; its descriptor stays open. */
enum nolink_end nolink_read_open(int file, size_t limit, char **bytes, size_t *size,
                                 struct file_error *error);

/* Opens the folder that holds the last name of a path, with O_PATH; *base is that name, empty where the path
 * ends in '/'. */
enum nolink_end nolink_open_parent(const struct nolink_path *path, int *folder, const char **base,
                                   struct file_error *error);

/* Opens a folder for reading its entries. Returns the descriptor; else -1, and *end and *error say why not.
 */
int nolink_open_folder(const struct nolink_path *path, enum nolink_end *end, struct file_error *error);

/* As output_print (output.h), but no link is followed, also not at the end of the path. Paths that begin with
 * "/dev/" are the system's own: there, links are followed. */
bool nolink_print(const char *path, void (*print)(const void *context, FILE *stream), const void *context,
                  struct file_error *error);

#endif
