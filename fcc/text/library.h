/* library.h - what the compiler can say about a name that a program uses but does not declare: the header
 * that declares it, or what takes its place here; and of which functions only the result counts. It reads
 * library.def and result.def and knows nothing but texts.
 */
#ifndef FCC_LIBRARY_H
#define FCC_LIBRARY_H

#include <stdbool.h>

enum { LIBRARY_HINT_SIZE = 128 };

/* The end of a message about a name: "; is '#include <io.h>' missing?", or "; " and what programs use here
 * instead of a name of other languages. False, and an empty text, if nothing is known of it. */
bool library_hint(const char *name, char hint[LIBRARY_HINT_SIZE]);

/* Why a call of this function of the library is a mistake where its result is thrown away; NULL: it is none.
 */
const char *library_result(const char *name);

#endif
