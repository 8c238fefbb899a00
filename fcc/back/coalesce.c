/* coalesce.c - gives source and target of copies one register where possible.
 *
 * Two registers can be merged if neither is written while the other's value is live, except by a copy from
 * the other one: then both hold the same value (Chaitin's rule). Merged registers form a class with the union
 * of their ranges and writes. The fixed registers (sp, fp, gp, sfp, ssp) are live everywhere: a virtual
 * register is merged with one if it is a copy that does not outlive a change of it. Copies in the deepest
 * loops come first. Must have run before: select. Runs before: regalloc.
 */
#include "fcc/back/coalesce.h"

#include "common/bisect.h"
#include "common/compare.h"
#include "fcc/back/live.h"

#include <stdlib.h>
#include <string.h>

struct copy {
    struct machine_instr *instr;
    uint32_t depth;
    uint32_t position; /* of its write (live.h) */
};

struct coalescer {
    struct arena *arena;
    struct live *live;
    uint32_t *parent; /* union-find over registers */
};

static uint32_t find(const struct coalescer *c, uint32_t reg)
{
    while (c->parent[reg] != reg) {
        c->parent[reg] = c->parent[c->parent[reg]];
        reg = c->parent[reg];
    }
    return reg;
}

static bool is_fixed(uint32_t reg)
{
    return reg < FIRST_VIRTUAL;
}

/* Whether a write destroys a value of class `holder`: a copy of that value does not. */
static bool is_foreign(const struct coalescer *c, const struct live_write *write, uint32_t holder)
{
    return write->instr->op != MACHINE_COPY || find(c, write->instr->rs) != holder;
}

/* Number of writes before a position. */
static uint32_t count_before(const struct live_writes *writes, uint32_t position)
{
    BISECT(before, writes->count, i, writes->items[i].position < position)
    return before;
}

/* Whether a write in a range destroys a value of class `holder`. */
static bool destroys_within(const struct coalescer *c, const struct live_writes *writes,
                            struct live_range range, uint32_t holder)
{
    for (uint32_t i = count_before(writes, range.from);
         i < writes->count && writes->items[i].position < range.to; i++) {
        if (is_foreign(c, &writes->items[i], holder))
            return true;
    }
    return false;
}

/* Whether a write to class `writer` destroys a live value of class `holder`. Either class may have very many
 * writes or ranges: the shorter list is walked, the longer one searched. */
static bool destroys(const struct coalescer *c, uint32_t writer, uint32_t holder)
{
    const struct live_writes *writes = &c->live->writes[writer];
    const struct live_interval *wanted = &c->live->intervals[holder];
    if (is_fixed(holder)) /* wanted everywhere */
        return destroys_within(c, writes, (struct live_range){0, UINT32_MAX}, holder);
    if (writes->count <= wanted->count) {
        for (uint32_t i = 0; i < writes->count; i++) {
            if (live_contains(wanted, writes->items[i].position) && is_foreign(c, &writes->items[i], holder))
                return true;
        }
        return false;
    }
    for (uint32_t r = 0; r < wanted->count; r++) {
        if (destroys_within(c, writes, wanted->ranges[r], holder))
            return true;
    }
    return false;
}

static void sort_writes(struct coalescer *c, const struct machine_function *function)
{
    for (uint32_t reg = 0; reg < function->register_limit; reg++) {
        struct live_writes *writes = &c->live->writes[reg];
        if (writes->count > 1)
            qsort(writes->items, writes->count, sizeof *writes->items, compare_words);
    }
}

/* Inserts a write into the sorted list in place of the one at index `gone`; the writes between move. */
static void replace_write(struct live_writes *writes, uint32_t gone, struct live_write write)
{
    uint32_t place = count_before(writes, write.position);
    if (place > gone) {
        place--;
        memmove(&writes->items[gone], &writes->items[gone + 1], (place - gone) * sizeof write);
    } else {
        memmove(&writes->items[place + 1], &writes->items[place], (gone - place) * sizeof write);
    }
    writes->items[place] = write;
}

/* Removes the write of a copy that has merged its registers from list a, since it changes nothing any more. A
 * write of list b takes its room, so that short lists are added to a long one with few moves. */
static void drop_copy(struct live_writes *a, struct live_writes *b, uint32_t position)
{
    const uint32_t index = count_before(a, position);
    if (b->count > 0)
        replace_write(a, index, b->items[--b->count]);
    else
        memmove(&a->items[index], &a->items[index + 1], (--a->count - index) * sizeof *a->items);
}

/* a = a and b, by position; the longer list is kept and grows by doubling. */
static void join_writes(struct arena *arena, struct live_writes *a, struct live_writes *b)
{
    if (b->count > a->count) {
        struct live_writes swap = *a;
        *a = *b;
        *b = swap;
    }
    if (a->count + b->count > a->capacity) {
        uint32_t capacity = 2 * (a->count + b->count);
        struct live_write *items = ARENA_ARRAY(arena, struct live_write, capacity);
        if (a->count)
            memcpy(items, a->items, a->count * sizeof *items);
        a->items = items;
        a->capacity = capacity;
    }
    const uint32_t total = a->count + b->count;
    for (uint32_t more = b->count; more > 0;
         more--) { /* from the back, in place: later writes are moved at once */
        const struct live_write write = b->items[more - 1];
        const uint32_t place = count_before(a, write.position);
        memmove(&a->items[place + more], &a->items[place], (a->count - place) * sizeof write);
        a->items[place + more - 1] = write;
        a->count = place;
    }
    a->count = total;
}

static void join(struct coalescer *c, uint32_t kept, uint32_t lost)
{
    struct live_interval *a = &c->live->intervals[kept];
    struct live_interval *b = &c->live->intervals[lost];
    join_writes(c->arena, &c->live->writes[kept], &c->live->writes[lost]);
    if (!is_fixed(kept)) {
        if (b->count > a->count) {
            struct live_interval swap = *a;
            *a = *b;
            *b = swap;
        }
        live_unite(c->arena, a, b);
    }
    c->parent[lost] = kept;
}

/* Fixed registers that registers can be merged with; arguments and results are left to the allocator's
 * hints. */
static bool can_hold(uint32_t reg)
{
    return !is_fixed(reg) || (LIVE_FIXED & REGISTER_BIT(reg)) != 0;
}

static void try_copy(struct coalescer *c, const struct copy *copy)
{
    uint32_t to = find(c, copy->instr->rd);
    uint32_t from = find(c, copy->instr->rs);
    if (copy->instr->is_alone || to == from || !can_hold(to) || !can_hold(from) ||
        (is_fixed(to) && is_fixed(from)))
        return;
    if (destroys(c, to, from) || destroys(c, from, to))
        return;
    drop_copy(&c->live->writes[to], &c->live->writes[from], copy->position);
    if (is_fixed(to))
        join(c, to, from);
    else
        join(c, from, to);
}

static int compare_copies(const void *left, const void *right)
{
    const struct copy *a = left;
    const struct copy *b = right;
    if (a->instr->assigns != b->instr->assigns)
        return a->instr->assigns ? 1 : -1;
    return a->depth != b->depth ? compare_numbers(b->depth, a->depth)
                                : compare_numbers(a->position, b->position);
}

static void rename_registers(struct coalescer *c, struct machine_function *function)
{
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first, *next; instr; instr = next) {
            next = instr->next;
            instr->rd = find(c, instr->rd);
            instr->rs = find(c, instr->rs);
            instr->rt = find(c, instr->rt);
            if (instr->op == MACHINE_COPY && instr->rd == instr->rs)
                machine_drop_copy(function, block, instr);
        }
    }
}

void coalesce_copies(const struct arena *scratch, struct machine_function *function)
{
    struct arena own;
    arena_within(&own, scratch);
    struct coalescer c = {.arena = &own, .live = live_analyse(&own, function)};
    sort_writes(&c, function);
    c.parent = ARENA_ARRAY(&own, uint32_t, function->register_limit);
    for (uint32_t reg = 0; reg < function->register_limit; reg++)
        c.parent[reg] = reg;

    uint32_t count = 0;
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
            count += instr->op == MACHINE_COPY;
    }
    struct copy *copies = ARENA_ARRAY(&own, struct copy, count + 1);
    uint32_t n = 0;
    uint32_t found = 0;
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first; instr; instr = instr->next, n++) {
            if (instr->op == MACHINE_COPY)
                copies[found++] = (struct copy){instr, block->loop_depth, 2 * n + 1};
        }
    }
    qsort(copies, count, sizeof *copies, compare_copies);
    for (uint32_t i = 0; i < count; i++)
        try_copy(&c, &copies[i]);
    rename_registers(&c, function);
    arena_release(&own);
}
