/* schedule.c - what stands in the cycle after a delayed instruction (ldg, popg, popng, mp*).
 *
 * The target of a delayed instruction is written at the end of the following cycle: the instruction in that
 * slot must not want the target, nor write it. Where it does, an independent instruction from further down
 * the block is moved up into the slot, else one from above is moved down, else (schedule_close) a nop is
 * inserted. The order is changed nowhere else, so that registers do not live longer than they must. Until
 * schedule_close has run, instructions mean what they would mean without delay.
 */
#include "fcc/back/schedule.h"

enum { WINDOW = 32 };

/* ---- may two instructions change places? */

static bool in_set(register_set set, uint32_t reg)
{
    return reg < MACHINE_REGISTERS && (set >> reg & 1) != 0;
}

static bool reads(const struct machine_instr *instr, uint32_t reg)
{
    struct machine_uses uses;
    machine_uses(instr, &uses);
    for (unsigned i = 0; i < uses.reads; i++) {
        if (uses.read[i] == reg)
            return true;
    }
    return in_set(instr->implicit_reads, reg);
}

static bool writes(const struct machine_instr *instr, uint32_t reg)
{
    struct machine_uses uses;
    machine_uses(instr, &uses);
    for (unsigned i = 0; i < uses.writes; i++) {
        if (uses.written[i] == reg)
            return true;
    }
    return in_set(instr->implicit_writes, reg);
}

/* Whether `later` needs a register as `earlier` leaves it, or changes one that `earlier` needs or sets. */
static bool registers_conflict(const struct machine_instr *earlier, const struct machine_instr *later)
{
    struct machine_uses uses;
    machine_uses(earlier, &uses);
    for (unsigned i = 0; i < uses.writes; i++) {
        if (reads(later, uses.written[i]) || writes(later, uses.written[i]))
            return true;
    }
    for (unsigned i = 0; i < uses.reads; i++) {
        if (writes(later, uses.read[i]))
            return true;
    }
    machine_uses(later, &uses);
    for (unsigned i = 0; i < uses.writes; i++) {
        if (in_set(earlier->implicit_reads | earlier->implicit_writes, uses.written[i]))
            return true;
    }
    for (unsigned i = 0; i < uses.reads; i++) {
        if (in_set(earlier->implicit_writes, uses.read[i]))
            return true;
    }
    return false;
}

static bool flags_conflict(const struct machine_instr *a, const struct machine_instr *b)
{
    bool a_writes = machine_rows[a->op].writes_flags;
    bool b_writes = machine_rows[b->op].writes_flags;
    return (a_writes && (b_writes || machine_reads_flags(b))) || (b_writes && machine_reads_flags(a));
}

/* Words of the frame at different offsets, or a spill word and anything but itself. */
static bool certainly_apart(const struct machine_instr *a, const struct machine_instr *b)
{
    if (a->rs == REGISTER_fp && b->rs == REGISTER_fp && a->has_imm && b->has_imm && a->base == b->base) {
        int32_t a_words = a->memory.words ? a->memory.words : 1;
        int32_t b_words = b->memory.words ? b->memory.words : 1;
        return a->imm + a_words <= b->imm || b->imm + b_words <= a->imm;
    }
    return a->memory.is_spill != b->memory.is_spill;
}

static bool memory_conflict(const struct machine_instr *a, const struct machine_instr *b, bool synchronous)
{
    const struct machine_row *x = &machine_rows[a->op];
    const struct machine_row *y = &machine_rows[b->op];
    if ((!x->memory_read && !x->memory_write) || (!y->memory_read && !y->memory_write))
        return false;
    if (a->memory.is_volatile && b->memory.is_volatile)
        return true;
    if (!x->memory_write && !y->memory_write)
        return false;
    if (certainly_apart(a, b))
        return false;
    /* in synchronous code another PP's store may meet this PP's load, whatever their own addresses are */
    if (synchronous && !a->memory.own && !b->memory.own)
        return true;
    return a->memory.alias == 0 || b->memory.alias == 0 || a->memory.alias == b->memory.alias;
}

static bool keeps_its_place(const struct machine_instr *instr)
{
    const struct machine_row *row = &machine_rows[instr->op];
    return row->fence || row->ends || instr->op == MACHINE_getct || instr->op == MACHINE_getsr;
}

static bool touches_memory(const struct machine_instr *instr)
{
    const struct machine_row *row = &machine_rows[instr->op];
    return row->memory_read || row->memory_write;
}

/* Whether instructions `earlier` and `later`, in this order, may stand in the other one. */
static bool may_swap(const struct machine_instr *earlier, const struct machine_instr *later, bool synchronous)
{
    if (keeps_its_place(earlier) && (keeps_its_place(later) || touches_memory(later)))
        return false;
    if (keeps_its_place(later) && (keeps_its_place(earlier) || touches_memory(earlier)))
        return false;
    return !registers_conflict(earlier, later) && !flags_conflict(earlier, later) &&
           !memory_conflict(earlier, later, synchronous);
}

/* ---- slots */

/* The register that a delayed instruction writes late, 0 if it is none. */
static uint32_t late_target(const struct machine_instr *instr)
{
    return machine_rows[instr->op].delayed ? instr->rd : 0;
}

/* Whether `slot` may stand in the cycle in which `target` is not written yet. A call may, even if target is
 * an argument: it lands before the callee's first instruction. A hint may not if the simulator looks at
 * target. */
static bool fits_slot(const struct machine_instr *slot, uint32_t target)
{
    struct machine_uses uses;
    const register_set looked_at =
        REGISTER_BIT(REGISTER_sp) | REGISTER_BIT(REGISTER_fp) | REGISTER_BIT(REGISTER_gp);
    machine_uses(slot, &uses);
    for (unsigned i = 0; i < uses.reads; i++) {
        if (uses.read[i] == target)
            return false;
    }
    for (unsigned i = 0; i < uses.writes; i++) {
        if (uses.written[i] == target)
            return false;
    }
    if (slot->op == MACHINE_sys)
        return !in_set(slot->implicit_reads | slot->implicit_writes, target);
    if (slot->op == MACHINE_call || slot->op == MACHINE_callr)
        return !in_set(slot->implicit_writes & ~slot->implicit_reads, target);
    return slot->op != MACHINE_shint || !in_set(looked_at, target);
}

/* Whether `instr` may be moved up so that it stands right before `place`. */
static bool may_rise(const struct machine_instr *instr, const struct machine_instr *place, bool synchronous)
{
    for (const struct machine_instr *above = instr->previous; above; above = above->previous) {
        if (!may_swap(above, instr, synchronous))
            return false;
        if (above == place)
            return true;
    }
    return false;
}

/* Moves an instruction from below into the slot of `delayed`. */
static bool fill_from_below(struct machine_block *block, const struct machine_instr *delayed)
{
    uint32_t target = late_target(delayed);
    struct machine_instr *blocked = delayed->next;
    struct machine_instr *candidate = blocked->next;
    for (int i = 0; candidate && i < WINDOW; i++, candidate = candidate->next) {
        if (machine_rows[candidate->op].ends)
            return false;
        uint32_t own = late_target(candidate);
        /* where it leaves, its neighbours become neighbours */
        uint32_t before = late_target(candidate->previous);
        bool gap_closes = !before || (candidate->next && fits_slot(candidate->next, before));
        if (gap_closes && fits_slot(candidate, target) && (!own || fits_slot(blocked, own)) &&
            may_rise(candidate, blocked, block->synchronous)) {
            machine_move(block, candidate, blocked);
            return true;
        }
    }
    return false;
}

/* Moves an instruction from above into the slot of `delayed`. */
static bool fill_from_above(struct machine_block *block, struct machine_instr *delayed)
{
    uint32_t target = late_target(delayed);
    struct machine_instr *candidate = delayed->previous;
    for (int i = 0; candidate && i < WINDOW; i++, candidate = candidate->previous) {
        bool good = !late_target(candidate) && !keeps_its_place(candidate) && fits_slot(candidate, target) &&
                    (!candidate->previous || !late_target(candidate->previous) ||
                     fits_slot(candidate->next, late_target(candidate->previous)));
        for (const struct machine_instr *below = candidate->next; good; below = below->next) {
            good = may_swap(candidate, below, block->synchronous);
            if (below == delayed)
                break;
        }
        if (good) {
            machine_move(block, candidate, delayed->next);
            return true;
        }
    }
    return false;
}

static bool is_open(const struct machine_instr *instr)
{
    uint32_t target = late_target(instr);
    return target && instr->next && !fits_slot(instr->next, target);
}

void schedule_fill(struct machine_function *function)
{
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (is_open(instr) && !fill_from_below(block, instr))
                fill_from_above(block, instr);
        }
    }
}

void schedule_close(struct machine_function *function)
{
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (is_open(instr) && !fill_from_below(block, instr) && !fill_from_above(block, instr))
                machine_insert(function, block, instr->next, MACHINE_nop);
        }
        /* what follows the block is the slot of its last instruction: only a jump is known to fit */
        struct machine_instr *last = block->last;
        if (last && late_target(last)) {
            struct machine_instr *nop = machine_append(function, block, MACHINE_nop);
            nop->line = last->line;
            nop->file = last->file;
        }
    }
}
