/* symbol.c - the assembler's symbol table, blocks of symbols and a table of their names; numeric labels.
 *
 * May call name_index.h. expression.c evaluates symbols.
 */
#include "asm/prasm/prasm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1024 }; /* symbols of one allocation */

struct symbol *symbol_number(const struct assembler *assembler, uint32_t number)
{
    return &assembler->symbols[number / BLOCK][number % BLOCK];
}

const char *symbol_name(const void *assembler, uint32_t number)
{
    return symbol_number(assembler, number)->name;
}

struct symbol *symbol_find(struct assembler *assembler, const char *name, size_t length)
{
    uint32_t number;
    if (name_index_find_text(&assembler->symbol_names, name, length, &number))
        return symbol_number(assembler, number);
    number = assembler->symbol_count++;
    if (number % BLOCK == 0) {
        assembler->symbols = memory_grow(assembler->symbols, &assembler->symbol_block_capacity,
                                         number / BLOCK + 1, sizeof *assembler->symbols);
        assembler->symbols[number / BLOCK] = memory_take(BLOCK, sizeof **assembler->symbols);
    }
    struct symbol *symbol = symbol_number(assembler, number);
    symbol->name = arena_text(&assembler->object->strings, name, length);
    name_index_add(&assembler->symbol_names, number);
    return symbol;
}

void symbol_forget(struct assembler *assembler)
{
    for (uint32_t number = 0; number < assembler->symbol_count; number += BLOCK)
        free(assembler->symbols[number / BLOCK]);
    free(assembler->symbols);
    name_index_free(&assembler->symbol_names);
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
    remark(assembler, &symbol->spot, "the first definition of '%s'", symbol->name);
    return false;
}

bool symbol_define_label(struct assembler *assembler, struct symbol *symbol, const struct spot *spot)
{
    if (!check_new(assembler, symbol, spot))
        return false;
    symbol->state = SYMBOL_LABEL;
    symbol->section = assembler->section;
    symbol->offset = emit_place(assembler);
    symbol->spot = *spot;
    if (assembler->next_is_function && assembler->section != SECTION_TEXT)
        complain(assembler, spot, "the function '%s' must be in .text", symbol->name);
    symbol->function = assembler->next_is_function;
    if (!object_is_debug(assembler->section))
        island_note_label(assembler, symbol->function);
    assembler->next_is_function = false;
    return true;
}

bool symbol_define_set(struct assembler *assembler, struct symbol *symbol,
                       const struct expression *expression, const struct spot *spot)
{
    if (!check_new(assembler, symbol, spot))
        return false;
    symbol->state = SYMBOL_SET;
    symbol->setting = ARENA_NEW(&assembler->arena, struct setting);
    symbol->setting->expression = *expression;
    symbol->spot = *spot;
    return true;
}

static struct symbol *make_numeric(struct assembler *assembler, unsigned number, const struct spot *spot)
{
    char name[16];
    int length = snprintf(name, sizeof name, "%u", number);
    struct symbol *symbol = arena_alloc(&assembler->arena, sizeof *symbol);
    symbol->name = arena_text(&assembler->arena, name, (size_t)length);
    symbol->spot = *spot;
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
    symbol->offset = emit_place(assembler);
    if (!object_is_debug(assembler->section))
        island_note_label(assembler, false);
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
