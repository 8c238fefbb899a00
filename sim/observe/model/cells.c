/* cells.c - the accesses of a cycle, sorted by their cells; marks on cells (model_state.h). Calls judge. */
#include <stdlib.h>

#include "common/memory.h"
#include "model_state.h"

void cells_add(struct model *model, const struct access *access)
{
    model->accesses = memory_grow(model->accesses, &model->room, model->count + 1, sizeof *access);
    model->accesses[model->count++] = *access;
}

/* Whether each cell is accessed once, in ascending order, as in most cycles. */
static bool are_ascending(const struct model *model)
{
    for (size_t k = 1; k < model->count; k++)
        if (model->accesses[k].address <= model->accesses[k - 1].address)
            return false;
    return true;
}

static bool is_in_order(const struct access *a, const struct access *b)
{
    return a->address < b->address || (a->address == b->address && a->pp <= b->pp);
}

/* The end of the ascending run that starts at `begin`. */
static size_t run_end(struct access *const *accesses, size_t begin, size_t count)
{
    while (++begin < count && is_in_order(accesses[begin - 1], accesses[begin]))
        ;
    return begin;
}

/* Merges neighbouring runs, by cells and then by PPs, until one run is left. */
static void sort(struct model *model)
{
    const size_t count = model->count;
    model->sorted = memory_grow(model->sorted, &model->sorted_room, count, sizeof *model->sorted);
    model->spare = memory_grow(model->spare, &model->spare_room, count, sizeof *model->spare);
    for (size_t k = 0; k < count; k++)
        model->sorted[k] = &model->accesses[k];
    while (run_end(model->sorted, 0, count) < count) {
        struct access **from = model->sorted, **to = model->spare;
        for (size_t begin = 0, middle, end; begin < count; begin = end) {
            middle = run_end(from, begin, count);
            end = middle < count ? run_end(from, middle, count) : count;
            for (size_t left = begin, right = middle, k = begin; k < end; k++) {
                const bool takes_left =
                    left < middle && (right == end || is_in_order(from[left], from[right]));
                to[k] = takes_left ? from[left++] : from[right++];
            }
        }
        model->sorted = to;
        model->spare = from;
        const size_t room = model->sorted_room;
        model->sorted_room = model->spare_room;
        model->spare_room = room;
    }
}

void cells_judge(struct model *model)
{
    if (model->count < 2 || are_ascending(model))
        return;
    sort(model);
    for (size_t begin = 0, end; begin < model->count; begin = end) {
        end = begin + 1;
        while (end < model->count && model->sorted[end]->address == model->sorted[begin]->address)
            end++;
        if (end > begin + 1)
            judge_cell(model, model->sorted + begin, end - begin);
    }
}

void cells_renew_stamps(struct model *model, uint32_t count)
{
    if (model->stamps == NULL || model->stamp > UINT32_MAX - count) {
        free(model->stamps);
        model->stamps = memory_take(model->machine->memory.shared_words, sizeof *model->stamps);
        model->stamp = 0;
    }
    model->stamp += count;
}
