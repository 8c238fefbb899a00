/* breaks.c - pramsim, but the engine stops at breakpoints, shows the PPs there, and continues.
 *
 * main.c of pramsim is linked with this file in place of options_parse (ld --wrap), which gives it an engine
 * that runs the chosen one from stop to stop. The environment: BREAKS_SEED chooses breakpoints and PPs; to
 * the file BREAKS_LOG goes a line for each arrival of a chosen PP at a breakpoint (PP, number of the arrival,
 * pc, a hash of its registers), and one for each stop (cycle, PPs that stand at a breakpoint, a hash of all
 * their registers). A last line "all" says that the breakpoints were kept to the end. Runs are exact.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/cli/options.h"

bool __real_options_parse(struct options *options, int argc, char **argv, char *error, size_t error_size);
bool __wrap_options_parse(struct options *options, int argc, char **argv, char *error, size_t error_size);

enum { BREAKPOINTS = 4, CHOSEN = 4, ARRIVALS = 40, STOPS = 1500 };

/* One run a process. */
static struct breaks {
    const struct engine *engine;
    struct engine stopping;
    struct machine *machine;
    uint64_t random;
    uint64_t stops;
    uint32_t pcs[BREAKPOINTS];
    uint32_t chosen[CHOSEN];
    uint32_t arrivals[CHOSEN];
    FILE *log;
} breaks;

static uint32_t random_below(uint32_t limit)
{
    breaks.random = breaks.random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((breaks.random >> 33) % limit);
}

static void demand(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "breaks: at stop %" PRIu64 ", cycle %" PRIu64 ": %s\n", breaks.stops,
            breaks.machine->stats.cycles, what);
    abort();
}

static bool is_breakpoint(uint32_t pc)
{
    for (int k = 0; k < BREAKPOINTS; k++)
        if (breaks.pcs[k] == pc)
            return true;
    return false;
}

/* Of all registers. */
static uint64_t hash_of(const struct pp_view *view)
{
    uint64_t hash = view->pc;
    for (unsigned r = 2; r < 32; r++)
        hash = policy_mix(hash ^ view->r[r]);
    return hash;
}

/* In the user's code: runtime and library wait in loops, and would make most of the stops. */
static void choose(void)
{
    const struct program *program = &breaks.machine->program;
    for (int k = 0; k < BREAKPOINTS; k++) {
        breaks.pcs[k] = random_below(program->count);
        for (int tries = 0; tries < 1000 && program->origins[breaks.pcs[k]] != ORIGIN_USER; tries++)
            breaks.pcs[k] = random_below(program->count);
    }
    for (int k = 0; k < CHOSEN; k++)
        breaks.chosen[k] = random_below(breaks.machine->config.pps);
}

static void *create(struct machine *machine)
{
    breaks.machine = machine;
    choose();
    return breaks.engine->create(machine);
}

/* Everything that can be seen at a stop. */
static void look(const void *state)
{
    uint32_t some = 0;
    uint64_t all = 0;
    for (uint32_t pp = 0; pp < breaks.machine->config.pps; pp++) {
        struct pp_view view = {0};
        breaks.engine->view(state, pp, &view);
        demand(!view.at_breakpoint || (view.running && is_breakpoint(view.pc)), "a PP stands elsewhere");
        if (!view.at_breakpoint)
            continue;
        some++;
        all = policy_mix(all ^ hash_of(&view)) + pp;
        for (int k = 0; k < CHOSEN; k++)
            if (breaks.chosen[k] == pp && ++breaks.arrivals[k] <= ARRIVALS)
                fprintf(breaks.log, "pp %u %d-%u %u %016" PRIx64 "\n", pp, k, breaks.arrivals[k], view.pc,
                        hash_of(&view));
    }
    demand(some != 0, "no PP stands at a breakpoint");
    fprintf(breaks.log, "stop %" PRIu64 " %" PRIu64 " %u %016" PRIx64 "\n", breaks.stops,
            breaks.machine->stats.cycles, some, all);
}

/* Runs to the end, ignoring pramsim's stops. */
static void run(void *state, struct run_until whole)
{
    (void)whole;
    struct machine *machine = breaks.machine;
    const struct run_until until = {.breakpoints = breaks.pcs, .breakpoint_count = BREAKPOINTS};
    for (; breaks.stops < STOPS; breaks.stops++) {
        breaks.engine->run(state, until);
        if (machine->end != END_RUNNING)
            break;
        look(state);
    }
    if (machine->end != END_RUNNING)
        fprintf(breaks.log, "all\n");
    breaks.engine->run(state, RUN_TO_THE_END);
    demand(machine->end != END_RUNNING, "the run has not ended");
    fclose(breaks.log);
}

bool __wrap_options_parse(struct options *options, int argc, char **argv, char *error, size_t error_size)
{
    if (!__real_options_parse(options, argc, argv, error, error_size))
        return false;
    const char *seed = getenv("BREAKS_SEED"), *log = getenv("BREAKS_LOG");
    breaks.random = seed != NULL ? strtoull(seed, NULL, 10) : 1;
    breaks.log = fopen(log != NULL ? log : "/dev/null", "w");
    if (breaks.log == NULL)
        return false;
    breaks.engine = options->engine;
    breaks.stopping = *options->engine;
    breaks.stopping.create = create;
    breaks.stopping.run = run;
    options->engine = &breaks.stopping;
    return true;
}
