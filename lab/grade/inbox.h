/* inbox.h - the submissions of a command line: files, and the files in folders.
 *
 * No link is followed on the way to any of them (nolink.h). Knows names only; submission.h reads the files.
 */
#ifndef PRAM_GRADE_INBOX_H
#define PRAM_GRADE_INBOX_H

#include "common/nolink.h"

#include <stdbool.h>
#include <stddef.h>

struct inbox_entry {
    char *path;               /* owned: its name in reports */
    struct nolink_path place; /* its name is a part of `path`, or belongs to the caller */
};

struct inbox {
    struct inbox_entry *entries;
    size_t count, capacity;
    int *folders; /* descriptors of named folders; their entries are relative to them */
    size_t folder_count, folder_capacity;
    char **bare; /* owned: folders directly in the named ones that hold no submission */
    size_t bare_count, bare_capacity;
};

/* Adds the submission at `path`. If it is a folder, adds all files below it whose names end in .fork, in the
 * order of their names; skips names that begin with a dot. A link there is an entry that cannot be read; so
 * is a folder named like a submission. False with *error: then nothing is added. */
bool inbox_add(struct inbox *inbox, const char *path, struct file_error *error);

/* Adds the file at `path`, which is kept; its name in reports is `name`. */
void inbox_add_named(struct inbox *inbox, const char *name, const char *path);

void inbox_free(struct inbox *inbox);

#endif
