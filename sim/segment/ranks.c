/* ranks.c - processes that run one machine together (sim/machine/ranks.h): the distribution of workers, and
 * the exchange between ranks. docs/scale.md has the whole picture.
 *
 * Every rank has all tiles, and runs those of its own workers. Shared memory is the same on all ranks; areas
 * are on the rank of their PPs. All ranks draw the same conclusions from the same reports, as threads do.
 * Where one thread carries out requests for all others, each rank carries out those of all tiles, after
 * receiving them: so no results are sent back. Calls sim/segment/rank. */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/segment/rank/pack.h"
#include "sim/segment/run.h"

/* What each worker sends to all ranks after a segment. */
struct sent_report {
    struct report report;
    uint64_t stores; /* bytes of its stores */
};

struct meeting {
    struct ranks *ranks;
    unsigned each;                 /* maximum number of workers of a rank */
    struct pack *stores;           /* one per worker */
    struct sent_report *own, *all; /* `each` of them per rank */
    struct pack out;               /* to be sent */
    unsigned char *in;             /* received: `sizes` bytes of each rank, one after the other */
    bool receives;                 /* whether this rank receives */
    size_t in_room;
    size_t sizes[RANKS_MAX];
};

enum { SLICE = 1 << 24 };        /* bytes of memory sent in one go */
enum { TILES_AT_ONCE = 1 << 6 }; /* approximate number of tiles sent in one go */

static unsigned first_worker(const struct bsp *bsp, unsigned rank)
{
    const unsigned size = bsp->machine->ranks->size;
    return size != 0 ? (unsigned)((uint64_t)bsp->threads * rank / size) : 0;
}

static uint32_t first_tile(const struct bsp *bsp, unsigned worker)
{
    return (uint32_t)((uint64_t)bsp->tile_count * worker / bsp->threads);
}

bool ranks_create(struct bsp *bsp)
{
    struct ranks *ranks = bsp->machine->ranks;
    if (ranks == NULL)
        return true;
    struct meeting *meeting = memory_take(1, sizeof *meeting);
    meeting->ranks = ranks;
    for (unsigned r = 0; r < ranks->size; r++) {
        const unsigned count = first_worker(bsp, r + 1) - first_worker(bsp, r);
        meeting->each = count > meeting->each ? count : meeting->each;
        ranks->first_tile[r] = first_tile(bsp, first_worker(bsp, r));
    }
    ranks->first_tile[ranks->size] = bsp->tile_count;
    meeting->stores = memory_take(bsp->threads, sizeof *meeting->stores);
    meeting->own = memory_take(meeting->each, sizeof *meeting->own);
    meeting->all = memory_take((size_t)meeting->each * ranks->size, sizeof *meeting->all);
    bsp->meeting = meeting;
    bsp->first = first_worker(bsp, ranks->rank);
    bsp->end = first_worker(bsp, ranks->rank + 1);
    return true;
}

void ranks_destroy(struct bsp *bsp)
{
    struct meeting *meeting = bsp->meeting;
    if (meeting == NULL)
        return;
    for (unsigned i = 0; i < bsp->threads; i++)
        pack_free(&meeting->stores[i]);
    pack_free(&meeting->out);
    free(meeting->stores);
    free(meeting->own);
    free(meeting->all);
    free(meeting->in);
    free(meeting);
    bsp->meeting = NULL;
}

/* ---- sending and receiving */

/* Exchanges `bytes`, when meeting->sizes has the sizes of all ranks. */
static void exchange(struct meeting *meeting, const unsigned char *bytes, bool for_all)
{
    size_t sum = 0;
    meeting->receives = for_all || meeting->ranks->rank == 0;
    for (unsigned r = 0; r < meeting->ranks->size && meeting->receives; r++)
        sum += meeting->sizes[r];
    meeting->in = memory_grow(meeting->in, &meeting->in_room, sum, 1);
    meeting->ranks->gather_pieces(meeting->ranks, bytes, meeting->in, meeting->sizes, for_all);
}

/* Exchanges what is in `out`, when each rank knows only its own size. */
static void exchange_out(struct meeting *meeting, bool for_all)
{
    const size_t own = meeting->out.count;
    meeting->ranks->gather(meeting->ranks, &own, meeting->sizes, sizeof own);
    exchange(meeting, meeting->out.bytes, for_all);
}

/* What `rank` has sent; NULL: it is this rank, or this rank receives nothing. */
static const unsigned char *sent_by(const struct meeting *meeting, unsigned rank)
{
    const unsigned char *from = meeting->in;
    for (unsigned r = 0; r < rank; r++)
        from += meeting->sizes[r];
    return rank != meeting->ranks->rank && meeting->receives ? from : NULL;
}

/* ---- reports */

void ranks_note_stores(struct bsp *bsp, unsigned worker)
{
    const struct worker *one = &bsp->workers[worker];
    const struct commit_summary *summary = &one->report.summary;
    struct pack *pack = &bsp->meeting->stores[worker];
    pack->count = 0;
    if (!summary->stores || !summary->independent || summary->folds || summary->others || summary->areas)
        return;
    for (uint32_t t = 0; t < one->tile_count; t++)
        stores_pack(pack, &one->tiles[t]);
}

void ranks_exchange_reports(struct bsp *bsp)
{
    struct meeting *meeting = bsp->meeting;
    for (unsigned i = bsp->first; i < bsp->end; i++)
        meeting->own[i - bsp->first] =
            (struct sent_report){.report = bsp->workers[i].report, .stores = meeting->stores[i].count};
    meeting->ranks->gather(meeting->ranks, meeting->own, meeting->all, meeting->each * sizeof *meeting->own);
}

/* The exchanged report of a worker. */
static const struct sent_report *report_of(const struct bsp *bsp, unsigned rank, unsigned worker)
{
    return &bsp->meeting->all[rank * bsp->meeting->each + worker - first_worker(bsp, rank)];
}

void ranks_reports(const struct bsp *bsp, const struct report **reports)
{
    for (unsigned r = 0; r < bsp->machine->ranks->size; r++)
        for (unsigned i = first_worker(bsp, r); i < first_worker(bsp, r + 1); i++)
            reports[i] = &report_of(bsp, r, i)->report;
}

/* ---- stores */

void ranks_receive_stores(struct bsp *bsp)
{
    struct meeting *meeting = bsp->meeting;
    struct pack *out = &meeting->out;
    size_t sum = 0;
    for (unsigned r = 0; r < meeting->ranks->size; r++) {
        meeting->sizes[r] = 0;
        for (unsigned i = first_worker(bsp, r); i < first_worker(bsp, r + 1); i++)
            meeting->sizes[r] += report_of(bsp, r, i)->stores;
        sum += meeting->sizes[r];
    }
    if (sum == 0)
        return;
    out->count = 0;
    const bool is_one = bsp->end - bsp->first == 1;
    for (unsigned i = bsp->first; !is_one && i < bsp->end; i++)
        if (meeting->stores[i].count != 0)
            pack_add(out, meeting->stores[i].bytes, meeting->stores[i].count);
    exchange(meeting, is_one ? meeting->stores[bsp->first].bytes : out->bytes, true);
    for (unsigned r = 0; r < meeting->ranks->size; r++) {
        const unsigned char *from = sent_by(meeting, r);
        if (from != NULL)
            stores_unpack(&bsp->machine->memory, from, meeting->sizes[r]);
    }
}

/* ---- tiles */

/* Whether a strand may request cells in areas: then all ranks need their contents. */
static bool asks_for_areas(const struct bsp *bsp, const struct strand *strand)
{
    const struct request *request = &strand->request;
    return strand->state == STRAND_REQUEST && request->high >= bsp->machine->memory.shared_words &&
           (request->kind == REQUEST_LOAD || request->kind == REQUEST_FOLD);
}

static unsigned owner_of(const struct bsp *bsp, uint32_t cell)
{
    const struct memory *memory = &bsp->machine->memory;
    const struct memory_place place = memory_place(memory, 0, memory_address(memory, cell));
    const uint32_t tile = place.owner >> memory->lane_shift;
    unsigned rank = 0;
    while (bsp->machine->ranks->first_tile[rank + 1] <= tile)
        rank++;
    return rank;
}

/* Calls `see` for all requested cells in areas, in the same order on all ranks. Returns whether there are
 * any. */
static bool each_area_cell(struct bsp *bsp, void (*see)(struct bsp *bsp, uint32_t cell, void *context),
                           void *context)
{
    bool some = false;
    for (uint32_t t = 0; t < bsp->tile_count; t++)
        for (uint32_t k = 0; k < bsp->tiles[t].strand_end; k++) {
            const struct tile *tile = &bsp->tiles[t];
            const struct strand *strand = &tile->strands[k];
            if (!asks_for_areas(bsp, strand))
                continue;
            for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
                for (uint32_t word = 0; word < strand->request.words; word++) {
                    const uint32_t cell = tile_word_cell(tile, strand, lane, word);
                    if (cell < bsp->machine->memory.shared_words)
                        continue;
                    some = true;
                    see(bsp, cell, context);
                }
        }
    return some;
}

static void send_cell(struct bsp *bsp, uint32_t cell, void *context)
{
    (void)context;
    if (owner_of(bsp, cell) == bsp->machine->ranks->rank)
        pack_add(&bsp->meeting->out, &bsp->machine->memory.cells[cell], sizeof(uint32_t));
}

static void receive_cell(struct bsp *bsp, uint32_t cell, void *context)
{
    const unsigned char **from = context;
    const unsigned owner = owner_of(bsp, cell);
    if (owner != bsp->machine->ranks->rank)
        bsp->machine->memory.cells[cell] = *(const uint32_t *)pack_take(&from[owner], sizeof(uint32_t));
}

static void exchange_area_cells(struct bsp *bsp)
{
    const unsigned char *from[RANKS_MAX];
    bsp->meeting->out.count = 0;
    if (!each_area_cell(bsp, send_cell, NULL))
        return;
    exchange_out(bsp->meeting, true);
    for (unsigned r = 0; r < bsp->meeting->ranks->size; r++)
        from[r] = sent_by(bsp->meeting, r);
    each_area_cell(bsp, receive_cell, from);
}

/* Tiles `from` .. `end` - 1 of `rank`. */
struct range {
    uint32_t from, end;
};

static struct range part_of(const struct ranks *ranks, unsigned rank, unsigned part, unsigned parts)
{
    const uint32_t first = ranks->first_tile[rank], count = ranks->first_tile[rank + 1] - first;
    return (struct range){first + (uint32_t)((uint64_t)count * part / parts),
                          first + (uint32_t)((uint64_t)count * (part + 1) / parts)};
}

/* Exchanges the tiles of each rank, in `parts` parts. */
static void exchange_tiles(struct bsp *bsp, unsigned parts, bool whole, bool for_all)
{
    struct meeting *meeting = bsp->meeting;
    const struct ranks *ranks = meeting->ranks;
    for (unsigned part = 0; part < parts; part++) {
        const struct range own = part_of(ranks, ranks->rank, part, parts);
        meeting->out.count = 0;
        for (uint32_t t = own.from; t < own.end; t++)
            tile_pack(&meeting->out, &bsp->tiles[t], whole);
        exchange_out(meeting, for_all);
        for (unsigned r = 0; r < ranks->size; r++) {
            const unsigned char *from = sent_by(meeting, r);
            const struct range sent = part_of(ranks, r, part, parts);
            for (uint32_t t = sent.from; from != NULL && t < sent.end; t++)
                tile_unpack(&bsp->tiles[t], &from);
        }
    }
}

void ranks_exchange_tiles(struct bsp *bsp)
{
    exchange_tiles(bsp, 1, false, true);
    exchange_area_cells(bsp);
}

/* ---- what threads collect */

static void send_effects(struct pack *out, const struct tile_effects *effects)
{
    const uint64_t count = effects->notes.count;
    pack_add(out, &effects->stats, sizeof effects->stats);
    pack_add(out, &effects->halted_cycle, sizeof effects->halted_cycle);
    pack_add(out, &effects->fault, sizeof effects->fault);
    pack_add(out, &count, sizeof count);
    if (count != 0)
        pack_add(out, effects->notes.note, count * sizeof *effects->notes.note);
}

static void receive_effects(struct tile_effects *effects, const unsigned char **from)
{
    struct barrier_notes *notes = &effects->notes;
    memcpy(&effects->stats, pack_take(from, sizeof effects->stats), sizeof effects->stats);
    memcpy(&effects->halted_cycle, pack_take(from, sizeof effects->halted_cycle),
           sizeof effects->halted_cycle);
    memcpy(&effects->fault, pack_take(from, sizeof effects->fault), sizeof effects->fault);
    effects->fault.routine = NULL; /* set when the fault is explained */
    notes->count = *(const uint64_t *)pack_take(from, sizeof(uint64_t));
    notes->note = memory_grow(notes->note, &notes->room, notes->count, sizeof *notes->note);
    if (notes->count != 0)
        memcpy(notes->note, pack_take(from, notes->count * sizeof *notes->note),
               notes->count * sizeof *notes->note);
}

void ranks_exchange_effects(struct bsp *bsp)
{
    struct meeting *meeting = bsp->meeting;
    meeting->out.count = 0;
    for (unsigned i = bsp->first; i < bsp->end; i++)
        send_effects(&meeting->out, &bsp->workers[i].effects);
    exchange_out(meeting, true);
    for (unsigned r = 0; r < meeting->ranks->size; r++) {
        const unsigned char *from = sent_by(meeting, r);
        for (unsigned i = first_worker(bsp, r); from != NULL && i < first_worker(bsp, r + 1); i++)
            receive_effects(&bsp->workers[i].effects, &from);
    }
}

void ranks_send_stop(struct bsp *bsp)
{
    struct machine *machine = bsp->machine;
    machine->ranks->broadcast(machine->ranks, &machine->fault, sizeof machine->fault, 0);
    machine->end = END_FAULT;
}

/* ---- all memory */

/* Cells of areas that are not 0, in records of first index, count and words. */
struct areas {
    const struct bsp *bsp;
    struct pack *out;
};

static void send_run(void *context, uint32_t index, const uint32_t *words, uint32_t count)
{
    const struct areas *areas = context;
    const struct memory *memory = &areas->bsp->machine->memory;
    if (index + count <= memory->shared_words)
        return;
    const uint32_t skip = index < memory->shared_words ? memory->shared_words - index : 0;
    const uint32_t row_mask = memory->lane_mask;
    for (uint32_t k = skip, end; k < count; k = end) { /* the cells of a row belong to one tile */
        const uint32_t rest = row_mask + 1 - ((index + k) & row_mask);
        end = rest < count - k ? k + rest : count;
        const uint32_t head[2] = {index + k, end - k};
        if (owner_of(areas->bsp, index + k) != areas->bsp->machine->ranks->rank)
            continue;
        pack_add(areas->out, head, sizeof head);
        pack_add(areas->out, words + k, (end - k) * sizeof *words);
    }
}

/* The size of whole records from `at` on that make about a slice. */
static size_t slice_from(const struct pack *pack, size_t at)
{
    size_t end = at;
    while (end < pack->count && end - at < SLICE) {
        const unsigned char *next = pack->bytes + end;
        const uint32_t *head = pack_take(&next, 2 * sizeof *head);
        (void)pack_take(&next, head[1] * sizeof *head);
        end = (size_t)(next - pack->bytes);
    }
    return end - at;
}

static void receive_slice(struct memory *memory, const unsigned char *from, size_t size)
{
    for (const unsigned char *end = from + size; from < end;) {
        const uint32_t *head = pack_take(&from, 2 * sizeof *head);
        memcpy(memory->cells + head[0], pack_take(&from, head[1] * sizeof *head), head[1] * sizeof *head);
    }
}

/* Clears areas of other ranks, as far as this rank has received them. */
static void forget_run(void *context, uint32_t index, const uint32_t *words, uint32_t count)
{
    const struct bsp *bsp = context;
    (void)words;
    for (uint32_t k = index; k < index + count; k++)
        if (k >= bsp->machine->memory.shared_words && owner_of(bsp, k) != bsp->machine->ranks->rank)
            bsp->machine->memory.cells[k] = 0;
}

static void exchange_areas(struct bsp *bsp, bool for_all)
{
    struct meeting *meeting = bsp->meeting;
    struct memory *memory = &bsp->machine->memory;
    struct pack all = {.bytes = NULL};
    struct areas areas = {.bsp = bsp, .out = &all};
    memory_runs(memory, send_run, &areas);
    if (for_all || meeting->ranks->rank == 0)
        memory_runs(memory, forget_run, bsp);
    const struct pack out = meeting->out;
    for (size_t at = 0, sum = 1; sum != 0; at += meeting->sizes[meeting->ranks->rank]) {
        meeting->out = (struct pack){.bytes = all.bytes + at, .count = slice_from(&all, at)};
        exchange_out(meeting, for_all);
        sum = 0;
        for (unsigned r = 0; r < meeting->ranks->size; r++) {
            const unsigned char *from = sent_by(meeting, r);
            sum += meeting->sizes[r];
            if (from != NULL)
                receive_slice(memory, from, meeting->sizes[r]);
        }
    }
    meeting->out = out;
    pack_free(&all);
}

void ranks_send_all(struct bsp *bsp, bool for_all)
{
    const unsigned parts = bsp->tile_count / (TILES_AT_ONCE * bsp->meeting->ranks->size) + 1;
    ranks_exchange_effects(bsp);
    exchange_tiles(bsp, parts, true, for_all);
    exchange_areas(bsp, for_all);
}
