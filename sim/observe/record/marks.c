/* marks.c - see marks.h: names of regions. */
#include "marks.h"

#include <string.h>

#include "sim/machine/machine.h"

struct region_names {
    char *names[MARKS_REGIONS]; /* NULL: it has none */
};

/* Names are untrusted: control characters become question marks. */
static char *read_name(struct machine *machine, uint32_t address)
{
    char text[REGION_NAME_SIZE];
    size_t length = 0;
    for (; length < REGION_NAME_SIZE - 1 && address + length < machine->memory.shared_words; length++) {
        const uint32_t character = machine->memory.cells[address + length];
        if (character == 0)
            break;
        text[length] = character < ' ' || character > '~' ? '?' : (char)character;
    }
    return length != 0 ? arena_text(&machine->arena, text, length) : NULL;
}

struct region_names *region_names_read(struct machine *machine)
{
    static const char prefix[] = "__region_name_";
    struct region_names *names = ARENA_NEW(&machine->arena, struct region_names);
    OBJECT_SYMBOLS (&machine->object, symbol) {
        if (symbol->section != SECTION_DATA || symbol->value >= machine->memory.shared_words ||
            strncmp(symbol->name, prefix, sizeof prefix - 1) != 0)
            continue;
        const uint32_t region = machine->memory.cells[symbol->value];
        if (region < MARKS_REGIONS && names->names[region] == NULL) /* the first one stands */
            names->names[region] = read_name(machine, symbol->value + 1);
    }
    return names;
}

const char *region_name(const struct region_names *names, uint32_t region)
{
    return names != NULL && region < MARKS_REGIONS ? names->names[region] : NULL;
}
