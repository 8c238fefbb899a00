/* trace.c - see trace.h. Goes through the packets once. What bytes it does not understand it leaves out; only
 * a file that is no protobuf, or no timeline of ours, is refused. */
#include "lab/view/trace.h"

#include "common/memory.h"
#include "common/track_field.h"
#include "lab/view/wire.h"

#include <stdlib.h>
#include <string.h>

enum { SLICE_BEGIN = 1, SLICE_END = 2, INSTANT = 3, COUNTER = 4 };
enum { NOTES = 64, DEPTH_MOST = 1 << 20 };

struct note {
    const char *name;
    size_t length;
    int64_t value;
};

struct event {
    uint64_t time, type, track;
    int64_t value;
    uint32_t name, place;
    struct note notes[NOTES];
    size_t note_count;
};

/* ---- tables */

static uint32_t name_number(struct trace *trace, struct wire text)
{
    const struct name_entry *entry =
        names_find(&trace->names, (const char *)text.at, (size_t)(text.end - text.at));
    return (uint32_t)(entry - trace->names.entries);
}

static size_t slot_of(uint64_t key, size_t count)
{
    return (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (count - 1);
}

/* The track with this uuid, made if it is new. Valid until the next call. */
static struct track *find_track(struct trace *trace, uint64_t uuid)
{
    size_t slot;
    if (trace->track_count * 2 >= trace->slot_count) {
        free(trace->track_slots);
        trace->slot_count = trace->slot_count != 0 ? 2 * trace->slot_count : 1024;
        trace->track_slots = memory_take(trace->slot_count, sizeof *trace->track_slots);
        for (size_t k = 0; k < trace->track_count; k++) {
            slot = slot_of(trace->tracks[k].uuid, trace->slot_count);
            while (trace->track_slots[slot] != 0)
                slot = (slot + 1) & (trace->slot_count - 1);
            trace->track_slots[slot] = (uint32_t)k + 1;
        }
    }
    slot = slot_of(uuid, trace->slot_count);
    for (; trace->track_slots[slot] != 0; slot = (slot + 1) & (trace->slot_count - 1))
        if (trace->tracks[trace->track_slots[slot] - 1].uuid == uuid)
            return &trace->tracks[trace->track_slots[slot] - 1];
    trace->tracks =
        memory_grow(trace->tracks, &trace->track_room, trace->track_count + 1, sizeof *trace->tracks);
    trace->track_slots[slot] = (uint32_t)++trace->track_count;
    struct track *track = &trace->tracks[trace->track_count - 1];
    *track = (struct track){.uuid = uuid, .parent = TRACE_NOTHING, .name = TRACE_NOTHING};
    return track;
}

/* The number of the place with this iid; TRACE_NOTHING: there is none. Places come in the order of their
 * first use, and are looked for from slot to slot. */
static uint32_t find_place(const struct trace *trace, uint64_t iid)
{
    if (trace->place_slot_count == 0)
        return TRACE_NOTHING;
    size_t slot = slot_of(iid, trace->place_slot_count);
    for (; trace->place_slots[slot] != 0; slot = (slot + 1) & (trace->place_slot_count - 1))
        if (trace->places[trace->place_slots[slot] - 1].iid == iid)
            return trace->place_slots[slot] - 1;
    return TRACE_NOTHING;
}

static void add_place(struct trace *trace, const struct place *place)
{
    if (find_place(trace, place->iid) != TRACE_NOTHING)
        return;
    trace->places =
        memory_grow(trace->places, &trace->place_room, trace->place_count + 1, sizeof *trace->places);
    trace->places[trace->place_count++] = *place;
    const bool is_full = trace->place_count * 2 >= trace->place_slot_count;
    if (is_full) {
        free(trace->place_slots);
        trace->place_slot_count = trace->place_slot_count != 0 ? 2 * trace->place_slot_count : 256;
        trace->place_slots = memory_take(trace->place_slot_count, sizeof *trace->place_slots);
    }
    for (size_t k = is_full ? 0 : trace->place_count - 1; k < trace->place_count; k++) {
        size_t slot = slot_of(trace->places[k].iid, trace->place_slot_count);
        while (trace->place_slots[slot] != 0)
            slot = (slot + 1) & (trace->place_slot_count - 1);
        trace->place_slots[slot] = (uint32_t)k + 1;
    }
}

/* ---- tracks */

static bool begins(const struct name_entry *entry, const char *text)
{
    return entry->length >= strlen(text) && memcmp(entry->name, text, strlen(text)) == 0;
}

static bool is_called(const struct name_entry *entry, const char *text)
{
    return entry->length == strlen(text) && begins(entry, text);
}

/* "PP 17" */
static bool is_pp(const struct name_entry *entry, uint32_t *number)
{
    uint32_t value = 0;
    if (!begins(entry, "PP ") || entry->length < 4 || entry->length > 10)
        return false;
    for (size_t k = 3; k < entry->length; k++) {
        if (entry->name[k] < '0' || entry->name[k] > '9')
            return false;
        value = value * 10 + (uint32_t)(entry->name[k] - '0');
    }
    *number = value;
    return true;
}

static void describe(struct trace *trace, struct wire message)
{
    uint64_t uuid = 0, parent = 0;
    uint32_t name = TRACE_NOTHING, remark = TRACE_NOTHING, pp = 0;
    bool is_counter = false;
    struct wire_field field;
    while (wire_next(&message, &field)) {
        if (field.number == DESCRIPTOR_UUID)
            uuid = field.value;
        else if (field.number == DESCRIPTOR_PARENT)
            parent = field.value;
        else if (field.number == DESCRIPTOR_COUNTER)
            is_counter = true;
        else if (field.number == DESCRIPTOR_REMARK && field.type == WIRE_BYTES)
            remark = name_number(trace, field.inside);
        else if (field.number == DESCRIPTOR_NAME && field.type == WIRE_BYTES)
            name = name_number(trace, field.inside);
    }
    struct track *track = find_track(trace, uuid);
    if (name == TRACE_NOTHING || track->is_known)
        return;
    const struct name_entry *entry = &trace->names.entries[name];
    track->parent_uuid = parent;
    if (parent == 0 && remark != TRACE_NOTHING)
        trace->command = remark;
    track->name = name;
    track->is_known = true;
    if (is_counter)
        track->kind = TRACK_COUNTER;
    else if (parent == 0)
        track->kind = TRACK_RUN;
    else if (is_pp(entry, &pp))
        track->kind = TRACK_PP;
    else if (is_called(entry, "host calls") || is_called(entry, "faults on purpose") ||
             is_called(entry, "conflicts"))
        track->kind = TRACK_HOST;
    else if (begins(entry, "region "))
        track->kind = TRACK_REGION;
    else if (begins(entry, "lock ") || is_called(entry, "held together"))
        track->kind = TRACK_LOCK;
    else if (is_called(entry, "still waiting"))
        track->kind = TRACK_WAITERS;
    else if (is_called(entry, "strands"))
        track->kind = TRACK_STRAND;
    else if (begins(entry, "watched "))
        track->kind = TRACK_WATCHED;
    else
        track->kind = TRACK_GROUP;
    track->pp = pp;
}

static void intern(struct trace *trace, struct wire message)
{
    struct wire_field outer, field;
    while (wire_next(&message, &outer)) {
        struct place place = {.file = TRACE_NOTHING, .function = TRACE_NOTHING};
        if (outer.number != INTERNED_PLACE || outer.type != WIRE_BYTES)
            continue;
        while (wire_next(&outer.inside, &field)) {
            if (field.number == PLACE_NUMBER)
                place.iid = field.value;
            else if (field.number == PLACE_LINE)
                place.line = (uint32_t)field.value;
            else if (field.number == PLACE_FILE && field.type == WIRE_BYTES)
                place.file = name_number(trace, field.inside);
            else if (field.number == PLACE_FUNCTION && field.type == WIRE_BYTES)
                place.function = name_number(trace, field.inside);
        }
        if (place.file != TRACE_NOTHING)
            add_place(trace, &place);
    }
}

/* ---- events */

static uint64_t note_of(const struct event *event, const char *name, uint64_t otherwise)
{
    for (size_t k = 0; k < event->note_count; k++)
        if (event->notes[k].length == strlen(name) &&
            memcmp(event->notes[k].name, name, event->notes[k].length) == 0)
            return (uint64_t)event->notes[k].value;
    return otherwise;
}

static struct slice *add_slice(struct track *track, const struct event *event)
{
    track->slices =
        memory_grow(track->slices, &track->slice_room, track->slice_count + 1, sizeof *track->slices);
    struct slice *slice = &track->slices[track->slice_count++];
    *slice = (struct slice){.begin = event->time,
                            .end = event->time,
                            .name = event->name,
                            .place = event->place,
                            .depth = (uint32_t)track->open_count};
    return slice;
}

static void push(struct track *track, uint32_t word)
{
    track->open = memory_grow(track->open, &track->open_room, track->open_count + 1, sizeof *track->open);
    track->open[track->open_count++] = word;
}

/* A PP does something else from now on; of changes in one cycle the last one counts. */
static void change(struct track *track, const struct event *event)
{
    struct event now = *event;
    const size_t depth = track->open_count / 2;
    now.name = depth != 0 ? track->open[track->open_count - 2] : TRACE_NOTHING;
    now.place = depth != 0 ? track->open[track->open_count - 1] : TRACE_NOTHING;
    while (track->slice_count != 0 && track->slices[track->slice_count - 1].begin >= now.time)
        track->slice_count--;
    add_slice(track, &now)->depth = (uint32_t)depth;
}

static void begin_slice(struct track *track, const struct event *event)
{
    if (track->open_count >= DEPTH_MOST)
        return;
    if (track->kind == TRACK_PP) {
        push(track, event->name);
        push(track, event->place);
        change(track, event);
        return;
    }
    struct slice *slice = add_slice(track, event);
    push(track, (uint32_t)track->slice_count - 1);
    slice->number[0] = note_of(event, track->kind == TRACK_LOCK ? "PP" : "PPs", 0);
    if (track->kind != TRACK_LOCK)
        return;
    slice->number[1] = note_of(event, "waited", 0);
    slice->number[2] = note_of(event, "from PP", UINT64_MAX) + 1;
}

static void end_slice(struct track *track, const struct event *event)
{
    if (track->open_count == 0)
        return;
    if (track->kind == TRACK_PP) {
        track->open_count -= 2;
        change(track, event);
        return;
    }
    struct slice *slice = &track->slices[track->open[--track->open_count]];
    if (event->time > slice->begin)
        slice->end = event->time;
    if (track->kind == TRACK_GROUP) {
        slice->number[1] = note_of(event, "PP-cycles", 0);
        slice->number[2] = note_of(event, "waiting", 0);
    }
}

static void add_point(struct track *track, uint64_t time, uint32_t index, int64_t value)
{
    track->points =
        memory_grow(track->points, &track->point_room, track->point_count + 1, sizeof *track->points);
    track->points[track->point_count++] = (struct point){.time = time, .value = value, .index = index};
}

/* The first event of a watched array says how long it is; each other one which words change. */
static void watch(struct track *track, const struct event *event)
{
    if (track->words == 0) {
        track->first = note_of(event, "first", 0);
        track->words = note_of(event, "words", 0);
        track->interval = note_of(event, "interval", 1);
        return;
    }
    for (size_t k = 0; k < event->note_count; k++) {
        uint64_t index = 0;
        for (size_t n = 0; n < event->notes[k].length && index < UINT32_MAX; n++)
            index = index * 10 + (unsigned char)event->notes[k].name[n] - '0';
        if (index >= track->first && index - track->first < track->words)
            add_point(track, event->time, (uint32_t)(index - track->first), event->notes[k].value);
    }
}

/* A PP that waits for a lock when the run ends: a slice from the cycle since which it waits. */
static void add_waiter(struct track *track, const struct event *event)
{
    struct slice *slice = add_slice(track, event);
    const uint64_t since = note_of(event, "since", event->time);
    slice->begin = since < event->time ? since : event->time;
    slice->number[0] = note_of(event, "PP", 0);
}

static void take_event(struct trace *trace, const struct event *event)
{
    struct track *track = find_track(trace, event->track);
    if (!track->is_known) /* what is on a track depends on what it shows */
        return;
    trace->last = event->time > trace->last ? event->time : trace->last;
    switch (event->type) {
    case SLICE_BEGIN:
        begin_slice(track, event);
        break;
    case SLICE_END:
        end_slice(track, event);
        break;
    case INSTANT:
        if (track->kind == TRACK_WATCHED)
            watch(track, event);
        else if (track->kind == TRACK_WAITERS)
            add_waiter(track, event);
        else if (track->kind != TRACK_PP)
            add_slice(track, event)->number[0] = note_of(event, "PPs", 0);
        break;
    case COUNTER:
        if (track->kind == TRACK_COUNTER)
            add_point(track, event->time, 0, event->value);
        break;
    default:
        break;
    }
}

static void read_note(struct event *event, struct wire message)
{
    struct note *note = &event->notes[event->note_count];
    struct wire_field field;
    *note = (struct note){.name = ""};
    while (wire_next(&message, &field)) {
        if (field.number == NOTE_INTEGER)
            note->value = (int64_t)field.value;
        else if (field.number == NOTE_NAME && field.type == WIRE_BYTES) {
            note->name = (const char *)field.inside.at;
            note->length = (size_t)(field.inside.end - field.inside.at);
        }
    }
    event->note_count++;
}

static void read_event(struct trace *trace, struct event *event, struct wire message)
{
    struct wire_field field;
    event->type = event->track = 0;
    event->value = 0;
    event->name = event->place = TRACE_NOTHING;
    event->note_count = 0;
    while (wire_next(&message, &field)) {
        if (field.number == EVENT_TYPE)
            event->type = field.value;
        else if (field.number == EVENT_TRACK)
            event->track = field.value;
        else if (field.number == EVENT_VALUE)
            event->value = (int64_t)field.value;
        else if (field.number == EVENT_PLACE)
            event->place = find_place(trace, field.value);
        else if (field.number == EVENT_NAME && field.type == WIRE_BYTES)
            event->name = name_number(trace, field.inside);
        else if (field.number == EVENT_NOTE && field.type == WIRE_BYTES && event->note_count < NOTES)
            read_note(event, field.inside);
    }
}

/* ---- the whole */

static void read_packet(struct trace *trace, struct event *event, struct wire packet)
{
    struct wire_field field;
    struct wire inside = {.at = NULL};
    event->time = 0;
    while (wire_next(&packet, &field)) {
        if (field.number == PACKET_TIMESTAMP)
            event->time = field.value;
        else if (field.number == PACKET_TRACK_EVENT && field.type == WIRE_BYTES)
            inside = field.inside;
        else if (field.number == PACKET_DESCRIPTOR && field.type == WIRE_BYTES)
            describe(trace, field.inside);
        else if (field.number == PACKET_INTERNED && field.type == WIRE_BYTES)
            intern(trace, field.inside);
    }
    if (inside.at == NULL)
        return;
    read_event(trace, event, inside);
    take_event(trace, event);
}

/* Parents by number. A track whose parent is not known, or comes later than itself, stands on top. What has
 * not ended ends with the run. */
static void settle(struct trace *trace)
{
    for (size_t k = 0; k < trace->track_count; k++) {
        const uint64_t above = trace->tracks[k].parent_uuid;
        uint32_t parent = TRACE_NOTHING;
        if (above != 0) {
            const struct track *found = find_track(trace, above); /* may move them all */
            parent = (uint32_t)(found - trace->tracks);
        }
        struct track *track = &trace->tracks[k];
        track->parent = parent < k ? parent : TRACE_NOTHING;
        for (size_t n = 0; track->kind != TRACK_PP && n < track->open_count; n++)
            track->slices[track->open[n]].end = trace->last;
    }
}

bool trace_read(struct trace *trace, const void *bytes, size_t size, const char **why)
{
    const unsigned char *first = bytes;
    struct wire wire = {.at = first, .end = first + size};
    struct wire_field field;
    struct event *event = memory_take(1, sizeof *event);
    bool is_known = false;
    *trace = (struct trace){.command = TRACE_NOTHING};
    while (wire_next(&wire, &field))
        if (field.number == TRACE_PACKET && field.type == WIRE_BYTES)
            read_packet(trace, event, field.inside);
    free(event);
    settle(trace);
    for (size_t k = 0; k < trace->track_count; k++)
        is_known |= trace->tracks[k].is_known && trace->tracks[k].kind == TRACK_HOST;
    *why = wire.is_bad ? "it is not a trace, or truncated" : "it is not a timeline of pramsim --trace";
    return !wire.is_bad && is_known;
}

void trace_free(struct trace *trace)
{
    for (size_t k = 0; k < trace->track_count; k++) {
        free(trace->tracks[k].slices);
        free(trace->tracks[k].open);
        free(trace->tracks[k].points);
    }
    free(trace->tracks);
    free(trace->track_slots);
    free(trace->places);
    free(trace->place_slots);
    names_free(&trace->names);
}
