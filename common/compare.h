/* compare.h - the order of numbers, for functions that are passed to qsort.
 *
 * Knows numbers only.
 */
#ifndef PRAM_COMPARE_H
#define PRAM_COMPARE_H

#include <stdint.h>

/* Less than, equal to or greater than 0, as a is to b. */
static inline int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* The same for two pairs: by their first numbers, then by their second ones. */
static inline int compare_pairs(uint32_t a, uint32_t a_second, uint32_t b, uint32_t b_second)
{
    return a != b ? compare_numbers(a, b) : compare_numbers(a_second, b_second);
}

/* For qsort: elements are uint32_t, as PPs are, or begin with one. */
static inline int compare_words(const void *left, const void *right)
{
    return compare_numbers(*(const uint32_t *)left, *(const uint32_t *)right);
}

#endif
