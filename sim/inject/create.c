/* create.c - creates the events and chains of each PP from a file; and frees them. */
#include <stdio.h>
#include <stdlib.h>

#include "common/file.h"
#include "common/memory.h"
#include "common/message.h"
#include "sim/inject/inside.h"

#define FILE_LIMIT ((size_t)64 << 20)

/* Of all PPs together. */
enum { MOST_ENTRIES = 1 << 24 };

/* Whether the events and chains of all PPs fit the limit. */
static bool is_little(const struct inject *inject, char *error, size_t error_size)
{
    double all = 0;
    for (size_t k = 0; k < inject->line_count; k++)
        all += (inject->lines[k].last - inject->lines[k].first + 1.0) * inject->lines[k].share;
    if (all <= MOST_ENTRIES)
        return true;
    return message_refuse(error, error_size,
                          "--faults: all PPs together have %.0f events and chains; at most %d are possible",
                          all, MOST_ENTRIES);
}

/* Makes an entry of each line for each of its PPs. */
static void deal(struct inject *inject)
{
    for (uint32_t k = 0; k < inject->line_count; k++) {
        const struct inject_line *line = &inject->lines[k];
        for (uint32_t pp = line->first; pp <= line->last; pp++) {
            if (inject_draw(inject, line->number, pp, DRAW_SHARE) >= line->share)
                continue;
            uint64_t due = line->from;
            if (!line->is_chain)
                due += (uint64_t)(inject_draw(inject, line->number, pp, DRAW_CYCLE) *
                                  (double)(line->to - line->from + 1));
            inject_push(inject, (struct inject_entry){.due = due, .pp = pp, .line = k});
        }
    }
}

struct inject *inject_create(struct machine *machine, const char *path, char *error, size_t error_size)
{
    struct file_error reason;
    size_t size;
    char *text = file_read(path, FILE_LIMIT, false, &size, &reason);
    if (text == NULL) {
        snprintf(error, error_size, "--faults: %s: %s", path, reason.text);
        return NULL;
    }
    struct inject *inject = memory_take(1, sizeof *inject);
    const uint32_t words = machine->memory.private_mask + 1;
    inject->machine = machine;
    inject->next_wake = INJECT_NEVER;
    inject->pps = ARENA_ARRAY(&inject->arena, struct inject_pp, machine->config.pps);
    const bool good =
        inject_read(inject, path, text, size, error, error_size) && is_little(inject, error, error_size);
    free(text);
    if (!good) {
        inject_destroy(inject);
        return NULL;
    }
    inject->initial = ARENA_ARRAY(&inject->arena, uint32_t, words);
    for (uint32_t word = 0; word < words; word++)
        inject->initial[word] = machine->memory.cells[memory_private_index(&machine->memory, 0, word)];
    deal(inject);
    return inject;
}

void inject_destroy(struct inject *inject)
{
    if (inject == NULL)
        return;
    arena_release(&inject->arena);
    free(inject->held);
    free(inject->heap);
    free(inject);
}
