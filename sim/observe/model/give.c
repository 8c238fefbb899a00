/* give.c - the accesses by which runtime and library allocate words of memory (model_state.h). They are
 * recorded for the names of cells (sim/observe/record/given.h). Calls given.
 */
#include "common/memory.h"
#include "sim/observe/record/given.h"
#include "model_state.h"

/* Removes the accesses that are only reported for this purpose. Returns the number of the others. */
static uint32_t take_given(struct model *model, uint64_t cycle, const struct observer_meeting *accesses,
                           uint32_t count, struct observer_meeting *left)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        const struct observer_meeting *access = &accesses[k];
        const bool gives = model->code[access->pc].gives;
        if (gives)
            given_note(model->machine->given, &(struct given_access){.cycle = cycle,
                                                                     .pc = access->pc,
                                                                     .address = access->address,
                                                                     .value = access->value,
                                                                     .caller = access->caller,
                                                                     .inside = access->inside});
        if (!gives || (model->code[access->pc].is_judged && (kept == 0 || left[kept - 1].pp != access->pp)))
            left[kept++] = *access;
    }
    return kept;
}

/* Whether some of the accesses to a cell allocate words. */
static bool give(const struct model *model, const struct observer_meeting *accesses, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (model->code[accesses[k].pc].gives)
            return true;
    return false;
}

const struct observer_meeting *give_met(struct model *model, uint64_t cycle,
                                        const struct observer_meeting *accesses, uint32_t *count)
{
    if (!give(model, accesses, *count))
        return accesses;
    model->left = memory_grow(model->left, &model->left_room, *count, sizeof *model->left);
    *count = take_given(model, cycle, accesses, *count, model->left);
    return model->left;
}
