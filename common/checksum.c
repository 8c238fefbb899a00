/* checksum.c - see checksum.h: four lanes that take words in turn, as XXH64 has them, so that no step waits
 * for the one before.
 */
#include "common/checksum.h"

#include <string.h>

static uint64_t next(uint64_t lane, uint64_t word)
{
    lane += word * UINT64_C(0xc2b2ae3d27d4eb4f);
    return (lane << 31 | lane >> 33) * UINT64_C(0x9e3779b185ebca87);
}

/* A bijection in which each bit depends on all: the end of splitmix64. */
static uint64_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static void add_block(struct sum *sum, const unsigned char *bytes)
{
    uint64_t words[SUM_LANES];
    memcpy(words, bytes, sizeof words);
    for (unsigned k = 0; k < SUM_LANES; k++)
        sum->lanes[k] = next(sum->lanes[k], words[k]);
}

void sum_add(struct sum *sum, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    while (count != 0) {
        const size_t filled = sum->count % sizeof sum->rest;
        const size_t most = sizeof sum->rest - filled < count ? sizeof sum->rest - filled : count;
        if (most == sizeof sum->rest) {
            add_block(sum, at);
        } else {
            memcpy(sum->rest + filled, at, most);
            if (filled + most == sizeof sum->rest)
                add_block(sum, sum->rest);
        }
        sum->count += most;
        at += most;
        count -= most;
    }
}

uint64_t sum_of(const struct sum *sum)
{
    struct sum all = *sum;
    const size_t filled = all.count % sizeof all.rest;
    memset(all.rest + filled, 0, sizeof all.rest - filled);
    add_block(&all, all.rest);
    uint64_t hash = all.count;
    for (unsigned k = 0; k < SUM_LANES; k++)
        hash = mix(hash ^ all.lanes[k]);
    return hash;
}
