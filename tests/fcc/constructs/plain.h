/* plain.h - what the programs of random.awk are in C: the PPs' values are computed one after the other. */
#include <stdio.h>
#include <stdlib.h>

static unsigned checks;

#define SYNC static
#define SH_INT int
#define FORK(count, number) if ((number) < (count))
#define FARM
#define TOGETHER (checks += 2)
#define MAIN(function)                                              \
    int main(int argc, char **argv)                                 \
    {                                                               \
        unsigned pps = (unsigned)atoi(argv[argc - 1]), sum = 0;     \
        for (unsigned pp = 0; pp < pps; pp++)                       \
            sum += function(pp, pp + 3, pp >> 1, 2);                \
        printf("%u %u 0 0\n", sum, checks + 2 * pps);               \
        return 0;                                                   \
    }
