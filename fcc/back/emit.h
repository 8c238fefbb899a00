/* emit.h - prints a unit as assembly text for prasm. */
#ifndef FCC_EMIT_H
#define FCC_EMIT_H

#include <stdio.h>

#include "fcc/ir/ir.h"
#include "fcc/back/back.h"
#include "fcc/back/machine.h"

/* The name of a symbol in the text for prasm. */
void emit_symbol(FILE *out, const struct ir_unit *unit, uint32_t symbol);

/* The heading and the declarations of external symbols. */
void emit_start(FILE *out, const struct ir_unit *unit);

/* One function, after delay_slots_close. `number` makes its labels unique in the file. The options select
 * .loc and comments. */
void emit_function(FILE *out, const struct ir_unit *unit, const struct machine_function *function,
                   const struct ir_function *source, unsigned number, const struct back_options *options);

/* The data definitions. The options select labels for addresses in them. */
void emit_data(FILE *out, const struct ir_unit *unit, const struct back_options *options);

#endif
