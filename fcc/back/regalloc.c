/* regalloc.c - assigns machine registers to virtual registers.
 *
 * Registers are taken in the order of their weight (reads and writes, times ten for every enclosing loop,
 * divided by the length of the life). Each gets the first machine register that is free during its life;
 * lives have holes, so one machine register serves many. A register without a place is spilled; so is one
 * that is cheaper to rematerialise than a callee-saved register is to save. Then allocation starts anew. The
 * short lives around spill code weigh most, so a few rounds suffice. Must have run before: select, coalesce,
 * list_schedule or delay_slots_fill. Runs before: frame, delay_slots_close. */
#include "fcc/back/regalloc.h"
#include "common/bisect.h"
#include "common/compare.h"
#include "common/message.h"
#include "fcc/back/live.h"
#include "fcc/back/spill.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct candidate {
    uint32_t reg;
    float weight;
};

/* A wish to share a register with the other end of a copy. */
struct hint {
    uint32_t other;
    uint32_t next; /* index + 1 of the register's next hint, 0: none */
};

struct allocator {
    struct arena *arena;
    struct machine_function *function;
    struct live *live;
    struct rematerialise rematerialise;
    float *weight;        /* by register */
    uint32_t *place;      /* by register: its machine register */
    bool *spilled;        /* by register */
    uint32_t unspillable; /* registers from here on are short lives made by spilling */
    struct live_interval taken[MACHINE_REGISTERS];
    struct hint *hints;
    uint32_t hint_count;
    uint32_t *first_hint; /* by register: index + 1 */
    register_set used;    /* machine registers in use */
    uint32_t turn;        /* the temporary that a short life tries next */
    uint32_t *early;      /* number of values computed before asynchronous parts, in all rounds */
};

static void add_hint(struct allocator *a, uint32_t reg, uint32_t other)
{
    if (reg < FIRST_VIRTUAL)
        return;
    a->hints[a->hint_count] = (struct hint){.other = other, .next = a->first_hint[reg]};
    a->first_hint[reg] = ++a->hint_count;
}

/* Weights and hints of all registers. */
static void weigh(struct allocator *a)
{
    uint32_t count = a->function->register_limit;
    uint32_t copies = 0;
    for (const struct machine_block *block = a->function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
            copies += instr->op == MACHINE_COPY;
    }
    a->weight = ARENA_ARRAY(a->arena, float, count);
    a->first_hint = ARENA_ARRAY(a->arena, uint32_t, count);
    a->hints = ARENA_ARRAY(a->arena, struct hint, 2 * copies + 1);
    for (const struct machine_block *block = a->function->first; block; block = block->next) {
        float weight = rematerialise_frequency(block->loop_depth);
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            for (unsigned i = 0; i < uses.reads && instr->op != MACHINE_KEEP; i++)
                a->weight[uses.read[i]] += weight;
            for (unsigned i = 0; i < uses.writes; i++)
                a->weight[uses.written[i]] += weight;
            if (instr->op == MACHINE_COPY) {
                add_hint(a, instr->rd, instr->rs);
                add_hint(a, instr->rs, instr->rd);
            }
        }
    }
}

static int compare_candidates(const void *left, const void *right)
{
    const struct candidate *a = left;
    const struct candidate *b = right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return compare_numbers(a->reg, b->reg);
}

/* All registers that live somewhere, heaviest first. */
static struct candidate *make_queue(struct allocator *a, uint32_t *count)
{
    struct candidate *queue = ARENA_ARRAY(a->arena, struct candidate, a->function->register_limit);
    *count = 0;
    for (uint32_t reg = FIRST_VIRTUAL; reg < a->function->register_limit; reg++) {
        uint32_t length = live_length(&a->live->intervals[reg]);
        if (length == 0)
            continue;
        float weight = reg >= a->unspillable ? FLT_MAX : a->weight[reg] / (float)length;
        queue[(*count)++] = (struct candidate){reg, weight};
    }
    qsort(queue, *count, sizeof *queue, compare_candidates);
    return queue;
}

static bool is_free(const struct allocator *a, uint32_t machine, uint32_t reg)
{
    return (machine_allocatable() >> machine & 1) != 0 &&
           !live_intersect(&a->taken[machine], &a->live->intervals[reg]);
}

/* The machine register of a hint that can be followed; 0: none. */
static uint32_t follow_hints(const struct allocator *a, uint32_t reg)
{
    for (uint32_t i = a->first_hint[reg]; i; i = a->hints[i - 1].next) {
        uint32_t other = a->hints[i - 1].other;
        uint32_t machine = other < FIRST_VIRTUAL ? other : a->place[other];
        if (machine && is_free(a, machine, reg))
            return machine;
    }
    return 0;
}

/* Temporaries first, then argument registers from the back, then saved registers; reals from X15 down. Short
 * lives use the first few temporaries in turn: different registers of neighbours give the scheduler more
 * choice. */
static uint32_t search(struct allocator *a, uint32_t reg)
{
    enum { SHORT_LIFE = 16, TURNS = 4 };
    static const uint8_t words[] = {REGISTER_t0, REGISTER_t1, REGISTER_t2, REGISTER_t3, REGISTER_t4,
                                    REGISTER_t5, REGISTER_t6, REGISTER_t7, REGISTER_a5, REGISTER_a4,
                                    REGISTER_a3, REGISTER_a2, REGISTER_a1, REGISTER_a0, REGISTER_s0,
                                    REGISTER_s1, REGISTER_s2, REGISTER_s3, REGISTER_s4, REGISTER_s5,
                                    REGISTER_s6, REGISTER_s7, REGISTER_s8, REGISTER_s9};
    static const uint8_t reals[REAL_REGISTERS] = {
        FIRST_REAL + 15, FIRST_REAL + 14, FIRST_REAL + 13, FIRST_REAL + 12, FIRST_REAL + 11, FIRST_REAL + 10,
        FIRST_REAL + 9,  FIRST_REAL + 8,  FIRST_REAL + 7,  FIRST_REAL + 6,  FIRST_REAL + 5,  FIRST_REAL + 4,
        FIRST_REAL + 3,  FIRST_REAL + 2,  FIRST_REAL + 1,  FIRST_REAL};
    bool is_real = machine_is_real(a->function, reg);
    const uint8_t *order = is_real ? reals : words;
    size_t count = is_real ? sizeof reals : sizeof words;
    bool is_short = !is_real && live_length(&a->live->intervals[reg]) <= SHORT_LIFE;
    for (uint32_t i = 0; is_short && i < TURNS; i++) {
        uint32_t machine = order[a->turn++ % TURNS];
        if (is_free(a, machine, reg))
            return machine;
    }
    for (size_t i = 0; i < count; i++) {
        if (is_free(a, order[i], reg))
            return order[i];
    }
    return 0;
}

/* Number of the sorted ranges that begin before an instruction. */
static uint32_t find_place(const struct live_range *ranges, uint32_t count, uint32_t instr)
{
    if (count == 0 || ranges[count - 1].from < instr)
        return count;
    BISECT(before, count, i, ranges[i].from < instr)
    return before;
}

/* Whether the machine register would be the first callee-saved one in use for this value, and saving and
 * restoring it costs more than rematerialising the value. */
static bool is_too_dear(const struct allocator *a, uint32_t machine, uint32_t reg)
{
    enum { SAVE_AND_RESTORE = 2, MOST_EARLY = 6 }; /* few, because they cannot be spilled */
    bool is_new = (machine_callee_saved() & ~a->used) >> machine & 1;
    return is_new && reg < a->unspillable && a->rematerialise.origin[reg] &&
           a->rematerialise.cost[reg] < SAVE_AND_RESTORE &&
           (!a->rematerialise.waits[reg] || *a->early < MOST_EARLY);
}

/* Marks a register without a place, or without one that is worth its price. Values computed before
 * asynchronous parts live through them, so that only the price is a reason. */
static void spill(struct allocator *a, uint32_t reg, bool has_place)
{
    a->spilled[reg] = true;
    if (!a->rematerialise.waits[reg])
        return;
    if (has_place)
        ++*a->early;
    else
        a->rematerialise.origin[reg] = NULL;
}

/* Inserts the ranges of an interval into those taken; they do not overlap. Many short lives between many
 * others are usual: they are moved at once, not range by range. */
static void take(struct allocator *a, uint32_t machine, const struct live_interval *interval)
{
    struct live_interval *taken = &a->taken[machine];
    uint32_t total = taken->count + interval->count;
    if (total > taken->capacity) {
        uint32_t capacity = taken->capacity * 2 > total ? taken->capacity * 2 : total + 64;
        struct live_range *ranges = ARENA_ARRAY(a->arena, struct live_range, capacity);
        if (taken->count)
            memcpy(ranges, taken->ranges, taken->count * sizeof *ranges);
        taken->ranges = ranges;
        taken->capacity = capacity;
    }
    uint32_t from = taken->count;
    for (uint32_t more = interval->count; more > 0; more--) { /* from the back, in place */
        const struct live_range *const range = &interval->ranges[more - 1];
        const uint32_t place = find_place(taken->ranges, from, range->from);
        memmove(&taken->ranges[place + more], &taken->ranges[place], (from - place) * sizeof *range);
        taken->ranges[place + more - 1] = *range;
        from = place;
    }
    taken->count = total;
}

/* One round; false if a register was spilled. */
static bool allocate(struct allocator *a)
{
    uint32_t count = 0;
    bool complete = true;
    struct candidate *queue = make_queue(a, &count);
    for (uint32_t machine = 0; machine < MACHINE_REGISTERS; machine++)
        a->taken[machine] = a->live->intervals[machine]; /* which no other value may have */
    for (uint32_t i = 0; i < count; i++) {
        uint32_t reg = queue[i].reg;
        uint32_t machine = follow_hints(a, reg);
        if (!machine)
            machine = search(a, reg);
        if (machine && !is_too_dear(a, machine, reg)) {
            a->place[reg] = machine;
            a->used |= REGISTER_BIT(machine);
            take(a, machine, &a->live->intervals[reg]);
        } else if (reg < a->unspillable) {
            spill(a, reg, machine != 0);
            complete = false;
        } else {
            message_line(stderr, "fcc: internal error: no register for a spill in function %s",
                         a->function->name);
            abort();
        }
    }
    return complete;
}

static void rename_registers(const struct allocator *a)
{
    const uint32_t *place = a->place;
    for (struct machine_block *block = a->function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first, *next; instr; instr = next) {
            next = instr->next;
            instr->rd = instr->rd >= FIRST_VIRTUAL ? place[instr->rd] : instr->rd;
            instr->rs = instr->rs >= FIRST_VIRTUAL ? place[instr->rs] : instr->rs;
            instr->rt = instr->rt >= FIRST_VIRTUAL ? place[instr->rt] : instr->rt;
            if (instr->op == MACHINE_COPY && instr->rd == instr->rs)
                machine_drop_copy(a->function, block, instr);
            else if (instr->op == MACHINE_KEEP)
                machine_remove(block, instr);
        }
    }
}

/* One round in memory of its own; true if every register has found a place. */
static bool run_round(const struct arena *scratch, struct machine_function *function, uint32_t unspillable,
                      uint32_t *early, regalloc_watch *watch, void *context)
{
    struct arena round;
    arena_within(&round, scratch);
    struct allocator a = {.arena = &round, .function = function, .unspillable = unspillable, .early = early};
    a.live = live_analyse(&round, function);
    a.place = ARENA_ARRAY(&round, uint32_t, function->register_limit);
    a.spilled = ARENA_ARRAY(&round, bool, function->register_limit);
    a.rematerialise = rematerialise_find(&round, function, a.live);
    weigh(&a);
    bool complete = allocate(&a);
    if (complete) {
        if (watch)
            watch(function, a.place, context);
        rename_registers(&a);
        function->saved = a.used & machine_callee_saved();
    } else {
        spill_registers(&round, function, a.spilled, &a.rematerialise);
    }
    arena_release(&round);
    return complete;
}

void regalloc_function(const struct arena *scratch, struct machine_function *function, regalloc_watch *watch,
                       void *context)
{
    uint32_t unspillable = function->register_limit;
    uint32_t early = 0;
    while (!run_round(scratch, function, unspillable, &early, watch, context))
        continue;
}
