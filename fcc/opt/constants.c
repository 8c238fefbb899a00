/* constants.c - constants that are no machine operands are loaded before the loops that use them.
 *
 * These are constants of more than 13 bits, floats, and addresses of symbols and slots, which the code
 * generator would load before every use. Inside loops each is loaded once, before the outermost loop; or, by
 * an option, before the outermost loop without a call around the innermost one, since over calls it would
 * take a callee-saved register. The caller tries which of the two costs less (fcc/back/back.c). Arguments of
 * calls stay: the constant is loaded into the argument's own register. The register allocator reloads a
 * constant at its use rather than spill it, so too many of them do no harm; to limit the allocator's time and
 * memory, only a few hundred are tried for each loop. Must have run before: all other passes on SSA form. */
#include "fcc/opt/opt.h"

/* Distinct constants before a loop; 24 machine registers can hold them. */
enum { MOST_HOISTED = 500 };

struct hoisted {
    struct hoisted *next;
    uint32_t count; /* with those after it */
    struct ir_operand value;
    uint32_t reg;
};

struct constants {
    struct opt *opt;
    struct hoisted **by_block; /* by id of the block before a loop */
    struct ir_block *front;    /* of the enclosing loop that a constant is moved out of */
    bool *calls;               /* by number of a loop: constants stay in it if a loop within it uses them */
};

static bool is_small(struct ir_operand operand)
{
    return operand.kind == IR_CONST && operand.value >= -4096 && operand.value <= 4095;
}

/* Puts a constant operand into a register that is set before the loop. */
static void hoist(struct constants *c, struct ir_operand *operand)
{
    struct hoisted *known = c->by_block[c->front->id];
    while (known && !ir_same(known->value, *operand))
        known = known->next;
    if (!known) {
        struct hoisted *newest = c->by_block[c->front->id];
        uint32_t count = newest ? newest->count + 1 : 1;
        if (count > MOST_HOISTED)
            return;
        struct ir_instr *copy = ir_insert_before(c->opt->unit, c->front, c->front->last, IR_COPY);
        copy->dst = operand->kind == IR_REAL_ZERO ? ir_add_real(c->opt->unit, c->opt->function)
                                                  : ir_add_vreg(c->opt->function);
        copy->a = *operand;
        known = ARENA_NEW(c->opt->arena, struct hoisted);
        *known = (struct hoisted){newest, count, *operand, copy->dst};
        c->by_block[c->front->id] = known;
    }
    *operand = ir_vreg(known->reg);
}

/* An operand that must be a register. R0 is a register with 0. */
static void need_register(struct constants *c, struct ir_operand *operand)
{
    if (operand->kind != IR_VREG && operand->kind != IR_NONE &&
        (operand->kind != IR_CONST || operand->value != 0))
        hoist(c, operand);
}

/* An operand that may be a small constant. */
static void need_small(struct constants *c, struct ir_operand *operand)
{
    if (operand->kind != IR_VREG && operand->kind != IR_NONE && !is_small(*operand))
        hoist(c, operand);
}

static bool is_float_operation(enum ir_op op)
{
    return op >= IR_FSEQ && op <= IR_FMIN;
}

static void treat_address(struct constants *c, struct ir_instr *instr)
{
    bool frame_word = instr->a.kind == IR_SLOT && (is_small(instr->b) || instr->b.kind == IR_VREG);
    bool absolute = is_small(instr->a) && is_small(instr->b);
    if (frame_word || absolute)
        return;
    if (instr->a.kind == IR_SYMBOL && instr->b.kind == IR_CONST) { /* one base for all words of the object */
        int32_t offset = (int32_t)((uint32_t)instr->a.value + (uint32_t)instr->b.value);
        if (offset >= -4000 && offset <= 4000) {
            instr->a.value = 0;
            instr->b.value = offset;
        }
    }
    need_register(c, &instr->a);
    need_small(c, &instr->b);
}

static void treat_branch(struct constants *c, struct ir_instr *branch)
{
    if (branch->condition >= IR_FEQ) {
        need_register(c, &branch->a);
        need_register(c, &branch->b);
    } else if (branch->a.kind == IR_VREG) {
        need_small(c, &branch->b);
    } else {
        need_small(c, &branch->a);
        need_register(c, &branch->b);
    }
}

static void treat(struct constants *c, struct ir_instr *instr)
{
    switch (ir_ops[instr->op].shape) {
    case IR_SHAPE_DAB:
        if (is_float_operation(instr->op)) {
            need_register(c, &instr->a);
            need_register(c, &instr->b);
        } else if (instr->op == IR_ADD && instr->b.kind == IR_SLOT) {
            need_register(c, &instr->a);
        } else {
            need_register(c, &instr->a);
            need_small(c, &instr->b);
        }
        break;
    case IR_SHAPE_LOAD:
        treat_address(c, instr);
        break;
    case IR_SHAPE_STORE:
        treat_address(c, instr);
        if (instr->c.kind != IR_VREG) /* R0 as a datum is the status word, so 0 needs a register too */
            hoist(c, &instr->c);
        break;
    case IR_SHAPE_MULTI:
        treat_address(c, instr);
        break;
    case IR_SHAPE_BRANCH:
        treat_branch(c, instr);
        break;
    default:
        break;
    }
}

/* Whether the loop calls a function that clobbers all temporaries. */
static bool makes_call(const struct graph_loop *loop)
{
    for (uint32_t b = 0; b < loop->block_count; b++) {
        for (const struct ir_instr *instr = loop->blocks[b]->first; instr; instr = instr->next) {
            if (instr->op == IR_CALL && instr->call_clobbers == 0)
                return true;
        }
    }
    return false;
}

/* The block before the outermost loop that a constant of the block can leave; all loops within have such a
 * block. */
static struct ir_block *find_front(const struct constants *c, const struct ir_block *block)
{
    struct ir_block *front = NULL;
    for (const struct graph_loop *loop = c->opt->graph->nodes[block->id].loop;
         loop && loop->preheader && !(front && c->calls[loop->number]); loop = loop->parent)
        front = loop->preheader;
    return front;
}

static void find_calls(struct constants *c)
{
    uint32_t count = 0;
    for (const struct graph_loop *loop = c->opt->graph->loops; loop; loop = loop->next)
        count = loop->number >= count ? loop->number + 1 : count;
    c->calls = ARENA_ARRAY(c->opt->arena, bool, count);
    for (const struct graph_loop *loop = c->opt->graph->loops; loop; loop = loop->next)
        c->calls[loop->number] = c->opt->options->near && makes_call(loop);
}

void opt_constants(struct opt *opt)
{
    struct constants c = {.opt = opt};
    c.by_block = ARENA_ARRAY(opt->arena, struct hoisted *, opt->function->block_count + 1);
    find_calls(&c);
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        c.front = find_front(&c, block);
        if (!c.front)
            continue;
        for (struct ir_instr *instr = block->first; instr; instr = instr->next)
            treat(&c, instr);
    }
}
