/* real_words.h - how many words a compiled program reserves for a number of the precision unit.
 *
 * fcc uses it, and the simulator refuses formats that need more (docs/precision.md, section 5). The widest
 * format (arprec) takes a head of two words, and two words for each block of 48 bits and for one more block.
 * Knows numbers only.
 */
#ifndef PRAM_REAL_WORDS_H
#define PRAM_REAL_WORDS_H

#include <stdint.h>

#define REAL_WORDS_HEAD 2u
#define REAL_WORDS_BLOCK 48u /* bits */

/* The words per number in a program compiled for numbers of `bits` bits. */
static inline uint32_t real_words_of_bits(uint32_t bits)
{
    return REAL_WORDS_HEAD + 2 * ((bits + REAL_WORDS_BLOCK - 1) / REAL_WORDS_BLOCK + 1);
}

/* The inverse: the fewest bits whose numbers have `words` words. */
static inline uint32_t real_bits_of_words(uint32_t words)
{
    const uint32_t blocks = words > REAL_WORDS_HEAD ? (words - REAL_WORDS_HEAD + 1) / 2 : 0;
    return blocks > 2 ? REAL_WORDS_BLOCK * (blocks - 2) + 1 : 1;
}

#endif
