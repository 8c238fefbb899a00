/* region.c - see region.h. */
#include "sim/jit/region.h"

#include <string.h>

#include "sim/isa/instruction.h"
#include "sim/machine/shint.h"

static bool is_of_barriers(const struct instruction *i)
{
    const uint32_t number = shint_number(i->constant);
    return system_rows[i->opcode].work == SYSTEM_HINT &&
           (number == SHINT_barrier_enter || number == SHINT_barrier_leave);
}

/* What comes after an instruction, in code of the region's form. */
static enum region_end after(const struct region *region, uint32_t pc)
{
    const struct operation *operation = &region->code[pc];
    const struct instruction *i = &operation->i;
    if (operation->plain == DECODE_ILLEGAL || operation->polls)
        return REGION_STOP;
    if (system_branches(i->opcode))
        return system_rows[i->opcode].row == SYSTEM_ROW_ALWAYS ? REGION_CALL : REGION_BRANCH;
    switch ((enum system_work)system_rows[i->opcode].work) {
    case SYSTEM_CALL:
        return REGION_CALL;
    case SYSTEM_JUMP:
    case SYSTEM_CALL_REGISTER:
        return REGION_JUMP;
    case SYSTEM_STORE:
        return i->rd != 0 ? REGION_GOES_ON : REGION_STOP;
    case SYSTEM_FOLD:
        return region->form == LANE_PRESENT ? REGION_GOES_ON : REGION_STOP;
    case SYSTEM_HINT:
        return !is_of_barriers(i) || (region->is_alone && region->form == LANE_PRESENT) ? REGION_GOES_ON
                                                                                        : REGION_STOP;
    case SYSTEM_STATUS:
    case SYSTEM_HOST:
    case SYSTEM_HALT:
        return REGION_STOP;
    default: /* computes registers and flags, or loads */
        return REGION_GOES_ON;
    }
}

/* The block at a pc, perhaps a new one; REGION_OUTSIDE: there is none in this region. After instructions at
 * which the code stops, the interpreter returns: there a new block begins. If the result of such an
 * instruction is delayed, the interpreter returns after it is written. */
static uint32_t block_at(struct region *region, uint32_t pc, bool is_entry)
{
    uint32_t at = pc;
    while (at < region->lanes->count && after(region, at) == REGION_STOP)
        at += region->code[at].i.traits & DECODE_DELAYED ? 2 : 1;
    if (at >= region->lanes->count || lanes_have_code(region->lanes, at, region->form))
        return REGION_OUTSIDE;
    uint32_t number = region->block_at[at];
    if (number == REGION_OUTSIDE) {
        if (region->count == region->room)
            return REGION_OUTSIDE;
        number = region->block_at[at] = region->count++;
        region->blocks[number] = (struct region_block){.pc = at};
    }
    region->blocks[number].is_entry |= is_entry || at != pc;
    return at == pc ? number : REGION_OUTSIDE;
}

/* Whether the block goes on with the instruction at pc, which comes after a plain one. After hints of
 * barriers fewer instructions may be allowed. */
static bool goes_on(const struct region *region, const struct region_block *block, uint32_t pc)
{
    const struct instruction *before = &region->code[pc - 1].i;
    if (before->traits & DECODE_DELAYED)
        return pc < region->lanes->count;
    return block->count < REGION_BLOCK_MOST && pc < region->lanes->count &&
           region->block_at[pc] == REGION_OUTSIDE && !lanes_have_code(region->lanes, pc, region->form) &&
           !is_of_barriers(before);
}

/* Finds the end of a block, and what comes after it. */
static void fill_block(struct region *region, struct region_block *block)
{
    uint32_t pc = block->pc;
    do {
        block->end = block->count < 2 * REGION_BLOCK_MOST ? after(region, pc) : REGION_STOP;
        if (block->end == REGION_STOP)
            break;
        block->count++;
        pc++;
    } while (block->end == REGION_GOES_ON && goes_on(region, block, pc));
    const struct instruction *last = &region->code[pc - 1].i;
    block->next = block->taken = REGION_OUTSIDE;
    if (block->end == REGION_BRANCH || block->end == REGION_CALL)
        block->taken = block_at(region, last->constant, true);
    if (block->end == REGION_GOES_ON || block->end == REGION_BRANCH)
        block->next = block_at(region, pc, false);
    else if (block->end == REGION_STOP ||
             instruction_calls(last)) /* the interpreter, or a return, leads there */
        (void)block_at(region, pc, true);
}

bool lane_find_region(struct region *region, enum lane_form form, uint32_t pc)
{
    region->form = form;
    region->count = 0;
    if (after(region, pc) == REGION_STOP)
        return false;
    memset(region->block_at, 0xff, ((size_t)region->lanes->count + 1) * sizeof *region->block_at);
    (void)block_at(region, pc, true);
    for (uint32_t k = 0; k < region->count; k++)
        fill_block(region, &region->blocks[k]);
    return true;
}
