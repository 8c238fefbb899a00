/* glance.c - a fast check for most cycles (model_state.h): PPs in strands show their addresses as rows, and
 * ascending rows that do not overlap have no collisions.
 *
 * A strand accesses a span of cells: one cell, different cells, or cells of which some may be equal. Spans
 * that overlap no other are finished. In overlapping spans, each cell is marked with a stamp. A cycle with a
 * collision that is more than counted is left to crowd.c.
 */
#include "span.h"

enum { MOST_SPANS = 64 };

struct spans {
    struct span list[MOST_SPANS];
    uint32_t count;
    uint64_t reads, equal_writes; /* to be added if this check suffices */
    bool foresees;                /* then it does not suffice if anything is to be added */
};

static void find_group(const struct model *model, struct span *span)
{
    const struct observer_row group = span_register(model, span->strand, MACHINE_GP);
    if (group.word == NULL && group.stride == 0)
        span->frame = group.base;
    span->group = span->strand->is_synchronous ? span->frame : 0;
}

/* Number and value of PPs that all access one cell. */
static void describe_one(const struct model *model, struct span *span)
{
    const struct observer_strand *strand = span->strand;
    const struct instruction *i = &model->machine->program.code[strand->pc];
    const struct observer_row datum = span_register(model, strand, i->rd);
    const uint32_t lane = span_first_lane(strand);
    span->count = strand->count;
    span->is_equal =
        !strand->is_ahead && i->rd != 0 && (strand->count == 1 || (datum.word == NULL && datum.stride == 0));
    span->value = datum.word != NULL ? datum.word[lane] : datum.base + lane * datum.stride;
}

/* ---- one cell */

/* Whether they access the frame of their own group, which belongs to the runtime. */
static bool is_frame(const struct span *span)
{
    return span->is_one && span->frame != 0 && span->low - span->frame < GROUP_WORDS;
}

/* Adds the PPs to an earlier span with equal accesses. */
static bool merge(struct spans *spans, const struct span *span)
{
    for (uint32_t k = 0; k < spans->count; k++) {
        struct span *old = &spans->list[k];
        if (!old->is_one || old->low != span->low || old->group != span->group || span->group == 0 ||
            old->strand->pc != span->strand->pc || old->is_counted != span->is_counted)
            continue;
        old->count += span->count;
        old->is_equal = old->is_equal && span->is_equal && old->value == span->value;
        return true;
    }
    return false;
}

/* Whether the PPs that access the cell are exactly one group: then they count as one access. */
static bool is_of_group(const struct model *model, struct spans *spans, const struct span *span)
{
    const struct memory *memory = &model->machine->memory;
    const uint32_t size = span->group + GROUP_SIZE;
    if (model->choice.counts_groups || span->group == 0 || span->code->deed == ACCESS_DEED_FOLD ||
        !span->code->is_judged || size - memory->guard >= memory->shared_span ||
        memory->cells[size] != span->count || (is_frame(span) && !model->choice.counts_runtime))
        return false;
    if (span->code->deed == ACCESS_DEED_STORE) {
        if (!span->is_equal)
            return false;
        spans->equal_writes += span->is_counted ? span->count - 1 : 0;
    }
    return true;
}

/* ---- all spans */

/* False: crowd.c has to examine the cycle. */
static bool add_span(const struct model *model, struct spans *spans, const struct span *span)
{
    const struct memory *memory = &model->machine->memory;
    const uint32_t end = memory->shared_words;
    if (span->low >= end || span->high < memory->guard)
        return true; /* not shared */
    if (span->low <= model->now->dozed_high && span->high >= model->now->dozed_low)
        return false;
    if (span->low < memory->guard || span->high >= end)
        return false;
    if (span->is_one && merge(spans, span))
        return true;
    if (spans->count == MOST_SPANS)
        return false;
    spans->list[spans->count++] = *span;
    return true;
}

static bool find_spans(struct model *model, struct spans *spans)
{
    const struct observer_cycle *cycle = model->now;
    uint32_t room = 0;
    for (uint32_t k = 0; k < cycle->strand_count; k++) {
        const struct observer_strand *strand = &cycle->strands[k];
        const struct model_code *code = &model->code[strand->pc];
        struct span span = {
            .strand = strand, .code = code, .is_counted = code->is_counted && !strand->is_in_barrier};
        if (code->gives && !strand->is_busy) {
            if (strand->is_ahead)
                return false;
            give_shown(model, strand);
        }
        const bool is_left_out = strand->is_in_barrier && !model->choice.counts_runtime;
        if (code->work == MODEL_WORK_NONE || code->work == MODEL_WORK_HINT || strand->is_busy ||
            (!code->is_judged && !code->is_counted) || (is_left_out && code->deed != ACCESS_DEED_STORE))
            continue;
        if (is_left_out) /* other stores to its cell count as more than the first */
            return false;
        if (code->work == MODEL_WORK_IMAGE || !strand->has_rows)
            return false;
        if (room + strand->lanes > model->rows_room)
            return false;
        if (!span_measure(model, &span, model->rows + room))
            return false;
        if (span.words == model->rows + room)
            room += strand->lanes;
        find_group(model, &span);
        if (span.is_one)
            describe_one(model, &span);
        if (is_frame(&span) && code->deed != ACCESS_DEED_STORE && !model->choice.counts_runtime)
            continue;
        if (!add_span(model, spans, &span))
            return false;
    }
    return true;
}

/* Sorts the remaining spans. Returns whether they are disjoint and have no collisions inside. */
static bool are_apart(struct spans *spans)
{
    bool are = true;
    for (uint32_t k = 0; k < spans->count; k++) {
        const struct span span = spans->list[k];
        uint32_t at = k;
        are = are && span.is_distinct;
        for (; at > 0 && spans->list[at - 1].low > span.low; at--)
            spans->list[at] = spans->list[at - 1];
        spans->list[at] = span;
    }
    for (uint32_t k = 1; k < spans->count && are; k++)
        are = spans->list[k].low > spans->list[k - 1].high;
    return are;
}

/* ---- stamps */

/* Whether no subset of the PPs can be a whole group: the group has as many members as there are PPs here. */
static bool are_all_members(const struct model *model, const struct spans *spans, const struct span *span)
{
    const struct memory *memory = &model->machine->memory;
    const uint32_t size = span->group + GROUP_SIZE;
    uint32_t members = 0;
    for (uint32_t k = 0; k < spans->count; k++)
        if (spans->list[k].strand->pc == span->strand->pc && spans->list[k].group == span->group)
            members += spans->list[k].is_one ? spans->list[k].count : spans->list[k].strand->count;
    return size - memory->guard < memory->shared_span && memory->cells[size] == members;
}

/* Whether no cell of the span is one of the frame. */
static bool lies_outside(const struct span *span, uint32_t frame)
{
    return span->high < frame || (span->low >= frame && span->low - frame >= GROUP_WORDS);
}

/* Whether all lanes access cells that their rows give, none of them in the frame of the PPs' group. */
static bool is_plain(const struct model *model, const struct span *span)
{
    const struct observer_row group = span_register(model, span->strand, MACHINE_GP);
    return !span->is_one && span->words != NULL && span->strand->set == NULL && group.word == NULL &&
           group.stride == 0 && lies_outside(span, group.base);
}

/* How stamp() treats loads of such a span if they may collide. */
static bool stamp_loads(struct model *model, struct spans *spans, const struct span *span, uint32_t loads,
                        uint32_t others)
{
    uint32_t *const marks = model->stamps;
    const uint32_t *const words = span->words;
    const uint32_t lanes = span->strand->lanes, base = span->base;
    uint64_t collisions = 0;
    bool others_met = false;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        uint32_t *const mark = &marks[words[lane] + base];
        others_met |= *mark == others;
        collisions += *mark == loads;
        *mark = loads;
    }
    spans->reads += collisions;
    return !others_met;
}

/* Marks the cells of a span. False: there is a collision that is more than counted. */
static bool stamp(struct model *model, struct spans *spans, const struct span *span, uint32_t loads,
                  uint32_t others)
{
    const struct observer_strand *strand = span->strand;
    const bool is_load = span->code->deed == ACCESS_DEED_LOAD;
    const bool is_free = model->choice.counts_groups || !strand->is_synchronous ||
                         (span->group != 0 && are_all_members(model, spans, span));
    const bool may_collide = is_load && is_free && span->code->is_judged && span->is_counted &&
                             !model_forbids(model, MODEL_COLLISION_concurrent_read);
    const struct observer_row group = span_register(model, strand, MACHINE_GP);
    uint64_t collisions = 0;
    if (may_collide && is_plain(model, span))
        return stamp_loads(model, spans, span, loads, others);
    for (uint32_t lane = span_first_lane(strand); lane < strand->lanes;
         lane = span_lane_from(strand, lane + 1)) {
        const uint32_t address = span_address(span, lane);
        const uint32_t frame = group.word != NULL ? group.word[lane] : group.base + lane * group.stride;
        uint32_t *mark = &model->stamps[address];
        if (*mark == others || (*mark == loads && (!may_collide || address - frame < GROUP_WORDS)))
            return false;
        collisions += *mark == loads;
        *mark = is_load && may_collide ? loads : others;
        if (span->is_one)
            break;
    }
    spans->reads += collisions;
    return true;
}

static bool are_apart_by_cell(struct model *model, struct spans *spans)
{
    if (!cells_renew_stamps(model, 2))
        return false;
    for (uint32_t k = 0; k < spans->count; k++)
        if (!stamp(model, spans, &spans->list[k], model->stamp - 1, model->stamp) ||
            (spans->foresees && spans->reads != 0))
            return false;
    return true;
}

/* ---- repeated findings */

/* Cells that are loaded by several. */
struct shared_loads {
    uint64_t cells;
    uint64_t loads; /* beyond the first of each cell */
};

/* How count_loads() treats such a span. */
static void count_plain_loads(struct model *model, const struct span *span, uint32_t once,
                              struct shared_loads *shared)
{
    uint32_t *const marks = model->stamps;
    const uint32_t *const words = span->words;
    const uint32_t lanes = span->strand->lanes, base = span->base;
    uint64_t cells = 0, loads = 0;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        uint32_t *const mark = &marks[words[lane] + base];
        const uint32_t was = *mark;
        cells += was == once;
        loads += was >= once;
        *mark = once + (was >= once);
    }
    shared->cells += cells;
    shared->loads += loads;
}

/* Marks the cells that a span loads: with `once`, or the next number if the cell is already marked. False: a
 * cell is in the frame of the PP's group. */
static bool count_loads(struct model *model, const struct span *span, uint32_t once,
                        struct shared_loads *shared)
{
    const struct observer_strand *strand = span->strand;
    const struct observer_row group = span_register(model, strand, MACHINE_GP);
    const uint32_t first = span_first_lane(strand), lanes = span->is_one ? first + 1 : strand->lanes;
    uint64_t cells = 0, loads = 0;
    uint32_t in_frames = 0;
    if (is_plain(model, span)) {
        count_plain_loads(model, span, once, shared);
        return true;
    }
    for (uint32_t lane = first; lane < lanes; lane = span_lane_from(strand, lane + 1)) {
        const uint32_t address = span_address(span, lane);
        const uint32_t frame = group.word != NULL ? group.word[lane] : group.base + lane * group.stride;
        uint32_t *mark = &model->stamps[address];
        const bool is_again = *mark >= once;
        in_frames += address - frame < GROUP_WORDS;
        cells += *mark == once;
        loads += is_again;
        *mark = once + is_again;
    }
    if (span->is_one && span->count > 1) {
        uint32_t *mark = &model->stamps[span_address(span, lanes - 1)];
        cells += *mark == once;
        loads += span->count - 1;
        *mark = once + 1;
    }
    shared->cells += cells;
    shared->loads += loads;
    return in_frames == 0 || model->choice.counts_runtime;
}

/* Whether all PPs only load, by one instruction of the user's code, and no proper subset of them can be a
 * whole group. */
static bool are_like_loads(const struct model *model, const struct spans *spans)
{
    const struct span *first = &spans->list[0];
    for (uint32_t k = 0; k < spans->count; k++) {
        const struct span *span = &spans->list[k];
        if (span->strand->pc != first->strand->pc || span->group != first->group || !span->is_counted ||
            (span->group == 0 && span->strand->is_synchronous && !model->choice.counts_groups))
            return false;
    }
    return spans->count > 0 && first->code->deed == ACCESS_DEED_LOAD && first->code->is_judged &&
           model_forbids(model, MODEL_COLLISION_concurrent_read);
}

/* Loads that collide where such loads have collided before are only counted. False: crowd.c has to examine
 * them. */
static bool repeat_loads(struct model *model, const struct spans *spans)
{
    const struct memory *memory = &model->machine->memory;
    struct shared_loads shared = {0};
    if (!are_like_loads(model, spans) || !cells_renew_stamps(model, 2))
        return false;
    for (uint32_t k = 0; k < spans->count; k++)
        if (!count_loads(model, &spans->list[k], model->stamp - 1, &shared))
            return false;
    const uint32_t group = model->choice.counts_groups ? 0 : spans->list[0].group;
    const uint32_t size = group + GROUP_SIZE;
    if (group != 0 &&
        (size - memory->guard >= memory->shared_span || shared.loads + 1 >= memory->cells[size]))
        return false; /* possibly the whole group that loads one cell */
    if (shared.cells == 0 ||
        !judge_repeats(model, MODEL_COLLISION_concurrent_read, spans->list[0].strand->pc, shared.cells))
        return false;
    model->counts.reads += shared.loads;
    return true;
}

/* Multiprefix requests of several PPs to one cell by one instruction of the user's code, as in barriers, or
 * loads there: allowed, or reported there before. False: crowd.c has to examine them. */
static bool repeat_one(struct model *model, const struct spans *spans)
{
    const struct span *first = &spans->list[0];
    for (uint32_t k = 0; k < spans->count; k++) {
        const struct span *span = &spans->list[k];
        if (span->strand->pc != first->strand->pc || !span->is_one || span->low != first->low ||
            (span->code->deed == ACCESS_DEED_LOAD &&
             (span->strand->is_synchronous || !span->strand->is_in_barrier)))
            return false;
    }
    if (spans->count == 0 || !first->code->is_judged || !first->code->is_counted)
        return false;
    if (first->code->deed == ACCESS_DEED_LOAD)
        return judge_repeats(model, MODEL_COLLISION_concurrent_read, first->strand->pc, 1);
    return first->code->deed == ACCESS_DEED_FOLD &&
           (model_lets_fold(model, first->code->fold) ||
            judge_repeats(model, MODEL_COLLISION_multiprefix, first->strand->pc, 1));
}

/* ---- a cycle */

/* Whether PPs may load their one cell together uncounted, as one PP would. In a group, which of them count as
 * one depends on others. */
static bool may_all_load(const struct model *model, const struct span *span)
{
    return span->code->deed == ACCESS_DEED_LOAD && span->group == 0 && !span->strand->is_synchronous &&
           !span->is_counted && !model_forbids(model, MODEL_COLLISION_concurrent_read);
}

/* Whether there is no collision that is more than counted. */
static bool is_harmless(struct model *model, struct spans *spans)
{
    for (uint32_t k = 0; k < spans->count; k++) {
        struct span *span = &spans->list[k];
        if (span->is_one && span->count > 1 && !is_of_group(model, spans, span) && !may_all_load(model, span))
            return false;
        span->is_distinct = span->is_distinct || span->is_one;
    }
    return are_apart(spans) || are_apart_by_cell(model, spans);
}

bool glance_at_cycle(void *context, const struct observer_cycle *cycle)
{
    struct model *model = context;
    struct spans spans; /* its list is long and mostly empty */
    spans.count = 0;
    spans.reads = spans.equal_writes = 0;
    spans.foresees = false;
    model->now = cycle;
    if (!find_spans(model, &spans)) /* may concern PPs that are not shown */
        return cycle->dozed_low > cycle->dozed_high && crowd_judge(model);
    if (!is_harmless(model, &spans))
        return repeat_loads(model, &spans) || repeat_one(model, &spans) || crowd_judge(model);
    model->counts.reads += spans.reads;
    model->counts.equal_writes += spans.equal_writes;
    return true;
}

/* A store's value is not known beforehand, so PPs that store to one cell are left to the check of the cycle.
 */
bool glance_foresee(void *context, const struct observer_cycle *cycle)
{
    struct model *model = context;
    struct spans spans;
    spans.count = 0;
    spans.reads = spans.equal_writes = 0;
    spans.foresees = true;
    model->now = cycle;
    return find_spans(model, &spans) && is_harmless(model, &spans) && spans.reads == 0 &&
           spans.equal_writes == 0;
}
