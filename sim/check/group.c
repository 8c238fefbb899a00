/* group.c - which PP belongs to which group, by the hints (docs/internals/abi.md, section 6;
 * check_state.h).
 *
 * Groups form a tree: a PP enters a subgroup of the group it is a member of, and comes back to the parent by
 * waiting in the parent's barrier. Code that is not synchronous may wait in any barrier.
 */

#include "check_state.h"
#include "sim/machine/shint.h"

/* The record of the address; a new one if no group has been there. */
static struct group *group_at(struct check *check, uint32_t gp)
{
    struct group **group = pages_at(&check->groups, memory_slot(&check->machine->memory, gp), sizeof *group);
    if (*group == NULL)
        *group = ARENA_NEW(&check->machine->arena, struct group);
    (*group)->gp = gp;
    return *group;
}

/* Makes the parent the PP's innermost group. */
static void go_up(struct check_pp *pp)
{
    pp->group->inside--;
    if (pp->membership == OUT_OF_IT)
        pp->group->out--;
    pp->group = group_around(pp, pp->group, &pp->origin_count);
    pp->membership = pp->group != NULL ? IN_GROUP : IN_NONE;
}

/* Ends the membership of the PP and removes its mark. */
static void lose_member(struct check_pp *pp)
{
    if (pp->parted)
        pp->group->parted--;
    pp->parted = false;
}

void group_part(struct check_pp *pp, struct group *group, struct parting parting)
{
    pp->parted = true;
    pp->parting = parting;
    group->parted++;
}

static bool fail_order(struct check *check, const char *text, const char *hint)
{
    blame(check, NULL, "%s", text);
    fault_hint(&check->machine->fault, "%s", hint);
    return false;
}

/* The hint "it is in the group at 0x00002000, which PP 0 entered in cycle 12 at x.s:5, in function main" that
 * begins with `is` and ends with `rest`. */
static void hint_group(struct check *check, const char *is, const struct group *group, const char *rest)
{
    char place[PLACE_SIZE];
    fault_hint(&check->machine->fault, "%sthe group at 0x%08x, which PP %u entered in cycle %llu at %s%s", is,
               group->gp, group->entered.pp, (unsigned long long)group->entered.cycle,
               blame_place(check, group->entered.pc, place), rest);
}

static bool enter_group(struct check *check, struct check_pp *pp)
{
    const uint32_t gp = step_word(check, MACHINE_GP);
    if (pp->is_async)
        return fail_order(check, "group_enter in an asynchronous region",
                          "only synchronous code has groups: shint async_leave comes before");
    if (pp->membership == OUT_OF_IT) {
        char place[PLACE_SIZE];
        blame(check, NULL, "a PP enters a group although it has left its former one and not rejoined");
        fault_hint(&check->machine->fault, "it left it with group_leave in cycle %llu at %s",
                   (unsigned long long)pp->left.cycle, blame_place(check, pp->left.pc, place));
        return false;
    }
    const bool is_excursion = pp->membership == IN_NONE && pp->group != NULL;
    struct group *parent = is_excursion ? NULL : pp->group;
    struct group *group = group_at(check, gp);
    if (is_excursion)
        *ARENA_ADD(&check->machine->arena, pp->origins, pp->origin_count, pp->origin_room) = pp->group;
    bool is_joined = group->inside != 0 && group->entered.cycle == check->cycle && group->parent == parent &&
                     group != pp->group;
    if (group->inside != 0 && !is_joined) {
        blame(check, NULL, "a PP enters a group that others are in already");
        hint_group(check, "", group, ", is not empty: members enter together, in the same cycle");
        return false;
    }
    if (!is_joined) {
        *group = (struct group){.gp = gp,
                                .serial = ++check->serials,
                                .parent = parent,
                                .entered = moment_of(check),
                                .parting = {.cycle = check->cycle, .pc = check->step.pc}};
    }
    if (pp->group != NULL)
        lose_member(pp);
    group->inside++;
    pp->group = group;
    pp->membership = IN_GROUP;
    return true;
}

static bool leave_group(struct check *check, struct check_pp *pp)
{
    if (pp->is_async)
        return fail_order(check, "group_leave in an asynchronous region",
                          "PPs leave a group in synchronous code only: it ends at a barrier and async_leave");
    if (pp->membership == OUT_OF_IT)
        return fail_order(check, "group_leave twice",
                          "the PP has left its group already, and must wait in __fork_rejoin next");
    if (pp->membership != IN_GROUP)
        return fail_order(check, "group_leave without a group",
                          "no group_enter (start, join, a split) came before");
    lose_member(pp);
    pp->membership = OUT_OF_IT;
    pp->left = moment_of(check);
    pp->group->out++;
    return true;
}

static bool enter_barrier(struct check *check, struct check_pp *pp)
{
    const uint32_t gp = step_word(check, MACHINE_GP);
    struct group *group = pp->group;
    if (pp->membership == IN_BARRIER)
        return fail_order(check, "barrier_enter inside a barrier", "barrier_leave is missing");
    if (!pp->is_async && group != NULL && pp->membership != IN_NONE) {
        bool is_rejoin = group->gp != gp && group->parent != NULL && group->parent->gp == gp;
        if (group->gp != gp && !is_rejoin) {
            blame(check, NULL, "a PP waits in the barrier of the group at 0x%08x, but is not in that group",
                  gp);
            hint_group(check, "it is in ", group, ": wait in its barrier, or rejoin the group around it");
            return false;
        }
        lose_member(pp);
        if (is_rejoin)
            go_up(pp);
        else if (pp->membership == OUT_OF_IT)
            group->out--;
    }
    pp->membership = IN_BARRIER;
    pp->barrier_gp = gp;
    if (pp->group != NULL && pp->group->gp == gp)
        pp->group->waiting++;
    race_release(check, check->step.pp, check->cycle);
    return true;
}

/* A member that is neither in the group's barrier nor has left it. */
static uint32_t find_missing(const struct check *check, const struct group *group)
{
    for (uint32_t k = 0; k < check->machine->config.pps; k++) {
        const struct check_pp *pp = &check->pps[k];
        bool is_here = pp->group == group && pp->membership != IN_GROUP;
        if (group_contains(pp, group->serial) && !is_here)
            return k;
    }
    return FAULT_NO_PP;
}

static bool leave_barrier(struct check *check, struct check_pp *pp)
{
    const uint32_t gp = step_word(check, MACHINE_GP);
    struct group *group = pp->group;
    if (pp->membership != IN_BARRIER)
        return fail_order(check, "barrier_leave outside of a barrier", "barrier_enter is missing");
    if (pp->barrier_gp != gp)
        return fail_order(check, "gp has changed inside a barrier",
                          "a PP leaves the barrier of the group whose barrier it entered");
    if (group != NULL && group->gp == gp) {
        bool is_first = group->completed != check->cycle + 1;
        group->completed = check->cycle + 1;
        if (is_first && group->waiting + group->out != group->inside) {
            uint32_t missing = find_missing(check, group);
            blame(check, NULL, "the barrier of a group ends, but not all of its members have come");
            fault_hint(&check->machine->fault,
                       "PP %u is missing: %u PP%s in the barrier, %u belong to it; is SIZE in the group "
                       "frame right?",
                       missing, group->waiting, group->waiting == 1 ? " was" : "s were",
                       group->inside - group->out);
            return false;
        }
        if (is_first && group->dead != 0)
            check->barrier_left = group;
        group->waiting--;
    }
    pp->membership = group != NULL ? IN_GROUP : IN_NONE;
    pp->acquired = check->cycle + 1;
    return true;
}

static bool enter_async(struct check *check, struct check_pp *pp)
{
    if (pp->is_async)
        return fail_order(check, "async_enter in an asynchronous region",
                          "async_leave is missing before, or the hint stands here twice");
    if (pp->membership == OUT_OF_IT) { /* the end of start or join: all PPs leave together */
        go_up(pp);
        race_release(check, check->step.pp, check->cycle);
        pp->acquired = check->cycle + 1;
    }
    pp->is_async = true;
    return true;
}

static bool leave_async(struct check *check, struct check_pp *pp)
{
    if (!pp->is_async)
        return fail_order(check, "async_leave in a synchronous region",
                          "async_enter is missing before, or the hint stands here twice");
    pp->is_async = false;
    if (pp->group == NULL || pp->group->gp != step_word(check, MACHINE_GP))
        pp->membership = IN_NONE; /* on its way into another group: start, join */
    return true;
}

static bool wave_early(struct check *check, struct check_pp *pp)
{
    return pp->membership == IN_BARRIER ||
           fail_order(check, "barrier_early_wave outside of a barrier", "barrier_enter is missing");
}

bool group_hint(struct check *check)
{
    static bool (*const rows[])(struct check *, struct check_pp *) = {
        [SHINT_group_enter] = enter_group,      [SHINT_group_leave] = leave_group,
        [SHINT_barrier_enter] = enter_barrier,  [SHINT_barrier_leave] = leave_barrier,
        [SHINT_async_enter] = enter_async,      [SHINT_async_leave] = leave_async,
        [SHINT_barrier_early_wave] = wave_early};
    struct check_pp *pp = &check->pps[check->step.pp];
    const uint32_t number = shint_number(check->machine->program.code[check->step.pc].constant);
    const bool concerns_groups = number < sizeof rows / sizeof rows[0] && rows[number] != NULL;
    const bool is_right = !concerns_groups || rows[number](check, pp);
    check->synchronous[check->step.pp] = group_of_synchronous(pp);
    return is_right;
}

void group_die(struct check *check, uint32_t number)
{
    struct check_pp *pp = &check->pps[number];
    if (pp->group != NULL)
        lose_member(pp);
    while (pp->group != NULL) {
        if (pp->group->dead++ == 0)
            pp->group->dead_pp = number;
        go_up(pp);
    }
    pp->membership = IN_NONE;
    check->synchronous[number] = NULL;
    race_release(check, number, check->cycle); /* what is done without it happens after its stores */
}

bool group_halt(struct check *check)
{
    const struct check_pp *pp = &check->pps[check->step.pp];
    if (pp->group == NULL)
        return true;
    blame(check, NULL, "a PP halts inside a group");
    hint_group(check, "it is in ", pp->group, ", and the others wait for it");
    return false;
}
