/* rest.c - PPs that need not be examined while they poll a cell (observer.rests).
 *
 * A PP rests in a loop of the runtime, for example in a barrier. Its last round has shown that the loop only
 * synchronises: another round with the same registers and cells does not change the state of the checker. The
 * round that ends with the next change of the cell is examined again.
 */
#include "sim/observe/record/given.h"
#include "lockstep.h"

/* Whether the loop's instructions do nothing except synchronise. */
static bool is_runtime_loop(const struct check *check, const struct observer_rest *rest)
{
    const uint8_t *given = given_kinds(check->machine->given);
    for (uint32_t pc = rest->head; pc < rest->head + rest->length; pc++)
        if (given[pc] != GIVEN_NOTHING || (check->intents[pc] >= DEED_SYS && !check->is_runtime[pc]))
            return false;
    return true;
}

/* Whether all cells are shared and written. */
static bool has_plain_cells(const struct check *check, const struct observer_rest *rest)
{
    uint32_t block;
    for (uint32_t k = 0; k < rest->cell_count; k++)
        if (rest->cells[k] >= check->machine->memory.shared_words ||
            words_state(check->words, rest->cells[k], false, &block) != WORD_PLAIN)
            return false;
    return true;
}

bool rest_allows(void *context, const struct observer_rest *rest)
{
    struct check *check = context;
    if (check->mishaps != NULL || check->synchronous[rest->pp] != NULL || !is_runtime_loop(check, rest) ||
        !has_plain_cells(check, rest))
        return false;
    struct round *round = &check->rounds[rest->pp];
    const uint64_t found = check->machine->warnings.total;
    const bool is_again =
        round->head == rest->head && round->found == found && round->cycle + rest->length == check->cycle;
    *round = (struct round){.head = rest->head, .cycle = check->cycle, .found = found};
    return is_again;
}
