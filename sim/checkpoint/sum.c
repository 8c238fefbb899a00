/* sum.c - the checksum of a checkpoint (inside.h). */
#include <string.h>

#include "sim/checkpoint/inside.h"
#include "sim/machine/policy.h"

static void add_word(struct sum *sum, uint64_t word)
{
    sum->hash = policy_mix(sum->hash ^ word) + 0x9e3779b97f4a7c15u;
}

void sum_add(struct sum *sum, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    while (count != 0) {
        const unsigned filled = sum->count % 8;
        if (filled == 0 && count >= 8) {
            uint64_t word;
            memcpy(&word, at, 8);
            add_word(sum, word);
            at += 8;
            count -= 8;
            sum->count += 8;
            continue;
        }
        sum->word |= (uint64_t)*at++ << 8 * filled;
        count--;
        if (++sum->count % 8 == 0) {
            add_word(sum, sum->word);
            sum->word = 0;
        }
    }
}

uint64_t sum_of(const struct sum *sum)
{
    struct sum all = *sum;
    add_word(&all, all.word);
    add_word(&all, all.count);
    return all.hash;
}
