/* circle.h - recognises a run that goes round in circles: a lock that is never released, a flag that no PP
 * sets.
 *
 * The machine is deterministic. If for some time no cell that others can see has changed, no host call was
 * made and no PP looked at the clock, then what a PP does depends on its own state alone: registers, flags,
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

/* What an engine tells of a PP. Of the cycle only the parity belongs to the state; but a PP that is looked at
 * twice in one cycle has not come back, it has not moved. */
struct circle_state {
    uint32_t r[32]; /* r[1]: the pc */
    uint32_t flags;
    uint32_t late_target, late_value;
    uint64_t cycle; /* of the next instruction */
};

/* What is kept of a PP. */
struct circle_pp {
    uint64_t state;
    uint64_t own; /* how its own areas differ from what they were; 0: they do not */
    uint64_t cycle;
    uint32_t pc;
    uint32_t passed, patience; /* how often it was seen since, and at which number it is forgotten */
    bool is_known;             /* looked at once */
    bool is_back;              /* found in that state again */
};

/* When watches are due, by a measure of how long the run has been: cycles, segments. The first time at
 * 65,536, then when it has doubled, or grown by `most`. The longer the run, the longer may a watch be:
 * circles of any length are found at last, and watches cost a small part of the time. */
struct circle_clock {
    uint64_t due;
    uint64_t most;
};
struct circle_clock circle_first(uint64_t most);

/* How long a watch that begins now may last. */
uint64_t circle_length(uint64_t now);

/* A watch has ended that lasted `length`. */
void circle_next(struct circle_clock *clock, uint64_t now, uint64_t length);

/* Whether a look at the PP, which is at `pc`, would tell anything: it is where it was when it was looked at.
 * If it does not come there again for long, another state is taken instead: it may have been outside the
 * circle, or the engine never finds it there. */
static inline bool circle_wants(struct circle_pp *pp, uint32_t pc)
{
    if (pp->is_back)
        return false;
    if (pp->is_known && ++pp->passed == pp->patience)
        pp->is_known = false;
    return !pp->is_known || pp->pc == pc;
}

/* Looks at a PP. */
void circle_look(struct circle_pp *pp, const struct circle_state *state);

/* A PP has stored to its own stack or private area. */
void circle_own_store(struct circle_pp *pp, uint32_t index, uint32_t before, uint32_t after);

#endif
