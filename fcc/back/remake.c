/* remake.c - values that can be made again where they are wanted, in place of being kept until then.
 *
 * Constants, addresses of the frame, and words that nobody writes as long as the function runs: a register
 * that is written once, by such an instruction, need not be kept, not even in the frame. A load can be made
 * again only where its address is still known: where the register that it starts from lives and has one value
 * only; and where all of the group makes it, which under a weaker model (pramsim --model) is one access: in
 * synchronous code of a function that does not divide its group. For reads in asynchronous code it is made
 * before that begins. Called by regalloc.c.
 */
#include "fcc/back/remake.h"

struct finder {
    const struct machine_function *function;
    const struct live *live;
    uint32_t *writes;                  /* by register: instructions that write it */
    uint32_t *end;                     /* by block: the position of its last instruction */
    const struct machine_block **last; /* by register: which of found.before it was made in last */
    uint32_t *loads;                   /* registers that are loaded again */
    uint32_t load_count;
    bool divides; /* the function divides its group */
    struct remake found;
};

float remake_frequency(uint32_t loop_depth)
{
    float frequency = 1;
    for (uint32_t i = 0; i < loop_depth && i < 6; i++)
        frequency *= 10;
    return frequency;
}

static bool is_load(const struct machine_instr *instr)
{
    return instr->op == MACHINE_ldg;
}

static bool is_remade(const struct machine_instr *instr)
{
    bool is_constant = instr->op == MACHINE_SET || instr->op == MACHINE_getpn || instr->op == MACHINE_getnp ||
                       (instr->op == MACHINE_xfromi && instr->rs == REGISTER_zero);
    bool is_slot = instr->op == MACHINE_add && instr->rs == REGISTER_fp && instr->has_imm;
    bool is_word = is_load(instr) && instr->memory.constant && !instr->memory.is_volatile &&
                   instr->rs >= FIRST_VIRTUAL && instr->has_imm && instr->base == BASE_NONE;
    return is_constant || is_slot || is_word;
}

static float cycles(const struct machine_instr *instr)
{
    return instr->op == MACHINE_SET && !machine_fits(instr->imm) ? 2 : 1;
}

static void find_origins(struct finder *f)
{
    uint32_t position = 0;
    for (const struct machine_block *block = f->function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next, position += 2) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            f->end[block->id] = position;
            f->divides |= (instr->implicit_writes & REGISTER_BIT(REGISTER_gp)) != 0;
            for (unsigned i = 0; i < uses.writes; i++) {
                const uint32_t reg = uses.written[i];
                const bool is_only = f->writes[reg]++ == 0 && reg >= FIRST_VIRTUAL;
                const bool is_everywhere = !is_load(instr) || block->synchronous;
                f->found.origin[reg] = is_only && is_remade(instr) && is_everywhere ? instr : NULL;
                f->found.cost[reg] = -cycles(instr) * remake_frequency(block->loop_depth);
            }
        }
    }
}

/* ---- asynchronous parts: blocks between which control goes without synchronous ones */

static uint32_t find_part(uint32_t *part, uint32_t block)
{
    while (part[block] != block)
        block = part[block] = part[part[block]];
    return block;
}

/* The block from which control comes into each part, NULL if there is not just one; by a block of the part.
 */
static struct machine_block **find_entries(struct arena *arena, const struct machine_function *function,
                                           uint32_t *part)
{
    struct machine_block **entry = ARENA_ARRAY(arena, struct machine_block *, function->block_count);
    bool *has_many = ARENA_ARRAY(arena, bool, function->block_count);
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (unsigned i = 0; i < 2; i++) {
            const struct machine_block *next = block->successor[i];
            if (!block->synchronous || !next || next->synchronous)
                continue;
            const uint32_t number = find_part(part, next->id);
            has_many[number] |= entry[number] && entry[number] != block;
            entry[number] = block;
        }
    }
    for (uint32_t i = 0; i < function->block_count; i++)
        entry[i] = has_many[i] ? NULL : entry[i];
    return entry;
}

static struct machine_block **find_before(struct arena *arena, const struct machine_function *function)
{
    struct machine_block **before = ARENA_ARRAY(arena, struct machine_block *, function->block_count);
    uint32_t *part = ARENA_ARRAY(arena, uint32_t, function->block_count);
    for (uint32_t i = 0; i < function->block_count; i++)
        part[i] = i;
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (unsigned i = 0; i < 2; i++) {
            const struct machine_block *next = block->successor[i];
            if (!block->synchronous && next && !next->synchronous)
                part[find_part(part, next->id)] = find_part(part, block->id);
        }
    }
    struct machine_block **entry = find_entries(arena, function, part);
    for (const struct machine_block *block = function->first; block; block = block->next) {
        if (!block->synchronous)
            before[block->id] = entry[find_part(part, block->id)];
    }
    return before;
}

/* ---- reads */

/* Whether a load can be made at a position in a block: by all of the group, which then is one access. */
static bool can_load(const struct finder *f, const struct machine_instr *load,
                     const struct machine_block *block, uint32_t position)
{
    return block && block->synchronous && !f->divides && f->writes[load->rs] == 1 &&
           live_contains(&f->live->intervals[load->rs], position);
}

static void read_register(struct finder *f, uint32_t reg, const struct machine_block *block,
                          uint32_t position)
{
    remake_origin *origin = &f->found.origin[reg];
    bool is_made_already = false;
    if (*origin && is_load(*origin)) {
        if (!block->synchronous) {
            block = f->found.before[block->id];
            position = block ? f->end[block->id] : 0;
            is_made_already = f->last[reg] == block;
            f->last[reg] = block;
            f->found.waits[reg] = true;
        }
        if (!can_load(f, *origin, block, position))
            *origin = NULL;
    }
    if (*origin && !is_made_already)
        f->found.cost[reg] += cycles(*origin) * remake_frequency(block->loop_depth);
}

/* What lives over a call in an asynchronous part needs a register that is to be saved there, too. */
static void keep_over_call(struct finder *f, uint32_t position)
{
    for (uint32_t i = 0; i < f->load_count; i++) {
        const uint32_t reg = f->loads[i];
        if (live_contains(&f->live->intervals[reg], position + 1))
            f->found.origin[reg] = NULL;
    }
}

static void find_loads(struct finder *f)
{
    for (uint32_t reg = FIRST_VIRTUAL; reg < f->function->register_limit; reg++) {
        if (f->found.origin[reg] && is_load(f->found.origin[reg]))
            f->loads[f->load_count++] = reg;
    }
}

struct remake remake_find(struct arena *arena, const struct machine_function *function,
                          const struct live *live)
{
    const uint32_t count = function->register_limit;
    struct finder f = {.function = function, .live = live, .writes = ARENA_ARRAY(arena, uint32_t, count)};
    uint32_t position = 0;
    f.found.origin = ARENA_ARRAY(arena, remake_origin, count);
    f.found.cost = ARENA_ARRAY(arena, float, count);
    f.found.waits = ARENA_ARRAY(arena, bool, count);
    f.last = ARENA_ARRAY(arena, const struct machine_block *, count);
    f.found.before = find_before(arena, function);
    f.end = ARENA_ARRAY(arena, uint32_t, function->block_count);
    f.loads = ARENA_ARRAY(arena, uint32_t, count);
    find_origins(&f);
    find_loads(&f);
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next, position += 2) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            for (unsigned i = 0; i < uses.reads; i++)
                read_register(&f, uses.read[i], block, position);
            if (!block->synchronous && (machine_caller_saved() & ~instr->implicit_writes) == 0)
                keep_over_call(&f, position);
        }
    }
    return f.found;
}
