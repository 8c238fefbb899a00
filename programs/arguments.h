/* arguments.h - words and numbers from the command line of a PRAM program: `pramsim prog.o sync 64 1000`.
 * Asynchronous; every PP calls them. A wrong argument ends the run with a message and exit status 2. */
#ifndef PROGRAMS_ARGUMENTS_H
#define PROGRAMS_ARGUMENTS_H

#include <io.h>
#include <stdlib.h>
#include <string.h>

/* The program's i-th argument as a number from least to most, or `otherwise` if there is none. `what` names it. */
static int number_argument(int i, const char *what, int otherwise, int least, int most)
{
    char text[16], *end = NULL;
    int number = 0;
    if (argument_count() <= i)
        return otherwise;
    if (argument(i, text, 16) < 16)
        number = strtol(text, &end, 10);
    if (end == NULL || end == text || *end != 0 || number < least || number > most) {
        if (__PROC_NR__ != 0)
            __halt();
        printf("%s: expected a number from %d to %d\n", what, least, most);
        exit(2);
    }
    return number;
}

/* Which of the words in `words` (each ended by a blank) the i-th argument is, 0 if there is none. */
static int word_argument(int i, const char *what, const char *words)
{
    char text[32];
    const char *at = words;
    int k = 0;
    if (argument_count() <= i)
        return 0;
    if (argument(i, text, 32) < 32) {
        int length = strlen(text);
        for (; *at != 0; k++) {
            const char *end = strchr(at, ' ');
            if (end - at == length && strncmp(at, text, length) == 0)
                return k;
            at = end + 1;
        }
    }
    if (__PROC_NR__ != 0)
        __halt();
    printf("%s: expected one of: %s\n", what, words);
    exit(2);
    return 0;
}

#endif
