/* warning.c - see warning.h. Calls the C library only. */
#include "fcc/text/warning.h"

#include <stdbool.h>
#include <string.h>

/* Rows have _ where the name has -. */
static const char names[WARNING_COUNT][WARNING_NAME] = {
#define WARNING(name, default, text) [WARNING_##name] = #name,
#include "fcc/text/warning.def"
};

const char *warning_spell(enum warning warning, char name[WARNING_NAME])
{
    memcpy(name, names[warning], WARNING_NAME);
    for (char *at = name; *at != '\0'; at++)
        *at = *at == '_' ? '-' : *at;
    return name;
}

static bool is_same(const char *row, const char *name)
{
    while (*row != '\0' && *name == (*row == '_' ? '-' : *row)) {
        row++;
        name++;
    }
    return *row == '\0' && *name == '\0';
}

enum warning warning_find(const char *name)
{
    enum warning found = WARNING_COUNT;
    for (unsigned i = 0; i < WARNING_COUNT; i++) {
        if (is_same(names[i], name))
            found = (enum warning)i;
    }
    return found;
}
