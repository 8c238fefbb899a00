/* pack.c - see pack.h. */
#include "lab/view/pack.h"

#include "common/memory.h"

#include <stdlib.h>

void pack_number(struct pack *pack, uint64_t number)
{
    enum { LONGEST = 10 };
    pack->bytes = memory_grow(pack->bytes, &pack->room, pack->size + LONGEST, 1);
    for (; number >= 0x80; number >>= 7)
        pack->bytes[pack->size++] = (unsigned char)(number | 0x80);
    pack->bytes[pack->size++] = (unsigned char)number;
}

void pack_signed(struct pack *pack, int64_t number)
{
    pack_number(pack, (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0));
}

void pack_print(const struct pack *pack, FILE *stream)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t k = 0; k < pack->size; k += 3) {
        const size_t left = pack->size - k;
        const uint32_t word = (uint32_t)pack->bytes[k] << 16 |
                              (left > 1 ? (uint32_t)pack->bytes[k + 1] << 8 : 0) |
                              (left > 2 ? pack->bytes[k + 2] : 0);
        const char group[] = {digits[word >> 18], digits[word >> 12 & 63],
                              left > 1 ? digits[word >> 6 & 63] : '=', left > 2 ? digits[word & 63] : '='};
        fwrite(group, 1, sizeof group, stream);
    }
}

void pack_release(struct pack *pack)
{
    free(pack->bytes);
    *pack = (struct pack){.size = 0};
}
