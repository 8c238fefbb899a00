/* target_trace.c - the fuzz target of pramview: any bytes as a timeline.
 *
 * Whatever the bytes: an answer within the memory allowed; of what is read every number leads somewhere, and
 * no slice ends before it begins.
 */
#include "targets.h"

#include "lab/view/trace.h"

#include <stdlib.h>
#include <string.h>

static void expect(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "trace: not so: %s\n", what);
    abort();
}

static void check_slice(const struct trace *trace, const struct slice *slice)
{
    expect(slice->begin <= slice->end, "a slice ends after it begins");
    expect(slice->name == TRACE_NOTHING || slice->name < trace->names.count, "its name is there");
    expect(slice->place == TRACE_NOTHING || slice->place < trace->place_count, "its place is there");
}

static void check_track(const struct trace *trace, size_t number)
{
    const struct track *track = &trace->tracks[number];
    expect(track->parent == TRACE_NOTHING || track->parent < number, "a track comes after the one around it");
    expect(!track->is_known || track->name < trace->names.count, "the name of a track is there");
    for (size_t k = 0; k < track->slice_count; k++) {
        check_slice(trace, &track->slices[k]);
        if (track->kind == TRACK_PP && k > 0)
            expect(track->slices[k - 1].begin < track->slices[k].begin, "changes of a PP ascend");
    }
    for (size_t k = 0; k < track->point_count && track->kind == TRACK_WATCHED; k++)
        expect(track->points[k].index < track->words, "a word that changes is one of the array");
}

void fuzz_trace(const uint8_t *bytes, size_t size, FILE *nowhere)
{
    struct trace trace;
    const char *why;
    if (!trace_read(&trace, bytes, size, &why)) {
        expect(strchr(why, '\n') == NULL && why[0] != '\0', "one line says what is wrong");
        fprintf(nowhere, "%s\n", why);
    }
    for (size_t k = 0; k < trace.track_count; k++)
        check_track(&trace, k);
    for (size_t k = 0; k < trace.place_count; k++)
        expect(trace.places[k].file < trace.names.count, "the file of a place has a name");
    trace_free(&trace);
}
