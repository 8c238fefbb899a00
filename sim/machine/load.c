/* load.c - see load.h. */
#include "load.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sim/isa/system.h"
#include "caller.h"
#include "common/message.h"
#include "shint.h"

#define MAX_NAMED 6 /* missing symbols that a message names */

/* "missing symbols: a, b, c and 4 more" */
static void list_missing(const struct object *object, char *text, size_t size)
{
    size_t used = 0;
    size_t missing = 0;
    text[0] = '\0';
    for (size_t i = 0; i < object->symbol_count; i++) {
        const struct object_symbol *symbol = &object->symbols[i];
        if (symbol->section != SECTION_UNDEFINED || symbol->name == NULL || symbol->name[0] == '\0')
            continue;
        if (missing < MAX_NAMED && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s",
                                     missing == 0 ? "; missing symbols: " : ", ", symbol->name);
        missing++;
    }
    if (missing > MAX_NAMED && used < size)
        snprintf(text + used, size - used, " and %zu more", missing - MAX_NAMED);
}

const char *load_advice(const char *path)
{
    static const struct {
        const char *suffix, *advice;
    } rows[] = {
        {".i", "; it is a source text: compile it with fcc, and run the .o that fcc makes"},
        {".s", "; it is an assembly text: make a program of it with prasm and prlink, or with fcc"},
        {".a", "; it is an archive: prlink, or fcc, makes a program with what is in it"},
    };
    const size_t length = strlen(path);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0] && access(path, R_OK) == 0; k++) {
        const size_t end = strlen(rows[k].suffix);
        if (length > end && strcmp(path + length - end, rows[k].suffix) == 0)
            return rows[k].advice;
    }
    return "";
}

/* The end of a section, 0 for an empty one; false if it is not within low .. high. */
static bool section_end(const struct object *object, enum object_section section, uint64_t low, uint64_t high,
                        uint64_t *end)
{
    uint64_t size = object->size[section];
    uint64_t address = object->address[section];
    *end = size == 0 ? 0 : address + size;
    return size == 0 || (address >= low && *end <= high);
}

bool load_check(const struct object *object, struct load_needs *needs, char *error, size_t error_size)
{
    memset(needs, 0, sizeof *needs);
    if (!object->linked) {
        char missing[400];
        list_missing(object, missing, sizeof missing);
        return message_refuse(error, error_size,
                              "a relocatable object, not a program%s; prlink (or fcc) makes a program of it",
                              missing);
    }
    uint64_t ends[SECTION_COUNT] = {0};
    bool good = section_end(object, SECTION_TEXT, 0, OBJECT_MAX_TEXT, &ends[SECTION_TEXT]) &&
                section_end(object, SECTION_DATA, 0, MEMORY_MAX_WORDS, &ends[SECTION_DATA]) &&
                section_end(object, SECTION_BSS, 0, MEMORY_MAX_WORDS, &ends[SECTION_BSS]);
    for (int section = SECTION_PRIVATE; section <= SECTION_PRIVATE_BSS; section++)
        good = good && section_end(object, (enum object_section)section, OBJECT_PRIVATE,
                                   OBJECT_PRIVATE + MEMORY_MAX_WORDS, &ends[section]);
    if (!good || (object->size[SECTION_TEXT] != 0 && object->address[SECTION_TEXT] != 0))
        return message_refuse(error, error_size, "a program with a section outside the address space");
    if (object->size[SECTION_TEXT] == 0 || object->entry >= object->size[SECTION_TEXT])
        return message_refuse(error, error_size, "a program without instructions at its entry");
    long symbol = object_find_symbol(object, "__null_guard");
    if (symbol >= 0 && object->symbols[symbol].section == SECTION_ABSOLUTE)
        needs->guard = object->symbols[symbol].value;
    needs->shared_words = ends[SECTION_DATA] > ends[SECTION_BSS] ? ends[SECTION_DATA] : ends[SECTION_BSS];
    if (needs->shared_words < OBJECT_DATA_START)
        needs->shared_words = OBJECT_DATA_START;
    if (needs->shared_words < needs->guard)
        needs->shared_words = needs->guard;
    for (int section = SECTION_PRIVATE; section <= SECTION_PRIVATE_BSS; section++)
        if (ends[section] != 0 && ends[section] - OBJECT_PRIVATE > needs->private_words)
            needs->private_words = ends[section] - OBJECT_PRIVATE;
    return true;
}

/* Properties of the program: from its instructions, and from an absolute symbol of the compiler. */
static void note_uses(const struct object *object, struct program *program)
{
    for (uint32_t i = 0; i < program->count; i++) {
        const struct instruction *instruction = &program->code[i];
        if (system_rows[instruction->opcode].work == SYSTEM_HINT &&
            shint_number(instruction->constant) == SHINT_stack_base)
            program->uses_stack = true;
        if ((instruction->traits & DECODE_REAL) != 0)
            program->uses_real = true;
        program->uses_sums = program->uses_sums || system_rows[instruction->opcode].row == SYSTEM_ROW_SUM;
    }
    long symbol = object_find_symbol(object, "__real_words");
    if (symbol >= 0 && object->symbols[symbol].section == SECTION_ABSOLUTE)
        program->real_words = object->symbols[symbol].value;
}

void load_program(struct machine *machine)
{
    const struct object *object = &machine->object;
    struct program *program = &machine->program;
    program->count = object->size[SECTION_TEXT];
    program->entry = object->entry;
    program->code = ARENA_ARRAY(&machine->arena, struct instruction, program->count);
    program->origins = origin_table(&machine->arena, object);
    decode_words(object->words[SECTION_TEXT], program->count, program->code);
    program->returns = caller_survey(&machine->arena, object, program);
    note_uses(object, program);
    program->data_end = OBJECT_DATA_START;
    for (int section = SECTION_DATA; section <= SECTION_BSS; section++) {
        uint32_t end = object->address[section] + object->size[section];
        if (object->size[section] != 0 && end > program->data_end)
            program->data_end = end;
    }
}

void load_memory(const struct object *object, struct memory *memory)
{
    if (object->size[SECTION_DATA] != 0)
        memcpy(memory->cells + object->address[SECTION_DATA], object->words[SECTION_DATA],
               object->size[SECTION_DATA] * sizeof *memory->cells);
    uint32_t start = object->address[SECTION_PRIVATE] & ~OBJECT_PRIVATE;
    for (uint32_t i = 0; i < object->size[SECTION_PRIVATE]; i++) {
        uint32_t value = object->words[SECTION_PRIVATE][i];
        if (value == 0) /* untouched memory is 0, and costs nothing */
            continue;
        for (uint32_t pp = 0; pp < memory->pps; pp++)
            memory->cells[memory_private_index(memory, pp, start + i)] = value;
    }
}
