/* depend.c - dependences between two instructions, and which instructions fit the slot of a delayed one.
 *
 * Registers, flags, memory. Called by list_schedule.c and delay_slots.c, which move instructions; ir.h,
 * invariants 4 to 7, says why accesses of two different objects may change places in synchronous code too.
 */
#include "fcc/back/depend.h"

#include "fcc/ir/ir.h"

/* Whether `later` reads a register that `earlier` writes, or writes one that `earlier` uses. */
static bool registers_conflict(const struct machine_instr *earlier, const struct machine_instr *later)
{
    struct machine_uses first;
    struct machine_uses then;
    machine_uses(earlier, &first);
    machine_uses(later, &then);
    for (unsigned i = 0; i < first.writes; i++) {
        const uint32_t reg = first.written[i];
        if (machine_is_among(then.read, then.reads, reg) ||
            machine_is_among(then.written, then.writes, reg) ||
            machine_in_set(later->implicit_reads | later->implicit_writes, reg))
            return true;
    }
    for (unsigned i = 0; i < first.reads; i++) {
        if (machine_is_among(then.written, then.writes, first.read[i]) ||
            machine_in_set(later->implicit_writes, first.read[i]))
            return true;
    }
    for (unsigned i = 0; i < then.writes; i++) {
        if (machine_in_set(earlier->implicit_reads | earlier->implicit_writes, then.written[i]))
            return true;
    }
    for (unsigned i = 0; i < then.reads; i++) {
        if (machine_in_set(earlier->implicit_writes, then.read[i]))
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

/* Words of the frame at different offsets, or a spill word and anything else. */
static bool certainly_apart(const struct machine_instr *a, const struct machine_instr *b)
{
    if (a->rs == REGISTER_fp && b->rs == REGISTER_fp && a->has_imm && b->has_imm && a->base == b->base) {
        int32_t a_words = a->memory.words ? a->memory.words : 1;
        int32_t b_words = b->memory.words ? b->memory.words : 1;
        return a->imm + a_words <= b->imm || b->imm + b_words <= a->imm;
    }
    return a->memory.is_spill != b->memory.is_spill;
}

static bool memory_conflict(const struct machine_instr *a, const struct machine_instr *b)
{
    const struct machine_row *x = &machine_rows[a->op];
    const struct machine_row *y = &machine_rows[b->op];
    if ((!x->memory_read && !x->memory_write) || (!y->memory_read && !y->memory_write))
        return false;
    if (a->memory.is_volatile && b->memory.is_volatile)
        return true;
    if (!x->memory_write && !y->memory_write)
        return false;
    /* in synchronous code another PP's store may touch the word of this PP's load in the same object,
     * whatever their own addresses; never in two different objects (ir.h, invariant 5) */
    return !certainly_apart(a, b) && ir_may_meet(a->memory.alias, b->memory.alias);
}

bool depend_keeps_its_place(const struct machine_instr *instr)
{
    const struct machine_row *row = &machine_rows[instr->op];
    return row->fence || row->ends || instr->op == MACHINE_getct || instr->op == MACHINE_getsr;
}

static bool touches_memory(const struct machine_instr *instr)
{
    const struct machine_row *row = &machine_rows[instr->op];
    return row->memory_read || row->memory_write;
}

bool depend_may_swap(const struct machine_instr *earlier, const struct machine_instr *later)
{
    if (depend_keeps_its_place(earlier) && (depend_keeps_its_place(later) || touches_memory(later)))
        return false;
    if (depend_keeps_its_place(later) && (depend_keeps_its_place(earlier) || touches_memory(earlier)))
        return false;
    return !registers_conflict(earlier, later) && !flags_conflict(earlier, later) &&
           !memory_conflict(earlier, later);
}

uint32_t depend_late_target(const struct machine_instr *instr)
{
    return machine_rows[instr->op].delayed ? instr->rd : 0;
}

bool depend_fits_slot(const struct machine_instr *slot, uint32_t target)
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
        return !machine_in_set(slot->implicit_reads | slot->implicit_writes, target);
    if (slot->op == MACHINE_call || slot->op == MACHINE_callr)
        return !machine_in_set(slot->implicit_writes & ~slot->implicit_reads, target);
    return slot->op != MACHINE_shint || !machine_in_set(looked_at, target);
}
