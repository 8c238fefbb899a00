/* choice.h - which of two engines a run continues on, decided by the time of a cycle.
 *
 * A run is divided into parts. After some time a short part is executed on the other engine: the trial. If
 * cycles are clearly faster there than at the end of the part before, the run stays; else it goes back, and
 * the next trial comes later. While the other engine works, the same rule leads back. As long as the first
 * engine executes more instructions in a time than the other one reaches where PPs have diverged, trials are
 * put off. A wrong verdict is corrected: if the first engine becomes clearly slower than what the other one
 * has shown, the next trial comes soon. Results do not depend on the choice. Knows times and counts only.
 */
#ifndef PRAM_ADAPTIVE_CHOICE_H
#define PRAM_ADAPTIVE_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef PRAM_HOSTILE
#define CHOICE_CONSTANT_HOSTILE(name, value, hostile, text) name = hostile,
#else
#define CHOICE_CONSTANT_HOSTILE(name, value, hostile, text) name = value,
#endif
enum choice_constants {
#define CHOICE_CONSTANT(name, value, text) name = value,
#include "constant.def"
};

/* What the present part is for. */
enum choice_step {
    CHOICE_WORK, /* the run goes on */
    CHOICE_TRIAL /* on the other engine, to be compared */
};

/* The bounds of a part; 0: none. It ends at the first of them. */
struct choice_bounds {
    uint64_t cycles; /* for tests */
    uint64_t nanoseconds;
    uint64_t window;   /* nanoseconds at its end, in which its speed is measured */
    double slowest;    /* nanoseconds of a cycle; 0: no limit. A part that is slower on average ends early, */
    uint64_t patience; /* after that many nanoseconds */
};

/* A part that has ended. */
struct choice_part {
    uint64_t now; /* nanoseconds of a clock */
    uint64_t nanoseconds, cycles;
    uint64_t window, window_cycles; /* the same of its window; 0: it has none */
    bool is_due;                    /* it has ended by its bounds */
    bool is_slow;                   /* by `slowest` */
};

struct choice {
    enum choice_step step;
    bool is_on_other;  /* the engine of trials has the PPs: not the one on which the run began */
    uint64_t started;  /* the time */
    uint64_t decided;  /* the time of the last decision, or `started` */
    uint64_t pause;    /* from then to the next trial */
    uint64_t shortest; /* the same if the program changes */
    uint64_t cost;     /* nanoseconds that a trial costs, if it fails */
    uint64_t lasted;   /* nanoseconds from the last decision to the end of the last part, or to the trial */
    uint64_t move;     /* nanoseconds of a move: the mean of the last ones */
    uint64_t spent;    /* nanoseconds of the moves of the present trial, and in the end of what it has lost */
    /* nanoseconds of a cycle; 0: not known. Both engines execute the same cycles. */
    double cycle;             /* in the last part */
    double recent;            /* at the end of the last part of the engine at work, or before the trial */
    double first;             /* in the first part after the last decision */
    double rival;             /* of the other engine, when it was last at work */
    uint64_t trials, changes; /* trials; those after which the run stayed */
    uint32_t random;          /* for tests: changes at random with this seed; 0: by measurement */
};

/* random: struct test_knobs. */
void choice_start(struct choice *choice, uint64_t now, uint32_t pps, uint32_t random);

/* The bounds of the next part. */
struct choice_bounds choice_next(struct choice *choice, uint64_t now);

/* At the end of a part by its time: the bounds within which it continues; .nanoseconds 0: it ends.
 * `instruction`: the mean nanoseconds of an instruction in its window. */
struct choice_bounds choice_extend(const struct choice *choice, uint64_t now, double instruction);

/* Records the part. True: the PPs have to move to the other engine, and choice_moved has to follow. */
bool choice_note(struct choice *choice, const struct choice_part *part);

/* The move has taken place, in that many nanoseconds. */
void choice_moved(struct choice *choice, uint64_t nanoseconds);

/* The instructions until the next reading of the clock: `step` of them took `passed` nanoseconds, or fewer
 * did, because the clock was read for another reason; the window of the part is so long. */
uint64_t choice_tick(uint64_t step, uint64_t passed, uint64_t window);

/* The text of the first invariant that does not hold between two parts (invariant.def); NULL: all hold. */
const char *choice_broken(const struct choice *choice);

#endif
