/* back.c - takes lone PPs back to an earlier cycle, where a run stops. */
#include "inside.h"

/* Removes the step from the instruction at `pc` to `next` from the profile. */
static void uncount_step(const struct lone *lone, uint32_t pc, uint32_t next, uint64_t cycle)
{
    const struct instruction *const i = &lone->all->state->machine->program.code[pc];
    if (instruction_goes_away(i) && (next != pc + 1 || instruction_links(i)))
        lone_count_leap(lone->all, lone->pp, pc, next, UINT64_MAX, cycle);
}

/* A fault undoes the cycle: removes the instruction that the PP has executed in it from the profile. */
static void uncount_last_cycle(const struct lone *lone)
{
    const struct cycle_state *const state = lone->all->state;
    const uint32_t from = lone->from->pc, place = lone->first;
    const uint32_t pc = place <= lone->all->program_count ? place : lone->registers[state->stride];
    uncount_step(lone, from, pc, state->cycle);
    counts_move(state->machine->counts, lone_is_inside(lone->all, lone->pp), from, pc);
}

/* Restores the state of the PP at the start of the cycle `since`. */
static void undo(struct lone *lone)
{
    for (uint32_t k = lone->length; k-- > 0;)
        lone->registers[lone->notes[k].target] = lone->notes[k].word;
    lone->flags = lone->flags_before;
    lone->compared = lone->compared_before;
    lone->code = &lone->all->code[lone->first];
}

/* Takes back that a delayed value was written to its register before its cycle. */
static void undo_landing(struct lone *lone)
{
    struct cycle_state *const state = lone->all->state;
    uint32_t *const landed = &lone->registers[lone->landing * state->stride];
    if (lone->landing == DECODE_SINK)
        return;
    lone->late = lone->landing;
    state->late[~lone->since & 1][lone->pp] = *landed;
    *landed = lone->landed;
}

/* After undo: executes again the instructions that the PP had executed ahead. Only the first `executed` ones
 * change the PP; the later ones are removed from the profile. */
static void repeat(struct lone *lone, uint32_t executed)
{
    const struct cycle_state *const state = lone->all->state;
    const struct machine *const machine = state->machine;
    uint32_t reg[DECODE_SINK + 1], flags = lone_flags_now(lone, lone->flags), pc = lone->first;
    for (unsigned r = 0; r <= DECODE_SINK; r++)
        reg[r] = lone->registers[r * state->stride];
    for (uint32_t k = 0; k < lone->length; k++) {
        const struct instruction *const i = &machine->program.code[pc];
        const struct word_pp pp = {.reg = reg,
                                   .status = &flags,
                                   .number = lone->pp,
                                   .pps = machine->config.pps,
                                   .cycle = (uint32_t)(lone->since + k)};
        reg[1] = pc + 1;
        word_execute(i, reg[i->rs], reg[i->rt] + i->constant, &pp);
        if (k < executed) {
            lone->registers[i->target * state->stride] = reg[i->target];
            lone->flags = flags;
            lone->code = &lone->all->code[reg[1]];
        } else if (lone->taken != NULL) {
            uncount_step(lone, pc, reg[1], lone->since + k);
        }
        pc = reg[1];
    }
}

/* Takes the PP back to the present cycle, into a strand. */
static struct strand *go_back(struct lone *lone)
{
    const struct cycle_state *const state = lone->all->state;
    const uint64_t now = state->cycle + state->is_refused;
    const uint32_t executed = now > lone->since ? (uint32_t)(now - lone->since) : 0;
    if (lone->taken != NULL && state->has_failed && lone->since == state->cycle + 1)
        uncount_last_cycle(lone);
    if (executed < lone->length) {
        undo(lone);
        if (executed == 0)
            undo_landing(lone);
        repeat(lone, executed);
    }
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
    for (unsigned day = 0; day < LONE_DAYS && all->count != 0; day++)
        for (unsigned list = 0; list < LONE_LISTS; list++) {
            struct lone *lone = all->days[day][list], *next;
            all->days[day][list] = NULL;
            for (; lone != NULL; lone = next) {
                next = lone->next;
                struct strand *const strand = go_back(lone);
                strand->link = NULL;
                strands->current[strands->current_count++] = strand;
            }
        }
}
