/* model.c - a cycle as --model sees it (model_state.h): the accesses to shared memory, sorted by their cells,
 * and the hints that say which PPs work synchronously.
 */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "model_state.h"
#include "sim/observe/record/given.h"
#include "sim/machine/lines.h"
#include "sim/isa/instruction.h"

/* ---- before the run */

static struct model_code code_of(const struct model *model, uint32_t pc)
{
    const struct program *program = &model->machine->program;
    const struct instruction *i = &program->code[pc];
    const bool is_runtime = program->origins[pc] == ORIGIN_RUNTIME;
    struct model_code code = {.work = MODEL_WORK_ACCESS,
                              .fold = system_rows[i->opcode].fold,
                              .is_judged = !is_runtime || model->choice.counts_runtime,
                              .is_counted = program->origins[pc] == ORIGIN_USER,
                              .gives = given_kinds(model->machine->given)[pc] != GIVEN_NOTHING};
    switch (instruction_access(i)) {
    case INSTRUCTION_LOADS:
        code.deed = ACCESS_DEED_LOAD;
        break;
    case INSTRUCTION_STORES:
        code.deed = ACCESS_DEED_STORE;
        break;
    case INSTRUCTION_FOLDS:
        code.deed = ACCESS_DEED_FOLD;
        break;
    case INSTRUCTION_NO_ACCESS:
        code.work = system_rows[i->opcode].work == SYSTEM_HINT ? MODEL_WORK_HINT : MODEL_WORK_NONE;
        break;
    }
    if (instruction_is_image(i))
        code.work = MODEL_WORK_IMAGE;
    lockstep_prepare(model, pc, &code);
    return code;
}

/* ---- a cycle */

static bool look_at_cycle(void *context, const struct observer_cycle *cycle)
{
    struct model *model = context;
    if (cycle->lockstep != NULL && cycle->lockstep_count == 0 && cycle->access_count < 2)
        return true;
    model->now = cycle;
    model->count = 0;
    if (cycle->lockstep != NULL) {
        lockstep_look(model);
        return true;
    }
    for (uint32_t k = 0; k < cycle->count; k++) {
        const struct observer_step *step = &cycle->steps[k];
        const struct model_code *code = &model->code[step->pc];
        if (code->gives && !step->is_busy)
            given_look(model->machine, cycle, step);
        if (code->work == MODEL_WORK_HINT)
            model_take_hint(model, step);
        else if (code->work != MODEL_WORK_NONE && !step->is_busy && (code->is_judged || code->is_counted))
            model_add_words(model, step, code);
    }
    cells_judge(model);
    return true;
}

/* ---- what is shown */

static enum observer_need needs(void *context, uint32_t pc)
{
    const struct model_code *code = &((const struct model *)context)->code[pc];
    const bool is_access = code->work == MODEL_WORK_ACCESS || code->work == MODEL_WORK_IMAGE;
    if (code->is_simple)
        return OBSERVER_NEEDS_ACCESS;
    return code->gives || code->work == MODEL_WORK_HINT || (is_access && code->is_judged)
               ? OBSERVER_NEEDS_PP
               : OBSERVER_NEEDS_NOTHING;
}

/* ---- its life */

struct model *model_create(struct machine *machine, const struct model_choice *choice)
{
    const uint32_t count = machine->program.count;
    struct model *model = memory_take(1, sizeof *model);
    model->machine = machine;
    model->choice = *choice;
    given_begin(machine);
    model->observer = (struct observer){.before_cycle = look_at_cycle,
                                        .rests = lockstep_rests,
                                        .needs = needs,
                                        .context = model,
                                        .takes_lockstep = true};
    model->code = memory_take((size_t)count + 1, sizeof *model->code);
    model->places = lines_first(&machine->object, count);
    model->modes = memory_take(machine->config.pps, sizeof *model->modes);
    /* in statistics, loads of whole groups count as one */
    model->special = MODEL_IN_BARRIER;
    if (machine->config.count_conflicts && !choice->counts_groups)
        model->special |= MODEL_SYNCHRONOUS;
    for (uint32_t pc = 0; pc < count; pc++)
        model->code[pc] = code_of(model, pc);
    observer_add(&machine->observers, &model->observer);
    return model;
}

const struct model_counts *model_counts(const struct model *model)
{
    return &model->counts;
}

void model_finish(const struct model *model)
{
    struct stats *stats = &model->machine->stats;
    stats->concurrent_reads = model->counts.reads;
    stats->concurrent_writes_equal = model->counts.equal_writes;
    stats->concurrent_writes_different = model->counts.different_writes;
}

void model_destroy(struct model *model)
{
    if (model == NULL)
        return;
    free(model->code);
    free(model->places);
    free(model->modes);
    free(model->accesses);
    free(model->sorted);
    free(model->spare);
    free(model->image);
    free(model->stamps);
    free(model);
}
