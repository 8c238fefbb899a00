/* initialiser.h - what the files that read initial values share: initialiser.c and designator.c. */
#ifndef FCC_INITIALISER_H
#define FCC_INITIALISER_H

#include "fcc/parse/parse.h"

/* The part of an object that a value is for. */
struct place {
    struct type *type;
    uint32_t offset;
    const struct member *field; /* a bit-field, or NULL */
};

struct reader {
    struct unit *unit;
    struct symbol *symbol;
    struct expression *pending; /* read, but it was not for the aggregate as a whole: for its first part */
    bool is_static;
    struct initialiser **first_static, **last_static; /* static objects */
    struct expression **first_value, **last_value;    /* local objects */
    uint32_t end;                                     /* words that any value so far reaches to */
    uint64_t compared;                                /* with earlier values, see forget */
};

/* Where a positional value goes, and how many there have been. */
struct cursor {
    uint32_t index;              /* arrays */
    const struct member *member; /* records: the next one; NULL: no more */
};

/* The most elements that initial values may give an array without a size. */
enum { MOST_VALUES_OF_OPEN_ARRAY = 1 << 24 };

/* ---- initialiser.c */
/* Reads the value of a part. */
void initialiser_value(struct reader *reader, struct place place);
/* Takes from the list around as many values as there is room for after the cursor. */
void initialiser_rest(struct reader *reader, struct place whole, struct cursor *cursor);
struct cursor initialiser_first(const struct type *type);
/* The place of the next positional value; false: there is none. */
bool initialiser_next(struct place whole, struct cursor *cursor, struct place *out);
/* Whether it is the array without a size that ends a struct. */
bool initialiser_is_flexible(const struct type *type);
/* A part of the object that gets its values at run time. */
struct expression *initialiser_part(struct reader *reader, source_pos pos, struct place place);
/* Gives it a value. */
void initialiser_assign(struct reader *reader, struct expression *part, struct expression *value);

/* ---- designator.c */
/* Reads `[3].name = value` for a part of `whole`. Values after it without a designator go on in the innermost
 * aggregate that the designators named, then in those around; the cursor is left after the part of `whole`.
 */
bool designator_read(struct reader *reader, struct place whole, struct cursor *cursor);

#endif
