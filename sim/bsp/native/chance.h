/* chance.h - hostile builds (make HOSTILE=1): whether something goes wrong this time with native code: a file
 * that is read, a block that is made. By the clock, so that it is another time in each run. Elsewhere nothing
 * does.
 */
#ifndef PRAM_NATIVE_CHANCE_H
#define PRAM_NATIVE_CHANCE_H

#include <stdint.h>
#include <time.h>

/* A random number; 0 in other builds. */
static inline uint64_t chance_number(void)
{
#ifdef PRAM_HOSTILE
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_nsec + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 20;
#else
    return 0;
#endif
}

#endif
