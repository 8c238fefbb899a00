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

struct meeting {
    struct ranks *ranks;
    unsigned each;            /* maximum number of workers of a rank */
    struct report *own, *all; /* `each` of them per rank */
    struct pack out;          /* to be sent */
    unsigned char *in;        /* received: `sizes` bytes of each rank, one after the other */
    bool receives;            /* whether this rank receives */
    size_t in_room;
    size_t sizes[RANKS_MAX];
};

enum { TILES_AT_ONCE = 16 }; /* approximate number of tiles sent in one go, with their areas */

static unsigned first_worker(const struct bsp *bsp, unsigned rank)
{
    const unsigned size = bsp->machine->ranks->size;
    return size != 0 ? (unsigned)((uint64_t)bsp->threads * rank / size) : 0;
}

void ranks_create(struct bsp *bsp)
{
    struct ranks *ranks = bsp->machine->ranks;
    struct meeting *meeting = memory_take(1, sizeof *meeting);
    meeting->ranks = ranks;
    for (unsigned r = 0; r < ranks->size; r++) {
        const unsigned count = first_worker(bsp, r + 1) - first_worker(bsp, r);
        meeting->each = count > meeting->each ? count : meeting->each;
        ranks->first_tile[r] = tiling_first(bsp, first_worker(bsp, r), bsp->threads);
    }
    ranks->first_tile[ranks->size] = bsp->tile_count;
    meeting->own = memory_take(meeting->each, sizeof *meeting->own);
    meeting->all = memory_take((size_t)meeting->each * ranks->size, sizeof *meeting->all);
    bsp->meeting = meeting;
    bsp->first = first_worker(bsp, ranks->rank);
    bsp->end = first_worker(bsp, ranks->rank + 1);
}

void ranks_destroy(struct bsp *bsp)
{
    struct meeting *meeting = bsp->meeting;
    if (meeting == NULL)
        return;
    pack_free(&meeting->out);
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

void ranks_exchange_reports(struct bsp *bsp)
{
    struct meeting *meeting = bsp->meeting;
    for (unsigned i = bsp->first; i < bsp->end; i++)
        meeting->own[i - bsp->first] = bsp->workers[i].report;
    meeting->ranks->gather(meeting->ranks, meeting->own, meeting->all, meeting->each * sizeof *meeting->own);
}

void ranks_reports(const struct bsp *bsp, const struct report **reports)
{
    for (unsigned r = 0; r < bsp->machine->ranks->size; r++)
        for (unsigned i = first_worker(bsp, r); i < first_worker(bsp, r + 1); i++)
            reports[i] = &bsp->meeting->all[r * bsp->meeting->each + i - first_worker(bsp, r)];
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

/* Packs the requested cells in areas of this rank, or takes those of others from what each has sent, `from`.
 * Returns whether there are any: the same on all ranks. */
static bool transfer_area_cells(struct bsp *bsp, const unsigned char **from)
{
    const unsigned rank = bsp->machine->ranks->rank;
    bool some = false;
    for (uint32_t t = 0; t < bsp->tile_count; t++)
        for (uint32_t k = strand_used(&bsp->tiles[t], 0); k != STRAND_END;
             k = strand_used(&bsp->tiles[t], k + 1)) {
            const struct tile *tile = &bsp->tiles[t];
            const struct strand *strand = &tile->strands[k];
            uint32_t lane = asks_for_areas(bsp, strand) ? strand_first(strand) : STRAND_END;
            for (; lane != STRAND_END; lane = strand_next(strand, lane))
                for (uint32_t word = 0; word < strand->request.words; word++) {
                    const uint32_t cell = tile_word_cell(tile, strand, lane, word);
                    if (cell < bsp->machine->memory.shared_words)
                        continue;
                    some = true;
                    const unsigned owner = owner_of(bsp, cell);
                    const struct transfer transfer = {.to = from == NULL ? &bsp->meeting->out : NULL,
                                                      .from = from != NULL ? &from[owner] : NULL};
                    if ((owner == rank) == (from == NULL))
                        transfer_bytes(&transfer, &bsp->machine->memory.cells[cell], sizeof(uint32_t));
                }
        }
    return some;
}

static void exchange_area_cells(struct bsp *bsp)
{
    const unsigned char *from[RANKS_MAX];
    bsp->meeting->out.count = 0;
    if (!transfer_area_cells(bsp, NULL))
        return;
    exchange_out(bsp->meeting, true);
    for (unsigned r = 0; r < bsp->meeting->ranks->size; r++)
        from[r] = sent_by(bsp->meeting, r);
    transfer_area_cells(bsp, from);
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
static void exchange_tiles(struct bsp *bsp, unsigned parts, enum transfer_part what, bool for_all)
{
    struct meeting *meeting = bsp->meeting;
    const struct ranks *ranks = meeting->ranks;
    const struct transfer out = {.to = &meeting->out};
    for (unsigned part = 0; part < parts; part++) {
        const struct range own = part_of(ranks, ranks->rank, part, parts);
        meeting->out.count = 0;
        for (uint32_t t = own.from; t < own.end; t++)
            transfer_tile(&out, &bsp->tiles[t], what);
        exchange_out(meeting, for_all);
        for (unsigned r = 0; r < ranks->size; r++) {
            const unsigned char *from = sent_by(meeting, r);
            const struct range sent = part_of(ranks, r, part, parts);
            for (uint32_t t = sent.from; from != NULL && t < sent.end; t++)
                transfer_tile(&(struct transfer){.from = &from}, &bsp->tiles[t], what);
        }
    }
}

void ranks_exchange_tiles(struct bsp *bsp)
{
    exchange_tiles(bsp, 1, TRANSFER_REQUESTS, true);
    exchange_area_cells(bsp);
}

void ranks_receive_stores(struct bsp *bsp)
{
    const struct ranks *ranks = bsp->machine->ranks;
    const uint32_t own = ranks->first_tile[ranks->rank], end = ranks->first_tile[ranks->rank + 1];
    exchange_tiles(bsp, 1, TRANSFER_STORES, true);
    commit_by_tiles(bsp->tiles, own);
    commit_by_tiles(bsp->tiles + end, bsp->tile_count - end);
}

/* ---- what threads collect */

static void transfer_effects(const struct transfer *transfer, struct tile_effects *effects)
{
    struct barrier_notes *notes = &effects->notes;
    transfer_bytes(transfer, &effects->stats, sizeof effects->stats);
    transfer_bytes(transfer, &effects->halted_cycle, sizeof effects->halted_cycle);
    transfer_bytes(transfer, &effects->fault, sizeof effects->fault);
    transfer_bytes(transfer, &notes->count, sizeof notes->count);
    notes->note = memory_grow(notes->note, &notes->room, notes->count, sizeof *notes->note);
    if (notes->count != 0)
        transfer_bytes(transfer, notes->note, notes->count * sizeof *notes->note);
}

void ranks_exchange_effects(struct bsp *bsp)
{
    struct meeting *meeting = bsp->meeting;
    meeting->out.count = 0;
    for (unsigned i = bsp->first; i < bsp->end; i++)
        transfer_effects(&(struct transfer){.to = &meeting->out}, &bsp->workers[i].effects);
    exchange_out(meeting, true);
    for (unsigned r = 0; r < meeting->ranks->size; r++) {
        const unsigned char *from = sent_by(meeting, r);
        for (unsigned i = first_worker(bsp, r); from != NULL && i < first_worker(bsp, r + 1); i++)
            transfer_effects(&(struct transfer){.from = &from}, &bsp->workers[i].effects);
    }
}

void ranks_send_stop(struct bsp *bsp)
{
    struct machine *machine = bsp->machine;
    machine->ranks->broadcast(machine->ranks, &machine->fault, sizeof machine->fault, 0);
    machine->end = END_FAULT;
}

void ranks_send_all(struct bsp *bsp, bool for_all)
{
    const unsigned parts = bsp->tile_count / (TILES_AT_ONCE * bsp->meeting->ranks->size) + 1;
    ranks_exchange_effects(bsp);
    exchange_tiles(bsp, parts, TRANSFER_ALL, for_all);
}
