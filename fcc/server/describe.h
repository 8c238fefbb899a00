/* describe.h - entities as text: declarations as a person would write them. */
#ifndef FCC_SERVER_DESCRIBE_H
#define FCC_SERVER_DESCRIBE_H

#include "fcc/server/index.h"

/* Sets kind, text, parameters and record of a symbol's entity. */
void describe_symbol(struct entity *entity, struct arena *arena, const struct unit *unit,
                     const struct symbol *symbol);

/* Sets the record that is reached through a type. */
void describe_place(struct entity *entity, struct arena *arena, const struct unit *unit,
                    const struct type *type);

const char *describe_member_text(struct arena *arena, const struct unit *unit, const struct tag *tag,
                                 const struct member *member);
const char *describe_parameter(struct arena *arena, const struct unit *unit,
                               const struct parameter *parameter);
const char *describe_tag(struct arena *arena, const struct unit *unit, const struct tag *tag);

#endif
