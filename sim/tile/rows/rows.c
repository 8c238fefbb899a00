/* rows.c - which of the compiled variants of the row kernels a processor runs. Arrays only, no machine. */
#include "sim/tile/rows/rows.h"

const struct rows *rows_for(enum host_vectors vectors)
{
    static const struct rows *const variants[] = {
        [VECTORS_avx512] = &rows_v4, [VECTORS_avx2] = &rows_v3, [VECTORS_plain] = &rows_plain};
    return variants[vectors_choose(vectors)];
}
