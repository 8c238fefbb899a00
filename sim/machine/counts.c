/* counts.c - see counts.h. */
#include "counts.h"

#include <stdlib.h>

#include "common/memory.h"
#include "sim/isa/decode.h"
#include "sim/isa/instruction.h"

/* The number of arrays by pc. */
enum { ARRAYS = 10 };

static void list_arrays(struct counts *counts, uint64_t **arrays[ARRAYS])
{
    arrays[0] = &counts->executed[0];
    arrays[1] = &counts->executed[1];
    arrays[2] = &counts->waited;
    arrays[3] = &counts->within;
    arrays[4] = &counts->returned;
    arrays[5] = &counts->served;
    arrays[6] = &counts->lost;
    arrays[7] = &counts->alone[0];
    arrays[8] = &counts->alone[1];
    arrays[9] = &counts->foreign;
}

/* The instructions, the place after the last one, and the end of what begins there. */
static size_t words_of(const struct counts *counts)
{
    return (size_t)counts->size + 2;
}

struct counts *counts_create(const struct instruction *code, uint32_t size)
{
    struct counts *counts = memory_take(1, sizeof *counts);
    uint64_t **arrays[ARRAYS];
    *counts = (struct counts){.size = size, .code = code};
    list_arrays(counts, arrays);
    for (int k = 0; k < ARRAYS; k++)
        *arrays[k] = memory_take(words_of(counts), sizeof **arrays[k]);
    counts->taken = memory_take(words_of(counts), sizeof *counts->taken);
    counts->cost = memory_take(words_of(counts), sizeof *counts->cost);
    counts->words = memory_take(words_of(counts), sizeof *counts->words);
    return counts;
}

void counts_destroy(struct counts *counts)
{
    uint64_t **arrays[ARRAYS];
    if (counts == NULL)
        return;
    list_arrays(counts, arrays);
    for (int k = 0; k < ARRAYS; k++)
        free(*arrays[k]);
    free(counts->taken);
    free(counts->cost);
    free(counts->words);
    free(counts);
}

void counts_settle(struct counts *counts)
{
    for (int inside = 0; inside < 2; inside++) {
        uint64_t *const executed = counts->executed[inside], *const alone = counts->alone[inside];
        for (uint32_t pc = 0; pc < counts->size; pc++) {
            uint64_t *const taken = &counts->taken[pc].count[inside];
            executed[pc + 1] -= *taken;
            if (!instruction_leaps(&counts->code[pc]))
                executed[counts_place(counts, counts->code[pc].constant)] += *taken;
            *taken = 0;
        }
        for (size_t pc = 1; pc < words_of(counts); pc++)
            executed[pc] += executed[pc - 1];
        for (uint32_t pc = 0; pc < counts->size; pc++) {
            executed[pc] += alone[pc];
            alone[pc] = 0;
        }
        executed[counts->size] = 0; /* PPs are there, and execute nothing */
    }
}

static bool is_call(const struct counts *counts, uint32_t pc)
{
    return pc < counts->size && instruction_calls(&counts->code[pc]);
}

void counts_jump(struct counts *counts, uint32_t pc, uint32_t target, uint64_t weight, uint64_t cycles)
{
    if (is_call(counts, pc)) {
        counts->within[pc] -= cycles;
    } else if (is_call(counts, target - 1)) {
        counts->within[target - 1] += cycles;
        counts->returned[target - 1] += weight;
    }
}
