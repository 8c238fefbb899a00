/* words.c - see words.h: the states of words, in pages made on demand; and the blocks.
 */
#include "words.h"

#include "sim/machine/pages.h"

enum { STATE_BITS = 2 };

/* A word: its state, and above that the number of its block. Initially words of a stack are unwritten and all
 * others plain; the stored value is the difference from that, so a new page is all zero. */
struct words {
    const struct memory *memory;
    uint32_t stacks, stack_words; /* words of all stacks, from that host index on */
    struct pages pages;
    struct pages starts;  /* by word: the number of the block that groups get there; 0: none */
    struct block *blocks; /* number 0 is none */
    uint32_t block_count, block_capacity;
};

struct words *words_create(struct check *check)
{
    struct words *words = ARENA_NEW(&check->machine->arena, struct words);
    const struct memory *memory = &check->machine->memory;
    words->memory = memory;
    words->pages = pages_make(&check->machine->arena, memory->host_words);
    words->starts = pages_make(&check->machine->arena, memory->host_words);
    words->stacks = memory->stack_cells;
    words->stack_words = check->machine->program.uses_stack ? memory->private_cells - memory->stack_cells : 0;
    (void)words_add_block(words);
    return words;
}

bool words_is_in_stack(const struct words *words, uint32_t index)
{
    return index - words->stacks < words->stack_words;
}

/* The state of a word of which nothing is known. */
static enum word_state first_state(const struct words *words, uint32_t index)
{
    return words_is_in_stack(words, index) ? WORD_UNWRITTEN : WORD_PLAIN;
}

enum word_state words_state(const struct words *words, uint32_t index, uint32_t *block)
{
    const uint32_t *found = pages_find(&words->pages, index, sizeof *found);
    const uint32_t word = found != NULL ? *found : 0;
    *block = word >> STATE_BITS;
    return (enum word_state)((word % WORD_STATES) ^ first_state(words, index));
}

void words_set(struct words *words, uint32_t index, enum word_state state, uint32_t block)
{
    const uint32_t kept = block << STATE_BITS | ((uint32_t)state ^ first_state(words, index));
    if (kept != 0 || pages_find(&words->pages, index, sizeof kept) != NULL)
        *(uint32_t *)pages_at(&words->pages, index, sizeof kept) = kept;
}

void words_set_range(struct words *words, uint32_t pp, uint32_t address, uint32_t count,
                     enum word_state state, uint32_t block)
{
    for (uint32_t word = 0; word != count; word++) {
        const uint32_t index = memory_index(words->memory, pp, address + word);
        if (index == MEMORY_ILLEGAL)
            return;
        words_set(words, index, state, block);
    }
}

uint32_t words_add_block(struct words *words)
{
    *ARENA_ADD(words->pages.arena, words->blocks, words->block_count, words->block_capacity) =
        (struct block){0};
    return words->block_count - 1;
}

uint32_t words_group_block(struct words *words, uint32_t index)
{
    uint32_t *number = pages_at(&words->starts, index, sizeof *number);
    if (*number == 0)
        *number = words_add_block(words);
    return *number;
}

struct block *words_block(const struct words *words, uint32_t number)
{
    return &words->blocks[number];
}
