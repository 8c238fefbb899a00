/* array_watch.c - see trace.h: contents of arrays, and their tracks in the timeline.
 *
 * A listener that compares the words with their earlier values. A change belongs to the cycle of its store.
 * If there is no room for more changes, only the last one of every 2 cycles is kept, then of every 4, and so
 * on: the final values are always right. Knows machine and observers; no engine.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/plural.h"
#include "inside.h"
#include "sim/isa/instruction.h"

#ifdef PRAM_HOSTILE
enum { CHANGES_MOST = 1 << 12 };
#else
enum { CHANGES_MOST = 1 << 22 };
#endif

struct change {
    uint64_t cycle;
    uint32_t word, value; /* number of the word, among those of all arrays */
};

struct array_watch {
    struct machine *machine;
    struct observer observer;
    struct watched_array arrays[WATCH_ARRAYS];
    size_t array_count;
    uint32_t words;
    uint32_t *first; /* what stood there before the run, */
    uint32_t *now;   /* the words at the last comparison */
    struct change *changes;
    uint32_t count, room;
    uint64_t cycle;    /* last shown cycle: later changes happened in it */
    uint64_t interval; /* in cycles; the last change in each is kept */
};

/* Keeps the last change of every word in each interval. */
static void thin(struct array_watch *watch)
{
    uint32_t *next = memory_take(watch->words, sizeof *next); /* by word: the number of its next change + 1 */
    uint32_t kept = watch->count;
    for (uint32_t k = watch->count; k-- > 0;) {
        const struct change change = watch->changes[k];
        const uint32_t later = next[change.word];
        if (later != 0 && watch->changes[later - 1].cycle / watch->interval == change.cycle / watch->interval)
            continue;
        watch->changes[--kept] = change;
        next[change.word] = kept + 1;
    }
    free(next);
    watch->count -= kept;
    memmove(watch->changes, watch->changes + kept, watch->count * sizeof *watch->changes);
}

static void note(struct array_watch *watch, uint32_t word, uint32_t value)
{
    while (watch->count == CHANGES_MOST) {
        watch->interval *= 2;
        thin(watch);
    }
    *ARENA_ADD(&watch->machine->arena, watch->changes, watch->count, watch->room) =
        (struct change){.cycle = watch->cycle, .word = word, .value = value};
}

static void look(struct array_watch *watch)
{
    uint32_t word = 0;
    for (size_t k = 0; k < watch->array_count; word += watch->arrays[k++].words) {
        const struct watched_array *array = &watch->arrays[k];
        const uint32_t *cells = watch->machine->memory.cells + array->address;
        uint32_t *now = watch->now + word;
        if (memcmp(now, cells, array->words * sizeof *cells) != 0)
            for (uint32_t i = 0; i < array->words; i++)
                if (now[i] != cells[i])
                    note(watch, word + i, now[i] = cells[i]);
    }
}

static bool watch_cycle(void *context, const struct observer_cycle *cycle)
{
    struct array_watch *watch = context;
    look(watch);
    watch->cycle = cycle->cycle;
    return true;
}

/* Hosts change words, too: the engines show each call. */
static enum observer_need needs(void *context, uint32_t pc)
{
    const struct array_watch *watch = context;
    const enum instruction_access access = instruction_access(&watch->machine->program.code[pc]);
    return access == INSTRUCTION_STORES || access == INSTRUCTION_FOLDS ? OBSERVER_NEEDS_PP
                                                                       : OBSERVER_NEEDS_NOTHING;
}

struct array_watch *array_watch_create(struct machine *machine, const struct watched_array *arrays,
                                       size_t count)
{
    struct array_watch *watch = ARENA_NEW(&machine->arena, struct array_watch);
    *watch = (struct array_watch){.machine = machine,
                                  .observer = {.before_cycle = watch_cycle,
                                               .rests = observer_lets_rest,
                                               .needs = needs,
                                               .context = watch},
                                  .array_count = count,
                                  .interval = 1};
    for (size_t k = 0; k < count; k++) {
        watch->arrays[k] = arrays[k];
        watch->words += arrays[k].words;
    }
    watch->first = ARENA_ARRAY(&machine->arena, uint32_t, watch->words);
    watch->now = ARENA_ARRAY(&machine->arena, uint32_t, watch->words);
    uint32_t *now = watch->now;
    for (size_t k = 0; k < count; now += arrays[k++].words)
        memcpy(now, machine->memory.cells + arrays[k].address, arrays[k].words * sizeof *now);
    memcpy(watch->first, watch->now, watch->words * sizeof *watch->first);
    observer_add(&machine->observers, &watch->observer);
    return watch;
}

/* ---- what the timeline shows */

/* An event with the words `begin` .. `end` - 1 of `list`, whose names are their indices. */
struct row {
    struct timeline *timeline;
    uint64_t track;
    struct track_note notes[TRACK_NOTES + 1];
    char names[TRACK_NOTES][16];
    size_t count;
};

static void row_write(struct row *row)
{
    char name[TRACE_NAME];
    snprintf(name, sizeof name, "%zu word%s", row->count, plural(row->count));
    if (row->count > 0)
        timeline_note(row->timeline, row->track, TRACK_INSTANT, name, row->notes, TRACE_NONE);
    row->count = 0;
}

static void row_add(struct row *row, uint64_t cycle, uint32_t index, uint32_t value)
{
    if (row->count == TRACK_NOTES || cycle != row->timeline->cycle)
        row_write(row);
    row->timeline->cycle = cycle;
    snprintf(row->names[row->count], sizeof row->names[0], "%" PRIu32, index);
    row->notes[row->count] = (struct track_note){row->names[row->count], (int32_t)value};
    row->notes[++row->count].name = NULL;
}

/* The track of one array: its size and contents at the beginning of the window, then its changes. */
static void print_array(const struct array_watch *watch, struct timeline *timeline, size_t number,
                        uint32_t first)
{
    const struct watched_array *array = &watch->arrays[number];
    const struct trace_choice *choice = timeline->choice;
    struct row row = {.timeline = timeline};
    char name[2 * TRACE_NAME];
    snprintf(name, sizeof name, "watched %.*s", array->name_length < 200 ? (int)array->name_length : 200,
             array->name);
    row.track = timeline_add_track(timeline, TRACK_RUN, name, false);
    struct track_note size[] = {
        {"first", array->first}, {"words", array->words}, {"interval", (int64_t)watch->interval}, {0}};
    snprintf(name, sizeof name, "%" PRIu32 " words", array->words);
    timeline->cycle = choice->from;
    timeline_note(timeline, row.track, TRACK_INSTANT, name, size, TRACE_NONE);
    uint32_t *const begin = watch->first + first;
    size_t k = 0;
    for (; k < watch->count && watch->changes[k].cycle < choice->from; k++)
        if (watch->changes[k].word - first < array->words)
            begin[watch->changes[k].word - first] = watch->changes[k].value;
    for (uint32_t i = 0; i < array->words; i++)
        if (begin[i] != 0)
            row_add(&row, choice->from, array->first + i, begin[i]);
    row_write(&row);
    for (; k < watch->count && (choice->to == 0 || watch->changes[k].cycle <= choice->to); k++)
        if (watch->changes[k].word - first < array->words)
            row_add(&row, watch->changes[k].cycle, array->first + watch->changes[k].word - first,
                    watch->changes[k].value);
    row_write(&row);
}

void array_watch_print(struct array_watch *watch, struct timeline *timeline)
{
    uint32_t first = 0;
    look(watch);
    for (size_t k = 0; k < watch->array_count; k++) {
        print_array(watch, timeline, k, first);
        first += watch->arrays[k].words;
    }
}
