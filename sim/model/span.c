/* span.c - see span.h. Goes through whole rows at once. */
#include "span.h"

/* ---- addresses */

struct observer_row span_register(const struct model *model, const struct observer_strand *strand,
                                  unsigned number)
{
    if (number == 0)
        return (struct observer_row){.base = 0};
    if (number == 1)
        return (struct observer_row){.base = strand->pc};
    return model->now->source->row(model->now->state, strand, number);
}

/* The functions below process whole rows and are also compiled for wider vectors. */
#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_WIDE 1
#define WIDE __attribute__((target("avx2")))
#else
#define HAS_WIDE 0
#define WIDE
#endif
#define IN_BOTH static inline __attribute__((always_inline))

bool span_is_wide(void)
{
#if HAS_WIDE
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/* Adds two rows; a row may be replaced by one number. */
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

/* Lowest and highest word of all lanes, and whether the words ascend. Compared as signed numbers, the faster
 * comparison on every processor: shared addresses are never negative. */
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

/* As above, for the lanes of a strand. */
static bool measure_some(const struct observer_strand *strand, const int32_t *words, int32_t *low,
                         int32_t *high)
{
    const uint32_t first = span_first_lane(strand);
    int32_t before = words[first];
    bool ascends = true;
    *low = *high = before;
    for (uint32_t n = span_lane_from(strand, first + 1); n < strand->lanes;
         n = span_lane_from(strand, n + 1)) {
        ascends = ascends && words[n] > before;
        *low = words[n] < *low ? words[n] : *low;
        *high = words[n] > *high ? words[n] : *high;
        before = words[n];
    }
    return ascends;
}

/* False: the addresses wrap around an end of the address space or of its half. */
static bool measure_row(const struct model *model, struct span *span)
{
    const struct observer_strand *strand = span->strand;
    const int32_t *const words = (const int32_t *)span->words;
    const uint32_t begin = span_first_lane(strand);
    int32_t low, high;
    span->is_distinct =
        strand->count == span_last_lane(strand) + 1 - begin /* the addresses are consecutive */
            ? measure_all(model, words + begin, strand->count, &low, &high)
            : measure_some(strand, words, &low, &high);
    const int64_t first = (int64_t)low + (int32_t)span->base, last = (int64_t)high + (int32_t)span->base;
    span->low = (uint32_t)first;
    span->high = (uint32_t)last;
    return (first < 0) == (last < 0) && first >= INT32_MIN && last <= INT32_MAX;
}

/* False: the addresses wrap around the end of the address space. */
static bool measure_affine(struct span *span)
{
    const int64_t stride = (int32_t)span->stride, first = span_first_lane(span->strand),
                  last = span_last_lane(span->strand), base = (int64_t)span->base + first * stride;
    const int64_t begin = (uint32_t)base, end = begin + (last - first) * stride;
    span->low = (uint32_t)(begin < end ? begin : end);
    span->high = (uint32_t)(begin < end ? end : begin);
    span->is_distinct = stride != 0 || span->strand->count == 1;
    return end >= 0 && end <= UINT32_MAX;
}

bool span_measure(const struct model *model, struct span *span, uint32_t *room)
{
    const struct instruction *i = &model->machine->program.code[span->strand->pc];
    const bool is_before = system_rows[i->opcode].address == SYSTEM_ADDRESS_BEFORE;
    const struct observer_row a = span_register(model, span->strand, i->rs);
    const struct observer_row b = span_register(model, span->strand, is_before ? 0 : i->rt);
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
