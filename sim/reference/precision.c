/* precision.c - see precision.h. */
#include "precision.h"

#include <stdlib.h>

#include "asm/isa.h"
#include "common/memory.h"

bool precision_create(struct precision *precision, struct machine *machine)
{
    const struct program *program = &machine->program;
    *precision = (struct precision){.machine = machine, .most_stores = 1};
    if (!program->uses_real)
        return true;
    uint32_t pps = machine->config.pps;
    precision->waits = calloc(pps, sizeof *precision->waits);
    if (precision->waits == NULL ||
        !real_bank_create(&precision->bank, &machine->config.real, pps, program->uses_sums))
        return false;
    for (uint32_t i = 0; i < program->count; i++)
        if (program->code[i].kind == ISA_KIND_REALSTORE) {
            uint32_t words = real_image_words(&precision->bank, &program->code[i]);
            if (words > precision->most_stores)
                precision->most_stores = words;
        }
    return true;
}

void precision_destroy(struct precision *precision)
{
    free(precision->foreign);
    if (precision->waits == NULL)
        return;
    real_bank_destroy(&precision->bank);
    free(precision->waits);
}

void precision_note_foreign(struct precision *precision, uint32_t pp, uint32_t pc, uint32_t address)
{
    if (memory_is_foreign(&precision->machine->memory, pp, address))
        *MEMORY_ADD(precision->foreign, precision->foreign_count, precision->foreign_room) = pc;
}

void precision_count_foreign(struct precision *precision)
{
    while (precision->foreign_count > 0)
        precision->machine->counts->foreign[precision->foreign[--precision->foreign_count]]++;
}

uint32_t precision_find_cell(struct precision *precision, const struct pp_access *access)
{
    struct machine *machine = precision->machine;
    const uint32_t index = fault_or_cell(&machine->fault, machine, access);
    if (machine->counts != NULL && index != MEMORY_ILLEGAL)
        precision_note_foreign(precision, access->pp, access->pc, access->address);
    return index;
}

/* The cell of word k of an image. */
static uint32_t find_word(struct precision *precision, const struct instruction *instruction,
                          const struct precision_step *step, enum access_kind kind, uint32_t k)
{
    const struct pp_access access = {kind,     instruction->rs, step->a + step->b + k,
                                     step->pp, step->pc,        step->cycle};
    return precision_find_cell(precision, &access);
}

static bool store_image(struct precision *precision, const struct instruction *instruction,
                        struct precision_step *step)
{
    uint32_t image[REAL_MAX_WORDS];
    const uint32_t words = real_image_words(&precision->bank, instruction);
    real_store(&precision->bank, step->pp, instruction, image);
    for (uint32_t k = 0; k < words; k++) {
        const uint32_t index = find_word(precision, instruction, step, ACCESS_STORE, k);
        if (index == MEMORY_ILLEGAL)
            return false;
        step->stores[k] =
            (struct cell_request){.cell = index, .value = image[k], .pp = step->pp, .pc = step->pc};
    }
    step->store_count = words;
    return true;
}

static bool load_image(struct precision *precision, const struct instruction *instruction,
                       struct precision_step *step)
{
    uint32_t image[REAL_MAX_WORDS];
    const uint32_t words = real_image_words(&precision->bank, instruction);
    for (uint32_t k = 0; k < words; k++) {
        const uint32_t index = find_word(precision, instruction, step, ACCESS_LOAD, k);
        if (index == MEMORY_ILLEGAL)
            return false;
        image[k] = precision->machine->memory.cells[index];
    }
    real_load(&precision->bank, step->pp, instruction, image);
    step->load_count = words;
    return true;
}

/* The work of the instruction, independent of its cost. */
static bool work(struct precision *precision, const struct instruction *instruction,
                 struct precision_step *step)
{
    const struct real_bank *bank = &precision->bank;
    switch (instruction->kind) {
    case ISA_KIND_REALSTORE:
        return store_image(precision, instruction, step);
    case ISA_KIND_REALLOAD:
        return load_image(precision, instruction, step);
    case ISA_KIND_REALOUT:
        step->reg[instruction->target] = real_execute(bank, step->pp, instruction, step->a);
        return true;
    case ISA_KIND_REALCMP:
        *step->flags = real_execute(bank, step->pp, instruction, step->a);
        return true;
    default:
        (void)real_execute(bank, step->pp, instruction, step->a);
        return true;
    }
}

bool precision_execute(struct precision *precision, const struct instruction *instruction,
                       struct precision_step *step)
{
    struct precision_wait *wait = &precision->waits[step->pp];
    step->is_waiting = wait->cycles != 0;
    if (step->is_waiting) {
        wait->cycles--;
    } else {
        if (!work(precision, instruction, step))
            return false;
        wait->cycles = precision->bank.cost[instruction->opcode] - 1;
        wait->pc = step->reg[1];
    }
    step->reg[1] = wait->cycles != 0 ? step->pc : wait->pc;
    return true;
}

uint32_t precision_image_words(const void *precision, const struct instruction *instruction)
{
    return real_image_words(&((const struct precision *)precision)->bank, instruction);
}

void precision_image(const void *precision, uint32_t pp, const struct instruction *instruction,
                     uint32_t *words)
{
    real_store(&((const struct precision *)precision)->bank, pp, instruction, words);
}

bool precision_jump(struct precision *precision, uint32_t pp, uint32_t pc)
{
    if (precision->waits == NULL || precision->waits[pp].cycles == 0)
        return false;
    precision->waits[pp].pc = pc;
    return true;
}
