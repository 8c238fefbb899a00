/* bare.c - removes typedefs and qualifiers from types: the part of the reader that needs no file. */
#include "sim/debug/dwarf/info.h"

enum { MOST_QUALIFIERS = 300 };

const struct info_type *info_bare(const struct info_type *type)
{
    for (unsigned i = 0; i < MOST_QUALIFIERS; i++) {
        if (type->kind != INFO_TYPEDEF && type->kind != INFO_CONST && type->kind != INFO_VOLATILE)
            return type;
        type = type->target;
    }
    return type;
}
