/* snapshots.c - pramsim, but the run moves between engines: at random cycles it takes a snapshot, and
 * continues from it on the other engine, with another number of threads.
 *
 * main.c of pramsim is linked with this file in place of options_parse (ld --wrap). State outside of engines
 * is created anew at each move: memory, host, counters. It aborts if a snapshot of the restored run differs
 * from the restored one (except for files that waited for it), and if a damaged snapshot does harm. The
 * environment: SNAPSHOTS_SEED, the seed; SNAPSHOTS_LAST, a level that the last engine runs at, or nothing:
 * then all are exact; SNAPSHOTS_AT, the cycle of the only move, or nothing: then there are several, at
 * random; SNAPSHOTS_COUNT, a file to which the number of moves is appended as a line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/segment/bsp.h"
#include "sim/cycle/cycle.h"
#include "sim/machine/snapshot.h"
#include "sim/cli/options.h"
#include "sim/reference/reference.h"

bool __real_options_parse(struct options *options, int argc, char **argv, char *error, size_t error_size);
bool __wrap_options_parse(struct options *options, int argc, char **argv, char *error, size_t error_size);

enum { LONGEST_SHIFT = 13, MOVES = 12, DAMAGES = 3, TILE_SHIFTS = 5 };

/* One run a process. */
static struct moves {
    struct engine moving;
    struct machine *machine;
    const struct engine *engine;
    void *state;
    const char *last;
    uint64_t random;
    unsigned count;
} moves;

static uint64_t random_below(uint64_t limit)
{
    moves.random = moves.random * 6364136223846793005u + 1442695040888963407u;
    return (moves.random >> 33) % limit;
}

static void demand(bool holds, const char *what, const char *error)
{
    if (holds)
        return;
    fprintf(stderr, "snapshots: after %u moves, at cycle %" PRIu64 " on the %s engine: %s: %s\n", moves.count,
            moves.machine->stats.cycles, moves.engine->name, what, error);
    abort();
}

/* Memory and host as if the process had begun anew, except for some cells. */
static void forget_all(void)
{
    struct machine *machine = moves.machine;
    char error[300] = "";
    memory_clear(&machine->memory);
    for (int k = 0; k < 100; k++)
        machine->memory.cells[random_below(machine->memory.host_words)] = (uint32_t)random_below(UINT32_MAX);
    machine->stats = (struct stats){.cycles = 0};
    host_destroy(machine->host);
    machine->host = host_create(machine, error, sizeof error);
    demand(machine->host != NULL, "no host", error);
}

static void create_engine(const struct engine *engine, unsigned level, unsigned threads)
{
    if (moves.engine != NULL && moves.state != NULL)
        moves.engine->destroy(moves.state);
    moves.machine->config.level = level;
    moves.machine->config.threads = threads;
    if (moves.machine->config.tests.tile_pps != 0) /* tiles change hands, too */
        moves.machine->config.tests.deals = (uint32_t)random_below(UINT32_MAX);
    moves.engine = engine;
    moves.state = engine->create(moves.machine);
    demand(moves.state != NULL, "no engine", "");
}

static void create_exact_engine(void)
{
    const uint64_t parts = moves.engine == &bsp_engine ? 3 : moves.engine == NULL ? 1 : 0; /* of four */
    if (random_below(4) < parts)
        create_engine(random_below(2) != 0 ? &reference_engine : &cycle_engine, 0,
                      1 + (unsigned)random_below(4));
    else
        create_engine(&bsp_engine, random_below(2) != 0 ? LEVEL_EXACT : 0, 1 + (unsigned)random_below(4));
}

/* A snapshot with some bytes changed, or truncated, is refused or accepted; nothing else happens. */
static void try_damage(const struct snapshot *snapshot)
{
    for (int k = 0; k < DAMAGES; k++) {
        struct snapshot damaged = {.size = 0};
        snapshot_put(&damaged, snapshot->bytes, snapshot->size);
        for (uint64_t n = 1 + random_below(4); n > 0; n--)
            damaged.bytes[random_below(k == 0 ? 200 : damaged.size)] = (unsigned char)random_below(256);
        if (random_below(3) == 0)
            damaged.size = random_below(damaged.size);
        create_exact_engine();
        forget_all();
        struct snapshot_reader reader = snapshot_read(&damaged);
        snapshot_restore(&reader, moves.machine, moves.engine, moves.state);
        arena_release(&reader.texts);
        snapshot_forget(&damaged);
    }
}

/* Whether complete files wait for it: they appear when it is restored, and another one is without them. */
static bool has_held_files(const struct snapshot *snapshot)
{
    struct snapshot_reader reader = snapshot_read(snapshot);
    struct snapshot_about about;
    bool held = false;
    demand(snapshot_describe(&reader, &about), "it cannot be described", reader.error);
    for (uint32_t k = 0; k < about.file_count; k++)
        held |= about.files[k].handle == 0;
    arena_release(&reader.texts);
    return held;
}

static void compare(const struct snapshot *snapshot, const struct snapshot *again)
{
    char error[100];
    size_t same = 0;
    while (same < again->size && same < snapshot->size && again->bytes[same] == snapshot->bytes[same])
        same++;
    snprintf(error, sizeof error, "%zu and %zu bytes, the same up to %zu", snapshot->size, again->size, same);
    demand((same == again->size && same == snapshot->size) || has_held_files(snapshot),
           "the second snapshot differs", error);
}

static void move(bool is_last)
{
    struct snapshot snapshot = {.size = 0}, again = {.size = 0};
    char error[300] = "";
    demand(snapshot_take(&snapshot, moves.machine, moves.engine, moves.state, error, sizeof error),
           "no snapshot", error);
    if (getenv("SNAPSHOTS_AT") == NULL)
        try_damage(&snapshot);
    if (is_last)
        create_engine(&bsp_engine, (unsigned)(moves.last[0] - '0'), 1 + (unsigned)random_below(4));
    else
        create_exact_engine();
    forget_all();
    struct snapshot_reader reader = snapshot_read(&snapshot);
    demand(snapshot_restore(&reader, moves.machine, moves.engine, moves.state), "it cannot be restored",
           reader.error);
    if (!is_last) {
        demand(snapshot_take(&again, moves.machine, moves.engine, moves.state, error, sizeof error),
               "no second snapshot", error);
        compare(&snapshot, &again);
    }
    arena_release(&reader.texts);
    snapshot_forget(&snapshot);
    snapshot_forget(&again);
    moves.count++;
}

static void *create(struct machine *machine)
{
    moves.machine = machine;
    create_exact_engine();
    return &moves;
}

static void destroy(void *state)
{
    (void)state;
    moves.engine->destroy(moves.state);
}

static void view(const void *state, uint32_t pp, struct pp_view *out)
{
    (void)state;
    moves.engine->view(moves.state, pp, out);
}

static void move_once(uint64_t cycle)
{
    moves.engine->run(moves.state, cycle);
    if (moves.machine->end == END_RUNNING)
        move(moves.last != NULL);
}

static void move_often(void)
{
    struct machine *machine = moves.machine;
    for (unsigned k = 0; k < MOVES && machine->end == END_RUNNING; k++) {
        const uint64_t length = 1 + random_below((uint64_t)1 << random_below(LONGEST_SHIFT));
        moves.engine->run(moves.state, machine->stats.cycles + length);
        if (machine->end == END_RUNNING)
            move(moves.last != NULL && k == MOVES - 1);
    }
}

/* Runs to the end, ignoring pramsim's stops. */
static void run(void *state, uint64_t whole)
{
    const char *at = getenv("SNAPSHOTS_AT");
    (void)state, (void)whole;
    if (at != NULL)
        move_once(strtoull(at, NULL, 10));
    else
        move_often();
    moves.engine->run(moves.state, 0);
    const char *path = getenv("SNAPSHOTS_COUNT");
    FILE *count = path != NULL ? fopen(path, "a") : NULL;
    if (count != NULL) {
        fprintf(count, "%u\n", moves.count);
        fclose(count);
    }
}

bool __wrap_options_parse(struct options *options, int argc, char **argv, char *error, size_t error_size)
{
    if (!__real_options_parse(options, argc, argv, error, error_size))
        return false;
    const char *seed = getenv("SNAPSHOTS_SEED");
    moves.random = seed != NULL ? strtoull(seed, NULL, 10) : 1;
    moves.last = getenv("SNAPSHOTS_LAST");
    moves.last = moves.last != NULL && moves.last[0] >= '1' && moves.last[0] <= '5' ? moves.last : NULL;
    moves.moving = bsp_engine;
    moves.moving.create = create;
    moves.moving.destroy = destroy;
    moves.moving.view = view;
    moves.moving.run = run;
    options->engine = &moves.moving;
    options->config.tests.tile_pps = random_below(2) != 0 ? 4u << random_below(TILE_SHIFTS) : 0;
    return true;
}
