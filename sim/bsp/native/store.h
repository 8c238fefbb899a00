/* store.h - the folder in which native code is kept from run to run: files of bytes, by name.
 *
 * What lies there is executed, so it is used only if nobody else can have written it: folder and file belong
 * to the user of the process and may be written by nobody else. Whatever is wrong is no failure of a run:
 * then there is nothing, or nothing is kept. Files appear whole or not at all; they are small and few, for
 * the oldest go when there are too many. Knows nothing of what is in them.
 */
#ifndef PRAM_NATIVE_STORE_H
#define PRAM_NATIVE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The folder of those who say nothing: pramsim in $XDG_CACHE_HOME, or in .cache of $HOME. */
#define STORE_USUAL ""

/* A name is 16 digits of a number, and says what the file is. */
enum { STORE_NAME = 24 };
void store_name(char name[STORE_NAME], uint64_t number);

/* Files are smaller than that. */
#define STORE_FILE_MOST ((size_t)16 << 20)

/* The bytes of a file, in new memory; the caller frees. NULL if there is none: then *trouble is a line that
 * says why, if that is something that the user can change; it stays NULL if there just is none yet. */
void *store_read(const char *folder, const char *name, size_t *size, const char **trouble);

/* Keeps bytes as a file; makes the folder if need be. False, with a line in *trouble, if that cannot be. */
bool store_write(const char *folder, const char *name, const void *bytes, size_t size, const char **trouble);

#endif
