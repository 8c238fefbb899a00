/* pack.c - see pack.h. */
#include "sim/checkpoint/pack.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/output.h"
#include "common/system/system.h"
#include "sim/machine/snapshot.h"

/* libzstd's fastest usual level: cores may be scarce. */
#define PACKING 1

#define ROOM_LEAST (4 * SNAPSHOT_PIECE)

static size_t room_within(size_t room)
{
    const long pages = sysconf(_SC_AVPHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    const size_t most = pages > 0 && page_bytes > 0 ? (size_t)pages / 4 * (size_t)page_bytes : 0;
    room = room < most ? room : most;
    return room > ROOM_LEAST ? room : ROOM_LEAST;
}

bool packer_make(struct packer *packer, FILE *stream, size_t room)
{
    *packer = (struct packer){.stream = stream,
                              .context = ZSTD_createCCtx(),
                              .packed_size = ZSTD_CStreamOutSize(),
                              .size = room_within(room)};
    packer->packed = malloc(packer->packed_size);
    packer->collected = system_reserve(packer->size);
    if (packer->collected != NULL)
        system_advise_large(packer->collected, packer->size);
    return packer->packed != NULL && packer->collected != NULL && packer->context != NULL &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(packer->context, ZSTD_c_compressionLevel, PACKING));
}

void packer_forget(struct packer *packer)
{
    ZSTD_freeCCtx(packer->context);
    free(packer->packed);
    if (packer->collected != NULL)
        munmap(packer->collected, packer->size);
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
        ZSTD_outBuffer out = {packer->packed, packer->packed_size, 0};
        left = ZSTD_compressStream2(packer->context, &out, &in, end);
        if (ZSTD_isError(left))
            return false;
        if (out.pos != 0 && !packer_write(packer, packer->packed, out.pos))
            return false;
    } while (end == ZSTD_e_end ? left != 0 : in.pos != in.size);
    return true;
}

bool packer_pack(struct packer *packer)
{
    const size_t left = packer->count - packer->at, piece = left < SNAPSHOT_PIECE ? left : SNAPSHOT_PIECE;
    const unsigned char *bytes = packer->collected + packer->at;
    packer->at += piece;
    return pack(packer, bytes, piece, ZSTD_e_continue);
}

static bool pack_rest(struct packer *packer)
{
    bool good = true;
    while (good && packer->at != packer->count)
        good = packer_pack(packer);
    packer->at = packer->count = 0;
    return good;
}

unsigned char *packer_collect(void *context, size_t size)
{
    struct packer *packer = context;
    packer->count += size;
    const bool is_full = packer->count + SNAPSHOT_PIECE > packer->size;
    return is_full && !pack_rest(packer) ? NULL : packer->collected + packer->count;
}

bool packer_end(struct packer *packer)
{
    return pack_rest(packer) && pack(packer, NULL, 0, ZSTD_e_end);
}

bool packer_finish(struct packer *packer, bool good, struct output_file *file, struct file_error *error)
{
    const uint64_t sum = sum_of(&packer->sum);
    good = good && fwrite(&sum, sizeof sum, 1, packer->stream) == 1;
    /* if writing failed, output_force gives the reason */
    good = (good || ferror(packer->stream)) && output_force(file, error) && output_close(file, error);
    output_drop(file);
    return good;
}
