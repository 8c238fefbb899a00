/* suggest.h - what a name that is not declared may be meant for: a visible name, a macro, a keyword, a name
 * of a header that is not included. */
#ifndef FCC_SUGGEST_H
#define FCC_SUGGEST_H

#include "fcc/text/unit.h"

enum { SUGGEST_SIZE = 192 };

/* What may stand where the name stands. */
enum suggest_place {
    SUGGEST_VALUE,
    SUGGEST_CALL,      /* a parenthesis follows */
    SUGGEST_STATEMENT, /* the name begins a statement that goes on as one with a keyword does */
    SUGGEST_TYPE
};

/* The end of a message about the name: "; is '#include <io.h>' missing?", "; did you mean 'printf' of
 * <io.h>?", "; did you mean 'while'?"; empty if nothing is near. Returns `hint`. */
const char *suggest_hint(const struct unit *unit, const struct name *name, enum suggest_place place,
                         char hint[SUGGEST_SIZE]);

/* Whether the name looks like that keyword. */
bool suggest_keyword(const struct name *name, enum token_kind keyword);

/* Whether a statement may begin after a token. */
bool suggest_ends_statement(enum token_kind kind);

/* The place of the name that is the last token read. */
enum suggest_place suggest_place(const struct unit *unit);

#endif
