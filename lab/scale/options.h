/* options.h - the command line of pramscale: rows in options.def, parsed by argp. Knows no run. */
#ifndef PRAM_SCALE_OPTIONS_H
#define PRAM_SCALE_OPTIONS_H

#include "lab/formula.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit statuses. */
enum { SCALE_DONE = 0, SCALE_RUNS_FAILED = 1, SCALE_USAGE = 2, SCALE_FILES = 3 };

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
    const char *against;   /* NULL: none */
    const char *output;    /* NULL: none */
    const char *pramsim;   /* NULL: the one beside this program */
    struct text_list runs; /* options for each run */
    struct text_list programs, arguments;
    bool quiet;
};

/* Parses the command line; what is wrong ends the process with SCALE_USAGE, --help and --version end it, too.
 * The options keep pointers into argv. */
void scale_options_parse(struct scale_options *options, int argc, char **argv);
void scale_options_free(struct scale_options *options);

/* "1,4,16", "1:4096" (doubled each time), "10:50:+10", "1:1000:*10"; the end of a range always belongs to it.
 * False if it is no such list, holds a number outside least..most, or more than 1000 numbers. */
bool number_list_parse(struct number_list *list, const char *text, uint64_t least, uint64_t most);

void text_list_add(struct text_list *list, const char *text);

#endif
