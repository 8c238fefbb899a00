/* meant.c - accesses that are meant for one variable and go to a word outside it, however far (words.h); and
 * accesses to the words that fcc leaves after variables (asm/tables/guard.h). For --check these are out of
 * bounds, as the words around blocks of the heaps are.
 *
 * Labels of the program say which loads and stores are meant for which variable (asm/tables/guard.h), by its
 * name. If several files have locals of the same name and size, an access to any of them is accepted:
 * confusing two of them takes an index that leads from one file's data to another's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bisect.h"
#include "common/plural.h"
#include "sim/machine/group.h"
#include "sim/machine/labels.h"
#include "words.h"

/* The variable that accesses are meant for. */
struct meant_row {
    const struct object_symbol *variable;
    uint32_t words;
    uint32_t told; /* number of words by the labels; 0: unknown */
    uint32_t twin; /* 1 + the row of another variable of the same name and size; 0: none */
};

struct meant {
    struct meant_row *rows;
    uint32_t count, capacity;
    uint32_t pp_block;                      /* address of __fork_pp; 0: the program has none */
    const struct object_symbol **variables; /* by name, then by address */
    uint32_t variable_count;
};

/* ---- labels */

static int compare_variables(const void *left, const void *right)
{
    const struct object_symbol *a = *(const struct object_symbol *const *)left;
    const struct object_symbol *b = *(const struct object_symbol *const *)right;
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->value > b->value) - (a->value < b->value);
}

static void list_variables(struct check *check)
{
    struct meant *meant = check->meant;
    const struct object *object = &check->machine->object;
    meant->variables =
        ARENA_ARRAY(&check->machine->arena, const struct object_symbol *, object->symbol_count + 1);
    for (size_t k = 0; k < object->symbol_count; k++) {
        const struct object_symbol *symbol = &object->symbols[k];
        if (symbol->section >= SECTION_DATA && symbol->section < SECTION_COUNT &&
            !object_symbol_is_section(symbol))
            meant->variables[meant->variable_count++] = symbol;
    }
    if (meant->variable_count != 0)
        qsort(meant->variables, meant->variable_count, sizeof(const struct object_symbol *),
              compare_variables);
}

/* The index of the first variable of that name, or of the next name. */
static uint32_t find_name(const struct meant *meant, const char *name)
{
    BISECT(first, meant->variable_count, at, strcmp(meant->variables[at]->name, name) < 0)
    return first;
}

/* Whether a guard follows the words of a variable, as fcc leaves one: then the variable has that number of
 * words. */
static bool has_guard(const struct object *object, const struct object_symbol *variable, uint32_t words)
{
    for (size_t k = 0; k < object->symbol_count; k++)
        if (object->symbols[k].value == variable->value + words && cell_is_guard(&object->symbols[k]))
            return true;
    return false;
}

/* 1 + the row of the variables with a name and, if it is known, that number of words; 0: none. */
static uint32_t add_rows(struct check *check, const char *name, uint32_t words)
{
    struct meant *meant = check->meant;
    const struct object *object = &check->machine->object;
    uint32_t row = 0;
    for (uint32_t k = find_name(meant, name);
         k < meant->variable_count && strcmp(meant->variables[k]->name, name) == 0; k++) {
        const uint32_t there = cell_words(object, meant->variables[k]);
        if (words != 0 ? there != words
                       : !meant->variables[k]->global || !has_guard(object, meant->variables[k], there))
            continue;
        *ARENA_ADD(&check->machine->arena, meant->rows, meant->count, meant->capacity) =
            (struct meant_row){.variable = meant->variables[k], .words = there, .told = words, .twin = row};
        row = meant->count;
    }
    return row;
}

/* As above, where earlier labels may have named it. */
static uint32_t find_rows(struct check *check, const char *name, uint32_t words)
{
    const struct meant *meant = check->meant;
    for (uint32_t row = meant->count; row > 0; row--)
        if (meant->rows[row - 1].told == words && strcmp(meant->rows[row - 1].variable->name, name) == 0)
            return row;
    return add_rows(check, name, words);
}

uint32_t meant_variable(struct check *check, const char *text)
{
    uint32_t words = 0;
    int used = 0;
    if (sscanf(text, "%*9[0-9].%*9[0-9].%10u.%n", &words, &used) != 1 || used == 0)
        return 0;
    return find_rows(check, text + used, words);
}

bool meant_initial(const struct check *check, const char *text, uint32_t number, uint32_t *address)
{
    const struct meant *meant = check->meant;
    uint32_t offset = 0, words = 0;
    int used = 0;
    if (sscanf(text, "%*9[0-9].%10u.%10u.%n", &offset, &words, &used) != 2 || used == 0)
        return false;
    for (uint32_t k = find_name(meant, text + used);
         k < meant->variable_count && strcmp(meant->variables[k]->name, text + used) == 0; k++)
        if (cell_words(&check->machine->object, meant->variables[k]) == words && number-- == 0) {
            *address = meant->variables[k]->value + offset;
            return offset < words;
        }
    return false;
}

uint32_t meant_variable_at(struct check *check, uint32_t address)
{
    const struct object *object = &check->machine->object;
    const struct object_symbol *variable = cell_variable(object, address);
    if (variable == NULL) /* it is the end of a section */
        variable = cell_variable(object, address - 1);
    const uint32_t words = variable == NULL ? 0 : cell_words(object, variable);
    if (words == 0 || address - variable->value > words)
        return 0;
    return find_rows(check, variable->name, words);
}

/* Makes the words between variables edges of block 0. */
static void set_guards(struct check *check)
{
    const struct machine *machine = check->machine;
    for (size_t k = 0; k < machine->object.symbol_count; k++) {
        const struct object_symbol *symbol = &machine->object.symbols[k];
        const uint32_t copies = (symbol->value & OBJECT_PRIVATE) != 0 ? machine->config.pps : 1;
        for (uint32_t pp = 0; pp < copies && cell_is_guard(symbol); pp++)
            words_set_range(check->words, pp, symbol->value, 1, WORD_EDGE, 0);
    }
}

void meant_survey(struct check *check)
{
    const struct object *object = &check->machine->object;
    struct meant *meant = ARENA_NEW(&check->machine->arena, struct meant);
    const long block = object_find_symbol(object, "__fork_pp");
    check->meant = meant;
    meant->pp_block = block < 0 ? 0 : object->symbols[block].value;
    list_variables(check);
    set_guards(check);
}

/* ---- accesses */

bool meant_is_for_show(const struct check *check, uint32_t pp, uint32_t address)
{
    const struct memory *memory = &check->machine->memory;
    const struct memory_place place = memory_place(memory, pp, address);
    const uint32_t block = check->meant->pp_block;
    if (place.region == MEMORY_REGION_STACK)
        return place.owner == pp;
    if (block == 0)
        return false;
    const uint32_t aside = memory_index(memory, pp, block + PP_ASIDE);
    const uint32_t words = check->machine->program.real_words != 0 ? check->machine->program.real_words : 1;
    return address == block || (aside != MEMORY_ILLEGAL && address - memory->cells[aside] < words);
}

/* Whether the word belongs to a variable of a row or of its twins. */
static bool is_inside(const struct meant *meant, uint32_t row, uint32_t address)
{
    for (uint32_t twin = row; twin != 0; twin = meant->rows[twin - 1].twin)
        if (address - meant->rows[twin - 1].variable->value < meant->rows[twin - 1].words)
            return true;
    return false;
}

uint32_t meant_variable_around(struct check *check, uint32_t address)
{
    const uint32_t row = meant_variable_at(check, address);
    const bool is_around = row != 0 && check->meant->rows[row - 1].words > 1;
    return is_around && is_inside(check->meant, row, address) ? row : 0;
}

/* key: as warnings_add has it. */
static void tell(struct check *check, const struct access *access, const char *name, uint32_t words,
                 int32_t word, uint32_t key)
{
    char cell[CELL_NAME_SIZE];
    struct warning *warning = blame_cell(check, access->step, "outside_variable", key, access->address);
    if (warning == NULL)
        return;
    blame_warn(check, access->step, warning, "a PP %s %s, %s %.48s, which has %u word%s", access->does,
               cell_name(check->machine, warning->address, cell), word < 0 ? "before" : "beyond", name, words,
               plural(words));
    if (word != (int32_t)words)
        fault_hint(&warning->what, "the word would be %.48s[%d]", name, word);
}

bool meant_blame_aim(struct check *check, const struct access *access, struct aim aim)
{
    const struct meant *meant = check->meant;
    const uint32_t number = aim_number(aim);
    const struct meant_row *row = &meant->rows[number - 1];
    if (is_inside(meant, number, access->address))
        return false;
    tell(check, access, row->variable->name, row->words, (int32_t)(access->address - row->variable->value),
         row->variable->value);
    return true;
}

void meant_blame_guard(struct check *check, const struct access *access)
{
    const struct machine *machine = check->machine;
    const struct memory_place place = memory_place(&machine->memory, access->step->pp, access->address);
    const uint32_t guard = place.region == MEMORY_REGION_OWN ? place.word | OBJECT_PRIVATE /* of all PPs */
                                                             : memory_address(&machine->memory, place.index);
    const struct object_symbol *variable = cell_variable(&machine->object, guard);
    const uint32_t words = variable == NULL ? 0 : cell_words(&machine->object, variable);
    tell(check, access, variable == NULL ? "?" : variable->name, words, (int32_t)words, guard);
}
