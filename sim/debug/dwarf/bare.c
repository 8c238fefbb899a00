/* bare.c - types without typedefs and qualifiers: the part of the reader that needs no file. */
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

bool info_is_word(const struct info_type *type)
{
    const struct info_type *bare = info_bare(type);
    return bare->kind != INFO_ARRAY && bare->kind != INFO_STRUCT && bare->kind != INFO_UNION &&
           bare->words <= 1;
}

bool info_is_long_long(const struct info_type *type)
{
    const struct info_type *bare = info_bare(type);
    return (bare->kind == INFO_SIGNED || bare->kind == INFO_UNSIGNED) && bare->words == 2;
}
