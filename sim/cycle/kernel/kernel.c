/* kernel.c - which of the compiled variants of the loops a processor runs. */
#include "kernel.h"

#include <stddef.h>
#include <string.h>

#include "sim/machine/vectors.h"

const struct kernels *kernels_for(const char *name)
{
    static const struct kernels *const variants[] = {&kernels_v4, &kernels_v3};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if ((name == NULL || strcmp(variants[i]->name, name) == 0) && vectors_run_here(variants[i]->name))
            return variants[i];
    return &kernels_plain;
}
