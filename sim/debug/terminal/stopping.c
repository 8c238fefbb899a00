/* stopping.c - see inside.h: breakpoints and watchpoints, and past stores. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/plural.h"
#include "inside.h"
#include "sim/debug/variable.h"

const char *stopping_kind(const struct point *point)
{
    static const char *const watches[] = {[POINT_CHANGES] = "watchpoint",
                                          [POINT_READS] = "read watchpoint",
                                          [POINT_WRITES] = "write watchpoint",
                                          [POINT_READS | POINT_WRITES] = "access watchpoint"};
    return point->log != NULL           ? "logpoint"
           : point->kind == POINT_CATCH ? "catchpoint"
           : point->kind == POINT_BREAK ? "breakpoint"
                                        : watches[point->accesses];
}

/* ---- conditions */

/* Cuts "if CONDITION" off the end of a line; NULL: there is none. */
static char *cut_condition(char *rest)
{
    char *at = strncmp(rest, "if ", 3) == 0 ? rest : strstr(rest, " if ");
    if (at == NULL)
        return NULL;
    char *condition = at + (at == rest ? 3 : 4);
    *at = '\0';
    return condition;
}

/* Parses a condition, if there is one. False after a message. */
static bool parse_condition(struct terminal *terminal, const char *text, uint32_t pc,
                            struct expression *expression)
{
    const struct session *session = terminal->session;
    char error[EXPRESSION_ERROR];
    if (text == NULL || debug_parse(expression, session->symbols, pc, 0, text, error))
        return true;
    return command_fail(terminal, "%s", error);
}

/* ---- breakpoints */

/* Takes the word "all" off the end of a place. */
static bool cut_all(char *text)
{
    const size_t length = strlen(text);
    const bool is_there = length >= 3 && strcmp(text + length - 3, "all") == 0 &&
                          (length == 3 || isspace((unsigned char)text[length - 4]));
    if (is_there)
        text[length - 3] = '\0';
    command_trim(text);
    return is_there;
}

void command_break(struct terminal *terminal)
{
    char *rest = terminal->rest;
    const bool is_temporary = terminal->command->way;
    struct expression expression;
    struct place place;
    const char *condition = cut_condition(rest);
    command_trim(rest);
    const bool needs_all = cut_all(rest);
    if (!place_parse(terminal, rest, &place) ||
        !parse_condition(terminal, condition, place.pcs[0], &expression))
        return;
    struct point *point = points_add_break(&terminal->session->points, place.label, place.pcs, place.count);
    point->is_temporary = is_temporary;
    point->needs_all = needs_all;
    point_set_condition(point, condition, &expression);
    say(terminal, "%sreakpoint %u at pc %u%s: %s%s%s%s\n", is_temporary ? "Temporary b" : "B", point->number,
        place.pcs[0], place.count > 1 ? " and other copies" : "", place.label,
        needs_all ? ", all PPs of a group" : "", condition != NULL ? " if " : "",
        condition != NULL ? condition : "");
}

void command_log(struct terminal *terminal)
{
    char *rest = terminal->rest;
    struct session *session = terminal->session;
    struct place place;
    char error[EXPRESSION_ERROR];
    const char *text = command_word(&rest);
    if (rest[0] == '\0') {
        command_fail(terminal, "log: which place and message? (log PLACE i is {i})");
        return;
    }
    if (!place_parse(terminal, text, &place))
        return;
    struct log *log = log_parse(session->symbols, place.pcs[0], rest, error);
    if (log == NULL) {
        command_fail(terminal, "%s", error);
        return;
    }
    struct point *point = points_add_break(&session->points, place.label, place.pcs, place.count);
    point->log = log;
    say(terminal, "Logpoint %u at pc %u%s: %s: %s\n", point->number, place.pcs[0],
        place.count > 1 ? " and other copies" : "", place.label, rest);
}

/* ---- watched words */

/* Finds the words that an expression names. False after a message. */
static bool find_cells(struct terminal *terminal, const char *text, struct debug_cells *cells)
{
    char error[SESSION_ERROR];
    return session_cells(terminal->session, terminal->session->pp, text, cells, error) ||
           command_fail(terminal, "%s", error);
}

void command_watch(struct terminal *terminal)
{
    char *rest = terminal->rest;
    struct session *session = terminal->session;
    struct debug_cells cells;
    struct expression expression;
    const char *condition = cut_condition(rest);
    command_trim(rest);
    if (!parse_condition(terminal, condition, session_pc(session, session->pp), &expression) ||
        !find_cells(terminal, rest, &cells))
        return;
    struct point *point = points_add_watch(&session->points, rest, terminal->command->way, cells.address,
                                           cells.words, session->pp);
    point_set_condition(point, condition, &expression);
    const char *kind = stopping_kind(point);
    say(terminal, "%c%s %u: %s, %u word%s at 0x%08x%s%s\n", toupper((unsigned char)kind[0]), kind + 1,
        point->number, rest, cells.words, plural(cells.words), cells.address, condition != NULL ? " if " : "",
        condition != NULL ? condition : "");
    if ((cells.address & MEMORY_PRIVATE) != 0)
        say(terminal, "It is the one of PP %u.\n", session->pp);
}

/* ---- changes of points */

static struct point *find_point(struct terminal *terminal, const char *word)
{
    char *end;
    const unsigned long number = strtoul(word, &end, 10);
    struct point *point = *end == '\0' && number <= UINT32_MAX
                              ? points_find(&terminal->session->points, (unsigned)number)
                              : NULL;
    if (point == NULL)
        command_fail(terminal, "there is no breakpoint '%s' (info breakpoints lists them)", word);
    return point;
}

/* The breakpoint or watchpoint with this number. NULL after a message. */
static struct point *find_conditional(struct terminal *terminal, const char *word)
{
    struct point *point = find_point(terminal, word);
    if (point == NULL || point->kind != POINT_CATCH)
        return point;
    command_fail(terminal, "catchpoint %u cannot have a condition or a count of hits", point->number);
    return NULL;
}

void command_condition(struct terminal *terminal)
{
    char *rest = terminal->rest;
    struct expression expression;
    struct point *point = find_conditional(terminal, command_word(&rest));
    const char *condition = rest[0] != '\0' ? rest : NULL;
    if (point == NULL)
        return;
    if (!parse_condition(terminal, condition,
                         point->kind == POINT_BREAK ? point->pcs[0]
                                                    : session_pc(terminal->session, terminal->session->pp),
                         &expression))
        return;
    point_set_condition(point, condition, &expression);
    say(terminal, "Breakpoint %u%s%s.\n", point->number,
        condition != NULL ? " stops if " : " has no condition", condition != NULL ? condition : "");
}

void command_hits(struct terminal *terminal)
{
    char *rest = terminal->rest;
    struct point *point = find_conditional(terminal, command_word(&rest));
    if (point == NULL)
        return;
    if (rest[0] != '\0' && !point_set_rule(point, rest)) {
        command_fail(terminal, "hits: '%s' is none of N, >= N, > N, == N, %% N", rest);
        return;
    }
    if (rest[0] == '\0')
        point->rule = POINT_EACH;
    say(terminal, "Breakpoint %u: %s hits%s%s count.\n", point->number, rest[0] != '\0' ? "only" : "all",
        rest[0] != '\0' ? " " : "", rest);
}

void command_ignore(struct terminal *terminal)
{
    uint64_t count;
    struct point *point = find_conditional(terminal, command_word(&terminal->rest));
    if (point == NULL || !command_number(terminal, 0, &count))
        return;
    point->ignored = count;
    say(terminal, "The next %llu hit%s of %u %s passed by.\n", (unsigned long long)count, plural(count),
        point->number, count == 1 ? "is" : "are");
}

static void change(struct terminal *terminal, struct point *point)
{
    if (terminal->command->way == CHANGE_DELETE)
        points_remove(&terminal->session->points, point->number);
    else
        point->is_enabled = terminal->command->way == CHANGE_ENABLE;
}

/* Changes the points that a line names; without names, all. */
void command_change(struct terminal *terminal)
{
    char *rest = terminal->rest;
    const struct points *points = &terminal->session->points;
    if (rest[0] == '\0')
        for (size_t k = points->count; k > 0; k--)
            change(terminal, &points->list[k - 1]);
    while (rest[0] != '\0') {
        struct point *point = find_point(terminal, command_word(&rest));
        if (point != NULL)
            change(terminal, point);
    }
}

/* ---- past stores */

enum { HISTORY_MOST = 1000 };

static void print_store(struct terminal *terminal, const char *text, const struct debug_cells *cells,
                        const struct debug_event *event)
{
    char pc[PLACE_TEXT], others[48] = "";
    if (event->count > 1)
        snprintf(others, sizeof others, " (%u PPs stored to it)", event->count);
    say(terminal, "cycle %llu: ", (unsigned long long)event->cycle - 1);
    value_change(terminal, text, cells->type, event->address - cells->address, event->before, event->after);
    say(terminal, " by PP %u, %s%s\n", event->pp, place_name(terminal, event->pc, pc), others);
}

/* Prints the last stores, the latest first. */
static void print_stores(struct terminal *terminal, const char *text, uint64_t most)
{
    struct session *session = terminal->session;
    struct points points = {.list = NULL};
    struct debug_cells cells;
    uint64_t before = session->cycle + 1, found = 0;
    if (!find_cells(terminal, text, &cells))
        return;
    points_add_watch(&points, text, POINT_CHANGES | POINT_WRITES, cells.address, cells.words, session->pp);
    while (found < most && before > 0) {
        size_t count;
        struct debug_event *events = session_find_before(session, &points, before, &count);
        before = count != 0 ? events[0].cycle : 0;
        for (; count > 0 && found < most; count--, found++)
            print_store(terminal, text, &cells, &events[count - 1]);
        free(events);
    }
    if (found == 0)
        say(terminal, "No PP has stored to %s up to here.\n", text);
    points_free(&points);
}

void command_history(struct terminal *terminal)
{
    char *rest = terminal->rest;
    uint64_t most = terminal->command->way;
    command_trim(rest);
    char *blank = most != LAST_WRITE ? strrchr(rest, ' ') : NULL;
    if (blank != NULL && blank[1] != '\0' && blank[1 + strspn(blank + 1, "0123456789")] == '\0') {
        most = strtoull(blank + 1, NULL, 10);
        *blank = '\0';
    }
    print_stores(terminal, rest, most < HISTORY_MOST ? most : HISTORY_MOST);
}
