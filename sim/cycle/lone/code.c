/* code.c - prepares instructions for lone PPs before the run: the function that executes each, how far a PP
 * runs ahead, when loaded values land. */
#include "inside.h"

static bool is_unusual(const struct instruction *i)
{
    return (i->traits & (DECODE_READS_PC | DECODE_STATUS_DATUM)) != 0 || i->target == 1 || i->base == 1 ||
           i->rd == 1;
}

static bool has_target(const struct instruction *i)
{
    return system_branches(i->opcode) || system_rows[i->opcode].work == SYSTEM_CALL;
}

/* The function that executes it ahead. */
static lone_work *work_of(const struct cycle_state *state, uint32_t pc)
{
    const struct machine *const machine = state->machine;
    const struct instruction *const i = &machine->program.code[pc];
    lone_work *const work = lone_work_ahead(i);
    if (work == NULL || state->lone.code[pc].start == lone_leave ||
        observer_all_need(machine->observers, pc) != OBSERVER_NEEDS_NOTHING ||
        poll_at(state->sleepers.loops, pc) != NULL)
        return lone_stop;
    if ((i->traits & DECODE_DIVIDES) != 0 && (i->rt != 0 || i->constant == 0))
        return lone_stop;
    return work;
}

static void prepare(struct cycle_state *state, uint32_t pc)
{
    struct lone_pps *const all = &state->lone;
    const struct instruction *const i = &state->machine->program.code[pc];
    struct lone_code *const code = &all->code[pc];
    const bool is_left = is_unusual(i) || (has_target(i) && i->constant >= all->program_count);
    const bool is_store = system_rows[i->opcode].work == SYSTEM_STORE;
    const bool is_before = system_rows[i->opcode].address == SYSTEM_ADDRESS_BEFORE;
    *code = (struct lone_code){
        .start = is_left ? lone_leave : lone_start(i),
        .to = has_target(i) && i->constant < all->program_count ? &all->code[i->constant] : code + 1,
        .a = (uint32_t)(i->rs * state->stride),
        .b = (uint32_t)(i->rt * state->stride),
        .target = (uint32_t)((is_store ? i->rd : i->target) * state->stride),
        .other = is_before ? 0 : (uint32_t)(i->rt * state->stride),
        .offset = is_before ? 0 : i->constant,
        .base = (uint32_t)(i->base * state->stride),
        .number = i->target,
        .constant = i->constant,
        .pc = pc,
        .is_load = system_rows[i->opcode].work == SYSTEM_LOAD,
        .need = observer_all_need(state->machine->observers, pc)};
    if (code->start == lone_leave && code->need != OBSERVER_NEEDS_NOTHING)
        code->need = OBSERVER_NEEDS_PP;
    code->work = work_of(state, pc);
}

/* Cuts long sequences of instructions: a PP stops running ahead at a cut. */
static void cut(struct cycle_state *state)
{
    struct lone_code *const code = state->lone.code;
    uint32_t length = 0;
    for (uint32_t pc = state->lone.program_count; pc-- > 0;) {
        const uint8_t opcode = state->machine->program.code[pc].opcode;
        const bool goes_on =
            system_branches(opcode) || !instruction_goes_away(&state->machine->program.code[pc]);
        length = code[pc].work == lone_stop ? 0 : goes_on ? length + 1 : 1;
        if (length > LONE_STRAIGHT) {
            code[pc].work = lone_stop;
            length = 0;
        }
    }
}

/* Joins comparisons with the branches after them. */
static void join_comparisons(struct cycle_state *state)
{
    struct lone_code *const code = state->lone.code;
    const struct instruction *const program = state->machine->program.code;
    for (uint32_t pc = 0; pc + 1 < state->lone.program_count; pc++) {
        lone_work *const work = lone_compare(&program[pc], &program[pc + 1]);
        if (work != NULL && code[pc].work != lone_stop && code[pc + 1].work != lone_stop)
            code[pc].work = work;
    }
}

/* Lets PPs run ahead after loads, where the next instruction does not use the loaded register. */
static void choose_landings(struct cycle_state *state)
{
    struct lone_code *const code = state->lone.code;
    const struct instruction *const program = state->machine->program.code;
    for (uint32_t pc = 0; pc + 1 < state->lone.program_count; pc++)
        if (system_rows[program[pc].opcode].work == SYSTEM_LOAD && code[pc].start != lone_leave &&
            code[pc + 1].work != lone_stop &&
            (program[pc].target == DECODE_SINK || !instruction_touches(&program[pc + 1], program[pc].target)))
            code[pc].start = lone_load_ahead(&program[pc]);
}

void lone_code_create(struct cycle_state *state)
{
    struct lone_pps *const all = &state->lone;
    const uint32_t count = state->machine->program.count;
    all->program_count = count;
    all->code = memory_block(&state->memory, (size_t)count + 2, sizeof *all->code);
    all->crowds = memory_block(&state->memory, (size_t)count + 2, sizeof *all->crowds);
    if (state->memory.is_short)
        return;
    for (uint32_t pc = 0; pc < count; pc++)
        prepare(state, pc);
    for (uint32_t pc = count; pc < count + 2; pc++)
        all->code[pc] = (struct lone_code){.work = lone_stop, .start = lone_leave, .pc = pc};
    cut(state);
    join_comparisons(state);
    choose_landings(state);
}
