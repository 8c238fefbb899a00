/* looking.c - see inside.h: teams, groups, locks, calls, scopes, expressions, and commands of the terminal
 * face. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "common/memory.h"
#include "inside.h"
#include "sim/debug/terminal/command.h"

enum { CALLS_MOST = 4096, LINE_MOST = 4000, COMPLETIONS_MOST = 200 };

/* ---- the terminal face */

/* Executes a command of the terminal face. The response of `evaluate` with what it prints, from the text
 * behind `start` on; NULL with dap->error: it has failed. */
static json_t *do_command(struct dap *dap, const char *line, const char *start)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        memory_is_short();
    const bool is_good = terminal_do(dap->terminal, line, stream);
    fclose(stream);
    while (size > 0 && text[size - 1] == '\n')
        text[--size] = '\0';
    const char *value = strstr(text, start);
    value = value != NULL ? value + strlen(start) : text;
    json_t *body = is_good ? dap_pack("{so si}", "result", json_text(value), "variablesReference", 0)
                           : dap_refuse(dap, "%s", value);
    free(text);
    return body;
}

/* ---- teams */

json_t *request_threads(struct dap *dap, const json_t *arguments)
{
    const struct session *session = dap->session;
    json_t *list = json_array();
    (void)arguments;
    for (size_t k = 0; k < session->teams.count; k++) {
        const struct team *team = &session->teams.list[k];
        char members[PPS_SIZE];
        const char *function = object_find_source_function(&session->machine->object, team->pc);
        json_array_append_new(
            list,
            dap_pack("{sI so}", "id", (json_int_t)team->number, "name",
                     dap_format("team %u: %s, %s%s%s", team->number, value_members(session, team, members),
                                function != NULL ? function : "?", team->is_pinned ? ", pinned" : "",
                                team->waiting == team->count ? ", in a barrier" : "")));
    }
    if (session->teams.count == 0)
        json_array_append_new(
            list, dap_pack("{sI ss}", "id", (json_int_t)DAP_NO_TEAM, "name", "all PPs have ended"));
    return dap_pack("{so}", "threads", list);
}

/* ---- groups and locks, in requests of our own */

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

json_t *request_groups(struct dap *dap, const json_t *arguments)
{
    struct debug_group group;
    json_t *list = json_array();
    (void)arguments;
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

json_t *request_locks(struct dap *dap, const json_t *arguments)
{
    char *text = dap->session->config.explain_waits(dap->session);
    json_t *lines = json_array();
    (void)arguments;
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

/* ---- calls */

static json_t *add_frame(struct dap *dap, uint32_t pp, const struct debug_frame *call, size_t level)
{
    const struct session *session = dap->session;
    const uint32_t pc = call->pc;
    const struct container container = {.kind = CONTAINER_FRAME, .pp = pp, .level = level};
    const bool has_place = call->place.line != 0;
    const bool is_users = pc < session->machine->program.count && session->keys[pc] != 0;
    return dap_pack("{so so so sI si so* ss*}", "id", variables_reference(dap, &container), "name",
                    json_text(call->function != NULL ? call->function : "?"), "instructionPointerReference",
                    dap_hex(pc), "line", has_place ? (json_int_t)call->place.line - 1 + dap->line_base : 0,
                    "column", has_place ? dap->line_base : 0, "source",
                    has_place ? sourcing_source(dap, call->place.file) : NULL, "presentationHint",
                    is_users ? NULL : "subtle");
}

json_t *request_stack_trace(struct dap *dap, const json_t *arguments)
{
    const struct session *session = dap->session;
    const int64_t number = dap_integer(arguments, "threadId", 0);
    const int64_t start = dap_integer(arguments, "startFrame", 0),
                  levels = dap_integer(arguments, "levels", 0);
    const struct team *team =
        number > 0 && number < DAP_NO_TEAM ? teams_numbered(&session->teams, (unsigned)number) : NULL;
    json_t *list = json_array();
    if (number == DAP_NO_TEAM)
        return dap_pack("{so si}", "stackFrames", list, "totalFrames", 0);
    if (team == NULL) {
        json_decref(list);
        return dap_refuse(dap, "there is no team %lld", (long long)number);
    }
    const uint32_t pp = team->number == session->team ? session->pp : team->first;
    struct debug_frame *calls = memory_take(CALLS_MOST, sizeof *calls);
    const size_t count = session_frames(session, pp, calls, CALLS_MOST);
    const size_t first = start > 0 ? (size_t)start : 0;
    for (size_t k = first; k < count && (levels <= 0 || k - first < (size_t)levels); k++)
        json_array_append_new(list, add_frame(dap, pp, &calls[k], k));
    free(calls);
    return dap_pack("{so sI}", "stackFrames", list, "totalFrames", (json_int_t)count);
}

json_t *request_scopes(struct dap *dap, const json_t *arguments)
{
    static const struct {
        const char *name, *hint;
        enum container_kind kind;
        enum debug_scope scope;
    } kinds[] = {{"Arguments", "arguments", CONTAINER_SCOPE, SCOPE_ARGUMENTS},
                 {"Locals", "locals", CONTAINER_SCOPE, SCOPE_LOCALS},
                 {"Private", "globals", CONTAINER_SCOPE, SCOPE_PRIVATE},
                 {"Shared", "globals", CONTAINER_SCOPE, SCOPE_SHARED},
                 {"Registers", "registers", CONTAINER_REGISTERS, SCOPE_LOCALS}};
    const struct container *frame = variables_find(dap, arguments, "frameId");
    if (frame == NULL)
        return dap_refuse(dap, "scopes: the run has moved since this frame was listed");
    const uint32_t pp = frame->pp; /* the table of containers may move */
    const size_t level = frame->level;
    json_t *list = json_array();
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const struct container container = {
            .kind = kinds[k].kind, .scope = kinds[k].scope, .pp = pp, .level = level};
        json_array_append_new(list, dap_pack("{ss ss so sb}", "name", kinds[k].name, "presentationHint",
                                             kinds[k].hint, "variablesReference",
                                             variables_reference(dap, &container), "expensive", 0));
    }
    return dap_pack("{so}", "scopes", list);
}

/* ---- expressions */

/* Evaluates an expression. A value that is equal for all PPs, or a place with members, is a tree. Other
 * values are text for all PPs of the team, as in the terminal. */
static json_t *print(struct dap *dap, const char *text, const struct expression *expression, bool is_hex)
{
    struct session *session = dap->session;
    char line[LINE_MOST + 16];
    struct debug_node node;
    if (session_node(session, session->pp, session->frame, text, &node, dap->error) &&
        (!expression->is_private || node_count(session, &node) != 0))
        return variables_describe(dap, NULL, "result", &node, session->frame, text, is_hex);
    snprintf(line, sizeof line, "print%s %s", is_hex ? "/x" : "", text);
    return do_command(dap, line, " = ");
}

json_t *request_evaluate(struct dap *dap, const json_t *arguments)
{
    struct session *session = dap->session;
    const char *text = dap_string(arguments, "expression"), *where = dap_string(arguments, "context");
    const struct container *frame = variables_find(dap, arguments, "frameId");
    struct expression expression;
    if (text == NULL || strlen(text) > LINE_MOST || strpbrk(text, "\r\n") != NULL)
        return dap_refuse(dap, "evaluate: which expression?");
    const uint32_t pp = session->pp;
    const unsigned team = session->team;
    const size_t level = session->frame;
    if (frame != NULL && session_select_pp(session, frame->pp))
        session->frame = frame->level;
    text += strspn(text, " \t");
    const bool is_value = session_parse(session, text, &expression, dap->error);
    json_t *body = NULL;
    if (is_value) {
        body = print(dap, text, &expression, dap_flag(json_object_get(arguments, "format"), "hex"));
    } else if (where != NULL && strcmp(where, "repl") == 0 && command_is_known(text)) {
        const uint64_t cycle = session->cycle;
        body = do_command(dap, text, "");
        if (session->cycle != cycle)
            moving_say_stop(dap, &session->stop);
        return body; /* the command may have changed the selection */
    }
    session->pp = pp;
    session->team = team;
    session->frame = level;
    return body;
}

/* ---- completions */

struct completion {
    const char *word;
    size_t length;
    json_t *list;
};

static void offer(struct completion *completion, const char *name, const char *type)
{
    if (strncmp(name, completion->word, completion->length) == 0 &&
        json_array_size(completion->list) < COMPLETIONS_MOST)
        json_array_append_new(completion->list, dap_pack("{so ss}", "label", json_text(name), "type", type));
}

json_t *request_completions(struct dap *dap, const json_t *arguments)
{
    const char *text = dap_string(arguments, "text");
    const int64_t column = dap_integer(arguments, "column", 0) - dap->line_base;
    const struct symbols *symbols = dap->session->symbols;
    const struct debug_variable *variable;
    const char *function;
    if (text == NULL)
        return dap_refuse(dap, "completions: of which text?");
    const size_t size = strlen(text), end = column >= 0 && (uint64_t)column < size ? (size_t)column : size;
    size_t first = end;
    while (first > 0 && (isalnum((unsigned char)text[first - 1]) || strchr("_-$", text[first - 1]) != NULL))
        first--;
    struct completion completion = {.word = text + first, .length = end - first, .list = json_array()};
    for (size_t k = 0; first == 0 && k < command_count; k++)
        offer(&completion, commands[k].name, "keyword");
    for (size_t next = 0; (variable = symbols_next_variable(symbols, &next)) != NULL;)
        offer(&completion, variable->name, "variable");
    for (size_t next = 0; (function = symbols_next_function(symbols, &next)) != NULL;)
        offer(&completion, function, "function");
    return dap_pack("{so}", "targets", completion.list);
}
