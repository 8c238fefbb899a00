/* shint.h - the numbers of asm/tables/shint.def as names: SHINT_barrier_enter, ... A hint's constant is
 * number + 256 * argument. */
#ifndef PRAM_SHINT_H
#define PRAM_SHINT_H

#include <stdbool.h>
#include <stdint.h>

enum shint {
#define SHINT(number, name, text) SHINT_##name = (number),
#include "asm/tables/shint.def"
};

enum { SHINT_NUMBERS = 256 }; /* the length of a table by shint_number */

static inline uint32_t shint_number(uint32_t constant)
{
    return constant & 0xff;
}

static inline uint32_t shint_argument(uint32_t constant)
{
    return constant >> 8;
}

/* Whether a hint changes the state of a PP that executes alone. */
static inline bool shint_changes_state(uint32_t constant)
{
    switch (shint_number(constant)) {
    case SHINT_barrier_enter:
    case SHINT_barrier_leave:
    case SHINT_async_enter:
    case SHINT_async_leave:
    case SHINT_stack_base:
        return true;
    default:
        return false;
    }
}

#endif
