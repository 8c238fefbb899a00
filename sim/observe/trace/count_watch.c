/* count_watch.c - see trace.h: requests and collisions, and their tracks in the timeline.
 *
 * A listener that keeps what the machine's counters of --stats grow by in each cycle. If there is no room for
 * more cycles, numbers of 2 cycles are added, then of 4, and so on: nothing is lost. Knows machine and
 * observers; no engine.
 */
#include <inttypes.h>
#include <string.h>

#include "inside.h"
#include "sim/isa/instruction.h"

#ifdef PRAM_HOSTILE
enum { SPANS_MOST = 1 << 6 };
#else
enum { SPANS_MOST = 1 << 16 };
#endif

enum { COUNT_COLLISIONS = 3, COUNT_ROWS = 6 }; /* requests, then collisions */

/* The numbers of `interval` cycles. */
struct count_span {
    uint64_t count[COUNT_ROWS];
};

struct count_watch {
    struct machine *machine;
    struct observer observer;
    uint64_t from, to;
    struct count_span before; /* the machine's counters when the last cycle was shown */
    uint64_t latest_cycle;    /* that cycle: what they grow by later happened in it */
    struct count_span *spans; /* SPANS_MOST, of cycles from `from` on */
    uint64_t interval;        /* cycles of each, a power of 2 */
};

/* ---- spans of cycles */

/* Two of them become one. */
static void widen(struct count_watch *watch)
{
    enum { HALF = SPANS_MOST / 2 };
    for (size_t k = 0; k < HALF; k++)
        for (int row = 0; row < COUNT_ROWS; row++)
            watch->spans[k].count[row] = watch->spans[2 * k].count[row] + watch->spans[2 * k + 1].count[row];
    memset(watch->spans + HALF, 0, HALF * sizeof *watch->spans);
    watch->interval *= 2;
}

/* The span that a cycle is in. */
static struct count_span *span_of(struct count_watch *watch, uint64_t cycle)
{
    while ((cycle - watch->from) / watch->interval >= SPANS_MOST)
        widen(watch);
    return &watch->spans[(cycle - watch->from) / watch->interval];
}

/* Adds what the counters have grown by to the cycle that was shown last, if it is in the window. */
static void keep(struct count_watch *watch)
{
    const struct stats *stats = &watch->machine->stats;
    const struct count_span now = {{stats->loads, stats->stores, stats->multiprefix,
                                    stats->parts[STATS_MODEL_concurrent_reads],
                                    stats->parts[STATS_MODEL_concurrent_writes_equal],
                                    stats->parts[STATS_MODEL_concurrent_writes_different]}};
    const uint64_t cycle = watch->latest_cycle;
    if (cycle >= watch->from && (watch->to == 0 || cycle < watch->to)) {
        struct count_span *span = span_of(watch, cycle);
        for (int row = 0; row < COUNT_ROWS; row++)
            span->count[row] += now.count[row] - watch->before.count[row];
    }
    watch->before = now;
}

static bool look(void *context, const struct observer_cycle *cycle)
{
    struct count_watch *watch = context;
    keep(watch);
    watch->latest_cycle = cycle->cycle;
    return true;
}

/* The counters grow only in cycles with accesses to memory. */
static enum observer_need needs(void *context, uint32_t pc)
{
    const struct count_watch *watch = context;
    return instruction_access(&watch->machine->program.code[pc]) != INSTRUCTION_NO_ACCESS
               ? OBSERVER_NEEDS_PP
               : OBSERVER_NEEDS_NOTHING;
}

/* ---- its life */

struct count_watch *count_watch_create(struct machine *machine, uint64_t from, uint64_t to)
{
    struct count_watch *watch = ARENA_NEW(&machine->arena, struct count_watch);
    *watch = (struct count_watch){.machine = machine,
                                  .observer = {.before_cycle = look, .needs = needs, .context = watch},
                                  .from = from,
                                  .to = to,
                                  .spans = ARENA_ARRAY(&machine->arena, struct count_span, SPANS_MOST),
                                  .interval = 1};
    observer_add(&machine->observers, &watch->observer);
    return watch;
}

/* ---- what the timeline shows */

/* A track with an event wherever the number changes, and a final 0, at the end of the run at the latest. */
static void print_row(const struct count_watch *watch, struct timeline *timeline, int row, const char *name)
{
    const uint64_t track = timeline_add_track(timeline, TRACK_RUN, name, true);
    const uint64_t end = watch->machine->stats.cycles;
    uint64_t value = 0;
    timeline->cycle = watch->from;
    timeline_count(timeline, track, watch->spans[0].count[row]);
    for (size_t k = 0; k <= SPANS_MOST; k++) {
        const uint64_t now = k < SPANS_MOST ? watch->spans[k].count[row] : 0;
        const uint64_t cycle = watch->from + k * watch->interval;
        timeline->cycle = cycle < end ? cycle : end;
        if (k > 0 && now != value)
            timeline_count(timeline, track, now);
        value = now;
    }
}

void count_watch_print(struct count_watch *watch, struct timeline *timeline)
{
    static const char *const names[COUNT_ROWS] = {"loads",
                                                  "stores",
                                                  "multiprefix",
                                                  "concurrent reads",
                                                  "concurrent writes, equal",
                                                  "concurrent writes, different"};
    char span[48] = "per cycle", name[TRACE_NAME];
    const uint64_t cycles = watch->machine->stats.cycles;
    const uint64_t end = watch->to != 0 && watch->to < cycles ? watch->to : cycles;
    if (watch->latest_cycle < cycles) /* the collisions of a cycle that ends in a fault do not happen */
        keep(watch);
    if (end > watch->from) /* engines need not show cycles in which PPs do nothing, such as the last ones */
        (void)span_of(watch, end - 1);
    if (watch->interval > 1)
        snprintf(span, sizeof span, "in %" PRIu64 " cycles", watch->interval);
    for (int row = 0; row < COUNT_ROWS; row++) {
        snprintf(name, sizeof name, "%s %s: %s", row < COUNT_COLLISIONS ? "requests" : "conflicts", span,
                 names[row]);
        print_row(watch, timeline, row, name);
    }
}
