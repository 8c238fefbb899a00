/* line_watch.c - see line_watch.h. */
#include "line_watch.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/lines.h"

#define NO_LINE UINT32_MAX

struct line_watch {
    struct machine *machine;
    struct observer observer;
    uint64_t from, to;
    bool has_begun;  /* the journal has the line of each PP */
    uint32_t *lines; /* by pc: the first instruction of the line; NO_LINE: not in the user's code */
    uint32_t *at;    /* by PP: its last line */
    uint64_t *moves; /* of this cycle: line in the upper half, PP in the lower one */
    uint32_t *pps;   /* room for an entry's */
    size_t count;    /* of moves */
};

static int compare(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

/* By line, then by PP. */
static void sort(struct line_watch *watch)
{
    for (size_t k = 1; k < watch->count; k++)
        if (watch->moves[k] < watch->moves[k - 1]) {
            qsort(watch->moves, watch->count, sizeof *watch->moves, compare);
            return;
        }
}

static void note_line(struct line_watch *watch, uint64_t cycle, const uint64_t *moves, uint32_t count)
{
    const uint32_t line = (uint32_t)(moves[0] >> 32);
    for (uint32_t k = 0; k < count; k++)
        watch->pps[k] = (uint32_t)moves[k];
    journal_note(watch->machine->journal,
                 &(struct journal_entry){.cycle = cycle, .pc = line, .place = line, .kind = JOURNAL_LINE},
                 watch->pps, count);
}

/* Movements in this cycle; in the first shown cycle, the lines of all PPs. */
static void note(struct line_watch *watch, uint64_t cycle)
{
    if (cycle < watch->from || (watch->to != 0 && cycle >= watch->to))
        return;
    if (!watch->has_begun) {
        watch->count = 0;
        for (uint32_t pp = 0; pp < watch->machine->config.pps; pp++)
            if (watch->at[pp] != NO_LINE)
                watch->moves[watch->count++] = (uint64_t)watch->at[pp] << 32 | pp;
    }
    watch->has_begun = true;
    sort(watch);
    for (size_t begin = 0, end; begin < watch->count; begin = end) {
        for (end = begin + 1; end < watch->count && watch->moves[end] >> 32 == watch->moves[begin] >> 32;
             end++)
            ;
        note_line(watch, cycle, &watch->moves[begin], (uint32_t)(end - begin));
    }
}

/* ---- a cycle */

/* PPs come to a line, or stay in it. */
static void move(struct line_watch *watch, const struct observer_strand *strand)
{
    const uint32_t line = watch->lines[strand->pc];
    for (uint32_t k = 0; line != NO_LINE && k < strand->count; k++) {
        const uint32_t pp = strand->pps[k];
        if (watch->at[pp] != line)
            watch->moves[watch->count++] = (uint64_t)line << 32 | pp;
        watch->at[pp] = line;
    }
}

static bool look(void *context, const struct observer_cycle *cycle)
{
    struct line_watch *watch = context;
    watch->count = 0;
    for (uint32_t k = 0; k < cycle->strand_count; k++)
        if (!cycle->strands[k].is_busy)
            move(watch, &cycle->strands[k]);
    note(watch, cycle->cycle);
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

/* Only lines of the user's code count. */
static void find_lines(struct line_watch *watch)
{
    struct machine *machine = watch->machine;
    watch->lines = lines_first(machine);
    for (uint32_t pc = 0; pc < machine->program.count; pc++) {
        const char *file;
        uint32_t line;
        if (machine->program.origins[pc] != ORIGIN_USER ||
            !object_find_line(&machine->object, pc, &file, &line))
            watch->lines[pc] = NO_LINE;
    }
}

void line_watch_create(struct machine *machine, uint64_t from, uint64_t to)
{
    const uint32_t pps = machine->config.pps;
    struct line_watch *watch = ARENA_NEW(&machine->arena, struct line_watch);
    *watch = (struct line_watch){.machine = machine,
                                 .observer = {.before_cycle = look, .rests = rests, .context = watch},
                                 .from = from,
                                 .to = to,
                                 .at = ARENA_ARRAY(&machine->arena, uint32_t, pps),
                                 .moves = ARENA_ARRAY(&machine->arena, uint64_t, pps),
                                 .pps = ARENA_ARRAY(&machine->arena, uint32_t, pps)};
    memset(watch->at, 0xff, pps * sizeof *watch->at);
    find_lines(watch);
    observer_add(&machine->observers, &watch->observer);
}
