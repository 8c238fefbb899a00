/* heap.c - blocks of the heaps (words.h): which PP allocated and freed which words, and when.
 *
 * An allocator of library or runtime is recognised by its name. Its arguments are read when a PP reaches its
 * first instruction, its result when the PP returns; the result gets the aim (aim.c) of the block. Accesses
 * in between, to heads of blocks and free lists, are not checked.
 */
#include <string.h>

#include "common/plural.h"
#include "sim/machine/group.h"
#include "value.h"

/* Of the block that an allocator returns, whose number of words is the first argument, unless it says
 * another. */
enum content {
    UNWRITTEN,
    WRITTEN, /* filled with 0; the product of both arguments */
    GROUP,   /* all PPs of a group call it together, and nothing is known of the words beside it */
    FRAME,   /* as GROUP, for shared variables (variable.c) */
    KEPT,    /* that of the block given as the first argument, which it takes back; the second argument */
    NONE     /* it returns no block, and takes that back */
};

static const struct allocator {
    const char *name;
    enum content content;
} allocators[] = {{"malloc", UNWRITTEN},
                  {"__lib_try_malloc", UNWRITTEN},
                  {"calloc", WRITTEN},
                  {"realloc", KEPT},
                  {"free", NONE},
                  {"shmalloc", UNWRITTEN},
                  {"try_shmalloc", UNWRITTEN},
                  {"shcalloc", WRITTEN},
                  {"shrealloc", KEPT},
                  {"shfree", NONE},
                  {"shalloc", GROUP},
                  {"__fork_shared_frame", FRAME}};
enum { ALLOCATORS = sizeof allocators / sizeof allocators[0] };

void heap_symbol(struct check *check, const struct object_symbol *symbol)
{
    for (uint8_t row = 0; row < ALLOCATORS && symbol->section == SECTION_TEXT; row++)
        if (strcmp(symbol->name, allocators[row].name) == 0 &&
            symbol->value < check->machine->program.count &&
            check->machine->program.origins[symbol->value] != ORIGIN_USER)
            check->code[symbol->value].allocator = (uint8_t)(row + 1);
}

/* Words requested; the allocator refuses what no heap has room for. */
static uint32_t words_asked(const struct check *check, enum content content)
{
    const uint32_t first = step_word(check, MACHINE_A0), second = step_word(check, MACHINE_A1);
    return content == KEPT ? second : content == WRITTEN ? first * second : content == NONE ? 0 : first;
}

/* The global address of a PP's address; 0: it is illegal. */
static uint32_t global_address(const struct check *check, uint32_t address)
{
    const uint32_t index = memory_index(&check->machine->memory, check->step.pp, address);
    return index == MEMORY_ILLEGAL ? 0 : memory_address(&check->machine->memory, index);
}

static enum word_state state_at(const struct check *check, uint32_t address, uint32_t *number)
{
    const uint32_t index = memory_index(&check->machine->memory, 0, address);
    *number = 0;
    return index == MEMORY_ILLEGAL || words_is_in_stack(check, index) ? WORD_PLAIN
                                                                      : words_state(check, index, number);
}

/* The live block that begins at a global address; 0: none does. */
static uint32_t block_at(const struct check *check, uint32_t address)
{
    uint32_t number;
    const enum word_state state = state_at(check, address, &number);
    return state != WORD_EDGE && check->blocks[number].start == address ? number : 0;
}

static void take_back(struct check *check, uint32_t number, const struct call *call)
{
    struct block *block = &check->blocks[number];
    block->freed = call->at;
    block->is_live = false;
    words_set_range(check, 0, block->start, block->words, WORD_EDGE, number);
}

/* A block was allocated: sets the state of its words, of its head, and of the words after it up to the end of
 * the largest block at this address. Returns its number. */
static uint32_t give(struct check *check, uint32_t address, const struct call *call)
{
    uint32_t old;
    (void)state_at(check, address, &old);
    const bool was_here = old != 0 && check->blocks[old].start == address;
    const struct block before = was_here ? check->blocks[old] : (struct block){0};
    const bool is_kept = call->allocator->content == KEPT && was_here && address == call->given;
    const uint32_t number = was_here ? old : words_add_block(check); /* as many as places */
    const uint32_t end = before.extent > call->words ? before.extent : call->words;
    check->blocks[number] = (struct block){.instance = before.instance + !is_kept,
                                           .is_live = true,
                                           .start = address,
                                           .words = call->words,
                                           .extent = end,
                                           .made = call->at};
    /* of a block that the allocator has copied, the words after the copied ones are new, but were not
     * followed */
    const bool is_plain =
        call->allocator->content == WRITTEN || (call->allocator->content == KEPT && call->given != 0);
    const uint32_t kept = is_kept && before.words < call->words ? before.words : is_plain ? call->words : 0;
    const uint32_t head =
        address < check->machine->memory.shared_words ? HEAD_SHARED_WORDS : HEAD_PRIVATE_WORDS;
    words_set_range(check, 0, address, kept, WORD_PLAIN, number);
    words_set_range(check, 0, address + kept, call->words - kept, WORD_UNWRITTEN, number);
    words_set_range(check, 0, address + call->words, end - call->words, WORD_EDGE, number);
    words_set_range(check, 0, address - head, head, WORD_EDGE, number);
    uint32_t next;
    if (state_at(check, address + end, &next) == WORD_PLAIN && next == 0)
        words_set_range(check, 0, address + end, 1, WORD_EDGE, number);
    return number;
}

/* A group has allocated a block. */
static void give_group(struct check *check, uint32_t address, const struct call *call)
{
    uint32_t number;
    const bool is_first = words_give_group(check, address, &number);
    struct block *block = &check->blocks[number];
    if (is_first) {
        block->words = call->words;
        block->is_live = true;
        block->made = call->at;
        words_set_range(check, 0, address, call->words, WORD_UNWRITTEN, 0);
    }
    if (number != 0)
        aim_set(check, MACHINE_A0, aim_make(AIM_BLOCK, number, block->instance));
}

static void return_block(struct check *check, const struct call *call)
{
    const uint32_t result = global_address(check, step_word(check, MACHINE_A0));
    const uint32_t old = call->given != 0 ? block_at(check, call->given) : 0;
    const enum content content = call->allocator->content;
    check->own->is_allocating = false;
    aim_set(check, MACHINE_A0, (struct aim){0});
    if (content == FRAME && variable_take_shared(check, call->words))
        aim_set(check, MACHINE_A0, aim_make(AIM_GROUP_FRAME, 0, step_word(check, MACHINE_A0)));
    if (content == FRAME || content == NONE || result == 0)
        return;
    if (content == GROUP) {
        give_group(check, result, call);
        return;
    }
    if (content == KEPT && old != 0 && call->given != result)
        take_back(check, old, call);
    const uint32_t number = give(check, result, call);
    struct block *block = &check->blocks[number];
    block->given = step_word(check, MACHINE_A0);
    aim_set(check, MACHINE_A0, aim_make(AIM_BLOCK, number, block->instance));
}

void heap_step(struct check *check)
{
    struct call *call = &check->own->call;
    if (check->own->is_allocating && check->step.pc == call->return_pc)
        return_block(check, call);
    const uint8_t row = check->code[check->step.pc].allocator;
    if (check->own->is_allocating || row == 0)
        return;
    const struct allocator *allocator = &allocators[row - 1];
    check->own->is_allocating = true;
    *call = (struct call){.allocator = allocator,
                          .return_pc = step_word(check, MACHINE_RA),
                          .words = words_asked(check, allocator->content),
                          .at = moment_of(check)};
    if (allocator->content >= KEPT)
        call->given = global_address(check, step_word(check, MACHINE_A0));
    const uint32_t number = call->given != 0 ? block_at(check, call->given) : 0;
    if (allocator->content == NONE && number != 0)
        take_back(check, number, call);
}

/* ---- findings */

/* Why an access to a block is wrong: out of bounds, or too late. */
enum wrong { WRONG_OUTSIDE, WRONG_FREED, WRONG_GIVEN_AGAIN };

static void tell(struct check *check, const struct access *access, const struct block *block, int32_t word,
                 enum wrong wrong)
{
    static const char *const did[] = {[WRONG_OUTSIDE] = "asked for it",
                                      [WRONG_FREED] = "gave it back",
                                      [WRONG_GIVEN_AGAIN] = "asked for it then"};
    struct warning *warning = blame_cell(check, wrong == WRONG_OUTSIDE ? "outside_block" : "freed_block",
                                         check->places[block->made.pc], access->address);
    if (warning == NULL)
        return;
    char which[24] = "the word before", size[64];
    if (word != -1 || wrong != WRONG_OUTSIDE)
        snprintf(which, sizeof which, "word %d of", word);
    snprintf(size, sizeof size, " of %u word%s%s", block->words, plural(block->words),
             wrong == WRONG_FREED ? " that was freed" : "");
    blame(check, warning, "a PP %s %s a block%s, %s", access->does, which,
          wrong == WRONG_GIVEN_AGAIN ? " that was freed and then allocated again" : size, warning->cell);
    blame_moment(check, &warning->what, wrong == WRONG_FREED ? block->freed : block->made, did[wrong], "");
}

void heap_blame_access(struct check *check, const struct access *access, uint32_t number)
{
    const struct block *block = &check->blocks[number];
    const uint32_t word = memory_address(&check->machine->memory, access->index) - block->start;
    tell(check, access, block, (int32_t)word,
         !block->is_live && word < block->words ? WRONG_FREED : WRONG_OUTSIDE);
}

bool heap_blame_aim(struct check *check, const struct access *access, struct aim aim)
{
    const struct block *block = &check->blocks[aim.number];
    const uint32_t word = access->address - block->given;
    const bool is_same = block->instance == aim.instance;
    if (block->serial != 0 && !(is_same && group_contains(&check->pps[check->step.pp], block->serial)))
        return false; /* it was freed, or the PP has left the group */
    const enum wrong wrong = !is_same ? WRONG_GIVEN_AGAIN : block->is_live ? WRONG_OUTSIDE : WRONG_FREED;
    if (wrong == WRONG_OUTSIDE && word < block->words)
        return false;
    tell(check, access, block, (int32_t)word, wrong);
    return true;
}
