/* point.c - see point.h. */
#include "point.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

static char *copy_text(const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL)
        memory_is_short();
    return copy;
}

static struct point *add(struct points *points, const char *text)
{
    points->list = memory_grow(points->list, &points->room, points->count + 1, sizeof *points->list);
    struct point *point = &points->list[points->count++];
    *point = (struct point){.number = ++points->last_number, .is_enabled = true, .text = copy_text(text)};
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

void point_set_condition(struct point *point, const char *text, const struct expression *expression)
{
    free(point->condition_text);
    free(point->condition);
    point->condition_text = NULL;
    point->condition = NULL;
    if (text == NULL)
        return;
    point->condition_text = copy_text(text);
    point->condition = memory_take(1, sizeof *point->condition);
    *point->condition = *expression;
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
            (point->kind == POINT_WATCH || point->condition != NULL || point->ignored != 0))
            return false;
    }
    return true;
}
