/* count_watch.c - see count_watch.h; and its tracks in the timeline. */
#include "count_watch.h"

#include <inttypes.h>
#include <string.h>

#include "inside.h"
#include "sim/isa/instruction.h"

#ifdef PRAM_HOSTILE
enum { SPANS_MOST = 1 << 6 };
#else
enum { SPANS_MOST = 1 << 16 };
#endif

/* Requests, by enum instruction_access; then collisions. */
enum { COUNT_COLLISIONS = INSTRUCTION_FOLDS + 1, COUNT_ROWS = COUNT_COLLISIONS + 3 };

/* The numbers of `interval` cycles. */
struct count_span {
    uint64_t count[COUNT_ROWS];
};

struct count_watch {
    struct machine *machine;
    struct observer observer;
    uint64_t from, to;
    struct count_span before; /* collisions at the last update */
    struct count_span latest; /* of the cycle that was shown last; */
    uint64_t latest_cycle;    /* that cycle; if it ends in a fault, its requests do not happen */
    struct count_span *spans; /* of cycles from `from` on, before that one; those from `count` on are all 0 */
    size_t count;
    uint64_t interval; /* cycles of each, a power of 2 */
};

/* ---- spans of cycles */

/* Two of them become one. */
static void widen(struct count_watch *watch)
{
    const size_t half = (watch->count + 1) / 2;
    for (size_t k = 0; k < half; k++) {
        struct count_span sum = watch->spans[2 * k];
        for (int row = 0; row < COUNT_ROWS && 2 * k + 1 < watch->count; row++)
            sum.count[row] += watch->spans[2 * k + 1].count[row];
        watch->spans[k] = sum;
    }
    memset(watch->spans + half, 0, (watch->count - half) * sizeof *watch->spans);
    watch->count = half;
    watch->interval *= 2;
}

/* The span that a cycle is in. */
static struct count_span *span_of(struct count_watch *watch, uint64_t cycle)
{
    while ((cycle - watch->from) / watch->interval >= SPANS_MOST)
        widen(watch);
    const size_t number = (size_t)((cycle - watch->from) / watch->interval);
    watch->count = number >= watch->count ? number + 1 : watch->count;
    return &watch->spans[number];
}

/* Adds the counts of the last cycle to its span, if that is shown. */
static void keep_latest(struct count_watch *watch)
{
    const uint64_t cycle = watch->latest_cycle;
    if (cycle >= watch->from && (watch->to == 0 || cycle < watch->to)) {
        struct count_span *span = span_of(watch, cycle);
        for (int row = 0; row < COUNT_ROWS; row++)
            span->count[row] += watch->latest.count[row];
    }
    watch->latest = (struct count_span){{0}};
}

/* ---- a cycle */

static void add_requests(struct count_watch *watch, const struct observer_cycle *cycle,
                         const struct observer_strand *strand)
{
    const struct instruction *i = &watch->machine->program.code[strand->pc];
    const uint64_t words = instruction_is_image(i) ? cycle->source->image_words(cycle->state, i) : 1;
    watch->latest.count[instruction_access(i)] += words * strand->count;
}

/* The increase of the model's counts since the last update belongs to this cycle. */
static void begin(struct count_watch *watch, uint64_t cycle)
{
    const struct stats *stats = &watch->machine->stats;
    const struct count_span now = {.count = {[COUNT_COLLISIONS] = stats->concurrent_reads,
                                             stats->concurrent_writes_equal,
                                             stats->concurrent_writes_different}};
    keep_latest(watch);
    watch->latest_cycle = cycle;
    for (int row = COUNT_COLLISIONS; row < COUNT_ROWS; row++)
        watch->latest.count[row] = now.count[row] - watch->before.count[row];
    watch->before = now;
}

static bool look(void *context, const struct observer_cycle *cycle)
{
    struct count_watch *watch = context;
    begin(watch, cycle->cycle);
    for (uint32_t k = 0; k < cycle->strand_count; k++)
        if (!cycle->strands[k].is_busy)
            add_requests(watch, cycle, &cycle->strands[k]);
    return true;
}

/* ---- its life */

struct count_watch *count_watch_create(struct machine *machine, uint64_t from, uint64_t to)
{
    struct count_watch *watch = ARENA_NEW(&machine->arena, struct count_watch);
    *watch = (struct count_watch){.machine = machine,
                                  .observer = {.before_cycle = look, .context = watch},
                                  .from = from,
                                  .to = to,
                                  .spans = ARENA_ARRAY(&machine->arena, struct count_span, SPANS_MOST),
                                  .interval = 1};
    observer_add(&machine->observers, &watch->observer);
    return watch;
}

/* ---- what the timeline shows */

/* A track with an event wherever the number changes; a final 0, at the end of the run if the last span is
 * incomplete. */
static void print_row(const struct count_watch *watch, struct timeline *timeline, int row, const char *name)
{
    const uint64_t track = timeline_add_track(timeline, TRACK_RUN, name, true);
    const uint64_t end = watch->machine->stats.cycles;
    uint64_t value = 0;
    timeline_count(timeline, watch->from, track, watch->count > 0 ? watch->spans[0].count[row] : 0);
    for (size_t k = 0; k <= watch->count; k++) {
        const uint64_t now = k < watch->count ? watch->spans[k].count[row] : 0;
        const uint64_t cycle = watch->from + k * watch->interval;
        if (k > 0 && now != value)
            timeline_count(timeline, cycle < end ? cycle : end, track, now);
        value = now;
    }
}

/* Which cycles are shown depends on the engine: cycles without any action of PPs may be missing. */
static void settle(struct count_watch *watch)
{
    const uint64_t cycles = watch->machine->stats.cycles;
    const uint64_t end = watch->to != 0 && watch->to < cycles ? watch->to : cycles;
    if (watch->latest_cycle < cycles)
        keep_latest(watch);
    while (end > watch->from && (end - 1 - watch->from) / watch->interval >= SPANS_MOST)
        widen(watch);
}

void count_watch_print(struct count_watch *watch, struct timeline *timeline)
{
    static const char *const names[] = {
        [INSTRUCTION_LOADS] = "loads",       [INSTRUCTION_STORES] = "stores",
        [INSTRUCTION_FOLDS] = "multiprefix", [COUNT_COLLISIONS] = "concurrent reads",
        "concurrent writes, equal",          "concurrent writes, different"};
    char span[48] = "per cycle", name[TRACE_NAME];
    settle(watch);
    if (watch->interval > 1)
        snprintf(span, sizeof span, "in %" PRIu64 " cycles", watch->interval);
    for (int row = INSTRUCTION_LOADS; row < COUNT_ROWS; row++) {
        snprintf(name, sizeof name, "%s %s: %s", row < COUNT_COLLISIONS ? "requests" : "conflicts", span,
                 names[row]);
        print_row(watch, timeline, row, name);
    }
}
