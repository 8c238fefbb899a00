/* keeper.c - see keeper.h. */
#include "sim/checkpoint/keeper.h"

#include <inttypes.h>
#include <stdio.h>

#include "common/message.h"
#include "common/plural.h"
#include "common/stop.h"

#define RETRY 1.0 /* seconds after a failed one, if files wait for the next */

void keeper_begin(struct keeper *keeper)
{
    keeper->last = stats_clock();
    stop_put_off();
}

/* ---- one checkpoint */

/* A failure is reported once, until a checkpoint succeeds. */
static void complain(struct keeper *keeper, const struct file_error *error)
{
    if (keeper->was_asked || !keeper->has_said)
        message_line(stderr,
                     "pramsim: warning: cannot write the checkpoint of cycle %" PRIu64
                     " to '%s': %s; the file is unchanged",
                     keeper->writing_cycle, keeper->place.path, error->text);
    keeper->has_said = true;
}

/* False if it could not be begun. */
static bool begin(struct keeper *keeper, struct machine *machine, const struct engine *engine,
                  const void *state, bool was_asked)
{
    struct file_error error;
    keeper->last = stats_clock();
    keeper->was_asked = was_asked;
    keeper->writing_cycle = machine->stats.cycles;
    keeper->writing =
        checkpoint_begin(&keeper->place, &keeper->words, machine, engine, state, keeper->room, &error);
    keeper->still = stats_clock() - keeper->last;
    if (keeper->writing != NULL)
        files_note_checkpoint(host_files(machine));
    else
        complain(keeper, &error);
    return keeper->writing != NULL;
}

/* Waits for the checkpoint under construction. False if writing it failed. */
static bool complete(struct keeper *keeper)
{
    const struct checkpoint_written written = checkpoint_end(keeper->writing);
    keeper->writing = NULL;
    if (!written.good) {
        complain(keeper, &written.error);
        return false;
    }
    char still[64] = "";
    if (!stop_is_put_off())
        snprintf(still, sizeof still, ", for %.3f of which the run stood still", keeper->still);
    if (keeper->was_asked)
        message_line(stderr,
                     "pramsim: note: checkpoint of cycle %" PRIu64 " in '%s': %" PRIu64
                     " byte%s, %.3f seconds%s",
                     keeper->writing_cycle, keeper->place.path, written.bytes, plural(written.bytes),
                     written.when - keeper->last, still);
    keeper->has_said = false;
    keeper->has_one = true;
    keeper->cycle = keeper->writing_cycle;
    return true;
}

/* ---- the run */

/* Does not ask the engine to end the run: it would continue for a moment, past the checkpoint. */
static void end(struct machine *machine, const struct engine *engine, const void *state)
{
    struct snapshot_state now = {.stats = machine->stats};
    engine->save(state, &now);
    machine->stats = now.stats;
    machine->end = END_FAULT;
}

bool keeper_is_due(const struct keeper *keeper, const struct machine *machine)
{
    const double since = stats_clock() - keeper->last;
    if (stop_is_put_off() || (files_are_many(host_files(machine)) && (!keeper->has_said || since >= RETRY)))
        return true;
    if (keeper->writing != NULL)
        return checkpoint_is_over(keeper->writing);
    return stop_has_checkpoint() || (keeper->every > 0 && since >= keeper->every);
}

/* After writing one, the waiting files appear. False: one of them cannot. */
static bool complete_and_hold(struct keeper *keeper, struct machine *machine)
{
    return !complete(keeper) || host_hold(machine);
}

/* False: the run ends here. */
static bool look(struct keeper *keeper, struct machine *machine, const struct engine *engine,
                 const void *state)
{
    const bool stops = stop_is_put_off();
    bool good = true;
    if (stops && keeper->writing != NULL && !checkpoint_is_over(keeper->writing)) {
        checkpoint_give_up(keeper->writing); /* a newer one is wanted, and soon */
        keeper->writing = NULL;
    }
    if (keeper->writing != NULL)
        good = complete_and_hold(keeper, machine);
    if (good && keeper_is_due(keeper, machine) &&
        begin(keeper, machine, engine, state, stop_take_checkpoint() || stops) && stops)
        good = complete_and_hold(keeper, machine);
    if (!stops)
        return good;
    stop_now();
    fault_stopped(&machine->fault, machine, FAULT_NO_PP, 0, machine->stats.cycles);
    return false;
}

void keeper_step(struct keeper *keeper, struct machine *machine, const struct engine *engine,
                 const void *state)
{
    const double start = stats_clock();
    const bool goes_on = look(keeper, machine, engine, state);
    machine->stats.seconds[STATS_TIME_checkpoint] += stats_clock() - start;
    if (!goes_on)
        end(machine, engine, state);
    keeper->has_ended = !goes_on;
}

void keeper_wait(struct keeper *keeper, struct machine *machine)
{
    const double start = stats_clock();
    if (keeper->writing != NULL && !complete_and_hold(keeper, machine))
        machine->end = END_FAULT;
    machine->stats.seconds[STATS_TIME_checkpoint] += stats_clock() - start;
}

void keeper_finish(const struct keeper *keeper, const struct machine *machine, bool whole)
{
    struct file_error error;
    if ((!keeper->has_one && !keeper->goes_on) || !files_changes(host_files(machine), whole) ||
        checkpoint_amend(&keeper->place, machine, whole, &error))
        return;
    message_line(
        stderr,
        "pramsim: warning: cannot add to the checkpoint '%s' the contents that files had before the end of "
        "the run: %s; a run resumed from it would read their present contents, or append to them",
        keeper->place.path, error.text);
}

void keeper_end(struct keeper *keeper, const struct machine *machine)
{
    const enum stop_reason why = stop_reason();
    if (keeper->has_ended || machine->end != END_FAULT || (why != STOP_SIGNAL && why != STOP_SECONDS))
        return;
    if (keeper->has_one)
        message_line(stderr,
                     "pramsim: note: there was no time for a checkpoint at the end; that of cycle %" PRIu64
                     " is in '%s'",
                     keeper->cycle, keeper->place.path);
    else
        message_line(stderr, "pramsim: note: there was no time for a checkpoint at the end");
}
