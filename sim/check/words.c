/* words.c - see words.h: the states of words, in pages made on demand; and the blocks.
 */
#include "words.h"

enum { STATE_BITS = 2 };

bool words_is_in_stack(const struct check *check, uint32_t index)
{
    const struct memory *memory = &check->machine->memory;
    return check->machine->program.uses_stack &&
           index - memory->stack_cells < memory->private_cells - memory->stack_cells;
}

/* The state of a word of which nothing is known. */
static enum word_state first_state(const struct check *check, uint32_t index)
{
    return words_is_in_stack(check, index) ? WORD_UNWRITTEN : WORD_PLAIN;
}

enum word_state words_state(const struct check *check, uint32_t index, uint32_t *block)
{
    const uint32_t *found = pages_find(&check->words, index, sizeof *found);
    const uint32_t word = found != NULL ? *found : 0;
    *block = word >> STATE_BITS;
    return (enum word_state)((word % WORD_STATES) ^ first_state(check, index));
}

void words_set(struct check *check, uint32_t index, enum word_state state, uint32_t block)
{
    const uint32_t kept = block << STATE_BITS | ((uint32_t)state ^ first_state(check, index));
    if (kept != 0 || pages_find(&check->words, index, sizeof kept) != NULL)
        *(uint32_t *)pages_at(&check->words, index, sizeof kept) = kept;
}

void words_set_range(struct check *check, uint32_t pp, uint32_t address, uint32_t count,
                     enum word_state state, uint32_t block)
{
    for (uint32_t word = 0; word != count; word++) {
        const uint32_t index = memory_index(&check->machine->memory, pp, address + word);
        if (index == MEMORY_ILLEGAL)
            return;
        words_set(check, index, state, block);
    }
}

uint32_t words_add_block(struct check *check)
{
    *ARENA_ADD(&check->machine->arena, check->blocks, check->block_count, check->block_room) =
        (struct block){0};
    return check->block_count - 1;
}

uint32_t words_group_block(struct check *check, uint32_t index)
{
    uint32_t *number = pages_at(&check->starts, index, sizeof *number);
    if (*number == 0)
        *number = words_add_block(check);
    return *number;
}

bool words_give_group(struct check *check, uint32_t address, uint32_t *number)
{
    struct group *group = check->pps[check->step.pp].group;
    const uint32_t index = memory_index(&check->machine->memory, 0, address);
    *number = group != NULL && index != MEMORY_ILLEGAL ? words_group_block(check, index) : 0;
    if (*number == 0 || group->given == check->cycle + 1)
        return false;
    struct block *block = &check->blocks[*number];
    group->given = check->cycle + 1;
    *block = (struct block){
        .given = address, .instance = block->instance + 1, .serial = group->serial, .group = group};
    return true;
}
