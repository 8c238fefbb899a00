/* counts.c - see counts.h. */
#include "counts.h"

#include "common/arena.h"
#include "sim/isa/decode.h"
#include "sim/isa/instruction.h"

/* The instructions, the place after the last one, and the end of what begins there. */
static size_t words_of(const struct counts *counts)
{
    return (size_t)counts->size + 2;
}

struct counts *counts_create(struct arena *arena, const struct instruction *code, uint32_t size)
{
    struct counts *counts = ARENA_NEW(arena, struct counts);
    *counts = (struct counts){.size = size, .code = code};
    uint64_t **const arrays[] = {
        &counts->executed[0], &counts->executed[1], &counts->alone[0], &counts->alone[1], &counts->waited,
        &counts->within,      &counts->returned,    &counts->served,   &counts->lost,     &counts->foreign};
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
        *arrays[k] = ARENA_ARRAY(arena, uint64_t, words_of(counts));
    counts->taken = ARENA_ARRAY(arena, struct counts_taken, words_of(counts));
    counts->cost = ARENA_ARRAY(arena, uint32_t, words_of(counts));
    counts->words = ARENA_ARRAY(arena, uint32_t, words_of(counts));
    return counts;
}

void counts_settle(struct counts *counts)
{
    for (int inside = 0; inside < 2; inside++) {
        uint64_t *const executed = counts->executed[inside], *const alone = counts->alone[inside];
        for (uint32_t pc = 0; pc < counts->size; pc++) {
            uint64_t *const taken = &counts->taken[pc].count[inside];
            executed[pc + 1] -= *taken;
            if (!instruction_leaps(&counts->code[pc]))
                counts_start(counts, inside != 0, counts->code[pc].constant, (int64_t)*taken);
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
