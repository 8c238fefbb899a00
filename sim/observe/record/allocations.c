/* allocations.c - see allocations.h.
 *
 * The most recent allocation is kept for each address at which an allocation has begun. A word belongs to the
 * most recent allocation that contains it.
 */
#include "allocations.h"

#include <stdio.h>

#include "asm/tables/guard.h"
#include "common/bisect.h"
#include "sim/machine/caller.h"
#include "sim/machine/group.h"
#include "sim/machine/labels.h"
#include "sim/machine/machine.h"
#include "sim/machine/observer.h"
#include "sim/machine/pages.h"
#include "sim/isa/system.h"

struct allocation_words {
    uint32_t start, words;
    uint32_t place;   /* the user's call; for a frame the call of the routine */
    uint32_t routine; /* for a block: where the PP is inside of that call (struct caller) */
    uint64_t cycle;
    bool is_frame;
};

struct allocations {
    uint8_t *kinds;              /* by pc */
    struct label_variable *rows; /* shared variables, by the pc of the call of __fork_shared_frame */
    uint32_t row_count;
    struct allocation_words *words;
    uint32_t count, room;
    struct pages numbers; /* by memory_slot: 1 + the number of the allocation that begins there; 0: none */
};

/* ---- before the run */

/* The accesses of the routines that allocate words, by kind. */
static const struct routine {
    const char *name;
    enum allocation_kind kind;
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
    return i->opcode != DECODE_ILLEGAL &&
           system_rows[i->opcode].work == (routine->is_load ? SYSTEM_LOAD : SYSTEM_STORE) && !is_own &&
           (!routine->is_of_head || (i->rt == 0 && i->constant == UINT32_MAX));
}

static void find_routines(struct machine *machine, struct allocations *allocations)
{
    const struct program *program = &machine->program;
    for (size_t k = 0; k < sizeof routines / sizeof routines[0]; k++) {
        const uint32_t begin = object_value_of(&machine->object, routines[k].name, UINT32_MAX);
        uint32_t found = UINT32_MAX;
        if (begin >= program->count || program->origins[begin] == ORIGIN_USER)
            continue;
        for (uint32_t pc = begin; pc < program->count && program->functions[pc] == program->functions[begin];
             pc++)
            if (is_wanted(&routines[k], &program->code[pc]) && (found == UINT32_MAX || !routines[k].is_load))
                found = pc;
        if (found != UINT32_MAX)
            allocations->kinds[found] = (uint8_t)routines[k].kind;
    }
}

void allocations_begin(struct machine *machine)
{
    const size_t count = (size_t)machine->program.count + 1;
    struct allocations *allocations = ARENA_NEW(&machine->arena, struct allocations);
    allocations->numbers = pages_make(&machine->arena, (uint64_t)machine->memory.host_words + 1);
    allocations->kinds = ARENA_ARRAY(&machine->arena, uint8_t, count);
    find_routines(machine, allocations);
    allocations->rows =
        label_variables(machine, GUARD_SHARED_PREFIX, SHARED_WORD_PREFIX, &allocations->row_count);
    machine->allocations = allocations;
}

const uint8_t *allocations_kinds(const struct allocations *allocations)
{
    return allocations->kinds;
}

/* ---- words are given */

static void keep(const struct machine *machine, const struct allocation_words *words)
{
    struct allocations *allocations = machine->allocations;
    uint32_t *number =
        pages_at(&allocations->numbers, memory_slot(&machine->memory, words->start), sizeof *number);
    if (*number == 0) {
        ARENA_ADD(allocations->numbers.arena, allocations->words, allocations->count, allocations->room)
            ->cycle = 0;
        *number = allocations->count;
    }
    struct allocation_words *at = &allocations->words[*number - 1];
    if (words->cycle >= at->cycle)
        *at = *words;
}

/* The words of a frame that a call has given, up to the end of its last variable. */
static uint32_t frame_words(const struct allocations *allocations, uint32_t pc)
{
    const struct label_variable *rows = allocations->rows;
    uint32_t words = 0;
    BISECT(first, allocations->row_count, at, rows[at].pc < pc)
    for (uint32_t k = first; k < allocations->row_count && rows[k].pc == pc; k++)
        words = rows[k].offset + rows[k].words > words ? rows[k].offset + rows[k].words : words;
    return words;
}

void allocations_note(const struct machine *machine, const struct observer_cycle *cycle,
                      const struct observer_step *step)
{
    struct allocations *allocations = machine->allocations;
    const struct instruction *i = &machine->program.code[step->pc];
    const enum allocation_kind kind = allocations->kinds[step->pc];
    struct allocation_words words = {.cycle = cycle->cycle, .is_frame = kind == GIVEN_FRAME};
    if (words.is_frame) {
        words.start = observer_word(cycle, step, MACHINE_SSP);
        words.place = observer_word(cycle, step, MACHINE_RA) - 1;
        words.words = frame_words(allocations, words.place);
    } else {
        const struct caller caller = caller_find(machine, caller_observed(cycle, step));
        const uint32_t stored = observer_word(cycle, step, i->rd);
        words.start = observer_address(cycle, step, i) + 1;
        words.place = caller.pc;
        words.routine = caller.inside;
        words.words = kind == GIVEN_GROUP_BLOCK ? stored - words.start : heap_block_words(stored);
    }
    if (words.words != 0)
        keep(machine, &words);
}

/* ---- names */

static bool name_variable(const struct machine *machine, const struct allocation_words *frame, uint32_t word,
                          char *text, size_t size)
{
    const struct allocations *allocations = machine->allocations;
    const char *function = object_find_source_function(&machine->object, frame->place);
    for (uint32_t k = 0; k < allocations->row_count; k++) {
        const struct label_variable *row = &allocations->rows[k];
        char offset[16] = "";
        if (row->pc != frame->place || word - row->offset >= row->words)
            continue;
        if (word != row->offset)
            snprintf(offset, sizeof offset, "[%u]", word - row->offset);
        snprintf(text, size, "%.*s%s of %.40s", row->length, row->name, offset,
                 function != NULL ? function : "?");
        return true;
    }
    return false;
}

static bool name_word(const struct machine *machine, const struct allocation_words *block, uint32_t word,
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

bool allocations_name(const struct machine *machine, uint32_t address, char *text, size_t size)
{
    const struct allocations *allocations = machine->allocations;
    const struct allocation_words *latest = NULL;
    for (size_t k = 0; allocations != NULL && k < allocations->count; k++) {
        const struct allocation_words *words = &allocations->words[k];
        if (address - words->start < words->words && (latest == NULL || words->cycle > latest->cycle))
            latest = words;
    }
    if (latest == NULL)
        return false;
    return (latest->is_frame ? name_variable : name_word)(machine, latest, address - latest->start, text,
                                                          size);
}
