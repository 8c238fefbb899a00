/* sweep.h - the points of the study: which runs belong to which figure, from the table sweep.def. */
#ifndef LANCZOS_SWEEP_H
#define LANCZOS_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

enum sweep_set { SWEEP_QUICK, SWEEP_FULL };

#define SWEEP_WORD 24

/* A run, and so a line of runs.csv. */
struct point {
    long n;
    char alpha[SWEEP_WORD];
    char format[SWEEP_WORD];
    char variant[SWEEP_WORD];
    char dots[SWEEP_WORD]; /* rounded, or the name of an accumulator */
    long seed;
};

struct points {
    struct point *point;
    size_t count;
    size_t room;
};

/* What the user has chosen of the table. */
struct sweep_choice {
    enum sweep_set set;
    const char *figures; /* digits, NULL: all */
    const char *formats; /* words instead of those of the table, NULL: those */
    long vectors;        /* 0: those of the table */
};

/* All points of the choice, each once, in the order of the table. Formats that this build does not have are
 * left out with a line on stderr if they are the table's; false with a message if they are the user's, or if
 * nothing is left. */
bool sweep_points(struct points *points, const struct sweep_choice *choice, const char *program);

bool point_equal(const struct point *a, const struct point *b);

void points_free(struct points *points);

#endif
