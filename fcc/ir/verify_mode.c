/* verify_mode.c - the invariants of invariant.def about modes: where a group is in lockstep, and where it is
 * not.
 *
 * A PP leaves lockstep with the hint async_enter, and comes back behind the barrier with async_leave. Both
 * states are propagated through the blocks. verify.c must have accepted the function's form. */
#include "fcc/ir/verify.h"

#include <string.h>

#include "fcc/ir/runtime.h"

/* States in which control can reach a place; a set. */
enum { IN_STEP = 1, APART = 2 };

/* The state after an instruction. */
static uint8_t after(const struct ir_instr *instr, uint8_t state)
{
    if (instr->op != IR_SHINT)
        return state;
    return instr->a.value == HINT_async_enter ? APART : instr->a.value == HINT_async_leave ? IN_STEP : state;
}

/* Sets the states at the starts of blocks, by id; 0: no path leads there. */
static uint8_t *find_states(struct arena *arena, const struct ir_function *function)
{
    uint8_t *states = ARENA_ARRAY(arena, uint8_t, function->block_count + 1);
    states[function->first->id] = IN_STEP;
    for (bool changes = true; changes;) {
        changes = false;
        for (const struct ir_block *block = function->first; block; block = block->next) {
            uint8_t state = states[block->id];
            if (state == 0)
                continue;
            for (const struct ir_instr *instr = block->first; instr; instr = instr->next)
                state = after(instr, state);
            for (unsigned t = 0; t < 2 && block->last->target[t]; t++) {
                uint8_t *next = &states[block->last->target[t]->id];
                changes |= (*next | state) != *next;
                *next |= state;
            }
        }
    }
    return states;
}

/* Whether the order of the PPs matters to an access: a load or store of a word that is neither the PP's own
 * nor constant. PPs that leave a group count themselves by multiprefix operations in any order. */
static bool is_shared(const struct ir_instr *instr)
{
    return (instr->op == IR_LOAD || instr->op == IR_STORE) &&
           (instr->memory & (IR_MEM_OWN | IR_MEM_CONSTANT)) == 0;
}

/* Whether a call begins a group of its own: start, or join. */
static bool begins_group(const struct ir_verifier *v, const struct ir_instr *instr)
{
    const char *name =
        instr->op == IR_CALL && instr->a.kind == IR_SYMBOL ? v->unit->symbols[instr->a.id].name : "";
    return strcmp(name, "__fork_start") == 0 || strcmp(name, "__fork_join_board") == 0;
}

/* Whether a group begins where PPs are apart. Its synchronous blocks lie between the hints of the outer one,
 * and the checks below do not tell them from others. */
static bool has_inner_group(const struct ir_verifier *v, const uint8_t *states)
{
    for (const struct ir_block *block = v->function->first; block; block = block->next) {
        uint8_t state = states[block->id];
        for (const struct ir_instr *instr = block->first; instr; instr = instr->next) {
            if ((state & APART) != 0 && begins_group(v, instr))
                return true;
            state = after(instr, state);
        }
    }
    return false;
}

static bool check_instr(const struct ir_verifier *v, uint8_t state)
{
    const struct ir_instr *instr = v->instr;
    const int32_t hint = instr->op == IR_SHINT ? instr->a.value : 0;
    if ((hint == HINT_async_enter || instr->op == IR_RETURN) && state == APART)
        return ir_breach_here(v, IR_INVARIANT_lockstep, "the group is not in lockstep here");
    if (hint == HINT_async_leave && state == IN_STEP)
        return ir_breach_here(v, IR_INVARIANT_lockstep, "the group is in lockstep here already");
    if (state == APART && v->block->synchronous && is_shared(instr))
        return ir_breach_here(v, IR_INVARIANT_apart, "it may touch a shared word");
    return true;
}

bool ir_verify_mode(struct ir_verifier *v)
{
    struct arena arena = {0};
    const uint8_t *states = find_states(&arena, v->function);
    bool good = true;
    const bool is_nested = has_inner_group(v, states);
    for (v->block = is_nested ? NULL : v->function->first; v->block && good; v->block = v->block->next) {
        uint8_t state = states[v->block->id];
        v->instr = NULL;
        if (state == 0)
            continue;
        if (state == (IN_STEP | APART))
            good = ir_breach_here(v, IR_INVARIANT_lockstep, "on some paths the group is in lockstep here");
        else if (v->function->mode == IR_SYNC && !v->block->synchronous && state != APART)
            good = ir_breach_here(v, IR_INVARIANT_apart, "it is asynchronous, and the group is in lockstep");
        for (v->instr = v->block->first; v->instr && good; v->instr = v->instr->next) {
            good = check_instr(v, state);
            state = after(v->instr, state);
        }
    }
    arena_release(&arena);
    return good;
}
