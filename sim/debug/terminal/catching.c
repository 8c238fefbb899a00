/* catching.c - see inside.h: catchpoints, which stop the run at findings of --check and --model. */
#include <inttypes.h>

#include "common/plural.h"
#include "inside.h"

static void print_catch(const struct terminal *terminal, const struct point *point)
{
    const struct point_findings *findings = &point->findings;
    char count[32] = "no";
    if (findings->count != 0)
        snprintf(count, sizeof count, "%zu", findings->count);
    say(terminal, "Catchpoint %u: %s: %s finding%s%s\n", point->number, point->text, count,
        plural(findings->count), point->is_enabled ? "" : ", disabled");
    if (findings->known_to != 0)
        say(terminal, "The check ended in cycle %" PRIu64 "; --max-cycles=N sets another limit.\n",
            findings->known_to);
    if (findings->unlisted != 0)
        say(terminal, "%" PRIu64 " occurrences at further places do not stop the run.\n", findings->unlisted);
    if (terminal->session->patch_count != 0)
        say(terminal,
            "A store has changed the run in cycle %" PRIu64 ": from there on, no catchpoint stops it.\n",
            terminal->session->patches[0].cycle);
}

static bool find(struct terminal *terminal, const char *rule, struct point_findings *findings)
{
    char error[SESSION_ERROR];
    if (terminal->session->config.find(terminal->session, rule, findings, error))
        return true;
    command_fail(terminal, "catch: %s", error);
    point_findings_free(findings);
    return false;
}

static void list(const struct terminal *terminal)
{
    bool has_any = false;
    for (size_t k = 0; k < terminal->session->points.count; k++) {
        const struct point *point = &terminal->session->points.list[k];
        if (point->kind != POINT_CATCH)
            continue;
        has_any = true;
        print_catch(terminal, point);
        for (size_t n = 0; n < point->findings.count; n++) {
            const struct point_finding *finding = &point->findings.list[n];
            char place[PLACE_TEXT];
            say(terminal, "  cycle %" PRIu64 ": PP %u, %s: %s\n", finding->cycle, finding->pp,
                place_line(terminal, finding->pc, place), finding->text);
        }
    }
    if (!has_any)
        say(terminal, "There are no catchpoints.\n");
}

void command_catch(struct terminal *terminal)
{
    char *rest = terminal->rest;
    struct point_findings findings = {.list = NULL};
    if (rest[0] == '\0')
        list(terminal);
    else if (find(terminal, rest, &findings))
        print_catch(terminal, points_add_catch(&terminal->session->points, rest, &findings));
}

void catching_renew(struct terminal *terminal)
{
    struct points *points = &terminal->session->points;
    for (size_t k = 0; k < points->count; k++) {
        if (points->list[k].kind != POINT_CATCH)
            continue;
        point_findings_free(&points->list[k].findings);
        if (find(terminal, points->list[k].text, &points->list[k].findings))
            print_catch(terminal, &points->list[k]);
    }
}

void catching_report(struct terminal *terminal)
{
    const struct points *points = &terminal->session->points;
    for (size_t k = 0; k < points->count; k++) {
        const struct point_finding *finding;
        size_t index = 0;
        while ((finding = session_finding(terminal->session, points->list[k].number, &index)) != NULL) {
            say(terminal, "Catchpoint %u: %s: PP %u: %s\n", points->list[k].number, points->list[k].text,
                finding->pp, finding->text);
            if (finding->hint[0] != '\0')
                say(terminal, "  %s\n", finding->hint);
            if (finding->count > 1)
                say(terminal, "  %" PRIu64 " times at this place\n", finding->count);
        }
    }
}
