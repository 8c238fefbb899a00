/* team.h - the threads of a run: started once, joined once, and how they meet.
 *
 * One team lives for the whole run; its members meet at team_barrier between the parts of a segment. What a
 * member has to tell the others at a meeting travels with its arrival, in one cache line: the lines that
 * change cores are what a meeting costs. Large teams meet by a tree: each member hears of those near it one
 * by one, and of the others what several have told together. Members who wait look at memory for a while and
 * then yield the core. Knows threads, nothing of machines.
 */
#ifndef PRAM_TEAM_H
#define PRAM_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define TEAM_MAX 256     /* threads */
#define TEAM_MESSAGE 56u /* bytes: what fits beside the number of an arrival into a cache line */

/* Branches of the tree, and its depth at most. Hostile and sanitized builds have trees of few threads. */
#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { TEAM_NEAR = 2, TEAM_DEPTH = 8 };
#else
enum { TEAM_NEAR = 4, TEAM_DEPTH = 4 };
#endif

/* Written by one member, read by all others. Two lines apart from its neighbours, for processors fetch lines
 * in pairs. */
struct team_line {
    _Alignas(128) atomic_uint number;
    _Alignas(8) unsigned char message[TEAM_MESSAGE];
};

/* A member's lines for arrivals are used in turns: a fast member may already write to one while a slow one
 * still reads the other. */
struct team_lines {
    struct team_line arrival[2];
    struct team_line finish;
    struct team_line joined[TEAM_DEPTH - 1][2]; /* further up the tree */
};

/* In lines of its own: all members read it at every meeting, and it lies among what thread 0 writes. */
struct team {
    _Alignas(128) unsigned size;
    unsigned looks; /* at another member's line before one who waits yields the core */
    struct team_lines *lines;
};

/* One thread of the team; thread 0 is the caller of team_run. */
struct team_member {
    struct team *team;
    unsigned index;
    unsigned arrivals; /* of this member */
    unsigned finishes; /* of all members */
    unsigned random;   /* state of the hostile build's random yields */
    uint64_t stall;    /* nanoseconds of its longest wait since team_take_stall; 0: none was long */
};

/* Cores that this process may use; at least 1. */
unsigned team_count_cores(void);

/* Runs body(member, context) on `size` threads (1..TEAM_MAX), one of them the caller, and returns when all
 * have come back. Threads start on other cores than the caller's if there are as many cores as threads, and
 * may be moved afterwards.
 * False if the threads could not be started: then body has not run at all. */
bool team_run(unsigned size, void (*body)(struct team_member *member, void *context), void *context);

/* Where the member writes what it tells at its next arrival: TEAM_MESSAGE bytes, aligned to 8. */
static inline void *team_message(const struct team_member *member)
{
    return member->team->lines[member->index].arrival[(member->arrivals + 1) % 2].message;
}

/* What member `index` has told at the last meeting; stays until this member's next arrival. For a look now
 * and then: to look at all is what a large team's meeting spares. */
static inline const void *team_message_of(const struct team_member *member, unsigned index)
{
    return member->team->lines[index].arrival[member->arrivals % 2].message;
}

/* Waits until all members have called it. Everything that any member wrote before its call is visible to
 * every member after its own: nothing may be moved across by compiler or processor, in either direction. */
void team_barrier(struct team_member *member);

/* Puts together what members have told: *to is of some, and becomes what these and those right after them, of
 * whom `more` is, would have told as one. */
typedef void team_join(void *to, const void *more);

/* What members first .. first + count - 1 have told, together. */
struct team_part {
    const void *message;
    unsigned first, count;
};

/* What a member hears at a meeting; messages stay until its next arrival. */
struct team_news {
    unsigned all_count;
    const void *all[TEAM_NEAR]; /* of all, in their order: every member gets the same */
    unsigned near_count, own;   /* of all, in their order, those near one by one: near[own] is its own */
    const struct team_part *near;
    struct team_part parts[2 * (TEAM_NEAR - 1) * TEAM_DEPTH + 1];
};

/* team_barrier, at which all hear what all have told. In a team of at most TEAM_NEAR members nothing is put
 * together. */
void team_meet(struct team_member *member, team_join *join, struct team_news *news);

/* Half a barrier, for work that some members do and others need to see later: the member has finished its
 * part. All members call it, for the same piece of work, between the same two barriers, once at most. */
void team_finish(struct team_member *member);

/* Waits until member `index` has finished, too. Everything that it wrote before its team_finish is visible
 * after it. The next team_barrier does the same for all members. */
void team_await(struct team_member *member, unsigned index);

/* Nanoseconds of the longest wait, of those in which the member had to yield its core, since the last call;
 * 0: none. */
uint64_t team_take_stall(struct team_member *member);

/* The same without waiting: whether it has finished. And what both look at, fetched ahead of that. */
bool team_has_finished(const struct team_member *member, unsigned index);
void team_fetch_finish(const struct team_member *member, unsigned index);

#endif
