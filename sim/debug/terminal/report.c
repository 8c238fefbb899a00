/* report.c - see inside.h: the output after each stop. */
#include <stdlib.h>
#include <string.h>

#include "common/message.h"
#include "inside.h"

enum { CHANGES = 6 };

const char *report_waits(const struct team *team)
{
    return team->waiting == team->count ? ", in a barrier" : team->waiting != 0 ? ", some in a barrier" : "";
}

void report_team(struct terminal *terminal, const struct team *team)
{
    char members[PPS_SIZE], place[PLACE_TEXT];
    message_line(terminal->out, "%s %-3u %s%s, %s%s", team->number == terminal->session->team ? "*" : " ",
                 team->number, value_members(terminal->session, team, members),
                 team->is_pinned ? " (pinned)" : "", place_name(terminal, team->pc, place),
                 report_waits(team));
}

/* Prints "Breakpoint 1, "; nothing for steps. */
static void print_reason(struct terminal *terminal, const struct debug_event *event)
{
    const struct point *point = points_find(&terminal->session->points, event->point);
    if (event->kind == STOP_AT_BREAKPOINT)
        fprintf(terminal->out, "%s %u, ",
                point != NULL && point->is_temporary ? "Temporary breakpoint" : "Breakpoint", event->point);
    else if (event->kind == STOP_AT_EXIT)
        fprintf(terminal->out, "The program has ended the run with status %d, ",
                terminal->session->machine->status);
    else
        fputs(stop_rows[event->kind].begin, terminal->out);
}

static void print_access(struct terminal *terminal, const struct debug_event *event)
{
    const struct point *point = points_find(&terminal->session->points, event->point);
    char place[PLACE_TEXT], others[64] = "";
    if (event->count > 1)
        snprintf(others, sizeof others, " (%u PPs %s it in that cycle)", event->count,
                 event->is_read ? "read" : "stored to");
    message_line(terminal->out, "Watchpoint %u: %s", event->point, point != NULL ? point->text : "");
    if (point != NULL && point->words > 1)
        fprintf(terminal->out, "  word %u: ", event->address - point->address);
    else
        fputs("  ", terminal->out);
    if (event->is_read)
        fprintf(terminal->out, "%d read", (int32_t)event->before);
    else
        fprintf(terminal->out, "%d -> %d", (int32_t)event->before, (int32_t)event->after);
    message_line(terminal->out, " by PP %u at %s%s", event->pp, place_line(terminal, event->pc, place),
                 others);
}

static void print_changes(struct terminal *terminal)
{
    struct debug_change changes[CHANGES];
    uint64_t more;
    const size_t count = session_changes(terminal->session, changes, CHANGES, &more);
    for (size_t k = 0; k < count; k++) {
        if (k == 0)
            color_begin(terminal, COLOR_CHANGE);
        fputs(k == 0 ? "changed: " : "; ", terminal->out);
        if (k == 0)
            color_end(terminal);
        message_text(terminal->out, changes[k].variable.name, strlen(changes[k].variable.name));
        value_change(terminal->out, terminal->session, changes[k].variable.type, changes[k].index,
                     changes[k].before, changes[k].now);
    }
    if (more != 0)
        fprintf(terminal->out, "; %llu word%s more", (unsigned long long)more, more == 1 ? "" : "s");
    if (count != 0)
        fputc('\n', terminal->out);
    session_note_variables(terminal->session);
}

static void print_line(struct terminal *terminal, uint32_t pc)
{
    const struct symbols *symbols = terminal->session->symbols;
    struct info_line place;
    terminal->list_file = NULL;
    if (symbols_place_of(symbols, pc, &place))
        place_show(terminal, place.file, place.line);
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
        fprintf(terminal->out, "cycle %llu\n", (unsigned long long)session->cycle);
        color_end(terminal);
    } else {
        message_line(terminal->out, "cycle %llu: team %u, %s, %s%s", (unsigned long long)session->cycle,
                     team->number, value_members(terminal->session, team, members),
                     place_name(terminal, team->pc, place),
                     team->waiting == team->count ? ", in a barrier" : "");
        color_end(terminal);
        print_line(terminal, team->pc);
    }
    print_changes(terminal);
    inspect_displays(terminal);
    drop_temporary(terminal, &event);
}
