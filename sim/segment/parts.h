/* parts.h - the time that thread 0 spends in each part of a run, for bench/cores.sh parts.
 *
 * Only builds with PRAM_PARTS measure this, by a clock at the end of each part of each segment. In these
 * builds a team of all threads works during the whole run, so that runs with different numbers of threads can
 * be compared. */
#ifndef PRAM_PARTS_H
#define PRAM_PARTS_H

#include <stdint.h>

/* RUN_PART(name, text) */
#define RUN_PARTS(RUN_PART)                                                                                  \
    RUN_PART(tiles, "running its tiles, with waits at the border")                                           \
    RUN_PART(wait, "waiting at the team barrier after a segment")                                            \
    RUN_PART(own, "phases: choosing the kind, and requests of its own tiles")                                \
    RUN_PART(cells, "multiprefix requests of all tiles, carried out by thread 0")                            \
    RUN_PART(alone, "other requests of all tiles, carried out by thread 0")                                  \
    RUN_PART(second, "the second team barrier")                                                              \
    RUN_PART(diverged, "the event core, and moving PPs to it and back")                                      \
    RUN_PART(teams, "dealing tiles, starting threads")

enum run_part {
#define RUN_PART(name, text) RUN_PART_##name,
    RUN_PARTS(RUN_PART)
#undef RUN_PART
        RUN_PART_COUNT
};

struct parts {
    uint64_t last;                  /* pace_clock at the end of the last part; 0: none yet */
    uint64_t spent[RUN_PART_COUNT]; /* nanoseconds */
};

#endif
