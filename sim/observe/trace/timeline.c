/* timeline.c - see trace.h. One pass over the journal, in the order of cycles, which keeps each PP's group.
 * Watched arrays and locks have files of their own. */
#include <inttypes.h>
#include <string.h>

#include "common/plural.h"
#include "inside.h"
#include "sim/machine/cell_name.h"
#include "sim/inject/inject.h"
#include "sim/machine/shint.h"
#include "sim/isa/system.h"

/* ---- what is shown */

/* Kinds of groups, by the routine that announces them. */
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

static void count(struct timeline *timeline)
{
    timeline_count(timeline, TRACK_RUNNING, timeline->running);
    timeline_count(timeline, TRACK_WAITING, timeline->waiting);
}

/* ---- groups */

/* 1 + the last group at an address; 0: there was none. */
static uint32_t *group_at(struct timeline *timeline, uint32_t address)
{
    return pages_at(&timeline->live, memory_slot(&timeline->machine->memory, address), sizeof(uint32_t));
}

/* `name`: of the group's track. */
static uint32_t make_group(struct timeline *timeline, const struct journal_entry *entry, uint32_t parent,
                           const char *name)
{
    const uint32_t number = timeline->group_count;
    const uint64_t track = timeline_take_track(
        timeline, parent != TRACE_NONE ? timeline->groups[parent].track : TRACK_RUN, entry->place, name);
    char text[3 * TRACE_NAME];
    *ARENA_ADD(&timeline->arena, timeline->groups, timeline->group_count, timeline->group_room) =
        (struct group){.address = entry->group,
                       .parent = parent,
                       .first_pp = UINT32_MAX,
                       .start = entry->cycle,
                       .track = track};
    snprintf(text, sizeof text, "%s: %" PRIu32 " PP%s", name, entry->count, plural(entry->count));
    timeline_note(timeline, track, TRACK_SLICE_BEGIN, text, (struct track_note[]){{"PPs", entry->count}, {0}},
                  entry->place);
    *group_at(timeline, entry->group) = number + 1;
    return number;
}

static void end_barrier(struct timeline *timeline, struct group *group)
{
    timeline_note(timeline, group->track, TRACK_SLICE_END, NULL,
                  (struct track_note[]){{"waiting", (int64_t)group->barrier_cycles}, {0}}, TRACE_NONE);
    group->barrier_cycles = 0;
}

/* With the time of its members in it: cycles of all together, and the part in its barriers. */
static void end_group(struct timeline *timeline, struct group *group)
{
    struct track_note notes[] = {
        {"PP-cycles", (int64_t)group->pp_cycles}, {"waiting", (int64_t)group->wait_cycles}, {0}};
    if (group->waiting > 0)
        end_barrier(timeline, group);
    timeline_note(timeline, group->track, TRACK_SLICE_END, NULL, notes, TRACE_NONE);
}

static void join_group(struct timeline *timeline, uint32_t pp, uint32_t group)
{
    strand_rows_touch(timeline, pp);
    timeline->pps[pp].group = group;
    strand_rows_touch(timeline, pp);
}

/* The PP leaves its group for the parent; the last PP ends the group. */
static void leave(struct timeline *timeline, uint32_t number)
{
    struct group *group = &timeline->groups[timeline->pps[number].group];
    join_group(timeline, number, group->parent);
    timeline_show_pp(timeline, number, NULL, TRACE_NONE);
    group->pp_cycles += timeline->cycle - group->start;
    if (++group->left == group->members)
        end_group(timeline, group);
}

/* The PP leaves the groups within the one at this address, if it is in that. */
static void go_back(struct timeline *timeline, uint32_t number, uint32_t address)
{
    uint32_t to = timeline->pps[number].group;
    while (to != TRACE_NONE && timeline->groups[to].address != address)
        to = timeline->groups[to].parent;
    while (to != TRACE_NONE && timeline->pps[number].group != to)
        leave(timeline, number);
}

/* ---- entries */

static void enter_group(struct timeline *timeline, const struct journal_entry *entry)
{
    char name[2 * TRACE_NAME];
    uint32_t number = *group_at(timeline, entry->group) - 1;
    timeline_label(timeline, construct_name(timeline, entry->pc), entry->place, name);
    if (number == TRACE_NONE || timeline->groups[number].start != entry->cycle)
        number = make_group(timeline, entry, timeline->pps[timeline_pp(timeline, entry, 0)].group, name);
    struct group *group = &timeline->groups[number];
    const uint32_t first = timeline_pp(timeline, entry, 0),
                   last = timeline_pp(timeline, entry, entry->count - 1);
    group->first_pp = first < group->first_pp ? first : group->first_pp;
    group->last_pp = last > group->last_pp ? last : group->last_pp;
    group->members += entry->count;
    for (uint32_t k = 0; k < entry->count; k++) {
        const uint32_t pp = timeline_pp(timeline, entry, k);
        join_group(timeline, pp, number);
        timeline->pps[pp].has_left = false;
        timeline_show_pp(timeline, pp, name, entry->place);
    }
}

/* The PPs leave their group at the next barrier or asynchronous region. */
static void leave_group(struct timeline *timeline, const struct journal_entry *entry)
{
    for (uint32_t k = 0; k < entry->count; k++)
        timeline->pps[timeline_pp(timeline, entry, k)].has_left = true;
}

static void enter_barrier(struct timeline *timeline, const struct journal_entry *entry)
{
    char name[2 * TRACE_NAME];
    timeline_label(timeline, "barrier", entry->place, name);
    for (uint32_t k = 0; k < entry->count; k++) {
        const uint32_t pp = timeline_pp(timeline, entry, k);
        go_back(timeline, pp, entry->group);
        timeline->pps[pp].waits = true;
        timeline->pps[pp].since = entry->cycle;
        timeline_show_pp(timeline, pp, name, entry->place);
        const uint32_t number = timeline->pps[pp].group;
        if (number != TRACE_NONE && timeline->groups[number].address == entry->group &&
            timeline->groups[number].waiting++ == 0)
            timeline_note(timeline, timeline->groups[number].track, TRACK_SLICE_BEGIN, name, NULL,
                          entry->place);
    }
    timeline->waiting += entry->count;
    count(timeline);
}

static void leave_barrier(struct timeline *timeline, const struct journal_entry *entry)
{
    for (uint32_t k = 0; k < entry->count; k++) {
        const uint32_t pp = timeline_pp(timeline, entry, k), number = timeline->pps[pp].group;
        if (!timeline->pps[pp].waits)
            continue;
        timeline->pps[pp].waits = timeline->pps[pp].has_left = false;
        timeline->waiting--;
        timeline_show_pp(timeline, pp, NULL, TRACE_NONE);
        if (number == TRACE_NONE || timeline->groups[number].address != entry->group)
            continue;
        struct group *group = &timeline->groups[number];
        group->wait_cycles += entry->cycle - timeline->pps[pp].since;
        group->barrier_cycles += entry->cycle - timeline->pps[pp].since;
        if (--group->waiting == 0)
            end_barrier(timeline, group);
    }
    count(timeline);
}

/* Whether the runtime calls main at this instruction: the user's code begins there. */
static bool calls_main(const struct timeline *timeline, uint32_t pc)
{
    const struct program *program = &timeline->machine->program;
    const struct instruction *call = &program->code[pc + 1];
    return pc + 1 < program->count && system_rows[call->opcode].work == SYSTEM_CALL &&
           call->constant < program->count && program->origins[pc + 1] != ORIGIN_USER &&
           program->origins[call->constant] == ORIGIN_USER;
}

/* The runtime's start-up: a slice from the beginning of the run to the call of main. A program with its own
 * _start has no start-up. */
static void end_start_up(struct timeline *timeline, const struct journal_entry *entry)
{
    const uint64_t cycle = entry->cycle + 2; /* of the first instruction of main */
    if (timeline->has_started)
        return;
    timeline->has_started = true;
    if (cycle <= timeline->choice->from || !calls_main(timeline, entry->pc))
        return;
    timeline->cycle = 0;
    timeline_note(timeline, TRACK_RUN, TRACK_SLICE_BEGIN, "start-up", NULL, TRACE_NONE);
    timeline->cycle = cycle;
    timeline_end(timeline, TRACK_RUN);
    timeline->cycle = entry->cycle;
}

/* A start or join ends for PPs that leave their group and become asynchronous. At the beginning the runtime
 * does so for all PPs. */
static void enter_async(struct timeline *timeline, const struct journal_entry *entry)
{
    end_start_up(timeline, entry);
    for (uint32_t k = 0; k < entry->count; k++) {
        const uint32_t pp = timeline_pp(timeline, entry, k);
        if (timeline->pps[pp].has_left && timeline->pps[pp].group != TRACE_NONE)
            leave(timeline, pp);
        timeline->pps[pp].has_left = false;
    }
}

static void mark_region(struct timeline *timeline, const struct journal_entry *entry)
{
    char what[TRACE_NAME], name[2 * TRACE_NAME];
    const bool enters = shint_number(entry->hint) == SHINT_region_enter;
    const uint32_t region = shint_argument(entry->hint) % MARKS_REGIONS;
    const uint64_t track = TRACK_REGION + region;
    if (timeline->choice->only_some_regions && !timeline->choice->shows_region[region])
        return;
    const char *called = region_name(timeline->machine->region_names, region);
    if (called != NULL)
        snprintf(what, sizeof what, "region %s", called);
    else
        snprintf(what, sizeof what, "region %" PRIu32, region);
    timeline_label(timeline, what, entry->place, name);
    timeline_describe(timeline, track, name);
    for (uint32_t k = 0; k < entry->count; k++)
        timeline_show_pp(timeline, timeline_pp(timeline, entry, k), enters ? name : NULL, entry->place);
    if (enters && timeline->inside[region] == 0)
        timeline_note(timeline, track, TRACK_SLICE_BEGIN, name, NULL, entry->place);
    if (!enters && timeline->inside[region] <= entry->count)
        timeline_end(timeline, track);
    timeline->inside[region] = enters ? timeline->inside[region] + entry->count
                               : timeline->inside[region] > entry->count
                                   ? timeline->inside[region] - entry->count
                                   : 0;
}

static void call_host(struct timeline *timeline, const struct journal_entry *entry)
{
    char name[2 * TRACE_NAME];
    const struct hostcall_row *call = hostcall_find(entry->hint);
    if (!timeline_is_in_window(timeline))
        return;
    snprintf(name, sizeof name, "%s, %s: %" PRIu32 " PP%s", call != NULL ? call->name : "no host call",
             timeline_place(timeline, entry->place), entry->count, plural(entry->count));
    timeline_note(timeline, TRACK_HOST, TRACK_INSTANT, name,
                  (struct track_note[]){{"PPs", entry->count}, {0}}, entry->place);
}

static void halt(struct timeline *timeline, const struct journal_entry *entry)
{
    for (uint32_t k = 0; k < entry->count; k++) {
        const uint32_t pp = timeline_pp(timeline, entry, k);
        while (timeline->pps[pp].group != TRACE_NONE)
            leave(timeline, pp);
        timeline_close(timeline, timeline_track(pp));
    }
    timeline->running -= entry->count;
}

/* Findings of --model and --check: the cell, both PPs, both places. */
static void collide(struct timeline *timeline, const struct journal_entry *entry)
{
    char cell[CELL_NAME_SIZE];
    char what[2 * TRACE_NAME], name[5 * TRACE_NAME];
    const uint32_t pp = timeline_pp(timeline, entry, 0),
                   other = timeline_pp(timeline, entry, entry->count - 1);
    struct track_note notes[] = {{"PP", pp}, {"other PP", other}, {0}};
    timeline_describe(timeline, TRACK_CONFLICTS, "conflicts");
    if (!timeline_is_in_window(timeline))
        return;
    journal_put_cell(entry->text, cell_name(timeline->machine, entry->group, cell), what, sizeof what);
    snprintf(name, sizeof name, "%s: PP %" PRIu32 " at %s, PP %" PRIu32 " at %s", what, pp,
             timeline_place(timeline, entry->place), other, timeline_place(timeline, entry->pc));
    timeline_note(timeline, TRACK_CONFLICTS, TRACK_INSTANT, name, notes, entry->place);
}

/* Events of --faults: an instant on a track of its own, and on those of the PPs. */
static void suffer(struct timeline *timeline, const struct journal_entry *entry)
{
    char name[2 * TRACE_NAME];
    struct track_note notes[] = {
        {"PPs", entry->count}, {entry->group != 0 ? "cycles" : NULL, entry->group}, {0}};
    timeline_describe(timeline, TRACK_FAULTS, "faults on purpose");
    if (timeline_is_in_window(timeline)) {
        snprintf(name, sizeof name, "%s, %s: %" PRIu32 " PP%s", inject_names[entry->hint],
                 timeline_place(timeline, entry->place), entry->count, plural(entry->count));
        timeline_note(timeline, TRACK_FAULTS, TRACK_INSTANT, name, notes, entry->place);
        timeline_label(timeline, inject_names[entry->hint], entry->place, name);
        for (uint32_t k = 0; k < entry->count; k++) {
            const uint32_t pp = timeline_pp(timeline, entry, k);
            if (timeline->tracks[timeline_track(pp)].is_described)
                timeline_note(timeline, timeline_track(pp), TRACK_INSTANT, name, notes, entry->place);
        }
    }
    if (entry->hint == INJECT_halt) {
        halt(timeline, entry);
        count(timeline);
    }
}

/* What is done with an entry. */
typedef void entry_row(struct timeline *timeline, const struct journal_entry *entry);

static void take_hint(struct timeline *timeline, const struct journal_entry *entry)
{
    static entry_row *const rows[SHINT_NUMBERS] = {
        [SHINT_group_enter] = enter_group,     [SHINT_group_leave] = leave_group,
        [SHINT_barrier_enter] = enter_barrier, [SHINT_barrier_leave] = leave_barrier,
        [SHINT_async_enter] = enter_async,     [SHINT_region_enter] = mark_region,
        [SHINT_region_leave] = mark_region};
    const uint32_t number = shint_number(entry->hint);
    if (rows[number] != NULL)
        rows[number](timeline, entry);
}

/* ---- the whole */

static void describe(struct timeline *timeline)
{
    const struct machine *machine = timeline->machine;
    char name[2 * TRACE_NAME];
    snprintf(name, sizeof name, "%.200s, %" PRIu32 " PP%s; 1 ns is 1 cycle", machine->config.arguments[0],
             machine->config.pps, plural(machine->config.pps));
    track_begin(timeline->stream);
    track_describe(timeline->stream, TRACK_RUN, 0, name, false, timeline->choice->command);
    track_describe(timeline->stream, TRACK_HOST, TRACK_RUN, "host calls", false, NULL);
    track_describe(timeline->stream, TRACK_RUNNING, TRACK_RUN, "running PPs", true, NULL);
    track_describe(timeline->stream, TRACK_WAITING, TRACK_RUN, "PPs in barriers", true, NULL);
    for (uint32_t pp = 0; pp < machine->config.pps; pp++) {
        timeline->pps[pp].group = TRACE_NONE;
        snprintf(name, sizeof name, "PP %" PRIu32, pp);
        if (trace_has(&timeline->choice->pps, pp))
            timeline_describe(timeline, timeline_track(pp), name);
        timeline_show_pp(timeline, pp, name, TRACE_NONE);
    }
}

/* Slices that are open at the end of the run, and the time of PPs in a barrier until then. */
static void close_all(struct timeline *timeline)
{
    const uint64_t cycle = timeline->cycle;
    lock_rows_close(timeline);
    for (uint32_t number = 0; number < timeline->machine->config.pps; number++) {
        const struct trace_pp *pp = &timeline->pps[number];
        if (!pp->waits || pp->group == TRACE_NONE || pp->since >= cycle)
            continue;
        timeline->groups[pp->group].wait_cycles += cycle - pp->since;
        timeline->groups[pp->group].barrier_cycles += cycle - pp->since;
    }
    for (size_t k = 0; k < timeline->group_count; k++) {
        struct group *group = &timeline->groups[k];
        const uint64_t since = group->start < cycle ? cycle - group->start : 0;
        group->pp_cycles += (group->members - group->left) * since;
        if (group->left < group->members)
            end_group(timeline, group);
    }
    for (uint32_t track = 0; track < timeline->track_count; track++)
        timeline_close(timeline, track);
}

static void go_through(struct timeline *timeline)
{
    static entry_row *const rows[] = {
        [JOURNAL_HINT] = take_hint,       [JOURNAL_HOST] = call_host,   [JOURNAL_LOCK] = lock_rows_take,
        [JOURNAL_FAULT] = suffer,         [JOURNAL_CONFLICT] = collide, [JOURNAL_HALT] = halt,
        [JOURNAL_LINE] = strand_rows_take};
    const struct journal *journal = timeline->machine->journal;
    for (size_t k = 0; k < journal->count && journal->entries[k].cycle < journal->until; k++) {
        const struct journal_entry *entry = &journal->entries[k];
        timeline->cycle = entry->cycle;
        rows[entry->kind](timeline, entry);
        if (k + 1 == journal->count || journal->entries[k + 1].cycle != entry->cycle)
            strand_rows_end_cycle(timeline);
    }
}

bool trace_print(struct machine *machine, const struct trace_choice *choice,
                 const struct trace_watches *watches, FILE *stream)
{
    struct timeline timeline = {.machine = machine,
                                .choice = choice,
                                .stream = stream,
                                .track_count = (uint32_t)timeline_track(machine->config.pps),
                                .running = machine->config.pps,
                                .cycle = choice->from};
    const struct journal *journal = machine->journal;
    timeline.pps = ARENA_ARRAY(&timeline.arena, struct trace_pp, machine->config.pps);
    timeline.track_room = timeline.track_count;
    timeline.tracks = ARENA_ARRAY(&timeline.arena, struct track, timeline.track_count);
    timeline.is_written = ARENA_ARRAY(&timeline.arena, bool, (size_t)machine->program.count + 1);
    timeline.places = ARENA_ARRAY(&timeline.arena, const char *, (size_t)machine->program.count + 1);
    timeline.locks = lock_rows_create(&timeline);
    timeline.live = pages_make(&timeline.arena, (uint64_t)machine->memory.host_words + 1);
    journal_sort(machine->journal);
    if (choice->strands)
        timeline.strands = strand_rows_create(&timeline);
    describe(&timeline);
    timeline_note(&timeline, TRACK_RUN, TRACK_SLICE_BEGIN, "run", NULL, TRACE_NONE);
    count(&timeline);
    if (watches->counts != NULL)
        count_watch_print(watches->counts, &timeline);
    if (watches->arrays != NULL)
        array_watch_print(watches->arrays, &timeline);
    go_through(&timeline);
    timeline.cycle = journal->lost != 0 ? journal->until : machine->stats.cycles;
    close_all(&timeline);
    arena_release(&timeline.arena);
    return !ferror(stream);
}
