/* single.c - the general way of a phase: every request on its own, in the order (cycle, PP number).
 *
 * One thread, cycle after cycle. Calls machine (host calls, faults, policies). */
#include <stdlib.h>

#include "sim/segment/phase/inside.h"

struct commit *commit_create(const struct tile_world *world, struct tile *tiles, uint32_t count)
{
    struct commit *commit = calloc(1, sizeof *commit);
    if (!commit)
        return NULL;
    commit->world = world;
    commit->tiles = tiles;
    commit->tile_count = count;
    commit->collide.machine = world->machine;
    commit_create_dealt(commit);
    if (!commit->memory.is_short)
        return commit;
    commit_destroy(commit);
    return NULL;
}

void commit_destroy(struct commit *commit)
{
    if (!commit)
        return;
    free(commit->items.item);
    free(commit->spare.item);
    collide_destroy(&commit->collide);
    memory_free_blocks(&commit->memory);
    free(commit);
}

static struct tile *tile_of(const struct commit *commit, const struct item *item)
{
    return &commit->tiles[item->request.pp >> commit->world->tile_shift];
}

/* ---- one cycle */

/* Loads the image that a PP has requested. */
static void load_image(const struct commit *commit, const struct item *item)
{
    const struct tile_world *world = commit->world;
    const struct tile *tile = tile_of(commit, item);
    const struct strand *strand = &tile->strands[item->strand];
    uint32_t image[REAL_MAX_WORDS];
    for (uint32_t word = 0; word < strand->request.words; word++)
        image[word] = world->machine->memory
                          .cells[tile_word_cell(tile, strand, item->request.pp - tile->first_pp, word)];
    real_load(world->bank, item->request.pp, &world->code[item->request.pc].i, image);
}

/* Gives a PP the result of its load or multiprefix. */
static void answer(const struct commit *commit, const struct item *item, uint32_t value)
{
    struct tile *tile = tile_of(commit, item);
    struct strand *strand = &tile->strands[item->strand];
    if (!strand->request.wants_result)
        return;
    tile->late[strand->late_slot][item->request.pp - tile->first_pp] = value;
    strand->late_affine = false; /* a single PP keeps it in late_base */
}

/* Loads or multiprefix requests of a cycle. */
static void load_or_fold(struct commit *commit, enum request_kind kind, uint32_t begin, uint32_t end)
{
    for (uint32_t k = begin; k < end; k++) {
        const struct item *item = &commit->items.item[k];
        if (item->kind != kind)
            continue;
        if (tile_of(commit, item)->strands[item->strand].request.is_image) {
            load_image(commit, item);
            continue;
        }
        uint32_t *const cell = &commit->world->machine->memory.cells[item->request.cell];
        answer(commit, item, *cell);
        if (kind == REQUEST_FOLD)
            *cell = system_folded(item->request.fold, *cell, item->request.value);
    }
}

/* ---- requests to one cell */

/* Lists the items of a cycle. */
static struct collide *list_cells(struct commit *commit, uint32_t begin, uint32_t end)
{
    collide_begin(&commit->collide, end - begin);
    for (uint32_t k = begin; k < end; k++)
        collide_add(&commit->collide, &commit->items.item[k].request);
    return &commit->collide;
}

/* Whether items of a cycle are multiprefix requests, and other items stores or of another operation. */
static bool kinds_differ(const struct commit *commit, unsigned kinds, uint32_t begin, uint32_t end)
{
    unsigned folds = 0;
    for (uint32_t k = begin; (kinds & 1u << REQUEST_FOLD) && k < end; k++)
        folds |= commit->items.item[k].kind == REQUEST_FOLD ? 1u << commit->items.item[k].request.fold : 0;
    return (folds & (folds - 1)) != 0 || (folds != 0 && (kinds & 1u << REQUEST_STORE));
}

/* After collide_settle, if policy or statistics need that. */
static void store(struct commit *commit, uint32_t begin, uint32_t end)
{
    const struct machine_config *config = &commit->world->machine->config;
    uint32_t *cells = commit->world->machine->memory.cells;
    for (uint32_t k = begin; k < end; k++) {
        const uint32_t n =
            config->policy == POLICY_LOW ? end - 1 - (k - begin) : k; /* the lowest comes last */
        const struct item *item = &commit->items.item[n];
        if (item->kind != REQUEST_STORE)
            continue;
        if (config->policy == POLICY_ARBITRARY && commit->collide.requests[n - begin].loses)
            continue;
        cells[item->request.cell] = item->request.value;
    }
}

/* ---- a cycle's requests */

static bool call_host(const struct commit *commit, const struct item *item)
{
    struct tile *tile = tile_of(commit, item);
    return commit_call_host(tile, &tile->strands[item->strand], item->request.pp - tile->first_pp,
                            item->cycle);
}

static bool carry_out(struct commit *commit, uint32_t begin, uint32_t end)
{
    struct machine *machine = commit->world->machine;
    const struct machine_config *config = &machine->config;
    unsigned kinds = 0;
    machine->end = END_FAULT;
    commit->served = false;
    for (uint32_t k = begin; k < end; k++)
        kinds |= 1u << commit->items.item[k].kind;
    const bool stores = kinds & 1u << REQUEST_STORE;
    const uint64_t cycle = commit->items.item[begin].cycle;
    if (config->mixed == MIXED_ERROR && kinds_differ(commit, kinds, begin, end) &&
        collide_is_mixed(list_cells(commit, begin, end), cycle))
        return false;
    const bool agree =
        !stores || !collide_matters(config) || collide_settle(list_cells(commit, begin, end), cycle);
    if (!agree && !commit->last)
        return false; /* it will be carried out again, if at all: nothing may have changed */
    if (kinds & 1u << REQUEST_LOAD)
        load_or_fold(commit, REQUEST_LOAD, begin, end);
    if (kinds & 1u << REQUEST_FOLD)
        load_or_fold(commit, REQUEST_FOLD, begin, end);
    if (!agree)
        return false;
    if (stores)
        store(commit, begin, end);
    machine->end = END_RUNNING;
    commit->served = true;
    for (uint32_t k = begin; (kinds & 1u << REQUEST_HOST) && k < end; k++)
        if (commit->items.item[k].kind == REQUEST_HOST && !call_host(commit, &commit->items.item[k]))
            return false;
    return true;
}

/* Whether other PPs, which have not reached the cycle, may precede the fault of these items: it is a fault of
 * requests, and no PP in a barrier is part of it. */
static bool may_wait(const struct commit *commit, uint32_t begin, uint32_t end)
{
    const int code = commit->world->machine->fault.code;
    if (commit->last || (code != FAULT_mixed_requests && code != FAULT_write_conflict))
        return false;
    for (uint32_t k = begin; k < end; k++)
        if (commit->items.item[k].request.in_barrier)
            return false;
    return true;
}

/* Of the items from `begin` on, all but those in barriers wait. */
static void keep_barriers(struct commit *commit, uint32_t begin)
{
    uint32_t kept = begin;
    for (uint32_t k = begin; k < commit->count; k++)
        if (commit->items.item[k].request.in_barrier)
            commit->items.item[kept++] = commit->items.item[k];
    commit->count = kept;
}

/* Carries out the items, cycle after cycle. */
static bool carry_out_all(struct commit *commit, struct commit_bounds *bounds, uint64_t *end_cycle)
{
    struct machine *machine = commit->world->machine;
    for (uint32_t begin = 0, end; begin < commit->count; begin = end) {
        const uint64_t cycle = commit->items.item[begin].cycle, conflicts = machine->stats.write_conflicts;
        for (end = begin + 1; end < commit->count && commit->items.item[end].cycle == cycle;)
            end++;
        if (carry_out(commit, begin, end))
            continue;
        if (!may_wait(commit, begin, end)) {
            /* a fault of host or exit happens at the end of the cycle, one of requests before it */
            *end_cycle = commit->served ? cycle : cycle - 1;
            return false;
        }
        machine->fault = (struct fault){.code = FAULT_NONE};
        machine->end = END_RUNNING;
        machine->stats.write_conflicts = conflicts;
        bounds->stop = cycle;
        keep_barriers(commit, begin);
        end = begin;
    }
    return true;
}

static bool fail_for_memory(struct machine *machine, uint64_t *end_cycle)
{
    fault_set(&machine->fault, EXIT_CODE_memory, FAULT_NO_PP, 0, 0, "the host has not enough memory");
    machine->end = END_FAULT;
    *end_cycle = UINT64_MAX;
    return false;
}

bool commit_alone(struct commit *commit, enum phase_kind *kind, struct commit_bounds *bounds,
                  uint64_t *end_cycle)
{
    const uint64_t stop = bounds->stop;
    commit->last = bounds->last;
    if (bounds->out_of_memory)
        return fail_for_memory(commit->world->machine, end_cycle);
    if (bounds->last)
        commit_wake(commit->tiles, commit->tile_count);
    else
        commit_hold(commit->tiles, commit->tile_count, bounds->departure, stop);
    if (*kind == PHASE_strands && commit_by_strands(commit, end_cycle))
        return commit->world->machine->end == END_RUNNING;
    *kind = PHASE_single;
    if (!list_requests(commit))
        return fail_for_memory(commit->world->machine, end_cycle);
    if (!carry_out_all(commit, bounds, end_cycle))
        return false;
    if (bounds->stop != stop)
        commit_hold(commit->tiles, commit->tile_count, bounds->departure, bounds->stop);
    return true;
}
