/* circle.h - detects endless loops of a run: a lock that is never released, a flag that no PP sets.
 *
 * The machine is deterministic. If for some time no visible cell has changed, no host call was made and no PP
 * read the clock, then the actions of a PP depend on its own state alone: registers, flags, the pending
 * delayed value, the parity of its cycle counter, its own stack and private area. A PP that returns to a
 * state of this time repeats it forever; if all PPs do, the run never ends.
 *
 * An engine watches a run from time to time. It reports states of PPs at any cycles and stores to own areas,
 * and starts anew when anything else has changed. States are kept as hashes of 64 bits. Knows numbers only.
 */
#ifndef PRAM_CIRCLE_H
#define PRAM_CIRCLE_H

#include <stdbool.h>
#include <stdint.h>

/* A PP's state. Of the cycle only the parity belongs to it; but a PP that is reported twice in one cycle has
 * not moved. */
struct circle_state {
    uint32_t r[32]; /* r[1]: the pc */
    uint32_t flags;
    uint32_t late_target, late_value;
    uint64_t cycle; /* of the next instruction */
};

/* The record of a PP. */
struct circle_pp {
    uint64_t state;
    uint64_t own; /* hash of the changes of its own areas; 0: unchanged */
    uint64_t cycle;
    uint32_t pc;
    uint32_t passed,
        patience;  /* how often it was reported since, and the number at which the record is dropped */
    bool is_known; /* has a recorded state */
    bool is_back;  /* has returned to that state */
};

/* When watches are due, by the length of the run in cycles or segments: first at 65,536, then when it has
 * doubled, or grown by `most`. The longer the run, the longer a watch may last, so loops of any length are
 * found and watches cost a small part of the time. */
struct circle_clock {
    uint64_t due;
    uint64_t most;
};
struct circle_clock circle_first(uint64_t most);

/* Maximum length of a watch that begins now. */
uint64_t circle_length(uint64_t now);

/* A watch of this length has ended. */
void circle_next(struct circle_clock *clock, uint64_t now, uint64_t length);

/* Whether a report of the PP, which is at `pc`, is useful: it is at the pc of its recorded state. If it does
 * not return there for long, another state is recorded: the first one may be outside the loop, or the engine
 * may never see the PP there. */
static inline bool circle_wants(struct circle_pp *pp, uint32_t pc)
{
    if (pp->is_back)
        return false;
    if (pp->is_known && ++pp->passed == pp->patience)
        pp->is_known = false;
    return !pp->is_known || pp->pc == pc;
}

/* Reports the state of a PP. */
void circle_look(struct circle_pp *pp, const struct circle_state *state);

/* A PP has stored to its own stack or private area. */
void circle_own_store(struct circle_pp *pp, uint32_t index, uint32_t before, uint32_t after);

#endif
