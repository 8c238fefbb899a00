/* sift.c - what need not be examined: steps that concern only the PP's own registers, and PPs that poll a
 * cell.
 *
 * Most instructions compute, branch or jump. If no register of the PP is marked, such a step changes only the
 * aims of registers: it is handled at once. All other steps are sorted by PP, the order of findings; they
 * include all steps of members of synchronous groups, whose positions matter.
 *
 * A PP rests in a loop of the runtime, for example in a barrier. Its last round has shown that the loop only
 * synchronises: another round with the same registers and cells does not change the state of the checker. The
 * round that ends with the next change of the cell is examined again.
 */
#include "sim/observe/record/allocations.h"
#include "value.h"

/* ---- steps */

/* Whether the next quiet step of the PP changes only the aims of its registers. */
static bool is_idle(const struct check *check)
{
    return check->synchronous[check->step.pp] == NULL && !check->own->is_allocating &&
           (check->own->tainted[TAINT_UNWRITTEN] | check->own->tainted[TAINT_FOREIGN] |
            check->own->late_tainted) == 0;
}

void sift_cycle(struct check *check)
{
    for (uint32_t n = 0; n < check->now->strand_count; n++) {
        const struct observer_strand *strand = &check->now->strands[n];
        const bool is_quiet = check->code[strand->pc].is_quiet && !strand->is_busy;
        for (uint32_t k = 0; k < strand->count; k++) {
            examine(check, (struct observer_step){strand->pps[k], strand->pc, strand->is_busy});
            if (is_quiet && is_idle(check))
                follow_values(check);
            else
                steps_add(&check->steps, check->step);
        }
    }
    steps_order(&check->steps);
}

/* ---- PPs that poll a cell */

/* Whether the loop's instructions do nothing except synchronise. */
static bool is_runtime_loop(const struct check *check, const struct observer_rest *rest)
{
    const uint8_t *given = allocations_kinds(check->machine->allocations);
    for (uint32_t pc = rest->head; pc < rest->head + rest->length; pc++)
        if (given[pc] != GIVEN_NOTHING || (check->code[pc].intent >= DEED_SYS && !check->code[pc].is_runtime))
            return false;
    return true;
}

/* Whether all cells are shared and written. */
static bool has_plain_cells(const struct check *check, const struct observer_rest *rest)
{
    uint32_t block;
    for (uint32_t k = 0; k < rest->cell_count; k++)
        if (rest->cells[k] >= check->machine->memory.shared_words ||
            words_state(check, rest->cells[k], &block) != WORD_PLAIN)
            return false;
    return true;
}

bool sift_rests(void *context, const struct observer_rest *rest)
{
    struct check *check = context;
    if (check->mishaps != NULL || check->synchronous[rest->pp] != NULL || !is_runtime_loop(check, rest) ||
        !has_plain_cells(check, rest))
        return false;
    struct round *round = &check->registers[rest->pp].round;
    const uint64_t found = check->machine->warnings.total;
    const bool is_again =
        round->head == rest->head && round->found == found && round->cycle + rest->length == check->cycle;
    *round = (struct round){.head = rest->head, .cycle = check->cycle, .found = found};
    return is_again;
}
