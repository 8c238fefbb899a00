/* guard.c - the words that fcc leaves after variables (asm/tables/guard.h). For --check they are out of
 * bounds, as the words around blocks of the heaps are (words.h). */
#include <stdio.h>
#include <string.h>

#include "asm/tables/guard.h"
#include "common/plural.h"
#include "words.h"

static bool is_guard(const struct object_symbol *symbol)
{
    return symbol->section >= SECTION_DATA && symbol->section < SECTION_COUNT &&
           strncmp(symbol->name, GUARD_PREFIX, sizeof GUARD_PREFIX - 1) == 0;
}

void guard_survey(struct check *check)
{
    const struct machine *machine = check->machine;
    for (size_t k = 0; k < machine->object.symbol_count; k++) {
        const struct object_symbol *symbol = &machine->object.symbols[k];
        const bool is_private = symbol->section == SECTION_PRIVATE || symbol->section == SECTION_PRIVATE_BSS;
        const uint32_t copies = is_private ? machine->config.pps : 1;
        if (!is_guard(symbol))
            continue;
        for (uint32_t pp = 0; pp < copies; pp++) {
            const uint32_t index = memory_index(&machine->memory, pp, symbol->value);
            if (index != MEMORY_ILLEGAL)
                words_set(check->words, index, false, WORD_EDGE, 0);
        }
    }
}

void guard_blame_access(struct check *check, const struct observer_step *step, const char *does,
                        uint32_t index)
{
    const struct machine *machine = check->machine;
    const uint32_t address = memory_address(&machine->memory, index);
    const struct memory_place place = memory_place(&machine->memory, 0, address);
    const bool is_private = place.region == MEMORY_REGION_OWN;
    const uint32_t guard = is_private ? place.word | OBJECT_PRIVATE : address; /* of all PPs */
    struct warning *warning = warnings_add(&check->machine->warnings, "outside_variable",
                                           check->places[blame_pc(check, step)], guard);
    if (warning == NULL)
        return;
    const struct object_symbol *variable = cell_variable(&machine->object, guard);
    const uint32_t words = variable == NULL ? 0 : cell_words(&machine->object, variable);
    char cell[CELL_NAME_SIZE];
    warning->address = address;
    blame_warn(check, step, warning, "a PP %s %s, beyond %.48s, which has %u word%s", does,
               cell_name(machine, address, cell), variable == NULL ? "?" : variable->name, words,
               plural(words));
}
