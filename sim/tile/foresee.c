/* foresee.c - what PPs of a tile will certainly do next, found without executing anything.
 *
 * A synchronous loop counts its group once a round: PPs that stay add 0 to a cell (docs/internals/abi.md,
 * section 7). If all PPs of the machine are known to come to such a request, no team barrier is needed for
 * it. Only registers that are equal in all PPs are considered; all other values are unknown.
 *
 * A PP that polls goes round a loop. As long as no cell changes that it loads, and it returns to the same
 * place in the same state, it will do so for ever. Calls word, multiprefix, follow. */
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

/* ---- PPs that poll */

/* Whether a member returns to its pc in its present state within the length of a polling loop: from there it
 * may enter another loop for ever. *doze gets its round. */
static bool comes_back(const struct tile *tile, const struct strand *strand, uint32_t lane,
                       struct tile_doze *doze)
{
    const struct tile_world *world = tile->world;
    const struct follow before = tile_follow(tile, strand, lane);
    struct follow now = before;
    *doze = (struct tile_doze){.low = UINT32_MAX, .first = UINT32_MAX};
    do {
        const uint32_t pc = now.reg[1];
        struct follow_access access;
        if (doze->period == LEVEL_ROUND_MOST || !world->code[pc].waits ||
            !follow_alone(world->machine, &now, NULL, &access) ||
            (access.work == SYSTEM_LOAD && !access.is_shared))
            return false;
        if (access.work == SYSTEM_LOAD) {
            doze->low = access.index < doze->low ? access.index : doze->low;
            doze->high = access.index > doze->high ? access.index : doze->high;
            doze->loads++;
        }
        doze->first = pc < doze->first ? pc : doze->first;
        doze->period++;
    } while (now.reg[1] != strand->pc);
    return now.late_target == before.late_target &&
           (now.late_target == DECODE_SINK || now.late_value == before.late_value) &&
           (!world->code[strand->pc].flags_wanted || now.flags == before.flags) &&
           memcmp(now.reg, before.reg, DECODE_SINK * sizeof *now.reg) == 0;
}

/* The registers that the instructions of a round read or change, a bit for each. */
static uint64_t registers_of(const struct tile_world *world, const struct tile_doze *doze)
{
    uint64_t registers = 0;
    for (uint32_t pc = doze->first; pc < doze->first + doze->period; pc++) {
        const struct instruction *i = &world->code[pc].i;
        registers |= BIT(i->rs) | BIT(i->rt) | BIT(i->target);
    }
    return registers;
}

/* Whether everything that the round of one member depends on is equal in all members. */
static bool are_alike(const struct tile *tile, const struct strand *strand)
{
    const uint32_t first = strand_first(strand);
    uint64_t touched = registers_of(tile->world, &strand->doze);
    if (strand_has_apart(tile, strand) ||
        (strand->late_target != DECODE_SINK && strand->late_affine && strand->late_stride != 0) ||
        (strand->late_target != DECODE_SINK && !strand->late_affine &&
         !strand_is_row_of(tile, strand, tile->late[strand->late_slot],
                           tile->late[strand->late_slot][first])))
        return false;
    if (tile->world->code[strand->pc].flags_wanted) {
        if (strand->flags == FLAGS_ROW && !strand_is_row_of(tile, strand, tile->status, tile->status[first]))
            return false;
        if (flags_are_lazy(strand))
            touched |= BIT(strand->flags_a) | BIT(strand->flags_b);
    }
    for (touched &= ~(BIT(0) | BIT(DECODE_SINK)); touched != 0; touched &= touched - 1) {
        const unsigned number = (unsigned)__builtin_ctzll(touched);
        const bool is_affine = tile->affine >> number & 1u;
        if (is_affine ? tile->stride[number] != 0
                      : !strand_is_row_of(tile, strand, tile->row[number], tile->row[number][first]))
            return false;
    }
    return true;
}

/* Whether all members, which are in a polling loop, stay in it while memory does not change. */
static bool dozes(const struct tile *tile, struct strand *strand)
{
    struct tile_doze one;
    uint32_t lane = strand_first(strand);
    if (strand->state != STRAND_WAITING || strand->busy != 0)
        return false;
    border_before(&tile->effects->border, 0, UINT32_MAX);
    if (!comes_back(tile, strand, lane, &strand->doze))
        return false;
    if (strand->count == 1 || are_alike(tile, strand))
        return true;
    while ((lane = strand_next(strand, lane)) != STRAND_END) {
        if (!comes_back(tile, strand, lane, &one))
            return false;
        strand->doze.low = one.low < strand->doze.low ? one.low : strand->doze.low;
        strand->doze.high = one.high > strand->doze.high ? one.high : strand->doze.high;
    }
    return true;
}

unsigned tile_doze(struct tile *tile, uint32_t *low, uint32_t *high)
{
    unsigned quiet = UINT8_MAX;
    for (uint32_t k = strand_awake(tile, 0); k != STRAND_END; k = strand_awake(tile, k + 1)) {
        struct strand *strand = &tile->strands[k];
        const bool waits = strand->pc < tile->world->code_count && tile->world->code[strand->pc].waits;
        if (!strand->dozes && waits && dozes(tile, strand))
            strand->dozes = true;
        if (strand->dozes) {
            *low = strand->doze.low < *low ? strand->doze.low : *low;
            *high = strand->doze.high > *high ? strand->doze.high : *high;
        } else {
            const unsigned own = strand_quiet(tile, strand);
            quiet = own < quiet ? own : quiet;
        }
    }
    return quiet;
}

/* ---- tiles that nap */

enum { NAP_DUE = 4, NAP_DUE_MOST = 256 }; /* segments */

bool tile_nap(struct tile *tile, uint32_t low, uint32_t high)
{
    struct tile_nap *nap = &tile->nap;
    struct strand *strand = &tile->strands[0];
    const struct tile_doze *doze = &strand->doze;
    if (!nap->naps)
        return false;
    if (low <= doze->high && high >= doze->low) {
        nap->due = nap->rests >= NAP_DUE_MOST ? NAP_DUE : nap->due;
        nap->naps = false;
        return false;
    }
    nap->rests++;
    strand->cycle += doze->period;
    strand_count_steps(tile, strand, strand->count, doze->period, strand->cycle);
    tile_count_loads(tile, strand->cycle, (uint64_t)doze->loads * strand->count);
    return true;
}

void tile_try_nap(struct tile *tile, uint32_t pc)
{
    struct tile_nap *nap = &tile->nap;
    struct strand *strand = &tile->strands[0];
    if (pc == UINT32_MAX || tile_waits_at(tile) != pc) {
        nap->waits = 0;
        return;
    }
    if (++nap->waits < nap->due)
        return;
    nap->due = nap->due < NAP_DUE ? NAP_DUE : nap->due < NAP_DUE_MOST ? 2 * nap->due : NAP_DUE_MOST;
    nap->waits = nap->rests = 0;
    /* a round takes one segment if it has one load, for that ends a segment in a barrier */
    nap->naps = dozes(tile, strand) && strand->doze.period == strand->steps;
}
