/* guess.c - see aim.h: the aim of a word that the host has written, as from a file.
 *
 * The word may be an address or a number that looks like one. If it now leads into a block or into a variable
 * of several words, it gets that object as its aim. This aim is a guess: it ends when the word is added to
 * anything that is not certainly a number. */
#include "aim.h"
#include "sim/check/words.h"

static struct aim guess_block(const struct check *check, uint32_t pp, uint32_t value)
{
    const uint32_t index = memory_index(&check->machine->memory, pp, value);
    uint32_t number;
    if (index == MEMORY_ILLEGAL ||
        memory_place(&check->machine->memory, pp, value).region == MEMORY_REGION_STACK)
        return (struct aim){0};
    const enum word_state state = words_state(check->words, index, &number);
    const struct block *block = words_block(check->words, number);
    const bool is_inside = number != 0 && (state == WORD_UNWRITTEN || state == WORD_WRITTEN) &&
                           block->is_live && value - block->given < block->words;
    return is_inside ? aim_make(AIM_BLOCK, number, block->instance) : (struct aim){0};
}

struct aim guess_of(struct check *check, uint32_t pp, uint32_t value)
{
    struct aim aim = guess_block(check, pp, value);
    const uint32_t row = aim.object == AIM_NONE ? meant_variable_around(check, value) : 0;
    if (row != 0)
        aim = aim_make(AIM_VARIABLE, row, 0);
    aim.is_guess = aim.object != AIM_NONE;
    return aim;
}
