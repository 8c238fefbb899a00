/* places.c - the places in the program at which accesses are examined for races.
 *
 * A place is wanted until PPs have reached it, and then for a number of visits. At a wanted place all PPs
 * stop, and the access is an event, so accesses come in order of time and are certain. When PPs reach a new
 * place, all other places become wanted again for a while, because a race may pair the new place with an old
 * one. The number of visits to old places depends on how much PPs have executed. Compiled code tests before
 * each access. */
#include "sim/solo/inside.h"

enum { VISITS_NEVER = UINT16_MAX };

/* Whether the access may be to shared memory, and does not order PPs. */
static bool may_race(const struct event_core *core, uint32_t pc)
{
    const struct operation *operation = &core->world->code[pc];
    return event_is_judged(core, pc) &&
           (operation->handler == HANDLE_LOAD || operation->handler == HANDLE_STORE) &&
           operation->i.rs != MACHINE_SP && operation->i.rs != MACHINE_FP;
}

/* Whether an unexamined load there may order PPs, and nobody knows it. */
static bool hides_orders(const struct event_core *core, uint32_t pc)
{
    return core->world->code[pc].handler == HANDLE_LOAD && !event_orders_at(core, pc) &&
           !event_is_wanted(core, pc);
}

/* Until now PPs may have loaded at a place that hid it. */
static void note_unseen(struct event_core *core)
{
    uint64_t furthest = core->present + 2 * STRETCH_CYCLES; /* the same however far PPs are */
    for (uint32_t number = 0; number < core->pps; number++)
        if (event_pp(core, number)->now.cycle > furthest)
            furthest = event_pp(core, number)->now.cycle;
    core->notices->unseen_until = furthest;
}

static void want(struct event_core *core, uint32_t pc, uint16_t visits)
{
    core->notices->visits[pc] = visits;
    if (event_is_wanted(core, pc))
        return;
    core->notices->unseen -= visits != VISITS_NEVER && hides_orders(core, pc);
    core->notices->wanted[pc] |= LANE_WANTED;
    for (unsigned form = 0; form < LANE_FORMS; form++)
        core->stopping[form][pc].kind = ACTION_STOP;
}

static void want_no_more(struct event_core *core, uint32_t pc)
{
    core->notices->visits[pc] = 0;
    core->notices->wanted[pc] &= (uint8_t)~LANE_WANTED;
    core->notices->unseen += hides_orders(core, pc);
    for (unsigned form = 0; form < LANE_FORMS; form++)
        if (!event_has_head(core, pc, (enum lane_form)form))
            core->stopping[form][pc].kind = core->actions[pc].kind;
}

bool event_find_places(struct event_core *core)
{
    struct event_notices *notices = core->notices;
    const size_t count = (size_t)core->world->code_count + 1,
                 words = core->machine->memory.shared_words / 64 + 1;
    notices->wanted = memory_block(&core->memory, count, sizeof *notices->wanted);
    notices->visits = memory_block(&core->memory, count, sizeof *notices->visits);
    notices->folded = memory_block(&core->memory, words, sizeof *notices->folded);
    notices->ordered = memory_block(&core->memory, core->pps, sizeof *notices->ordered);
    notices->deeds = memory_block(&core->memory, core->pps, sizeof *notices->deeds);
    if (core->memory.is_short)
        return false;
    for (uint32_t pc = 0; pc + 1 < count && core->pps > 1; pc++)
        if (may_race(core, pc)) {
            notices->wanted[pc] = LANE_WANTABLE;
            want(core, pc, VISITS_NEVER);
        }
    return true;
}

void event_stop_notices(struct event_core *core)
{
    for (uint32_t pc = 0; pc < core->world->code_count; pc++) {
        if (event_is_wanted(core, pc))
            want_no_more(core, pc);
        core->notices->wanted[pc] &= (uint8_t)~LANE_WANTABLE;
    }
    core->notices->are_over = true;
}

/* Whether old places may be examined, given the approximate number of executed instructions. */
static bool may_examine_again(const struct event_core *core)
{
    return core->notices->again < AGAIN_FIRST + core->present * core->pps / INSTRUCTIONS_A_VISIT;
}

static void want_all_again(struct event_core *core)
{
    struct event_notices *notices = core->notices;
    if (!may_examine_again(core))
        return;
    if (notices->unseen != 0)
        note_unseen(core);
    for (uint32_t pc = 0; pc < core->world->code_count; pc++)
        if ((notices->wanted[pc] & LANE_WANTABLE) != 0 && notices->visits[pc] < VISITS_AGAIN)
            want(core, pc, VISITS_AGAIN);
}

void event_note_orders(struct event_core *core, uint32_t pc)
{
    if (event_orders_at(core, pc) || (core->notices->wanted[pc] & LANE_WANTABLE) == 0)
        return;
    if (hides_orders(core, pc)) {
        core->notices->unseen--;
        note_unseen(core);
    }
    core->notices->wanted[pc] |= LANE_ORDERS;
    event_make_poll(core->actions, pc);
    for (unsigned form = 0; form < LANE_FORMS; form++)
        event_make_poll(core->stopping[form], pc);
}

void event_visit(struct event_core *core, uint32_t pc)
{
    struct event_notices *notices = core->notices;
    uint16_t *visits = &notices->visits[pc];
    if (*visits == VISITS_NEVER) {
        const uint32_t first = VISITS_FIRST + 2 * core->pps;
        want_all_again(core);
        *visits = (uint16_t)(first < VISITS_MOST ? first : VISITS_MOST);
    }
    if (*visits <= VISITS_AGAIN) {
        notices->again++;
        *visits = may_examine_again(core) ? *visits : 1;
    }
    if (--*visits == 0)
        want_no_more(core, pc);
}
