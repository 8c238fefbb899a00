/* sift.c - steps that concern only the PP's own registers.
 *
 * Most instructions compute, branch or jump. If no register of the PP is marked, such a step changes only the
 * aims of registers. For PPs in lockstep, these steps are handled strand by strand. All other steps are
 * sorted by PP, the order of findings; they include all steps of members of synchronous groups, whose
 * positions matter.
 */
#include "sim/observe/record/given.h"
#include "lockstep.h"

struct sift {
    uint8_t *is_quiet;           /* by pc: it computes, branches or jumps */
    uint8_t *is_idle;            /* by PP: no register is marked */
    struct observer_step *steps; /* by PP, then without gaps */
    uint64_t *is_here;           /* a bit per PP: it has a step; all 0 between two cycles */
    uint32_t *quiet;             /* PPs of a strand */
    struct observer_cycle cycle; /* that is left */
};

void sift_survey(struct check *check)
{
    const struct machine *machine = check->machine;
    const uint32_t pps = machine->config.pps, count = machine->program.count;
    const uint8_t *given = given_kinds(machine->given);
    if (machine->program.uses_real || check->mishaps != NULL)
        return;
    struct sift *sift = ARENA_NEW(&check->arena, struct sift);
    check->sift = sift;
    sift->is_quiet = ARENA_ARRAY(&check->arena, uint8_t, (size_t)count + 1);
    sift->is_idle = ARENA_ARRAY(&check->arena, uint8_t, pps);
    sift->steps = ARENA_ARRAY(&check->arena, struct observer_step, pps);
    sift->is_here = ARENA_ARRAY(&check->arena, uint64_t, (size_t)pps / 64 + 1);
    sift->quiet = ARENA_ARRAY(&check->arena, uint32_t, pps);
    for (uint32_t pc = 0; pc < count; pc++)
        sift->is_quiet[pc] = check->intents[pc] == DEED_NOTHING && written_computes(check, pc) &&
                             !heap_begins_at(check, pc) && !frame_begins_at(check, pc) &&
                             given[pc] == GIVEN_NOTHING;
    check->observer.takes_lockstep = true;
}

static void keep(struct sift *sift, uint32_t pp, uint32_t pc)
{
    sift->steps[pp] = (struct observer_step){.pp = pp, .pc = pc};
    sift->is_here[pp / 64] |= UINT64_C(1) << pp % 64;
}

static void sift_lockstep(struct check *check, const struct observer_lockstep *lockstep)
{
    struct sift *sift = check->sift;
    const bool is_quiet = sift->is_quiet[lockstep->pc] != 0;
    uint32_t count = 0;
    for (uint32_t k = 0; k < lockstep->count; k++) {
        const uint32_t pp = lockstep->pps[k];
        if (is_quiet && sift->is_idle[pp] != 0 && check->synchronous[pp] == NULL)
            sift->quiet[count++] = pp;
        else
            keep(sift, pp, lockstep->pc);
    }
    aim_lockstep(check, sift->quiet, count, lockstep->pc);
}

const struct observer_cycle *sift_cycle(struct check *check, const struct observer_cycle *cycle)
{
    struct sift *sift = check->sift;
    const uint32_t pps = check->machine->config.pps;
    uint32_t count = 0;
    for (uint32_t k = 0; k < cycle->lockstep_count; k++)
        if (!cycle->lockstep[k].is_asleep)
            sift_lockstep(check, &cycle->lockstep[k]);
    for (uint32_t word = 0; word <= pps / 64; word++) {
        for (uint64_t bits = sift->is_here[word]; bits != 0; bits &= bits - 1)
            sift->steps[count++] = sift->steps[word * 64 + (uint32_t)__builtin_ctzll(bits)];
        sift->is_here[word] = 0;
    }
    sift->cycle = *cycle;
    sift->cycle.steps = sift->steps;
    sift->cycle.count = count;
    return &sift->cycle;
}

void sift_end(struct check *check)
{
    struct sift *sift = check->sift;
    for (uint32_t k = 0; k < sift->cycle.count; k++) {
        const uint32_t pp = sift->steps[k].pp;
        sift->is_idle[pp] = written_is_idle(check, pp) && pointer_is_idle(check, pp) &&
                            heap_is_idle(check, pp) && frame_is_idle(check, pp);
    }
}
