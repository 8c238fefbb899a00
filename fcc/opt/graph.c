/* graph.c - the flow graph of a function: predecessors, the tree of dominators (dominators.c), natural
 * loops.
 *
 * Nothing here is recursive: a hostile program may have a chain of a hundred thousand blocks.
 */
#include "fcc/opt/graph.h"

#include "common/bisect.h"

static struct graph_node *node_of(const struct graph *graph, const struct ir_block *block)
{
    return &graph->nodes[block->id];
}

/* Depth-first walk from the entry; order gets the reverse postorder. */
static void find_order(struct arena *arena, struct graph *graph, const struct ir_function *function)
{
    uint32_t blocks = function->block_count;
    struct ir_block **stack = ARENA_ARRAY(arena, struct ir_block *, blocks + 1);
    uint8_t *next_target = ARENA_ARRAY(arena, uint8_t, blocks + 1);
    struct ir_block **post = ARENA_ARRAY(arena, struct ir_block *, blocks + 1);
    uint32_t depth = 0;
    uint32_t finished = 0;
    stack[depth++] = function->first;
    node_of(graph, function->first)->block = function->first;
    while (depth) {
        struct ir_block *block = stack[depth - 1];
        uint8_t i = next_target[block->id]++;
        if (i >= 2) {
            post[finished++] = block;
            depth--;
            continue;
        }
        /* the second target first, so that the first one comes earlier in the order, as in the program */
        struct ir_block *target = block->last->target[1 - i];
        if (target && !node_of(graph, target)->block) {
            node_of(graph, target)->block = target;
            stack[depth++] = target;
        }
    }
    graph->count = finished;
    graph->order = ARENA_ARRAY(arena, struct ir_block *, finished + 1);
    for (uint32_t i = 0; i < finished; i++) {
        graph->order[i] = post[finished - 1 - i];
        node_of(graph, graph->order[i])->order = i;
    }
}

static void remove_unreachable(struct graph *graph, struct ir_function *function)
{
    struct ir_block **link = &function->first;
    function->last = NULL;
    for (struct ir_block *block = function->first; block; block = block->next) {
        if (!node_of(graph, block)->block)
            continue;
        *link = block;
        link = &block->next;
        function->last = block;
    }
    *link = NULL;
}

/* Predecessors are in the order of their ids: PHIs rely on it, and removed edges do not change it. */
static void find_predecessors(struct arena *arena, struct graph *graph, uint32_t block_count)
{
    for (int fill = 0; fill < 2; fill++) {
        for (uint32_t id = 0; id < block_count; id++) {
            struct graph_node *node = &graph->nodes[id];
            if (fill)
                node->predecessors = ARENA_ARRAY(arena, struct ir_block *, node->predecessor_count + 1);
            node->predecessor_count = fill ? 0 : node->predecessor_count;
        }
        for (uint32_t id = 0; id < block_count; id++) {
            struct ir_block *block = graph->nodes[id].block;
            for (unsigned t = 0; block && t < 2; t++) {
                struct ir_block *target = block->last->target[t];
                if (!target)
                    continue;
                struct graph_node *node = node_of(graph, target);
                if (fill)
                    node->predecessors[node->predecessor_count] = block;
                node->predecessor_count++;
            }
        }
    }
}

/* Numbers the dominator tree. Children are found through lists: first child, next sibling. */
static void number_tree(struct arena *arena, struct graph *graph, uint32_t block_count)
{
    struct ir_block **child = ARENA_ARRAY(arena, struct ir_block *, block_count + 1);
    struct ir_block **sibling = ARENA_ARRAY(arena, struct ir_block *, block_count + 1);
    for (uint32_t i = graph->count; i-- > 1;) {
        struct ir_block *block = graph->order[i];
        uint32_t parent = node_of(graph, block)->dominator->id;
        sibling[block->id] = child[parent];
        child[parent] = block;
    }
    struct ir_block **stack = ARENA_ARRAY(arena, struct ir_block *, graph->count + 1);
    graph->tree = ARENA_ARRAY(arena, struct ir_block *, graph->count + 1);
    uint32_t depth = 0;
    uint32_t number = 0;
    uint32_t visited = 0;
    stack[depth++] = graph->order[0];
    while (depth) {
        struct ir_block *block = stack[depth - 1];
        struct graph_node *node = node_of(graph, block);
        if (node->tree_enter == 0) {
            node->tree_enter = ++number;
            graph->tree[visited++] = block;
        }
        struct ir_block *next = child[block->id];
        if (next) {
            child[block->id] = sibling[next->id];
            stack[depth++] = next;
        } else {
            node->tree_leave = ++number;
            depth--;
        }
    }
}

bool graph_dominates(const struct graph *graph, const struct ir_block *a, const struct ir_block *b)
{
    const struct graph_node *x = node_of(graph, a);
    const struct graph_node *y = node_of(graph, b);
    return x->tree_enter <= y->tree_enter && y->tree_leave <= x->tree_leave;
}

/* ---- loops */

enum { MOST_DEPTH = 64 }; /* average nesting of loops over all blocks */

/* What finding the loops needs; shared by all of them. */
struct loop_finder {
    struct arena *arena;
    struct graph *graph;
    uint32_t *mark; /* by block id: number of the last loop that it was added to */
    struct ir_block **stack;
    struct ir_block **found;
};

/* Adds the block to `loop`; its earlier loops are inside. */
static void add_to_loop(struct graph *graph, struct graph_loop *loop, struct ir_block *block)
{
    struct graph_node *node = node_of(graph, block);
    if (!node->loop) {
        node->loop = loop;
        return;
    }
    struct graph_loop *outermost = node->loop;
    while (outermost->outward)
        outermost = outermost->outward;
    for (struct graph_loop *at = node->loop; at->outward;) { /* the next search is short */
        struct graph_loop *next = at->outward;
        at->outward = outermost;
        at = next;
    }
    if (outermost != loop) {
        outermost->parent = loop;
        outermost->outward = loop;
    }
}

/* All blocks from which a back edge to the header can be reached without passing it. */
static void fill_loop(struct loop_finder *f, struct graph_loop *loop, uint32_t number)
{
    const struct graph_node *header = node_of(f->graph, loop->header);
    uint32_t depth = 0;
    uint32_t count = 0;
    f->mark[loop->header->id] = number;
    f->found[count++] = loop->header;
    for (uint32_t p = 0; p < header->predecessor_count; p++) {
        struct ir_block *block = header->predecessors[p];
        if (graph_dominates(f->graph, loop->header, block) && f->mark[block->id] != number) {
            f->mark[block->id] = number;
            f->stack[depth++] = block;
        }
    }
    while (depth) {
        struct ir_block *block = f->stack[--depth];
        const struct graph_node *node = node_of(f->graph, block);
        f->found[count++] = block;
        for (uint32_t p = 0; p < node->predecessor_count; p++) {
            struct ir_block *before = node->predecessors[p];
            if (f->mark[before->id] != number) {
                f->mark[before->id] = number;
                f->stack[depth++] = before;
            }
        }
    }
    loop->blocks = ARENA_ARRAY(f->arena, struct ir_block *, count);
    loop->block_count = count;
    for (uint32_t i = 0; i < count; i++) {
        loop->blocks[i] = f->found[i];
        add_to_loop(f->graph, loop, f->found[i]);
    }
}

static void find_preheader(struct graph *graph, struct graph_loop *loop)
{
    const struct graph_node *header = node_of(graph, loop->header);
    struct ir_block *outside = NULL;
    uint32_t count = 0;
    for (uint32_t p = 0; p < header->predecessor_count; p++) {
        if (!graph_dominates(graph, loop->header, header->predecessors[p])) {
            outside = header->predecessors[p];
            count++;
        }
    }
    if (count == 1 && !outside->last->target[1])
        loop->preheader = outside;
}

/* Depths and numbers of the loops, `count` of them. */
static void number_loops(struct arena *arena, const struct graph *graph, uint32_t count)
{
    struct graph_loop **all = ARENA_ARRAY(arena, struct graph_loop *, count + 1);
    uint32_t *next = ARENA_ARRAY(arena, uint32_t, count + 1); /* by number of a loop: of the next one in it */
    uint32_t n = 0;
    for (struct graph_loop *loop = graph->loops; loop; loop = loop->next) { /* inner ones first */
        all[n++] = loop;
        loop->inside++;
        if (loop->parent)
            loop->parent->inside += loop->inside;
    }
    uint32_t outermost = 0;
    while (n-- > 0) {
        struct graph_loop *loop = all[n];
        uint32_t *place = loop->parent ? &next[loop->parent->number] : &outermost;
        loop->depth = loop->parent ? loop->parent->depth + 1 : 1;
        loop->number = *place;
        *place += loop->inside;
        next[loop->number] = loop->number + 1;
    }
}

static void find_loops(struct arena *arena, struct graph *graph, uint32_t block_count)
{
    struct loop_finder finder = {.arena = arena,
                                 .graph = graph,
                                 .mark = ARENA_ARRAY(arena, uint32_t, block_count + 1),
                                 .stack = ARENA_ARRAY(arena, struct ir_block *, graph->count + 1),
                                 .found = ARENA_ARRAY(arena, struct ir_block *, graph->count + 1)};
    /* loops made by goto can be nested as deep as there are blocks: the optimiser ignores the outer ones */
    uint64_t room = (uint64_t)MOST_DEPTH * graph->count;
    uint32_t number = 0;
    struct graph_loop **link = &graph->loops;
    /* headers in reverse order: inner loops come before enclosing ones */
    for (uint32_t i = graph->count; i-- > 0 && room > 0;) {
        struct ir_block *header = graph->order[i];
        const struct graph_node *node = node_of(graph, header);
        bool is_header = false;
        for (uint32_t p = 0; p < node->predecessor_count; p++)
            is_header |= graph_dominates(graph, header, node->predecessors[p]);
        if (!is_header)
            continue;
        struct graph_loop *loop = ARENA_NEW(arena, struct graph_loop);
        loop->header = header;
        fill_loop(&finder, loop, ++number);
        room -= loop->block_count < room ? loop->block_count : room;
        find_preheader(graph, loop);
        *link = loop;
        link = &loop->next;
    }
    number_loops(arena, graph, number);
}

bool graph_in_loop(const struct graph *graph, const struct graph_loop *loop, const struct ir_block *block)
{
    const struct graph_loop *innermost = node_of(graph, block)->loop;
    return innermost && innermost->number >= loop->number && innermost->number - loop->number < loop->inside;
}

uint32_t graph_predecessor_index(const struct graph *graph, const struct ir_block *block,
                                 const struct ir_block *from)
{
    const struct graph_node *node = node_of(graph, block);
    /* they are in the order of their ids */
    BISECT(known, node->predecessor_count, i, node->predecessors[i]->id <= from->id)
    return known == 0 ? 0 : known - 1;
}

struct graph *graph_build(struct arena *arena, struct ir_function *function)
{
    struct graph *graph = ARENA_NEW(arena, struct graph);
    graph->nodes = ARENA_ARRAY(arena, struct graph_node, function->block_count + 1);
    find_order(arena, graph, function);
    remove_unreachable(graph, function);
    find_predecessors(arena, graph, function->block_count);
    graph_find_dominators(graph, function->block_count);
    number_tree(arena, graph, function->block_count);
    find_loops(arena, graph, function->block_count);
    for (uint32_t i = 0; i < graph->count; i++) {
        const struct graph_loop *loop = node_of(graph, graph->order[i])->loop;
        graph->order[i]->loop_depth = loop ? loop->depth : 0;
    }
    return graph;
}
