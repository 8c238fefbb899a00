/* gps.c - see gps.h. In three steps, for each connected part of the graph:
 *
 *   two ends     vertices that are far from each other, whose levels by distance are narrow
 *   levels       each vertex has a level as seen from either end; where they differ, the choice that keeps
 * the levels narrow numbers      level by level, beginning with neighbours of the vertices that were numbered
 * first
 */
#include "gps.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Distances from a vertex. */
struct levels {
    int *level; /* by vertex; -1: not reached */
    int *order; /* vertices that are reached, the nearest first */
    int count, depth, width;
};

struct gps {
    const struct oracle *oracle;
    const struct graph *graph;
    struct levels from, to, other; /* the two ends'; room */
    int *level;                    /* by vertex: what is chosen; -1: nothing yet */
    int *part;                     /* by vertex: the undecided part that it belongs to */
    int *numbered;                 /* vertices by their numbers, */
    int count;
    bool *has_number;
};

static int degree(const struct graph *graph, int v)
{
    return graph->first[v + 1] - graph->first[v];
}

/* ---- two ends */

static void find_levels(const struct graph *graph, int start, struct levels *levels)
{
    int at = 0;
    for (int v = 0; v < graph->n; v++)
        levels->level[v] = -1;
    levels->order[0] = start;
    levels->level[start] = 0;
    levels->count = 1;
    levels->width = 0;
    while (at < levels->count) {
        const int begin = at;
        const int depth = levels->level[levels->order[at]];
        for (; at < levels->count && levels->level[levels->order[at]] == depth; at++) {
            const int v = levels->order[at];
            for (int e = graph->first[v]; e < graph->first[v + 1]; e++)
                if (levels->level[graph->neighbour[e]] < 0) {
                    levels->level[graph->neighbour[e]] = depth + 1;
                    levels->order[levels->count++] = graph->neighbour[e];
                }
        }
        levels->depth = depth + 1;
        levels->width = at - begin > levels->width ? at - begin : levels->width;
    }
}

static void swap(struct levels *one, struct levels *other)
{
    const struct levels kept = *one;
    *one = *other;
    *other = kept;
}

/* Sorts vertices by their degree, stably; few at a time. */
static void sort_by_degree(const struct graph *graph, int *vertices, int count)
{
    for (int k = 1; k < count; k++) {
        const int v = vertices[k];
        int at = k;
        for (; at > 0 && degree(graph, vertices[at - 1]) > degree(graph, v); at--)
            vertices[at] = vertices[at - 1];
        vertices[at] = v;
    }
}

/* From `v` on goes to vertices that are farther from each other, until there are none. Then `from` has the
 * levels of one end, `to` those of the other. */
static void find_ends(struct gps *gps, int v)
{
    bool goes_on = true;
    find_levels(gps->graph, v, &gps->from);
    while (goes_on) {
        int last = gps->from.count;
        while (gps->from.level[gps->from.order[last - 1]] == gps->from.depth - 1 && --last > 0) {
        }
        sort_by_degree(gps->graph, gps->from.order + last, gps->from.count - last);
        goes_on = false;
        for (int k = last; k < gps->from.count && !goes_on; k++) {
            find_levels(gps->graph, gps->from.order[k], &gps->other);
            goes_on = gps->other.depth > gps->from.depth;
            if (!goes_on && (k == last || gps->other.width < gps->to.width))
                swap(&gps->to, &gps->other);
        }
        if (goes_on)
            swap(&gps->from, &gps->other);
    }
}

/* ---- levels */

static int level_from_other_end(const struct gps *gps, int v)
{
    return gps->from.depth - 1 - gps->to.level[v];
}

/* The vertices that hang together with `v` and have no level yet go to `found`; returns how many they are. */
static int find_undecided(const struct gps *gps, int v, int number, int *found)
{
    int count = 1;
    found[0] = v;
    gps->part[v] = number;
    for (int at = 0; at < count; at++)
        for (int e = gps->graph->first[found[at]]; e < gps->graph->first[found[at] + 1]; e++) {
            const int next = gps->graph->neighbour[e];
            if (gps->level[next] >= 0 || gps->part[next] >= 0)
                continue;
            gps->part[next] = number;
            found[count++] = next;
        }
    return count;
}

/* The widest of the levels that get any of these vertices, if they have their levels as seen from the first
 * end, or from the other one. */
static int widest(const struct gps *gps, const int *vertices, int count, const int *widths, bool is_other)
{
    int *more = oracle_memory(gps->oracle, (size_t)gps->from.depth, sizeof *more);
    int most = 0;
    for (int k = 0; k < count; k++)
        more[is_other ? level_from_other_end(gps, vertices[k]) : gps->from.level[vertices[k]]]++;
    for (int level = 0; level < gps->from.depth; level++)
        if (more[level] != 0 && widths[level] + more[level] > most)
            most = widths[level] + more[level];
    free(more);
    return most;
}

struct undecided {
    int *vertices;
    int count;
};

static int compare_sizes(const void *left, const void *right)
{
    const struct undecided *one = left;
    const struct undecided *other = right;
    if (one->count != other->count)
        return one->count > other->count ? -1 : 1;
    return one->vertices < other->vertices ? -1 : 1;
}

/* Gives each vertex between the two ends its level. */
static void choose_levels(const struct gps *gps)
{
    const int reached = gps->from.count;
    int *widths = oracle_memory(gps->oracle, (size_t)gps->from.depth, sizeof *widths);
    int *vertices = oracle_memory(gps->oracle, (size_t)reached, sizeof *vertices);
    struct undecided *parts = oracle_memory(gps->oracle, (size_t)reached, sizeof *parts);
    int used = 0;
    int count = 0;
    for (int k = 0; k < reached; k++) {
        const int v = gps->from.order[k];
        if (gps->from.level[v] == level_from_other_end(gps, v)) {
            gps->level[v] = gps->from.level[v];
            widths[gps->level[v]]++;
        }
    }
    for (int k = 0; k < reached; k++) {
        const int v = gps->from.order[k];
        if (gps->level[v] >= 0 || gps->part[v] >= 0)
            continue;
        parts[count].vertices = vertices + used;
        parts[count].count = find_undecided(gps, v, count, vertices + used);
        used += parts[count++].count;
    }
    qsort(parts, (size_t)count, sizeof *parts, compare_sizes);
    for (int part = 0; part < count; part++) {
        const struct undecided *now = &parts[part];
        const int one = widest(gps, now->vertices, now->count, widths, false);
        const int two = widest(gps, now->vertices, now->count, widths, true);
        const bool is_other = two < one || (two == one && gps->to.width < gps->from.width);
        for (int k = 0; k < now->count; k++) {
            const int v = now->vertices[k];
            gps->level[v] = is_other ? level_from_other_end(gps, v) : gps->from.level[v];
            widths[gps->level[v]]++;
        }
    }
    free(widths);
    free(vertices);
    free(parts);
}

/* ---- numbers */

static void number_one(struct gps *gps, int v)
{
    gps->has_number[v] = true;
    gps->numbered[gps->count++] = v;
}

/* Neighbours of `v` that lie in this level and have no number yet, by their degrees. */
static void number_neighbours(struct gps *gps, int v, int level)
{
    const int begin = gps->count;
    for (int e = gps->graph->first[v]; e < gps->graph->first[v + 1]; e++) {
        const int next = gps->graph->neighbour[e];
        if (!gps->has_number[next] && gps->level[next] == level)
            number_one(gps, next);
    }
    sort_by_degree(gps->graph, gps->numbered + begin, gps->count - begin);
}

/* The vertex of least degree in this level that has no number; -1: there is none. */
static int find_unnumbered(const struct gps *gps, int level)
{
    int best = -1;
    for (int k = 0; k < gps->from.count; k++) {
        const int v = gps->from.order[k];
        if (gps->level[v] == level && !gps->has_number[v] &&
            (best < 0 || degree(gps->graph, v) < degree(gps->graph, best)))
            best = v;
    }
    return best;
}

/* Numbers the vertices between the two ends, beginning at the end of smaller degree. */
static void number_levels(struct gps *gps)
{
    const int one = gps->from.order[0];
    const int other = gps->to.order[0];
    const bool is_reversed = degree(gps->graph, other) < degree(gps->graph, one);
    int before = gps->count; /* where the level before begins */
    if (is_reversed)
        for (int k = 0; k < gps->from.count; k++)
            gps->level[gps->from.order[k]] = gps->from.depth - 1 - gps->level[gps->from.order[k]];
    for (int level = 0; level < gps->from.depth; level++) {
        const int begin = gps->count;
        if (level == 0)
            number_one(gps, is_reversed ? other : one);
        for (int k = before; k < begin; k++)
            number_neighbours(gps, gps->numbered[k], level);
        for (int at = begin, v = 0; v >= 0;) {
            for (; at < gps->count; at++)
                number_neighbours(gps, gps->numbered[at], level);
            v = find_unnumbered(gps, level);
            if (v >= 0)
                number_one(gps, v);
        }
        before = begin;
    }
}

static struct levels create_levels(const struct oracle *oracle, size_t n)
{
    return (struct levels){.level = oracle_memory(oracle, n, sizeof(int)),
                           .order = oracle_memory(oracle, n, sizeof(int))};
}

int *gps_order(const struct oracle *oracle, const struct graph *graph)
{
    const size_t n = (size_t)graph->n;
    struct gps gps = {.oracle = oracle,
                      .graph = graph,
                      .from = create_levels(oracle, n),
                      .to = create_levels(oracle, n),
                      .other = create_levels(oracle, n),
                      .level = oracle_memory(oracle, n, sizeof(int)),
                      .part = oracle_memory(oracle, n, sizeof(int)),
                      .numbered = oracle_memory(oracle, n, sizeof(int)),
                      .has_number = oracle_memory(oracle, n, sizeof(bool))};
    for (size_t v = 0; v < n; v++)
        gps.level[v] = gps.part[v] = -1;
    while (gps.count < graph->n) {
        int start = -1;
        for (int v = 0; v < graph->n; v++)
            if (!gps.has_number[v] && (start < 0 || degree(graph, v) < degree(graph, start)))
                start = v;
        find_ends(&gps, start);
        choose_levels(&gps);
        number_levels(&gps);
    }
    free(gps.level);
    free(gps.part);
    free(gps.has_number);
    struct levels *const all[] = {&gps.from, &gps.to, &gps.other};
    for (int k = 0; k < 3; k++) {
        free(all[k]->level);
        free(all[k]->order);
    }
    return gps.numbered;
}
