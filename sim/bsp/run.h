/* run.h - what the files of the parallel engine's run share: the run, and a thread at work for it.
 *
 * bsp.c      the engine: created, run by one thread or a team, looked at
 * segment.c  one segment after the other: run, meet, choose, carry out
 * meet.c     threads meet, and hear of each other
 * folds.c    multiprefix requests of a team to many cells
 * lead.c     what thread 0 does for all
 * saved.c    snapshots
 * show.c     what listeners are shown (show.h)
 * apart.c    PPs that go their own ways: when the event core runs them, and what comes of it
 * tiling.c   the tiles, and which workers have them
 * writers.c  threads that are still writing what was asked for: the borders of the others' tiles
 * ranks.c    processes that run the machine together
 *
 * Not for anybody else.
 */
#ifndef PRAM_BSP_RUN_H
#define PRAM_BSP_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/bsp/end/watch.h"
#include "sim/bsp/event/event.h"
#include "sim/bsp/phase/phase.h"
#include "sim/bsp/show.h"
#include "sim/bsp/team/pace.h"
#include "sim/bsp/team/room.h"
#include "sim/bsp/team/team.h"
#include "sim/bsp/tile/place.h"
#include "sim/bsp/tile/tile.h"
#include "sim/bsp/worker.h"
#include "sim/machine/deadlock.h"

/* Where the run stands; every thread has a copy, and all copies change alike. */
struct course {
    uint64_t cycle;       /* level 0 */
    uint64_t barrier_age; /* segments since the last request inside a barrier */
    uint64_t idle;  /* levels 1 to 5: segments without a write, all waiting, or at the end of their time */
    uint64_t stop;  /* bsp.stop, in this segment */
    unsigned quiet; /* level 0 */
    bool waits;     /* level 0: all have been in barriers when the last segment ended */
    bool asks;      /* in this segment it is asked whether all wait for ever; at level 0 it has no cycles */
    uint64_t asked; /* level 0: the cycle in which it was asked last */
    bool in_step;   /* level 0: see tile_is_in_step */
    bool dozes;     /* level 0: no cell has changed that strands look at who doze (tile_doze) */
    uint8_t doubt;  /* .. after so many segments it is asked again who does, */
    uint8_t doubts; /* .. and after so many the next time that was in vain */
    uint64_t to_go; /* segments that the run may still go on; UINT64_MAX: as many as there are */
    bool halfway;   /* the run has stopped within a segment: level 0, or at a breakpoint */
    uint32_t running;
    bool goes_on; /* the last phase was one of own areas */
    bool loaded;  /* no segment has ended since the PPs were put in from a snapshot */
    bool passes;  /* after it all PPs come to a multiprefix request that does nothing: no phase for that */
    uint32_t changed_low, changed_high; /* cells that have changed since PPs in barriers last ran */
    bool timed;                         /* the next segment */
    struct watch watch;
    struct watch_news news; /* of the last segment */
    bool looks;             /* PPs are looked at in this one, */
    bool singly;            /* .. and its requests were carried out one by one */
    uint32_t parted;        /* for how long PPs have gone their own ways; apart.c */
    bool apart;             /* the event core has the PPs, or is to have them, */
    bool resumes;           /* .. and was stopped where they are */
    uint8_t suspect;        /* enum suspicion: perhaps the run goes round in circles */
    uint32_t rounds;        /* event_bounds.rounds of the next time */
    uint64_t given_back;    /* the cycle in which it has last given PPs back */
    uint64_t patience;      /* before this cycle the event core does not suspect that */
};

_Static_assert((int)PHASES == (int)STATS_KINDS, "stats.def has a row for each kind of phase");

struct bsp {
    struct machine *machine;
    struct tile_world world;
    struct operation *code;
    uint8_t *judged;         /* what tiles and event core know of it; NULL at levels 1 to 5 */
    uint8_t *wanted;         /* world.nothing, and then world.everything */
    struct real_bank bank;   /* of a program that uses the precision unit */
    struct real_bank before; /* the same at level 0 without an event core: world.before */
    struct barrier_table barriers;
    struct commit *commit;
    struct commit_shared *shared;
    struct event_core *events; /* level 0; NULL: there is none */
    bool few;                  /* .. it has the PPs from the beginning to the end */
    struct tile *tiles;
    uint32_t tile_count;
    struct tile_rows rows; /* of all tiles */
    unsigned active; /* the first workers, which have the tiles, run segments and report; of all ranks */
    uint64_t instructions,
        own_instructions; /* lead_instructions, and the first worker's, when tiles were last dealt; */
    uint64_t idle_done;   /* .. what this process's workers without tiles had executed by then */
    uint32_t random; /* config.tests.deals, and what comes after it; 0: one thread alone has one worker */
    struct worker *workers;
    struct show *show;         /* NULL: there are no listeners */
    struct circle_pp *seen;    /* of a watched run; made by thread 0 when a watch begins */
    unsigned threads;          /* and workers: of all ranks; */
    unsigned first, end;       /* .. those of this process are first .. end - 1 */
    struct meeting *meeting;   /* of several ranks (ranks.c); NULL: there is one process */
    struct course course;      /* between teams, */
    struct course before_team; /* .. and when the present one began, for a thread that begins when another has
                                  stopped */
    uint64_t until;            /* the run stops at this cycle; UINT64_MAX: at none */
    struct breakpoints breakpoints;
    bool breaks; /* the run stops at them */
    struct room room;
    bool is_nice;        /* the user has asked for a low priority */
    uint64_t clock_cost; /* pace_work_cost */
    uint64_t apart_time; /* nanoseconds that the event core has had the PPs */
    bool over;           /* thread 0 sets it in a phase, all read it after the barrier after that */
    bool ended;          /* for whatever reason; thread 0 only, as the next */
    bool stopped;        /* the run has come as far as was asked */
    bool meets;          /* .. and so have all ranks, to tell of their PPs */
    bool started;
    uint64_t end_cycle; /* of a run that ended by a host call or a fault */
    uint64_t
        fails_in;  /* the cycle that has not been executed since a PP could not; UINT64_MAX: there is none */
    uint64_t stop; /* the cycle of the earliest fault that is known, UINT64_MAX: none. As `over` */
    /* From here on what thread 0 writes in each segment, in lines of its own: the others read what lies
     * above. */
    _Alignas(128) struct pace pace;
    uint64_t segments;
    uint64_t rounds; /* .. without those that a phase of own areas ended */
    uint64_t phases[STATS_PHASES];
    uint64_t kinds[PHASES];
#ifdef PRAM_HOSTILE
    uint64_t courses[2][TEAM_MAX]; /* hashes of the threads' courses */
#endif
};

/* What all workers have reported of a segment, as a thread hears it: first as all hear it, who draw the same
 * conclusions from it, each report of a worker or, in a large team, of several; then as it looks from this
 * thread's workers, in the order of all: those near it one by one. own: of its first worker. */
struct heard {
    unsigned count, near_count, own;
    const struct report *reports[TEAM_MAX];
    const struct commit_summary *summaries[TEAM_MAX];
    const struct commit_summary *near[TEAM_MAX];
    struct report joined[TEAM_NEAR]; /* of one thread that does the work of many */
    struct team_news news;           /* of a team without other ranks */
};

/* Threads that may still be writing, and the cells. */
struct writer {
    uint32_t low, high;
    unsigned first, count;
};
enum { WRITERS_MOST = sizeof((struct team_news *)0)->parts / sizeof(struct team_part) };

/* A thread at work for the workers first .. end - 1. */
struct hand {
    struct bsp *bsp;
    struct team_member *member; /* NULL: alone, for all workers */
    unsigned first, end;
    struct course course;
    unsigned weight, next_weight; /* thread 0: for how many segments a timed one stands */
    bool part;                    /* thread 0: it is time to change between one thread and a team, */
    unsigned deals_in;            /* .. alone: after so many segments, to deal tiles anew; 0: it is not */
    bool deals;
    unsigned writer_count; /* of the last phase, not yet waited for, */
    struct writer writers[WRITERS_MOST];
    uint32_t own_low; /* .. and the first cell that this thread has written itself; UINT32_MAX: none */
#ifdef PRAM_HOSTILE
    unsigned meetings;
#endif
    unsigned parts;  /* in so many is its work timed where it has one worker, .. */
    uint64_t begun;  /* .. and that is what all but the last of them have taken */
    uint64_t waited; /* nanoseconds in settle(), in this segment */
    uint64_t alone;  /* and in carrying out requests for all */
    unsigned turn;   /* of worker.done, in the next timed segment */
    bool shares;     /* PHASE_folds: each thread folds to some of the cells */
};

/* Whether it does what one thread of the process does for all. */
static inline bool hand_leads(const struct hand *hand)
{
    return hand->first == hand->bsp->first;
}

/* Alone: the workers whose tiles it runs. */
static inline unsigned bsp_end(const struct bsp *bsp)
{
    return bsp->end < bsp->active ? bsp->end : bsp->active;
}

/* ---- tiling.c */

/* Finds how many tiles there are: bsp.world.tile_shift and tile_count. */
void tiling_choose(struct bsp *bsp);

/* Makes the tiles of a bsp that has workers. False if memory is short. */
bool tiling_create(struct bsp *bsp);
void tiling_destroy(struct bsp *bsp);

/* Deals the tiles to the first `workers`, if that may be now. */
void tiling_deal(struct bsp *bsp, unsigned workers);

/* The same before one thread goes on alone. Returns after how many segments it is to be asked again; 0: not
 * before a team has worked. */
unsigned tiling_deal_alone(struct bsp *bsp);

/* Whether tiles may be dealt anew: between two segments, when all requests have been carried out but those of
 * PPs that are held, and barriers have been told of. */
static inline bool course_may_deal(const struct course *course)
{
    return !course->goes_on && !course->halfway;
}

/* Level 0: whether the segment that begins asks if all wait for ever: once in each cycle in which that is to
 * be asked (deadlock.h), after what was asked for in the cycle before has been carried out. */
static inline void course_ask(struct course *course)
{
    course->asks = deadlock_is_asked(course->cycle) && course->asked != course->cycle;
}

/* ---- saved.c */

bool bsp_save(const void *state, struct snapshot_state *snapshot);
void bsp_save_pps(const void *state, const struct snapshot_state *snapshot);
bool bsp_load(void *state, const struct snapshot_state *snapshot);

/* ---- segment.c, meet.c */

/* Meets the others; `heard` gets what all report. All loads of the segment are done, all requests and reports
 * written: no request may be carried out before that, no report read. */
void segment_meet(struct hand *hand, struct heard *heard);

/* Runs segments until the run is over, has come as far as was asked, or it is time to change between one
 * thread and a team. */
void segment_work(struct hand *hand);

/* What a thread has worked, while it is timed. Asking costs as much as a short segment, and where there is
 * one thread at most it is not asked for. */
static inline uint64_t hand_work_clock(const struct hand *hand)
{
    if (!hand->course.timed || hand->bsp->threads <= 1)
        return 0;
    return pace_is_crowded(&hand->bsp->pace) ? pace_clock() : pace_work_clock();
}

/* What asking takes, of the work itself. */
static inline uint64_t hand_clock_cost(const struct hand *hand)
{
    return pace_is_crowded(&hand->bsp->pace) ? 0 : hand->bsp->clock_cost;
}

/* After segment_meet in a timed segment: what the workers of this process have worked in it, and how long
 * this thread has waited. */
void segment_take_times(const struct hand *hand, uint64_t waited, struct pace_times *times);

/* Notes in the course which cells a phase changes. went_on: PPs in barriers have not run in the segment
 * before it, so what had changed before counts, too. */
void segment_note_changes(struct course *course, enum phase_kind kind, const struct heard *heard,
                          bool went_on);

/* ---- folds.c: PHASE_folds, all threads of a team */

/* Whether each thread folds to some of the cells; then all have been folded to when all have met. False:
 * thread 0 is to carry out the phase. folds_end: after that meeting, takes over the results. */
bool folds_begin(struct hand *hand, const struct heard *heard);
void folds_end(struct hand *hand);

/* ---- lead.c: thread 0, while all others wait or look at nothing that it changes */

/* The earliest fault that PPs have come to; NULL: none has. */
const struct fault *lead_earliest_fault(const struct bsp *bsp);

/* Shows listeners the cycle that begins. False: one of them has ended the run. */
bool lead_show(struct bsp *bsp, uint64_t cycle);

/* Carries out all requests: PHASE_strands, or, if that does not fit, PHASE_single; returns which it was.
 * last: all PPs have come to the cycle in which there is a fault; at level 0 all are in one cycle. */
enum phase_kind lead_carry_out(struct bsp *bsp, enum phase_kind kind, bool last, bool out_of_memory);

/* Level 0, when the run has stopped, perhaps within a segment: whether a PP has come to a fault before; then
 * it has ended there. */
bool lead_has_failed(struct bsp *bsp);

/* Takes over who has entered and left barriers. */
void lead_take_notes(struct bsp *bsp);

/* Level 0, between segments: PPs have come back to their tiles. */
void lead_look_over(struct bsp *bsp);

/* The run ends because no PP can go on, because --max-cycles is reached; lead_waits_too_long: all wait for
 * ever, but --max-cycles is over before that is noticed. */
void lead_end_in_deadlock(struct bsp *bsp, bool in_barriers);
void lead_end_in_runaway(struct bsp *bsp);
bool lead_waits_too_long(const struct bsp *bsp);

/* Whether a PP has come to a breakpoint; level 0: from the cycle on, so many cycles pass before one does. */
bool lead_is_at_breakpoint(const struct bsp *bsp, uint64_t cycle);
unsigned lead_distance(const struct bsp *bsp, uint64_t cycle);

/* For so many cycles no PP comes to an instruction that may touch anything shared. */
unsigned lead_quiet(const struct bsp *bsp);

/* Of the PPs that still run; UINT64_MAX: none does. */
uint64_t lead_least_cycle(const struct bsp *bsp);

/* Counts a segment, with the kind of its phase and the reasons why PPs ended it (a bit per enum stats_phase).
 */
void lead_count_segment(struct bsp *bsp, enum phase_kind kind, uint32_t phases);

/* Segments, phases and their kinds, into the counters of a run and out of them. */
void lead_count_segments(const struct bsp *bsp, struct stats *stats);
void lead_take_segments(struct bsp *bsp, const struct stats *stats);

/* How many instructions have been executed, about: as if the other workers had done as much as the first. */
uint64_t lead_instructions(const struct bsp *bsp);

/* A request to stop is noticed at once, even in segments that execute hardly anything. */
void lead_tick(struct bsp *bsp, uint32_t running);

/* ---- apart.c */

/* Machines of so few PPs are always exact: tiles bring nothing there. */
bool apart_is_small(const struct machine *machine);

/* After a segment; all threads find the same: whether the event core goes on. */
bool apart_choose(const struct bsp *bsp, struct course *course, const struct overview *all);

/* The event core runs the PPs until tiles are to go on, the run is over, or has come as far as was asked. */
void apart_run(struct bsp *bsp);

/* ---- writers.c */

/* The borders of the thread's tiles are closed, and are asked of this hand from now on. */
void writers_begin(struct hand *hand);

/* Leaves a phase after which the next segment begins by the border: all threads have written (PHASE_own), or
 * thread 0 to one cell. A thread that reads far from what others write need not wait for them. */
void writers_finish(struct hand *hand, enum phase_kind kind, const struct heard *heard);

/* ---- ranks.c: all ranks call the same, each from one thread, but for the first two */

/* Deals tiles and workers to the ranks of machine->ranks, if there are any. False if memory is short. */
bool ranks_create(struct bsp *bsp);
void ranks_destroy(struct bsp *bsp);

/* Writes down what the stores of a worker that has just reported write: others may need it. Each thread. */
void ranks_note_stores(struct bsp *bsp, unsigned worker);

/* After the threads of each process have met: all reports of all ranks. ranks_meet once a process, then
 * ranks_reports each thread. */
void ranks_meet(struct bsp *bsp);
void ranks_reports(const struct bsp *bsp, const struct report **reports);

/* PHASE_own: what all others have stored. */
void ranks_bring_stores(struct bsp *bsp);

/* What the tiles of all others ask for, and the cells of areas that they ask for; then each rank carries out
 * the phase as if all tiles were its own. */
void ranks_bring_tiles(struct bsp *bsp);

/* Who has entered and left barriers; faults that PPs have come to; what has been counted. */
void ranks_bring_notes(struct bsp *bsp);
void ranks_bring_faults(struct bsp *bsp);
void ranks_bring_counts(struct bsp *bsp);

/* Everything: to all ranks, for a run that ends by what all PPs do, or to rank 0. */
void ranks_bring_all(struct bsp *bsp, bool for_all);

/* Rank 0 has been asked to stop: the others learn of it. */
void ranks_bring_stop(struct bsp *bsp);

#endif
