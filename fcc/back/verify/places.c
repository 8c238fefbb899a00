/* places.c - register allocation: every read of a virtual register finds that register's value.
 *
 * Follows the values forward through the blocks: for each machine register the virtual register whose value
 * it holds on every path. Independent of live.c, from whose ranges the allocation is made.
 */
#include "fcc/back/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/message.h"

enum {
    UNKNOWN = 0,           /* different values on different paths */
    UNREACHED = UINT32_MAX /* no path has come here yet */
};

/* The contents of the machine registers: a virtual register's number, or their own number. */
struct holders {
    uint32_t of[MACHINE_REGISTERS];
};

static uint32_t place_of(const uint32_t *place, uint32_t reg)
{
    return reg < FIRST_VIRTUAL ? reg : place[reg];
}

static void execute(const struct machine_instr *instr, const uint32_t *place, struct holders *holders)
{
    struct machine_uses uses;
    machine_uses(instr, &uses);
    for (uint32_t reg = 0; reg < MACHINE_REGISTERS; reg++) {
        if (machine_in_set(instr->implicit_writes, reg))
            holders->of[reg] = reg;
    }
    for (unsigned i = 0; i < uses.writes; i++)
        holders->of[place_of(place, uses.written[i])] = uses.written[i];
}

/* Joins the state at the end of a block into the state at the start of another; returns whether that
 * changes. */
static bool join(struct holders *start, const struct holders *end)
{
    bool changes = false;
    for (uint32_t reg = 0; reg < MACHINE_REGISTERS; reg++) {
        const uint32_t old = start->of[reg];
        if (old == UNREACHED)
            start->of[reg] = end->of[reg];
        else if (old != end->of[reg] && end->of[reg] != UNREACHED)
            start->of[reg] = UNKNOWN;
        changes |= old != start->of[reg];
    }
    return changes;
}

static struct holders *find_holders(struct arena *arena, const struct machine_function *function,
                                    const uint32_t *place)
{
    struct holders *starts = ARENA_ARRAY(arena, struct holders, function->block_count + 1);
    memset(starts, 0xff, function->block_count * sizeof *starts);
    for (uint32_t reg = 0; reg < MACHINE_REGISTERS; reg++)
        starts[function->first->id].of[reg] = reg;
    for (bool changes = true; changes;) {
        changes = false;
        for (const struct machine_block *block = function->first; block; block = block->next) {
            struct holders now = starts[block->id];
            for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
                execute(instr, place, &now);
            for (unsigned i = 0; i < 2 && block->successor[i]; i++)
                changes |= join(&starts[block->successor[i]->id], &now);
        }
    }
    return starts;
}

static bool check_read(const struct machine_verifier *v, const uint32_t *place, const struct holders *now,
                       uint32_t reg)
{
    const uint32_t machine = place_of(place, reg);
    const uint32_t holds = now->of[machine];
    if (machine == REGISTER_zero)
        return machine_breach_here(v, MACHINE_INVARIANT_kept, "register %u has no place", reg);
    return holds == reg || holds == UNREACHED ||
           machine_breach_here(v, MACHINE_INVARIANT_kept, "R%u holds register %u, not register %u", machine,
                               holds, reg);
}

static bool check_instr(const struct machine_verifier *v, const uint32_t *place, const struct holders *now)
{
    struct machine_uses uses;
    machine_uses(v->instr, &uses);
    for (unsigned i = 0; i < uses.reads; i++) {
        if (!check_read(v, place, now, uses.read[i]))
            return false;
    }
    for (uint32_t reg = 0; reg < MACHINE_REGISTERS; reg++) {
        if (machine_in_set(v->instr->implicit_reads, reg) && !check_read(v, place, now, reg))
            return false;
    }
    return true;
}

bool machine_verify_places(const struct machine_function *function, const uint32_t *place,
                           struct machine_breach *breach)
{
    struct arena arena = {0};
    struct machine_verifier v = {.function = function, .stage = MACHINE_VIRTUAL, .breach = breach};
    const struct holders *starts = function->first ? find_holders(&arena, function, place) : NULL;
    bool good = true;
    breach->invariant = MACHINE_INVARIANT_none;
    for (v.block = function->first; v.block && good; v.block = v.block->next) {
        struct holders now = starts[v.block->id];
        for (v.instr = v.block->first; v.instr && good; v.instr = v.instr->next) {
            good = check_instr(&v, place, &now);
            execute(v.instr, place, &now);
        }
    }
    arena_release(&arena);
    return good;
}

void machine_verify_allocation(const struct machine_function *function, const uint32_t *place, void *original)
{
    struct machine_breach breach;
    if (!machine_verify_places(function, place, &breach) ||
        !machine_verify_values(original, function, place, &breach)) {
        message_line(stderr, "fcc: internal error after step allocate: %s; please report it", breach.text);
        abort();
    }
}
