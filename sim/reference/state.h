/* state.h - the state of the reference engine: what its cycle (reference.c) works on, and what is asked when
 * a run does not end by itself (endless.c). Not for anybody else. */
#ifndef PRAM_REFERENCE_STATE_H
#define PRAM_REFERENCE_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "precision.h"
#include "requests.h"
#include "sim/machine/circle.h"
#include "sim/machine/machine.h"
#include "sim/machine/snapshot.h"

/* A PP. reg[1] is the pc; reg[DECODE_SINK] takes what is written to R0. */
struct pp {
    uint32_t reg[DECODE_SINK + 1];
    uint32_t flags; /* N Z C V as in the status word */
    struct late {
        uint32_t target; /* register; DECODE_SINK: none */
        uint32_t value;
    } late[2]; /* what a delayed instruction of an even, an odd cycle writes at the end of the cycle after it
                */
    uint32_t number;
    /* only for snapshots, because hints mean nothing to an exact engine: */
    uint32_t modes; /* enum snapshot_mode, except the first two */
    uint64_t yielded;
};

/* A host call that waits for the cycle's stores. */
struct host_request {
    struct hostcall_registers registers;
    uint32_t number;
    uint32_t pp;
    uint32_t pc;
    uint32_t late_target; /* a delayed value that landed in this cycle stays */
};

/* A hint of this cycle that counts, as long as no PP fails in it. */
struct counted_hint {
    uint64_t since; /* barrier_since before it */
    uint32_t constant;
    uint32_t pp;
    uint32_t back; /* the PP's register RA */
};

struct reference {
    struct machine *machine;
    uint64_t cycle;
    struct pp *pps;
    struct pp **running; /* the running PPs, in ascending order */
    uint32_t running_count;
    uint8_t *halted;

    struct requests requests;   /* of this cycle */
    struct request_order order; /* the requests sorted by cell, if there are any */
    struct host_request *host_requests;
    uint32_t host_request_count;
    uint32_t halt_count; /* PPs that halted in this cycle */
    struct counted_hint *hints;
    uint32_t hint_count;

    struct precision precision; /* the units and the PPs that wait for them */

    uint64_t *barrier_since; /* 1 + the cycle in which the PP entered the barrier it is in; 0: in none */
    uint32_t waiting_count;  /* running PPs in a barrier */
    uint64_t cut_short; /* cycles in barriers of PPs that have halted there, less those of all in which units
                           went on with instructions: so it may be negative, modulo 2^64 */
    bool refused;       /* the instructions of `cycle` have been executed, but its requests were refused */
    struct watch {      /* for a run that goes round in circles */
        struct circle_clock clock;
        struct circle_pp *pps; /* NULL until the first watch */
        uint64_t cycles;       /* since it began; 0: there is none */
        uint64_t longest;      /* the most cycles that it may last */
    } watch;

    struct faulty *faulty; /* --faults (faulty.h); NULL: there are none */
    uint8_t *breakpoints;  /* by pc: the last `run` was to stop before it; NULL: it had no breakpoints */

    uint32_t *places; /* for --profile: where the running PPs stand, in their order, before a cycle;
                         UINT32_MAX: in the midst of an instruction. NULL: not asked for */
    struct observer_step *steps; /* what listeners are shown; NULL: there are none */
};

/* Between two cycles: whether no PP can get anywhere any more. Then machine->fault and machine->end are set.
 */
bool endless_is_deadlock(struct reference *reference);

/* Before a cycle (looks.c). Shows listeners what is about to be executed; false: the run is over,
 * machine->end is set. */
bool looks_show(struct reference *reference);

/* For a profile: before a cycle, and after its instructions have been executed. */
void looks_note_places(struct reference *reference);
void looks_count_places(struct reference *reference);

/* The breakpoints of a `run`; whether a PP, or any, is about to execute an instruction at one. */
void looks_set_breakpoints(struct reference *reference, const struct run_until *until);
bool looks_at_breakpoint(const struct reference *reference, const struct pp *pp);
bool looks_find_breakpoint(const struct reference *reference);

/* A hint is carried out (hints.c). hints_note: something that the journal hears. */
void hints_hear(struct reference *reference, uint32_t pp, uint32_t constant);

/* A PP has failed in this cycle: what others have counted of their hints in it is taken back. */
void hints_take_back(struct reference *reference);
void hints_note(const struct reference *reference, uint32_t number, uint32_t pc, enum journal_kind kind,
                uint32_t constant);

/* Instructions outside barriers, as stats.def says: all but those of cycles in barriers, left or not. */
uint64_t hints_count_work(const struct reference *reference, const struct stats *stats);

/* For snapshots (saved.c). */
bool reference_save(const void *state, struct snapshot_state *snapshot);
void reference_save_pps(const void *state, const struct snapshot_state *snapshot);
bool reference_load(void *state, const struct snapshot_state *snapshot);

/* In a cycle, before its requests are carried out: they may change something. */
void endless_watch_requests(struct reference *reference);

/* --max-cycles is reached: which PPs run, and which wait for which in a barrier. */
void endless_runaway(struct reference *reference);

#endif
