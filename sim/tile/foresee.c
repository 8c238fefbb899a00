/* foresee.c - what PPs of a tile will certainly do next, found without executing anything.
 *
 * A synchronous loop counts its group once a round: PPs that stay add 0 to a cell (docs/internals/abi.md,
 * section 7). If all PPs of the machine are known to come to such a request, no team barrier is needed for
 * it. Only registers that are equal in all PPs are considered; all other values are unknown. Calls word. */
#include <string.h>

#include "sim/isa/system.h"
#include "sim/isa/word.h"
#include "sim/tile/inside.h"

enum { INSTRUCTIONS_MOST = 12 };

/* What is known of the registers and flags of all PPs at some place. */
struct prospect {
    const struct tile_world *world;
    uint64_t two_numbers; /* bit r: register r is known if stride[r] is 0 */
    uint32_t value[TILE_REGISTERS], stride[TILE_REGISTERS];
    bool flags_known;
    uint32_t flags;
};

#define BIT(number) ((uint64_t)1 << (number))

static bool knows(const struct prospect *prospect, unsigned number)
{
    return number != 1 && (prospect->two_numbers & BIT(number)) && prospect->stride[number] == 0;
}

/* Whether an instruction only computes, sets a constant or branches, and does not jump to a computed pc. */
static bool is_followed(const struct operation *operation)
{
    switch ((enum handler)operation->handler) {
    case HANDLE_NOTHING:
    case HANDLE_CONSTANT:
    case HANDLE_OPERATE:
    case HANDLE_COMPARE:
    case HANDLE_OPERATE_FLAGS:
    case HANDLE_BRANCH_ALWAYS:
    case HANDLE_BRANCH:
        return operation->i.target != 1;
    default:
        return false;
    }
}

/* Passes an instruction; false: nothing is known of what follows. */
static bool pass(struct prospect *prospect, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    const bool known = knows(prospect, i->rs) && knows(prospect, i->rt) &&
                       (prospect->flags_known || !(i->traits & DECODE_READS_FLAGS));
    const struct word_pp registers = {.reg = prospect->value, .status = &prospect->flags};
    if (!is_followed(operation) || (operation->handler == HANDLE_BRANCH && !known))
        return false;
    prospect->value[1]++;
    if (known)
        word_execute(i, prospect->value[i->rs], prospect->value[i->rt] + i->constant, &registers);
    if (i->traits & DECODE_SETS_FLAGS)
        prospect->flags_known = known;
    prospect->two_numbers =
        known ? prospect->two_numbers | BIT(i->target) : prospect->two_numbers & ~BIT(i->target);
    prospect->stride[i->target] = 0;
    return true;
}

/* Whether a multiprefix request to shared memory changes nothing, and no PP gets its result. */
static bool is_idle(const struct prospect *prospect, const struct operation *operation)
{
    const struct memory *memory = &prospect->world->machine->memory;
    const struct instruction *i = &operation->i;
    const uint32_t address = prospect->value[i->rs] + prospect->value[i->rt] + i->constant;
    return i->target == DECODE_SINK && knows(prospect, i->rd) && knows(prospect, i->rs) &&
           knows(prospect, i->rt) && prospect->value[i->rd] == system_neutral(operation->fold) &&
           address - memory->guard < memory->shared_span;
}

/* Whether all PPs of a tile are at one pc, in lockstep. */
static bool is_one(const struct tile *tile)
{
    const struct strand *strand = &tile->strands[0];
    return tile->world->level > 0 && tile->strand_end == 1 && strand_is_whole(tile, strand) &&
           !strand_is_small(tile, strand) && strand->late_target == DECODE_SINK && !strand->cycles_differ &&
           (strand->modes & SNAPSHOT_IN_ASYNC) == 0 && !strand->in_barrier && !strand_spins(strand) &&
           !tile->some_gathered;
}

/* The paper's path prediction: avoids the multiprefix request that a synchronous loop makes in each round, as
 * long as no PP leaves the loop. */
bool tile_foresees_idle_fold(const struct tile *tile, uint8_t *fold)
{
    const struct tile_world *world = tile->world;
    const struct strand *strand = &tile->strands[0];
    if (!is_one(tile))
        return false;
    struct prospect prospect = {.world = world,
                                .two_numbers = tile->affine,
                                .flags_known = strand->flags == FLAGS_UNIFORM,
                                .flags = strand->flags_value};
    memcpy(prospect.value, tile->base, sizeof prospect.value);
    memcpy(prospect.stride, tile->stride, sizeof prospect.stride);
    prospect.value[1] = strand->pc;
    for (unsigned n = 0; n < INSTRUCTIONS_MOST && prospect.value[1] < world->code_count; n++) {
        const struct operation *operation = &world->code[prospect.value[1]];
        if (operation->handler == HANDLE_FOLD) {
            *fold = operation->fold;
            return is_idle(&prospect, operation);
        }
        if (!pass(&prospect, operation))
            return false;
    }
    return false;
}
