/* back.c - takes lone PPs back to an earlier cycle, where a run stops. */
#include "inside.h"

/* The instruction after one that a PP has executed ahead, by its note. */
static const struct lone_code *next_of(const struct lone_pps *all, const struct lone_code *code,
                                       uint32_t note)
{
    const struct instruction *const i = &all->state->machine->program.code[code->pc];
    const uint8_t work = system_rows[i->opcode].work;
    if (work == SYSTEM_JUMP)
        return &all->code[note < all->program_count ? note : all->program_count + 1];
    return work == SYSTEM_CALL || (system_branches(i->opcode) && note != 0) ? code->to : code + 1;
}

/* A path: the instructions that a PP has executed ahead, in sequence, and then its next one. */
static void find_path(const struct lone *lone, const struct lone_code **path)
{
    path[0] = &lone->all->code[lone->first];
    for (uint32_t k = 0; k < lone->length; k++)
        path[k + 1] = next_of(lone->all, path[k], lone->notes[k]);
}

static void work_return(struct lone *lone, uint32_t *registers, const struct lone_code *i, uint32_t *note,
                        uint32_t flags)
{
    (void)registers, (void)i, (void)note;
    lone->flags = flags;
}

/* Executes again the first `count` of the instructions that the PP has executed ahead. */
static void repeat(struct lone *lone, const struct lone_code *const *path, uint32_t count)
{
    const struct program *const program = &lone->all->state->machine->program;
    for (uint32_t k = 0; k < count; k++, lone->since++) {
        const struct instruction *const i = &program->code[path[k]->pc];
        struct lone_code alone[2] = {*path[k], {.work = work_return}};
        alone[0].to = &alone[1];
        if (system_rows[i->opcode].work != SYSTEM_JUMP)
            lone_work_ahead(i)(lone, lone->registers, alone, lone->notes, lone->flags);
    }
}

/* Removes the step from the instruction at `pc` to `next` from the profile. */
static void uncount_step(const struct lone *lone, uint32_t pc, uint32_t next, uint64_t cycle)
{
    const struct instruction *const i = &lone->all->state->machine->program.code[pc];
    if (instruction_goes_away(i) && (next != pc + 1 || instruction_links(i)))
        lone_count_leap(lone->all, lone->pp, pc, next, UINT64_MAX, cycle);
}

/* The pc of the PP at a place of its path. */
static uint32_t pc_at(const struct lone *lone, const struct lone_code *place)
{
    return place->pc <= lone->all->program_count ? place->pc : lone->registers[lone->all->state->stride];
}

/* Removes the instructions that the PP has executed ahead from the profile, except for the first `executed`
 * ones; and the one of the last cycle if a fault undoes that cycle. */
static void uncount_steps(const struct lone *lone, const struct lone_code *const *path, uint32_t executed)
{
    const struct cycle_state *const state = lone->all->state;
    for (uint32_t k = executed; k < lone->length; k++)
        uncount_step(lone, path[k]->pc, pc_at(lone, path[k + 1]), lone->since + k);
    if (state->has_failed && lone->since == state->cycle + 1) {
        const uint32_t pc = pc_at(lone, path[0]);
        uncount_step(lone, lone->from->pc, pc, state->cycle);
        counts_start(state->machine->counts, lone_is_inside(lone->all, lone->pp), lone->from->pc, -1);
        counts_start(state->machine->counts, lone_is_inside(lone->all, lone->pp), pc, 1);
    }
}

/* Restores the state of the PP after `executed` of the instructions that it has executed ahead. */
static void undo(struct lone *lone, const struct lone_code *const *path, uint32_t executed)
{
    struct cycle_state *const state = lone->all->state;
    for (uint32_t k = lone->length; k-- > 0;)
        lone->registers[path[k]->target] = lone->notes[k];
    lone->flags = lone->flags_before;
    lone->compared = lone->compared_before;
    if (executed == 0 && lone->landing != DECODE_SINK) {
        uint32_t *const landed = &lone->registers[lone->landing * state->stride];
        lone->late = lone->landing;
        state->late[~lone->since & 1][lone->pp] = *landed;
        *landed = lone->landed;
    }
    struct counts_taken *const taken = lone->taken;
    lone->taken = NULL;
    repeat(lone, path, executed);
    lone->taken = taken;
    lone->code = path[executed];
}

/* Takes the PP back to the present cycle, into a strand. */
static struct strand *go_back(struct lone *lone)
{
    const struct lone_pps *const all = lone->all;
    const struct cycle_state *const state = all->state;
    const struct lone_code *path[LONE_NOTES + 1];
    const uint64_t now = state->cycle + state->is_refused;
    const uint32_t executed = now > lone->since ? (uint32_t)(now - lone->since) : 0;
    find_path(lone, path);
    if (lone->taken != NULL)
        uncount_steps(lone, path, executed);
    if (executed < lone->length)
        undo(lone, path, executed);
    return lone_join(lone, lone->code);
}

void lone_interrupt(struct cycle_state *state)
{
    struct strands *const strands = &state->strands;
    struct lone_pps *const all = &state->lone;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < strands->current_count; k++)
        if (strands->current[k] != NULL)
            strands->current[kept++] = strands->current[k];
    strands->current_count = kept;
    for (unsigned day = 0; day < LONE_DAYS && all->count != 0; day++) {
        struct lone *lone = lone_empty(&all->days[day]), *next;
        for (; lone != NULL; lone = next) {
            next = lone->next;
            struct strand *const strand = go_back(lone);
            strand->link = NULL;
            strands->current[strands->current_count++] = strand;
        }
    }
}
