/* plain.h - what the programs of random.awk are in C: the PPs' values are computed one after the other. The group's numbers
 * are not known to a PP alone; the programs take from each what it must be, so nothing is left of it. */
#include <stdio.h>
#include <stdlib.h>

static unsigned checks;

#define SYNC static
#define ASYNC static
#define STRAIGHT static
#define STRAIGHT_POINTER(name) int (*name)(int)
#define SH_INT int
#define NUMBERS
#define THESE
#define COUNTED_PARAMETERS
#define COUNTED
#define ASIDE_PARAMETERS
#define ASIDE
#define BEGIN_GROUP
#define BEGIN_FORK(number, dollar)
#define BEGIN_FORK_RANKED(number)
#define BEGIN_JOIN
#define KNOW ((void)0)
#define STALE ((void)0)
#define RANK 0
#define SIZE 0
#define ID 0
#define GROUP 0
#define BEGIN_ROUNDS(rounds) int n = rounds;
#define ROUND(round) 0
#define ROUND_CALL(round) 0
#define SHARED_ZERO 0
#define SHARED_SIZE 0
#define ABOARD 0
#define ADD_NOTHING(zero) (zero)
#include "numbers.h"
#define inside(x) (x)
#define aside(x) (x)
#define FORK(count, number, dollar) if ((unsigned)(number) < (count))
#define FORK_RANKED(count, number) if ((unsigned)(number) < (count))
#define FARM
#define SEQ
#define JOIN(size, delay, stay) if (0)
#define JOIN_ELSE else
#define TOGETHER (checks += 2)
#define MAIN(function)                                              \
    int main(int argc, char **argv)                                 \
    {                                                               \
        unsigned pps = (unsigned)atoi(argv[argc - 1]), sum = 0;     \
        for (unsigned pp = 0; pp < pps; pp++)                       \
            sum += function(pp, pp + 3, pp >> 1, 2) + 2 * world(pp); \
        printf("%u %u 0 0\n", sum, checks + 2 * pps);               \
        return 0;                                                   \
    }
