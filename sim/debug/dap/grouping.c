/* grouping.c - see inside.h: groups and locks, in requests of our own. */
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "inside.h"
#include "sim/debug/variable.h"

/* The teams of a group: number, as `threads` lists it, and mode of the function. */
static json_t *teams(const struct session *session, uint32_t gp)
{
    json_t *list = json_array();
    for (size_t k = 0; k < session->teams.count; k++) {
        const struct team *team = &session->teams.list[k];
        const char *mode = session_mode(session, team->pc);
        if (team->group != gp)
            continue;
        json_array_append_new(list, dap_pack("{sI ss*}", "threadId", (json_int_t)team->number, "mode", mode));
    }
    return list;
}

json_t *request_groups(struct dap *dap, const json_t *arguments, char error[DAP_ERROR])
{
    struct debug_group group;
    json_t *list = json_array();
    (void)arguments, (void)error;
    for (size_t next = 0; session_next_group(dap->session, &next, &group);) {
        json_t *pps = json_array();
        for (uint32_t k = 0; k < group.count; k++)
            json_array_append_new(pps, json_integer(group.pps[k]));
        free(group.pps);
        json_array_append_new(list, dap_pack("{so so so sI so* so*}", "frame", dap_hex(group.frame), "pps",
                                             pps, "teams", teams(dap->session, group.frame), "waiting",
                                             (json_int_t)group.waiting, "number",
                                             group.has_number ? json_integer(group.number) : NULL, "size",
                                             group.has_size ? json_integer(group.size) : NULL));
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
