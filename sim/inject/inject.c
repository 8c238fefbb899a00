/* inject.c - events and chains of all PPs, by their due cycles. */
#include <string.h>

#include "common/memory.h"
#include "sim/inject/inside.h"
#include "sim/machine/caller.h"
#include "sim/machine/cell_name.h"
#include "sim/observe/record/journal.h"

/* ---- drawing */

static uint64_t scramble(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

double inject_draw(const struct inject *inject, uint32_t line, uint32_t pp, uint64_t what)
{
    const uint64_t bits = scramble(scramble(scramble(inject->seed ^ scramble(line)) ^ pp) ^ what);
    return (double)(bits >> 11) * 0x1p-53;
}

/* ---- the heap */

static bool is_before(const struct inject_entry *a, const struct inject_entry *b)
{
    if (a->due != b->due)
        return a->due < b->due;
    return a->pp != b->pp ? a->pp < b->pp : a->line < b->line;
}

void inject_push(struct inject *inject, struct inject_entry entry)
{
    inject->heap =
        memory_grow(inject->heap, &inject->heap_room, inject->heap_count + 1, sizeof *inject->heap);
    size_t at = inject->heap_count++;
    for (size_t above; at > 0 && is_before(&entry, &inject->heap[above = (at - 1) / 2]); at = above)
        inject->heap[at] = inject->heap[above];
    inject->heap[at] = entry;
}

static struct inject_entry pop(struct inject *inject)
{
    const struct inject_entry first = inject->heap[0];
    const struct inject_entry last = inject->heap[--inject->heap_count];
    size_t at = 0;
    for (size_t below; (below = 2 * at + 1) < inject->heap_count; at = below) {
        if (below + 1 < inject->heap_count && is_before(&inject->heap[below + 1], &inject->heap[below]))
            below++;
        if (!is_before(&inject->heap[below], &last))
            break;
        inject->heap[at] = inject->heap[below];
    }
    if (inject->heap_count != 0)
        inject->heap[at] = last;
    return first;
}

/* ---- events that are due */

static bool has_due(const struct inject *inject, uint64_t cycle)
{
    return inject->heap_count != 0 && inject->heap[0].due <= cycle;
}

bool inject_is_due(const struct inject *inject, uint64_t cycle)
{
    return cycle >= inject->next_wake || has_due(inject, cycle);
}

bool inject_goes_on(const struct inject *inject)
{
    return inject != NULL && (inject->asleep != 0 || inject->heap_count + inject->held_count != 0);
}

/* Number of steps of a chain that are computed at once. */
enum { LOOK_AHEAD = 4096 };

/* Number of steps after which a PP recovers in any case. */
enum { LONGEST = 1 << 20 };

/* From the entry's step on, in which its PP works, finds the next step in which it fails; the entry is due
 * then. *pause becomes the cycles until it recovers, and the entry's step the one after that. *pause is 0 if
 * it has not failed so far: then the entry is due for another search. False: the chain is over. */
static bool find_break(const struct inject *inject, struct inject_entry *entry, uint64_t *pause)
{
    const struct inject_line *line = &inject->lines[entry->line];
    const uint64_t most = (line->to - line->from) / line->step;
    uint64_t step = entry->step;
    const uint64_t look = step + LOOK_AHEAD;
    if (line->breaks <= 0)
        return false;
    while (step <= most && step < look &&
           inject_draw(inject, line->number, entry->pp, DRAW_STEPS + step) >= line->breaks)
        step++;
    if (step > most)
        return false;
    entry->due = line->from + step * line->step;
    entry->step = step;
    *pause = 0;
    if (step == look)
        return true;
    uint64_t end = step + 1;
    while (line->mends > 0 && end <= most && end - step < LONGEST &&
           inject_draw(inject, line->number, entry->pp, DRAW_STEPS + end) >= line->mends)
        end++;
    entry->step = line->mends > 0 ? end + 1 : most + 1;
    *pause = line->mends > 0 ? (end - step) * line->step : INJECT_NEVER / 4;
    return true;
}

static void hold(struct inject *inject, const struct inject_entry *entry)
{
    inject->held =
        memory_grow(inject->held, &inject->held_room, inject->held_count + 1, sizeof *inject->held);
    inject->held[inject->held_count++] = *entry;
}

void inject_release(struct inject *inject, uint32_t pp, uint64_t cycle)
{
    size_t kept = 0;
    for (size_t k = 0; k < inject->held_count; k++) {
        struct inject_entry entry = inject->held[k];
        if (entry.pp != pp) {
            inject->held[kept++] = entry;
        } else {
            entry.due = cycle;
            inject_push(inject, entry);
        }
    }
    inject->held_count = kept;
}

/* A chain: returns the pause that begins now as an event; the entry is added again. */
static bool take_chain(struct inject *inject, struct inject_entry entry, uint64_t cycle,
                       struct inject_event *event)
{
    uint64_t pause;
    const uint64_t due = entry.due;
    const struct inject_line *line = &inject->lines[entry.line];
    if (!find_break(inject, &entry, &pause))
        return false;
    if (pause == 0 || entry.due > due) { /* not yet */
        const uint64_t begin = entry.due;
        if (pause != 0)
            entry.step = (begin - line->from) / line->step;
        inject_push(inject, entry);
        return false;
    }
    struct inject_entry after = entry;
    const uint64_t end = entry.due + pause;
    after.due = line->from + entry.step * line->step;
    inject_push(inject, after);
    if (end <= cycle) /* it was delayed so long that this one is over */
        return false;
    *event = (struct inject_event){.kind = INJECT_pause, .cycles = end - cycle};
    return true;
}

bool inject_next(struct inject *inject, uint64_t cycle, uint32_t *pp, struct inject_event *event)
{
    while (has_due(inject, cycle)) {
        const struct inject_entry entry = pop(inject);
        const struct inject_pp *state = &inject->pps[entry.pp];
        const struct inject_line *line = &inject->lines[entry.line];
        *pp = entry.pp;
        if (state->has_ended)
            continue;
        if (state->is_held) {
            hold(inject, &entry);
            continue;
        }
        if (!line->is_chain) {
            *event = line->event;
            return true;
        }
        if (take_chain(inject, entry, cycle, event))
            return true;
    }
    return false;
}

/* ---- notifying observers */

void inject_listen(struct inject *inject, const struct inject_listener *listener)
{
    inject->listener = listener;
}

static void note(const struct inject *inject, uint64_t cycle, const struct inject_event *event,
                 const struct caller_registers *at)
{
    const struct machine *machine = inject->machine;
    const uint64_t cycles = event->kind == INJECT_pause ? event->cycles : 0;
    const struct journal_entry entry = {.cycle = cycle,
                                        .pc = at->pc,
                                        .place = at->pc < machine->program.count ? caller_find(machine, at).pc
                                                                                 : at->pc,
                                        .group = cycles < UINT32_MAX ? (uint32_t)cycles : UINT32_MAX,
                                        .hint = event->kind,
                                        .kind = JOURNAL_FAULT};
    journal_note(machine->journal, &entry, &at->pp, 1);
}

void inject_report(const struct inject *inject, uint64_t cycle, const struct inject_event *event,
                   const struct caller_registers *at)
{
    if (inject->machine->journal != NULL)
        note(inject, cycle, event, at);
    if (inject->listener != NULL)
        inject->listener->happens(inject->listener->context, cycle, event, at);
}

/* ---- memory */

static void set_cell(struct inject *inject, uint32_t pp, uint32_t index, uint32_t word)
{
    uint32_t *cell = &inject->machine->memory.cells[index];
    if (*cell != word && inject->listener != NULL)
        inject->listener->changes(inject->listener->context, pp, index);
    *cell = word;
}

/* Resets the user's private variables; the runtime's own stay, and with them the PP's identity. */
static void forget_all(struct inject *inject, uint32_t pp)
{
    const struct object *object = &inject->machine->object;
    const struct memory *memory = &inject->machine->memory;
    for (size_t k = 0; k < object->symbol_count; k++) {
        const struct object_symbol *symbol = &object->symbols[k];
        if ((symbol->section != SECTION_PRIVATE && symbol->section != SECTION_PRIVATE_BSS) ||
            object_symbol_is_section(symbol) || strncmp(symbol->name, "__", 2) == 0)
            continue;
        const uint32_t words = cell_words(object, symbol);
        for (uint32_t word = symbol->value - MEMORY_PRIVATE, end = word + words; word < end; word++)
            set_cell(inject, pp, memory_private_index(memory, pp, word), inject->initial[word]);
    }
}

void inject_memory(struct inject *inject, uint32_t pp, const struct inject_event *event)
{
    const struct memory *memory = &inject->machine->memory;
    if (event->kind == INJECT_flip) {
        const uint32_t index = memory_index(memory, pp, event->address);
        set_cell(inject, pp, index, memory->cells[index] ^ (uint32_t)1 << event->bit);
        return;
    }
    if (event->count == 0)
        forget_all(inject, pp);
    for (uint32_t k = 0; k < event->count; k++) {
        const uint32_t address = event->address + k;
        set_cell(inject, pp, memory_index(memory, pp, address),
                 (address & MEMORY_PRIVATE) != 0 ? inject->initial[address - MEMORY_PRIVATE] : 0);
    }
}
