/* symbol.c - the assembler's symbol table, a hash table (names.h); numeric labels.
 *
 * May call names.h. What a symbol's expression comes to is expression.c's matter.
 */
#include "asm/prasm/prasm.h"

#include <stdio.h>
#include <string.h>

struct symbol *symbol_find(struct assembler *assembler, struct name_table *table, const char *name,
                           size_t length)
{
    struct name_entry *entry = names_find(table, name, length);
    if (entry->item == NULL) {
        struct symbol *symbol = arena_alloc(&assembler->arena, sizeof *symbol);
        symbol->name = arena_text(&assembler->arena, name, length);
        entry->item = symbol;
        entry->name = symbol->name;
    }
    return entry->item;
}

bool symbol_is_file_local(const struct symbol *symbol)
{
    return strncmp(symbol->name, ".L", 2) == 0;
}

static bool check_new(struct assembler *assembler, const struct symbol *symbol, const struct spot *spot)
{
    if (symbol->state == SYMBOL_UNDEFINED)
        return true;
    complain(assembler, spot, "'%s' is already defined", symbol->name);
    remark(assembler, &symbol->defined, "the first definition of '%s'", symbol->name);
    return false;
}

bool symbol_define_label(struct assembler *assembler, struct symbol *symbol, const struct spot *spot)
{
    if (!check_new(assembler, symbol, spot))
        return false;
    symbol->state = SYMBOL_LABEL;
    symbol->section = assembler->section;
    symbol->offset = assembler->object->size[assembler->section];
    symbol->defined = *spot;
    if (assembler->next_is_function && assembler->section != SECTION_TEXT)
        complain(assembler, spot, "the function '%s' must be in .text", symbol->name);
    symbol->function = assembler->next_is_function;
    assembler->next_is_function = false;
    return true;
}

bool symbol_define_set(struct assembler *assembler, struct symbol *symbol,
                       const struct expression *expression, const struct spot *spot)
{
    if (!check_new(assembler, symbol, spot))
        return false;
    symbol->state = SYMBOL_SET;
    symbol->expression = *expression;
    symbol->defined = *spot;
    return true;
}

static struct symbol *make_numeric(struct assembler *assembler, unsigned number, const struct spot *spot)
{
    char name[16];
    int length = snprintf(name, sizeof name, "%u", number);
    struct symbol *symbol = arena_alloc(&assembler->arena, sizeof *symbol);
    symbol->name = arena_text(&assembler->arena, name, (size_t)length);
    symbol->defined = *spot;
    return symbol;
}

bool symbol_define_numeric(struct assembler *assembler, unsigned number, const struct spot *spot)
{
    struct numeric_label *label = &assembler->numeric[number];
    struct symbol *symbol = label->ahead;
    if (symbol == NULL)
        symbol = make_numeric(assembler, number, spot);
    label->ahead = NULL;
    label->behind = symbol;
    symbol->state = SYMBOL_LABEL;
    symbol->section = assembler->section;
    symbol->offset = assembler->object->size[assembler->section];
    return true;
}

struct symbol *symbol_numeric(struct assembler *assembler, unsigned number, bool ahead,
                              const struct spot *spot)
{
    struct numeric_label *label = &assembler->numeric[number];
    if (!ahead) {
        if (label->behind == NULL)
            complain(assembler, spot, "no label '%u:' before this line", number);
        return label->behind;
    }
    if (label->ahead == NULL)
        label->ahead = make_numeric(assembler, number, spot);
    return label->ahead;
}
