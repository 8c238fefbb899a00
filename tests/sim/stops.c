/* stops.c - see stops.h. */
#include "tests/sim/stops.h"

#include <inttypes.h>
#include <stdio.h>

#include "tests/sim/engines.h"

/* One run of SHARE is in slices, with MOST stops at most. */
enum { SHARE = 3, MOST = 150, VIEWS = 4 };

/* Random lengths are less than 2 to the power of these. */
enum { BACK_SHIFT = 7, SHORT_SHIFT = 2, LONGEST_SHIFT = 13, TICK_SHIFT = 16 };

/* One run at a time. */
static struct stops {
    const struct engine *engine; /* that runs slice by slice; NULL: the run is in one go */
    struct machine *machine;
    uint64_t random;
    uint64_t first;   /* the first slice ends at this cycle */
    uint32_t longest; /* slices have up to 2^longest cycles */
    uint64_t stops;
    bool pauses;
    bool is_exact;    /* so all PPs are in the cycle in which a run stops */
    const char *what; /* has been wrong first, if anything was .. */
    uint64_t at;      /* the cycle of the stop */
    uint64_t until;   /* and that in which it should have been */
    struct machine_config config;
} stops;

static uint32_t random_below(uint32_t limit)
{
    stops.random = stops.random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((stops.random >> 33) % limit);
}

/* Of any order of magnitude. */
static uint64_t random_length(void)
{
    return 1 + random_below(1u << random_below(stops.longest + 1));
}

static void demand(bool holds, const char *what, uint64_t until)
{
    if (holds || stops.what != NULL)
        return;
    stops.what = what;
    stops.at = stops.machine->stats.cycles;
    stops.until = until;
}

/* The run is asked to stop soon, at any moment. */
static void interrupt(void *context, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    struct machine *machine = context;
    (void)cycle;
    (void)running;
    machine->tick_instructions = instructions + random_below(1u << random_below(TICK_SHIFT));
    machine->pause = random_below(2) == 0;
}

/* The cycle in which the next slice ends; 0: when it is asked to pause. */
static uint64_t choose_slice(void)
{
    return stops.is_exact ? stops.machine->stats.cycles + random_length() : 0;
}

/* Checks the view of a PP. */
static void look_at(const void *state, uint32_t pp, uint64_t until)
{
    struct pp_view view = {0};
    stops.engine->view(state, pp, &view);
    demand(view.r[0] == 0 && view.r[1] == view.pc, "a PP's registers 0 and 1 differ from 0 and pc", until);
    demand(!view.in_barrier || view.running, "a PP that has halted waits in a barrier", until);
}

/* The run has stopped where it should. */
static void look(const void *state, uint64_t until, uint64_t before)
{
    const struct machine *machine = stops.machine;
    const uint64_t now = machine->stats.cycles;
    for (unsigned k = 0; k < VIEWS; k++)
        look_at(state, random_below(machine->config.pps), until);
    if (!stops.is_exact)
        return;
    demand(now >= before, "time runs backwards", until);
    demand(machine->pause ? now <= until : now == until, "the cycle is another one", until);
}

static void *create(struct machine *machine)
{
    stops.machine = machine;
    stops.config = machine->config;
    stops.is_exact = machine->config.level == 0 || machine->config.level == LEVEL_EXACT;
    return stops.engine->create(machine);
}

static void run(void *state, uint64_t whole)
{
    struct machine *machine = stops.machine;
    /* with several threads the time of the clock reads depends on the host */
    if (!stops.is_exact || (stops.pauses && machine->config.threads == 1)) {
        machine->progress = interrupt;
        machine->progress_context = machine;
    }
    uint64_t until = stops.is_exact ? stops.first : 0;
    for (; stops.stops < MOST; stops.stops++) {
        const uint64_t before = machine->stats.cycles;
        machine->pause = false;
        machine->tick_instructions = 0;
        stops.engine->run(state, until);
        if (machine->end != END_RUNNING)
            break;
        look(state, until, before);
        until = choose_slice();
    }
    machine->progress = NULL;
    machine->pause = false;
    stops.engine->run(state, whole); /* no effect if the run is over */
}

static void view(const void *state, uint32_t pp, struct pp_view *view)
{
    stops.engine->view(state, pp, view);
}

static void destroy(void *state)
{
    stops.engine->destroy(state);
}

/* Where the first stop is: often near the end of the run, for a fault there needs what is known of the cycles
 * before it. */
static uint64_t choose_first(uint64_t cycles)
{
    const uint32_t end = cycles < UINT32_MAX ? (uint32_t)cycles + 1 : UINT32_MAX;
    const uint32_t back = 1 + random_below(1u << random_below(BACK_SHIFT));
    return random_below(2) == 0 && back < end ? end - back : 1 + random_below(end);
}

const struct engine *stops_choose(const struct engine *engine, uint64_t seed, uint64_t salt, uint64_t number,
                                  uint64_t cycles)
{
    static struct engine sliced;
    sliced = (struct engine){
        .parallel = engine->parallel, .create = create, .run = run, .view = view, .destroy = destroy};
    const uint64_t always = engines_number("PRAM_FUZZ_STOPS", 2);
    stops = (struct stops){.random = policy_mix((seed << 16) + (salt << 4) + number)};
    if (always == 0 || (random_below(SHARE) != 0 && always != 1))
        return engine;
    stops.engine = engine;
    stops.longest = random_below(random_below(2) == 0 ? SHORT_SHIFT : LONGEST_SHIFT);
    stops.first = choose_first(cycles);
    stops.pauses = random_below(3) == 0;
    return &sliced;
}

bool stops_judge(uint64_t seed, bool differs)
{
    if (stops.engine == NULL || (stops.what == NULL && !differs))
        return differs;
    if (stops.what != NULL)
        fprintf(stderr, "seed %" PRIu64 ": stopped in cycle %" PRIu64 ", to stop at cycle %" PRIu64 ": %s\n",
                seed, stops.at, stops.until, stops.what);
    fprintf(stderr,
            "seed %" PRIu64 " p %u t %u g %u: the run was in slices, with %" PRIu64 " stops; again:"
            " PRAM_FUZZ_SEED=%" PRIu64 " PRAM_FUZZ_PROGRAMS=1, in one go: with PRAM_FUZZ_STOPS=0\n",
            seed, stops.config.pps, stops.config.threads, stops.config.level, stops.stops, seed);
    return true;
}
