/* rows.c - which of the compiled variants of the row kernels a processor runs. Arrays only, no machine. */
#include "sim/bsp/rows/rows.h"

#include <string.h>

/* The compiler's flags of the faster variants are given on x86-64 only (mk/21-bsp.mk). */
static bool processor_runs(const struct rows *rows)
{
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    const bool v3 =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
    if (rows == &rows_v3)
        return v3;
    if (rows == &rows_v4)
        return v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
    return rows == &rows_plain;
}

const struct rows *rows_named(const char *name)
{
    static const struct rows *const variants[] = {&rows_v4, &rows_v3, &rows_plain};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (strcmp(variants[i]->name, name) == 0)
            return processor_runs(variants[i]) ? variants[i] : NULL;
    return NULL;
}

const struct rows *rows_best(void)
{
    const struct rows *rows = rows_named("v4");
    if (!rows)
        rows = rows_named("v3");
    return rows ? rows : &rows_plain;
}
