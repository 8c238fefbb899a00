/* vectors.h - which vector instructions the host's processor has. Knows processors, no loops. */
#ifndef PRAM_VECTORS_H
#define PRAM_VECTORS_H

#include <stdbool.h>

/* The best come first. Loops compiled for x86-64-v4 need those of AVX-512, for x86-64-v3 those of AVX2. */
enum host_vectors {
    VECTORS_best, /* of this processor */
    VECTORS_avx512,
    VECTORS_avx2,
    VECTORS_plain
};

/* Whether they run here. The compiler's flags of the faster kinds are given on x86-64 only (mk/21-bsp.mk). */
static inline bool vectors_run_here(enum host_vectors vectors)
{
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    const bool has_avx2 =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
    if (vectors == VECTORS_avx2)
        return has_avx2;
    if (vectors == VECTORS_avx512)
        return has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
    return vectors == VECTORS_plain || vectors == VECTORS_best;
}

/* The wanted ones; if they are VECTORS_best, or do not run here, the best that do. */
static inline enum host_vectors vectors_choose(enum host_vectors wanted)
{
    if (wanted != VECTORS_best && vectors_run_here(wanted))
        return wanted;
    return vectors_run_here(VECTORS_avx512) ? VECTORS_avx512
           : vectors_run_here(VECTORS_avx2) ? VECTORS_avx2
                                            : VECTORS_plain;
}

#endif
