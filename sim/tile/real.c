/* real.c - see real.h.
 *
 * Members of a strand are processed one after the other, because arithmetic costs far more than the loop. An
 * image is loaded, stored or requested as a whole; its words together decide the kind of access. Calls the
 * bank, memory, level's rules, rows. */
#include "sim/tile/real.h"

#include <string.h>

#include "asm/isa.h"
#include "sim/isa/instruction.h"

/* The first lane after `lane` that is no member. */
static uint32_t run_end(const struct strand *strand, uint32_t lane)
{
    do
        lane++;
    while (lane < TILE_ROW_WORDS && strand_has(strand, lane));
    return lane;
}

/* ---- arithmetic */

void tile_real_execute(struct tile *tile, struct strand *strand, const struct instruction *i,
                       struct operand a)
{
    const struct real_bank *bank = tile->world->bank;
    const bool takes_word = instruction_takes_word(i);
    uint32_t end;
    tile->effects->unsteady = true;
    strand_count_real(strand);
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, end - 1)) {
        end = run_end(strand, lane);
        if (!takes_word)
            real_execute_run(bank, tile->first_pp + lane, end - lane, i);
        for (; takes_word && lane < end; lane++)
            (void)real_execute(bank, tile->first_pp + lane, i, operand_word(a, lane));
    }
}

/* Writes the result of each member to its word of a row. */
static void execute_to_row(struct tile *tile, const struct strand *strand, const struct instruction *i,
                           uint32_t *row)
{
    tile->effects->unsteady = true;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        row[lane] = real_execute(tile->world->bank, tile->first_pp + lane, i, 0);
}

void tile_real_compare(struct tile *tile, struct strand *strand, const struct instruction *i)
{
    execute_to_row(tile, strand, i, tile->status);
    strand->flags = FLAGS_ROW;
}

void tile_real_out(struct tile *tile, struct strand *strand, const struct operation *operation,
                   struct next *next)
{
    const unsigned target = operation->i.target;
    if (target == DECODE_SINK)
        return;
    tile_release_flags(tile, strand, target, operation->flags_live);
    uint32_t *out = tile_target(tile, strand, target);
    execute_to_row(tile, strand, &operation->i, out);
    if (target == 1)
        next_jump(tile, strand, (struct operand){.row = out}, next);
    else
        tile_written(tile, strand, target);
}

/* ---- places of images */

/* The images of a strand's members, all of one class. */
struct images {
    enum access_class class;
    uint32_t words;
    uint32_t low, high; /* range of all cells */
    bool apart;
};

/* Whether the whole image is in shared memory. */
static inline bool is_shared(const struct memory *memory, uint32_t address, uint32_t words)
{
    const uint32_t offset = address - memory->guard;
    return offset < memory->shared_span && memory->shared_span - offset >= words;
}

/* An image in several areas counts as foreign: it is moved in the phase, word by word. */
static enum access_class class_of(const struct memory *memory, uint32_t pp, uint32_t address, uint32_t words)
{
    if (is_shared(memory, address, words))
        return CLASS_SHARED;
    const struct memory_place first = memory_place(memory, pp, address);
    const struct memory_place last = memory_place(memory, pp, address + words - 1);
    if (first.region == last.region && first.owner == pp && last.owner == pp &&
        last.word == first.word + words - 1) {
        if (first.region == MEMORY_REGION_OWN)
            return CLASS_PRIVATE;
        if (first.region == MEMORY_REGION_STACK)
            return CLASS_STACK;
    }
    for (uint32_t word = 0; word < words; word++)
        if (memory_index(memory, pp, address + word) == MEMORY_ILLEGAL)
            return CLASS_ILLEGAL;
    return CLASS_FOREIGN;
}

/* Distance from a word's cell to the next one's; 0: irregular. */
static inline uint32_t stride_of(const struct memory *memory, enum access_class class)
{
    return class == CLASS_SHARED ? 1 : class == CLASS_FOREIGN ? 0 : 1u << memory->lane_shift;
}

/* Extends low .. high by the cells of a member's image. */
static void add_cells(const struct memory *memory, uint32_t pp, uint32_t address, struct images *images)
{
    const uint32_t step = images->class == CLASS_FOREIGN || images->words == 1 ? 1 : images->words - 1;
    for (uint32_t word = 0; word < images->words; word += step) {
        const uint32_t index = memory_index(memory, pp, address + word);
        images->low = index < images->low ? index : images->low;
        images->high = index > images->high ? index : images->high;
    }
}

/* Splits members whose images are of another class than the lowest one's from the strand. */
static struct images locate(struct tile *tile, struct strand *strand, struct operand address, uint32_t words)
{
    const struct memory *memory = &tile->world->machine->memory;
    const uint32_t first = strand_first(strand);
    struct images images = {.words = words, .low = UINT32_MAX, .apart = true};
    if (is_uniform(address) && is_shared(memory, address.base, words)) /* one image for all */
        return (struct images){.class = CLASS_SHARED,
                               .words = words,
                               .low = address.base,
                               .high = address.base + words - 1,
                               .apart = strand->count == 1};
    struct some_members others = {.any = false};
    uint64_t end = 0; /* of the previous image */
    for (uint32_t lane = first; lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint32_t word = operand_word(address, lane), pp = tile->first_pp + lane;
        const enum access_class class = class_of(memory, pp, word, words);
        if (lane == first)
            images.class = class;
        if (class != images.class) {
            some_members_add(&others, lane);
            continue;
        }
        if (class == CLASS_SHARED) {
            images.low = word < images.low ? word : images.low;
            images.high = word + words - 1 > images.high ? word + words - 1 : images.high;
            images.apart = images.apart && word >= end;
            end = (uint64_t)word + words;
        } else if (class != CLASS_ILLEGAL) {
            add_cells(memory, pp, word, &images);
        }
    }
    if (images.class == CLASS_FOREIGN)
        images.apart = false;
    tile_part_some(tile, strand, &others);
    return images;
}

/* ---- between memory and the unit */

/* Loads or stores the image of a PP. */
static void move_image(const struct tile *tile, uint32_t lane, const struct instruction *i, uint32_t address,
                       uint32_t words, uint32_t stride)
{
    const struct memory *memory = &tile->world->machine->memory;
    const bool loads = i->kind == ISA_KIND_REALLOAD;
    const uint32_t pp = tile->first_pp + lane, index = memory_index(memory, pp, address);
    uint32_t *cells[REAL_MAX_WORDS], image[REAL_MAX_WORDS];
    if (stride == 1) {
        if (loads)
            real_load(tile->world->bank, pp, i, memory->cells + index);
        else
            real_store(tile->world->bank, pp, i, memory->cells + index);
        return;
    }
    for (uint32_t word = 0; word < words; word++)
        cells[word] =
            memory->cells + (stride != 0 ? index + word * stride : memory_index(memory, pp, address + word));
    for (uint32_t word = 0; word < words && loads; word++)
        image[word] = *cells[word];
    if (loads) {
        real_load(tile->world->bank, pp, i, image);
        return;
    }
    real_store(tile->world->bank, pp, i, image);
    for (uint32_t word = 0; word < words; word++)
        *cells[word] = image[word];
}

/* ---- requests */

/* Notes a request for the phase. Its datum is only the address: a PP's X registers and accumulator do not
 * change until it continues. */
static void ask(struct tile *tile, struct strand *strand, enum request_kind kind, const struct images *images,
                struct operand address)
{
    const uint32_t from = strand_from(strand);
    strand->request = (struct request){
        .kind = (uint8_t)kind,
        .shape = REQUEST_IMAGE,
        .pc = strand->pc,
        .index = stride_of(&tile->world->machine->memory, images->class),
        .low = images->low,
        .high = images->high,
        .words = images->words,
        .apart = images->apart,
        .own = tile->world->level > 0 && (images->class == CLASS_PRIVATE || images->class == CLASS_STACK),
        .datum = address};
    if (address.row) {
        tile->world->rows->blend(tile->datum + from, address.row + from, strand_bits(strand),
                                 strand_lanes(strand));
        strand->request.datum.row = tile->datum;
    }
    strand_end_segment(strand, STRAND_REQUEST,
                       images->class == CLASS_FOREIGN ? STATS_PHASE_foreign : STATS_PHASE_store);
}

void tile_move_image(const struct tile *tile, const struct strand *strand, uint32_t lane)
{
    const struct request *request = &strand->request;
    const struct instruction *i = &tile->world->code[request->pc].i;
    const uint32_t address = operand_word(request->datum, lane);
    move_image(tile, lane, i, address, request->words, request->index);
}

void tile_image_words(const struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t *words)
{
    real_store(tile->world->bank, tile->first_pp + lane, &tile->world->code[strand->request.pc].i, words);
}

uint32_t tile_image_cell(const struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t word)
{
    return memory_index(&tile->world->machine->memory, tile->first_pp + lane,
                        operand_word(strand->request.datum, lane) + word);
}

/* ---- loads and stores */

bool tile_real_load(struct tile *tile, struct strand *strand, const struct operation *operation,
                    struct operand a, struct operand b)
{
    const struct instruction *i = &operation->i;
    if (strand_must_wait(tile, strand)) {
        strand_end_segment(strand, STRAND_WAITING,
                           strand->in_barrier ? STATS_PHASE_barrier : STATS_PHASE_other);
        return false;
    }
    const uint32_t words = real_image_words(tile->world->bank, i);
    const struct operand address = tile_sum(tile, strand, a, b);
    tile->effects->unsteady = true;
    const struct images images = locate(tile, strand, address, words);
    const struct address first = {.operand = address};
    const struct access access = {
        .kind = ACCESS_LOAD, .class = images.class, .address = &first, .words = words};
    if (tile_access_fails(tile, strand, &access))
        return false;
    tile_count_loads(tile, strand->cycle, (uint64_t)strand->count * words);
    if (images.class == CLASS_FOREIGN && tile->world->level > 0) {
        ask(tile, strand, REQUEST_LOAD, &images, address);
        return true;
    }
    if (tile_load_is_far(tile, strand, &access))
        return false;
    border_before(&tile->effects->border, images.low, images.high);
    const uint32_t stride = stride_of(&tile->world->machine->memory, images.class);
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        move_image(tile, lane, i, operand_word(address, lane), words, stride);
    return true;
}

bool tile_real_store(struct tile *tile, struct strand *strand, const struct operation *operation,
                     struct operand a, struct operand b)
{
    const struct instruction *i = &operation->i;
    const uint32_t words = real_image_words(tile->world->bank, i);
    const struct operand address = tile_sum(tile, strand, a, b);
    tile->effects->unsteady = true;
    const struct images images = locate(tile, strand, address, words);
    const struct address first = {.operand = address};
    const struct access store = {.kind = ACCESS_STORE,
                                 .class = images.class,
                                 .low = images.low,
                                 .high = images.high,
                                 .words = words,
                                 .address = &first,
                                 .base = i->rs};
    if (tile_access_fails(tile, strand, &store))
        return false;
    if (!tile_stores_at_once(tile, strand, &store)) {
        ask(tile, strand, REQUEST_STORE, &images, address);
        return true;
    }
    const uint32_t stride = stride_of(&tile->world->machine->memory, images.class);
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        move_image(tile, lane, i, operand_word(address, lane), words, stride);
    return true;
}
