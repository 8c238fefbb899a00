/* name.c - see waits.h: names of locks, and places of PPs. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "asm/tables/guard.h"
#include "common/memory.h"
#include "common/message.h"
#include "sim/machine/caller.h"
#include "sim/machine/cell_name.h"
#include "sim/machine/heap_head.h"
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

static bool follow_labels(const struct object *object, const struct object_symbol *variable, uint32_t offset,
                          char *text, size_t size)
{
    for (size_t k = 0; k < object->symbol_count; k++)
        if (strncmp(object->symbols[k].name, LOCK_PREFIX, sizeof LOCK_PREFIX - 1) == 0 &&
            follow_label(object->symbols[k].name, variable, offset, text, size))
            return true;
    return false;
}

const char *name_lock(const struct waits *waits, const struct wait *wait, char text[LOCK_NAME_SIZE])
{
    const struct object *object = &waits->machine->object;
    const struct object_symbol *symbol = cell_variable(object, wait->address);
    const uint32_t words = lock_kinds[wait->kind].words;
    const char *noun = wait->kind == KIND_QUEUE ? "queue" : "lock";
    if (symbol == NULL || strncmp(symbol->name, "__", 2) == 0) {
        snprintf(text, LOCK_NAME_SIZE, "the %s at 0x%08x", noun, wait->address);
        return text;
    }
    const uint32_t offset = wait->address - symbol->value;
    const bool is_array = cell_words(object, symbol) > words && cell_words(object, symbol) % words == 0;
    if (follow_labels(object, symbol, offset, text, LOCK_NAME_SIZE))
        return text;
    if (offset == 0 && !is_array)
        snprintf(text, LOCK_NAME_SIZE, "%.100s", symbol->name);
    else if (offset % words == 0 && is_array)
        snprintf(text, LOCK_NAME_SIZE, "%.100s[%u]", symbol->name, offset / words);
    else
        snprintf(text, LOCK_NAME_SIZE, "the %s at word %u of %.100s", noun, offset, symbol->name);
    return text;
}

const char *name_titled(const struct waits *waits, const struct wait *wait, char text[LOCK_NAME_SIZE])
{
    char name[LOCK_NAME_SIZE];
    const bool has_noun = strncmp(name_lock(waits, wait, name), "the ", 4) == 0;
    snprintf(text, LOCK_NAME_SIZE, "%s%.150s",
             has_noun                   ? ""
             : wait->kind == KIND_QUEUE ? "queue "
                                        : "lock ",
             name);
    return text;
}

/* ---- words */

enum { HEAP_LOOK = 1 << 16 }; /* words before a word that may be its block's head */

/* Whether the word is in an allocated block; *offset: its place there. */
static bool find_block(const struct waits *waits, uint32_t address, uint32_t *offset)
{
    const uint32_t *cells = waits->machine->memory.cells;
    const uint32_t heap = waits_variable(waits->machine, "__fork_heap");
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

static void put_place(const struct waits *waits, uint32_t pc, char text[PLACE_SIZE])
{
    char place[PLACE_SIZE - 8];
    fault_place(&waits->machine->object, pc, place, sizeof place);
    const char *at = place[0] == '\0' ? "" : strncmp(place, "in ", 3) == 0 ? " " : " at ";
    snprintf(text, PLACE_SIZE, "%s%s", at, place);
}

/* Names of the words of a join statement's record for users. */
static const char *const bus_words[BUS_WORDS] = {[BUS_GROUP] = "the group of the bus",
                                                 [BUS_SIZE] = "the number of PPs on board",
                                                 [BUS_MEMORY] = "the memory of the bus",
                                                 [BUS_MEMORY_WORDS] = "the memory of the bus"};

const char *name_word(const struct waits *waits, uint32_t address, char text[WAIT_NAME_SIZE])
{
    const struct object_symbol *symbol = cell_variable(&waits->machine->object, address);
    const uint32_t *cells = waits->machine->memory.cells;
    char place[PLACE_SIZE];
    uint32_t offset;
    if (symbol != NULL && strstr(symbol->name, ".bus.") != NULL && address - symbol->value < BUS_WORDS) {
        snprintf(text, WAIT_NAME_SIZE, "%s", bus_words[address - symbol->value]);
    } else if (symbol != NULL && strncmp(symbol->name, "__", 2) != 0) {
        offset = address - symbol->value;
        snprintf(text, WAIT_NAME_SIZE,
                 cell_words(&waits->machine->object, symbol) > 1 ? "%.100s[%u]" : "%.100s", symbol->name,
                 offset);
    } else if (allocations_name(waits->machine, address, text, WAIT_NAME_SIZE)) {
        return text;
    } else if (find_block(waits, address, &offset)) {
        name_call(waits, cells[address - offset - HEAD_PLACE], place);
        place[strcspn(place, ",")] = '\0'; /* without the function, because the sentence continues */
        snprintf(text, WAIT_NAME_SIZE, "word %u of the block that PP %u allocated%.140s", offset,
                 cells[address - offset - HEAD_PP], place);
    } else {
        snprintf(text, WAIT_NAME_SIZE, "the word at 0x%08x", address);
    }
    return text;
}

const char *name_wait(const struct waits *waits, const struct wait *wait, char text[WAIT_NAME_SIZE])
{
    static const char *const before[] = {
        [THING_ITEM] = "an item of ", [THING_ROOM] = "room in ", [THING_WORD] = "another value of "};
    const char *what = wait->thing >= THING_ITEM ? before[wait->thing] : "";
    char name[WAIT_NAME_SIZE - 20];
    if (wait->thing == THING_WORD)
        name_word(waits, wait->address, text);
    else
        name_lock(waits, wait, text);
    snprintf(name, sizeof name, "%.*s", (int)sizeof name - 1, text);
    snprintf(text, WAIT_NAME_SIZE, "%s%s", what, name);
    return text;
}

/* ---- places */

const char *name_place(const struct waits *waits, uint32_t pp, char text[PLACE_SIZE])
{
    const struct wait *wait = waits_own(waits, pp);
    struct pp_view view;
    if (wait != NULL && wait->word_count != 0) {
        put_place(waits, wait->place, text);
        return text;
    }
    waits->engine->view(waits->state, pp, &view);
    put_place(waits, caller_find(waits->machine, caller_registers(pp, view.pc, view.r)).pc, text);
    return text;
}

const char *name_call(const struct waits *waits, uint32_t back, char text[PLACE_SIZE])
{
    const struct program *program = &waits->machine->program;
    text[0] = '\0';
    if (back - 1 < program->count && program->origins[back - 1] == ORIGIN_USER)
        put_place(waits, back - 1, text);
    return text;
}

void name_line(struct line *line)
{
    line->text = open_memstream(&line->bytes, &line->size);
    if (line->text == NULL)
        memory_is_short();
}

void name_print(struct line *line, const struct waits *waits, bool is_wanted)
{
    fclose(line->text);
    if (is_wanted)
        message_line(waits->stream, "pramsim: %s: %s", waits->word, line->bytes);
    free(line->bytes);
}

const char *name_number(uint64_t number, char text[NUMBER_SIZE])
{
    char digits[NUMBER_SIZE];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    size_t used = 0;
    for (int k = 0; k < length; k++) {
        if (k > 0 && (length - k) % 3 == 0)
            text[used++] = ',';
        text[used++] = digits[k];
    }
    text[used] = '\0';
    return text;
}
