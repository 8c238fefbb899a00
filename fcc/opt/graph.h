/* graph.h - the flow graph of a function: predecessors, dominators, loops. */
#ifndef FCC_OPT_GRAPH_H
#define FCC_OPT_GRAPH_H

#include "fcc/ir/ir.h"

struct graph_loop {
    struct graph_loop *parent; /* the enclosing loop; NULL: none */
    struct graph_loop *next;   /* all loops, inner ones before outer ones */
    struct ir_block *header;
    struct ir_block *preheader; /* the only predecessor outside, if it has no other successor; else NULL */
    struct ir_block **blocks;   /* number of blocks, including inner loops */
    uint32_t block_count;
    uint32_t depth;  /* 1: outermost */
    uint32_t number; /* in preorder of the tree of loops: inner ones have the numbers from here .. */
    uint32_t inside; /* number + inside - 1 */
    struct graph_loop *outward; /* during the search for loops: this or an enclosing loop; NULL: none */
};

/* Properties of a block, by its id. */
struct graph_node {
    struct ir_block *block; /* NULL: unreachable */
    struct ir_block **predecessors;
    uint32_t predecessor_count;
    uint32_t order;             /* place in graph->order */
    struct ir_block *dominator; /* immediate; NULL for the entry */
    uint32_t tree_enter;        /* numbering of the dominator tree: a dominates b if its */
    uint32_t tree_leave;        /* interval contains b's */
    struct graph_loop *loop;    /* innermost */
};

struct graph {
    struct graph_node *nodes; /* by block id */
    struct ir_block **order;  /* reverse postorder */
    uint32_t count;
    struct ir_block **tree; /* blocks in preorder of the dominator tree */
    struct graph_loop *loops;
};

/* Removes unreachable blocks from the layout and analyses the others. Sets loop_depth of the blocks. */
struct graph *graph_build(struct arena *arena, struct ir_function *function);

/* Sets the dominators of the nodes from order and predecessors (dominators.c); for graph_build. */
void graph_find_dominators(struct graph *graph, uint32_t block_count);

/* Whether a dominates b. */
bool graph_dominates(const struct graph *graph, const struct ir_block *a, const struct ir_block *b);

/* Whether the loop contains the block. */
bool graph_in_loop(const struct graph *graph, const struct graph_loop *loop, const struct ir_block *block);

/* The index of `from` among the predecessors of `block`. */
uint32_t graph_predecessor_index(const struct graph *graph, const struct ir_block *block,
                                 const struct ir_block *from);

/* A list of blocks, in the order of insertion. */
struct graph_blocks {
    struct ir_block **blocks;
    uint32_t count;
    uint32_t capacity;
};

/* Adds a block, unless it is the last one already: true if added. */
bool graph_add_block(struct arena *arena, struct graph_blocks *list, struct ir_block *block);

/* The dominance frontier of every block, by id less than block_count. */
const struct graph_blocks *graph_frontiers(struct arena *arena, const struct graph *graph,
                                           uint32_t block_count);

#endif
