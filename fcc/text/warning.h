/* warning.h - kinds of warnings and sets of them; rows in warning.def. */
#ifndef FCC_WARNING_H
#define FCC_WARNING_H

#include <stdint.h>

enum warning {
#define WARNING(name, text) WARNING_##name,
#include "fcc/text/warning.def"
    WARNING_COUNT
};

/* A bit for each kind. */
typedef uint32_t warning_set;
#define WARNINGS_ALL ((warning_set)((UINT64_C(1) << WARNING_COUNT) - 1))

static inline warning_set warning_bit(enum warning warning)
{
    return (warning_set)1 << warning;
}

enum { WARNING_NAME = 24 };

/* How it is spelled after -W, with - for _: written to `name`, which is returned. */
const char *warning_spell(enum warning warning, char name[WARNING_NAME]);

/* The kind of that name, WARNING_COUNT if there is none. */
enum warning warning_find(const char *name);

#endif
