/* bisect.h - the one search in sorted elements. */
#ifndef PRAM_BISECT_H
#define PRAM_BISECT_H

#include <stdint.h>

/* Declares `found`: of `count` elements, how many at the front make `holds` true, an expression of the
 * element's index `at`. It is true up to some element and false from there on. */
#define BISECT(found, count, at, holds)                                                                      \
    uint32_t found = 0;                                                                                      \
    for (uint32_t found##_end = (count); found < found##_end;) {                                             \
        const uint32_t at = found + (found##_end - found) / 2;                                               \
        if (holds)                                                                                           \
            found = at + 1;                                                                                  \
        else                                                                                                 \
            found##_end = at;                                                                                \
    }

#endif
