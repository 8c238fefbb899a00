/* flow.c - the invariants of invariant.def about values: registers, spill words, flags, delays.
 *
 * Machine registers are few: the set of those with a value is propagated through the blocks. Virtual
 * registers and spill words are many and live in few blocks: fcc/ir/paths.h searches paths for each. verify.c
 * must have accepted the function's form.
 */
#include "fcc/back/verify/verify.h"

#include "fcc/back/depend.h"
#include "fcc/ir/paths.h"

struct flow {
    struct machine_verifier *v;
    struct arena arena;
    register_set *before; /* by block: the machine registers with a value at its start, on every path */
};

static bool is_call(const struct machine_instr *instr)
{
    return instr->op == MACHINE_call || instr->op == MACHINE_callr;
}

/* ---- machine registers */

/* Registers that always have a value. */
static const register_set always = REGISTER_BIT(REGISTER_zero) | REGISTER_BIT(REGISTER_pc) |
                                   REGISTER_BIT(REGISTER_sp) | REGISTER_BIT(REGISTER_fp) |
                                   REGISTER_BIT(REGISTER_gp) | REGISTER_BIT(REGISTER_sfp) |
                                   REGISTER_BIT(REGISTER_ssp);

/* Registers with a value after an instruction, from those before it. A call and a host call leave a result;
 * their other written registers are lost. */
static register_set after_instr(const struct machine_instr *instr, register_set before)
{
    const register_set results = REGISTER_BIT(REGISTER_a0) | REGISTER_BIT(FIRST_REAL);
    struct machine_uses uses;
    if (is_call(instr) || instr->op == MACHINE_sys)
        return (before & ~instr->implicit_writes) | (instr->implicit_writes & results) | always;
    machine_uses(instr, &uses);
    before |= instr->implicit_writes;
    for (unsigned i = 0; i < uses.writes; i++) {
        if (uses.written[i] < MACHINE_REGISTERS)
            before |= REGISTER_BIT(uses.written[i]);
    }
    return before;
}

static register_set after_block(const struct machine_block *block, register_set before)
{
    for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
        before = after_instr(instr, before);
    return before;
}

/* Sets `before` of all blocks: starts with all registers and removes some until nothing changes. */
static void find_before(struct flow *f)
{
    const struct machine_function *function = f->v->function;
    f->before = ARENA_ARRAY(&f->arena, register_set, function->block_count + 1);
    /* the effect of a block follows from its results for the empty and the full set */
    register_set *least = ARENA_ARRAY(&f->arena, register_set, function->block_count + 1);
    register_set *most = ARENA_ARRAY(&f->arena, register_set, function->block_count + 1);
    for (const struct machine_block *block = function->first; block; block = block->next) {
        f->before[block->id] = ~(register_set)0;
        least[block->id] = after_block(block, 0);
        most[block->id] = after_block(block, ~(register_set)0);
    }
    f->before[function->first->id] =
        always | machine_callee_saved() | REGISTER_BIT(REGISTER_ra) | function->received;
    for (bool changed = true; changed;) {
        changed = false;
        for (const struct machine_block *block = function->first; block; block = block->next) {
            const register_set after = (f->before[block->id] & most[block->id]) | least[block->id];
            for (unsigned i = 0; i < 2 && block->successor[i]; i++) {
                register_set *next = &f->before[block->successor[i]->id];
                changed |= (*next & ~after) != 0;
                *next &= after;
            }
        }
    }
}

/* Every read of a machine register, by fields and by calls and returns. */
static bool check_machine_registers(struct flow *f)
{
    struct machine_verifier *v = f->v;
    for (v->block = v->function->first; v->block; v->block = v->block->next) {
        register_set known = f->before[v->block->id];
        for (v->instr = v->block->first; v->instr; v->instr = v->instr->next) {
            struct machine_uses uses;
            register_set wanted = v->instr->implicit_reads;
            machine_uses(v->instr, &uses);
            for (unsigned i = 0; i < uses.reads; i++)
                wanted |= uses.read[i] < MACHINE_REGISTERS ? REGISTER_BIT(uses.read[i]) : 0;
            if ((wanted & ~known) != 0)
                return machine_breach_here(v, MACHINE_INVARIANT_defined, "register %d has no value",
                                           __builtin_ctzll(wanted & ~known));
            known = after_instr(v->instr, known);
        }
    }
    return true;
}

/* ---- virtual registers and spill words */

static bool is_spill_word(const struct machine_instr *instr)
{
    return instr->memory.is_spill && instr->rs == REGISTER_fp && instr->has_imm;
}

static void add_virtual(struct paths *paths, const struct machine_instr *instr)
{
    struct machine_uses uses;
    machine_uses(instr, &uses);
    for (unsigned i = 0; i < uses.reads; i++) {
        if (uses.read[i] >= FIRST_VIRTUAL)
            paths_read(paths, uses.read[i], instr);
    }
    for (unsigned i = 0; i < uses.writes; i++) {
        if (uses.written[i] >= FIRST_VIRTUAL)
            paths_write(paths, uses.written[i]);
    }
}

static void add_spill(struct paths *paths, const struct machine_instr *instr)
{
    if (!is_spill_word(instr))
        return;
    if (machine_rows[instr->op].memory_read)
        paths_read(paths, (uint32_t)instr->imm, instr);
    else
        paths_write(paths, (uint32_t)instr->imm);
}

/* Searches for reads that a path reaches without a write; `add` adds reads and writes of an instruction. */
static bool check_paths(struct flow *f, uint32_t value_count, enum machine_invariant invariant,
                        void (*add)(struct paths *paths, const struct machine_instr *instr))
{
    struct machine_verifier *v = f->v;
    const struct machine_function *function = v->function;
    struct paths *paths = paths_new(&f->arena, value_count, function->block_count, function->first->id);
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (unsigned i = 0; i < 2 && block->successor[i]; i++)
            paths_add_edge(paths, block->id, block->successor[i]->id);
        paths_begin_block(paths, block->id);
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
            add(paths, instr);
    }
    const struct paths_gap gap = paths_find(paths);
    if (!gap.reader)
        return true;
    v->block = function->first;
    while (v->block && v->block->id != gap.block)
        v->block = v->block->next;
    v->instr = gap.reader;
    return machine_breach_here(v, invariant, "%s %u is read, and a path leads here without a write",
                               invariant == MACHINE_INVARIANT_defined ? "register" : "word", gap.value);
}

static bool check_spill_words(struct flow *f)
{
    uint32_t end = 0; /* of the words */
    for (const struct machine_block *block = f->v->function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (is_spill_word(instr) && (uint32_t)instr->imm >= end)
                end = (uint32_t)instr->imm + 1;
        }
    }
    return end == 0 || check_paths(f, end, MACHINE_INVARIANT_spill_defined, add_spill);
}

/* ---- flags and delays */

static bool compares_floats(const struct machine_instr *instr)
{
    return instr->op == MACHINE_fcmp || instr->op == MACHINE_xcmp;
}

static bool check_flags(struct machine_verifier *v)
{
    for (v->block = v->function->first; v->block; v->block = v->block->next) {
        const struct machine_instr *setter = NULL;
        for (v->instr = v->block->first; v->instr; v->instr = v->instr->next) {
            /* getsr reads more than the flags */
            bool reads = machine_reads_flags(v->instr) && v->instr->op != MACHINE_getsr;
            if (reads && (!setter || is_call(setter)))
                return machine_breach_here(v, MACHINE_INVARIANT_flags,
                                           "no instruction of the block sets them");
            if (reads && compares_floats(setter) != v->instr->is_float)
                return machine_breach_here(v, MACHINE_INVARIANT_flags, "they come from %s",
                                           machine_rows[setter->op].mnemonic);
            if (machine_rows[v->instr->op].writes_flags)
                setter = v->instr;
        }
    }
    return true;
}

static const struct machine_instr *next_in_layout(const struct machine_block *block,
                                                  const struct machine_instr *instr)
{
    const struct machine_instr *next = instr->next;
    while (!next && block->next) {
        block = block->next;
        next = block->first;
    }
    return next;
}

static bool check_delays(struct machine_verifier *v)
{
    for (v->block = v->function->first; v->block; v->block = v->block->next) {
        for (v->instr = v->block->first; v->instr; v->instr = v->instr->next) {
            const uint32_t target = depend_late_target(v->instr);
            const struct machine_instr *slot = target ? next_in_layout(v->block, v->instr) : NULL;
            if (target && (!slot || !depend_fits_slot(slot, target)))
                return machine_breach_here(v, MACHINE_INVARIANT_delay, "R%u is wanted by %s", target,
                                           slot ? machine_rows[slot->op].mnemonic : "nothing");
        }
    }
    return true;
}

bool machine_verify_flow(struct machine_verifier *v)
{
    struct flow f = {.v = v};
    const struct machine_function *function = v->function;
    if (!function->first)
        return true;
    find_before(&f);
    bool good = check_machine_registers(&f);
    if (good && v->stage < MACHINE_ALLOCATED)
        good = check_paths(&f, function->register_limit, MACHINE_INVARIANT_defined, add_virtual);
    if (good && machine_invariant_holds(v, MACHINE_INVARIANT_spill_defined))
        good = check_spill_words(&f);
    good =
        good && check_flags(v) && (!machine_invariant_holds(v, MACHINE_INVARIANT_delay) || check_delays(v));
    arena_release(&f.arena);
    return good;
}
