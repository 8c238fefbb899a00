/* cells.c - the accesses of a cycle, sorted by their cells; marks on cells (model_state.h). Calls judge. */
#include "model_state.h"

void cells_add(struct model *model, const struct access *access)
{
    *ARENA_ADD(&model->machine->arena, model->accesses, model->count, model->room) = *access;
}

/* By cell, then by PP. */
static uint64_t order_of(const struct access *access)
{
    return (uint64_t)access->address << 32 | access->pp;
}

/* The end of the run in this order that starts at `begin`. */
static uint32_t run_end(const struct access *accesses, uint32_t begin, uint32_t count)
{
    while (++begin < count && order_of(&accesses[begin - 1]) <= order_of(&accesses[begin]))
        ;
    return begin;
}

/* Merges neighbouring runs until one is left: each strand's accesses often are one. */
static void sort(struct model *model)
{
    const uint32_t count = model->count;
    if (model->spare_room < model->room)
        model->spare = ARENA_ARRAY(&model->machine->arena, struct access, model->spare_room = model->room);
    while (run_end(model->accesses, 0, count) < count) {
        struct access *const from = model->accesses, *const to = model->spare;
        for (uint32_t begin = 0, middle, end; begin < count; begin = end) {
            middle = run_end(from, begin, count);
            end = middle < count ? run_end(from, middle, count) : count;
            for (uint32_t left = begin, right = middle, k = begin; k < end; k++) {
                const bool takes_left =
                    left < middle && (right == end || order_of(&from[left]) <= order_of(&from[right]));
                to[k] = from[takes_left ? left++ : right++];
            }
        }
        model->accesses = to;
        model->spare = from;
    }
}

void cells_judge(struct model *model)
{
    sort(model);
    struct access *const accesses = model->accesses;
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
