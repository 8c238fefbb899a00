/* state.h - the state of the reference engine, for sim/reference only. */
#ifndef PRAM_REFERENCE_STATE_H
#define PRAM_REFERENCE_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "precision.h"
#include "presence.h"
#include "requests.h"
#include "sim/machine/machine.h"

/* A PP. reg[1] is the pc; reg[DECODE_SINK] takes writes to R0. */
struct pp {
    uint32_t reg[DECODE_SINK + 1];
    uint32_t flags; /* N Z C V as in the status word */
    struct late {
        uint32_t target; /* register; DECODE_SINK: none */
        uint32_t value;
    } late; /* of a delayed instruction in the previous cycle, written at the end of this one */
    uint32_t number;
};

struct reference {
    struct machine *machine;
    struct memory_blocks memory; /* all arrays, unless something else is said */
    uint64_t cycle;
    struct pp *pps;
    struct pp **running; /* the running PPs, in ascending order */
    uint32_t running_count;
    uint8_t *halted;

    struct requests requests; /* of this cycle */
    struct hostcall_request *host_requests;
    uint32_t host_request_count;
    uint32_t *ended; /* PPs that halt in this cycle */
    uint32_t ended_count;
    struct presence_hint *hints; /* of this cycle */
    uint32_t hint_count;

    struct precision precision; /* the units and the PPs that wait for them */

    struct presence presence;
    bool refused; /* the instructions of `cycle` have been executed, but its requests were refused */

    struct inject *inject; /* --faults (faulty.c); not owned; NULL: there are none */

    uint32_t *places; /* for --profile: where the running PPs stand, in their order, before a cycle;
                         UINT32_MAX: in the midst of an instruction. NULL: not asked for */
    struct observer_strand *strands; /* data for listeners; NULL: none */
};

/* Before a cycle (observe.c). Shows it to listeners; false: the run is over, machine->end is set. */
bool observe_cycle(struct reference *reference);

/* For a profile: before a cycle, and after its instructions have been executed. */
void observe_places(struct reference *reference);
void observe_count_places(struct reference *reference);

/* Notes a hint or halt of a PP in the journal, if that wants it. */
void observe_hint(const struct reference *reference, uint32_t number, uint32_t pc, enum journal_kind kind,
                  uint32_t constant);

/* --faults, before a cycle (faulty.c): ends pauses of PPs, and carries out due events. */
void faulty_begin(struct reference *reference);

/* For struct engine (view.c). */
void reference_view(const void *state, uint32_t number, struct pp_view *view);
bool reference_save(const void *state, struct snapshot_state *snapshot);
void reference_save_pps(const void *state, const struct snapshot_state *snapshot);
bool reference_load(void *state, const struct snapshot_state *snapshot);

/* presence_count_work of its PPs. */
uint64_t reference_count_work(const struct reference *reference, const struct stats *stats);

#endif
