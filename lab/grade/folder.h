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

/* Makes the folder with a copy of each file. False with *error, which names the file without its folder; then
 * there is no folder. */
bool folder_make(struct folder *folder, const struct file_array *files, struct file_error *error);
bool folder_write(const struct folder *folder, const char *name, const void *bytes, size_t size,
                  struct file_error *error);
bool folder_copy(const struct folder *folder, const char *name, const char *path, struct file_error *error);

/* The path of a file in it, in new memory. */
char *folder_file(const struct folder *folder, const char *name);

/* An open file without a name, for reading and writing; -1 with errno, which folder_explain turns into a
 * sentence. */
int folder_nameless(const struct folder *folder);
void folder_explain(struct file_error *error);

/* The contents of a file from its beginning, at most `most` bytes, in new memory; NULL with errno. */
char *folder_read(int file, size_t most, size_t *size);

void folder_remove(struct folder *folder);

#endif
