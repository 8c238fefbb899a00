/* worker.h - a share of the tiles: run through a segment by one thread, and what is to be told of it.
 *
 * The shares are as many as threads were asked for. In a team each thread has its own; a thread alone runs
 * them one after another, and nothing comes out otherwise. Knows tiles and commit; neither threads nor
 * segments.
 */
#ifndef PRAM_WORKER_H
#define PRAM_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/bsp/phase/phase.h"
#include "sim/bsp/team/team.h"
#include "sim/bsp/tile/tile.h"
#include "sim/bsp/end/watch.h"

enum { STALL_UNIT = 16384 }; /* nanoseconds, so that a second fits 16 bits */

/* What fits the fields of a report. */
#define REPORT_RUNNING 0x7fffffu
#define REPORT_PARTED 0x1fffu
enum { TILES_MOST = 4096 };

/* The end of a worker's part of a segment. */
struct report {
    struct commit_summary summary;
    uint32_t running : 23;
    uint32_t fold : 4; /* of `foresees`: enum rows_fold */
    bool still : 1;    /* as far as was asked (enum worker_question), all who run wait in barriers for ever */
    uint32_t time;     /* nanoseconds, of a timed segment */
    uint8_t quiet;     /* level 0 */
    uint8_t phases;    /* bit per enum stats_phase: why PPs ended their segment */
    uint16_t stall;    /* its thread has waited so long for one that had lost its core; in STALL_UNIT */
    uint32_t
        parted : 13;    /* level 0: TILES_MOST, and tiles whose PPs go their own ways, less those whose do not
                         */
    bool foresees : 1;  /* all who run come next to a multiprefix request that does nothing */
    bool passed : 1;    /* in this segment they have come to one for which no phase was held */
    bool wait : 1;      /* all who run wait in a barrier */
    bool some_wait : 1; /* some do */
    bool stuck : 1; /* all who run wait in a barrier, have come to the last cycle allowed, or to a fault */
    bool exhausted : 1;   /* some have come there */
    bool moving : 1;      /* in a watched run: a PP is not known to go round in a circle, */
    bool disturbed : 1;   /* .. or something has happened that happens in no circle */
    bool interrupted : 1; /* worker 0 tells the others: the run has to stop, */
    bool time_next : 1;   /* .. the next segment is to be timed, */
    bool part : 1;        /* .. the team ends after this segment, */
    bool pause : 1;       /* .. the run is to stop here for a while, */
    bool before : 1;      /* a PP who waits in no barrier is before the cycle that the run is to come to; */
    bool there : 1;       /* .. a PP has come there */
    bool in_step : 1;     /* level 0: see tile_is_in_step */
    bool meets : 1;  /* worker 0 tells the others: all ranks stop after this segment, and tell of their PPs */
    bool lonely : 1; /* level 0: in some tile a few PPs go their own ways while all others wait */
};
_Static_assert(sizeof(struct report) <= TEAM_MESSAGE, "a report travels with its thread's arrival");

/* Two cache lines apart from its neighbours: it is written all the time. */
struct worker {
    _Alignas(128) struct tile *tiles;
    uint32_t tile_count;
    unsigned number;
    struct tile_effects effects;
    struct circle_pp *seen; /* PPs are looked at; NULL: they are not. As `probes`, set from outside */
    bool probes;            /* stores are probed */
    enum tile_dozers doze;  /* level 0: of whom it is worth while to find out whether they doze (tile_doze) */
    bool moving;            /* when the segment began a PP was not known to go round in a circle */
    struct report report;
    uint64_t done[2]; /* instructions until the end of a timed segment; of those in turns, for thread 0 may
                         still read the last one */
};

/* Memory for workers or tiles: zeroed, in cache lines of its own; for free(). NULL if memory is short. */
void *worker_lines(size_t count, size_t size);

/* Makes a worker without tiles. False if memory is short. */
bool worker_create(struct worker *worker, unsigned number, const struct tile_world *world);
void worker_destroy(struct worker *worker);

/* How a worker goes through a segment. */
struct worker_way {
    bool begins;  /* false: it goes on with a segment in whose midst the run was stopped */
    bool goes_on; /* it goes on after a phase of own areas */
    bool loaded;  /* no segment has ended since the PPs were put in from a snapshot */
    bool passes; /* all PPs of the machine come to a multiprefix request that does nothing, for which no phase
                    is held */
    bool in_step; /* see tile_is_in_step */
    bool dozes;   /* no cell has changed that those look at who doze */
    bool naps;    /* levels 1 to 4: nobody needs to see what PPs do who wait in barriers; */
    uint32_t changed_low, changed_high; /* .. cells that have changed since the last segment lie between */
    uint64_t end;                       /* see tile_run */
};

/* Runs the tiles through a segment: all of them in so many parts, one after the other, of which this is
 * number `part`, from 0 on.
 *
 * Neighbours begin at opposite ends of their shares: what the one reads that the other has written in the
 * last phase mostly lies where they touch, and is read last. */
void worker_run(struct worker *worker, const struct worker_way *way, unsigned part, unsigned parts);

/* Whether all who run wait in barriers for ever. */
enum worker_question {
    WORKER_ASKED_NOTHING, /* the answer is no */
    WORKER_HAVE_WAITED,   /* whether they have waited for so long that they may */
    WORKER_WAIT_FOR_EVER  /* .. they do */
};

/* Makes the report of a segment that is over; the fields of worker 0 are left to others. last: no PP is to
 * go on beyond this cycle, level 0 or not; until: the run is to come to this one, UINT64_MAX: to none;
 * question: about PPs in barriers. */
void worker_report(struct worker *worker, uint64_t last, uint64_t until, enum worker_question question);

/* Whether a PP that waits in no barrier is before the cycle. *there becomes true if a PP has come there. */
bool worker_is_before(const struct worker *worker, uint64_t cycle, bool *there);

/* What several workers report, together: *to becomes the report of its workers and of those right after them,
 * of whom `more` is. Without the time that they have worked. Both are struct report. */
void report_join(void *to, const void *more);

/* All reports of a segment, taken together; `first` is this process's first. */
struct overview {
    uint32_t running;
    uint32_t phases;
    int parted; /* tiles, as in reports */
    unsigned quiet;
    uint64_t stall; /* the longest, in nanoseconds */
    bool wait, still, some_wait, stuck, exhausted, moving, disturbed, interrupted, time_next, part, before,
        there;
    bool notes, wrote, barrier_requests, faulty, out_of_memory;
    bool foresees, passed, lonely;
    bool meets;
    bool in_step, pause;
    /* at level 0: */
    bool undisturbed; /* only stores are asked for, and to none of the cells that matter to those who doze; */
    bool touched;     /* .. to some of them; */
    bool some_doze;
    unsigned quiet_beside; /* .. all others are quiet for so many cycles, UINT8_MAX: there are none */
};
void worker_overview(const struct report *const *reports, unsigned count, unsigned first, unsigned level,
                     struct overview *all);

#endif
