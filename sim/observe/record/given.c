/* given.c - see given.h.
 *
 * The most recent allocation is kept for each address at which an allocation has begun. A word belongs to the
 * most recent allocation that contains it.
 */
#include "given.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "asm/tables/guard.h"
#include "common/memory.h"

#include "sim/machine/caller.h"
#include "sim/machine/heap_head.h"
#include "sim/machine/labels.h"
#include "sim/machine/machine.h"
#include "sim/machine/observer.h"
#include "sim/isa/system.h"

/* A call of __fork_shared_frame, if it has rows. */
struct given_call {
    uint32_t row;   /* 1 + the first of them; 0: there are none */
    uint32_t words; /* up to the end of the last variable */
};

struct given_words {
    uint32_t start, words;
    uint32_t place;   /* the user's call; for a frame the call of the routine */
    uint32_t routine; /* for a block: where the PP is inside of that call (struct caller) */
    uint64_t cycle;
    bool is_frame;
};

struct given {
    uint8_t *kinds;              /* by pc */
    struct label_variable *rows; /* shared variables, by the pc of the call */
    size_t row_count;
    struct given_call *calls; /* by pc */
    struct given_words *words;
    size_t count, room;
    uint32_t *slots; /* a hash table: 1 + the number of the allocation at an address; 0: free */
    size_t slot_count;
};

/* ---- before the run */

/* The accesses of the routines that allocate words, by kind. */
static const struct routine {
    const char *name;
    enum given_kind kind;
    bool is_load;    /* the first load, else the last store: */
    bool is_of_head; /* the access is to the word before the object */
} routines[] = {
    {"__fork_shared_frame", GIVEN_FRAME, true, false},
    {"shalloc", GIVEN_GROUP_BLOCK, false, false},
    {"__fork_shmalloc", GIVEN_BLOCK, false, true},
};

static bool is_wanted(const struct routine *routine, const struct instruction *i)
{
    const bool is_own = i->rs == MACHINE_SP || i->rs == MACHINE_FP;
    return system_rows[i->opcode].work == (routine->is_load ? SYSTEM_LOAD : SYSTEM_STORE) && !is_own &&
           (!routine->is_of_head || (i->rt == 0 && i->constant == UINT32_MAX));
}

static uint32_t end_of_function(const struct machine *machine, uint32_t begin)
{
    uint32_t end = machine->program.count;
    for (size_t k = 0; k < machine->object.symbol_count; k++) {
        const struct object_symbol *symbol = &machine->object.symbols[k];
        if (symbol->section == SECTION_TEXT && symbol->function && symbol->value > begin &&
            symbol->value < end)
            end = symbol->value;
    }
    return end;
}

/* The access in the routine that begins at a pc; UINT32_MAX: none. */
static uint32_t find_access(const struct machine *machine, const struct routine *routine, uint32_t begin)
{
    uint32_t found = UINT32_MAX;
    const uint32_t end = end_of_function(machine, begin);
    for (uint32_t pc = begin; pc < end; pc++) {
        const struct instruction *i = &machine->program.code[pc];
        if (i->opcode == DECODE_ILLEGAL || !is_wanted(routine, i))
            continue;
        found = pc;
        if (routine->is_load)
            break;
    }
    return found;
}

static void find_routines(const struct machine *machine, struct given *given)
{
    for (size_t k = 0; k < sizeof routines / sizeof routines[0]; k++) {
        const long symbol = object_find_symbol(&machine->object, routines[k].name);
        const uint32_t begin = symbol < 0 ? UINT32_MAX : machine->object.symbols[symbol].value;
        if (begin >= machine->program.count || machine->program.origins[begin] == ORIGIN_USER)
            continue;
        const uint32_t pc = find_access(machine, &routines[k], begin);
        if (pc != UINT32_MAX)
            given->kinds[pc] = (uint8_t)routines[k].kind;
    }
}

static void find_rows(const struct machine *machine, struct given *given)
{
    given->rows = label_variables(machine, GUARD_SHARED_PREFIX, SHARED_WORD_PREFIX, &given->row_count);
    for (size_t k = given->row_count; k-- > 0;) {
        struct given_call *call = &given->calls[given->rows[k].pc];
        const uint32_t end = given->rows[k].offset + given->rows[k].words;
        call->row = (uint32_t)(k + 1);
        call->words = end > call->words ? end : call->words;
    }
}

void given_begin(struct machine *machine)
{
    if (machine->given != NULL)
        return;
    struct given *given = memory_take(1, sizeof *given);
    given->kinds = memory_take((size_t)machine->program.count + 1, sizeof *given->kinds);
    given->calls = memory_take((size_t)machine->program.count + 1, sizeof *given->calls);
    find_routines(machine, given);
    find_rows(machine, given);
    machine->given = given;
}

void given_destroy(struct given *given)
{
    if (given == NULL)
        return;
    free(given->kinds);
    free(given->rows);
    free(given->calls);
    free(given->words);
    free(given->slots);
    free(given);
}

const uint8_t *given_kinds(const struct given *given)
{
    return given->kinds;
}

/* ---- words are given */

/* The slot of the allocation at an address, or a free slot for it. */
static uint32_t *find_slot(const struct given *given, uint32_t start)
{
    const size_t mask = given->slot_count - 1;
    size_t at = (size_t)start * 0x9e3779b1u >> 3 & mask;
    while (given->slots[at] != 0 && given->words[given->slots[at] - 1].start != start)
        at = (at + 1) & mask;
    return &given->slots[at];
}

static void grow_slots(struct given *given)
{
    free(given->slots);
    given->slot_count = given->slot_count == 0 ? 64 : 2 * given->slot_count;
    given->slots = memory_take(given->slot_count, sizeof *given->slots);
    for (size_t k = 0; k < given->count; k++)
        *find_slot(given, given->words[k].start) = (uint32_t)(k + 1);
}

static void keep(struct given *given, const struct given_words *words)
{
    if (2 * given->count >= given->slot_count)
        grow_slots(given);
    uint32_t *slot = find_slot(given, words->start);
    if (*slot == 0) {
        given->words = memory_grow(given->words, &given->room, given->count + 1, sizeof *given->words);
        *slot = (uint32_t)++given->count;
        given->words[*slot - 1].cycle = 0;
    }
    struct given_words *at = &given->words[*slot - 1];
    if (words->cycle >= at->cycle)
        *at = *words;
}

void given_look(const struct machine *machine, const struct observer_cycle *cycle,
                const struct observer_step *step)
{
    struct given *given = machine->given;
    const struct instruction *i = &machine->program.code[step->pc];
    const enum given_kind kind = given->kinds[step->pc];
    struct given_words words = {.cycle = cycle->cycle, .is_frame = kind == GIVEN_FRAME};
    if (words.is_frame) {
        words.start = observer_word(cycle, step, MACHINE_SSP);
        words.place = observer_word(cycle, step, MACHINE_RA) - 1;
        words.words = words.place < machine->program.count ? given->calls[words.place].words : 0;
    } else {
        const struct caller_registers at = caller_observed(cycle, step);
        const struct caller caller = caller_find(machine, &at);
        const uint32_t stored = observer_word(cycle, step, i->rd);
        words.start = observer_address(cycle, step, i) + 1;
        words.place = caller.pc;
        words.routine = caller.inside;
        words.words = kind == GIVEN_GROUP_BLOCK ? stored - words.start : heap_block_words(stored);
    }
    if (words.words != 0)
        keep(given, &words);
}

/* ---- names */

static bool name_variable(const struct machine *machine, const struct given_words *frame, uint32_t word,
                          char *text, size_t size)
{
    const struct given *given = machine->given;
    const char *function = object_find_source_function(&machine->object, frame->place);
    for (size_t k = given->calls[frame->place].row;
         k != 0 && k <= given->row_count && given->rows[k - 1].pc == frame->place; k++) {
        const struct label_variable *row = &given->rows[k - 1];
        char offset[16] = "";
        if (word - row->offset >= row->words)
            continue;
        if (word != row->offset)
            snprintf(offset, sizeof offset, "[%u]", word - row->offset);
        snprintf(text, size, "%.*s%s of %.40s", row->length, row->name, offset,
                 function != NULL ? function : "?");
        return true;
    }
    return false;
}

static bool name_word(const struct machine *machine, const struct given_words *block, uint32_t word,
                      char *text, size_t size)
{
    const struct caller caller = {.pc = block->place, .inside = block->routine};
    const char *routine = caller_routine(machine, &caller), *file;
    char place[80];
    uint32_t line;
    if (object_find_line(&machine->object, block->place, &file, &line))
        snprintf(place, sizeof place, "%.60s:%u", file, line);
    else
        snprintf(place, sizeof place, "pc %u", block->place);
    snprintf(text, size, "word %u of the block that %.24s gave at %s", word,
             routine != NULL ? routine : "the library", place);
    return true;
}

bool given_name(const struct machine *machine, uint32_t address, char *text, size_t size)
{
    const struct given *given = machine->given;
    const struct given_words *latest = NULL;
    for (size_t k = 0; given != NULL && k < given->count; k++) {
        const struct given_words *words = &given->words[k];
        if (address - words->start < words->words && (latest == NULL || words->cycle > latest->cycle))
            latest = words;
    }
    if (latest == NULL)
        return false;
    return (latest->is_frame ? name_variable : name_word)(machine, latest, address - latest->start, text,
                                                          size);
}
