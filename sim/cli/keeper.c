/* keeper.c - the checkpoints of a run (see run.h). The run stops while a snapshot is taken; a thread writes
 * it while the run continues, one at a time. */
#include "run.h"

#include <inttypes.h>

#include "common/message.h"
#include "common/plural.h"
#include "common/stop.h"
#include "common/version.h"
#include "sim/host/files.h"

#define RETRY 1.0 /* seconds after a failed one, if files wait for the next */

enum { ROOM = 512 << 20 }; /* bytes that wait to be written, unless the host's memory is limited */

int keeper_place(struct run *run)
{
    const struct options *options = run->options;
    struct keeper *keeper = &run->keeper;
    struct file_error error;
    if (options->checkpoint == NULL || run->ranks->rank != 0)
        return 0;
    if (documents_are_at(&run->documents, options, options->checkpoint))
        return message_fail(EXIT_CODE_usage,
                            "pramsim: --checkpoint would overwrite another file of this run: %s",
                            options->checkpoint);
    keeper->goes_on = options->resume != NULL && output_is_same(options->resume, options->checkpoint);
    return checkpoint_place(&keeper->place, options->checkpoint, &error)
               ? 0
               : message_fail(EXIT_CODE_checkpoint, "pramsim: %s: %s", options->checkpoint, error.text);
}

void keeper_begin(struct run *run)
{
    run->keeper.last = stats_clock();
    if (run->keeper.place.folder >= 0)
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
static bool begin(struct run *run, bool was_asked)
{
    const struct options *options = run->options;
    const struct checkpoint_words words = {.version = PRAM_VERSION,
                                           .options = (const char *const *)options->given,
                                           .option_count = (uint32_t)options->given_count,
                                           .program = options->program};
    struct keeper *keeper = &run->keeper;
    struct file_error error;
    keeper->last = stats_clock();
    keeper->was_asked = was_asked;
    keeper->writing_cycle = run->machine.stats.cycles;
    keeper->writing =
        checkpoint_begin(&keeper->place, &words, &run->machine, options->engine, run->players.state,
                         options->config.bounds.host_memory == 0 ? ROOM : 0, &error);
    keeper->still = stats_clock() - keeper->last;
    if (keeper->writing != NULL)
        files_note_checkpoint(run->machine.host->files);
    else
        complain(keeper, &error);
    return keeper->writing != NULL;
}

/* Waits for the checkpoint under construction; when it is written, the waiting files appear. False: one of
 * them cannot. */
static bool complete(struct run *run)
{
    struct keeper *keeper = &run->keeper;
    const struct checkpoint_written written = checkpoint_end(keeper->writing);
    keeper->writing = NULL;
    if (!written.good) {
        complain(keeper, &written.error);
        return true;
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
    return host_hold(&run->machine);
}

/* ---- the run */

bool keeper_is_due(const struct run *run)
{
    const struct keeper *keeper = &run->keeper;
    const double since = stats_clock() - keeper->last, every = run->options->checkpoint_every;
    if (keeper->place.folder < 0)
        return false;
    if (stop_is_put_off() ||
        (files_are_many(run->machine.host->files) && (!keeper->has_said || since >= RETRY)))
        return true;
    if (keeper->writing != NULL)
        return checkpoint_is_over(keeper->writing);
    return stop_has_checkpoint() || (every > 0 && since >= every);
}

/* False: the run ends here. */
static bool look(struct run *run)
{
    struct keeper *keeper = &run->keeper;
    struct machine *machine = &run->machine;
    const bool stops = stop_is_put_off();
    bool good = true;
    if (stops && keeper->writing != NULL && !checkpoint_is_over(keeper->writing)) {
        checkpoint_give_up(keeper->writing); /* a newer one is wanted, and soon */
        keeper->writing = NULL;
    }
    if (keeper->writing != NULL)
        good = complete(run);
    if (good && keeper_is_due(run) && begin(run, stop_take_checkpoint() || stops) && stops)
        good = complete(run);
    if (!stops)
        return good;
    stop_now();
    fault_stopped(&machine->fault, machine, FAULT_NO_PP, 0, machine->stats.cycles);
    return false;
}

void keeper_step(struct run *run)
{
    struct machine *machine = &run->machine;
    const double start = stats_clock();
    run->keeper.has_ended = !look(run);
    machine->stats.seconds[STATS_TIME_checkpoint] += stats_clock() - start;
    if (!run->keeper.has_ended)
        return;
    /* not by the engine: it would continue for a moment, past the checkpoint */
    struct snapshot_state now = {.stats = machine->stats};
    run->options->engine->save(run->players.state, &now);
    machine->stats = now.stats;
    machine->end = END_FAULT;
}

void keeper_wait(struct run *run)
{
    const double start = stats_clock();
    if (run->keeper.writing != NULL && !complete(run))
        run->machine.end = END_FAULT;
    run->machine.stats.seconds[STATS_TIME_checkpoint] += stats_clock() - start;
}

void keeper_finish(const struct run *run)
{
    const struct keeper *keeper = &run->keeper;
    const struct machine *machine = &run->machine;
    const bool whole = machine->end != END_FAULT;
    struct file_error error;
    if ((!keeper->has_one && !keeper->goes_on) || files_changes(machine->host->files, whole) == 0 ||
        checkpoint_amend(&keeper->place, machine, whole, &error))
        return;
    message_line(
        stderr,
        "pramsim: warning: cannot add to the checkpoint '%s' the contents that files had before the end of "
        "the run: %s; a run resumed from it would read their present contents, or append to them",
        keeper->place.path, error.text);
}

void keeper_end(const struct run *run)
{
    const struct keeper *keeper = &run->keeper;
    const enum stop_reason why = stop_reason();
    if (keeper->place.folder < 0 || keeper->has_ended || run->machine.end != END_FAULT ||
        (why != STOP_SIGNAL && why != STOP_SECONDS))
        return;
    if (keeper->has_one)
        message_line(stderr,
                     "pramsim: note: there was no time for a checkpoint at the end; that of cycle %" PRIu64
                     " is in '%s'",
                     keeper->cycle, keeper->place.path);
    else
        message_line(stderr, "pramsim: note: there was no time for a checkpoint at the end");
}
