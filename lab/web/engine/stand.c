/* stand.c - see step.h: where a run stands, as JSON. */
#include "lab/web/engine/step.h"

#include "common/json.h"
#include "common/memory.h"
#include "sim/debug/run/inside.h"
#include "sim/debug/session.h"
#include "sim/debug/variable.h"
#include "sim/host/hostcall.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_TEAMS = 300,
    MOST_RANGES = 24, /* of the PPs of a team */
    MOST_ROWS = 80,
    MOST_COLUMNS = 16,
    MOST_CHANGES = 40,
    MOST_FRAMES = 30
};

static json_t *number(uint64_t value)
{
    return json_number(value);
}

/* Adds the file and the line of a pc of the user's. */
static void add_place(json_t *object, const struct info_line *place)
{
    if (place->line == 0)
        return;
    json_object_set_new(object, "file", json_text(place->file));
    json_object_set_new(object, "line", number(place->line));
}

/* ---- teams */

/* By PP of all: the ranges of each team, [[first, last], ...], in order of teams. */
static void add_members(const struct session *session, json_t *teams, const unsigned *numbers, size_t count)
{
    const struct teams *all = &session->teams;
    const uint32_t pps = session->machine->config.pps;
    for (uint32_t first = 0, last; first < pps; first = last + 1) {
        for (last = first; last + 1 < pps && all->of_pp[last + 1] == all->of_pp[first];)
            last++;
        size_t k = 0;
        while (k < count && numbers[k] != all->of_pp[first])
            k++;
        json_t *ranges = k < count ? json_object_get(json_array_get(teams, k), "members") : NULL;
        if (ranges != NULL && json_array_size(ranges) < MOST_RANGES)
            json_array_append_new(ranges, json_pack("[oo]", number(first), number(last)));
    }
}

static json_t *describe_team(const struct session *session, const struct team *team)
{
    const struct symbols *symbols = session->symbols;
    const struct memory *memory = &session->machine->memory;
    struct info_line place = {.line = 0};
    json_t *described =
        json_pack("{so so so so so}", "number", number(team->number), "group", number(team->group), "count",
                  number(team->count), "waiting", number(team->waiting), "members", json_array());
    if (memory_is_plain(memory, team->group + GROUP_SIZE))
        json_object_set_new(described, "size", number(memory->cells[team->group + GROUP_SIZE]));
    if (symbols_place_of(symbols, team->pc, &place))
        add_place(described, &place);
    const char *function = object_find_source_function(&symbols->machine->object, team->pc);
    if (function != NULL)
        json_object_set_new(described, "function", json_text(function));
    return described;
}

static json_t *describe_teams(const struct session *session)
{
    const struct teams *teams = &session->teams;
    const size_t count = teams->count < MOST_TEAMS ? teams->count : MOST_TEAMS;
    unsigned numbers[MOST_TEAMS];
    json_t *list = json_array();
    for (size_t k = 0; k < count; k++) {
        numbers[k] = teams->list[k].number;
        json_array_append_new(list, describe_team(session, &teams->list[k]));
    }
    add_members(session, list, numbers, count);
    return list;
}

/* ---- calls */

/* The innermost function of the user's that a PP is in. */
static size_t users_frame(const struct session *session, uint32_t pp)
{
    struct debug_frame frames[MOST_FRAMES];
    const size_t count = session_frames(session, pp, frames, MOST_FRAMES);
    for (size_t k = 0; k < count; k++)
        if (frames[k].pc < session->machine->program.count && session->keys[frames[k].pc] != 0)
            return k;
    return 0;
}

static json_t *describe_calls(const struct session *session)
{
    struct debug_frame frames[MOST_FRAMES];
    const size_t count = session_frames(session, session->pp, frames, MOST_FRAMES);
    json_t *list = json_array();
    for (size_t k = 0; k < count; k++) {
        const bool is_users =
            frames[k].pc < session->machine->program.count && session->keys[frames[k].pc] != 0;
        json_t *frame =
            json_pack("{so ss so}", "number", number(k), "function",
                      frames[k].function != NULL ? frames[k].function : "?", "users", json_boolean(is_users));
        add_place(frame, &frames[k].place);
        json_array_append_new(list, frame);
    }
    return list;
}

/* ---- values: a row for each variable, a column for each PP */

struct table {
    const struct session *session;
    json_t *rows;
    const char *scope;
    size_t column;
    size_t first; /* row of the scope */
};

static json_t *value_text(const struct session *session, const struct debug_node *node)
{
    char value[NODE_TEXT];
    return json_text(node_value(session, node, value));
}

/* The row of that name that has no value yet in this column; a new one in the first column; NULL: none. */
static json_t *find_row(struct table *table, const struct debug_node *node)
{
    char type[NODE_TEXT];
    json_t *row;
    for (size_t k = table->first; (row = json_array_get(table->rows, k)) != NULL; k++)
        if (strcmp(json_string_value(json_object_get(row, "name")), node->name) == 0 &&
            json_array_size(json_object_get(row, "values")) <= table->column)
            return row;
    if (table->column != 0 || json_array_size(table->rows) >= MOST_ROWS)
        return NULL;
    row = json_pack("{so ss so so}", "name", json_text(node->name), "scope", table->scope, "type",
                    json_text(node_type_text(node->type, type)), "values", json_array());
    json_array_append_new(table->rows, row);
    return row;
}

static void add_value(struct table *table, const struct debug_node *node)
{
    json_t *row = find_row(table, node), *values = json_object_get(row, "values");
    if (row == NULL)
        return;
    while (json_array_size(values) < table->column)
        json_array_append_new(values, json_null());
    json_array_append_new(values, value_text(table->session, node));
}

static void add_scope(struct table *table, enum debug_scope scope, const char *name, const uint32_t *pps,
                      size_t columns, const json_t *frame)
{
    table->scope = name;
    table->first = json_array_size(table->rows);
    for (table->column = 0; table->column < columns; table->column++) {
        const uint32_t pp = pps[table->column];
        size_t count;
        struct debug_node *nodes = session_variables(
            table->session, pp,
            json_is_integer(frame) ? (size_t)json_integer_value(frame) : users_frame(table->session, pp),
            scope, &count);
        for (size_t k = 0; k < count; k++)
            add_value(table, &nodes[k]);
        free(nodes);
    }
}

/* Expressions that the user watches. */
static void add_watches(struct table *table, const json_t *watches, const uint32_t *pps, size_t columns)
{
    for (size_t k = 0; k < json_array_size(watches) && k < MOST_ROWS; k++) {
        const char *text = json_string_value(json_array_get(watches, k));
        json_t *values = json_array();
        struct debug_node node;
        char said[NODE_TEXT] = "";
        for (size_t c = 0; text != NULL && c < columns; c++) {
            const bool good =
                session_node(table->session, pps[c], users_frame(table->session, pps[c]), text, &node, said);
            json_array_append_new(values, good ? value_text(table->session, &node) : json_null());
        }
        json_array_append_new(table->rows,
                              json_pack("{ss ss so so}", "name", text != NULL ? text : "", "scope", "watch",
                                        "type", json_text(said), "values", values));
    }
}

/* The PPs of the table: the first ones of the selected team, and the selected PP. */
static size_t choose_columns(const struct session *session, const json_t *request, uint32_t *pps)
{
    const json_t *wanted = json_object_get(request, "columns");
    size_t room = json_is_integer(wanted) ? (size_t)json_integer_value(wanted) : 8, count = 0;
    bool has_selected = false;
    room = room > MOST_COLUMNS ? MOST_COLUMNS : room > 0 ? room : 1;
    if (json_is_integer(json_object_get(request, "frame"))) {
        pps[0] = session->pp;
        return 1;
    }
    for (uint32_t pp = 0; pp < session->machine->config.pps && count < room; pp++)
        if (session->team != TEAM_NONE && session->teams.of_pp[pp] == session->team) {
            has_selected |= pp == session->pp;
            pps[count++] = pp;
        }
    if (count > 0 && !has_selected)
        pps[count - 1] = session->pp;
    return count;
}

static void add_values(json_t *stand, const struct session *session, const json_t *request)
{
    uint32_t pps[MOST_COLUMNS];
    const size_t columns = choose_columns(session, request, pps);
    const json_t *frame = json_object_get(request, "frame");
    struct table table = {.session = session, .rows = json_array()};
    json_t *list = json_array();
    for (size_t k = 0; k < columns; k++)
        json_array_append_new(list, number(pps[k]));
    add_watches(&table, json_object_get(request, "watches"), pps, columns);
    add_scope(&table, SCOPE_ARGUMENTS, "argument", pps, columns, frame);
    add_scope(&table, SCOPE_LOCALS, "local", pps, columns, frame);
    add_scope(&table, SCOPE_PRIVATE, "private", pps, columns, frame);
    add_scope(&table, SCOPE_SHARED, "shared", &session->pp, 1, NULL);
    json_object_set_new(stand, "columns", list);
    json_object_set_new(stand, "rows", table.rows);
}

static void add_registers(json_t *stand, const struct session *session)
{
    struct pp_view view;
    json_t *list = json_array();
    session_view(session, session->pp, &view);
    for (unsigned k = 0; k < 32; k++)
        json_array_append_new(list, number(k == 1 ? view.pc : view.r[k]));
    json_object_set_new(stand, "registers", list);
}

/* ---- what has changed since the stop before */

static json_t *describe_change(const struct session *session, const struct debug_change *change)
{
    char name[NODE_TEXT];
    const struct info_type *type = type_path(change->variable.type, change->index, NULL, name, sizeof name);
    struct debug_node node = {.type = type, .pp = session->pp};
    json_t *before = NULL, *now = NULL;
    if (type != NULL) {
        node.number = change->before;
        before = value_text(session, &node);
        node.number = change->now;
        now = value_text(session, &node);
    }
    return json_pack("{so so so}", "name", json_sprintf("%s%s", change->variable.name, name), "before",
                     before != NULL ? before : number(change->before), "now",
                     now != NULL ? now : number(change->now));
}

static void add_changes(json_t *stand, struct session *session)
{
    struct debug_change changes[MOST_CHANGES];
    uint64_t more = 0;
    json_t *list = json_array();
    const size_t count = session_changes(session, changes, MOST_CHANGES, &more);
    for (size_t k = 0; k < count; k++)
        json_array_append_new(list, describe_change(session, &changes[k]));
    session_note_variables(session);
    json_object_set_new(stand, "changes", list);
    json_object_set_new(stand, "more_changes", number(more));
}

/* ---- watchpoints */

static json_t *describe_point(const struct point *point)
{
    const char *kind = point->accesses == POINT_READS  ? "read"
                       : point->accesses & POINT_READS ? "accessed"
                                                       : "changed";
    json_t *described =
        json_pack("{so so ss so}", "number", number(point->number), "name", json_text(point->text), "kind",
                  kind, "condition", json_text(point->condition_text != NULL ? point->condition_text : ""));
    if ((point->address & MEMORY_PRIVATE) != 0)
        json_object_set_new(described, "pp", number(point->pp));
    return described;
}

static json_t *describe_points(const struct session *session)
{
    json_t *list = json_array();
    for (size_t k = 0; k < session->points.count; k++)
        if (session->points.list[k].kind == POINT_WATCH)
            json_array_append_new(list, describe_point(&session->points.list[k]));
    return list;
}

/* The access that has stopped the run: "a[3]", 4, 7, PP 2. */
static void add_access(json_t *stand, const struct session *session)
{
    const struct debug_event *access = &session->stop;
    const struct point *point = points_find(&session->points, session->stop.point);
    struct debug_node node;
    char error[SESSION_ERROR], name[NODE_TEXT] = "";
    if (session->stop.kind != STOP_AT_WATCH || point == NULL)
        return;
    struct debug_node word = {.pp = access->pp};
    if (session_node(session, point->pp, 0, point->text, &node, error))
        word.type = type_path(node.type, access->address - point->address, NULL, name, sizeof name);
    word.number = access->before;
    json_t *before = word.type != NULL ? value_text(session, &word) : json_sprintf("%d", (int)access->before);
    word.number = access->after;
    json_t *after = word.type != NULL ? value_text(session, &word) : json_sprintf("%d", (int)access->after);
    json_object_set_new(stand, "access",
                        json_pack("{so so so so so so}", "name", json_sprintf("%s%s", point->text, name),
                                  "before", before, "after", after, "pp", number(access->pp), "count",
                                  number(access->count), "read", json_boolean(access->is_read)));
}

/* ---- all of it */

static json_t *explain(const struct session *session)
{
    char *text = session->config.explain(session);
    json_t *said = json_text(text);
    free(text);
    return said;
}

json_t *stand_describe(struct session *session, const json_t *request)
{
    const struct debug_event *stop = &session->stop;
    json_t *stand = json_pack("{so ss so so so so so so so}", "cycle", number(session->cycle), "kind",
                              stop_rows[stop->kind].name, "over", json_boolean(session_is_over(session)),
                              "written", number(session->machine->host->output.written), "written_errors",
                              number(session->machine->host->errors.written), "team", number(session->team),
                              "pp", number(session->pp), "hit", number(stop->count), "team_count",
                              number(session->teams.count));
    json_object_set_new(stand, "status", json_integer(session->machine->status));
    if (session->note[0] != '\0')
        json_object_set_new(stand, "note", json_text(session->note));
    json_object_set_new(stand, "stops", describe_points(session));
    add_access(stand, session);
    if (stop->kind == STOP_AT_FAULT)
        json_object_set_new(stand, "fault", explain(session));
    json_object_set_new(stand, "teams", describe_teams(session));
    add_changes(stand, session);
    if (session->team == TEAM_NONE)
        return stand;
    json_object_set_new(stand, "calls", describe_calls(session));
    add_values(stand, session, request);
    if (json_is_true(json_object_get(request, "registers")))
        add_registers(stand, session);
    return stand;
}
