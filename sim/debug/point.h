/* point.h - breakpoints and watchpoints: where and when a debugged run is to stop.
 *
 * Knows expressions, machine memory and symbols; what a PP does is found by the sentry (sentry.h).
 */
#ifndef PRAM_DEBUG_POINT_H
#define PRAM_DEBUG_POINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/debug/source/expression.h"

enum { POINT_PCS = 32, POINT_WORDS_MOST = 65536 };

enum point_kind { POINT_BREAK, POINT_WATCH };
enum point_access { POINT_CHANGES = 1, POINT_READS = 2, POINT_WRITES = 4 };

struct point {
    unsigned number;
    enum point_kind kind;
    bool is_enabled, is_temporary;
    char *text;                   /* owned; the place or expression as it was asked for */
    char *condition_text;         /* owned; NULL: none */
    struct expression *condition; /* owned; NULL: none */
    uint64_t ignored;             /* so many more hits do not stop the run */
    uint64_t hits;
    uint32_t pcs[POINT_PCS]; /* POINT_BREAK */
    size_t pc_count;
    unsigned accesses;       /* POINT_WATCH: enum point_access, ored; */
    uint32_t address, words; /* .. of these cells, */
    uint32_t pp;             /* .. as this PP addresses them */
};

struct points {
    struct point *list; /* owned; by number */
    size_t count, room;
    unsigned last_number;
};

/* A breakpoint before each of these instructions; a watchpoint of these words. `text` is copied. Valid until
 * the next point is made. */
struct point *points_add_break(struct points *points, const char *text, const uint32_t *pcs, size_t count);
struct point *points_add_watch(struct points *points, const char *text, unsigned accesses, uint32_t address,
                               uint32_t words, uint32_t pp);

/* Gives the point a condition, or none with NULL; `expression` is copied. */
void point_set_condition(struct point *point, const char *text, const struct expression *expression);

/* NULL: there is none of that number. */
struct point *points_find(const struct points *points, unsigned number);
void points_remove(struct points *points, unsigned number);
void points_free(struct points *points);

/* Whether a plain stop at pcs is all that the points ask for: no conditions, counts or watches. */
bool points_are_plain(const struct points *points);

#endif
