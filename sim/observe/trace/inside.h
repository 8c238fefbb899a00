/* inside.h - internal interface of the timeline, for sim/observe/trace only: groups, tracks and PPs during
 * the pass over the journal, and writing of events.
 */
#ifndef PRAM_TRACE_INSIDE_H
#define PRAM_TRACE_INSIDE_H

#include "sim/machine/pages.h"
#include "trace.h"

/* ---- the file (track_event.c): the few messages of Perfetto's TrackEvent that a timeline needs. Times are
 * written as they are: one unit is a nanosecond to Perfetto. Packets may come in any order of time. */

enum track_kind { TRACK_SLICE_BEGIN = 1, TRACK_SLICE_END = 2, TRACK_INSTANT = 3, TRACK_COUNTER = 4 };

enum { TRACK_NOTES = 64 }; /* of one event, at most */

/* A number in an event, with its name: Perfetto shows it as an argument. The last one of an array has no
 * name and is not shown. */
struct track_note {
    const char *name;
    int64_t value;
};

struct track_event {
    uint64_t time;
    uint64_t track;
    enum track_kind kind;
    const char *name;               /* NULL for the end of a slice and for counters */
    int64_t value;                  /* of a counter */
    uint64_t place;                 /* number of a source place (track_place); 0: none */
    uint64_t flow_from;             /* an arrow with this number begins here; 0: none */
    uint64_t flow_to;               /* an arrow with this number ends here; 0: none */
    const struct track_note *notes; /* not owned; NULL: none */
};

/* The start of the file. */
void track_begin(FILE *stream);

/* A track below `parent` (0: top level); uuids are not 0. Events of a counter have values. A remark that is
 * too long, or not in ASCII, is dropped; NULL: none. */
void track_describe(FILE *stream, uint64_t uuid, uint64_t parent, const char *name, bool is_counter,
                    const char *remark);

/* A source place for later events; `function` may be NULL. Numbers are not 0. */
void track_place(FILE *stream, uint64_t number, const char *file, const char *function, uint32_t line);

void track_event(FILE *stream, const struct track_event *event);

/* ---- the timeline */

#define TRACE_NONE UINT32_MAX
enum { TRACE_NAME = 256 };

/* Fixed tracks; then one a region, one a PP, then all others. */
enum { TRACK_RUN = 1, TRACK_HOST, TRACK_RUNNING, TRACK_WAITING, TRACK_FAULTS, TRACK_CONFLICTS, TRACK_REGION };

/* A group of PPs, from the cycle in which they form it until all have gone back to the one around it. */
struct group {
    uint32_t address, parent;
    uint32_t members, left;
    uint32_t waiting;           /* in its barrier */
    uint32_t first_pp, last_pp; /* the lowest and the highest member */
    uint64_t start;
    uint64_t pp_cycles;      /* of the members that have left */
    uint64_t wait_cycles;    /* of all members in its barriers */
    uint64_t barrier_cycles; /* of all members in the current barrier */
    uint64_t track;
    bool is_dirty; /* PPs have moved in it since strand_rows.c examined it */
};

/* A track, by its uuid. */
struct track {
    uint32_t depth; /* slices that are open on it */
    bool is_described;
    uint32_t place;              /* of a track that timeline_take_track has made: what it is for; */
    uint64_t next, children;     /* the next such track of its parent, the first one below it; 0: none */
    struct strand_lane *strands; /* of a track of groups: strand_rows.c */
};

struct trace_pp {
    uint32_t group;
    bool has_left, waits;
    uint64_t since; /* of waits */
};

struct timeline {
    struct machine *machine;
    const struct trace_choice *choice;
    FILE *stream;
    uint64_t cycle;     /* in which what is written now happens: of the entry that is handled */
    struct arena arena; /* owns what is here */
    struct trace_pp *pps;
    struct group *groups;
    uint32_t group_count, group_room;
    struct track *tracks; /* by uuid */
    uint32_t track_count, track_room;
    struct pages live;              /* by memory_slot: 1 + the last group there */
    uint32_t inside[MARKS_REGIONS]; /* PPs in a region */
    bool *is_written;               /* by pc: its source place is */
    const char **places;            /* by pc: timeline_place; NULL: not asked for yet */
    bool has_started;               /* the runtime has called main */
    struct lock_rows *locks;
    struct strand_rows *strands; /* NULL: not asked for */
    uint64_t running, waiting;
};

/* PP number `k` of an entry of the journal. */
static inline uint32_t timeline_pp(const struct timeline *timeline, const struct journal_entry *entry,
                                   uint32_t k)
{
    return journal_pp(timeline->machine->journal, entry, k);
}

/* The track of a PP. */
static inline uint64_t timeline_track(uint32_t pp)
{
    return (uint64_t)TRACK_REGION + MARKS_REGIONS + pp;
}

/* ---- how events are written */

/* "sort.fork:17", or "pc 12" where no line is known. The timeline owns it. */
const char *timeline_place(struct timeline *timeline, uint32_t pc);

/* "WHAT, sort.fork:17". Returns `text`. */
const char *timeline_label(struct timeline *timeline, const char *what, uint32_t pc,
                           char text[2 * TRACE_NAME]);

/* Describes a fixed track, or that of a region or PP, if it is not described yet. */
void timeline_describe(struct timeline *timeline, uint64_t track, const char *name);

/* Makes a track. Returns its uuid. */
uint64_t timeline_add_track(struct timeline *timeline, uint64_t parent, const char *name, bool is_counter);

/* A track below the parent that is for this place and has no open slice; if there is none, makes one. */
uint64_t timeline_take_track(struct timeline *timeline, uint64_t parent, uint32_t place, const char *name);

/* Whether the present cycle, timeline->cycle, is in the window. */
bool timeline_is_in_window(const struct timeline *timeline);

/* Writes an event of the present cycle whose source place is the line of `pc` (TRACE_NONE: none). Times
 * outside the window are moved to its ends. The end of a slice is left out if none is open. timeline_note:
 * with numbers, and without arrows. */
void timeline_event(struct timeline *timeline, struct track_event event, uint32_t pc);
void timeline_note(struct timeline *timeline, uint64_t track, enum track_kind kind, const char *name,
                   const struct track_note *notes, uint32_t pc);
/* The value of a counter, if the cycle is in the window. */
void timeline_count(struct timeline *timeline, uint64_t track, uint64_t value);
void timeline_end(struct timeline *timeline, uint64_t track);
/* Ends all slices of the track. */
void timeline_close(struct timeline *timeline, uint64_t track);

/* A slice on the PP's own track, if it has one; name NULL: it ends. */
void timeline_show_pp(struct timeline *timeline, uint32_t number, const char *name, uint32_t pc);

/* ---- locks (lock_rows.c) */

struct lock_rows *lock_rows_create(struct timeline *timeline);
void lock_rows_take(struct timeline *timeline, const struct journal_entry *entry);
/* The run is over: the PPs that still wait. */
void lock_rows_close(struct timeline *timeline);

/* ---- strands (strand_rows.c); nothing is done where there are none */

struct strand_rows *strand_rows_create(struct timeline *timeline);
void strand_rows_take(struct timeline *timeline, const struct journal_entry *entry);

/* The PP moves in its group: also called before it joins another group, and after that. */
void strand_rows_touch(struct timeline *timeline, uint32_t pp);

/* All entries of a cycle have been handled. */
void strand_rows_end_cycle(struct timeline *timeline);

/* ---- tracks of listeners, after the run */

void array_watch_print(struct array_watch *watch, struct timeline *timeline);
void count_watch_print(struct count_watch *watch, struct timeline *timeline);

/* ---- choice.c */

bool trace_has(const struct trace_list *list, uint32_t number);

#endif
