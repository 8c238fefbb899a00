/* timeline.c - see timeline.h. */
#include "timeline.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/host/files.h"

enum { SHARE = 10 }; /* a snapshot takes at most 1/SHARE of the run's time */

const struct moment *timeline_before(const struct timeline *timeline, uint64_t cycle)
{
    size_t low = 0, high = timeline->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (timeline->moments[middle].cycle <= cycle)
            low = middle + 1;
        else
            high = middle;
    }
    return low != 0 ? &timeline->moments[low - 1] : NULL;
}

static void drop(struct timeline *timeline, size_t number)
{
    struct moment *moment = &timeline->moments[number];
    timeline->bytes -= moment->snapshot.size;
    snapshot_forget(&moment->snapshot);
    memmove(moment, moment + 1, (timeline->count - number - 1) * sizeof *moment);
    timeline->count--;
}

/* The snapshot to drop: the one with the smallest distance between its neighbours, relative to its age.
 * Never the first or the last one. */
static size_t find_idle(const struct timeline *timeline)
{
    const struct moment *moments = timeline->moments;
    const uint64_t now = moments[timeline->count - 1].cycle;
    size_t best = 1;
    double least = 0;
    for (size_t k = 1; k + 1 < timeline->count; k++) {
        const double gap = (double)(moments[k + 1].cycle - moments[k - 1].cycle);
        const double age = (double)(now - moments[k].cycle) + 1;
        if (k == 1 || gap / age < least) {
            best = k;
            least = gap / age;
        }
    }
    return best;
}

bool timeline_take(struct timeline *timeline, struct machine *machine, const struct engine *engine,
                   const void *state, char *error, size_t error_size)
{
    const uint64_t cycle = machine->stats.cycles;
    const struct moment *before = timeline_before(timeline, cycle);
    timeline->running = 0;
    if (before != NULL && before->cycle == cycle)
        return true;
    const double start = stats_clock();
    struct moment moment = {.cycle = cycle, .errors = machine->host->errors.written};
    if (!snapshot_take(&moment.snapshot, machine, engine, state, error, error_size)) {
        snapshot_forget(&moment.snapshot);
        return false;
    }
    files_note_checkpoint(machine->host->files);
    const size_t place = before != NULL ? (size_t)(before - timeline->moments) + 1 : 0;
    timeline->moments =
        memory_grow(timeline->moments, &timeline->room, timeline->count + 1, sizeof *timeline->moments);
    memmove(&timeline->moments[place + 1], &timeline->moments[place],
            (timeline->count - place) * sizeof *timeline->moments);
    timeline->moments[place] = moment;
    timeline->count++;
    timeline->bytes += moment.snapshot.size;
    while (timeline->bytes > timeline->bytes_most && timeline->count > 2)
        drop(timeline, find_idle(timeline));
    timeline->cost = stats_clock() - start;
    return true;
}

bool timeline_is_due(const struct timeline *timeline)
{
    return timeline->running >= SHARE * timeline->cost;
}

void timeline_forget_behind(struct timeline *timeline, uint64_t cycle)
{
    while (timeline->count > 1 && timeline->moments[timeline->count - 1].cycle > cycle)
        drop(timeline, timeline->count - 1);
}

void timeline_free(struct timeline *timeline)
{
    while (timeline->count != 0)
        drop(timeline, timeline->count - 1);
    free(timeline->moments);
    *timeline = (struct timeline){.count = 0};
}
