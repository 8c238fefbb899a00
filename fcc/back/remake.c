/* remake.c - values that can be made again where they are wanted, in place of being kept until then.
 *
 * Constants, addresses of the frame, and words that nobody writes as long as the function runs: a register
 * that is written once, by such an instruction, need not be kept, not even in the frame. A load can be made
 * again only where its address is still known: where the register that it starts from lives and has one value
 * only. Called by regalloc.c.
 */
#include "fcc/back/remake.h"

struct finder {
    const struct machine_function *function;
    const struct live *live;
    uint32_t *writes; /* by register: instructions that write it */
    bool divides;     /* the function divides its group */
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
    for (const struct machine_block *block = f->function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            f->divides |= (instr->implicit_writes & REGISTER_BIT(REGISTER_gp)) != 0;
            for (unsigned i = 0; i < uses.writes; i++) {
                const uint32_t reg = uses.written[i];
                const bool is_only = f->writes[reg]++ == 0 && reg >= FIRST_VIRTUAL;
                f->found.origin[reg] = is_only && is_remade(instr) ? instr : NULL;
                f->found.cost[reg] = -cycles(instr) * remake_frequency(block->loop_depth);
            }
        }
    }
}

/* Whether what makes the register's value can do so at a position in a block, too. */
static bool can_stand(const struct finder *f, const struct machine_instr *origin,
                      const struct machine_block *block, uint32_t position)
{
    return !is_load(origin) ||
           (block->synchronous && !f->divides && f->writes[origin->rs] == 1 && live_contains(&f->live->intervals[origin->rs], position));
}

struct remake remake_find(struct arena *arena, const struct machine_function *function,
                          const struct live *live)
{
    const uint32_t count = function->register_limit;
    struct finder f = {.function = function, .live = live, .writes = ARENA_ARRAY(arena, uint32_t, count)};
    uint32_t position = 0;
    f.found.origin = ARENA_ARRAY(arena, const struct machine_instr *, count);
    f.found.cost = ARENA_ARRAY(arena, float, count);
    find_origins(&f);
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next, position += 2) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            for (unsigned i = 0; i < uses.reads; i++) {
                const struct machine_instr **origin = &f.found.origin[uses.read[i]];
                if (!*origin)
                    continue;
                f.found.cost[uses.read[i]] += cycles(*origin) * remake_frequency(block->loop_depth);
                *origin = can_stand(&f, *origin, block, position) ? *origin : NULL;
            }
        }
    }
    return f.found;
}
