/* type.h - the types of a source as entries; see describe.h. */
#ifndef FCC_DESCRIBE_TYPE_H
#define FCC_DESCRIBE_TYPE_H

#include "fcc/describe/describe.h"

/* A type with an entry. */
struct described {
    struct described *next; /* in its bucket */
    const void *what;       /* a type or a tag */
    struct dwarf_entry *entry;
};

enum { DESCRIBED_BUCKETS = 1024 };

struct describer {
    const struct unit *unit;
    struct dwarf_unit *dwarf;
    struct described *buckets[DESCRIBED_BUCKETS];
};

/* The entry of a type; NULL: void, or none. */
struct dwarf_entry *describe_type(struct describer *d, const struct type *type);

/* The common part of the entries of a function and of a function type: prototype, mode, sharing and type of
 * the result. */
void describe_signature(struct describer *d, struct dwarf_entry *entry, const struct type *type);

/* Adds the place of a declaration. */
void describe_position(struct describer *d, struct dwarf_entry *entry, source_pos pos);

#endif
