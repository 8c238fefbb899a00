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

/* ---- a cycle that is shown */

static bool look_at_cycle(void *context, const struct observer_cycle *cycle)
{
    struct model *model = context;
    if (cycle->lockstep != NULL && cycle->lockstep_count == 0 && cycle->access_count < 2)
        return true;
    model->now = cycle;
    model->cycle = cycle->cycle;
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

/* ---- PPs that are not shown cycle by cycle */

/* Most cells are only loaded, by the user's code. True if these loads have been counted and cause no new
 * finding. */
static bool are_plain_loads(struct model *model, const struct observer_meeting *accesses, uint32_t count)
{
    bool are_at_one = true;
    for (uint32_t k = 0; k < count; k++) {
        const struct observer_meeting *access = &accesses[k];
        const struct model_code *code = &model->code[access->pc];
        if (code->deed != ACCESS_DEED_LOAD || !code->is_counted || access->is_synchronous ||
            access->in_barrier || model_is_frame(access->address, access->frame))
            return false;
        are_at_one = are_at_one && access->pc == accesses[0].pc;
    }
    if (model_forbids(model, MODEL_COLLISION_concurrent_read) &&
        !(are_at_one && judge_repeats(model, MODEL_COLLISION_concurrent_read, accesses[0].pc, model->times)))
        return false;
    model->counts.reads += (count - 1) * model->times;
    return true;
}

static void look_at_cell(void *context, uint64_t cycle, const struct observer_meeting *accesses,
                         uint32_t count, uint64_t times)
{
    struct model *model = context;
    if (model->code[accesses[0].pc].gives || model->choice.counts_runtime) {
        accesses = give_met(model, cycle, accesses, &count);
        if (count < 2)
            return;
    }
    model->now = NULL;
    model->cycle = cycle;
    model->times = times;
    const uint32_t address = accesses[0].address;
    model->is_late = cycle < model->latest || (cycle == model->latest && address < model->latest_address);
    model->was_late |= model->is_late;
    model->latest = model->is_late ? model->latest : cycle;
    model->latest_address = model->is_late ? model->latest_address : address;
    model->count = 0;
    if (!model->is_late && are_plain_loads(model, accesses, count)) {
        model->times = 1;
        return;
    }
    for (uint32_t k = 0; k < count; k++) {
        const struct observer_meeting *from = &accesses[k];
        const struct model_code *code = &model->code[from->pc];
        const bool is_frame = model_is_frame(from->address, from->frame);
        cells_add(model, &(struct access){.pp = from->pp,
                                          .pc = from->pc,
                                          .address = from->address,
                                          .value = from->value,
                                          .group = from->is_synchronous ? from->frame : 0,
                                          .members = from->members,
                                          .stands_for = from->stands_for,
                                          .caller = {.pc = from->caller, .inside = from->inside},
                                          .has_caller = true,
                                          .deed = code->deed,
                                          .fold = code->fold,
                                          .is_judged = code->is_judged && (model->choice.counts_runtime ||
                                                                           (!is_frame && !from->in_barrier)),
                                          .is_counted = code->is_counted && !from->in_barrier});
    }
    model->sorted = memory_grow(model->sorted, &model->sorted_room, count, sizeof *model->sorted);
    for (uint32_t k = 0; k < count; k++)
        model->sorted[k] = &model->accesses[k];
    judge_cell(model, model->sorted, count);
    model->times = 1;
    model->is_late = false;
}

/* Loads of other PPs matter if these PPs also do more, or if the model does not allow several loads of a
 * cell. The user's own loads outside barriers are counted, too. */
static unsigned cares(void *context, uint32_t pc)
{
    const struct model *model = context;
    const struct model_code *code = &model->code[pc];
    const bool is_access = code->work == MODEL_WORK_ACCESS || code->work == MODEL_WORK_IMAGE;
    if (code->gives)
        return OBSERVER_CARES | OBSERVER_CARES_FOR_CALLER | OBSERVER_CARES_ALONE;
    if (!is_access || (!code->is_judged && !code->is_counted))
        return OBSERVER_CARES_NOT;
    const bool is_counted = code->is_counted && model->machine->config.count_conflicts;
    const bool is_users = model->machine->program.origins[pc] == ORIGIN_USER;
    return OBSERVER_CARES | (is_users ? 0 : OBSERVER_CARES_FOR_CALLER) |
           (is_counted ? 0 : OBSERVER_NEEDS_TWO) |
           (is_counted || model_forbids(model, MODEL_COLLISION_concurrent_read) ? 0 : OBSERVER_SKIPS_LOADS);
}

/* Loads by the user's code, of a cell that is only loaded so: if the model allows them, they are only
 * counted; else loads at one place belong to one finding. */
static bool counts_loads(void *context, uint32_t pc, uint64_t cycle, uint32_t *class)
{
    const struct model *model = context;
    const struct model_code *code = &model->code[pc];
    const bool forbids = model_forbids(model, MODEL_COLLISION_concurrent_read);
    *class = forbids ? model->places[pc] : 0;
    return code->work == MODEL_WORK_ACCESS && code->deed == ACCESS_DEED_LOAD && code->is_counted &&
           (!forbids || judge_knows(model, MODEL_COLLISION_concurrent_read, pc, cycle));
}

static void count_loads(void *context, uint32_t class, uint64_t cells, uint64_t loads)
{
    struct model *model = context;
    model->counts.reads += loads - cells;
    if (model_forbids(model, MODEL_COLLISION_concurrent_read))
        (void)judge_repeats(model, MODEL_COLLISION_concurrent_read, class, cells);
}

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
    model->times = 1;
    const bool allows_reads = !model_forbids(model, MODEL_COLLISION_concurrent_read);
    model->observer = (struct observer){.before_cycle = look_at_cycle,
                                        .meet = look_at_cell,
                                        .cares = cares,
                                        .counts = counts_loads,
                                        .count = count_loads,
                                        .rests = lockstep_rests,
                                        .needs = needs,
                                        .context = model,
                                        .takes_lockstep = true,
                                        .skips_barriers = !model->choice.counts_runtime,
                                        .skips_barrier_loads = allows_reads,
                                        .skips_loads = allows_reads && !machine->config.count_conflicts};
    model->code = memory_take((size_t)count + 1, sizeof *model->code);
    model->places = lines_first(&machine->object, count);
    model->modes = memory_take(machine->config.pps, sizeof *model->modes);
    for (uint32_t pc = 0; pc < count; pc++)
        model->code[pc] = code_of(model, pc);
    return model;
}

struct observer *model_observer(struct model *model)
{
    return &model->observer;
}

const struct model_counts *model_counts(const struct model *model)
{
    return &model->counts;
}

void model_finish(const struct model *model)
{
    struct stats *stats = &model->machine->stats;
    if (model->was_late)
        warnings_order(&model->machine->findings);
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
    free(model->left);
    free(model->stamps);
    free(model);
}
