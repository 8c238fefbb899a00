/* size_argument.h - problem sizes from the command line: `pramsim -p64 prefix_sums.o 1000`. */
#ifndef SIZE_ARGUMENT_H
#define SIZE_ARGUMENT_H

#include <io.h>
#include <stdlib.h>

/* The program's first argument as a number from least to most, or `otherwise` if there is none; anything else
 * ends the run with a message and exit status 2. Asynchronous; every PP calls it. */
static int size_argument(int otherwise, int least, int most)
{
    char text[16];
    int size;
    if (argument_count() < 2)
        return otherwise;
    size = argument(1, text, 16) < 16 ? atoi(text) : 0;
    if (size < least || size > most) {
        if (__PROC_NR__ != 0)
            __halt();
        printf("expected a size from %d to %d\n", least, most);
        exit(2);
    }
    return size;
}

/* The same numbers 0..65535 for all that check a result: the i-th of the input. */
#define INPUT(i) ((unsigned)((i) * 40503 + 12829) % 65536)

#endif
