/* variable.c - variables of several words: where they lie, the guards around them, and accesses that are
 * meant for one and go to a word outside it, however far (words.h). Symbols of the program name the variables
 * in memory, labels those of frames and the accesses (asm/tables/guard.h). If several files have locals of
 * the same name and size, an access to any of them is accepted: confusing two of them takes an index that
 * leads from one file's data to another's.
 *
 * Guards in memory are set before the run. Guards in a stack are set when the frame is allocated and are
 * valid while its words are in use. Guards of shared variables are set when __fork_shared_frame returns, and
 * valid as long as their group exists and its shared stack contains them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/tables/guard.h"
#include "common/bisect.h"
#include "common/compare.h"
#include "common/plural.h"
#include "sim/machine/group.h"
#include "sim/machine/labels.h"
#include "words.h"

struct variable {
    const struct object_symbol *symbol; /* of a variable in memory; NULL: it is in a frame */
    struct label_variable label; /* in memory, `offset` is the address, and `words` 0 until asked for */
};

struct variables {
    struct variable *rows; /* those in memory by name, then by address; those of stacks; those of groups'
                              frames; both by ascending pc */
    uint32_t in_memory;    /* number of the first ones */
    uint32_t of_stacks;    /* number of these and the next ones */
    uint32_t count, room;
};

/* ---- the table */

static int compare_variables(const void *left, const void *right)
{
    const struct label_variable *a = &((const struct variable *)left)->label;
    const struct label_variable *b = &((const struct variable *)right)->label;
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : compare_numbers(a->offset, b->offset);
}

static void add(struct check *check, const struct object_symbol *symbol, struct label_variable label)
{
    struct variables *variables = check->variables;
    *ARENA_ADD(&check->machine->arena, variables->rows, variables->count, variables->room) =
        (struct variable){symbol, label};
}

static void add_memory(struct check *check)
{
    struct variables *variables = check->variables;
    const struct object *object = &check->machine->object;
    OBJECT_SYMBOLS (object, symbol) {
        const size_t length = strlen(symbol->name);
        if (symbol->section >= SECTION_DATA && symbol->section < SECTION_COUNT &&
            !object_symbol_is_section(symbol))
            add(check, symbol,
                (struct label_variable){.name = symbol->name,
                                        .length = length < LABEL_NAME_MOST ? (int)length : LABEL_NAME_MOST,
                                        .offset = symbol->value});
    }
    variables->in_memory = variables->count;
    if (variables->count != 0)
        qsort(variables->rows, variables->count, sizeof *variables->rows, compare_variables);
}

static void add_frames(struct check *check, const char *guarded, const char *unguarded)
{
    uint32_t count;
    const struct label_variable *labels = label_variables(check->machine, guarded, unguarded, &count);
    for (uint32_t k = 0; k < count; k++)
        add(check, NULL, labels[k]);
}

/* Makes the words between variables edges of block 0. */
static void set_guards(struct check *check)
{
    const struct machine *machine = check->machine;
    OBJECT_SYMBOLS (&machine->object, symbol) {
        const uint32_t copies = (symbol->value & OBJECT_PRIVATE) != 0 ? machine->config.pps : 1;
        for (uint32_t pp = 0; pp < copies && cell_is_guard(symbol); pp++)
            words_set_range(check, pp, symbol->value, 1, WORD_EDGE, 0);
    }
}

void variable_survey(struct check *check)
{
    struct variables *variables = ARENA_NEW(&check->machine->arena, struct variables);
    check->variables = variables;
    check->pp_block = object_value_of(&check->machine->object, "__fork_pp", 0);
    add_memory(check);
    add_frames(check, GUARD_FRAME_PREFIX, FRAME_WORD_PREFIX);
    variables->of_stacks = variables->count;
    add_frames(check, GUARD_SHARED_PREFIX, GUARD_SHARED_PREFIX);
    for (uint32_t row = variables->count; row-- > variables->in_memory;)
        check->code[variables->rows[row].label.pc].frame = row + 1;
    set_guards(check);
}

static const struct label_variable *row_at(const struct check *check, uint32_t row)
{
    return &check->variables->rows[row].label;
}

/* Whether there is such a row, of a frame, whose label is at that instruction. */
static bool is_at(const struct check *check, uint32_t row, uint32_t pc)
{
    return row < check->variables->count && row_at(check, row)->pc == pc;
}

/* ---- variables in memory */

/* The first row of that name in memory, or of the next name. */
static uint32_t find_name(const struct check *check, const char *name)
{
    BISECT(first, check->variables->in_memory, at, strcmp(row_at(check, at)->name, name) < 0)
    return first;
}

static bool has_name(const struct check *check, uint32_t row, const char *name)
{
    return row < check->variables->in_memory && strcmp(row_at(check, row)->name, name) == 0;
}

static uint32_t words_of(const struct check *check, uint32_t row)
{
    struct variable *variable = &check->variables->rows[row];
    if (variable->label.words == 0)
        variable->label.words = cell_words(&check->machine->object, variable->symbol);
    return variable->label.words;
}

/* Whether it is global, and a guard follows its words, as fcc leaves one: then other files know their number.
 */
static bool has_guard(const struct check *check, uint32_t row)
{
    const struct object *object = &check->machine->object;
    const uint32_t end = row_at(check, row)->offset + words_of(check, row);
    for (size_t k = 0; k < object->symbol_count && check->variables->rows[row].symbol->global; k++)
        if (object->symbols[k].value == end && cell_is_guard(&object->symbols[k]))
            return true;
    return false;
}

/* 1 + the last row of that name and, if it is known (not 0), that number of words; 0: none. */
static uint32_t find_memory(const struct check *check, const char *name, uint32_t words)
{
    uint32_t found = 0;
    for (uint32_t row = find_name(check, name); has_name(check, row, name); row++)
        if (words != 0 ? words_of(check, row) == words : has_guard(check, row))
            found = row + 1;
    return found;
}

bool variable_initial(const struct check *check, const char *text, uint32_t number, uint32_t *address)
{
    uint32_t offset = 0, words = 0;
    int used = 0;
    if (sscanf(text, "%*9[0-9].%10u.%10u.%n", &offset, &words, &used) != 2 || used == 0)
        return false;
    for (uint32_t row = find_name(check, text + used); has_name(check, row, text + used); row++)
        if (words_of(check, row) == words && number-- == 0) {
            *address = row_at(check, row)->offset + offset;
            return offset < words;
        }
    return false;
}

uint32_t variable_at(const struct check *check, uint32_t address)
{
    const struct object *object = &check->machine->object;
    const struct object_symbol *variable = cell_variable(object, address);
    if (variable == NULL) /* it is the end of a section */
        variable = cell_variable(object, address - 1);
    const uint32_t words = variable == NULL ? 0 : cell_words(object, variable);
    return words == 0 || address - variable->value > words ? 0 : find_memory(check, variable->name, words);
}

/* Whether the word belongs to a variable in memory, or to another one of its name and size. */
static bool is_inside(const struct check *check, uint32_t row, uint32_t address)
{
    const struct label_variable *wanted = row_at(check, row);
    do
        if (row_at(check, row)->words == wanted->words &&
            address - row_at(check, row)->offset < wanted->words)
            return true;
    while (row-- > 0 && has_name(check, row, wanted->name));
    return false;
}

uint32_t variable_around(const struct check *check, uint32_t address)
{
    const uint32_t row = variable_at(check, address);
    const bool is_around = row != 0 && row_at(check, row - 1)->words > 1;
    return is_around && is_inside(check, row - 1, address) ? row : 0;
}

bool variable_is_for_show(const struct check *check, uint32_t address)
{
    const struct memory *memory = &check->machine->memory;
    const uint32_t pp = check->step.pp, block = check->pp_block;
    const struct memory_place place = memory_place(memory, pp, address);
    if (place.region == MEMORY_REGION_STACK)
        return place.owner == pp;
    if (block == 0)
        return false;
    const uint32_t aside = memory_index(memory, pp, block + PP_ASIDE);
    const uint32_t words = check->machine->program.real_words != 0 ? check->machine->program.real_words : 1;
    return address == block || (aside != MEMORY_ILLEGAL && address - memory->cells[aside] < words);
}

/* ---- labels */

const char *variable_label(const char *text, uint32_t *number)
{
    int used = 0;
    return sscanf(text, "%*9[0-9].%*9[0-9].%10u.%n", number, &used) == 1 && used != 0 ? text + used : NULL;
}

/* 1 + the row of a variable of the function's frame, or of a group's frame, then the last one before that
 * place; 0: none. */
static uint32_t find_frame(const struct check *check, uint32_t pc, const struct label_variable *wanted,
                           bool is_shared)
{
    const struct variables *variables = check->variables;
    uint32_t found = 0;
    for (uint32_t row = is_shared ? variables->of_stacks : variables->in_memory;
         row < (is_shared ? variables->count : variables->of_stacks) && (is_shared || found == 0); row++) {
        const struct label_variable *label = row_at(check, row);
        const bool is_here = is_shared ? label->pc < pc && label->length == wanted->length &&
                                             strncmp(label->name, wanted->name, (size_t)wanted->length) == 0
                                       : label->pc == check->machine->program.functions[pc];
        if (is_here && label->offset == wanted->offset && label->words == wanted->words)
            found = row + 1;
    }
    return found;
}

uint32_t variable_of_label(const struct check *check, enum aim_kind kind, uint32_t pc, const char *text,
                           uint32_t *offset)
{
    struct label_variable wanted;
    if (kind == AIM_VARIABLE) {
        uint32_t words = 0;
        const char *name = variable_label(text, &words);
        *offset = 0;
        return name != NULL ? find_memory(check, name, words) : 0;
    }
    if (!label_read(text, &wanted))
        return 0;
    *offset = wanted.offset;
    return find_frame(check, pc, &wanted, kind == AIM_SHARED);
}

/* ---- guards of frames */

void variable_take_frame(struct check *check, uint32_t from, uint32_t to)
{
    enum { PROLOGUE_LONGEST = 3 }; /* instructions up to the one after the `add` to sp, less one */
    const struct memory *memory = &check->machine->memory;
    const uint32_t pc = check->machine->program.functions[check->step.pc];
    uint32_t row = pc == UINT32_MAX ? 0 : check->code[pc].frame;
    if (row-- == 0 || check->step.pc == pc || check->step.pc - pc > PROLOGUE_LONGEST)
        return; /* words of the caller, or an array of variable size after the frame */
    for (; row < check->variables->of_stacks && is_at(check, row, pc); row++) {
        const uint32_t start = from + row_at(check, row)->offset;
        const uint32_t end = start + row_at(check, row)->words;
        if (start == from || end >= to || !row_at(check, row)->is_guarded)
            continue;
        words_set(check, memory_stack_index(memory, check->step.pp, start - 1), WORD_EDGE, 2 * row);
        words_set(check, memory_stack_index(memory, check->step.pp, end), WORD_EDGE, 2 * row + 1);
    }
}

/* Guards of earlier frames in the words of a new one become invalid. */
static void clear_guards(struct check *check, uint32_t start, uint32_t words)
{
    for (uint32_t word = 0; word < words; word++) {
        const uint32_t index = memory_index(&check->machine->memory, 0, start + word);
        uint32_t number;
        if (index == MEMORY_ILLEGAL)
            return;
        if (words_state(check, index, &number) == WORD_EDGE && check->blocks[number].row != 0)
            words_set(check, index, WORD_PLAIN, 0);
    }
}

bool variable_take_shared(struct check *check, uint32_t words)
{
    const uint32_t call = check->step.pc - 1, base = step_word(check, MACHINE_A0);
    const uint32_t first = check->step.pc != 0 ? check->code[call].frame : 0;
    uint32_t number;
    if (!words_give_group(check, base, &number))
        return first != 0;
    check->blocks[number].row = first;
    clear_guards(check, base, words);
    for (uint32_t row = first - 1; first != 0 && is_at(check, row, call); row++) {
        const uint32_t start = base + row_at(check, row)->offset;
        words_set_range(check, 0, start - 1, 1, WORD_EDGE, number);
        words_set_range(check, 0, start + row_at(check, row)->words, 1, WORD_EDGE, number);
    }
    return first != 0;
}

/* Whether the words of a group's frame still belong to it, as far as the PP can know that accesses the guard
 * or variable at an address there. */
static bool is_in_use(const struct check *check, const struct block *frame, uint32_t address)
{
    const struct group *inner = NULL; /* the subgroup of the frame's group that the PP is in */
    const struct group *group = check->pps[check->step.pp].group;
    if (frame->group->serial != frame->serial || frame->group->inside == 0)
        return false;
    for (; group != NULL && group != frame->group; group = group->parent)
        inner = group;
    if (group == NULL) /* a PP of another group */
        return false;
    return address < (inner == NULL ? step_word(check, MACHINE_SSP) : inner->gp);
}

/* ---- findings */

/* The access is to a word `word` words after the first one of a variable. */
static void tell(struct check *check, const struct access *access, uint32_t row, int32_t word)
{
    const struct label_variable *label = row_at(check, row);
    const bool is_in_frame = row >= check->variables->in_memory;
    struct warning *warning =
        blame_cell(check, "outside_variable", 2 * row + (is_in_frame && word > 0), access->address);
    char cell[CELL_NAME_SIZE];
    uint32_t offset;
    if (warning == NULL)
        return;
    snprintf(cell, sizeof cell, "%.*s[%d] (0x%08x)", label->length, label->name, word, warning->address);
    blame(check, warning, "a PP %s %s, %s %.*s, which has %u word%s", access->does,
          is_in_frame ? cell : warning->cell, word < 0 ? "before" : "beyond", label->length, label->name,
          label->words, plural(label->words));
    if (!is_in_frame) {
        if (word != (int32_t)label->words)
            fault_hint(&warning->what, "the word would be %.*s[%d]", label->length, label->name, word);
        return;
    }
    const char *function = label->function != NULL
                               ? label->function
                               : object_find_function(&check->machine->object, label->pc, &offset);
    fault_hint(&warning->what, "%.*s is a %svariable of the function %.48s", label->length, label->name,
               row < check->variables->of_stacks ? "" : "shared ", function != NULL ? function : "?");
}

bool variable_blame_aim(struct check *check, const struct access *access, struct aim aim)
{
    const uint32_t row = aim.number - 1;
    const struct label_variable *label = row_at(check, row);
    const bool is_in_memory = aim.kind == AIM_VARIABLE;
    const uint32_t word = access->address - (is_in_memory ? label->offset : aim.instance);
    if (is_in_memory ? is_inside(check, row, access->address) : word < label->words)
        return false;
    if (aim.kind == AIM_SHARED) {
        const uint32_t base = memory_index(&check->machine->memory, 0, aim.instance - label->offset);
        const uint32_t number = base == MEMORY_ILLEGAL ? 0 : words_group_block(check, base);
        const struct block *frame = &check->blocks[number];
        if (frame->row == 0 || row_at(check, frame->row - 1)->pc != label->pc ||
            !is_in_use(check, frame, aim.instance))
            return false;
    }
    tell(check, access, row, (int32_t)word);
    return true;
}

/* The word is a guard in memory. */
static void blame_memory(struct check *check, const struct access *access)
{
    const struct memory *memory = &check->machine->memory;
    const struct memory_place place = memory_place(memory, check->step.pp, access->address);
    const uint32_t guard = place.region == MEMORY_REGION_OWN ? place.word | OBJECT_PRIVATE /* of all PPs */
                                                             : memory_address(memory, place.index);
    const uint32_t row = variable_at(check, guard);
    if (row != 0)
        tell(check, access, row - 1, (int32_t)row_at(check, row - 1)->words);
}

/* The word was a guard of a group's frame. */
static void blame_shared(struct check *check, const struct access *access, const struct block *frame)
{
    const uint32_t first = frame->row - 1;
    uint32_t found = UINT32_MAX;
    int32_t outside = 0;
    if (frame->row == 0 || check->code[check->step.pc].is_runtime ||
        !is_in_use(check, frame, access->address))
        return;
    for (uint32_t row = first; is_at(check, row, row_at(check, first)->pc); row++) {
        const int32_t word = (int32_t)(access->address - frame->given - row_at(check, row)->offset);
        if (word == -1 || word == (int32_t)row_at(check, row)->words) {
            found = row;
            outside = word;
        }
    }
    if (found != UINT32_MAX)
        tell(check, access, found, outside);
}

void variable_blame_guard(struct check *check, const struct access *access, uint32_t number)
{
    const uint32_t row = number / 2;
    if (!words_is_in_stack(check, access->index) && number == 0)
        blame_memory(check, access);
    else if (!words_is_in_stack(check, access->index))
        blame_shared(check, access, &check->blocks[number]);
    /* a prologue tests the room of the stack by sp; arguments lie above all variables */
    else if (check->machine->program.code[check->step.pc].rs != MACHINE_SP)
        tell(check, access, row, number % 2 != 0 ? (int32_t)row_at(check, row)->words : -1);
}
