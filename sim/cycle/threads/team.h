/* team.h - threads and the team they form: threads.c begins and ends a team, work.c is the work of its
 * threads. */
#ifndef PRAM_CYCLE_TEAM_H
#define PRAM_CYCLE_TEAM_H

#include <stdbool.h>
#include <stdint.h>

#include "deal.h"
#include "sim/team/pace.h"
#include "sim/team/room.h"
#include "sim/team/team.h"
#include "threads.h"

/* How a team ended. */
enum threads_end { THREADS_GO_ON, THREADS_FAIL, THREADS_REFUSE };

struct threads {
    struct cycle_state *whole; /* not owned */
    struct pace pace;
    struct room room;
    bool can_start; /* no start of threads has failed so far */

    /* a cycle that one thread executes: */
    unsigned weight; /* the number of cycles that it represents; 0: it is not timed */

    /* a team: */
    unsigned most, size;      /* threads: at most, at work */
    struct deal *deals;       /* by thread; owns their ranges, except the first */
    uint32_t *ends, *weights; /* ends of ranges; weights of blocks of PPs */
    uint8_t *homes;           /* of all cells, one per cache line */
    uint64_t first, until;    /* the team executes the cycles `first` to until - 1, or fewer */
    enum threads_end end;
    uint32_t random; /* state of a generator, for tests (struct test_knobs); 0: none */
    uint64_t next;   /* `random`: no team begins before this cycle */
    bool changes;    /* the team ends: for another number of threads (pace.h), or other ranges */
};

/* Work of ranges: cycles of their PPs that are awake. */
struct team_balance {
    uint64_t sum, most; /* of all ranges together, of the one with most */
};

/* After this number of cycles, with the work of ranges since the last multiple of TEAM_DRIFT_CYCLES: whether
 * the PPs are to be divided anew, because a range has a quarter more work than its share. Each division lasts
 * as long as the run before it, so a program whose work moves all the time divides its PPs only a few times.
 */
static inline bool team_has_drifted(const struct team_balance *work, const struct threads *threads,
                                    uint64_t cycle)
{
    return cycle % TEAM_DRIFT_CYCLES == 0 && cycle >= 2 * threads->first &&
           4 * threads->size * work->most > 5 * work->sum;
}

/* The work of one thread of a team; `context` is its struct threads. Executes cycles until the team has to
 * end. Then all PPs of its range are in rows. */
void team_work(struct team_member *member, void *context);

#endif
