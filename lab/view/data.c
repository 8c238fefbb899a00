/* data.c - see data.h. */
#include "lab/view/data.h"

#include "common/json.h"
#include "common/memory.h"
#include "lab/view/pack.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- names */

static bool has_word(const char *line, size_t length, const char *word)
{
    const size_t size = strlen(word);
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    for (size_t k = 0; k + size <= length; k++)
        if (memcmp(line + k, word, size) == 0 && (k == 0 || strchr(letters, line[k - 1]) == NULL) &&
            (k + size == length || strchr(letters, line[k + size]) == NULL))
            return true;
    return false;
}

/* "fork or if" is one operation of the runtime; the source line tells them apart. */
static const char *construct(const struct page *page, uint32_t place)
{
    size_t length;
    const char *line = sources_line(page->sources, page->trace, place, &length);
    if (line == NULL)
        return "fork or if";
    if (has_word(line, length, "fork"))
        return has_word(line, length, "if") ? "fork or if" : "fork";
    return has_word(line, length, "if") || memchr(line, '?', length) != NULL ? "if" : "fork or if";
}

static json_t *name_text(const struct page *page, const struct name_entry *entry, uint32_t place)
{
    static const char both[] = "fork or if";
    const bool is_both = entry->length >= strlen(both) && memcmp(entry->name, both, strlen(both)) == 0;
    const char *begin = is_both ? construct(page, place) : "";
    const size_t skipped = is_both ? strlen(both) : 0;
    const int length = entry->length < INT_MAX ? (int)(entry->length - skipped) : 0;
    char *text;
    if (asprintf(&text, "%s%.*s", begin, length, entry->name + skipped) < 0)
        memory_is_short();
    json_t *json = json_text(text);
    free(text);
    return json;
}

/* By number of a name: a place that goes with it. */
static uint32_t *places_of_names(const struct trace *trace)
{
    uint32_t *places = memory_take(trace->names.count + 1, sizeof *places);
    memset(places, 0xff, (trace->names.count + 1) * sizeof *places);
    for (size_t k = 0; k < trace->track_count; k++) {
        const struct track *track = &trace->tracks[k];
        for (size_t n = 0; n < track->slice_count; n++)
            if (track->slices[n].name != TRACE_NOTHING)
                places[track->slices[n].name] = track->slices[n].place;
        if (track->name != TRACE_NOTHING && track->slice_count > 0 && track->kind == TRACK_GROUP)
            places[track->name] = track->slices[0].place;
    }
    return places;
}

static json_t *names(const struct page *page)
{
    json_t *list = json_array();
    uint32_t *places = places_of_names(page->trace);
    for (size_t k = 0; k < page->trace->names.count; k++)
        json_array_append_new(list, name_text(page, &page->trace->names.entries[k], places[k]));
    free(places);
    return list;
}

static json_t *places(const struct page *page)
{
    json_t *list = json_array();
    for (size_t k = 0; k < page->trace->place_count; k++) {
        const struct place *place = &page->trace->places[k];
        json_t *one = json_array();
        json_array_append_new(one, json_number(page->sources->of_name[place->file] - 1));
        json_array_append_new(one, json_number(place->line));
        json_array_append_new(
            one, json_integer(place->function != TRACE_NOTHING ? (json_int_t)place->function : -1));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *files(const struct sources *sources)
{
    json_t *list = json_array();
    for (size_t k = 0; k < sources->count; k++) {
        json_t *one = json_object();
        json_object_set_new(one, "name", json_text(sources->files[k].name));
        json_object_set_new(one, "library", json_boolean(source_is_library(sources->files[k].name)));
        json_object_set_new(one, "text",
                            sources->files[k].text != NULL ? json_text(sources->files[k].text) : json_null());
        json_array_append_new(list, one);
    }
    return list;
}

/* ---- tracks */

/* Numbers of names and places are written plus 1, so that TRACE_NOTHING is 0. */
static void pack_slices(struct pack *pack, const struct track *track)
{
    uint64_t time = 0;
    for (size_t k = 0; k < track->slice_count; k++) {
        const struct slice *slice = &track->slices[k];
        pack_signed(pack, (int64_t)(slice->begin - time));
        time = slice->begin;
        pack_number(pack, slice->end - slice->begin);
        pack_number(pack, slice->name + 1);
        pack_number(pack, slice->place + 1);
        pack_number(pack, slice->depth);
        for (int n = 0; n < TRACE_NUMBERS; n++)
            pack_number(pack, slice->number[n]);
    }
}

static void pack_points(struct pack *pack, const struct track *track)
{
    uint64_t time = 0;
    for (size_t k = 0; k < track->point_count; k++) {
        pack_signed(pack, (int64_t)(track->points[k].time - time));
        time = track->points[k].time;
        if (track->kind == TRACK_WATCHED)
            pack_number(pack, track->points[k].index);
        pack_signed(pack, track->points[k].value);
    }
}

/* What a PP does, change by change; of changes in the same `resolution` cycles the last one. Returns how
 * many. */
static uint64_t pack_changes(struct pack *pack, const struct track *track, uint64_t resolution)
{
    uint64_t time = 0, count = 0;
    for (size_t k = 0; k < track->slice_count; k++) {
        const struct slice *slice = &track->slices[k];
        if (k + 1 < track->slice_count && slice->begin / resolution == slice[1].begin / resolution)
            continue;
        count++;
        if (pack == NULL)
            continue;
        pack_number(pack, slice->begin - time);
        time = slice->begin;
        pack_number(pack, slice->name + 1);
        pack_number(pack, slice->place + 1);
    }
    return count;
}

/* The cycles of which the last change is kept, so that there are no more than asked for. */
static uint64_t choose_resolution(const struct page *page)
{
    uint64_t resolution = 1, count;
    do {
        count = 0;
        for (size_t k = 0; k < page->trace->track_count; k++)
            if (page->trace->tracks[k].kind == TRACK_PP)
                count += pack_changes(NULL, &page->trace->tracks[k], resolution);
        resolution *= 2;
    } while (count > page->most && resolution <= page->trace->last);
    return resolution / 2;
}

static json_t *track_json(struct pack *pack, const struct track *track, uint64_t resolution)
{
    static const char *const kinds[] = {"run",  "counter", "host", "region", "group",
                                        "lock", "watched", "pp",   "strand", "waiters"};
    json_t *one = json_object();
    json_object_set_new(one, "kind", json_string(kinds[track->kind]));
    json_object_set_new(one, "name", json_integer(track->name));
    if (track->parent != TRACE_NOTHING)
        json_object_set_new(one, "parent", json_integer(track->parent));
    json_object_set_new(one, "at", json_number(pack->size));
    if (track->kind == TRACK_PP) {
        json_object_set_new(one, "pp", json_integer(track->pp));
        json_object_set_new(one, "changes", json_number(pack_changes(pack, track, resolution)));
        return one;
    }
    if (track->kind == TRACK_WATCHED) {
        json_object_set_new(one, "first", json_number(track->first));
        json_object_set_new(one, "words", json_number(track->words));
        json_object_set_new(one, "interval", json_number(track->interval));
    }
    json_object_set_new(one, "slices", json_number(track->slice_count));
    json_object_set_new(one, "points", json_number(track->point_count));
    pack_slices(pack, track);
    pack_points(pack, track);
    return one;
}

/* Tracks that were never described have no name, and are left out; so parents keep their numbers, each track
 * is there.
 */
static json_t *tracks(const struct page *page, struct pack *pack, uint64_t resolution)
{
    json_t *list = json_array();
    for (size_t k = 0; k < page->trace->track_count; k++) {
        const struct track *track = &page->trace->tracks[k];
        json_array_append_new(list, track->is_known ? track_json(pack, track, resolution) : json_null());
    }
    return list;
}

/* ---- counts of a profile */

static json_t *costs(const struct counts *counts, const uint64_t *cost, json_t *list)
{
    for (size_t k = 0; k < counts->event_count; k++)
        json_array_append_new(list, json_number(cost[k]));
    return list;
}

static json_t *profile(const struct page *page)
{
    const struct counts *counts = page->counts;
    if (counts == NULL)
        return json_null();
    json_t *document = json_object(), *events = json_array(), *lines = json_array();
    for (size_t k = 0; k < counts->event_count; k++)
        json_array_append_new(events, json_text(counts->events[k]));
    for (size_t k = 0; k < counts->line_count; k++) {
        const struct counts_line *line = &counts->lines[k];
        if (page->counted_file[line->file] == UINT32_MAX)
            continue;
        json_t *one = json_array();
        json_array_append_new(one, json_integer(page->counted_file[line->file]));
        json_array_append_new(one, json_integer(line->line));
        json_array_append_new(lines, costs(counts, line->cost, one));
    }
    json_object_set_new(document, "events", events);
    json_object_set_new(document, "total", costs(counts, counts->total, json_array()));
    json_object_set_new(document, "lines", lines);
    return document;
}

/* ---- the whole */

/* In a script element nothing may look like its end. */
static void print_json(json_t *document, FILE *stream)
{
    char *text = json_dumps(document, JSON_COMPACT | JSON_ENSURE_ASCII);
    for (const char *at = text; at != NULL && *at != '\0'; at++)
        if (*at == '<')
            fputs("\\u003c", stream);
        else
            putc(*at, stream);
    free(text);
}

void view_print_data(const struct page *page, const char *before, const char *between, FILE *stream)
{
    struct pack pack = {.size = 0};
    json_begin();
    const uint64_t resolution = choose_resolution(page);
    json_t *document = json_object();
    json_object_set_new(document, "last", json_number(page->trace->last));
    json_object_set_new(document, "resolution", json_number(resolution));
    json_object_set_new(document, "names", names(page));
    if (page->trace->command != TRACE_NOTHING)
        json_object_set_new(document, "command", json_integer(page->trace->command));
    json_object_set_new(document, "places", places(page));
    json_object_set_new(document, "files", files(page->sources));
    json_object_set_new(document, "profile", profile(page));
    json_object_set_new(document, "tracks", tracks(page, &pack, resolution));
    fputs(before, stream);
    print_json(document, stream);
    fputs(between, stream);
    pack_print(&pack, stream);
    json_decref(document);
    pack_release(&pack);
}
