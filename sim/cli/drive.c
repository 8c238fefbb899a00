/* drive.c - runs the engine of a run (see run.h).
 *
 * Showing PPs needs all of them in one cycle, and so does a checkpoint: the run pauses when SIGUSR1 asks
 * where they are, and when a checkpoint is due. */
#include "run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "common/message.h"
#include "common/plural.h"
#include "common/stop.h"
#include "explain.h"
#include "sim/observe/waiting/waiting.h"

enum { OFTEN = 1 << 17 }; /* instructions between two looks whether a checkpoint is due */

struct drive {
    struct run *run;
    enum drive_show show;
    double start, last; /* seconds of stats_clock at the beginning, and at the last line or the beginning */
    uint64_t instructions; /* at the last tick */
    bool is_shown;         /* the terminal shows a line */
};

/* ---- how far */

bool drive_is_due(enum drive_show show, double seconds, double since_line)
{
    static const struct {
        double from, every; /* seconds */
    } lines[] = {[DRIVE_QUIET] = {INFINITY, INFINITY}, [DRIVE_TERMINAL] = {2, 0.5}, [DRIVE_LINES] = {0, 60}};
    return seconds >= lines[show].from && since_line >= lines[show].every;
}

static double mips(const struct drive *drive, double now)
{
    return now > drive->start ? (double)drive->instructions / (now - drive->start) / 1e6 : 0;
}

/* machine_tick calls it. */
static void note(void *context, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    struct drive *drive = context;
    const double now = stats_clock();
    struct machine *const machine = &drive->run->machine;
    const bool is_due = keeper_is_due(drive->run);
    drive->instructions = instructions;
    machine->pause = stop_asks_where() || (is_due && machine->ranks == NULL);
    if (is_due && machine->ranks != NULL)
        machine->ranks->wants_meeting = true;
    if (drive->run->keeper.place.folder >= 0)
        machine->tick_instructions = instructions + OFTEN;
    if (!drive_is_due(drive->show, now - drive->start, now - drive->last))
        return;
    drive->last = now;
    if (drive->show == DRIVE_TERMINAL)
        fprintf(stderr, "\r\033[Kcycle %" PRIu64 ", %.0f MIPS, %" PRIu32 " PP%s running\r", cycle,
                mips(drive, now), running, plural(running));
    else
        message_line(stderr,
                     "pramsim: note: cycle %" PRIu64 " after %.0f seconds, %.0f MIPS, %" PRIu32
                     " PP%s running",
                     cycle, now - drive->start, mips(drive, now), running, plural(running));
    drive->is_shown = drive->show == DRIVE_TERMINAL;
    fflush(stderr);
}

static void clear(struct drive *drive)
{
    if (drive->is_shown)
        fputs("\r\033[K", stderr);
    drive->is_shown = false;
    fflush(stderr);
}

/* ---- where */

static void tell(struct drive *drive)
{
    const struct machine *machine = &drive->run->machine;
    const struct engine *engine = drive->run->options->engine;
    const void *state = drive->run->players.state;
    char text[EXPLAIN_WHERE_SIZE];
    const double now = stats_clock();
    clear(drive);
    message_line(stderr, "pramsim: note: cycle %" PRIu64 " after %.1f seconds, %.0f MIPS: %s",
                 machine->stats.cycles, now - drive->start, mips(drive, now),
                 explain_where(machine, engine, state, text));
    if (machine->ranks == NULL)
        waiting_print(machine, engine, state, "note", stderr);
}

/* ---- checkpoints */

static void step(struct drive *drive)
{
    clear(drive);
    keeper_step(drive->run);
}

/* All ranks have stopped so that rank 0 inspects all PPs; then it decides whether the run is over. */
static void inspect_all_ranks(struct drive *drive)
{
    struct machine *machine = &drive->run->machine;
    struct ranks *ranks = machine->ranks;
    ranks->wants_meeting = ranks->has_met = false;
    if (ranks->rank == 0)
        step(drive);
    uint32_t is_over = machine->end != END_RUNNING;
    ranks->broadcast(ranks, &is_over, sizeof is_over, 0);
    if (is_over != 0)
        machine->end = END_FAULT;
}

/* ---- the run */

void drive_run(struct run *run)
{
    struct machine *machine = &run->machine;
    const bool follows = machine->ranks != NULL && machine->ranks->rank != 0;
    const double start = stats_clock();
    struct drive drive = {.run = run,
                          .show = run->options->has[OPTION_quiet] || follows ? DRIVE_QUIET
                                  : isatty(STDERR_FILENO)                    ? DRIVE_TERMINAL
                                                                             : DRIVE_LINES,
                          .start = start,
                          .last = start};
    machine->progress = note;
    machine->progress_context = &drive;
    machine->tick_instructions = 0;
    while (machine->end == END_RUNNING) {
        machine->pause = false;
        run->options->engine->run(run->players.state, 0);
        if (machine->end == END_RUNNING && stop_take_where())
            tell(&drive);
        if (machine->end == END_RUNNING && machine->ranks != NULL && machine->ranks->has_met)
            inspect_all_ranks(&drive);
        else if (machine->end == END_RUNNING && machine->ranks == NULL && keeper_is_due(run))
            step(&drive);
    }
    machine->progress = NULL;
    clear(&drive);
}
