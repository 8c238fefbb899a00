/* polls.c - see polls.h: the path of a PP, and its rounds. */
#include "polls.h"

#include <string.h>

#include "sim/machine/machine.h"
#include "waits.h"

/* Notes the next instruction and executes it. */
static bool take_step(struct polls *polls, const struct machine *machine, struct follow *now)
{
    struct poll_step *step = &polls->steps[polls->step_count++];
    step->at = caller_registers(now->pp, now->reg[1], now->reg);
    return follow_alone(machine, now, &polls->cells, &step->access);
}

/* The first instruction of the function that tries, if the PP is in one; else UINT32_MAX. */
static uint32_t find_try(const struct machine *machine, uint32_t pc)
{
    uint32_t offset = 0;
    const char *function = object_find_function(&machine->object, pc, &offset);
    return lock_find_try(function) != NULL ? pc - offset : UINT32_MAX;
}

/* Whether the steps from `first` on reach the instruction, or the beginning of the function. */
static bool is_inside(const struct polls *polls, uint32_t first, uint32_t pc, uint32_t function)
{
    for (uint32_t k = first; k < polls->step_count; k++)
        if (polls->steps[k].at.pc == pc || polls->steps[k].at.pc == function)
            return true;
    return false;
}

static void keep_words(struct polls *polls)
{
    polls->seen_count = polls->cells.count;
    memcpy(polls->seen, polls->cells.value, polls->seen_count * sizeof *polls->seen);
}

/* States after 1, 2, 4, ... instructions are recorded, and compared with all later ones up to the next of
 * these. */
bool polls_find(struct polls *polls, const struct machine *machine, const struct follow *from,
                uint64_t *steps, struct poll *poll)
{
    const uint32_t function = find_try(machine, from->reg[1]);
    struct follow now = *from, seen = *from;
    uint32_t first = 0;
    polls->step_count = 0;
    keep_words(polls);
    while (polls->step_count<POLL_STEPS && * steps> 0 && take_step(polls, machine, &now)) {
        const struct poll_round round = {.machine = machine,
                                         .steps = &polls->steps[first],
                                         .count = polls->step_count - first,
                                         .from = &seen,
                                         .to = &now,
                                         .from_words = polls->seen,
                                         .from_count = polls->seen_count,
                                         .cells = &polls->cells};
        if (now.reg[1] == seen.reg[1] && now.late_target == seen.late_target &&
            is_inside(polls, first, from->reg[1], function) && depends_on_words(&round, poll))
            return true;
        --*steps;
        if ((polls->step_count & (polls->step_count - 1)) == 0) {
            seen = now;
            first = polls->step_count;
            keep_words(polls);
        }
    }
    return false;
}
