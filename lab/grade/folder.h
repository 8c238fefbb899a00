/* folder.h - a temporary folder with copies of files in it: where a submission is compiled, and where it
 * runs. */
#ifndef PRAM_GRADE_FOLDER_H
#define PRAM_GRADE_FOLDER_H

#include "common/file.h"
#include "lab/grade/assignment.h"

struct folder {
    char *path; /* NULL: none */
    int lock;
};

/* Makes it, with a copy of each file. False with *error, which names the file without its folder; then there
 * is none. */
bool folder_make(struct folder *folder, const struct file_array *files, struct file_error *error);
bool folder_write(const struct folder *folder, const char *name, const void *bytes, size_t size,
                  struct file_error *error);
bool folder_copy(const struct folder *folder, const char *name, const char *path, struct file_error *error);

/* The path of a file in it, in new memory. */
char *folder_file(const struct folder *folder, const char *name);

/* A file for reading and writing that has no name; -1 with errno, which folder_explain makes a sentence of.
 */
int folder_nameless(const struct folder *folder);
void folder_explain(struct file_error *error);

/* All that a file holds from its beginning, in new memory, at most `most` bytes; NULL with errno. */
char *folder_read(int file, size_t most, size_t *size);

void folder_remove(struct folder *folder);

#endif
