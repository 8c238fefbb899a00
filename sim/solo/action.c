/* action.c - translates the operations of a program to actions, once per run. Knows instructions and hints,
 * no PPs. */
#include "sim/solo/action.h"

#include "asm/isa.h"
#include "sim/machine/shint.h"
#include "sim/isa/instruction.h"

/* Of a load or store; moving: of one that also moves its base register before. */
static unsigned access_kind(const struct operation *operation, unsigned kind, unsigned moving)
{
    if (operation->address == SYSTEM_ADDRESS_BEFORE) /* also from R0: then the new base is discarded */
        return moving;
    return operation->i.base != DECODE_SINK ? ACTION_STOP : kind;
}

/* The action of an instruction by itself. */
static unsigned kind_of(const struct operation *operation, uint32_t count)
{
    static const uint8_t kinds[] = {
        [HANDLE_NUMBER] = ACTION_NUMBER,     [HANDLE_COUNT] = ACTION_CONSTANT,
        [HANDLE_CYCLE] = ACTION_CYCLE,       [HANDLE_FOLD] = ACTION_FOLD,
        [HANDLE_CONSTANT] = ACTION_CONSTANT, [HANDLE_NOTHING] = ACTION_NOTHING,
        [HANDLE_JUMP] = ACTION_JUMP,         [HANDLE_CALL_REGISTER] = ACTION_CALL_REGISTER};
    const struct instruction *i = &operation->i;
    if (operation->plain == DECODE_ILLEGAL)
        return ACTION_STOP;
    if (operation->handler < sizeof kinds && kinds[operation->handler] != 0)
        return kinds[operation->handler];
    switch ((enum handler)operation->handler) {
    case HANDLE_HINT:
        return shint_changes_state(i->constant) ? ACTION_HEAR : ACTION_NOTHING;
    case HANDLE_LOAD:
        return access_kind(operation, ACTION_LOAD, ACTION_POP);
    case HANDLE_STORE:
        return i->rd == 0 ? ACTION_STOP : access_kind(operation, ACTION_STORE, ACTION_PUSH);
    case HANDLE_CALL:
        return i->constant < count ? ACTION_CALL : ACTION_STOP;
    case HANDLE_BRANCH:
    case HANDLE_BRANCH_ALWAYS:
    case HANDLE_BRANCH_MODULO:
        return i->constant < count ? i->opcode : ACTION_STOP;
    default:
        return system_computes(i->opcode) ? i->opcode : ACTION_STOP;
    }
}

static bool is_load(unsigned kind)
{
    return kind >= ACTION_LOAD && kind <= ACTION_POLL_POP;
}

static bool ends_run(unsigned kind)
{
    return kind == ACTION_STOP || (kind >= ACTION_JUMP && kind <= ACTION_CALL_REGISTER) ||
           system_branches((uint8_t)kind);
}

static struct event_action alone(const struct tile_world *world, uint32_t pc)
{
    const struct operation *operation = &world->code[pc];
    const struct instruction *i = &operation->i;
    const unsigned kind = pc < world->code_count ? kind_of(operation, world->code_count) : ACTION_STOP;
    return (struct event_action){.kind = (uint8_t)kind,
                                 .rs = i->rs,
                                 .rt = i->rt,
                                 .rd = i->rd,
                                 .target = i->target,
                                 .base = i->base,
                                 .run = 1,
                                 .constant = operation->handler == HANDLE_COUNT ? world->machine->memory.pps
                                                                                : i->constant,
                                 .way = kind == ACTION_FOLD ? operation->fold : i->constant};
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

/* Decides when the delayed result of an action is written. `after` is the instruction of the next one. */
static void land(struct event_action *action, const struct event_action *next,
                 const struct instruction *after)
{
    const bool may_be_early = !instruction_touches(after, action->target);
    if (is_load(action->kind)) {
        action->lands_early = next->kind == ACTION_STOP || may_be_early;
        if (!action->lands_early)
            action->kind = ACTION_STOP;
    } else if (action->kind == ACTION_FOLD) {
        action->lands_early = next->kind != ACTION_STOP && may_be_early;
    }
}

void event_prepare(const struct tile_world *world, struct event_action *actions)
{
    const uint32_t count = world->code_count;
    actions[count] = alone(world, count);
    for (uint32_t pc = count; pc-- > 0;) {
        struct event_action *action = &actions[pc];
        *action = alone(world, pc);
        if (ends_run(action->kind))
            continue;
        if (action[1].run >= RUN_MOST)
            action->kind = ACTION_STOP;
        else
            action->run = (uint8_t)(action[1].run + 1);
    }
    for (uint32_t pc = 0; pc < count; pc++) {
        if (world->code[pc].handler == HANDLE_LOAD)
            actions[pc].way = is_load(actions[pc].kind) ? plain_wait(world->code, count, pc) : 0;
        land(&actions[pc], &actions[pc + 1], &world->code[pc + 1].i);
    }
    for (uint32_t pc = 0; pc < count; pc++)
        if (world->code[pc].polls)
            event_make_poll(actions, pc);
}

void event_make_poll(struct event_action *actions, uint32_t pc)
{
    if (is_load(actions[pc].kind) && actions[pc].kind < ACTION_POLL)
        actions[pc].kind = actions[pc].kind == ACTION_POP ? ACTION_POLL_POP : ACTION_POLL;
}
