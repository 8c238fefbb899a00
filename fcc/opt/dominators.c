/* dominators.c - immediate dominators by Lengauer and Tarjan's algorithm, its simple form: n log n for any
 * graph.
 *
 * The iterative algorithm of Cooper, Harvey and Kennedy is as fast for usual programs, but walks the whole
 * tree for every edge to a distant exit: seconds for a loop with 8000 breaks. Not recursive. Called by
 * graph.c.
 */
#include "fcc/opt/graph.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

/* All numbers are those of a depth-first walk, from 1; 0 means none. */
struct walk {
    struct graph *graph;
    struct ir_block **block;
    uint32_t *number; /* by block id */
    uint32_t *parent; /* in the tree of the walk */
    uint32_t *semi;   /* semidominator */
    uint32_t *dominator;
    uint32_t *ancestor; /* in the forest of processed vertices */
    uint32_t *best;     /* the one with the least semidominator on the path to the ancestor */
    uint32_t *bucket;   /* first of those with this one as semidominator */
    uint32_t *next;     /* in the bucket */
    uint32_t *stack;
    uint32_t count;
};

/* Numbers the blocks in depth-first order. */
static void number_blocks(struct walk *w)
{
    uint32_t depth = 0;
    uint32_t *tried = w->best; /* number of processed targets; needed here only */
    w->block[++w->count] = w->graph->order[0];
    w->number[w->graph->order[0]->id] = w->count;
    w->stack[depth++] = w->count;
    while (depth > 0) {
        uint32_t at = w->stack[depth - 1];
        if (tried[at] >= 2) {
            depth--;
            continue;
        }
        struct ir_block *target = w->block[at]->last->target[tried[at]++];
        if (target && w->number[target->id] == 0) {
            w->block[++w->count] = target;
            w->number[target->id] = w->count;
            w->parent[w->count] = at;
            w->stack[depth++] = w->count;
        }
    }
}

/* The vertex with the least semidominator between v and the root of its tree in the forest; compresses the
 * path. */
static uint32_t evaluate(struct walk *w, uint32_t v)
{
    uint32_t depth = 0;
    if (w->ancestor[v] == 0)
        return v;
    for (uint32_t at = v; w->ancestor[w->ancestor[at]] != 0; at = w->ancestor[at])
        w->stack[depth++] = at;
    while (depth > 0) {
        uint32_t at = w->stack[--depth];
        uint32_t above = w->ancestor[at];
        if (w->semi[w->best[above]] < w->semi[w->best[at]])
            w->best[at] = w->best[above];
        w->ancestor[at] = w->ancestor[above];
    }
    return w->best[v];
}

/* Vertices with the semidominator `parent`: dominated by it, or by a vertex with a smaller semidominator on
 * the path. */
static void empty_bucket(struct walk *w, uint32_t parent)
{
    for (uint32_t v = w->bucket[parent]; v != 0; v = w->next[v]) {
        uint32_t u = evaluate(w, v);
        w->dominator[v] = w->semi[u] < w->semi[v] ? u : parent;
    }
    w->bucket[parent] = 0;
}

void graph_find_dominators(struct graph *graph, uint32_t block_count)
{
    struct walk w = {.graph = graph};
    uint32_t **rows[] = {&w.parent, &w.semi,   &w.dominator, &w.ancestor,
                         &w.best,   &w.bucket, &w.next,      &w.stack};
    enum { ROWS = sizeof rows / sizeof *rows };
    /* not from the arena: graphs are built often, and this is needed only here */
    uint32_t length = graph->count + 2;
    uint32_t *memory = memory_take((size_t)ROWS * length + block_count + 1, sizeof *memory);
    w.block = memory_take(length, sizeof(struct ir_block *));
    for (uint32_t i = 0; i < ROWS; i++)
        *rows[i] = memory + (size_t)i * length;
    w.number = memory + (size_t)ROWS * length;
    number_blocks(&w);
    for (uint32_t v = 1; v <= w.count; v++) {
        w.semi[v] = v;
        w.best[v] = v;
    }
    for (uint32_t v = w.count; v > 1; v--) {
        const struct graph_node *node = &graph->nodes[w.block[v]->id];
        for (uint32_t p = 0; p < node->predecessor_count; p++) {
            uint32_t u = evaluate(&w, w.number[node->predecessors[p]->id]);
            if (w.semi[u] < w.semi[v])
                w.semi[v] = w.semi[u];
        }
        w.next[v] = w.bucket[w.semi[v]];
        w.bucket[w.semi[v]] = v;
        w.ancestor[v] = w.parent[v];
        empty_bucket(&w, w.parent[v]);
    }
    for (uint32_t v = 2; v <= w.count; v++) {
        if (w.dominator[v] != w.semi[v])
            w.dominator[v] = w.dominator[w.dominator[v]];
        graph->nodes[w.block[v]->id].dominator = w.block[w.dominator[v]];
    }
    free(w.block);
    free(memory);
}

bool graph_add_block(struct arena *arena, struct graph_blocks *list, struct ir_block *block)
{
    if (list->count && list->blocks[list->count - 1] == block)
        return false;
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 4;
        struct ir_block **larger = ARENA_ARRAY(arena, struct ir_block *, list->capacity);
        if (list->count)
            memcpy(larger, list->blocks, list->count * sizeof(struct ir_block *));
        list->blocks = larger;
    }
    list->blocks[list->count++] = block;
    return true;
}

const struct graph_blocks *graph_frontiers(struct arena *arena, const struct graph *graph,
                                           uint32_t block_count)
{
    struct graph_blocks *frontier = ARENA_ARRAY(arena, struct graph_blocks, block_count + 1);
    for (uint32_t i = 0; i < graph->count; i++) {
        struct ir_block *block = graph->order[i];
        const struct graph_node *node = &graph->nodes[block->id];
        if (node->predecessor_count < 2)
            continue;
        for (uint32_t p = 0; p < node->predecessor_count; p++) {
            const struct ir_block *runner = node->predecessors[p];
            /* a block that contains it already: the rest of the path was walked for another predecessor */
            while (runner && runner != node->dominator &&
                   graph_add_block(arena, &frontier[runner->id], block))
                runner = graph->nodes[runner->id].dominator;
        }
    }
    return frontier;
}
