/* inspect.c - see session.h: values, changes and the selection. */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "frame.h"

void session_view(const struct session *session, uint32_t pp, struct pp_view *view)
{
    session->engine->view(session->state, pp, view);
}

uint32_t session_pc(const struct session *session, uint32_t pp)
{
    struct pp_view view;
    session_view(session, pp, &view);
    return view.pc;
}

uint32_t session_users_pc(const struct session *session, uint32_t pp)
{
    struct pp_view view;
    session_view(session, pp, &view);
    return teams_users_pc(session->machine, &view, pp);
}

/* ---- values */

void session_evaluate(const struct session *session, const struct expression *expression, const uint32_t *pps,
                      uint32_t count, bool as_address, uint32_t *values, uint8_t *faults)
{
    const size_t frame = count == 1 && pps[0] == session->pp ? session->frame : 0;
    for (uint32_t k = 0; k < count; k++) {
        struct frame_view view;
        frame_view(session, pps[k], frame, &view);
        const struct expression_reader reader = frame_reader(session, &view);
        debug_evaluate(expression, &reader, &pps[k], 1, as_address, &values[k], &faults[k]);
    }
}

bool session_parse(const struct session *session, const char *text, struct expression *expression,
                   char error[EXPRESSION_ERROR])
{
    struct frame_view view;
    if (!frame_view(session, session->pp, session->frame, &view))
        frame_view(session, session->pp, 0, &view);
    return debug_parse(expression, session->symbols, view.pc, view.level, text, error);
}

uint32_t *session_members(const struct session *session, unsigned number, uint32_t *count)
{
    const uint32_t pps = session->machine->config.pps;
    uint32_t *members = memory_take(pps, sizeof *members);
    *count = 0;
    for (uint32_t pp = 0; pp < pps; pp++)
        if (session->teams.of_pp[pp] == number)
            members[(*count)++] = pp;
    return members;
}

bool session_own_word(const struct session *session, uint32_t pp, uint32_t field, uint32_t *word)
{
    uint32_t address;
    return symbols_own_word(session->symbols, field, &address) &&
           memory_read(&session->machine->memory, pp, address, word);
}

bool session_next_group(const struct session *session, size_t *next, struct debug_group *group)
{
    const struct teams *teams = &session->teams;
    const struct memory *memory = &session->machine->memory;
    size_t first = 0;
    for (; *next < teams->count; ++*next, first = 0) { /* a group begins with its first team */
        while (teams->list[first].group != teams->list[*next].group)
            first++;
        if (first == *next)
            break;
    }
    if (*next == teams->count)
        return false;
    *group = (struct debug_group){.frame = teams->list[(*next)++].group};
    group->pps = memory_take(session->machine->config.pps, sizeof *group->pps);
    for (uint32_t pp = 0; pp < session->machine->config.pps; pp++) {
        const struct team *team = teams_of_pp(teams, pp);
        if (team != NULL && team->group == group->frame)
            group->pps[group->count++] = pp;
    }
    for (size_t k = 0; k < teams->count; k++)
        group->waiting += teams->list[k].group == group->frame ? teams->list[k].waiting : 0;
    uint32_t number = 0;
    group->has_number = session_own_word(session, group->pps[0], PP_NUMBER, &number);
    group->number = (int32_t)number;
    group->has_size = memory_is_plain(memory, group->frame + GROUP_SIZE);
    group->size = group->has_size ? memory->cells[group->frame + GROUP_SIZE] : 0;
    return true;
}

/* ---- what is selected */

bool session_select_team(struct session *session, unsigned number)
{
    const struct team *team = teams_numbered(&session->teams, number);
    return team != NULL && session_select_pp(session, team->first);
}

bool session_select_pp(struct session *session, uint32_t pp)
{
    if (pp >= session->machine->config.pps || session->teams.of_pp[pp] == TEAM_NONE)
        return false;
    session->team = session->teams.of_pp[pp];
    session->pp = pp;
    session->frame = 0;
    return true;
}

/* ---- what has changed */

size_t session_changes(const struct session *session, struct debug_change *changes, size_t room,
                       uint64_t *more)
{
    const uint32_t first = session->before_first, end = first + session->before_count;
    const struct debug_variable *variable;
    size_t count = 0;
    *more = 0;
    for (size_t next = 0; (variable = symbols_next_variable(session->symbols, &next)) != NULL;) {
        const uint32_t words = info_bare(variable->type)->words;
        if (variable->is_private || variable->address < first)
            continue;
        for (uint32_t w = 0; w < words && variable->address + w < end; w++) {
            const uint32_t now = session->machine->memory.cells[variable->address + w];
            const uint32_t before = session->before[variable->address + w - first];
            if (now != before && count == room)
                ++*more;
            else if (now != before)
                changes[count++] =
                    (struct debug_change){.variable = *variable, .index = w, .before = before, .now = now};
        }
    }
    return count;
}
