/* model.c - --model's life, and what it needs to see of a run (model_state.h). */
#include "model_state.h"
#include "sim/observe/record/allocations.h"
#include "sim/machine/lines.h"

/* ---- before the run */

static struct model_code code_of(const struct model *model, uint32_t pc)
{
    const struct program *program = &model->machine->program;
    const struct instruction *i = &program->code[pc];
    const bool is_ignored = program->origins[pc] == ORIGIN_RUNTIME && !model->choice.counts_runtime;
    const enum instruction_access access = instruction_access(i);
    struct model_code code = {.work = instruction_is_image(i)                      ? MODEL_WORK_IMAGE
                                      : access != INSTRUCTION_NO_ACCESS            ? MODEL_WORK_ACCESS
                                      : system_rows[i->opcode].work == SYSTEM_HINT ? MODEL_WORK_HINT
                                                                                   : MODEL_WORK_NONE,
                              .deed = (uint8_t)access,
                              .fold = system_rows[i->opcode].fold,
                              .is_counted = program->origins[pc] == ORIGIN_USER,
                              .gives = allocations_kinds(model->machine->allocations)[pc] != GIVEN_NOTHING};
    if (is_ignored && model_accesses(&code))
        code.work = MODEL_WORK_NONE;
    cycle_prepare(model, pc, &code);
    return code;
}

static enum observer_need needs(void *context, uint32_t pc)
{
    const struct model *model = context;
    const struct model_code *code = &model->code[pc];
    if (code->work == MODEL_WORK_NONE && !code->gives)
        return OBSERVER_NEEDS_NOTHING;
    if (code->work != MODEL_WORK_ACCESS || code->gives)
        return OBSERVER_NEEDS_PP;
    return code->mark != MARK_OTHER && !model->examines_loads ? OBSERVER_NEEDS_MEETING
                                                              : OBSERVER_NEEDS_ACCESS;
}

/* ---- its life */

void model_create(struct machine *machine, const struct model_choice *choice)
{
    const uint32_t count = machine->program.count;
    struct model *model = ARENA_NEW(&machine->arena, struct model);
    model->machine = machine;
    model->choice = *choice;
    allocations_begin(machine);
    model->observer = (struct observer){
        .before_cycle = model_before_cycle, .rests = cycle_rests, .needs = needs, .context = model};
    model->code = ARENA_ARRAY(&machine->arena, struct model_code, (size_t)count + 1);
    model->places = lines_first(machine);
    model->modes = ARENA_ARRAY(&machine->arena, uint8_t, machine->config.pps);
    /* in statistics, loads of whole groups count as one */
    model->special = MODEL_IN_BARRIER;
    if (machine->config.count_conflicts && !choice->counts_groups)
        model->special |= MODEL_SYNCHRONOUS;
    model->examines_loads =
        machine->config.count_conflicts || model_forbids(model, MODEL_COLLISION_concurrent_read);
    for (uint32_t pc = 0; pc < count; pc++)
        model->code[pc] = code_of(model, pc);
    observer_add(&machine->observers, &model->observer);
}
