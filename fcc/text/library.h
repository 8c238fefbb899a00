/* library.h - what the compiler can say about a name that a program uses but does not declare: the header
 * that declares it, or what takes its place here; of which functions only the result counts; and the types of
 * functions that C calls without a header. It reads library.def, result.def and implicit.def.
 */
#ifndef FCC_LIBRARY_H
#define FCC_LIBRARY_H

#include <stdbool.h>

#include "fcc/text/types.h"

enum { LIBRARY_HINT_SIZE = 128 };

/* The end of a message about a name: "; is '#include <io.h>' missing?", <stdio.h> in plain C, or "; " and
 * what programs use here instead of a name of other languages. False, and an empty text, if nothing is known
 * of it. */
bool library_hint(const char *name, bool is_plain_c, char hint[LIBRARY_HINT_SIZE]);

/* The name of a header that looks most like `name`, in `text`, and the header; NULL: none is near. */
enum { LIBRARY_NAME_SIZE = 64 };
const char *library_near(const char *name, bool is_plain_c, char text[LIBRARY_NAME_SIZE]);

/* Why a call of this function of the library is a mistake where its result is thrown away; NULL: it is none.
 */
const char *library_result(const char *name);

/* The type, with a prototype, of a function of C's library that plain C calls without its header; NULL:
 * another name. */
struct type *library_type(struct arena *arena, const char *name);

#endif
