/* ssa.c - into static single assignment form and out of it.
 *
 * In: a register that a block reads before writing it gets a PHI wherever several of its values meet
 * (iterated dominance frontier); then one walk over the dominator tree gives every write a register of its
 * own. Out: a PHI `d = phi(x, y)` becomes `t = x` and `t = y` at the ends of the predecessors and `d = t` in
 * its place, with a new t for every PHI, so that every order of copies is right; coalesce.c merges most of
 * them. Must have run before: opt_loop_rotate (every block reachable, no BRANCH with two equal targets).
 */
#include "fcc/ir/index.h"
#include "fcc/opt/opt.h"

#include <string.h>

struct builder {
    struct opt *opt;
    uint32_t old_count; /* registers before */
    uint32_t *dense;    /* by old register: its index + 1 among the global ones */
    uint32_t *global;   /* by index: the old register */
    uint32_t globals;
    struct graph_blocks *sites; /* by index: blocks that write it */
    struct ir_instr ***phis;    /* by block id: its PHIs, in the order of phi_register */
    uint32_t **phi_register;    /* by block id: the old register of each PHI */
    uint32_t *phi_count;
    uint32_t *phi_capacity;
    uint32_t *current; /* by old register: its present register; 0: none yet */
    struct undo *undo;
    uint32_t undo_count;
    uint32_t undo_capacity;
    bool *is_followed;            /* by old register: a variable described to debuggers needs it */
    const struct ir_names *names; /* what those are now */
    struct met **met;             /* by block id: registers whose values meet there without a PHI */
};

/* A register with one of several values at the start of a block, without a PHI. */
struct met {
    struct met *next;
    uint32_t reg;
};

/* The value of `current` before a write, restored when the walk leaves the block. */
struct undo {
    uint32_t reg;
    uint32_t was;
};

/* ---- which registers need PHIs, and where */

struct scan {
    struct builder *b;
    uint32_t *written_in; /* by register: id + 1 of the last block that wrote it */
    uint32_t block;       /* id + 1 */
};

static void scan_source(void *context, struct ir_operand *operand)
{
    struct scan *scan = context;
    struct builder *b = scan->b;
    if (operand->kind != IR_VREG || scan->written_in[operand->id] == scan->block || b->dense[operand->id])
        return;
    b->global[b->globals] = operand->id;
    b->dense[operand->id] = ++b->globals;
}

static void find_globals(struct builder *b)
{
    struct arena *arena = b->opt->arena;
    struct graph *graph = b->opt->graph;
    struct scan scan = {.b = b, .written_in = ARENA_ARRAY(arena, uint32_t, b->old_count + 1)};
    for (uint32_t i = 0; i < graph->count; i++) {
        scan.block = graph->order[i]->id + 1;
        for (struct ir_instr *instr = graph->order[i]->first; instr; instr = instr->next) {
            ir_each_source(instr, scan_source, &scan);
            scan.written_in[instr->dst] = scan.block;
        }
    }
    b->sites = ARENA_ARRAY(arena, struct graph_blocks, b->globals + 1);
    for (uint32_t i = 0; i < graph->count; i++) {
        struct ir_block *block = graph->order[i];
        for (struct ir_instr *instr = block->first; instr; instr = instr->next) {
            uint32_t index = b->dense[instr->dst];
            if (!instr->dst || !index)
                continue;
            graph_add_block(arena, &b->sites[index - 1], block);
        }
    }
}

static void add_phi(struct builder *b, struct ir_block *block, uint32_t reg)
{
    struct arena *arena = b->opt->arena;
    uint32_t arguments = b->opt->graph->nodes[block->id].predecessor_count;
    struct ir_instr *phi = ir_insert_before(b->opt->unit, block, block->first, IR_PHI);
    phi->args = ARENA_ARRAY(b->opt->unit->arena, struct ir_operand, arguments);
    phi->arg_count = arguments;
    uint32_t n = b->phi_count[block->id];
    uint32_t capacity = b->phi_capacity[block->id];
    b->phis[block->id] = arena_grow(arena, b->phis[block->id], n, &capacity, sizeof *b->phis[block->id]);
    capacity = b->phi_capacity[block->id];
    b->phi_register[block->id] =
        arena_grow(arena, b->phi_register[block->id], n, &capacity, sizeof *b->phi_register[block->id]);
    b->phi_capacity[block->id] = capacity;
    b->phis[block->id][n] = phi;
    b->phi_register[block->id][n] = reg;
    b->phi_count[block->id]++;
}

/* Blocks at whose start each global register is live. One bit for each register and block would take too much
 * memory for large functions, so liveness is found by walking back from the reads, one register at a time. */
struct liveness {
    uint32_t *live_in; /* by block id: index + 1 of the last register found live */
    struct ir_block **stack;
};

struct read_lists {
    struct graph_blocks *lists; /* by index: blocks that read it before writing it */
    struct scan scan;
    struct ir_block *block;
};

static void collect_read(void *context, struct ir_operand *operand)
{
    struct read_lists *reads = context;
    struct builder *b = reads->scan.b;
    if (operand->kind != IR_VREG || !b->dense[operand->id] ||
        reads->scan.written_in[operand->id] == reads->scan.block)
        return;
    graph_add_block(b->opt->arena, &reads->lists[b->dense[operand->id] - 1], reads->block);
}

static struct graph_blocks *find_reads(struct builder *b)
{
    struct arena *arena = b->opt->arena;
    struct graph *graph = b->opt->graph;
    struct read_lists reads = {
        .lists = ARENA_ARRAY(arena, struct graph_blocks, b->globals + 1),
        .scan = {.b = b, .written_in = ARENA_ARRAY(arena, uint32_t, b->old_count + 1)}};
    for (uint32_t i = 0; i < graph->count; i++) {
        reads.block = graph->order[i];
        reads.scan.block = reads.block->id + 1;
        for (struct ir_instr *instr = reads.block->first; instr; instr = instr->next) {
            ir_each_source(instr, collect_read, &reads);
            reads.scan.written_in[instr->dst] = reads.scan.block;
        }
    }
    return reads.lists;
}

/* Marks the blocks at whose start register number `index` is live. */
static void find_live(struct builder *b, struct liveness *live, const struct graph_blocks *reads,
                      const uint32_t *written, uint32_t index)
{
    struct graph *graph = b->opt->graph;
    uint32_t depth = 0;
    for (uint32_t i = 0; i < reads->count; i++) {
        live->live_in[reads->blocks[i]->id] = index + 1;
        live->stack[depth++] = reads->blocks[i];
    }
    while (depth) {
        const struct graph_node *node = &graph->nodes[live->stack[--depth]->id];
        for (uint32_t p = 0; p < node->predecessor_count; p++) {
            struct ir_block *before = node->predecessors[p];
            if (written[before->id] == index + 1 || live->live_in[before->id] == index + 1)
                continue;
            live->live_in[before->id] = index + 1;
            live->stack[depth++] = before;
        }
    }
}

static void find_met(struct builder *b, const struct graph_blocks *frontier);

static void place_phis(struct builder *b)
{
    struct arena *arena = b->opt->arena;
    uint32_t blocks = b->opt->function->block_count;
    const struct graph_blocks *frontier = graph_frontiers(arena, b->opt->graph, blocks);
    struct graph_blocks *reads = find_reads(b);
    uint32_t *has_phi = ARENA_ARRAY(arena, uint32_t, blocks + 1);
    uint32_t *written = ARENA_ARRAY(arena, uint32_t, blocks + 1);
    struct ir_block **work = ARENA_ARRAY(arena, struct ir_block *, 2 * blocks + 1);
    struct liveness live = {.live_in = ARENA_ARRAY(arena, uint32_t, blocks + 1),
                            .stack = ARENA_ARRAY(arena, struct ir_block *, 2 * blocks + 1)};
    for (uint32_t index = 0; index < b->globals; index++) {
        const struct graph_blocks *sites = &b->sites[index];
        uint32_t count = 0;
        if (sites->count == 0)
            continue;
        for (uint32_t i = 0; i < sites->count; i++) {
            work[count++] = sites->blocks[i];
            written[sites->blocks[i]->id] = index + 1;
        }
        find_live(b, &live, &reads[index], written, index);
        while (count) {
            const struct graph_blocks *list = &frontier[work[--count]->id];
            for (uint32_t i = 0; i < list->count; i++) {
                struct ir_block *block = list->blocks[i];
                if (has_phi[block->id] == index + 1 || live.live_in[block->id] != index + 1)
                    continue;
                has_phi[block->id] = index + 1;
                add_phi(b, block, b->global[index]);
                work[count++] = block;
            }
        }
    }
    find_met(b, frontier);
}

/* ---- what debuggers are told of */

static bool has_phi(const struct builder *b, const struct ir_block *block, uint32_t reg)
{
    for (uint32_t i = 0; i < b->phi_count[block->id]; i++) {
        if (b->phi_register[block->id][i] == reg)
            return true;
    }
    return false;
}

/* The blocks that write each followed register. */
static struct graph_blocks *find_writers(struct builder *b)
{
    struct graph_blocks *writers = ARENA_ARRAY(b->opt->arena, struct graph_blocks, b->old_count + 1);
    for (uint32_t i = 0; i < b->opt->graph->count; i++) {
        struct ir_block *block = b->opt->graph->order[i];
        for (const struct ir_instr *instr = block->first; instr; instr = instr->next) {
            if (b->is_followed[instr->dst])
                graph_add_block(b->opt->arena, &writers[instr->dst], block);
        }
    }
    return writers;
}

/* Where values of a followed register meet that are not read again, it gets no PHI and no name. */
static void find_met(struct builder *b, const struct graph_blocks *frontier)
{
    struct arena *arena = b->opt->arena;
    const uint32_t blocks = b->opt->function->block_count;
    const struct graph_blocks *writers = find_writers(b);
    uint32_t *seen = ARENA_ARRAY(arena, uint32_t, blocks + 1);
    struct ir_block **work = ARENA_ARRAY(arena, struct ir_block *, 2 * blocks + 1);
    b->met = ARENA_ARRAY(arena, struct met *, blocks + 1);
    for (uint32_t reg = 1; reg <= b->old_count; reg++) {
        uint32_t count = 0;
        for (uint32_t i = 0; b->is_followed[reg] && i < writers[reg].count; i++)
            work[count++] = writers[reg].blocks[i];
        while (count) {
            const struct graph_blocks *list = &frontier[work[--count]->id];
            for (uint32_t i = 0; i < list->count; i++) {
                struct ir_block *block = list->blocks[i];
                if (seen[block->id] == reg)
                    continue;
                seen[block->id] = reg;
                work[count++] = block;
                if (has_phi(b, block, reg))
                    continue;
                struct met *met = ARENA_NEW(arena, struct met);
                *met = (struct met){b->met[block->id], reg};
                b->met[block->id] = met;
            }
        }
    }
}

static void name(struct builder *b, uint32_t reg, uint32_t now)
{
    struct ir_names *names = ARENA_NEW(b->opt->unit->arena, struct ir_names);
    *names = (struct ir_names){.outer = b->names, .reg = reg, .name = now};
    b->names = names;
}

/* Sets *now to what the names say that a register or variable is, 0: not known. False: it is not among the
 * last names, which are searched. */
static bool find_name(const struct ir_names *names, uint32_t reg, uint32_t *now)
{
    enum { MOST_STEPS = 200 };
    unsigned steps = 0;
    while (names && names->reg != reg && steps < MOST_STEPS) {
        names = names->outer;
        steps++;
    }
    *now = names && steps < MOST_STEPS ? names->name : 0;
    return steps < MOST_STEPS;
}

/* The variables of functions that have taken the place of calls, where an instruction says which registers
 * they are. */
static void name_inlined(struct builder *b, const struct ir_names *said)
{
    for (; said; said = said->outer) {
        uint32_t now = 0, before;
        if (said->name != 0)
            (void)find_name(b->names, said->name, &now);
        if (!find_name(b->names, said->reg, &before) || before != now)
            name(b, said->reg, now);
    }
}

static void follow_inlined(struct builder *b)
{
    const struct ir_names *last = NULL;
    for (uint32_t i = 0; b->opt->function->inlined_count && i < b->opt->graph->count; i++) {
        for (const struct ir_instr *instr = b->opt->graph->order[i]->first; instr; instr = instr->next) {
            for (const struct ir_names *said = instr->names; said && instr->names != last; said = said->outer)
                b->is_followed[said->name] = said->name != 0;
            last = instr->names;
        }
    }
}

/* ---- renaming */

static void rename_source(void *context, struct ir_operand *operand)
{
    const struct builder *b = context;
    if (operand->kind != IR_VREG)
        return;
    uint32_t now = b->current[operand->id];
    *operand =
        now ? ir_vreg(now)
            : ir_zero_like(b->opt->function, operand->id); /* never written on this path: any value will do */
}

static uint32_t rename_write(struct builder *b, uint32_t reg)
{
    uint32_t fresh = ir_add_vreg_like(b->opt->unit, b->opt->function, reg);
    b->undo = arena_grow(b->opt->arena, b->undo, b->undo_count, &b->undo_capacity, sizeof *b->undo);
    b->undo[b->undo_count++] = (struct undo){reg, b->current[reg]};
    b->current[reg] = fresh;
    if (b->is_followed[reg])
        name(b, reg, fresh);
    return fresh;
}

static void rename_block(struct builder *b, struct ir_block *block)
{
    for (const struct met *met = b->met[block->id]; met; met = met->next)
        name(b, met->reg, 0);
    for (uint32_t i = 0; i < b->phi_count[block->id]; i++)
        b->phis[block->id][i]->dst = rename_write(b, b->phi_register[block->id][i]);
    for (uint32_t i = 0; i < b->phi_count[block->id]; i++)
        b->phis[block->id][i]->names = b->names;
    for (struct ir_instr *instr = block->first; instr; instr = instr->next) {
        if (instr->op == IR_PHI)
            continue;
        ir_each_source(instr, rename_source, b);
        if (instr->names)
            name_inlined(b, instr->names);
        instr->names = b->names;
        if (instr->dst)
            instr->dst = rename_write(b, instr->dst);
    }
    for (unsigned t = 0; t < 2; t++) {
        const struct ir_block *target = block->last->target[t];
        if (!target)
            continue;
        uint32_t index = graph_predecessor_index(b->opt->graph, target, block);
        for (uint32_t i = 0; i < b->phi_count[target->id]; i++) {
            struct ir_operand operand = ir_vreg(b->phi_register[target->id][i]);
            rename_source(b, &operand);
            b->phis[target->id][i]->args[index] = operand;
        }
    }
}

/* The dominator tree in preorder; before a block is entered, the writes of its siblings are undone. */
static void rename_all(struct builder *b)
{
    struct graph *graph = b->opt->graph;
    uint32_t *undo_mark = ARENA_ARRAY(b->opt->arena, uint32_t, graph->count + 1);
    struct ir_block **path = ARENA_ARRAY(b->opt->arena, struct ir_block *, graph->count + 1);
    const struct ir_names **outer = ARENA_ARRAY(b->opt->arena, const struct ir_names *, graph->count + 1);
    uint32_t depth = 0;
    struct ir_function *function = b->opt->function;
    for (uint32_t i = 0; i < function->param_count; i++)
        b->current[function->params[i]] = function->params[i];
    for (uint32_t i = 0; i < graph->count; i++) {
        struct ir_block *block = graph->tree[i];
        while (depth && !graph_dominates(graph, path[depth - 1], block)) {
            b->names = outer[--depth];
            while (b->undo_count > undo_mark[depth]) {
                const struct undo *undo = &b->undo[--b->undo_count];
                b->current[undo->reg] = undo->was;
            }
        }
        undo_mark[depth] = b->undo_count;
        outer[depth] = b->names;
        path[depth++] = block;
        rename_block(b, block);
    }
}

void opt_ssa_build(struct opt *opt)
{
    struct arena *arena = opt->arena;
    uint32_t blocks = opt->function->block_count;
    struct builder b = {.opt = opt, .old_count = opt->function->vreg_count};
    b.dense = ARENA_ARRAY(arena, uint32_t, b.old_count + 1);
    b.global = ARENA_ARRAY(arena, uint32_t, b.old_count + 1);
    b.current = ARENA_ARRAY(arena, uint32_t, b.old_count + 1);
    b.phis = ARENA_ARRAY(arena, struct ir_instr **, blocks + 1);
    b.phi_register = ARENA_ARRAY(arena, uint32_t *, blocks + 1);
    b.phi_count = ARENA_ARRAY(arena, uint32_t, blocks + 1);
    b.phi_capacity = ARENA_ARRAY(arena, uint32_t, blocks + 1);
    b.is_followed = ARENA_ARRAY(arena, bool, b.old_count + 1);
    for (const struct ir_variable *v = opt->function->variables; v; v = v->next) {
        if (v->kind != IR_VARIABLE_SLOT && v->id < IR_INLINED_FIRST)
            b.is_followed[v->id] = true;
    }
    follow_inlined(&b);
    opt->function->is_renamed = true;
    name(&b, 0, 0);
    find_globals(&b);
    place_phis(&b);
    rename_all(&b);
}

/* ---- out */

struct use_check {
    const struct ir_instr *first_phi;
    bool used;
};

static void check_use(void *context, struct ir_operand *operand)
{
    struct use_check *check = context;
    for (const struct ir_instr *phi = check->first_phi; phi->op == IR_PHI; phi = phi->next)
        check->used |= operand->kind == IR_VREG && operand->id == phi->dst;
}

/* The instruction before which the PHIs' copies go: the first one after the PHIs; in a block that leaves a
 * group loop (hint, then multiprefix: docs/internals/abi.md allows few cycles up to it) the one after the
 * multiprefix. */
static struct ir_instr *place_for_copies(const struct ir_block *block)
{
    struct ir_instr *start = block->first;
    struct use_check check = {.first_phi = block->first};
    while (start->op == IR_PHI)
        start = start->next;
    if (start->op != IR_SHINT || start == block->first)
        return start;
    for (struct ir_instr *instr = start; !check.used; instr = instr->next) {
        ir_each_source(instr, check_use, &check);
        if (instr->op == IR_MPADD && !check.used)
            return instr->next;
        if (instr->op != IR_SHINT && instr->op != IR_COPY && instr->op != IR_READ)
            break;
    }
    return start;
}

/* Copies the PHI's value from a new register, which the predecessors will write. Returns this register. */
static uint32_t take_meeting(struct opt *opt, struct ir_block *block, const struct ir_instr *phi,
                             struct ir_instr *place)
{
    const uint32_t meeting = ir_add_vreg_like(opt->unit, opt->function, phi->dst);
    struct ir_instr *copy = ir_insert_before(opt->unit, block, place, IR_COPY);
    copy->dst = phi->dst;
    copy->a = ir_vreg(meeting);
    return meeting;
}

static void write_meeting(struct opt *opt, const struct ir_block *block, const struct ir_instr *phi,
                          uint32_t meeting)
{
    const struct graph_node *node = &opt->graph->nodes[block->id];
    for (uint32_t p = 0; p < node->predecessor_count; p++) {
        struct ir_block *before = node->predecessors[p];
        struct ir_instr *copy = ir_insert_before(opt->unit, before, before->last, IR_COPY);
        copy->dst = meeting;
        copy->a = phi->args[p];
    }
}

/* First inserts all copies from the meeting registers: a block may be its own predecessor, and then the
 * writes for the next round must come after these copies. */
static void leave_phis(struct opt *opt, struct ir_block *block)
{
    struct ir_instr *place = place_for_copies(block);
    uint32_t first = 0;
    for (const struct ir_instr *phi = block->first; phi->op == IR_PHI; phi = phi->next) {
        const uint32_t meeting = take_meeting(opt, block, phi, place);
        first = first == 0 ? meeting : first; /* their numbers are consecutive */
    }
    for (uint32_t meeting = first; block->first->op == IR_PHI; meeting++) {
        write_meeting(opt, block, block->first, meeting);
        ir_remove(block, block->first);
    }
}

/* What the PHIs take. */
static bool *find_phi_arguments(const struct opt *opt)
{
    bool *taken = ARENA_ARRAY(opt->arena, bool, opt->function->vreg_count + 1);
    for (const struct ir_block *block = opt->function->first; block; block = block->next) {
        for (const struct ir_instr *phi = block->first; phi->op == IR_PHI; phi = phi->next) {
            for (uint32_t i = 0; i < phi->arg_count; i++) {
                if (phi->args[i].kind == IR_VREG)
                    taken[phi->args[i].id] = true;
            }
        }
    }
    return taken;
}

/* The last instruction of the block that uses the operand of `step`, if no instruction before it uses the
 * result; else NULL. */
static struct ir_instr *find_last_use(struct ir_instr *step)
{
    enum { FARTHEST = 64 };
    struct ir_instr *last = NULL;
    int looked = 0;
    for (struct ir_instr *instr = step->next; instr && looked < FARTHEST; instr = instr->next, looked++) {
        if (opt_uses_by(instr, step->dst) > 0)
            break;
        if (opt_uses_by(instr, step->a.id) > 0)
            last = instr;
    }
    return last && (ir_ops[last->op].flags & IR_ENDS) == 0 ? last : NULL;
}

/* `p++` in the middle of a block moves after the last use of the old p: then both can be one register, and no
 * copy is needed where paths meet. */
static void sink_steps(struct opt *opt)
{
    const bool *taken = find_phi_arguments(opt);
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        for (struct ir_instr *instr = block->last, *previous; instr; instr = previous) { /* each one once */
            previous = instr->previous;
            bool steps = instr->op == IR_ADD && instr->a.kind == IR_VREG && taken[instr->dst] &&
                         !(instr->b.kind == IR_VREG && instr->b.id == instr->a.id);
            struct ir_instr *last = steps ? find_last_use(instr) : NULL;
            if (last)
                opt_move_before(block, instr, block, last->next);
        }
    }
}

/* By register: its replacement outside a block; 0: none. */
struct replacements {
    uint32_t *by;
    const struct ir_block **block;
    uint32_t count;
    const struct ir_block *here; /* where uses are looked at */
};

static void replace_use(void *context, struct ir_operand *operand)
{
    const struct replacements *r = context;
    if (operand->kind == IR_VREG && operand->id < r->count && r->by[operand->id] != 0 &&
        r->block[operand->id] != r->here)
        operand->id = r->by[operand->id];
}

/* After a loop of one block, the counter's value before the last step is computed back from the one after it:
 * otherwise both would be live in every round. */
static void step_back(struct opt *opt, const struct opt_definitions *definitions, struct replacements *r,
                      const struct ir_block *loop, struct ir_block *after, const struct ir_instr *phi)
{
    const struct ir_operand *back = &phi->args[graph_predecessor_index(opt->graph, loop, loop)];
    const struct ir_instr *step = back->kind == IR_VREG ? definitions->instr[back->id] : NULL;
    if (!step || definitions->block[back->id] != loop || step->op != IR_ADD || step->a.kind != IR_VREG ||
        step->a.id != phi->dst || step->b.kind != IR_CONST ||
        definitions->uses[phi->dst] == opt_uses_in(loop, phi->dst))
        return;
    struct ir_instr *place = after->first;
    while (place->op == IR_PHI)
        place = place->next;
    struct ir_instr *old = ir_insert_before(opt->unit, after, place, IR_ADD);
    old->dst = ir_add_vreg(opt->function);
    old->a = ir_vreg(step->dst);
    old->b = ir_const((int32_t)(0 - (uint32_t)step->b.value));
    old->index = step->index;
    old->line = step->line;
    old->file = step->file;
    r->by[phi->dst] = old->dst;
    r->block[phi->dst] = loop;
}

static void step_all_back(struct opt *opt)
{
    const struct opt_definitions definitions = opt_find_definitions(opt);
    struct replacements r = {.count = definitions.count};
    r.by = ARENA_ARRAY(opt->arena, uint32_t, r.count + 1);
    r.block = ARENA_ARRAY(opt->arena, const struct ir_block *, r.count + 1);
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        struct ir_block *const *target = block->last->target;
        if (!target[1] || (target[0] == block) == (target[1] == block))
            continue;
        struct ir_block *after = target[0] == block ? target[1] : target[0];
        if (opt->graph->nodes[after->id].predecessor_count != 1)
            continue;
        for (const struct ir_instr *phi = block->first; phi->op == IR_PHI; phi = phi->next)
            step_back(opt, &definitions, &r, block, after, phi);
    }
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        r.here = block;
        for (struct ir_instr *instr = block->first; instr; instr = instr->next)
            ir_each_source(instr, replace_use, &r);
    }
}

void opt_ssa_leave(struct opt *opt)
{
    ir_index_check(opt->arena, opt->function);
    step_all_back(opt);
    sink_steps(opt);
    for (struct ir_block *block = opt->function->first; block; block = block->next)
        leave_phis(opt, block);
}
