/* step.c - see step.h: requests that move a run, breakpoints, what is selected. */
#include "lab/web/engine/step.h"

#include "common/json.h"
#include "libpramsim/inside.h"
#include "sim/debug/run/inside.h"
#include "sim/debug/session.h"
#include "sim/debug/variable.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BREAKS = 200, MOST_WATCHES = 16, MEMORY = 128 << 20 /* bytes for snapshots */ };

/* ---- the session */

static void show(void *context, enum host_stream stream, const char *bytes, size_t count)
{
    const pramsim_run *run = context;
    if (run->show != NULL)
        run->show(run->show_context, stream == HOST_STREAM_ERROR, bytes, count);
}

static bool is_interrupted(void *context)
{
    (void)context;
    return web_interrupted() != 0;
}

struct session *web_step_new(pramsim_run *run, const char *program, const char *input)
{
    char error[SESSION_ERROR];
    if (!run_make_machine(run))
        return NULL;
    struct session_config config = run_engines(&run->options);
    config.memory = MEMORY;
    config.program = program;
    config.input = open(input, O_RDONLY | O_CLOEXEC);
    config.show = show;
    config.is_interrupted = is_interrupted;
    config.context = run;
    struct session *session = session_create(&run->machine, &config, error);
    if (session == NULL)
        snprintf(run->error, sizeof run->error, "%s", error);
    return session;
}

/* ---- requests: false with one line in `error` */

struct said {
    char error[SESSION_ERROR];
    json_t *refused; /* conditions that are not taken: file, line, error */
};

static bool fail(struct said *said, const char *text)
{
    snprintf(said->error, sizeof said->error, "%s", text);
    return false;
}

static uint64_t number(const json_t *request, const char *name)
{
    const json_t *value = json_object_get(request, name);
    return json_is_number(value) && json_number_value(value) > 0 ? (uint64_t)json_number_value(value) : 0;
}

static const char *text(const json_t *request, const char *name)
{
    const char *value = json_string_value(json_object_get(request, name));
    return value != NULL ? value : "";
}

static bool has(const json_t *request, const char *name)
{
    return json_is_true(json_object_get(request, name));
}

static bool do_look(struct session *session, const json_t *request, struct said *said)
{
    (void)session, (void)request, (void)said;
    return true;
}

static bool do_begin(struct session *session, const json_t *request, struct said *said)
{
    uint32_t pc;
    (void)request, (void)said;
    session_go(session, 0);
    if (symbols_entries(session->symbols, "main", &pc, 1) == 0)
        return true;
    const unsigned point = points_add_break(&session->points, "main", &pc, 1)->number;
    session_continue(session, 0);
    points_remove(&session->points, point);
    return true;
}

static bool do_go(struct session *session, const json_t *request, struct said *said)
{
    (void)said;
    session_go(session, number(request, "cycle"));
    return true;
}

static bool do_move(struct session *session, const json_t *request, struct said *said)
{
    if (has(request, "back"))
        session_continue_back(session);
    else if (session_is_over(session))
        return fail(said, "The run has ended. It can be taken back.");
    else
        session_continue(session, number(request, "until"));
    return true;
}

static bool do_step(struct session *session, const json_t *request, struct said *said)
{
    static const struct {
        const char *name;
        enum step_kind kind;
    } kinds[] = {{"into", STEP_INTO},       {"over", STEP_OVER}, {"out", STEP_OUT},
                 {"barrier", STEP_BARRIER}, {"on", STEP_ON},     {"instruction", STEP_INSTRUCTION}};
    struct debug_event event;
    if (!has(request, "back") && session_is_over(session))
        return fail(said, "The run has ended. It can be taken back.");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (strcmp(kinds[k].name, text(request, "kind")) == 0)
            return (has(request, "back") ? session_step_back : session_step)(session, kinds[k].kind, &event,
                                                                             said->error);
    return fail(said, "There is no such step.");
}

/* Removes all points of a kind. */
static void remove_points(struct points *points, enum point_kind kind)
{
    for (size_t k = points->count; k > 0; k--)
        if (points->list[k - 1].kind == kind)
            points_remove(points, points->list[k - 1].number);
}

static size_t count_points(const struct points *points, enum point_kind kind)
{
    size_t count = 0;
    for (size_t k = 0; k < points->count; k++)
        count += points->list[k].kind == kind;
    return count;
}

/* Gives a point the condition of a request, if it has one. */
static bool take_condition(struct session *session, struct point *point, uint32_t pc, const json_t *request,
                           char error[EXPRESSION_ERROR])
{
    struct expression expression;
    const char *condition = text(request, "condition");
    if (condition[0] == '\0')
        return true;
    if (!debug_parse(&expression, session->symbols, pc, 0, condition, error))
        return false;
    point_set_condition(point, condition, &expression);
    return true;
}

static bool do_breaks(struct session *session, const json_t *request, struct said *said)
{
    const struct symbols *symbols = session->symbols;
    const json_t *lines = json_object_get(request, "lines");
    char error[EXPRESSION_ERROR];
    remove_points(&session->points, POINT_BREAK);
    said->refused = json_array();
    for (size_t k = 0; k < json_array_size(lines) && k < MOST_BREAKS; k++) {
        const json_t *wanted = json_array_get(lines, k);
        uint32_t pcs[POINT_PCS], line = (uint32_t)number(wanted, "line");
        const size_t count = symbols_stops(symbols, text(wanted, "file"), &line, pcs, POINT_PCS);
        if (count == 0)
            continue;
        struct point *point = points_add_break(&session->points, text(wanted, "file"), pcs, count);
        if (!take_condition(session, point, pcs[0], wanted, error))
            json_array_append_new(said->refused,
                                  json_pack("{sOsOso}", "file", json_object_get(wanted, "file"), "line",
                                            json_object_get(wanted, "line"), "error", json_text(error)));
    }
    return true;
}

/* Finds the words of a variable or element as the selected PP sees it. */
static bool find_words(struct session *session, const char *name, struct debug_node *node, uint32_t *words,
                       struct said *said)
{
    if (!session_node(session, session->pp, 0, name, node, said->error))
        return false;
    *words = node->type != NULL ? info_bare(node->type)->words : 1;
    if (!node->is_memory || *words == 0)
        return fail(said, "It does not lie in memory: a shared variable or an element of one does.");
    if (*words > POINT_WORDS_MOST)
        return fail(said, "It has too many words. An element has fewer.");
    return true;
}

static bool do_watch(struct session *session, const json_t *request, struct said *said)
{
    static const struct {
        const char *name;
        unsigned accesses;
    } kinds[] = {{"changed", POINT_CHANGES}, {"read", POINT_READS}, {"accessed", POINT_READS | POINT_WRITES}};
    struct debug_node node;
    uint32_t words;
    unsigned accesses = POINT_CHANGES;
    if (count_points(&session->points, POINT_WATCH) >= MOST_WATCHES)
        return fail(said, "There are too many watchpoints.");
    if (session->team == TEAM_NONE)
        return fail(said, "No PP runs here. Go back, and then set it.");
    if (!find_words(session, text(request, "name"), &node, &words, said))
        return false;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (strcmp(kinds[k].name, text(request, "kind")) == 0)
            accesses = kinds[k].accesses;
    struct point *point =
        points_add_watch(&session->points, text(request, "name"), accesses, node.number, words, session->pp);
    if (take_condition(session, point, session_pc(session, session->pp), request, said->error))
        return true;
    points_remove(&session->points, point->number);
    return false;
}

static bool do_unwatch(struct session *session, const json_t *request, struct said *said)
{
    (void)said;
    points_remove(&session->points, (unsigned)number(request, "number"));
    return true;
}

static bool do_select(struct session *session, const json_t *request, struct said *said)
{
    if (json_object_get(request, "pp") != NULL
            ? session_select_pp(session, (uint32_t)number(request, "pp"))
            : session_select_team(session, (unsigned)number(request, "team")))
        return true;
    return fail(said, "These PPs have ended.");
}

static bool do_writer(struct session *session, const json_t *request, struct said *said)
{
    struct points points = {.list = NULL};
    struct debug_node node;
    size_t count;
    uint32_t words;
    if (!find_words(session, text(request, "name"), &node, &words, said))
        return false;
    points_add_watch(&points, text(request, "name"), POINT_WRITES, node.number, words, session->pp);
    struct debug_event *const events =
        session_find_before(session, &points, session->cycle + session_is_over(session), &count);
    points_free(&points);
    if (count == 0)
        return fail(said, "Nothing has stored to it before this cycle.");
    session_go(session, events->cycle > 0 ? events->cycle - 1 : 0);
    session_select_pp(session, events->pp);
    free(events);
    return true;
}

/* ---- answers */

static json_t *answer(struct session *session, const json_t *request)
{
    static const struct {
        const char *name;
        bool (*act)(struct session *session, const json_t *request, struct said *said);
    } acts[] = {
#define REQUEST(name, text) {#name, do_##name},
#include "lab/web/engine/step.def"
    };
    struct said said = {.error = "There is no such request."};
    json_t *stand = NULL;
    for (size_t k = 0; k < sizeof acts / sizeof *acts; k++)
        if (strcmp(acts[k].name, text(request, "do")) == 0 && acts[k].act(session, request, &said))
            stand = stand_describe(session, request);
    if (stand == NULL)
        return json_pack("{so}", "error", json_text(said.error));
    if (said.refused != NULL)
        json_object_set_new(stand, "refused", said.refused);
    return stand;
}

char *web_step_ask(struct session *session, const char *request)
{
    json_t *asked = json_loads(request, 0, NULL);
    json_t *said = answer(session, asked);
    char *printed = json_dumps(said, JSON_COMPACT);
    json_decref(said);
    json_decref(asked);
    return printed;
}
