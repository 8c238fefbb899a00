/* stopping.c - see inside.h: breakpoints, watchpoints, and exception filters. Each request replaces all
 * points of its kind and file. */
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "inside.h"

/* ---- sets of points */

#define EXCEPTIONS "setExceptionBreakpoints" /* the key of their set */

static void remove_set(struct dap *dap, const char *key)
{
    size_t index;
    const json_t *number;
    for (index = 0; (number = json_array_get(json_object_get(dap->numbers, key), index)) != NULL; index++)
        points_remove(&dap->session->points, (unsigned)json_integer_value(number));
    json_object_set_new(dap->numbers, key, json_array());
}

static json_t *refuse(const char *text)
{
    return dap_pack("{sb so}", "verified", 0, "message", json_text(text));
}

/* Sets condition, hit rule and message of a point from the request. False with dap->error. */
static bool dress(struct dap *dap, struct point *point, const json_t *wanted)
{
    const struct session *session = dap->session;
    const uint32_t pc = point->kind == POINT_BREAK ? point->pcs[0] : 0;
    const char *condition = dap_string(wanted, "condition"), *hits = dap_string(wanted, "hitCondition");
    const char *message = dap_string(wanted, "logMessage");
    struct expression expression;
    if (hits != NULL && hits[0] != '\0' && !point_set_rule(point, hits)) {
        snprintf(dap->error, sizeof dap->error, "the hit count '%.80s' is none of N, >= N, > N, == N, %% N",
                 hits);
        return false;
    }
    if (condition != NULL && condition[0] != '\0') {
        if (!debug_parse(&expression, session->symbols, pc, 0, condition, dap->error))
            return false;
        point_set_condition(point, condition, &expression);
    }
    if (message != NULL && message[0] != '\0')
        point->log = log_parse(session->symbols, pc, message, dap->error);
    return message == NULL || message[0] == '\0' || point->log != NULL;
}

/* Completes a new point. The response for it. */
static json_t *finish(struct dap *dap, const char *key, struct point *point, const json_t *wanted)
{
    struct info_line place;
    const unsigned number = point->number;
    const bool is_break = point->kind == POINT_BREAK;
    const uint32_t pc = point->pcs[0];
    if (!dress(dap, point, wanted)) {
        points_remove(&dap->session->points, number);
        return refuse(dap->error);
    }
    json_array_append_new(json_object_get(dap->numbers, key), json_integer(number));
    const bool has_place = is_break && symbols_place_of(dap->session->symbols, pc, &place);
    return dap_pack("{sI sb so* so* so*}", "id", (json_int_t)number, "verified", 1, "instructionReference",
                    is_break ? dap_hex(pc) : NULL, "line", has_place ? dap_line(dap, &place) : NULL, "source",
                    has_place ? sourcing_source(dap, place.file) : NULL);
}

/* ---- lines */

/* The instructions of a line. The client names the file by its full path, the debug information by a part
 * of it. */
static size_t find_stops(const struct dap *dap, const char *path, uint32_t *line, uint32_t *pcs)
{
    const struct symbols *symbols = dap->session->symbols;
    size_t count = symbols_stops(symbols, path, line, pcs, POINT_PCS);
    for (const char *at = strchr(path, '/'); count == 0 && at != NULL; at = strchr(at + 1, '/'))
        if (at[1] != '\0')
            count = symbols_stops(symbols, at + 1, line, pcs, POINT_PCS);
    return count;
}

static const char *path_of(const struct dap *dap, const json_t *source)
{
    const char *path = dap_string(source, "path");
    const int64_t reference = dap_integer(source, "sourceReference", 0);
    if (reference > 0)
        path = json_string_value(json_array_get(dap->files, (size_t)reference - 1));
    return path != NULL ? path : dap_string(source, "name");
}

static struct point *make_line(struct dap *dap, const json_t *arguments, const json_t *wanted)
{
    const char *path = path_of(dap, json_object_get(arguments, "source"));
    const int64_t asked = dap_integer(wanted, "line", -1) + 1 - dap->line_base;
    uint32_t pcs[POINT_PCS], line = asked > 0 && asked < INT32_MAX ? (uint32_t)asked : 0;
    const size_t count = line != 0 && path != NULL ? find_stops(dap, path, &line, pcs) : 0;
    char text[DAP_NAME];
    if (count == 0 || count == POINT_PCS)
        return NULL;
    snprintf(text, sizeof text, "%.200s:%u", path, line);
    return points_add_break(&dap->session->points, text, pcs, count);
}

/* ---- functions and instructions */

static struct point *make_function(struct dap *dap, const json_t *arguments, const json_t *wanted)
{
    const struct symbols *symbols = dap->session->symbols;
    const char *name = dap_string(wanted, "name");
    uint32_t pcs[POINT_PCS];
    const size_t count = name != NULL ? symbols_entries(symbols, name, pcs, POINT_PCS) : 0;
    (void)arguments;
    return count != 0 && count < POINT_PCS ? points_add_break(&dap->session->points, name, pcs, count) : NULL;
}

static struct point *make_instruction(struct dap *dap, const json_t *arguments, const json_t *wanted)
{
    const uint64_t address = dap_address(dap_string(wanted, "instructionReference"), UINT64_MAX);
    const int64_t place = (int64_t)(address & UINT32_MAX) + dap_integer(wanted, "offset", 0);
    char text[DAP_NAME];
    (void)arguments;
    if (address > UINT32_MAX || place < 0 || place >= dap->session->machine->program.count)
        return NULL;
    const uint32_t pc = (uint32_t)place;
    snprintf(text, sizeof text, "*%u", pc);
    return points_add_break(&dap->session->points, text, &pc, 1);
}

/* ---- data */

/* The PP of a frame or container; without one, the selected PP. */
static uint32_t pp_of(const struct dap *dap, const json_t *arguments)
{
    const struct container *container = variables_find(dap, arguments, "variablesReference");
    if (container == NULL)
        container = variables_find(dap, arguments, "frameId");
    return container != NULL ? container->pp : dap->session->pp;
}

json_t *request_data_breakpoint_info(struct dap *dap, const json_t *arguments)
{
    const struct session *session = dap->session;
    const char *name = dap_string(arguments, "name");
    const struct container *container = variables_find(dap, arguments, "variablesReference");
    const uint32_t pp = pp_of(dap, arguments);
    struct debug_cells cells;
    char text[DAP_NAME], problem[SESSION_ERROR];
    if (name == NULL)
        return dap_refuse(dap, "dataBreakpointInfo: of which variable?");
    snprintf(text, sizeof text, "%.250s", name);
    if (container != NULL)
        variables_name(container, name, text);
    if (!session_cells(session, pp, text, &cells, problem))
        return dap_pack("{sn so}", "dataId", "description", json_text(problem));
    return dap_pack("{so so s[sss] sb}", "dataId",
                    dap_format("0x%08x %u %u %s", cells.address, cells.words, pp, text), "description",
                    json_text(text), "accessTypes", "read", "write", "readWrite", "canPersist", 0);
}

static struct point *make_data(struct dap *dap, const json_t *arguments, const json_t *wanted)
{
    const struct session *session = dap->session;
    const char *id = dap_string(wanted, "dataId"), *access = dap_string(wanted, "accessType");
    unsigned address, words, pp;
    char text[DAP_NAME];
    (void)arguments;
    if (id == NULL || sscanf(id, "%x %u %u %255[^\n]", &address, &words, &pp, text) != 4 || words == 0 ||
        words > POINT_WORDS_MOST || pp >= session->machine->config.pps ||
        memory_index(&session->machine->memory, pp, address) == MEMORY_ILLEGAL)
        return NULL;
    const bool reads = access != NULL && strcmp(access, "read") == 0;
    const bool is_both = access != NULL && strcmp(access, "readWrite") == 0;
    const unsigned accesses = reads ? POINT_READS : is_both ? POINT_READS | POINT_WRITES : POINT_CHANGES;
    return points_add_watch(&dap->session->points, text, accesses, address, words, pp);
}

/* ---- requests */

static const struct maker {
    const char *request;
    /* Adds the point that one of `breakpoints` in the arguments wants; NULL: */
    struct point *(*make)(struct dap *dap, const json_t *arguments, const json_t *wanted);
    const char *refusal;
} makers[] = {{"setBreakpoints", make_line, "no instructions belong to this line, or to a line behind it"},
              {"setFunctionBreakpoints", make_function, "there is no such function"},
              {"setInstructionBreakpoints", make_instruction, "the program has no such instruction"},
              {"setDataBreakpoints", make_data, "there are no such words"}};

/* Creates all points of a request, and keeps it for a restart. The key is its name, with the file for lines.
 */
static json_t *set_all(struct dap *dap, const char *key, const json_t *arguments)
{
    const struct maker *maker = makers;
    json_t *answers = json_array();
    size_t index;
    const json_t *wanted;
    while (strncmp(maker->request, key, strcspn(key, " ")) != 0)
        maker++;
    remove_set(dap, key);
    for (index = 0; (wanted = json_array_get(json_object_get(arguments, "breakpoints"), index)) != NULL;
         index++) {
        struct point *point = maker->make(dap, arguments, wanted);
        json_array_append_new(answers,
                              point != NULL ? finish(dap, key, point, wanted) : refuse(maker->refusal));
    }
    json_object_set_new(dap->asked, key, json_deep_copy(arguments));
    return dap_pack("{so}", "breakpoints", answers);
}

json_t *request_set_points(struct dap *dap, const json_t *arguments)
{
    const bool has_file = strcmp(dap->request, "setBreakpoints") == 0;
    const char *path = has_file ? path_of(dap, json_object_get(arguments, "source")) : "";
    if (path == NULL)
        return dap_refuse(dap, "setBreakpoints: of which source?");
    json_t *key = dap_format("%s%s%s", dap->request, has_file ? " " : "", path);
    json_t *body = set_all(dap, json_string_value(key), arguments);
    json_decref(key);
    return body;
}

/* ---- exceptions */

static const struct {
    const char *name, *label, *text;
    unsigned bit; /* 0: the filter sets a catchpoint */
    bool is_default;
    const char *value; /* default of the condition; NULL: the filter has none */
} filters[] = {
    {"fault", "Faults", "Stops where a fault or a deadlock has ended the run", FILTER_FAULT, true, NULL},
    {"end", "End of the run", "Stops at the end of the run, from where it can go back", FILTER_END, false,
     NULL},
    {"race", "Data races", "Checks the whole run, and stops at its data races", 0, false, NULL},
    {"model", "Violations of a model",
     "Checks the whole run, and stops at accesses that a weaker PRAM forbids", 0, false, "crew"}};
enum { FILTERS = sizeof filters / sizeof *filters };

json_t *stopping_filters(void)
{
    json_t *list = json_array();
    for (size_t k = 0; k < FILTERS; k++) {
        const bool has_value = filters[k].value != NULL;
        json_array_append_new(list, dap_pack("{ss ss ss sb so* ss*}", "filter", filters[k].name, "label",
                                             filters[k].label, "description", filters[k].text, "default",
                                             (int)filters[k].is_default, "supportsCondition",
                                             has_value ? json_true() : NULL, "conditionDescription",
                                             has_value ? "a model of --model; default: crew" : NULL));
    }
    return list;
}

/* The catchpoint with that rule, or NULL. */
static const struct point *find_catch(const struct dap *dap, const char *rule)
{
    const struct points *points = &dap->session->points;
    for (size_t k = 0; k < points->count; k++)
        if (points->list[k].kind == POINT_CATCH && strcmp(points->list[k].text, rule) == 0)
            return &points->list[k];
    return NULL;
}

/* Checks the run by a rule; only urgent requests of the editor interrupt it. */
static bool find(struct dap *dap, const char *rule, struct point_findings *findings)
{
    const bool was_running = dap->is_running;
    dap->is_running = false;
    const bool good = dap->session->config.find(dap->session, rule, findings, dap->error);
    dap->is_running = was_running;
    if (!good)
        point_findings_free(findings);
    return good;
}

/* Sets a catchpoint, unless there is one with the same rule. The response for it. */
static json_t *set_catch(struct dap *dap, const char *rule)
{
    struct point_findings findings = {.list = NULL};
    const struct point *point = find_catch(dap, rule);
    if (point == NULL && !find(dap, rule, &findings))
        return refuse(dap->error);
    if (point == NULL)
        point = points_add_catch(&dap->session->points, rule, &findings);
    const uint64_t end = point->findings.known_to;
    return dap_pack("{sI sb so*}", "id", (json_int_t)point->number, "verified", 1, "message",
                    end != 0 ? dap_format("the check ended in cycle %lld", (long long)end) : NULL);
}

/* Sets a filter of the request: its name, or an object with name and condition. The response for it. */
static json_t *set_filter(struct dap *dap, const json_t *wanted, json_t *kept)
{
    const char *name = json_is_object(wanted) ? dap_string(wanted, "filterId") : json_string_value(wanted);
    const char *condition = dap_string(wanted, "condition");
    char rule[DAP_NAME];
    size_t k = 0;
    while (k < FILTERS && (name == NULL || strcmp(filters[k].name, name) != 0))
        k++;
    if (k == FILTERS)
        return refuse("there is no such filter");
    dap->filters |= filters[k].bit;
    if (filters[k].bit != 0)
        return dap_pack("{sb}", "verified", 1);
    const bool is_given = condition != NULL && condition[0] != '\0';
    if (filters[k].value == NULL)
        snprintf(rule, sizeof rule, "%s", name);
    else
        snprintf(rule, sizeof rule, "%s %.200s", name, is_given ? condition : filters[k].value);
    json_t *answer = set_catch(dap, rule);
    json_array_append(kept, json_object_get(answer, "id"));
    return answer;
}

/* Removes the catchpoints of the previous request that this one does not have. */
static void remove_others(struct dap *dap, const json_t *kept)
{
    size_t index, other;
    const json_t *number, *wanted;
    json_array_foreach(json_object_get(dap->numbers, EXCEPTIONS), index, number)
    {
        bool is_kept = false;
        json_array_foreach(kept, other, wanted)
        {
            is_kept |= json_equal(number, wanted) != 0;
        }
        if (!is_kept)
            points_remove(&dap->session->points, (unsigned)json_integer_value(number));
    }
}

json_t *request_set_exception_breakpoints(struct dap *dap, const json_t *arguments)
{
    static const char *const members[] = {"filters", "filterOptions"};
    json_t *answers = json_array(), *kept = json_array();
    const json_t *wanted;
    dap->filters = 0;
    for (size_t k = 0; k < sizeof members / sizeof *members; k++) {
        const json_t *list = json_object_get(arguments, members[k]);
        for (size_t index = 0; (wanted = json_array_get(list, index)) != NULL; index++)
            json_array_append_new(answers, set_filter(dap, wanted, kept));
    }
    remove_others(dap, kept);
    json_object_set_new(dap->numbers, EXCEPTIONS, kept);
    json_object_set_new(dap->asked, EXCEPTIONS, json_deep_copy(arguments));
    return dap_pack("{so}", "breakpoints", answers);
}

void stopping_renew(struct dap *dap)
{
    json_t *asked = dap->asked;
    const char *key;
    json_t *arguments;
    dap->asked = json_object();
    json_object_clear(dap->numbers);
    json_object_foreach(asked, key, arguments)
    {
        json_decref(strcmp(key, EXCEPTIONS) == 0 ? request_set_exception_breakpoints(dap, arguments)
                                                 : set_all(dap, key, arguments));
    }
    json_decref(asked);
}
