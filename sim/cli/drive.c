/* drive.c - see drive.h.
 *
 * Showing PPs needs all of them in one cycle, and so does a checkpoint: the run pauses when SIGUSR1 asks
 * where they are, and when a checkpoint is due. */
#include "drive.h"

#include <inttypes.h>

#include "common/message.h"
#include "common/plural.h"
#include "common/stop.h"
#include "explain.h"
#include "sim/observe/waiting/waiting.h"

#define TERMINAL_FROM 2.0  /* seconds */
#define TERMINAL_EVERY 0.5 /* seconds */
#define LINES_EVERY 60.0   /* seconds */

enum { OFTEN = 1 << 17 }; /* instructions between two looks whether a checkpoint is due */

/* ---- how far */

bool drive_is_due(const struct drive_progress *progress, double now)
{
    const double since = now - (progress->last > 0 ? progress->last : progress->start);
    switch (progress->show) {
    case DRIVE_TERMINAL:
        return now - progress->start >= TERMINAL_FROM && since >= TERMINAL_EVERY;
    case DRIVE_LINES:
        return since >= LINES_EVERY;
    default:
        return false;
    }
}

static double mips(const struct drive_progress *progress, double now)
{
    return now > progress->start ? (double)progress->instructions / (now - progress->start) / 1e6 : 0;
}

/* machine_tick calls it. */
static void note(void *context, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    struct drive_progress *progress = context;
    const double now = stats_clock();
    struct machine *const machine = progress->machine;
    const bool is_due = progress->keeper != NULL && keeper_is_due(progress->keeper, machine);
    progress->instructions = instructions;
    machine->pause = stop_asks_where() || (is_due && machine->ranks == NULL);
    if (is_due && machine->ranks != NULL)
        machine->ranks->wants_meeting = true;
    if (progress->keeper != NULL)
        machine->tick_instructions = instructions + OFTEN;
    if (!drive_is_due(progress, now))
        return;
    progress->last = now;
    if (progress->show == DRIVE_TERMINAL)
        fprintf(progress->stream, "\r\033[Kcycle %" PRIu64 ", %.0f MIPS, %" PRIu32 " PP%s running\r", cycle,
                mips(progress, now), running, plural(running));
    else
        message_line(progress->stream,
                     "pramsim: note: cycle %" PRIu64 " after %.0f seconds, %.0f MIPS, %" PRIu32
                     " PP%s running",
                     cycle, now - progress->start, mips(progress, now), running, plural(running));
    progress->is_shown = progress->show == DRIVE_TERMINAL;
    fflush(progress->stream);
}

static void clear(struct drive_progress *progress)
{
    if (progress->is_shown)
        fputs("\r\033[K", progress->stream);
    progress->is_shown = false;
    fflush(progress->stream);
}

/* ---- where */

static void tell(const struct machine *machine, const struct engine *engine, const void *state,
                 struct drive_progress *progress)
{
    char text[EXPLAIN_WHERE_SIZE];
    const double now = stats_clock();
    clear(progress);
    message_line(progress->stream, "pramsim: note: cycle %" PRIu64 " after %.1f seconds, %.0f MIPS: %s",
                 machine->stats.cycles, now - progress->start, mips(progress, now),
                 explain_where(machine, engine, state, text));
    if (machine->ranks == NULL)
        waiting_print(machine, engine, state, "note", progress->stream);
    fflush(progress->stream);
}

/* ---- checkpoints */

/* All ranks have stopped so that rank 0 inspects all PPs; then it decides whether the run is over. */
static void inspect_all_ranks(struct machine *machine, const struct engine *engine, const void *state,
                              struct drive_progress *progress)
{
    struct ranks *ranks = machine->ranks;
    clear(progress);
    ranks->wants_meeting = ranks->has_met = false;
    if (ranks->rank == 0)
        keeper_step(progress->keeper, machine, engine, state);
    uint32_t is_over = machine->end != END_RUNNING;
    ranks->broadcast(ranks, &is_over, sizeof is_over, 0);
    if (is_over != 0)
        machine->end = END_FAULT;
}

static void look(struct machine *machine, const struct engine *engine, const void *state,
                 struct drive_progress *progress)
{
    if (machine->ranks != NULL) {
        if (machine->ranks->has_met)
            inspect_all_ranks(machine, engine, state, progress);
    } else if (progress->keeper != NULL && keeper_is_due(progress->keeper, machine)) {
        clear(progress);
        keeper_step(progress->keeper, machine, engine, state);
    }
}

/* ---- the run */

void drive_run(struct machine *machine, const struct engine *engine, void *state,
               struct drive_progress *progress)
{
    progress->start = stats_clock();
    progress->machine = machine;
    machine->progress = note;
    machine->progress_context = progress;
    machine->tick_instructions = 0;
    while (machine->end == END_RUNNING) {
        machine->pause = false;
        engine->run(state, 0);
        if (machine->end == END_RUNNING && stop_take_where())
            tell(machine, engine, state, progress);
        if (machine->end == END_RUNNING)
            look(machine, engine, state, progress);
    }
    machine->progress = NULL;
    clear(progress);
}
