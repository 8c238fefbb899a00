/* vectors.h - which vector instructions the host's processor has, by the names that compiled loops go by:
 * "v4", "v3", "plain" (HOST_VECTORS in machine.h). Knows processors, no loops. */
#ifndef PRAM_VECTORS_H
#define PRAM_VECTORS_H

#include <stdbool.h>
#include <string.h>

/* Whether loops compiled for that kind of processor run here. "plain" runs everywhere, an unknown name
 * nowhere. The compiler's flags of the faster kinds are given on x86-64 only (mk/21-bsp.mk). */
static inline bool vectors_run_here(const char *name)
{
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    const bool v3 =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
    if (strcmp(name, "v3") == 0)
        return v3;
    if (strcmp(name, "v4") == 0)
        return v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
    return strcmp(name, "plain") == 0;
}

#endif
