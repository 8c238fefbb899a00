/* file.h - files read whole; output.h writes them.
 *
 * Knows bytes only.
 */
#ifndef PRAM_FILE_H
#define PRAM_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* No input of the tools may be larger. */
#define FILE_MAX_BYTES ((size_t)256 << 20)

/* The reason for a failure, in one line without file name: "No such file or directory". */
struct file_error {
    char text[160];
};

/* The absolute path of a file or folder without links, in new memory that the caller frees; NULL with errno
 * if it does not exist. */
char *file_real_name(const char *path);

/* The name of the shared library that this code is part of, in new memory that the caller frees; NULL: it is
 * part of a program, or the system does not tell. */
char *file_own_library(void);

/* The folder of the running program, without a slash at its end, in new memory that the caller frees: from
 * /proc, or else from the name by which the program was started. Where this code is part of a shared library:
 * the folder of the library. NULL with errno if it is not known. */
char *file_own_folder(void);

/* Reads a whole file into new memory that the caller frees, with a final 0 that *size does not count. NULL
 * with *error if it cannot be read, is larger than `limit` bytes, or is a folder; with `only_regular` also if
 * it is a device or pipe. */
char *file_read(const char *path, size_t limit, bool only_regular, size_t *size, struct file_error *error);

/* As above for a regular file in one of `count` folders (confine.h). */
char *file_read_in(const char *path, const char *const *roots, size_t count, size_t limit, size_t *size,
                   struct file_error *error);

#endif
