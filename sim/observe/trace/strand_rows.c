/* strand_rows.c - strands on the timeline: the PPs of a group at each line of the program. A strand consists
 * of all PPs of a group (not of its subgroups) at one line; it lasts while the PPs are the same. Reads the
 * journal's entries of line_watch.c. A group is examined when PPs have entered it, left it, or moved in it,
 * after all events of a cycle. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "inside.h"

enum { LANES = 8 };  /* strands of one group that are shown at the same time */
enum { RANGES = 4 }; /* of PPs, that a name has */

/* The PPs of a group that are at one line. */
struct strand {
    uint32_t line; /* an instruction of it */
    uint32_t count, first;
    uint64_t hash; /* of all of them */
    bool is_shown; /* there is a lane for it */
};

/* A shown strand, on a track below that of groups. */
struct strand_lane {
    uint64_t track; /* 0: there is none yet */
    uint32_t group; /* TRACE_NONE: nothing is on it now */
    struct strand strand;
};

struct strand_rows {
    uint32_t *lines; /* by PP: its line; TRACE_NONE: unknown */
    uint32_t *dirty; /* groups to be examined: those with is_dirty */
    uint32_t dirty_count, dirty_room;
    struct strand *found; /* of a group */
    uint32_t found_count, found_room;
    uint32_t *number_at; /* by line: number + 1 in `found`; 0: not there */
};

struct strand_rows *strand_rows_create(struct timeline *timeline)
{
    const uint32_t pps = timeline->machine->config.pps;
    struct strand_rows *rows = ARENA_NEW(&timeline->arena, struct strand_rows);
    rows->lines = ARENA_ARRAY(&timeline->arena, uint32_t, pps);
    rows->number_at = ARENA_ARRAY(&timeline->arena, uint32_t, (size_t)timeline->machine->program.count + 1);
    memset(rows->lines, 0xff, pps * sizeof *rows->lines);
    return rows;
}

/* ---- what has changed */

void strand_rows_touch(struct timeline *timeline, uint32_t pp)
{
    struct strand_rows *rows = timeline->strands;
    const uint32_t group = timeline->pps[pp].group;
    if (rows == NULL || group == TRACE_NONE || timeline->groups[group].is_dirty)
        return;
    timeline->groups[group].is_dirty = true;
    *ARENA_ADD(&timeline->arena, rows->dirty, rows->dirty_count, rows->dirty_room) = group;
}

void strand_rows_take(struct timeline *timeline, const struct journal_entry *entry)
{
    for (uint32_t k = 0; timeline->strands != NULL && k < entry->count; k++) {
        const uint32_t pp = timeline_pp(timeline, entry, k);
        timeline->strands->lines[pp] = entry->place;
        strand_rows_touch(timeline, pp);
    }
}

/* ---- the strands of a group */

static void find_strands(struct timeline *timeline, uint32_t number)
{
    struct strand_rows *rows = timeline->strands;
    const struct group *group = &timeline->groups[number];
    rows->found_count = 0;
    for (uint32_t pp = group->first_pp; pp <= group->last_pp; pp++) {
        const uint32_t line = rows->lines[pp];
        if (timeline->pps[pp].group != number || line == TRACE_NONE)
            continue;
        if (rows->number_at[line] == 0) {
            *ARENA_ADD(&timeline->arena, rows->found, rows->found_count, rows->found_room) =
                (struct strand){.line = line, .first = pp};
            rows->number_at[line] = rows->found_count;
        }
        struct strand *strand = &rows->found[rows->number_at[line] - 1];
        strand->count++;
        strand->hash = (strand->hash + pp + 1) * 0x9e3779b97f4a7c15u;
    }
}

/* "PP 0-1023, 1030, sort.fork:17"; ".." for more than four ranges. */
static void name_strand(struct timeline *timeline, uint32_t number, const struct strand *strand,
                        char name[2 * TRACE_NAME])
{
    const uint32_t *lines = timeline->strands->lines;
    int used = 0;
    uint32_t left = strand->count;
    for (uint32_t pp = strand->first, ranges = 0; left > 0 && ranges < RANGES; ranges++) {
        while (timeline->pps[pp].group != number || lines[pp] != strand->line)
            pp++;
        const uint32_t first = pp;
        while (left > 0 && timeline->pps[pp].group == number && lines[pp] == strand->line)
            pp++, left--;
        used += snprintf(name + used, 2 * TRACE_NAME - (size_t)used,
                         pp - 1 > first ? "%s%" PRIu32 "-%" PRIu32 : "%s%" PRIu32, ranges == 0 ? "PP " : ", ",
                         first, pp - 1);
    }
    snprintf(name + used, 2 * TRACE_NAME - (size_t)used, "%s, %s", left > 0 ? ", .." : "",
             timeline_place(timeline, strand->line));
}

/* ---- lanes */

static void begin_lane(struct timeline *timeline, struct strand_lane *lane, uint32_t number,
                       const struct strand *strand)
{
    char name[2 * TRACE_NAME];
    if (lane->track == 0)
        lane->track = timeline_add_track(timeline, timeline->groups[number].track, "strands", false);
    name_strand(timeline, number, strand, name);
    timeline_note(timeline, lane->track, TRACK_SLICE_BEGIN, name,
                  (struct track_note[]){{"PPs", strand->count}, {0}}, strand->line);
    lane->group = number;
    lane->strand = *strand;
}

/* LANES of them. */
static struct strand_lane *lanes_of(struct timeline *timeline, uint32_t number)
{
    struct track *track = &timeline->tracks[timeline->groups[number].track];
    if (track->strands == NULL) {
        track->strands = ARENA_ARRAY(&timeline->arena, struct strand_lane, LANES);
        for (int k = 0; k < LANES; k++)
            track->strands[k].group = TRACE_NONE;
    }
    return track->strands;
}

/* Unchanged strands stay; a strand at the line of a shown one takes its lane; the others, lowest PPs first,
 * take the remaining lanes. */
static void assign_lanes(struct timeline *timeline, uint32_t number)
{
    struct strand_rows *rows = timeline->strands;
    struct strand_lane *lanes = lanes_of(timeline, number);
    find_strands(timeline, number);
    for (int k = 0; k < LANES; k++) {
        struct strand_lane *lane = &lanes[k];
        if (lane->group != number)
            continue;
        const uint32_t at = rows->number_at[lane->strand.line];
        struct strand *strand = at != 0 ? &rows->found[at - 1] : NULL;
        const bool is_same =
            strand != NULL && strand->count == lane->strand.count && strand->hash == lane->strand.hash;
        if (!is_same) {
            timeline_end(timeline, lane->track);
            lane->group = TRACE_NONE;
        }
        if (strand != NULL && !is_same)
            begin_lane(timeline, lane, number, strand);
        if (strand != NULL)
            strand->is_shown = true;
    }
    int free_lane = 0;
    for (size_t k = 0; k < rows->found_count; k++) {
        rows->number_at[rows->found[k].line] = 0;
        while (free_lane < LANES && lanes[free_lane].group != TRACE_NONE)
            free_lane++;
        if (free_lane < LANES && !rows->found[k].is_shown)
            begin_lane(timeline, &lanes[free_lane], number, &rows->found[k]);
    }
}

void strand_rows_end_cycle(struct timeline *timeline)
{
    struct strand_rows *rows = timeline->strands;
    const uint64_t to = timeline->choice->to;
    if (rows == NULL || rows->dirty_count == 0 || (to != 0 && timeline->cycle >= to))
        return; /* what is open at the end of the window ends with it */
    qsort(rows->dirty, rows->dirty_count, sizeof *rows->dirty, compare_words); /* older ones first */
    for (size_t k = 0; k < rows->dirty_count; k++) {
        timeline->groups[rows->dirty[k]].is_dirty = false;
        assign_lanes(timeline, rows->dirty[k]);
    }
    rows->dirty_count = 0;
}
