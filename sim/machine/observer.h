/* observer.h - what an engine shows of a running machine before it executes a cycle.
 *
 * A listener (--check, a debugger, a trace) is registered with the machine before an engine is created for
 * it. Engines and listeners do not know each other: both know this file. While there is no
 * listener, an engine looks at a pointer once a cycle or segment, and does nothing else.
 *
 * Every engine that is `observable` shows the same: the reference engine PP by PP, the cycle engine also PPs
 * in lockstep. The parallel one at level 0 shows its own strands to one listener, --model, which can do with
 * less: see `glance`, `foresee`, `meet` and `doze`.
 */
#ifndef PRAM_OBSERVER_H
#define PRAM_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/isa/decode.h"

/* A running PP at the start of a cycle, and its pc (inside the program). */
struct observer_step {
    uint32_t pp;
    uint32_t pc;
    bool is_busy; /* in the midst of an instruction of several cycles: it has done its work before */
    bool is_synchronous, is_in_barrier; /* as of strands; only where there are strands */
};

/* PPs of one block of the engine that are about to execute one instruction together. */
struct observer_strand {
    uint32_t first_pp;   /* the PP of lane 0 */
    uint32_t lanes;      /* of the block: as many words has a row */
    const uint16_t *set; /* bit n % 16 of set[n / 16]: lane n is one of them; NULL: all lanes are */
    uint32_t count;      /* how many they are */
    uint32_t pc;
    bool is_busy;
    bool is_synchronous; /* by their hints: async_leave was the last one; */
    bool is_in_barrier;  /* by their hints: between barrier_enter and barrier_leave */
    bool has_rows;       /* observer_source.row may be asked */
    bool is_ahead;  /* the cycle is still to come (observer.foresee): of registers only those are known by
                       which addresses are made, and gp, .. */
    uint32_t ahead; /* add this to the addresses that they say */
    const void *block;
};

/* A register of the PPs of a block: word[n] if `word` is not NULL, else base + n * stride. */
struct observer_row {
    const uint32_t *word;
    uint32_t base, stride;
};

/* PPs that are about to execute one instruction together: all at one pc, none in the midst of an instruction
 * of several cycles. */
struct observer_lockstep {
    const uint32_t *pps; /* in any order */
    uint32_t count;      /* not 0 */
    uint32_t pc;
    bool is_asleep; /* they go round a loop, as observer.rests has allowed; shown for observer.sees_asleep */
};

/* A PP that is about to go round a loop again and again, until a cell that it loads there changes: each round
 * leaves its registers, flags and all cells as they are. */
struct observer_rest {
    uint32_t pp;
    uint32_t head, length; /* the loop: instructions head .. head + length - 1 */
    const uint32_t *cells; /* host indices (memory_index) that it loads there, in the order of its loads */
    uint32_t cell_count;
};

/* Where an engine tells more of what is about to be executed; asked while a cycle is shown, of PPs that are
 * shown. `state` is observer_cycle.state. */
struct observer_source {
    /* A register, not R1, as it is at the start of the cycle. */
    uint32_t (*word)(const void *state, uint32_t pp, unsigned number);
    /* The status word, as getsr gives it, at the start of the cycle. */
    uint32_t (*status)(const void *state, uint32_t pp);
    /* How many words an instruction moves that moves an image; what it stores, of a PP that stores one. */
    uint32_t (*image_words)(const void *state, const struct instruction *instruction);
    void (*image)(const void *state, uint32_t pp, const struct instruction *instruction, uint32_t *words);
    /* A register, not R1, of the PPs of a strand; valid until the cycle is executed. NULL: there are no
     * strands. */
    struct observer_row (*row)(const void *state, const struct observer_strand *strand, unsigned number);
};

/* A cycle that is about to be executed: a step for each running PP, in ascending order of PPs. A PP whose pc
 * is outside the program is left out; its fault comes when the cycle is executed. Memory is as it is at the
 * start of the cycle. Valid until `before_cycle` returns. */
struct observer_cycle {
    uint64_t cycle;
    const struct observer_step *steps;
    uint32_t count;
    const struct observer_strand *strands; /* the same PPs, for `glance` only */
    uint32_t strand_count;
    /* The same PPs, except for those within an instruction of several cycles, by pc; several of these
     * may be at one pc. NULL: the engine has only steps. Where all listeners take lockstep there are no
     * steps.
     */
    const struct observer_lockstep *lockstep;
    uint32_t lockstep_count;
    const uint32_t *rows; /* register r, not R1, of a PP is rows[r * stride + pp]; NULL: there is no lockstep,
                             and the source says it */
    size_t stride;
    const struct observer_source *source;
    const void *state;
    /* If the first is at most the second: some of these cells are loaded by PPs that are not shown. A
     * listener with `glance` or `foresee` needs them only if a PP that is shown accesses one of these cells.
     */
    uint32_t dozed_low, dozed_high;
};

/* What a listener that has `meet` wants to know of the accesses of an instruction: bits. */
enum observer_care {
    OBSERVER_CARES_NOT = 0,
    OBSERVER_CARES = 1,
    OBSERVER_CARES_FOR_CALLER = 2, /* also, where it has been called from (caller.h) */
    OBSERVER_SKIPS_LOADS = 4,      /* of a load, but where others do more than to load */
    OBSERVER_CARES_ALONE = 16, /* with the first two, of a store: it is told twice of each, also if no other
                                  PP is there. Of a load of the group's frame it is told twice of one of the
                                  PPs that do it; the caller is the instruction before ra then, and the value
                                  the register ssp */
    OBSERVER_NEEDS_TWO = 8 /* of PPs that load a cell in the same way, called from the same place, with the
                              same frame, but the two lowest, and how many they are; so it is of PPs that are
                              in barriers */
};

/* A PP's access to a cell of shared memory. */
struct observer_access {
    uint32_t pp, pc;
    uint32_t address;
    uint32_t value;      /* of a store */
    uint32_t frame;      /* gp; */
    bool in_barrier;     /* as the PP is, by its hints; */
    bool is_synchronous; /* by its hints */
    uint32_t members;    /* the size in the group frame at the start of the cycle (GROUP_SIZE) */
    uint32_t stands_for; /* number of PPs, of which it is the lowest: OBSERVER_NEEDS_TWO */
    uint32_t caller;     /* the user's call of what the PP is in, if that has been asked for; else pc, */
    uint32_t inside;     /* the place of the PP inside that call: struct caller */
};

/* A listener; part of what it belongs to, which outlives the machine's run. */
struct observer {
    /* False: the run ends before this cycle, and the listener has put the reason into machine->fault; or, if
     * the listener has set machine->pause, the run only pauses before this cycle, as if it had come as far as
     * was asked, and shows the cycle again when it goes on (engines of one thread). */
    bool (*before_cycle)(void *context, const struct observer_cycle *cycle);
    /* NULL: none. True: the listener has seen enough of the cycle; else it is shown the steps. Engines whose
     * PPs go in strands ask first, which is much faster. A listener that has one is not shown cycles in which
     * PPs only compute in their registers or execute hints. */
    bool (*glance)(void *context, const struct observer_cycle *cycle);
    /* NULL: none. Of a cycle to come, before which nothing is stored; `strands` are those that load or store
     * in it, and there are no steps. True: glance will find nothing to keep in it, so it need not be shown.
     * It may be that it is not executed. */
    bool (*foresee)(void *context, const struct observer_cycle *cycle);
    /* NULL: none. In a cycle these PPs, two at least, in ascending order, access one cell, by instructions
     * for which it cares; of those in barriers only stores come, if all skip barriers. The cells of a cycle
     * come in ascending order, cycles too, but not before they are executed; except for loads of a
     * cell that PPs have come to again and again: `times` times since that cycle, which are told late.
     * Engines whose PPs go their own ways may tell this instead of all the rest. */
    void (*meet)(void *context, uint64_t cycle, const struct observer_access *accesses, uint32_t count,
                 uint64_t times);
    unsigned (*cares)(void *context, uint32_t pc); /* of one that has `meet`: asked before the run */
    /* NULL: none. True: of a load of one word in that place, for which it cares, by a PP that is neither
     * synchronous nor in a barrier, and not of the frame of its group, it is enough from a cycle on to count
     * it if all PPs that meet do such loads of one class. Once it is, it stays so. */
    bool (*counts)(void *context, uint32_t pc, uint64_t cycle, uint32_t *class);
    /* Numbers of cells that were loaded several times in a cycle, and of the loads of that class. */
    void (*count)(void *context, uint32_t class, uint64_t cells, uint64_t loads);
    /* NULL: none. PPs in barriers go round a loop again and again, and no other PP accesses what they load:
     * `strands` are those of them that load in a cycle, which is number `phase` of their round; there are no
     * steps. Phases are asked for from 0 on, then all before are forgotten. True: what comes of such a cycle
     * is known by now, so it need but be counted. */
    bool (*doze)(void *context, const struct observer_cycle *cycle, unsigned phase);
    /* The number of cycles in which that was so. */
    void (*dozed)(void *context, unsigned phase, uint64_t times);
    /* NULL: it has to be shown every PP in every cycle. True: it learns nothing from this PP while it goes
     * round such a loop, so the engine may leave the PP out of what it shows until a cell has changed. Asked
     * when the PP is at the head of the loop, before the cycle. */
    bool (*rests)(void *context, const struct observer_rest *rest);
    /* NULL: none. True: nothing of what PPs do by the instruction concerns it, which reads and writes
     * registers alone; so a PP may be left out of what is shown while it executes such instructions. Asked
     * before the run.
     */
    bool (*passes)(void *context, uint32_t pc);
    void *context;
    bool keeps_nothing;  /* of the run: snapshots may be taken while it listens */
    bool takes_lockstep; /* before_cycle looks at observer_cycle.lockstep where there is that, not at steps */
    bool sees_asleep;    /* it is shown what rests, too, in lockstep */
    bool skips_barriers; /* nothing that PPs do concerns it while they wait in barriers: what they do there
                            may be left out of what it is shown */
    bool skips_loads;    /* nor do cycles in which PPs only load; */
    bool skips_barrier_loads; /* cells that only PPs in barriers load do not concern it */
    struct observer *next;    /* asked after this one; set by observer_add */
};

/* A register of a PP that is shown. */
static inline uint32_t observer_word(const struct observer_cycle *cycle, const struct observer_step *step,
                                     unsigned number)
{
    if (number == 1)
        return step->pc;
    return cycle->rows != NULL ? cycle->rows[number * cycle->stride + step->pp]
                               : cycle->source->word(cycle->state, step->pp, number);
}

/* What a PP stores that is shown, by an instruction that stores one word. */
static inline uint32_t observer_datum(const struct observer_cycle *cycle, const struct observer_step *step,
                                      const struct instruction *instruction)
{
    return (instruction->traits & DECODE_STATUS_DATUM) != 0 ? cycle->source->status(cycle->state, step->pp)
                                                            : observer_word(cycle, step, instruction->rd);
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

/* Whether all listeners look at PPs in lockstep, where an engine shows these. */
static inline bool observer_all_take_lockstep(const struct observer *observer)
{
    for (; observer != NULL; observer = observer->next)
        if (!observer->takes_lockstep)
            return false;
    return true;
}

/* Whether a listener keeps something of the run that no snapshot has. */
static inline bool observer_some_keep(const struct observer *observer)
{
    for (; observer != NULL; observer = observer->next)
        if (!observer->keeps_nothing)
            return true;
    return false;
}

/* Whether all listeners let PPs pass by an instruction unseen; by some instruction. */
static inline bool observer_all_pass(const struct observer *observer, uint32_t pc)
{
    for (; observer != NULL; observer = observer->next)
        if (!observer->passes(observer->context, pc))
            return false;
    return true;
}

static inline bool observer_all_let_pass(const struct observer *observer)
{
    for (; observer != NULL; observer = observer->next)
        if (observer->passes == NULL)
            return false;
    return true;
}

/* Whether a listener is shown PPs that rest. */
static inline bool observer_sees_asleep(const struct observer *observer)
{
    for (; observer != NULL; observer = observer->next)
        if (observer->sees_asleep)
            return true;
    return false;
}

/* Whether there are loops in which PPs may rest. */
static inline bool observer_all_may_rest(const struct observer *observer)
{
    for (; observer != NULL; observer = observer->next)
        if (observer->rests == NULL)
            return false;
    return true;
}

/* Whether all listeners let a PP rest. */
static inline bool observer_all_rest(const struct observer *observer, const struct observer_rest *rest)
{
    for (; observer != NULL; observer = observer->next)
        if (!observer->rests(observer->context, rest))
            return false;
    return true;
}

#endif
