/* entry.c - the entries of native blocks, and those that count: what tile/runner.h asks of an entry is kept
 * here. Calls runner, rows, border. */
#include "sim/bsp/lockstep/inside.h"

#include "sim/bsp/rows/rows.h"
#include "sim/bsp/tile/lookout/lookout.h"

/* ---- whether a block fits */

/* The registers that it looks at have the forms that it was made for. */
static bool has_forms(const struct native_block *block, const struct tile *tile)
{
    if (((uint32_t)tile->affine & block->reads) != block->numbers)
        return false;
    for (uint32_t left = block->uniform; left != 0; left &= left - 1)
        if (tile->stride[__builtin_ctz(left)] != 0)
            return false;
    for (uint32_t left = block->runs; left != 0; left &= left - 1)
        if (tile->stride[__builtin_ctz(left)] != 1)
            return false;
    return true;
}

/* The addresses of all PPs through a register, and a little more: addresses of lanes after the last PP. */
static void find_addresses(struct tile *tile, const struct strand *strand,
                           const struct block_address *address, uint32_t *low, uint32_t *high)
{
    const unsigned number = address->number;
    if (address->form == BLOCK_ROW) {
        tile_row_range(tile, strand, number, 0, low, high);
        return;
    }
    *low = *high = tile->base[number];
    if (address->form == BLOCK_RUN)
        *high += tile->lanes - 1;
}

/* Whether all that it loads lies in shared memory; waits for those who may still be writing there. */
static bool has_addresses(const struct native_block *block, struct tile *tile, const struct strand *strand)
{
    const struct memory *memory = &tile->world->machine->memory;
    for (unsigned k = 0; k < block->address_count; k++) {
        const struct block_address *address = &block->addresses[k];
        uint32_t low, high;
        find_addresses(tile, strand, address, &low, &high);
        const int64_t first = (int64_t)low + address->low, last = (int64_t)high + address->high;
        if (high < low || first < memory->guard || last >= memory->shared_words)
            return false;
        border_before(&tile->effects->border, (uint32_t)first, (uint32_t)last);
    }
    return true;
}

/* Lanes after the last PP do what the first one does. */
static void fill_up(const struct native_block *block, struct tile *tile)
{
    for (uint32_t left = block->reads & ~block->numbers; left != 0; left &= left - 1) {
        uint32_t *row = tile->row[__builtin_ctz(left)];
        for (uint32_t lane = tile->pps; lane < tile->lanes; lane++)
            row[lane] = row[0];
    }
}

/* ---- a block */

/* What it leaves: forms of registers, flags, counters. Returns the instructions executed. */
static uint32_t settle(const struct native_block *block, struct tile *tile, struct strand *strand,
                       enum block_way way, uint32_t flags)
{
    tile_rows_change(tile, block->to_row);
    tile->affine |= block->to_numbers;
    tile->filled &= ~(uint64_t)block->to_numbers;
    tile->effects->stats.loads += (uint64_t)block->loads * strand->count;
    if (block->flags != BLOCK_FLAGS_KEPT)
        strand->flags = block->flags == BLOCK_FLAGS_UNIFORM ? FLAGS_UNIFORM : FLAGS_ROW;
    if (block->flags == BLOCK_FLAGS_UNIFORM)
        strand->flags_value = flags;
    return block->count - (way == BLOCK_PARTS ? block->undone : 0);
}

static struct stretch hand_on(const struct rows_entry *otherwise, struct tile *tile, struct strand *strand,
                              uint32_t most)
{
    return otherwise != NULL ? otherwise->run(otherwise, tile, strand, most)
                             : (struct stretch){.pc = strand->pc, .steps = 0};
}

/* A block that leads back to itself goes on as long as it may. */
static struct stretch run_block(const struct rows_entry *entry, struct tile *tile, struct strand *strand,
                                uint32_t most)
{
    const struct lockstep_entry *own = (const struct lockstep_entry *)entry;
    const struct native_block *block = &own->block;
    struct stretch stretch = {.pc = strand->pc, .steps = 0};
    const bool waits =
        block->loads != 0 && (strand->in_barrier || strand_spins(strand) ||
                              lookout_wants_block(tile, strand, block->pc, block->pc + block->count));
    if (waits)
        return hand_on(own->otherwise, tile, strand, most);
    struct block_frame frame = {.row = tile->row,
                                .base = tile->base,
                                .stride = tile->stride,
                                .cells = tile->world->machine->memory.cells,
                                .status = tile->status,
                                .lanes = tile->lanes,
                                .first_pp = tile->first_pp};
    enum block_way way = BLOCK_JUMPS;
    while (stretch.pc == block->pc && way != BLOCK_PARTS && most - stretch.steps >= block->count &&
           has_forms(block, tile)) {
        if (tile->pps < tile->lanes)
            fill_up(block, tile);
        if (!has_addresses(block, tile, strand))
            break;
        way = (enum block_way)block->code(&frame);
        const uint32_t steps = settle(block, tile, strand, way, frame.flags);
        stretch.steps += steps;
        if (way == BLOCK_JUMPS)
            tile_ran_jump(&tile->effects->ran, block->pc + steps - 1, strand->cycle + stretch.steps);
        stretch.pc = way == BLOCK_JUMPS ? block->target : block->pc + steps;
    }
    return stretch.steps != 0 || way == BLOCK_PARTS ? stretch : hand_on(own->otherwise, tile, strand, most);
}

/* ---- a place */

/* The forms of registers, and which hold addresses of shared memory as far as a glance tells. */
static struct block_request request_of(const struct tile *tile, uint32_t pc, uint32_t most)
{
    const struct memory *memory = &tile->world->machine->memory;
    struct block_request request = {.pc = pc, .most = most};
    for (unsigned r = 1; r < 32; r++) {
        const bool is_row = !(tile->affine >> r & 1);
        const uint32_t stride = tile->stride[r], word = is_row ? tile->row[r][0] : tile->base[r];
        request.forms[r] = (uint8_t)(is_row        ? BLOCK_ROW
                                     : stride == 0 ? BLOCK_UNIFORM
                                     : stride == 1 ? BLOCK_RUN
                                                   : BLOCK_EVEN);
        request.shared |= (uint32_t)(word - memory->guard < memory->shared_span) << r;
    }
    return request;
}

/* Whether there is a block already for what registers are now: it has been handed on for another reason; or
 * it is known that there is none. */
static bool knows_forms(const struct place *place, const struct tile *tile, uint32_t made)
{
    for (uint32_t k = 0; k < made; k++)
        if (place->blocks[k] != NULL && has_forms(&place->blocks[k]->block, tile))
            return true;
    return false;
}

/* So many PPs have come to a place. Threads may miss each other's, or ask for a block twice, which does no
 * harm; to add in one step costs more than all else that is done at a place, and some are counted for ever.
 */
static bool becomes_hot(struct place *place, uint32_t pps)
{
    const uint32_t hot = place->owner->hot;
    const uint32_t before = atomic_load_explicit(&place->met, memory_order_relaxed);
    if (before >= hot)
        return false;
    atomic_store_explicit(&place->met, before + pps, memory_order_relaxed);
    return before + pps >= hot;
}

static struct stretch run_place(const struct rows_entry *entry, struct tile *tile, struct strand *strand,
                                uint32_t most)
{
    struct place *place = (struct place *)entry;
    struct place_owner *owner = place->owner;
    const uint32_t made = atomic_load_explicit(&place->made, memory_order_acquire);
    if (made < PLACE_BLOCKS && becomes_hot(place, tile->pps)) {
        if (knows_forms(place, tile, made)) {
            atomic_store_explicit(&place->met, 0, memory_order_relaxed);
        } else {
            const struct block_request request = request_of(tile, place->pc, owner->most);
            owner->ask(owner, place, &request);
        }
    }
    return hand_on(place->otherwise, tile, strand, most);
}

void place_offer(struct place_owner *owner, struct place *place, uint32_t pc)
{
    if (place->owner != NULL)
        return;
    place->otherwise = runners_find_rows(owner->runners, pc);
    place->owner = owner;
    place->pc = pc;
    place->entry = (struct rows_entry){.run = run_place};
    if (place->otherwise != NULL) {
        place->entry.reads = place->otherwise->reads;
        place->entry.writes = place->otherwise->writes;
    }
    runners_offer_rows(owner->runners, pc, &place->entry);
}

void place_withdraw(struct place *place)
{
    runners_offer_rows(place->owner->runners, place->pc, place->otherwise);
}

void place_offer_block(struct place *place, struct lockstep_entry *entry)
{
    struct runners *runners = place->owner->runners;
    const uint32_t made = atomic_load_explicit(&place->made, memory_order_relaxed);
    const struct native_block *block = &entry->block;
    place->blocks[made] = entry;
    if (block->code == NULL)
        return;
    entry->otherwise = &place->entry;
    for (uint32_t k = 0; k < made; k++) /* the last one that there is */
        if (place->blocks[k] != NULL && place->blocks[k]->block.code != NULL)
            entry->otherwise = &place->blocks[k]->entry;
    entry->entry = (struct rows_entry){.reads = entry->otherwise->reads | block->reads,
                                       .writes = entry->otherwise->writes | block->to_row | block->to_numbers,
                                       .run = run_block};
    runners_offer_rows(runners, place->pc, &entry->entry);
}
