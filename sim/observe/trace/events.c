/* events.c - writing of events: time within the window, source place, track. Uses track_event and objects;
 * knows no journal. */
#include "inside.h"

#include <inttypes.h>
#include <string.h>

/* The present cycle; outside the window, where only open slices are written, the nearer end of it. */
static uint64_t clamped(const struct timeline *timeline)
{
    const struct trace_choice *choice = timeline->choice;
    if (choice->to != 0 && timeline->cycle > choice->to)
        return choice->to;
    return timeline->cycle < choice->from ? choice->from : timeline->cycle;
}

void timeline_describe(struct timeline *timeline, uint64_t track, const char *name)
{
    if (!timeline->tracks[track].is_described)
        track_describe(timeline->stream, track, TRACK_RUN, name, false, NULL);
    timeline->tracks[track].is_described = true;
}

uint64_t timeline_add_track(struct timeline *timeline, uint64_t parent, const char *name, bool is_counter)
{
    const uint64_t track = timeline->track_count;
    *ARENA_ADD(&timeline->arena, timeline->tracks, timeline->track_count, timeline->track_room) =
        (struct track){.is_described = true};
    track_describe(timeline->stream, track, parent, name, is_counter, NULL);
    return track;
}

uint64_t timeline_take_track(struct timeline *timeline, uint64_t parent, uint32_t place, const char *name)
{
    const uint64_t first = timeline->tracks[parent].children;
    for (uint64_t track = first; track != 0; track = timeline->tracks[track].next)
        if (timeline->tracks[track].place == place && timeline->tracks[track].depth == 0)
            return track;
    const uint64_t track = timeline_add_track(timeline, parent, name, false);
    timeline->tracks[track].place = place;
    timeline->tracks[track].next = first;
    timeline->tracks[parent].children = track;
    return track;
}

bool timeline_is_in_window(const struct timeline *timeline)
{
    return clamped(timeline) == timeline->cycle;
}

static const char *describe_place(struct timeline *timeline, uint32_t pc)
{
    const char *file;
    uint32_t line;
    if (!object_find_line(&timeline->machine->object, pc, &file, &line))
        return arena_format(&timeline->arena, "pc %" PRIu32, pc);
    const char *slash = strrchr(file, '/');
    return arena_format(&timeline->arena, "%.180s:%" PRIu32, slash != NULL ? slash + 1 : file, line);
}

const char *timeline_place(struct timeline *timeline, uint32_t pc)
{
    if (pc >= timeline->machine->program.count)
        return describe_place(timeline, pc);
    if (timeline->places[pc] == NULL)
        timeline->places[pc] = describe_place(timeline, pc);
    return timeline->places[pc];
}

const char *timeline_label(struct timeline *timeline, const char *what, uint32_t pc,
                           char text[2 * TRACE_NAME])
{
    snprintf(text, 2 * TRACE_NAME, "%.100s, %s", what, timeline_place(timeline, pc));
    return text;
}

/* The number of the source place of an instruction, 0 if it has none; the first time it is written. */
static uint64_t place_number(struct timeline *timeline, uint32_t pc)
{
    const char *file;
    uint32_t line;
    const struct object *object = &timeline->machine->object;
    if (pc >= timeline->machine->program.count || !object_find_line(object, pc, &file, &line))
        return 0;
    if (!timeline->is_written[pc])
        track_place(timeline->stream, (uint64_t)pc + 1, file, object_find_source_function(object, pc), line);
    timeline->is_written[pc] = true;
    return (uint64_t)pc + 1;
}

void timeline_event(struct timeline *timeline, struct track_event event, uint32_t pc)
{
    uint32_t *depth = &timeline->tracks[event.track].depth;
    if (event.kind == TRACK_SLICE_END && *depth == 0)
        return;
    *depth += (event.kind == TRACK_SLICE_BEGIN) - (event.kind == TRACK_SLICE_END);
    event.time = clamped(timeline);
    event.place = pc != TRACE_NONE ? place_number(timeline, pc) : 0;
    track_event(timeline->stream, &event);
}

void timeline_count(struct timeline *timeline, uint64_t track, uint64_t value)
{
    if (timeline_is_in_window(timeline))
        timeline_event(timeline,
                       (struct track_event){.track = track, .kind = TRACK_COUNTER, .value = (int64_t)value},
                       TRACE_NONE);
}

void timeline_note(struct timeline *timeline, uint64_t track, enum track_kind kind, const char *name,
                   const struct track_note *notes, uint32_t pc)
{
    timeline_event(timeline, (struct track_event){.track = track, .kind = kind, .name = name, .notes = notes},
                   pc);
}

void timeline_end(struct timeline *timeline, uint64_t track)
{
    timeline_note(timeline, track, TRACK_SLICE_END, NULL, NULL, TRACE_NONE);
}

void timeline_close(struct timeline *timeline, uint64_t track)
{
    while (timeline->tracks[track].depth > 0)
        timeline_end(timeline, track);
}

void timeline_show_pp(struct timeline *timeline, uint32_t number, const char *name, uint32_t pc)
{
    const uint64_t track = timeline_track(number);
    if (timeline->tracks[track].is_described)
        timeline_note(timeline, track, name != NULL ? TRACK_SLICE_BEGIN : TRACK_SLICE_END, name, NULL, pc);
}
