/* load.c - makes a machine of a linked program: checks it, decodes it, chooses the sizes of memory, fills it.
 *
 * Calls objects, decode, memory and host; knows no engine. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "caller.h"
#include "common/message.h"
#include "common/plural.h"
#include "lines.h"
#include "machine.h"
#include "shint.h"
#include "sim/host/files.h"
#include "sim/isa/system.h"

#define MAX_NAMED 6 /* missing symbols that a message names */

/* Defaults of the address map, in words; see docs/simulator.md. */
#define DEFAULT_SHARED (64ull << 20)
#define DEFAULT_AREA (64ull << 10) /* largest stack and private area of one PP */
#define ALL_STACKS (1ull << 30)    /* all stacks together, at most */
#define ALL_PRIVATE (512ull << 20) /* largest total of all private areas */

/* What a program asks of memory, in words. */
struct load_needs {
    uint64_t data_end;      /* first shared address after .data and .bss */
    uint64_t shared_words;  /* up to that, and to the end of the null guard */
    uint64_t private_words; /* .private and its zero part */
    uint32_t guard;         /* the symbol __null_guard, 0 if there is none */
};

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ---- the program */

/* "missing symbols: a, b, c and 4 more" */
static void list_missing(const struct object *object, char *text, size_t size)
{
    size_t used = 0;
    size_t missing = 0;
    text[0] = '\0';
    OBJECT_SYMBOLS (object, symbol) {
        if (symbol->section != SECTION_UNDEFINED || symbol->name == NULL || symbol->name[0] == '\0')
            continue;
        if (missing < MAX_NAMED && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s",
                                     missing == 0 ? "; missing symbols: " : ", ", symbol->name);
        missing++;
    }
    if (missing > MAX_NAMED && used < size)
        snprintf(text + used, size - used, " and %zu more", missing - MAX_NAMED);
}

/* Advice about a file that is no program, from its name: "; compile it with fcc (...)", or "". */
static const char *load_advice(const char *path)
{
    static const struct {
        const char *suffix, *advice;
    } rows[] = {
        {".i", "; it is a source text: compile it with fcc, and run the .o that fcc makes"},
        {".s", "; it is an assembly text: make a program of it with prasm and prlink, or with fcc"},
        {".a", "; it is an archive: prlink, or fcc, makes a program with what is in it"},
    };
    const size_t length = strlen(path);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0] && access(path, R_OK) == 0; k++) {
        const size_t end = strlen(rows[k].suffix);
        if (length > end && strcmp(path + length - end, rows[k].suffix) == 0)
            return rows[k].advice;
    }
    return "";
}

/* Takes the sections of a program into what it needs. False: one is outside its part of the address space. */
static bool add_sections(const struct object *object, struct load_needs *needs)
{
    for (int section = SECTION_TEXT; section <= SECTION_PRIVATE_BSS; section++) {
        const uint64_t low = section >= SECTION_PRIVATE ? OBJECT_PRIVATE : 0;
        const uint64_t most = section == SECTION_TEXT ? OBJECT_MAX_TEXT : MEMORY_MAX_WORDS;
        const uint64_t address = object->address[section], end = address + object->size[section];
        if (object->size[section] == 0)
            continue;
        if (address < low || end > low + most)
            return false;
        if (section >= SECTION_PRIVATE)
            needs->private_words = larger(needs->private_words, end - low);
        else if (section != SECTION_TEXT)
            needs->data_end = larger(needs->data_end, end);
    }
    return true;
}

/* Whether this machine can run `object`; says what the program needs, or in one line why not. */
static bool load_check(const struct object *object, struct load_needs *needs, char *error, size_t error_size)
{
    *needs = (struct load_needs){.data_end = OBJECT_DATA_START};
    if (!object->linked) {
        char missing[400];
        list_missing(object, missing, sizeof missing);
        return message_refuse(error, error_size,
                              "a relocatable object, not a program%s; prlink (or fcc) makes a program of it",
                              missing);
    }
    if (!add_sections(object, needs) ||
        (object->size[SECTION_TEXT] != 0 && object->address[SECTION_TEXT] != 0))
        return message_refuse(error, error_size, "a program with a section outside the address space");
    if (object->size[SECTION_TEXT] == 0 || object->entry >= object->size[SECTION_TEXT])
        return message_refuse(error, error_size, "a program without instructions at its entry");
    long symbol = object_find_symbol(object, "__null_guard");
    if (symbol >= 0 && object->symbols[symbol].section == SECTION_ABSOLUTE)
        needs->guard = object->symbols[symbol].value;
    needs->shared_words = larger(needs->data_end, needs->guard);
    return true;
}

/* Properties of the program: from its instructions, and from an absolute symbol of the compiler. */
static void note_uses(const struct object *object, struct program *program)
{
    for (uint32_t i = 0; i < program->count; i++) {
        const struct instruction *instruction = &program->code[i];
        if (system_rows[instruction->opcode].work == SYSTEM_HINT &&
            shint_number(instruction->constant) == SHINT_stack_base)
            program->uses_stack = true;
        if ((instruction->traits & DECODE_REAL) != 0)
            program->uses_real = true;
        program->uses_sums = program->uses_sums || system_rows[instruction->opcode].row == SYSTEM_ROW_SUM;
    }
    long symbol = object_find_symbol(object, "__real_words");
    if (symbol >= 0 && object->symbols[symbol].section == SECTION_ABSOLUTE)
        program->real_words = object->symbols[symbol].value;
}

/* Decodes the text of the machine's object. */
static void load_program(struct machine *machine, const struct load_needs *needs)
{
    const struct object *object = &machine->object;
    struct program *program = &machine->program;
    program->count = object->size[SECTION_TEXT];
    program->entry = object->entry;
    program->code = ARENA_ARRAY(&machine->arena, struct instruction, program->count);
    program->functions = functions_first(&machine->arena, object);
    program->origins = origin_table(&machine->arena, object, program->functions);
    decode_words(object->words[SECTION_TEXT], program->count, program->code);
    program->returns = caller_survey(&machine->arena, program);
    note_uses(object, program);
    program->data_end = (uint32_t)needs->data_end;
}

/* ---- memory */

/* Copies .data into shared memory and .private into every PP's private area. */
static void load_memory(const struct object *object, struct memory *memory)
{
    if (object->size[SECTION_DATA] != 0)
        memcpy(memory->cells + object->address[SECTION_DATA], object->words[SECTION_DATA],
               object->size[SECTION_DATA] * sizeof *memory->cells);
    uint32_t start = object->address[SECTION_PRIVATE] & ~OBJECT_PRIVATE;
    for (uint32_t i = 0; i < object->size[SECTION_PRIVATE]; i++) {
        uint32_t value = object->words[SECTION_PRIVATE][i];
        if (value == 0) /* untouched memory is 0, and costs nothing */
            continue;
        for (uint32_t pp = 0; pp < memory->pps; pp++)
            memory->cells[memory_private_index(memory, pp, start + i)] = value;
    }
}

static uint64_t power_at_most(uint64_t value)
{
    return value == 0 ? 1 : 1ull << (63 - __builtin_clzll(value));
}

static uint64_t power_at_least(uint64_t value)
{
    return value <= 1 ? 1 : 1ull << (64 - __builtin_clzll(value - 1));
}

/* PPs of a tile; 0: as many as possible. Programs that use precision units have small tiles: this work takes
 * more time than a large tile saves, and the threads share it by tiles. At least sixteen tiles keep two
 * threads within a tenth of each other. On several ranks, each has to get some tiles. */
static uint32_t choose_tile(const struct machine_config *config, bool uses_real)
{
    enum { TILES_OF_UNITS = 16, TILES_OF_RANK = 4, LEAST = 16 };
    if (config->tests.tile_pps != 0 || (!uses_real && config->ranks <= 1))
        return config->tests.tile_pps;
    const uint32_t tiles = uses_real ? TILES_OF_UNITS : config->ranks * TILES_OF_RANK;
    return (uint32_t)larger(LEAST, power_at_most(config->pps / tiles));
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

/* ---- the machine */

bool machine_create_from(struct machine *machine, const struct machine_config *config, struct object *object,
                         int *code, char *error, size_t error_size)
{
    memset(machine, 0, sizeof *machine);
    machine->config = *config;
    machine->object = *object;
    memset(object, 0, sizeof *object);
    machine->tick_instructions = MACHINE_TICK;

    struct load_needs needs;
    struct memory_shape shape;
    *code = EXIT_CODE_load;
    if (load_check(&machine->object, &needs, error, error_size)) {
        load_program(machine, &needs);
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
    files_protect(machine->host->files, path);
    return true;
}
