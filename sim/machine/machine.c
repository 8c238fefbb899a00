/* machine.c - what happens to a machine between its creation (load.c) and its end: news from outside, sums of
 * counters, the clock.
 *
 * Calls memory and host; knows no engine. */
#include "sim/machine/machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/stop.h"

void machine_destroy(struct machine *machine)
{
    host_destroy(machine->host);
    memory_destroy(&machine->memory);
    arena_release(&machine->arena);
    object_free(&machine->object);
    memset(machine, 0, sizeof *machine);
}

void machine_demand(const char *where, uint64_t number, const char *broken)
{
    if (broken == NULL)
        return;
    fprintf(stderr, "%s %" PRIu64 ": does not hold: %s\n", where, number, broken);
    abort();
}

bool machine_show(struct machine *machine, const struct observer_cycle *cycle)
{
    for (struct observer *observer = machine->observers; observer != NULL; observer = observer->next)
        if (!observer->before_cycle(observer->context, cycle)) {
            machine->end = machine->pause ? machine->end : END_FAULT;
            return false;
        }
    return true;
}

bool machine_take_news(struct machine *machine)
{
    if (machine->request == NULL && stop_take_time())
        output_flush(&machine->host->output);
    return machine_stop_reason(machine) != STOP_NOTHING;
}

void machine_tick_slow(struct machine *machine, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    machine->tick_instructions = instructions + MACHINE_TICK;
    if (machine_has_news(machine) && machine_take_news(machine)) {
        fault_stopped(&machine->fault, machine, FAULT_NO_PP, 0, cycle);
        machine->end = END_FAULT;
    }
    if (machine->progress != NULL)
        machine->progress(machine->progress_context, cycle, instructions, running);
}

void stats_add(struct stats *sum, const struct stats *part)
{
    uint64_t cycles = sum->cycles;
#define STATS_COUNTER(name, text) sum->name += part->name;
#include "stats.def"
    sum->cycles = cycles;
    for (int i = 0; i < STATS_PHASES; i++)
        sum->parts[i] += part->parts[i];
}

double stats_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
