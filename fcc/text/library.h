/* library.h - knowledge about the library for messages: the header or the replacement for an undeclared name;
 * functions whose result must be used; and the types of functions that C calls without a header. Reads
 * library.def, result.def and implicit.def.
 */
#ifndef FCC_LIBRARY_H
#define FCC_LIBRARY_H

#include <stdbool.h>

#include "fcc/text/types.h"

enum { LIBRARY_HINT_SIZE = 128 };

/* The end of a message about a name: "; is '#include <io.h>' missing?", <stdio.h> in plain C, or "; " and the
 * replacement for a name of another language. False, and an empty text, for an unknown name. */
bool library_hint(const char *name, bool is_plain_c, char hint[LIBRARY_HINT_SIZE]);

/* The names that a header of the library declares, a blank between two, and that header; NULL after
 * the last header. Numbers begin at 0. */
const char *library_names(size_t number, const char **header);

/* The most similar name that a header of the library declares, in `text`, and its header; NULL: none is
 * similar. */
enum { LIBRARY_NAME_SIZE = 64 };
const char *library_near(const char *name, bool is_plain_c, char text[LIBRARY_NAME_SIZE]);

/* Why a call of this library function is a mistake if its result is discarded; NULL: it is none. */
const char *library_result(const char *name);

/* The type, with a prototype, of a function of C's library that plain C calls without its header; *symbol:
 * its name for the linker, without the f or l of `sqrtf`, for double is float. NULL: another name. */
struct type *library_type(struct arena *arena, const char *name, const char **symbol);

#endif
