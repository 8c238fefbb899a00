/* observer.h - who looks on while a machine runs: what an engine shows before it executes a cycle.
 *
 * A listener (--check, a debugger, a trace) is registered with the machine before an engine is created for
 * it. No engine knows who listens, and no listener knows an engine: both know this file. While none
 * listens, an engine asks once a cycle (machine->observers == NULL) and does nothing else.
 */
#ifndef PRAM_OBSERVER_H
#define PRAM_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A running PP at the start of a cycle: its pc (inside the program), and what its instruction reads. Words
 * are as the registers hold them at the start of the cycle, a delayed value of the cycle before included. */
struct observer_step {
    uint32_t pp;
    uint32_t pc;
    uint32_t a;            /* operand Rs */
    uint32_t b;            /* operand S: Rt and the constant, added */
    uint32_t datum;        /* Rd as a datum or contribution; of pc and status words it says nothing */
    bool is_busy;          /* in the midst of an instruction of several cycles: it has done its work before */
    uint32_t words;        /* that the instruction loads or stores: more than 1 of an image */
    const uint32_t *image; /* then: what is stored; valid until `before_cycle` returns */
    uint32_t gp;
    uint32_t a1, sp, fp, ra; /* for whoever asks who called (caller.h) */
};

/* A listener; part of what it belongs to, which outlives the machine's run. */
struct observer {
    /* A cycle is about to be executed: `count` steps, one for each running PP, in ascending order of PPs. A
     * PP whose pc is outside the program is left out; its fault comes when the cycle is executed. False: the
     * run ends before this cycle, and the listener has put the reason into machine->fault. */
    bool (*before_cycle)(void *context, uint64_t cycle, const struct observer_step *steps, uint32_t count);
    void *context;
    struct observer *next; /* asked after this one; set by observer_add */
};

/* Registers a listener: it is asked after those that are registered already. */
static inline void observer_add(struct observer **list, struct observer *observer)
{
    while (*list != NULL)
        list = &(*list)->next;
    observer->next = NULL;
    *list = observer;
}

/* Shows a cycle to all who listen, in turn. False: one of them ends the run; the others are not asked. */
static inline bool observer_show(const struct observer *observer, uint64_t cycle,
                                 const struct observer_step *steps, uint32_t count)
{
    for (; observer != NULL; observer = observer->next)
        if (!observer->before_cycle(observer->context, cycle, steps, count))
            return false;
    return true;
}

#endif
