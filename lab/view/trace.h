/* trace.h - a timeline of pramsim --trace in memory: tracks, slices and values on them, places, names.
 */
#ifndef PRAM_VIEW_TRACE_H
#define PRAM_VIEW_TRACE_H

#include "common/names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRACE_NUMBERS = 3 }; /* that a slice carries */
#define TRACE_NOTHING UINT32_MAX

/* What a track shows; the page knows them by these numbers. */
enum track_kind {
    TRACK_RUN,
    TRACK_COUNTER,
    TRACK_HOST,
    TRACK_REGION,
    TRACK_GROUP,
    TRACK_LOCK,
    TRACK_WATCHED,
    TRACK_PP,
    TRACK_STRAND,
    TRACK_WAITERS /* of a lock, when the run ends */
};

/* From `begin` to `end`, or both the same: an instant. Of a track of kind PP a change: from `begin` on the PP
 * does what the name says, until the next one. */
struct slice {
    uint64_t begin, end;
    uint32_t name, place; /* numbers; place TRACE_NOTHING: none */
    uint32_t depth;       /* slices around it */
    /* of a group: PPs, PP-cycles, waiting; of a strand: PPs; of a lock: PP, waited, from PP + 1; of waiters:
     * PP */
    uint64_t number[TRACE_NUMBERS];
};

/* A counter's value, or what a watched word becomes. */
struct point {
    uint64_t time;
    int64_t value;
    uint32_t index; /* of the word */
};

struct track {
    uint64_t uuid, parent_uuid;
    uint32_t parent; /* number; TRACE_NOTHING: on top */
    uint32_t name;   /* number */
    enum track_kind kind;
    bool is_known; /* it was described */
    uint32_t pp;   /* of a PP's */
    struct slice *slices;
    size_t slice_count, slice_room;
    uint32_t *open; /* numbers of slices that have not ended; of a PP's track: names and places by turns */
    size_t open_count, open_room;
    struct point *points;
    size_t point_count, point_room;
    uint64_t first, words, interval; /* of a watched array */
};

struct place {
    uint64_t iid;
    uint32_t file, function; /* numbers of names; function TRACE_NOTHING: not known */
    uint32_t line;
};

struct trace {
    struct track *tracks;
    size_t track_count, track_room;
    uint32_t *track_slots; /* hash of uuids: number + 1 */
    size_t slot_count;
    struct place *places;
    size_t place_count, place_room;
    uint32_t *place_slots; /* the same of the places' numbers */
    size_t place_slot_count;
    struct name_table names; /* point into the bytes of the file */
    uint32_t command;        /* number of a name: that goes to CYCLE of the run; TRACE_NOTHING: none */
    uint64_t last;           /* the latest time */
};

/* Reads the bytes, which have to stay. False: they are no timeline of pramsim; *why says so. */
bool trace_read(struct trace *trace, const void *bytes, size_t size, const char **why);
void trace_free(struct trace *trace);

#endif
