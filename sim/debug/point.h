/* point.h - breakpoints and watchpoints: where and when a debugged run is to stop.
 *
 * Knows expressions, machine memory and symbols; what a PP does is found by the sentry (sentry.h).
 */
#ifndef PRAM_DEBUG_POINT_H
#define PRAM_DEBUG_POINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log.h"

enum { POINT_PCS = 32, POINT_WORDS_MOST = 65536 };

enum point_kind { POINT_BREAK, POINT_WATCH };
/* Which hits stop the run, by their number, from 1 on. */
enum point_rule { POINT_EACH, POINT_FROM, POINT_ONLY, POINT_MULTIPLES };
enum point_access { POINT_CHANGES = 1, POINT_READS = 2, POINT_WRITES = 4 };

struct point {
    unsigned number;
    enum point_kind kind;
    bool is_enabled, is_temporary;
    char *text;                   /* owned; the place or expression as it was asked for */
    char *condition_text;         /* owned; NULL: none */
    struct expression *condition; /* owned; NULL: none */
    struct log *log;              /* owned; NULL: the point stops the run; else it only says this */
    bool needs_all;               /* POINT_BREAK: all PPs of a group have to come there in one cycle */
    uint64_t ignored;             /* so many more hits do not stop the run */
    enum point_rule rule;
    uint64_t rule_number; /* of the rule: from this hit on, this one, its multiples */
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

/* Gives the point a message to log in place of a stop, or none with NULL; takes it over. */
void point_set_log(struct point *point, struct log *log);

/* Reads a rule of hits: "N" and ">= N" from the N-th hit on, "> N", "== N" the N-th one alone, "% N" each
 * N-th one. False: it is none of them. */
bool point_set_rule(struct point *point, const char *text);

/* Counts a hit of a run forward. False: it neither stops the run nor logs. Of a stop the hit is counted where
 * the session arrives. */
bool point_takes_hit(struct point *point);

/* NULL: there is none of that number. */
struct point *points_find(const struct points *points, unsigned number);
void points_remove(struct points *points, unsigned number);
void points_free(struct points *points);

/* Whether a plain stop at pcs is all that the points ask for: no conditions, counts, messages or watches. */
bool points_are_plain(const struct points *points);

#endif
