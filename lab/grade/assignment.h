/* assignment.h - an assignment, from a lab.yml: how a submission is compiled, its cases, bounds and points.
 *
 * The file is the teacher's and trusted; submissions are not. Paths in it are relative to its folder. Knows
 * YAML and formulas, no run.
 */
#ifndef PRAM_GRADE_ASSIGNMENT_H
#define PRAM_GRADE_ASSIGNMENT_H

#include "lab/formula.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A file in the folder of a run, or of a compilation. */
struct provided_file {
    char *name; /* name in that folder: a plain name */
    char *path; /* path of the original */
};

struct string_array {
    char **items; /* owned */
    size_t count, capacity;
};

struct file_array {
    struct provided_file *items;
    size_t count, capacity;
};

enum comparison_kind {
    COMPARE_LINES, /* ignore blanks at the ends of lines and empty lines at the end */
    COMPARE_EXACT,
    COMPARE_WORDS, /* also ignore other differences of blanks between words */
    COMPARE_FLOATS /* compare words; two numbers may differ within the tolerances */
};

/* How output is compared with the expected one. */
struct comparison {
    enum comparison_kind kind;
    double absolute, relative; /* tolerances of COMPARE_FLOATS: one of them suffices; NaN: the default */
};

struct trial {
    char *name;
    uint64_t *pps;
    size_t pps_count, pps_capacity;
    struct string_array arguments, options;
    struct file_array files; /* in the folder of the run */
    char *input;             /* text of standard input; NULL: see input_path */
    char *input_path;        /* NULL: none, or `input` */
    char *expected;          /* output; NULL: any */
    size_t expected_size;
    struct file_array expected_files; /* name of a file that the program writes, and its expected contents */
    char *checker;                    /* a program that judges the output; NULL: none */
    struct comparison comparison;
    double n;                      /* for formulas */
    struct formula *cycles, *work; /* bounds; NULL: none */
    double points;
    bool is_partial; /* each number of PPs earns its share of the points; else all must be right */
    int status;      /* exit status of a right program */
    bool checks;     /* pramsim --check */
    char *model;     /* pramsim --model; NULL: none */
    bool is_hidden;  /* reports do not show the expected output */
    double seconds;  /* bounds of a run */
    uint64_t memory, output, most_cycles;
};

struct assignment {
    char *title;
    char *source;                /* name of the source at compilation; NULL: its own */
    char *solution;              /* the path of a right submission, for --dry-run; NULL: none */
    struct string_array compile; /* options of fcc */
    struct file_array provided;  /* in the folder of the source */
    bool needs_solution;         /* a dry run without named solutions reads it */
    struct trial *trials;
    size_t count, capacity;
};

/* Reads the file. `needs_solution`: its model solution must be there. False after a message for each error,
 * with line and column, on standard error. */
bool assignment_read(struct assignment *assignment, const char *path, bool needs_solution);
void assignment_free(struct assignment *assignment);

#endif
