/* options.h - the command line of pramscale; rows in options.def. Knows no run. */
#ifndef PRAM_SCALE_OPTIONS_H
#define PRAM_SCALE_OPTIONS_H

#include "lab/formula.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers in the order in which the user gave them. */
struct number_list {
    uint64_t *items;
    size_t count, capacity;
};

/* Texts; not owned. */
struct text_list {
    const char **items;
    size_t count, capacity;
};

struct scale_options {
    struct number_list pps, sizes, threads, levels; /* sizes, levels: none may be given */
    unsigned jobs;
    struct formula *fit;   /* NULL: none */
    const char *fit_text;  /* as it was given */
    struct formula *curve; /* a model of the cycles; NULL: none */
    const char *curve_text;
    const char *against;   /* NULL: none */
    const char *output;    /* NULL: none */
    const char *pramsim;   /* NULL: the one beside this program */
    struct text_list runs; /* options for each run */
    struct text_list programs, arguments;
    bool quiet;
};

/* Parses the command line. Returns -1, or the exit status if the program is to end: after --help, or when it
 * has said what is wrong. The options keep pointers into argv. */
int scale_options_parse(struct scale_options *options, int argc, char **argv);
void scale_options_free(struct scale_options *options);

/* "1,4,16", "1:4096" (doubled each time), "10:50:+10", "1:1000:*10"; the end of a range always belongs to it.
 * False if it is no such list, holds a number outside least..most, or more than 1000 numbers. */
bool number_list_parse(struct number_list *list, const char *text, uint64_t least, uint64_t most);

void text_list_add(struct text_list *list, const char *text);

#endif
