/* team.h - the threads of a run: started once, joined once, and the barrier between them.
 *
 * One team lives for the whole run; its members meet at team_barrier between the parts of a segment. The
 * barrier turns a generation number instead of a flag, spins briefly and then yields the core. Knows threads,
 * nothing of machines.
 */
#ifndef PRAM_TEAM_H
#define PRAM_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>

#define TEAM_MAX 256 /* threads */

/* What the members share. Each counter has its own cache line: the one is written by everybody who arrives,
 * the other is read by everybody who waits. */
struct team {
    unsigned size;
    unsigned spins; /* looks at the generation before a waiting member yields the core */
    _Alignas(64) atomic_uint arrived;
    _Alignas(64) atomic_uint generation;
};

/* One thread of the team; thread 0 is the caller of team_run. */
struct team_member {
    struct team *team;
    unsigned index;
    unsigned random; /* state of the hostile build's random yields */
};

/* Runs body(member, context) on `size` threads (1..TEAM_MAX), one of them the caller, and returns when all
 * have come back. False if the threads could not be started: then body has not run at all. */
bool team_run(unsigned size, void (*body)(struct team_member *member, void *context), void *context);

/* Waits until all members have called it. Everything that any member wrote before its call is visible to
 * every member after its own: nothing may be moved across by compiler or processor, in either direction. */
void team_barrier(struct team_member *member);

#endif
