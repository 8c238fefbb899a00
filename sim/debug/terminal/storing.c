/* storing.c - see inside.h: the command that stores to variables. */
#include <ctype.h>
#include <string.h>

#include "common/message.h"
#include "inside.h"
#include "sim/debug/variable.h"

/* The `=` of an assignment, not of another operator; or NULL. */
static char *find_assignment(char *text)
{
    for (char *at = strchr(text, '='); at != NULL; at = strchr(at + 1, '=')) {
        const bool is_comparison = at[1] == '=' || (at > text && strchr("=<>!", at[-1]) != NULL);
        if (!is_comparison)
            return at;
    }
    return NULL;
}

void command_set(struct terminal *terminal, char *rest)
{
    struct session *session = terminal->session;
    struct debug_node node;
    char error[SESSION_ERROR], value[NODE_TEXT];
    if (strncmp(rest, "var", 3) == 0 && isspace((unsigned char)rest[3])) {
        for (rest += 3; isspace((unsigned char)*rest);)
            rest++;
    }
    char *equals = find_assignment(rest);
    if (equals == NULL) {
        command_fail(terminal, "set: to which value? (set a[3] = 7)");
        return;
    }
    *equals = '\0';
    command_trim(rest);
    if (!session_assign(session, session->pp, session->frame, rest, equals + 1 + strspn(equals + 1, " \t"),
                        &node, error)) {
        command_fail(terminal, "%s", error);
        return;
    }
    message_line(terminal->out, "%s = %s", rest, node_value(session, &node, value));
}
