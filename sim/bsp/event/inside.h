/* inside.h - what the files of the event core share among themselves.
 *
 * create.c   the core comes and goes
 * core.c     PPs taken and given back; event after event
 * action.c   instructions as the loop of one PP takes them
 * advance.c  a PP up to its next event: by that loop (loop.inc), for what most instructions are
 * step.c     .. and any instruction, one at a time
 * host.c     .. host calls
 * unit.c     what the precision unit does
 * native.c   .. by native code
 * few.c      the requests of one cycle, if they are few and the usual ones; the posts of few PPs
 * cycle.c    the requests of one cycle, of several PPs
 * collide.c  .. those of them that are to one cell
 * early.c    stores of few PPs, carried out ahead
 * barrier.h  who is in barriers
 * stand.c    .. which of them may be; blocks of shared memory that are read without a note
 * rewind.c   PPs that have run ahead are brought back
 * sleep.c    PPs that look at one cell again and again
 * note.c     what --trace hears of PPs, and a profile of hints
 * notice/    accesses of which the outcome depends on timing
 * told.c     what listeners are told (told.h): who accesses what others access in the same cycle
 * invariant.c  what is true between two cycles (invariant.def), for hostile builds
 * activity.h what a PP is doing (activity.def)
 * queue.h    the calendar
 * state.h    what is known of PPs, and at large
 *
 * Words. The *present* is the cycle up to which all events have been carried out. What a PP does up to the
 * present is *sure*; beyond it a PP has *run ahead*, to its next event: the first instruction that others can
 * see, or that must see what all others have done before. Shared words that it reads ahead are noted, in its
 * log and in the cell's shadow; so are the words of its own areas that it changes. Not for anybody else.
 */
#ifndef PRAM_EVENT_INSIDE_H
#define PRAM_EVENT_INSIDE_H

#include "sim/bsp/event/barrier.h"
#include "sim/bsp/event/calm.h"
#include "sim/bsp/event/notice/notice.h"
#include "sim/bsp/event/state.h"
#include "sim/bsp/event/told.h"
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

/* Whether a cell that is not shared lies in another PP's area. */
static inline bool event_is_of_another(const struct event_core *core, uint32_t pp, uint32_t cell)
{
    const struct memory *memory = &core->machine->memory;
    return memory_place(memory, pp, memory_address(memory, cell)).owner != pp;
}

static inline const struct operation *event_operation(const struct event_core *core, uint32_t pc)
{
    return &core->world->code[pc < core->world->code_count ? pc : core->world->code_count];
}

/* The sum of the cycles of all executions that core->weight stands for, the last of which is in `cycle`. */
static inline uint64_t event_weighted_cycles(const struct event_core *core, uint64_t cycle)
{
    return core->weight * cycle - (core->weight != 0 ? core->earlier : 0);
}

/* A hint, in a cycle. */
static inline void event_hear(struct event_state *now, uint32_t constant, uint64_t cycle)
{
    switch (shint_number(constant)) {
    case SHINT_barrier_enter:
        now->entered += !now->in_barrier;
        now->since = now->in_barrier ? now->since : cycle;
        now->in_barrier = true;
        break;
    case SHINT_barrier_leave:
        now->waited += now->in_barrier ? cycle - now->since : 0;
        now->in_barrier = false;
        break;
    case SHINT_async_enter:
        now->in_async = true;
        now->in_sync = false;
        break;
    case SHINT_async_leave:
        now->in_async = false;
        now->in_sync = true;
        break;
    case SHINT_stack_base:
        now->has_stack = true;
        break;
    default:
        break;
    }
}

/* Sure: the PP accesses words now of which some lie in areas of others; for a profile. */
static inline void event_count_foreign(const struct event_core *core, const struct event_pp *pp,
                                       uint32_t address, uint32_t words)
{
    for (uint32_t word = 0; word < words && listens(core->counts); word++)
        machine_count_foreign(core->machine, core->counts, pp->number, pp->now.reg[1], address + word);
}

/* ---- create.c */

/* Most PPs are going to write to their logs: they get large pages. */
void event_expect_logs(const struct event_core *core);

/* Nothing is known of what cells have been read, nor who sleeps; shadows count from a cycle on. */
void event_forget_shadows(struct event_core *core, uint64_t cycle);

/* ---- step.c */

/* How an instruction is executed. */
enum step_mode {
    STEP_SURE,  /* in the present, the PP being the only one with an event in its cycle */
    STEP_AHEAD, /* up to the next event */
    STEP_AGAIN  /* what has been executed ahead once already: shared words are taken from the log */
};
enum step_result {
    STEP_DONE,
    STEP_EVENT, /* it has not been executed: it is an event, pp.kind says which; or, in STEP_SURE, a PP
                   else has to come first */
    STEP_ENDED, /* the PP sleeps, has halted, or the run is over */
};
enum step_result event_step(struct event_core *core, struct event_pp *pp, enum step_mode mode);

/* For a profile: the PP hears the hint at `pc` in its present cycle, which is counted; nothing else of it. */
void event_hear_counted(const struct event_core *core, struct event_pp *pp, uint32_t pc, uint32_t constant);

/* Finishes an instruction that has been carried out: base and delayed registers, pc, clock. `value` is what a
 * load or multiprefix gives. */
void event_finish(const struct event_core *core, struct event_pp *pp, uint32_t value);

/* The PP halts. */
void event_halt(struct event_core *core, struct event_pp *pp);

/* The PP cannot execute its instruction: an event, and in the present the end of the run. */
enum step_result event_fail(struct event_core *core, struct event_pp *pp, enum step_mode mode);

/* An access to the area of the PP `owner` that others see, too. STEP_DONE: it may be carried out now. */
enum step_result event_be_foreign(struct event_core *core, struct event_pp *pp, uint32_t owner,
                                  enum step_mode mode, enum event_kind kind);

/* ---- host.c */

/* Serves a host call. False: the run is over. */
bool event_call_host(struct event_core *core, struct event_pp *pp);

/* ---- unit.c, where core->units is given */

/* The instruction changes registers of the unit, ahead: what they are is kept. */
void event_keep_registers(struct event_core *core, struct event_pp *pp, const struct instruction *i);

/* The unit is again what it was when the PP was sure. */
void event_restore_registers(struct event_core *core, struct event_pp *pp);

/* An instruction at `pc` that has been executed takes so many cycles; one has been counted. */
void event_stay(struct event_core *core, struct event_pp *pp, uint32_t cost, uint32_t pc);

enum step_result event_load_image(struct event_core *core, struct event_pp *pp,
                                  const struct operation *operation, enum step_mode mode);
enum step_result event_store_image(struct event_core *core, struct event_pp *pp,
                                   const struct operation *operation, enum step_mode mode);

/* The image that a PP loads or stores in the present cycle: what it stores. */
struct event_image {
    uint32_t words;
    uint32_t cell[REAL_MAX_WORDS], datum[REAL_MAX_WORDS];
};
void event_look_at_image(const struct event_core *core, const struct event_pp *pp, struct event_image *image);

/* The requests of a PP that stores an image in the present cycle; how many. The PP, when they are carried
 * out. */
uint32_t event_collect_image(const struct event_core *core, const struct event_pp *pp,
                             struct event_request *requests);
void event_finish_image(struct event_core *core, struct event_pp *pp);

/* ---- advance.c */

/* Sets core->loops. */
void event_choose_loops(struct event_core *core);

/* Runs a PP from the present to its next event, and queues it there. alone: no other PP has an event in the
 * present cycle. */
void event_advance(struct event_core *core, struct event_pp *pp, bool alone);

static inline bool event_has_posts(const struct event_pp *pp)
{
    return pp->post_first < pp->post_end;
}

/* Whether a store of the PP to the cell has still to be carried out. */
static inline bool event_has_posted(const struct event_pp *pp, uint32_t cell)
{
    for (unsigned k = pp->post_first; k < pp->post_end; k++)
        if (pp->posts[k].cell == cell)
            return true;
    return false;
}

/* ---- note.c */

/* Where core->journal is given: a hint is carried out next. False: it has not been noted, for the PP has run
 * ahead too far. */
bool event_note_hint(const struct event_core *core, struct event_pp *pp, uint32_t constant, bool is_sure);

/* What a profile counts of a hint that is carried out next: how long a PP has waited, marks of trace.h. */
void event_count_hint(const struct event_core *core, struct event_pp *pp, uint32_t constant);

/* The PP comes to a mark of trace.h at `pc`, in a cycle, and the mark is noted and counted. False: it has not
 * been, for the PP has run ahead too far. Not if core->counts is given. */
bool event_pass_mark(const struct event_core *core, struct event_pp *pp, uint32_t constant, uint32_t pc,
                     uint64_t cycle, bool is_sure);

/* The PP halts. */
void event_note_halt(const struct event_core *core, struct event_pp *pp);

/* What the PP has told is sure. */
void event_write_notes(const struct event_core *core, struct event_pp *pp);

/* ---- early.c */

static inline uint32_t event_mark(const struct event_pp *pp)
{
    return SHADOW_EARLY | pp->number;
}

static inline struct event_early *event_early(const struct event_core *core, const struct event_pp *pp)
{
    return &core->early[(size_t)pp->number * core->room.early];
}

/* A PP stands at the cell, or has posted to it. */
static inline void event_stand(struct event_core *core, uint32_t cell)
{
    core->standing[(cell & core->standing_mask) / 64] |= (uint64_t)1 << cell % 64;
}

/* Whether another PP stands at the cell, or one has posted to it. */
bool event_is_stood_at(const struct event_core *core, const struct event_pp *pp, uint32_t cell);

/* Forgets where PPs have stood, and finds out where they stand. */
void event_see_standing(struct event_core *core);

/* The PP stores to a shared cell ahead of its cycle; so it has done before, if it has been brought back. */
static inline void event_repeat_early(struct event_core *core, struct event_pp *pp, uint32_t cell,
                                      uint32_t datum, uint32_t time)
{
    uint32_t *const word = &core->machine->memory.cells[cell];
    event_early(core, pp)[pp->early_count++] = (struct event_early){cell, *word, core->shadow[cell], time};
    core->shadow[cell] = event_mark(pp);
    *word = datum;
}

/* .. for the first time. It is outside barriers. False: it must not. */
static inline bool event_store_early(struct event_core *core, struct event_pp *pp, uint32_t cell,
                                     uint32_t datum, uint32_t time)
{
    const uint32_t before = core->shadow[cell];
    if ((before > time && before != event_mark(pp)) || pp->early_count == core->most.early)
        return false;
    if ((core->standing[(cell & core->standing_mask) / 64] >> cell % 64 & 1) != 0 &&
        event_is_stood_at(core, pp, cell))
        return false;
    event_repeat_early(core, pp, cell, datum, time);
    return true;
}

/* What the PP has stored early is sure; what it has stored after the first `count` is taken back. */
void event_keep_early(struct event_core *core, struct event_pp *pp);
void event_take_back_early(const struct event_core *core, struct event_pp *pp, uint32_t count);

/* A PP's multiprefix request in a barrier is carried out, in the order of time: what it has stored was
 * before. */
static inline void event_come(struct event_core *core, struct event_pp *pp)
{
    if (pp->early_count != 0)
        event_keep_early(core, pp);
    core->come += !pp->has_come;
    pp->has_come = true;
    if (core->come == core->running && core->running >= core->crowd && !core->all_come)
        event_end_coming(core, pp->now.cycle);
}

/* .. one in a barrier, or elsewhere. */
static inline void event_note_fold(struct event_core *core, struct event_pp *pp, bool in_barrier)
{
    if (in_barrier)
        event_come(core, pp);
    else
        event_depart(core, pp);
}

/* PPs begin to store early again. */
void event_try_early(struct event_core *core);

/* Another PP than the one that goes ahead has stored to the cell early. True: that is sure now; else it is
 * brought back to the present soon. */
bool event_want(struct event_core *core, uint32_t cell);
void event_free_wanted(struct event_core *core);

/* Sizes of groups with which the batch is to be told are as they are at the start of the present cycle. True:
 * they were not, and PPs have been brought back for it, perhaps some of the batch. */
bool event_free_frames(struct event_core *core, uint32_t count);

/* .. it is brought back at once, to a cycle. */
void event_free(struct event_core *core, uint32_t cell, uint64_t cycle);

/* ---- thousands of PPs are more than a cache holds */

/* What a PP is goes on from, and its logs. */
static inline void event_fetch_state(const struct event_core *core, const struct event_pp *pp)
{
    const char *now = (const char *)&pp->now, *sure = (const char *)&pp->sure;
    for (size_t k = 0; k < sizeof pp->now; k += 64) {
        __builtin_prefetch(now + k, 1);
        __builtin_prefetch(sure + k, 1);
    }
    __builtin_prefetch(&core->spins[pp->number], 1);
    __builtin_prefetch(core->is_early ? (const void *)event_early(core, pp) : (const void *)pp->reads, 1);
}

/* ---- advance.c */

/* When the PP is to be looked at: at its first post, or what it stands at. */
static inline uint64_t event_due(const struct event_core *core, const struct event_pp *pp)
{
    return event_has_posts(pp) ? core->base + pp->posts[pp->post_first].time : pp->now.cycle;
}

/* A PP goes into the calendar. What takes more cycles than that has is asked for before it is due. */
static inline void event_queue(struct event_core *core, struct event_pp *pp)
{
    const uint64_t due = event_due(core, pp), last = core->present + (QUEUE_CYCLES - 1);
    event_become(&pp->activity, PP_QUEUED);
    if (pp->kind != EVENT_GO_ON)
        event_stand(core, pp->cell);
    queue_add(&core->queue, pp->number, core->units != NULL && due > last ? last : due);
}

/* The PP leaves the calendar. */
static inline void event_unqueue(struct event_core *core, struct event_pp *pp)
{
    queue_remove(&core->queue, pp->number);
    event_become(&pp->activity, PP_AT_WORK);
}

/* What the PP has read and changed ahead is sure; all its posts have been carried out. */
static inline void event_forget_ahead(struct event_core *core, struct event_pp *pp)
{
    if (pp->note_count != 0 && listens(core->journal))
        event_write_notes(core, pp);
    if (pp->early_count != 0)
        event_keep_early(core, pp);
    pp->read_count = pp->write_count = pp->post_first = pp->post_end = 0;
    core->filters[pp->number] = 0;
}

/* .. and so is the state in which it is. */
static inline void event_make_sure(struct event_core *core, struct event_pp *pp)
{
    if (((pp->now.loads | pp->now.stores) >> 31) != 0) {
        core->loads += pp->now.loads;
        core->stores += pp->now.stores;
        pp->now.loads = pp->now.stores = 0;
    }
    if (pp->has_stayed) {
        core->units[pp->number].sure = core->units[pp->number].now;
        pp->has_stayed = false;
    }
    if (core->units != NULL)
        core->units[pp->number].kept = 0;
    pp->sure = pp->now;
    pp->has_marked = false;
    event_forget_ahead(core, pp);
}

/* ---- native.c */

/* The place of native code has been left alone for long enough. */
void event_end_rest(struct event_core *core, uint32_t pc, enum lane_form form);

/* Whether event_run_natively is to be asked where the PP stands: to ask takes time. */
static inline bool event_may_run_natively(struct event_core *core, const struct event_pp *pp,
                                          enum lane_form form)
{
    const uint32_t pc = pp->now.reg[1];
    struct lane_yield *yield = &core->lanes->yields[form][pc < core->lanes->count ? pc : core->lanes->count];
    if (yield->rest == 0)
        return true;
    if (yield->rest != LANE_REST_ALWAYS && --yield->rest == 0)
        event_end_rest(core, pc, form);
    return false;
}

/* So many instructions have been interpreted in one stretch; there is native code once they are enough. To be
 * called if core->native_due is not 0. */
void event_await_native(struct event_core *core, uint64_t executed);

/* Goes on by native code, if there is some where the PP is: for `most` instructions at most. False: it has
 * executed nothing. To be called if core->lanes is not NULL. */
bool event_run_natively(struct event_core *core, struct event_pp *pp, uint32_t most, enum lane_form form);

/* Whether there is native code at a place for which the loop is to stop. */
static inline bool event_has_head(const struct event_core *core, uint32_t pc, enum lane_form form)
{
    const struct lanes *lanes = core->lanes;
    return lanes != NULL && pc < lanes->count && lanes->heads[form][pc] && lanes->yields[form][pc].rest == 0;
}

/* ---- cycle.c */

/* Carries out the events of core->batch in the present cycle; `count` > 1 of them, ascending. They stand
 * after their instructions then. */
void event_carry_out(struct event_core *core, uint32_t count);

/* The same, if PPs ask for nothing but posts, each for another cell: then their order makes no difference.
 * False: it is not so, and nothing has been done. The batch need not ascend. */
bool event_carry_out_posts(struct event_core *core, uint32_t count);

/* The first `count` PPs of the batch, in order. */
void event_sort(struct event_core *core, uint32_t count);

/* ---- few.c */

/* Carries out the events of core->batch in the present cycle, and lets the PPs go on, if they are few and ask
 * for the usual. False: nothing has been done. */
bool event_carry_out_few(struct event_core *core, uint32_t count);

/* ---- cycle.c */

/* Requests that others can see have been carried out, or are sure. Each counts, not the cycles in which there
 * are some: so it does not matter which stores have been carried out early, and which beside others. */
static inline void event_count(struct event_core *core, enum stats_phase phase, uint32_t requests)
{
    core->segments += requests;
    core->phases[phase] += requests;
}

/* So many multiprefix requests of one cycle have come from so many places: whether that speaks for tiles.
 * Stores are not asked, for what is known of them depends on how far PPs have gone ahead. */
static inline void event_weigh_folds(struct event_core *core, uint32_t folds, uint32_t places)
{
    if (places * core->crowd <= folds)
        core->together += folds;
    else
        core->together = core->together > folds ? core->together - folds : 0;
}

/* ---- rewind.c */

/* Brings a PP back to the start of a cycle, which is not before it is sure. It is in no queue then. */
void event_rewind(struct event_core *core, struct event_pp *pp, uint64_t cycle);

/* .. also one that is queued, or one whose post is being carried out, and that will be queued again after
 * that. */
void event_bring_back(struct event_core *core, struct event_pp *pp, uint64_t cycle);

/* Brings all that are queued, and beyond a cycle, back to it. Those that have run ahead without changing own
 * areas may stay as they are unless `all`; so may those that sleep. */
void event_settle(struct event_core *core, uint64_t cycle, bool all);

/* .. all, which are given back there: nothing that they have done is looked at any more but what has come of
 * it. */
void event_end(struct event_core *core, uint64_t cycle);

/* The stores of a cycle are refused, and the run is over: all that are queued come back to the end of the
 * cycle, and words of their own areas that they have changed in it become what they were. */
void event_refuse(struct event_core *core, uint64_t cycle);

/* A shared cell was changed in `cycle`, and its shadow is later: PPs that have read it ahead are brought
 * back, those that sleep on it go on. */
void event_disturb(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before,
                   struct event_writer writer);

/* Whether a PP may notice if a cell with this shadow changes: one has read it ahead, or may sleep on it. */
static inline bool event_is_noticed(const struct event_core *core, uint32_t shadow, uint32_t time)
{
    return shadow > time && (core->sleeping != 0 || (shadow & ~SHADOW_ASKED) > time);
}

/* Up to which shadow a PP that is in no danger to be brought back loads cells without being asked whether it
 * is to sleep. One that is alone for ever need not. */
static inline uint32_t event_asked(const struct event_core *core, const struct event_state *now, bool ahead)
{
    return !ahead && core->running == 1 ? UINT32_MAX : now->in_barrier ? 0 : SHADOW_ASKED;
}

/* To be called after each write to a cell. */
static inline void event_written(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before,
                                 struct event_writer writer)
{
    if (core->machine->memory.cells[cell] != before)
        core->changed = cycle;
    if (!event_is_shared(core, cell))
        return;
    if (core->shadow[cell] > event_time(core, cycle))
        event_disturb(core, cell, cycle, before, writer);
    else if (writer.is_told)
        event_notice_store(core, cell, cycle, before, writer);
}

/* From a cycle on accesses to the PP's areas are events; from the present on, those of all that `opens`. */
void event_open(struct event_core *core, struct event_pp *pp, uint64_t cycle);
void event_open_all(struct event_core *core);

/* ---- sleep.c */

/* All that sleep on the cell go on after that cycle. */
void event_wake_all(struct event_core *core, struct event_watched *watched, uint64_t cycle);

/* Whether a PP that waits so goes on when it finds the word. */
bool event_goes_on(const struct event_wait *wait, uint32_t word);

/* What is known of a cell that PPs sleep on; NULL: nothing. */
struct event_watched *event_find_watched(const struct event_core *core, uint32_t cell);

/* A PP looks at a shared cell, in the present: true if it sleeps from now on. */
bool event_look(struct event_core *core, struct event_pp *pp, uint32_t cell, uint32_t value);

/* The cell has changed: those that would notice go on. */
void event_wake(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before);

/* The cell is likely to change soon: what is needed then is asked for, in three steps. */
void event_fetch_watched(const struct event_core *core, uint32_t cell, unsigned step);

/* Wakes a PP as if it had not slept, at the start of a cycle, and queues it there. */
void event_rouse(struct event_core *core, struct event_pp *pp, uint64_t cycle);

/* .. lets it sleep no more, but does not queue it. */
void event_end_sleep(struct event_core *core, struct event_pp *pp, uint64_t cycle);

/* A PP outside the calendar has come to a load in a barrier, in the present or ahead: whether it sleeps from
 * now on, though it has not looked yet. */
bool event_sleep_ahead(struct event_core *core, struct event_pp *pp);

/* No PP sleeps any more. */
void event_forget_watched(struct event_core *core);

#endif
