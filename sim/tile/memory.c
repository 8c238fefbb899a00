/* memory.c - loads, stores and multiprefix of a strand: does what takes effect at once, and makes requests of
 * the rest. An image of the precision unit is several words in a row, loaded or stored like one word (real.c
 * moves them between cells and units). Calls locate, real, level's rules, rows. */
#include <string.h>

#include "sim/isa/instruction.h"
#include "sim/isa/system.h"
#include "sim/tile/inside.h"
#include "sim/tile/next.h"
#include "asm/tables/alu.h"

/* ---- faults */

/* Whether a word is in an area in the memory of another rank. */
static bool is_far(const struct tile_world *world, uint32_t pp, uint32_t address)
{
    const struct memory_place place = memory_place(&world->machine->memory, pp, address);
    return place.region != MEMORY_REGION_SHARED &&
           (place.owner < world->first_pp || place.owner >= world->end_pp);
}

/* Whether members that load cells of that class do so at level 0, where no phase asks the other ranks. */
static bool may_be_far(const struct tile *tile, enum access_kind kind, enum access_class class)
{
    return class == CLASS_FOREIGN && kind == ACCESS_LOAD && tile->world->level == 0 &&
           tile->world->machine->ranks != NULL;
}

/* The first of the words from the address `first` on that a member may not access, in the machine's order;
 * false: there is none. base: the register of the address. */
static bool fails_at(struct tile *tile, const struct strand *strand, enum access_kind kind, unsigned base,
                     const struct request *cells, uint32_t first, uint32_t lane)
{
    const struct machine *machine = tile->world->machine;
    struct fault *fault = &tile->effects->fault;
    const uint32_t pp = tile->first_pp + lane;
    const uint64_t cycle = tile_cycle(tile, strand, lane);
    const bool asks_ranks = may_be_far(tile, kind, (enum access_class)cells->class);
    for (uint32_t word = first; word != first + cells->words; word++) {
        const struct pp_access access = {kind, base, word, pp, strand->pc, cycle};
        if (fault_or_cell(fault, machine, &access) == MEMORY_ILLEGAL)
            return true;
        if (asks_ranks && is_far(tile->world, pp, word)) {
            fault_far(fault, machine, &access);
            return true;
        }
    }
    return false;
}

/* Members that may not access their words fault: returns whether all do. */
static bool access_fails(struct tile *tile, struct strand *strand, enum access_kind kind, unsigned base,
                         const struct request *cells, struct address address)
{
    const enum access_class class = cells->class;
    const bool may_overflow = kind == ACCESS_STORE && tile->world->machine->program.uses_stack &&
                              (base == MACHINE_SP || base == MACHINE_FP) && class != CLASS_SHARED &&
                              class != CLASS_STACK;
    if (class != CLASS_ILLEGAL && !may_overflow && !may_be_far(tile, kind, class))
        return false;
    uint16_t faulty[TILE_BLOCKS] = {0};
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        if (fails_at(tile, strand, kind, base, cells, address_word(address, lane), lane))
            set_add(faulty, lane);
    return !tile_stop(tile, strand, faulty, STRAND_FAULT);
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
                const struct request *cells)
{
    static const uint8_t phases[] = {[REQUEST_STORE] = STATS_PHASE_store,
                                     [REQUEST_FOLD] = STATS_PHASE_multiprefix,
                                     [REQUEST_LOAD] = STATS_PHASE_foreign,
                                     [REQUEST_HOST] = STATS_PHASE_hostcall};
    const uint32_t from = strand_from(strand);
    strand->request = *cells;
    strand->request.kind = (uint8_t)kind;
    strand->request.pc = strand->pc;
    if (cells->shape == REQUEST_LIST && !is_steady(tile, strand, i, cells->list, i->rs) &&
        !is_steady(tile, strand, i, cells->list, i->rt)) {
        tile->world->rows->blend(tile->index + from, cells->list + from, strand_bits(strand),
                                 strand_lanes(strand));
        strand->request.list = tile->index;
    }
    strand_end_segment(strand, STRAND_REQUEST,
                       cells->class == CLASS_FOREIGN ? STATS_PHASE_foreign : (enum stats_part)phases[kind]);
}

/* The datum of a request, kept until the phase. */
static struct operand keep_datum(struct tile *tile, const struct strand *strand, const struct instruction *i,
                                 struct operand datum)
{
    return is_steady(tile, strand, i, datum.row, i->rd) ? datum : tile_keep(tile, strand, tile->datum, datum);
}

/* An image in several areas is found again by its address, which is kept as the datum. */
static struct operand keep_addresses(struct tile *tile, const struct strand *strand, struct address address)
{
    const uint32_t first = strand_first(strand);
    for (uint32_t lane = first; lane != STRAND_END; lane = strand_next(strand, lane))
        tile->datum[lane] = address_word(address, lane);
    return strand->count == 1 ? uniform(tile->datum[first]) : (struct operand){.row = tile->datum};
}

/* ---- the three kinds of instructions */

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

static void read_cells(struct tile *tile, struct strand *strand, const struct request *cells, unsigned target)
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
        rows->gather(late + from, memory, cells->list + from, cells->index, strand_bits(strand), lanes);
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

/* Number of words that an instruction loads or stores. */
static uint32_t words_of(const struct tile *tile, const struct operation *operation)
{
    return instruction_is_image(&operation->i) ? real_image_words(tile->world->bank, &operation->i) : 1;
}

bool tile_load(struct tile *tile, struct strand *strand, const struct operation *operation)
{
    const bool is_image = instruction_is_image(&operation->i);
    const struct address address =
        address_of(tile, strand, operation, strand_first_operand(tile, strand, operation),
                   strand_second_operand(tile, strand, operation));
    if (strand_must_wait(tile, strand)) {
        strand_end_segment(strand, STRAND_WAITING,
                           strand->in_barrier ? STATS_PHASE_barrier : STATS_PHASE_other);
        return false;
    }
    const uint32_t words = words_of(tile, operation);
    const struct request cells = tile_locate(tile, strand, address, words);
    if (access_fails(tile, strand, ACCESS_LOAD, operation->i.rs, &cells, address))
        return false;
    TILE_COUNT(tile, loads, strand->cycle, (uint64_t)strand->count * words);
    if (cells.class == CLASS_FOREIGN && tile->world->level > 0) {
        ask(tile, strand, &operation->i, REQUEST_LOAD, &cells);
        strand->request.is_image = is_image;
        strand->request.wants_result = !is_image;
        if (is_image)
            strand->request.datum = keep_addresses(tile, strand, address);
        strand->late_target = is_image ? DECODE_SINK : operation->i.target;
        strand->late_slot ^= !is_image;
        strand->late_affine = false;
        return true;
    }
    border_before(&tile->effects->border, cells.low, cells.high);
    if (!is_image) {
        read_cells(tile, strand, &cells, operation->i.target);
        return true;
    }
    tile_move_images(tile, strand, &operation->i, &cells, &address);
    strand->late_target = DECODE_SINK;
    return true;
}

void tile_write_cells(const struct tile *tile, const struct strand *strand, const struct request *request)
{
    const struct rows *rows = tile->world->rows;
    uint32_t *memory = tile->world->machine->memory.cells;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    if (request->shape == REQUEST_ONE) {
        memory[request->index] = operand_word(request->datum, strand_last(strand));
        return;
    }
    const uint32_t *words = tile_operand_row(tile, strand, request->datum, SCRATCH_RESULT);
    if (request->shape == REQUEST_LIST)
        rows->scatter(memory, request->list + from, request->index, words + from, strand_bits(strand), lanes);
    else if (strand_is_whole(tile, strand))
        memcpy(memory + request->index, words, tile->pps * sizeof *words);
    else
        for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
            memory[request->index + lane] = words[lane];
}

/* Level 3: of members whose stores lie in their frame, and others, splits off one kind. Returns whether the
 * remaining members continue. */
static bool part_by_frame(struct tile *tile, struct strand *strand, const struct operation *operation,
                          struct address address, struct operand a, struct operand b)
{
    uint16_t others[TILE_BLOCKS] = {0};
    bool first_inside = false;
    const uint32_t first = strand_first(strand);
    for (uint32_t lane = first; lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint32_t frame = tile_register(tile, strand, MACHINE_FP, lane);
        const uint32_t stack = operation->i.base == MACHINE_SP
                                   ? operand_word(a, lane) + operand_word(b, lane)
                                   : tile_register(tile, strand, MACHINE_SP, lane);
        const bool inside =
            level_is_in_frame(address_word(address, lane), words_of(tile, operation), frame, stack);
        if (lane == first)
            first_inside = inside;
        if (inside != first_inside)
            set_add(others, lane);
    }
    tile_part(tile, strand, others);
    return first_inside;
}

/* The same of a list of images: those of shared memory must be in their order. */
static bool images_are_disjoint(const struct strand *strand, const struct request *cells)
{
    uint64_t end = 0; /* of the previous image */
    if (cells->step != 1)
        return cells->step != 0; /* each is in its own area; or in several areas */
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint32_t cell = cells->list[lane] + cells->index;
        if (cell < end)
            return false;
        end = (uint64_t)cell + cells->words;
    }
    return true;
}

bool strand_stores_are_disjoint(const struct tile *tile, const struct strand *strand,
                                const struct request *cells)
{
    if (strand->count == 1 || cells->shape == REQUEST_RUN)
        return true;
    if (cells->shape == REQUEST_ONE)
        return false;
    if (cells->words > 1)
        return images_are_disjoint(strand, cells);
    /* without gaps, and each cell after the one before (the same is added to all; no sum wraps around) */
    const uint32_t first = strand_first(strand), end = strand_last(strand) + 1;
    return end - first == strand->count && cells->list[first] + cells->index == cells->low &&
           tile->world->rows->ascends(cells->list + strand_from(strand), strand_bits(strand),
                                      strand_lanes(strand));
}

/* Whether a store to shared cells takes effect at once because all PPs are in lockstep: no awake PP sees it,
 * sleeping PPs load other cells, and no losing store must be counted. */
static bool stores_in_lockstep(const struct tile *tile, const struct strand *strand,
                               const struct request *cells)
{
    return tile->in_lockstep && !tile->has_split && cells->class == CLASS_SHARED &&
           tile->world->machine->config.policy == POLICY_HIGH &&
           (!machine_counts_conflict(tile->world->machine, strand->pc) ||
            strand_stores_are_disjoint(tile, strand, cells));
}

/* Whether a store takes effect at once and ends no segment, by the level rule. At level 3 splits members
 * whose stores differ in that; the remaining ones have had their words counted. */
static bool stores_at_once(struct tile *tile, struct strand *strand, const struct operation *operation,
                           const struct request *cells, struct address address, struct operand a,
                           struct operand b)
{
    const enum store_rule rule = strand_store_rule(tile, strand, (enum access_class)cells->class);
    const bool at_once =
        rule == STORE_IS_IMMEDIATE ||
        (rule == STORE_ASKS_THE_FRAME && part_by_frame(tile, strand, operation, address, a, b));
    TILE_COUNT(tile, stores, strand->cycle, (uint64_t)strand->count * cells->words);
    return at_once;
}

bool tile_store(struct tile *tile, struct strand *strand, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    const bool is_image = instruction_is_image(&operation->i);
    struct operand datum = {0};
    if (!is_image)
        datum = i->rd == 0 ? tile_status_word(tile, strand) : tile_fetch(tile, strand, i->rd);
    const struct operand a = strand_first_operand(tile, strand, operation);
    const struct operand b = strand_second_operand(tile, strand, operation);
    const struct address address = address_of(tile, strand, operation, a, b);
    struct request cells = tile_locate(tile, strand, address, words_of(tile, operation));
    if (access_fails(tile, strand, ACCESS_STORE, i->rs, &cells, address))
        return false;
    const bool at_once = stores_at_once(tile, strand, operation, &cells, address, a, b) ||
                         stores_in_lockstep(tile, strand, &cells);
    const bool pauses =
        !at_once && tile->world->level > 0 && (cells.class == CLASS_PRIVATE || cells.class == CLASS_STACK);
    if (!at_once && !pauses) {
        ask(tile, strand, i, REQUEST_STORE, &cells);
        strand->request.is_image = is_image;
        strand->request.datum = !is_image         ? keep_datum(tile, strand, i, datum)
                                : cells.step == 0 ? keep_addresses(tile, strand, address)
                                                  : (struct operand){0};
        return true;
    }
    border_before(&tile->effects->border, cells.low, cells.high);
    cells.datum = datum;
    if (is_image)
        tile_move_images(tile, strand, i, &cells, &address);
    else
        tile_write_cells(tile, strand, &cells);
    if (pauses)
        strand_end_segment(strand, STRAND_PAUSED, STATS_PHASE_store);
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
           strand_holds(tile, strand, tile_operand(tile, i->rd), system_neutral(operation->fold)) &&
           strand_holds(tile, strand, address, cell);
}

/* The cells of user code order PPs. */
static void note_folded(struct tile *tile, const struct strand *strand)
{
    const struct tile_folded one = {.low = strand->request.low, .end = strand->request.high + 1};
    if ((strand->modes & SNAPSHOT_IN_ASYNC) != 0 &&
        tile->world->machine->program.origins[strand->pc] == ORIGIN_USER)
        tile_folded_unite(&tile->folded[strand->pc % TILE_FOLDS], &one);
}

bool tile_fold(struct tile *tile, struct strand *strand, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    if (tile->passes) { /* as if a phase had been held: nothing is delayed, steps are counted from here on */
        tile->passes = false;
        tile->effects->passed = true;
        TILE_COUNT(tile, multiprefix, strand->cycle, strand->count);
        strand->late_target = DECODE_SINK;
        strand->steps = 0;
        return true;
    }
    const struct address address = {.operand =
                                        tile_sum(tile, strand, strand_first_operand(tile, strand, operation),
                                                 strand_second_operand(tile, strand, operation))};
    if (tile->in_lockstep && is_idle(tile, strand, operation, address.operand)) {
        TILE_COUNT(tile, multiprefix, strand->cycle, strand->count);
        strand->late_target = DECODE_SINK;
        return true;
    }
    const struct request cells = tile_locate(tile, strand, address, 1);
    if (access_fails(tile, strand, ACCESS_MULTIPREFIX, i->rs, &cells, address))
        return false;
    TILE_COUNT(tile, multiprefix, strand->cycle, strand->count);
    ask(tile, strand, i, REQUEST_FOLD, &cells);
    strand->request.fold = operation->fold;
    strand->request.datum = keep_datum(tile, strand, i, tile_fetch(tile, strand, i->rd));
    strand->request.wants_result = i->target != DECODE_SINK;
    note_folded(tile, strand);
    strand->late_target = i->target;
    strand->late_slot ^= 1u;
    strand->late_affine = false;
    return true;
}
