/* instead.c - names that mean another function in some programs, as linker_instead.def lists them.
 *
 * May call symbol.c.
 */
#include "asm/prlink/prlink.h"

#include <string.h>

static const struct {
    const char *cause;
    const char *name;
    const char *other;
} rows[LINK_INSTEAD_COUNT] = {
#define LINKER_INSTEAD(cause, name, other) {#cause, #name, #other},
#include "asm/tables/linker_instead.def"
};

/* Whether prlink will take the function from an archive. */
static bool is_taken(const struct link_symbol *global)
{
    return global != NULL && global->wanted && !global->defined && global->input != LINK_NO_INPUT;
}

void instead_mark(struct linker *linker)
{
    for (size_t row = 0; row < LINK_INSTEAD_COUNT; row++) {
        struct link_symbol *global = symbols_find(linker, rows[row].name);
        const struct link_symbol *other = symbols_find(linker, rows[row].other);
        if (is_taken(symbols_find(linker, rows[row].cause)) && global != NULL && !global->defined &&
            other != NULL && other->input != LINK_NO_INPUT)
            linker->instead[row] = global->is_replaced = true;
    }
}

struct link_symbol *instead_of(const struct linker *linker, const struct link_symbol *global)
{
    size_t row = 0;
    while (strcmp(rows[row].name, global->name) != 0)
        row++;
    return symbols_find(linker, rows[row].other);
}

bool instead_replaces(const struct linker *linker, const char *name)
{
    for (size_t row = 0; row < LINK_INSTEAD_COUNT; row++)
        if (linker->instead[row] && strcmp(rows[row].name, name) == 0)
            return true;
    return false;
}
