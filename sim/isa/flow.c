/* flow.c - see flow.h. */
#include "sim/isa/flow.h"

#include <string.h>

#include "sim/isa/instruction.h"

/* The next pcs if no jump is pending, as flow_next returns them. */
static inline unsigned find_ways(const struct instruction *i, uint32_t pc, uint32_t to[FLOW_MOST])
{
    to[0] = pc + 1;
    to[1] = i->constant;
    if (i->opcode == DECODE_ILLEGAL || system_rows[i->opcode].work == SYSTEM_HALT)
        return 0;
    if (system_branches(i->opcode) && system_rows[i->opcode].row != SYSTEM_ROW_ALWAYS)
        return 2;
    if (system_branches(i->opcode) || system_rows[i->opcode].work == SYSTEM_CALL) {
        to[0] = i->constant;
        return 1;
    }
    if (i->base == 1 && i->rt == 0) { /* push and pop move their pointer at once */
        to[0] = pc + i->constant;
        return 1;
    }
    const bool goes_on = !(i->traits & DECODE_WRITES_PC) || (instruction_jumps_late(i) && i->base != 1);
    return goes_on ? 1 : FLOW_ANYWHERE;
}

/* Places from ways. */
static inline __attribute__((always_inline)) unsigned go(const struct instruction *i, uint32_t count,
                                                         struct flow_place at, unsigned ways,
                                                         const uint32_t to[FLOW_MOST],
                                                         struct flow_place next[FLOW_MOST])
{
    if (at.jumps && ways != 0) /* the jump wins over a branch in its slot, not over a halt */
        ways = FLOW_ANYWHERE;
    for (unsigned k = 0; k < ways && ways <= FLOW_MOST; k++)
        if (to[k] > count)
            ways = FLOW_ANYWHERE;
    for (unsigned k = 0; k < FLOW_MOST; k++)
        next[k] = (struct flow_place){.pc = to[k], .jumps = instruction_jumps_late(i)};
    return ways;
}

unsigned flow_next(const struct instruction *i, uint32_t count, struct flow_place at,
                   struct flow_place next[FLOW_MOST])
{
    uint32_t to[FLOW_MOST];
    return go(i, count, at, find_ways(i, at.pc, to), to, next);
}

unsigned flow_next_inside(const struct instruction *i, uint32_t count, struct flow_place at,
                          struct flow_place next[FLOW_MOST])
{
    uint32_t to[FLOW_MOST] = {at.pc + 1};
    const unsigned ways = instruction_calls(i) ? 1 : find_ways(i, at.pc, to);
    return go(i, count, at, ways, to, next);
}

/* Whether gethi and add make an address in a register. */
static bool makes_address(const struct instruction *at, unsigned number, uint32_t *address)
{
    if (at[0].opcode != OP_gethi || at[1].opcode != OP_add || at[1].rt != 0 || at[1].rs != at[0].rd ||
        at[1].rd != at[0].rd || at[0].rd != number)
        return false;
    *address = at[0].constant + at[1].constant;
    return true;
}

bool flow_jumps_far(const struct instruction *code, uint32_t count, uint32_t pc, uint32_t *to)
{
    const struct instruction *jump = &code[pc] + 2;
    return count - pc >= 3 && system_rows[jump->opcode].work == SYSTEM_JUMP &&
           makes_address(&code[pc], jump->rt, to);
}

bool flow_calls_far(const struct instruction *code, uint32_t pc, uint32_t *to)
{
    return pc >= 2 && system_rows[code[pc].opcode].work == SYSTEM_CALL_REGISTER &&
           makes_address(&code[pc - 2], code[pc].rs, to);
}

void flow_find_slots(const struct instruction *code, uint32_t count, uint8_t *slots)
{
    bool is_chained = false;
    memset(slots, 0, (size_t)count + 1);
    for (uint32_t pc = 0; pc < count; pc++) {
        struct flow_place next[FLOW_MOST];
        const unsigned ways = flow_next(&code[pc], count, (struct flow_place){.pc = pc}, next);
        if (!next[0].jumps)
            continue;
        is_chained |= ways == FLOW_ANYWHERE;
        for (unsigned k = 0; k < ways && ways <= FLOW_MOST; k++)
            slots[next[k].pc] = 1;
    }
    for (uint32_t pc = 0; pc < count; pc++) /* a jump in a slot has its own slot anywhere */
        is_chained |= slots[pc] && instruction_jumps_late(&code[pc]);
    if (is_chained)
        memset(slots, 1, (size_t)count + 1);
}
