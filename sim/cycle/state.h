/* state.h - the state of the cycle engine: what a cycle works on. Only for sim/cycle.
 *
 * cycle.c runs one cycle after the other. In each, execute.c executes an instruction of each strand, lone/
 * one of PPs that are executed one by one, requests.c carries out requests, hint.c hints and the end of PPs;
 * sleep.c lets strands that poll a cell sleep. present.c shows cycles to observers, profile.c counts
 * instructions for --profile, pps.c knows single PPs.
 *
 * A struct cycle_state is the state of a range of PPs (range.h). While several threads work (threads/), each
 * has its own; otherwise there is one, of all PPs. */
#ifndef PRAM_CYCLE_STATE_H
#define PRAM_CYCLE_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/memory.h"
#include "sim/cycle/kernel/kernel.h"
#include "sim/machine/caller.h"
#include "sim/machine/collide.h"
#include "sim/machine/machine.h"
#include "sim/reference/precision.h"
#include "sim/reference/presence.h"
#include "sleep.h"
#include "sim/cycle/lone/lone.h"
#include "strand.h"

/* Requests to memory in one cycle: at most one a PP, but an image has several words. */
struct cycle_requests {
    struct collide collide; /* the list */
    uint32_t folds, stores; /* number of multiprefix requests, and of stores with all words of images */
    uint32_t kinds;         /* a bit for each enum system_fold; SYSTEM_FOLD_NONE: a store */
    bool may_meet;          /* after requests_list: two may go to one cell, and the list is in PP order */
    uint32_t *stamps;       /* by a hash of the cell: the last cycle with one */
    /* for sorting: */
    uint64_t *pps, *words;         /* otherwise 0: a bit for each PP, and for each nonzero word of these */
    uint32_t *places;              /* by PP: of its first request in `unsorted` */
    struct cell_request *unsorted; /* owned, as the next one */
    size_t room;
};

/* A PP that executes a hint. */
struct hint_turn {
    uint32_t pp, pc;
};

/* An instruction that PPs have executed in this cycle, for --profile. */
struct profile_note {
    uint32_t pc, target; /* of a call or jump: its target; else UINT32_MAX */
    uint32_t pps;        /* their number */
    bool is_inside;      /* they are in barriers */
};

/* Buffers for a cycle that is shown to listeners. */
struct present {
    struct observer_strand *strands; /* room for one a PP */
    uint32_t strand_count;
    struct observer_access *loads, *changes; /* room for one a PP, and one more */
    uint32_t load_count, change_count;
    bool skips; /* cycles in which no PP is shown */
};

struct step;

/* Executes an instruction for a strand (execute.c). False: a member has a fault; the strand is unchanged,
 * except that work_unit executes the other members. Rd and flags are written through step->operands alone:
 * sleep.c has an instruction of a polling loop write elsewhere. */
typedef bool execute_work(struct step *step);

struct cycle_state {
    struct machine *machine;
    struct memory_blocks memory; /* all arrays of this state, unless something else is said */
    struct stats *stats;         /* counters of its PPs; of the first range: the machine's */
    struct fault *fault;         /* fault of its PPs; of the first range: the machine's */
    uint32_t first, end;         /* its PPs: `first` to end - 1 */
    struct threads *threads;     /* owned; NULL: the run has one thread, or this is not the first range */
    const struct kernels *kernels;
    execute_work **works; /* by pc */
    uint64_t cycle;
    struct strands strands;
    uint32_t running_count; /* PPs that have not halted, asleep or awake */

    uint32_t *rows;    /* registers R0 .. R31 and the sink, a row each; see cycle_row */
    size_t stride;     /* words from row to row */
    uint32_t *flags;   /* by PP: N Z C V as in the status word */
    uint32_t *late[2]; /* by PP: values of delayed instructions of even and of odd cycles */
    uint32_t *scratch; /* a word a member: indices of cells; PPs that take a branch */
    uint8_t *halted;   /* by PP */
    uint8_t *pending;  /* by PP, after pps_settle: the register that gets a delayed value */

    struct cycle_requests requests;
    struct hostcall_request *calls; /* of this cycle */
    uint32_t call_count;
    uint32_t *deferred; /* positions in strands.current of strands that execute a hint or halt */
    uint32_t deferred_count;
    struct hint_turn *turns;    /* PPs with hints in this cycle, where their order matters */
    bool has_failed;            /* an instruction of this cycle had a fault */
    uint32_t busy_count;        /* PPs that only waited for their precision units in this cycle */
    uint32_t busy_inside_count; /* those of them that are in barriers */
    uint64_t load_count;        /* words loaded in this cycle */
    struct precision precision;

    struct presence presence;
    bool is_refused; /* the instructions of `cycle` count, but its requests were refused */
    struct sleepers sleepers;
    struct lone_pps lone;
    struct profile_note *notes; /* owned; of this cycle */
    size_t note_count, note_room;
    struct present shown;  /* what listeners are shown */
    struct inject *inject; /* not owned; NULL: the run has no --faults */
};

/* Register r of all PPs. */
static inline uint32_t *cycle_row(const struct cycle_state *state, unsigned r)
{
    return state->rows + r * state->stride;
}

/* The members of a strand, as kernels take them; `first` is 0 for a list. */
static inline struct kernel_members strand_members(const struct strand *strand)
{
    return strand_is_span(strand)
               ? (struct kernel_members){.first = strand->members[0], .count = strand->count}
               : (struct kernel_members){.list = strand->members, .count = strand->count};
}

/* Whether a PP is in the middle of an instruction of several cycles. */
static inline bool cycle_is_busy(const struct cycle_state *state, uint32_t pp)
{
    return precision_is_busy(&state->precision, pp);
}

/* Places a strand at a pc of the next cycle, which may be outside the program. */
static inline void cycle_place(struct cycle_state *state, struct strand *strand, uint32_t pc)
{
    strand->pc = pc < state->strands.program_count ? pc : UINT32_MAX;
    for (uint32_t k = 0; strand->pc == UINT32_MAX && k < strand->count; k++)
        cycle_row(state, 1)[strand->members[k]] = pc;
    strands_place(&state->strands, strand);
}

/* ---- execute.c; sleep.c executes instructions of a polling loop for a trial */

/* Where the members continue. */
enum step_next {
    STEP_ON,      /* at the next instruction */
    STEP_LABEL,   /* at the instruction's constant */
    STEP_BRANCH,  /* at either of these, by their flags */
    STEP_REGISTER /* each at its R1 */
};

/* A strand's instruction under execution. Rows of a span begin at its first member. */
struct step {
    struct cycle_state *state;
    struct strand *strand;
    const struct instruction *instruction;
    const struct kernels *kernels;
    struct kernel_members members;
    struct kernel_operands operands;
    uint32_t landing; /* the register that gets a delayed value in this cycle */
    uint32_t leaving; /* the register that gets a delayed value in the next cycle */
    enum step_next next;
    bool is_deferred;
};

static inline uint32_t *step_row(const struct step *step, unsigned r)
{
    return cycle_row(step->state, r) + step->members.first;
}

static inline void step_begin(struct step *step, struct cycle_state *state, struct strand *strand)
{
    const struct instruction *const i = &state->machine->program.code[strand->pc];
    step->state = state;
    step->strand = strand;
    step->instruction = i;
    step->kernels = state->kernels;
    step->members = strand_members(strand);
    step->landing = strand->late;
    step->leaving = DECODE_SINK;
    step->next = STEP_ON;
    step->is_deferred = false;
    step->operands.a = step_row(step, i->rs);
    step->operands.b = step_row(step, i->rt);
    step->operands.constant = i->constant;
    step->operands.target = step_row(step, i->target);
    step->operands.flags = state->flags + step->members.first;
}

/* Chooses the functions for the program's instructions. */
void execute_create(struct cycle_state *state);

/* Executes one instruction of the strand at `position` of strands.current and places the strand, perhaps
 * split, in the next cycle. A strand with a fault, a hint or a halt stays. */
void execute_strand(struct cycle_state *state, uint32_t position);

/* The rest of a hint or halt: writes the delayed value; places the strand after a hint. */
void execute_rest(struct cycle_state *state, uint32_t position);

/* ---- requests.c */

/* For a range. */
void requests_create(struct cycle_state *range);
void requests_destroy(struct cycle_state *range);

/* Begins a cycle without requests, with room for those of `lone` PPs. */
static inline void requests_begin(struct cycle_requests *requests, uint32_t lone)
{
    requests->folds = requests->stores = requests->kinds = 0;
    collide_begin(&requests->collide, lone);
}

/* Counts requests that the caller adds to the list. */
static inline void requests_announce(struct cycle_requests *requests, enum system_fold kind, uint32_t count)
{
    *(kind == SYSTEM_FOLD_NONE ? &requests->stores : &requests->folds) += count;
    requests->kinds |= 1u << kind;
}

/* Adds the request of a lone PP. */
static inline void requests_add_one(struct cycle_requests *requests, const struct cell_request *request)
{
    requests_announce(requests, (enum system_fold)request->fold, 1);
    collide_add(&requests->collide, request);
}

/* A strand's requests: the cells in scratch, the values in a row of all PPs. */
void requests_add(struct cycle_state *state, const struct strand *strand, enum system_fold kind,
                  const uint32_t *values);

/* Puts the requests of the cycle in PP order, unless no two of them go to one cell. */
void requests_list(struct cycle_state *state);

/* Adds the requests of a range to those of `whole`. */
void requests_return(struct cycle_state *whole, const struct cycle_state *range);

/* The value of its cell after a request. */
static inline uint32_t requests_result(const struct cell_request *request, uint32_t cell)
{
    return request->fold == SYSTEM_FOLD_NONE
               ? request->value
               : system_folded((enum system_fold)request->fold, cell, request->value);
}

/* Whether requests of these kinds may be refused because a cell gets two of them. */
static inline bool requests_may_mix(const struct machine *machine, uint32_t kinds)
{
    return machine->config.mixed == MIXED_ERROR && (kinds & (kinds - 1)) != 0;
}

/* Carries out the listed requests. False: machine->fault is set; only multiprefix requests may have been
 * carried out. */
bool requests_carry_out(struct cycle_state *state);

/* Serves the cycle's host calls, in PP order. False: the run is over; machine->end is set. */
bool requests_ask_host(struct cycle_state *state);

/* ---- hint.c */

/* After a cycle without a fault: carries out hints and ends PPs, in PP order if order matters. */
void hint_finish_deferred(struct cycle_state *state);

/* ---- profile.c: counts for --profile what strands execute, when the cycle has ended without a fault */

/* The strand has executed the instruction at strand->pc. `target`: the next pc; UINT32_MAX: each member
 * continues at its R1 (calls and jumps). */
void profile_strand(struct cycle_state *state, const struct strand *strand, uint32_t target);

/* A PP has executed the instruction at `pc` and continues at its R1. */
void profile_pp(struct cycle_state *state, uint32_t pp, uint32_t pc);

/* Counts what was noted in this cycle. */
void profile_finish(struct cycle_state *state);

/* ---- present.c */

/* Does nothing for a run without listeners. */
void present_create(struct cycle_state *state);

/* Shows the cycle. False: a listener has ended the run. */
bool present_cycle(struct cycle_state *state);

/* ---- invariant.c */

/* The text of the first violated invariant (invariant.def) between two cycles; NULL: all hold. Examines every
 * PP. */
const char *invariant_broken(struct cycle_state *state);

/* ---- pps.c */

/* The registers of a PP at `pc` that identify its callers. */
struct caller_registers cycle_registers(const struct cycle_state *state, uint32_t pp, uint32_t pc);

/* Writes pc and pending register of all members of strands to rows: R1 and `pending`. The strands stay. */
void pps_settle(struct cycle_state *state);

/* Makes current strands of the range's PPs from these rows, except of PPs that have halted or stand still. */
void pps_gather(struct cycle_state *state);

/* For struct engine (machine.h). The rows have to be settled. */
void pps_view(const void *engine, uint32_t pp, struct pp_view *view);
bool pps_save(const void *engine, struct snapshot_state *snapshot);
void pps_save_block(const void *engine, const struct snapshot_state *snapshot);
bool pps_load(void *engine, const struct snapshot_state *snapshot);

/* Instructions outside barriers: all instructions except those of cycles in barriers, complete or not. */
uint64_t pps_count_work(const struct cycle_state *state, const struct stats *stats);

/* ---- faults.c: --faults. sim/inject says what happens, when, and to which PP */

/* Before a cycle: PPs whose pause has ended continue, and due events are carried out. */
void faults_begin(struct cycle_state *state);

/* At the end of a cycle: completes barriers in which only dead PPs are missing. */
void faults_end(struct cycle_state *state);

#endif
