/* back.c - takes lone PPs back to an earlier cycle, where a run stops. */
#include "inside.h"

static void work_return(struct lone *lone, uint32_t *registers, const struct lone_code *i,
                        struct lone_note *note, uint32_t flags, struct lone_pps *all)
{
    (void)registers, (void)i, (void)note, (void)all;
    lone->flags = flags;
}

/* Executes again the first `count` of the instructions that the PP has executed ahead. */
static void repeat(struct lone_pps *all, struct lone *lone, uint32_t count)
{
    const struct cycle_state *const state = all->state;
    struct lone_note *const last = lone->last;
    lone->last = lone->notes + LONE_NOTES;
    for (uint32_t k = 0; k < count; k++) {
        const struct lone_code *const code = lone->notes[k].code;
        const struct instruction *const i = &state->machine->program.code[code->pc];
        struct lone_code alone[2] = {*code, {.work = work_return}};
        alone[0].to = &alone[1];
        if (system_rows[i->opcode].work != SYSTEM_JUMP)
            lone_ahead(i)(lone, lone->registers, alone, &lone->notes[k], lone->flags, all);
        lone->notes[k].code = code;
    }
    lone->last = last;
}

/* Removes the step from the instruction at `pc` to `next` from the profile. */
static void take_back_count(const struct lone_pps *all, const struct lone *lone, uint32_t pc, uint32_t next,
                            uint64_t cycle)
{
    const struct instruction *const i = &all->state->machine->program.code[pc];
    if (instruction_goes_away(i) && (next != pc + 1 || instruction_links(i)))
        lone_count_leap(all, lone->pp, pc, next, UINT64_MAX, cycle);
}

/* The pc of the PP after it has executed this number of instructions ahead. */
static uint32_t place_after(const struct lone_pps *all, const struct lone *lone, uint32_t executed)
{
    const uint32_t pc = executed < lone->length ? lone->notes[executed].code->pc : lone->code->pc;
    return pc <= all->program_count ? pc : lone->registers[all->state->stride];
}

/* Removes the instructions that the PP has executed ahead from the profile, except for the first `executed`
 * ones; and the one of the last cycle if a fault undoes that cycle. */
static void take_back_counts(struct lone_pps *all, const struct lone *lone, uint32_t executed)
{
    struct cycle_state *const state = all->state;
    for (uint32_t k = executed; k < lone->length; k++)
        take_back_count(all, lone, lone->notes[k].code->pc, place_after(all, lone, k + 1), lone->since + k);
    if (state->has_failed && lone->since == state->cycle + 1) {
        take_back_count(all, lone, lone->from->pc, place_after(all, lone, 0), state->cycle);
        counts_move(state->machine->counts, lone_is_inside(all, lone->pp), lone->from->pc,
                    place_after(all, lone, 0));
    }
}

/* Restores the state of the PP after `executed` of the instructions that it has executed ahead. */
static void undo(struct lone_pps *all, struct lone *lone, uint32_t executed)
{
    struct cycle_state *const state = all->state;
    const struct lone_code *const place = lone->notes[executed].code;
    for (uint32_t k = lone->length; k-- > 0;)
        lone->registers[lone->notes[k].code->target] = lone->notes[k].old;
    lone->flags = lone->flags_before;
    if (executed == 0 && lone->landing != DECODE_SINK) {
        uint32_t *const landed = &lone->registers[lone->landing * state->stride];
        lone->late = lone->landing;
        state->late[~lone->since & 1][lone->pp] = *landed;
        *landed = lone->landed;
    }
    struct counts_taken *const taken = lone->taken;
    lone->taken = NULL;
    repeat(all, lone, executed);
    lone->taken = taken;
    lone->code = &all->code[place->pc];
}

/* Takes the PP back to the present cycle, into a strand. */
static struct strand *go_back(struct lone_pps *all, struct lone *lone)
{
    const struct cycle_state *const state = all->state;
    const uint64_t now = state->cycle + state->is_refused;
    const uint32_t executed = now > lone->since ? (uint32_t)(now - lone->since) : 0;
    if (lone->taken != NULL)
        take_back_counts(all, lone, executed);
    if (executed < lone->length)
        undo(all, lone, executed);
    if (lone->code->pc == all->program_count)
        lone->registers[state->stride] = lone->code->pc;
    return lone_join(all, lone, lone->code);
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
    for (unsigned day = 0; day < LONE_DAYS && all->count != 0; day++)
        for (unsigned list = 0; list < LONE_LISTS; list++) {
            struct lone *lone = all->days[day][list], *next;
            all->days[day][list] = NULL;
            for (; lone != NULL; lone = next) {
                next = lone->next;
                struct strand *const strand = go_back(all, lone);
                strand->link = NULL;
                strands->current[strands->current_count++] = strand;
            }
        }
}
