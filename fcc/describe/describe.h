/* describe.h - a source for debuggers: its types, functions, blocks and variables become entries of DWARF.
 *
 * fcc/lower calls it while the source is known; fcc/dwarf/where.c finds the places of variables later. Knows
 * no intermediate code.
 */
#ifndef FCC_DESCRIBE_H
#define FCC_DESCRIBE_H

#include "fcc/dwarf/dwarf.h"
#include "fcc/text/unit.h"

struct describer;

struct describer *describe_new(const struct unit *unit, struct dwarf_unit *dwarf);

/* A function, with its result and mode; its parameters and variables are added later. */
struct dwarf_entry *describe_function(struct describer *d, const struct symbol *function);

/* A parameter or local variable of a function or block. */
struct dwarf_entry *describe_variable(struct describer *d, struct dwarf_entry *scope,
                                      const struct symbol *variable);

/* A block in a function or block. */
struct dwarf_entry *describe_block(struct describer *d, struct dwarf_entry *scope);

/* A variable that exists for the whole run, with its index among the symbols of the intermediate code; a
 * static one of a function is in its scope, if that is known. */
void describe_object(struct describer *d, const struct symbol *object, uint32_t index);

/* The typedefs of the unit, after all of it has been read. */
void describe_typedefs(struct describer *d);

#endif
