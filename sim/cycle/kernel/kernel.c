/* kernel.c - which of the compiled variants of the loops a processor runs. */
#include "kernel.h"

const struct kernels *kernels_for(enum host_vectors vectors)
{
    static const struct kernels *const variants[] = {
        [VECTORS_avx512] = &kernels_v4, [VECTORS_avx2] = &kernels_v3, [VECTORS_plain] = &kernels_plain};
    return variants[vectors_choose(vectors)];
}
