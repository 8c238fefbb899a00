/* plan.c - the kind of a phase, and its fast ways: stores that cannot meet, multiprefix to one cell.
 *
 * Calls rows, multiprefix; single.c has the general way. */
#include "sim/segment/phase/inside.h"

#include "sim/tile/rows/multiprefix.h"

/* ---- summing up */

/* Adds the stores of `more` to those of `to`. in_order: cells of both may be the same, because the stores of
 * `to` are carried out first. */
static void join_stores(struct commit_summary *to, const struct commit_summary *more, bool in_order)
{
    const bool disjoint = more->high < to->low || more->low > to->high;
    to->clashing = to->clashing || more->clashing || (!disjoint && !in_order);
    to->stores = to->stores || more->stores;
    to->low = more->low < to->low ? more->low : to->low;
    to->high = more->high > to->high ? more->high : to->high;
}

/* may_overlap: otherwise the tile's stores go to other cells, or in the order of lanes. */
static void add_store(const struct tile *tile, const struct strand *strand, bool may_overlap,
                      struct commit_summary *summary)
{
    const struct request *request = &strand->request;
    const bool counts = machine_counts_conflict(tile->world->machine, request->pc);
    /* members in different cycles must not be carried out in the order of lanes */
    const bool must_differ = counts || strand->cycles_differ;
    const struct commit_summary one = {.stores = true,
                                       .clashing =
                                           must_differ && !strand_stores_are_disjoint(tile, strand, request),
                                       .low = request->low,
                                       .high = request->high};
    join_stores(summary, &one, may_overlap && !summary->several_cycles && !counts);
}

const uint32_t *request_words(const struct tile *tile, const struct strand *strand)
{
    return tile_operand_row(tile, strand, strand->request.datum, SCRATCH_FIRST);
}

/* The contributions of a strand's members to one cell, combined. */
static uint32_t total_of(const struct tile *tile, const struct strand *strand)
{
    const struct request *request = &strand->request;
    const enum system_fold fold = request->fold;
    if (is_uniform(request->datum)) {
        if (fold != SYSTEM_FOLD_ADD)
            return request->datum.base;
        return request->datum.base * strand->count;
    }
    if (strand_is_whole(tile, strand))
        return tile->world->rows->fold[fold](request_words(tile, strand), system_neutral(fold), tile->pps);
    uint32_t total = system_neutral(fold);
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint32_t word = operand_word(request->datum, lane);
        total = system_folded(fold, total, word);
    }
    return total;
}

/* The highest cell of multiprefix requests. */
static uint32_t highest_of(const struct commit_summary *summary)
{
    return summary->several_cells ? summary->cell_high : summary->cell;
}

static void join_folds(struct commit_summary *to, const struct commit_summary *more)
{
    if (!more->folds)
        return;
    if (!to->folds) {
        to->folds = true;
        to->uneven_folds = more->uneven_folds;
        to->several_cells = more->several_cells;
        to->fold = more->fold;
        to->cell = more->cell;
        to->cell_value = more->cell_value; /* or cell_high */
        to->total = more->total;
        return;
    }
    const uint32_t high = highest_of(to), other = highest_of(more);
    to->uneven_folds = to->uneven_folds || more->uneven_folds || to->fold != more->fold;
    to->several_cells =
        to->several_cells || more->several_cells || to->uneven_folds || to->cell != more->cell;
    to->cell = more->cell < to->cell ? more->cell : to->cell;
    if (to->several_cells)
        to->cell_high = other > high ? other : high;
    else
        to->total = system_folded(to->fold, to->total, more->total);
}

static void add_fold(const struct tile *tile, const struct strand *strand, bool first_in_tile,
                     struct commit_summary *summary)
{
    const struct request *request = &strand->request;
    const bool is_uneven = strand->cycles_differ || !first_in_tile;
    const struct commit_summary one = {.folds = true,
                                       .fold = request->fold,
                                       .uneven_folds = is_uneven,
                                       .several_cells = is_uneven || request->shape != REQUEST_ONE,
                                       .cell = request->low,
                                       .cell_high = request->high,
                                       .total = system_neutral(request->fold)};
    join_folds(summary, &one);
    if ((strand->modes & SNAPSHOT_IN_SYNC) == 0)
        summary->async_folds = true;
    if (summary->several_cells)
        return;
    summary->total = system_folded(request->fold, summary->total, total_of(tile, strand));
    border_before(&tile->effects->border, request->index, request->index);
    summary->cell_value = tile->world->machine->memory.cells[request->index];
}

void commit_summarize(const struct tile *tiles, uint32_t count, const struct tile_effects *effects,
                      struct commit_summary *summary)
{
    *summary = (struct commit_summary){.notes = effects->notes.count != 0,
                                       .faulty = effects->fault.code != FAULT_NONE,
                                       .out_of_memory = effects->out_of_memory,
                                       .low = UINT32_MAX,
                                       .first_cycle = UINT64_MAX,
                                       .present = UINT64_MAX};
    for (uint32_t t = tile_running(tiles, count, 0); t < count; t = tile_running(tiles, count, t + 1)) {
        const struct tile *tile = &tiles[t];
        bool first_in_tile = true, own_images = true;
        if (tile->held.time != UINT64_MAX)
            summary->held = true;
        for (uint32_t k = strand_active(tile, 0); k != STRAND_END; k = strand_active(tile, k + 1)) {
            const struct strand *strand = &tile->strands[k];
            if (strand->state == STRAND_PAUSED) {
                summary->areas = true;
                return;
            }
            const uint64_t time = strand_time(strand);
            if (strand_spins(strand))
                summary->spinning = true;
            if (!strand->in_barrier && time < summary->present)
                summary->present = time;
            if (strand->state != STRAND_REQUEST)
                continue;
            const uint64_t cycle = strand->cycle - 1; /* the least; the members' offsets are ignored */
            if (strand->cycles_differ ||
                (summary->first_cycle != UINT64_MAX && cycle != summary->first_cycle))
                summary->several_cycles = true;
            if (strand->in_barrier)
                summary->barrier_requests = true;
            summary->first_cycle = cycle < summary->first_cycle ? cycle : summary->first_cycle;
            own_images = own_images && strand->request.is_image && strand->request.step > 1;
            if (strand->request.kind == REQUEST_STORE)
                add_store(tile, strand, first_in_tile || own_images, summary);
            else if (strand->request.kind == REQUEST_FOLD)
                add_fold(tile, strand, first_in_tile, summary);
            else
                summary->others = true;
            first_in_tile = false;
        }
    }
}

void commit_join(struct commit_summary *to, const struct commit_summary *more)
{
    const bool some = to->first_cycle != UINT64_MAX, others = more->first_cycle != UINT64_MAX;
    if (some && others && to->first_cycle != more->first_cycle)
        to->several_cycles = true;
    join_stores(to, more, false);
    join_folds(to, more);
    to->facts |= more->facts;
    to->first_cycle = more->first_cycle < to->first_cycle ? more->first_cycle : to->first_cycle;
    to->present = more->present < to->present ? more->present : to->present;
}

/* ---- choosing the kind */

const enum phase_next phase_nexts[PHASES] = {
#define PHASE(name, next, what, when) PHASE_NEXT_##next,
#include "sim/segment/phase/phase.def"
};

/* Requests for one thread only: foreign loads, host calls, PPs that must wait for others, faults. */
static bool are_hard(const struct phase_facts *facts)
{
    const struct commit_summary *all = facts->all;
    return facts->fault_known || all->others || all->spinning || all->held || all->faulty ||
           all->out_of_memory;
}

/* Multiprefix requests only, of one operation in one cycle, that no PP may precede. */
static bool are_even_folds(const struct phase_facts *facts)
{
    const struct commit_summary *all = facts->all;
    if (!all->folds || all->stores || are_hard(facts) || all->uneven_folds || all->several_cycles)
        return false;
    /* no PP is earlier: no request must be held (order.c) */
    return !all->async_folds || (!facts->barriers_busy && all->first_cycle <= all->present);
}

static bool fits(const struct phase_facts *facts, enum phase_kind kind)
{
    const struct commit_summary *all = facts->all;
    const struct machine *machine = facts->world->machine;
    switch (kind) {
    case PHASE_foreseen:
        return facts->passed;
    case PHASE_areas:
        return all->areas;
    case PHASE_nothing:
        return !all->stores && !all->folds && !are_hard(facts);
    case PHASE_own:
        return all->stores && !all->folds && !are_hard(facts) && !all->clashing &&
               machine->config.policy == POLICY_HIGH;
    case PHASE_one_cell: /* ranks lack others' areas */
        return are_even_folds(facts) && !all->several_cells &&
               (machine->ranks == NULL || all->cell < machine->memory.shared_words);
    case PHASE_folds:
        return are_even_folds(facts);
    case PHASE_strands: /* commit_alone finds out the other conditions (strands.c) */
    case PHASE_single:
    case PHASES:
        break;
    }
    return true;
}

enum phase_kind phase_first(const struct phase_facts *facts, enum phase_kind from)
{
    enum phase_kind kind = from;
    while (!fits(facts, kind))
        kind++;
    return kind;
}

/* ---- multiprefix to one cell */

/* The strand's part of the scan from `start`, if it wants results; returns the start of the next one. */
static uint32_t scan(struct tile *tile, struct strand *strand, uint32_t start)
{
    const struct request *request = &strand->request;
    const enum system_fold fold = request->fold;
    uint32_t *result = tile->late[strand->late_slot];
    if (!request->wants_result)
        return system_folded(fold, start, total_of(tile, strand));
    strand->late_affine = false;
    if (is_uniform(request->datum) && strand_is_whole(tile, strand)) {
        strand->late_affine = true; /* evenly spaced: nothing to write */
        strand->late_base = start;
        strand->late_stride = fold == SYSTEM_FOLD_ADD ? request->datum.base : 0;
        if (fold == SYSTEM_FOLD_ADD || system_folded(fold, start, request->datum.base) == start)
            return system_folded(fold, start, total_of(tile, strand));
        strand->late_affine = false; /* the first one gets another value than the rest */
    }
    if (strand_is_whole(tile, strand))
        return multiprefix_one_cell(tile->world->rows, fold, start, request_words(tile, strand), result,
                                    tile->pps);
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint32_t word = operand_word(request->datum, lane);
        result[lane] = start;
        start = system_folded(fold, start, word);
    }
    return start;
}

void commit_one_cell(struct tile *tiles, uint32_t count, const struct commit_summary *const *summaries,
                     unsigned thread, unsigned threads, bool writes)
{
    const struct commit_summary *any = NULL;
    uint32_t start = 0, final = 0;
    for (unsigned i = 0; i < threads; i++) {
        if (!summaries[i]->folds)
            continue;
        if (!any)
            final = summaries[i]->cell_value;
        any = summaries[i];
        if (i == thread)
            start = final;
        final = system_folded(any->fold, final, any->total);
    }
    /* only one thread writes the cell; the others have its old value from the summaries */
    if (writes && any)
        tiles[0].world->machine->memory.cells[any->cell] = final;
    for (struct due due = due_of(tiles, count); due_next(&due);)
        start = scan(due.tile, due.strand, start);
}

/* ---- multiprefix to any cells */

const uint32_t *request_cells(const struct tile *tile, const struct strand *strand)
{
    const struct request *request = &strand->request;
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    uint32_t *const cells = tile->effects->scratch[SCRATCH_SECOND];
    if (request->shape != REQUEST_LIST)
        rows->fill(cells + from, request->index + (request->shape == REQUEST_RUN ? from : 0),
                   request->shape == REQUEST_RUN, lanes);
    else if (request->index != 0)
        rows->operate_constant[OP_add](cells + from, request->list + from, request->index, lanes);
    else
        return request->list;
    return cells;
}

static void fold(struct tile *tile, struct strand *strand)
{
    const struct request *request = &strand->request;
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    uint32_t *cells = tile->world->machine->memory.cells;
    if (request->shape == REQUEST_ONE) {
        cells[request->index] = scan(tile, strand, cells[request->index]);
        return;
    }
    strand->late_affine = false;
    const uint32_t *const datum = request_words(tile, strand), *const index = request_cells(tile, strand);
    uint32_t *result = request->wants_result ? tile->late[strand->late_slot] : NULL;
    if (strand_is_whole(tile, strand))
        multiprefix_cells(rows, request->fold, cells, index, datum, result, tile->pps);
    else
        multiprefix_members(request->fold, cells, index + from, datum + from, result ? result + from : NULL,
                            strand_bits(strand), lanes);
}

/* ---- by tiles */

void commit_strand(struct tile *tile, struct strand *strand)
{
    if (strand->request.kind == REQUEST_FOLD)
        fold(tile, strand);
    else if (strand->request.is_image)
        tile_carry_out_images(tile, strand);
    else
        tile_write_cells(tile, strand, &strand->request);
}

void commit_by_tiles(struct tile *tiles, uint32_t count)
{
    for (struct due due = due_of(tiles, count); due_next(&due);)
        commit_strand(due.tile, due.strand);
}
