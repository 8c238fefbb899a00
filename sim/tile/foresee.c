/* foresee.c - what PPs of a tile will certainly do next, found without executing anything.
 *
 * A synchronous loop counts its group once a round: PPs that stay add 0 to a cell (docs/internals/abi.md,
 * section 7). If all PPs of the machine are known to come to such a request, no team barrier is needed for
 * it. Only registers that are equal in all PPs are considered; all other values are unknown.
 *
 * PPs that wait in a barrier go round a loop. As long as no cell changes that they load, and they return to
 * the same place in the same state, they will do so for ever. Calls word, multiprefix, follow. */
#include <string.h>

#include "sim/tile/rows/multiprefix.h"
#include "sim/isa/system.h"
#include "sim/isa/word.h"
#include "sim/tile/inside.h"

enum { INSTRUCTIONS_MOST = 12 };

/* What is known of the registers and flags of all PPs at some place. */
struct prospect {
    const struct tile *tile;
    uint64_t known;   /* bit r: register r is equal in all */
    uint64_t changed; /* bit r: and is value[r], not what the tile has */
    uint32_t value[TILE_REGISTERS];
    bool flags_known;
    uint32_t flags;
    uint32_t pc;
};

#define BIT(number) ((uint64_t)1 << (number))

static inline bool knows(const struct prospect *prospect, unsigned number, uint32_t *value)
{
    const struct tile *tile = prospect->tile;
    const bool changed = prospect->changed & BIT(number);
    *value = changed ? prospect->value[number] : tile->base[number];
    return number != 1 && (prospect->known & BIT(number)) && (changed || tile->stride[number] == 0);
}

static void set(struct prospect *prospect, unsigned number, bool known, uint32_t value)
{
    prospect->known = known ? prospect->known | BIT(number) : prospect->known & ~BIT(number);
    prospect->changed |= BIT(number);
    prospect->value[number] = value;
}

/* Evaluates an instruction of S and Rs, if these are known. */
static void operate(struct prospect *prospect, const struct instruction *i, bool known, uint32_t a,
                    uint32_t b)
{
    const bool takes_carry = system_rows[i->opcode].row == SYSTEM_ROW_CARRY;
    known = known && (!takes_carry || prospect->flags_known);
    const uint32_t result = known ? word_compute(i->opcode, a, b, &prospect->flags) : 0;
    if (i->traits & DECODE_SETS_FLAGS)
        prospect->flags_known = known;
    set(prospect, i->target, known, result);
}

/* Passes an instruction that accesses only registers; false: nothing is known of what follows. */
static bool pass(struct prospect *prospect, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    uint32_t a, b;
    const bool knows_a = knows(prospect, i->rs, &a), knows_b = knows(prospect, i->rt, &b);
    const bool known = knows_a && knows_b;
    if (i->target == 1)
        return false;
    prospect->pc++;
    switch ((enum handler)operation->handler) {
    case HANDLE_NOTHING:
        return true;
    case HANDLE_CONSTANT:
        set(prospect, i->target, true, i->constant);
        return true;
    case HANDLE_OPERATE:
    case HANDLE_COMPARE:
    case HANDLE_OPERATE_FLAGS:
        operate(prospect, i, known, a, b + i->constant);
        return true;
    case HANDLE_BRANCH_ALWAYS:
        prospect->pc = i->constant;
        return true;
    case HANDLE_BRANCH:
        if (prospect->flags_known && word_branches(i->opcode, prospect->flags))
            prospect->pc = i->constant;
        return prospect->flags_known;
    default:
        return false;
    }
}

/* Whether a multiprefix request to shared memory changes nothing, and no PP gets its result. */
static bool is_idle(const struct prospect *prospect, const struct operation *operation)
{
    const struct memory *memory = &prospect->tile->world->machine->memory;
    const struct instruction *i = &operation->i;
    uint32_t a, b, contribution;
    return i->target == DECODE_SINK && knows(prospect, i->rd, &contribution) &&
           contribution == multiprefix_neutral(operation->kernel) && knows(prospect, i->rs, &a) &&
           knows(prospect, i->rt, &b) && a + b + i->constant - memory->guard < memory->shared_span;
}

/* Whether all PPs of a tile are at one pc, in lockstep. */
static bool is_one(const struct tile *tile)
{
    const struct strand *strand = &tile->strands[0];
    return tile->world->level > 0 && tile->strand_end == 1 && strand_is_whole(tile, strand) &&
           !strand_is_small(tile, strand) && strand->late_target == DECODE_SINK && !strand->cycles_differ &&
           !strand->in_async && !strand->in_barrier && !strand_spins(strand) &&
           !strand_has_apart(tile, strand);
}

/* The paper's path prediction: avoids the multiprefix request that a synchronous loop makes in each round, as
 * long as no PP leaves the loop. */
bool tile_foresees_idle_fold(const struct tile *tile, uint8_t *fold)
{
    const struct tile_world *world = tile->world;
    const struct strand *strand = &tile->strands[0];
    if (!is_one(tile))
        return false;
    struct prospect prospect; /* value: valid where `changed` is set */
    prospect.tile = tile;
    prospect.known = tile->affine;
    prospect.changed = 0;
    prospect.flags_known = strand->flags == FLAGS_UNIFORM;
    prospect.flags = strand->flags_value;
    prospect.pc = strand->pc;
    for (unsigned n = 0; n < INSTRUCTIONS_MOST && prospect.pc < world->code_count; n++) {
        const struct operation *operation = &world->code[prospect.pc];
        if (operation->handler == HANDLE_FOLD) {
            *fold = operation->kernel;
            return is_idle(&prospect, operation);
        }
        if (!pass(&prospect, operation))
            return false;
    }
    return false;
}

/* ---- tiles that skip rounds */

/* Trying to skip takes as long as some hundred segments of PPs that wait. */
#ifdef PRAM_HOSTILE
enum { SKIP_DUE = 4 };
#else
enum { SKIP_DUE = 600 }; /* segments */
#endif
enum { SKIP_ROUND_MOST = 16 }; /* instructions */

/* Whether an instruction of a PP that waits only loads, computes or branches. */
static bool is_of_round(const struct operation *operation)
{
    switch (operation->handler) {
    case HANDLE_LOAD:
    case HANDLE_OPERATE:
    case HANDLE_OPERATE_FLAGS:
    case HANDLE_COMPARE:
    case HANDLE_CONSTANT:
    case HANDLE_NOTHING:
    case HANDLE_BRANCH:
    case HANDLE_BRANCH_ALWAYS:
        return true;
    default:
        return false;
    }
}

/* Whether a member returns to its pc in its present state after a short round: so it stays in this loop while
 * memory does not change. The cells that it loads are added to those of the tile. */
static bool comes_back(const struct tile *tile, const struct strand *strand, uint32_t lane,
                       struct tile_skip *skip)
{
    const struct tile_world *world = tile->world;
    const struct follow before = tile_follow(tile, strand, lane);
    struct follow now = before;
    skip->period = skip->loads = 0;
    do {
        const uint32_t pc = now.reg[1];
        struct follow_access access;
        if (skip->period == SKIP_ROUND_MOST || pc >= world->code_count || !is_of_round(&world->code[pc]) ||
            !follow_alone(world->machine, &now, NULL, &access) ||
            (access.work == SYSTEM_LOAD && !access.is_shared))
            return false;
        skip->period++;
        if (access.work != SYSTEM_LOAD)
            continue;
        skip->low = access.index < skip->low ? access.index : skip->low;
        skip->high = access.index > skip->high ? access.index : skip->high;
        skip->loads++;
    } while (now.reg[1] != strand->pc);
    return now.late_target == before.late_target &&
           (now.late_target == DECODE_SINK || now.late_value == before.late_value) &&
           (!world->code[strand->pc].flags_wanted || now.flags == before.flags) &&
           memcmp(now.reg, before.reg, DECODE_SINK * sizeof *now.reg) == 0;
}

/* Whether all PPs of the tile, one strand, stay in their loop, in which they load once in a segment. */
static bool can_nap(struct tile *tile, const struct strand *strand)
{
    struct tile_skip *skip = &tile->skip;
    skip->low = UINT32_MAX;
    skip->high = 0;
    border_before(&tile->effects->border, 0, UINT32_MAX);
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        if (!comes_back(tile, strand, lane, skip) || skip->period != strand->steps)
            return false;
    return strand->busy == 0;
}

bool tile_skip_round(struct tile *tile, uint32_t low, uint32_t high)
{
    struct tile_skip *skip = &tile->skip;
    struct strand *strand = &tile->strands[0];
    if (!skip->skips)
        return false;
    if (low <= skip->high && high >= skip->low) {
        skip->skips = false;
        return false;
    }
    strand->cycle += skip->period;
    strand_count_steps(tile, strand, strand->count, skip->period, strand->cycle);
    tile_count_loads(tile, strand->cycle, (uint64_t)skip->loads * strand->count);
    return true;
}

void tile_try_skipping(struct tile *tile, uint32_t pc)
{
    struct tile_skip *skip = &tile->skip;
    if (pc == UINT32_MAX || tile_waits_at(tile) != pc) {
        skip->waits = 0;
        return;
    }
    if (++skip->waits < SKIP_DUE)
        return;
    skip->waits = 0;
    skip->skips = can_nap(tile, &tile->strands[0]);
}
