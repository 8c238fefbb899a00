/* real.c - the instructions of the precision unit, for a strand.
 *
 * Members of a strand are processed one after the other, because arithmetic costs far more than the loop.
 * Calls the bank, memory, state. */
#include "sim/tile/next.h"

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
    if ((strand->modes & SNAPSHOT_IN_SYNC) == 0) /* counts more, so that segments do not become much longer;
                             their budget there does not limit time (level.h) */
        strand->steps += LEVEL_BUDGET_REAL - 1;
    if (tile->alone != NULL)
        real_gather(bank, tile->first_pp + strand_first(strand), tile->first_pp, tile->pps, i->opcode);
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
    next_written(tile, strand, target, out, next);
}

/* ---- images */

/* The cell of a word of an image whose first word is in `cell`. */
static inline uint32_t *word_of(const struct memory *memory, const struct request *cells, uint32_t cell,
                                uint32_t pp, uint32_t address, uint32_t word)
{
    return memory->cells +
           (cells->step != 0 ? cell + word * cells->step : memory_index(memory, pp, address + word));
}

void tile_move_images(const struct tile *tile, const struct strand *strand, const struct instruction *i,
                      const struct request *cells, const struct address *address)
{
    const struct memory *memory = &tile->world->machine->memory;
    const bool loads = i->kind == ISA_KIND_REALLOAD, is_row = cells->step == 1;
    const bool is_one = cells->shape == REQUEST_ONE && !loads; /* of several stores the last one stays */
    uint32_t words[REAL_MAX_WORDS];
    for (uint32_t lane = is_one ? strand_last(strand) : strand_first(strand); lane != STRAND_END;
         lane = strand_next(strand, lane)) {
        const uint32_t pp = tile->first_pp + lane, cell = request_cell(cells, lane);
        const uint32_t from = cells->step == 0 ? address_word(*address, lane) : 0;
        uint32_t *const image = is_row ? memory->cells + cell : words;
        for (uint32_t word = 0; loads && !is_row && word < cells->words; word++)
            words[word] = *word_of(memory, cells, cell, pp, from, word);
        if (loads)
            real_load(tile->world->bank, pp, i, image);
        else
            real_store(tile->world->bank, pp, i, image);
        for (uint32_t word = 0; !loads && !is_row && word < cells->words; word++)
            *word_of(memory, cells, cell, pp, from, word) = words[word];
    }
}

void tile_carry_out_images(const struct tile *tile, const struct strand *strand)
{
    const struct address address = {.operand = strand->request.datum};
    tile_move_images(tile, strand, &tile->world->code[strand->request.pc].i, &strand->request, &address);
}

void tile_image_words(const struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t *words)
{
    real_store(tile->world->bank, tile->first_pp + lane, &tile->world->code[strand->request.pc].i, words);
}
