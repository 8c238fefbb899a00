/* point.c - see point.h. */
#include "point.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

static struct point *add(struct points *points, const char *text)
{
    struct point *point = MEMORY_ADD(points->list, points->count, points->room);
    *point = (struct point){
        .number = ++points->last_number, .is_enabled = true, .text = memory_text(text, strlen(text))};
    return point;
}

struct point *points_add_break(struct points *points, const char *text, const uint32_t *pcs, size_t count)
{
    struct point *point = add(points, text);
    point->kind = POINT_BREAK;
    point->pc_count = count < POINT_PCS ? count : POINT_PCS;
    memcpy(point->pcs, pcs, point->pc_count * sizeof *pcs);
    return point;
}

struct point *points_add_watch(struct points *points, const char *text, unsigned accesses, uint32_t address,
                               uint32_t words, uint32_t pp)
{
    struct point *point = add(points, text);
    point->kind = POINT_WATCH;
    point->accesses = accesses;
    point->address = address;
    point->words = words;
    point->pp = pp;
    return point;
}

struct point *points_add_catch(struct points *points, const char *text, struct point_findings *findings)
{
    struct point *point = add(points, text);
    point->kind = POINT_CATCH;
    point->findings = *findings;
    *findings = (struct point_findings){.list = NULL};
    return point;
}

void point_findings_free(struct point_findings *findings)
{
    for (size_t k = 0; k < findings->count; k++) {
        free(findings->list[k].text);
        free(findings->list[k].hint);
    }
    free(findings->list);
    *findings = (struct point_findings){.list = NULL};
}

void point_findings_sort(struct point_findings *findings)
{
    for (size_t k = 1; k < findings->count; k++) {
        const struct point_finding moved = findings->list[k];
        size_t place = k;
        for (; place > 0 && findings->list[place - 1].cycle > moved.cycle; place--)
            findings->list[place] = findings->list[place - 1];
        findings->list[place] = moved;
    }
}

const struct point_finding *points_finding(const struct points *points, uint64_t least, uint64_t limit,
                                           bool is_last, unsigned *number)
{
    const struct point_finding *found = NULL;
    for (size_t k = 0; k < points->count; k++) {
        const struct point *point = &points->list[k];
        for (size_t n = 0; point->is_enabled && n < point->findings.count; n++) {
            const struct point_finding *finding = &point->findings.list[n];
            if (finding->cycle < least || finding->cycle >= limit ||
                (found != NULL &&
                 (is_last ? finding->cycle <= found->cycle : finding->cycle >= found->cycle)))
                continue;
            found = finding;
            *number = point->number;
        }
    }
    return found;
}

void point_set_condition(struct point *point, const char *text, const struct expression *expression)
{
    free(point->condition_text);
    free(point->condition);
    point->condition_text = NULL;
    point->condition = NULL;
    if (text == NULL)
        return;
    point->condition_text = memory_text(text, strlen(text));
    point->condition = memory_take(1, sizeof *point->condition);
    *point->condition = *expression;
}

bool point_set_rule(struct point *point, const char *text)
{
    static const struct {
        const char *sign;
        enum point_rule rule;
        uint64_t more;
    } signs[] = {{">=", POINT_FROM, 0}, {">", POINT_FROM, 1},      {"==", POINT_ONLY, 0},
                 {"=", POINT_ONLY, 0},  {"%", POINT_MULTIPLES, 0}, {"", POINT_FROM, 0}};
    size_t k = 0;
    char *end;
    text += strspn(text, " ");
    while (strncmp(text, signs[k].sign, strlen(signs[k].sign)) != 0)
        k++;
    text += strlen(signs[k].sign);
    text += strspn(text, " ");
    const uint64_t number = strtoull(text, &end, 10);
    end += strspn(end, " ");
    if (!isdigit((unsigned char)text[0]) || *end != '\0' || number == 0 || number > UINT32_MAX)
        return false;
    point->rule = signs[k].rule;
    point->rule_number = number + signs[k].more;
    return true;
}

static bool suits(const struct point *point)
{
    const uint64_t number = point->hits + 1;
    return point->rule == POINT_EACH || (point->rule == POINT_FROM && number >= point->rule_number) ||
           (point->rule == POINT_ONLY && number == point->rule_number) ||
           (point->rule == POINT_MULTIPLES && number % point->rule_number == 0);
}

bool point_takes_hit(struct point *point)
{
    const bool takes = point->ignored == 0 && suits(point);
    point->ignored -= point->ignored != 0;
    point->hits += !takes || point->log != NULL;
    return takes;
}

struct point *points_find(const struct points *points, unsigned number)
{
    for (size_t k = 0; k < points->count; k++)
        if (points->list[k].number == number)
            return &points->list[k];
    return NULL;
}

static void forget(struct point *point)
{
    point_set_condition(point, NULL, NULL);
    log_free(point->log);
    point_findings_free(&point->findings);
    free(point->text);
}

void points_remove(struct points *points, unsigned number)
{
    struct point *point = points_find(points, number);
    if (point == NULL)
        return;
    forget(point);
    const size_t behind = points->count - (size_t)(point - points->list) - 1;
    memmove(point, point + 1, behind * sizeof *point);
    points->count--;
}

void points_free(struct points *points)
{
    for (size_t k = 0; k < points->count; k++)
        forget(&points->list[k]);
    free(points->list);
    *points = (struct points){.list = NULL};
}

bool points_are_plain(const struct points *points)
{
    for (size_t k = 0; k < points->count; k++) {
        const struct point *point = &points->list[k];
        if (point->is_enabled &&
            (point->kind == POINT_WATCH || point->condition != NULL || point->ignored != 0 ||
             point->log != NULL || point->needs_all || point->rule != POINT_EACH))
            return false;
    }
    return true;
}
