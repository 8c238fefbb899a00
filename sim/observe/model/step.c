/* step.c - the effect of one PP's step on the model: accesses to shared memory, and hints (model_state.h). */
#include "common/memory.h"
#include "model_state.h"
#include "sim/machine/shint.h"

void model_add_words(struct model *model, const struct observer_step *step, const struct model_code *code)
{
    const struct instruction *i = &model->machine->program.code[step->pc];
    const struct observer_cycle *now = model->now;
    const struct memory *memory = &model->machine->memory;
    const bool is_image = code->work == MODEL_WORK_IMAGE;
    const uint8_t modes = model->modes[step->pp];
    const bool is_quiet = (modes & MODEL_IN_BARRIER) != 0;
    const bool is_synchronous = (modes & MODEL_SYNCHRONOUS) != 0;
    const uint32_t frame = observer_word(now, step, MACHINE_GP);
    struct access access = {.pp = step->pp,
                            .pc = step->pc,
                            .address = observer_word(now, step, code->first) +
                                       observer_word(now, step, code->other) + code->constant,
                            .group = is_synchronous ? frame : 0,
                            .members = is_synchronous ? cells_members(model, frame) : 0,
                            .deed = code->deed,
                            .fold = code->fold,
                            .is_counted = code->is_counted && !is_quiet};
    const uint32_t words = is_image ? now->source->image_words(now->state, i) : 1;
    const bool is_stored_image = is_image && code->deed == ACCESS_DEED_STORE;
    if (is_stored_image) {
        model->image = memory_grow(model->image, &model->image_room, words, sizeof *model->image);
        now->source->image(now->state, step->pp, i, model->image);
    } else if (code->deed == ACCESS_DEED_STORE) {
        access.value = observer_datum(now, step, i);
    }
    for (uint32_t word = 0; word < words; word++, access.address++) {
        if (access.address - memory->guard >= memory->shared_span)
            continue;
        const bool is_frame = model_is_frame(access.address, frame);
        access.is_judged = code->is_judged && (model->choice.counts_runtime || (!is_frame && !is_quiet));
        if (is_stored_image)
            access.value = model->image[word];
        cells_add(model, &access);
    }
}

void model_take_hint(struct model *model, const struct observer_step *step)
{
    uint8_t *const modes = &model->modes[step->pp];
    switch (shint_number(model->machine->program.code[step->pc].constant)) {
    case SHINT_async_enter:
        *modes &= (uint8_t)~MODEL_SYNCHRONOUS;
        break;
    case SHINT_async_leave:
        *modes |= MODEL_SYNCHRONOUS;
        break;
    case SHINT_barrier_enter:
        *modes |= MODEL_IN_BARRIER;
        break;
    case SHINT_barrier_leave:
        *modes &= (uint8_t)~MODEL_IN_BARRIER;
        break;
    default:
        break;
    }
}
