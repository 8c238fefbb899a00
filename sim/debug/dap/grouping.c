/* grouping.c - see inside.h: groups and locks, in requests of our own. */
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "inside.h"
#include "sim/debug/variable.h"

enum {
#define GROUP_FIELD(offset, name, text) GROUP_##name = (offset),
#define PP_FIELD(offset, name, text) PP_##name = (offset),
#include "asm/tables/group.def"
};

/* The teams of a group: number, as `threads` lists it, and mode of the function. */
static json_t *teams(const struct session *session, uint32_t gp)
{
    json_t *list = json_array();
    for (size_t k = 0; k < session->teams.count; k++) {
        const struct team *team = &session->teams.list[k];
        const char *mode = session_mode(session, team->pc);
        if (team->group != gp)
            continue;
        json_t *object = dap_pack("{sI}", "threadId", (json_int_t)team->number);
        if (mode != NULL)
            json_object_set_new(object, "mode", json_string(mode));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *group(const struct dap *dap, uint32_t gp)
{
    const struct session *session = dap->session;
    const struct memory *memory = &session->machine->memory;
    json_t *members = json_array();
    uint32_t count, waiting = 0, number;
    uint32_t *pps = session_members(session, TEAM_NONE, &count);
    for (uint32_t k = 0; k < count; k++)
        if (teams_of_pp(&session->teams, pps[k])->group == gp)
            json_array_append_new(members, json_integer(pps[k]));
    const bool is_numbered =
        json_array_size(members) != 0 &&
        session_own_word(session, (uint32_t)json_integer_value(json_array_get(members, 0)), PP_NUMBER,
                         &number);
    free(pps);
    for (size_t k = 0; k < session->teams.count; k++)
        waiting += session->teams.list[k].group == gp ? session->teams.list[k].waiting : 0;
    json_t *object = dap_pack("{so so so sI}", "frame", dap_hex(gp), "pps", members, "teams",
                              teams(session, gp), "waiting", (json_int_t)waiting);
    if (is_numbered)
        json_object_set_new(object, "number", json_integer((int32_t)number));
    if (memory_is_plain(memory, gp + GROUP_SIZE))
        json_object_set_new(object, "size", json_integer(memory->cells[gp + GROUP_SIZE]));
    return object;
}

json_t *request_groups(struct dap *dap, const json_t *arguments, char error[DAP_ERROR])
{
    const struct teams *teams = &dap->session->teams;
    json_t *list = json_array();
    (void)arguments, (void)error;
    for (size_t k = 0; k < teams->count; k++) {
        bool is_first = true;
        for (size_t before = 0; before < k; before++)
            is_first &= teams->list[before].group != teams->list[k].group;
        if (is_first)
            json_array_append_new(list, group(dap, teams->list[k].group));
    }
    return dap_pack("{so}", "groups", list);
}

json_t *request_locks(struct dap *dap, const json_t *arguments, char error[DAP_ERROR])
{
    char *text = dap->session->config.explain_waits(dap->session);
    json_t *lines = json_array();
    (void)arguments, (void)error;
    for (char *line = text; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        const bool is_last = line[length] == '\0';
        line[length] = '\0';
        json_array_append_new(lines, json_text(line));
        line += length + !is_last;
    }
    free(text);
    return dap_pack("{so}", "lines", lines);
}
