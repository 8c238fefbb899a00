/* verify_flow.c - the invariants of invariant.def about values: every read register has been written, and
 * SSA.
 *
 * verify.c must have accepted the function's form. */
#include "fcc/ir/verify.h"

#include "fcc/ir/paths.h"

struct flow {
    struct ir_verifier *v;
    struct arena arena;
    struct paths *paths;
    bool *given;                           /* by register: a parameter */
    bool *written;                         /* by register: in SSA form, so far */
    bool *reached;                         /* by block id */
    uint32_t *before;                      /* by block id: number of edges from reached blocks */
    const struct ir_block ***predecessors; /* by block id: predecessors, in the order of PHIs' arguments */
};

/* Whether the block is reachable from the entry. */
static void find_reached(struct flow *f)
{
    const struct ir_function *function = f->v->function;
    const struct ir_block **stack =
        ARENA_ARRAY(&f->arena, const struct ir_block *, function->block_count + 1);
    uint32_t depth = 0;
    f->reached = ARENA_ARRAY(&f->arena, bool, function->block_count + 1);
    f->reached[function->first->id] = true;
    stack[depth++] = function->first;
    while (depth > 0) {
        const struct ir_block *block = stack[--depth];
        for (unsigned t = 0; t < 2; t++) {
            const struct ir_block *target = block->last->target[t];
            if (target != NULL && !f->reached[target->id]) {
                f->reached[target->id] = true;
                stack[depth++] = target;
            }
        }
    }
}

/* Edges between reached blocks. Arguments of PHIs are in the order of the predecessors' ids (opt/graph.c). */
static void find_edges(struct flow *f)
{
    const struct ir_function *function = f->v->function;
    const struct ir_block **by_id =
        ARENA_ARRAY(&f->arena, const struct ir_block *, function->block_count + 1);
    f->before = ARENA_ARRAY(&f->arena, uint32_t, function->block_count + 1);
    for (const struct ir_block *block = function->first; block != NULL; block = block->next) {
        by_id[block->id] = f->reached[block->id] ? block : NULL;
        for (unsigned t = 0; t < 2 && by_id[block->id] != NULL; t++) {
            if (block->last->target[t] != NULL) {
                f->before[block->last->target[t]->id]++;
                paths_add_edge(f->paths, block->id, block->last->target[t]->id);
            }
        }
    }
    if (f->v->form != IR_FORM_SSA)
        return;
    uint32_t *filled = ARENA_ARRAY(&f->arena, uint32_t, function->block_count + 1);
    f->predecessors = ARENA_ARRAY(&f->arena, const struct ir_block **, function->block_count + 1);
    for (uint32_t id = 0; id < function->block_count; id++) {
        for (unsigned t = 0; t < 2 && by_id[id] != NULL; t++) {
            const struct ir_block *target = by_id[id]->last->target[t];
            if (target == NULL)
                continue;
            if (f->predecessors[target->id] == NULL)
                f->predecessors[target->id] =
                    ARENA_ARRAY(&f->arena, const struct ir_block *, f->before[target->id]);
            f->predecessors[target->id][filled[target->id]++] = by_id[id];
        }
    }
}

static void read_operand(const struct flow *f, struct ir_operand operand)
{
    if (operand.kind == IR_VREG && !f->given[operand.id])
        paths_read(f->paths, operand.id, f->v->instr);
}

static bool check_phi(const struct flow *f)
{
    const struct ir_verifier *v = f->v;
    const struct ir_instr *phi = v->instr;
    if (v->form != IR_FORM_SSA)
        return ir_breach_here(v, IR_INVARIANT_phi_form, "it is one");
    if (phi->previous != NULL && phi->previous->op != IR_PHI)
        return ir_breach_here(v, IR_INVARIANT_phi_first, "another instruction precedes");
    if (phi->arg_count != f->before[v->block->id])
        return ir_breach_here(v, IR_INVARIANT_phi_argument, "%u arguments for %u predecessors",
                              phi->arg_count, f->before[v->block->id]);
    for (uint32_t i = 0; i < phi->arg_count; i++) {
        const struct ir_operand operand = phi->args[i];
        if (operand.kind == IR_VREG && !f->given[operand.id])
            paths_read_at_end(f->paths, operand.id, f->predecessors[v->block->id][i]->id, phi);
    }
    return true;
}

static bool check_instr(const struct flow *f)
{
    const struct ir_instr *instr = f->v->instr;
    if (f->v->function->is_renamed && instr->names == NULL)
        return ir_breach_here(f->v, IR_INVARIANT_named, "it has none");
    if (instr->op == IR_PHI) {
        if (!check_phi(f))
            return false;
    } else {
        read_operand(f, instr->a);
        read_operand(f, instr->b);
        read_operand(f, instr->c);
        for (uint32_t i = 0; i < instr->arg_count; i++)
            read_operand(f, instr->args[i]);
    }
    if (instr->dst == 0)
        return true;
    if (f->v->form == IR_FORM_SSA && (f->written[instr->dst] || f->given[instr->dst]))
        return ir_breach_here(f->v, IR_INVARIANT_single, "v%u has been written before", instr->dst);
    f->written[instr->dst] = true;
    if (!f->given[instr->dst])
        paths_write(f->paths, instr->dst);
    return true;
}

static bool check_values(struct flow *f)
{
    struct ir_verifier *v = f->v;
    for (v->block = v->function->first; v->block != NULL; v->block = v->block->next) {
        if (!f->reached[v->block->id])
            continue;
        paths_begin_block(f->paths, v->block->id);
        for (v->instr = v->block->first; v->instr != NULL; v->instr = v->instr->next) {
            if (!check_instr(f))
                return false;
        }
    }
    const struct paths_gap gap = paths_find(f->paths);
    if (gap.reader == NULL)
        return true;
    v->instr = gap.reader;
    for (v->block = v->function->first; v->block != NULL; v->block = v->block->next) {
        for (const struct ir_instr *instr = v->block->first; instr != NULL; instr = instr->next) {
            if (instr == v->instr)
                return ir_breach_here(v, IR_INVARIANT_defined,
                                      "v%u is read, and a path leads here without a write", gap.value);
        }
    }
    return false;
}

bool ir_verify_flow(struct ir_verifier *v)
{
    const struct ir_function *function = v->function;
    struct flow f = {.v = v};
    f.given = ARENA_ARRAY(&f.arena, bool, function->vreg_count + 1);
    f.written = ARENA_ARRAY(&f.arena, bool, function->vreg_count + 1);
    for (uint32_t i = 0; i < function->param_count; i++)
        f.given[function->params[i]] = true;
    f.paths = paths_new(&f.arena, function->vreg_count + 1, function->block_count, function->first->id);
    find_reached(&f);
    find_edges(&f);
    bool good = check_values(&f);
    arena_release(&f.arena);
    return good;
}
