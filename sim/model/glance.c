/* glance.c - most cycles at a glance (model_state.h): PPs that go in strands show their addresses as rows,
 * and rows that ascend, and lie apart from each other, collide nowhere.
 *
 * What a strand accesses is a span of cells: one cell, or different cells, or cells of which some may be the
 * same. Spans that lie apart are done with. Where they do not, each cell is marked with a stamp. A cycle in
 * which anything collides that is not merely counted is left to model.c, which looks at every PP.
 */
#include <stdlib.h>

#include "model_state.h"

enum { MOST_SPANS = 64, SET_BITS = 16 };

/* What the PPs of a strand access. */
struct span {
    const struct observer_strand *strand;
    const struct model_code *code;
    const uint32_t *words; /* addresses are words[lane] + base; NULL: base + lane * stride */
    uint32_t base, stride;
    uint32_t low, high;
    bool is_distinct; /* no two of them the same cell */
    bool is_one;      /* all the same */
    uint32_t count;   /* of is_one: PPs, those of merged spans included */
    uint32_t frame;   /* their group frame; 0: they have none, or several */
    uint32_t group;   /* the same, if they are synchronous */
    uint32_t value;   /* of is_one: what they store, .. */
    bool is_equal;    /* .. if that is the same */
};

struct spans {
    struct span list[MOST_SPANS];
    uint32_t count;
    uint64_t reads, equal_writes; /* to be added if the glance suffices */
};

/* ---- lanes */

/* The first lane of a strand that is not before `lane`; its number of lanes if there is none. */
static uint32_t lane_from(const struct observer_strand *strand, uint32_t lane)
{
    if (strand->set == NULL || lane >= strand->lanes ||
        (strand->set[lane / SET_BITS] >> lane % SET_BITS & 1u) != 0)
        return lane;
    const uint32_t blocks = (strand->lanes + SET_BITS - 1) / SET_BITS;
    uint32_t block = lane / SET_BITS;
    unsigned rest = strand->set[block] & ~0u << lane % SET_BITS;
    while (rest == 0 && ++block < blocks)
        rest = strand->set[block];
    return rest == 0 ? strand->lanes : block * SET_BITS + (uint32_t)__builtin_ctz(rest);
}

static uint32_t first_lane(const struct observer_strand *strand)
{
    return lane_from(strand, 0);
}

static uint32_t last_lane(const struct observer_strand *strand)
{
    enum { BITS = 31 };
    if (strand->set == NULL)
        return strand->lanes - 1;
    uint32_t block = (strand->lanes - 1) / SET_BITS;
    while (strand->set[block] == 0)
        block--;
    return block * SET_BITS + BITS - (uint32_t)__builtin_clz(strand->set[block]);
}

static uint32_t address_at(const struct span *span, uint32_t lane)
{
    return span->base + (span->words != NULL ? span->words[lane] : lane * span->stride);
}

/* ---- addresses */

static struct observer_row register_of(const struct model *model, const struct observer_strand *strand,
                                       unsigned number)
{
    if (number == 0)
        return (struct observer_row){.base = 0};
    if (number == 1)
        return (struct observer_row){.base = strand->pc};
    return model->now->source->row(model->now->state, strand, number);
}

/* What follows goes through whole rows: it is compiled for wider vectors as well. */
#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_WIDE 1
#define WIDE __attribute__((target("avx2")))
#else
#define HAS_WIDE 0
#define WIDE
#endif
#define IN_BOTH static inline __attribute__((always_inline))

bool glance_is_wide(void)
{
#if HAS_WIDE
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/* Adds two rows; one of them may be two numbers. */
IN_BOTH void add_words(uint32_t *sum, const struct observer_row *a, const struct observer_row *b,
                       uint32_t lanes)
{
    const struct observer_row *const row = a->word != NULL ? a : b, *const other = row == a ? b : a;
    const uint32_t *const words = row->word, *const others = other->word;
    const uint32_t base = other->base, stride = other->stride;
    if (others != NULL)
#pragma omp simd
        for (uint32_t n = 0; n < lanes; n++)
            sum[n] = words[n] + others[n];
    else
#pragma omp simd
        for (uint32_t n = 0; n < lanes; n++)
            sum[n] = words[n] + base + n * stride;
}

WIDE static void add_wide(uint32_t *sum, const struct observer_row *a, const struct observer_row *b,
                          uint32_t lanes)
{
    add_words(sum, a, b, lanes);
}

static void add_rows(const struct model *model, uint32_t *sum, const struct observer_row *a,
                     const struct observer_row *b, uint32_t lanes)
{
    if (model->is_wide)
        add_wide(sum, a, b, lanes);
    else
        add_words(sum, a, b, lanes);
}

/* Lowest and highest word of all lanes; whether they ascend. As signed numbers, which every processor
 * compares at once: shared addresses are none below 0. */
IN_BOTH bool measure_words(const int32_t *words, uint32_t lanes, int32_t *low, int32_t *high)
{
    uint32_t descends = 0;
#pragma omp simd reduction(| : descends)
    for (uint32_t n = 1; n < lanes; n++)
        descends |= words[n] <= words[n - 1];
    int32_t least = words[0], most = words[lanes - 1];
    if (descends != 0)
#pragma omp simd reduction(min : least) reduction(max : most)
        for (uint32_t n = 0; n < lanes; n++) {
            least = words[n] < least ? words[n] : least;
            most = words[n] > most ? words[n] : most;
        }
    *low = least;
    *high = most;
    return descends == 0;
}

WIDE static bool measure_wide(const int32_t *words, uint32_t lanes, int32_t *low, int32_t *high)
{
    return measure_words(words, lanes, low, high);
}

static bool measure_all(const struct model *model, const int32_t *words, uint32_t lanes, int32_t *low,
                        int32_t *high)
{
    return model->is_wide ? measure_wide(words, lanes, low, high) : measure_words(words, lanes, low, high);
}

/* The same for the lanes of a strand. */
static bool measure_some(const struct observer_strand *strand, const int32_t *words, int32_t *low,
                         int32_t *high)
{
    const uint32_t first = first_lane(strand);
    int32_t before = words[first];
    bool ascends = true;
    *low = *high = before;
    for (uint32_t n = lane_from(strand, first + 1); n < strand->lanes; n = lane_from(strand, n + 1)) {
        ascends = ascends && words[n] > before;
        *low = words[n] < *low ? words[n] : *low;
        *high = words[n] > *high ? words[n] : *high;
        before = words[n];
    }
    return ascends;
}

/* False: the addresses go round an end of the address space or of its half. */
static bool measure_row(const struct model *model, struct span *span)
{
    const struct observer_strand *strand = span->strand;
    const int32_t *const words = (const int32_t *)span->words;
    const uint32_t begin = first_lane(strand);
    int32_t low, high;
    span->is_distinct = strand->count == last_lane(strand) + 1 - begin /* they are neighbours */
                            ? measure_all(model, words + begin, strand->count, &low, &high)
                            : measure_some(strand, words, &low, &high);
    const int64_t first = (int64_t)low + (int32_t)span->base, last = (int64_t)high + (int32_t)span->base;
    span->low = (uint32_t)first;
    span->high = (uint32_t)last;
    return (first < 0) == (last < 0) && first >= INT32_MIN && last <= INT32_MAX;
}

/* False: the addresses go round the end of the address space. */
static bool measure_affine(struct span *span)
{
    const int64_t stride = (int32_t)span->stride, first = first_lane(span->strand),
                  last = last_lane(span->strand), base = (int64_t)span->base + first * stride;
    const int64_t begin = (uint32_t)base, end = begin + (last - first) * stride;
    span->low = (uint32_t)(begin < end ? begin : end);
    span->high = (uint32_t)(begin < end ? end : begin);
    span->is_distinct = stride != 0 || span->strand->count == 1;
    return end >= 0 && end <= UINT32_MAX;
}

/* Finds what the strand accesses. `room` has a word for each of its lanes, if it needs them. False: that
 * takes a closer look. */
static bool measure(const struct model *model, struct span *span, uint32_t *room)
{
    const struct instruction *i = &model->machine->program.code[span->strand->pc];
    const bool is_before = system_rows[i->opcode].address == SYSTEM_ADDRESS_BEFORE;
    const struct observer_row a = register_of(model, span->strand, i->rs);
    const struct observer_row b = register_of(model, span->strand, is_before ? 0 : i->rt);
    const uint32_t more = (is_before ? 0 : i->constant) + span->strand->ahead;
    const struct observer_row *const row = a.word != NULL ? &a : &b, *const other = row == &a ? &b : &a;
    if (row->word == NULL) {
        span->base = a.base + b.base + more;
        span->stride = a.stride + b.stride;
    } else if (other->word == NULL && other->stride == 0) {
        span->words = row->word;
        span->base = other->base + more;
    } else {
        add_rows(model, room, &a, &b, span->strand->lanes);
        span->words = room;
        span->base = more;
    }
    const bool is_measured = row->word == NULL ? measure_affine(span) : measure_row(model, span);
    span->is_one = span->low == span->high;
    return is_measured;
}

static void find_group(const struct model *model, struct span *span)
{
    const struct observer_row group = register_of(model, span->strand, MACHINE_GP);
    if (group.word == NULL && group.stride == 0)
        span->frame = group.base;
    span->group = span->strand->is_synchronous ? span->frame : 0;
}

/* Number and value of PPs that all access one cell. */
static void describe_one(const struct model *model, struct span *span)
{
    const struct observer_strand *strand = span->strand;
    const struct instruction *i = &model->machine->program.code[strand->pc];
    const struct observer_row datum = register_of(model, strand, i->rd);
    const uint32_t lane = first_lane(strand);
    span->count = strand->count;
    span->is_equal =
        !strand->is_ahead && i->rd != 0 && (strand->count == 1 || (datum.word == NULL && datum.stride == 0));
    span->value = datum.word != NULL ? datum.word[lane] : datum.base + lane * datum.stride;
}

/* ---- one cell */

/* Whether they access the frame of their own group, which is the runtime's. */
static bool is_frame(const struct span *span)
{
    return span->is_one && span->frame != 0 && span->low - span->frame < GROUP_WORDS;
}

/* Adds the PPs to those of an earlier span that do the same. */
static bool merge(struct spans *spans, const struct span *span)
{
    for (uint32_t k = 0; k < spans->count; k++) {
        struct span *old = &spans->list[k];
        if (!old->is_one || old->low != span->low || old->group != span->group || span->group == 0 ||
            old->strand->pc != span->strand->pc)
            continue;
        old->count += span->count;
        old->is_equal = old->is_equal && span->is_equal && old->value == span->value;
        return true;
    }
    return false;
}

/* Whether all that access the cell are one whole group: then they are one access. */
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
        spans->equal_writes += span->code->is_counted ? span->count - 1 : 0;
    }
    return true;
}

/* ---- all spans */

/* False: a closer look is due. */
static bool add_span(const struct model *model, struct spans *spans, const struct span *span)
{
    const struct memory *memory = &model->machine->memory;
    const uint32_t end = memory->shared_words;
    if (span->low >= end || span->high < memory->guard)
        return true; /* not shared */
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
        struct span span = {.strand = strand, .code = code};
        if (code->work == MODEL_WORK_NONE || code->work == MODEL_WORK_HINT || strand->is_busy ||
            (!code->is_judged && !code->is_counted) ||
            (strand->is_in_barrier && !model->choice.counts_runtime))
            continue;
        if (code->work == MODEL_WORK_IMAGE || !strand->has_rows)
            return false;
        if (room + strand->lanes > model->rows_room)
            return false;
        if (!measure(model, &span, model->rows + room))
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

/* Whether all spans that are left lie apart, and none collides with itself; sorts them. */
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

/* Whether no part of the PPs can be a whole group: the group has as many members as are here. */
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

/* Marks the cells of a span. False: something collides that is not merely counted. */
static bool stamp(struct model *model, struct spans *spans, const struct span *span, uint32_t loads,
                  uint32_t others)
{
    const struct observer_strand *strand = span->strand;
    const bool is_load = span->code->deed == ACCESS_DEED_LOAD;
    const bool is_free = model->choice.counts_groups || !strand->is_synchronous ||
                         (span->group != 0 && are_all_members(model, spans, span));
    const bool may_collide =
        is_load && is_free && span->code->is_judged && span->code->is_counted &&
        (model_rows[model->choice.number].allows >> MODEL_COLLISION_concurrent_read & 1u);
    const struct observer_row group = register_of(model, strand, MACHINE_GP);
    uint64_t collisions = 0;
    for (uint32_t lane = first_lane(strand); lane < strand->lanes; lane = lane_from(strand, lane + 1)) {
        const uint32_t address = address_at(span, lane);
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

/* The two highest stamps mark what is accessed from now on. False: memory is short. */
static bool renew_stamps(struct model *model)
{
    if (model->stamps == NULL || model->stamp > UINT32_MAX - 2) {
        free(model->stamps);
        model->stamps = calloc(model->machine->memory.shared_words, sizeof *model->stamps);
        model->stamp = 0;
    }
    model->stamp += 2;
    return model->stamps != NULL;
}

static bool are_apart_by_cell(struct model *model, struct spans *spans)
{
    if (!renew_stamps(model))
        return false;
    for (uint32_t k = 0; k < spans->count; k++)
        if (!stamp(model, spans, &spans->list[k], model->stamp - 1, model->stamp))
            return false;
    return true;
}

/* ---- what was found before */

/* Cells that are loaded by several. */
struct shared_loads {
    uint64_t cells;
    uint64_t loads; /* beyond the first of each cell */
};

/* Marks the cells that a span loads: `once`, or the next number if it is not the first to do so. False: one
 * of them is in the frame of the PP's own group. */
static bool count_loads(struct model *model, const struct span *span, uint32_t once,
                        struct shared_loads *shared)
{
    const struct observer_strand *strand = span->strand;
    const struct observer_row group = register_of(model, strand, MACHINE_GP);
    const uint32_t first = first_lane(strand), lanes = span->is_one ? first + 1 : strand->lanes;
    uint64_t cells = 0, loads = 0;
    uint32_t in_frames = 0;
    for (uint32_t lane = first; lane < lanes; lane = lane_from(strand, lane + 1)) {
        const uint32_t address = address_at(span, lane);
        const uint32_t frame = group.word != NULL ? group.word[lane] : group.base + lane * group.stride;
        uint32_t *mark = &model->stamps[address];
        const bool is_again = *mark >= once;
        in_frames += address - frame < GROUP_WORDS;
        cells += *mark == once;
        loads += is_again;
        *mark = once + is_again;
    }
    if (span->is_one && span->count > 1) {
        uint32_t *mark = &model->stamps[address_at(span, lanes - 1)];
        cells += *mark == once;
        loads += span->count - 1;
        *mark = once + 1;
    }
    shared->cells += cells;
    shared->loads += loads;
    return in_frames == 0;
}

/* Whether PPs do nothing but load by one instruction of the user's, and no part of them can be a whole group
 * but all of them. */
static bool are_like_loads(const struct model *model, const struct spans *spans)
{
    const struct span *first = &spans->list[0];
    for (uint32_t k = 0; k < spans->count; k++) {
        const struct span *span = &spans->list[k];
        if (span->strand->pc != first->strand->pc || span->group != first->group ||
            (span->group == 0 && span->strand->is_synchronous && !model->choice.counts_groups))
            return false;
    }
    return spans->count > 0 && !model->choice.counts_runtime && first->code->deed == ACCESS_DEED_LOAD &&
           first->code->is_judged && first->code->is_counted &&
           (model_rows[model->choice.number].allows >> MODEL_COLLISION_concurrent_read & 1u) == 0;
}

/* Loads that collide where such loads have collided before: they are only counted. False: a closer look is
 * due. */
static bool repeat_loads(struct model *model, const struct spans *spans)
{
    const struct memory *memory = &model->machine->memory;
    struct shared_loads shared = {0};
    if (!are_like_loads(model, spans) || !renew_stamps(model))
        return false;
    for (uint32_t k = 0; k < spans->count; k++)
        if (!count_loads(model, &spans->list[k], model->stamp - 1, &shared))
            return false;
    const uint32_t group = model->choice.counts_groups ? 0 : spans->list[0].group;
    const uint32_t size = group + GROUP_SIZE;
    if (group != 0 &&
        (size - memory->guard >= memory->shared_span || shared.loads + 1 >= memory->cells[size]))
        return false; /* it may be the whole group that loads one cell */
    if (shared.cells == 0 ||
        !judge_repeats(model, MODEL_COLLISION_concurrent_read, spans->list[0].strand->pc, shared.cells))
        return false;
    model->reads += shared.loads;
    return true;
}

/* Multiprefix requests of several PPs for one cell by one instruction of the user's code, as in barriers,
 * which are part of it, or loads there: allowed, or found there before. False: a closer look is due. */
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
           (first->code->fold == model_rows[model->choice.number].folds ||
            judge_repeats(model, MODEL_COLLISION_multiprefix, first->strand->pc, 1));
}

/* ---- a cycle */

/* Whether PPs may load their one cell together, and nobody counts it: as one PP would. In a group which of
 * them are one depends on what others do. */
static bool may_all_load(const struct model *model, const struct span *span)
{
    const bool is_counted = span->code->is_counted && !span->strand->is_in_barrier;
    return span->code->deed == ACCESS_DEED_LOAD && span->group == 0 && !span->strand->is_synchronous &&
           !is_counted && !model_forbids(model, MODEL_COLLISION_concurrent_read);
}

/* Whether nothing collides that is not merely counted. */
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
    struct spans spans; /* its list is long, and mostly empty */
    spans.count = 0;
    spans.reads = spans.equal_writes = 0;
    model->now = cycle;
    if (!find_spans(model, &spans))
        return false;
    if (!is_harmless(model, &spans))
        return repeat_loads(model, &spans) || repeat_one(model, &spans);
    model->reads += spans.reads;
    model->equal_writes += spans.equal_writes;
    return true;
}

/* A store's value is not known beforehand, so PPs that store to one cell are left to the glance at the cycle.
 */
bool glance_foresee(void *context, const struct observer_cycle *cycle)
{
    struct model *model = context;
    struct spans spans;
    spans.count = 0;
    spans.reads = spans.equal_writes = 0;
    model->now = cycle;
    return find_spans(model, &spans) && is_harmless(model, &spans) && spans.reads == 0 &&
           spans.equal_writes == 0;
}
