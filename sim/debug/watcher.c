/* watcher.c - see watcher.h. */
#include "watcher.h"

#include <string.h>

#include "common/memory.h"
#include "sim/isa/system.h"

/* ---- watched words */

static bool is_watch(const struct point *point)
{
    return point->is_enabled && point->kind == POINT_WATCH;
}

static uint32_t cell_of(const struct sentry *sentry, const struct point *point, uint32_t word)
{
    return memory_index(&sentry->machine->memory, point->pp, point->address + word);
}

/* Adds a word of a watchpoint to the watched cells, if there is memory. */
static void watch(struct sentry *sentry, const struct point *point, uint32_t word)
{
    const uint32_t cell = cell_of(sentry, point, word);
    if (cell == MEMORY_ILLEGAL)
        return;
    *MEMORY_ADD(sentry->cells, sentry->cell_count, sentry->cell_room) =
        (struct sentry_cell){.point = point->number, .address = point->address + word, .cell = cell};
    sentry->low = cell < sentry->low ? cell : sentry->low;
    sentry->high = cell > sentry->high ? cell : sentry->high;
    sentry->watches_areas |= cell >= sentry->machine->memory.shared_words;
}

void watcher_begin(struct sentry *sentry)
{
    sentry->access_count = 0;
    sentry->cell_count = 0;
    sentry->has_copy = sentry->watches_areas = sentry->watches_reads = false;
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
}

/* ---- a cycle */

/* An instruction that is about to be executed. */
struct look {
    struct sentry *sentry;
    const struct observer_cycle *cycle;
    const struct instruction *instruction;
    uint32_t pc;
    bool is_read;
};

static struct debug_event *find_access(struct sentry *sentry, unsigned point, uint32_t address, bool is_read)
{
    for (uint32_t k = 0; k < sentry->access_count; k++) {
        struct debug_event *access = &sentry->accesses[k];
        if (access->point == point && access->address == address && access->is_read == is_read)
            return access;
    }
    return NULL;
}

/* Adds the access of a PP. If several PPs store to one word, the access names the highest PP, or the one
 * that the policy chooses; watcher_settle reads the word after the cycle. */
static void add(const struct look *look, const struct point *point, uint32_t address, uint32_t cell,
                uint32_t pp)
{
    struct sentry *sentry = look->sentry;
    struct debug_event *access = find_access(sentry, point->number, address, look->is_read);
    const bool is_low = sentry->machine->config.policy == POLICY_LOW || look->is_read;
    if (access == NULL && sentry->access_count < SENTRY_ACCESSES) {
        access = &sentry->accesses[sentry->access_count++];
        *access = (struct debug_event){.kind = STOP_AT_WATCH,
                                       .point = point->number,
                                       .address = address,
                                       .before = sentry->machine->memory.cells[cell],
                                       .is_read = look->is_read};
    }
    if (access != NULL && (access->count++ == 0 || (is_low ? pp <= access->pp : pp >= access->pp))) {
        access->pp = pp;
        access->pc = look->pc;
    }
}

static void examine_word(const struct look *look, uint32_t pp, uint32_t address)
{
    struct sentry *sentry = look->sentry;
    const uint32_t cell = memory_index(&sentry->machine->memory, pp, address);
    if (cell == MEMORY_ILLEGAL || cell < sentry->low || cell > sentry->high)
        return;
    for (size_t k = 0; k < sentry->points->count; k++) {
        const struct point *point = &sentry->points->list[k];
        const unsigned wanted = look->is_read ? POINT_READS : POINT_CHANGES | POINT_WRITES;
        if (!is_watch(point) || (point->accesses & wanted) == 0)
            continue;
        const bool is_shared = memory_is_plain(&sentry->machine->memory, address);
        const uint32_t first = is_shared ? address - point->address : 0;
        for (uint32_t w = first; w < point->words; w = is_shared ? point->words : w + 1)
            if (cell_of(sentry, point, w) == cell)
                add(look, point, point->address + w, cell, pp);
    }
}

/* Saves all watched words: a host call stores after the cycle's other stores. */
static void keep_copy(struct sentry *sentry, uint32_t pp, uint32_t pc)
{
    if (sentry->has_copy)
        return;
    for (size_t k = 0; k < sentry->cell_count; k++)
        sentry->cells[k].before = sentry->machine->memory.cells[sentry->cells[k].cell];
    sentry->has_copy = true;
    sentry->caller_pp = pp;
    sentry->caller_pc = pc;
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

static void examine_strand(const struct look *look, const struct observer_strand *strand)
{
    const unsigned work = system_rows[look->instruction->opcode].work;
    struct look reading = *look;
    reading.is_read = true;
    if (work == SYSTEM_HOST && hostcall_access(look->instruction->constant) == HOSTCALL_WRITES)
        keep_copy(look->sentry, strand->pps[0], look->pc);
    if (look->sentry->watches_reads && (work == SYSTEM_LOAD || work == SYSTEM_FOLD))
        examine_members(&reading, strand);
    if (work == SYSTEM_STORE || work == SYSTEM_FOLD)
        examine_members(look, strand);
}

void watcher_note(struct sentry *sentry, const struct observer_cycle *cycle)
{
    struct look look = {.sentry = sentry, .cycle = cycle};
    for (uint32_t k = 0; k < cycle->strand_count; k++) {
        look.pc = cycle->strands[k].pc;
        look.instruction = &sentry->machine->program.code[look.pc];
        if (!cycle->strands[k].is_busy)
            examine_strand(&look, &cycle->strands[k]);
    }
}

/* ---- after the cycle */

static void add_stores_of_host(struct sentry *sentry)
{
    for (size_t k = 0; k < sentry->cell_count; k++) {
        const struct sentry_cell *cell = &sentry->cells[k];
        const uint32_t now = sentry->machine->memory.cells[cell->cell];
        if (cell->before == now || sentry->access_count == SENTRY_ACCESSES ||
            find_access(sentry, cell->point, cell->address, false) != NULL)
            continue;
        sentry->accesses[sentry->access_count++] = (struct debug_event){.kind = STOP_AT_WATCH,
                                                                        .point = cell->point,
                                                                        .address = cell->address,
                                                                        .before = cell->before,
                                                                        .pp = sentry->caller_pp,
                                                                        .pc = sentry->caller_pc,
                                                                        .count = 1};
    }
    sentry->has_copy = false;
}

void watcher_settle(struct sentry *sentry)
{
    uint32_t kept = 0;
    if (sentry->has_copy)
        add_stores_of_host(sentry);
    for (uint32_t k = 0; k < sentry->access_count; k++) {
        struct debug_event access = sentry->accesses[k];
        const struct point *point = points_find(sentry->points, access.point);
        if (point == NULL)
            continue;
        access.after = sentry->machine->memory.cells[cell_of(sentry, point, access.address - point->address)];
        if (access.is_read || (point->accesses & POINT_WRITES) != 0 || access.before != access.after)
            sentry->accesses[kept++] = access;
    }
    sentry->access_count = kept;
}
