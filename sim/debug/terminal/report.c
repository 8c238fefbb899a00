/* report.c - see inside.h: the output after each stop. */
#include <stdlib.h>

#include "common/plural.h"
#include "inside.h"

enum { CHANGES = 6 };

const char *report_waits(const struct team *team)
{
    return team->waiting == team->count ? ", in a barrier" : team->waiting != 0 ? ", some in a barrier" : "";
}

void report_team(struct terminal *terminal, const struct team *team)
{
    char members[PPS_SIZE], place[PLACE_TEXT];
    say(terminal, "%s %-3u %s%s, %s%s\n", team->number == terminal->session->team ? "*" : " ", team->number,
        value_members(terminal->session, team, members), team->is_pinned ? " (pinned)" : "",
        place_name(terminal, team->pc, place), report_waits(team));
}

/* Prints "Breakpoint 1, "; nothing for steps. */
static void print_reason(struct terminal *terminal, const struct debug_event *event)
{
    const struct point *point = points_find(&terminal->session->points, event->point);
    if (event->kind == STOP_AT_BREAKPOINT)
        say(terminal, "%s %u, ", point != NULL && point->is_temporary ? "Temporary breakpoint" : "Breakpoint",
            event->point);
    else if (event->kind == STOP_AT_EXIT)
        say(terminal, "The program has ended the run with status %d, ", terminal->session->machine->status);
    else
        say(terminal, "%s", stop_rows[event->kind].begin);
}

static void print_access(struct terminal *terminal, const struct debug_event *event)
{
    const struct point *point = points_find(&terminal->session->points, event->point);
    char place[PLACE_TEXT], others[64] = "";
    if (event->count > 1)
        snprintf(others, sizeof others, " (%u PPs %s it in that cycle)", event->count,
                 event->is_read ? "read" : "stored to");
    say(terminal, "Watchpoint %u: %s\n", event->point, point != NULL ? point->text : "");
    if (point != NULL && point->words > 1)
        say(terminal, "  word %u: ", event->address - point->address);
    else
        say(terminal, "  ");
    if (event->is_read)
        say(terminal, "%d read", (int32_t)event->before);
    else
        say(terminal, "%d -> %d", (int32_t)event->before, (int32_t)event->after);
    say(terminal, " by PP %u at %s%s\n", event->pp, place_line(terminal, event->pc, place), others);
}

static void print_changes(struct terminal *terminal)
{
    struct debug_change changes[CHANGES];
    uint64_t more;
    const size_t count = session_changes(terminal->session, changes, CHANGES, &more);
    if (count != 0) {
        color_begin(terminal, COLOR_CHANGE);
        say(terminal, "changed: ");
        color_end(terminal);
    }
    for (size_t k = 0; k < count; k++) {
        say(terminal, "%s", k > 0 ? "; " : "");
        value_change(terminal, changes[k].variable.name, changes[k].variable.type, changes[k].index,
                     changes[k].before, changes[k].now);
    }
    if (more != 0)
        say(terminal, "; %llu word%s more", (unsigned long long)more, plural(more));
    if (count != 0)
        say(terminal, "\n");
    session_note_variables(terminal->session);
}

static void print_line(struct terminal *terminal, uint32_t pc)
{
    const struct symbols *symbols = terminal->session->symbols;
    struct info_line place;
    terminal->list_file = NULL;
    if (symbols_place_of(symbols, pc, &place))
        place_show(terminal, place.file, place.line, 1);
}

/* Deletes a temporary breakpoint after its stop. */
static void drop_temporary(struct terminal *terminal, const struct debug_event *event)
{
    const struct point *point = points_find(&terminal->session->points, event->point);
    if (point != NULL && point->is_temporary && event->kind == STOP_AT_BREAKPOINT)
        points_remove(&terminal->session->points, event->point);
}

void report_lines(struct terminal *terminal, char *text)
{
    fputs(text, terminal->out);
    free(text);
}

void report_stop(struct terminal *terminal, struct debug_event event)
{
    const struct session *session = terminal->session;
    const struct team *team = teams_numbered(&session->teams, session->team);
    char members[PPS_SIZE], place[PLACE_TEXT];
    if (terminal->config.begin_text != NULL)
        terminal->config.begin_text(terminal->config.context, terminal->out);
    if (event.kind == STOP_AT_FAULT)
        report_lines(terminal, session->config.explain(session));
    if (event.kind == STOP_AT_WATCH)
        print_access(terminal, &event);
    if (event.kind != STOP_AT_START && !session_is_over(session))
        catching_report(terminal);
    color_begin(terminal, COLOR_STOP);
    print_reason(terminal, &event);
    if (team == NULL || event.kind == STOP_AT_EXIT || event.kind == STOP_AT_HALTED) {
        say(terminal, "cycle %llu\n", (unsigned long long)session->cycle);
        color_end(terminal);
    } else {
        say(terminal, "cycle %llu: team %u, %s, %s%s\n", (unsigned long long)session->cycle, team->number,
            value_members(terminal->session, team, members), place_name(terminal, team->pc, place),
            team->waiting == team->count ? ", in a barrier" : "");
        color_end(terminal);
        print_line(terminal, team->pc);
    }
    print_changes(terminal);
    inspect_displays(terminal);
    drop_temporary(terminal, &event);
}
