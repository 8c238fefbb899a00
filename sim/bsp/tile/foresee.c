/* foresee.c - what all PPs of a tile are certain to come to next, found without executing anything.
 *
 * A synchronous loop counts its group once a round: those who stay add 0 to a cell (docs/abi.md, section 7).
 * If it is known beforehand that all PPs of the machine come to such a request, no thread has to meet others
 * for it. Looks at registers that are the same in all PPs only: whatever depends on others is unknown. Calls
 * scalar, multiprefix.
 */
#include "sim/bsp/rows/multiprefix.h"
#include "sim/bsp/rows/word.h"
#include "sim/bsp/tile/inside.h"

enum { INSTRUCTIONS_MOST = 12 };

/* What is known of the registers and flags of all PPs at some place. */
struct prospect {
    const struct tile *tile;
    uint64_t known;   /* bit r: register r is the same in all, */
    uint64_t changed; /* .. and not what the tile says, but value[r] */
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

/* Passes an instruction that touches only registers; false: nothing is known of what comes after it. */
static bool pass(struct prospect *prospect, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    uint32_t a, b, flags, result = 0;
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
        if (known)
            result = scalar_operate(operation->kernel, a, b + i->constant, 0, &flags);
        if (operation->handler == HANDLE_COMPARE) {
            prospect->flags_known = known;
            prospect->flags = known ? flags : 0;
        }
        set(prospect, i->target, known, result);
        return true;
    case HANDLE_BRANCH_ALWAYS:
        prospect->pc = i->constant;
        return true;
    case HANDLE_BRANCH:
        if (prospect->flags_known && scalar_holds(operation->kernel, prospect->flags))
            prospect->pc = i->constant;
        return prospect->flags_known;
    default:
        return false;
    }
}

/* Whether a multiprefix request is one to shared memory that changes nothing and whose result no PP gets. */
static bool is_idle(const struct prospect *prospect, const struct operation *operation)
{
    const struct memory *memory = &prospect->tile->world->machine->memory;
    const struct instruction *i = &operation->i;
    uint32_t a, b, contribution;
    return i->target == DECODE_SINK && knows(prospect, i->rd, &contribution) &&
           contribution == multiprefix_neutral(operation->kernel) && knows(prospect, i->rs, &a) &&
           knows(prospect, i->rt, &b) && a + b + i->constant - memory->guard < memory->shared_span;
}

/* The paper's path prediction: the multiprefix request that a synchronous loop makes in each round is avoided
 * where no PP leaves the loop. */
bool tile_foresees_idle_fold(const struct tile *tile, uint8_t *fold)
{
    const struct tile_world *world = tile->world;
    const struct strand *strand = &tile->strands[0];
    if (world->level == 0 || tile->strand_end != 1 || !strand_is_whole(tile, strand) ||
        strand_is_small(tile, strand) || strand->late_target != DECODE_SINK || strand->cycles_differ ||
        strand->in_async || strand->in_barrier || strand_spins(strand))
        return false;
    struct prospect prospect; /* value: where `changed` says so */
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
