/* lock_rows.c - locks on the timeline: for each a track with its holder, a counter of waiting PPs, and at the
 * end of the run a track with PPs that still wait. An arrow leads from the PP that releases a lock to the
 * next holder. Reads the journal's entries of lock_watch.c. */
#include <inttypes.h>
#include <string.h>

#include "common/bisect.h"
#include "inside.h"
#include "sim/machine/cell_name.h"
#include "sim/observe/record/lock_watch.h"

enum { HOLDERS = 8 }; /* number of tracks of a lock, for readers that hold it together */

struct holder {
    uint64_t track; /* 0: it holds the lock no more */
    uint32_t pp;
};

struct lock_row {
    uint32_t address;
    uint64_t track, counter;
    struct holder holders[HOLDERS];
    uint64_t waiting;
    uint64_t flow;  /* number of the arrow that leads to the next holder; 0: there is none */
    uint32_t giver; /* the PP that released it last */
};

/* What a PP waits for. */
struct waiter {
    uint64_t since;          /* the cycle + 1; 0: it does not wait */
    uint32_t address, place; /* of the lock; of the call */
};

struct lock_rows {
    struct lock_row *rows;
    uint32_t count, room;
    struct waiter *waiters; /* by PP */
    uint64_t flows;
};

struct lock_rows *lock_rows_create(struct timeline *timeline)
{
    struct lock_rows *rows = ARENA_NEW(&timeline->arena, struct lock_rows);
    rows->waiters = ARENA_ARRAY(&timeline->arena, struct waiter, timeline->machine->config.pps);
    return rows;
}

/* Locks are few; for a list or tree with one in each node, rows ascend and are found by bisection. */
static struct lock_row *row_of(struct timeline *timeline, uint32_t address)
{
    struct lock_rows *rows = timeline->locks;
    BISECT(low, rows->count, at, rows->rows[at].address < address)
    if (low < rows->count && rows->rows[low].address == address)
        return &rows->rows[low];
    char cell[CELL_NAME_SIZE], name[2 * TRACE_NAME];
    rows->rows = arena_grow(&timeline->arena, rows->rows, rows->count, &rows->room, sizeof *rows->rows);
    memmove(&rows->rows[low + 1], &rows->rows[low], (rows->count - low) * sizeof *rows->rows);
    rows->count++;
    struct lock_row *row = &rows->rows[low];
    *row = (struct lock_row){.address = address};
    cell_name(timeline->machine, address, cell);
    snprintf(name, sizeof name, "lock %s", cell);
    row->track = timeline_add_track(timeline, TRACK_RUN, name, false);
    snprintf(name, sizeof name, "PPs waiting for lock %s", cell);
    row->counter = timeline_add_track(timeline, TRACK_RUN, name, true);
    return row;
}

static void wait(struct timeline *timeline, const struct journal_entry *entry, struct lock_row *row,
                 uint32_t pp)
{
    char name[TRACE_NAME], cell[CELL_NAME_SIZE];
    snprintf(name, sizeof name, "waits for lock %s", cell_name(timeline->machine, entry->group, cell));
    timeline_show_pp(timeline, pp, name, entry->place);
    timeline->locks->waiters[pp] =
        (struct waiter){.since = entry->cycle + 1, .address = entry->group, .place = entry->place};
    row->waiting++;
}

static void end_wait(struct timeline *timeline, struct lock_row *row, uint32_t pp)
{
    if (timeline->locks->waiters[pp].since == 0)
        return;
    timeline->locks->waiters[pp].since = 0;
    row->waiting--;
    timeline_show_pp(timeline, pp, NULL, TRACE_NONE);
}

static void hold(struct timeline *timeline, const struct journal_entry *entry, struct lock_row *row,
                 uint32_t pp)
{
    char name[TRACE_NAME];
    const uint64_t since = timeline->locks->waiters[pp].since;
    int free = 0;
    while (free < HOLDERS && row->holders[free].track != 0)
        free++;
    end_wait(timeline, row, pp);
    if (free == HOLDERS)
        return;
    const uint64_t track = timeline->tracks[row->track].depth == 0
                               ? row->track
                               : timeline_take_track(timeline, row->track, TRACE_NONE, "held together");
    row->holders[free] = (struct holder){.track = track, .pp = pp};
    snprintf(name, sizeof name, "PP %" PRIu32 ", %s", pp, timeline_place(timeline, entry->place));
    struct track_note notes[] = {{"PP", pp},
                                 {"waited", since != 0 ? (int64_t)(entry->cycle + 1 - since) : 0},
                                 {row->flow != 0 ? "from PP" : NULL, row->giver},
                                 {0}};
    timeline_event(
        timeline,
        (struct track_event){
            .track = track, .kind = TRACK_SLICE_BEGIN, .name = name, .flow_to = row->flow, .notes = notes},
        entry->place);
    row->flow = 0;
}

static void give(struct timeline *timeline, struct lock_row *row, uint32_t pp)
{
    for (int k = 0; k < HOLDERS; k++) {
        struct holder *holder = &row->holders[k];
        if (holder->track == 0 || holder->pp != pp)
            continue;
        row->giver = pp;
        row->flow = row->waiting > 0 ? ++timeline->locks->flows : 0;
        timeline_event(
            timeline,
            (struct track_event){.track = holder->track, .kind = TRACK_SLICE_END, .flow_from = row->flow},
            TRACE_NONE);
        holder->track = 0;
        return;
    }
}

void lock_rows_take(struct timeline *timeline, const struct journal_entry *entry)
{
    struct lock_row *row = row_of(timeline, entry->group);
    const uint64_t waiting = row->waiting;
    for (uint32_t k = 0; k < entry->count; k++) {
        const uint32_t pp = timeline_pp(timeline, entry, k);
        if (entry->hint == LOCK_WAITS)
            wait(timeline, entry, row, pp);
        else if (entry->hint == LOCK_HOLDS)
            hold(timeline, entry, row, pp);
        else if (entry->hint == LOCK_GOES_WITHOUT)
            end_wait(timeline, row, pp);
        else
            give(timeline, row, pp);
    }
    if (row->waiting != waiting)
        timeline_count(timeline, row->counter, row->waiting);
}

/* The PPs that wait for a lock when the run ends: an instant for each, below the lock. */
static void print_waiters(struct timeline *timeline, const struct lock_row *row)
{
    char name[2 * TRACE_NAME];
    const uint64_t track = timeline_add_track(timeline, row->track, "still waiting", false);
    for (uint32_t pp = 0; pp < timeline->machine->config.pps; pp++) {
        const struct waiter *waiter = &timeline->locks->waiters[pp];
        if (waiter->since == 0 || waiter->address != row->address)
            continue;
        snprintf(name, sizeof name, "PP %" PRIu32 ", %s", pp, timeline_place(timeline, waiter->place));
        struct track_note notes[] = {{"PP", pp}, {"since", (int64_t)waiter->since - 1}, {0}};
        timeline_note(timeline, track, TRACK_INSTANT, name, notes, waiter->place);
    }
}

void lock_rows_close(struct timeline *timeline)
{
    for (uint32_t k = 0; k < timeline->locks->count; k++)
        if (timeline->locks->rows[k].waiting > 0)
            print_waiters(timeline, &timeline->locks->rows[k]);
}
