/* snapshot.c - see snapshot.h.
 *
 * The serial form: the magic, the version, the number of sections; then each section: its number, its length
 * in bytes, its bytes. All numbers are little-endian. What a reader does not know it refuses.
 */
#include "sim/machine/snapshot.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

static const char magic[8] = {'P', 'R', 'A', 'M', 'S', 'N', 'A', 'P'};

enum section {
#define SNAPSHOT_SECTION(number, name, text) SECTION_OF_##name = (number),
#include "sim/machine/snapshot.def"
};

enum {
    SECTIONS = 0
#define SNAPSHOT_SECTION(number, name, text) +1
#include "sim/machine/snapshot.def"
};

/* ---- what it is for */

static uint64_t hash_of_program(const struct program *program)
{
    uint64_t hash = policy_mix(program->entry ^ (uint64_t)program->data_end << 32);
    for (uint32_t pc = 0; pc < program->count; pc++)
        hash = policy_mix(hash ^ program->code[pc].word) + pc;
    return hash;
}

static void put_program(struct snapshot *snapshot, const struct machine *machine)
{
    snapshot_put_long(snapshot, hash_of_program(&machine->program));
}

static void put_machine(struct snapshot *snapshot, const struct machine *machine)
{
    const struct machine_config *config = &machine->config;
    const struct memory *memory = &machine->memory;
    const bool uses_real = machine->program.uses_real;
    snapshot_put_word(snapshot, memory->pps);
    snapshot_put_word(snapshot, memory->shared_words);
    snapshot_put_word(snapshot, memory->stack_shift);
    snapshot_put_word(snapshot, memory->private_shift);
    snapshot_put_word(snapshot, memory->lane_shift);
    snapshot_put_word(snapshot, config->policy);
    snapshot_put_long(snapshot, config->policy == POLICY_ARBITRARY ? config->policy_seed : 0);
    snapshot_put_word(snapshot, config->mixed);
    snapshot_put_long(snapshot, config->seed);
    snapshot_put_text(snapshot, uses_real ? config->real.format : NULL);
    snapshot_put_text(snapshot, uses_real ? config->real.accumulator : NULL);
    snapshot_put_word(snapshot, uses_real && config->real.cost_by_words);
}

/* ---- cells */

static void put_run(void *context, uint32_t index, const uint32_t *words, uint32_t count)
{
    struct snapshot *snapshot = context;
    snapshot_put_word(snapshot, index);
    snapshot_put_word(snapshot, count);
    for (uint32_t k = 0; k < count; k++)
        snapshot_put_word(snapshot, words[k]);
}

static void get_memory(struct snapshot_reader *reader, struct memory *memory)
{
    memory_clear(memory);
    while (reader->at != reader->end && !reader->bad) {
        const uint32_t index = snapshot_get_word(reader), count = snapshot_get_word(reader);
        reader->bad |= index > memory->host_words || count > memory->host_words - index ||
                       count > (size_t)(reader->end - reader->at) / sizeof(uint32_t);
        for (uint32_t k = 0; k < count && !reader->bad; k++)
            memory->cells[index + k] = snapshot_get_word(reader);
    }
}

/* ---- the engine's part */

static void put_pps(struct snapshot *snapshot, const struct snapshot_state *state, uint32_t pps)
{
    for (uint32_t pp = 0; pp < pps; pp++) {
        const struct snapshot_pp *one = &state->pps[pp];
#define SNAPSHOT_PP(name, type, words)                                                                       \
    for (size_t k = 0; k < sizeof one->name / sizeof one->name[0]; k++) {                                    \
        if (sizeof(type) == sizeof(uint64_t))                                                                \
            snapshot_put_long(snapshot, one->name[k]);                                                       \
        else                                                                                                 \
            snapshot_put_word(snapshot, (uint32_t)one->name[k]);                                             \
    }
#include "sim/machine/snapshot.def"
    }
}

static void get_pps(struct snapshot_reader *reader, struct snapshot_state *state, uint32_t pps)
{
    for (uint32_t pp = 0; pp < pps && !reader->bad; pp++) {
        struct snapshot_pp *one = &state->pps[pp];
#define SNAPSHOT_PP(name, type, words)                                                                       \
    for (size_t k = 0; k < sizeof one->name / sizeof one->name[0]; k++)                                      \
        one->name[k] = (type)(sizeof(type) == sizeof(uint64_t) ? snapshot_get_long(reader)                   \
                                                               : snapshot_get_word(reader));
#include "sim/machine/snapshot.def"
        reader->bad |= one->late_target[0] > DECODE_SINK;
    }
}

static void put_stats(struct snapshot *snapshot, const struct stats *stats)
{
#define STATS_COUNTER(name, text) snapshot_put_long(snapshot, stats->name);
#define STATS_PHASE(name, text) snapshot_put_long(snapshot, stats->phases[STATS_PHASE_##name]);
#define STATS_KIND(name, text) snapshot_put_long(snapshot, stats->kinds[STATS_KIND_##name]);
#include "sim/machine/stats.def"
}

static void get_stats(struct snapshot_reader *reader, struct stats *stats)
{
#define STATS_COUNTER(name, text) stats->name = snapshot_get_long(reader);
#define STATS_PHASE(name, text) stats->phases[STATS_PHASE_##name] = snapshot_get_long(reader);
#define STATS_KIND(name, text) stats->kinds[STATS_KIND_##name] = snapshot_get_long(reader);
#include "sim/machine/stats.def"
}

static void put_units(struct snapshot *snapshot, const struct snapshot_state *state, uint32_t pps)
{
    snapshot_put_word(snapshot, state->unit_words);
    for (size_t k = 0; k < (size_t)pps * state->unit_words; k++)
        snapshot_put_word(snapshot, state->units[k]);
}

static void get_units(struct snapshot_reader *reader, struct snapshot_state *state, uint32_t pps)
{
    state->unit_words = snapshot_get_word(reader);
    const size_t words = (size_t)pps * state->unit_words;
    reader->bad |= words > (size_t)(reader->end - reader->at) / sizeof(uint32_t);
    if (reader->bad || words == 0)
        return;
    state->units = memory_take(words, sizeof *state->units);
    for (size_t k = 0; k < words; k++)
        state->units[k] = snapshot_get_word(reader);
}

void snapshot_make_units(struct snapshot_state *state, uint32_t pps, uint32_t unit_words)
{
    state->unit_words = unit_words;
    state->units = memory_take((size_t)pps * unit_words, sizeof *state->units);
}

/* ---- taking */

static bool complain(char *error, size_t error_size, const char *text)
{
    snprintf(error, error_size, "%s", text);
    return false;
}

/* Begins a section; its length is filled in when the next one begins, or by 0 at the end. */
static void begin_section(struct snapshot *snapshot, size_t *begun, enum section section)
{
    if (*begun != 0) {
        const uint64_t length = snapshot->size - *begun;
        for (unsigned k = 0; k < 8; k++)
            snapshot->bytes[*begun - 8 + k] = (unsigned char)(length >> 8 * k);
    }
    if (section == 0)
        return;
    snapshot_put_word(snapshot, section);
    snapshot_put_long(snapshot, 0);
    *begun = snapshot->size;
}

static void put_all(struct snapshot *snapshot, const struct machine *machine,
                    const struct snapshot_state *state)
{
    const uint32_t pps = machine->config.pps;
    size_t begun = 0;
    snapshot_put(snapshot, magic, sizeof magic);
    snapshot_put_word(snapshot, SNAPSHOT_VERSION);
    snapshot_put_word(snapshot, SECTIONS);
    begin_section(snapshot, &begun, SECTION_OF_program);
    put_program(snapshot, machine);
    begin_section(snapshot, &begun, SECTION_OF_machine);
    put_machine(snapshot, machine);
    begin_section(snapshot, &begun, SECTION_OF_course);
    snapshot_put_long(snapshot, state->cycle);
    snapshot_put_long(snapshot, state->idle);
    begin_section(snapshot, &begun, SECTION_OF_stats);
    put_stats(snapshot, &state->stats);
    begin_section(snapshot, &begun, SECTION_OF_pps);
    put_pps(snapshot, state, pps);
    begin_section(snapshot, &begun, SECTION_OF_units);
    put_units(snapshot, state, pps);
    begin_section(snapshot, &begun, SECTION_OF_memory);
    memory_runs(&machine->memory, put_run, snapshot);
    begin_section(snapshot, &begun, SECTION_OF_host);
    host_save(machine, snapshot);
    begin_section(snapshot, &begun, 0);
}

static void forget_state(struct snapshot_state *state)
{
    free(state->pps);
    free(state->units);
}

bool snapshot_take(struct snapshot *snapshot, struct machine *machine, const struct engine *engine,
                   const void *state, char *error, size_t error_size)
{
    struct snapshot_state now = {.stats = machine->stats};
    snapshot_forget(snapshot);
    if (machine->end != END_RUNNING)
        return complain(error, error_size, "the run is over");
    if (machine->observers != NULL || machine->inject != NULL)
        return complain(error, error_size, "there are no snapshots of runs with --check or --faults");
    host_write_output(machine);
    now.pps = memory_take(machine->config.pps, sizeof *now.pps);
    const bool can_be = engine->save(state, &now);
    if (can_be)
        put_all(snapshot, machine, &now);
    forget_state(&now);
    return can_be || complain(error, error_size, "at graining levels 1 to 5 PPs are in different cycles");
}

/* ---- restoring */

static bool is_same(const struct snapshot_reader *reader, const struct machine *machine,
                    void (*put)(struct snapshot *snapshot, const struct machine *machine))
{
    struct snapshot wanted = {.size = 0};
    put(&wanted, machine);
    const bool same = (size_t)(reader->end - reader->at) == wanted.size &&
                      memcmp(reader->at, wanted.bytes, wanted.size) == 0;
    snapshot_forget(&wanted);
    return same;
}

/* Finds the sections; false: something is damaged. */
static bool find_sections(const struct snapshot *snapshot, struct snapshot_reader *sections, char *error,
                          size_t error_size)
{
    struct snapshot_reader reader = {snapshot->bytes, snapshot->bytes + snapshot->size, false};
    const void *found = snapshot_get(&reader, sizeof magic);
    if (found == NULL || memcmp(found, magic, sizeof magic) != 0)
        return complain(error, error_size, "this is no snapshot");
    const uint32_t version = snapshot_get_word(&reader);
    if (version != SNAPSHOT_VERSION) {
        snprintf(error, error_size, "it is of version %u, and this pramsim reads version %u", version,
                 SNAPSHOT_VERSION);
        return false;
    }
    const uint32_t count = snapshot_get_word(&reader);
    for (uint32_t k = 0; k < SECTIONS && count == SECTIONS; k++) {
        const uint32_t number = snapshot_get_word(&reader);
        const uint64_t length = snapshot_get_long(&reader);
        const unsigned char *bytes = snapshot_get(&reader, length);
        if (number != k + 1 || bytes == NULL)
            return complain(error, error_size, "the snapshot is damaged");
        sections[number] = (struct snapshot_reader){bytes, bytes + length, false};
    }
    return (count == SECTIONS && reader.at == reader.end) ||
           complain(error, error_size, "the snapshot is damaged");
}

/* Reads the sections into machine and state, each to its end. */
static bool get_all(struct snapshot_reader *sections, struct machine *machine, struct snapshot_state *state,
                    char *error, size_t error_size)
{
    const uint32_t pps = machine->config.pps;
    state->cycle = snapshot_get_long(&sections[SECTION_OF_course]);
    state->idle = snapshot_get_long(&sections[SECTION_OF_course]);
    get_stats(&sections[SECTION_OF_stats], &state->stats);
    get_pps(&sections[SECTION_OF_pps], state, pps);
    get_units(&sections[SECTION_OF_units], state, pps);
    get_memory(&sections[SECTION_OF_memory], &machine->memory);
    if (!host_restore(machine, &sections[SECTION_OF_host], error, error_size))
        return false;
    for (unsigned k = SECTION_OF_course; k <= SECTIONS; k++)
        if (sections[k].bad || sections[k].at != sections[k].end)
            return complain(error, error_size, "the snapshot is damaged");
    return true;
}

bool snapshot_restore(const struct snapshot *snapshot, struct machine *machine, const struct engine *engine,
                      void *state, char *error, size_t error_size)
{
    struct snapshot_reader sections[SECTIONS + 1];
    struct snapshot_state then = {.stats = machine->stats};
    if (!find_sections(snapshot, sections, error, error_size))
        return false;
    if (!is_same(&sections[SECTION_OF_program], machine, put_program))
        return complain(error, error_size, "the snapshot is of another program");
    if (!is_same(&sections[SECTION_OF_machine], machine, put_machine))
        return complain(
            error, error_size,
            "the snapshot is of another machine: -p, sizes of memory, --write-policy, --mixed, --seed "
            "and --real have to be the same");
    then.pps = memory_take(machine->config.pps, sizeof *then.pps);
    bool good = get_all(sections, machine, &then, error, error_size);
    if (good) {
        machine->stats = then.stats;
        machine->end = END_RUNNING;
        good = engine->load(state, &then) || complain(error, error_size, "the host has not enough memory");
    }
    forget_state(&then);
    return good;
}
