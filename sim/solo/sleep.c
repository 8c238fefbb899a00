/* sleep.c - PPs that only poll one cell sleep until it changes.
 *
 * Such a loop loads the word, compares it with one that no round changes, and branches back to the load
 * (action.h finds these loops). Only a change of the branch's outcome wakes the PP. The skipped rounds are
 * added when it wakes. Calls step. */
#include <stdlib.h>
#include <string.h>

#include "sim/solo/inside.h"
#include "sim/isa/instruction.h"
#include "sim/isa/word.h"

/* ---- watched cells */

static uint32_t first_place(const struct event_core *core, uint32_t cell)
{
    return cell * 0x9e3779b1u >> 7 & core->watched_mask;
}

/* The state of a cell that PPs sleep on; NULL: there is none. */
static struct event_watched *find_watched(const struct event_core *core, uint32_t cell)
{
    for (uint32_t at = first_place(core, cell); core->watched_at[at] != 0; at = (at + 1) & core->watched_mask)
        if (core->watched[core->watched_at[at] - 1].cell == cell)
            return &core->watched[core->watched_at[at] - 1];
    return NULL;
}

static void put_at(struct event_core *core, uint32_t number)
{
    uint32_t at = first_place(core, core->watched[number].cell);
    while (core->watched_at[at] != 0)
        at = (at + 1) & core->watched_mask;
    core->watched_at[at] = number + 1;
}

void event_forget_watched(struct event_core *core)
{
    core->watched_count = 0;
    memset(core->watched_at, 0, ((size_t)core->watched_mask + 1) * sizeof *core->watched_at);
}

/* Drops cells that no PP sleeps on. */
static void drop_idle(struct event_core *core)
{
    const uint32_t count = core->watched_count;
    event_forget_watched(core);
    for (uint32_t k = 0; k < count; k++)
        if (core->watched[k].sleepers > 0) {
            core->watched[core->watched_count] = core->watched[k];
            put_at(core, core->watched_count++);
        }
}

/* The cell's entry, made if needed; NULL if there is no room: then no PP sleeps on it. */
static struct event_watched *claim(struct event_core *core, uint32_t cell)
{
    struct event_watched *watched = find_watched(core, cell);
    if (watched != NULL)
        return watched;
    if (core->watched_count == core->watched_room)
        drop_idle(core);
    if (core->watched_count == core->watched_room)
        return NULL;
    watched = &core->watched[core->watched_count];
    *watched = (struct event_watched){.cell = cell};
    put_at(core, core->watched_count++);
    return watched;
}

/* The word that a load of the cell in a recent cycle has read. */
static uint32_t value_in(const struct event_core *core, const struct event_watched *watched, uint64_t cycle)
{
    uint32_t value = core->machine->memory.cells[watched->cell];
    const uint32_t known = watched->changes < WATCHED_CHANGES ? watched->changes : WATCHED_CHANGES;
    for (uint32_t k = 1; k <= known; k++) {
        const struct event_change *change = &watched->change[(watched->changes - k) % WATCHED_CHANGES];
        if (change->cycle < cycle)
            break;
        value = change->before;
    }
    return value;
}

/* ---- falling asleep */

/* The flags of the comparison with a word. */
static uint32_t flags_of(const struct event_wait *wait, uint32_t word)
{
    const uint32_t a = wait->is_second ? wait->other : word, b = wait->is_second ? word : wait->other;
    return word_flags_subs(a, b, 0);
}

bool event_goes_on(const struct event_wait *wait, uint32_t word)
{
    return !word_branches(wait->branch, flags_of(wait, word));
}

static bool is_same_wait(const struct event_wait *a, const struct event_wait *b)
{
    return a->other == b->other && a->branch == b->branch && a->is_second == b->is_second;
}

/* Enters the PP into the list of sleepers on the cell. */
static void add_sleeper(struct event_core *core, struct event_pp *pp, struct event_spin *spin,
                        struct event_watched *watched)
{
    watched->all_wait =
        watched->sleepers == 0 || (watched->all_wait && is_same_wait(&watched->wait, &spin->wait));
    watched->wait = spin->wait;
    spin->before = QUEUE_NONE;
    spin->next = watched->sleepers > 0 ? watched->first : QUEUE_NONE;
    if (spin->next != QUEUE_NONE)
        core->spins[spin->next].before = pp->number;
    watched->first = pp->number;
    watched->sleepers++;
    core->sleeping++;
    event_become(&pp->activity, PP_ASLEEP);
}

/* Fills in how the loop tests the word. False: the PP leaves the loop. */
static bool waits(const struct event_core *core, const struct event_pp *pp, uint32_t period, uint32_t value,
                  struct event_wait *wait)
{
    const struct event_state *now = &pp->now;
    const struct operation *load = event_operation(core, now->reg[1]), *branch = load + period - 1;
    const struct instruction *i = &branch[-1].i;
    wait->is_second = i->rs != load->i.target;
    wait->other = wait->is_second ? now->reg[i->rs] : now->reg[i->rt] + i->constant;
    wait->branch = branch->i.opcode;
    return !event_goes_on(wait, value);
}

/* Lets the PP, which may be speculative, sleep on the cell. False: it does not. */
static bool fall_asleep(struct event_core *core, struct event_pp *pp, uint32_t cell, uint32_t value,
                        uint32_t period)
{
    struct event_wait wait;
    if (pp->now.late_target != DECODE_SINK || !waits(core, pp, period, value, &wait))
        return false;
    struct event_watched *watched = claim(core, cell);
    if (watched == NULL)
        return false;
    if (core->shadow[cell] == SHADOW_CALM) { /* a PP that changes the cell would not look for sleepers */
        (void)event_want(core, cell);
        return false;
    }
    struct event_spin *spin = &core->spins[pp->number];
    spin->cell = cell;
    spin->period = period;
    spin->wait = wait;
    event_clear_logs(core, pp);
    add_sleeper(core, pp, spin, watched);
    return true;
}

/* Sets registers and flags as `count` instructions from the load on do, which finds `value`; a round has
 * `period`. */
static void execute_plainly(const struct event_core *core, struct event_state *now, uint32_t period,
                            uint32_t count, uint32_t value, const struct event_wait *wait)
{
    const uint32_t pc = now->reg[1], word = event_operation(core, pc)->i.target;
    now->late_target = count == 1 ? word : DECODE_SINK;
    now->late_value = count == 1 ? value : 0;
    if (count > 1)
        now->reg[word] = value;
    for (uint32_t k = 1; k < count && k < period - 2; k++) {
        const struct operation *operation = event_operation(core, pc + k);
        if (operation->handler == HANDLE_CONSTANT)
            now->reg[operation->i.target] = operation->i.constant;
    }
    if (count >= period - 1)
        now->status = flags_of(wait, value);
    now->reg[1] = count < period ? pc + count : pc;
}

/* Executes the rounds that the PP has skipped up to a cycle. */
static void execute_skipped(const struct event_core *core, const struct event_watched *watched,
                            const struct event_spin *spin, struct event_state *now, uint64_t cycle)
{
    const uint64_t gone = cycle > now->cycle ? cycle - now->cycle : 0;
    const uint32_t rounds = (uint32_t)(gone / spin->period), rest = (uint32_t)(gone % spin->period);
    const uint64_t last = cycle - rest;
    if (rounds > 0)
        execute_plainly(core, now, spin->period, spin->period, value_in(core, watched, last - spin->period),
                        &spin->wait);
    if (rest > 0)
        execute_plainly(core, now, spin->period, rest, value_in(core, watched, last), &spin->wait);
    now->loads += rounds + (rest > 0);
    now->cycle += gone;
}

bool event_poll(struct event_core *core, struct event_pp *pp, uint32_t cell, uint32_t value)
{
    const uint32_t pc = pp->now.reg[1], period = pc < core->world->code_count ? core->actions[pc].way : 0;
    return period != 0 && fall_asleep(core, pp, cell, value, period);
}

/* ---- waking */

/* Wakes a sleeping PP at a cycle. It must still be made certain. */
static void wake(struct event_core *core, struct event_watched *watched, struct event_pp *pp, uint64_t cycle)
{
    struct event_spin *spin = &core->spins[pp->number];
    execute_skipped(core, watched, spin, &pp->now, cycle);
    if (spin->next != QUEUE_NONE)
        core->spins[spin->next].before = spin->before;
    if (spin->before != QUEUE_NONE)
        core->spins[spin->before].next = spin->next;
    else
        watched->first = spin->next;
    watched->sleepers--;
    core->sleeping--;
    event_become(&pp->activity, PP_AT_WORK);
}

void event_wake_one(struct event_core *core, struct event_pp *pp, uint64_t cycle)
{
    wake(core, find_watched(core, core->spins[pp->number].cell), pp, cycle);
    event_commit(core, pp);
    pp->kind = EVENT_GO_ON;
    event_queue(core, pp);
}

void event_wake(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before)
{
    struct event_watched *watched = find_watched(core, cell);
    const uint32_t value = core->machine->memory.cells[cell];
    if (watched == NULL || watched->sleepers == 0 || value == before)
        return;
    if (watched->changes == 0 || watched->change[(watched->changes - 1) % WATCHED_CHANGES].cycle != cycle)
        watched->change[watched->changes++ % WATCHED_CHANGES] =
            (struct event_change){.cycle = cycle, .before = before};
    if ((watched->all_wait && !event_goes_on(&watched->wait, value)) ||
        core->all_arrived) /* all are returned then */
        return;
    for (uint32_t number = watched->first, next; number != QUEUE_NONE; number = next) {
        const struct event_spin *spin = &core->spins[number];
        struct event_pp *pp = event_pp(core, number);
        next = spin->next;
        if (!event_goes_on(&spin->wait, value))
            continue;
        wake(core, watched, pp, cycle + 1); /* nothing later is certain */
        event_advance(core, pp, false);
    }
}
