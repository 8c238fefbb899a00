/* scope.h - which symbol and tag a name means here. Every name carries its innermost meaning, the meanings
 * outside hang behind it; leaving a scope uncovers them. */
#ifndef FCC_SCOPE_H
#define FCC_SCOPE_H

#include "fcc/text/unit.h"

void scope_enter(struct unit *unit);
void scope_leave(struct unit *unit);
/* Moves the tags and enumerators of a scope that was left into the innermost one: what the parameters of a
 * function declare lives on in its body. Objects stay where they are. */
void scope_adopt(struct unit *unit, struct scope *from);

/* A new symbol of this name in the innermost scope; whether one may be there is the caller's to check. Inside
 * of functions it lives as long as their nodes (unit.h). */
struct symbol *scope_add(struct unit *unit, struct name *name, enum symbol_kind kind, struct type *type,
                         source_pos pos);
/* The same for objects that outlive their function: static ones. */
struct symbol *scope_add_lasting(struct unit *unit, struct name *name, enum symbol_kind kind,
                                 struct type *type, source_pos pos);
/* The same at file scope, wherever we are. */
struct symbol *scope_add_global(struct unit *unit, struct name *name, enum symbol_kind kind,
                                struct type *type, source_pos pos);
/* The same in the outermost scope of the function that we are in, for a name that means nothing yet. */
struct symbol *scope_add_outermost(struct unit *unit, struct name *name, enum symbol_kind kind,
                                   struct type *type, source_pos pos);
/* The name's symbol if it is of the innermost scope. */
struct symbol *scope_here(const struct unit *unit, const struct name *name);
/* The name's symbol at file scope. */
struct symbol *scope_global(const struct name *name);

struct tag *scope_add_tag(struct unit *unit, struct name *name, enum type_kind kind, source_pos pos);

/* Puts a symbol on the list of those that exist for the whole run, once. */
void scope_keep(struct unit *unit, struct symbol *symbol);

#endif
