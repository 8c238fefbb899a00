/* barrier.c - the team barrier after a segment, then the exchange between the processes of several ranks:
 * fills struct heard. Hostile builds also compare the threads' copies of the run's course. Calls team, ranks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/segment/run.h"

/* A hash that changes, very probably, with anything in the course. */
static uint64_t hash_course(const struct course *course)
{
    const uint64_t parts[] = {course->cycle,   course->barrier_age, course->idle,    course->stop,
                              course->quiet,   course->in_lockstep, course->halfway, course->running,
                              course->goes_on, course->passes,      course->loaded,  course->waits,
                              course->asks,    course->asked,       course->due};
    uint64_t hash = 0;
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
        hash = (hash ^ parts[k]) * 0x9e3779b97f4a7c15u + k;
    return hash;
}

/* All threads have equal copies of the course: each notes a hash before the team barrier, and compares all
 * afterwards. A thread may be one barrier ahead of another, so two sets of hashes alternate. */
static void compare_courses(const struct hand *hand)
{
    if (!TILE_IS_HOSTILE)
        return;
    const uint64_t *courses = hand->bsp->courses[hand->meetings % 2];
    for (unsigned i = hand->bsp->first; i < bsp_end(hand->bsp); i++)
        if (courses[i] != courses[hand->first]) {
            fprintf(stderr, "threads %u and %u have different courses of the run\n", hand->first, i);
            abort();
        }
}

/* The threads of this process have met: now the processes exchange reports. */
static void exchange_reports(struct hand *hand, const struct report **reports)
{
    if (hand_leads(hand))
        ranks_exchange_reports(hand->bsp);
    if (hand->member)
        team_barrier(hand->member);
    ranks_reports(hand->bsp, reports);
}

/* Of a team: the result of its barrier. */
static void join_team_reports(struct heard *heard)
{
    const struct team_news *news = &heard->news;
    heard->near_count = news->near_count;
    heard->own = news->own;
    memcpy(&heard->all, news->all[0], sizeof heard->all);
    for (unsigned k = 1; k < news->all_count; k++)
        report_join(&heard->all, news->all[k]);
    for (unsigned k = 0; k < news->near_count; k++)
        heard->near[k] = &((const struct report *)news->near[k].message)->summary;
}

/* Of one thread, or of several ranks: the reports of all workers. */
static void join_worker_reports(struct hand *hand, struct heard *heard)
{
    const struct bsp *bsp = hand->bsp;
    const struct report *reports[TEAM_MAX];
    reports[0] = &bsp->workers[0].report;
    if (bsp->meeting != NULL)
        exchange_reports(hand, reports);
    for (unsigned i = 1; bsp->meeting == NULL && i < bsp->active; i++)
        reports[i] = &bsp->workers[i].report;
    heard->near_count = bsp->active;
    heard->own = hand->first;
    heard->all = *reports[0];
    for (unsigned k = 0; k < bsp->active; k++) {
        heard->near[k] = &reports[k]->summary;
        if (k > 0)
            report_join(&heard->all, reports[k]);
    }
    /* each process decides this for itself */
    const struct report *own = reports[bsp->meeting != NULL ? bsp->first : 0];
    heard->all.part = own->part;
    heard->all.pause = own->pause;
}

void segment_barrier(struct hand *hand, struct heard *heard)
{
    struct bsp *bsp = hand->bsp;
    struct report *const own = &bsp->workers[hand->first].report;
    if (hand->member) {
        memcpy(team_message(hand->member), own, sizeof *own);
        if (TILE_IS_HOSTILE)
            bsp->courses[++hand->meetings % 2][hand->first] = hash_course(&hand->course);
        team_exchange(hand->member, report_join, &heard->news);
        compare_courses(hand);
    }
    border_close(&bsp->workers[hand->first].effects.border);
    if (hand->member && bsp->meeting == NULL)
        join_team_reports(heard);
    else
        join_worker_reports(hand, heard);
}
