/* address_modes.c - sums that are only used as addresses move into the accesses.
 *
 * The machine adds a register or a small constant to the base of every access. So an access itself computes a
 * sum of two registers if all uses of the sum are addresses without an offset. The address of an object
 * counts as a register if one access uses the sum, because it is loaded before that access anyway. A sum
 * stays if an access is in a deeper loop: the sum costs nothing there, and the access would keep two
 * registers instead of one. A load right after the sum adds by itself even if the sum has other uses; the sum
 * then fills the load's slot. Accesses keep their places, so other PPs see no change. Must have run before:
 * opt_reassociate, opt_cse, opt_induction, opt_constants, which make these sums. */
#include "fcc/ir/index.h"
#include "fcc/opt/opt.h"

struct fuser {
    struct opt_definitions definitions;
    uint32_t *addresses; /* by register: uses as the address of an access without an offset */
    bool *deeper;        /* by register: such an access is in a deeper loop than the register's definition */
};

static bool is_access(const struct ir_instr *instr)
{
    enum ir_shape shape = ir_ops[instr->op].shape;
    return shape == IR_SHAPE_LOAD || shape == IR_SHAPE_STORE || shape == IR_SHAPE_MULTI;
}

static bool has_plain_address(const struct ir_instr *instr)
{
    return is_access(instr) && instr->a.kind == IR_VREG && instr->b.kind == IR_CONST && instr->b.value == 0;
}

static void count_addresses(struct fuser *f, const struct ir_block *block)
{
    for (const struct ir_instr *instr = block->first; instr; instr = instr->next) {
        if (!has_plain_address(instr))
            continue;
        const struct ir_block *from = f->definitions.block[instr->a.id];
        f->addresses[instr->a.id]++;
        f->deeper[instr->a.id] |= from && from->loop_depth < block->loop_depth;
    }
}

/* Whether the sum is computed just before a load, which does not wait for it: the sum can fill the load's
 * slot. */
static bool is_just_before(const struct ir_instr *sum, const struct ir_instr *access)
{
    return access->op == IR_LOAD && access->previous == sum && sum->b.kind == IR_VREG;
}

/* The sum that an access can compute by itself, or NULL. */
static const struct ir_instr *find_sum(const struct fuser *f, const struct ir_instr *access)
{
    uint32_t reg = access->a.id;
    const struct ir_instr *sum = f->definitions.instr[reg];
    if (!sum || sum->op != IR_ADD || sum->a.kind != IR_VREG || f->deeper[reg])
        return NULL;
    if (f->addresses[reg] != f->definitions.uses[reg])
        return f->addresses[reg] == 1 && is_just_before(sum, access) ? sum : NULL;
    bool single_symbol = sum->b.kind == IR_SYMBOL && f->addresses[reg] == 1;
    return sum->b.kind == IR_VREG || single_symbol ? sum : NULL;
}

void opt_address_modes(struct opt *opt)
{
    struct fuser f = {.definitions = opt_find_definitions(opt)};
    f.addresses = ARENA_ARRAY(opt->arena, uint32_t, f.definitions.count);
    f.deeper = ARENA_ARRAY(opt->arena, bool, f.definitions.count);
    for (const struct ir_block *block = opt->function->first; block; block = block->next)
        count_addresses(&f, block);
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        for (struct ir_instr *instr = block->first; instr; instr = instr->next) {
            const struct ir_instr *sum = has_plain_address(instr) ? find_sum(&f, instr) : NULL;
            if (sum) {
                instr->index = ir_index_within(&instr->index, &sum->index);
                instr->a = sum->a;
                instr->b = sum->b;
            }
        }
    }
}
