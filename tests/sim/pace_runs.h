/* pace_runs.h - simulated runs of equal segments with given times, for tests of pace.h. */
#ifndef PRAM_TESTS_PACE_RUNS_H
#define PRAM_TESTS_PACE_RUNS_H

#include "sim/team/pace.h"

enum { CHANGES_OFTEN = PACE_CHANGES_OFTEN }; /* in these builds times decide nothing */

enum { SECOND = 1000000000, MILLISECOND = 1000000, START = 5 };

/* Nanoseconds of segments of 10 us: of one thread, whose work two would share evenly, and of these two. */
static const uint64_t of_one = 10000;
static const uint64_t of_two = 5300;

enum { INSTRUCTIONS = 1000 }; /* of a segment */

/* A team of all threads begins, whatever has been measured. */
static inline void begin_team(struct pace *pace, uint64_t now)
{
    pace->next = 0;
    pace_change(pace, now, true);
}

/* Notes a segment that represents `weight` ones, and their instructions. */
static inline bool note(struct pace *pace, uint64_t now, unsigned weight)
{
    return pace_note(pace, now, weight, pace->done + (uint64_t)weight * INSTRUCTIONS);
}

/* Notes segments that all took the same, and behind which one thread carries out requests for so long, until
 * a change is due; for `most` nanoseconds of theirs at most. */
static inline bool comes_to_change_beside(struct pace *pace, uint64_t *now, uint64_t segment, uint64_t alone,
                                          uint64_t most)
{
    const uint64_t start = *now;
    while (*now - start < most) {
        *now += segment + alone;
        if (alone != 0)
            pace_alone(pace, alone);
        if (note(pace, *now, 1))
            return true;
    }
    return false;
}

static inline bool comes_to_change(struct pace *pace, uint64_t *now, uint64_t segment, uint64_t most)
{
    return comes_to_change_beside(pace, now, segment, 0, most);
}

#endif
