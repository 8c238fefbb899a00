/* engines.c - see engines.h. */
#include "tests/sim/engines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/segment/bsp.h"
#include "sim/segment/run.h"
#include "sim/check/check.h"
#include "sim/inject/inject.h"
#include "sim/observe/model/model.h"
#include "sim/real/unit.h"
#include "sim/reference/reference.h"
#include "sim/cli/report.h"

/* ---- programs */

uint32_t text_random(struct program_text *text)
{
    text->random = text->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(text->random >> 33) ^ (uint32_t)(text->random >> 15 & 0xffff);
}

uint32_t text_below(struct program_text *text, uint32_t limit)
{
    return text_random(text) % limit;
}

bool text_chance(struct program_text *text, uint32_t percent)
{
    return text_below(text, 100) < percent;
}

static void append(struct program_text *text, const struct isa_instruction *instruction)
{
    if (text->count < ENGINES_MAX_TEXT)
        text->words[text->count++] = isa_encode(instruction);
}

void text_emit(struct program_text *text, unsigned opcode, unsigned rs, bool immediate, int32_t s,
               unsigned rd)
{
    append(text, &(struct isa_instruction){.opcode = (uint8_t)opcode,
                                           .rd = (uint8_t)rd,
                                           .rs = (uint8_t)rs,
                                           .rt = immediate ? 0 : (uint8_t)s,
                                           .immediate = immediate,
                                           .constant = immediate ? s : 0});
}

void text_emit_wide(struct program_text *text, unsigned opcode, int32_t constant, unsigned rd)
{
    append(text,
           &(struct isa_instruction){.opcode = (uint8_t)opcode, .rd = (uint8_t)rd, .constant = constant});
}

void text_set(struct program_text *text, uint32_t value, unsigned rd)
{
    const uint32_t high = (value + 4096) >> 13;
    text_emit_wide(text, OP_gethi, (int32_t)(high ^ 0x40000) - 0x40000, rd);
    text_emit(text, OP_add, rd, true, (int32_t)((value & 8191) ^ 4096) - 4096, rd);
}

uint32_t text_branch(struct program_text *text, unsigned opcode)
{
    text_emit_wide(text, opcode, 1, 0);
    return text->count - 1;
}

void text_land(struct program_text *text, uint32_t branch)
{
    struct isa_instruction instruction;
    isa_decode(text->words[branch], &instruction);
    instruction.constant = (int32_t)text->count - (int32_t)branch;
    text->words[branch] = isa_encode(&instruction);
}

uint64_t engines_number(const char *name, uint64_t otherwise)
{
    const char *value = getenv(name);
    return value ? strtoull(value, NULL, 10) : otherwise;
}

void text_dissect(struct program_text *text)
{
    const uint64_t cut = engines_number("PRAM_FUZZ_CUT", ENGINES_MAX_TEXT);
    if (cut < text->count) {
        text->count = (uint32_t)cut;
        text_emit(text, OP_halt, 0, false, 0, 0);
    }
    for (uint32_t pc = 0; getenv("PRAM_FUZZ_LIST") && pc < text->count; pc++) {
        struct isa_instruction instruction;
        char line[80];
        isa_decode(text->words[pc], &instruction);
        isa_print(line, sizeof line, &instruction, NULL);
        fprintf(stderr, "%4u %s\n", pc, line);
    }
}

/* ---- choosing */

unsigned engines_exact_or(unsigned level, uint64_t number)
{
    return level == 0 && number % 2 == 0 ? LEVEL_EXACT : level;
}

void engines_choose_tiles(struct machine_config *config, uint64_t number)
{
    static const unsigned tiles[] = {0, 16, 0, 8, 64, 4, 32}; /* PPs each; 0: as many as can be */
    config->tests.tile_pps = tiles[number % (sizeof tiles / sizeof *tiles)];
    config->tests.deals = number % 2 != 0 ? (uint32_t)number : 0;
}

void engines_choose_native(struct machine_config *config, uint64_t number)
{
    static const uint32_t most[] = {20, 3, 100, 0, 100}; /* instructions in a piece; 0: without */
    config->tests.native_most = most[number % (sizeof most / sizeof *most)];
    config->native = config->tests.native_most != 0 ? NATIVE_ON : NATIVE_OFF;
}

bool engines_has_format(const char *name)
{
    struct real_format format;
    char error[256];
    return real_format_find(&format, name, error, sizeof error);
}

/* ---- running */

/* What the program prints goes to a file in memory while it runs. */
static int divert(int *kept)
{
    fflush(stdout);
    const int file = memfd_create("output", MFD_CLOEXEC);
    *kept = dup(STDOUT_FILENO);
    assert_true(file >= 0 && *kept >= 0 && dup2(file, STDOUT_FILENO) == STDOUT_FILENO);
    return file;
}

static char *bring_back(int file, int kept)
{
    const off_t size = lseek(file, 0, SEEK_END);
    char *output = calloc((size_t)size + 1, 1);
    assert_true(output && pread(file, output, (size_t)size, 0) == size);
    assert_true(dup2(kept, STDOUT_FILENO) == STDOUT_FILENO);
    close(kept);
    close(file);
    return output;
}

/* Except for what only the event core reports. */
static char *print_findings(struct machine *machine)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    machine->noticed = (struct warnings){.count = 0};
    report_warnings(machine, true, stream);
    fclose(stream);
    return text;
}

struct machine_config engines_small(uint32_t pps)
{
    return (struct machine_config){.pps = pps,
                                   .shared_words = 8192,
                                   .stack_words = 64,
                                   .private_words = 64,
                                   .threads = 1,
                                   .level = LEVEL_EXACT};
}

void engines_load(const struct program_text *text, const struct machine_config *config,
                  struct machine *machine)
{
    struct object object = {.linked = true};
    char error[512];
    int code;
    object.words[SECTION_TEXT] = malloc(text->count * sizeof(uint32_t));
    memcpy(object.words[SECTION_TEXT], text->words, text->count * sizeof(uint32_t));
    object.size[SECTION_TEXT] = text->count;
    object.words[SECTION_DATA] = malloc(ENGINES_DATA * sizeof(uint32_t));
    for (uint32_t i = 0; i < ENGINES_DATA; i++)
        object.words[SECTION_DATA][i] = (i * 2654435761u >> 8) % text->count;
    object.size[SECTION_DATA] = ENGINES_DATA;
    object.address[SECTION_DATA] = OBJECT_DATA_START;
    for (unsigned k = 0; k < SECTION_COUNT; k++)
        object.alignment[k] = 1;
    assert_true(machine_create_from(machine, config, &object, &code, error, sizeof error));
}

/* What is counted by place adds up to what is counted at large, however the run has ended. */
static void expect_sums(struct machine *machine)
{
    struct counts *counts = machine->counts;
    uint64_t outside = 0, inside = 0, waited = 0, lost = 0, served = 0;
    counts_settle(counts);
    for (uint32_t pc = 0; pc <= counts->size; pc++) {
        outside += counts->executed[0][pc];
        inside += counts->executed[1][pc];
        waited += counts->waited[pc];
        lost += counts->lost[pc];
        served += counts->served[pc];
    }
    assert_int_equal(outside + inside, machine->stats.instructions);
    assert_int_equal(outside, machine->stats.work);
    assert_int_equal(waited, machine->stats.barrier_wait_cycles);
    assert_int_equal(lost, machine->stats.write_conflicts);
    assert_int_equal(served, machine->stats.host_calls);
}

/* PRAM_FUZZ_NATIVE=N: the parallel engine compiles everything, N instructions at a time, also where the test
 * does not ask for that. PRAM_FUZZ_VECTORS=N: it uses these vector instructions (enum host_vectors) where the
 * processor has them. */
static struct machine_config with_native(const struct engine *engine, const struct machine_config *config)
{
    struct machine_config native = *config;
    native.tests.examines_all = engine == &reference_engine;
    if (config->native == NATIVE_ON)
        return native;
    native.tests.native_most = (uint32_t)engines_number("PRAM_FUZZ_NATIVE", 0);
    native.vectors = (enum host_vectors)engines_number("PRAM_FUZZ_VECTORS", VECTORS_best);
    native.native = native.tests.native_most != 0 && engine != &reference_engine ? NATIVE_ON : NATIVE_OFF;
    return native;
}

/* The observers. */
enum listener { NOBODY, UNOBSERVED, CHECK, MODEL };

/* Of three programs in four many instructions are the library's, others the runtime's. */
static void choose_origins(struct machine *machine, const struct program_text *text)
{
    enum { LIBRARY = 2, RUNTIME = 16 };
    for (uint32_t pc = 0; pc < machine->program.count; pc++) {
        const uint32_t hash = text->count % 4 != 0 ? (pc + text->count) * 0x9e3779b1u >> 8 : 0;
        if (hash % RUNTIME == 2 || (text->runtime != 0 && pc >= text->runtime))
            machine->program.origins[pc] = ORIGIN_RUNTIME;
        else if (hash % LIBRARY == 1)
            machine->program.origins[pc] = ORIGIN_LIBRARY;
    }
}

/* Each program has a model of its own. */
static void create_model(struct machine *machine, const struct program_text *text)
{
    static const char *const names[] = {"erew",           "crew",         "erew:runtime",
                                        "erew:strict",    "crew:runtime", "crcw-common",
                                        "crcw-sum",       "erew",         "erew:strict:runtime",
                                        "crew:strict",    "crcw-max",     "crcw-common:runtime",
                                        "crcw-arbitrary", "crew:runtime", "crcw-sum:runtime"};
    struct model_choice choice;
    char error[200];
    choose_origins(machine, text);
    assert_true(
        model_choose(&choice, names[text->count / 3 % (sizeof names / sizeof *names)], error, sizeof error));
    model_create(machine, &choice);
}

/* What the machine keeps for a profile and a timeline: for some programs, by their numbers of instructions.
 */
static void create_records(struct machine *machine, struct arena *arena, uint32_t count, uint32_t pps)
{
    if (count % 2 == 0)
        machine->counts = counts_create(arena, machine->program.code, machine->program.count);
    if (count % 2 == 0 || count % 5 < 2)
        machine->marks = marks_create(arena, pps);
    if (count % 3 == 0)
        machine->journal = journal_create(count / 3 % 2 == 1); /* every other one of marks alone */
}

static void run(const struct engine *engine, const struct program_text *text,
                const struct machine_config *wanted, enum listener listener, struct outcome *out)
{
    const struct machine_config with = with_native(engine, wanted), *config = &with;
    struct machine machine;
    struct arena records = {0};
    int kept;
    engines_load(text, config, &machine);
    if (config->faults != NULL) {
        char error[512];
        machine.inject = inject_create(&machine, config->faults, error, sizeof error);
        if (machine.inject == NULL)
            fprintf(stderr, "%s\n", error);
        assert_non_null(machine.inject);
    }
    if (listener == MODEL)
        create_model(&machine, text);
    if (listener == CHECK)
        check_create(&machine);
    if (!engine->parallel && listener != UNOBSERVED)
        create_records(&machine, &records, text->count, config->pps);
    void *state = engine->create(&machine);
    assert_non_null(state);
    const int file = divert(&kept);
    engine->run(state, 0);
    *out = (struct outcome){.end = machine.end,
                            .status = machine.status,
                            .fault = machine.fault,
                            .stats = machine.stats,
                            .has_model = listener == MODEL,
                            .hash = memory_hash(&machine.memory),
                            .views = calloc(config->pps, sizeof *out->views)};
    for (uint32_t pp = 0; pp < config->pps; pp++)
        engine->view(state, pp, &out->views[pp]);
    if (out->end == END_FAULT && out->fault.pp < config->pps) /* as dump.c shows it */
        out->views[out->fault.pp].pc = out->views[out->fault.pp].r[1] = out->fault.pc;
    engine->destroy(state);
    host_finish(&machine, true);
    out->output = bring_back(file, kept);
    out->findings = print_findings(&machine);
    if (machine.counts != NULL)
        expect_sums(&machine);
    out->arena = records;
    out->counts = machine.counts;
    out->marks = machine.marks;
    out->journal = machine.journal;
    if (out->journal != NULL)
        journal_sort(out->journal);
    machine_destroy(&machine);
}

void engines_run(const struct engine *engine, const struct program_text *text,
                 const struct machine_config *config, struct outcome *out)
{
    run(engine, text, config, NOBODY, out);
}

void engines_run_unobserved(const struct engine *engine, const struct program_text *text,
                            const struct machine_config *config, struct outcome *out)
{
    run(engine, text, config, UNOBSERVED, out);
}

void engines_check(const struct engine *engine, const struct program_text *text,
                   const struct machine_config *config, struct outcome *out)
{
    run(engine, text, config, CHECK, out);
}

void engines_model(const struct engine *engine, const struct program_text *text,
                   const struct machine_config *config, struct outcome *out)
{
    run(engine, text, config, MODEL, out);
}

void engines_forget(struct outcome *outcome)
{
    free(outcome->views);
    free(outcome->output);
    free(outcome->findings);
    arena_release(&outcome->arena);
    journal_destroy(outcome->journal);
    *outcome = (struct outcome){.end = END_RUNNING};
}

/* ---- comparing */

static unsigned texts_differ(const char *what, const char *a, const char *b, uint64_t seed)
{
    size_t at = 0;
    if (strcmp(a, b) == 0)
        return 0;
    while (a[at] == b[at])
        at++;
    at -= at < 20 ? at : 20;
    fprintf(stderr, "seed %llu: %s differs: ..%.60s\n   != ..%.60s\n", (unsigned long long)seed, what, a + at,
            b + at);
    return 1;
}

/* Cycle by cycle every place costs the same. */
static unsigned counts_differ(const struct counts *a, const struct counts *b, uint64_t seed)
{
    const uint64_t *const arrays[][2] = {{a->executed[0], b->executed[0]}, {a->executed[1], b->executed[1]},
                                         {a->waited, b->waited},           {a->lost, b->lost},
                                         {a->foreign, b->foreign},         {a->within, b->within},
                                         {a->returned, b->returned},       {a->served, b->served}};
    for (uint32_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
        for (uint32_t pc = 0; pc <= a->size; pc++)
            if (arrays[k][0][pc] != arrays[k][1][pc]) {
                fprintf(stderr, "seed %llu: count %u of pc %u: %llu != %llu\n", (unsigned long long)seed, k,
                        pc, (unsigned long long)arrays[k][0][pc], (unsigned long long)arrays[k][1][pc]);
                return 1;
            }
    return 0;
}

/* Compares every marked region. */
static unsigned marks_differ(const struct region_marks *a, const struct region_marks *b, uint64_t seed)
{
    for (uint32_t k = 0; k < MARKS_REGIONS; k++)
        if (memcmp(&a->regions[k], &b->regions[k], sizeof a->regions[k]) != 0) {
            fprintf(stderr, "seed %llu: region %u: entered %llu, left %llu != %llu, %llu\n",
                    (unsigned long long)seed, k, (unsigned long long)a->regions[k].entered,
                    (unsigned long long)a->regions[k].left, (unsigned long long)b->regions[k].entered,
                    (unsigned long long)b->regions[k].left);
            return 1;
        }
    return 0;
}

/* Cycle by cycle all PPs report the same. */
static unsigned journals_differ(const struct journal *a, const struct journal *b, uint64_t seed)
{
    const size_t least = a->count < b->count ? a->count : b->count;
    size_t at = 0;
    for (bool same = true; same && at < least; at += same) {
        const struct journal_entry *p = &a->entries[at], *q = &b->entries[at];
        same = p->cycle == q->cycle && p->kind == q->kind && p->pc == q->pc && p->place == q->place &&
               p->group == q->group && p->hint == q->hint && p->count == q->count;
        for (uint32_t k = 0; same && k < p->count; k++)
            same = journal_pp(a, p, k) == journal_pp(b, q, k);
    }
    if (at == a->count && at == b->count)
        return 0;
    fprintf(stderr, "seed %llu: entry %zu of the journal, of %zu and %zu\n", (unsigned long long)seed, at,
            a->count, b->count);
    return 1;
}

#define SAME(what, format)                                                                                   \
    if (a->what != b->what) {                                                                                \
        fprintf(stderr, "seed %llu p %u t %u g %u: " #what " " format " != " format "\n",                    \
                (unsigned long long)seed, config->pps, config->threads, config->level, a->what, b->what);    \
        count++;                                                                                             \
    }

/* A PP at the end of a run. */
static unsigned view_differs(const struct outcome *a, const struct outcome *b,
                             const struct machine_config *config, uint64_t seed, uint32_t pp)
{
    unsigned count = 0;
    for (unsigned r = 0; r < 32; r++)
        if (a->views[pp].r[r] != b->views[pp].r[r]) {
            fprintf(stderr, "seed %llu p %u t %u g %u: PP %u R%u %08x != %08x\n", (unsigned long long)seed,
                    config->pps, config->threads, config->level, pp, r, a->views[pp].r[r], b->views[pp].r[r]);
            count++;
        }
    SAME(views[pp].pc, "%u")
    if (!config->skips_dead_flags || !a->views[pp].running) /* otherwise old flags that nothing can read */
        SAME(views[pp].status, "%u")
    SAME(views[pp].running, "%d")
    SAME(views[pp].late_target, "%u")
    if (a->views[pp].late_target != DECODE_SINK && (a->end != END_FAULT || a->fault.code == FAULT_runaway))
        SAME(views[pp].late_value, "%08x")
    return count;
}

/* All PPs, up to eight differences with those that are counted already; how many more. */
static unsigned views_differ(const struct outcome *a, const struct outcome *b,
                             const struct machine_config *config, uint64_t seed, unsigned counted)
{
    unsigned count = counted;
    for (uint32_t pp = 0; pp < config->pps && count < 8; pp++)
        count += view_differs(a, b, config, seed, pp);
    return count - counted;
}

/* After a fault, on exact engines: the PP that it names is where the machine has it, and after --max-cycles
 * all are (docs/simulator.md). */
static unsigned views_of_fault_differ(const struct outcome *a, const struct outcome *b,
                                      const struct machine_config *config, uint64_t seed, unsigned counted)
{
    switch (a->fault.code) {
    case FAULT_runaway:
        return views_differ(a, b, config, seed, counted);
    case FAULT_mixed_requests:
    case FAULT_write_conflict:
    case FAULT_illegal_access:
    case FAULT_illegal_instruction:
    case FAULT_division_by_zero:
    case FAULT_stack_overflow:
    case FAULT_host_call:
        return view_differs(a, b, config, seed, a->fault.pp);
    default:
        return 0;
    }
}

bool engines_differ(const struct outcome *a, const struct outcome *b, const struct machine_config *config,
                    uint64_t seed, unsigned except)
{
    const bool is_exact = config->level == 0 || config->level == LEVEL_EXACT;
    unsigned count = 0;
    SAME(end, "%d")
    SAME(status, "%d")
    SAME(fault.code, "%d")
    count += texts_differ("output", a->output, b->output, seed);
    const bool is_as_long = !(except & EXCEPT_TIME);
    if (is_as_long || !a->has_model) /* how often what has been found */
        count += texts_differ("what listeners find", a->findings, b->findings, seed);
    if (config->count_conflicts && is_as_long) {
        SAME(stats.parts[STATS_MODEL_concurrent_reads], "%lu")
        SAME(stats.parts[STATS_MODEL_concurrent_writes_equal], "%lu")
        SAME(stats.parts[STATS_MODEL_concurrent_writes_different], "%lu")
    }
    if (!(except & EXCEPT_TIME)) {
        SAME(fault.pp, "%u")
        SAME(fault.pc, "%u")
        SAME(fault.cycle, "%lu")
        SAME(stats.cycles, "%lu")
        count += texts_differ("fault", a->fault.text, b->fault.text, seed);
        count += texts_differ("hint", a->fault.hint, b->fault.hint, seed);
    }
    for (uint32_t pp = 0; pp < config->pps && a->fault.code == FAULT_runaway && count < 8; pp++) {
        SAME(views[pp].running, "%d")
        SAME(views[pp].in_barrier, "%d")
        if (a->views[pp].in_barrier)
            SAME(views[pp].since, "%lu")
    }
    if (!(except & EXCEPT_MEMORY) && (is_exact || a->end != END_FAULT))
        SAME(hash, "%016lx")
    if ((a->end == END_FAULT && !is_exact) || (except & EXCEPT_MEMORY))
        return count != 0;
    if (!(except & EXCEPT_ROUNDS)) {
        SAME(stats.instructions, "%lu")
        SAME(stats.loads, "%lu")
    }
    SAME(stats.stores, "%lu")
    SAME(stats.multiprefix, "%lu")
    SAME(stats.write_conflicts, "%lu")
    SAME(stats.host_calls, "%lu")
    SAME(stats.injected, "%lu")
    SAME(stats.stood_still, "%lu")
    if (is_exact) {
        SAME(stats.work, "%lu")
        SAME(stats.barrier_wait_cycles, "%lu")
        if (a->counts != NULL && b->counts != NULL)
            count += counts_differ(a->counts, b->counts, seed);
        if (a->marks != NULL && b->marks != NULL)
            count += marks_differ(a->marks, b->marks, seed);
        if (a->journal != NULL && b->journal != NULL)
            count += journals_differ(a->journal, b->journal, seed);
    }
    if (a->end == END_FAULT && !(except & EXCEPT_TIME))
        count += views_of_fault_differ(a, b, config, seed, count);
    if (a->end == END_FAULT)
        return count != 0;
    count += views_differ(a, b, config, seed, count);
    return count != 0;
}
