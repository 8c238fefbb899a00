/* lockstep.c - a cycle by PPs in lockstep: which cells several PPs access (model_state.h).
 *
 * Each accessed cell gets a stamp for the kind of its accesses in this cycle. Cells that are only loaded,
 * where the model allows that, are merely counted; with statistics this excludes loads of groups. If several
 * PPs access a cell in any other way, the accesses to it are added one by one for judge.c. Most cycles have
 * no such cell.
 */
#include "asm/isa.h"
#include "model_state.h"
#include "sim/observe/record/given.h"

/* ---- before the run */

void lockstep_prepare(const struct model *model, uint32_t pc, struct model_code *code)
{
    const struct instruction *const i = &model->machine->program.code[pc];
    const bool is_image = code->work == MODEL_WORK_IMAGE;
    const bool is_before = !is_image && system_rows[i->opcode].address == SYSTEM_ADDRESS_BEFORE;
    const bool is_plain_load = code->deed == ACCESS_DEED_LOAD && code->is_judged && !is_image &&
                               !model_forbids(model, MODEL_COLLISION_concurrent_read);
    code->first = i->rs != 1 ? i->rs : 0;
    code->other = i->rt != 1 && !is_before ? i->rt : 0;
    code->constant = i->rs == 1 ? pc : 0;
    if (!is_before)
        code->constant += i->constant + (i->rt == 1 ? pc : 0);
    code->is_simple = code->is_judged && code->work == MODEL_WORK_ACCESS && !code->gives;
    code->mark = !is_plain_load ? LOCKSTEP_OTHER : code->is_counted ? LOCKSTEP_LOADED_USER : LOCKSTEP_LOADED;
}

/* ---- an access */

/* Whether accesses at the instruction may collide. */
static inline bool accesses(const struct model_code *code)
{
    return code->is_judged && (code->work == MODEL_WORK_ACCESS || code->work == MODEL_WORK_IMAGE);
}

/* PPs at one instruction that accesses memory. */
struct beam {
    const struct observer_lockstep *lockstep;
    const struct model_code *code;
    const uint32_t *first, *other; /* rows: the address is their sum and a constant */
};

static inline struct beam beam_of(const struct observer_cycle *now, const struct model_code *code,
                                  const struct observer_lockstep *lockstep)
{
    return (struct beam){.lockstep = lockstep,
                         .code = code,
                         .first = now->rows + code->first * now->stride,
                         .other = now->rows + code->other * now->stride};
}

/* The address that a PP of the beam accesses; of an image: the first one. */
static inline uint32_t address_of(const struct beam *beam, uint32_t pp)
{
    return beam->first[pp] + beam->other[pp] + beam->code->constant;
}

static uint32_t words_of(const struct model *model, const struct beam *beam)
{
    const struct instruction *const i = &model->machine->program.code[beam->lockstep->pc];
    return beam->code->work == MODEL_WORK_IMAGE ? model->now->source->image_words(model->now->state, i) : 1;
}

static inline bool is_shared(const struct model *model, uint32_t address)
{
    return address - model->machine->memory.guard < model->machine->memory.shared_span;
}

/* The mark for a cell that only this access of a PP reaches; LOCKSTEP_MARKS: the access matters to nobody. */
static enum lockstep_mark mark_of(const struct model *model, const struct model_code *code, uint32_t pp,
                                  uint32_t address)
{
    const uint32_t *const frame = model->now->rows + MACHINE_GP * model->now->stride;
    const uint8_t modes = model->modes[pp];
    const bool is_quiet = (modes & MODEL_IN_BARRIER) != 0;
    const bool is_judged = code->is_judged && (model->choice.counts_runtime ||
                                               (!model_is_frame(address, frame[pp]) && !is_quiet));
    const bool is_counted_alone = code->deed == ACCESS_DEED_STORE && model->machine->config.count_conflicts;
    if (!is_judged && code->work != MODEL_WORK_IMAGE && !is_counted_alone)
        return LOCKSTEP_MARKS;
    if (!is_judged || (modes & model->special & MODEL_SYNCHRONOUS) != 0)
        return LOCKSTEP_OTHER;
    return code->mark == LOCKSTEP_LOADED_USER && is_quiet ? LOCKSTEP_LOADED : code->mark;
}

/* ---- the first pass */

struct pass {
    uint32_t first; /* stamp of the first mark */
    uint64_t reads; /* loads beyond the first of their cell, among counted loads */
    bool has_met;   /* a cell is marked LOCKSTEP_MET */
};

/* The mark of a cell that was accessed before in this cycle. */
static enum lockstep_mark meet(struct pass *pass, enum lockstep_mark before, enum lockstep_mark now)
{
    const bool are_loads = before <= LOCKSTEP_LOADED_USER && now <= LOCKSTEP_LOADED_USER;
    if (!are_loads) {
        pass->has_met = true;
        return LOCKSTEP_MET;
    }
    pass->reads += before == LOCKSTEP_LOADED_USER && now == LOCKSTEP_LOADED_USER;
    return before > now ? before : now;
}

static inline void stamp(struct model *model, struct pass *pass, uint32_t address, enum lockstep_mark mark)
{
    uint32_t *const cell = &model->stamps[address];
    const uint32_t before = *cell - pass->first; /* of a cell without accesses: more than all marks */
    *cell = pass->first + (before >= LOCKSTEP_MARKS ? mark : meet(pass, before, mark));
}

/* An access to a shared word. `frame`: the row of gp. Most accesses are to no frame. */
static inline void stamp_word(struct model *model, const struct model_code *code, uint32_t pp,
                              uint32_t address, const uint32_t *frame, struct pass *pass)
{
    const bool is_usual = (model->modes[pp] & model->special) == 0 && !model_is_frame(address, frame[pp]);
    const enum lockstep_mark mark = is_usual ? code->mark : mark_of(model, code, pp, address);
    if (mark != LOCKSTEP_MARKS)
        stamp(model, pass, address, mark);
}

static void stamp_words(struct model *model, const struct beam *beam, struct pass *pass)
{
    const uint32_t *const frame = model->now->rows + MACHINE_GP * model->now->stride;
    for (uint32_t k = 0; k < beam->lockstep->count; k++) {
        const uint32_t pp = beam->lockstep->pps[k], address = address_of(beam, pp);
        if (is_shared(model, address))
            stamp_word(model, beam->code, pp, address, frame, pass);
    }
}

static __attribute__((noinline)) void stamp_accesses(struct model *model, struct pass *pass)
{
    const struct observer_cycle *const cycle = model->now;
    const struct observer_access *const end = cycle->accesses + cycle->access_count;
    const struct model_code *const codes = model->code;
    const uint32_t *const frame = cycle->rows + MACHINE_GP * cycle->stride;
    for (const struct observer_access *access = cycle->accesses; access != end; access++)
        stamp_word(model, &codes[access->pc], access->pp, access->address, frame, pass);
}

static void stamp_images(struct model *model, const struct beam *beam, struct pass *pass)
{
    const uint32_t words = words_of(model, beam);
    for (uint32_t k = 0; k < beam->lockstep->count; k++) {
        const uint32_t address = address_of(beam, beam->lockstep->pps[k]);
        for (uint32_t word = 0; word < words; word++)
            if (is_shared(model, address + word))
                stamp(model, pass, address + word, LOCKSTEP_OTHER);
    }
}

/* ---- the second pass: some accesses collide */

static inline bool touches_met(const struct model *model, const struct pass *pass, uint32_t address,
                               uint32_t words)
{
    for (uint32_t word = 0; word < words; word++)
        if (is_shared(model, address + word) && model->stamps[address + word] == pass->first + LOCKSTEP_MET)
            return true;
    return false;
}

/* Adds an access of a PP, its first word at `address`, if it collides; for statistics, counts it once more if
 * it is another load. */
static inline void add(struct model *model, const struct observer_step *step, uint32_t address,
                       uint32_t words, struct pass *pass)
{
    const struct model_code *const code = &model->code[step->pc];
    if (touches_met(model, pass, address, words)) {
        if (mark_of(model, code, step->pp, address) != LOCKSTEP_MARKS)
            model_add_words(model, step, code);
        return;
    }
    if (model->machine->config.count_conflicts && code->mark == LOCKSTEP_LOADED_USER &&
        is_shared(model, address) && mark_of(model, code, step->pp, address) == LOCKSTEP_LOADED_USER) {
        uint32_t *const cell = &model->stamps[address];
        pass->reads += *cell == pass->first + LOCKSTEP_LOADED_RECENT;
        *cell = pass->first + LOCKSTEP_LOADED_RECENT;
    }
}

static void add_beam(struct model *model, const struct beam *beam, struct pass *pass)
{
    const uint32_t words = words_of(model, beam);
    for (uint32_t k = 0; k < beam->lockstep->count; k++) {
        const struct observer_step step = {.pp = beam->lockstep->pps[k], .pc = beam->lockstep->pc};
        add(model, &step, address_of(beam, step.pp), words, pass);
    }
}

/* Adds the accesses of the cycle that may collide. */
static void add_all(struct model *model, struct pass *pass)
{
    const struct observer_cycle *const cycle = model->now;
    pass->reads = 0;
    for (uint32_t s = 0; s < cycle->lockstep_count; s++) {
        const struct beam beam = beam_of(cycle, &model->code[cycle->lockstep[s].pc], &cycle->lockstep[s]);
        if (!cycle->lockstep[s].is_asleep && accesses(beam.code))
            add_beam(model, &beam, pass);
    }
    for (uint32_t k = 0; k < cycle->access_count; k++) {
        const struct observer_access *const access = &cycle->accesses[k];
        add(model, &(struct observer_step){.pp = access->pp, .pc = access->pc}, access->address, 1, pass);
    }
}

/* ---- a cycle */

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

/* The instruction of PPs in lockstep, in the first pass. */
static void look(struct model *model, const struct observer_lockstep *lockstep, const struct model_code *code,
                 struct pass *pass)
{
    if (code->gives || code->work == MODEL_WORK_HINT)
        take_lockstep(model, lockstep, code);
    if (!accesses(code))
        return;
    const struct beam beam = beam_of(model->now, code, lockstep);
    if (code->work == MODEL_WORK_IMAGE)
        stamp_images(model, &beam, pass);
    else
        stamp_words(model, &beam, pass);
}

static void look_at_strands(struct model *model, struct pass *pass)
{
    const struct observer_cycle *const cycle = model->now;
    for (uint32_t s = 0; s < cycle->lockstep_count; s++) {
        const struct observer_lockstep *const lockstep = &cycle->lockstep[s];
        const struct model_code *const code = &model->code[lockstep->pc];
        if (!lockstep->is_asleep && (code->work != MODEL_WORK_NONE || code->gives))
            look(model, lockstep, code, pass);
    }
}

void lockstep_look(struct model *model)
{
    cells_renew_stamps(model, LOCKSTEP_MARKS);
    struct pass pass = {.first = model->stamp - LOCKSTEP_MARKS + 1};
    if (model->now->lockstep_count != 0)
        look_at_strands(model, &pass);
    stamp_accesses(model, &pass);
    if (pass.has_met) {
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
        if (code->gives || (accesses(code) && (model->choice.counts_runtime ||
                                               (model->modes[rest->pp] & MODEL_IN_BARRIER) == 0)))
            return false;
    }
    return true;
}
