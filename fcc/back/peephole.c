/* peephole.c - small improvements of neighbouring instructions.
 *
 *   add a,b,x .. cmp x,0 .. beq     becomes  adds a,b,x .. beq
 *   ldg p,0,x .. add p,c,p          becomes  popg p,c,x
 *   add p,c,p .. ldg p,0,x          becomes  popng p,c,x
 *   stg p,0,x .. add p,c,p          becomes  pshg p,c,x      (and pshng)
 *   cmp 0,x  adc 0,0,y .. sub 0,y,z  becomes  cmp x,1  sbc 0,0,z    (and the other way round)
 *   adc 0,0,x  xor x,1,y .. sub 0,y,z  becomes  sbc 0,0,z
 *
 * Only within a block, and only if no instruction between reads a changed register or flag.
 */
#include "fcc/back/peephole.h"

enum { WINDOW = 16 };

/* ---- flags */

/* The instruction that also sets the flags; the operation itself if there is none. */
static enum machine_op with_flags(enum machine_op op)
{
    static const enum machine_op pairs[][2] = {
        {MACHINE_add, MACHINE_adds},   {MACHINE_sub, MACHINE_subs}, {MACHINE_mul, MACHINE_muls},
        {MACHINE_and, MACHINE_ands},   {MACHINE_or, MACHINE_ors},   {MACHINE_xor, MACHINE_xors},
        {MACHINE_andn, MACHINE_andns}, {MACHINE_nor, MACHINE_nors}, {MACHINE_lsl, MACHINE_lsls},
        {MACHINE_lsr, MACHINE_lsrs},   {MACHINE_asr, MACHINE_asrs}, {MACHINE_rem, MACHINE_rems},
        {MACHINE_remu, MACHINE_remus}, {MACHINE_div, MACHINE_divs}, {MACHINE_divu, MACHINE_divus},
        {MACHINE_max, MACHINE_maxs},   {MACHINE_min, MACHINE_mins},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pairs[i][0] == op)
            return pairs[i][1];
    }
    return op;
}

/* The branch that only reads sign and zero of a result, where `op` compares with 0; op itself if there is
 * none. After an operation that overflows, N is the sign of the result, as blt and bge need it here. */
static enum machine_op on_result(enum machine_op op)
{
    switch (op) {
    case MACHINE_blt:
        return MACHINE_bmi;
    case MACHINE_bge:
        return MACHINE_bpl;
    default:
        return op;
    }
}

static bool reads_register(const struct machine_instr *instr, uint32_t reg)
{
    return machine_reads(instr, reg) || machine_in_set(instr->implicit_reads, reg);
}

/* Removes `cmp x,0` before the block's branch if an earlier instruction computes x. */
static void use_flags(struct machine_block *block)
{
    struct machine_instr *branch = block->last;
    struct machine_instr *compare = branch ? branch->previous : NULL;
    if (!compare || compare->op != MACHINE_subs || compare->rd != REGISTER_zero || !compare->has_imm ||
        compare->imm != 0 || branch->is_float)
        return;
    enum machine_op wanted = on_result((enum machine_op)branch->op);
    bool possible =
        wanted != (enum machine_op)branch->op || branch->op == MACHINE_beq || branch->op == MACHINE_bne;
    struct machine_instr *maker = compare->previous;
    for (int i = 0; possible && maker && i < WINDOW; i++, maker = maker->previous) {
        if (machine_writes(maker, compare->rs)) {
            enum machine_op flagged = with_flags((enum machine_op)maker->op);
            if (flagged != (enum machine_op)maker->op) {
                maker->op = (uint16_t)flagged;
                branch->op = (uint16_t)wanted;
                machine_remove(block, compare);
            }
            return;
        }
        if (machine_rows[maker->op].writes_flags || machine_reads_flags(maker))
            return;
    }
}

/* ---- masks */

/* The comparison whose carry is the complement of that of `compare`: 0 - x has a carry if x is 0, x - 1 if it
 * is not. */
static bool turn_compare(struct machine_instr *compare)
{
    bool compares = compare->op == MACHINE_subs && compare->rd == REGISTER_zero;
    if (compares && compare->rs == REGISTER_zero && !compare->has_imm) {
        compare->rs = compare->rt;
        compare->rt = REGISTER_zero;
        compare->has_imm = true;
        compare->imm = 1;
        return true;
    }
    if (compares && compare->has_imm && compare->imm == 1 && compare->base == BASE_NONE) {
        compare->rt = compare->rs;
        compare->rs = REGISTER_zero;
        compare->has_imm = false;
        compare->imm = 0;
        return true;
    }
    return false;
}

/* The last of the few instructions before `from` that sets the register. */
static struct machine_instr *find_maker(const struct machine_instr *from, uint32_t reg)
{
    struct machine_instr *maker = from->previous;
    for (int i = 0; maker && i < WINDOW && maker->rd != reg; i++)
        maker = maker->previous;
    return maker && maker->rd == reg ? maker : NULL;
}

/* `negate` computes 0 - x for a carry x without other uses: a borrow computes that from the complement of the
 * carry. Or x is itself the complement of a carry, by exclusive or with 1. */
static void make_mask(struct machine_block *block, struct machine_instr *negate, const uint32_t *reads)
{
    struct machine_instr *carry = find_maker(negate, negate->rt);
    struct machine_instr *opposite = NULL;
    if (carry && carry->op == MACHINE_xor && carry->has_imm && carry->imm == 1 && carry->base == BASE_NONE &&
        reads[carry->rd] == 1) {
        opposite = carry;
        carry = find_maker(opposite, opposite->rs);
    }
    if (!carry || carry->op != MACHINE_adc || carry->rs != REGISTER_zero || !carry->has_imm ||
        carry->imm != 0 || reads[carry->rd] != 1 || !carry->previous)
        return;
    if (opposite || turn_compare(carry->previous)) {
        carry->op = MACHINE_sbc;
        carry->rd = negate->rd;
        carry->value = negate->value;
        carry->after = negate->after;
        negate->after = NULL;
        machine_remove(block, negate);
        if (opposite)
            machine_remove(block, opposite);
    }
}

static void make_masks(struct machine_function *function)
{
    uint32_t *reads = ARENA_ARRAY(function->arena, uint32_t, function->register_limit);
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            for (unsigned i = 0; i < uses.reads; i++)
                reads[uses.read[i]]++;
        }
    }
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first, *next; instr; instr = next) {
            next = instr->next;
            bool negates = instr->op == MACHINE_sub && instr->rs == REGISTER_zero && !instr->has_imm;
            if (negates && instr->rt >= FIRST_VIRTUAL)
                make_mask(block, instr, reads);
        }
    }
}

void peephole_fold_compare(struct machine_function *function)
{
    for (struct machine_block *block = function->first; block; block = block->next)
        use_flags(block);
    make_masks(function);
}

/* ---- pointers */

/* Whether `add` steps register `pointer` by a constant or another register. */
static bool steps(const struct machine_instr *add, uint32_t pointer)
{
    return add->op == MACHINE_add && add->rs == pointer && add->rd == pointer && add->base == BASE_NONE &&
           (add->has_imm || add->rt != pointer);
}

static bool is_plain_access(const struct machine_instr *instr)
{
    return (instr->op == MACHINE_ldg || instr->op == MACHINE_stg) && instr->has_imm && instr->imm == 0 &&
           instr->base == BASE_NONE && instr->rs != instr->rd;
}

/* The index of an access that steps its pointer. */
static void count_step(struct machine_instr *access, const struct machine_instr *add)
{
    const struct ir_index *step = &add->index;
    const bool is_step = step->is_known && step->a.kind == IR_PART_FOLLOWS && step->plus == 0;
    if (!access->index.is_known || (access->index.a.kind == IR_PART_TIMES && access->index.a.times != 0)) {
        access->index = (struct ir_index){.is_known = is_step, .a = {.kind = IR_PART_FOLLOWS}};
        access->rows = NULL;
    }
    access->index.b = is_step ? step->b : (struct ir_part){.kind = IR_PART_UNKNOWN};
}

/* Turns `access` into a pop or push that absorbs the step, before or after it. */
static void combine(struct machine_block *block, struct machine_instr *access, struct machine_instr *add,
                    bool before)
{
    static const enum machine_op loads[] = {MACHINE_popg, MACHINE_popng};
    static const enum machine_op stores[] = {MACHINE_pshg, MACHINE_pshng};
    access->op = (uint16_t)(access->op == MACHINE_ldg ? loads[before] : stores[before]);
    access->has_imm = add->has_imm;
    access->imm = add->imm;
    access->rt = add->rt;
    count_step(access, add);
    access->stepped = add->value;
    machine_inherit_notes(access, add);
    machine_remove(block, add);
}

/* The step of the access's pointer after it (or before), with no use of the pointer or change of the amount
 * between; NULL: none. */
static struct machine_instr *find_step(const struct machine_instr *access, bool above)
{
    uint32_t pointer = access->rs;
    struct machine_instr *instr = above ? access->previous : access->next;
    for (int i = 0; instr && i < WINDOW; i++, instr = above ? instr->previous : instr->next) {
        if (steps(instr, pointer)) {
            bool amount_kept = true;
            if (!instr->has_imm) {
                amount_kept = !machine_writes(access, instr->rt);
                for (const struct machine_instr *between = above ? instr->next : access->next;
                     between != (above ? access : instr); between = between->next)
                    amount_kept = amount_kept && !machine_writes(between, instr->rt);
            }
            return amount_kept ? instr : NULL;
        }
        if (reads_register(instr, pointer) || machine_writes(instr, pointer) ||
            machine_rows[instr->op].ends || instr->op == MACHINE_call || instr->op == MACHINE_callr)
            return NULL;
    }
    return NULL;
}

/* Whether an access uses the pointer only as its base, with a constant offset. */
static bool reaches_through(const struct machine_instr *instr, uint32_t pointer)
{
    bool access = instr->op == MACHINE_ldg || instr->op == MACHINE_stg;
    return access && instr->rs == pointer && instr->has_imm && instr->base == BASE_NONE &&
           instr->rd != pointer;
}

/* The constant step of a load's pointer after it, if all uses of the pointer between are accesses through it;
 * NULL: none. */
static struct machine_instr *find_later_step(const struct machine_instr *load)
{
    struct machine_instr *instr = load->next;
    for (int i = 0; instr && i < WINDOW; i++, instr = instr->next) {
        if (steps(instr, load->rs))
            return instr->has_imm ? instr : NULL;
        bool uses = reads_register(instr, load->rs) || machine_writes(instr, load->rs);
        if ((uses && !reaches_through(instr, load->rs)) || machine_rows[instr->op].ends ||
            instr->op == MACHINE_call || instr->op == MACHINE_callr)
            return NULL;
    }
    return NULL;
}

/* Steps the pointer with the load and adjusts the offsets of the accesses up to `add`: the load's slot can
 * then hold the comparison of the pointer. */
static bool combine_early(struct machine_block *block, struct machine_instr *load)
{
    struct machine_instr *add = load->op == MACHINE_ldg ? find_later_step(load) : NULL;
    if (!add)
        return false;
    for (const struct machine_instr *instr = load->next; instr != add; instr = instr->next) {
        if (reaches_through(instr, load->rs) && !machine_fits((int64_t)instr->imm - add->imm))
            return false;
    }
    for (struct machine_instr *instr = load->next; instr != add; instr = instr->next) {
        if (reaches_through(instr, load->rs)) {
            instr->imm -= add->imm;
            machine_index_after(&instr->index, instr->index.a, add);
        }
    }
    combine(block, load, add, false);
    return true;
}

static void combine_steps(struct machine_block *block)
{
    for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
        if (!is_plain_access(instr) || combine_early(block, instr))
            continue;
        struct machine_instr *add = find_step(instr, false);
        bool above = !add;
        if (above)
            add = find_step(instr, true);
        if (add)
            combine(block, instr, add, above);
    }
}

void peephole_post_increment(struct machine_function *function)
{
    for (struct machine_block *block = function->first; block; block = block->next)
        combine_steps(block);
}
