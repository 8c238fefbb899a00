/* define.c - see define.h. Calls ir.h and paths.h only. */
#include "fcc/ir/define.h"

#include "fcc/ir/paths.h"

/* Reads of a register that a path reaches without a write. */
struct early_reads {
    bool is_used;         /* an instruction other than KEEP reads it */
    struct ir_block **in; /* the blocks with such reads */
    uint32_t count, capacity;
};

struct definer {
    struct arena *arena;
    struct early_reads *reads; /* by register */
    struct ir_block **blocks;  /* by id */
};

struct use {
    uint32_t vreg;
    bool is_found;
};

static void find_use(void *context, struct ir_operand *operand)
{
    struct use *use = context;
    use->is_found |= operand->kind == IR_VREG && operand->id == use->vreg;
}

static bool uses(struct ir_instr *instr, uint32_t vreg)
{
    struct use use = {vreg, false};
    ir_each_source(instr, find_use, &use);
    return use.is_found;
}

static bool take_gap(void *context, struct paths_gap gap)
{
    struct definer *d = context;
    struct early_reads *reads = &d->reads[gap.value];
    struct ir_block *block = d->blocks[gap.block];
    reads->in = arena_grow(d->arena, reads->in, reads->count, &reads->capacity, sizeof *reads->in);
    reads->in[reads->count++] = block;
    for (struct ir_instr *instr = block->first; instr != NULL; instr = instr->next) {
        reads->is_used |= instr->op != IR_KEEP && uses(instr, gap.value);
        if (instr->dst == gap.value)
            break;
    }
    return true;
}

static void remove_keeps(struct ir_block *block, uint32_t vreg)
{
    for (struct ir_instr *instr = block->first, *next; instr != NULL; instr = next) {
        next = instr->next;
        if (instr->dst == vreg)
            return;
        if (instr->op == IR_KEEP && uses(instr, vreg))
            ir_remove(block, instr);
    }
}

/* Gives the register the value UNWRITTEN at the end of the entry block. */
static void begin_early(struct ir_unit *unit, struct ir_function *function, uint32_t vreg, const char *name)
{
    struct ir_block *entry = function->first;
    const bool is_real = ir_is_real(function, vreg);
    struct ir_instr *begin = ir_insert_before(unit, entry, entry->last, is_real ? IR_COPY : IR_UNWRITTEN);
    begin->dst = vreg;
    if (is_real) {
        begin->a = ir_real_zero();
    } else if (name != NULL) {
        struct ir_unwritten *unwritten = ARENA_NEW(unit->arena, struct ir_unwritten);
        *unwritten = (struct ir_unwritten){name, begin->line};
        begin->unwritten = unwritten;
    }
}

static void add_read(void *context, struct ir_operand *operand)
{
    if (operand->kind == IR_VREG)
        paths_read(context, operand->id, operand);
}

static struct paths *find_paths(struct arena *arena, const struct ir_function *function)
{
    struct paths *paths =
        paths_new(arena, function->vreg_count + 1, function->block_count, function->first->id);
    for (const struct ir_block *block = function->first; block != NULL; block = block->next) {
        for (unsigned t = 0; t < 2 && block->last->target[t] != NULL; t++)
            paths_add_edge(paths, block->id, block->last->target[t]->id);
    }
    for (const struct ir_block *block = function->first; block != NULL; block = block->next) {
        paths_begin_block(paths, block->id);
        for (uint32_t i = 0; block == function->first && i < function->param_count; i++)
            paths_write(paths, function->params[i]);
        for (struct ir_instr *instr = block->first; instr != NULL; instr = instr->next) {
            ir_each_source(instr, add_read, paths);
            if (instr->dst != 0)
                paths_write(paths, instr->dst);
        }
    }
    return paths;
}

void ir_define_values(struct arena *arena, struct ir_unit *unit, struct ir_function *function,
                      const char *(*name_of)(void *context, uint32_t vreg), void *context)
{
    if (function->first == NULL)
        return;
    struct definer definer = {.arena = arena,
                              .reads = ARENA_ARRAY(arena, struct early_reads, function->vreg_count + 1),
                              .blocks = ARENA_ARRAY(arena, struct ir_block *, function->block_count + 1)};
    for (struct ir_block *block = function->first; block != NULL; block = block->next)
        definer.blocks[block->id] = block;
    paths_find_all(find_paths(arena, function), take_gap, &definer);
    for (uint32_t vreg = 1; vreg <= function->vreg_count; vreg++) {
        const struct early_reads *reads = &definer.reads[vreg];
        if (reads->is_used)
            begin_early(unit, function, vreg, name_of(context, vreg));
        for (uint32_t i = 0; i < reads->count && !reads->is_used; i++)
            remove_keeps(reads->in[i], vreg);
    }
}
