/* faulty.c - events of --faults in the reference engine; sim/inject says what happens to which PP. PPs that
 * stand still are removed from reference.running, and inserted again later. */
#include "sim/inject/inject.h"
#include "sim/machine/caller.h"
#include "state.h"

static struct caller_registers registers(const void *state, uint32_t pp)
{
    const struct reference *reference = state;
    const uint32_t *reg = reference->pps[pp].reg;
    return caller_registers(pp, reg[1], reg);
}

static void goes_on(void *state, uint32_t pp, uint64_t cycles)
{
    (void)state; /* a pending delayed value has waited with its PP */
    (void)pp;
    (void)cycles;
}

static void dies(void *state, uint32_t pp)
{
    struct reference *reference = state;
    reference->halted[pp] = 1;
    presence_end(&reference->presence, pp, reference->cycle);
    reference->pps[pp].late.target = DECODE_SINK;
}

static void flips(void *state, uint32_t pp, unsigned number, uint32_t mask)
{
    struct reference *reference = state;
    reference->pps[pp].reg[number] ^= mask;
}

/* The PPs that run and do not stand still, in ascending order. */
static void list_running(struct reference *reference)
{
    reference->running_count = 0;
    for (uint32_t pp = 0; pp < reference->machine->config.pps; pp++)
        if (!reference->halted[pp] && !inject_is_asleep(reference->inject, pp))
            reference->running[reference->running_count++] = &reference->pps[pp];
}

void faulty_begin(struct reference *reference)
{
    static const struct inject_engine engine = {
        .registers = registers, .goes_on = goes_on, .dies = dies, .flips = flips};
    if (!inject_is_due(reference->inject, reference->cycle))
        return;
    inject_begin(reference->inject, reference->cycle, &engine, reference);
    list_running(reference);
}
