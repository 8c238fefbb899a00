/* lockstep.c - a cycle by PPs in lockstep: which cells several PPs access (model_state.h).
 *
 * Each accessed cell gets a stamp for the kind of its accesses in this cycle. Cells that are only loaded,
 * where the model allows that and no load can be a group's, are merely counted. If several PPs access a cell
 * in any other way, the accesses to it are added one by one for judge.c. Most cycles have no such cell.
 */
#include "asm/isa.h"
#include "model_state.h"
#include "sim/observe/record/given.h"

/* The accesses to a cell in this cycle: stamps from model->stamp - MARKS + 1 on, in this order. */
enum mark {
    MARK_LOADED,        /* uncounted loads */
    MARK_LOADED_USER,   /* loads, at least one of them counted */
    MARK_LOADED_RECENT, /* as above, in the second pass */
    MARK_OTHER,         /* one other access */
    MARK_MET,           /* several accesses, not all of them loads */
    MARKS
};

/* An access of a PP, as far as stamps distinguish accesses. */
struct light {
    uint32_t address;
    bool matters;  /* to anybody else */
    bool is_plain; /* a load that is merely counted */
    bool is_counted;
};

/* What is the same for all PPs of a strand. */
struct beam {
    const struct observer_lockstep *lockstep;
    const struct instruction *instruction;
    const struct model_code *code;
    const uint32_t *a, *b, *frame; /* rows of Rs, Rt, gp; of R1: NULL */
    uint32_t words;                /* of an access */
    bool is_image, is_before;      /* an image; the address is Rs */
    bool is_store;
    bool may_be_plain;
};

static const uint32_t *row_of(const struct observer_cycle *cycle, unsigned number)
{
    return number == 1 ? NULL : cycle->rows + number * cycle->stride;
}

static struct beam beam_of(const struct model *model, const struct observer_lockstep *lockstep)
{
    const struct instruction *const i = &model->machine->program.code[lockstep->pc];
    struct beam beam = {.lockstep = lockstep,
                        .instruction = i,
                        .code = &model->code[lockstep->pc],
                        .a = row_of(model->now, i->rs),
                        .b = row_of(model->now, i->rt),
                        .frame = row_of(model->now, MACHINE_GP),
                        .words = 1};
    beam.is_image = beam.code->work == MODEL_WORK_IMAGE;
    beam.is_before = !beam.is_image && system_rows[i->opcode].address == SYSTEM_ADDRESS_BEFORE;
    beam.is_store = beam.code->deed == ACCESS_DEED_STORE;
    if (beam.is_image)
        beam.words = model->now->source->image_words(model->now->state, beam.instruction);
    beam.may_be_plain =
        beam.code->deed == ACCESS_DEED_LOAD && !model_forbids(model, MODEL_COLLISION_concurrent_read);
    return beam;
}

static inline __attribute__((always_inline)) uint32_t address_of(const struct beam *beam, uint32_t pp)
{
    const uint32_t pc = beam->lockstep->pc;
    const uint32_t a = beam->a != NULL ? beam->a[pp] : pc;
    const uint32_t b = (beam->b != NULL ? beam->b[pp] : pc) + beam->instruction->constant;
    return beam->is_before ? a : a + b;
}

/* The access of a PP of the beam, to its first word. */
static inline __attribute__((always_inline)) struct light light_of(const struct model *model,
                                                                   const struct beam *beam, uint32_t pp)
{
    const uint32_t address = address_of(beam, pp);
    const bool is_quiet = model->is_in_barrier[pp] != 0;
    const bool is_frame = model_is_frame(address, beam->frame[pp]);
    const bool is_judged =
        beam->code->is_judged && (model->choice.counts_runtime || (!is_frame && !is_quiet));
    const bool is_of_group = model->is_synchronous[pp] != 0 && !model->choice.counts_groups;
    return (struct light){.address = address,
                          .matters = is_judged || beam->is_image || beam->is_store,
                          .is_plain = beam->may_be_plain && is_judged && !is_of_group && !beam->is_image,
                          .is_counted = beam->code->is_counted && !is_quiet};
}

static bool is_shared(const struct model *model, uint32_t address)
{
    return address - model->machine->memory.guard < model->machine->memory.shared_span;
}

/* ---- the first pass */

struct pass {
    uint32_t first; /* stamp of MARK_LOADED */
    uint64_t reads; /* loads beyond the first of their cell, among counted loads */
    bool has_met;   /* a cell has MARK_MET */
};

static inline void stamp_plain(struct pass *pass, uint32_t *stamp, bool is_counted)
{
    const uint32_t now =
        *stamp - pass->first; /* stamp distance of a cell without accesses: more than all marks */
    if (now >= MARKS) {
        *stamp = pass->first + (is_counted ? MARK_LOADED_USER : MARK_LOADED);
    } else if (now == MARK_LOADED_USER || now == MARK_LOADED) {
        pass->reads += is_counted && now == MARK_LOADED_USER;
        *stamp += is_counted && now == MARK_LOADED;
    } else {
        *stamp = pass->first + MARK_MET;
        pass->has_met = true;
    }
}

static inline void stamp_other(struct pass *pass, uint32_t *stamp)
{
    const bool is_met = *stamp - pass->first < MARKS;
    *stamp = pass->first + (is_met ? MARK_MET : MARK_OTHER);
    pass->has_met |= is_met;
}

/* Accesses of one word. */
static void stamp_words(struct model *model, const struct beam *beam, struct pass *pass)
{
    for (uint32_t k = 0; k < beam->lockstep->count; k++) {
        const uint32_t pp = beam->lockstep->pps[k];
        if (!is_shared(model, address_of(beam, pp)))
            continue;
        const struct light light = light_of(model, beam, pp);
        if (light.is_plain)
            stamp_plain(pass, &model->stamps[light.address], light.is_counted);
        else if (light.matters)
            stamp_other(pass, &model->stamps[light.address]);
    }
}

static void stamp_images(struct model *model, const struct beam *beam, struct pass *pass)
{
    for (uint32_t k = 0; k < beam->lockstep->count; k++) {
        const struct light light = light_of(model, beam, beam->lockstep->pps[k]);
        for (uint32_t word = 0; light.matters && word < beam->words; word++)
            if (is_shared(model, light.address + word))
                stamp_other(pass, &model->stamps[light.address + word]);
    }
}

/* ---- the second pass: some accesses collide */

static bool touches_met(const struct model *model, const struct beam *beam, const struct pass *pass,
                        uint32_t address)
{
    for (uint32_t word = 0; word < beam->words; word++)
        if (is_shared(model, address + word) && model->stamps[address + word] == pass->first + MARK_MET)
            return true;
    return false;
}

/* Adds the accesses to cells where accesses collide, and counts the other loads once more. */
static void add_beam(struct model *model, const struct beam *beam, struct pass *pass)
{
    for (uint32_t k = 0; k < beam->lockstep->count; k++) {
        const uint32_t pp = beam->lockstep->pps[k];
        const struct light light = light_of(model, beam, pp);
        if (!light.matters)
            continue;
        if (touches_met(model, beam, pass, light.address)) {
            model_add_words(model, &(struct observer_step){.pp = pp, .pc = beam->lockstep->pc}, beam->code);
        } else if (light.is_plain && light.is_counted && is_shared(model, light.address)) {
            uint32_t *const stamp = &model->stamps[light.address];
            pass->reads += *stamp == pass->first + MARK_LOADED_RECENT;
            *stamp = pass->first + MARK_LOADED_RECENT;
        }
    }
}

/* ---- a cycle */

static bool accesses(const struct model_code *code)
{
    return (code->work == MODEL_WORK_ACCESS || code->work == MODEL_WORK_IMAGE) &&
           (code->is_judged || code->is_counted);
}

static void take_lockstep(struct model *model, const struct observer_lockstep *lockstep,
                          const struct model_code *code)
{
    for (uint32_t k = 0; k < lockstep->count; k++) {
        const struct observer_step step = {.pp = lockstep->pps[k], .pc = lockstep->pc};
        if (code->gives)
            given_look(model->machine, model->now, &step);
        if (code->work == MODEL_WORK_HINT)
            model_take_hint(model, &step);
    }
}

/* Adds the accesses of the cycle that may collide: all of them if there are no stamps. */
static void add_all(struct model *model, struct pass *pass)
{
    const struct observer_cycle *cycle = model->now;
    for (uint32_t s = 0; s < cycle->lockstep_count; s++) {
        const struct beam beam = beam_of(model, &cycle->lockstep[s]);
        if (cycle->lockstep[s].is_asleep || !accesses(beam.code))
            continue;
        if (model->stamps != NULL)
            add_beam(model, &beam, pass);
        for (uint32_t k = 0; model->stamps == NULL && k < beam.lockstep->count; k++)
            model_add_words(model,
                            &(struct observer_step){.pp = beam.lockstep->pps[k], .pc = beam.lockstep->pc},
                            beam.code);
    }
}

void lockstep_look(struct model *model)
{
    const struct observer_cycle *cycle = model->now;
    struct pass pass = {.has_met = !cells_renew_stamps(model, MARKS)};
    pass.first = model->stamp - MARKS + 1;
    for (uint32_t s = 0; s < cycle->lockstep_count; s++) {
        const struct observer_lockstep *lockstep = &cycle->lockstep[s];
        const struct model_code *code = &model->code[lockstep->pc];
        if (lockstep->is_asleep || (code->work == MODEL_WORK_NONE && !code->gives))
            continue;
        if (code->gives || code->work == MODEL_WORK_HINT)
            take_lockstep(model, lockstep, code);
        if (accesses(code) && model->stamps != NULL) {
            const struct beam beam = beam_of(model, lockstep);
            if (beam.is_image)
                stamp_images(model, &beam, &pass);
            else
                stamp_words(model, &beam, &pass);
        }
    }
    if (pass.has_met) {
        pass.reads = 0;
        add_all(model, &pass);
        cells_judge(model);
    }
    model->counts.reads += pass.reads;
}

/* Whether this access of the PP cannot matter to others: its loads are not counted, or it waits in a barrier.
 */
bool lockstep_rests(void *context, const struct observer_rest *rest)
{
    const struct model *model = context;
    for (uint32_t pc = rest->head; pc < rest->head + rest->length; pc++) {
        const struct model_code *code = &model->code[pc];
        if (code->gives ||
            (accesses(code) && (model->choice.counts_runtime || !model->is_in_barrier[rest->pp])))
            return false;
    }
    return true;
}
