/* team.h - a team of threads, started for a part of a run and joined at its end, and the team barrier.
 *
 * The part has many segments; the members meet at team_barrier between the parts of a segment. A
 * member's message travels with its arrival, in one cache line: the lines that change cores are the cost of a
 * barrier. Large teams meet by a tree: each member gets the messages of its neighbours one by one, and joined
 * messages of the others. Waiting members read memory for a while and then yield the core. Knows threads,
 * nothing of machines. */
#ifndef PRAM_TEAM_H
#define PRAM_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define TEAM_MAX 256     /* threads */
#define TEAM_MESSAGE 56u /* bytes that fit into a cache line beside the number of an arrival */

/* Branches of the tree, and its maximum depth. Hostile and sanitized builds have trees of few threads. */
#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { TEAM_NEAR = 2, TEAM_DEPTH = 8 };
#else
enum { TEAM_NEAR = 4, TEAM_DEPTH = 4 };
#endif

/* Written by one member, read by all others. Two lines apart from its neighbours, because processors fetch
 * lines in pairs. */
struct team_line {
    _Alignas(128) atomic_uint number;
    _Alignas(8) unsigned char message[TEAM_MESSAGE];
};

/* A member's lines for arrivals alternate: a fast member may already write to one while a slow one still
 * reads the other. */
struct team_lines {
    struct team_line arrival[2];
    struct team_line finish;
    struct team_line joined[TEAM_DEPTH - 1][2]; /* higher in the tree */
};

/* In lines of its own: all members read it at every barrier, and it is between things that thread 0 writes.
 */
struct team {
    _Alignas(128) unsigned size;
    unsigned looks; /* reads of another member's line before a waiting member yields the core */
    struct team_lines *lines;
};

/* One thread of the team; thread 0 is the caller of team_run. */
struct team_member {
    struct team *team;
    unsigned index;
    unsigned arrivals; /* of this member */
    unsigned finishes; /* of all members */
    unsigned random;   /* state of the hostile build's random yields */
};

/* Runs body(member, context) on `size` threads (1..TEAM_MAX), one of them the caller, and returns when all
 * have returned. Threads start on other cores than the caller's if there are as many cores as threads, and
 * may be moved later.
 * False if the threads could not be started: then body has not run at all. */
bool team_run(unsigned size, void (*body)(struct team_member *member, void *context), void *context);

/* Room for the member's message at its next arrival: TEAM_MESSAGE bytes, aligned to 8. */
static inline void *team_message(const struct team_member *member)
{
    return member->team->lines[member->index].arrival[(member->arrivals + 1) % 2].message;
}

/* Waits until all members have called it. Everything that any member wrote before its call is visible to
 * every member after its own: neither compiler nor processor may move anything across, in either direction.
 */
void team_barrier(struct team_member *member);

/* Joins messages: *to becomes the message of its members and the following ones, whose message is `more`. */
typedef void team_join(void *to, const void *more);

/* The joined message of members first .. first + count - 1. */
struct team_part {
    const void *message;
    unsigned first, count;
};

/* What a member gets at a barrier; messages are valid until its next arrival. */
struct team_news {
    unsigned all_count;
    const void *all[TEAM_NEAR]; /* of all, in their order: the same for every member */
    unsigned near_count, own;   /* of all, in their order, neighbours one by one: near[own] is its own */
    const struct team_part *near;
    struct team_part parts[2 * (TEAM_NEAR - 1) * TEAM_DEPTH + 1];
};

/* team_barrier with messages from all to all. In a team of at most TEAM_NEAR members none are joined. */
void team_exchange(struct team_member *member, team_join *join, struct team_news *news);

/* Half a barrier, for work of some members that others need later: the member has finished its part. All
 * members call it, for the same piece of work, between the same two barriers, once at most. */
void team_finish(struct team_member *member);

/* Waits until member `index` has finished, too. Everything that it wrote before its team_finish is visible
 * afterwards. The next team_barrier does the same for all members. */
void team_await(struct team_member *member, unsigned index);

/* Whether it has, without waiting. */
bool team_has_finished(const struct team_member *member, unsigned index);

#endif
