/* action.c - translates the operations of a program to actions, once per run. Knows instructions and hints,
 * no PPs. */
#include "sim/bsp/event/action.h"

#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "sim/isa/flow.h"
#include "sim/bsp/encounter/encounter.h"
#include "sim/machine/shint.h"
#include "sim/isa/instruction.h"

/* Longer stretches without a branch are cut. */
enum { RUN_MOST = 200 };

/* Maximum distance from the load of a polling loop to its branch, in instructions. */
enum { SPIN_MOST = 8 };

/* Actions by opcode: arithmetic and branches. */
static const uint8_t computing[256] = {
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    [OP_##name] = ACTION_##name, [OP_##name##s] = ACTION_##name##s,
#define ALU_DIVIDE(name, result, overflow) [OP_##name] = ACTION_##name, [OP_##name##s] = ACTION_##name##s,
#define ALU_FLOAT2(name, result) [OP_##name] = ACTION_##name,
#define ALU_FLOAT1(name, result) [OP_##name] = ACTION_##name,
#define ALU_BITS1(name, result) [OP_##name] = ACTION_##name,
#define ALU_BRANCH(name, condition) [OP_##name] = ACTION_##name,
#include "asm/tables/alu.def"
    [OP_fcmp] = ACTION_FCMP,
};

static bool is_frame_register(unsigned number)
{
    return number == MACHINE_SP || number == MACHINE_FP;
}

static enum action_kind hint_kind(uint32_t constant)
{
    switch (shint_number(constant)) {
    case SHINT_barrier_enter:
    case SHINT_barrier_leave:
    case SHINT_async_enter:
    case SHINT_async_leave:
    case SHINT_stack_base:
        return ACTION_HEAR;
    default:
        return ACTION_NOTHING;
    }
}

static enum action_kind load_kind(const struct operation *operation)
{
    if (operation->address == SYSTEM_ADDRESS_BEFORE) /* also from R0: then the new base is discarded */
        return ACTION_POP;
    if (operation->i.base != DECODE_SINK)
        return ACTION_STOP;
    return is_frame_register(operation->i.rs) ? ACTION_LOAD_OWN : ACTION_LOAD;
}

static enum action_kind store_kind(const struct operation *operation)
{
    if (operation->i.rd == 0)
        return ACTION_STOP;
    if (operation->address == SYSTEM_ADDRESS_BEFORE)
        return ACTION_PUSH;
    if (operation->i.base != DECODE_SINK)
        return ACTION_STOP;
    return is_frame_register(operation->i.rs) ? ACTION_STORE_OWN : ACTION_STORE;
}

/* The action of an instruction by itself. */
static enum action_kind kind_of(const struct operation *operation, uint32_t count)
{
    const struct instruction *i = &operation->i;
    switch ((enum handler)operation->handler) {
    case HANDLE_NUMBER:
        return i->target != 1 ? ACTION_NUMBER : ACTION_STOP;
    case HANDLE_COUNT:
        return i->target != 1 ? ACTION_CONSTANT : ACTION_STOP;
    case HANDLE_CYCLE:
        return i->target != 1 ? ACTION_CYCLE : ACTION_STOP;
    case HANDLE_HINT:
        return hint_kind(i->constant);
    case HANDLE_REAL:
        return (i->traits & DECODE_READS_PC) == 0 ? ACTION_REAL : ACTION_STOP;
    case HANDLE_REAL_COMPARE:
        return ACTION_REAL_COMPARE;
    case HANDLE_REAL_OUT:
        return i->target != 1 ? ACTION_REAL_OUT : ACTION_STOP;
    default:
        break;
    }
    if (operation->plain == DECODE_ILLEGAL)
        return ACTION_STOP;
    switch ((enum handler)operation->handler) {
    case HANDLE_LOAD:
        return load_kind(operation);
    case HANDLE_STORE:
        return store_kind(operation);
    case HANDLE_FOLD:
        return ACTION_FOLD;
    case HANDLE_CONSTANT:
        return ACTION_CONSTANT;
    case HANDLE_NOTHING:
        return ACTION_NOTHING;
    case HANDLE_JUMP:
        return ACTION_JUMP;
    case HANDLE_CALL:
        return i->constant < count ? ACTION_CALL : ACTION_STOP;
    case HANDLE_CALL_REGISTER:
        return ACTION_CALL_REGISTER;
    case HANDLE_BRANCH:
    case HANDLE_BRANCH_ALWAYS:
    case HANDLE_BRANCH_MODULO:
        return i->constant < count ? (enum action_kind)computing[i->opcode] : ACTION_STOP;
    default:
        return (enum action_kind)computing[i->opcode];
    }
}

static bool is_load(unsigned kind)
{
    return kind >= ACTION_LOAD && kind <= ACTION_LOOK_POP;
}

static bool is_pop(unsigned kind)
{
    return kind == ACTION_POP || kind == ACTION_POP_CAREFULLY || kind == ACTION_POP_NOP;
}

/* Whether the loop may stop before the action, in the middle of a run. */
static bool may_stop(unsigned kind)
{
    switch (kind) {
    case ACTION_STOP:
#define ALU_DIVIDE(name, result, overflow)                                                                   \
    case ACTION_##name:                                                                                      \
    case ACTION_##name##s:
#include "asm/tables/alu.def"
    case ACTION_STORE:
    case ACTION_STORE_OWN:
    case ACTION_PUSH:
    case ACTION_FOLD:
    case ACTION_HEAR:
    case ACTION_JUMP:
    case ACTION_CALL_REGISTER:
        return true;
    default:
        return is_load(kind);
    }
}

static bool ends_run(unsigned kind)
{
    switch (kind) {
    case ACTION_STOP:
    case ACTION_JUMP:
    case ACTION_CALL:
    case ACTION_CALL_REGISTER:
#define ALU_BRANCH(name, condition) case ACTION_##name:
#include "asm/tables/alu.def"
        return true;
    default:
        return false;
    }
}

static bool touches(const struct event_action *action, unsigned number)
{
    return action->rs == number || action->rt == number || action->rd == number || action->target == number ||
           action->base == number;
}

/* The branches that merge with the comparison before them. After a subtraction the loop knows whether one
 * operand is less than the other, and the sign, but not overflow by itself. */
static bool is_joined(unsigned branch)
{
    switch (branch) {
    case ACTION_bra:
    case ACTION_bvs:
    case ACTION_bvc:
    case ACTION_bmc:
    case ACTION_bms:
        return false;
    default:
        return true;
    }
}

/* The comparison `compare` and the branch after it as one action; ACTION_STOP if there is none. */
static enum action_kind join(unsigned compare, unsigned branch)
{
    if ((compare != ACTION_subs && compare != ACTION_ands) || !is_joined(branch))
        return ACTION_STOP;
    switch (branch) {
#define ALU_BRANCH(name, condition)                                                                          \
    case ACTION_##name:                                                                                      \
        return compare == ACTION_subs ? ACTION_subs_##name : ACTION_ands_##name;
#include "asm/tables/alu.def"
    default:
        return ACTION_STOP;
    }
}

/* For the precision unit, X registers take the fields of integer registers. */
static struct event_action alone_of_unit(const struct operation *operation, enum action_kind kind)
{
    const struct instruction *i = &operation->i;
    const bool takes_word = instruction_takes_word(i);
    return (struct event_action){.kind = (uint8_t)kind,
                                 .rs = takes_word ? i->rs : 0,
                                 .target = i->target,
                                 .base = i->base,
                                 .run = 1,
                                 .way = operation->cost};
}

static struct event_action alone(const struct tile_world *world, uint32_t pc, const uint8_t *care)
{
    const struct operation *operation = &world->code[pc];
    const struct instruction *i = &operation->i;
    const bool is_told_alone = care != NULL && (care[pc] & ENCOUNTER_ALONE) != 0;
    const enum action_kind kind =
        pc < world->code_count && !is_told_alone ? kind_of(operation, world->code_count) : ACTION_STOP;
    if (kind >= ACTION_REAL && kind <= ACTION_REAL_OUT)
        return alone_of_unit(operation, kind);
    return (struct event_action){.kind = (uint8_t)kind,
                                 .rs = i->rs,
                                 .rt = i->rt,
                                 .rd = i->rd,
                                 .target = i->target,
                                 .base = i->base,
                                 .run = 1,
                                 .constant = operation->handler == HANDLE_COUNT ? world->machine->memory.pps
                                                                                : i->constant,
                                 .way = kind == ACTION_FOLD ? operation->kernel : i->constant};
}

/* Division by a constant power of two. */
static void divide_shifting(struct event_action *action)
{
    const uint32_t by = action->constant;
    if (action->rt != 0 || by < 2 || by > 1u << 30 || (by & (by - 1)) != 0)
        return;
    if (action->kind == ACTION_div || action->kind == ACTION_divu) {
        action->kind = action->kind == ACTION_div ? ACTION_DIVIDE_SHIFTING : ACTION_lsr;
        action->constant = (uint32_t)__builtin_ctz(by);
    }
}

/* Whether a branch soon after the load at pc leads back to the load, or to a place shortly before it. */
static bool is_spun_on(const struct event_action *actions, uint32_t pc)
{
    for (uint32_t k = 1; k <= SPIN_MOST; k++) {
        const unsigned kind = actions[pc + k].kind;
        if (ends_run(kind) && kind != ACTION_JUMP && kind != ACTION_CALL && kind != ACTION_CALL_REGISTER &&
            actions[pc + k].way <= pc && pc - actions[pc + k].way <= SPIN_MOST && kind != ACTION_STOP)
            return true;
        if (may_stop(kind))
            return false;
    }
    return false;
}

/* Whether an instruction between load and comparison of a polling loop does the same in every round. */
static bool is_idle(const struct operation *operation, const struct instruction *load)
{
    const unsigned target = operation->i.target;
    return operation->handler == HANDLE_NOTHING ||
           (operation->handler == HANDLE_CONSTANT && target != 1 && target != load->target &&
            target != load->rs && target != load->rt);
}

/* Whether the instruction compares the loaded word with a register that no round changes. */
static bool is_plain_comparison(const struct operation *code, uint32_t load, uint32_t at)
{
    const struct instruction *i = &code[at].i;
    const unsigned word = code[load].i.target, other = i->rs == word ? i->rt : i->rs;
    if (i->opcode != OP_subs || i->target != DECODE_SINK || i->rs == i->rt || other == 1)
        return false;
    for (uint32_t k = load + 1; k < at; k++)
        if (code[k].handler == HANDLE_CONSTANT && code[k].i.target == other)
            return false;
    return i->rs == word || (i->rt == word && i->constant == 0);
}

/* The number of instructions of a loop that only loads a word, compares it with another one and branches back
 * to the load; 0 if the loop at `pc` does anything else. */
static uint32_t plain_wait(const struct operation *code, uint32_t count, uint32_t pc)
{
    const struct instruction *load = &code[pc].i;
    const unsigned word = load->target;
    uint32_t at = pc + 1;
    while (at < count && at - pc < SPIN_MOST && is_idle(&code[at], load))
        at++;
    const bool is_left = word == 0 || word == 1 || word == DECODE_SINK || word == load->rs ||
                         word == load->rt || load->base != DECODE_SINK;
    if (is_left || at == pc + 1 || at + 1 >= count || !is_plain_comparison(code, pc, at))
        return 0;
    return code[at + 1].handler == HANDLE_BRANCH && code[at + 1].i.constant == pc ? at + 2 - pc : 0;
}

/* Whether a PP may reach the instruction at `pc` again soon. */
static bool may_come_back(const struct operation *code, uint32_t count, uint32_t pc)
{
    enum { SEEN_MOST = 64 };
    struct flow_place seen[SEEN_MOST] = {{.pc = pc}}, next[FLOW_MOST];
    uint32_t found = 1, begin = 0;
    for (uint32_t steps = 0; steps < ACTION_PERIOD_MOST; steps++)
        for (const uint32_t end = found; begin < end; begin++) {
            const unsigned ways = flow_next(&code[seen[begin].pc].i, count, seen[begin], next);
            for (unsigned k = 0; k < ways; k++) {
                if (ways == FLOW_ANYWHERE || next[k].pc == pc || found == SEEN_MOST)
                    return true;
                bool is_new = next[k].pc < count;
                for (uint32_t n = 0; n < found && is_new; n++)
                    is_new = seen[n].pc != next[k].pc || seen[n].jumps != next[k].jumps;
                if (is_new)
                    seen[found++] = next[k];
            }
        }
    return false;
}

static uint32_t way_of_load(const struct tile_world *world, const struct event_action *actions, uint32_t pc)
{
    const uint32_t period = plain_wait(world->code, world->code_count, pc);
    if (period != 0)
        return period;
    if (is_spun_on(actions, pc))
        return ACTION_SPUN_ON;
    return may_come_back(world->code, world->code_count, pc) ? ACTION_MAY_COME_BACK : ACTION_GOES_ON;
}

/* Whether a delayed value may be written to its register before the next action begins. Observers of accesses
 * get gp at its architectural value. */
static bool may_land_early(const struct event_action *action, const struct event_action *next, bool is_heard)
{
    return !touches(next, action->target) && !(is_heard && action->target == MACHINE_GP);
}

/* Merges an action with the next one, if possible. */
static void take_along(struct event_action *action, const struct event_action *next, bool is_heard)
{
    if (is_load(action->kind)) {
        action->lands_early = next->kind == ACTION_STOP || may_land_early(action, next, is_heard);
        if (!action->lands_early)
            action->kind = ACTION_STOP;
        else if (next->kind == ACTION_NOTHING)
            action->kind = (uint8_t)(action->kind + (ACTION_LOAD_NOP - ACTION_LOAD));
        else if (may_stop(next->kind))
            action->kind = (uint8_t)(action->kind + (ACTION_LOAD_CAREFULLY - ACTION_LOAD));
    } else if (action->kind == ACTION_FOLD) {
        action->lands_early = next->kind != ACTION_STOP && may_land_early(action, next, is_heard);
    } else if (join(action->kind, next->kind) != ACTION_STOP) {
        action->kind = (uint8_t)join(action->kind, next->kind);
        action->way = next->way;
        action->run = 2;
    }
}

void event_prepare(const struct tile_world *world, struct event_action *actions, const uint8_t *care)
{
    const bool is_heard = care != NULL;
    const uint32_t count = world->code_count;
    actions[count] = alone(world, count, care);
    for (uint32_t pc = count; pc-- > 0;) {
        struct event_action *action = &actions[pc];
        *action = alone(world, pc, care);
        divide_shifting(action);
        if (ends_run(action->kind))
            continue;
        if (action[1].run >= RUN_MOST)
            action->kind = ACTION_STOP;
        else
            action->run = (uint8_t)(action[1].run + 1);
    }
    for (uint32_t pc = 0; pc < count; pc++) {
        if (world->code[pc].handler == HANDLE_LOAD)
            actions[pc].way =
                is_load(actions[pc].kind) ? way_of_load(world, actions, pc) : ACTION_MAY_COME_BACK;
        take_along(&actions[pc], &actions[pc + 1], is_heard);
    }
    for (uint32_t pc = 0; pc < count; pc++)
        if (world->code[pc].looks)
            event_look_at(actions, pc);
}

void event_look_at(struct event_action *actions, uint32_t pc)
{
    if (is_load(actions[pc].kind) && actions[pc].kind < ACTION_LOOK)
        actions[pc].kind = is_pop(actions[pc].kind) ? ACTION_LOOK_POP : ACTION_LOOK;
}

struct event_action *event_copy_actions(const struct event_action *actions, uint32_t count)
{
    const size_t bytes = ((size_t)count + 1) * sizeof *actions;
    struct event_action *copy = malloc(bytes);
    return copy != NULL ? memcpy(copy, actions, bytes) : NULL;
}

/* Makes the loop stop after this load, but not before it. */
static void be_careful(struct event_action *action)
{
    if (action->kind >= ACTION_LOAD && action->kind <= ACTION_POP)
        action->kind = (uint8_t)(action->kind + (ACTION_LOAD_CAREFULLY - ACTION_LOAD));
}

void event_stop_before(struct event_action *actions, uint32_t pc)
{
    actions[pc].kind = ACTION_STOP;
    if (pc > 0)
        be_careful(&actions[pc - 1]);
}

void event_pass(struct event_action *actions, const struct event_action *made, uint32_t pc)
{
    actions[pc].kind = made[pc].kind;
    if (actions[pc + 1].kind == ACTION_STOP)
        be_careful(&actions[pc]);
    if (pc > 0 && actions[pc - 1].kind != ACTION_STOP)
        actions[pc - 1].kind = made[pc - 1].kind;
}
