/* observe.c - what the reference engine shows of its cycles: to listeners, profile and journal.
 * Called by reference.c. */
#include "asm/tables/alu.h"
#include "sim/machine/caller.h"
#include "state.h"
#include "sim/isa/instruction.h"

static uint32_t shown_status(const void *state, uint32_t pp)
{
    const struct reference *reference = state;
    return reference->pps[pp].flags | ((uint32_t)reference->cycle & STATUS_MODULO);
}

bool observe_cycle(struct reference *reference)
{
    static const struct observer_source source = {
        .status = shown_status, .image_words = precision_image_words, .image = precision_image};
    struct machine *machine = reference->machine;
    struct observer_cycle cycle = {.cycle = reference->cycle,
                                   .strands = reference->strands,
                                   .registers = reference->pps->reg,
                                   .stride = 1,
                                   .pp_stride = sizeof *reference->pps / sizeof(uint32_t),
                                   .late = &reference->pps->late.value,
                                   .source = &source,
                                   .state = reference,
                                   .units = &reference->precision};
    for (uint32_t k = 0; k < reference->running_count; k++) {
        const struct pp *pp = reference->running[k];
        if (pp->reg[1] < machine->program.count) /* otherwise its execution is a fault */
            reference->strands[cycle.strand_count++] = (struct observer_strand){
                .pps = &pp->number,
                .count = 1,
                .pc = pp->reg[1],
                .late = pp->late.target != DECODE_SINK ? (uint8_t)pp->late.target : 0,
                .is_busy = precision_is_busy(&reference->precision, pp->number)};
    }
    return machine_show(machine, &cycle);
}

void observe_places(struct reference *reference)
{
    for (uint32_t k = 0; k < reference->running_count; k++) {
        const struct pp *pp = reference->running[k];
        reference->places[k] = precision_is_busy(&reference->precision, pp->number) ? UINT32_MAX : pp->reg[1];
    }
}

void observe_count_places(struct reference *reference)
{
    struct counts *counts = reference->machine->counts;
    for (uint32_t k = 0; k < reference->running_count; k++) {
        const struct pp *pp = reference->running[k];
        const uint32_t pc = reference->places[k];
        if (pc == UINT32_MAX)
            continue;
        const struct instruction *i = &counts->code[pc];
        counts_one(counts, reference->presence.barrier_since[pp->number] != 0, pc, 1);
        if (instruction_links(i))
            counts_jump(counts, pc, pp->reg[1], 1, reference->cycle);
    }
    precision_count_foreign(&reference->precision);
}

void observe_hint(const struct reference *reference, uint32_t number, uint32_t pc, enum journal_kind kind,
                  uint32_t constant)
{
    const struct machine *machine = reference->machine;
    const struct pp *pp = &reference->pps[number];
    if (machine->journal == NULL || (kind == JOURNAL_HINT && !journal_wants(machine->journal, constant)))
        return;
    const struct journal_entry entry = {.cycle = reference->cycle,
                                        .pc = pc,
                                        .place =
                                            caller_find(machine, caller_registers(number, pc, pp->reg)).pc,
                                        .group = pp->reg[MACHINE_GP],
                                        .hint = constant,
                                        .kind = (uint8_t)kind};
    journal_note(machine->journal, &entry, &number, 1);
}
