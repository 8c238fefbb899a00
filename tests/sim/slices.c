/* slices.c - pramsim, but the engine runs in slices of random lengths, and shows PPs between them.
 *
 * main.c of pramsim is linked with this file in place of options_parse (ld --wrap), which gives it an engine
 * that runs the chosen one slice by slice, sometimes asked to stop within one, at the exact default with
 * tiles of another size, which change sometimes if compiled code is allowed. It aborts if a slice does not
 * end where it should. The environment: SLICES_SEED, the seed; SLICES_WHOLE, set: the run is in one go, with
 * the tile size of slices; SLICES_COUNT, a file to which the number of stops is appended as a line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/adaptive/adaptive.h"
#include "sim/cli/options.h"

bool __real_options_parse(struct options *options, int argc, char **argv, char *error, size_t error_size);
bool __wrap_options_parse(struct options *options, int argc, char **argv, char *error, size_t error_size);

enum { LONGEST_SHIFT = 13, TICK_SHIFT = 20, VIEWS = 16, TILE_SHIFTS = 5 };

/* One run a process. */
static struct slices {
    const struct engine *engine;
    struct engine sliced;
    struct machine *machine;
    uint64_t random;
    uint64_t stops;
} slices;

static uint64_t random_below(uint64_t limit)
{
    slices.random = slices.random * 6364136223846793005u + 1442695040888963407u;
    return (slices.random >> 33) % limit;
}

/* Of any order of magnitude. */
static uint64_t random_length(void)
{
    return 1 + random_below((uint64_t)1 << random_below(LONGEST_SHIFT));
}

static void demand(bool holds, const char *what, uint64_t until)
{
    if (holds)
        return;
    fprintf(stderr, "slices: after %" PRIu64 " stops, at cycle %" PRIu64 ", until cycle %" PRIu64 ": %s\n",
            slices.stops, slices.machine->stats.cycles, until, what);
    abort();
}

/* What is shown of a PP makes sense. */
static void look(const void *state, uint64_t until)
{
    for (unsigned k = 0; k < VIEWS; k++) {
        struct pp_view view;
        const uint32_t pp = (uint32_t)random_below(slices.machine->config.pps);
        slices.engine->view(state, pp, &view);
        demand(view.r[0] == 0 && view.r[1] == view.pc, "a PP's registers 0 and 1", until);
        demand(!view.in_barrier || view.running, "a PP that has halted waits", until);
    }
}

/* The run is asked to stop at any moment, as when a checkpoint is due. */
static void interrupt(void *context, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    struct machine *machine = context;
    (void)cycle;
    (void)running;
    machine->tick_instructions = instructions + random_below((uint64_t)1 << random_below(TICK_SHIFT));
    machine->pause = random_below(4) == 0;
}

static void *create(struct machine *machine)
{
    slices.machine = machine;
    return slices.engine->create(machine);
}

/* Runs to the end, ignoring pramsim's stops: its slices are too regular. */
static void run(void *state, uint64_t whole)
{
    struct machine *machine = slices.machine;
    const bool is_exact =
        !slices.engine->parallel || machine->config.level == 0 || machine->config.level == LEVEL_EXACT;
    uint64_t cycle = 0;
    for (;; slices.stops++) {
        const uint64_t until = is_exact && random_below(3) != 0 ? cycle + random_length() : 0;
        machine->pause = false;
        machine->progress = interrupt;
        machine->progress_context = machine;
        machine->tick_instructions = 0;
        slices.engine->run(state, until);
        look(state, until);
        if (machine->end != END_RUNNING)
            break;
        const uint64_t now = machine->stats.cycles;
        demand(now >= cycle || !is_exact, "time runs backwards", until);
        if (until != 0)
            demand(machine->pause ? now <= until : now == until, "not at its cycle", until);
        if (is_exact)
            slices.engine->run(state, now);
        demand(machine->stats.cycles == now && (machine->end == END_RUNNING || machine->end == END_HALTED),
               "it goes on although it is there", until);
        if (machine->end != END_RUNNING) /* the last PP has halted in the cycle before */
            break;
        cycle = now;
    }
    const struct stats stats = machine->stats;
    slices.engine->run(state, 0);
    demand(stats.cycles == machine->stats.cycles && stats.instructions == machine->stats.instructions,
           "it goes on after its end", whole);
    const char *path = getenv("SLICES_COUNT");
    FILE *count = path != NULL ? fopen(path, "a") : NULL;
    if (count != NULL) {
        fprintf(count, "%" PRIu64 "\n", slices.stops);
        fclose(count);
    }
}

bool __wrap_options_parse(struct options *options, int argc, char **argv, char *error, size_t error_size)
{
    if (!__real_options_parse(options, argc, argv, error, error_size))
        return false;
    const char *seed = getenv("SLICES_SEED");
    slices.random = seed != NULL ? strtoull(seed, NULL, 10) : 1;
    if (getenv("SLICES_CHANGES") != NULL) /* the engine changes at random, too */
        options->engine = &auto_engine;
    slices.engine = options->engine;
    slices.sliced = *options->engine;
    slices.sliced.create = create;
    slices.sliced.run = run;
    if (getenv("SLICES_WHOLE") == NULL)
        options->engine = &slices.sliced;
    if (options->config.level != 0 && options->config.level != LEVEL_EXACT)
        return true;
    options->config.tests = (struct test_knobs){.tile_pps = 4u << random_below(TILE_SHIFTS),
                                                .deals = (uint32_t)random_below(UINT32_MAX),
                                                .changes = (uint32_t)random_below(UINT32_MAX) | 1u};
    return true;
}
