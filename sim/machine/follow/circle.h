/* circle.h - detects endless loops of a run: a lock that is never released, a flag that no PP sets.
 *
 * The machine is deterministic. If for some time no visible cell has changed, no host call was made and no PP
 * read the clock, then the actions of a PP depend on its own state alone: registers, flags, the pending
 * delayed value, the parity of its cycle counter, its own stack and private area. A PP that returns to a
 * state of this time repeats it forever; if all PPs do, the run never ends.
 *
 * An engine watches a run from time to time. It reports states of PPs at any cycles and stores to own areas,
 * and starts anew when anything else has changed. States are kept as hashes of 64 bits. Knows the machine and
 * its memory; no engine.
 */
#ifndef PRAM_CIRCLE_H
#define PRAM_CIRCLE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/follow/follow.h"

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

/* Reports the state of a PP. Of the cycle only the parity belongs to it; but a PP that is reported twice in
 * one cycle has not moved. */
void circle_look(struct circle_pp *pp, const struct follow *state);

/* Whether the next action of a PP depends on more than its state and what others can see. `i`: its next
 * instruction; a, b: the operands. */
bool circle_depends_on_more(const struct machine *machine, uint32_t pp, const struct instruction *i,
                            uint32_t a, uint32_t b);

/* A PP has stored to its own stack or private area. */
void circle_own_store(struct circle_pp *pp, uint32_t index, uint32_t before, uint32_t after);

/* The PP is about to change a cell to the word `after`. pps: the records, by PP. True: others may see the
 * change; otherwise it is recorded. */
bool circle_change(const struct memory *memory, struct circle_pp *pps, uint32_t pp, uint32_t index,
                   uint32_t after);

/* The watches of an engine that executes cycle by cycle. */
struct circle_watch {
    struct circle_clock clock;
    struct circle_pp *pps; /* by PP; owned; NULL until the first watch */
    uint64_t cycles;       /* of the present watch; 0: there is none */
    uint64_t longest;      /* maximum length of the present watch */
};

/* Programs that make progress change something sooner than this number of cycles; only then PPs are reported.
 */
enum { CIRCLE_QUIET = 64 };

/* Begins a watch of `pps` PPs in a cycle; if memory is short, there is none. */
void circle_begin(struct circle_watch *watch, uint32_t pps, uint64_t cycle);
void circle_end(struct circle_watch *watch, uint64_t cycle);

#endif
