/* large_object.c - objects of any size for measurements of memory: large_object FILE TEXT SYMBOLS RELOCATIONS
 * LINES
 *
 * TEXT words of nops and a _start, SYMBOLS global names of 12 characters, RELOCATIONS of words to them, LINES
 * source lines; called by bench/memory.sh and tests/asm/memory.long.test.
 */
#include "asm/object.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line table in which each instruction comes from the next line of l.s. */
static void fill_lines(struct object_bytes *table, uint32_t lines)
{
    enum { NEXT_ROW = 33 };                                  /* the opcode that adds 1 to line and address */
    static const char begin[] = "\0\0\0\0\5\0\4\0\x24\0\0\0" /* lengths, version, bytes of an address */
                                "\1\1\1\xfb\x0e\x0d"         /* how rows advance */
                                "\0\1\1\1\1\0\0\0\1\0\0\1"   /* operands of opcodes */
                                "\1\1\x08\1.\0"              /* folders */
                                "\1\1\x08\2l.s\0l.s\0"       /* files */
                                "\1";                        /* the first row */
    static const char end[] = "\2\1\0\1\1";                  /* a word further, the sequence ends */
    enum { BEGIN = sizeof begin - 1, END = sizeof end - 1 }; /* without the 0 of a text */
    table->size = BEGIN + lines - 1 + END;
    table->bytes = memory_take(table->size, 1);
    memcpy(table->bytes, begin, BEGIN);
    memset(table->bytes + BEGIN, NEXT_ROW, lines - 1);
    memcpy(table->bytes + BEGIN + lines - 1, end, END);
    const uint32_t length = table->size - (uint32_t)sizeof length;
    memcpy(table->bytes, &length, sizeof length);
}

static void fill(struct object *object, uint32_t text, uint32_t symbols, uint32_t relocations, uint32_t lines)
{
    object->words[SECTION_TEXT] = memory_take(text, sizeof(uint32_t));
    object->size[SECTION_TEXT] = text;
    object->symbols = memory_take((size_t)symbols + 1, sizeof *object->symbols);
    object->symbols[object->symbol_count++] =
        (struct object_symbol){.name = "_start", .section = SECTION_TEXT, .global = true};
    for (uint32_t i = 0; i < symbols; i++)
        object->symbols[object->symbol_count++] =
            (struct object_symbol){.name = arena_format(&object->strings, "name%08" PRIu32, i),
                                   .value = i % text,
                                   .section = SECTION_TEXT,
                                   .global = true};
    object->relocs = memory_take(relocations, sizeof *object->relocs);
    for (uint32_t i = 0; i < relocations; i++)
        object->relocs[object->reloc_count++] = (struct object_reloc){.section = SECTION_TEXT,
                                                                      .type = RELOCATION_WORD,
                                                                      .offset = i % text,
                                                                      .symbol = i % (symbols + 1)};
    if (lines > 0)
        fill_lines(&object->debug[OBJECT_DEBUG_line], lines);
    for (int section = 0; section < SECTION_COUNT; section++)
        object->alignment[section] = 1;
}

int main(int count, char **arguments)
{
    uint32_t numbers[4];
    struct object object = {.linked = false};
    struct object_error error;
    if (count != 6) {
        fputs("usage: large_object FILE TEXT SYMBOLS RELOCATIONS LINES\n", stderr);
        return 2;
    }
    for (int i = 0; i < 4; i++)
        numbers[i] = (uint32_t)strtoul(arguments[i + 2], NULL, 10);
    if (numbers[0] == 0 || numbers[3] > numbers[0]) {
        fputs("large_object: there must be text, and no more lines than words of it\n", stderr);
        return 2;
    }
    fill(&object, numbers[0], numbers[1], numbers[2], numbers[3]);
    bool good = object_write(arguments[1], &object, &error);
    if (!good)
        fprintf(stderr, "large_object: %s: %s\n", arguments[1], error.text);
    object_free(&object);
    return good ? 0 : 1;
}
