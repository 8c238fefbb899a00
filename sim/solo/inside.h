/* inside.h - what the files of the event core share; state.h has the state of PPs and of the core.
 *
 * Words. The *present* is the cycle up to which all events have been carried out. What a PP has executed up
 * to the present is *certain*; beyond the present it is *speculative*. A PP speculates up to its next
 * *event*: the first instruction that others can see, or that must see what all others have done before. Its
 * log notes the shared words that it reads speculatively, as do the shadows of their cells, and the words of
 * its own areas that it changes. Private to the folder. */
#ifndef PRAM_EVENT_INSIDE_H
#define PRAM_EVENT_INSIDE_H

#include "sim/solo/notice/notice.h"
#include "sim/solo/state.h"
#include "sim/machine/follow/deadlock.h"
#include "sim/machine/shint.h"

static inline struct event_pp *event_pp(const struct event_core *core, uint32_t number)
{
    return &core->pp[number];
}

static inline uint32_t event_time(const struct event_core *core, uint64_t cycle)
{
    return (uint32_t)(cycle - core->base);
}

static inline uint64_t event_filter(uint32_t cell)
{
    return (uint64_t)1 << cell % 64;
}

static inline bool event_is_shared(const struct event_core *core, uint32_t cell)
{
    return cell < core->machine->memory.shared_words;
}

/* The PP in whose area a cell outside shared memory lies, if it is on a stack; otherwise `pp`. */
static inline uint32_t event_owner(const struct event_core *core, uint32_t pp, uint32_t cell)
{
    const struct memory *memory = &core->machine->memory;
    return memory_place(memory, pp, memory_address(memory, cell)).owner;
}

/* Finds the cell of an address in the PP's own areas. False: the address is elsewhere. */
static inline bool event_find_own(const struct memory *memory, const struct event_pp *pp, uint32_t address,
                                  uint32_t *cell)
{
    const uint32_t on_stack = address - pp->stack_address, within = address - MEMORY_PRIVATE;
    if (on_stack <= memory->stack_mask)
        *cell = pp->stack_cell + (on_stack << memory->lane_shift);
    else if (within <= memory->private_mask)
        *cell = pp->private_cell + (within << memory->lane_shift);
    else
        return false;
    return true;
}

static inline const struct operation *event_operation(const struct event_core *core, uint32_t pc)
{
    return &core->world->code[pc < core->world->code_count ? pc : core->world->code_count];
}

/* Carries out a hint, in a cycle. */
static inline void event_execute_hint(struct event_state *now, uint32_t constant, uint64_t cycle)
{
    switch (shint_number(constant)) {
    case SHINT_barrier_enter:
        now->since = now->in_barrier ? now->since : cycle;
        now->in_barrier = true;
        break;
    case SHINT_barrier_leave:
        now->waited += now->in_barrier ? cycle - now->since : 0;
        now->in_barrier = false;
        break;
    default:
        now->modes = (uint8_t)snapshot_modes_after(now->modes, shint_number(constant));
        break;
    }
}

/* The PP's log is full. Whether it polls the cell that it loads now in a loop in which it can sleep: then it
 * has to ask for the cell. */
static inline bool event_polls(const struct event_pp *pp, const struct event_action *load, uint32_t cell)
{
    return load->way != 0 && pp->reads[0].cell == cell && pp->reads[1].cell == cell;
}

/* ---- create.c */

/* Forgets which cells have been read; shadows count from a cycle on. All PPs must be certain and awake. */
void event_forget_shadows(struct event_core *core, uint64_t cycle);

/* ---- step.c */

/* How an instruction is executed. */
enum step_mode {
    STEP_PRESENT,     /* in the present, by the only PP with an event in its cycle */
    STEP_SPECULATIVE, /* up to the next event */
    STEP_REPLAY       /* again, after a rollback: shared words come from the log */
};
enum step_result {
    STEP_DONE,
    STEP_EVENT, /* not executed: an event, whose kind is in pp.kind; EVENT_GO_ON: the next stretch begins
                   there */
    STEP_ASKS   /* not executed: another PP must give pp.cell up first (event_want, event_release) */
};
enum step_result event_step(struct event_core *core, struct event_pp *pp, enum step_mode mode);

/* Finishes an instruction that has been carried out: base and delayed registers, pc, clock. `value` is the
 * result of a load or multiprefix. */
void event_finish(const struct event_core *core, struct event_pp *pp, uint32_t value);

/* ---- core.c */

/* The cycle of the next test whether all PPs wait in barriers. */
static inline uint64_t event_next_scan(const struct event_core *core)
{
    return core->scanned - core->scanned % DEADLOCK_EVERY + DEADLOCK_EVERY;
}

/* ---- calm.c */

/* Whether the cell has an early store or lies in a calm block, which must end before the cell changes. */
static inline bool event_is_kept(uint32_t shadow)
{
    return shadow >= SHADOW_EARLY || shadow == SHADOW_CALM;
}

/* Samples what a PP has done speculatively. Only if PPs store early. */
void event_sample(struct event_core *core, const struct event_pp *pp);

/* Ends all calm blocks. All PPs must be certain. */
void event_forget_calm(struct event_core *core);

/* ---- advance.c */

/* Runs a PP from the present to its next event, and queues it there. alone: no other PP has an event in the
 * present cycle. */
void event_advance(struct event_core *core, struct event_pp *pp, bool alone);

/* ---- early.c */

static inline uint32_t event_mark(const struct event_pp *pp)
{
    return SHADOW_EARLY | pp->number;
}

static inline struct lane_early *event_early(const struct event_core *core, const struct event_pp *pp)
{
    return &core->early[(size_t)pp->number * core->room.early];
}

/* Whether PPs store early in this machine. */
static inline bool event_is_early(const struct event_core *core)
{
    return core->room.early != 0;
}

/* Whether a PP may be at the cell with its event. */
static inline bool event_is_pending(const struct event_core *core, uint32_t cell)
{
    return (core->pending[cell % PENDING_CELLS / 64] >> cell % 64 & 1) != 0;
}

/* A PP is at the cell with its event. */
static inline void event_mark_pending(struct event_core *core, uint32_t cell)
{
    core->pending[cell % PENDING_CELLS / 64] |= (uint64_t)1 << cell % 64;
}

/* Recomputes the cells of events. */
void event_find_pending(struct event_core *core);

/* The PP stores to a shared cell early, as it has done before it was rolled back. */
static inline void event_repeat_early(struct event_core *core, struct event_pp *pp, uint32_t cell,
                                      uint32_t datum, uint32_t time)
{
    uint32_t *const word = &core->machine->memory.cells[cell];
    event_early(core, pp)[pp->early_count++] = (struct lane_early){cell, *word, core->shadow[cell], time};
    core->shadow[cell] = event_mark(pp);
    *word = datum;
}

/* The same for the first time, outside barriers. False: the PP must not store early. */
static inline bool event_store_early(struct event_core *core, struct event_pp *pp, uint32_t cell,
                                     uint32_t datum, uint32_t time)
{
    const uint32_t before = core->shadow[cell];
    if ((before > time && before != event_mark(pp)) || pp->early_count == core->room.early)
        return false;
    if (event_is_pending(core, cell))
        return false;
    event_repeat_early(core, pp, cell, datum, time);
    return true;
}

/* Makes early stores of the PP certain. */
void event_commit_early(struct event_core *core, struct event_pp *pp);

/* A PP leaves its barrier by a store, or by ending. Early stores are considered when the last PP arrives. */
static inline void event_depart(struct event_core *core, struct event_pp *pp)
{
    core->arrived -= pp->has_arrived;
    pp->has_arrived = false;
}

/* Subtracts the PPs that have stored early before a cycle from those that have arrived; sets
 * core->all_arrived. */
void event_end_arrivals(struct event_core *core, uint64_t cycle);

/* A PP's multiprefix request is carried out: in a barrier the PP arrives, in order of time after all its
 * stores; elsewhere it departs. */
static inline void event_note_fold(struct event_core *core, struct event_pp *pp)
{
    if (!pp->now.in_barrier) {
        event_depart(core, pp);
        return;
    }
    if (pp->early_count != 0)
        event_commit_early(core, pp);
    core->arrived += !pp->has_arrived;
    pp->has_arrived = true;
    if (core->arrived == core->running && core->running >= EVENT_CROWD && !core->all_arrived)
        event_end_arrivals(core, pp->now.cycle);
}

/* ---- advance.c */

/* The groups of PPs that may have read a cell speculatively. */
static inline uint64_t *event_readers(const struct event_core *core, uint32_t cell)
{
    return &core->readers[cell % READER_CELLS];
}

static inline uint64_t event_group(const struct event_core *core, const struct event_pp *pp)
{
    return (uint64_t)1 << (pp->number >> core->group_shift);
}

/* Registers the PP's speculative reads and changes, for what may undo them. */
static inline void event_register(struct event_core *core, struct event_pp *pp)
{
    for (unsigned k = 0; k < pp->read_count; k++)
        *event_readers(core, pp->reads[k].cell) |= event_group(core, pp);
    if ((pp->write_count | pp->early_count) != 0 && !pp->is_changer) {
        pp->is_changer = true;
        core->changers[core->changer_count++] = pp->number;
    }
}

/* Puts a PP into the calendar, in the cycle of its event. */
static inline void event_queue(struct event_core *core, struct event_pp *pp)
{
    event_register(core, pp);
    event_become(&pp->activity, PP_QUEUED);
    if (pp->kind != EVENT_GO_ON)
        event_mark_pending(core, pp->cell);
    queue_add(&core->queue, pp->number, pp->now.cycle);
}

/* The PP's present state is certain, with its speculative reads and changes. */
static inline void event_commit(struct event_core *core, struct event_pp *pp)
{
    pp->committed = pp->now;
    if (pp->early_count != 0)
        event_commit_early(core, pp);
    pp->read_count = pp->write_count = 0;
    core->filters[pp->number] = 0;
}

/* ---- native.c */

/* Lets PPs run in compiled code, if it is available and wanted. */
void event_use_native(struct event_core *core);

/* Compiled code at places from .. to - 1 may be tried, or tried again: the loop stops before it. */
void event_note_heads(struct event_core *core, enum lane_form form, uint32_t from, uint32_t to);

/* Whether to call event_run_natively where the PP is; the call takes time. */
static inline bool event_may_run_natively(struct event_core *core, const struct event_pp *pp,
                                          enum lane_form form)
{
    const uint32_t pc = pp->now.reg[1];
    struct lane_spot *spot = &core->lanes->spots[form][pc < core->lanes->count ? pc : core->lanes->count];
    if (spot->rest == 0)
        return true;
    if (spot->rest != LANE_REST_ALWAYS && --spot->rest == 0)
        event_note_heads(core, form, pc, pc + 1);
    return false;
}

/* Runs at most `most` instructions of compiled code, if there is some where the PP is. False: nothing was
 * executed. Only if core->lanes is not NULL. */
bool event_run_natively(struct event_core *core, struct event_pp *pp, uint32_t most, enum lane_form form);

/* Whether the loop must stop at a place because compiled code starts there. */
static inline bool event_has_head(const struct event_core *core, uint32_t pc, enum lane_form form)
{
    const struct lanes *lanes = core->lanes;
    return lanes != NULL && pc < lanes->count && lanes_have_code(lanes, pc, form) &&
           lanes->spots[form][pc].rest == 0;
}

/* ---- cycle.c */

/* Serves a host call. False: the run is over. */
bool event_call_host(struct event_core *core, struct event_pp *pp);

/* Carries out the events of core->batch in the present cycle; `count` of them, ascending. Afterwards the PPs
 * are past their instructions, unless the cycle has a fault. */
void event_carry_out(struct event_core *core, uint32_t count);

/* Counts visible requests that have been carried out, or are certain. Requests are counted, not cycles with
 * requests, so the count does not depend on which stores were early. */
static inline void event_count(struct event_core *core, enum stats_part phase, uint32_t requests)
{
    core->outcome.stats.segments += requests;
    core->outcome.stats.parts[phase] += requests;
}

/* ---- rollback.c */

/* Brings all PPs that have changed memory speculatively back to the start of a cycle before which all events
 * have been carried out: afterwards they are certain. */
void event_bring_changers_back(struct event_core *core, uint64_t cycle);

/* The same for all PPs; afterwards no block is calm. */
void event_bring_all_back(struct event_core *core, uint64_t cycle);

/* A shared cell was changed in `cycle`, and its shadow is later: rolls back PPs that have read it
 * speculatively, and wakes PPs that sleep on it. */
void event_invalidate_reads(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before,
                            struct event_writer writer);

/* Whether a PP may notice that a cell with this shadow changes: it has read the cell speculatively, or may
 * sleep on it. */
static inline bool event_is_noticed(const struct event_core *core, uint32_t shadow, uint32_t time)
{
    return shadow > time && (core->sleeping != 0 || (shadow & ~SHADOW_ASKED) > time);
}

/* Up to this shadow, a certain PP loads a cell without the test whether it should sleep. The only running PP
 * never tests. */
static inline uint32_t event_asked(const struct event_core *core, const struct event_state *now, bool ahead)
{
    return !ahead && core->running == 1 ? UINT32_MAX : now->in_barrier ? 0 : SHADOW_ASKED;
}

/* Called after each write to a cell. */
static inline void event_written(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before,
                                 struct event_writer writer)
{
    if (!event_is_shared(core, cell))
        return;
    if (core->shadow[cell] > event_time(core, cycle))
        event_invalidate_reads(core, cell, cycle, before, writer);
    else if (writer.pp != NULL)
        event_notice_store(core, cell, cycle, before, writer);
}

/* A cell is wanted that others must give up first: event_release_wanted does it soon. */
static inline void event_want_soon(struct event_core *core, uint32_t cell)
{
    if (core->wanted_count < core->pps) /* otherwise the cell is wanted again */
        core->wanted[core->wanted_count++] = cell;
}

/* A speculating PP needs a cell that others must give up first: one with another PP's early store, or in a
 * calm block, or in another PP's area. True: that store is certain now; otherwise event_release_wanted does
 * it soon. */
bool event_want(struct event_core *core, uint32_t cell);
void event_release_wanted(struct event_core *core);

/* The same at once: rolls the others back to a cycle. */
void event_release(struct event_core *core, uint32_t cell, uint64_t cycle);

/* ---- sleep.c */

/* Whether a PP that waits like this continues when it finds the word. */
bool event_goes_on(const struct event_wait *wait, uint32_t word);

/* A PP is at a load of a shared cell in the present. True: it polls the cell, and is asleep from now on. */
bool event_poll(struct event_core *core, struct event_pp *pp);

/* The cell has changed: wakes the PPs that would notice. */
void event_wake(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before);

/* Wakes a PP at the start of a cycle, as if it had not slept, and queues it there. */
void event_wake_one(struct event_core *core, struct event_pp *pp, uint64_t cycle);

/* Forgets all sleepers. */
void event_forget_watched(struct event_core *core);

/* ---- invariant.c */

/* The text of the first broken invariant; NULL: all hold. Checks every PP and its logs; `whole`: every shared
 * cell, too. */
const char *event_invariant_broken(const struct event_core *core, bool whole);

/* Aborts if an invariant is broken. With many PPs or cells, only some cycles are checked. */
void event_demand_invariants(const struct event_core *core);

/* Called after each cycle. A test may define it differently. */
#ifndef EVENT_AFTER_CYCLE
#ifdef PRAM_HOSTILE
#define EVENT_AFTER_CYCLE(core) event_demand_invariants(core)
#else
#define EVENT_AFTER_CYCLE(core) ((void)0)
#endif
#endif

#endif
