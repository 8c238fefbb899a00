/* sort_set.h - sorts distinct numbers by a set: a bit for each number, from which they are read in order.
 *
 * Knows numbers only.
 */
#ifndef PRAM_SORT_SET_H
#define PRAM_SORT_SET_H

#include <stdbool.h>
#include <stdint.h>

/* Sorts `count` numbers; the set has a bit for each possible one, all 0 before and after. False: they would
 * take more than `most` words of 64 bits; nothing has changed. */
static inline bool sort_in_set(uint64_t *set, uint32_t *numbers, uint32_t count, uint32_t most)
{
    uint32_t low = UINT32_MAX, high = 0;
    for (uint32_t k = 0; k < count; k++) {
        low = numbers[k] < low ? numbers[k] : low;
        high = numbers[k] > high ? numbers[k] : high;
    }
    if (high / 64 - low / 64 > most)
        return false;
    for (uint32_t k = 0; k < count; k++)
        set[numbers[k] / 64] |= UINT64_C(1) << numbers[k] % 64;
    for (uint32_t word = low / 64; word <= high / 64; word++) {
        for (uint64_t bits = set[word]; bits != 0; bits &= bits - 1)
            *numbers++ = word * 64 + (uint32_t)__builtin_ctzll(bits);
        set[word] = 0;
    }
    return true;
}

#endif
