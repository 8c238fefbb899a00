/* teaming.c - see inside.h: teams, PPs, groups, locks. */
#include <stdlib.h>

#include "common/memory.h"
#include "common/plural.h"
#include "inside.h"
#include "sim/debug/variable.h"

void command_teams(struct terminal *terminal)
{
    const struct teams *teams = &terminal->session->teams;
    for (size_t k = 0; k < teams->count; k++)
        report_team(terminal, &teams->list[k]);
    if (teams->count == 0)
        say(terminal, "All PPs have ended.\n");
}

void command_team(struct terminal *terminal)
{
    struct session *session = terminal->session;
    uint64_t number;
    if (!command_number(terminal, session->team, &number))
        return;
    if (number > UINT32_MAX || !session_select_team(session, (unsigned)number))
        command_fail(terminal, "there is no team %llu (teams lists them)", (unsigned long long)number);
    else
        report_team(terminal, teams_numbered(&session->teams, session->team));
}

void command_pp(struct terminal *terminal)
{
    struct session *session = terminal->session;
    uint32_t pp;
    char place[PLACE_TEXT];
    if (!command_pp_number(terminal, session->pp, &pp))
        return;
    if (!session_select_pp(session, pp)) {
        command_fail(terminal, "PP %u has ended", pp);
        return;
    }
    say(terminal, "PP %u of team %u, %s\n", pp, session->team,
        place_name(terminal, session_users_pc(session, pp), place));
}

void command_pin(struct terminal *terminal)
{
    struct session *session = terminal->session;
    uint32_t pp;
    if (terminal->rest[0] == '\0')
        command_fail(terminal, "which PP?");
    else if (command_pp_number(terminal, 0, &pp))
        session_pin(session, pp, terminal->command->way);
    command_teams(terminal);
}

/* ---- all PPs */

enum pp_state { STATE_RUNS, STATE_WAITS, STATE_ENDED, STATES };

static enum pp_state state_of(const struct session *session, uint32_t pp)
{
    struct pp_view view;
    session_view(session, pp, &view);
    return !view.running ? STATE_ENDED : view.in_barrier ? STATE_WAITS : STATE_RUNS;
}

void command_pps(struct terminal *terminal)
{
    static const char *const texts[STATES] = {"running", "in a barrier", "ended"};
    const struct session *session = terminal->session;
    const uint32_t pps = session->machine->config.pps;
    uint32_t *list = memory_take(pps, sizeof *list);
    char set[SET_SIZE];
    for (int state = 0; state < STATES; state++) {
        uint32_t count = 0;
        for (uint32_t pp = 0; pp < pps; pp++)
            if (state_of(session, pp) == (enum pp_state)state)
                list[count++] = pp;
        if (count != 0)
            say(terminal, "%u PP%s %s: %s\n", count, plural(count), texts[state],
                value_set(list, count, set));
    }
    free(list);
}

/* ---- groups */

/* Prints a team below its group: its PPs, their $, the mode and the place. */
static void print_part(struct terminal *terminal, const struct team *team)
{
    const struct session *session = terminal->session;
    char pps[PPS_SIZE], numbers[SET_SIZE], place[PLACE_TEXT];
    uint32_t count, kept = 0;
    uint32_t *members = session_members(session, team->number, &count);
    const char *mode = session_mode(session, team->pc);
    say(terminal, "  team %u: %s", team->number, value_pps(members, count, pps));
    for (uint32_t k = 0; k < count; k++)
        kept += session_own_word(session, members[k], PP_ID, &members[kept]);
    if (kept != 0)
        say(terminal, ", $ = %s", value_set(members, kept, numbers));
    free(members);
    say(terminal, ", %s%s%s%s\n", mode != NULL ? mode : "", mode != NULL ? " " : "",
        place_name(terminal, team->pc, place), report_waits(team));
}

static void print_group(struct terminal *terminal, const struct debug_group *group)
{
    const struct teams *teams = &terminal->session->teams;
    char set[SET_SIZE];
    say(terminal, "group 0x%08x", group->frame);
    if (group->has_number)
        say(terminal, ", @ = %d", group->number);
    if (group->has_size)
        say(terminal, ", # = %u", group->size);
    say(terminal, ": %u PP%s here, %s", group->count, plural(group->count),
        value_set(group->pps, group->count, set));
    if (group->waiting != 0)
        say(terminal, "; %u in its barrier", group->waiting);
    say(terminal, "\n");
    for (size_t k = 0; k < teams->count; k++)
        if (teams->list[k].group == group->frame)
            print_part(terminal, &teams->list[k]);
}

void command_groups(struct terminal *terminal)
{
    struct debug_group group;
    for (size_t next = 0; session_next_group(terminal->session, &next, &group);) {
        print_group(terminal, &group);
        free(group.pps);
    }
}

void command_locks(struct terminal *terminal)
{
    report_lines(terminal, terminal->session->config.explain_waits(terminal->session));
}
