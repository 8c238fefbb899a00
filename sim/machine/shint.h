/* shint.h - the numbers of asm/tables/shint.def as names: SHINT_barrier_enter, ... A hint's constant is
 * number + 256 * argument. */
#ifndef PRAM_SHINT_H
#define PRAM_SHINT_H

#include <stdint.h>

enum shint {
#define SHINT(number, name, text) SHINT_##name = (number),
#include "asm/tables/shint.def"
};

static inline uint32_t shint_number(uint32_t constant)
{
    return constant & 0xff;
}

static inline uint32_t shint_argument(uint32_t constant)
{
    return constant >> 8;
}

#endif
