/* between.c - see between.h. Accesses are sorted by cell, and those of each cell are scanned in order of
 * time. */
#include "sim/bsp/tile/lookout/between.h"

#include <stdlib.h>

#include "sim/bsp/tile/inside.h"
#include "sim/machine/lines.h"

/* Limits of a tile, in the whole run: beyond them nothing more is kept. */
enum { ACCESSES_MOST = 8192, TOUCHES_MOST = 4096 };

enum deed { DEED_LOAD, DEED_KEPT, DEED_STORE }; /* KEPT: stores the word that is already there */

struct access {
    uint64_t cycle;
    uint64_t since; /* after this cycle the PP has done nothing that orders it after others */
    const struct tile *tile;
    uint32_t cell, datum, pp, pc;
    enum deed deed;
};

/* PPs have accessed cells in low .. high, from the cycle `first` to the cycle `last`. */
struct touch {
    uint64_t first, last;
    uint32_t low, high, pc;
};

struct between {
    uint32_t access_count, touch_count;
    bool is_full; /* an access range is missing: nothing is known of later ones */
    struct access accesses[ACCESSES_MOST];
    struct touch touches[TOUCHES_MOST];
};

struct between *between_create(void)
{
    struct between *between = malloc(sizeof *between); /* most of the memory is usually never used */
    if (between != NULL) {
        between->access_count = between->touch_count = 0;
        between->is_full = false;
    }
    return between;
}

void between_destroy(struct between *between)
{
    free(between);
}

void between_note(const struct tile *tile, uint32_t pc, uint64_t cycle, uint32_t low, uint32_t high)
{
    struct lookout *lookout = tile->lookout;
    struct between *between = lookout->between;
    struct visits *visits = &lookout->visits[pc];
    struct touch *touch = &between->touches[visits->touch];
    const bool is_same =
        visits->touch_news == lookout->news && visits->touch < between->touch_count && touch->pc == pc;
    if (!is_same && between->touch_count == TOUCHES_MOST) {
        between->is_full = true;
    } else if (!is_same) {
        visits->touch = between->touch_count++;
        visits->touch_news = lookout->news;
        between->touches[visits->touch] = (struct touch){cycle, cycle, low, high, pc};
    } else {
        touch->last = cycle;
        touch->low = low < touch->low ? low : touch->low;
        touch->high = high > touch->high ? high : touch->high;
    }
}

void between_keep(const struct tile *tile, uint32_t lane, uint32_t pc, uint64_t cycle, bool is_store,
                  uint32_t cell, uint32_t datum)
{
    const struct lookout *lookout = tile->lookout;
    struct between *between = lookout->between;
    if (between->is_full || between->access_count == ACCESSES_MOST)
        return;
    const bool changes = is_store && datum != tile->world->machine->memory.cells[cell];
    between->accesses[between->access_count++] =
        (struct access){.cycle = cycle,
                        .since = lookout->opened + lookout_last(lookout, lane), /* times are from 1 */
                        .tile = tile,
                        .cell = cell,
                        .datum = datum,
                        .pp = tile->first_pp + lane,
                        .pc = pc,
                        .deed = changes    ? DEED_STORE
                                : is_store ? DEED_KEPT
                                           : DEED_LOAD};
}

/* ---- at the end of the run */

static int compare(const void *a, const void *b)
{
    const struct access *one = a, *other = b;
    if (one->cell != other->cell)
        return one->cell < other->cell ? -1 : 1;
    if (one->cycle != other->cycle)
        return one->cycle < other->cycle ? -1 : 1;
    return one->pp < other->pp ? -1 : one->pp > other->pp;
}

/* Cells used by multiprefix, as far as any tile knows. */
struct locks {
    uint32_t count;
    struct tile_folded each[TILE_FOLDS];
};

static struct locks find_locks(const struct tile *const *tiles, uint32_t count)
{
    struct locks locks = {.count = 0};
    struct tile_folded all[TILE_FOLDS] = {{.end = 0}};
    for (uint32_t t = 0; t < count; t++)
        tile_add_folded(all, tiles[t]->folded);
    for (unsigned k = 0; k < TILE_FOLDS; k++)
        if (all[k].end != 0)
            locks.each[locks.count++] = all[k];
    return locks;
}

static bool is_in(const struct locks *locks, uint32_t low, uint32_t high)
{
    bool some = false;
    for (unsigned k = 0; k < locks->count && !some; k++)
        some = low < locks->each[k].end && high >= locks->each[k].low;
    return some;
}

/* Whether PPs of a tile may have accessed a cell used by multiprefix after the cycle `first`, before `last`.
 */
static bool touches_locks(const struct tile *tile, const struct locks *locks, uint64_t first, uint64_t last)
{
    const struct between *between = tile->lookout->between;
    bool some = false;
    for (uint32_t k = 0; k < between->touch_count && !some; k++) {
        const struct touch *touch = &between->touches[k];
        some = touch->last > first && touch->first < last && is_in(locks, touch->low, touch->high);
    }
    return some;
}

static bool races(const struct access *past, const struct access *now, const struct locks *locks)
{
    const bool is_before =
        past->cycle < now->cycle || (past->cycle == now->cycle && past->deed == DEED_STORE &&
                                     now->deed == DEED_STORE && past->datum != now->datum);
    return is_before && past->tile != now->tile && past->pp != now->pp && past->cycle >= now->since &&
           !touches_locks(now->tile, locks, past->cycle, now->cycle);
}

static void tell(const struct access *past, const struct access *now, enum noticed_kind kind,
                 uint32_t **places)
{
    struct machine *machine = now->tile->world->machine;
    if (*places == NULL)
        *places = lines_first(&machine->object, machine->program.count);
    (void)noticed_add(machine, *places, kind, now->cell,
                      (struct noticed_access){.pp = now->pp, .pc = now->pc, .cycle = now->cycle},
                      (struct noticed_access){.pp = past->pp, .pc = past->pc, .cycle = past->cycle}, 1);
}

/* Scans all accesses to one cell, in order. */
static void go_through(const struct access *accesses, uint32_t count, const struct locks *locks,
                       uint32_t **places)
{
    const struct access *store = NULL, *loads[2] = {NULL, NULL}; /* loads: of different tiles */
    for (const struct access *now = accesses; now < accesses + count; now++) {
        if (store != NULL && now->deed != DEED_KEPT && races(store, now, locks))
            tell(store, now, now->deed == DEED_LOAD ? NOTICED_LOAD : NOTICED_STORE, places);
        else if (now->deed == DEED_STORE)
            for (int k = 0; k < 2; k++)
                if (loads[k] != NULL && races(loads[k], now, locks)) {
                    tell(loads[k], now,
                         loads[k]->deed == DEED_LOAD ? NOTICED_STORE_LOADED : NOTICED_STORE_KEPT, places);
                    break;
                }
        if (now->deed == DEED_STORE) {
            store = now;
        } else {
            if (loads[0] != NULL && loads[0]->tile != now->tile)
                loads[1] = loads[0];
            loads[0] = now;
        }
    }
}

void between_tell(const struct tile *const *tiles, uint32_t count, uint32_t **places, uint64_t fails_in)
{
    const struct locks locks = find_locks(tiles, count);
    uint32_t total = 0, kept = 0;
    for (uint32_t t = 0; t < count; t++)
        total += tiles[t]->lookout->between->access_count;
    struct access *all = malloc((total + 1) * sizeof *all); /* NULL: nothing is reported */
    for (uint32_t t = 0; t < count && all != NULL; t++) {
        const struct between *between = tiles[t]->lookout->between;
        for (uint32_t k = 0; k < between->access_count; k++)
            if (between->accesses[k].cycle < fails_in &&
                !is_in(&locks, between->accesses[k].cell, between->accesses[k].cell))
                all[kept++] = between->accesses[k];
    }
    if (all != NULL)
        qsort(all, kept, sizeof *all, compare);
    for (uint32_t first = 0, end; first < kept; first = end) {
        for (end = first + 1; end < kept && all[end].cell == all[first].cell; end++)
            ;
        go_through(&all[first], end - first, &locks, places);
    }
    free(all);
}
