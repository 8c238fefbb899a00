/* scope.h - the symbol and the tag that a name means here. Every name holds its innermost meaning, linked to
 * the outer ones; leaving a scope restores them. */
#ifndef FCC_SCOPE_H
#define FCC_SCOPE_H

#include "fcc/text/unit.h"

void scope_enter(struct unit *unit);
void scope_leave(struct unit *unit);
/* Moves the tags and enumerators of a left scope into the innermost one: declarations inside parameters are
 * visible in the function's body. Objects stay. */
void scope_adopt(struct unit *unit, struct scope *from);

/* A new symbol of this name in the innermost scope; the caller checks whether that is legal. Inside functions
 * it lives as long as their nodes (unit.h). */
struct symbol *scope_add(struct unit *unit, struct name *name, enum symbol_kind kind, struct type *type,
                         source_pos pos);
/* As above for objects that outlive their function: static ones. */
struct symbol *scope_add_lasting(struct unit *unit, struct name *name, enum symbol_kind kind,
                                 struct type *type, source_pos pos);
/* As above at file scope, whatever the current scope. */
struct symbol *scope_add_global(struct unit *unit, struct name *name, enum symbol_kind kind,
                                struct type *type, source_pos pos);
/* As above in the outermost scope of the current function, for an undeclared name. */
struct symbol *scope_add_outermost(struct unit *unit, struct name *name, enum symbol_kind kind,
                                   struct type *type, source_pos pos);
/* The name's symbol if it is in the innermost scope. */
struct symbol *scope_here(const struct unit *unit, const struct name *name);
/* The name's symbol at file scope. */
struct symbol *scope_global(const struct name *name);

struct tag *scope_add_tag(struct unit *unit, struct name *name, enum type_kind kind, source_pos pos);

/* Adds a symbol to the list of those that exist for the whole run, unless it is there already. */
void scope_keep(struct unit *unit, struct symbol *symbol);

#endif
