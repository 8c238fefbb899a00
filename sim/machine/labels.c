/* labels.c - see labels.h. */
#include "labels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/compare.h"

const char *label_text(const struct machine *machine, const struct object_symbol *symbol, const char *prefix)
{
    const size_t length = strlen(prefix);
    const bool is_label = symbol->section == SECTION_TEXT && symbol->value < machine->program.count &&
                          strncmp(symbol->name, prefix, length) == 0;
    return is_label ? symbol->name + length : NULL;
}

bool label_read(const char *text, struct label_variable *variable)
{
    int used = 0;
    *variable = (struct label_variable){0};
    if (sscanf(text, "%*9[0-9].%*9[0-9].%9u.%9u.%n", &variable->offset, &variable->words, &used) != 2 ||
        used == 0)
        return false;
    variable->name = text + used;
    const size_t length = strcspn(variable->name, ".");
    variable->length = length < LABEL_NAME_MOST ? (int)length : LABEL_NAME_MOST;
    if (variable->name[length] == '.')
        variable->function = variable->name + length + 1;
    return variable->words != 0;
}

struct label_variable *label_variables(struct machine *machine, const char *guarded, const char *unguarded,
                                       uint32_t *count)
{
    struct label_variable *list = NULL;
    uint32_t room = 0;
    *count = 0;
    OBJECT_SYMBOLS (&machine->object, symbol) {
        const char *text = label_text(machine, symbol, guarded);
        const bool is_guarded = text != NULL;
        struct label_variable variable;
        if (!is_guarded)
            text = label_text(machine, symbol, unguarded);
        if (text == NULL || !label_read(text, &variable))
            continue;
        variable.pc = symbol->value;
        variable.is_guarded = is_guarded;
        *ARENA_ADD(&machine->arena, list, *count, room) = variable;
    }
    if (*count != 0)
        qsort(list, *count, sizeof *list, compare_words);
    return list;
}
