/* time.h - the time of day as POSIX has it in sys/time.h: by the cycle counter, as in time.h. */
#ifndef FORK_SYS_TIME_H
#define FORK_SYS_TIME_H

#include <time.h>

struct timeval {
    time_t tv_sec;
    int tv_usec;
};

int gettimeofday(struct timeval *to, void *zone) __library__; /* 0 */

#endif
