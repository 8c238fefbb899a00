/* circle.h - recognises a run that goes round in circles: a lock that is never released, a flag that nobody
 * sets.
 *
 * The machine is deterministic. If for some time no cell that others can see has changed, no host call was
 * made and nobody looked at the clock, then what a PP does depends on its own state alone: registers, flags,
 * the delayed value on its way, the parity of its cycle counter, its own stack and private area. A PP that
 * comes back to a state in which it was since then goes round for ever; if all do, the run never ends.
 *
 * An engine watches a run now and then. It looks at PPs whenever it likes, tells of stores to own areas, and
 * begins anew when something else has changed. States are kept as hashes of 64 bits. Knows numbers only.
 */
#ifndef PRAM_CIRCLE_H
#define PRAM_CIRCLE_H

#include <stdbool.h>
#include <stdint.h>

/* What an engine tells of a PP; its next instruction's cycle counter is odd or not. */
struct circle_state {
    uint32_t r[32]; /* r[1]: the pc */
    uint32_t flags;
    uint32_t late_target, late_value;
    bool is_odd;
};

/* What is kept of a PP. */
struct circle_pp {
    uint64_t state;
    uint64_t own; /* how its own areas differ from what they were; 0: they do not */
    uint32_t pc;
    bool is_known; /* looked at once */
    bool is_back;  /* found in that state again */
};

/* A watch is due when a run has executed `instructions` or `steps` (cycles, segments); then the next time
 * when it has doubled them, or has executed as many as `most` further ones. */
struct circle_clock {
    uint64_t instructions, steps;
};
struct circle_clock circle_first(uint32_t pps);
void circle_next(struct circle_clock *clock, uint64_t instructions, uint64_t steps);

static inline bool circle_is_due(const struct circle_clock *clock, uint64_t instructions, uint64_t steps)
{
    return instructions >= clock->instructions || steps >= clock->steps;
}

/* Whether a look at the PP would tell anything: the first one, or it is where it was then. */
static inline bool circle_wants(const struct circle_pp *pp, uint32_t pc)
{
    return !pp->is_known || (!pp->is_back && pp->pc == pc);
}

/* Looks at a PP. */
void circle_look(struct circle_pp *pp, const struct circle_state *state);

/* A PP has stored to its own stack or private area. */
void circle_own_store(struct circle_pp *pp, uint32_t index, uint32_t before, uint32_t after);

#endif
