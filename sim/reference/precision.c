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

static bool store_image(struct precision *precision, const struct instruction *instruction,
                        struct precision_step *step)
{
    struct machine *machine = precision->machine;
    uint32_t image[REAL_MAX_WORDS];
    uint32_t words = real_image_words(&precision->bank, instruction);
    real_store(&precision->bank, step->pp, instruction, image);
    for (uint32_t i = 0; i < words; i++) {
        uint32_t address = step->a + step->b + i;
        if (machine_stack_overflow(machine, instruction->rs, address, step->pp)) {
            fault_stack(&machine->fault, machine, address, step->pp, step->pc, step->cycle);
            return false;
        }
        uint32_t index = memory_index(&machine->memory, step->pp, address);
        if (index == MEMORY_ILLEGAL) {
            fault_access(&machine->fault, machine, ACCESS_STORE, address, step->pp, step->pc, step->cycle);
            return false;
        }
        if (machine->counts != NULL)
            precision_note_foreign(precision, step->pp, step->pc, address);
        step->stores[i] = (struct request){.index = index, .value = image[i], .pp = step->pp, .pc = step->pc};
    }
    step->store_count = words;
    return true;
}

static bool load_image(struct precision *precision, const struct instruction *instruction,
                       struct precision_step *step)
{
    struct machine *machine = precision->machine;
    uint32_t image[REAL_MAX_WORDS];
    uint32_t words = real_image_words(&precision->bank, instruction);
    for (uint32_t i = 0; i < words; i++) {
        uint32_t address = step->a + step->b + i;
        uint32_t index = memory_index(&machine->memory, step->pp, address);
        if (index == MEMORY_ILLEGAL) {
            fault_access(&machine->fault, machine, ACCESS_LOAD, address, step->pp, step->pc, step->cycle);
            return false;
        }
        if (machine->counts != NULL)
            precision_note_foreign(precision, step->pp, step->pc, address);
        image[i] = machine->memory.cells[index];
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

bool precision_jump(struct precision *precision, uint32_t pp, uint32_t pc)
{
    if (precision->waits == NULL || precision->waits[pp].cycles == 0)
        return false;
    precision->waits[pp].pc = pc;
    return true;
}
