/* region.c - see region.h. */
#include "sim/jit/region.h"

#include <stdlib.h>
#include <string.h>

#include "sim/isa/instruction.h"
#include "sim/machine/shint.h"

static bool is_of_barriers(const struct instruction *i)
{
    const uint32_t number = shint_number(i->constant);
    return system_rows[i->opcode].work == SYSTEM_HINT &&
           (number == SHINT_barrier_enter || number == SHINT_barrier_leave);
}

enum region_end lane_after(const struct region_ground *ground, uint32_t pc, enum lane_form form)
{
    const struct operation *operation = &ground->code[pc];
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
        return form == LANE_PRESENT ? REGION_GOES_ON : REGION_STOP;
    case SYSTEM_HINT:
        return !is_of_barriers(i) || (ground->is_alone && form == LANE_PRESENT) ? REGION_GOES_ON
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
    const struct region_ground *ground = region->ground;
    uint32_t at = pc;
    while (at < ground->lanes->count && lane_after(ground, at, region->form) == REGION_STOP)
        at += ground->code[at].i.traits & DECODE_DELAYED ? 2 : 1;
    if (at >= ground->lanes->count || lanes_have_code(ground->lanes, at, region->form))
        return REGION_OUTSIDE;
    uint32_t number = region->block_at[at];
    if (number == REGION_OUTSIDE) {
        if (region->count == region->room)
            return REGION_OUTSIDE;
        number = region->block_at[at] = region->count++;
        region->blocks[number].pc = at;
    }
    region->blocks[number].is_entry |= is_entry || at != pc;
    return at == pc ? number : REGION_OUTSIDE;
}

/* Whether the block goes on with the instruction at pc, which comes after a plain one. After hints of
 * barriers fewer instructions may be allowed. */
static bool goes_on(const struct region *region, const struct region_block *block, uint32_t pc)
{
    const struct region_ground *ground = region->ground;
    const struct instruction *before = &ground->code[pc - 1].i;
    if (before->traits & DECODE_DELAYED)
        return pc < ground->lanes->count;
    return block->count < REGION_BLOCK_MOST && pc < ground->lanes->count &&
           region->block_at[pc] == REGION_OUTSIDE && !lanes_have_code(ground->lanes, pc, region->form) &&
           !is_of_barriers(before);
}

/* Finds the end of a block, and what comes after it. */
static void fill_block(struct region *region, struct region_block *block)
{
    const struct region_ground *ground = region->ground;
    uint32_t pc = block->pc;
    do {
        block->end =
            block->count < 2 * REGION_BLOCK_MOST ? lane_after(ground, pc, region->form) : REGION_STOP;
        if (block->end == REGION_STOP)
            break;
        block->count++;
        pc++;
    } while (block->end == REGION_GOES_ON && goes_on(region, block, pc));
    const struct instruction *last = &ground->code[pc - 1].i;
    block->next = block->taken = REGION_OUTSIDE;
    if (block->end == REGION_BRANCH || block->end == REGION_CALL)
        block->taken = block_at(region, last->constant, true);
    if (block->end == REGION_GOES_ON || block->end == REGION_BRANCH)
        block->next = block_at(region, pc, false);
    else if (block->end == REGION_STOP ||
             instruction_calls(last)) /* the interpreter, or a return, leads there */
        (void)block_at(region, pc, true);
}

bool lane_find_region(struct region *region, const struct region_ground *ground, enum lane_form form,
                      uint32_t pc, uint32_t most)
{
    const size_t bytes = ((size_t)ground->lanes->count + 1) * sizeof *region->block_at;
    *region = (struct region){.ground = ground, .form = form, .room = most};
    region->blocks = calloc(most, sizeof *region->blocks);
    region->block_at = malloc(bytes);
    if (region->blocks == NULL || region->block_at == NULL) {
        lane_drop_region(region);
        return false;
    }
    memset(region->block_at, 0xff, bytes); /* REGION_OUTSIDE */
    (void)block_at(region, pc, true);
    for (uint32_t k = 0; k < region->count; k++)
        fill_block(region, &region->blocks[k]);
    return true;
}

void lane_drop_region(struct region *region)
{
    free(region->blocks);
    free(region->block_at);
    *region = (struct region){.count = 0};
}
