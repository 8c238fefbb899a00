/* emit.h - prints a unit as assembly text for prasm. */
#ifndef FCC_EMIT_H
#define FCC_EMIT_H

#include <stdio.h>

#include "fcc/ir/ir.h"
#include "fcc/back/back.h"
#include "fcc/back/machine.h"

/* The name of a symbol as prasm shall see it. */
void emit_symbol(FILE *out, const struct ir_unit *unit, uint32_t symbol);

/* The heading and the declarations of what other files define. */
void emit_start(FILE *out, const struct ir_unit *unit);

/* One function, after delay_slots_close. `number` makes its labels unique in the file. The options say
 * whether .loc tells where instructions come from, and comments show it. */
void emit_function(FILE *out, const struct ir_unit *unit, const struct machine_function *function,
                   const struct ir_function *source, unsigned number, const struct back_options *options);

/* The data definitions. The options say whether labels tell of addresses in them. */
void emit_data(FILE *out, const struct ir_unit *unit, const struct back_options *options);

#endif
