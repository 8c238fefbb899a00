/* bank.c - see bank.h. */
#include "bank.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/message.h"
#include "common/plural.h"
#include "common/real_words.h"
#include "asm/isa.h"
#include "asm/tables/alu.h"
#include "sim/isa/instruction.h"

#define ALIGNMENT 64 /* a cache line: data written by different threads is in different ones */

/* Maximum number of accumulators that are calculated together: finding them takes time. */
enum { MOST_GATHERED = 1024 };

enum cost { ONE, LINEAR, SQUARE, IMAGE, SUM };

static const struct {
    uint8_t opcode;
    uint8_t cost; /* enum cost */
} costs[] = {
#define REAL_STEP(name, cost, call) {OP_##name, cost},
#define REAL_OTHER(name, cost) {OP_##name, cost},
#include "sim/isa/real.def"
};

#define REAL_ACCUMULATOR(name, text) extern const struct real_accumulator accumulator_##name;
#include "accumulator.def"

static const struct {
    const char *name;
    const struct real_accumulator *accumulator;
} accumulators[] = {
#define REAL_ACCUMULATOR(name, text) {#name, &accumulator_##name},
#include "accumulator.def"
};
enum { ACCUMULATORS = sizeof accumulators / sizeof accumulators[0] };

const struct real_accumulator *real_accumulator_find(const char *name)
{
    for (int i = 0; i < ACCUMULATORS; i++)
        if (strcmp(accumulators[i].name, name) == 0)
            return accumulators[i].accumulator;
    return NULL;
}

/* The chosen format and accumulator; false with a line for an unknown name. */
static bool find_choice(const struct real_choice *choice, struct real_format *format,
                        const struct real_accumulator **accumulator, char *error, size_t error_size)
{
    if (!real_format_find(format, choice->format != NULL ? choice->format : "double", error, error_size))
        return false;
    *accumulator = real_accumulator_find(choice->accumulator != NULL ? choice->accumulator : "kulisch");
    if (*accumulator != NULL)
        return true;
    snprintf(error, error_size, "there is no accumulator '%.40s'; there are", choice->accumulator);
    for (int i = 0; i < ACCUMULATORS; i++) {
        size_t used = strlen(error);
        snprintf(error + used, error_size - used, " %s", accumulators[i].name);
    }
    return false;
}

bool real_choice_check(const struct real_choice *choice, uint32_t words, char *error, size_t error_size)
{
    struct real_format format;
    const struct real_accumulator *accumulator;
    if (!find_choice(choice, &format, &accumulator, error, error_size))
        return false;
    if (words == 0 || format.image_words <= words)
        return true;
    uint32_t bits = real_bits_of_words(format.image_words);
    return message_refuse(
        error, error_size,
        "compiled for numbers of %u word%s, and %s needs %u: compile it with fcc -mreal=%u, or choose "
        "another "
        "--real",
        words, plural(words), format.name, format.image_words, bits > format.bits ? bits : format.bits);
}

bool real_choice_open(const struct real_choice *choice, char *error, size_t error_size)
{
    struct real_format format;
    const struct real_accumulator *accumulator;
    return find_choice(choice, &format, &accumulator, error, error_size) &&
           (accumulator->open == NULL || accumulator->open(&format, choice->device, error, error_size));
}

const struct opencl_driver *real_choice_driver(const struct real_choice *choice)
{
    char error[200];
    const struct real_accumulator *accumulator =
        choice->accumulator != NULL ? real_accumulator_find(choice->accumulator) : NULL;
    if (accumulator == NULL || accumulator->open == NULL)
        return NULL;
    const struct opencl_driver *driver = opencl_find(error, sizeof error);
    return driver != NULL && driver->name()[0] != '\0' ? driver : NULL;
}

static void set_costs(struct real_bank *bank, bool by_words)
{
    uint32_t words = bank->format.image_words;
    const uint32_t cycles[] = {[ONE] = 1,
                               [LINEAR] = by_words ? words : 1,
                               [SQUARE] = by_words ? words * words : 1,
                               [IMAGE] = words,
                               [SUM] = bank->sum_words};
    for (size_t i = 0; i < sizeof costs / sizeof costs[0]; i++)
        bank->cost[costs[i].opcode] = cycles[costs[i].cost];
}

static void *register_of(const struct real_bank *bank, uint32_t pp, unsigned number)
{
    return bank->room + number * bank->row_bytes + pp * (size_t)bank->format.value_bytes;
}

static void *sum_of(const struct real_bank *bank, uint32_t pp)
{
    return bank->sums + pp * bank->sum_bytes;
}

/* So many bytes in whole cache lines, an odd number: registers of one PP, and accumulators, then lie in
 * different sets of a cache. */
static size_t odd_lines(size_t bytes)
{
    return ((bytes + ALIGNMENT - 1) / ALIGNMENT | 1) * ALIGNMENT;
}

bool real_bank_create(struct real_bank *bank, const struct real_choice *choice, uint32_t pps, bool has_sums)
{
    char error[200];
    memset(bank, 0, sizeof *bank);
    if (!find_choice(choice, &bank->format, &bank->accumulator, error, sizeof error))
        return false;
    bank->sum_words = real_accumulator_words(&bank->format);
    set_costs(bank, choice->cost_by_words);
    bank->row_bytes = odd_lines(pps * (size_t)bank->format.value_bytes);
    bank->sum_bytes = has_sums ? odd_lines(bank->accumulator->bytes(&bank->format)) : 0;
    bank->room = aligned_alloc(ALIGNMENT, ISA_REAL_REGISTERS * bank->row_bytes + pps * bank->sum_bytes);
    if (bank->room == NULL)
        return false;
    bank->sums = bank->room + ISA_REAL_REGISTERS * bank->row_bytes;
    bank->pps = pps;
    for (unsigned number = 0; number < ISA_REAL_REGISTERS; number++)
        for (uint32_t pp = 0; pp < pps; pp++)
            real_create(&bank->format, register_of(bank, pp, number));
    memset(bank->sums, 0, pps * bank->sum_bytes);
    for (uint32_t pp = 0; has_sums && pp < pps; pp++)
        bank->accumulator->clear(&bank->format, sum_of(bank, pp));
    return true;
}

void real_bank_destroy(struct real_bank *bank)
{
    for (uint32_t pp = 0; pp < bank->pps; pp++)
        for (unsigned number = 0; number < ISA_REAL_REGISTERS; number++)
            real_destroy(&bank->format, register_of(bank, pp, number));
    free(bank->room);
    memset(bank, 0, sizeof *bank);
}

/* The flags that fcmp would leave. */
static uint32_t flags_of(enum real_order order)
{
    static const uint32_t flags[] = {[REAL_LESS] = STATUS_N,
                                     [REAL_EQUAL] = STATUS_Z | STATUS_C,
                                     [REAL_GREATER] = STATUS_C,
                                     [REAL_UNORDERED] = STATUS_N | STATUS_Z | STATUS_C | STATUS_V};
    return flags[order];
}

uint32_t real_execute(const struct real_bank *bank, uint32_t pp, const struct instruction *instruction,
                      uint32_t a)
{
    const struct real_format *format = &bank->format;
    /* a field that is no X register may have any number below 16: it is not used then */
    void *z = register_of(bank, pp, instruction->rd % ISA_REAL_REGISTERS);
    const void *x = register_of(bank, pp, instruction->rs % ISA_REAL_REGISTERS);
    const void *y = register_of(bank, pp, instruction->rt % ISA_REAL_REGISTERS);
    switch (instruction->opcode) {
    case OP_xcmp:
        return flags_of(format->family->compare(format, x, y));
    case OP_xfromi:
        real_from_double(format, z, (int32_t)a);
        return 0;
    case OP_xfromf:
        real_from_double(format, z, (double)alu_float(a));
        return 0;
    case OP_xtoi:
        return (uint32_t)real_to_int(format, x);
    case OP_xtof:
        return alu_canonical(real_to_float(format, x));
    default:
        real_execute_run(bank, pp, 1, instruction);
        return 0;
    }
}

/* Divides and takes roots for `count` PPs. Those are dear, and in synchronous code PPs often compute the same
 * thing: what comes of the same operands as the PP's before is copied. Looked at ahead, since z may be x or
 * y. */
static void execute_dear_run(const struct real_format *format, uint32_t count, bool is_division,
                             unsigned char *z, const unsigned char *x, const unsigned char *y)
{
    const struct real_family *family = format->family;
    const size_t bytes = format->value_bytes;
    for (bool is_same = false; count != 0; count--, z += bytes, x += bytes, y += bytes) {
        const bool next_is_same = count > 1 && family->same && family->same(format, x, x + bytes) &&
                                  (!is_division || family->same(format, y, y + bytes));
        if (is_same)
            family->copy(format, z, z - bytes);
        else if (is_division)
            family->div(format, z, x, y);
        else
            family->sqrt(format, z, x);
        is_same = next_is_same;
    }
}

static bool is_due(const struct real_bank *bank, uint32_t pp, uint8_t opcode)
{
    const struct real_accumulator *accumulator = bank->accumulator;
    return accumulator->settle != NULL && (opcode == OP_xacround || opcode == OP_xacmul) &&
           accumulator->is_due(&bank->format, sum_of(bank, pp), opcode == OP_xacround);
}

void real_gather(const struct real_bank *bank, uint32_t pp, uint32_t first, uint32_t count, uint8_t opcode)
{
    if (!is_due(bank, pp, opcode))
        return;
    const uint32_t begin = pp - (pp - first) % MOST_GATHERED;
    const uint32_t end = first + count;
    const uint32_t part = end - begin < MOST_GATHERED ? end - begin : MOST_GATHERED;
    bank->accumulator->settle(&bank->format, sum_of(bank, begin), bank->sum_bytes, part);
}

void real_execute_run(const struct real_bank *bank, uint32_t first, uint32_t count,
                      const struct instruction *instruction)
{
    const struct real_format *format = &bank->format;
    const struct real_family *family = format->family;
    const struct real_accumulator *accumulator = bank->accumulator;
    const size_t bytes = format->value_bytes, sum_bytes = bank->sum_bytes;
    unsigned char *z = register_of(bank, first, instruction->rd % ISA_REAL_REGISTERS);
    const unsigned char *x = register_of(bank, first, instruction->rs % ISA_REAL_REGISTERS);
    const unsigned char *y = register_of(bank, first, instruction->rt % ISA_REAL_REGISTERS);
    unsigned char *sum = sum_of(bank, first);
    if (instruction->opcode == OP_xdiv || instruction->opcode == OP_xsqrt) {
        execute_dear_run(format, count, instruction->opcode == OP_xdiv, z, x, y);
        return;
    }
    if (is_due(bank, first, instruction->opcode))
        accumulator->settle(&bank->format, sum, sum_bytes, count);
    switch (instruction->opcode) {
#define REAL_STEP(name, cost, call)                                                                          \
    case OP_##name:                                                                                          \
        for (; count != 0; count--, z += bytes, x += bytes, y += bytes, sum += sum_bytes)                    \
            (call);                                                                                          \
        break;
#include "sim/isa/real.def"
    default: /* the others have operands or results outside the unit, or move images */
        break;
    }
}

/* ---- images */

static bool is_of_sum(const struct instruction *instruction)
{
    return system_rows[instruction->opcode].row == SYSTEM_ROW_SUM;
}

uint32_t real_image_words(const struct real_bank *bank, const struct instruction *instruction)
{
    return is_of_sum(instruction) ? bank->sum_words : bank->format.image_words;
}

void real_price(const struct real_bank *bank, struct counts *counts)
{
    for (uint32_t pc = 0; pc < counts->size; pc++) {
        const struct instruction *instruction = &counts->code[pc];
        if ((instruction->traits & DECODE_REAL) == 0)
            continue;
        counts->cost[pc] = bank->cost[instruction->opcode];
        if (instruction_is_image(instruction))
            counts->words[pc] = real_image_words(bank, instruction);
    }
}

void real_store(const struct real_bank *bank, uint32_t pp, const struct instruction *instruction,
                uint32_t *image)
{
    if (is_of_sum(instruction))
        bank->accumulator->store(&bank->format, image, sum_of(bank, pp));
    else
        bank->format.family->store(&bank->format, image, register_of(bank, pp, instruction->rd));
}

void real_load(const struct real_bank *bank, uint32_t pp, const struct instruction *instruction,
               const uint32_t *image)
{
    if (is_of_sum(instruction))
        bank->accumulator->merge(&bank->format, sum_of(bank, pp), image);
    else
        bank->format.family->load(&bank->format, register_of(bank, pp, instruction->rd), image);
}

/* ---- units as a whole */

uint32_t real_bank_words(const struct real_bank *bank)
{
    return ISA_REAL_REGISTERS * bank->format.image_words + (bank->sum_bytes != 0 ? bank->sum_words : 0);
}

void real_bank_save(const struct real_bank *bank, uint32_t pp, uint32_t *words)
{
    for (unsigned number = 0; number < ISA_REAL_REGISTERS; number++, words += bank->format.image_words)
        bank->format.family->store(&bank->format, words, register_of(bank, pp, number));
    if (bank->sum_bytes != 0)
        bank->accumulator->store(&bank->format, words, sum_of(bank, pp));
}

void real_bank_load(const struct real_bank *bank, uint32_t pp, const uint32_t *words)
{
    for (unsigned number = 0; number < ISA_REAL_REGISTERS; number++, words += bank->format.image_words)
        bank->format.family->load(&bank->format, register_of(bank, pp, number), words);
    if (bank->sum_bytes == 0)
        return;
    bank->accumulator->clear(&bank->format, sum_of(bank, pp));
    bank->accumulator->merge(&bank->format, sum_of(bank, pp), words);
}
