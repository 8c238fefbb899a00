/* name.c - see waits.h: what locks are called, and where PPs are. */
#include <inttypes.h>
#include <string.h>

#include "asm/tables/guard.h"
#include "common/memory.h"
#include "sim/machine/caller.h"
#include "sim/machine/cell_name.h"
#include "waits.h"

/* ---- locks */

/* Appends to `text` the element or member of `parts` that has the word *offset, which becomes the one in
 * that. Returns what follows; NULL: the word is in another one, or the text does not fit. */
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

/* "bank[3].lock" for a word of a variable, by one label; false: there is no lock of it. */
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
    if (symbol == NULL || strncmp(symbol->name, "__", 2) == 0) {
        snprintf(text, LOCK_NAME_SIZE, "the lock at 0x%08x", wait->address);
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
        snprintf(text, LOCK_NAME_SIZE, "the lock at word %u of %.100s", offset, symbol->name);
    return text;
}

static void put_place(const struct waits *waits, uint32_t pc, char text[PLACE_SIZE])
{
    char place[PLACE_SIZE - 8];
    fault_place(&waits->machine->object, pc, place, sizeof place);
    const char *at = place[0] == '\0' ? "" : strncmp(place, "in ", 3) == 0 ? " " : " at ";
    snprintf(text, PLACE_SIZE, "%s%s", at, place);
}

const char *name_place(const struct waits *waits, uint32_t pp, char text[PLACE_SIZE])
{
    struct pp_view view;
    waits->engine->view(waits->state, pp, &view);
    const struct caller caller =
        caller_find(waits->machine, &(struct caller_registers){.pp = pp,
                                                               .pc = view.pc,
                                                               .a1 = view.r[MACHINE_A1],
                                                               .sp = view.r[MACHINE_SP],
                                                               .fp = view.r[MACHINE_FP],
                                                               .ra = view.r[MACHINE_RA]});
    put_place(waits, caller.pc, text);
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

FILE *name_line(char **line, size_t *size)
{
    FILE *text = open_memstream(line, size);
    if (text == NULL)
        memory_is_short();
    return text;
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
