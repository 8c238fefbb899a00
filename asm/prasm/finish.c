/* finish.c - the end of the source: pending fields get their values or become relocations, and visible
 * symbols are added to the object.
 */
#include "asm/prasm/prasm.h"

#include <stdlib.h>
#include <string.h>

/* Puts a defined symbol into the object; the value has section or number. */
static void export_symbol(struct assembler *assembler, struct symbol *symbol, const struct value *value)
{
    struct object *object = assembler->object;
    bool absolute = value->kind == VALUE_NUMBER;
    object->symbols = memory_grow(object->symbols, &assembler->symbol_capacity, object->symbol_count + 1,
                                  sizeof *object->symbols);
    object->symbols[object->symbol_count++] =
        (struct object_symbol){.name = symbol->name,
                               .value = (uint32_t)value->number,
                               .section = absolute ? SECTION_ABSOLUTE : value->section,
                               .global = symbol->global,
                               .function = symbol->function};
}

static void finish_symbol(struct assembler *assembler, struct symbol *symbol)
{
    struct value value;
    const struct object *object = assembler->object;
    if (symbol->state == SYMBOL_UNDEFINED) {
        if (symbol->global)
            complain(assembler, &symbol->spot,
                     "'%s' is declared .global but not defined here (.extern is "
                     "for what others define)",
                     symbol->name);
        return;
    }
    if (symbol->state == SYMBOL_SET && symbol->reported)
        return;
    if (symbol_evaluate(assembler, symbol, &symbol->spot, true, &value) != EVALUATED ||
        symbol_is_file_local(symbol))
        return;
    if (value.kind == VALUE_SYMBOL) {
        if (symbol->global)
            complain(assembler, &symbol->spot, "'%s' stands for '%s' of another file and cannot be .global",
                     symbol->name, value.symbol->name);
        return;
    }
    if (value.kind == VALUE_NUMBER && !symbol->global)
        return; /* a constant of this file only */
    if (value.kind == VALUE_NUMBER && (value.number < INT32_MIN || value.number > UINT32_MAX)) {
        complain(assembler, &symbol->spot, "the value of the global symbol '%s' does not fit a word",
                 symbol->name);
        return;
    }
    if (value.kind == VALUE_SECTION && object_is_debug(value.section)) {
        if (symbol->global)
            complain(assembler, &symbol->spot, "'%s' is a place in debug information and cannot be .global",
                     symbol->name);
        return;
    }
    if (value.kind == VALUE_SECTION && (value.number < 0 || value.number > object->size[value.section])) {
        complain(assembler, &symbol->spot, "'%s' lies outside of %s", symbol->name,
                 object_section_name(value.section));
        return;
    }
    export_symbol(assembler, symbol, &value);
}

/* Room for all symbols that the object can get: a growing array would leave its old copies in the heap. */
static void reserve_symbols(struct assembler *assembler)
{
    size_t most = SECTION_COUNT; /* relocations may name sections */
    for (uint32_t number = 0; number < assembler->symbol_count; number++) {
        const struct symbol *symbol = symbol_number(assembler, number);
        most += !symbol_is_file_local(symbol) &&
                (symbol->state == SYMBOL_LABEL || symbol->global || symbol->imported);
    }
    assembler->object->symbols = memory_grow(assembler->object->symbols, &assembler->symbol_capacity, most,
                                             sizeof *assembler->object->symbols);
}

void finish(struct assembler *assembler)
{
    if (assembler->next_is_function)
        complain(assembler, &assembler->function_spot, "no label follows this .func");
    reserve_symbols(assembler);
    for (size_t i = 0; i < assembler->fixup_count; i++) {
        const struct fixup *fixup = &assembler->fixups[i];
        struct value value;
        if (expression_evaluate(assembler, &fixup->expression, true, &value) == EVALUATED)
            emit_patch(assembler, fixup, &value);
    }
    line_finish(assembler);
    island_finish(assembler);
    for (uint32_t number = 0; number < assembler->symbol_count; number++)
        finish_symbol(assembler, symbol_number(assembler, number));
}
