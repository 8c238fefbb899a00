/* track_event.h - a writer of the few messages of Perfetto's TrackEvent that a timeline needs (protobuf;
 * field numbers of perfetto's protos/perfetto/trace, "synthetic track event"). Knows nothing of what is
 * written.
 *
 * Times are written as they are: one unit is a nanosecond to Perfetto. Packets may come in any order of time.
 */
#ifndef PRAM_TRACK_EVENT_H
#define PRAM_TRACK_EVENT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum track_kind { TRACK_SLICE_BEGIN = 1, TRACK_SLICE_END = 2, TRACK_INSTANT = 3, TRACK_COUNTER = 4 };

/* A track below `parent` (0: on top); uuids are not 0. A counter's events have values. */
void track_describe(FILE *stream, uint64_t uuid, uint64_t parent, const char *name, bool is_counter);

/* An event; `name` is NULL for the end of a slice and for counters, `value` counts only for these. */
void track_event(FILE *stream, uint64_t time, enum track_kind kind, uint64_t uuid, const char *name,
                 int64_t value);

#endif
