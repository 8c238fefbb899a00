/* warning.h - kinds of warnings and sets of them; rows in warning.def. */
#ifndef FCC_WARNING_H
#define FCC_WARNING_H

#include <stdint.h>

enum warning {
#define WARNING(name, default, text) WARNING_##name,
#include "fcc/text/warning.def"
    WARNING_COUNT
};

/* A bit for each kind. */
typedef uint32_t warning_set;

static inline warning_set warning_bit(enum warning warning)
{
    return (warning_set)1 << warning;
}

/* The warnings that are on by default, and the others. */
#define WARNING_ROW_ON(name) | (warning_set)1 << WARNING_##name
#define WARNING_ROW_OFF(name)
static const warning_set warnings_default = 0
#define WARNING(name, default, text) WARNING_ROW_##default(name)
#include "fcc/text/warning.def"
    ;
#undef WARNING_ROW_ON
#undef WARNING_ROW_OFF
#define WARNING_ROW_ON(name)
#define WARNING_ROW_OFF(name) | (warning_set)1 << WARNING_##name
static const warning_set warnings_extra = 0
#define WARNING(name, default, text) WARNING_ROW_##default(name)
#include "fcc/text/warning.def"
    ;
#undef WARNING_ROW_ON
#undef WARNING_ROW_OFF

enum { WARNING_NAME = 24 };

/* The spelling after -W, with - for _: written to `name`, which is returned. */
const char *warning_spell(enum warning warning, char name[WARNING_NAME]);

/* The kind of that name; WARNING_COUNT: none. */
enum warning warning_find(const char *name);

#endif
