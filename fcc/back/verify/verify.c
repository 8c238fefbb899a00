/* verify.c - the invariants of invariant.def that one instruction or the end of a block shows.
 *
 * flow.c has those about values. A breach is an error of fcc, whatever the program. */
#include "fcc/back/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/message.h"

/* ---- registers */

/* The class of each register field by the form: W a word's, X a real's; in the order Rd, Rs, S. */
static const char *const form_classes[] = {
    [FORM_RSD] = "WWW",  [FORM_RTD] = "WWW",    [FORM_RT] = "WWW", [FORM_RD] = "WWW",  [FORM_S] = "WWW",
    [FORM_D] = "WWW",    [FORM_KD] = "WWW",     [FORM_L] = "WWW",  [FORM_LD] = "WWW",  [FORM_K13] = "WWW",
    [FORM_K19] = "WWW",  [FORM_RSX] = "XWW",    [FORM_XX] = "XXX", [FORM_XXX] = "XXX", [FORM_XT] = "XXX",
    [FORM_RX] = "XWW",   [FORM_XR] = "WXX",     [FORM_XS] = "XXX", [FORM_XD] = "XXX",  [FORM_RS] = "WWW",
    [FORM_NONE] = "WWW", [FORM_PSEUDO] = "WWW",
};

/* Registers that the function must not name, before the frame is laid out or at all. */
static bool check_reserved(const struct machine_verifier *v, uint32_t reg, bool is_written)
{
    bool is_call = v->instr->op == MACHINE_call || v->instr->op == MACHINE_callr;
    bool in_prologue = v->stage >= MACHINE_FRAMED;
    bool good = reg != REGISTER_pc && reg != REGISTER_t7;
    if (is_written && !in_prologue)
        good = good && reg != REGISTER_fp && (reg != REGISTER_ra || is_call) &&
               (reg != REGISTER_sp || v->function->moves_stack);
    if (!good)
        return machine_breach_here(v, MACHINE_INVARIANT_reserved, "R%u is %s", reg,
                                   is_written ? "written" : "read");
    if (is_written && machine_invariant_holds(v, MACHINE_INVARIANT_saved) && reg < MACHINE_REGISTERS &&
        (machine_callee_saved() & ~v->function->saved & REGISTER_BIT(reg)) != 0)
        return machine_breach_here(v, MACHINE_INVARIANT_saved, "R%u is not saved", reg);
    return true;
}

/* One register field; `number` as in form_classes. */
static bool check_register(const struct machine_verifier *v, unsigned number, uint32_t reg,
                           enum machine_role role)
{
    const char *class = form_classes[machine_rows[v->instr->op].form];
    if (role == ROLE_NONE)
        return true;
    if (reg >= v->function->register_limit)
        return machine_breach_here(v, MACHINE_INVARIANT_exists, "there is no register %u", reg);
    if (reg >= FIRST_VIRTUAL && machine_invariant_holds(v, MACHINE_INVARIANT_virtual))
        return machine_breach_here(v, MACHINE_INVARIANT_virtual, "register %u is left", reg);
    bool is_real = machine_is_real(v->function, reg);
    bool wants_real =
        v->instr->op == MACHINE_COPY ? machine_is_real(v->function, v->instr->rd) : class[number] == 'X';
    if (is_real != wants_real && v->instr->op != MACHINE_KEEP)
        return machine_breach_here(v, MACHINE_INVARIANT_class, "register %u is %s", reg,
                                   is_real ? "a real's" : "a word's");
    return check_reserved(v, reg, role != ROLE_READ);
}

static bool check_registers(const struct machine_verifier *v)
{
    const struct machine_row *row = &machine_rows[v->instr->op];
    bool reads_s = row->reads_s && !v->instr->has_imm;
    return check_register(v, 0, v->instr->rd, row->rd) && check_register(v, 1, v->instr->rs, row->rs) &&
           check_register(v, 2, v->instr->rt, reads_s ? ROLE_READ : ROLE_NONE);
}

/* ---- constants, symbols, frame words */

static bool check_constant(const struct machine_verifier *v)
{
    const struct machine_instr *instr = v->instr;
    enum { BITS_13 = 1 << 13, BITS_18 = 1 << 18, BITS_19 = 1 << 19 };
    bool good = true;
    switch (machine_rows[instr->op].form) {
    case FORM_RSD:
    case FORM_S:
    case FORM_RSX:
    case FORM_RS:
        good = !instr->has_imm || instr->base == BASE_SYMBOL_LO || machine_fits(instr->imm);
        break;
    case FORM_KD:
        good = instr->base == BASE_SYMBOL_HI || (instr->imm >= -BITS_18 && instr->imm < BITS_18);
        break;
    case FORM_K13:
        good = instr->imm >= 0 && instr->imm < BITS_13;
        break;
    case FORM_K19:
        good = instr->imm >= 0 && instr->imm < BITS_19;
        break;
    default:
        good = !instr->has_imm;
        break;
    }
    return good || machine_breach_here(v, MACHINE_INVARIANT_constant, "the constant is %d", instr->imm);
}

static bool check_base(const struct machine_verifier *v)
{
    const struct machine_instr *instr = v->instr;
    bool good = true;
    bool has_symbol = false;
    switch ((enum machine_base)instr->base) {
    case BASE_NONE:
        break;
    case BASE_SYMBOL:
        has_symbol = true;
        good = instr->op == MACHINE_SET || instr->op == MACHINE_call;
        break;
    case BASE_SYMBOL_HI:
        has_symbol = true;
        good = instr->op == MACHINE_gethi;
        break;
    case BASE_SYMBOL_LO:
        has_symbol = true;
        good = instr->has_imm;
        break;
    case BASE_NEAR:
        good = v->stage < MACHINE_FRAMED && (instr->op == MACHINE_SET || instr->has_imm);
        break;
    case BASE_FAR:
        good = v->stage < MACHINE_FRAMED && instr->op == MACHINE_SET;
        break;
    case BASE_ARGUMENTS:
        good = v->stage < MACHINE_FRAMED && instr->op == MACHINE_add && instr->rs == REGISTER_sp &&
               instr->has_imm && v->function->moves_stack;
        break;
    default:
        good = false;
        break;
    }
    if (!good)
        return machine_breach_here(v, MACHINE_INVARIANT_base, "the base is number %u of enum machine_base",
                                   instr->base);
    if (has_symbol && instr->symbol >= v->symbol_count)
        return machine_breach_here(v, MACHINE_INVARIANT_exists, "there is no symbol %u", instr->symbol);
    return true;
}

/* Words of a real's image, spill words, outgoing arguments. */
static bool check_memory(const struct machine_verifier *v)
{
    enum { HEADER_WORDS = 2 }; /* of the frame, before the saved registers */
    const struct machine_instr *instr = v->instr;
    const struct machine_function *function = v->function;
    const uint32_t words = instr->memory.words ? instr->memory.words : 1;
    /* an array that moves sp stores to its last word, to test whether the stack is full */
    const uint32_t below_sp =
        function->outgoing_words == 0 && function->moves_stack ? 1 : function->outgoing_words;
    bool is_image = instr->op == MACHINE_xld || instr->op == MACHINE_xst;
    if (is_image && instr->memory.words != function->real_words)
        return machine_breach_here(v, MACHINE_INVARIANT_image, "it has %u words", instr->memory.words);
    if (instr->memory.is_spill && instr->rs == REGISTER_fp) {
        int64_t start = v->stage < MACHINE_FRAMED ? 0 : HEADER_WORDS + __builtin_popcountll(function->saved);
        if (!instr->has_imm || instr->imm < start ||
            instr->imm + (int64_t)words > start + function->near_words)
            return machine_breach_here(v, MACHINE_INVARIANT_spill, "it is word %d", instr->imm);
    }
    if (instr->op == MACHINE_stg && instr->rs == REGISTER_sp && v->stage < MACHINE_FRAMED &&
        (!instr->has_imm || instr->imm >= 0 || instr->imm < -(int64_t)below_sp))
        return machine_breach_here(v, MACHINE_INVARIANT_outgoing, "it is word %d", instr->imm);
    return true;
}

static bool check_instr(const struct machine_verifier *v)
{
    const struct machine_instr *instr = v->instr;
    bool is_call = instr->op == MACHINE_call || instr->op == MACHINE_callr;
    if (instr->op == MACHINE_KEEP && machine_invariant_holds(v, MACHINE_INVARIANT_pseudo))
        return machine_breach_here(v, MACHINE_INVARIANT_pseudo, "it is a keep");
    if (instr->op == MACHINE_RET && machine_invariant_holds(v, MACHINE_INVARIANT_pseudo))
        return machine_breach_here(v, MACHINE_INVARIANT_pseudo, "it is a return");
    if (v->function->is_named && !instr->names)
        return machine_breach_here(v, MACHINE_INVARIANT_named, "it has no names");
    if (is_call && !v->function->calls)
        return machine_breach_here(v, MACHINE_INVARIANT_calls, "the function is not");
    return check_registers(v) && check_base(v) && check_constant(v) && check_memory(v);
}

/* ---- blocks */

static bool is_conditional(const struct machine_instr *instr)
{
    return instr && machine_rows[instr->op].ends && machine_rows[instr->op].form == FORM_L &&
           instr->op != MACHINE_bra;
}

/* The end of a block before its jump is printed: it may have a conditional branch; the rest is in
 * `successor`. */
static bool check_open_end(const struct machine_verifier *v)
{
    const struct machine_block *block = v->block;
    bool ends = block->last && machine_rows[block->last->op].ends;
    if (block->successor[1] && (!is_conditional(block->last) || block->last->target != block->successor[0]))
        return machine_breach_here(v, MACHINE_INVARIANT_open_end, "it has two successors");
    if (!block->successor[1] && ends == (block->successor[0] != NULL))
        return machine_breach_here(v, MACHINE_INVARIANT_open_end, "it has %s",
                                   block->successor[0] ? "one successor" : "no successor");
    return true;
}

/* Whether the two places are the block's successors, in any order; NULL: none. */
static bool are_successors(const struct machine_block *block, const struct machine_block *one,
                           const struct machine_block *other)
{
    const struct machine_block *first = block->successor[0];
    const struct machine_block *second = block->successor[1];
    if (!one || one == other)
        return !second || first == second ? first == other : false;
    return !other ? first == one && (!second || second == one)
                  : (first == one && second == other) || (first == other && second == one);
}

/* The end of a block after branches have been added. */
static bool check_layout(const struct machine_verifier *v)
{
    const struct machine_instr *last = v->block->last;
    const struct machine_block *one = NULL;
    const struct machine_block *other = v->block->next;
    if (is_conditional(last)) {
        one = last->target;
    } else if (last && last->op == MACHINE_bra) {
        one = is_conditional(last->previous) ? last->previous->target : NULL;
        other = last->target;
    } else if (last && machine_rows[last->op].ends) {
        other = NULL;
    } else if (!other) {
        return machine_breach_here(v, MACHINE_INVARIANT_layout, "control falls off the end of the function");
    }
    return are_successors(v->block, one, other) ||
           machine_breach_here(v, MACHINE_INVARIANT_layout, "they do not");
}

static bool check_block(struct machine_verifier *v, const bool *placed)
{
    const struct machine_instr *previous = NULL;
    for (v->instr = v->block->first; v->instr; v->instr = v->instr->next) {
        const struct machine_block *target = v->instr->target;
        if (v->instr->previous != previous)
            return machine_breach_here(v, MACHINE_INVARIANT_linked, "`previous` is another instruction");
        if (target && (target->id >= v->function->block_count || !placed[target->id]))
            return machine_breach_here(v, MACHINE_INVARIANT_successor, "block %u is not", target->id);
        bool goes_on = v->stage >= MACHINE_FINISHED && is_conditional(v->instr) && v->instr->next &&
                       v->instr->next->op == MACHINE_bra;
        if (machine_rows[v->instr->op].ends && v->instr->next && !goes_on)
            return machine_breach_here(
                v, v->stage < MACHINE_FINISHED ? MACHINE_INVARIANT_open_end : MACHINE_INVARIANT_layout,
                "instructions follow");
        if (!check_instr(v))
            return false;
        previous = v->instr;
    }
    if (v->block->last != previous)
        return machine_breach_here(v, MACHINE_INVARIANT_linked, "`last` is another instruction");
    return v->stage < MACHINE_FINISHED ? check_open_end(v) : check_layout(v);
}

static bool check_function(struct machine_verifier *v, struct arena *arena)
{
    bool *placed = ARENA_ARRAY(arena, bool, v->function->block_count + 1);
    for (v->block = v->function->first; v->block; v->block = v->block->next) {
        if (v->block->id >= v->function->block_count || placed[v->block->id])
            return machine_breach_here(v, MACHINE_INVARIANT_block_number, "it is there twice, or too large");
        placed[v->block->id] = true;
    }
    for (v->block = v->function->first; v->block; v->block = v->block->next) {
        for (unsigned i = 0; i < 2; i++) {
            const struct machine_block *next = v->block->successor[i];
            if (next && (next->id >= v->function->block_count || !placed[next->id]))
                return machine_breach_here(v, MACHINE_INVARIANT_successor, "block %u is not", next->id);
        }
    }
    for (v->block = v->function->first; v->block; v->block = v->block->next) {
        if (!check_block(v, placed))
            return false;
    }
    return machine_verify_flow(v);
}

bool machine_verify(const struct machine_function *function, enum machine_stage stage, uint32_t symbol_count,
                    struct machine_breach *breach)
{
    struct arena arena = {0};
    struct machine_verifier v = {
        .function = function, .stage = stage, .symbol_count = symbol_count, .breach = breach};
    breach->invariant = MACHINE_INVARIANT_none;
    bool good = check_function(&v, &arena);
    arena_release(&arena);
    return good;
}

void machine_verify_after(const struct machine_function *function, enum machine_stage stage,
                          uint32_t symbol_count, const char *step)
{
    struct machine_breach breach;
    if (!machine_verify(function, stage, symbol_count, &breach)) {
        message_line(stderr, "fcc: internal error after step %s: %s; please report it", step, breach.text);
        abort();
    }
}
