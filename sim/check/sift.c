/* sift.c - steps that concern only the PP's own registers.
 *
 * Most instructions compute, branch or jump. If no register of the PP is marked, such a step changes only the
 * aims of registers: it is handled at once. All other steps are sorted by PP, the order of findings; they
 * include all steps of members of synchronous groups, whose positions matter.
 */
#include "sim/observe/record/given.h"
#include "lockstep.h"

struct sift {
    uint8_t *is_quiet; /* by pc: it computes, branches or jumps */
    uint8_t *is_idle;  /* by PP: no register is marked */
};

void sift_survey(struct check *check)
{
    const struct machine *machine = check->machine;
    const uint32_t count = machine->program.count;
    const bool is_wanted = check->mishaps == NULL && !machine->config.tests.examines_all;
    const uint8_t *given = given_kinds(machine->given);
    struct sift *sift = ARENA_NEW(&check->arena, struct sift);
    check->sift = sift;
    sift->is_quiet = ARENA_ARRAY(&check->arena, uint8_t, (size_t)count + 1);
    sift->is_idle = ARENA_ARRAY(&check->arena, uint8_t, machine->config.pps);
    for (uint32_t pc = 0; pc < count && is_wanted; pc++)
        sift->is_quiet[pc] = check->intents[pc] == DEED_NOTHING && written_computes(check, pc) &&
                             !heap_begins_at(check, pc) && !frame_begins_at(check, pc) &&
                             given[pc] == GIVEN_NOTHING;
}

static void sift_strand(struct check *check, const struct observer_strand *strand)
{
    const struct sift *sift = check->sift;
    const bool is_quiet = sift->is_quiet[strand->pc] != 0 && !strand->is_busy;
    for (uint32_t k = 0; k < strand->count; k++) {
        const struct observer_step step = {
            .pp = strand->pps[k], .pc = strand->pc, .is_busy = strand->is_busy};
        if (is_quiet && sift->is_idle[step.pp] != 0 && check->synchronous[step.pp] == NULL)
            aim_step(check, &step);
        else
            steps_add(&check->steps, step);
    }
}

void sift_cycle(struct check *check)
{
    for (uint32_t k = 0; k < check->now->strand_count; k++)
        if (!check->now->strands[k].is_asleep)
            sift_strand(check, &check->now->strands[k]);
    steps_order(&check->steps);
}

void sift_end(struct check *check)
{
    for (uint32_t k = 0; k < check->steps.count; k++) {
        const uint32_t pp = check->steps.list[k].pp;
        check->sift->is_idle[pp] = written_is_idle(check, pp) && pointer_is_idle(check, pp) &&
                                   heap_is_idle(check, pp) && frame_is_idle(check, pp);
    }
}
