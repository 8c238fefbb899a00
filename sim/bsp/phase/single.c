/* single.c - the general way of a phase: every request on its own, in the order (cycle, PP number).
 *
 * One thread. Requests are taken from the tiles in PP order and brought into the order of cycles by a stable
 * radix sort, if they differ. Then cycle after cycle. Calls machine (host calls, faults, policies).
 */
#include <stdlib.h>
#include <string.h>

#include "sim/bsp/phase/inside.h"
#include "sim/inject/inject.h"
#include "sim/bsp/rows/multiprefix.h"
#include "sim/bsp/end/watch.h"

struct item {
    uint64_t cycle;
    uint32_t pp;
    uint32_t index;
    uint32_t value;
    uint32_t pc;
    uint16_t strand; /* of the PP's tile */
    uint8_t kind;    /* enum request_kind; REQUEST_LOST */
    uint8_t fold;    /* enum rows_fold */
    bool is_image;   /* the request is for an image as a whole; index and value mean nothing */
};

/* A store that gets lost (--faults). */
enum { REQUEST_LOST = REQUEST_HOST + 1 };

/* Finds cells asked for twice in a cycle. */
struct cell_entry {
    uint32_t index;
    uint32_t stamp; /* in use if it is the table's */
    uint32_t item;  /* the first that asked, or the winner */
};

struct commit {
    const struct tile_world *world;
    struct commit_strands *strands;
    struct tile *tiles;
    uint32_t pps_a_tile;
    struct item *items, *other; /* room for one a PP */
    uint32_t count;
    struct item
        *words; /* the items of a cycle with images word by word; room for word_room, made when needed */
    uint32_t word_room;
    struct cell_entry *cells; /* mask + 1 of them, more than twice the items of a cycle */
    uint32_t mask;
    uint32_t stamp;
    struct circle_pp *seen; /* the run is watched */
    bool disturbs;          /* .. and gets somewhere */
    bool served;            /* the present cycle's requests to memory are done, its host calls have begun */
    bool last;              /* see struct commit_bounds */
    bool is_marked;         /* --faults changes some request */
};

struct commit *commit_create(const struct tile_world *world)
{
    struct commit *commit = calloc(1, sizeof *commit);
    if (!commit)
        return NULL;
    const uint32_t pps = world->machine->config.pps;
    commit->world = world;
    commit->pps_a_tile = 1u << world->machine->memory.lane_shift;
    commit->items = calloc(pps, sizeof *commit->items);
    commit->other = calloc(pps, sizeof *commit->other);
    commit->mask = 3;
    while (commit->mask < 2 * pps)
        commit->mask = 2 * commit->mask + 1;
    commit->cells = calloc((size_t)commit->mask + 1, sizeof *commit->cells);
    commit->strands = commit_strands_create(world, (pps + commit->pps_a_tile - 1) / commit->pps_a_tile);
    if (!commit->items || !commit->other || !commit->cells || !commit->strands) {
        commit_destroy(commit);
        return NULL;
    }
    return commit;
}

void commit_destroy(struct commit *commit)
{
    if (!commit)
        return;
    free(commit->items);
    free(commit->other);
    free(commit->words);
    free(commit->cells);
    commit_strands_destroy(commit->strands);
    free(commit);
}

void commit_watch(struct commit *commit, struct circle_pp *seen)
{
    commit->seen = seen;
}

bool commit_disturbs(const struct commit *commit)
{
    return commit->disturbs;
}

/* ---- in order */

static void take(struct commit *commit, const struct tile *tile, uint16_t number, uint32_t lane)
{
    const struct strand *strand = &tile->strands[number];
    const struct request *request = &strand->request;
    commit->items[commit->count++] = (struct item){.cycle = tile_cycle(tile, strand, lane) - 1,
                                                   .pp = tile->first_pp + lane,
                                                   .index = request_cell(request, lane),
                                                   .value = operand_word(request->datum, lane),
                                                   .pc = request->pc,
                                                   .strand = number,
                                                   .kind = request->kind,
                                                   .fold = request->fold,
                                                   .is_image = request->shape == REQUEST_IMAGE};
}

static void take_tile(struct commit *commit, const struct tile *tile)
{
    uint16_t member_of[TILE_ROW_WORDS]; /* strand, of the lanes .. */
    uint16_t lanes[TILE_BLOCKS] = {0};  /* .. that ask */
    for (uint32_t k = strand_awake(tile, 0); k != STRAND_END; k = strand_awake(tile, k + 1)) {
        const struct strand *strand = &tile->strands[k];
        if (!strand_is_due(strand))
            continue;
        for (uint32_t block = strand->first_block; block < strand->end_block; block++) {
            lanes[block] |= strand->set[block];
            for (uint32_t rest = strand->set[block]; rest; rest &= rest - 1)
                member_of[block * ROWS_BLOCK + (uint32_t)__builtin_ctz(rest)] = (uint16_t)k;
        }
    }
    for (uint32_t block = 0; block < tile->lanes / ROWS_BLOCK; block++)
        for (uint32_t rest = lanes[block]; rest; rest &= rest - 1) {
            const uint32_t lane = block * ROWS_BLOCK + (uint32_t)__builtin_ctz(rest);
            take(commit, tile, member_of[lane], lane);
        }
}

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, INSERT_MOST = 24 };

/* For a few items the counters of the radix sort would be all of its time. */
static void sort_few(struct item *items, uint32_t count)
{
    for (uint32_t k = 1; k < count; k++) {
        const struct item item = items[k];
        uint32_t at = k;
        for (; at > 0 && items[at - 1].cycle > item.cycle; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

/* By cycle; items of one cycle stay in PP order. */
static void sort(struct commit *commit)
{
    if (commit->count <= INSERT_MOST) {
        sort_few(commit->items, commit->count);
        return;
    }
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t k = 0; k < commit->count; k++) {
        const uint64_t cycle = commit->items[k].cycle;
        low = cycle < low ? cycle : low;
        high = cycle > high ? cycle : high;
    }
    for (unsigned shift = 0; low < high && shift < 64 && (high - low) >> shift != 0; shift += DIGIT_BITS) {
        uint32_t start[DIGITS];
        const uint64_t most = (high - low) >> shift;
        const unsigned digits = most < DIGITS ? (unsigned)most + 1 : DIGITS;
        memset(start, 0, digits * sizeof *start);
        for (uint32_t k = 0; k < commit->count; k++)
            start[(commit->items[k].cycle - low) >> shift & (DIGITS - 1)]++;
        uint32_t sum = 0;
        for (unsigned digit = 0; digit < digits; digit++) {
            const uint32_t count = start[digit];
            start[digit] = sum;
            sum += count;
        }
        for (uint32_t k = 0; k < commit->count; k++)
            commit->other[start[(commit->items[k].cycle - low) >> shift & (DIGITS - 1)]++] = commit->items[k];
        struct item *sorted = commit->other;
        commit->other = commit->items;
        commit->items = sorted;
    }
}

/* ---- cells asked for more than once */

static void forget_cells(struct commit *commit)
{
    if (++commit->stamp == 0) {
        memset(commit->cells, 0, ((size_t)commit->mask + 1) * sizeof *commit->cells);
        commit->stamp = 1;
    }
}

/* The entry of an item's cell; a new one gets the item. */
static struct cell_entry *find_cell(struct commit *commit, uint32_t item)
{
    const uint32_t index = commit->items[item].index;
    for (uint32_t slot = index * 0x9e3779b1u >> 7;; slot++) {
        struct cell_entry *entry = &commit->cells[slot & commit->mask];
        if (entry->stamp != commit->stamp) {
            *entry = (struct cell_entry){.index = index, .stamp = commit->stamp, .item = item};
            return entry;
        }
        if (entry->index == index)
            return entry;
    }
}

static struct request_place place_of(const struct item *item)
{
    return (struct request_place){.pp = item->pp, .pc = item->pc};
}

static bool same_kind(const struct item *a, const struct item *b)
{
    return a->kind == b->kind && (a->kind != REQUEST_FOLD || a->fold == b->fold);
}

static bool is_write(const struct item *item)
{
    return item->kind == REQUEST_STORE || item->kind == REQUEST_FOLD;
}

/* Two kinds of requests to one cell within the items of one cycle; false: found, the fault names the lowest
 * address. */
static bool check_mixed(struct commit *commit, uint32_t begin, uint32_t end)
{
    struct machine *machine = commit->world->machine;
    const struct item *some = NULL, *first = NULL, *second = NULL;
    uint32_t lowest = UINT32_MAX;
    bool kinds_differ = false;
    for (uint32_t k = begin; k < end && !kinds_differ; k++) {
        if (!is_write(&commit->items[k]))
            continue;
        kinds_differ = some && !same_kind(some, &commit->items[k]);
        some = &commit->items[k];
    }
    if (!kinds_differ)
        return true;
    forget_cells(commit);
    for (uint32_t k = begin; k < end; k++) {
        const struct item *item = &commit->items[k];
        if (!is_write(item))
            continue;
        const struct item *earlier = &commit->items[find_cell(commit, k)->item];
        const uint32_t address = memory_address(&machine->memory, item->index);
        if (!same_kind(earlier, item) && address < lowest) {
            lowest = address;
            first = earlier;
            second = item;
        }
    }
    if (!first)
        return true;
    fault_mixed(&machine->fault, machine, lowest, place_of(first), place_of(second), first->cycle);
    return false;
}

/* Of the items of one cycle from `begin` on, the rank of a store under POLICY_ARBITRARY. The words of an
 * image are decided together, by its first one: they stand side by side, and a PP has one request a cycle. */
static uint64_t rank_of(const struct commit *commit, uint32_t begin, uint32_t item)
{
    const struct machine *machine = commit->world->machine;
    const struct item *first = &commit->items[item];
    while (first > &commit->items[begin] && first[-1].pp == first->pp)
        first--;
    return policy_rank(machine->config.policy_seed, first->cycle,
                       memory_address(&machine->memory, first->index), first->pp);
}

static struct tile *tile_of(const struct commit *commit, const struct item *item)
{
    return &commit->tiles[item->pp / commit->pps_a_tile];
}

/* Counts stores that meet others, finds the winners of POLICY_ARBITRARY (they are in the table then); false:
 * different values under POLICY_COMMON. */
static bool find_conflicts(struct commit *commit, uint32_t begin, uint32_t end)
{
    struct machine *machine = commit->world->machine;
    const enum write_policy policy = machine->config.policy;
    const struct item *first = NULL, *second = NULL;
    uint32_t lowest = UINT32_MAX;
    forget_cells(commit);
    for (uint32_t k = begin; k < end; k++) {
        const struct item *item = &commit->items[k];
        if (item->kind != REQUEST_STORE)
            continue;
        struct cell_entry *entry = find_cell(commit, k);
        const struct item *earlier = &commit->items[entry->item];
        if (entry->item == k)
            continue;
        /* when those who wait in a barrier store there depends on the level */
        machine_count_lost(machine, item->pc,
                           !tile_of(commit, item)->strands[item->strand].in_barrier &&
                               machine_counts_conflict(machine, item->pc));
        const uint32_t address = memory_address(&machine->memory, item->index);
        if (policy == POLICY_COMMON && item->value != earlier->value && address < lowest) {
            lowest = address;
            first = earlier;
            second = item;
        }
        if (policy == POLICY_ARBITRARY && rank_of(commit, begin, k) > rank_of(commit, begin, entry->item))
            entry->item = k;
    }
    if (!first)
        return true;
    fault_conflict(&machine->fault, machine, lowest, place_of(first), first->value, place_of(second),
                   second->value, first->cycle);
    return false;
}

/* ---- one cycle */

/* Moves the image that a PP asked for. */
static void move_image(const struct commit *commit, const struct item *item)
{
    const struct tile *tile = tile_of(commit, item);
    tile_move_image(tile, &tile->strands[item->strand], item->pp - tile->first_pp);
}

/* Gives a PP the result of its load or multiprefix. */
static void answer(const struct commit *commit, const struct item *item, uint32_t value)
{
    struct tile *tile = tile_of(commit, item);
    struct strand *strand = &tile->strands[item->strand];
    if (!strand->request.wants_result)
        return;
    tile->late[strand->late_slot][item->pp - tile->first_pp] = value;
    strand->late_affine = false; /* a PP on its own keeps it in late_base */
}

static void load_and_fold(struct commit *commit, uint32_t begin, uint32_t end)
{
    uint32_t *cells = commit->world->machine->memory.cells;
    for (uint32_t k = begin; k < end; k++)
        if (commit->items[k].kind == REQUEST_LOAD && commit->items[k].is_image)
            move_image(commit, &commit->items[k]);
        else if (commit->items[k].kind == REQUEST_LOAD)
            answer(commit, &commit->items[k], cells[commit->items[k].index]);
    for (uint32_t k = begin; k < end; k++) {
        const struct item *item = &commit->items[k];
        if (item->kind != REQUEST_FOLD)
            continue;
        uint32_t *cell = &cells[item->index];
        answer(commit, item, *cell);
        *cell = multiprefix_combine(item->fold, *cell, item->value);
    }
}

/* Behind find_conflicts, where policy or statistics ask for it. */
static void store(struct commit *commit, uint32_t begin, uint32_t end)
{
    const struct machine_config *config = &commit->world->machine->config;
    uint32_t *cells = commit->world->machine->memory.cells;
    for (uint32_t k = begin; k < end; k++) {
        const uint32_t n =
            config->policy == POLICY_LOW ? end - 1 - (k - begin) : k; /* the lowest comes last */
        const struct item *item = &commit->items[n];
        if (item->kind != REQUEST_STORE)
            continue;
        if (config->policy == POLICY_ARBITRARY && find_cell(commit, n)->item != n)
            continue;
        if (item->is_image)
            move_image(commit, item);
        else
            cells[item->index] = item->value;
    }
}

/* ---- images word by word */

/* Room for so many words, in the list and in the table of cells. */
static bool make_room(struct commit *commit, uint64_t words)
{
    uint64_t cells = commit->mask + 1ull;
    if (words <= commit->word_room)
        return true;
    while (cells < 2 * words)
        cells *= 2;
    free(commit->words);
    free(commit->cells);
    commit->words = calloc(words, sizeof *commit->words);
    commit->cells = cells - 1 <= UINT32_MAX ? calloc(cells, sizeof *commit->cells) : NULL;
    commit->word_room = (uint32_t)words;
    commit->mask = (uint32_t)(cells - 1);
    commit->stamp = 0;
    return commit->words && commit->cells;
}

/* The words that an item stands for, in the list of words from `at` on. */
static uint32_t write_words(const struct commit *commit, const struct item *item, uint32_t at)
{
    struct item *words = &commit->words[at];
    if (!item->is_image || item->kind != REQUEST_STORE) {
        *words = *item;
        return 1;
    }
    const struct tile *tile = tile_of(commit, item);
    const struct strand *strand = &tile->strands[item->strand];
    const uint32_t lane = item->pp - tile->first_pp, count = strand->request.words;
    uint32_t image[REAL_MAX_WORDS];
    tile_image_words(tile, strand, lane, image);
    for (uint32_t word = 0; word < count; word++) {
        words[word] = *item;
        words[word].is_image = false;
        words[word].index = tile_image_cell(tile, strand, lane, word);
        words[word].value = image[word];
    }
    return count;
}

/* Takes the stores of images among the items of a cycle apart: commit->words has *count words then. */
static bool take_apart(struct commit *commit, uint32_t begin, uint32_t end, uint32_t *count)
{
    uint64_t words = 0;
    for (uint32_t k = begin; k < end; k++) {
        const struct item *item = &commit->items[k];
        words += item->is_image ? tile_of(commit, item)->strands[item->strand].request.words : 1;
    }
    *count = 0;
    if (!make_room(commit, words)) {
        fault_set(&commit->world->machine->fault, EXIT_CODE_memory, FAULT_NO_PP, 0, 0,
                  "the host has not enough memory");
        return false;
    }
    for (uint32_t k = begin; k < end; k++)
        *count += write_words(commit, &commit->items[k], *count);
    return true;
}

/* ---- a cycle's requests */

static bool call_host(const struct commit *commit, const struct item *item)
{
    struct tile *tile = tile_of(commit, item);
    return commit_call_host(tile, &tile->strands[item->strand], item->pp - tile->first_pp, item->cycle);
}

static bool carry_out_items(struct commit *commit, unsigned kinds, uint32_t begin, uint32_t end)
{
    struct machine *machine = commit->world->machine;
    const struct machine_config *config = &machine->config;
    const bool stores = kinds & 1u << REQUEST_STORE;
    const bool needs_table =
        config->policy == POLICY_COMMON || config->policy == POLICY_ARBITRARY || config->count_conflicts;
    if (config->mixed == MIXED_ERROR && (kinds & 1u << REQUEST_FOLD) && !check_mixed(commit, begin, end))
        return false;
    const bool agree = !stores || !needs_table || find_conflicts(commit, begin, end);
    if (!agree && !commit->last)
        return false; /* it will be carried out once more, if at all: nothing may have changed */
    if (kinds & (1u << REQUEST_FOLD | 1u << REQUEST_LOAD))
        load_and_fold(commit, begin, end);
    if (!agree)
        return false;
    if (stores)
        store(commit, begin, end);
    machine->end = END_RUNNING;
    commit->served = true;
    for (uint32_t k = begin; (kinds & 1u << REQUEST_HOST) && k < end; k++)
        if (commit->items[k].kind == REQUEST_HOST && !call_host(commit, &commit->items[k]))
            return false;
    return true;
}

/* What the requests of a cycle change, while the run is watched. */
static void watch_cycle(struct commit *commit, uint32_t begin, uint32_t end)
{
    const struct memory *memory = &commit->world->machine->memory;
    for (uint32_t k = begin; k < end && !commit->disturbs; k++) {
        const struct item *item = &commit->items[k];
        if (item->kind == REQUEST_STORE)
            commit->disturbs = watch_request(memory, commit->seen, item->pp, item->index, item->value);
        else if (item->kind == REQUEST_FOLD)
            commit->disturbs = multiprefix_combine(item->fold, memory->cells[item->index], item->value) !=
                               memory->cells[item->index];
        else
            commit->disturbs = item->kind != REQUEST_LOST;
    }
}

/* What --faults makes of the items of a cycle. */
static void use_marks(struct commit *commit, uint32_t begin, uint32_t end)
{
    const struct machine *machine = commit->world->machine;
    for (uint32_t k = begin; k < end && inject_has_marks(machine->inject); k++) {
        struct item *item = &commit->items[k];
        if (item->kind == REQUEST_STORE && item->index < machine->memory.shared_words) {
            if (inject_use_mark(machine->inject, item->pp, INJECT_omit, item->pc))
                item->kind = REQUEST_LOST;
        } else if (item->kind == REQUEST_FOLD && item->fold == ROWS_FOLD_ADD) {
            if (inject_use_mark(machine->inject, item->pp, INJECT_double, item->pc))
                item->value *= 2;
        }
    }
}

/* The items of a cycle, images word by word where they have been taken apart. */
static bool carry_out_words(struct commit *commit, uint32_t begin, uint32_t end)
{
    unsigned kinds = 0;
    if (commit->is_marked)
        use_marks(commit, begin, end);
    if (commit->seen)
        watch_cycle(commit, begin, end);
    for (uint32_t k = begin; k < end; k++)
        kinds |= 1u << commit->items[k].kind;
    return carry_out_items(commit, kinds, begin, end);
}

static bool carry_out(struct commit *commit, uint32_t begin, uint32_t end)
{
    struct machine *machine = commit->world->machine;
    const struct machine_config *config = &machine->config;
    bool has_images = false, has_folds = false;
    for (uint32_t k = begin; k < end; k++) {
        has_folds |= commit->items[k].kind == REQUEST_FOLD;
        has_images |= commit->items[k].is_image && commit->items[k].kind == REQUEST_STORE;
    }
    machine->end = END_FAULT;
    commit->served = false;
    commit->is_marked = machine->inject != NULL && inject_has_marks(machine->inject);
    if (!has_images ||
        (!has_folds && !commit->is_marked && config->policy == POLICY_HIGH && !config->count_conflicts))
        return carry_out_words(commit, begin, end);
    /* what happens to a cell is decided for each word of an image */
    uint32_t count;
    if (!take_apart(commit, begin, end, &count))
        return false;
    struct item *items = commit->items;
    commit->items = commit->words;
    const bool good = carry_out_words(commit, 0, count);
    commit->items = items;
    return good;
}

/* Whether the fault that the items of a cycle have come to may be forestalled by others, who have not come to
 * that cycle: it is one of requests, and no PP in a barrier is part of it. */
static bool may_wait(const struct commit *commit, uint32_t begin, uint32_t end)
{
    const int code = commit->world->machine->fault.code;
    if (commit->last || (code != FAULT_mixed_requests && code != FAULT_write_conflict))
        return false;
    for (uint32_t k = begin; k < end; k++)
        if (tile_of(commit, &commit->items[k])->strands[commit->items[k].strand].in_barrier)
            return false;
    return true;
}

/* Of the items from `begin` on, all but those in barriers wait. */
static void keep_barriers(struct commit *commit, uint32_t begin)
{
    uint32_t kept = begin;
    for (uint32_t k = begin; k < commit->count; k++)
        if (tile_of(commit, &commit->items[k])->strands[commit->items[k].strand].in_barrier)
            commit->items[kept++] = commit->items[k];
    commit->count = kept;
}

/* Carries out the items, cycle after cycle. */
static bool carry_out_all(struct commit *commit, struct commit_bounds *bounds, uint64_t *end_cycle)
{
    struct machine *machine = commit->world->machine;
    for (uint32_t begin = 0, end; begin < commit->count; begin = end) {
        const uint64_t cycle = commit->items[begin].cycle, conflicts = machine->stats.write_conflicts;
        for (end = begin + 1; end < commit->count && commit->items[end].cycle == cycle;)
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
        commit->disturbs = true;
        bounds->stop = cycle;
        keep_barriers(commit, begin);
        end = begin;
    }
    return true;
}

bool commit_alone(struct commit *commit, struct tile *tiles, uint32_t count, enum phase_kind *kind,
                  struct commit_bounds *bounds, uint64_t *end_cycle)
{
    const uint64_t stop = bounds->stop;
    commit->tiles = tiles;
    commit->count = 0;
    commit->disturbs = false;
    commit->last = bounds->last;
    if (bounds->last)
        commit_wake(tiles, count);
    else
        commit_hold(tiles, count, bounds->departure, stop);
    if (*kind == PHASE_strands) {
        const enum commit_outcome outcome = commit_by_strands(commit->strands, tiles, count, end_cycle);
        if (outcome != COMMIT_NOT)
            return outcome == COMMIT_DONE;
        *kind = PHASE_single;
    }
    for (uint32_t t = 0; t < count; t++)
        take_tile(commit, &tiles[t]);
    sort(commit);
    if (!carry_out_all(commit, bounds, end_cycle))
        return false;
    if (bounds->stop != stop)
        commit_hold(tiles, count, bounds->departure, bounds->stop);
    return true;
}
