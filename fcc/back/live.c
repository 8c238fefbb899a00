/* live.c - live ranges: for each register a walk back from the blocks that read it to those that write it,
 * then one walk back through each block.
 *
 * The first walk only concerns registers that a block reads before it writes them; all others, the majority,
 * live within one block. Time is proportional to the result; a set of registers for each block would take the
 * square of a long function. A register that lives in very many blocks counts as live from the first to the
 * last of them. Machine registers never live from one block to the next. A delayed instruction's target lives
 * at least until after the following instruction, which is when it is written. Must have run before: select.
 * Calls nothing but machine.h. */
#include "fcc/back/live.h"

#include "common/bisect.h"

#include <string.h>

enum { MOST_BLOCKS = 512 }; /* up to this number of blocks, liveness of a register is exact */

/* Numbers of blocks, or of registers. */
struct numbers {
    uint32_t *items;
    uint32_t count;
    uint32_t capacity;
};

struct analysis {
    struct arena *arena;
    const struct machine_function *function;
    struct live *live;
    uint32_t *dense;       /* by register: its number among those live across blocks + 1; 0: not among them */
    uint32_t *registers;   /* by that number: the register */
    uint32_t crossing;     /* their number */
    struct numbers *reads; /* by that number: the blocks that read it before writing it */
    struct numbers *writes; /* by that number: the blocks that write it */
    struct numbers *in;     /* by block: the registers live at its start */
    struct numbers *before; /* by block: its predecessors */
    uint32_t *open;         /* by register: end of the range under construction; 0: not live */
    uint32_t *start;        /* by block: its first instruction */
    uint32_t *end;          /* by block: the instruction after its last */
    bool *is_wide;          /* by register: it lives in more than MOST_BLOCKS, and has its one range */
};

static void add_number(struct arena *arena, struct numbers *numbers, uint32_t number)
{
    numbers->items =
        arena_grow(arena, numbers->items, numbers->count, &numbers->capacity, sizeof *numbers->items);
    numbers->items[numbers->count++] = number;
}

/* For a number that is added several times in a row. */
static void add_once(struct arena *arena, struct numbers *numbers, uint32_t number)
{
    if (numbers->count == 0 || numbers->items[numbers->count - 1] != number)
        add_number(arena, numbers, number);
}

static bool is_tracked(uint32_t reg)
{
    return reg >= FIRST_VIRTUAL || (machine_allocatable() & REGISTER_BIT(reg)) != 0;
}

static void add_register(struct analysis *a, uint32_t reg)
{
    if (a->dense[reg] == 0) {
        a->registers[a->crossing] = reg;
        a->dense[reg] = ++a->crossing;
    }
}

/* Numbers every register that a block reads before writing it. */
static void number_registers(struct analysis *a)
{
    uint32_t *written_in = ARENA_ARRAY(a->arena, uint32_t, a->live->register_count);
    for (const struct machine_block *block = a->function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            for (unsigned i = 0; i < uses.reads; i++) {
                if (uses.read[i] >= FIRST_VIRTUAL && written_in[uses.read[i]] != block->id + 1)
                    add_register(a, uses.read[i]);
            }
            for (unsigned i = 0; i < uses.writes; i++)
                written_in[uses.written[i]] = block->id + 1;
        }
    }
}

/* Every write to a machine register makes a range, and a call writes most of them: their lists are allocated
 * in full length. */
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

static void survey_blocks(struct analysis *a)
{
    uint32_t *written_in = ARENA_ARRAY(a->arena, uint32_t, a->crossing);
    a->reads = ARENA_ARRAY(a->arena, struct numbers, a->crossing);
    a->writes = ARENA_ARRAY(a->arena, struct numbers, a->crossing);
    a->before = ARENA_ARRAY(a->arena, struct numbers, a->function->block_count);
    for (const struct machine_block *block = a->function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            for (unsigned i = 0; i < uses.reads; i++) {
                uint32_t number = a->dense[uses.read[i]];
                if (number && written_in[number - 1] != block->id + 1)
                    add_once(a->arena, &a->reads[number - 1], block->id);
            }
            for (unsigned i = 0; i < uses.writes; i++) {
                uint32_t number = a->dense[uses.written[i]];
                if (number) {
                    written_in[number - 1] = block->id + 1;
                    add_once(a->arena, &a->writes[number - 1], block->id);
                }
            }
        }
        for (unsigned i = 0; i < 2; i++) {
            if (block->successor[i])
                add_number(a->arena, &a->before[block->successor[i]->id], block->id);
        }
    }
}

/* The register's one range, over all blocks that need or write it. */
static void take_whole(struct analysis *a, uint32_t number, const uint32_t *found, uint32_t count)
{
    const struct numbers *writes = &a->writes[number];
    struct live_range *whole = ARENA_NEW(a->arena, struct live_range);
    whole->from = UINT32_MAX;
    for (uint32_t i = 0; i < count + writes->count; i++) {
        const uint32_t block = i < count ? found[i] : writes->items[i - count];
        const uint32_t to = 2 * a->end[block] + 2; /* the last write may land late */
        whole->from = 2 * a->start[block] < whole->from ? 2 * a->start[block] : whole->from;
        whole->to = to > whole->to ? to : whole->to;
    }
    a->is_wide[a->registers[number]] = true;
    a->live->intervals[a->registers[number]] = (struct live_interval){whole, 1, 1};
}

/* Walks from the blocks that need a register back to those that write it; `written` marks these. Returns the
 * number of blocks that need it: they are in found, and have number + 1 in `wanted`. */
static uint32_t walk_back(const struct analysis *a, uint32_t number, const uint32_t *written,
                          uint32_t *wanted, uint32_t *found)
{
    const struct numbers *reads = &a->reads[number];
    uint32_t count = 0;
    for (uint32_t i = 0; i < reads->count; i++) {
        found[count++] = reads->items[i];
        wanted[reads->items[i]] = number + 1;
    }
    for (uint32_t next = 0; next < count; next++) {
        const struct numbers *before = &a->before[found[next]];
        for (uint32_t i = 0; i < before->count; i++) {
            const uint32_t block = before->items[i];
            if (wanted[block] != number + 1 && written[block] != number + 1) {
                wanted[block] = number + 1;
                found[count++] = block;
            }
        }
    }
    return count;
}

static void find_wanted(struct analysis *a)
{
    uint32_t blocks = a->function->block_count;
    uint32_t *wanted = ARENA_ARRAY(a->arena, uint32_t,
                                   blocks); /* by block: the last register + 1 that is live at its start, */
    uint32_t *written =
        ARENA_ARRAY(a->arena, uint32_t, blocks); /* by block: the last register + 1 that it writes */
    uint32_t *found = ARENA_ARRAY(a->arena, uint32_t, blocks);
    a->in = ARENA_ARRAY(a->arena, struct numbers, blocks);
    for (uint32_t number = 0; number < a->crossing; number++) {
        for (uint32_t i = 0; i < a->writes[number].count; i++)
            written[a->writes[number].items[i]] = number + 1;
        const uint32_t count = walk_back(a, number, written, wanted, found);
        if (count > MOST_BLOCKS)
            take_whole(a, number, found, count);
        for (uint32_t i = 0; i < count && count <= MOST_BLOCKS; i++)
            add_number(a->arena, &a->in[found[i]], a->registers[number]);
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

/* Whether the register is an end of a copy that coalesce.c may merge: only then its writes are needed. Every
 * call writes thirty other registers. */
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

/* A write at instruction n closes the range that later reads have opened. The target of a delayed instruction
 * is pending when the next one writes; but if that one reads it, an instruction will be inserted between
 * them. */
static void close_range(struct analysis *a, uint32_t reg, uint32_t n, const struct machine_instr *instr)
{
    note_write(a, reg, 2 * n + 1, instr);
    if (!is_tracked(reg) || a->is_wide[reg])
        return;
    const struct machine_instr *next = instr->next;
    uint32_t least = 2 * n + 4;
    for (; next && next->op == MACHINE_KEEP; next = next->next) /* a KEEP has no code */
        least += 2;
    const bool lands_late = machine_rows[instr->op].delayed && next && !machine_reads(next, reg);
    least = lands_late ? least : 2 * n + 2;
    uint32_t to = a->open[reg] > least ? a->open[reg] : least;
    add_range(a->arena, &a->live->intervals[reg], 2 * n + 1, to);
    a->open[reg] = 0;
}

static void open_range(struct analysis *a, uint32_t reg, uint32_t n)
{
    if (is_tracked(reg) && !a->is_wide[reg] && a->open[reg] == 0)
        a->open[reg] = 2 * n + 1;
}

static void walk_block(struct analysis *a, const struct machine_block *block)
{
    const uint32_t first = a->start[block->id], end = a->end[block->id];
    for (unsigned i = 0; i < 2; i++) {
        const struct machine_block *next = block->successor[i];
        for (uint32_t k = 0; next && k < a->in[next->id].count; k++)
            a->open[a->in[next->id].items[k]] = 2 * end;
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
    for (uint32_t k = 0; k < a->in[block->id].count; k++) {
        uint32_t reg = a->in[block->id].items[k];
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

/* Numbers the instructions in layout order. */
static void find_places(struct analysis *a)
{
    uint32_t n = 0;
    a->start = ARENA_ARRAY(a->arena, uint32_t, a->function->block_count);
    a->end = ARENA_ARRAY(a->arena, uint32_t, a->function->block_count);
    for (const struct machine_block *block = a->function->first; block; block = block->next) {
        a->start[block->id] = n;
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
            n++;
        a->end[block->id] = n;
    }
    a->live->end = 2 * n;
}

static void build_ranges(struct analysis *a)
{
    const struct machine_block **order =
        ARENA_ARRAY(a->arena, const struct machine_block *, a->function->block_count);
    uint32_t blocks = 0;
    for (const struct machine_block *block = a->function->first; block; block = block->next)
        order[blocks++] = block;
    for (uint32_t i = blocks; i-- > 0;)
        walk_block(a, order[i]);
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
    size_machine_ranges(&a);
    a.is_wide = ARENA_ARRAY(arena, bool, live->register_count);
    find_places(&a);
    survey_blocks(&a);
    find_wanted(&a);
    build_ranges(&a);
    return live;
}

/* ---- questions */

/* The first range of the interval that ends after `position`, or count. */
static uint32_t first_behind(const struct live_interval *interval, uint32_t position)
{
    BISECT(ended, interval->count, i, interval->ranges[i].to <= position)
    return ended;
}

bool live_contains(const struct live_interval *interval, uint32_t position)
{
    uint32_t i = first_behind(interval, position);
    return i < interval->count && interval->ranges[i].from <= position;
}

bool live_intersect(const struct live_interval *a, const struct live_interval *b)
{
    if (a->count > b->count) { /* walks the shorter one, searches in the longer one */
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

/* Adds a range to an interval: it merges with the ranges that it touches. */
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
    enum {
        FEW = 16
    }; /* few ranges are inserted one by one: many short lives may be merged into one long list */
    uint32_t total = into->count + other->count;
    if (other->count == 0)
        return;
    if (total > into->capacity) { /* doubled, so that uniting many takes time proportional to their sum */
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
