/* watcher.c - see watcher.h. */
#include "watcher.h"

#include <stdlib.h>

#include "common/bisect.h"
#include "common/compare.h"
#include "common/memory.h"
#include "sim/host/hostcall.h"
#include "sim/isa/system.h"

/* ---- watched words */

static bool is_watch(const struct point *point)
{
    return point->is_enabled && point->kind == POINT_WATCH;
}

/* Adds a word of a watchpoint to the watched cells, if there is memory. */
static void watch(struct sentry *sentry, const struct point *point, uint32_t word)
{
    const uint32_t cell = memory_index(&sentry->machine->memory, point->pp, point->address + word);
    if (cell == MEMORY_ILLEGAL)
        return;
    *MEMORY_ADD(sentry->cells, sentry->cell_count, sentry->cell_room) = (struct sentry_cell){
        .cell = cell, .point = point->number, .accesses = point->accesses, .address = point->address + word};
    sentry->low = cell < sentry->low ? cell : sentry->low;
    sentry->high = cell > sentry->high ? cell : sentry->high;
    sentry->watches_areas |= cell >= sentry->machine->memory.shared_words;
}

/* For qsort: by cell, then by point. */
static int compare_cells(const void *left, const void *right)
{
    const struct sentry_cell *a = left, *b = right;
    return compare_pairs(a->cell, a->point, b->cell, b->point);
}

void watcher_begin(struct sentry *sentry)
{
    sentry->access_count = sentry->call_count = 0;
    sentry->cell_count = 0;
    sentry->watches_areas = sentry->watches_reads = false;
    sentry->low = UINT32_MAX;
    sentry->high = 0;
    for (size_t k = 0; k < sentry->points->count; k++) {
        const struct point *point = &sentry->points->list[k];
        if (!is_watch(point))
            continue;
        sentry->watches_reads |= (point->accesses & POINT_READS) != 0;
        for (uint32_t w = 0; w < point->words; w++)
            watch(sentry, point, w);
    }
    qsort(sentry->cells, sentry->cell_count, sizeof *sentry->cells, compare_cells);
}

/* ---- a cycle */

/* Stores of a cycle, in the order in which they take effect. */
enum stage { STAGE_FOLD, STAGE_STORE, STAGE_HOST };

/* An instruction that is about to be executed. */
struct look {
    struct sentry *sentry;
    const struct observer_cycle *cycle;
    const struct instruction *instruction;
    uint32_t pc;
    bool is_read;
    enum stage stage;
};

/* Whether the access of a PP is reported rather than that of an earlier examined one: of reads, the lowest
 * PP; of stores, the one whose value stays; of multiprefix, the last one, the highest PP. */
static bool is_chosen(const struct look *look, const struct sentry_cell *cell, uint32_t pp, uint32_t earlier)
{
    const struct machine *machine = look->sentry->machine;
    const struct machine_config *config = &machine->config;
    const uint32_t address = memory_address(&machine->memory, cell->cell);
    if (look->is_read)
        return pp < earlier;
    if ((unsigned)look->stage != cell->stage)
        return (unsigned)look->stage > cell->stage;
    if (look->stage == STAGE_STORE && config->policy == POLICY_ARBITRARY)
        return policy_rank(config->policy_seed, look->cycle->cycle, address, pp) >
               policy_rank(config->policy_seed, look->cycle->cycle, address, earlier);
    return (look->stage == STAGE_STORE && config->policy == POLICY_LOW) == (pp < earlier);
}

/* Adds the access of a PP; one for all PPs that read a word, or store to it. */
static void add(const struct look *look, struct sentry_cell *cell, uint32_t pp)
{
    struct sentry *sentry = look->sentry;
    size_t *const number = &cell->access[look->is_read];
    if (*number == 0) {
        *MEMORY_ADD(sentry->accesses, sentry->access_count, sentry->access_room) = (struct debug_event){
            .kind = STOP_AT_WATCH,
            .point = cell->point,
            .address = cell->address,
            .cell = (size_t)(cell - sentry->cells),
            .before = look->stage == STAGE_HOST ? cell->before : sentry->machine->memory.cells[cell->cell],
            .is_read = look->is_read};
        *number = sentry->access_count;
    }
    struct debug_event *access = &sentry->accesses[*number - 1];
    if (access->count++ != 0 && !is_chosen(look, cell, pp, access->pp))
        return;
    access->pp = pp;
    access->pc = look->pc;
    if (!look->is_read)
        cell->stage = (uint8_t)look->stage;
}

/* The first watched cell with at least this host index. */
static struct sentry_cell *find_cell(const struct sentry *sentry, uint32_t index)
{
    BISECT(below, (uint32_t)sentry->cell_count, k, sentry->cells[k].cell < index)
    return &sentry->cells[below];
}

static void examine_word(const struct look *look, uint32_t pp, uint32_t address)
{
    const struct sentry *sentry = look->sentry;
    const uint32_t index = memory_index(&sentry->machine->memory, pp, address);
    const unsigned wanted = look->is_read ? POINT_READS : POINT_CHANGES | POINT_WRITES;
    if (index == MEMORY_ILLEGAL || index < sentry->low || index > sentry->high)
        return;
    for (struct sentry_cell *cell = find_cell(sentry, index), *end = sentry->cells + sentry->cell_count;
         cell != end && cell->cell == index; cell++)
        if ((cell->accesses & wanted) != 0)
            add(look, cell, pp);
}

/* Whether the word may be watched: most accesses are to shared words that are not. */
static inline bool may_be_watched(const struct sentry *sentry, uint32_t address)
{
    return memory_is_plain(&sentry->machine->memory, address)
               ? address - sentry->low <= sentry->high - sentry->low
               : sentry->watches_areas;
}

static void examine_members(const struct look *look, const struct observer_strand *strand)
{
    const struct instruction *i = look->instruction;
    const struct observer_cycle *cycle = look->cycle;
    const uint32_t words = (i->traits & DECODE_REAL) != 0 ? cycle->source->image_words(cycle->units, i) : 1;
    for (uint32_t k = 0; k < strand->count; k++) {
        const struct observer_step step = {.pp = strand->pps[k], .pc = strand->pc};
        const uint32_t address = observer_address(cycle, &step, i);
        for (uint32_t w = 0; w < words; w++)
            if (may_be_watched(look->sentry, address + w))
                examine_word(look, step.pp, address + w);
    }
}

/* Saves all watched words: host calls store after the cycle's other stores. */
static void keep_copy(struct sentry *sentry)
{
    for (size_t k = 0; k < sentry->cell_count && sentry->call_count == 0; k++)
        sentry->cells[k].before = sentry->machine->memory.cells[sentry->cells[k].cell];
}

static uint32_t image_words(const struct machine *machine)
{
    return machine->numbers != NULL ? machine->numbers->words : 0;
}

/* Notes where a host call of a PP will store, from the address in register R3 + `argument` on, and at most
 * how many words. If a delayed value replaces the result of the call, that is unknown. */
static void note_call(const struct look *look, const struct observer_strand *strand, uint32_t pp,
                      unsigned argument)
{
    struct sentry *sentry = look->sentry;
    const struct memory *memory = &sentry->machine->memory;
    const struct observer_step step = {.pp = pp, .pc = look->pc};
    const uint32_t number = look->instruction->constant;
    const enum hostcall_takes takes = hostcall_find(number)->takes[argument];
    const uint32_t word = observer_word(look->cycle, &step, MACHINE_A0 + argument);
    const struct sentry_call call = {.pp = pp,
                                     .pc = look->pc,
                                     .is_ended = number != NUMBER_read_words,
                                     .is_image = takes == TAKES_IMAGE,
                                     .address = takes == TAKES_LIMITED ? memory_word(memory, pp, word) : word,
                                     .room = strand->late == MACHINE_A0 ? 0
                                             : takes == TAKES_ROOM
                                                 ? observer_word(look->cycle, &step, MACHINE_A0 + 2)
                                             : takes == TAKES_IMAGE   ? image_words(sentry->machine)
                                             : takes == TAKES_LIMITED ? memory_word(memory, pp, word + 1)
                                                                      : UINT32_MAX};
    *MEMORY_ADD(sentry->calls, sentry->call_count, sentry->call_room) = call;
}

static void note_calls(const struct look *look, const struct observer_strand *strand)
{
    const uint32_t number = look->instruction->constant;
    const struct hostcall_row *row = hostcall_find(number);
    if (hostcall_access(number) == HOSTCALL_WRITES)
        keep_copy(look->sentry);
    for (uint32_t k = 0; row != NULL && k < strand->count; k++) {
        const uint32_t pp = strand->pps[k];
        for (unsigned argument = 0; argument < 3; argument++)
            if (row->takes[argument] >= TAKES_ROOM)
                note_call(look, strand, pp, argument);
        if (number == NUMBER_exit && pp < look->sentry->exiting)
            look->sentry->exiting = pp;
    }
}

static void examine_strand(const struct look *look, const struct observer_strand *strand)
{
    const unsigned work = system_rows[look->instruction->opcode].work;
    struct look reading = *look, storing = *look;
    reading.is_read = true;
    storing.stage = work == SYSTEM_FOLD ? STAGE_FOLD : STAGE_STORE;
    if (work == SYSTEM_HOST)
        note_calls(look, strand);
    if (look->sentry->watches_reads && (work == SYSTEM_LOAD || work == SYSTEM_FOLD))
        examine_members(&reading, strand);
    if (work == SYSTEM_STORE || work == SYSTEM_FOLD)
        examine_members(&storing, strand);
}

void watcher_note(struct sentry *sentry, const struct observer_cycle *cycle)
{
    struct look look = {.sentry = sentry, .cycle = cycle};
    sentry->exiting = UINT32_MAX;
    for (uint32_t k = 0; k < cycle->strand_count; k++) {
        look.pc = cycle->strands[k].pc;
        look.instruction = &sentry->machine->program.code[look.pc];
        if (!cycle->strands[k].is_busy)
            examine_strand(&look, &cycle->strands[k]);
    }
}

/* ---- after the cycle */

/* Adds the stores of host calls. The result of a call, in R3, says how many words it has stored. A change
 * that no call accounts for is that of the first one. */
static void add_stores_of_host(struct sentry *sentry, const struct expression_reader *reader)
{
    const struct memory *memory = &sentry->machine->memory;
    struct look look = {.sentry = sentry, .stage = STAGE_HOST};
    for (size_t k = 0; k < sentry->call_count; k++) {
        const struct sentry_call *call = &sentry->calls[k];
        if (call->pp > sentry->exiting)
            continue;
        const uint32_t stored = expression_register(reader, call->pp, MACHINE_A0) + call->is_ended;
        const uint32_t count = call->is_image        ? stored > 1 ? call->room : 0
                               : stored < call->room ? stored
                                                     : call->room;
        look.pc = call->pc;
        for (uint32_t w = 0; w < count && memory_index(memory, call->pp, call->address + w) != MEMORY_ILLEGAL;
             w++)
            if (may_be_watched(sentry, call->address + w))
                examine_word(&look, call->pp, call->address + w);
    }
    look.pc = sentry->calls[0].pc;
    for (size_t k = 0; k < sentry->cell_count; k++)
        if (sentry->cells[k].before != memory->cells[sentry->cells[k].cell] &&
            sentry->cells[k].access[false] == 0)
            add(&look, &sentry->cells[k], sentry->calls[0].pp);
    sentry->call_count = 0;
}

/* For qsort: in an order that does not depend on the engine. A PP reads before it stores. */
static int compare_accesses(const void *left, const void *right)
{
    const struct debug_event *a = left, *b = right;
    const int order = compare_pairs(a->pp, !a->is_read, b->pp, !b->is_read);
    return order != 0 ? order : compare_pairs(a->address, a->point, b->address, b->point);
}

void watcher_settle(struct sentry *sentry, const struct expression_reader *reader)
{
    size_t kept = 0;
    if (sentry->call_count != 0)
        add_stores_of_host(sentry, reader);
    for (size_t k = 0; k < sentry->access_count; k++) {
        struct debug_event access = sentry->accesses[k];
        struct sentry_cell *const cell = &sentry->cells[access.cell];
        cell->access[access.is_read] = 0;
        access.after = sentry->machine->memory.cells[cell->cell];
        if (access.is_read || (cell->accesses & POINT_WRITES) != 0 || access.before != access.after)
            sentry->accesses[kept++] = access;
    }
    sentry->access_count = kept;
    if (kept > 1)
        qsort(sentry->accesses, kept, sizeof *sentry->accesses, compare_accesses);
}
