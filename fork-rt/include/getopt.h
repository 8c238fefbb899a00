/* getopt.h - options of a command line with long names, as GNU C has them. Asynchronous. */
#ifndef FORK_GETOPT_H
#define FORK_GETOPT_H

#include <unistd.h>

#define no_argument 0
#define required_argument 1
#define optional_argument 2

struct option {
    const char *name; /* NULL: the end of the list */
    int has_arg;
    int *flag; /* NULL: getopt_long returns val; else it stores it there, and returns 0 */
    int val;
};

/* As getopt; also `--name`, `--name=argument`, `--name argument`. *index, unless index is NULL, is the
 * option's place in the list. */
int getopt_long(int argc, char *const argv[], const char *letters, const struct option *list,
                int *index) __library__;

#endif
