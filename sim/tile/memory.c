/* memory.c - loads, stores and multiprefix of a strand: classifies its addresses, does what takes effect at
 * once, and makes requests of the rest.
 *
 * Addresses are classified from cheap to expensive: two numbers (uniform, evenly spaced), a row within shared
 * memory, a row of own private or stack words, and only then one PP at a time. Own areas are interleaved on
 * the host, so that the same word of all PPs of a tile is a row of memory. Calls memory, level's rules, rows.
 */
#include <string.h>

#include "sim/tile/rows/multiprefix.h"
#include "sim/tile/inside.h"
#include "asm/tables/alu.h"

/* ---- classifying addresses */

/* Host index of word 0 of an own area, in lane 0: word w of lane n is (w << lane_shift) + n further. */
static uint32_t area_start(const struct tile *tile, enum access_class class)
{
    return class == CLASS_PRIVATE ? tile->private_cell : tile->stack_cell;
}

static struct cells own_run(const struct tile *tile, enum access_class class, uint32_t word)
{
    const uint32_t index = area_start(tile, class) + (word << tile->world->machine->memory.lane_shift);
    return (struct cells){
        .class = class, .shape = REQUEST_RUN, .index = index, .low = index, .high = index + tile->pps - 1};
}

/* Converts offsets into the own areas, all below the area's size, to host indices. */
static struct cells own_list(struct tile *tile, const struct strand *strand, enum access_class class,
                             const uint32_t *offset)
{
    const struct memory *memory = &tile->world->machine->memory;
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    uint32_t *index = tile->effects->scratch[SCRATCH_FIRST], *start = tile->effects->scratch[SCRATCH_SECOND];
    struct cells cells = {.class = (uint8_t) class, .shape = REQUEST_LIST, .list = index};
    rows->operate_constant[ROWS_lsl](index + from, offset + from, memory->lane_shift, lanes);
    rows->fill(start + from, area_start(tile, class) + from, 1, lanes);
    rows->operate[ROWS_add](index + from, index + from, start + from, lanes);
    rows->range(index + from, 0, strand_bits(strand), lanes, &cells.low, &cells.high);
    return cells;
}

/* Rs + S, without adding a constant to a row if it can be kept separately. */
static inline struct address address_of(struct tile *tile, const struct strand *strand,
                                        const struct operation *operation, struct operand a, struct operand b)
{
    if (operation->address == SYSTEM_ADDRESS_BEFORE)
        return (struct address){.operand = a, .number = operation->i.rs};
    if (a.row && is_uniform(b))
        return (struct address){.operand = a, .more = b.base, .number = operation->i.rs};
    if (b.row && is_uniform(a))
        return (struct address){.operand = b, .more = a.base, .number = operation->i.rt};
    return (struct address){.operand = tile_sum(tile, strand, a, b)};
}

/* One PP at a time. Members of another class than the lowest one's are split from the strand. */
static struct cells locate_singly(struct tile *tile, struct strand *strand, struct address address)
{
    const struct memory *memory = &tile->world->machine->memory;
    uint32_t *index = tile->effects->scratch[SCRATCH_FIRST];
    struct some_members others = {.any = false};
    struct cells cells = {.shape = REQUEST_LIST, .low = UINT32_MAX, .list = index};
    const uint32_t first = strand_first(strand);
    for (uint32_t lane = first; lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint32_t pp = tile->first_pp + lane;
        const struct memory_place place = memory_place(memory, pp, address_word(address, lane));
        const enum access_class class = tile_class_of(&place, pp);
        if (lane == first)
            cells.class = (uint8_t) class;
        if (class != (enum access_class)cells.class) {
            some_members_add(&others, lane);
            continue;
        }
        index[lane] = place.index;
        cells.low = place.index < cells.low ? place.index : cells.low;
        cells.high = place.index > cells.high ? place.index : cells.high;
    }
    tile_part_some(tile, strand, &others);
    return cells;
}

static struct cells locate_one(const struct tile *tile, const struct strand *strand, struct address address)
{
    const uint32_t lane = strand_first(strand), pp = tile->first_pp + lane;
    const struct memory_place place =
        memory_place(&tile->world->machine->memory, pp, address_word(address, lane));
    return (struct cells){.class = (uint8_t)tile_class_of(&place, pp),
                          .shape = REQUEST_ONE,
                          .index = place.index,
                          .low = place.index,
                          .high = place.index};
}

/* Evenly spaced addresses. */
static struct cells locate_affine(struct tile *tile, struct strand *strand, struct operand address)
{
    const struct memory *memory = &tile->world->machine->memory;
    if (address.stride == 0) {
        const uint32_t word = address.base & ~MEMORY_PRIVATE;
        if ((address.base & MEMORY_PRIVATE) && word >> memory->private_shift == 0)
            return own_run(tile, CLASS_PRIVATE, word);
        return locate_singly(tile, strand, (struct address){.operand = address});
    }
    const uint32_t stack_word = address.base - memory_stack_address(memory, tile->first_pp);
    if (address.stride == 1u << memory->stack_shift && stack_word >> memory->stack_shift == 0)
        return own_run(tile, CLASS_STACK, stack_word);

    const uint32_t first = strand_first(strand), last = strand_last(strand);
    const uint32_t begin = operand_word(address, first);
    const int64_t end = (int64_t)begin + (int64_t)(int32_t)address.stride * (int64_t)(last - first);
    const int64_t low = end < begin ? end : begin, high = end < begin ? begin : end;
    if (low >= memory->guard && high < memory->shared_words)
        return (struct cells){.class = CLASS_SHARED,
                              .shape = REQUEST_LIST,
                              .low = (uint32_t)low,
                              .high = (uint32_t)high,
                              .list = tile_operand_row(tile, strand, address, SCRATCH_FIRST)};
    return locate_singly(tile, strand, (struct address){.operand = address});
}

/* A row of addresses. */
static struct cells locate_row(struct tile *tile, struct strand *strand, struct address address)
{
    const struct memory *memory = &tile->world->machine->memory;
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    const uint32_t *row = address.operand.row;
    uint32_t *offset = tile->effects->scratch[SCRATCH_FIRST], *start = tile->effects->scratch[SCRATCH_SECOND];
    uint32_t low, high;
    if (address.number != 0 && strand_is_whole(tile, strand))
        tile_row_range(tile, strand, address.number, address.more, &low, &high);
    else
        rows->range(row + from, address.more, strand_bits(strand), lanes, &low, &high);
    if (low >= memory->guard && high < memory->shared_words && low == high)
        return (struct cells){
            .class = CLASS_SHARED, .shape = REQUEST_ONE, .index = low, .low = low, .high = high};
    if (low >= memory->guard && high < memory->shared_words)
        return (struct cells){.class = CLASS_SHARED,
                              .shape = REQUEST_LIST,
                              .index = address.more,
                              .low = low,
                              .high = high,
                              .list = row};
    if (low >= MEMORY_PRIVATE && (high & ~MEMORY_PRIVATE) >> memory->private_shift == 0) {
        if (low == high)
            return own_run(tile, CLASS_PRIVATE, low & ~MEMORY_PRIVATE);
        rows->operate_constant[ROWS_add](offset + from, row + from, address.more - MEMORY_PRIVATE, lanes);
        return own_list(tile, strand, CLASS_PRIVATE, offset);
    }
    if (low >= memory->shared_words && high < memory->private_start) {
        const uint32_t words = 1u << memory->stack_shift;
        rows->fill(start + from, memory_stack_address(memory, tile->first_pp) - address.more + from * words,
                   words, lanes);
        rows->operate[ROWS_sub](offset + from, row + from, start + from, lanes);
        rows->range(offset + from, 0, strand_bits(strand), lanes, &low, &high);
        if (high < words)
            return low == high ? own_run(tile, CLASS_STACK, low)
                               : own_list(tile, strand, CLASS_STACK, offset);
    }
    return locate_singly(tile, strand, address);
}

/* Usually one shared word is accessed, or a word next to that of the lane before. */
static inline struct cells locate(struct tile *tile, struct strand *strand, struct address address)
{
    const struct memory *memory = &tile->world->machine->memory;
    const struct operand operand = address.operand;
    if (strand->count == 1)
        return locate_one(tile, strand, address);
    if (operand.row)
        return locate_row(tile, strand, address);
    if (operand.stride == 0 && operand.base - memory->guard < memory->shared_span)
        return (struct cells){.class = CLASS_SHARED,
                              .shape = REQUEST_ONE,
                              .index = operand.base,
                              .low = operand.base,
                              .high = operand.base};
    const uint32_t first = strand_first(strand), more = strand_last(strand) - first;
    const uint32_t low = operand.base + first, word = low - memory->guard;
    if (operand.stride == 1 && word < memory->shared_span && more < memory->shared_span - word)
        return (struct cells){.class = CLASS_SHARED,
                              .shape = REQUEST_RUN,
                              .index = operand.base,
                              .low = low,
                              .high = low + more};
    return locate_affine(tile, strand, operand);
}

/* ---- faults */

/* Whether a word is in an area in the memory of another rank. */
static bool is_far(const struct tile_world *world, uint32_t pp, uint32_t address)
{
    const struct memory_place place = memory_place(&world->machine->memory, pp, address);
    return place.region != MEMORY_REGION_SHARED &&
           (place.owner < world->first_pp || place.owner >= world->end_pp);
}

/* The first word of a member's access that it may not make, in the machine's order; false: there is none. */
static bool fails_at(struct tile *tile, const struct strand *strand, const struct access *access,
                     uint32_t lane)
{
    const struct machine *machine = tile->world->machine;
    struct fault *fault = &tile->effects->fault;
    const uint32_t pp = tile->first_pp + lane, first = address_word(*access->address, lane);
    const uint64_t cycle = tile_cycle(tile, strand, lane);
    for (uint32_t word = first; word != first + access->words; word++) {
        if (access->kind == ACCESS_STORE && machine_stack_overflow(machine, access->base, word, pp)) {
            fault_stack(fault, machine, word, pp, strand->pc, cycle);
            return true;
        }
        if (memory_index(&machine->memory, pp, word) == MEMORY_ILLEGAL) {
            fault_access(fault, machine, access->kind, word, pp, strand->pc, cycle);
            return true;
        }
    }
    return false;
}

bool tile_access_fails(struct tile *tile, struct strand *strand, const struct access *access)
{
    const bool can_overflow = access->kind == ACCESS_STORE && tile->world->machine->program.uses_stack &&
                              (access->base == MACHINE_SP || access->base == MACHINE_FP);
    struct some_members faulty = {.any = false};
    if (access->class != CLASS_ILLEGAL &&
        (!can_overflow || access->class == CLASS_SHARED || access->class == CLASS_STACK))
        return false;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        if (fails_at(tile, strand, access, lane))
            some_members_add(&faulty, lane);
    return !tile_stop_some(tile, strand, &faulty, STRAND_FAULT);
}

bool tile_load_is_far(struct tile *tile, struct strand *strand, const struct access *access)
{
    const struct tile_world *world = tile->world;
    struct some_members far = {.any = false};
    if (access->class != CLASS_FOREIGN || world->machine->ranks == NULL)
        return false;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint32_t first = address_word(*access->address, lane), pp = tile->first_pp + lane;
        uint32_t word = first;
        while (word != first + access->words && !is_far(world, pp, word))
            word++;
        if (word == first + access->words)
            continue;
        fault_far(&tile->effects->fault, world->machine, word, pp, strand->pc,
                  tile_cycle(tile, strand, lane));
        some_members_add(&far, lane);
    }
    return !tile_stop_some(tile, strand, &far, STRAND_FAULT);
}

/* ---- requests */

/* Whether a row is that of a register which neither this instruction nor the delayed result after it changes:
 * it stays unchanged until the phase. */
static bool is_steady(const struct tile *tile, const struct strand *strand, const struct instruction *i,
                      const uint32_t *row, unsigned number)
{
    return row == tile->row[number] && number != i->base && number != strand->late_target;
}

/* Notes a request for the phase; moves a list of cells to a row of the tile if necessary. */
static void ask(struct tile *tile, struct strand *strand, const struct instruction *i, enum request_kind kind,
                const struct cells *cells)
{
    static const uint8_t phases[] = {[REQUEST_STORE] = STATS_PHASE_store,
                                     [REQUEST_FOLD] = STATS_PHASE_multiprefix,
                                     [REQUEST_LOAD] = STATS_PHASE_foreign,
                                     [REQUEST_HOST] = STATS_PHASE_hostcall};
    const uint32_t from = strand_from(strand);
    strand->request = (struct request){.kind = (uint8_t)kind,
                                       .shape = cells->shape,
                                       .pc = strand->pc,
                                       .index = cells->index,
                                       .low = cells->low,
                                       .high = cells->high,
                                       .list = cells->list};
    if (cells->shape == REQUEST_LIST && !is_steady(tile, strand, i, cells->list, i->rs) &&
        !is_steady(tile, strand, i, cells->list, i->rt)) {
        tile->world->rows->blend(tile->index + from, cells->list + from, strand_bits(strand),
                                 strand_lanes(strand));
        strand->request.list = tile->index;
    }
    strand_end_segment(strand, STRAND_REQUEST,
                       cells->class == CLASS_FOREIGN ? STATS_PHASE_foreign : (enum stats_phase)phases[kind]);
}

/* The datum of a request, kept until the phase. */
static struct operand keep_datum(struct tile *tile, const struct strand *strand, const struct instruction *i,
                                 struct operand datum)
{
    const uint32_t from = strand_from(strand);
    if (!datum.row || is_steady(tile, strand, i, datum.row, i->rd))
        return datum;
    tile->world->rows->blend(tile->datum + from, datum.row + from, strand_bits(strand), strand_lanes(strand));
    return (struct operand){.row = tile->datum};
}

/* ---- the three kinds of instructions */

/* A register of addresses. If those of all PPs are evenly spaced, as those of a whole line of a mesh are, it
 * is two numbers from now on. */
static inline struct operand fetch_address(struct tile *tile, const struct strand *strand, unsigned number)
{
    const struct operand addresses = tile_fetch(tile, strand, number);
    if (addresses.row && strand_is_whole(tile, strand) && tile_may_be_affine(tile, addresses.row) &&
        tile_make_affine(tile, strand, number))
        return tile_operand(tile, number);
    return addresses;
}

static void read_cells(struct tile *tile, struct strand *strand, const struct cells *cells, unsigned target)
{
    const struct rows *rows = tile->world->rows;
    const uint32_t *memory = tile->world->machine->memory.cells;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    const unsigned slot = strand->late_slot ^ 1u;
    uint32_t *late = tile->late[slot];
    strand->late_target = (uint8_t)target;
    strand->late_slot = (uint8_t)slot;
    strand->late_affine = cells->shape == REQUEST_ONE;
    if (cells->shape == REQUEST_ONE) {
        strand->late_base = memory[cells->index];
        strand->late_stride = 0;
    } else if (cells->shape == REQUEST_LIST) {
        rows->load(late + from, memory, cells->list + from, cells->index, 0, UINT32_MAX, strand_bits(strand),
                   lanes);
    } else if (strand_is_whole(tile, strand)) {
        memcpy(late, memory + cells->index, tile->pps * sizeof *late);
        if (cells->class != CLASS_SHARED) { /* a loop counter in its frame is often equal in all PPs */
            const uint32_t stride = tile->pps > 1 ? late[1] - late[0] : 0;
            if (rows->is_fill(late, late[0], stride, strand->set, tile->lanes)) {
                strand->late_affine = true;
                strand->late_base = late[0];
                strand->late_stride = stride;
            }
        }
    } else {
        const uint32_t first = strand_first(strand), count = strand_last(strand) - first + 1;
        uint32_t *words = tile->effects->scratch[SCRATCH_FIRST];
        memcpy(words + first, memory + (uint32_t)(cells->index + first), count * sizeof *words);
        rows->blend(late + from, words + from, strand_bits(strand), lanes);
    }
}

/* While other threads may be writing: reads a row of shared addresses if all of them are safe. Otherwise
 * waits for the writers of these cells and returns false. */
static bool read_safe(struct tile *tile, const struct strand *strand, struct address address,
                      uint32_t *target)
{
    const struct memory *memory = &tile->world->machine->memory;
    struct border *border = &tile->effects->border;
    const uint32_t from = strand_from(strand);
    if (!border->is_open)
        return false;
    border_count_load(border);
    const struct border_span safe = border_span(border, address_word(address, strand_first(strand)));
    const uint32_t low = safe.first > memory->guard ? safe.first : memory->guard;
    const uint32_t end = safe.end < memory->shared_words ? safe.end : memory->shared_words;
    if (low < end &&
        tile->world->rows->load(target + from, memory->cells, address.operand.row + from, address.more, low,
                                end - low, strand_bits(strand), strand_lanes(strand)))
        return true;
    uint32_t first, last;
    tile->world->rows->range(address.operand.row + from, address.more, strand_bits(strand),
                             strand_lanes(strand), &first, &last);
    border->writers->await(border->context, first, last);
    return false;
}

/* The most frequent load: a row of shared addresses. False: they are not all shared. */
static bool read_shared(struct tile *tile, struct strand *strand, struct address address, unsigned target)
{
    const struct memory *memory = &tile->world->machine->memory;
    const uint32_t from = strand_from(strand);
    const unsigned slot = strand->late_slot ^ 1u;
    if (!(read_safe(tile, strand, address, tile->late[slot]) ||
          tile->world->rows->load(tile->late[slot] + from, memory->cells, address.operand.row + from,
                                  address.more, memory->guard, memory->shared_span, strand_bits(strand),
                                  strand_lanes(strand))))
        return false;
    strand->late_target = (uint8_t)target;
    strand->late_slot = (uint8_t)slot;
    strand->late_affine = false;
    return true;
}

bool tile_load(struct tile *tile, struct strand *strand, const struct operation *operation)
{
    return tile_load_from(tile, strand, operation, fetch_address(tile, strand, operation->i.rs),
                          strand_second_operand(tile, strand, operation));
}

bool tile_load_from(struct tile *tile, struct strand *strand, const struct operation *operation,
                    struct operand a, struct operand b)
{
    const struct address address = address_of(tile, strand, operation, a, b);
    if (strand_must_wait(tile, strand)) {
        strand_end_segment(strand, STRAND_WAITING,
                           strand->in_barrier ? STATS_PHASE_barrier : STATS_PHASE_other);
        return false;
    }
    if (address.operand.row && read_shared(tile, strand, address, operation->i.target)) {
        tile_count_loads(tile, strand->cycle, strand->count);
        return true;
    }
    const struct cells cells = locate(tile, strand, address);
    const struct access access = {
        .kind = ACCESS_LOAD, .class = (enum access_class)cells.class, .address = &address, .words = 1};
    if (tile_access_fails(tile, strand, &access))
        return false;
    tile_count_loads(tile, strand->cycle, strand->count);
    tile->effects->unsteady |= cells.class == CLASS_FOREIGN;
    if (cells.class == CLASS_FOREIGN && tile->world->level > 0) {
        ask(tile, strand, &operation->i, REQUEST_LOAD, &cells);
        strand->request.wants_result = true;
        strand->late_target = operation->i.target;
        strand->late_slot ^= 1u;
        strand->late_affine = false;
        return true;
    }
    if (tile_load_is_far(tile, strand, &access))
        return false;
    border_before(&tile->effects->border, cells.low, cells.high);
    read_cells(tile, strand, &cells, operation->i.target);
    return true;
}

void tile_write_cells(const struct tile *tile, const struct strand *strand, const struct cells *cells,
                      bool runs, struct operand datum)
{
    const struct rows *rows = tile->world->rows;
    uint32_t *memory = tile->world->machine->memory.cells;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    if (cells->shape == REQUEST_ONE) {
        memory[cells->index] = operand_word(datum, strand_last(strand));
        return;
    }
    const uint32_t *words = tile_operand_row(tile, strand, datum, SCRATCH_RESULT);
    if (runs)
        rows->scatter_runs(memory, cells->list, cells->index, words, lanes);
    else if (cells->shape == REQUEST_LIST)
        rows->scatter(memory, cells->list + from, cells->index, words + from, strand_bits(strand), lanes);
    else if (strand_is_whole(tile, strand))
        memcpy(memory + cells->index, words, tile->pps * sizeof *words);
    else
        for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
            memory[cells->index + lane] = words[lane];
}

/* Level 3: of members whose stores lie in their frame, and others, splits off one kind. Returns whether the
 * remaining members continue. */
static bool part_by_frame(struct tile *tile, struct strand *strand, const struct access *store)
{
    struct some_members others = {.any = false};
    bool first_inside = false;
    const uint32_t first = strand_first(strand);
    for (uint32_t lane = first; lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint32_t frame = tile_register(tile, strand, MACHINE_FP, lane);
        const uint32_t stack = store->moves_stack
                                   ? operand_word(*store->a, lane) + operand_word(*store->b, lane)
                                   : tile_register(tile, strand, MACHINE_SP, lane);
        const bool inside =
            level_is_in_frame(address_word(*store->address, lane), store->words, frame, stack);
        if (lane == first)
            first_inside = inside;
        if (inside != first_inside)
            some_members_add(&others, lane);
    }
    tile_part_some(tile, strand, &others);
    return first_inside;
}

bool strand_stores_apart(const struct tile *tile, const struct strand *strand, const struct cells *cells)
{
    if (strand->count == 1 || cells->shape == REQUEST_RUN)
        return true;
    if (cells->shape == REQUEST_ONE)
        return false;
    /* without gaps, and each cell after the one before (the same is added to all; no sum wraps around) */
    const uint32_t first = strand_first(strand), end = strand_last(strand) + 1;
    return end - first == strand->count && cells->list[first] + cells->index == cells->low &&
           tile->world->rows->ascends(cells->list + strand_from(strand), strand_bits(strand),
                                      strand_lanes(strand));
}

bool strand_stores_in_step(const struct tile *tile, const struct strand *strand, uint32_t pc,
                           const struct cells *cells)
{
    return tile->stores && tile->in_step && !tile->parted && cells->class == CLASS_SHARED &&
           (cells->low > tile->doze_high || cells->high < tile->doze_low) &&
           (!machine_counts_conflict(tile->world->machine, pc) || strand_stores_apart(tile, strand, cells));
}

bool tile_stores_at_once(struct tile *tile, struct strand *strand, const struct access *store)
{
    const enum store_rule rule = strand_store_rule(tile, strand, store->class);
    const bool at_once =
        rule == STORE_IS_IMMEDIATE || (rule == STORE_ASKS_THE_FRAME && part_by_frame(tile, strand, store));
    tile_count_stores(tile, strand->cycle, (uint64_t)strand->count * store->words);
    if (at_once)
        border_before(&tile->effects->border, store->low, store->high);
    return at_once;
}

bool tile_store(struct tile *tile, struct strand *strand, const struct operation *operation)
{
    const unsigned rd = operation->i.rd;
    const struct operand datum = rd == 0 ? tile_status_word(tile, strand) : tile_fetch(tile, strand, rd);
    return tile_store_to(tile, strand, operation, fetch_address(tile, strand, operation->i.rs),
                         strand_second_operand(tile, strand, operation), datum);
}

bool tile_store_to(struct tile *tile, struct strand *strand, const struct operation *operation,
                   struct operand a, struct operand b, struct operand datum)
{
    const struct instruction *i = &operation->i;
    const struct address address = address_of(tile, strand, operation, a, b);
    const struct cells cells = locate(tile, strand, address);
    const struct access store = {.kind = ACCESS_STORE,
                                 .class = (enum access_class)cells.class,
                                 .low = cells.low,
                                 .high = cells.high,
                                 .words = 1,
                                 .address = &address,
                                 .base = i->rs,
                                 .moves_stack = i->base == MACHINE_SP,
                                 .a = &a,
                                 .b = &b};
    if (tile_access_fails(tile, strand, &store))
        return false;
    if (tile_stores_at_once(tile, strand, &store) ||
        strand_stores_in_step(tile, strand, strand->pc, &cells)) {
        tile_write_cells(tile, strand, &cells, false, datum);
    } else {
        ask(tile, strand, i, REQUEST_STORE, &cells);
        strand->request.datum = keep_datum(tile, strand, i, datum);
        strand->request.own =
            tile->world->level > 0 && (cells.class == CLASS_PRIVATE || cells.class == CLASS_STACK);
    }
    return true;
}

/* Whether a multiprefix request to one shared cell changes nothing and has no result. Which registers are
 * rows depends on whether compiled code has run. */
static bool is_idle(const struct tile *tile, const struct strand *strand, const struct operation *operation,
                    struct operand address)
{
    const struct instruction *i = &operation->i;
    const uint32_t cell = operand_word(address, strand_first(strand));
    return i->target == DECODE_SINK && i->rd != 1 &&
           cell - tile->world->machine->memory.guard < tile->world->machine->memory.shared_span &&
           strand_holds(tile, strand, tile_operand(tile, i->rd), multiprefix_neutral(operation->kernel)) &&
           strand_holds(tile, strand, address, cell);
}

bool tile_fold(struct tile *tile, struct strand *strand, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    if (tile_passes_fold(tile, strand)) {
        strand->late_target = DECODE_SINK;
        strand->steps = 0;
        return true;
    }
    const struct operand address = tile_sum(tile, strand, strand_first_operand(tile, strand, operation),
                                            strand_second_operand(tile, strand, operation));
    if (tile->in_step && !tile->watched && is_idle(tile, strand, operation, address)) {
        tile_count_folds(tile, strand->cycle, strand->count);
        strand->late_target = DECODE_SINK;
        return true;
    }
    return tile_ask_fold(tile, strand, operation, address, tile_fetch(tile, strand, i->rd));
}

bool tile_ask_fold(struct tile *tile, struct strand *strand, const struct operation *operation,
                   struct operand sum, struct operand datum)
{
    const struct instruction *i = &operation->i;
    const struct address address = {.operand = sum};
    const struct cells cells = locate(tile, strand, address);
    const struct access access = {
        .kind = ACCESS_MULTIPREFIX, .class = (enum access_class)cells.class, .address = &address, .words = 1};
    if (tile_access_fails(tile, strand, &access))
        return false;
    tile_count_folds(tile, strand->cycle, strand->count);
    ask(tile, strand, i, REQUEST_FOLD, &cells);
    strand->request.fold = operation->kernel;
    strand->request.datum = keep_datum(tile, strand, i, datum);
    strand->request.wants_result = i->target != DECODE_SINK;
    tile_note_folded(tile, strand, strand->pc);
    strand->late_target = i->target;
    strand->late_slot ^= 1u;
    strand->late_affine = false;
    return true;
}
