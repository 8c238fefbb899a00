/* labels.h - labels of fcc in a program's text, as asm/tables/guard.h describes them, for observers.
 *
 * Knows machine and object; no engine.
 */
#ifndef PRAM_LABELS_H
#define PRAM_LABELS_H

#include "machine.h"

enum { LABEL_NAME_MOST = 48 }; /* characters of a variable's name in messages */

/* The rest of a label's name after the prefix. NULL: the symbol is no such label at an instruction. */
const char *label_text(const struct machine *machine, const struct object_symbol *symbol, const char *prefix);

/* A variable of a frame. */
struct label_variable {
    uint32_t pc; /* of the label */
    uint32_t offset;
    uint32_t words;
    bool is_guarded;      /* it lies between two guards */
    const char *name;     /* owned by the object */
    int length;           /* of the name */
    const char *function; /* function of the variable; NULL: the one that contains the label */
};

/* Reads such a label after its prefix: "U.K.OFFSET.WORDS.NAME" or "... NAME.FUNCTION". False: malformed. */
bool label_read(const char *text, struct label_variable *variable);

/* The variables of all labels with a prefix, for those between guards, or with another one; by ascending pc.
 * Owned by the machine's arena. */
struct label_variable *label_variables(struct machine *machine, const char *guarded, const char *unguarded,
                                       uint32_t *count);

#endif
