/* region.c - see region.h.
 *
 * First the places where blocks begin are found, along all ways from the pc on, the nearest first; then the
 * blocks. Calls alu for what it can compute.
 */
#include "sim/native/region.h"

#include <stdlib.h>

#include "asm/isa.h"
#include "sim/machine/shint.h"
#include "sim/native/alu.h"

static bool is_load(const struct instruction *i)
{
    return i->opcode == OP_ldg || i->opcode == OP_popg || i->opcode == OP_popng;
}

/* Hints that do nothing to a PP that runs on its own. */
static bool is_idle_hint(const struct instruction *i)
{
    switch (shint_number(i->constant)) {
    case SHINT_barrier_enter:
    case SHINT_barrier_leave:
    case SHINT_async_enter:
    case SHINT_async_leave:
    case SHINT_stack_base:
        return false;
    default:
        return true;
    }
}

enum region_class region_class(const struct operation *operation, enum native_form form)
{
    const struct instruction *i = &operation->i;
    if (operation->plain == DECODE_ILLEGAL)
        return REGION_STOPS;
    if (native_computes(i) || is_load(i))
        return REGION_PLAIN;
    if (native_is_branch(i) || i->kind == ISA_KIND_JUMP || i->kind == ISA_KIND_CALL)
        return REGION_GOES_AWAY;
    switch (i->kind) {
    case ISA_KIND_STORE:
    case ISA_KIND_PUSH:
        return i->rd != 0 ? REGION_PLAIN : REGION_STOPS;
    case ISA_KIND_MULTIPREFIX:
    case ISA_KIND_SYNC:
        return form == NATIVE_SURE ? REGION_PLAIN : REGION_STOPS;
    case ISA_KIND_IDENTITY:
        return i->opcode == OP_getpn || i->opcode == OP_getnp ? REGION_PLAIN : REGION_STOPS;
    case ISA_KIND_HINT:
        return is_idle_hint(i) ? REGION_PLAIN : REGION_STOPS;
    default:
        return REGION_STOPS;
    }
}

/* ---- where blocks begin */

enum mark { MARK_LEADER = 1, MARK_ENTRY = 2, MARK_RETURN = 4, MARK_SEEN = 8 };

struct search {
    const struct native_subject *subject;
    enum native_form form;
    uint8_t *marks;  /* of each pc: enum mark, ored */
    uint32_t *queue; /* leaders, each once */
    uint32_t queued, looked;
    uint32_t most, found;
};

static void lead(struct search *search, uint32_t pc, unsigned mark)
{
    if (pc >= search->subject->count)
        return;
    if (!(search->marks[pc] & MARK_LEADER))
        search->queue[search->queued++] = pc;
    search->marks[pc] |= (uint8_t)(MARK_LEADER | mark);
}

/* What comes after an instruction that goes away. A target before it is the head of a loop. */
static void lead_away(struct search *search, uint32_t pc)
{
    const struct instruction *i = &search->subject->code[pc].i;
    if (i->kind == ISA_KIND_CALL)
        lead(search, pc + 1, MARK_ENTRY | MARK_RETURN);
    if (i->kind == ISA_KIND_JUMP || i->opcode == OP_callr)
        return;
    lead(search, i->constant, i->constant <= pc || i->kind == ISA_KIND_CALL ? MARK_ENTRY : 0);
    if (i->kind == ISA_KIND_BRANCH && i->opcode != OP_bra)
        lead(search, pc + 1, 0);
}

/* After an instruction that the code stops at the interpreter comes back; if its result is delayed, when that
 * has landed. */
static void lead_back(struct search *search, uint32_t pc)
{
    const struct instruction *i = &search->subject->code[pc].i;
    lead(search, pc + (i->traits & DECODE_DELAYED ? 2 : 1), MARK_ENTRY);
}

static void follow(struct search *search, uint32_t pc)
{
    for (uint32_t k = 0; k < REGION_BLOCK_MOST && pc < search->subject->count; k++, pc++) {
        const enum region_class class = region_class(&search->subject->code[pc], search->form);
        if (search->marks[pc] & MARK_SEEN)
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
    lead(search, pc, 0); /* of the rest, or where it joins a way that is known */
}

/* ---- blocks */

static uint32_t find_block(const struct region *region, uint32_t pc, uint8_t late)
{
    for (uint32_t k = 0; k < region->count; k++)
        if (region->blocks[k].pc == pc && region->blocks[k].late == late)
            return k;
    return REGION_OUTSIDE;
}

/* The block of a pc that has been followed; REGION_OUTSIDE: there is none. */
static uint32_t block_at(struct region *region, const struct search *search, uint32_t pc, uint8_t late)
{
    if (pc >= region->subject->count || !(search->marks[pc] & MARK_SEEN) ||
        region_class(&region->subject->code[pc], region->form) == REGION_STOPS)
        return REGION_OUTSIDE;
    uint32_t number = find_block(region, pc, late);
    if (number == REGION_OUTSIDE && region->count < region->room) {
        number = region->count++;
        const bool is_plain = late == DECODE_SINK;
        region->blocks[number] =
            (struct region_block){.pc = pc,
                                  .late = late,
                                  .next = REGION_OUTSIDE,
                                  .taken = REGION_OUTSIDE,
                                  .is_entry = is_plain && (search->marks[pc] & MARK_ENTRY),
                                  .is_return = is_plain && (search->marks[pc] & MARK_RETURN)};
    }
    return number;
}

/* Another block leads to that one. */
static uint32_t way_to(struct region *region, const struct search *search, uint32_t pc, uint8_t late)
{
    const uint32_t number = block_at(region, search, pc, late);
    if (number != REGION_OUTSIDE)
        region->blocks[number].ways_in++;
    return number;
}

/* A block that begins with a value on its way ends after its first instruction, so that it is no longer than
 * need be. */
static void fill_block(struct region *region, const struct search *search, uint32_t number)
{
    struct region_block *block = &region->blocks[number];
    uint32_t pc = block->pc;
    uint8_t late = block->late;
    const struct instruction *i = NULL;
    enum region_class class = REGION_PLAIN;
    do {
        const struct operation *operation = &region->subject->code[pc];
        class = region_class(operation, region->form);
        if (class == REGION_STOPS)
            break;
        i = &operation->i;
        late = i->traits & DECODE_DELAYED ? i->target : DECODE_SINK;
        block->count++;
        pc++;
    } while (class == REGION_PLAIN && block->late == DECODE_SINK && block->count < REGION_BLOCK_MOST &&
             pc < region->subject->count && !(search->marks[pc] & MARK_LEADER));
    region->instructions += block->count;
    block->late_after = late;
    block->end = class == REGION_STOPS ? REGION_STOP : REGION_GOES_ON;
    if (class == REGION_GOES_AWAY)
        block->end = i->kind == ISA_KIND_JUMP || i->opcode == OP_callr ? REGION_JUMP
                     : i->kind == ISA_KIND_CALL || i->opcode == OP_bra ? REGION_CALL
                                                                       : REGION_BRANCH;
    uint32_t next = REGION_OUTSIDE, taken = REGION_OUTSIDE;
    if (block->end == REGION_GOES_ON || block->end == REGION_BRANCH)
        next = way_to(region, search, pc, late);
    if (block->end == REGION_BRANCH || block->end == REGION_CALL)
        taken = way_to(region, search, i->constant, late);
    region->blocks[number].next = next;
    region->blocks[number].taken = taken;
}

static bool find_blocks(struct region *region, const struct search *search)
{
    region->room = 3 * search->queued + 16;
    region->blocks = calloc(region->room, sizeof *region->blocks);
    if (region->blocks == NULL)
        return false;
    for (uint32_t k = 0; k < search->queued; k++)
        if (search->marks[search->queue[k]] & (MARK_ENTRY | MARK_RETURN))
            (void)block_at(region, search, search->queue[k], DECODE_SINK);
    for (uint32_t k = 0; k < region->count; k++)
        fill_block(region, search, k);
    for (uint32_t k = 0; k < region->count; k++)
        region->blocks[k].ways_in += region->blocks[k].is_return ? 2 : 0;
    return region->count > 0;
}

bool region_find(struct region *region, const struct native_subject *subject, enum native_form form,
                 uint32_t pc, uint32_t most)
{
    struct search search = {.subject = subject,
                            .form = form,
                            .marks = calloc((size_t)subject->count + 1, sizeof *search.marks),
                            .queue = calloc((size_t)subject->count + 1, sizeof *search.queue),
                            .most = most};
    *region = (struct region){.subject = subject, .form = form};
    bool good = search.marks != NULL && search.queue != NULL;
    if (good) {
        lead(&search, pc, MARK_ENTRY);
        while (search.looked < search.queued && search.found < search.most)
            follow(&search, search.queue[search.looked++]);
        good = find_blocks(region, &search);
    }
    free(search.marks);
    free(search.queue);
    if (!good)
        region_destroy(region);
    return good;
}

void region_destroy(struct region *region)
{
    free(region->blocks);
    *region = (struct region){.count = 0};
}
