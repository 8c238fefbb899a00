/* sleep.c - PPs that only poll one cell sleep until it changes.
 *
 * Such a loop loads the word, compares it with one that no round changes, and branches back to the load
 * (action.h finds these loops). Only a change of the branch's outcome wakes the PP. When it wakes, the
 * skipped rounds are added, and what it has begun of another one is executed as after a rollback. Calls step.
 */
#include <string.h>

#include "sim/solo/inside.h"
#include "sim/isa/word.h"

/* ---- watched cells: a hash table of records, which are taken anew when no PP sleeps on their cells */

static uint32_t first_place(const struct event_core *core, uint32_t cell)
{
    return cell * 0x9e3779b1u >> 7 & core->watched_mask;
}

/* The record of a cell that PPs sleep on, or have slept on; NULL: there is none. */
static struct event_watched *find_watched(const struct event_core *core, uint32_t cell)
{
    const uint32_t first = first_place(core, cell);
    for (uint32_t at = first; at < first + WATCHED_PLACES && core->watched_cells[at] != 0; at++)
        if (core->watched_cells[at] == cell + 1)
            return &core->watched[at];
    return NULL;
}

void event_forget_watched(struct event_core *core)
{
    memset(core->watched_cells, 0,
           ((size_t)core->watched_mask + WATCHED_PLACES) * sizeof *core->watched_cells);
}

/* The cell's record, made if needed; NULL if there is no room: then no PP sleeps on it. */
static struct event_watched *claim(struct event_core *core, uint32_t cell)
{
    struct event_watched *watched = find_watched(core, cell);
    const uint32_t first = first_place(core, cell);
    for (uint32_t at = first; watched == NULL && at < first + WATCHED_PLACES; at++)
        if (core->watched_cells[at] == 0 || core->watched[at].first == QUEUE_NONE) {
            core->watched_cells[at] = cell + 1;
            watched = &core->watched[at];
            *watched = (struct event_watched){.first = QUEUE_NONE};
        }
    return watched;
}

/* The word that a load of the cell in a recent cycle has read. */
static uint32_t value_in(const struct event_core *core, const struct event_watched *watched, uint32_t cell,
                         uint64_t cycle)
{
    uint32_t value = core->machine->memory.cells[cell];
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

/* Cycles from poll to poll of the loop that begins with the PP's load; 0: the load begins no such loop. */
static uint32_t period_of(const struct event_core *core, const struct event_pp *pp)
{
    return core->actions[pp->now.reg[1]].way;
}

/* How the PP's loop tests the word. */
static struct event_wait wait_of(const struct event_core *core, const struct event_pp *pp)
{
    const struct event_state *now = &pp->now;
    const struct operation *load = event_operation(core, now->reg[1]),
                           *branch = load + period_of(core, pp) - 1;
    const struct instruction *i = &branch[-1].i;
    const bool is_second = i->rs != load->i.target;
    return (struct event_wait){.other = is_second ? now->reg[i->rs] : now->reg[i->rt] + i->constant,
                               .branch = branch->i.opcode,
                               .is_second = is_second};
}

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

bool event_poll(struct event_core *core, struct event_pp *pp)
{
    const uint32_t cell = pp->cell;
    struct event_wait *const wait = &core->waits[pp->number];
    if (period_of(core, pp) == 0 || pp->now.late_target != DECODE_SINK)
        return false;
    *wait = wait_of(core, pp);
    if (event_goes_on(wait, core->machine->memory.cells[cell]))
        return false;
    if (core->shadow[cell] == SHADOW_CALM) { /* a PP that changes the cell would not look for sleepers */
        event_want_soon(core, cell);
        return false;
    }
    struct event_watched *watched = claim(core, cell);
    if (watched == NULL)
        return false;
    watched->all_wait =
        watched->first == QUEUE_NONE || (watched->all_wait && is_same_wait(&watched->wait, wait));
    watched->wait = *wait;
    event_commit(core, pp);
    queue_enter(&core->queue, &watched->first, pp->number);
    core->sleeping++;
    event_become(&pp->activity, PP_ASLEEP);
    core->shadow[cell] |= SHADOW_ASKED; /* the load may be an event only because its place is wanted */
    return true;
}

/* ---- waking */

/* Sets registers and flags as a round leaves them that has loaded the word. */
static void execute_round(const struct event_core *core, struct event_pp *pp, uint32_t period, uint32_t word)
{
    struct event_state *const now = &pp->now;
    const struct operation *load = event_operation(core, now->reg[1]);
    for (const struct operation *idle = load + 1; idle < load + period - 2; idle++)
        if (idle->handler == HANDLE_CONSTANT)
            now->reg[idle->i.target] = idle->i.constant;
    now->reg[load->i.target] = word;
    now->status = flags_of(&core->waits[pp->number], word);
}

/* Executes what the PP has skipped up to a cycle. Of whole rounds the last one decides. */
static void execute_skipped(struct event_core *core, const struct event_watched *watched, struct event_pp *pp,
                            uint64_t cycle)
{
    struct event_state *const now = &pp->now;
    const uint32_t period = period_of(core, pp);
    const uint64_t rounds = cycle > now->cycle ? (cycle - now->cycle) / period : 0;
    now->cycle += rounds * period;
    now->loads += rounds;
    if (rounds != 0)
        execute_round(core, pp, period, value_in(core, watched, pp->cell, now->cycle - period));
    if (now->cycle < cycle)
        pp->reads[0].value = value_in(core, watched, pp->cell, now->cycle);
    while (now->cycle < cycle)
        (void)event_step(core, pp, STEP_REPLAY);
    pp->read_count = 0;
}

static void wake(struct event_core *core, struct event_watched *watched, struct event_pp *pp, uint64_t cycle)
{
    queue_leave(&core->queue, &watched->first, pp->number);
    core->sleeping--;
    event_become(&pp->activity, PP_AT_WORK);
    execute_skipped(core, watched, pp, cycle);
    event_commit(core, pp);
    pp->kind = EVENT_GO_ON;
    event_queue(core, pp);
}

void event_wake_one(struct event_core *core, struct event_pp *pp, uint64_t cycle)
{
    wake(core, find_watched(core, pp->cell), pp, cycle);
}

void event_wake(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before)
{
    struct event_watched *watched = find_watched(core, cell);
    const uint32_t value = core->machine->memory.cells[cell];
    if (watched == NULL || watched->first == QUEUE_NONE || value == before)
        return;
    if (watched->changes == 0 || watched->change[(watched->changes - 1) % WATCHED_CHANGES].cycle != cycle)
        watched->change[watched->changes++ % WATCHED_CHANGES] =
            (struct event_change){.cycle = cycle, .before = before};
    if ((watched->all_wait && !event_goes_on(&watched->wait, value)) ||
        core->all_arrived) /* all are returned then */
        return;
    for (uint32_t number = watched->first, next; number != QUEUE_NONE; number = next) {
        next = core->queue.links[number].next;
        if (event_goes_on(&core->waits[number], value))
            wake(core, watched, event_pp(core, number), cycle + 1); /* nothing later is certain */
    }
}
