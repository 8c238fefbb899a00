/* crowd.c - a cycle in which PPs of strands collide (model_state.h).
 *
 * PPs of a strand that do the same to one cell, as members of one group, called from one place, make a crowd.
 * A crowd is judged by its two lowest PPs and its size. So judge.c gets a few accesses where thousands of PPs
 * meet in a barrier. Cells with one access are left out. If all PPs of a strand access one cell, no PP is
 * examined on its own. Calls span, cells.
 */
#include "common/memory.h"
#include "span.h"

enum {
    MOST_SIDES = 256,
    MOST_COMPARED = 64, /* with more strands, disjoint strands are not searched for */
    MOST_ALIKE = 32     /* crowds of one cell */
};

/* PPs with equal accesses. */
struct crowd {
    struct access lowest;
    const struct side *side; /* their strand */
    uint32_t second_pp;      /* the next one; if `count` is more than 1 */
    uint32_t count;
    uint32_t next;  /* 1 + the number of another crowd of the same cell; 0: none */
    bool is_joined; /* not the first crowd of its cell */
};

/* A strand that accesses shared memory. */
struct side {
    struct span span; /* a strand without rows has only `strand` and `code` */
    const struct instruction *instruction;
    struct observer_row group, datum; /* of a strand with rows */
};

struct sides {
    struct side list[MOST_SIDES];
    uint32_t count;
    uint32_t pps;
    uint32_t base;   /* stamps above it mean crowds, in order */
    uint32_t crowds; /* number of crowds */
};

static uint32_t word_of(const struct model *model, const struct observer_strand *strand, unsigned number,
                        uint32_t lane)
{
    if (number <= 1)
        return number == 0 ? 0 : strand->pc;
    return model->now->source->word(model->now->state, strand->first_pp + lane, number);
}

static uint32_t row_word(const struct observer_row *row, uint32_t lane)
{
    return row->word != NULL ? row->word[lane] : row->base + lane * row->stride;
}

/* ---- strands */

/* False: each PP must be examined. */
static bool add_side(struct model *model, struct sides *sides, const struct observer_strand *strand,
                     uint32_t *room)
{
    const struct memory *memory = &model->machine->memory;
    if (sides->count == MOST_SIDES)
        return false;
    struct side *side = &sides->list[sides->count];
    side->span = (struct span){.strand = strand, .code = &model->code[strand->pc]};
    side->instruction = &model->machine->program.code[strand->pc];
    if (side->span.code->work == MODEL_WORK_IMAGE)
        return false;
    if (strand->has_rows) {
        if (*room + strand->lanes > model->rows_room ||
            !span_measure(model, &side->span, model->rows + *room))
            return false;
        if (side->span.words == model->rows + *room)
            *room += strand->lanes;
        if (side->span.low >= memory->shared_words || side->span.high < memory->guard)
            return true;
        side->group = span_register(model, strand, MACHINE_GP);
        side->datum = span_register(model, strand, side->instruction->rd);
    }
    sides->count++;
    sides->pps += strand->count;
    return true;
}

static bool find_sides(struct model *model, struct sides *sides)
{
    const struct observer_cycle *cycle = model->now;
    uint32_t room = 0;
    sides->count = sides->pps = 0;
    for (uint32_t k = 0; k < cycle->strand_count; k++) {
        const struct observer_strand *strand = &cycle->strands[k];
        const struct model_code *code = &model->code[strand->pc];
        if (code->work == MODEL_WORK_NONE || code->work == MODEL_WORK_HINT || strand->is_busy ||
            (!code->is_judged && !code->is_counted))
            continue;
        if (!add_side(model, sides, strand, &room))
            return false;
    }
    return true;
}

/* Whether the PPs of a strand access different cells, and no other strand accesses these. */
static bool is_apart(const struct sides *sides, const struct side *side)
{
    const struct span *span = &side->span;
    if (!span->strand->has_rows || !(span->is_distinct || span->strand->count == 1))
        return false;
    for (uint32_t k = 0; k < sides->count; k++) {
        const struct span *other = &sides->list[k].span;
        if (other != span &&
            (!other->strand->has_rows || (other->low <= span->high && span->low <= other->high)))
            return false;
    }
    return true;
}

/* ---- a PP's access */

static uint32_t address_of(const struct model *model, const struct side *side, uint32_t lane)
{
    const struct instruction *i = side->instruction;
    const struct observer_strand *strand = side->span.strand;
    return strand->has_rows ? span_address(&side->span, lane)
                            : system_address(i->opcode, word_of(model, strand, i->rs, lane),
                                             word_of(model, strand, i->rt, lane) + i->constant);
}

static uint32_t value_of(const struct model *model, const struct side *side, uint32_t lane)
{
    const struct observer_strand *strand = side->span.strand;
    const struct observer_step step = {.pp = strand->first_pp + lane, .pc = strand->pc};
    if (side->span.code->deed != ACCESS_DEED_STORE)
        return 0;
    return strand->has_rows && (side->instruction->traits & DECODE_STATUS_DATUM) == 0
               ? row_word(&side->datum, lane)
               : observer_datum(model->now, &step, side->instruction);
}

static struct access access_of(const struct model *model, const struct side *side, uint32_t lane,
                               uint32_t address)
{
    const struct observer_strand *strand = side->span.strand;
    const struct model_code *code = side->span.code;
    const uint32_t frame =
        strand->has_rows ? row_word(&side->group, lane) : word_of(model, strand, MACHINE_GP, lane);
    const bool is_users = model->machine->program.origins[strand->pc] == ORIGIN_USER;
    const bool is_own = model_is_frame(address, frame) || strand->is_in_barrier;
    return (struct access){.pp = strand->first_pp + lane,
                           .pc = strand->pc,
                           .address = address,
                           .value = value_of(model, side, lane),
                           .group = strand->is_synchronous ? frame : 0,
                           .members = strand->is_synchronous ? cells_members(model, frame) : 0,
                           .caller = {.pc = strand->pc, .inside = strand->pc},
                           .deed = code->deed,
                           .fold = code->fold,
                           .is_judged = code->is_judged && (model->choice.counts_runtime || !is_own),
                           .is_counted = code->is_counted && !strand->is_in_barrier,
                           .has_caller = is_users};
}

/* *by_registers: see caller_find_by. */
static void find_caller(const struct model *model, struct crowd *crowd, bool *by_registers)
{
    const struct observer_strand *strand = crowd->side->span.strand;
    struct access *const access = &crowd->lowest;
    const uint32_t lane = access->pp - strand->first_pp;
    *by_registers = true;
    if (access->has_caller)
        return;
    const struct caller_registers at = {.pp = access->pp,
                                        .pc = access->pc,
                                        .a1 = word_of(model, strand, MACHINE_A1, lane),
                                        .sp = word_of(model, strand, MACHINE_SP, lane),
                                        .fp = word_of(model, strand, MACHINE_FP, lane),
                                        .ra = word_of(model, strand, MACHINE_RA, lane)};
    access->caller = caller_find_by(model->machine, &at, by_registers);
    access->has_caller = true;
}

/* ---- crowds */

static bool are_alike(const struct access *a, const struct access *b)
{
    return a->group == b->group && a->value == b->value && a->is_judged == b->is_judged &&
           a->caller.pc == b->caller.pc && a->caller.inside == b->caller.inside;
}

/* Adds the crowd to its cell, or merges it with an equal crowd there. Crowds of one strand come one after
 * another, with PPs in ascending order. False: there are too many different crowds. */
static bool join(struct model *model, struct sides *sides, struct crowd crowd)
{
    uint32_t *const mark = &model->stamps[crowd.lowest.address];
    bool by_registers;
    if (*mark <= sides->base) {
        model->crowds[sides->crowds++] = crowd;
        *mark = sides->base + sides->crowds;
        return true;
    }
    struct crowd *const first = &model->crowds[*mark - sides->base - 1], *other = first;
    find_caller(model, &crowd, &by_registers);
    find_caller(model, first, &by_registers);
    for (unsigned kinds = 0; other == first || other->side == crowd.side; kinds++) {
        if (other->side == crowd.side && are_alike(&other->lowest, &crowd.lowest)) {
            other->second_pp = other->count == 1 ? crowd.lowest.pp : other->second_pp;
            other->count += crowd.count;
            return true;
        }
        if (kinds == MOST_ALIKE)
            return false;
        if (other->next == 0)
            break;
        other = &model->crowds[other->next - 1];
    }
    crowd.next = first->next;
    crowd.is_joined = true;
    model->crowds[sides->crowds++] = crowd;
    first->next = sides->crowds;
    return true;
}

static bool is_one_word(const struct observer_strand *strand, const struct observer_row *row)
{
    if (row->word == NULL)
        return row->stride == 0;
    const uint32_t first = span_first_lane(strand);
    for (uint32_t lane = first; lane < strand->lanes; lane = span_lane_from(strand, lane + 1))
        if (row->word[lane] != row->word[first])
            return false;
    return true;
}

/* Whether the accesses of a strand's PPs to one cell are all equal; then they are one crowd. */
static bool is_crowd(const struct model *model, const struct side *side, struct crowd *crowd)
{
    const struct span *span = &side->span;
    const struct observer_strand *strand = span->strand;
    bool by_registers;
    if (!strand->has_rows || !span->is_one || strand->count == 1 || !is_one_word(strand, &side->group) ||
        (span->code->deed == ACCESS_DEED_STORE &&
         ((side->instruction->traits & DECODE_STATUS_DATUM) != 0 || !is_one_word(strand, &side->datum))))
        return false;
    const uint32_t lane = span_first_lane(strand);
    *crowd = (struct crowd){.lowest = access_of(model, side, lane, span->low),
                            .side = side,
                            .second_pp = strand->first_pp + span_lane_from(strand, lane + 1),
                            .count = strand->count};
    if (crowd->lowest.has_caller)
        return true;
    const struct observer_row a1 = span_register(model, strand, MACHINE_A1),
                              ra = span_register(model, strand, MACHINE_RA);
    find_caller(model, crowd, &by_registers);
    return by_registers && is_one_word(strand, &a1) && is_one_word(strand, &ra);
}

/* False: there are too many different crowds. */
static bool add_crowds(struct model *model, struct sides *sides, const struct side *side)
{
    const struct memory *memory = &model->machine->memory;
    const struct observer_strand *strand = side->span.strand;
    struct crowd crowd;
    if (is_crowd(model, side, &crowd))
        return crowd.lowest.address - memory->guard >= memory->shared_span || join(model, sides, crowd);
    for (uint32_t lane = span_first_lane(strand); lane < strand->lanes;
         lane = span_lane_from(strand, lane + 1)) {
        const uint32_t address = address_of(model, side, lane);
        if (address - memory->guard >= memory->shared_span)
            continue;
        crowd = (struct crowd){.lowest = access_of(model, side, lane, address), .side = side, .count = 1};
        if (!join(model, sides, crowd))
            return false;
    }
    return true;
}

/* ---- a cycle */

/* Strands that access cells of another PP. */
static void add_accesses(struct model *model, const struct sides *sides)
{
    model->count = 0;
    for (uint32_t k = 0; k < sides->crowds; k++) {
        const struct crowd *crowd = &model->crowds[k];
        struct access access = crowd->lowest;
        if (crowd->count == 1 && crowd->next == 0 && !crowd->is_joined)
            continue;
        access.stands_for = 1;
        cells_add(model, &access);
        if (crowd->count == 1)
            continue;
        access.pp = crowd->second_pp;
        access.stands_for = crowd->count - 1;
        cells_add(model, &access);
    }
}

bool crowd_judge(struct model *model)
{
    struct sides sides; /* its list is long, and mostly empty */
    if (!find_sides(model, &sides) || !cells_renew_stamps(model, sides.pps))
        return false;
    sides.base = model->stamp - sides.pps;
    sides.crowds = 0;
    model->crowds = memory_grow(model->crowds, &model->crowds_room, sides.pps, sizeof *model->crowds);
    for (uint32_t k = 0; k < sides.count; k++)
        if ((sides.count > MOST_COMPARED || !is_apart(&sides, &sides.list[k])) &&
            !add_crowds(model, &sides, &sides.list[k]))
            return false;
    model->cycle = model->now->cycle;
    add_accesses(model, &sides);
    cells_judge(model);
    return true;
}

/* ---- PPs that are asleep */

/* A new finding would come out of order, and a timeline has no room for many findings at once. */
bool crowd_doze(void *context, const struct observer_cycle *cycle, unsigned phase)
{
    struct model *model = context;
    model->round_count = phase == 0 ? 0 : model->round_count;
    model->now = cycle;
    model->phase = phase;
    model->is_round = true;
    model->is_round_new = false;
    const bool is_known = model->machine->journal == NULL && crowd_judge(model) && !model->is_round_new;
    model->is_round = false;
    return is_known;
}

void crowd_dozed(void *context, unsigned phase, uint64_t times)
{
    struct model *model = context;
    for (size_t k = 0; k < model->round_count; k++) {
        const struct model_round *round = &model->rounds[k];
        if (round->phase == phase)
            (void)warnings_repeat(&model->machine->findings, round->kind, round->place, round->other_place,
                                  times);
    }
}
