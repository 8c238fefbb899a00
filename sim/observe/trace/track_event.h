/* track_event.h - a writer of the few messages of Perfetto's TrackEvent that a timeline needs (protobuf;
 * field numbers of perfetto's protos/perfetto/trace). Does not interpret the data.
 *
 * Times are written as they are: one unit is a nanosecond to Perfetto. Packets may come in any order of time.
 */
#ifndef PRAM_TRACK_EVENT_H
#define PRAM_TRACK_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum track_kind { TRACK_SLICE_BEGIN = 1, TRACK_SLICE_END = 2, TRACK_INSTANT = 3, TRACK_COUNTER = 4 };

enum { TRACK_NOTES = 64 }; /* of one event, at most */

/* A number in an event, with its name: Perfetto shows it as an argument. */
struct track_note {
    const char *name;
    int64_t value;
};

struct track_event {
    uint64_t time;
    uint64_t track;
    enum track_kind kind;
    const char *name;         /* NULL for the end of a slice and for counters */
    int64_t value;            /* of a counter */
    uint64_t place;           /* number of a source place (track_place); 0: none */
    uint64_t flow_from;       /* an arrow with this number begins here; 0: none */
    uint64_t flow_to;         /* an arrow with this number ends here; 0: none */
    struct track_note *notes; /* not owned */
    size_t note_count;
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

#endif
