/* cells.c - the accesses of a cycle, sorted by their cells; marks on cells (model_state.h). Calls judge. */
#include <stdlib.h>

#include "model_state.h"

void cells_add(struct model *model, const struct access *access)
{
    *ARENA_ADD(&model->machine->arena, model->accesses, model->count, model->room) = *access;
}

/* By cell, then by PP. */
static int compare(const void *left, const void *right)
{
    const struct access *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->pp > b->pp) - (a->pp < b->pp);
}

/* As they often are, if one strand made them. */
static bool is_sorted(const struct access *accesses, uint32_t count)
{
    uint32_t k = 1;
    while (k < count && compare(&accesses[k - 1], &accesses[k]) <= 0)
        k++;
    return k >= count;
}

void cells_judge(struct model *model)
{
    struct access *const accesses = model->accesses;
    if (!is_sorted(accesses, model->count))
        qsort(accesses, model->count, sizeof *accesses, compare);
    for (uint32_t begin = 0, end; begin < model->count; begin = end) {
        end = begin + 1;
        while (end < model->count && accesses[end].address == accesses[begin].address)
            end++;
        if (end > begin + 1)
            judge_cell(model, accesses + begin, end - begin);
    }
}

void cells_renew_stamps(struct model *model, uint32_t count)
{
    if (model->stamps == NULL || model->stamp > UINT32_MAX - count) {
        model->stamps = ARENA_ARRAY(&model->machine->arena, uint32_t, model->machine->memory.shared_words);
        model->stamp = 0;
    }
    model->stamp += count;
}
