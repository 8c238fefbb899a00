/* line_watch.c - see trace.h: a listener that sees PPs come to other lines of the user's code.
 *
 * In the runtime and the library, as in the barrier at the end of a loop, a PP stays at the line that it came
 * from. Entries are those of PPs, not of an engine's strands: one for all PPs that come to one line in one
 * cycle. Knows machine, objects and observers; no engine. */
#include <string.h>

#include "sim/machine/lines.h"
#include "trace.h"

#define NO_LINE UINT32_MAX

struct line_watch {
    struct machine *machine;
    struct observer observer;
    uint64_t from, to;
    bool has_begun;  /* the journal has the line of each PP */
    uint32_t *lines; /* by pc: the first instruction of the line; NO_LINE: not in the user's code */
    uint32_t *at;    /* by PP: its last line */
    uint32_t *pps;   /* room for an entry's */
};

static void note(const struct line_watch *watch, uint64_t cycle, uint32_t line, const uint32_t *pps,
                 uint32_t count)
{
    journal_note(watch->machine->journal,
                 &(struct journal_entry){.cycle = cycle, .pc = line, .place = line, .kind = JOURNAL_LINE},
                 pps, count);
}

/* PPs come to a line, or stay in it. Returns how many come: watch->pps. */
static uint32_t move(struct line_watch *watch, const struct observer_strand *strand, uint32_t line)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < strand->count; k++) {
        const uint32_t pp = strand->pps[k];
        if (watch->at[pp] != line)
            watch->pps[count++] = pp;
        watch->at[pp] = line;
    }
    return count;
}

/* Movements in this cycle; in the first shown cycle, the lines of all PPs. */
static bool look(void *context, const struct observer_cycle *cycle)
{
    struct line_watch *watch = context;
    const bool is_shown = cycle->cycle >= watch->from && (watch->to == 0 || cycle->cycle < watch->to);
    for (uint32_t k = 0; k < cycle->strand_count; k++) {
        const struct observer_strand *strand = &cycle->strands[k];
        const uint32_t line = watch->lines[strand->pc];
        const uint32_t count = line != NO_LINE && !strand->is_busy ? move(watch, strand, line) : 0;
        if (is_shown && watch->has_begun)
            note(watch, cycle->cycle, line, watch->pps, count);
    }
    for (uint32_t pp = 0; is_shown && !watch->has_begun && pp < watch->machine->config.pps; pp++)
        if (watch->at[pp] != NO_LINE)
            note(watch, cycle->cycle, watch->at[pp], &pp, 1);
    watch->has_begun = watch->has_begun || is_shown;
    return true;
}

/* The loop has one line, which is known. */
static bool rests(void *context, const struct observer_rest *rest)
{
    const struct line_watch *watch = context;
    for (uint32_t pc = rest->head; pc < rest->head + rest->length; pc++)
        if (watch->lines[pc] != NO_LINE && watch->lines[pc] != watch->at[rest->pp])
            return false;
    return true;
}

/* ---- its life */

void line_watch_create(struct machine *machine, uint64_t from, uint64_t to)
{
    const uint32_t pps = machine->config.pps;
    struct line_watch *watch = ARENA_NEW(&machine->arena, struct line_watch);
    *watch = (struct line_watch){.machine = machine,
                                 .observer = {.before_cycle = look, .rests = rests, .context = watch},
                                 .from = from,
                                 .to = to,
                                 .lines = lines_first(machine),
                                 .at = ARENA_ARRAY(&machine->arena, uint32_t, pps),
                                 .pps = ARENA_ARRAY(&machine->arena, uint32_t, pps)};
    memset(watch->at, 0xff, pps * sizeof *watch->at);
    for (uint32_t pc = 0; pc < machine->program.count; pc++) {
        const char *file;
        uint32_t line;
        if (machine->program.origins[pc] != ORIGIN_USER ||
            !object_find_line(&machine->object, pc, &file, &line))
            watch->lines[pc] = NO_LINE;
    }
    observer_add(&machine->observers, &watch->observer);
}
