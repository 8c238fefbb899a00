/* observer.h - who looks on while a machine runs: what an engine shows before it executes a cycle.
 *
 * A listener (--check, a debugger, a trace) is registered with the machine before an engine is created for
 * it. No engine knows who listens, and no listener knows an engine: both know this file. While there is no
 * listener, an engine looks at a pointer once a cycle or segment, and does nothing else.
 *
 * Every engine that is `observable` shows the same: the reference engine, and the parallel one at level 0.
 */
#ifndef PRAM_OBSERVER_H
#define PRAM_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/machine/decode.h"

/* A running PP at the start of a cycle, and its pc (inside the program). */
struct observer_step {
    uint32_t pp;
    uint32_t pc;
    bool is_busy; /* in the midst of an instruction of several cycles: it has done its work before */
};

/* Where an engine tells more of what is about to be executed; asked while a cycle is shown, of PPs that are
 * shown. `state` is observer_cycle.state. */
struct observer_source {
    /* A register, not R1, as it is at the start of the cycle. */
    uint32_t (*word)(const void *state, uint32_t pp, unsigned number);
    /* How many words an instruction moves that moves an image; what it stores, of a PP that stores one. */
    uint32_t (*image_words)(const void *state, const struct instruction *instruction);
    void (*image)(const void *state, uint32_t pp, const struct instruction *instruction, uint32_t *words);
};

/* A cycle that is about to be executed: a step for each running PP, in ascending order of PPs. A PP whose pc
 * is outside the program is left out; its fault comes when the cycle is executed. Memory is as it is at the
 * start of the cycle. Valid until `before_cycle` returns. */
struct observer_cycle {
    uint64_t cycle;
    const struct observer_step *steps;
    uint32_t count;
    const struct observer_source *source;
    const void *state;
};

/* A listener; part of what it belongs to, which outlives the machine's run. */
struct observer {
    /* False: the run ends before this cycle, and the listener has put the reason into machine->fault. */
    bool (*before_cycle)(void *context, const struct observer_cycle *cycle);
    void *context;
    struct observer *next; /* asked after this one; set by observer_add */
};

/* A register of a PP that is shown. */
static inline uint32_t observer_word(const struct observer_cycle *cycle, const struct observer_step *step,
                                     unsigned number)
{
    return number == 1 ? step->pc : cycle->source->word(cycle->state, step->pp, number);
}

/* Registers a listener: it is asked after those that are registered already. */
static inline void observer_add(struct observer **list, struct observer *observer)
{
    while (*list != NULL)
        list = &(*list)->next;
    observer->next = NULL;
    *list = observer;
}

/* Shows a cycle to all listeners, in turn. False: one of them ends the run; the others are not asked. */
static inline bool observer_show(const struct observer *observer, const struct observer_cycle *cycle)
{
    for (; observer != NULL; observer = observer->next)
        if (!observer->before_cycle(observer->context, cycle))
            return false;
    return true;
}

#endif
