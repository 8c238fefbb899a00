/* initialiser.h - internal interface of initialiser.c and designator.c. */
#ifndef FCC_INITIALISER_H
#define FCC_INITIALISER_H

#include "fcc/parse/parse.h"

/* The part of an object that a value initialises. */
struct place {
    struct type *type;
    uint32_t offset;
    const struct member *field; /* a bit-field, or NULL */
};

struct reader {
    struct unit *unit;
    struct symbol *symbol;
    struct expression
        *pending; /* a value that was read and belongs to the first part of the aggregate, not to all of it */
    bool is_static;
    struct initialiser **first_static, **last_static; /* static objects */
    struct expression **first_value, **last_value;    /* local objects */
    uint32_t end;                                     /* words reached by a value so far */
    uint64_t compared;                                /* with earlier values, see forget */
};

/* Place of the next positional value, and the number of values so far. */
struct cursor {
    uint32_t index;              /* arrays */
    const struct member *member; /* records: the next member; NULL: none */
};

/* Maximum number of elements of an array without a size. */
enum { MOST_VALUES_OF_OPEN_ARRAY = 1 << 24 };

/* ---- initialiser.c */
/* Reads the value of a part. */
void initialiser_value(struct reader *reader, struct place place);
/* Takes values from the enclosing list for the places after the cursor. */
void initialiser_rest(struct reader *reader, struct place whole, struct cursor *cursor);
struct cursor initialiser_first(const struct type *type);
/* The place of the next positional value; false: none. */
bool initialiser_next(struct place whole, struct cursor *cursor, struct place *out);
/* A part of the object that is initialised at run time. */
struct expression *initialiser_part(struct reader *reader, source_pos pos, struct place place);
/* Initialises it with a value. */
void initialiser_assign(struct reader *reader, struct expression *part, struct expression *value);

/* ---- designator.c */
/* Whether a designator begins `ahead` tokens after the next one: `.name`, `[3]`, or gcc's old `name:`. */
bool designator_begins(const struct unit *unit, uint32_t ahead);
/* Reads `[3].name = value` for a part of `whole`. Further values without a designator go to the innermost
 * aggregate named by the designators, then to the enclosing ones; the cursor ends after the part of
 * `whole`. */
bool designator_read(struct reader *reader, struct place whole, struct cursor *cursor);

#endif
