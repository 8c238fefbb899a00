/* temporary.h - files and folders with random names, for unfinished output.
 *
 * All names have the form `.pram-` and 16 letters or digits and are unpredictable, so that no link, device or
 * file that was put there before is opened. A file is locked (flock) while it is open, which distinguishes it
 * from one that a killed program has left.
 */
#ifndef PRAM_TEMPORARY_H
#define PRAM_TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define TEMPORARY_PREFIX ".pram-"
#define TEMPORARY_LETTERS 16
#define TEMPORARY_NAME (sizeof TEMPORARY_PREFIX + TEMPORARY_LETTERS) /* bytes of a name with its 0 */

/* Whether a name (without folders) has the form of a temporary name. */
bool temporary_is_name(const char *name);

/* Makes an empty file in the folder `directory` (a descriptor, AT_FDCWD) and opens it for reading and
 * writing, closed on exec; its permissions are `permissions` less the umask. Returns the descriptor, or -1
 * with errno; the name is written to `name`. */
int temporary_file(int directory, char name[TEMPORARY_NAME], mode_t permissions);

/* Removes the files in the folder `directory` (a descriptor, of O_PATH too) that a killed program has left:
 * they have the name of a temporary, belong to this user, and no process has them open. */
void temporary_sweep(int directory);

/* The folder for temporary folders: $TMPDIR, or /tmp if that is not set, or empty. */
const char *temporary_parent(void);

/* Writes to `text` that no folder could be created there, why (by errno), and what to do. */
void temporary_explain(char *text, size_t size);

/* Makes an empty folder, for the user alone, in the folder `parent`, and removes what killed programs have
 * left there: folders of that form, with the files in them, that no process has locked. Returns its path in
 * new memory, or NULL with errno. The descriptor *lock keeps it; forked children share it, programs that they
 * run do not. */
char *temporary_folder(const char *parent, int *lock);

/* Removes such a folder with all files in it (there are no folders in it). */
void temporary_folder_remove(const char *path, int lock);

#endif
