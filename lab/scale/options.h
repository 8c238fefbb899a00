/* options.h - the command line of pramscale; rows in options.def. */
#ifndef PRAM_SCALE_OPTIONS_H
#define PRAM_SCALE_OPTIONS_H

#include "lab/formula.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers in the user's order. */
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
    struct number_list pps, sizes, threads, levels; /* sizes and levels may be empty */
    unsigned jobs;
    struct formula *fit;   /* NULL: none */
    const char *fit_text;  /* as written by the user */
    struct formula *curve; /* a model of the cycles; NULL: none */
    const char *curve_text;
    const char *against;   /* NULL: none */
    const char *output;    /* NULL: none */
    const char *pramsim;   /* NULL: the one beside this program */
    struct text_list runs; /* options for each run */
    struct text_list programs, arguments;
    bool quiet;
};

/* Parses the command line. Returns -1, or the exit status after --help or an error message. The options keep
 * pointers into argv. */
int scale_options_parse(struct scale_options *options, int argc, char **argv);
void scale_options_free(struct scale_options *options);

#endif
