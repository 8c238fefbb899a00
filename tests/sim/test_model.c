/* test_model.c - --model on random programs: its findings and counters are those of a naive checker, on the
 * reference and the cycle engine.
 *
 * The naive checker observes the reference engine. For each cell that PPs access in a cycle it examines all
 * PPs; it sorts nothing and skips nothing. PRAM_FUZZ_PROGRAMS: number of programs (default 300);
 * PRAM_FUZZ_SEED: the first seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/cycle/cycle.h"
#include "sim/machine/machine.h"
#include "sim/machine/steps.h"
#include "sim/observe/model/model.h"
#include "sim/reference/reference.h"
#include "tests/sim/engines.h"

enum { MOST_PPS = 2100, MODELS = 7, MOST_FOUND = 4000 };

/* ---- the plain checker */

enum deed { NOTHING, LOAD, STORE, FOLD };

struct found {
    char kind[24];
    uint32_t place, other;
    uint64_t times;
};

struct plain {
    struct observer observer;
    const struct machine *machine;
    const char *model;
    bool strict;
    bool synchronous[MOST_PPS];
    struct found found[MOST_FOUND];
    unsigned count;
    uint64_t reads, equal, different;
    struct steps steps; /* of a cycle; by step: */
    enum deed deed[MOST_PPS];
    uint32_t address[MOST_PPS], value[MOST_PPS], group[MOST_PPS], operation[MOST_PPS];
    bool stands_back[MOST_PPS]; /* another member stands for its group */
};

static bool is_model(const struct plain *plain, const char *names)
{
    return strstr(names, plain->model) != NULL;
}

static void add(struct plain *plain, const char *kind, uint32_t place, uint32_t other)
{
    for (unsigned k = 0; k < plain->count; k++) {
        struct found *found = &plain->found[k];
        if (strcmp(found->kind, kind) == 0 && found->place == place && found->other == other) {
            found->times++;
            return;
        }
    }
    assert_true(plain->count < MOST_FOUND);
    struct found *found = &plain->found[plain->count++];
    snprintf(found->kind, sizeof found->kind, "%s", kind);
    found->place = place;
    found->other = other;
    found->times = 1;
}

static void read_step(struct plain *plain, const struct observer_cycle *cycle, uint32_t k)
{
    const struct observer_step *step = &plain->steps.list[k];
    const struct instruction *i = &plain->machine->program.code[step->pc];
    const uint32_t a = observer_word(cycle, step, i->rs), b = observer_word(cycle, step, i->rt) + i->constant;
    plain->deed[k] = NOTHING;
    plain->stands_back[k] = false;
    plain->operation[k] = i->opcode;
    plain->address[k] = i->opcode == OP_popg || i->opcode == OP_pshg ? a : a + b;
    plain->value[k] = observer_word(cycle, step, i->rd);
    plain->group[k] = plain->synchronous[step->pp] ? observer_word(cycle, step, 29) : 0;
    switch (i->opcode) {
    case OP_ldg:
    case OP_popg:
    case OP_popng:
        plain->deed[k] = LOAD;
        break;
    case OP_stg:
    case OP_pshg:
    case OP_pshng:
        plain->deed[k] = STORE;
        break;
    case OP_mpadd:
    case OP_mpmax:
    case OP_mpand:
    case OP_mpor:
    case OP_syncadd:
    case OP_syncmax:
    case OP_syncand:
    case OP_syncor:
        plain->deed[k] = FOLD;
        break;
    case OP_shint:
        if (i->constant == 4 || i->constant == 5)
            plain->synchronous[step->pp] = i->constant == 5;
        break;
    default:
        break;
    }
    if (plain->address[k] >= plain->machine->memory.shared_words)
        plain->deed[k] = NOTHING;
}

/* Whether step k belongs to a group that does the same as a whole; the lowest member represents all. */
static bool is_of_whole_group(const struct plain *plain, uint32_t k)
{
    const uint32_t group = plain->group[k];
    uint32_t members = 0;
    if (group == 0 || plain->deed[k] == FOLD || group + 1 >= plain->machine->memory.shared_words)
        return false;
    for (uint32_t j = 0; j < plain->steps.count; j++) {
        if (plain->deed[j] == NOTHING || plain->group[j] != group || plain->address[j] != plain->address[k] ||
            plain->steps.list[j].pc != plain->steps.list[k].pc)
            continue;
        if (plain->deed[k] == STORE && plain->value[j] != plain->value[k])
            return false;
        members++;
    }
    return members >= 2 && members == plain->machine->memory.cells[group + 1];
}

static void stand_back(struct plain *plain, uint32_t k)
{
    for (uint32_t j = 0; j < k; j++)
        if (plain->deed[j] != NOTHING && plain->group[j] == plain->group[k] &&
            plain->address[j] == plain->address[k] && plain->steps.list[j].pc == plain->steps.list[k].pc)
            plain->stands_back[k] = true;
}

/* The frame of a PP's own group is the runtime's. */
static bool is_frame(const struct observer_cycle *cycle, const struct plain *plain, uint32_t k)
{
    const uint32_t frame = observer_word(cycle, &plain->steps.list[k], 29);
    return frame != 0 && plain->address[k] >= frame && plain->address[k] < frame + 4;
}

static bool meets(const struct plain *plain, uint32_t k, uint32_t address)
{
    return plain->deed[k] != NOTHING && plain->address[k] == address && !plain->stands_back[k];
}

/* Findings of one kind: of the lowest PP of all whose deed is in `deeds` or `others`, and each other place.
 */
static void tell(struct plain *plain, uint32_t address, const char *kind, const bool *deeds,
                 const bool *others)
{
    uint32_t first = UINT32_MAX, places[MOST_PPS], told = 0;
    for (uint32_t k = 0; k < plain->steps.count; k++) {
        if (!meets(plain, k, address) || !(deeds[plain->deed[k]] || others[plain->deed[k]]))
            continue;
        if (first == UINT32_MAX) {
            first = k;
            continue;
        }
        if (!(deeds[plain->deed[first]] ? others : deeds)[plain->deed[k]])
            continue;
        bool is_told = false;
        for (uint32_t j = 0; j < told; j++)
            is_told = is_told || places[j] == plain->steps.list[k].pc;
        if (!is_told)
            add(plain, kind, plain->steps.list[first].pc, places[told++] = plain->steps.list[k].pc);
    }
}

static void judge(struct plain *plain, const struct observer_cycle *cycle, uint32_t address)
{
    static const bool load[] = {[LOAD] = true, [FOLD] = false}, store[] = {[STORE] = true, [FOLD] = false},
                      write[] = {[STORE] = true, [FOLD] = true};
    uint32_t loads = 0, stores = 0, folds = 0, value = 0, all_stores = 0;
    bool is_equal = true, are_all_equal = true, is_allowed = true;
    for (uint32_t k = 0; k < plain->steps.count; k++) {
        if (plain->deed[k] == NOTHING || plain->address[k] != address)
            continue;
        if (plain->deed[k] == STORE) {
            are_all_equal = are_all_equal && (all_stores == 0 || value == plain->value[k]);
            value = plain->value[k];
            all_stores++;
        }
    }
    if (all_stores > 1)
        *(are_all_equal ? &plain->equal : &plain->different) += all_stores - 1;
    for (uint32_t k = 0; k < plain->steps.count; k++) {
        if (plain->deed[k] == NOTHING || plain->address[k] != address)
            continue;
        if (is_frame(cycle, plain, k))
            plain->stands_back[k] = true;
        else if (!plain->strict && is_of_whole_group(plain, k))
            stand_back(plain, k);
    }
    for (uint32_t k = 0; k < plain->steps.count; k++) {
        if (!meets(plain, k, address))
            continue;
        loads += plain->deed[k] == LOAD;
        folds += plain->deed[k] == FOLD;
        const bool adds = plain->operation[k] == OP_mpadd || plain->operation[k] == OP_syncadd;
        const bool takes_most = plain->operation[k] == OP_mpmax || plain->operation[k] == OP_syncmax;
        if (plain->deed[k] == FOLD && !(adds && is_model(plain, "crcw-sum")) &&
            !(takes_most && is_model(plain, "crcw-max")))
            is_allowed = false;
        if (plain->deed[k] == STORE) {
            is_equal = is_equal && (stores == 0 || value == plain->value[k]);
            value = plain->value[k];
            stores++;
        }
    }
    plain->reads += loads > 1 ? loads - 1 : 0;
    if (loads > 1 && is_model(plain, "erew"))
        tell(plain, address, "concurrent_read", load, load);
    if (loads > 0 && stores + folds > 0 && is_model(plain, "erew crew"))
        tell(plain, address, "read_and_write", load, write);
    if (stores > 1 && is_equal && is_model(plain, "erew crew crcw-sum crcw-max"))
        tell(plain, address, "equal_write", store, store);
    if (stores > 1 && !is_equal && is_model(plain, "erew crew crcw-sum crcw-max crcw-common"))
        tell(plain, address, "different_write", store, store);
    if (folds > 0 && folds + stores > 1 && (stores > 0 || !is_allowed))
        tell(plain, address, "multiprefix", write, write);
}

static bool look(void *context, const struct observer_cycle *cycle)
{
    struct plain *plain = context;
    for (uint32_t k = 0; k < cycle->strand_count; k++) {
        assert_int_equal(cycle->strands[k].count, 1); /* the reference engine shows PPs one by one */
        steps_add(&plain->steps,
                  (struct observer_step){.pp = *cycle->strands[k].pps, .pc = cycle->strands[k].pc});
    }
    steps_order(&plain->steps);
    for (uint32_t k = 0; k < plain->steps.count; k++)
        read_step(plain, cycle, k);
    for (uint32_t k = 0; k < plain->steps.count; k++) {
        bool is_first = plain->deed[k] != NOTHING, is_shared = false;
        for (uint32_t j = 0; j < plain->steps.count && is_first; j++)
            if (j != k && plain->deed[j] != NOTHING && plain->address[j] == plain->address[k]) {
                is_first = is_first && j > k;
                is_shared = true;
            }
        if (is_first && is_shared)
            judge(plain, cycle, plain->address[k]);
        else if (is_first && is_frame(cycle, plain, k))
            continue;
    }
    return true;
}

/* ---- random programs */

/* An access. R20 is the same in all PPs, R21 ascends, R22 is shared by neighbours, R23 is a PP's own. */
static void one_access(struct program_text *text, uint32_t spread)
{
    static const uint8_t opcodes[] = {OP_ldg,   OP_ldg,   OP_ldg,   OP_ldg,     OP_stg,     OP_stg,
                                      OP_stg,   OP_mpadd, OP_mpmax, OP_syncadd, OP_syncmax, OP_syncor,
                                      OP_mpand, OP_popng, OP_pshng, OP_ldg};
    const unsigned base = 20 + text_below(text, 4);
    const unsigned opcode = opcodes[text_below(text, sizeof opcodes)];
    const bool moves = opcode == OP_popng || opcode == OP_pshng;
    const bool sends = opcode == OP_stg || opcode == OP_pshng;
    const unsigned datum = sends && text_chance(text, 50) ? 9 : 8;
    text_emit(text, opcode, base, true,
              moves ? 1 : (int32_t)((base == 23 ? 1 : spread) * text_below(text, 24)), datum);
    if (moves)
        text_emit(text, OP_add, base, true, -1, base);
}

/* Loads and stores along an array, the register going from one to the next. */
static void one_row(struct program_text *text, uint32_t spread)
{
    static const uint8_t opcodes[] = {OP_popg, OP_popg, OP_pshg, OP_popng, OP_pshng, OP_ldg, OP_ldg, OP_stg};
    const unsigned base = 21;
    for (uint32_t k = 2 + text_below(text, 6); k-- > 0;) {
        const unsigned opcode = opcodes[text_below(text, sizeof opcodes)];
        const bool moves = opcode != OP_ldg && opcode != OP_stg;
        const uint32_t far = moves ? text_below(text, 3) : text_below(text, 4);
        text_emit(text, opcode, base, true, (int32_t)(spread * far), 8);
        if (text_chance(text, 25))
            text_emit(text, OP_add, base, true, (int32_t)text_below(text, 6), base);
    }
}

static void one_piece(struct program_text *text, uint32_t spread)
{
    const uint32_t kind = text_below(text, 12);
    if (kind < 6) {
        one_access(text, spread);
    } else if (kind == 6) {
        text_emit(text, OP_shint, 0, true, 4 + (int32_t)text_below(text, 2), 0);
    } else if (kind == 7) { /* some PPs do something else */
        text_emit(text, OP_subs, 3, true, (int32_t)text_below(text, 6), 0);
        const uint32_t branch = text_branch(text, OP_bne);
        for (uint32_t k = 1 + text_below(text, 3); k-- > 0;)
            one_access(text, spread);
        text_land(text, branch);
    } else if (kind == 8) {
        text_emit(text, OP_and, 3, true, (int32_t)(1u << text_below(text, 5)) - 1, 9);
    } else if (kind == 9) {
        text_emit(text, OP_add, 22, true, (int32_t)text_below(text, 3), 22);
    } else {
        one_row(text, spread);
    }
}

static void generate(struct program_text *text, uint64_t seed, uint32_t pps)
{
    *text = (struct program_text){.random = seed};
    text_emit(text, OP_getpn, 0, false, 0, 3);
    text_set(text, OBJECT_DATA_START + 8, 20);
    text_set(text, OBJECT_DATA_START, 29); /* the group frame, with its size */
    text_set(text, text_chance(text, 80) ? pps : 1 + text_below(text, pps), 9);
    text_emit(text, OP_stg, 29, true, 1, 9);
    text_emit(text, OP_add, 20, false, 3, 21);
    text_emit(text, OP_lsr, 3, true, 1 + (int32_t)text_below(text, 4), 22);
    text_emit(text, OP_add, 20, false, 22, 22);
    text_set(text, 0x80000000u, 23);
    text_set(text, 5, 8);
    text_set(text, 7, 9);
    if (text_chance(text, 80))
        text_emit(text, OP_shint, 0, true, 5, 0);
    const uint32_t spread = text_chance(text, 60) ? 1
                            : pps < 32            ? pps
                                                  : 32; /* close together PPs meet more often */
    for (uint32_t pieces = 5 + text_below(text, 40); pieces-- > 0;)
        one_piece(text, spread);
    text_emit(text, OP_halt, 0, false, 0, 0);
}

/* ---- comparing */

static void make(struct machine *machine, const struct program_text *text,
                 const struct machine_config *config)
{
    struct object object = {.linked = true};
    char error[512];
    int code;
    object.words[SECTION_TEXT] = malloc(text->count * sizeof(uint32_t));
    memcpy(object.words[SECTION_TEXT], text->words, text->count * sizeof(uint32_t));
    object.size[SECTION_TEXT] = text->count;
    object.address[SECTION_DATA] = OBJECT_DATA_START;
    for (unsigned k = 0; k < SECTION_COUNT; k++)
        object.alignment[k] = 1;
    assert_true(machine_create_from(machine, config, &object, &code, error, sizeof error));
}

static void run(struct machine *machine, const struct engine *engine)
{
    void *state = engine->create(machine);
    assert_non_null(state);
    engine->run(state, 0);
    engine->destroy(state);
}

/* Without statistics, cycles in which PPs only load may be passed over. */
static bool counts_differ(const struct plain *plain, const struct machine *machine)
{
    return machine->config.count_conflicts &&
           (machine->stats.parts[STATS_MODEL_concurrent_reads] != plain->reads ||
            machine->stats.parts[STATS_MODEL_concurrent_writes_equal] != plain->equal ||
            machine->stats.parts[STATS_MODEL_concurrent_writes_different] != plain->different ||
            machine->stats.write_conflicts != plain->equal + plain->different);
}

static bool differ(const struct plain *plain, const struct machine *machine)
{
    bool differs = machine->findings.count != plain->count || counts_differ(plain, machine);
    for (unsigned k = 0; k < plain->count && !differs; k++) {
        const struct found *found = &plain->found[k];
        differs = true;
        for (uint32_t j = 0; j < machine->findings.count; j++) {
            const struct warning *warning = &machine->findings.kept[j];
            if (strcmp(warning->kind, found->kind) == 0 && warning->place == found->place &&
                warning->other_place == found->other && warning->times == found->times)
                differs = false;
        }
    }
    return differs;
}

static void print(const struct plain *plain, const struct machine *machine)
{
    for (unsigned k = 0; k < plain->count; k++)
        fprintf(stderr, "  plain: %s %u-%u %llu\n", plain->found[k].kind, plain->found[k].place,
                plain->found[k].other, (unsigned long long)plain->found[k].times);
    for (uint32_t j = 0; j < machine->findings.count; j++)
        fprintf(stderr, "  model: %s %u-%u %llu\n", machine->findings.kept[j].kind,
                machine->findings.kept[j].place, machine->findings.kept[j].other_place,
                (unsigned long long)machine->findings.kept[j].times);
    fprintf(stderr, "  plain: %llu reads, %llu equal, %llu different; model: %llu, %llu, %llu; lost %llu\n",
            (unsigned long long)plain->reads, (unsigned long long)plain->equal,
            (unsigned long long)plain->different,
            (unsigned long long)machine->stats.parts[STATS_MODEL_concurrent_reads],
            (unsigned long long)machine->stats.parts[STATS_MODEL_concurrent_writes_equal],
            (unsigned long long)machine->stats.parts[STATS_MODEL_concurrent_writes_different],
            (unsigned long long)machine->stats.write_conflicts);
}

static void compare(uint64_t seed, uint64_t *found)
{
    static const char *const models[MODELS] = {"erew",          "crew",     "crcw-common", "crcw-arbitrary",
                                               "crcw-priority", "crcw-sum", "crcw-max"};
    static const uint32_t sizes[] = {1, 2, 3, 8, 17, 31, 64, 65, 100, 130, 1024, 2100};
    static const struct engine *const engines[] = {&reference_engine, &cycle_engine, &cycle_engine};
    struct program_text text;
    const uint32_t pps = sizes[seed % (seed % 7 == 0 ? 12 : 10)];
    const bool strict = seed % 3 == 0;
    struct machine_config config = {.pps = pps,
                                    .shared_words = 16384,
                                    .stack_words = 64,
                                    .private_words = 64,
                                    .mixed = MIXED_IGNORE,
                                    .count_conflicts = true,
                                    .threads = 1};
    struct plain *plain = calloc(1, sizeof *plain);
    struct machine machine;
    generate(&text, seed, pps);
    make(&machine, &text, &config);
    *plain = (struct plain){.machine = &machine, .model = models[seed / 2 % MODELS], .strict = strict};
    plain->observer = (struct observer){.before_cycle = look, .context = plain};
    plain->steps = steps_create(&machine.arena, pps);
    observer_add(&machine.observers, &plain->observer);
    run(&machine, &reference_engine);
    machine_destroy(&machine);
    for (unsigned e = 0; e < sizeof engines / sizeof engines[0]; e++) {
        config.count_conflicts = e != 2;
        struct model_choice choice;
        char error[200], name[40];
        snprintf(name, sizeof name, "%s%s", plain->model, strict ? ":strict" : "");
        assert_true(model_choose(&choice, name, error, sizeof error));
        make(&machine, &text, &config);
        model_create(&machine, &choice);
        run(&machine, engines[e]);
        if (differ(plain, &machine)) {
            fprintf(stderr, "seed %llu, %u PPs, %s, %s:\n", (unsigned long long)seed, pps, name,
                    engines[e]->name);
            print(plain, &machine);
            text_dissect(&text);
            fail();
        }
        machine_destroy(&machine);
    }
    *found += plain->count;
    free(plain);
}

static void findings_are_those_of_a_plain_checker(void **state)
{
    (void)state;
    const uint64_t first = engines_number("PRAM_FUZZ_SEED", 1);
    const uint64_t programs = engines_number("PRAM_FUZZ_PROGRAMS", 300);
    uint64_t found = 0;
    for (uint64_t seed = first; seed < first + programs; seed++)
        compare(seed, &found);
    assert_true(programs < 100 || found > 3 * programs); /* there was something to find */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(findings_are_those_of_a_plain_checker)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
