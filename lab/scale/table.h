/* table.h - the results of a sweep as text: a table for people, CSV for programs. */
#ifndef PRAM_SCALE_TABLE_H
#define PRAM_SCALE_TABLE_H

#include "lab/scale/plan.h"

#include <stdio.h>

/* The text of a column for a point. */
struct column {
    const char *name;
    bool is_text; /* left-aligned */
    void (*print)(FILE *stream, const struct point *point);
    bool (*is_shown)(const struct plan *plan); /* NULL: always */
};

/* The columns of tables, ended by a name of NULL; is_shown drops a column with the same value in each row. */
extern const struct column table_columns[];

/* Prints the table and the fits. */
void table_print(FILE *stream, const struct plan *plan);

/* Prints the fits, a line or two per program. */
void table_print_fits(FILE *stream, const struct plan *plan);

/* "12.5 (n/p) + 90 (log p), off by 3.1 % at most": a fit that has constants. */
void table_print_formula(FILE *stream, const struct plan *plan, const struct plan_fit *fit);

/* Prints all values, a line per run. */
void table_print_csv(FILE *stream, const struct plan *plan);

/* The last part of a program's path. */
const char *table_name(const char *program);

#endif
