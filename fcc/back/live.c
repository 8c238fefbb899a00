/* live.c - where registers live: data flow over blocks, then one walk back through each block.
 *
 * Only registers that some block reads before it writes them take part in the data flow; all others live
 * within one block, and there are many more of those. Machine registers never live from one block to the
 * next. A delayed instruction's target lives at least until after the following instruction, because it is
 * written only then: no other value may be put into it there. Must have run before: select. Calls nothing but
 * machine.h.
 */
#include "fcc/back/live.h"

#include <string.h>

/* Bits of the registers that live across blocks. */
typedef uint64_t live_word;
enum { WORD_BITS = 64 };

struct analysis {
    struct arena *arena;
    const struct machine_function *function;
    struct live *live;
    uint32_t *dense;     /* by register: its bit + 1, 0: lives within one block */
    uint32_t *registers; /* by bit: the register */
    uint32_t bits;
    uint32_t words;   /* of a set */
    live_word **gen;  /* by block id: read before written */
    live_word **kill; /* written */
    live_word **in;
    uint32_t *open; /* by register: end of the range being built, 0: not live */
};

static bool is_tracked(uint32_t reg)
{
    return reg >= FIRST_VIRTUAL || (machine_allocatable() & REGISTER_BIT(reg)) != 0;
}

static void add_bit(struct analysis *a, uint32_t reg)
{
    if (a->dense[reg] == 0) {
        a->registers[a->bits] = reg;
        a->dense[reg] = ++a->bits;
    }
}

/* Gives a bit to every register that is read in a block before that block writes it. */
static void number_registers(struct analysis *a)
{
    uint32_t *written_in = ARENA_ARRAY(a->arena, uint32_t, a->live->register_count);
    for (const struct machine_block *block = a->function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            for (unsigned i = 0; i < uses.reads; i++) {
                if (uses.read[i] >= FIRST_VIRTUAL && written_in[uses.read[i]] != block->id + 1)
                    add_bit(a, uses.read[i]);
            }
            for (unsigned i = 0; i < uses.writes; i++)
                written_in[uses.written[i]] = block->id + 1;
        }
    }
}

/* Every write to a machine register makes a range, and a call writes most of them: their lists are made as
 * long as they will be, rather than grown. */
static void size_machine_ranges(struct analysis *a)
{
    uint32_t writes[MACHINE_REGISTERS] = {0};
    for (const struct machine_block *block = a->function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            for (unsigned i = 0; i < uses.writes; i++)
                writes[uses.written[i] < MACHINE_REGISTERS ? uses.written[i] : 0]++;
            for (register_set left = instr->implicit_writes; left != 0; left &= left - 1)
                writes[__builtin_ctzll(left)]++;
        }
    }
    for (uint32_t reg = 1; reg < MACHINE_REGISTERS; reg++) {
        struct live_interval *interval = &a->live->intervals[reg];
        if (!is_tracked(reg))
            continue;
        interval->capacity = writes[reg] + 1; /* a parameter's, besides */
        interval->ranges = ARENA_ARRAY(a->arena, struct live_range, interval->capacity);
    }
}

static void set_bit(live_word *set, uint32_t bit)
{
    set[bit / WORD_BITS] |= (live_word)1 << (bit % WORD_BITS);
}

static bool has_bit(const live_word *set, uint32_t bit)
{
    return (set[bit / WORD_BITS] >> (bit % WORD_BITS) & 1) != 0;
}

static void summarise_blocks(struct analysis *a)
{
    uint32_t blocks = a->function->block_count;
    a->gen = ARENA_ARRAY(a->arena, live_word *, blocks);
    a->kill = ARENA_ARRAY(a->arena, live_word *, blocks);
    a->in = ARENA_ARRAY(a->arena, live_word *, blocks);
    for (const struct machine_block *block = a->function->first; block; block = block->next) {
        live_word *gen = a->gen[block->id] = ARENA_ARRAY(a->arena, live_word, a->words);
        live_word *kill = a->kill[block->id] = ARENA_ARRAY(a->arena, live_word, a->words);
        a->in[block->id] = ARENA_ARRAY(a->arena, live_word, a->words);
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            for (unsigned i = 0; i < uses.reads; i++) {
                uint32_t bit = a->dense[uses.read[i]];
                if (bit && !has_bit(kill, bit - 1))
                    set_bit(gen, bit - 1);
            }
            for (unsigned i = 0; i < uses.writes; i++) {
                uint32_t bit = a->dense[uses.written[i]];
                if (bit)
                    set_bit(kill, bit - 1);
            }
        }
    }
}

/* Word `w` of the set of registers wanted after a block. */
static live_word out_word(const struct analysis *a, const struct machine_block *block, uint32_t w)
{
    live_word out = 0;
    for (unsigned i = 0; i < 2; i++) {
        if (block->successor[i])
            out |= a->in[block->successor[i]->id][w];
    }
    return out;
}

static bool flow_into(struct analysis *a, const struct machine_block *block)
{
    bool changed = false;
    for (uint32_t w = 0; w < a->words; w++) {
        live_word in = a->gen[block->id][w] | (out_word(a, block, w) & ~a->kill[block->id][w]);
        changed |= in != a->in[block->id][w];
        a->in[block->id][w] = in;
    }
    return changed;
}

static void solve(struct analysis *a)
{
    uint32_t count = a->function->block_count;
    const struct machine_block **order = ARENA_ARRAY(a->arena, const struct machine_block *, count);
    uint32_t n = 0;
    for (const struct machine_block *block = a->function->first; block; block = block->next)
        order[n++] = block;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = n; i-- > 0;)
            changed |= flow_into(a, order[i]);
    }
}

/* ---- ranges; while they are built they stand in descending order */

static void add_range(struct arena *arena, struct live_interval *interval, uint32_t from, uint32_t to)
{
    if (interval->count && interval->ranges[interval->count - 1].from <= to) {
        interval->ranges[interval->count - 1].from = from;
        return;
    }
    if (interval->count == interval->capacity) {
        uint32_t capacity = interval->capacity ? interval->capacity * 2 : 2;
        struct live_range *ranges = ARENA_ARRAY(arena, struct live_range, capacity);
        if (interval->count)
            memcpy(ranges, interval->ranges, interval->count * sizeof *ranges);
        interval->ranges = ranges;
        interval->capacity = capacity;
    }
    interval->ranges[interval->count++] = (struct live_range){from, to};
}

/* Whether a copy may become one with the register (coalesce.c): only of such are the writes asked for. Every
 * call writes thirty of the others. */
static bool is_noted(uint32_t reg)
{
    return reg >= FIRST_VIRTUAL || (LIVE_FIXED & REGISTER_BIT(reg)) != 0;
}

static void note_write(struct analysis *a, uint32_t reg, uint32_t position, const struct machine_instr *instr)
{
    if (!is_noted(reg))
        return;
    struct live_writes *writes = &a->live->writes[reg];
    if (writes->count == writes->capacity) {
        uint32_t capacity = writes->capacity ? writes->capacity * 2 : 1;
        struct live_write *items = ARENA_ARRAY(a->arena, struct live_write, capacity);
        if (writes->count)
            memcpy(items, writes->items, writes->count * sizeof *items);
        writes->items = items;
        writes->capacity = capacity;
    }
    writes->items[writes->count++] = (struct live_write){position, instr};
}

static bool reads(const struct machine_instr *instr, uint32_t reg)
{
    struct machine_uses uses;
    machine_uses(instr, &uses);
    for (unsigned i = 0; i < uses.reads; i++) {
        if (uses.read[i] == reg)
            return true;
    }
    return false;
}

/* A write at instruction n closes the range that later reads have opened. The target of a delayed instruction
 * is still to come when the next one writes; but if that one reads it, something will be put between them. */
static void close_range(struct analysis *a, uint32_t reg, uint32_t n, const struct machine_instr *instr)
{
    note_write(a, reg, 2 * n + 1, instr);
    if (!is_tracked(reg))
        return;
    bool lands_late = machine_rows[instr->op].delayed && instr->next && !reads(instr->next, reg);
    uint32_t least = lands_late ? 2 * n + 4 : 2 * n + 2;
    uint32_t to = a->open[reg] > least ? a->open[reg] : least;
    add_range(a->arena, &a->live->intervals[reg], 2 * n + 1, to);
    a->open[reg] = 0;
}

static void open_range(struct analysis *a, uint32_t reg, uint32_t n)
{
    if (is_tracked(reg) && a->open[reg] == 0)
        a->open[reg] = 2 * n + 1;
}

/* Walks back through the block whose instructions are first .. end-1. */
static void walk_block(struct analysis *a, const struct machine_block *block, uint32_t first, uint32_t end)
{
    for (uint32_t bit = 0; bit < a->bits; bit++) {
        if ((bit % WORD_BITS) == 0 && out_word(a, block, bit / WORD_BITS) == 0) {
            bit += WORD_BITS - 1;
            continue;
        }
        if (out_word(a, block, bit / WORD_BITS) >> (bit % WORD_BITS) & 1)
            a->open[a->registers[bit]] = 2 * end;
    }
    uint32_t n = end;
    for (const struct machine_instr *instr = block->last; instr; instr = instr->previous) {
        struct machine_uses uses;
        machine_uses(instr, &uses);
        n--;
        for (unsigned i = 0; i < uses.writes; i++)
            close_range(a, uses.written[i], n, instr);
        for (uint32_t reg = 0; instr->implicit_writes >> reg != 0; reg++) {
            if (instr->implicit_writes >> reg & 1)
                close_range(a, reg, n, instr);
        }
        for (unsigned i = 0; i < uses.reads; i++)
            open_range(a, uses.read[i], n);
        for (uint32_t reg = 0; instr->implicit_reads >> reg != 0; reg++) {
            if (instr->implicit_reads >> reg & 1)
                open_range(a, reg, n);
        }
    }
    const live_word *in = a->in[block->id];
    for (uint32_t bit = 0; bit < a->bits; bit++) {
        uint32_t reg = a->registers[bit];
        if (in[bit / WORD_BITS] == 0) {
            bit += WORD_BITS - 1 - bit % WORD_BITS;
            continue;
        }
        if (a->open[reg]) {
            add_range(a->arena, &a->live->intervals[reg], 2 * first, a->open[reg]);
            a->open[reg] = 0;
        }
    }
    for (uint32_t reg = 0; reg < MACHINE_REGISTERS; reg++) { /* the parameters, in the entry block */
        if (a->open[reg]) {
            add_range(a->arena, &a->live->intervals[reg], 2 * first, a->open[reg]);
            a->open[reg] = 0;
        }
    }
}

static void build_ranges(struct analysis *a)
{
    uint32_t count = a->function->block_count;
    const struct machine_block **order = ARENA_ARRAY(a->arena, const struct machine_block *, count);
    uint32_t *start = ARENA_ARRAY(a->arena, uint32_t, count + 1);
    uint32_t blocks = 0;
    uint32_t n = 0;
    for (const struct machine_block *block = a->function->first; block; block = block->next) {
        order[blocks] = block;
        start[blocks++] = n;
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
            n++;
    }
    start[blocks] = n;
    a->live->end = 2 * n;
    for (uint32_t i = blocks; i-- > 0;)
        walk_block(a, order[i], start[i], start[i + 1]);
    for (uint32_t reg = 0; reg < a->live->register_count; reg++) {
        struct live_interval *interval = &a->live->intervals[reg];
        for (uint32_t i = 0, j = interval->count; i + 1 < j; i++) {
            struct live_range swap = interval->ranges[i];
            interval->ranges[i] = interval->ranges[--j];
            interval->ranges[j] = swap;
        }
    }
}

struct live *live_analyse(struct arena *arena, const struct machine_function *function)
{
    struct live *live = ARENA_NEW(arena, struct live);
    struct analysis a = {.arena = arena, .function = function, .live = live};
    live->register_count = function->register_limit;
    live->intervals = ARENA_ARRAY(arena, struct live_interval, live->register_count);
    live->writes = ARENA_ARRAY(arena, struct live_writes, live->register_count);
    a.dense = ARENA_ARRAY(arena, uint32_t, live->register_count);
    a.registers = ARENA_ARRAY(arena, uint32_t, live->register_count);
    a.open = ARENA_ARRAY(arena, uint32_t, live->register_count);
    number_registers(&a);
    a.words = (a.bits + WORD_BITS - 1) / WORD_BITS;
    size_machine_ranges(&a);
    summarise_blocks(&a);
    solve(&a);
    build_ranges(&a);
    return live;
}

/* ---- questions */

/* The first range of the interval that ends after `position`, or count. */
static uint32_t first_behind(const struct live_interval *interval, uint32_t position)
{
    uint32_t low = 0;
    uint32_t high = interval->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (interval->ranges[middle].to > position)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool live_contains(const struct live_interval *interval, uint32_t position)
{
    uint32_t i = first_behind(interval, position);
    return i < interval->count && interval->ranges[i].from <= position;
}

bool live_intersect(const struct live_interval *a, const struct live_interval *b)
{
    if (a->count > b->count) { /* walk through the shorter, search in the longer */
        const struct live_interval *swap = a;
        a = b;
        b = swap;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t j = first_behind(b, a->ranges[i].from);
        if (j < b->count && b->ranges[j].from < a->ranges[i].to)
            return true;
    }
    return false;
}

/* Puts one range into an interval: it becomes one with those that it touches. */
static void insert_range(struct live_interval *into, struct live_range range)
{
    uint32_t first = range.from ? first_behind(into, range.from - 1) : 0;
    uint32_t end = first;
    while (end < into->count && into->ranges[end].from <= range.to) {
        if (into->ranges[end].from < range.from)
            range.from = into->ranges[end].from;
        if (into->ranges[end].to > range.to)
            range.to = into->ranges[end].to;
        end++;
    }
    if (end != first + 1)
        memmove(&into->ranges[first + 1], &into->ranges[end], (into->count - end) * sizeof range);
    into->ranges[first] = range;
    into->count = into->count + 1 - (end - first);
}

/* Makes one range of those that touch. */
static void join_touching(struct live_interval *interval)
{
    uint32_t kept = 0;
    for (uint32_t i = 1; i < interval->count; i++) {
        struct live_range *last = &interval->ranges[kept];
        const struct live_range *next = &interval->ranges[i];
        if (next->from > last->to)
            interval->ranges[++kept] = *next;
        else if (next->to > last->to)
            last->to = next->to;
    }
    interval->count = kept + 1;
}

void live_unite(struct arena *arena, struct live_interval *into, const struct live_interval *other)
{
    enum { FEW = 16 }; /* as many are put in one by one: many short lives may become one with a long list */
    uint32_t total = into->count + other->count;
    if (other->count == 0)
        return;
    if (total > into->capacity) { /* doubled, so that uniting many costs no more than their sum */
        uint32_t capacity = 2 * total;
        struct live_range *ranges = ARENA_ARRAY(arena, struct live_range, capacity);
        if (into->count)
            memcpy(ranges, into->ranges, into->count * sizeof *ranges);
        into->ranges = ranges;
        into->capacity = capacity;
    }
    if (other->count <= FEW) {
        for (uint32_t i = 0; i < other->count; i++)
            insert_range(into, other->ranges[i]);
        return;
    }
    uint32_t old = into->count;
    uint32_t added = other->count;
    for (uint32_t to = total; added > 0;) { /* from the back, in place */
        bool take_old = old > 0 && into->ranges[old - 1].from > other->ranges[added - 1].from;
        into->ranges[--to] = take_old ? into->ranges[--old] : other->ranges[--added];
    }
    into->count = total;
    join_touching(into);
}

uint32_t live_length(const struct live_interval *interval)
{
    uint32_t length = 0;
    for (uint32_t i = 0; i < interval->count; i++)
        length += interval->ranges[i].to - interval->ranges[i].from;
    return length;
}
