/* state.h - data of the event core: of each PP, of cells that PPs sleep on, and of the core. inside.h defines
 * the words, and has the operations. */
#ifndef PRAM_EVENT_STATE_H
#define PRAM_EVENT_STATE_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/memory.h"
#include "sim/solo/action.h"
#include "sim/solo/event.h"
#include "sim/solo/queue.h"
#include "sim/jit/lane.h"
#include "sim/machine/collide.h"

/* Maximum sizes of the logs of a speculating PP. */
struct event_limits {
    uint32_t reads, writes, early; /* early: 0 if no store is early */
};

/* A changed word of an own area, in the log of a speculating PP. */
struct event_write {
    uint32_t cell, before;
};

/* The set of PPs that may have read a cell speculatively has a bit for each of 64 groups of consecutive PPs.
 */
enum { READER_GROUPS = 64 };

/* What a PP is doing. */
enum event_activity {
    PP_AT_WORK, /* in the batch of the present cycle, or on the way to its next event */
    PP_QUEUED,  /* in the calendar, in the cycle of its next event */
    PP_ASLEEP,  /* on the list of a watched cell, until that cell changes */
    PP_HALTED   /* it has executed halt */
};

/* The transitions: a bit for each activity that may follow, and the functions that begin it. */
static const uint8_t event_transitions[] = {
    [PP_AT_WORK] = 1u << PP_QUEUED | 1u << PP_ASLEEP | 1u << PP_HALTED, /* event_queue; event_poll; halt */
    [PP_QUEUED] = 1u << PP_AT_WORK,                                     /* gather, roll_back */
    [PP_ASLEEP] = 1u << PP_AT_WORK,                                     /* wake */
    [PP_HALTED] = 0};

static inline bool event_may_become(enum event_activity from, enum event_activity to)
{
    return (event_transitions[from] >> to & 1) != 0;
}

/* Changes a PP's activity. Hostile builds abort at all other transitions. */
static inline void event_become(uint8_t *activity, enum event_activity to)
{
#ifdef PRAM_HOSTILE
    if (!event_may_become((enum event_activity) * activity, to)) {
        fprintf(stderr, "event core: a PP must not go from activity %u to %u\n", *activity, to);
        abort();
    }
#endif
    *activity = (uint8_t)to;
}

enum event_kind {
    EVENT_GO_ON, /* the next event is not known yet */
    EVENT_LOAD,
    EVENT_STORE,
    EVENT_FOLD,
    EVENT_HOST,
    EVENT_HALT,
    EVENT_FAULT,
    EVENT_KINDS
};

/* What an instruction of a PP changes. reg[1] is the pc of the next instruction. */
struct event_state {
    _Alignas(64) uint32_t reg[DECODE_SINK + 1];
    uint32_t status;
    uint32_t late_target, late_value;
    bool in_barrier;
    uint8_t modes; /* the lasting ones of enum snapshot_mode */
    uint64_t cycle;
    uint64_t since;         /* cycle of the last barrier_enter */
    uint64_t loads, stores; /* words since the PP was taken */
    uint64_t waited;        /* cycles in the barriers that it has left */
};
_Static_assert(sizeof(struct event_state) == 192, "three lines of the cache: it is copied for each event");

/* The first cache line has what every event needs. Rarely used data is elsewhere, so that thousands of PPs
 * are close together; so are logs, which most PPs of many programs never write. */
struct event_pp {
    _Alignas(64) uint8_t read_count;
    uint8_t write_count;
    uint8_t kind;        /* enum event_kind */
    uint8_t activity;    /* enum event_activity; changed only by event_become */
    bool is_open : 1;    /* others access its areas: its own accesses there are events, too */
    bool is_changer : 1; /* it is in core.changers */
    bool is_noted : 1; /* an access has been recorded, and no action that others can wait for since (notice.h)
                        */
    uint8_t early_count;
    bool has_arrived; /* its last visible action is a multiprefix request in a barrier */
    uint16_t reach;   /* maximum number of cycles of speculation */
    uint32_t number;
    uint32_t cell, datum; /* of the event */
    uint32_t stack_address, stack_cell, private_cell;
    struct lane_read *reads;      /* room for core.room.reads */
    struct event_write *writes;   /* room for core.room.writes */
    struct event_state now;       /* the state before the instruction of its event */
    struct event_state committed; /* the last certain state, not later than the present */
};
_Static_assert(offsetof(struct event_pp, now) == 64, "what every event needs is one line of the cache");
_Static_assert(sizeof(struct event_pp) / 64 % 2 == 1, "else PPs would share few sets of a cache");

/* How a polling loop tests the loaded word: it compares the word with another one, and continues as long as
 * its branch is taken. */
struct event_wait {
    uint32_t other;
    uint8_t branch; /* opcode */
    bool is_second; /* the word is subtracted from the other one */
};

/* The sleepers on a cell, and its recent values. */
enum { WATCHED_CHANGES = 2 * ACTION_PERIOD_MOST + 2 };
struct event_watched {
    uint32_t first; /* the first sleeper, or QUEUE_NONE: their list is in queue.links */
    bool all_wait;  /* all wait for the same result */
    struct event_wait wait;
    uint32_t changes; /* number of changes of the cell */
    struct event_change {
        uint64_t cycle;
        uint32_t before;
    } change[WATCHED_CHANGES]; /* the last ones, in a ring */
};

/* The shadow of a cell: the latest cycle of a speculative read, counted from core.base. The flag ASKED
 * forbids speculative reads from now on, and says that the cell may have sleepers. */
#define SHADOW_ASKED 0x80000000u

/* The shadow of cells in a calm block: later than any time. */
#define SHADOW_CALM 0x7fffffffu

/* From here on it is the number of a PP that has stored to the cell early: other PPs must not read
 * speculatively. */
#define SHADOW_EARLY 0xc0000000u

/* Cells of a calm block (calm.c), and what is known of a block: nothing; a PP has read there; a PP has stored
 * there; it is calm. */
enum { CALM_SHIFT = LANE_CALM_SHIFT, CALM_WORDS = 1 << CALM_SHIFT };
enum { CALM_UNKNOWN, CALM_READ, CALM_STORED, CALM_IS = LANE_CALM };

struct event_core {
    const struct tile_world *world;
    struct lanes *lanes;      /* NULL: there is no compiled code */
    struct event_limits room; /* sizes of the logs */
    struct lane_frame frames[LANE_FORMS];
    struct event_pp *at_work; /* the PP in compiled code, or in a host call */
    struct machine *machine;
    struct memory_blocks memory; /* all arrays except PPs, logs and shadow */
    uint32_t busy_pc; /* machines of one PP: of the last precision unit instruction of several cycles */
    uint32_t pps;
    struct event_action *actions;              /* of the program */
    struct event_action *stopping[LANE_FORMS]; /* the same for the loops, with ACTION_STOP where compiled code
                                                  starts and at wanted places */
    struct event_pp *pp;
    struct lane_early *early; /* logs of early stores, one for each PP; allocated after the PPs, and so on */
    struct lane_read *reads;
    struct event_write *writes;
    struct event_wait *waits; /* by PP, of those that sleep on pp.cell */
    uint8_t read_end;         /* while a PP is rolled back: number of reads in its log */
    uint64_t *filters;        /* by PP: a bit for each speculatively read cell, by event_filter */
    uint64_t *readers;        /* by c % READER_CELLS: groups of PPs; some bits are outdated */
    uint32_t group_shift;     /* a group has 1 << group_shift PPs */
    uint32_t *changers;       /* PPs that have changed memory speculatively; some have not */
    uint32_t changer_count;   /* their number */
    uint32_t *shadow;         /* by shared cell; in shadow_area */
    char *shadow_area;
    uint64_t *pending;               /* a bit for each cell with an event, by c % PENDING_CELLS;
                                         some are outdated */
    uint32_t pending_rest;           /* stretches until the bits are recomputed */
    uint8_t *calm;                   /* states of blocks of shared memory */
    uint32_t calm_first, calm_end;   /* range of the blocks with a state other than 0 */
    uint32_t *calm_blocks;           /* the calm blocks */
    uint32_t calm_count;             /* their number */
    uint32_t calm_rest, calm_pause;  /* stretches until sampling is repeated; the next such pause */
    uint32_t calm_looks, calm_mixed; /* stretches sampled; those that spoke against calm blocks */
    uint32_t calm_turn;              /* selects the sampled read and store of a PP */
    uint32_t *wanted;                /* cells that PPs need and others must give up first */
    uint32_t wanted_count;           /* their number: each PP stops at one */
    uint64_t base;                   /* the cycle that shadows count from */
    uint64_t present;    /* all events of earlier cycles have been carried out; no PP is queued before it */
    uint64_t limit;      /* no PP starts an instruction at this cycle or later */
    uint64_t stop;       /* nor at this one, except for a lone PP outside barriers */
    uint64_t taken;      /* the cycle in which all were taken */
    uint64_t known_from; /* accesses up to this cycle are not known: tiles may have made them (notice.h) */
    uint64_t attended;   /* the cycle of the last report of progress */
    uint64_t executed;   /* instructions from `taken` to then, about: PPs that sleep execute none */
    struct event_notices *notices; /* owned */
    struct queue queue;
    uint32_t *batch;               /* the PPs with events in one cycle */
    uint64_t *member;              /* the same as a set, while they are sorted; otherwise empty */
    struct collide collide;        /* their requests that may meet in a cell */
    struct event_watched *watched; /* a cell is at one of WATCHED_PLACES places from its hash on */
    uint32_t *watched_cells;       /* the cells, + 1; 0: the place is free */
    uint32_t watched_mask;
    uint32_t running, sleeping;
    bool was_used;    /* PPs have been taken before */
    bool over;        /* machine->end has the reason, or the core `fails` */
    bool fails;       /* in the present cycle an instruction cannot be executed, or requests are refused */
    uint64_t reached; /* the first cycle that PPs have not executed */
    uint64_t scanned; /* cycle of the last test whether all wait in barriers */
    uint32_t outside; /* a PP that did not */
    uint64_t due;     /* cycle of the next test whether all repeat loops, which tiles make */
    uint32_t arrived; /* number of running PPs with has_arrived */
    bool all_arrived; /* all have: the PPs are to be returned */
    struct event_outcome outcome; /* so far */
};

#endif
