/* pack.c - see pack.h. */
#include "sim/checkpoint/pack.h"

#include <stdlib.h>

/* libzstd's fastest usual level: cores may be scarce. */
#define PACKING 1

bool packer_make(struct packer *packer, FILE *stream)
{
    *packer =
        (struct packer){.stream = stream, .context = ZSTD_createCCtx(), .room_size = ZSTD_CStreamOutSize()};
    packer->room = malloc(packer->room_size);
    return packer->room != NULL && packer->context != NULL &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(packer->context, ZSTD_c_compressionLevel, PACKING));
}

void packer_forget(struct packer *packer)
{
    ZSTD_freeCCtx(packer->context);
    free(packer->room);
}

bool packer_write(struct packer *packer, const void *bytes, size_t count)
{
    sum_add(&packer->sum, bytes, count);
    return fwrite(bytes, 1, count, packer->stream) == count;
}

static bool pack(struct packer *packer, const void *bytes, size_t count, ZSTD_EndDirective end)
{
    ZSTD_inBuffer in = {bytes, count, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {packer->room, packer->room_size, 0};
        left = ZSTD_compressStream2(packer->context, &out, &in, end);
        if (ZSTD_isError(left))
            return false;
        if (out.pos != 0 && !packer_write(packer, packer->room, out.pos))
            return false;
    } while (end == ZSTD_e_end ? left != 0 : in.pos != in.size);
    return true;
}

bool packer_pack(struct packer *packer, const void *bytes, size_t count)
{
    return pack(packer, bytes, count, ZSTD_e_continue);
}

bool packer_end(struct packer *packer)
{
    return pack(packer, NULL, 0, ZSTD_e_end);
}

bool packer_write_sum(struct packer *packer)
{
    const uint64_t sum = sum_of(&packer->sum);
    return fwrite(&sum, sizeof sum, 1, packer->stream) == 1;
}
