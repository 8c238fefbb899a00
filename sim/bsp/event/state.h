/* state.h - what the event core knows: of each PP, of cells that PPs sleep on, of the requests of a cycle,
 * and at large.
 *
 * inside.h has the words, and what is done with all this.
 */
#ifndef PRAM_EVENT_STATE_H
#define PRAM_EVENT_STATE_H

#include <stddef.h>

#include "sim/bsp/event/action.h"
#include "sim/bsp/event/activity.h"
#include "sim/bsp/event/event.h"
#include "sim/bsp/encounter/encounter.h"
#include "sim/bsp/event/queue.h"
#include "sim/bsp/lane/lane.h"
#include "sim/real/bank.h"

/* How much a PP that runs ahead notes at most. */
struct event_limits {
    uint32_t reads, writes, early; /* early: 0 if stores never are */
};

/* A PP that is alone is asked so often whether anything has come up. */
#define EVENT_PATIENCE (1u << 20)

enum event_kind {
    EVENT_GO_ON, /* nothing is known of what comes next */
    EVENT_LOAD,
    EVENT_STORE,
    EVENT_FOLD,
    EVENT_HOST,
    EVENT_HALT,
    EVENT_FAULT,
    EVENT_LOAD_IMAGE,  /* of the precision unit; */
    EVENT_STORE_IMAGE, /* .. the requests are EVENT_STOREs, one for each word */
    EVENT_KINDS
};

/* What an instruction of a PP changes. reg[1] is the pc, of the next instruction. */
struct event_state {
    _Alignas(64) uint32_t reg[DECODE_SINK + 1];
    uint32_t status;
    uint32_t late_target, late_value;
    uint32_t acts; /* shared words read, multiprefix requests, host calls */
    bool in_barrier, in_async, in_sync, has_stack;
    bool has_looked; /* at the clock */
    uint8_t entered; /* so many times barriers, modulo 256 */
    uint64_t cycle;
    uint64_t since;         /* cycle of the last barrier_enter */
    uint32_t loads, stores; /* words since the PP was taken, but for those in core.loads, core.stores */
    uint64_t waited;        /* cycles of the barriers that it has left, from their beginning */
};
_Static_assert(sizeof(struct event_state) == 192, "three lines of the cache: it is copied for each event");

struct event_read {
    uint32_t cell, value;
    uint32_t time; /* event_time */
};

struct event_write {
    uint32_t cell, before;
};

/* A store to shared memory that the PP has left to be carried out in its cycle, and gone on. */
struct event_post {
    uint32_t cell, datum;
    uint32_t time; /* event_time */
    uint32_t pc;
};

/* A store to shared memory that the PP has carried out before its cycle is the present. */
struct event_early {
    uint32_t cell;
    uint32_t before, shadow; /* what the cell and its shadow were */
    uint32_t time;           /* event_time */
};

/* A hint that the PP has told. */
struct event_note {
    uint64_t cycle;
    uint32_t pc, place, group; /* as in the journal */
};

/* Where instructions of the precision unit take several cycles. */
struct event_busy {
    uint64_t cycles; /* so many beyond their first ones, since the PP was taken; */
    uint64_t inside; /* .. of them in barriers */
    uint32_t pc;     /* of the last one */
};

/* The precision unit of a PP. */
struct event_unit {
    struct event_busy now, sure;
    uint32_t kept; /* registers that have changed since the PP was sure: core.before has what they were */
};

/* What is looked at for each event stands in the first line; what is seldom asked for lies elsewhere, for
 * thousands of PPs are to lie near each other. So do logs, which most PPs of many programs never write to. */
struct event_pp {
    _Alignas(64) uint8_t read_count;
    uint8_t write_count;
    uint8_t post_first, post_end; /* posts that have still to be carried out: post_first .. post_end - 1 */
    uint8_t kind;                 /* enum event_kind */
    uint8_t activity;             /* enum event_activity; changed by event_become alone */
    bool is_open : 1;             /* others touch its areas: its own accesses to them are events, too */
    bool opens : 1;               /* .. should be so from now on */
    bool looks : 1;               /* core.spins says at what it has looked */
    bool is_told : 1;             /* it has been told of, and has not been out since (notice.h) */
    uint8_t early_count;
    bool has_come; /* the last that others have seen of it is a multiprefix request in a barrier */
    uint8_t note_count;
    bool has_marked; /* since it was sure it has come to a mark that is counted */
    bool has_stayed; /* core.units says something that the PP is not sure of */
    uint16_t reach;  /* it runs ahead so many cycles */
    uint32_t number;
    uint32_t cell, datum; /* of the event; of an image its first cell, and its address */
    uint32_t stack_address, stack_cell, private_cell;
    struct event_post *posts;   /* room for core.posts_room; */
    struct event_read *reads;   /* .. core.room.reads; */
    struct event_write *writes; /* .. core.room.writes */
    struct event_state now;     /* before the instruction of its event */
    struct event_state sure;    /* .. and as it was, not later than the present */
};
_Static_assert(offsetof(struct event_pp, now) == 64, "what is looked at is one line of the cache");
_Static_assert(sizeof(struct event_pp) / 64 % 2 == 1, "else PPs would share few sets of a cache");

/* What is seldom asked of a PP. */
struct event_history {
    uint64_t was_since; /* when it was taken it was in a barrier, since then, */
    bool was_inside;    /* .. if it was */
    uint64_t taken;     /* what others did up to that cycle is known to others, */
    uint64_t
        ordered; /* .. and if they have done since what others can wait for, what they did up to this one */
};

/* What a loop that waits makes of the word that it loads: it compares it with another one, and goes round as
 * long as a condition of this comparison is `holds`. */
struct event_wait {
    uint32_t other;
    uint8_t condition; /* opcode of a branch */
    bool is_second;    /* the word is subtracted from the other one */
    bool holds;
};

/* A PP that has looked at a cell, and looks at it again and again. */
struct event_spin {
    uint64_t cycle; /* when it looked: */
    uint32_t cell, value;
    uint32_t pc, acts, stores;
    bool has_state;        /* .. it has done so a second time, so core.spin_states has the state, too */
    uint32_t period;       /* while it sleeps: cycles from look to look, */
    uint32_t loads;        /* .. words loaded in a round, */
    uint32_t next, before; /* .. its neighbours among those that sleep on the cell, */
    bool waits_for;        /* .. it goes on when `wait` says so; else when the cell is anything but `value` */
    bool is_plain; /* .. the loop does nothing else: what becomes of the PP is known without going round */
    bool is_told;  /* .. listeners are to know of these loads */
    struct event_wait wait;
};
_Static_assert(sizeof(struct event_spin) == 64, "one line of the cache");

/* A cell that PPs sleep on, and what it was lately. */
enum { WATCHED_CHANGES = 2 * ACTION_PERIOD_MOST + 2 };
struct event_watched {
    uint32_t cell;
    uint32_t sleepers;
    uint32_t first; /* of them */
    bool all_wait;  /* all wait for the same */
    struct event_wait wait;
    uint32_t changes; /* of the cell, so many */
    struct event_change {
        uint64_t cycle;
        uint32_t before;
    } change[WATCHED_CHANGES]; /* the last ones, in a ring */
    uint32_t told;             /* sleepers that `is_told`; */
    uint32_t period;           /* .. all have this one */
};

/* Sleepers whose loads of one cell listeners are to know of: those that load it in the same cycles, by one
 * instruction, called from one place. There may be thousands, but two say all (observer.h). */
struct event_sleepers {
    struct observer_access access; /* of all, but for the PP */
    uint64_t last;                 /* cycle in which one has joined them, or in which they have been told */
    uint32_t count;
    uint32_t lowest[2];   /* PPs; */
    bool are_known;       /* .. false: one of these has left */
    bool are_told_always; /* also if nobody but loads */
};

/* What a PP asks for in a cycle: a post, or the event that it stands at. */
struct event_request {
    uint32_t pp, pc;
    uint32_t cell, datum;
    uint8_t kind;   /* enum event_kind */
    uint8_t kernel; /* of EVENT_FOLD */
    bool is_post, in_barrier;
    bool wins;     /* a store that takes effect */
    bool is_image; /* .. of a word of an image: */
    uint16_t word; /* .. which one */
};

/* What a cell was last asked for in a cycle: of a hash table, in use if `meeting` is core.meeting. */
struct event_place {
    uint32_t cell, meeting, kind;
};

/* The shadow of a cell: up to which cycle it has been read ahead, counted from core.base; and whether reading
 * it ahead is forbidden from now on, and who changes it has to look for sleepers. */
#define SHADOW_ASKED 0x80000000u

/* .. in a calm block: later than any time. */
#define SHADOW_CALM 0x7fffffffu

/* .. from here on it is the number of a PP that has stored to the cell early: reading ahead is forbidden,
 * too, but to that one. */
#define SHADOW_EARLY 0xc0000000u

/* Cells of a calm block (calm.h). */
enum { CALM_SHIFT = LANE_CALM_SHIFT, CALM_WORDS = 1 << CALM_SHIFT };

/* The last PP of whom listeners were told that it loads a cell (ENCOUNTER_FRAME). */
struct event_framed {
    uint64_t cycle;
    uint32_t cell, pp;
};

/* Groups of which some sleep on a cell and `are_told_always`, by a hash of where their sizes stand. */
enum { TOLD_GROUPS = 4096, TOLD_TOGETHER = 4, TOLD_FRAMES = 64 };
struct event_groups {
    struct {
        uint32_t size, cell; /* 0: free */
    } one[TOLD_TOGETHER];
    bool are_more; /* or were */
};

struct event_core;
typedef bool event_loop(struct event_core *core, struct event_pp *pp, uint32_t most); /* loop.inc */

struct event_core {
    const struct tile_world *world;
    event_loop *loops[LANE_FORMS];
    struct lanes *lanes; /* NULL: there is no native code, */
    uint32_t native_due; /* .. as yet, if this is not 0: the core first does so much (event_await_native) */
    struct event_limits limits[2]; /* of PPs that have been brought back lately; of others; */
    struct event_limits most;      /* .. of the one at work; */
    struct event_limits room;      /* .. never more than that; */
    uint32_t posts_most, posts_room;
    struct lane_frame frames[LANE_FORMS];
    struct event_pp *at_work;    /* the PP that is in native code; */
    uint8_t posted[LANE_POSTED]; /* .. of that one; else 0 */
    struct machine *machine;
    struct counts *counts;      /* for --profile; NULL: not asked for, */
    struct region_marks *marks; /* .. as these, also for --profile-only-regions */
    bool has_foreign;           /* a PP has come to another one's area */
    uint64_t weight;  /* .. what is executed instruction by instruction is counted so often: -1 takes back
                         what a PP has done ahead, 0 is for loops that are only tried */
    uint64_t earlier; /* .. and of the executions that a weight of more than 1 stands for, those before the
                         last lie so many cycles before it, together */
    struct journal *journal;       /* for --trace; NULL: not asked for */
    struct event_note *notes;      /* .. what PPs have told since they were sure: AHEAD_NOTES of each PP */
    struct encounters *encounters; /* for --model; NULL: there are no listeners, */
    const uint8_t *care;           /* .. what they want to know, by pc, */
    struct lane_told *told;        /* .. of the PP at work: room for AHEAD_CYCLES, */
    struct event_framed framed[TOLD_FRAMES]; /* .. of whom they have been told by hashes of cells; */
    bool tells_barriers;                     /* .. also of what PPs do in barriers, */
    bool skips_barrier_loads;                /* .. but not where nobody does more than to load; */
    struct event_sleepers *asleep;           /* .. by watched cell and cycle % ACTION_PERIOD_MOST; */
    bool some_groups;                        /* .. some `are_told_always`, and are of a group: */
    struct event_groups *groups;             /* .. by TOLD_GROUPS hashes */
    struct event_unit *units;                /* by PP; NULL: the program uses no precision unit */
    struct real_bank before;
    uint32_t image_most; /* a store of the program is of so many words at most */
    uint32_t pps;
    struct event_action *actions;              /* of the program */
    struct event_action *stopping[LANE_FORMS]; /* .. as loops take them: they stop before native code */
    struct event_pp *pp;
    struct event_spin *spins; /* behind the PPs */
    struct event_state *spin_states;
    struct event_history *histories;
    struct event_early
        *early;        /* logs of stores done early: room for so many of each PP; the first of all logs */
    uint8_t read_end;  /* of a PP that is brought back: reads in its log */
    uint64_t *filters; /* by PP: a bit for each cell that it has read ahead, by event_filter */
    uint32_t *shadow;  /* by shared cell; in shadow_area */
    char *shadow_area;
    bool is_early;        /* at present PPs store early, for */
    int32_t early_worth;  /* .. so much speaks for it; else */
    uint32_t early_rest;  /* .. not for so many stretches, */
    uint32_t early_pause; /* .. and the next time for so many */
    uint64_t *standing; /* a bit for each cell that a PP stands at or has posted to, by c & standing_mask; */
    uint32_t standing_mask;          /* .. there are some of PPs that have gone on; */
    uint32_t standing_rest;          /* .. in so many stretches they are looked for anew */
    uint32_t crowd;                  /* so many PPs at one place are better off in a tile */
    uint8_t *calm;                   /* what is known of blocks of shared memory: those from */
    uint32_t calm_first, calm_end;   /* .. the first to the last of these are not 0; */
    uint32_t *calm_blocks;           /* .. those that are calm, */
    uint32_t calm_count;             /* .. so many; */
    bool calm_may_be;                /* .. there can be some, */
    uint32_t calm_rest, calm_pause;  /* .. after so many stretches; after so many, the next time */
    uint32_t calm_looks, calm_mixed; /* .. so many stretches have been looked at, so many spoke against it */
    uint32_t calm_turn;              /* .. which read and which store of a PP is looked at */
    uint32_t *wanted;                /* cells that others have stored to early, and somebody comes to: */
    uint32_t wanted_count;           /* .. so many: each PP stops at one */
    uint64_t base;                   /* the cycle that shadows count from */
    uint64_t
        present; /* all events of earlier cycles have been carried out; no PP is queued for an earlier one */
    uint64_t limit;                /* no PP goes on from here, */
    uint64_t stop;                 /* .. nor from here, but for a PP that is alone and outside barriers */
    uint64_t taken;                /* the cycle in which all were taken */
    uint64_t attended;             /* .. in which the machine was last shown how far the run has come */
    struct event_notices *notices; /* owned */
    struct queue queue;
    uint32_t *batch;  /* the PPs with events in one cycle */
    uint64_t *member; /* .. and as a set, while they are sorted; or those in the calendar, while they are
                         brought back */
    struct event_request *requests; /* of the batch; room for a store of each PP; cycle.c */
    struct event_request *sorted;   /* .. some of them by cell */
    uint32_t *order;                /* .. their places, by kind */
    struct event_place *places;     /* place_mask + 1 of them, more than there are PPs */
    uint32_t place_mask, meeting;
    struct event_watched *watched;
    uint32_t *watched_at; /* hash of a cell: its place in `watched`, + 1 */
    uint32_t watched_count, watched_room, watched_mask;
    uint32_t running, sleeping;
    bool are_named; /* PPs know their numbers */
    bool must_open; /* some PP `opens` */
    bool over;      /* machine->end says why, */
    bool fails;     /* .. and it is that a PP cannot execute its instruction: so the cycle is not executed */
    uint64_t last;  /* .. and this is the cycle */
    uint64_t reached; /* .. and the first one that PPs have not executed: later if requests were refused */
    uint64_t scanned; /* when it was last asked whether all wait in barriers, */
    uint32_t outside; /* .. and who did not */
    uint64_t changed; /* in this cycle something changed that others can see, or the host was asked */
    uint64_t settled; /* the last host call that reads memory was served in this cycle, */
    uint64_t settled_all; /* .. and the last one that writes there */
    uint64_t halted;      /* .. a PP halted, */
    bool some_halted;
    uint64_t together;             /* how much speaks for tiles; */
    uint32_t come;                 /* .. so many PPs that run `has_come`; */
    bool all_come;                 /* .. the last one has: they are to be given back */
    uint64_t segments;             /* requests that others can see, */
    uint64_t phases[STATS_PHASES]; /* .. of each kind */
    uint64_t loads, stores, folds;
};

#endif
