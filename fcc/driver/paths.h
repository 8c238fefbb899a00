/* paths.h - places of tools, headers and runtime, and names made from other names. */
#ifndef FCC_DRIVER_PATHS_H
#define FCC_DRIVER_PATHS_H

#include <stdbool.h>

#include "fcc/driver/options.h"

/* Absolute names, owned; NULL: not found. */
struct driver_paths {
    char *prasm;
    char *prlink;
    char *headers; /* folder with fork.h */
    char *library; /* libfork.a */
    char *server;  /* fork-lsp */
};

/* Searches around the executable: tools beside it, else in PATH; headers and runtime as the comment at the
 * top of paths.c says. */
void driver_paths_find(struct driver_paths *paths, const struct fcc_options *options);
void driver_paths_free(struct driver_paths *paths);

/* printf into a new string; ends the process with FCC_EXIT_files when memory runs out. */
char *driver_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether `name` ends in `suffix`. */
bool driver_has_suffix(const char *name, const char *suffix);

/* The last part of `name` with its suffix (from the last dot) replaced: ("a/x.fork", ".o") -> "x.o"; owned by
 * the caller. */
char *driver_replace_suffix(const char *name, const char *suffix);

#endif
