/* real_choice.h - the user's choices for the precision unit; sim/real interprets the names. */
#ifndef PRAM_REAL_CHOICE_H
#define PRAM_REAL_CHOICE_H

#include <stdbool.h>

struct real_choice {
    const char *format;      /* number format; NULL: double */
    const char *accumulator; /* NULL: kulisch */
    const char *device;      /* of --accumulator=opencl; NULL: the first GPU, else the first CPU */
    bool cost_by_words;      /* --real-cost=words */
};

#endif
