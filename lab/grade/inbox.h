/* inbox.h - the submissions that a command line names: files, and folders in which files lie.
 *
 * No link is followed on the way to any of them (nolink.h). Knows names only; submission.h reads the files.
 */
#ifndef PRAM_GRADE_INBOX_H
#define PRAM_GRADE_INBOX_H

#include "common/nolink.h"

#include <stdbool.h>
#include <stddef.h>

struct inbox_entry {
    char *path;               /* owned: what reports call it */
    struct nolink_path place; /* its name is a part of `path`, or belongs to the caller */
};

struct inbox {
    struct inbox_entry *entries;
    size_t count, capacity;
    int *folders; /* descriptors of folders that were named: their entries start there */
    size_t folder_count, folder_capacity;
    char **bare; /* owned: folders directly in those that hold no submission at all */
    size_t bare_count, bare_capacity;
};

/* Adds the submission at `path`, or, if a folder lies there, all files below it whose names end in .fork, in
 * the order of their names; names that begin with a dot are left out. A link there is an entry, too, which
 * cannot be read, and so is a folder that is called like a submission and holds none. False with *error: then
 * nothing is added. */
bool inbox_add(struct inbox *inbox, const char *path, struct file_error *error);

/* Adds the file at `path`, which is kept, as `name`: the path as reports have it. */
void inbox_add_named(struct inbox *inbox, const char *name, const char *path);

void inbox_free(struct inbox *inbox);

#endif
