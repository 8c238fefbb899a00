/* machine.c - creates and destroys a machine, and handles news from outside.
 *
 * Calls load (program into machine), memory, host; knows no engine. */
#include "sim/machine/machine.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/message.h"
#include "common/plural.h"
#include "common/stop.h"
#include "sim/observe/record/allocations.h"
#include "sim/machine/load.h"
#include "sim/machine/shint.h"

/* Defaults of the address map, in words; see docs/simulator.md. */
#define DEFAULT_SHARED (64ull << 20)
#define DEFAULT_AREA (64ull << 10)   /* largest stack and private area of one PP */
#define ALL_STACKS (1ull << 30)      /* all stacks together, at most */
#define ALL_PRIVATE (512ull << 20)   /* largest total of all private areas */
#define TICK_INSTRUCTIONS (8u << 20) /* how often the clock is read */

static uint64_t power_at_most(uint64_t value)
{
    return value == 0 ? 1 : 1ull << (63 - __builtin_clzll(value));
}

static uint64_t power_at_least(uint64_t value)
{
    return value <= 1 ? 1 : 1ull << (64 - __builtin_clzll(value - 1));
}

/* Programs that use precision units have small tiles: this work takes more time than a large tile saves, and
 * the threads share it by tiles. At least sixteen tiles keep two threads within a tenth of each other. */
static uint32_t tile_of_units(uint32_t pps)
{
    enum { TILES = 16, LEAST = 16 };
    return pps / TILES > LEAST ? (uint32_t)power_at_most(pps / TILES) : LEAST;
}

/* Small machines on several ranks have small tiles, so that each rank has some. 0: as large as possible. */
static uint32_t tile_of_ranks(uint32_t pps, unsigned ranks)
{
    enum { EACH = 4, LEAST = 16, MOST = 1024 };
    const uint32_t each = pps / (ranks * EACH);
    return each >= MOST ? 0 : each > LEAST ? (uint32_t)power_at_most(each) : LEAST;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* PPs of a tile; 0: as many as possible. */
static uint32_t choose_tile(const struct machine_config *config, bool uses_real)
{
    if (config->tests.tile_pps != 0)
        return config->tests.tile_pps;
    if (uses_real)
        return tile_of_units(config->pps);
    return config->ranks > 1 ? tile_of_ranks(config->pps, config->ranks) : 0;
}

/* Sizes of the areas: the requested ones, else the defaults. False if the program cannot fit. */
static bool shape_memory(const struct machine_config *config, const struct load_needs *needs, bool uses_real,
                         struct memory_shape *shape, char *error, size_t error_size)
{
    uint64_t pps = config->pps;
    uint64_t stack = config->stack_words;
    uint64_t own = config->private_words;
    uint64_t shared = config->shared_words;
    if (stack == 0)
        stack = power_at_most(smaller(DEFAULT_AREA, ALL_STACKS / pps));
    if (own == 0)
        own = larger(power_at_most(smaller(DEFAULT_AREA, ALL_PRIVATE / pps)),
                     power_at_least(needs->private_words));
    if (own < needs->private_words)
        return message_refuse(
            error, error_size, "the program has %llu private word%s, more than --private=%llu",
            (unsigned long long)needs->private_words, plural(needs->private_words), (unsigned long long)own);
    uint64_t areas = pps * (stack + own);
    uint64_t left = areas < MEMORY_MAX_WORDS ? MEMORY_MAX_WORDS - areas : 0;
    if (shared == 0)
        shared = smaller(left, larger(DEFAULT_SHARED, needs->shared_words));
    if (shared < needs->shared_words)
        return message_refuse(error, error_size,
                              "the program needs %llu words of shared memory, there are %llu",
                              (unsigned long long)needs->shared_words, (unsigned long long)shared);
    if (shared + areas > MEMORY_MAX_WORDS)
        return message_refuse(
            error, error_size,
            "%" PRIu64 " shared words and %" PRIu64 " PP%s with %" PRIu64
            " words each are more than the %llu "
            "words of the address space: ask for less with --memory, --stack, --private or -p",
            shared, pps, plural(pps), stack + own, MEMORY_MAX_WORDS);
    *shape = (struct memory_shape){.pps = config->pps,
                                   .guard = needs->guard,
                                   .shared_words = (uint32_t)shared,
                                   .stack_words = (uint32_t)stack,
                                   .private_words = (uint32_t)own,
                                   .tile_pps = choose_tile(config, uses_real)};
    return true;
}

bool machine_create_from(struct machine *machine, const struct machine_config *config, struct object *object,
                         int *code, char *error, size_t error_size)
{
    memset(machine, 0, sizeof *machine);
    machine->config = *config;
    machine->object = *object;
    memset(object, 0, sizeof *object);
    machine->tick_instructions = TICK_INSTRUCTIONS;

    struct load_needs needs;
    struct memory_shape shape;
    *code = EXIT_CODE_load;
    if (load_check(&machine->object, &needs, error, error_size)) {
        load_program(machine);
        *code = EXIT_CODE_memory;
        if (shape_memory(config, &needs, machine->program.uses_real, &shape, error, error_size) &&
            memory_create(&machine->memory, &shape, error, error_size)) {
            load_memory(&machine->object, &machine->memory);
            object_free_words(&machine->object);
            *code = config->files_in != NULL || config->files_out != NULL
                        ? EXIT_CODE_usage
                        : EXIT_CODE_memory; /* only --files can be wrong here */
            machine->host = host_create(machine, error, error_size);
            if (machine->host != NULL)
                return true;
            if (errno == ENOMEM || errno == EMFILE || errno == ENFILE)
                *code = EXIT_CODE_memory; /* the host is short of something: the folder is not to blame */
        }
    }
    machine_destroy(machine);
    return false;
}

const char *machine_vector_rows(enum host_vectors vectors)
{
    static const char *const rows[] = {NULL,
#define KIND(name, rows, processor) rows,
                                       HOST_VECTORS(KIND)
#undef KIND
    };
    return rows[vectors];
}

bool machine_create(struct machine *machine, const struct machine_config *config, const char *path, int *code,
                    char *error, size_t error_size)
{
    struct object object;
    struct object_error reason;
    memset(machine, 0, sizeof *machine);
    if (!object_read(path, &object, &reason)) {
        *code = EXIT_CODE_load;
        return message_refuse(error, error_size, "%s%s", reason.text, load_advice(path));
    }
    if (!machine_create_from(machine, config, &object, code, error, error_size))
        return false;
    files_protect(host_files(machine), path);
    return true;
}

void machine_destroy(struct machine *machine)
{
    host_destroy(machine->host);
    memory_destroy(&machine->memory);
    arena_release(&machine->arena);
    object_free(&machine->object);
    memset(machine, 0, sizeof *machine);
}

void machine_count_hint(const struct machine *machine, uint32_t pp, uint32_t constant, uint64_t since,
                        uint32_t back, uint64_t cycle)
{
    struct region_marks *marks = machine->marks;
    const uint64_t waited = cycle + 1 - since;
    switch (shint_number(constant)) {
    case SHINT_barrier_leave:
        if (since == 0)
            break;
        if (machine->counts != NULL)
            counts_wait(machine->counts, back, waited);
        marks->waited_by[pp] += waited;
        break;
    case SHINT_region_enter:
    case SHINT_region_leave:
        marks_count(marks, shint_argument(constant), shint_number(constant) == SHINT_region_enter, cycle,
                    marks->waited_by[pp]);
        break;
    default:
        break;
    }
}

bool machine_take_news(struct machine *machine)
{
    if (machine->request == NULL && stop_take_time())
        output_flush(host_stream(machine, HOST_STREAM_OUTPUT));
    return machine_stop_reason(machine) != STOP_NOTHING;
}

void machine_tick_slow(struct machine *machine, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    machine->tick_instructions = instructions + TICK_INSTRUCTIONS;
    if (machine_has_news(machine) && machine_take_news(machine)) {
        fault_stopped(&machine->fault, machine, FAULT_NO_PP, 0, cycle);
        machine->end = END_FAULT;
    }
    if (machine->progress != NULL)
        machine->progress(machine->progress_context, cycle, instructions, running);
}
