/* flow.c - see flow.h. */
#include "sim/bsp/code/flow.h"

#include <string.h>

#include "asm/isa.h"

/* The pcs that follow if no jump is on its way, as the answer of flow_next. */
static unsigned find_ways(const struct instruction *i, uint32_t pc, uint32_t to[FLOW_MOST])
{
    to[0] = pc + 1;
    to[1] = i->constant;
    if (i->opcode == DECODE_ILLEGAL || i->opcode == OP_halt)
        return 0;
    if (i->kind == ISA_KIND_BRANCH && i->opcode != OP_bra)
        return 2;
    if (i->kind == ISA_KIND_BRANCH || i->opcode == OP_call) {
        to[0] = i->constant;
        return 1;
    }
    if (i->base == 1 && i->rt == 0) { /* push and pop move their pointer at once */
        to[0] = pc + i->constant;
        return 1;
    }
    const bool goes_on = !(i->traits & DECODE_WRITES_PC) || (flow_jumps_late(i) && i->base != 1);
    return goes_on ? 1 : FLOW_ANYWHERE;
}

unsigned flow_next(const struct instruction *i, uint32_t count, struct flow_place at,
                   struct flow_place next[FLOW_MOST])
{
    uint32_t to[FLOW_MOST];
    unsigned ways = find_ways(i, at.pc, to);
    if (at.jumps && ways != 0) /* the jump wins over a branch in its slot, not over a halt */
        ways = FLOW_ANYWHERE;
    for (unsigned k = 0; k < ways && ways <= FLOW_MOST; k++)
        if (to[k] > count)
            ways = FLOW_ANYWHERE;
    for (unsigned k = 0; k < FLOW_MOST; k++)
        next[k] = (struct flow_place){.pc = to[k], .jumps = flow_jumps_late(i)};
    return ways;
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
        is_chained |= slots[pc] && flow_jumps_late(&code[pc]);
    if (is_chained)
        memset(slots, 1, (size_t)count + 1);
}
