/* region.c - see region.h. */
#include "sim/jit/region.h"

#include <stdlib.h>
#include <string.h>

#include "sim/isa/flow.h"
#include "sim/isa/instruction.h"
#include "sim/machine/shint.h"

/* Whether an instruction only computes a register and flags from registers. */
static bool computes(const struct instruction *i)
{
    const uint8_t work = system_rows[i->opcode].work;
    return system_computes(i->opcode) || work == SYSTEM_COMPARE_FLOAT || work == SYSTEM_CONSTANT ||
           work == SYSTEM_NOTHING;
}

static bool lane_is_of_barriers(const struct instruction *i)
{
    const uint32_t number = shint_number(i->constant);
    return i->kind == ISA_KIND_HINT && (number == SHINT_barrier_enter || number == SHINT_barrier_leave);
}

bool lane_is_hint(const struct instruction *i)
{
    const uint32_t number = shint_number(i->constant);
    return lane_is_of_barriers(i) ||
           (i->kind == ISA_KIND_HINT &&
            (number == SHINT_async_enter || number == SHINT_async_leave || number == SHINT_stack_base));
}

enum region_class lane_class(const struct region_ground *ground, uint32_t pc, enum lane_form form)
{
    const struct operation *operation = &ground->code[pc];
    const struct instruction *i = &operation->i;
    if (operation->plain == DECODE_ILLEGAL)
        return REGION_STOPS;
    if (computes(i) || system_rows[i->opcode].work == SYSTEM_LOAD)
        return operation->polls ? REGION_STOPS : REGION_PLAIN;
    switch (i->kind) {
    case ISA_KIND_BRANCH:
    case ISA_KIND_JUMP:
    case ISA_KIND_CALL:
        return REGION_GOES_AWAY;
    case ISA_KIND_STORE:
    case ISA_KIND_PUSH:
        return i->rd != 0 ? REGION_PLAIN : REGION_STOPS;
    case ISA_KIND_MULTIPREFIX:
    case ISA_KIND_SYNC:
        return form == LANE_PRESENT ? REGION_PLAIN : REGION_STOPS;
    case ISA_KIND_IDENTITY:
        return system_rows[i->opcode].work != SYSTEM_STATUS ? REGION_PLAIN : REGION_STOPS;
    case ISA_KIND_HINT:
        return !lane_is_of_barriers(i) || (ground->is_alone && form == LANE_PRESENT) ? REGION_PLAIN
                                                                                     : REGION_STOPS;
    default:
        return REGION_STOPS;
    }
}

/* ---- where blocks begin */

enum mark { MARK_LEADER = 1, MARK_ENTRY = 2, MARK_SEEN = 4 };

struct search {
    const struct region_ground *ground;
    enum lane_form form;
    uint8_t *marks;  /* of each pc: enum mark, combined */
    uint32_t *queue; /* leaders, each once */
    uint32_t queued, requested;
    uint32_t found;
};

static void lead(struct search *search, uint32_t pc, unsigned mark)
{
    if (pc >= search->ground->count || (search->queued > 0 && region_has_code(search->ground, pc)))
        return;
    if (!(search->marks[pc] & MARK_LEADER))
        search->queue[search->queued++] = pc;
    search->marks[pc] |= (uint8_t)(MARK_LEADER | mark);
}

/* The target of a jump. A target before it is the head of a loop. */
static void lead_away(struct search *search, uint32_t pc)
{
    const struct instruction *i = &search->ground->code[pc].i;
    const bool comes_back = instruction_calls(i);
    struct flow_place next[FLOW_MOST];
    const unsigned ways = flow_next(i, search->ground->count, (struct flow_place){.pc = pc}, next);
    for (unsigned k = ways <= FLOW_MOST ? ways : 0; k-- > 0;)
        if (next[k].pc != pc + 1)
            lead(search, next[k].pc, next[k].pc <= pc || comes_back ? MARK_ENTRY : 0);
        else
            lead(search, next[k].pc, 0);
    if (comes_back)
        lead(search, pc + 1, MARK_ENTRY);
}

/* After an instruction at which the code stops, the interpreter returns; if its result is delayed, after that
 * is written. */
static void lead_back(struct search *search, uint32_t pc)
{
    const struct instruction *i = &search->ground->code[pc].i;
    lead(search, pc + (i->traits & DECODE_DELAYED ? 2 : 1), MARK_ENTRY);
}

/* Whether code that comes to pc from the instruction before begins a block there: because there is code
 * already, or because fewer instructions may be allowed now. */
static bool is_border(const struct region_ground *ground, uint32_t pc)
{
    const struct instruction *before = &ground->code[pc - 1].i;
    return lane_is_of_barriers(before) || (region_has_code(ground, pc) && !(before->traits & DECODE_DELAYED));
}

static void follow(struct search *search, uint32_t pc)
{
    for (uint32_t k = 0; k < REGION_BLOCK_MOST && pc < search->ground->count; k++, pc++) {
        const enum region_class class = lane_class(search->ground, pc, search->form);
        if ((search->marks[pc] & MARK_SEEN) || (k > 0 && is_border(search->ground, pc)))
            break;
        search->marks[pc] |= MARK_SEEN;
        if (class == REGION_STOPS) {
            lead_back(search, pc);
            return;
        }
        search->found++;
        if (class == REGION_GOES_AWAY) {
            lead_away(search, pc);
            return;
        }
    }
    lead(search, pc, 0); /* of the rest, or where it joins a known way */
}

/* ---- blocks */

/* The block of a visited pc; REGION_OUTSIDE: there is none. */
static uint32_t block_at(struct region *region, const struct search *search, uint32_t pc)
{
    const struct region_ground *ground = region->ground;
    if (pc >= ground->count || !(search->marks[pc] & MARK_SEEN) ||
        lane_class(ground, pc, region->form) == REGION_STOPS)
        return REGION_OUTSIDE;
    if (region->block_at[pc] == REGION_OUTSIDE && region->count < region->room) {
        region->block_at[pc] = region->count;
        region->blocks[region->count++] =
            (struct region_block){.pc = pc,
                                  .next = REGION_OUTSIDE,
                                  .taken = REGION_OUTSIDE,
                                  .is_entry = (search->marks[pc] & MARK_ENTRY) != 0};
    }
    return region->block_at[pc];
}

/* Adds a jump to another block. */
static uint32_t way_to(struct region *region, const struct search *search, uint32_t pc)
{
    const uint32_t number = block_at(region, search, pc);
    if (number != REGION_OUTSIDE)
        region->blocks[number].ways_in++;
    return number;
}

static enum region_end end_of(const struct instruction *i, enum region_class class)
{
    if (class == REGION_STOPS)
        return REGION_STOP;
    if (class == REGION_PLAIN)
        return REGION_GOES_ON;
    const uint8_t work = system_rows[i->opcode].work;
    if (work == SYSTEM_JUMP || work == SYSTEM_CALL_REGISTER)
        return REGION_JUMP;
    return work == SYSTEM_CALL || system_rows[i->opcode].row == SYSTEM_ROW_ALWAYS ? REGION_CALL
                                                                                  : REGION_BRANCH;
}

/* Whether the block goes on with the instruction at pc, which comes after a plain one. */
static bool goes_on(const struct region *region, const struct search *search,
                    const struct region_block *block, uint32_t pc)
{
    const struct region_ground *ground = region->ground;
    if (ground->code[pc - 1].i.traits & DECODE_DELAYED)
        return pc < ground->count;
    return block->count < REGION_BLOCK_MOST && pc < ground->count && !(search->marks[pc] & MARK_LEADER) &&
           !is_border(ground, pc);
}

static void fill_block(struct region *region, const struct search *search, uint32_t number)
{
    struct region_block block = region->blocks[number];
    const struct region_ground *ground = region->ground;
    uint32_t pc = block.pc;
    enum region_class class = REGION_PLAIN;
    do {
        class = block.count < 2 * REGION_BLOCK_MOST ? lane_class(ground, pc, region->form) : REGION_STOPS;
        if (class == REGION_STOPS)
            break;
        block.count++;
        pc++;
    } while (class == REGION_PLAIN && goes_on(region, search, &block, pc));
    const struct instruction *i = &ground->code[pc - 1].i;
    region->instructions += block.count;
    block.end = (uint8_t)end_of(i, class);
    if (block.end == REGION_GOES_ON || block.end == REGION_BRANCH)
        block.next = way_to(region, search, pc);
    if (block.end == REGION_BRANCH || block.end == REGION_CALL)
        block.taken = way_to(region, search, i->constant);
    block.ways_in = region->blocks[number].ways_in; /* it may lead to itself */
    region->blocks[number] = block;
}

static bool find_blocks(struct region *region, const struct search *search)
{
    region->room = 3 * search->queued + 16;
    const size_t bytes = ((size_t)region->ground->count + 1) * sizeof *region->block_at;
    region->blocks = calloc(region->room, sizeof *region->blocks);
    region->block_at = malloc(bytes);
    if (region->blocks == NULL || region->block_at == NULL)
        return false;
    memset(region->block_at, 0xff, bytes); /* REGION_OUTSIDE */
    for (uint32_t k = 0; k < search->queued; k++)
        if (k == 0 || (search->marks[search->queue[k]] & MARK_ENTRY))
            (void)block_at(region, search, search->queue[k]);
    for (uint32_t k = 0; k < region->count; k++)
        fill_block(region, search, k);
    for (uint32_t k = 0; k < region->count; k++) {
        struct region_block *block = &region->blocks[k];
        block->is_reachable = block->is_entry || block->ways_in != 1;
    }
    return region->count > 0;
}

bool lane_find_region(struct region *region, const struct region_ground *ground, enum lane_form form,
                      uint32_t pc, uint32_t most)
{
    struct search search = {.ground = ground,
                            .form = form,
                            .marks = calloc((size_t)ground->count + 1, sizeof *search.marks),
                            .queue = calloc((size_t)ground->count + 1, sizeof *search.queue)};
    *region = (struct region){.ground = ground, .form = form};
    bool good = search.marks != NULL && search.queue != NULL;
    if (good) {
        lead(&search, pc, MARK_ENTRY);
        while (search.requested < search.queued && search.found < most)
            follow(&search, search.queue[search.requested++]);
        good = find_blocks(region, &search);
    }
    free(search.marks);
    free(search.queue);
    if (!good)
        lane_drop_region(region);
    return good;
}

void lane_drop_region(struct region *region)
{
    free(region->blocks);
    free(region->block_at);
    *region = (struct region){.count = 0};
}
