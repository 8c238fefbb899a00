/* inject.c - see inject.h: events and chains of all PPs, by their due cycles, and carrying them out. Calls
 * the engine for what concerns the registers of a PP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/message.h"
#include "sim/inject/inside.h"
#include "sim/machine/caller.h"
#include "sim/machine/cell_name.h"
#include "sim/observe/record/journal.h"

/* ---- drawing */

static uint64_t scramble(uint64_t x)
{
    return policy_mix(x + 0x9e3779b97f4a7c15u); /* splitmix64 */
}

/* The random draws for a line and PP. */
enum drawn { DRAW_SHARE, DRAW_CYCLE, DRAW_STEPS };

/* A number from 0 to below 1 for a PP, by line and purpose. */
static double draw(const struct inject *inject, uint32_t line, uint32_t pp, uint64_t what)
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

static void push(struct inject *inject, struct inject_entry entry)
{
    size_t at = inject->heap_count;
    (void)ARENA_ADD(&inject->machine->arena, inject->heap, inject->heap_count, inject->heap_room);
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
    return cycle >= inject->next_wake || has_due(inject, cycle) || inject->has_released;
}

bool inject_goes_on(const struct inject *inject)
{
    return inject != NULL && (inject->asleep != 0 || inject->heap_count + inject->held_count != 0);
}

/* Number of steps of a chain that are computed at once. */
enum { LOOK_AHEAD = 4096 };

/* Number of steps after which a PP recovers in any case. */
enum { LONGEST = 1 << 20 };

/* The first step of the entry's PP, from `step` on, whose number is below the probability; `end`: none is. */
static uint64_t find_step(const struct inject *inject, const struct inject_entry *entry, uint64_t step,
                          uint64_t end, double probability)
{
    const uint32_t line = inject->lines[entry->line].number;
    while (step < end && draw(inject, line, entry->pp, DRAW_STEPS + step) >= probability)
        step++;
    return step;
}

/* From the entry's step on, in which its PP works, finds the next pause, and adds the entry for it: it is due
 * in the next step in which the PP fails. If there is none in LOOK_AHEAD steps, it is due for another search.
 */
static void add_break(struct inject *inject, struct inject_entry entry)
{
    const struct inject_line *line = &inject->lines[entry.line];
    const uint64_t over = (line->to - line->from) / line->step + 1, look = entry.step + LOOK_AHEAD;
    if (line->breaks <= 0)
        return;
    const uint64_t step = find_step(inject, &entry, entry.step, look < over ? look : over, line->breaks);
    if (step >= over)
        return;
    entry.due = line->from + step * line->step;
    entry.ends = 0;
    entry.step = step;
    if (step != look && line->mends > 0) {
        const uint64_t last = step + LONGEST;
        const uint64_t end = find_step(inject, &entry, step + 1, last < over ? last : over, line->mends);
        entry.step = end + 1;
        entry.ends = entry.due + (end - step) * line->step;
    } else if (step != look) {
        entry.step = over;
        entry.ends = entry.due + INJECT_NEVER / 4;
    }
    push(inject, entry);
}

/* The delayed events of PPs that are not held any more are due. */
static void release(struct inject *inject, uint64_t cycle)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < inject->held_count; k++) {
        struct inject_entry entry = inject->held[k];
        if (inject->pps[entry.pp].is_held && !inject->pps[entry.pp].has_ended) {
            inject->held[kept++] = entry;
        } else {
            entry.due = cycle;
            push(inject, entry);
        }
    }
    inject->held_count = kept;
    inject->has_released = false;
}

/* The next due event, and its PP. False: there is none, or the run is to stop: a search for pauses of all PPs
 * may take long. */
static bool next_event(struct inject *inject, uint64_t cycle, uint32_t *pp, struct inject_event *event)
{
    struct machine *machine = inject->machine;
    while (has_due(inject, cycle) && machine->end == END_RUNNING) {
        machine_tick(machine, cycle, machine->stats.instructions, machine->config.pps);
        const struct inject_entry entry = pop(inject);
        const struct inject_pp *state = &inject->pps[entry.pp];
        const struct inject_line *line = &inject->lines[entry.line];
        *pp = entry.pp;
        if (state->has_ended)
            continue;
        if (state->is_held) {
            *ARENA_ADD(&inject->machine->arena, inject->held, inject->held_count, inject->held_room) = entry;
            continue;
        }
        if (!line->is_chain) {
            *event = line->event;
            return true;
        }
        add_break(inject, entry);
        if (entry.ends > cycle) { /* it was not delayed so long that this pause is over */
            *event = (struct inject_event){.kind = INJECT_pause, .cycles = entry.ends - cycle};
            return true;
        }
    }
    return false;
}

/* ---- notifying observers */

void inject_listen(struct inject *inject, const struct inject_listener *listener)
{
    inject->listener = listener;
}

static void report(const struct inject *inject, uint64_t cycle, const struct inject_event *event,
                   const struct caller_registers *at)
{
    struct journal *journal = inject->machine->journal;
    const uint64_t cycles = event->kind == INJECT_pause ? event->cycles : 0;
    if (journal != NULL)
        journal_note(journal,
                     &(struct journal_entry){.cycle = cycle,
                                             .pc = at->pc,
                                             .place = caller_find(inject->machine, *at).pc,
                                             .group = cycles < UINT32_MAX ? (uint32_t)cycles : UINT32_MAX,
                                             .hint = event->kind,
                                             .kind = JOURNAL_FAULT},
                     &at->pp, 1);
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
    OBJECT_SYMBOLS (object, symbol) {
        if ((symbol->section != SECTION_PRIVATE && symbol->section != SECTION_PRIVATE_BSS) ||
            object_symbol_is_section(symbol) || strncmp(symbol->name, "__", 2) == 0)
            continue;
        const uint32_t words = cell_words(object, symbol);
        for (uint32_t word = symbol->value - MEMORY_PRIVATE, end = word + words; word < end; word++)
            set_cell(inject, pp, memory_private_index(memory, pp, word), inject->initial[word]);
    }
}

/* Amnesia, and flip of a word in memory. */
static void change_memory(struct inject *inject, uint32_t pp, const struct inject_event *event)
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

/* ---- pauses */

static void pause_pp(struct inject *inject, uint32_t number, uint64_t cycle, uint64_t cycles)
{
    struct inject_pp *pp = &inject->pps[number];
    const uint64_t wakes = cycle + cycles;
    if (cycles == 0)
        return;
    if (pp->wakes == 0) {
        pp->slept = cycle;
        inject->asleep++;
    }
    if (wakes > pp->wakes)
        pp->wakes = wakes;
    if (wakes < inject->next_wake)
        inject->next_wake = wakes;
}

static void wake(struct inject *inject, uint64_t cycle, const struct inject_engine *engine, void *state)
{
    inject->next_wake = INJECT_NEVER;
    for (uint32_t number = 0; number < inject->machine->config.pps; number++) {
        struct inject_pp *pp = &inject->pps[number];
        if (pp->wakes == 0)
            continue;
        if (pp->wakes > cycle) {
            inject->next_wake = pp->wakes < inject->next_wake ? pp->wakes : inject->next_wake;
            continue;
        }
        inject->machine->stats.stood_still += cycle - pp->slept;
        pp->wakes = 0;
        inject->asleep--;
        if (engine->goes_on != NULL)
            engine->goes_on(state, number, cycle - pp->slept);
    }
}

uint32_t inject_asleep(const struct inject *inject)
{
    return inject == NULL ? 0 : inject->asleep;
}

bool inject_is_asleep(const struct inject *inject, uint32_t pp)
{
    return inject != NULL && inject->pps[pp].wakes != 0;
}

/* ---- events happen */

static void happen(struct inject *inject, uint64_t cycle, uint32_t pp, const struct inject_event *event,
                   const struct inject_engine *engine, void *state)
{
    const struct caller_registers at = engine->registers(state, pp);
    struct inject_pp *own = &inject->pps[pp];
    inject->machine->stats.injected++;
    report(inject, cycle, event, &at);
    switch (event->kind) {
    case INJECT_halt:
        engine->dies(state, pp);
        inject->asleep -= own->wakes != 0;
        own->wakes = 0;
        inject_end(inject, pp, true);
        break;
    case INJECT_pause:
        pause_pp(inject, pp, cycle, event->cycles);
        break;
    case INJECT_omit:
    case INJECT_double:
        inject->marked += own->marks == 0;
        own->marks |= (uint8_t)(1u << event->kind);
        break;
    default: /* amnesia, flip */
        if (event->target != 0)
            engine->flips(state, pp, event->target, UINT32_C(1) << event->bit);
        else
            change_memory(inject, pp, event);
    }
}

void inject_begin(struct inject *inject, uint64_t cycle, const struct inject_engine *engine, void *state)
{
    struct inject_event event;
    uint32_t pp;
    if (cycle >= inject->next_wake)
        wake(inject, cycle, engine, state);
    if (inject->has_released)
        release(inject, cycle);
    while (next_event(inject, cycle, &pp, &event))
        happen(inject, cycle, pp, &event, engine, state);
}

/* ---- marks */

/* Whether the PP has a mark for its request, which is then used up. */
static bool use_mark(struct inject *inject, enum inject_kind kind, const struct cell_request *request)
{
    uint8_t *marks = &inject->pps[request->pp].marks;
    if ((*marks >> kind & 1u) == 0 || inject->machine->program.origins[request->pc] != ORIGIN_USER)
        return false;
    *marks &= (uint8_t) ~(1u << kind);
    inject->marked -= *marks == 0;
    if (inject->listener != NULL)
        inject->listener->spoils(inject->listener->context, request->pp, kind, request->pc, request->cell);
    return true;
}

uint32_t inject_spoil(struct inject *inject, struct cell_request *requests, uint32_t count)
{
    const uint32_t shared = inject->machine->memory.shared_words;
    uint32_t kept = 0;
    if (inject->marked == 0)
        return count;
    for (uint32_t k = 0; k < count; k++) {
        struct cell_request request = requests[k];
        if (request.fold == SYSTEM_FOLD_NONE && request.cell < shared &&
            use_mark(inject, INJECT_omit, &request))
            continue;
        if (request.fold == SYSTEM_FOLD_ADD && use_mark(inject, INJECT_double, &request))
            request.value *= 2;
        requests[kept++] = request;
    }
    return kept;
}

/* ---- the file, dealt to PPs */

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
            if (draw(inject, line->number, pp, DRAW_SHARE) >= line->share)
                continue;
            uint64_t due = line->from;
            if (!line->is_chain)
                due += (uint64_t)(draw(inject, line->number, pp, DRAW_CYCLE) *
                                  (double)(line->to - line->from + 1));
            push(inject, (struct inject_entry){.due = due, .pp = pp, .line = k});
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
    struct inject *inject = ARENA_NEW(&machine->arena, struct inject);
    const uint32_t words = machine->memory.private_mask + 1;
    inject->machine = machine;
    inject->next_wake = INJECT_NEVER;
    inject->groups = pages_make(&machine->arena, (uint64_t)machine->memory.host_words + 1);
    inject->pps = ARENA_ARRAY(&machine->arena, struct inject_pp, machine->config.pps);
    const bool good =
        inject_read(inject, path, text, size, error, error_size) && is_little(inject, error, error_size);
    free(text);
    if (!good)
        return NULL;
    inject->initial = ARENA_ARRAY(&machine->arena, uint32_t, words);
    for (uint32_t word = 0; word < words; word++)
        inject->initial[word] = machine->memory.cells[memory_private_index(&machine->memory, 0, word)];
    deal(inject);
    return inject;
}
