/* keeper.c - see keeper.h. */
#include "sim/checkpoint/keeper.h"

#include <inttypes.h>

#include "common/message.h"
#include "common/plural.h"
#include "common/stop.h"

enum { SLICES = 4 }; /* of a run between two checkpoints, at least */

void keeper_begin(struct keeper *keeper)
{
    keeper->last = stats_clock();
    stop_put_off();
}

double keeper_slice(const struct keeper *keeper, double usual)
{
    const double wanted = keeper->every / SLICES;
    return keeper->every > 0 && wanted < usual ? wanted : usual;
}

/* One that could not be written is said once, until one could. */
static bool write(struct keeper *keeper, struct machine *machine, const struct engine *engine,
                  const void *state, bool was_asked)
{
    struct file_error error;
    uint64_t bytes;
    const double start = stats_clock();
    const bool good =
        checkpoint_write(&keeper->place, &keeper->words, machine, engine, state, &bytes, &error);
    keeper->last = stats_clock();
    machine->stats.seconds[STATS_TIME_checkpoint] += keeper->last - start;
    if (good && was_asked)
        message_line(keeper->stream,
                     "pramsim: note: checkpoint of cycle %" PRIu64 " in '%s': %" PRIu64
                     " byte%s, %.3f seconds",
                     machine->stats.cycles, keeper->place.path, bytes, plural(bytes), keeper->last - start);
    else if (!good && (was_asked || !keeper->has_said))
        message_line(keeper->stream,
                     "pramsim: warning: cannot write the checkpoint of cycle %" PRIu64
                     " to '%s': %s; what was there before is still there",
                     machine->stats.cycles, keeper->place.path, error.text);
    keeper->has_said = !good;
    keeper->has_one |= good;
    keeper->cycle = good ? machine->stats.cycles : keeper->cycle;
    return good;
}

/* The engine is not asked to end the run: it would go on for a moment, past the checkpoint. */
static void end(struct machine *machine, const struct engine *engine, const void *state)
{
    struct snapshot_state now = {.stats = machine->stats};
    engine->save(state, &now);
    machine->stats = now.stats;
    machine->end = END_FAULT;
}

bool keeper_is_due(const struct keeper *keeper, const struct machine *machine)
{
    return host_wants_checkpoint(machine) || stop_is_put_off() || stop_has_checkpoint() ||
           (keeper->every > 0 && stats_clock() - keeper->last >= keeper->every);
}

void keeper_look(struct keeper *keeper, struct machine *machine, const struct engine *engine,
                 const void *state)
{
    const bool was_asked = stop_take_checkpoint(), stops = stop_is_put_off();
    const bool good = write(keeper, machine, engine, state, was_asked || stops);
    bool ends = stops;
    if (stops) {
        stop_now();
        fault_stopped(&machine->fault, machine, FAULT_NO_PP, 0, machine->stats.cycles);
    }
    if (good && !host_hold(machine))
        ends = true;
    if (ends)
        end(machine, engine, state);
    keeper->has_ended = ends;
}

void keeper_end(struct keeper *keeper, const struct machine *machine)
{
    const enum stop_reason why = stop_reason();
    if (keeper->has_ended || machine->end != END_FAULT || (why != STOP_SIGNAL && why != STOP_SECONDS))
        return;
    if (keeper->has_one)
        message_line(keeper->stream,
                     "pramsim: note: there was no time for a checkpoint of the end; that of cycle %" PRIu64
                     " is in '%s'",
                     keeper->cycle, keeper->place.path);
    else
        message_line(keeper->stream, "pramsim: note: there was no time for a checkpoint of the end");
}
