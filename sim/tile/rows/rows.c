/* rows.c - which of the compiled variants of the row kernels a processor runs. Arrays only, no machine. */
#include "sim/tile/rows/rows.h"

#include <string.h>

#include "sim/machine/vectors.h"

const struct rows *rows_named(const char *name)
{
    static const struct rows *const variants[] = {&rows_v4, &rows_v3, &rows_plain};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (strcmp(variants[i]->name, name) == 0)
            return vectors_run_here(name) ? variants[i] : NULL;
    return NULL;
}

const struct rows *rows_best(void)
{
    const struct rows *rows = rows_named("v4");
    if (!rows)
        rows = rows_named("v3");
    return rows ? rows : &rows_plain;
}
