/* kernel.c - which of the compiled variants of the loops a processor runs. */
#include "kernel.h"

#include <stddef.h>
#include <string.h>

#include "sim/machine/vectors.h"

const struct kernels *kernels_named(const char *name)
{
    static const struct kernels *const variants[] = {&kernels_v4, &kernels_v3, &kernels_plain};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (strcmp(variants[i]->name, name) == 0)
            return vectors_run_here(name) ? variants[i] : NULL;
    return NULL;
}

const struct kernels *kernels_best(void)
{
    const struct kernels *kernels = kernels_named("v4");
    if (kernels == NULL)
        kernels = kernels_named("v3");
    return kernels != NULL ? kernels : &kernels_plain;
}
