/* run.h - private to the parallel engine's run: its state, that of a working thread, and the functions of
 * the folder's files. bsp.c is the engine, segment.c runs one segment after the other. */
#ifndef PRAM_BSP_RUN_H
#define PRAM_BSP_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/solo/event.h"
#include "sim/segment/phase/phase.h"
#include "sim/team/pace.h"
#include "sim/team/room.h"
#include "sim/team/team.h"
#include "sim/tile/tile.h"
#include "sim/segment/worker.h"

/* The time that thread 0 spends in each part of a run, for bench/cores.sh parts. Only builds with PRAM_PARTS
 * measure it, by a clock at the end of each part of each segment; a team of all threads works during the
 * whole run, so that runs with different numbers of threads can be compared. RUN_PART(name, text) */
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

struct bsp {
    struct machine *machine;
    struct tile_world world;
    struct operation *code;
    uint8_t *judged;       /* knowledge shared by tiles and event core; NULL at levels 1 to 5 */
    struct real_bank bank; /* of a program that uses the precision unit */
    struct barrier_table barriers;
    struct commit *commit;
    struct event_core *events; /* level 0; NULL: there is none */
    bool few;                  /* so few PPs that tiles do not pay: the run is exact, and the event core has
                                  the PPs from the beginning to the end */
    struct tile *tiles;
    uint32_t tile_count;
    struct tile_rows rows; /* of all tiles */
    unsigned active; /* the first workers, which have the tiles, run segments and report; of all ranks */
    uint32_t random; /* config.tests.deals and what follows it; 0: one thread alone has one worker */
    struct worker *workers;
    unsigned threads;        /* number of threads and workers, of all ranks */
    unsigned first, end;     /* those of this process are first .. end - 1 */
    struct meeting *meeting; /* of several ranks (ranks.c); NULL: there is one process */
    struct course course;    /* between teams */
    struct course
        before_team; /* when the present team began, for a thread that starts after another one has stopped */
    uint64_t until;  /* level 0: the run stops at this cycle; UINT64_MAX: at none */
    struct room room;
    bool over;    /* thread 0 sets it in a phase, all read it after the following barrier */
    bool ended;   /* for any reason; like the following, of thread 0 only */
    bool stopped; /* the run has reached the requested end */
    bool meets;   /* so have all ranks, to exchange their PPs */
    bool started;
    uint64_t end_cycle; /* of a run that ended by a host call or a fault */
    uint64_t stop;      /* the cycle of the earliest known fault; UINT64_MAX: none. Set like `over` */
    /* From here on thread 0 writes in each segment, in separate cache lines: the others read what is above.
     */
    _Alignas(128) struct pace pace;
    struct parts parts;
    double commit_time, wait_time; /* seconds, about: carrying out requests, waiting for other threads */
    uint64_t instructions;         /* executed by all PPs, about */
    uint64_t rounds;               /* without those that a phase of own areas ended */
    uint64_t courses[2][TEAM_MAX]; /* hostile builds: hashes of the threads' courses */
};

/* The reports of a segment. `all`: of all workers together, the same for all threads, which draw the same
 * conclusions from it. `near`: as this thread sees them, its neighbours one by one, in the order of workers.
 * own: of its first worker. */
struct heard {
    struct report all;
    unsigned near_count, own;
    const struct commit_summary *near[TEAM_MAX];
    struct team_news news; /* of a team without other ranks */
};

/* A thread that may still be writing, and its cells. */
struct writer {
    uint32_t low, high;
    unsigned first, count;
};
enum { WRITERS_MOST = sizeof((struct team_news *)0)->parts / sizeof(struct team_part) };

/* A thread working for the workers first .. end - 1. */
struct hand {
    struct bsp *bsp;
    struct team_member *member; /* NULL: alone, for all workers */
    unsigned first, end;
    struct course course;
    unsigned weight;       /* thread 0: number of segments that this one represents; 0: it is not timed */
    bool shares;           /* PHASE_folds: each thread folds to some of the cells */
    bool part;             /* thread 0: it is time for another number of threads */
    unsigned deals_in;     /* alone: segments until tiles are dealt anew, 1: as soon as may be; 0: never */
    unsigned writer_count; /* of the last phase, not yet waited for */
    struct writer writers[WRITERS_MOST];
    uint32_t own_low;  /* the first cell that this thread has written itself; UINT32_MAX: none */
    unsigned meetings; /* hostile builds: team barriers so far */
    uint64_t waited;   /* nanoseconds in settle(), in this segment */
    uint64_t alone;    /* nanoseconds of carrying out requests for all */
};

/* Whether it does what one thread of the process does for all. */
static inline bool hand_leads(const struct hand *hand)
{
    return hand->first == hand->bsp->first;
}

/* The time since the last call belongs to this part of the run. */
static inline void bsp_spend(struct bsp *bsp, enum run_part part)
{
    if (!PACE_STAYS)
        return;
    const uint64_t now = pace_clock();
    bsp->parts.spent[part] += bsp->parts.last != 0 ? now - bsp->parts.last : 0;
    bsp->parts.last = now;
}

static inline void hand_spend(const struct hand *hand, enum run_part part)
{
    if (PACE_STAYS && hand_leads(hand))
        bsp_spend(hand->bsp, part);
}

/* Whether the number of threads may change, and tiles may be dealt anew: between two segments, when all
 * requests except held ones have been carried out, and barriers are up to date. The tiles of several ranks
 * stay where they are. */
static inline bool bsp_may_change(const struct bsp *bsp, const struct course *course)
{
    return bsp->meeting != NULL || (!course->goes_on && !course->halfway);
}

/* For a thread alone: the end of the workers whose tiles it runs. */
static inline unsigned bsp_end(const struct bsp *bsp)
{
    return bsp->end < bsp->active ? bsp->end : bsp->active;
}

/* ---- tiling.c */

/* Creates the tiles of a bsp that has workers. False if memory is short. */
bool tiling_create(struct bsp *bsp);
void tiling_destroy(struct bsp *bsp);

/* The first tile of a worker, if the first `workers` have all tiles. */
uint32_t tiling_first(const struct bsp *bsp, unsigned worker, unsigned workers);

/* Deals the tiles to the first `workers`, if bsp_may_change; those of several ranks stay. */
void tiling_deal(struct bsp *bsp, unsigned workers);

/* The same before one thread continues alone. Returns the number of segments until it must be called again;
 * 0: not before a team has worked. */
unsigned tiling_deal_alone(struct bsp *bsp);

/* ---- saved.c */

/* Adds what the workers have counted, and the times of segments. */
void bsp_add_counters(const struct bsp *bsp, struct stats *stats);

bool bsp_save(const void *state, struct snapshot_state *snapshot);
void bsp_save_pps(const void *state, const struct snapshot_state *snapshot);
bool bsp_load(void *state, const struct snapshot_state *snapshot);

/* ---- segment.c, barrier.c */

/* The team barrier; `heard` gets all reports. Before it, all loads of the segment are done, and all requests
 * and reports written. After it, requests may be carried out, and reports read. */
void segment_barrier(struct hand *hand, struct heard *heard);

/* Runs segments until the run is over, has reached the requested end, or it is time for another number of
 * threads. */
void segment_work(struct hand *hand);

/* ---- lead.c: thread 0, while all others wait or read nothing that it changes */

/* The earliest fault of PPs; NULL: none. */
const struct fault *lead_earliest_fault(const struct bsp *bsp);

/* Carries out all requests: as PHASE_strands, or, if that does not fit, as PHASE_single; returns which. last:
 * all PPs have reached the cycle of a fault; at level 0 all are in one cycle. out_of_memory: of a thread. */
enum phase_kind lead_carry_out(struct bsp *bsp, enum phase_kind kind, bool last, bool out_of_memory);

/* Level 0, when the run has stopped, perhaps within a segment: whether a PP has met a fault before; then the
 * run has ended there. */
bool lead_has_failed(struct bsp *bsp);

/* Records entries into barriers and exits. */
void lead_take_notes(struct bsp *bsp);

/* The run ends because no PP can continue: `found` is the question whose answer is yes. Or --max-cycles is
 * reached, also before it is detected that all wait in barriers for ever; WORKER_ASKED_NOTHING: that is all.
 * due: of the course. */
void lead_end_stuck(struct bsp *bsp, enum worker_question found, uint64_t due);

/* The latest cycle in which a PP has halted. */
uint64_t lead_last_halt(const struct bsp *bsp);

/* Of the running PPs; UINT64_MAX: none runs. */
uint64_t lead_least_cycle(const struct bsp *bsp);

/* Counts a segment, with the kind of its phase and the reasons of PPs to end it (a bit per enum stats_part).
 */
void lead_count_segment(struct bsp *bsp, enum phase_kind kind, uint32_t phases);

/* ---- diverged.c */

/* After a segment: whether the event core takes the PPs; the same for all threads. */
bool diverged_choose(const struct bsp *bsp, struct course *course, const struct report *all);

/* The event core runs the PPs until tiles shall continue, the run is over, or has reached the requested end.
 */
void diverged_run(struct bsp *bsp);

/* ---- writers.c */

/* Closes the borders of the thread's tiles, and makes them ask this hand. */
void writers_begin(struct hand *hand);

/* Leaves a phase after which the next segment begins by the border: each thread has written its own stores
 * (PHASE_own), or thread 0 one cell. A thread that reads far from what others write need not wait for them.
 */
void writers_finish(struct hand *hand, enum phase_kind kind, const struct heard *heard);

/* ---- ranks.c: all ranks call the same, each from one thread */

/* Deals tiles and workers to the ranks of machine->ranks. */
void ranks_create(struct bsp *bsp);
void ranks_destroy(struct bsp *bsp);

/* After the threads of each process have met: exchanges all reports. ranks_exchange_reports once a process,
 * then ranks_reports by each thread. */
void ranks_exchange_reports(struct bsp *bsp);
void ranks_reports(const struct bsp *bsp, const struct report **reports);

/* PHASE_own: receives the stores of all other ranks, and carries them out. */
void ranks_receive_stores(struct bsp *bsp);

/* Exchanges the requests of all tiles, and the requested cells in areas; then each rank carries out the phase
 * as if all tiles were its own. */
void ranks_exchange_tiles(struct bsp *bsp);

/* Exchanges what threads have collected: entries into barriers and exits, faults, and counters. */
void ranks_exchange_effects(struct bsp *bsp);

/* Sends everything: to all ranks, for a run that ends because of the state of all PPs, or to rank 0. */
void ranks_send_all(struct bsp *bsp, bool for_all);

/* Rank 0 was asked to stop: informs the others. */
void ranks_send_stop(struct bsp *bsp);

#endif
