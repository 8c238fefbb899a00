/* sleep.c - PPs that only poll one cell sleep until it changes.
 *
 * A PP is asleep if it returns to the same load in the same state, has found the same word, has read no other
 * shared word and no clock, and has changed nothing: nothing can change before the cell does. Most such loops
 * compare the word with another one and end if they are equal, or one is less. Then only a change of that
 * result wakes the PP. The skipped rounds are added when it wakes. Calls step. */
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "sim/bsp/event/inside.h"
#include "sim/isa/instruction.h"
#include "sim/isa/word.h"

/* ---- watched cells */

static uint32_t first_place(const struct event_core *core, uint32_t cell)
{
    return cell * 0x9e3779b1u >> 7 & core->watched_mask;
}

struct event_watched *event_find_watched(const struct event_core *core, uint32_t cell)
{
    for (uint32_t at = first_place(core, cell); core->watched_at[at] != 0; at = (at + 1) & core->watched_mask)
        if (core->watched[core->watched_at[at] - 1].cell == cell)
            return &core->watched[core->watched_at[at] - 1];
    return NULL;
}

void event_fetch_watched(const struct event_core *core, uint32_t cell, unsigned step)
{
    const uint32_t *at = &core->watched_at[first_place(core, cell)];
    if (step == 0) {
        __builtin_prefetch(at);
        return;
    }
    if (*at == 0)
        return;
    const struct event_watched *watched = &core->watched[*at - 1];
    if (step == 1) {
        __builtin_prefetch(watched);
        return;
    }
    if (watched->sleepers == 0)
        return;
    __builtin_prefetch(&watched->change[watched->changes % WATCHED_CHANGES], 1);
    __builtin_prefetch(&core->spins[watched->first]);
}

static void put_at(struct event_core *core, uint32_t number)
{
    uint32_t at = first_place(core, core->watched[number].cell);
    while (core->watched_at[at] != 0)
        at = (at + 1) & core->watched_mask;
    core->watched_at[at] = number + 1;
}

static void forget_places(struct event_core *core)
{
    core->watched_count = 0;
    memset(core->watched_at, 0, ((size_t)core->watched_mask + 1) * sizeof *core->watched_at);
}

static void move_sleepers(const struct event_core *core, uint32_t from, uint32_t to)
{
    const size_t bytes = ACTION_PERIOD_MOST * sizeof *core->asleep;
    if (core->watched[from].told != 0 && from != to)
        memcpy(&core->asleep[to * ACTION_PERIOD_MOST], &core->asleep[from * ACTION_PERIOD_MOST], bytes);
}

/* Drops cells that no PP sleeps on. */
static void drop_idle(struct event_core *core)
{
    const uint32_t count = core->watched_count;
    forget_places(core);
    for (uint32_t k = 0; k < count; k++)
        if (core->watched[k].sleepers > 0) {
            move_sleepers(core, k, core->watched_count);
            core->watched[core->watched_count] = core->watched[k];
            put_at(core, core->watched_count++);
        }
}

/* The cell's entry, made if needed; NULL if there is no room: then no PP sleeps on it. */
static struct event_watched *claim(struct event_core *core, uint32_t cell)
{
    struct event_watched *watched = event_find_watched(core, cell);
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

void event_forget_watched(struct event_core *core)
{
    forget_places(core);
    if (core->some_groups)
        memset(core->groups, 0, TOLD_GROUPS * sizeof *core->groups);
    core->some_groups = false;
}

/* The word that a load of the cell has found in a recent cycle. */
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

static bool is_same_state(const struct event_state *a, const struct event_state *b)
{
    return memcmp(a->reg, b->reg, 32 * sizeof *a->reg) == 0 && a->status == b->status &&
           a->late_target == b->late_target &&
           (a->late_target == DECODE_SINK || a->late_value == b->late_value) &&
           a->in_barrier == b->in_barrier && a->in_async == b->in_async && a->in_sync == b->in_sync &&
           a->has_stack == b->has_stack && a->since == b->since;
}

/* Executes a round of the loop, or a part, with `value` in the cell. */
static void go_round(struct event_core *core, struct event_pp *pp, uint64_t cycle, uint32_t value)
{
    pp->reads[0].value = value;
    pp->read_count = 0;
    while (pp->now.cycle < cycle)
        (void)event_step(core, pp, STEP_AGAIN);
    pp->read_count = 0;
}

/* Whether an instruction of the loop compares the word in register `word` with another one. */
static bool compares(const struct event_state *now, const struct operation *operation, unsigned word,
                     struct event_wait *wait)
{
    const struct instruction *i = &operation->i;
    if (i->opcode != OP_subs || i->target != DECODE_SINK || i->rs == i->rt)
        return false;
    wait->is_second = i->rs != word;
    wait->other = i->rs == word ? now->reg[i->rt] + i->constant : now->reg[i->rs];
    return i->rs == word || i->constant == 0;
}

/* The flags of the comparison with a word. */
static uint32_t flags_of(const struct event_wait *wait, uint32_t word)
{
    const uint32_t a = wait->is_second ? wait->other : word, b = wait->is_second ? word : wait->other;
    return word_flags_subs(a, b, 0);
}

/* The branch condition that decides. Two conditions of which one is the negation of the other count as one.
 */
static uint8_t condition_of(const struct instruction *branch)
{
    return branch->opcode != OP_bne ? branch->opcode : (uint8_t)OP_beq;
}

/* Whether the condition holds for a word. */
static bool holds(const struct event_wait *wait, uint32_t word)
{
    return word_branches(wait->condition, flags_of(wait, word));
}

bool event_goes_on(const struct event_wait *wait, uint32_t word)
{
    return holds(wait, word) != wait->holds;
}

static bool is_same_wait(const struct event_wait *a, const struct event_wait *b)
{
    return a->other == b->other && a->condition == b->condition && a->is_second == b->is_second &&
           a->holds == b->holds;
}

/* Executes one round. Whether the word only decides if the PP leaves the loop, by the result of one
 * comparison. While the result stays the same, the word then affects only its register and the flags, which
 * are set again before they are used. */
static bool waits_for_one(struct event_core *core, struct event_pp *pp, uint64_t end, uint32_t value,
                          struct event_wait *wait)
{
    const struct event_state *now = &pp->now;
    const unsigned word = event_operation(core, now->reg[1])->i.target;
    const uint64_t first = now->cycle;
    bool compared = false, known = false, decided = false, plain = true, branched = false;
    pp->reads[0].value = value;
    pp->read_count = 0;
    while (now->cycle < end) {
        const struct operation *operation = event_operation(core, now->reg[1]);
        const struct instruction *i = &operation->i;
        const bool reads_flags = (i->traits & DECODE_READS_FLAGS) != 0;
        const uint8_t condition = condition_of(i);
        if (i->rs == word || i->rt == word) {
            plain = plain && !compared && now->cycle >= first + 2 && compares(now, operation, word, wait);
            compared = true;
        }
        plain = plain && (!reads_flags || known);
        if (reads_flags && compared && !decided) {
            /* several times if always by one condition */
            plain =
                plain && operation->handler == HANDLE_BRANCH && (!branched || wait->condition == condition);
            wait->condition = condition;
            branched = true;
        }
        known = known || (i->traits & DECODE_SETS_FLAGS) != 0;
        (void)event_step(core, pp, STEP_AGAIN);
        decided =
            decided || (compared && (i->traits & DECODE_SETS_FLAGS) && !(i->rs == word || i->rt == word));
    }
    pp->read_count = 0;
    wait->holds = branched && holds(wait, value);
    return plain && branched && word != 1 && word != DECODE_SINK;
}

/* Enters the PP into the list of sleepers on the cell. */
static void lie_down(struct event_core *core, struct event_pp *pp, struct event_spin *spin,
                     struct event_watched *watched)
{
    watched->all_wait = spin->waits_for && (watched->sleepers == 0 ||
                                            (watched->all_wait && is_same_wait(&watched->wait, &spin->wait)));
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

/* From now on the PP sleeps on the cell; spin describes a round. */
static bool fall_asleep(struct event_core *core, struct event_pp *pp, struct event_spin *spin)
{
    const struct event_state before = pp->now;
    struct event_watched *watched = claim(core, spin->cell);
    if (watched == NULL || !event_join_sleepers(core, pp, watched, spin->period))
        return false;
    spin->waits_for = waits_for_one(core, pp, pp->now.cycle + spin->period, spin->value, &spin->wait);
    pp->now = before;
    spin->is_plain = false;
    event_make_sure(core, pp);
    lie_down(core, pp, spin, watched);
    return true;
}

/* ---- loops that only poll */

/* Fills in how the loop tests the word. False: the PP leaves the loop. */
static bool waits_plainly(const struct event_core *core, const struct event_pp *pp, uint32_t period,
                          uint32_t value, struct event_wait *wait)
{
    const struct event_state *now = &pp->now;
    const struct operation *load = event_operation(core, now->reg[1]), *branch = load + period - 1;
    const struct instruction *i = &branch[-1].i;
    wait->is_second = i->rs != load->i.target;
    wait->other = wait->is_second ? now->reg[i->rs] : now->reg[i->rt] + i->constant;
    wait->condition = condition_of(&branch->i);
    wait->holds = holds(wait, value);
    return wait->holds == (wait->condition == branch->i.opcode);
}

/* A woken PP need not have been made certain. */
static bool sleep_plainly(struct event_core *core, struct event_pp *pp, uint32_t cell, uint32_t value,
                          uint32_t period)
{
    struct event_wait wait;
    if (pp->now.late_target != DECODE_SINK || !waits_plainly(core, pp, period, value, &wait))
        return false;
    struct event_watched *watched = claim(core, cell);
    if (watched == NULL || !event_join_sleepers(core, pp, watched, period))
        return false;
    struct event_spin *spin = &core->spins[pp->number];
    spin->cell = cell;
    spin->period = period;
    spin->loads = 1;
    spin->waits_for = spin->is_plain = true;
    spin->wait = wait;
    event_forget_ahead(core, pp);
    lie_down(core, pp, spin, watched);
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

/* Makes up for what the PP has skipped up to a cycle. */
static void make_up(const struct event_core *core, const struct event_watched *watched,
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
    now->acts += rounds + (rest > 0);
    now->cycle += gone;
}

/* Whether the instruction accesses nothing but registers. */
static bool is_private(const struct operation *operation)
{
    switch ((enum handler)operation->handler) {
    case HANDLE_OPERATE:
    case HANDLE_OPERATE_FLAGS:
    case HANDLE_COMPARE:
    case HANDLE_CONSTANT:
    case HANDLE_BRANCH:
    case HANDLE_BRANCH_ALWAYS:
    case HANDLE_NOTHING:
        return true;
    default:
        return false;
    }
}

/* Executes from the load until the PP is at the load again, with `value` in the cell. False: it does not
 * return, or something else is accessed on the way. */
static bool come_back(struct event_core *core, struct event_pp *pp, uint32_t value)
{
    struct event_state *now = &pp->now;
    const uint32_t pc = now->reg[1];
    const uint64_t first = now->cycle;
    pp->reads[0].value = value;
    pp->read_count = 0;
    do
        (void)event_step(core, pp, STEP_AGAIN);
    while (now->reg[1] != pc && now->cycle - first < ACTION_PERIOD_MOST &&
           is_private(event_operation(core, now->reg[1])));
    return now->reg[1] == pc;
}

/* Whether a round gives the same result from states `a` and `b`, whatever the word: no register in which they
 * differ is read before it is written, nor are flags. Executes the round from *now to `end`. */
static bool forgets(struct event_core *core, struct event_pp *pp, uint64_t end, uint32_t value,
                    const struct event_state *a, const struct event_state *b)
{
    uint64_t differ = 0, landing = 0;
    bool flags_differ = a->status != b->status;
    for (unsigned r = 2; r < 32; r++)
        differ |= (uint64_t)(a->reg[r] != b->reg[r]) << r;
    pp->reads[0].value = value;
    pp->read_count = 0;
    while (pp->now.cycle < end) {
        const struct instruction *i = &event_operation(core, pp->now.reg[1])->i;
        if ((differ & instruction_reads(i)) != 0 || (flags_differ && (i->traits & DECODE_READS_FLAGS)))
            return false;
        flags_differ = flags_differ && !(i->traits & DECODE_SETS_FLAGS);
        differ &= ~landing;
        landing = (i->traits & DECODE_DELAYED) ? (uint64_t)1 << i->target : 0;
        differ &= landing != 0 ? ~(uint64_t)0 : ~((uint64_t)1 << i->target);
        (void)event_step(core, pp, STEP_AGAIN);
    }
    return true;
}

/* Executes rounds from the load on, then restores the PP. Whether it returns to the load for ever, in a state
 * that does not depend on the first round; then spin describes a round. */
static bool goes_round(struct event_core *core, struct event_pp *pp, struct event_spin *spin, uint32_t value)
{
    const struct event_state before = pp->now;
    bool is_so = before.late_target == DECODE_SINK && come_back(core, pp, value);
    if (is_so) {
        const struct event_state after = pp->now;
        spin->period = (uint32_t)(after.cycle - before.cycle);
        spin->loads = after.loads - before.loads;
        is_so = after.late_target == DECODE_SINK &&
                forgets(core, pp, after.cycle + spin->period, value, &before, &after) &&
                is_same_state(&after, &pp->now);
    }
    pp->now = before;
    return is_so;
}

/* The same for a load that a branch leads back to: no round need be executed. */
static bool spins(struct event_core *core, struct event_pp *pp, struct event_spin *spin, uint32_t cell,
                  uint32_t value)
{
    if (!goes_round(core, pp, spin, value))
        return false;
    spin->cell = cell;
    spin->value = value;
    return fall_asleep(core, pp, spin);
}

/* Whether executing again from the last certain state gives the same result, whatever happens meanwhile. */
static bool depends_on_nothing(const struct event_pp *pp)
{
    return pp->now.acts == pp->sure.acts && (pp->read_count | pp->write_count | pp->early_count) == 0 &&
           !event_has_posts(pp) && !pp->has_stayed;
}

/* A load that finds the present word would continue the loop; if the cell changes, the PP is woken. */
bool event_sleep_ahead(struct event_core *core, struct event_pp *pp)
{
    const struct event_state *now = &pp->now;
    const uint32_t pc = now->reg[1];
    const struct memory *memory = &core->machine->memory;
    if (!depends_on_nothing(pp) || pc >= core->world->code_count ||
        event_operation(core, pc)->handler != HANDLE_LOAD || core->actions[pc].way < ACTION_WAY_PLAIN ||
        core->running == 1 || listens(core->encounters))
        return false;
    const struct event_action *load = &core->actions[pc];
    const uint32_t cell = now->reg[load->rs] + now->reg[load->rt] + load->constant;
    if (cell - memory->guard >= memory->shared_span || event_is_kept(core->shadow[cell]) ||
        !sleep_plainly(core, pp, cell, memory->cells[cell], load->way))
        return false;
    core->shadow[cell] |= SHADOW_ASKED;
    event_notice_load(core, pp, cell);
    pp->kind = EVENT_LOAD;
    pp->cell = cell;
    return true;
}

/* Most polls happen once, so the state is saved and compared from the second poll on. */
bool event_look(struct event_core *core, struct event_pp *pp, uint32_t cell, uint32_t value)
{
    struct event_spin *spin = &core->spins[pp->number];
    struct event_state *now = &pp->now, *state = &core->spin_states[pp->number];
    const uint32_t way = now->reg[1] < core->world->code_count ? core->actions[now->reg[1]].way : 0;
    if (way == ACTION_GOES_ON)
        return false;
    if (way >= ACTION_WAY_PLAIN)
        return sleep_plainly(core, pp, cell, value, way);
    const bool again = pp->looks && spin->cell == cell && spin->value == value && spin->pc == now->reg[1] &&
                       spin->acts + 1 == now->acts && spin->stores == now->stores &&
                       now->cycle - spin->cycle <= ACTION_PERIOD_MOST && !now->has_looked;
    if (way == ACTION_SPUN_ON && spins(core, pp, spin, cell, value))
        return true;
    if (again && spin->has_state && is_same_state(state, now)) {
        spin->period = (uint32_t)(now->cycle - spin->cycle);
        spin->loads = now->loads - state->loads;
        if (fall_asleep(core, pp, spin))
            return true;
    }
    now->has_looked = false;
    spin->cycle = now->cycle;
    spin->cell = cell;
    spin->value = value;
    spin->pc = now->reg[1];
    spin->acts = now->acts;
    spin->stores = now->stores;
    pp->looks = true;
    spin->has_state = again;
    if (again)
        *state = *now;
    return false;
}

/* ---- waking */

/* Executes the skipped rounds up to a cycle. */
static void go_rounds(struct event_core *core, struct event_watched *watched, struct event_pp *pp,
                      uint64_t cycle)
{
    const struct event_spin *spin = &core->spins[pp->number];
    struct event_state *now = &pp->now;
    const uint64_t rounds = cycle > now->cycle ? (cycle - now->cycle) / spin->period : 0;
    if (rounds > 0) { /* all rounds but the last leave no trace */
        now->cycle += (rounds - 1) * spin->period;
        now->loads += (uint32_t)(rounds - 1) * spin->loads;
        now->acts += (uint32_t)(rounds - 1);
        go_round(core, pp, now->cycle + spin->period, value_in(core, watched, now->cycle));
    }
    if (now->cycle < cycle)
        go_round(core, pp, cycle, value_in(core, watched, now->cycle));
}

/* Wakes a sleeping PP at a cycle. It must still be made certain. */
static void rouse(struct event_core *core, struct event_watched *watched, struct event_pp *pp, uint64_t cycle)
{
    struct event_spin *spin = &core->spins[pp->number];
    event_leave_sleepers(core, pp, watched, cycle);
    if (spin->is_plain)
        make_up(core, watched, spin, &pp->now, cycle);
    else
        go_rounds(core, watched, pp, cycle);
    if (spin->next != QUEUE_NONE)
        core->spins[spin->next].before = spin->before;
    if (spin->before != QUEUE_NONE)
        core->spins[spin->before].next = spin->next;
    else
        watched->first = spin->next;
    watched->sleepers--;
    core->sleeping--;
    event_become(&pp->activity, PP_AT_WORK);
    pp->looks = false;
    if (pp->now.cycle > cycle) /* it has not reached its first read */
        event_rewind(core, pp, cycle);
}

void event_end_sleep(struct event_core *core, struct event_pp *pp, uint64_t cycle)
{
    rouse(core, event_find_watched(core, core->spins[pp->number].cell), pp, cycle);
}

void event_rouse(struct event_core *core, struct event_pp *pp, uint64_t cycle)
{
    event_end_sleep(core, pp, cycle);
    event_make_sure(core, pp);
    pp->kind = EVENT_GO_ON;
    event_queue(core, pp);
}

void event_wake_all(struct event_core *core, struct event_watched *watched, uint64_t cycle)
{
    for (uint32_t number = watched->first, next; number != QUEUE_NONE; number = next) {
        next = core->spins[number].next;
        rouse(core, watched, event_pp(core, number), cycle + 1);
        event_advance(core, event_pp(core, number), false);
    }
}

/* Prefetches the next PP to wake, and the place of the one after it. */
static void fetch_next(const struct event_core *core, uint32_t next)
{
    if (next == QUEUE_NONE)
        return;
    const uint32_t after = core->spins[next].next;
    if (after == QUEUE_NONE)
        return;
    __builtin_prefetch(&core->spins[after]);
    __builtin_prefetch(event_pp(core, after));
    event_fetch_state(core, event_pp(core, after));
}

void event_wake(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before)
{
    struct event_watched *watched = event_find_watched(core, cell);
    const uint32_t value = core->machine->memory.cells[cell];
    if (value != before && core->some_groups)
        event_regroup(core, cell, cycle);
    if (watched == NULL || watched->sleepers == 0 || value == before)
        return;
    if (watched->changes == 0 || watched->change[(watched->changes - 1) % WATCHED_CHANGES].cycle != cycle)
        watched->change[watched->changes++ % WATCHED_CHANGES] =
            (struct event_change){.cycle = cycle, .before = before};
    if ((watched->all_wait && !event_goes_on(&watched->wait, value)) ||
        core->all_come) /* all are returned then */
        return;
    for (uint32_t number = watched->first, next; number != QUEUE_NONE; number = next) {
        const struct event_spin *spin = &core->spins[number];
        struct event_pp *pp = event_pp(core, number);
        next = spin->next;
        fetch_next(core, next);
        if (spin->waits_for && !event_goes_on(&spin->wait, value))
            continue;
        rouse(core, watched, pp, cycle + 1); /* nothing later is certain */
        event_advance(core, pp, false);
    }
}
