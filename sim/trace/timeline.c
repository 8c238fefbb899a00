/* timeline.c - see trace.h. Goes once through the journal, in the order of cycles, and keeps for each PP the
 * group that it is in. Calls track_event. */
#include "trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/plural.h"
#include "sim/machine/shint.h"
#include "track_event.h"

#define NONE UINT32_MAX
enum { NAME_SIZE = 256, REGIONS = 2048 };

/* Fixed tracks; then one a region, one a PP, then groups. */
enum { TRACK_RUN = 1, TRACK_HOST, TRACK_RUNNING, TRACK_WAITING, TRACK_REGION };

/* A group of PPs, from the cycle in which they form it until all have gone back to the one around it. */
struct group {
    uint32_t address, parent;
    uint32_t members, left;
    uint32_t waiting; /* in its barrier */
    uint64_t start;
    uint64_t track;
    uint32_t track_number;
};

/* A track of groups that come one after the other: those that one place makes of one group's. */
struct group_track {
    uint64_t uuid;
    uint32_t parent, place, next; /* number of the parent's track; .. of the next one below that */
    uint32_t children;
    bool in_use;
};

struct pp {
    uint32_t group;
    bool has_left, waits, is_shown;
    uint8_t depth; /* slices that are open on its own track */
};

struct timeline {
    struct machine *machine;
    const struct trace_choice *choice;
    FILE *stream;
    struct pp *pps;
    struct group *groups;
    size_t group_count, group_room;
    struct group_track *tracks;
    size_t track_count, track_room;
    uint32_t *live; /* hash of an address: the last group there */
    uint32_t live_mask;
    uint32_t inside[REGIONS]; /* PPs in a region */
    bool knows_region[REGIONS];
    uint64_t next_uuid;
    uint64_t running, waiting;
};

/* ---- names */

static const char *place_name(const struct timeline *timeline, uint32_t pc, char text[NAME_SIZE])
{
    const char *file;
    uint32_t line;
    if (object_find_line(&timeline->machine->object, pc, &file, &line)) {
        const char *slash = strrchr(file, '/');
        snprintf(text, NAME_SIZE, "%.180s:%" PRIu32, slash != NULL ? slash + 1 : file, line);
    } else {
        snprintf(text, NAME_SIZE, "pc %" PRIu32, pc);
    }
    return text;
}

/* What makes a group, by the routine that announces it. */
static const char *construct_name(const struct timeline *timeline, uint32_t pc)
{
    static const struct {
        const char *routine, *name;
    } constructs[] = {{"__fork_start", "start"},
                      {"__fork_split_all", "loop"},
                      {"__fork_split_part", "if"},
                      {"__fork_split_many", "fork or if"},
                      {"__fork_join_ride", "join"}};
    uint32_t offset;
    const char *routine = object_find_function(&timeline->machine->object, pc, &offset);
    for (size_t k = 0; routine != NULL && k < sizeof constructs / sizeof constructs[0]; k++)
        if (strcmp(routine, constructs[k].routine) == 0)
            return constructs[k].name;
    return "group";
}

/* ---- what is shown */

static bool has(const struct trace_list *list, uint32_t number)
{
    for (uint32_t k = 0; k < list->count; k++)
        if (number >= list->first[k] && number <= list->last[k])
            return true;
    return false;
}

bool trace_read_list(struct trace_list *list, const char *text, uint32_t most)
{
    *list = (struct trace_list){.count = 0};
    for (;;) {
        char *end;
        if (*text < '0' || *text > '9' || list->count == TRACE_RANGES)
            return false;
        const unsigned long long first = strtoull(text, &end, 10);
        unsigned long long last = first;
        if (*end == '-' && end[1] >= '0' && end[1] <= '9')
            last = strtoull(end + 1, &end, 10);
        if (last > most || first > last || (*end != ',' && *end != '\0'))
            return false;
        list->first[list->count] = (uint32_t)first;
        list->last[list->count++] = (uint32_t)last;
        if (*end == '\0')
            return true;
        text = end + 1;
    }
}

/* Outside of the window nothing is written but what is still open at its ends. */
static uint64_t clamp(const struct timeline *timeline, uint64_t cycle)
{
    const struct trace_choice *choice = timeline->choice;
    if (choice->to != 0 && cycle > choice->to)
        return choice->to;
    return cycle < choice->from ? choice->from : cycle;
}

static bool is_in_window(const struct timeline *timeline, uint64_t cycle)
{
    const struct trace_choice *choice = timeline->choice;
    return cycle >= choice->from && (choice->to == 0 || cycle <= choice->to);
}

static void begin(const struct timeline *timeline, uint64_t cycle, uint64_t track, const char *name)
{
    track_event(timeline->stream, clamp(timeline, cycle), TRACK_SLICE_BEGIN, track, name, 0);
}

static void end(const struct timeline *timeline, uint64_t cycle, uint64_t track)
{
    track_event(timeline->stream, clamp(timeline, cycle), TRACK_SLICE_END, track, NULL, 0);
}

static void count(const struct timeline *timeline, uint64_t cycle)
{
    if (!is_in_window(timeline, cycle))
        return;
    track_event(timeline->stream, cycle, TRACK_COUNTER, TRACK_RUNNING, NULL, (int64_t)timeline->running);
    track_event(timeline->stream, cycle, TRACK_COUNTER, TRACK_WAITING, NULL, (int64_t)timeline->waiting);
}

/* ---- groups */

static uint32_t slot_of(const struct timeline *timeline, uint32_t address)
{
    uint32_t slot = address * 0x9e3779b1u >> 7 & timeline->live_mask;
    while (timeline->live[slot] != NONE && timeline->groups[timeline->live[slot]].address != address)
        slot = (slot + 1) & timeline->live_mask;
    return slot;
}

/* Room for another address. */
static void grow_live(struct timeline *timeline)
{
    if (timeline->group_count * 2 < timeline->live_mask)
        return;
    timeline->live_mask = timeline->live_mask * 2 + 1;
    free(timeline->live);
    timeline->live = memory_take((size_t)timeline->live_mask + 1, sizeof *timeline->live);
    memset(timeline->live, 0xff, ((size_t)timeline->live_mask + 1) * sizeof *timeline->live);
    for (size_t k = 0; k < timeline->group_count; k++)
        timeline->live[slot_of(timeline, timeline->groups[k].address)] = (uint32_t)k;
}

/* A track below the parent's on which no group of this place is. */
static uint32_t take_track(struct timeline *timeline, uint32_t parent, uint32_t place, const char *name)
{
    const uint32_t first = parent != NONE ? timeline->tracks[parent].children : NONE;
    for (uint32_t k = first; k != NONE; k = timeline->tracks[k].next)
        if (timeline->tracks[k].place == place && !timeline->tracks[k].in_use) {
            timeline->tracks[k].in_use = true;
            return k;
        }
    timeline->tracks = memory_grow(timeline->tracks, &timeline->track_room, timeline->track_count + 1,
                                   sizeof *timeline->tracks);
    const uint32_t number = (uint32_t)timeline->track_count++;
    timeline->tracks[number] = (struct group_track){.uuid = timeline->next_uuid++,
                                                    .parent = parent,
                                                    .place = place,
                                                    .next = first,
                                                    .children = NONE,
                                                    .in_use = true};
    if (parent != NONE)
        timeline->tracks[parent].children = number;
    track_describe(timeline->stream, timeline->tracks[number].uuid,
                   parent != NONE ? timeline->tracks[parent].uuid : TRACK_RUN, name, false);
    return number;
}

static uint32_t make_group(struct timeline *timeline, const struct journal_entry *entry, uint32_t parent)
{
    char place[NAME_SIZE], track_name[2 * NAME_SIZE], name[3 * NAME_SIZE];
    grow_live(timeline);
    timeline->groups = memory_grow(timeline->groups, &timeline->group_room, timeline->group_count + 1,
                                   sizeof *timeline->groups);
    const uint32_t number = (uint32_t)timeline->group_count++;
    struct group *group = &timeline->groups[number];
    *group = (struct group){.address = entry->group, .parent = parent, .start = entry->cycle};
    snprintf(track_name, sizeof track_name, "%s, %s", construct_name(timeline, entry->pc),
             place_name(timeline, entry->place, place));
    snprintf(name, sizeof name, "%s: %" PRIu32 " PP%s", track_name, entry->count, plural(entry->count));
    group->track_number = take_track(timeline, parent != NONE ? timeline->groups[parent].track_number : NONE,
                                     entry->place, track_name);
    group->track = timeline->tracks[group->track_number].uuid;
    begin(timeline, entry->cycle, group->track, name);
    timeline->live[slot_of(timeline, entry->group)] = number;
    return number;
}

static void show_pp(struct timeline *timeline, uint32_t number, uint64_t cycle, const char *name)
{
    struct pp *pp = &timeline->pps[number];
    if (!pp->is_shown)
        return;
    if (name != NULL) {
        begin(timeline, cycle, TRACK_REGION + REGIONS + number, name);
        pp->depth++;
    } else if (pp->depth > 0) {
        end(timeline, cycle, TRACK_REGION + REGIONS + number);
        pp->depth--;
    }
}

/* The PP leaves its group for the one around it; the last one ends the group. */
static void leave(struct timeline *timeline, uint32_t number, uint64_t cycle)
{
    struct pp *pp = &timeline->pps[number];
    struct group *group = &timeline->groups[pp->group];
    pp->group = group->parent;
    show_pp(timeline, number, cycle, NULL);
    if (++group->left < group->members)
        return;
    end(timeline, cycle, group->track);
    timeline->tracks[group->track_number].in_use = false;
}

/* Whether a PP is in the group at this address, or in one within it. */
static bool is_within(const struct timeline *timeline, uint32_t number, uint32_t address)
{
    for (uint32_t k = timeline->pps[number].group; k != NONE; k = timeline->groups[k].parent)
        if (timeline->groups[k].address == address)
            return true;
    return false;
}

static void go_back(struct timeline *timeline, uint32_t number, uint32_t address, uint64_t cycle)
{
    if (!is_within(timeline, number, address))
        return;
    while (timeline->groups[timeline->pps[number].group].address != address)
        leave(timeline, number, cycle);
}

/* ---- entries */

static void enter_group(struct timeline *timeline, const struct journal_entry *entry)
{
    const struct journal *journal = timeline->machine->journal;
    const uint32_t present = timeline->live[slot_of(timeline, entry->group)];
    uint32_t number = present;
    char place[NAME_SIZE], name[2 * NAME_SIZE];
    if (present == NONE || timeline->groups[present].start != entry->cycle)
        number = make_group(timeline, entry, timeline->pps[journal_pp(journal, entry, 0)].group);
    timeline->groups[number].members += entry->count;
    snprintf(name, sizeof name, "%s, %s", construct_name(timeline, entry->pc),
             place_name(timeline, entry->place, place));
    for (uint32_t k = 0; k < entry->count; k++) {
        const uint32_t pp = journal_pp(journal, entry, k);
        timeline->pps[pp].group = number;
        timeline->pps[pp].has_left = false;
        show_pp(timeline, pp, entry->cycle, name);
    }
}

static void enter_barrier(struct timeline *timeline, const struct journal_entry *entry)
{
    const struct journal *journal = timeline->machine->journal;
    char place[NAME_SIZE], name[2 * NAME_SIZE];
    snprintf(name, sizeof name, "barrier, %s", place_name(timeline, entry->place, place));
    for (uint32_t k = 0; k < entry->count; k++) {
        const uint32_t pp = journal_pp(journal, entry, k);
        go_back(timeline, pp, entry->group, entry->cycle);
        timeline->pps[pp].waits = true;
        show_pp(timeline, pp, entry->cycle, name);
        const uint32_t number = timeline->pps[pp].group;
        if (number != NONE && timeline->groups[number].address == entry->group &&
            timeline->groups[number].waiting++ == 0)
            begin(timeline, entry->cycle, timeline->groups[number].track, name);
    }
    timeline->waiting += entry->count;
}

static void leave_barrier(struct timeline *timeline, const struct journal_entry *entry)
{
    const struct journal *journal = timeline->machine->journal;
    for (uint32_t k = 0; k < entry->count; k++) {
        const uint32_t pp = journal_pp(journal, entry, k), number = timeline->pps[pp].group;
        if (!timeline->pps[pp].waits)
            continue;
        timeline->pps[pp].waits = timeline->pps[pp].has_left = false;
        timeline->waiting--;
        show_pp(timeline, pp, entry->cycle, NULL);
        if (number != NONE && timeline->groups[number].address == entry->group &&
            --timeline->groups[number].waiting == 0)
            end(timeline, entry->cycle, timeline->groups[number].track);
    }
}

/* A start or join ends for PPs that leave their group, and become asynchronous. */
static void enter_async(struct timeline *timeline, const struct journal_entry *entry)
{
    for (uint32_t k = 0; k < entry->count; k++) {
        const uint32_t pp = journal_pp(timeline->machine->journal, entry, k);
        if (timeline->pps[pp].has_left && timeline->pps[pp].group != NONE)
            leave(timeline, pp, entry->cycle);
        timeline->pps[pp].has_left = false;
    }
}

static void mark_region(struct timeline *timeline, const struct journal_entry *entry, bool enters)
{
    const uint32_t region = shint_argument(entry->hint) % REGIONS;
    const uint64_t track = TRACK_REGION + region;
    char place[NAME_SIZE], name[2 * NAME_SIZE];
    if (timeline->choice->regions.count != 0 && !has(&timeline->choice->regions, region))
        return;
    snprintf(name, sizeof name, "region %" PRIu32 ", %s", region, place_name(timeline, entry->place, place));
    if (!timeline->knows_region[region])
        track_describe(timeline->stream, track, TRACK_RUN, name, false);
    timeline->knows_region[region] = true;
    for (uint32_t k = 0; k < entry->count; k++)
        show_pp(timeline, journal_pp(timeline->machine->journal, entry, k), entry->cycle,
                enters ? name : NULL);
    if (enters && timeline->inside[region] == 0)
        begin(timeline, entry->cycle, track, name);
    if (!enters && timeline->inside[region] > 0 && timeline->inside[region] <= entry->count)
        end(timeline, entry->cycle, track);
    timeline->inside[region] = enters ? timeline->inside[region] + entry->count
                               : timeline->inside[region] > entry->count
                                   ? timeline->inside[region] - entry->count
                                   : 0;
}

static void call_host(struct timeline *timeline, const struct journal_entry *entry)
{
    char place[NAME_SIZE], name[2 * NAME_SIZE];
    const char *call = hostcall_name(entry->hint);
    if (!is_in_window(timeline, entry->cycle))
        return;
    snprintf(name, sizeof name, "%s, %s: %" PRIu32 " PP%s", call != NULL ? call : "no host call",
             place_name(timeline, entry->place, place), entry->count, plural(entry->count));
    track_event(timeline->stream, entry->cycle, TRACK_INSTANT, TRACK_HOST, name, 0);
}

static void halt(struct timeline *timeline, const struct journal_entry *entry)
{
    for (uint32_t k = 0; k < entry->count; k++) {
        const uint32_t pp = journal_pp(timeline->machine->journal, entry, k);
        while (timeline->pps[pp].group != NONE)
            leave(timeline, pp, entry->cycle);
        while (timeline->pps[pp].depth > 0)
            show_pp(timeline, pp, entry->cycle, NULL);
    }
    timeline->running -= entry->count;
}

static void take_hint(struct timeline *timeline, const struct journal_entry *entry)
{
    switch (shint_number(entry->hint)) {
    case SHINT_group_enter:
        enter_group(timeline, entry);
        break;
    case SHINT_group_leave:
        for (uint32_t k = 0; k < entry->count; k++)
            timeline->pps[journal_pp(timeline->machine->journal, entry, k)].has_left = true;
        break;
    case SHINT_barrier_enter:
        enter_barrier(timeline, entry);
        count(timeline, entry->cycle);
        break;
    case SHINT_barrier_leave:
        leave_barrier(timeline, entry);
        count(timeline, entry->cycle);
        break;
    case SHINT_async_enter:
        enter_async(timeline, entry);
        break;
    case SHINT_region_enter:
    case SHINT_region_leave:
        mark_region(timeline, entry, shint_number(entry->hint) == SHINT_region_enter);
        break;
    default:
        break;
    }
}

/* ---- the whole */

static void describe(struct timeline *timeline)
{
    const struct machine *machine = timeline->machine;
    char name[2 * NAME_SIZE];
    snprintf(name, sizeof name, "%.200s, %" PRIu32 " PP%s; 1 ns is 1 cycle", machine->config.arguments[0],
             machine->config.pps, plural(machine->config.pps));
    track_describe(timeline->stream, TRACK_RUN, 0, name, false);
    track_describe(timeline->stream, TRACK_HOST, TRACK_RUN, "host calls", false);
    track_describe(timeline->stream, TRACK_RUNNING, TRACK_RUN, "running PPs", true);
    track_describe(timeline->stream, TRACK_WAITING, TRACK_RUN, "PPs in barriers", true);
    for (uint32_t pp = 0; pp < machine->config.pps; pp++) {
        timeline->pps[pp].group = NONE;
        timeline->pps[pp].is_shown = has(&timeline->choice->pps, pp);
        snprintf(name, sizeof name, "PP %" PRIu32, pp);
        if (timeline->pps[pp].is_shown)
            track_describe(timeline->stream, TRACK_REGION + REGIONS + pp, TRACK_RUN, name, false);
    }
}

/* What is still open when the run ends. */
static void close_all(struct timeline *timeline, uint64_t cycle)
{
    for (size_t k = 0; k < timeline->group_count; k++) {
        if (timeline->groups[k].waiting > 0)
            end(timeline, cycle, timeline->groups[k].track);
        if (timeline->groups[k].left < timeline->groups[k].members)
            end(timeline, cycle, timeline->groups[k].track);
    }
    for (uint32_t region = 0; region < REGIONS; region++)
        if (timeline->inside[region] > 0)
            end(timeline, cycle, TRACK_REGION + region);
    for (uint32_t pp = 0; pp < timeline->machine->config.pps; pp++)
        while (timeline->pps[pp].depth > 0)
            show_pp(timeline, pp, cycle, NULL);
    end(timeline, cycle, TRACK_RUN);
}

bool trace_print(struct machine *machine, const struct trace_choice *choice, FILE *stream)
{
    struct timeline timeline = {.machine = machine,
                                .choice = choice,
                                .stream = stream,
                                .pps = memory_take(machine->config.pps, sizeof *timeline.pps),
                                .live = memory_take(1024, sizeof *timeline.live),
                                .groups = memory_take(1, sizeof *timeline.groups),
                                .group_room = 1,
                                .tracks = memory_take(1, sizeof *timeline.tracks),
                                .track_room = 1,
                                .live_mask = 1023,
                                .next_uuid = TRACK_REGION + REGIONS + machine->config.pps,
                                .running = machine->config.pps};
    const struct journal *journal = machine->journal;
    memset(timeline.live, 0xff, 1024 * sizeof *timeline.live);
    journal_sort(machine->journal);
    describe(&timeline);
    begin(&timeline, 0, TRACK_RUN, "run");
    count(&timeline, choice->from);
    for (size_t k = 0; k < journal->count && journal->entries[k].cycle < journal->until; k++) {
        const struct journal_entry *entry = &journal->entries[k];
        if (entry->kind == JOURNAL_HINT)
            take_hint(&timeline, entry);
        else if (entry->kind == JOURNAL_HOST)
            call_host(&timeline, entry);
        else
            halt(&timeline, entry);
    }
    close_all(&timeline, journal->lost != 0 ? journal->until : machine->stats.cycles);
    free(timeline.pps);
    free(timeline.groups);
    free(timeline.tracks);
    free(timeline.live);
    return !ferror(stream);
}
