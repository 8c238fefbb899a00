/* cycle.c - a cycle as --model sees it: which cells several PPs access, and the hints that say which PPs work
 * synchronously (model_state.h).
 *
 * Each accessed cell gets a stamp for the kind of its accesses in this cycle. Cells that are only loaded,
 * where the model allows that, are merely counted for statistics, which excludes loads of groups; without
 * statistics, loads of cells that have no other access are passed over. If several PPs access a cell in any
 * other way, the accesses to it are added one by one for judge.c. Most cycles have no such cell.
 */
#include "model_state.h"
#include "sim/machine/lines.h"
#include "sim/machine/shint.h"
#include "sim/observe/record/allocations.h"

/* ---- before the run */

static struct model_code code_of(const struct model *model, uint32_t pc)
{
    const struct program *program = &model->machine->program;
    const struct instruction *const i = &program->code[pc];
    const enum instruction_access access = instruction_access(i);
    const bool is_counted = program->origins[pc] == ORIGIN_USER, is_image = instruction_is_image(i);
    const bool is_plain_load =
        access == INSTRUCTION_LOADS && !is_image && !model_forbids(model, MODEL_COLLISION_concurrent_read);
    struct model_code code = {.work = is_image                                     ? MODEL_WORK_IMAGE
                                      : access != INSTRUCTION_NO_ACCESS            ? MODEL_WORK_ACCESS
                                      : system_rows[i->opcode].work == SYSTEM_HINT ? MODEL_WORK_HINT
                                                                                   : MODEL_WORK_NONE,
                              .deed = (uint8_t)access,
                              .fold = system_rows[i->opcode].fold,
                              .mark = !is_plain_load ? MARK_OTHER
                                      : is_counted   ? MARK_LOADED_USER
                                                     : MARK_LOADED,
                              .is_counted = is_counted,
                              .gives = allocations_kinds(model->machine->allocations)[pc] != GIVEN_NOTHING};
    if (program->origins[pc] == ORIGIN_RUNTIME && !model->choice.counts_runtime && model_accesses(&code))
        code.work = MODEL_WORK_NONE;
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

/* ---- an access */

/* The words that an instruction accesses. */
static inline uint32_t words_of(const struct model *model, uint32_t pc)
{
    return model->code[pc].work == MODEL_WORK_IMAGE
               ? model->now->source->image_words(model->now->units, &model->machine->program.code[pc])
               : 1;
}

/* The group frame of a PP. */
static inline uint32_t frame_of(const struct model *model, uint32_t pp)
{
    return model->frames[pp * model->now->pp_stride];
}

/* Whether the cell is in a PP's group frame, which belongs to the runtime. */
static inline bool is_in_frame(uint32_t address, uint32_t frame)
{
    return address - frame < GROUP_WORDS && frame != 0;
}

/* Whether the model examines a PP's access: not an access of the runtime, unless requested. */
static inline bool is_judged(const struct model *model, uint32_t pp, uint32_t address, uint32_t frame)
{
    return model->choice.counts_runtime ||
           (!is_in_frame(address, frame) && (model->modes[pp] & MODEL_IN_BARRIER) == 0);
}

/* The mark for a cell that only this access of a PP reaches; MARKS: the access matters to nobody. */
static enum cell_mark mark_of(const struct model *model, const struct model_code *code, uint32_t pp,
                              uint32_t address)
{
    const uint8_t modes = model->modes[pp];
    const bool is_counted_alone = code->deed == INSTRUCTION_STORES && model->machine->config.count_conflicts;
    const bool is_examined = is_judged(model, pp, address, frame_of(model, pp));
    if (!is_examined && code->work != MODEL_WORK_IMAGE && !is_counted_alone)
        return MARKS;
    if (!is_examined || (modes & model->special & MODEL_SYNCHRONOUS) != 0)
        return MARK_OTHER;
    return code->mark == MARK_LOADED_USER && (modes & MODEL_IN_BARRIER) != 0 ? MARK_LOADED : code->mark;
}

/* ---- the first pass */

struct pass {
    uint32_t first; /* stamp of the first mark */
    uint64_t reads; /* loads beyond the first of their cell, among counted loads */
    bool has_met;   /* a cell is marked MARK_MET */
};

/* The mark of a cell that was accessed before in this cycle. */
static enum cell_mark access_again(struct pass *pass, enum cell_mark before, enum cell_mark now)
{
    const bool are_loads = before <= MARK_LOADED_USER && now <= MARK_LOADED_USER;
    if (!are_loads) {
        pass->has_met = true;
        return MARK_MET;
    }
    pass->reads += before == MARK_LOADED_USER && now == MARK_LOADED_USER;
    return before > now ? before : now;
}

/* Whether the instruction loads in a way that is allowed to several PPs. */
static inline bool is_plain_load(const struct model_code *code)
{
    return code->mark != MARK_OTHER;
}

/* Whether the cell, or another one with its hash, has an access in this cycle that is no plain load. */
static inline bool has_other(const struct model *model, uint32_t address)
{
    return model->others[address % MODEL_HASHES] == model->stamp;
}

/* An access to a shared word: of plain loads, once all other accesses have been stamped, only those that
 * matter. Most accesses are to no frame. */
static inline void stamp(struct model *model, const struct model_code *code, uint32_t pp, uint32_t address,
                         struct pass *pass)
{
    if (!is_plain_load(code))
        model->others[address % MODEL_HASHES] = model->stamp;
    else if (!model->examines_loads && !has_other(model, address))
        return;
    const bool is_usual =
        (model->modes[pp] & model->special) == 0 && !is_in_frame(address, frame_of(model, pp));
    const enum cell_mark mark = is_usual ? code->mark : mark_of(model, code, pp, address);
    if (mark == MARKS)
        return;
    uint32_t *const cell = &model->stamps[address];
    const uint32_t before = *cell - pass->first; /* of a cell without accesses: more than all marks */
    *cell = pass->first + (before >= MARKS ? mark : access_again(pass, before, mark));
}

static void stamp_strands(struct model *model, bool are_plain, struct pass *pass)
{
    const struct memory *const memory = &model->machine->memory;
    for (uint32_t s = 0; s < model->now->strand_count; s++) {
        const struct observer_strand *const strand = &model->now->strands[s];
        const struct model_code *const code = &model->code[strand->pc];
        if (strand->is_busy || !model_accesses(code) || is_plain_load(code) != are_plain)
            continue;
        const struct instruction i = model->machine->program.code[strand->pc];
        const uint32_t words = words_of(model, strand->pc);
        for (uint32_t k = 0; k < strand->count; k++) {
            const struct observer_step step = {.pp = strand->pps[k], .pc = strand->pc};
            const uint32_t address = observer_address(model->now, &step, &i);
            for (uint32_t word = 0; word < words; word++)
                if (memory_is_plain(memory, address + word))
                    stamp(model, code, step.pp, address + word, pass);
        }
    }
}

/* Apart from the loop over strands: it is hot where few PPs are at one instruction. */
static __attribute__((noinline)) void
stamp_accesses(struct model *model, const struct observer_access *accesses, uint32_t count, struct pass *pass)
{
    for (const struct observer_access *access = accesses; access != accesses + count; access++)
        stamp(model, &model->code[access->pc], access->pp, access->address, pass);
}

/* Stamps all accesses of the cycle, plain loads last. */
static void stamp_all(struct model *model, struct pass *pass)
{
    const struct observer_cycle *const cycle = model->now;
    stamp_strands(model, false, pass);
    stamp_accesses(model, cycle->changes, cycle->change_count, pass);
    stamp_strands(model, true, pass);
    stamp_accesses(model, cycle->loads, cycle->load_count, pass);
}

/* Whether accesses of PPs in no strand may meet. In most cycles none do. */
static bool may_meet(struct model *model)
{
    const struct observer_cycle *const cycle = model->now;
    for (uint32_t k = 0; k < cycle->change_count; k++) {
        if (has_other(model, cycle->changes[k].address))
            return true;
        model->others[cycle->changes[k].address % MODEL_HASHES] = model->stamp;
    }
    for (uint32_t k = 0; k < cycle->load_count; k++)
        if (has_other(model, cycle->loads[k].address))
            return true;
    return false;
}

/* ---- the second pass: some accesses collide */

/* The words that a step's instruction accesses; those of shared memory are added. */
static void add_words(struct model *model, const struct observer_step *step, uint32_t address, uint32_t words)
{
    const struct model_code *const code = &model->code[step->pc];
    const struct instruction *const i = &model->machine->program.code[step->pc];
    const struct observer_cycle *const now = model->now;
    const struct memory *const memory = &model->machine->memory;
    const uint32_t *const stored =
        code->deed == INSTRUCTION_STORES
            ? observer_stored(now, step, i, words, &model->machine->arena, &model->stored)
            : NULL;
    const uint8_t modes = model->modes[step->pp];
    const uint32_t frame = frame_of(model, step->pp);
    const bool is_synchronous = (modes & MODEL_SYNCHRONOUS) != 0;
    struct access access = {.pp = step->pp,
                            .pc = step->pc,
                            .group = is_synchronous ? frame : 0,
                            .members = is_synchronous ? group_size(memory, frame) : 0,
                            .deed = code->deed,
                            .fold = code->fold,
                            .is_counted = code->is_counted && (modes & MODEL_IN_BARRIER) == 0};
    for (uint32_t word = 0; word < words; word++) {
        access.address = address + word;
        access.is_judged = is_judged(model, step->pp, access.address, frame);
        access.value = stored != NULL ? stored[word] : 0;
        if (memory_is_plain(memory, access.address))
            *ARENA_ADD(&model->machine->arena, model->accesses, model->count, model->room) = access;
    }
}

static inline bool touches_met(const struct model *model, const struct pass *pass, uint32_t address,
                               uint32_t words)
{
    for (uint32_t word = 0; word < words; word++)
        if (memory_is_plain(&model->machine->memory, address + word) &&
            model->stamps[address + word] == pass->first + MARK_MET)
            return true;
    return false;
}

/* Adds an access of a PP, its first word at `address`, if it collides; else counts it for statistics. */
static void add(struct model *model, const struct observer_step *step, uint32_t address, uint32_t words,
                struct pass *pass)
{
    const struct model_code *const code = &model->code[step->pc];
    if (touches_met(model, pass, address, words)) {
        if (mark_of(model, code, step->pp, address) != MARKS)
            add_words(model, step, address, words);
        return;
    }
    if (model->machine->config.count_conflicts && code->mark == MARK_LOADED_USER &&
        memory_is_plain(&model->machine->memory, address) &&
        mark_of(model, code, step->pp, address) == MARK_LOADED_USER) {
        uint32_t *const cell = &model->stamps[address];
        pass->reads += *cell == pass->first + MARK_LOADED_RECENT;
        *cell = pass->first + MARK_LOADED_RECENT;
    }
}

static void add_accesses(struct model *model, const struct observer_access *accesses, uint32_t count,
                         struct pass *pass)
{
    for (const struct observer_access *access = accesses; access != accesses + count; access++)
        add(model, &(struct observer_step){.pp = access->pp, .pc = access->pc}, access->address, 1, pass);
}

/* Adds the accesses of the cycle that may collide. */
static void add_all(struct model *model, struct pass *pass)
{
    const struct observer_cycle *const cycle = model->now;
    pass->reads = 0;
    for (uint32_t s = 0; s < cycle->strand_count; s++) {
        const struct observer_strand *const strand = &cycle->strands[s];
        if (strand->is_busy || !model_accesses(&model->code[strand->pc]))
            continue;
        const struct instruction i = model->machine->program.code[strand->pc];
        const uint32_t words = words_of(model, strand->pc);
        for (uint32_t k = 0; k < strand->count; k++) {
            const struct observer_step step = {.pp = strand->pps[k], .pc = strand->pc};
            add(model, &step, observer_address(cycle, &step, &i), words, pass);
        }
    }
    add_accesses(model, cycle->loads, cycle->load_count, pass);
    add_accesses(model, cycle->changes, cycle->change_count, pass);
}

/* ---- a cycle */

/* After a hint: updates which PPs work synchronously, and which are in a barrier. */
static void take_hint(struct model *model, const struct observer_step *step)
{
    static const uint8_t sets[SHINT_NUMBERS] = {
        [SHINT_async_leave] = MODEL_SYNCHRONOUS, [SHINT_barrier_enter] = MODEL_IN_BARRIER};
    static const uint8_t clears[SHINT_NUMBERS] = {
        [SHINT_async_enter] = MODEL_SYNCHRONOUS, [SHINT_barrier_leave] = MODEL_IN_BARRIER};
    const uint32_t hint = shint_number(model->machine->program.code[step->pc].constant);
    uint8_t *const modes = &model->modes[step->pp];
    *modes = (uint8_t)((*modes & ~clears[hint]) | sets[hint]);
}

/* What a strand's instruction says about its PPs. */
static void examine_strand(struct model *model, const struct observer_strand *strand)
{
    const struct model_code *const code = &model->code[strand->pc];
    const bool is_hint = code->work == MODEL_WORK_HINT;
    for (uint32_t k = 0; (is_hint || code->gives) && k < strand->count; k++) {
        const struct observer_step step = {.pp = strand->pps[k], .pc = strand->pc};
        if (code->gives)
            allocations_note(model->machine, model->now, &step);
        if (is_hint)
            take_hint(model, &step);
    }
}

/* Reserves a stamp for each mark, the highest ones up to model->stamp, for the accesses from now on. */
static void renew_stamps(struct model *model)
{
    if (model->stamps == NULL || model->stamp > UINT32_MAX - MARKS) {
        model->stamps = ARENA_ARRAY(&model->machine->arena, uint32_t, model->machine->memory.shared_words);
        model->stamp = 0;
    }
    model->stamp += MARKS;
}

static bool before_cycle(void *context, const struct observer_cycle *cycle)
{
    struct model *const model = context;
    if (cycle->strand_count == 0 && cycle->load_count + cycle->change_count < 2)
        return true;
    model->now = cycle;
    model->frames = cycle->registers + MACHINE_GP * cycle->stride;
    model->count = 0;
    renew_stamps(model);
    if (cycle->strand_count == 0 && !model->examines_loads && !may_meet(model))
        return true;
    struct pass pass = {.first = model->stamp - MARKS + 1};
    for (uint32_t s = 0; s < cycle->strand_count; s++)
        if (!cycle->strands[s].is_busy)
            examine_strand(model, &cycle->strands[s]);
    stamp_all(model, &pass);
    if (pass.has_met) {
        add_all(model, &pass);
        judge_cells(model);
    }
    model->machine->stats.parts[STATS_MODEL_concurrent_reads] += pass.reads;
    return true;
}

/* Whether the PP's accesses in the loop matter to nobody: it waits in a barrier, or they are not counted. */
static bool rests(void *context, const struct observer_rest *rest)
{
    const struct model *model = context;
    for (uint32_t pc = rest->head; pc < rest->head + rest->length; pc++) {
        const struct model_code *code = &model->code[pc];
        if (code->gives || (model_accesses(code) && (model->choice.counts_runtime ||
                                                     (model->modes[rest->pp] & MODEL_IN_BARRIER) == 0)))
            return false;
    }
    return true;
}

/* ---- its life */

void model_create(struct machine *machine, const struct model_choice *choice)
{
    const uint32_t count = machine->program.count;
    struct model *model = ARENA_NEW(&machine->arena, struct model);
    model->machine = machine;
    model->choice = *choice;
    allocations_begin(machine);
    model->observer =
        (struct observer){.before_cycle = before_cycle, .rests = rests, .needs = needs, .context = model};
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
