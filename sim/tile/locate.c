/* locate.c - the cells of an access: finds where the words of the members of a strand lie, from their
 * addresses.
 *
 * Each member accesses one word, or an image of the precision unit, which is several words in a row.
 * Addresses are classified from cheap to expensive: two numbers (uniform, evenly spaced), a row within shared
 * memory, a row of own private or stack words, and only then one PP at a time. Own areas are interleaved on
 * the host, so that the same word of all PPs of a tile is a row of memory. Calls memory, rows. */
#include "sim/tile/inside.h"

/* Host index of word 0 of an own area, in lane 0: word w of lane n is (w << lane_shift) + n further. */
static uint32_t area_start(const struct tile *tile, enum access_class class)
{
    return class == CLASS_PRIVATE ? tile->private_cell : tile->stack_cell;
}

/* Of an access to `words` words: the cells are still to be found. */
static struct request begin(const struct memory *memory, enum access_class class, enum request_shape shape,
                            uint32_t words)
{
    const uint32_t step = class == CLASS_SHARED ? 1 : class == CLASS_FOREIGN ? 0 : 1u << memory->lane_shift;
    return (struct request){
        .class = (uint8_t) class, .shape = (uint8_t)shape, .words = words, .step = step, .low = UINT32_MAX};
}

/* The cells of shared words whose first ones have addresses between low and high. */
static struct request shared(const struct memory *memory, enum request_shape shape, uint32_t low,
                             uint32_t high, uint32_t words)
{
    struct request cells = begin(memory, CLASS_SHARED, shape, words);
    cells.low = low;
    cells.high = high + (words - 1);
    return cells;
}

/* Whether all words of accesses whose first words lie between low and high are shared. */
static inline bool are_shared(const struct memory *memory, uint64_t low, uint64_t high, uint32_t words)
{
    return low >= memory->guard && high + words <= memory->shared_words;
}

/* Whether all words of accesses to an area of 1 << shift words are in it; `high` is the last first word. */
static inline bool are_in_area(uint32_t high, unsigned shift, uint32_t words)
{
    return high >> shift == 0 && (high + (words - 1)) >> shift == 0;
}

/* All members access the same word of their areas. */
static struct request own_run(const struct tile *tile, enum access_class class, uint32_t word, uint32_t words)
{
    struct request cells = begin(&tile->world->machine->memory, class, REQUEST_RUN, words);
    cells.index = cells.low = area_start(tile, class) + word * cells.step;
    cells.high = cells.low + (words - 1) * cells.step + tile->pps - 1;
    return cells;
}

/* Converts offsets into the own areas to host indices. */
static struct request own_list(struct tile *tile, const struct strand *strand, enum access_class class,
                               const uint32_t *offset, uint32_t words)
{
    const struct memory *memory = &tile->world->machine->memory;
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    uint32_t *index = tile->effects->scratch[SCRATCH_FIRST], *start = tile->effects->scratch[SCRATCH_SECOND];
    struct request cells = begin(memory, class, REQUEST_LIST, words);
    cells.list = index;
    rows->operate_constant[OP_lsl](index + from, offset + from, memory->lane_shift, lanes);
    rows->fill(start + from, area_start(tile, class) + from, 1, lanes);
    rows->operate[OP_add](index + from, index + from, start + from, lanes);
    rows->range(index + from, 0, strand_bits(strand), lanes, &cells.low, &cells.high);
    cells.high += (words - 1) * cells.step;
    return cells;
}

/* ---- one PP at a time */

/* The class of an access by a PP; *index gets the cell of its first word. An image in several areas counts as
 * foreign: it is moved in the phase, word by word. */
static enum access_class class_of(const struct memory *memory, uint32_t pp, uint32_t address, uint32_t words,
                                  uint32_t *index)
{
    const struct memory_place first = memory_place(memory, pp, address);
    const enum access_class class = tile_class_of(&first, pp);
    *index = first.index;
    if (words == 1 || class == CLASS_ILLEGAL)
        return class;
    const struct memory_place last = memory_place(memory, pp, address + words - 1);
    if (last.region == first.region && last.owner == first.owner && last.word - first.word == words - 1)
        return class;
    for (uint32_t word = 1; word < words; word++)
        if (memory_index(memory, pp, address + word) == MEMORY_ILLEGAL)
            return CLASS_ILLEGAL;
    return CLASS_FOREIGN;
}

/* Extends low .. high by the cells of a PP. */
static void add_cells(const struct memory *memory, uint32_t pp, uint32_t address, uint32_t index,
                      struct request *cells)
{
    const uint32_t last = index + (cells->words - 1) * cells->step;
    cells->low = index < cells->low ? index : cells->low;
    cells->high = last > cells->high ? last : cells->high;
    for (uint32_t word = 1; cells->step == 0 && word < cells->words; word++) {
        const uint32_t one = memory_index(memory, pp, address + word);
        cells->low = one < cells->low ? one : cells->low;
        cells->high = one > cells->high ? one : cells->high;
    }
}

/* Members of another class than the lowest one's are split from the strand. */
static struct request locate_singly(struct tile *tile, struct strand *strand, struct address address,
                                    uint32_t words)
{
    const struct memory *memory = &tile->world->machine->memory;
    uint32_t *index = tile->effects->scratch[SCRATCH_FIRST];
    uint16_t others[TILE_BLOCKS] = {0};
    struct request cells = {.shape = REQUEST_LIST};
    const uint32_t first = strand_first(strand);
    const bool is_one = strand->count == 1;
    for (uint32_t lane = first; lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint32_t pp = tile->first_pp + lane, word = address_word(address, lane);
        uint32_t cell;
        const enum access_class class = class_of(memory, pp, word, words, &cell);
        if (lane == first)
            cells = begin(memory, class, is_one ? REQUEST_ONE : REQUEST_LIST, words);
        if (class != (enum access_class)cells.class) {
            set_add(others, lane);
            continue;
        }
        index[lane] = cell;
        add_cells(memory, pp, word, cell, &cells);
    }
    if (is_one) {
        cells.index = index[first];
        return cells;
    }
    cells.list = index;
    tile_part(tile, strand, others);
    return cells;
}

/* ---- all members at once */

/* Evenly spaced addresses. Usually one shared word is accessed, or a word next to that of the lane before. */
static struct request locate_affine(struct tile *tile, struct strand *strand, struct address address,
                                    uint32_t words)
{
    const struct memory *memory = &tile->world->machine->memory;
    const struct operand operand = address.operand;
    const uint32_t first = strand_first(strand), start = operand_word(operand, first);
    const int64_t end = start + (int64_t)(int32_t)operand.stride * (int64_t)(strand_last(strand) - first);
    const int64_t low = end < start ? end : start, high = end < start ? start : end;
    if (low >= 0 && are_shared(memory, (uint64_t)low, (uint64_t)high, words)) {
        const bool is_run = operand.stride == 1 && words == 1; /* the words of images would overlap */
        struct request cells = shared(memory,
                                      operand.stride == 0 ? REQUEST_ONE
                                      : is_run            ? REQUEST_RUN
                                                          : REQUEST_LIST,
                                      (uint32_t)low, (uint32_t)high, words);
        if (cells.shape == REQUEST_LIST)
            cells.list = tile_operand_row(tile, strand, operand, SCRATCH_FIRST);
        else
            cells.index = operand.base;
        return cells;
    }
    const uint32_t word = operand.base & ~MEMORY_PRIVATE;
    if (operand.stride == 0 && word != operand.base && are_in_area(word, memory->private_shift, words))
        return own_run(tile, CLASS_PRIVATE, word, words);
    const uint32_t stack_word = operand.base - memory_stack_address(memory, tile->first_pp);
    if (operand.stride == 1u << memory->stack_shift && are_in_area(stack_word, memory->stack_shift, words))
        return own_run(tile, CLASS_STACK, stack_word, words);
    return locate_singly(tile, strand, address, words);
}

/* A row of addresses. */
static struct request locate_row(struct tile *tile, struct strand *strand, struct address address,
                                 uint32_t words)
{
    const struct memory *memory = &tile->world->machine->memory;
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    const uint32_t *row = address.operand.row;
    uint32_t *offset = tile->effects->scratch[SCRATCH_FIRST], *start = tile->effects->scratch[SCRATCH_SECOND];
    const bool is_whole = address.number != 0 && strand_is_whole(tile, strand);
    uint32_t low, high;
    if (is_whole)
        tile_row_range(tile, strand, address.number, address.more, &low, &high);
    else
        rows->range(row + from, address.more, strand_bits(strand), lanes, &low, &high);
    if (are_shared(memory, low, high, words)) {
        struct request cells = shared(memory, low == high ? REQUEST_ONE : REQUEST_LIST, low, high, words);
        cells.index = low == high ? low : address.more;
        cells.list = low == high ? NULL : row;
        return cells;
    }
    if (low >= MEMORY_PRIVATE && are_in_area(high & ~MEMORY_PRIVATE, memory->private_shift, words)) {
        if (low == high)
            return own_run(tile, CLASS_PRIVATE, low & ~MEMORY_PRIVATE, words);
        rows->operate_constant[OP_add](offset + from, row + from, address.more - MEMORY_PRIVATE, lanes);
        return own_list(tile, strand, CLASS_PRIVATE, offset, words);
    }
    if (low >= memory->shared_words && high < memory->private_start) {
        const uint32_t size = 1u << memory->stack_shift;
        rows->fill(start + from, memory_stack_address(memory, tile->first_pp) - address.more + from * size,
                   size, lanes);
        rows->operate[OP_sub](offset + from, row + from, start + from, lanes);
        rows->range(offset + from, 0, strand_bits(strand), lanes, &low, &high);
        if (are_in_area(high, memory->stack_shift, words))
            return low == high ? own_run(tile, CLASS_STACK, low, words)
                               : own_list(tile, strand, CLASS_STACK, offset, words);
    }
    return locate_singly(tile, strand, address, words);
}

struct request tile_locate(struct tile *tile, struct strand *strand, struct address address, uint32_t words)
{
    if (strand->count == 1)
        return locate_singly(tile, strand, address, words);
    return address.operand.row ? locate_row(tile, strand, address, words)
                               : locate_affine(tile, strand, address, words);
}

uint32_t tile_word_cell(const struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t word)
{
    const struct request *request = &strand->request;
    if (request->step != 0 || word == 0)
        return request_cell(request, lane) + word * request->step;
    return memory_index(&tile->world->machine->memory, tile->first_pp + lane,
                        operand_word(request->datum, lane) + word);
}
