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

/* A reading of the clock, in nanoseconds, and how far the run has come. */
struct choice_moment {
    uint64_t time, cycle, instructions;
};

/* The part that is executed. It ends when its time is over, or because it is too slow. */
struct choice_part {
    struct choice_moment began;
    uint64_t ends;
    uint64_t window;   /* nanoseconds at its end, in which its speed is measured */
    double slowest;    /* nanoseconds of a cycle; 0: no limit. If it is slower on average, it ends early, */
    uint64_t patience; /* after that many nanoseconds */
    struct choice_moment marked, last; /* the beginning of the window; the last reading. Time 0: none yet */
    uint64_t step;                     /* instructions to the next reading */
    bool is_over, is_slow;             /* it has ended by its time, or by `slowest`; by the latter */
};

struct choice {
    enum choice_step step;
    struct choice_part part;
    bool is_on_other;  /* the engine of trials has the PPs: not the one on which the run began */
    bool was_fast;     /* a trial was due, and was put off because the first engine was fast */
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

/* A part begins. Returns after how many cycles it ends, for tests; 0: choice_look ends it. */
uint64_t choice_begin(struct choice *choice, const struct choice_moment *now);

/* A reading of the clock, after part.step instructions or fewer. Returns whether the part ends now. */
bool choice_look(struct choice *choice, const struct choice_moment *now);

/* The part has ended. True: the PPs have to move to the other engine, and choice_moved has to follow. */
bool choice_note(struct choice *choice, const struct choice_moment *now);

/* The move has taken place, in that many nanoseconds. */
void choice_moved(struct choice *choice, uint64_t nanoseconds);

/* The text of the first invariant that does not hold between two parts (invariant.def); NULL: all hold. */
const char *choice_broken(const struct choice *choice);

#endif
