/* state.h - the state of the reference engine, for sim/reference only: data of a cycle (reference.c), and of
 * runs that do not end by themselves (endless.c). */
#ifndef PRAM_REFERENCE_STATE_H
#define PRAM_REFERENCE_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "precision.h"
#include "requests.h"
#include "sim/machine/follow/circle.h"
#include "sim/machine/machine.h"
#include "sim/machine/snapshot.h"

/* A PP. reg[1] is the pc; reg[DECODE_SINK] takes writes to R0. */
struct pp {
    uint32_t reg[DECODE_SINK + 1];
    uint32_t flags; /* N Z C V as in the status word */
    struct late {
        uint32_t target; /* register; DECODE_SINK: none */
        uint32_t value;
    } late[2]; /* values of delayed instructions of even and odd cycles, written at the end of the next cycle
                */
    uint32_t number;
    /* only for snapshots; hints do not matter to an exact engine: */
    uint32_t modes; /* enum snapshot_mode, except the first two */
    uint64_t yielded;
};

/* A host call that waits for the cycle's stores. */
struct host_request {
    struct hostcall_registers registers;
    uint32_t number;
    uint32_t pp;
    uint32_t pc;
    uint32_t late_target; /* a delayed value that landed in this cycle wins */
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
    struct machine_hint *hints;
    uint32_t hint_count;

    struct precision precision; /* the units and the PPs that wait for them */

    uint64_t *barrier_since; /* 1 + the cycle in which the PP entered the barrier it is in; 0: in none */
    uint32_t waiting_count;  /* running PPs in a barrier */
    uint64_t cut_short;      /* cycles in barriers of PPs that have halted there, minus cycles of multi-cycle
                                instructions in barriers; modulo 2^64, so it may be negative */
    bool refused; /* the instructions of `cycle` have been executed, but its requests were refused */
    struct circle_watch watch; /* for a run that repeats its state */

    struct inject *inject; /* --faults (faulty.h); not owned; NULL: there are none */
    uint8_t *breakpoints;  /* by pc: a breakpoint of the last `run`; NULL: it had none */

    uint32_t *places; /* for --profile: where the running PPs stand, in their order, before a cycle;
                         UINT32_MAX: in the midst of an instruction. NULL: not asked for */
    struct observer_step *steps; /* data for listeners; NULL: none */
};

/* Between two cycles: whether no PP can make progress. Then machine->fault and machine->end are set. */
bool endless_is_deadlock(struct reference *reference);

/* Before a cycle (looks.c). Shows it to listeners; false: the run is over, machine->end is set. */
bool looks_show(struct reference *reference);

/* For a profile: before a cycle, and after its instructions have been executed. */
void looks_note_places(struct reference *reference);
void looks_count_places(struct reference *reference);

/* The breakpoints of a `run`; whether a PP, or any PP, is at one. */
void looks_set_breakpoints(struct reference *reference, const struct run_until *until);
bool looks_at_breakpoint(const struct reference *reference, const struct pp *pp);
bool looks_find_breakpoint(const struct reference *reference);

/* Carries out a hint (hints.c). hints_note: an event for the journal. */
void hints_hear(struct reference *reference, uint32_t pp, uint32_t constant);

/* A PP has failed in this cycle: undoes the counts of other PPs' hints in it. */
void hints_take_back(struct reference *reference);
void hints_note(const struct reference *reference, uint32_t number, uint32_t pc, enum journal_kind kind,
                uint32_t constant);

/* Instructions outside barriers (stats.def): all except those of cycles in barriers, complete or not. */
uint64_t hints_count_work(const struct reference *reference, const struct stats *stats);

/* For snapshots (saved.c). */
bool reference_save(const void *state, struct snapshot_state *snapshot);
void reference_save_pps(const void *state, const struct snapshot_state *snapshot);
bool reference_load(void *state, const struct snapshot_state *snapshot);

/* In a cycle, before its requests are carried out: some may change memory. */

/* --max-cycles is reached: which PPs run, and which PPs wait for which in a barrier. */
void endless_runaway(struct reference *reference);

#endif
