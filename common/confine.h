/* confine.h - whether a file that a source names lies in the folders that --safe allows.
 *
 * The test concerns an open file, so that no other file can take its place between test and reading. Used by
 * fcc for #include and by prasm for .include.
 */
#ifndef PRAM_CONFINE_H
#define PRAM_CONFINE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a name is allowed: it does not begin with '/' and no part of it is "..". */
bool confine_allows_name(const char *name);

/* Whether this host supports confine_asks: /proc is mounted. */
bool confine_is_possible(void);

enum confine_answer {
    CONFINE_INSIDE,
    CONFINE_OUTSIDE,
    CONFINE_UNKNOWN /* /proc is not mounted, which says where an open file lies */
};

/* Whether the open file lies in one of the folders or below it, links followed. `roots` are `count` real
 * names as realpath() gives them. */
enum confine_answer confine_asks(int descriptor, const char *const *roots, size_t count);

/* What a message says of CONFINE_UNKNOWN, after the name of the option. */
#define CONFINE_UNKNOWN_TEXT "needs /proc, which says where an open file lies, and /proc is not mounted here"

#endif
