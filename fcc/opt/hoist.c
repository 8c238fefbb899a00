/* hoist.c - what does not change in a loop is computed before it.
 *
 * An instruction whose sources are all set outside the loop moves to the block in front of it, if it cannot
 * fault: no division by something that might be 0. Loads move only if they read a private or constant word at
 * a fixed address and nothing in the loop could write it. Outer loops come after inner ones, so an
 * instruction climbs as far as it may. Comparisons and cheap copies stay: they would only hold a register.
 * Must have run before: opt_shape (blocks in front of loops), opt_ssa_build.
 */
#include "fcc/opt/opt.h"

struct hoister {
    struct opt *opt;
    struct opt_definitions definitions;
    const struct graph_loop *loop;
    bool invariant; /* the sources looked at so far */
};

static void check_source(void *context, struct ir_operand *operand)
{
    struct hoister *h = context;
    if (operand->kind != IR_VREG)
        return;
    const struct ir_block *block = h->definitions.block[operand->id];
    if (block && graph_in_loop(h->opt->graph, h->loop, block))
        h->invariant = false;
}

/* Whether something in the loop may write the word of a private load: a call, or a store that is not known to
 * go elsewhere. */
static bool is_written(const struct hoister *h, const struct ir_instr *load)
{
    for (uint32_t b = 0; b < h->loop->block_count; b++) {
        for (const struct ir_instr *instr = h->loop->blocks[b]->first; instr; instr = instr->next) {
            if ((ir_ops[instr->op].flags & (IR_WRITES | IR_FENCE)) == 0)
                continue;
            bool elsewhere = instr->op == IR_STORE && !ir_may_meet(instr->alias, load->alias);
            if (!elsewhere)
                return true;
        }
    }
    return false;
}

static bool may_hoist_load(const struct hoister *h, const struct ir_instr *load)
{
    bool fixed = (load->a.kind == IR_SYMBOL || load->a.kind == IR_SLOT) && load->b.kind == IR_CONST;
    if (!fixed || (load->memory & IR_MEM_VOLATILE) != 0)
        return false;
    if ((load->memory & IR_MEM_CONSTANT) != 0)
        return true;
    return (load->memory & IR_MEM_OWN) != 0 && !is_written(h, load);
}

static bool may_hoist(const struct hoister *h, const struct ir_instr *instr)
{
    unsigned flags = ir_ops[instr->op].flags;
    if (instr->op == IR_LOAD)
        return may_hoist_load(h, instr);
    if (instr->op == IR_READ)
        return instr->special == IR_SPECIAL_PN || instr->special == IR_SPECIAL_NP;
    if ((flags & IR_PURE) == 0)
        return false;
    return (flags & IR_TRAPS) == 0 || (instr->b.kind == IR_CONST && instr->b.value != 0);
}

static void hoist_from(struct hoister *h)
{
    struct graph *graph = h->opt->graph;
    /* in the order of the flow, so that what an instruction needs has climbed before it */
    uint32_t left = h->loop->block_count;
    for (uint32_t i = graph->nodes[h->loop->header->id].order; left > 0 && i < graph->count; i++) {
        struct ir_block *block = graph->order[i];
        if (!graph_in_loop(graph, h->loop, block))
            continue;
        left--;
        for (struct ir_instr *instr = block->first, *next; instr; instr = next) {
            next = instr->next;
            h->invariant = true;
            if (!may_hoist(h, instr))
                continue;
            ir_each_source(instr, check_source, h);
            if (!h->invariant)
                continue;
            opt_move_instr(block, instr, h->loop->preheader);
            h->definitions.block[instr->dst] = h->loop->preheader;
        }
    }
}

void opt_hoist(struct opt *opt)
{
    struct hoister h = {.opt = opt, .definitions = opt_find_definitions(opt)};
    for (h.loop = opt->graph->loops; h.loop; h.loop = h.loop->next) {
        if (h.loop->preheader)
            hoist_from(&h);
    }
}
