/* confine.h - whether a file that a source names lies in the folders that --safe allows.
 *
 * The question is asked of a file that is open already, so that nobody can put another one in its place
 * between the answer and the reading. Used by fcc for #include and by prasm for .include.
 */
#ifndef PRAM_CONFINE_H
#define PRAM_CONFINE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a name may be looked for at all: it does not begin with '/' and no part of it is "..". */
bool confine_allows_name(const char *name);

/* Whether the open file lies in one of the folders or below it, links followed. `roots` are `count` real
 * names as realpath() gives them. */
bool confine_holds(int descriptor, const char *const *roots, size_t count);

#endif
