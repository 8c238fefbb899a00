/* point.h - breakpoints, watchpoints and catchpoints of a debugged run.
 *
 * Knows expressions, machine memory and symbols. The sentry (sentry.h) observes the PPs.
 */
#ifndef PRAM_DEBUG_POINT_H
#define PRAM_DEBUG_POINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log.h"

/* A breakpoint has fewer instructions than POINT_PCS: places with more are refused. */
enum { POINT_PCS = 1024, POINT_WORDS_MOST = 65536 };

enum point_kind { POINT_BREAK, POINT_WATCH, POINT_CATCH };
/* Rules for the hits that stop the run. Hits count from 1. */
enum point_rule { POINT_EACH, POINT_FROM, POINT_ONLY, POINT_MULTIPLES };
enum point_access { POINT_CHANGES = 1, POINT_READS = 2, POINT_WRITES = 4 };

/* A finding of a check of the whole run (--check, --model): a place where the run stops. */
struct point_finding {
    uint64_t cycle; /* the run stops at its start */
    uint32_t pp, pc;
    uint64_t count; /* occurrences at this place; `cycle` is that of the first */
    char *text;     /* owned; one line */
    char *hint;     /* owned; one line, may be "" */
};

struct point_findings {
    struct point_finding *list; /* owned; by cycle */
    size_t count, room;
    uint64_t known_to; /* the cycle in which the check ended; 0: with the run */
    uint64_t unlisted; /* further occurrences, which are not in the list */
};

struct point {
    unsigned number;
    enum point_kind kind;
    bool is_enabled, is_temporary;
    char *text;                   /* owned; the place or expression as the user has written it */
    char *condition_text;         /* owned; NULL: none */
    struct expression *condition; /* owned; NULL: none */
    struct log *log;              /* owned; the message of a logpoint; NULL: the point stops the run */
    bool needs_all;               /* POINT_BREAK: stops only when all PPs of a group are here in one cycle */
    uint64_t ignored;             /* number of hits to ignore */
    enum point_rule rule;
    uint64_t rule_number; /* N of the rule */
    uint64_t hits;
    uint32_t pcs[POINT_PCS]; /* POINT_BREAK */
    size_t pc_count;
    unsigned accesses;              /* POINT_WATCH: bits of enum point_access */
    uint32_t address, words;        /* the watched words */
    uint32_t pp;                    /* the PP whose private memory is watched */
    struct point_findings findings; /* POINT_CATCH */
};

struct points {
    struct point *list; /* owned; by number */
    size_t count, room;
    unsigned last_number;
};

/* Adds a breakpoint before each of these instructions; adds a watchpoint of these words. `text` is copied.
 * The result is valid until the next point is added. */
struct point *points_add_break(struct points *points, const char *text, const uint32_t *pcs, size_t count);
struct point *points_add_watch(struct points *points, const char *text, unsigned accesses, uint32_t address,
                               uint32_t words, uint32_t pp);

/* Adds a catchpoint, which stops the run at each finding. Copies `text`; takes ownership of the findings,
 * which become empty. */
struct point *points_add_catch(struct points *points, const char *text, struct point_findings *findings);
void point_findings_free(struct point_findings *findings);
/* Sorts them by cycle; findings of one cycle keep their order. */
void point_findings_sort(struct point_findings *findings);

/* The first or last finding of an enabled catchpoint with least <= cycle < limit; of findings in one cycle
 * the first one of the first point. *number: the number of its point. NULL: none. */
const struct point_finding *points_finding(const struct points *points, uint64_t least, uint64_t limit,
                                           bool is_last, unsigned *number);

/* Sets the condition of a point; NULL removes it. `expression` is copied. */
void point_set_condition(struct point *point, const char *text, const struct expression *expression);

/* Parses a rule: "N" and ">= N" count hits from the N-th on, "> N" after it, "== N" the N-th alone, "% N"
 * every N-th. False: the text is none of them. */
bool point_set_rule(struct point *point, const char *text);

/* Counts a hit while the run goes forward. False: the hit neither stops the run nor logs. The hit of a
 * stop is counted in session_arrive. */
bool point_takes_hit(struct point *point);

/* The point with that number, or NULL. */
struct point *points_find(const struct points *points, unsigned number);
void points_remove(struct points *points, unsigned number);
void points_free(struct points *points);

/* Whether all points are catchpoints, or breakpoints without conditions, rules, messages and needs_all. */
bool points_are_plain(const struct points *points);

#endif
