/* snapshot.c - see snapshot.h.
 *
 * The serial form: magic, version; then each section: its number and contents; then 0. Files to be restored
 * may precede it, with a magic of their own. Numbers are little-endian; what is unknown is refused. */
#include "sim/machine/snapshot.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/message.h"
#include "sim/host/files.h"

static const char magic[8] = {'P', 'R', 'A', 'M', 'S', 'N', 'A', 'P'};
static const char magic_before[8] = {'P', 'R', 'A', 'M', 'B', 'A', 'C', 'K'};

enum section {
    SECTION_OF_NOTHING = 0,
#define SNAPSHOT_SECTION(number, name, text) SECTION_OF_##name = (number),
#include "sim/machine/snapshot.def"
};

enum { LANE_SHIFT_MOST = 10 }; /* of any build: the PPs of a block */

/* ---- what it is for */

static uint64_t hash_of_program(const struct program *program)
{
    uint64_t hash = policy_mix(program->entry ^ (uint64_t)program->data_end << 32);
    for (uint32_t pc = 0; pc < program->count; pc++)
        hash = policy_mix(hash ^ program->code[pc].word) + pc;
    return hash;
}

static void put_machine(struct snapshot *snapshot, const struct machine *machine)
{
    const struct machine_config *config = &machine->config;
    const struct memory *memory = &machine->memory;
#define SNAPSHOT_NUMBER(name, option, value) snapshot_put_long(snapshot, value);
#define SNAPSHOT_TEXT(name, option, value) snapshot_put_text(snapshot, value);
#include "sim/machine/snapshot.def"
    const uint32_t count = config->argument_count > 0 ? config->argument_count - 1 : 0;
    snapshot_put_texts(snapshot, count > 0 ? (const char *const *)config->arguments + 1 : NULL, count);
}

static void get_machine(struct snapshot_reader *reader, struct snapshot_about *about)
{
#define SNAPSHOT_NUMBER(name, option, value) about->name = snapshot_get_long(reader);
#define SNAPSHOT_TEXT(name, option, value) about->name = snapshot_get_text(reader);
#include "sim/machine/snapshot.def"
#define SNAPSHOT_TEXT(name, option, value) reader->bad |= about->name == NULL;
#include "sim/machine/snapshot.def"
    about->arguments = snapshot_get_texts(reader, &about->argument_count);
    reader->bad |= about->pps == 0 || about->pps > MEMORY_MAX_PPS || about->lane_shift > LANE_SHIFT_MOST;
}

static void compare_number(struct snapshot_reader *reader, const char *option, uint64_t then, uint64_t now)
{
    if (option != NULL && then != now)
        snapshot_refuse(reader,
                        "it belongs to a run on another machine: %s was %" PRIu64 ", and is %" PRIu64 " now",
                        option, then, now);
}

static void compare_text(struct snapshot_reader *reader, const char *option, const char *then,
                         const char *now)
{
    if (strcmp(then, now) != 0)
        snapshot_refuse(reader, "it belongs to a run on another machine: %s was '%.60s', and is '%.60s' now",
                        option, then, now);
}

/* Refuses a snapshot that is not for this machine. */
static void compare_machine(struct snapshot_reader *reader, const struct snapshot_about *about,
                            const struct machine *machine)
{
    const struct machine_config *config = &machine->config;
    const struct memory *memory = &machine->memory;
    const uint32_t arguments = config->argument_count > 0 ? config->argument_count - 1 : 0;
    if (reader->bad)
        return;
    if (about->program != hash_of_program(&machine->program))
        snapshot_refuse(reader, "it belongs to a run of another program");
#define SNAPSHOT_NUMBER(name, option, value) compare_number(reader, option, about->name, value);
#define SNAPSHOT_TEXT(name, option, value) compare_text(reader, option, about->name, value);
#include "sim/machine/snapshot.def"
    compare_number(reader, "the number of the program's arguments", about->argument_count, arguments);
    for (uint32_t k = 0; k < arguments && !reader->bad; k++)
        compare_text(reader, "an argument of the program", about->arguments[k], config->arguments[k + 1]);
}

/* ---- cells */

/* Words are stored as differences: rows of PPs with equal or evenly spaced values compress very well. */
enum { PIECE = 1024 };

static void put_run(void *context, uint32_t index, const uint32_t *words, uint32_t count)
{
    struct snapshot *snapshot = context;
    uint32_t piece[PIECE], before = 0;
    snapshot_put_word(snapshot, index);
    snapshot_put_word(snapshot, count);
    for (uint32_t done = 0; done < count;) {
        const uint32_t most = count - done < PIECE ? count - done : PIECE;
        piece[0] = words[done] - before;
#pragma omp simd
        for (uint32_t k = 1; k < most; k++)
            piece[k] = words[done + k] - words[done + k - 1];
        before = words[done + most - 1];
        snapshot_put(snapshot, piece, most * sizeof *piece);
        done += most;
    }
}

/* Cells from an index of the saved run's memory on, which now are elsewhere if its tiles had another size.
 * `memory`, which is clear, NULL: they are forgotten. */
static void get_run(struct snapshot_reader *reader, struct memory *memory, const struct memory *then,
                    uint32_t index, uint32_t count)
{
    uint32_t piece[PIECE], before = 0;
    const bool is_moved =
        memory != NULL && then->lane_shift != memory->lane_shift && index + count > then->shared_words;
    for (uint32_t k = 0; k < count && !reader->bad; k++) {
        if (k % PIECE == 0)
            snapshot_get_words(reader, piece, count - k < PIECE ? count - k : PIECE);
        before += piece[k % PIECE];
        if (before == 0 || memory == NULL || reader->bad)
            continue;
        const uint32_t cell = is_moved ? memory_index(memory, 0, memory_address(then, index + k)) : index + k;
        reader->bad |= cell == MEMORY_ILLEGAL;
        if (!reader->bad)
            memory->cells[cell] = before;
    }
}

static void put_memory(struct snapshot *snapshot, const struct machine *machine)
{
    memory_runs(&machine->memory, 0, machine->memory.host_words, put_run, snapshot);
    snapshot_put_long(snapshot, 0);
}

/* Reads the cells of tiles of that size; `memory` NULL: skips them. */
static void get_memory(struct snapshot_reader *reader, struct memory *memory, unsigned lane_shift)
{
    const struct memory then = memory != NULL ? memory_with_tiles(memory, lane_shift) : (struct memory){0};
    const size_t cells = memory != NULL ? then.host_words : UINT32_MAX;
    if (memory != NULL)
        memory_clear(memory);
    while (!reader->bad) {
        const uint32_t index = snapshot_get_word(reader), count = snapshot_get_word(reader);
        if (count == 0)
            break;
        reader->bad |= index > cells || count > cells - index;
        if (reader->bad)
            break;
        get_run(reader, memory, &then, index, count);
    }
}

/* ---- PPs */

/* A member, of `size` bytes, of `count` adjacent PPs, from that of the first: the differences from PP to PP.
 * Little-endian: of a difference of 64 bits, the low bytes. */
static inline void put_column(struct snapshot *snapshot, const void *first, size_t size, uint32_t count)
{
    unsigned char bytes[SNAPSHOT_BLOCK * sizeof(uint64_t)];
    const char *member = first;
    uint64_t before = 0, value = 0;
    for (uint32_t k = 0; k < count; k++, member += sizeof(struct snapshot_pp)) {
        memcpy(&value, member, size);
        const uint64_t difference = value - before;
        memcpy(bytes + k * size, &difference, size);
        before = value;
    }
    snapshot_put(snapshot, bytes, count * size);
}

static void get_column(struct snapshot_reader *reader, void *first, size_t size, uint32_t count)
{
    char *member = first;
    uint64_t value = 0;
    for (uint32_t k = 0; k < count; k++, member += sizeof(struct snapshot_pp)) {
        value += size == sizeof value ? snapshot_get_long(reader) : snapshot_get_word(reader);
        memcpy(member, &value, size);
    }
}

static void put_block(struct snapshot *snapshot, const struct snapshot_state *state)
{
#define SNAPSHOT_PP(name, type, words)                                                                       \
    for (size_t k = 0; k < sizeof state->pps->name / sizeof(type); k++)                                      \
        put_column(snapshot, &state->pps->name[k], sizeof(type), state->count);
#include "sim/machine/snapshot.def"
    snapshot_put(snapshot, state->units, sizeof *state->units * state->count * state->unit_words);
}

static void get_block(struct snapshot_reader *reader, struct snapshot_pp *pps, uint32_t count, uint64_t cycle)
{
#define SNAPSHOT_PP(name, type, words)                                                                       \
    for (size_t k = 0; k < sizeof pps->name / sizeof(type); k++)                                             \
        get_column(reader, &pps->name[k], sizeof(type), count);
#include "sim/machine/snapshot.def"
    for (uint32_t k = 0; k < count; k++)
        reader->bad |= pps[k].late_target[0] > DECODE_SINK || pps[k].barrier_since[0] > cycle ||
                       pps[k].yielded[0] > cycle + 1;
}

/* The PPs of a machine come in blocks; the last one may be smaller. */
static uint32_t block_at(uint32_t first, uint32_t pps)
{
    return pps - first < SNAPSHOT_BLOCK ? pps - first : SNAPSHOT_BLOCK;
}

bool snapshot_make_room(struct snapshot_state *state, uint32_t pps)
{
    state->pps = calloc(pps, sizeof *state->pps);
    state->units =
        state->unit_words != 0 ? calloc((size_t)pps * state->unit_words, sizeof *state->units) : NULL;
    return state->pps != NULL && (state->unit_words == 0 || state->units != NULL);
}

void snapshot_free_room(struct snapshot_state *state)
{
    free(state->pps);
    free(state->units);
}

static void put_pps(struct snapshot *snapshot, const struct engine *engine, const void *engine_state,
                    struct snapshot_state *state, uint32_t pps)
{
    snapshot_put_word(snapshot, state->unit_words);
    for (uint32_t first = 0; first < pps && !snapshot->failed; first += SNAPSHOT_BLOCK) {
        state->first = first;
        state->count = block_at(first, pps);
        memset(state->pps, 0, state->count * sizeof *state->pps);
        engine->save_pps(engine_state, state);
        put_block(snapshot, state);
    }
}

/* Reads the PPs, and counts them; without room for them: forgets them. */
static void get_pps(struct snapshot_reader *reader, struct snapshot_about *about)
{
    struct snapshot_state *state = &about->state;
    const uint32_t unit_words = snapshot_get_word(reader), all = (uint32_t)about->pps;
    struct snapshot_pp *forgotten =
        state->pps == NULL ? memory_take(SNAPSHOT_BLOCK, sizeof *forgotten) : NULL;
    reader->bad |= state->pps != NULL && unit_words != state->unit_words;
    state->count = all;
    for (uint32_t first = 0; first < all && !reader->bad; first += SNAPSHOT_BLOCK) {
        const uint32_t count = block_at(first, all);
        struct snapshot_pp *pps = forgotten != NULL ? forgotten : state->pps + first;
        uint32_t *units = state->units != NULL ? state->units + (size_t)first * unit_words : NULL;
        get_block(reader, pps, count, state->cycle);
        snapshot_get_words(reader, units, (size_t)count * unit_words);
        for (uint32_t k = 0; k < count; k++) {
            about->running += (pps[k].modes[0] & SNAPSHOT_HALTED) == 0;
            about->in_barriers += (pps[k].modes[0] & SNAPSHOT_IN_BARRIER) != 0;
        }
    }
    free(forgotten);
}

/* ---- counters */

static void put_stats(struct snapshot *snapshot, const struct stats *stats)
{
#define STATS_COUNTER(name, text) snapshot_put_long(snapshot, stats->name);
#include "sim/machine/stats.def"
    snapshot_put(snapshot, stats->parts, STATS_KEPT_PARTS * sizeof stats->parts[0]);
    snapshot_put(snapshot, stats->seconds, sizeof stats->seconds);
}

static void get_stats(struct snapshot_reader *reader, struct stats *stats)
{
#define STATS_COUNTER(name, text) stats->name = snapshot_get_long(reader);
#include "sim/machine/stats.def"
    snapshot_get_words(reader, (uint32_t *)stats->parts, 2 * STATS_KEPT_PARTS);
    snapshot_get_words(reader, (uint32_t *)stats->seconds, 2 * STATS_TIMES);
    for (unsigned k = 0; k < STATS_TIMES; k++)
        reader->bad |= !(stats->seconds[k] >= 0 && stats->seconds[k] < 1e12);
}

/* ---- taking */

static void put_all(struct snapshot *snapshot, const struct machine *machine, const struct engine *engine,
                    const void *engine_state, struct snapshot_state *state)
{
    snapshot_put(snapshot, magic, sizeof magic);
    snapshot_put_word(snapshot, SNAPSHOT_VERSION);
    snapshot_put_word(snapshot, SECTION_OF_program);
    snapshot_put_long(snapshot, hash_of_program(&machine->program));
    snapshot_put_word(snapshot, SECTION_OF_machine);
    put_machine(snapshot, machine);
    snapshot_put_word(snapshot, SECTION_OF_course);
    snapshot_put_long(snapshot, state->cycle);
    snapshot_put_word(snapshot, SECTION_OF_stats);
    put_stats(snapshot, &state->stats);
    snapshot_put_word(snapshot, SECTION_OF_pps);
    put_pps(snapshot, engine, engine_state, state, machine->config.pps);
    snapshot_put_word(snapshot, SECTION_OF_memory);
    put_memory(snapshot, machine);
    snapshot_put_word(snapshot, SECTION_OF_host);
    host_save(machine, snapshot);
    snapshot_put_word(snapshot, SECTION_OF_NOTHING);
    snapshot_drain(snapshot);
}

bool snapshot_is_possible(const struct machine *machine, const struct engine *engine, const void *state,
                          char *error, size_t error_size)
{
    if (!observer_all(machine->observers).keep_nothing || machine->inject != NULL)
        return message_refuse(error, error_size,
                              "observers and --faults have state that snapshots do not contain");
    return engine->save(state, NULL) ||
           message_refuse(error, error_size, "at graining levels 1 to 5 PPs are in different cycles");
}

bool snapshot_take(struct snapshot *snapshot, struct machine *machine, const struct engine *engine,
                   const void *state, char *error, size_t error_size)
{
    struct snapshot_state now = {.stats = machine->stats};
    const uint32_t pps = machine->config.pps;
    snapshot->size = 0;
    snapshot->failed = false;
    if (machine->end != END_RUNNING)
        return message_refuse(error, error_size, "the run is over");
    if (!snapshot_is_possible(machine, engine, state, error, error_size))
        return false;
    output_flush(&machine->host->output);
    engine->save(state, &now);
    snapshot->failed = !snapshot_make_room(&now, block_at(0, pps));
    if (!snapshot->failed)
        put_all(snapshot, machine, engine, state, &now);
    snapshot_free_room(&now);
    return !snapshot->failed || message_refuse(error, error_size, "the host has not enough memory");
}

void snapshot_put_before(struct snapshot *snapshot, const struct machine *machine, bool whole)
{
    snapshot_put(snapshot, magic_before, sizeof magic_before);
    files_save_before(machine->host->files, whole, snapshot);
    snapshot_drain(snapshot);
}

/* ---- restoring */

struct snapshot_reader snapshot_read(const struct snapshot *snapshot)
{
    return (struct snapshot_reader){.at = snapshot->bytes, .end = snapshot->bytes + snapshot->size};
}

static void begin_section(struct snapshot_reader *reader, enum section section)
{
    reader->bad |= snapshot_get_word(reader) != section;
}

/* Of several ranks only the first one has open files. */
static bool is_follower(const struct machine *machine)
{
    return machine->ranks != NULL && machine->ranks->rank != 0;
}

/* Reads everything before the snapshot, and its magic. `machine` NULL: for people. */
static void get_magic(struct snapshot_reader *reader, struct machine *machine, struct snapshot_about *about)
{
    const void *found = snapshot_get(reader, sizeof magic);
    while (found != NULL && memcmp(found, magic_before, sizeof magic_before) == 0) {
        about->puts_back = true;
        if (machine == NULL || is_follower(machine))
            files_describe(reader, NULL);
        else
            files_restore(machine->host->files, reader, true);
        found = snapshot_get(reader, sizeof magic);
    }
    if (found == NULL || memcmp(found, magic, sizeof magic) != 0)
        snapshot_refuse(reader, "it is not a snapshot of a run");
}

/* Reads what it is for. */
static void get_head(struct snapshot_reader *reader, struct machine *machine, struct snapshot_about *about)
{
    get_magic(reader, machine, about);
    const uint32_t version = snapshot_get_word(reader);
    if (version != SNAPSHOT_VERSION)
        snapshot_refuse(reader, "it is of version %u, and this pramsim reads version %u", version,
                        SNAPSHOT_VERSION);
    begin_section(reader, SECTION_OF_program);
    about->program = snapshot_get_long(reader);
    begin_section(reader, SECTION_OF_machine);
    get_machine(reader, about);
}

static void get_course(struct snapshot_reader *reader, struct snapshot_state *state)
{
    begin_section(reader, SECTION_OF_course);
    state->cycle = snapshot_get_long(reader);
    reader->bad |= state->cycle > INT64_MAX;
    begin_section(reader, SECTION_OF_stats);
    get_stats(reader, &state->stats);
}

static void get_end(struct snapshot_reader *reader)
{
    begin_section(reader, SECTION_OF_NOTHING);
    reader->bad =
        reader->bad || reader->at != reader->end || (reader->more != NULL && reader->more(reader, 1));
}

/* Whether nothing was wrong. */
static bool is_good(struct snapshot_reader *reader)
{
    if (reader->bad)
        snapshot_refuse(reader, "it is damaged");
    return !reader->bad;
}

/* Reads the sections after the head into `machine` (NULL: for people) and `about`, each to its end. */
static void get_all(struct snapshot_reader *reader, struct machine *machine, struct snapshot_about *about)
{
    get_course(reader, &about->state);
    begin_section(reader, SECTION_OF_pps);
    get_pps(reader, about);
    begin_section(reader, SECTION_OF_memory);
    get_memory(reader, machine != NULL ? &machine->memory : NULL, (unsigned)about->lane_shift);
    begin_section(reader, SECTION_OF_host);
    if (machine != NULL && (is_follower(machine) || reader->bad))
        return;
    if (machine != NULL)
        host_restore(machine, reader);
    else
        host_describe(reader, about);
    get_end(reader);
}

/* Puts what was read into the engine. */
static void begin_again(struct snapshot_reader *reader, struct machine *machine, const struct engine *engine,
                        void *state, const struct snapshot_state *then)
{
    machine->stats = then->stats;
    machine->end = END_RUNNING;
    if (!engine->load(state, then)) {
        snapshot_refuse(reader, "the host has not enough memory");
    } else if (!is_follower(machine)) {
        files_note_checkpoint(machine->host->files);
        if (!host_hold(machine))
            snapshot_refuse(reader, "%s", machine->fault.text);
    }
}

bool snapshot_restore(struct snapshot_reader *reader, struct machine *machine, const struct engine *engine,
                      void *state)
{
    struct snapshot_about about = {.pps = 0};
    struct snapshot_state *then = &about.state;
    get_head(reader, machine, &about);
    compare_machine(reader, &about, machine);
    if (!is_good(reader))
        return false;
    engine->save(state, then); /* for unit_words */
    then->stats = machine->stats;
    if (!snapshot_make_room(then, machine->config.pps))
        snapshot_refuse(reader, "the host has not enough memory");
    else
        get_all(reader, machine, &about);
    if (is_good(reader))
        begin_again(reader, machine, engine, state, then);
    snapshot_free_room(then);
    return !reader->bad;
}

bool snapshot_describe(struct snapshot_reader *reader, struct snapshot_about *about)
{
    *about = (struct snapshot_about){.pps = 0};
    get_head(reader, NULL, about);
    if (is_good(reader))
        get_all(reader, NULL, about);
    return is_good(reader);
}
