/* sleep.c - see sleep.h. */
#include "sleep.h"

#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "common/memory.h"
#include "sim/machine/shint.h"
#include "sim/isa/system.h"
#include "state.h"

/* PPs that poll the same cells in the same loop and are at its head in the same cycles. */
struct sleeper {
    struct strand *strand;
    const struct poll_loop *loop;
    uint64_t since; /* a cycle in which they would be at the head; earlier cycles are counted */
    struct sleep_watch watches[POLL_MOST_LOADS];
    struct sleeper *next, **link; /* in the list of all sleepers; link: the pointer to this one */
};

/* ---- polling loops of the program */

/* Whether the instruction may leave the state unchanged when it is repeated, and has no effect that other PPs
 * can see. */
static bool may_repeat(const struct instruction *i)
{
    switch (system_rows[i->opcode].work) {
    case SYSTEM_OTHER:
        return (system_computes(i->opcode) && (i->traits & DECODE_DIVIDES) == 0) ||
               system_branches(i->opcode);
    case SYSTEM_LOAD:
        return i->base == DECODE_SINK;
    case SYSTEM_CONSTANT:
    case SYSTEM_NUMBER:
    case SYSTEM_COUNT:
    case SYSTEM_NOTHING:
        return true;
    case SYSTEM_HINT:
        return shint_number(i->constant) == SHINT_yield;
    default:
        return false;
    }
}

/* Whether a register is computed from itself: then the PP counts rather than waits. */
static bool counts(const struct instruction *i)
{
    return system_computes(i->opcode) && (i->target == i->rs || i->target == i->rt);
}

static bool is_poll(const struct instruction *code, uint32_t head, uint32_t close, uint32_t *loads)
{
    *loads = 0;
    for (uint32_t pc = head; pc <= close; pc++) {
        const struct instruction *i = &code[pc];
        const bool stays = system_branches(i->opcode) && i->constant >= head && i->constant <= close;
        *loads += system_rows[i->opcode].work == SYSTEM_LOAD;
        if (!may_repeat(i) || counts(i) || (i->traits & DECODE_READS_PC) != 0 || i->target == 1 ||
            (stays && pc != close) || system_reads_clock(i->opcode))
            return false;
    }
    return *loads != 0 && *loads <= POLL_MOST_LOADS;
}

static bool closes_short_loop(const struct instruction *code, uint32_t pc)
{
    const struct instruction *i = &code[pc];
    return system_branches(i->opcode) && i->constant <= pc && pc - i->constant < POLL_LONGEST;
}

/* Finds the loops: each is at the pc of its closing branch. */
static void find_loops(struct poll_loop *loops, const struct instruction *code, uint32_t count)
{
    for (uint32_t pc = 0; pc < count; pc++) {
        const uint32_t head = code[pc].constant;
        uint32_t loads;
        if (closes_short_loop(code, pc) && is_poll(code, head, pc, &loads))
            loops[pc] = (struct poll_loop){.head = head, .length = pc - head + 1, .loads = loads};
    }
}

/* ---- all sleepers */

void sleep_create(struct cycle_state *state)
{
    struct sleepers *sleepers = &state->sleepers;
    const struct machine *machine = state->machine;
    const uint32_t pps = machine->config.pps;
    if (!observer_all(machine->observers).may_rest)
        return;
    sleepers->loops = memory_block(&state->memory, machine->program.count, sizeof *sleepers->loops);
    if (sleepers->loops != NULL)
        find_loops(sleepers->loops, machine->program.code, machine->program.count);
    for (unsigned n = 0; n < POLL_MOST_LOADS; n++)
        sleepers->cells[n] = memory_block(&state->memory, pps, sizeof *sleepers->cells[n]);
    sleepers->trial = memory_block(&state->memory, pps, sizeof *sleepers->trial);
    sleepers->trial_flags = memory_block(&state->memory, pps, sizeof *sleepers->trial_flags);
    sleepers->stays = memory_block(&state->memory, pps, sizeof *sleepers->stays);
}

void sleep_destroy(struct cycle_state *state)
{
    struct sleepers *sleepers = &state->sleepers;
    while (sleepers->all != NULL) {
        struct sleeper *const sleeper = sleepers->all;
        sleepers->all = sleeper->next;
        strands_free(&state->strands, sleeper->strand);
        free(sleeper);
    }
}

/* ---- whether PPs wait */

/* Load number `loads` of the loop. False: an address is illegal. */
static bool try_load(const struct step *step, uint32_t loads)
{
    const struct memory *memory = &step->state->machine->memory;
    uint32_t *const cells = step->state->sleepers.cells[loads];
    if (step->kernels->resolve(memory, &step->operands, cells, step->members) == MEMORY_ILLEGAL)
        return false;
    step->kernels->load(memory->cells, cells, step->operands.target, step->members);
    return true;
}

/* Executes an instruction of the loop, after this number of loads, without changing registers. Members that
 * it would change lose their stays[k]. False: no member is left, or the loop does not continue as before. */
static bool repeats(struct cycle_state *state, struct strand *strand, uint32_t pc, uint32_t loads)
{
    const struct instruction *i = &state->machine->program.code[pc];
    const struct kernels *kernels = state->kernels;
    struct strand at = *strand;
    struct step step;
    at.pc = pc;
    step_begin(&step, state, &at);
    uint32_t *const now = step.operands.flags, *const flags =
                                                   state->sleepers.trial_flags + step.members.first;
    uint8_t *const stays = state->sleepers.stays;
    const bool sets_flags = (i->traits & DECODE_SETS_FLAGS) != 0;
    if (system_branches(i->opcode))
        return kernels->count_taken[i->opcode](now, 0, step.members) == 0;
    step.operands.target = state->sleepers.trial + step.members.first;
    if (sets_flags) {
        kernels->copy(flags, now, step.members);
        step.operands.flags = flags;
    }
    if (!(system_rows[i->opcode].work == SYSTEM_LOAD ? try_load(&step, loads) : state->works[pc](&step)))
        return false;
    if (sets_flags && kernels->compare(flags, now, stays, step.members))
        return false;
    return i->target == DECODE_SINK ||
           !kernels->compare(step.operands.target, step_row(&step, i->target), stays, step.members);
}

/* Members that a listener wants to see stay awake. False: no member is left. */
static bool ask_listeners(const struct cycle_state *state, const struct strand *strand,
                          const struct poll_loop *loop)
{
    const struct sleepers *sleepers = &state->sleepers;
    for (uint32_t k = 0; k < strand->count; k++) {
        uint32_t cells[POLL_MOST_LOADS] = {0};
        for (uint32_t n = 0; n < loop->loads; n++)
            cells[n] = sleepers->cells[n][k];
        const struct observer_rest rest = {.pp = strand->members[k],
                                           .head = loop->head,
                                           .length = loop->length,
                                           .cells = cells,
                                           .cell_count = loop->loads};
        if (sleepers->stays[k] != 0 && !observer_all_rest(state->machine->observers, &rest))
            sleepers->stays[k] = 0;
    }
    return memchr(sleepers->stays, 1, strand->count) != NULL;
}

/* Finds the members that wait: sleepers.stays. False: none. */
static bool find_waiting(struct cycle_state *state, struct strand *strand, const struct poll_loop *loop)
{
    uint32_t loads = 0;
    memset(state->sleepers.stays, 1, strand->count);
    for (uint32_t pc = loop->head; pc + 1 < loop->head + loop->length; pc++) {
        if (!repeats(state, strand, pc, loads))
            return false;
        loads += system_rows[state->machine->program.code[pc].opcode].work == SYSTEM_LOAD;
    }
    return true;
}

/* ---- falling asleep */

static void watch_cell(struct sleepers *sleepers, struct sleep_watch *watch, uint32_t cell)
{
    struct sleep_watch **const head = &sleepers->buckets[sleep_bucket(cell)];
    watch->cell = cell;
    watch->next = *head;
    watch->link = head;
    if (watch->next != NULL)
        watch->next->link = &watch->next;
    *head = watch;
}

static void unwatch(struct sleep_watch *watch)
{
    *watch->link = watch->next;
    if (watch->next != NULL)
        watch->next->link = watch->link;
}

/* Whether member `k` of a strand, which falls asleep in this cycle, may join the sleeper. */
static bool fits(const struct cycle_state *state, const struct sleeper *sleeper, const struct strand *strand,
                 const struct poll_loop *loop, uint32_t k)
{
    if (sleeper->loop != loop || sleeper->strand->is_inside != strand->is_inside ||
        sleeper->since != state->cycle + 1)
        return false;
    for (uint32_t n = 0; n < loop->loads; n++)
        if (sleeper->watches[n].cell != state->sleepers.cells[n][k])
            return false;
    return true;
}

/* The sleeper that member `k` of the strand joins: perhaps a new one, without PPs yet. */
static struct sleeper *sleeper_for(struct cycle_state *state, const struct strand *strand,
                                   const struct poll_loop *loop, uint32_t k)
{
    struct sleepers *sleepers = &state->sleepers;
    struct sleep_watch *watch = sleepers->buckets[sleep_bucket(sleepers->cells[0][k])];
    for (; watch != NULL; watch = watch->next)
        if (watch == &watch->sleeper->watches[0] && fits(state, watch->sleeper, strand, loop, k))
            return watch->sleeper;
    struct sleeper *const sleeper = memory_take(1, sizeof *sleeper);
    sleeper->next = sleepers->all;
    sleeper->link = &sleepers->all;
    if (sleeper->next != NULL)
        sleeper->next->link = &sleeper->next;
    sleepers->all = sleeper;
    sleeper->loop = loop;
    sleeper->since = state->cycle + 1;
    sleeper->strand = strands_take(&state->strands, 1);
    sleeper->strand->is_inside = strand->is_inside;
    for (uint32_t n = 0; n < loop->loads; n++) {
        sleeper->watches[n].sleeper = sleeper;
        watch_cell(sleepers, &sleeper->watches[n], sleepers->cells[n][k]);
    }
    return sleeper;
}

/* Members that wait move to sleepers; the others stay awake, at the loop's head. */
static void fall_asleep(struct cycle_state *state, struct strand *strand, const struct poll_loop *loop)
{
    struct sleepers *sleepers = &state->sleepers;
    uint32_t awake = 0;
    for (uint32_t k = 0; k < strand->count; k++) {
        if (sleepers->stays[k] == 0) {
            strand->members[awake++] = strand->members[k];
            continue;
        }
        strand_add(sleeper_for(state, strand, loop, k)->strand, strand->members[k]);
        sleepers->count++;
    }
    strand->count = awake;
    strand->pc = loop->head;
    strands_place(&state->strands, strand);
}

bool sleep_begin(struct cycle_state *state, struct strand *strand, uint32_t pc)
{
    struct poll_loop *const loop = poll_tried(state->sleepers.loops, pc);
    if (loop == NULL || strand->late != DECODE_SINK)
        return false;
    if (!find_waiting(state, strand, loop)) {
        loop->failures += loop->failures < SLEEP_MOST_SKIPS;
        loop->skips = 1u << loop->failures;
        return false;
    }
    loop->failures = 0;
    if (state->machine->observers != NULL && !ask_listeners(state, strand, loop))
        return false;
    fall_asleep(state, strand, loop);
    return true;
}

/* ---- waking */

/* For a profile: loads of cells of another PP's stack or private area. */
static void count_foreign(struct cycle_state *state, const struct sleeper *sleeper, uint32_t load,
                          uint32_t pc, uint64_t times)
{
    const struct memory *memory = &state->machine->memory;
    const uint32_t address = memory_address(memory, sleeper->watches[load].cell);
    for (uint32_t m = 0; m < sleeper->strand->count; m++)
        if (memory_is_foreign(memory, sleeper->strand->members[m], address))
            state->machine->counts->foreign[pc] += times;
}

/* Counts the instructions of the PPs in the cycles from sleeper->since up to, but not including, `end`. */
static void count_rounds(struct cycle_state *state, const struct sleeper *sleeper, uint64_t end)
{
    const struct poll_loop *loop = sleeper->loop;
    const struct strand *strand = sleeper->strand;
    const uint64_t cycles = end - sleeper->since;
    uint32_t loads = 0;
    for (uint32_t k = 0; k < loop->length; k++) {
        const uint64_t times = cycles / loop->length + (k < cycles % loop->length);
        const struct instruction *i = &state->machine->program.code[loop->head + k];
        if (times == 0)
            break;
        if (system_rows[i->opcode].work == SYSTEM_LOAD) {
            state->stats->loads += times * strand->count;
            if (state->machine->counts != NULL)
                count_foreign(state, sleeper, loads, loop->head + k, times);
            loads++;
        }
        for (uint32_t m = 0; system_rows[i->opcode].work == SYSTEM_HINT && m < strand->count; m++)
            state->presence.yielded[strand->members[m]] = sleeper->since + k + (times - 1) * loop->length + 1;
        if (state->machine->counts != NULL)
            counts_one(state->machine->counts, strand->is_inside, loop->head + k, times * strand->count);
    }
}

/* The PPs wake in the cycle `now`; the caller gets their strand. If another PP had a fault in the cycle in
 * which they fell asleep, that cycle does not count, and they are at the head. */
static struct strand *wake(struct cycle_state *state, struct sleeper *sleeper, uint64_t now)
{
    const struct poll_loop *loop = sleeper->loop;
    struct strand *const strand = sleeper->strand;
    const uint64_t at = now > sleeper->since ? now : sleeper->since;
    const uint32_t phase = (uint32_t)((at - sleeper->since) % loop->length);
    count_rounds(state, sleeper, at);
    strand->link = NULL;
    strand->pc = loop->head + phase;
    strand->late = DECODE_SINK;
    if (phase != 0 && at != sleeper->since) {
        const struct instruction *before = &state->machine->program.code[strand->pc - 1];
        if ((before->traits & DECODE_DELAYED) != 0 && before->target != DECODE_SINK) {
            const struct kernel_members members = strand_members(strand);
            strand->late = before->target;
            state->kernels->copy(state->late[~at & 1] + members.first,
                                 cycle_row(state, before->target) + members.first, members);
        }
    }
    for (uint32_t n = 0; n < loop->loads; n++)
        unwatch(&sleeper->watches[n]);
    state->sleepers.count -= strand->count;
    *sleeper->link = sleeper->next;
    if (sleeper->next != NULL)
        sleeper->next->link = sleeper->link;
    free(sleeper);
    return strand;
}

void sleep_end(struct cycle_state *state, uint32_t cell)
{
    struct sleep_watch *watch = state->sleepers.buckets[sleep_bucket(cell)];
    while (watch != NULL) {
        if (watch->cell != cell) {
            watch = watch->next;
            continue;
        }
        strands_place(&state->strands, wake(state, watch->sleeper, state->cycle + 1));
        watch = state->sleepers.buckets[sleep_bucket(cell)];
    }
}

void sleep_end_all(struct cycle_state *state)
{
    for (struct sleeper *sleeper = state->sleepers.all, *next; sleeper != NULL; sleeper = next) {
        next = sleeper->next;
        strands_place(&state->strands, wake(state, sleeper, state->cycle + 1));
    }
}

void sleep_interrupt(struct cycle_state *state)
{
    struct strands *strands = &state->strands;
    for (struct sleeper *sleeper = state->sleepers.all, *next; sleeper != NULL; sleeper = next) {
        next = sleeper->next;
        strands->current[strands->current_count++] = wake(state, sleeper, state->cycle + state->is_refused);
    }
}

/* ---- PPs that are asleep */

bool sleep_holds(const struct cycle_state *state, strand_holds *holds, void *context)
{
    bool all = true;
    for (const struct sleeper *sleeper = state->sleepers.all; sleeper != NULL; sleeper = sleeper->next)
        all = all && holds(state, sleeper->strand, context);
    return all;
}

static bool holds_what_it_polls(const struct cycle_state *state, const struct sleeper *sleeper)
{
    const struct poll_loop *loop = sleeper->loop;
    uint32_t loads = 0;
    for (uint32_t pc = loop->head; pc < loop->head + loop->length; pc++) {
        const struct instruction *i = &state->machine->program.code[pc];
        if (system_rows[i->opcode].work != SYSTEM_LOAD)
            continue;
        const uint32_t value = state->machine->memory.cells[sleeper->watches[loads++].cell];
        for (uint32_t k = 0; i->target != DECODE_SINK && k < sleeper->strand->count; k++)
            if (cycle_row(state, i->target)[sleeper->strand->members[k]] != value)
                return false;
    }
    return true;
}

bool sleep_is_right(const struct cycle_state *state)
{
    for (const struct sleeper *sleeper = state->sleepers.all; sleeper != NULL; sleeper = sleeper->next)
        if (!holds_what_it_polls(state, sleeper))
            return false;
    return true;
}
