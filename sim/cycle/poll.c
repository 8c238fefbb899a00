/* poll.c - see poll.h. */
#include "poll.h"

#include "sim/machine/shint.h"
#include "sim/isa/system.h"

/* Whether the instruction may leave the state unchanged when it is repeated, and has no effect that other PPs
 * can see. */
static bool may_repeat(const struct instruction *i)
{
    switch (system_rows[i->opcode].work) {
    case SYSTEM_OTHER:
        return (system_computes(i->opcode) && (i->traits & DECODE_DIVIDES) == 0) ||
               system_branches(i->opcode);
    case SYSTEM_LOAD:
        return i->base == DECODE_SINK;
    case SYSTEM_CONSTANT:
    case SYSTEM_NUMBER:
    case SYSTEM_COUNT:
    case SYSTEM_NOTHING:
        return true;
    case SYSTEM_HINT:
        return shint_number(i->constant) == SHINT_yield;
    default:
        return false;
    }
}

/* Whether a register is computed from itself: then the PP counts rather than waits. */
static bool counts(const struct instruction *i)
{
    return system_computes(i->opcode) && (i->target == i->rs || i->target == i->rt);
}

static bool is_poll(const struct instruction *code, uint32_t head, uint32_t close, uint32_t *loads)
{
    *loads = 0;
    for (uint32_t pc = head; pc <= close; pc++) {
        const struct instruction *i = &code[pc];
        const bool stays = system_branches(i->opcode) && i->constant >= head && i->constant <= close;
        *loads += system_rows[i->opcode].work == SYSTEM_LOAD;
        if (!may_repeat(i) || counts(i) || (i->traits & DECODE_READS_PC) != 0 || i->target == 1 ||
            (stays && pc != close) || system_reads_clock(i->opcode))
            return false;
    }
    return *loads != 0 && *loads <= POLL_MOST_LOADS;
}

static bool closes_short_loop(const struct instruction *code, uint32_t pc)
{
    const struct instruction *i = &code[pc];
    return system_branches(i->opcode) && i->constant <= pc && pc - i->constant < POLL_LONGEST;
}

void poll_find(struct poll_loop *loops, const struct instruction *code, uint32_t count)
{
    for (uint32_t pc = 0; pc < count; pc++) {
        const uint32_t head = code[pc].constant;
        uint32_t loads;
        if (closes_short_loop(code, pc) && is_poll(code, head, pc, &loads))
            loops[pc] = (struct poll_loop){.head = head, .length = pc - head + 1, .loads = loads};
    }
}
