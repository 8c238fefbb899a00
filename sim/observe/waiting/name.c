/* name.c - see waits.h: names of locks, and places of PPs. */
#include <stdlib.h>
#include <string.h>

#include "asm/tables/guard.h"
#include "common/memory.h"
#include "common/message.h"
#include "sim/machine/cell_name.h"
#include "sim/machine/group.h"
#include "sim/observe/record/allocations.h"
#include "waits.h"

/* ---- locks */

/* Appends to `text` the element or member of `parts` that contains the word *offset, which becomes relative
 * to it. Returns the rest of `parts`; NULL: the word is in another one, or the text does not fit. */
static const char *step_into(const char *parts, uint32_t *offset, char *text, size_t size)
{
    unsigned a, b;
    int used = 0;
    const size_t length = strlen(text);
    if (sscanf(parts, "i%u.%u.%n", &a, &b, &used) == 2 && used != 0) {
        if (b == 0 || *offset / b >= a)
            return NULL;
        const int put = snprintf(text + length, size - length, "[%u]", *offset / b);
        *offset %= b;
        return (size_t)put < size - length ? parts + used : NULL;
    }
    if (sscanf(parts, "m%u.%u.%n", &a, &b, &used) != 2 || used == 0 || *offset < a ||
        strlen(parts + used) <= b || length + 1 + b >= size)
        return NULL;
    snprintf(text + length, size - length, ".%.*s", (int)b, parts + used);
    *offset -= a;
    return parts + used + b + 1;
}

/* "bank[3].lock" for a word of a variable, from one label; false: no lock of it. */
static bool follow_label(const char *label, const struct object_symbol *variable, uint32_t offset, char *text,
                         size_t size)
{
    int used = 0;
    const char *parts = label;
    snprintf(text, size, "%s", variable->name);
    if (sscanf(label, LOCK_PREFIX "%*u.%n", &used) < 0 || used == 0)
        return false;
    for (parts = label + used; parts != NULL && strncmp(parts, "e.", 2) != 0;)
        parts = step_into(parts, &offset, text, size);
    return parts != NULL && offset == 0 && strcmp(parts + 2, variable->name) == 0;
}

/* NULL: no label tells of it. */
static const char *follow_labels(const struct waits *waits, const struct object_symbol *variable,
                                 uint32_t offset)
{
    const struct object *object = &waits->machine->object;
    char text[160];
    OBJECT_SYMBOLS (object, symbol)
        if (strncmp(symbol->name, LOCK_PREFIX, sizeof LOCK_PREFIX - 1) == 0 &&
            follow_label(symbol->name, variable, offset, text, sizeof text))
            return arena_format(waits->arena, "%s", text);
    return NULL;
}

static const char *noun_of(const struct wait *wait)
{
    return wait->kind == KIND_QUEUE ? "queue" : "lock";
}

const char *name_lock(const struct waits *waits, const struct wait *wait)
{
    const struct object *object = &waits->machine->object;
    const struct object_symbol *symbol = cell_variable(object, wait->address);
    const uint32_t words = lock_kinds[wait->kind].words;
    if (symbol == NULL || strncmp(symbol->name, "__", 2) == 0)
        return arena_format(waits->arena, "the %s at 0x%08x", noun_of(wait), wait->address);
    const uint32_t offset = wait->address - symbol->value;
    const bool is_array = cell_words(object, symbol) > words && cell_words(object, symbol) % words == 0;
    const char *name = follow_labels(waits, symbol, offset);
    if (name != NULL)
        return name;
    if (offset == 0 && !is_array)
        return arena_format(waits->arena, "%.100s", symbol->name);
    if (offset % words == 0 && is_array)
        return arena_format(waits->arena, "%.100s[%u]", symbol->name, offset / words);
    return arena_format(waits->arena, "the %s at word %u of %.100s", noun_of(wait), offset, symbol->name);
}

const char *name_titled(const struct waits *waits, const struct wait *wait)
{
    const char *name = name_lock(waits, wait);
    return strncmp(name, "the ", 4) == 0 ? name
                                         : arena_format(waits->arena, "%s %.150s", noun_of(wait), name);
}

/* ---- words */

enum { HEAP_LOOK = 1 << 16 }; /* words before a word that may be its block's head */

/* Whether the word is in an allocated block; *offset: its place there. */
static bool find_block(const struct waits *waits, uint32_t address, uint32_t *offset)
{
    const uint32_t *cells = waits->machine->memory.cells;
    const uint32_t heap = waits_variable(waits, "__fork_heap");
    const uint32_t low =
        waits->machine->object.address[SECTION_BSS] + waits->machine->object.size[SECTION_BSS];
    for (uint32_t back = 0; heap != 0 && back < HEAP_LOOK && address - back >= low + HEAD_PP; back++) {
        const uint32_t head = cells[address - back - HEAD_MARK], words = heap_block_words(head);
        if ((head & ~(uint32_t)HEAD_CLASS_MASK) != HEAD_MARK_SHARED || words == 0 ||
            cells[address - back - HEAD_PP] >= waits->machine->config.pps)
            continue;
        *offset = back;
        return back < words;
    }
    return false;
}

/* " at sort.fork:12, in function main"; empty if unknown. */
static const char *place_at(const struct waits *waits, uint32_t pc)
{
    char place[192];
    fault_place(&waits->machine->object, pc, place, sizeof place);
    const char *at = place[0] == '\0' ? "" : strncmp(place, "in ", 3) == 0 ? " " : " at ";
    return arena_format(waits->arena, "%s%s", at, place);
}

/* Names of the words of a join statement's record for users. */
static const char *const bus_words[BUS_WORDS] = {[BUS_GROUP] = "the group of the bus",
                                                 [BUS_SIZE] = "the number of PPs on board",
                                                 [BUS_MEMORY] = "the memory of the bus",
                                                 [BUS_MEMORY_WORDS] = "the memory of the bus"};

const char *name_word(const struct waits *waits, uint32_t address)
{
    const struct object *object = &waits->machine->object;
    const struct object_symbol *symbol = cell_variable(object, address);
    const uint32_t *cells = waits->machine->memory.cells;
    uint32_t offset = symbol != NULL ? address - symbol->value : 0;
    char text[240];
    if (symbol != NULL && strstr(symbol->name, ".bus.") != NULL && offset < BUS_WORDS)
        return bus_words[offset];
    if (symbol != NULL && strncmp(symbol->name, "__", 2) != 0)
        return arena_format(waits->arena, cell_words(object, symbol) > 1 ? "%.100s[%u]" : "%.100s",
                            symbol->name, offset);
    if (allocations_name(waits->machine, address, text, sizeof text))
        return arena_format(waits->arena, "%s", text);
    if (!find_block(waits, address, &offset))
        return arena_format(waits->arena, "the word at 0x%08x", address);
    const char *place = name_call(waits, cells[address - offset - HEAD_PLACE]);
    /* without the function, because the sentence continues */
    snprintf(text, sizeof text, "%.*s", (int)strcspn(place, ","), place);
    return arena_format(waits->arena, "word %u of the block that PP %u allocated%.140s", offset,
                        cells[address - offset - HEAD_PP], text);
}

const char *name_wait(const struct waits *waits, const struct wait *wait)
{
    static const char *const before[] = {
        [THING_ITEM] = "an item of ", [THING_ROOM] = "room in ", [THING_WORD] = "another value of "};
    return arena_format(waits->arena, "%s%s", wait->thing >= THING_ITEM ? before[wait->thing] : "",
                        wait->thing == THING_WORD ? name_word(waits, wait->address) : name_lock(waits, wait));
}

/* ---- places */

const char *name_place(const struct waits *waits, uint32_t pp)
{
    return place_at(waits, caller_find(waits->machine, waits->pps[pp].at).pc);
}

const char *name_call(const struct waits *waits, uint32_t back)
{
    const struct program *program = &waits->machine->program;
    const bool is_users = back - 1 < program->count && program->origins[back - 1] == ORIGIN_USER;
    return is_users ? place_at(waits, back - 1) : "";
}

/* ---- lines */

void name_line(struct waits *waits)
{
    waits->text = open_memstream(&waits->line, &waits->line_size);
    if (waits->text == NULL)
        memory_is_short();
}

void name_print(struct waits *waits, bool is_wanted)
{
    fclose(waits->text);
    if (is_wanted)
        message_line(waits->stream, "pramsim: %s: %s", waits->word, waits->line);
    free(waits->line);
}
