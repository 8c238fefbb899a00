/* info.c - stands in for sim/debug/dwarf/ where elfutils is not there: no program has debug information. */
#include "sim/debug/dwarf/info.h"

#include <stdio.h>

struct info *info_open(const void *bytes, size_t size, struct info_error *error)
{
    (void)bytes;
    (void)size;
    snprintf(error->text, sizeof error->text, "this build of pramsim does not read debug information");
    return NULL;
}

void info_close(struct info *info)
{
    (void)info;
}

bool info_global_named(struct info *info, const char *name, struct info_variable *variable)
{
    (void)info;
    (void)name;
    (void)variable;
    return false;
}

const struct info_type *info_bare(const struct info_type *type)
{
    return type;
}
