/* ir_text.h - reads the text that ir_print writes, so that tests can give the back end functions of their
 * own. */
#ifndef TESTS_FCC_IR_TEXT_H
#define TESTS_FCC_IR_TEXT_H

#include "fcc/ir/ir.h"

/* The unit that `text` describes: data and functions as ir_print prints them, line numbers may be left out.
 * Functions and data become global; a symbol that nothing defines is extern. NULL with a sentence in `error`
 * if the text is wrong. */
struct ir_unit *ir_text_read(struct arena *arena, const char *text, char *error, size_t size);

/* The same, whether or not the unit keeps the invariants of ir.h; PHIs are read, too. */
struct ir_unit *ir_text_read_any(struct arena *arena, const char *text, char *error, size_t size);

#endif
