/* synchronous.h - what the programs of random.awk are in Fork: every PP of one synchronous group computes its own value. */
#include "check.h"

#define SYNC sync
#define SH_INT sh int
#define FORK(count, number) fork (count; @ = number)
#define FARM farm
#define TOGETHER together(1)
#define MAIN(function)                                              \
    sh unsigned sum;                                                \
    int main(void)                                                  \
    {                                                               \
        start {                                                     \
            unsigned value = function($, $ + 3, $ >> 1, 2);         \
            syncadd(&sum, value);                                   \
            together(2);                                            \
        }                                                           \
        if (__PROC_NR__ == 0)                                       \
            __sys1(5, sum);                                         \
        barrier;                                                    \
        if (__PROC_NR__ == 0)                                       \
            __sys1(2, ' ');                                         \
        report();                                                   \
        return 0;                                                   \
    }
