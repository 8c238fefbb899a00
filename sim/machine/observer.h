/* observer.h - how an engine shows a running machine to listeners before each cycle.
 *
 * A listener (--check, a debugger, a trace) is registered with the machine before an engine is created for
 * it. Engines and listeners only know this file, not each other. Without a listener, an engine only tests a
 * pointer once a cycle or segment.
 *
 * The reference engine shows each PP as a strand of its own, the cycle engine shows PPs at one pc together.
 * The parallel engine shows nothing.
 */
#ifndef PRAM_OBSERVER_H
#define PRAM_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/arena.h"
#include "sim/isa/decode.h"
#include "sim/isa/system.h"

/* Running PPs at one pc, inside the program, at the start of a cycle. */
struct observer_strand {
    const uint32_t *pps; /* in any order */
    uint32_t count;      /* not 0 */
    uint32_t pc;
    uint8_t late; /* the register that a delayed value of each reaches at the end of this cycle; 0: none */
    bool is_busy; /* in the middle of an instruction of several cycles, whose work is done */
};

/* One PP of a strand. */
struct observer_step {
    uint32_t pp;
    uint32_t pc;
    bool is_busy; /* as the strand is */
};

/* A PP that is about to repeat a loop until a cell that it loads there changes: each round leaves its
 * registers, flags and all cells unchanged. */
struct observer_rest {
    uint32_t pp;
    uint32_t head, length; /* the loop: instructions head .. head + length - 1 */
    const uint32_t *cells; /* host indices (memory_index) of the cells that it loads there, in order */
    uint32_t cell_count;
};

/* Queries about PPs that are shown, while a cycle is shown. `state` is observer_cycle.state, `units`
 * observer_cycle.units. */
struct observer_source {
    /* The status word, as getsr gives it, at the start of the cycle. */
    uint32_t (*status)(const void *state, uint32_t pp);
    /* Number of words of an instruction that moves an image; the image of a PP that stores one. */
    uint32_t (*image_words)(const void *units, const struct instruction *instruction);
    void (*image)(const void *units, uint32_t pp, const struct instruction *instruction, uint32_t *words);
};

/* What a listener needs of a PP that executes an instruction. */
enum observer_need {
    OBSERVER_NEEDS_NOTHING, /* the instruction only reads and writes registers: the PP may be left out */
    OBSERVER_NEEDS_MEETING, /* as the next one, but only in cycles in which PPs with higher needs are shown */
    OBSERVER_NEEDS_ACCESS,  /* it accesses one word: an observer_access if the word is in shared memory */
    OBSERVER_NEEDS_PP       /* to be shown the PP */
};

/* The access of a PP that is shown only for it, to a word of shared memory. */
struct observer_access {
    uint32_t pp, pc;
    uint32_t address;
};

/* A cycle before its execution. A PP whose pc is outside the program is left out; its fault comes in the
 * cycle. Memory is in the state at the start of the cycle. Valid until `before_cycle` returns. */
struct observer_cycle {
    uint64_t cycle;
    const struct observer_strand *strands; /* in any order; several may be at one pc */
    uint32_t strand_count;
    const struct observer_access *loads; /* of PPs that are in no strand; */
    uint32_t load_count;
    const struct observer_access *changes; /* other accesses of such PPs */
    uint32_t change_count;
    const uint32_t *registers; /* register r, not R1, of a PP: registers[r * stride + pp * pp_stride] */
    size_t stride, pp_stride;
    const uint32_t *late; /* the delayed value of a PP of a strand with `late`: late[pp * pp_stride] */
    const struct observer_source *source;
    const void *state, *units;
};

/* A listener; part of its owner, which outlives the machine's run. */
struct observer {
    /* False: the run ends before this cycle, and the listener has set machine->fault; or it has set
     * machine->pause: the run pauses, and shows the cycle again when it continues (engines of one thread). */
    bool (*before_cycle)(void *context, const struct observer_cycle *cycle);
    /* NULL: every PP must be shown in every cycle. True: it learns nothing from this PP while it repeats such
     * a loop, so the engine may leave the PP out until a cell has changed. Called when the PP is at the head
     * of the loop, before the cycle. */
    bool (*rests)(void *context, const struct observer_rest *rest);
    /* NULL: OBSERVER_NEEDS_PP. What it needs of a PP that executes the instruction. Called before the run. */
    enum observer_need (*needs)(void *context, uint32_t pc);
    void *context;
    bool keeps_nothing;    /* state of the run: snapshots may be taken while it listens */
    struct observer *next; /* called after this one; set by observer_add */
};

/* A register of a shown PP. */
static inline uint32_t observer_word(const struct observer_cycle *cycle, const struct observer_step *step,
                                     unsigned number)
{
    return number == 1 ? step->pc : cycle->registers[number * cycle->stride + step->pp * cycle->pp_stride];
}

/* The address that a shown PP accesses; of an image: the first one. */
static inline uint32_t observer_address(const struct observer_cycle *cycle, const struct observer_step *step,
                                        const struct instruction *instruction)
{
    return system_address(instruction->opcode, observer_word(cycle, step, instruction->rs),
                          observer_word(cycle, step, instruction->rt) + instruction->constant);
}

/* The value that a shown PP stores, by an instruction that stores one word. */
static inline uint32_t observer_datum(const struct observer_cycle *cycle, const struct observer_step *step,
                                      const struct instruction *instruction)
{
    return (instruction->traits & DECODE_STATUS_DATUM) != 0 ? cycle->source->status(cycle->state, step->pp)
                                                            : observer_word(cycle, step, instruction->rd);
}

/* Room for the words that a PP stores; an empty one is all 0. */
struct observer_words {
    uint32_t *list;
    uint32_t room;
};

/* The words that a shown PP stores: `count` of an image, or one. They are in `words` until the next call. */
static inline const uint32_t *observer_stored(const struct observer_cycle *cycle,
                                              const struct observer_step *step,
                                              const struct instruction *instruction, uint32_t count,
                                              struct arena *arena, struct observer_words *words)
{
    if (words->room < count)
        words->list = ARENA_ARRAY(arena, uint32_t, words->room = count);
    if ((instruction->traits & DECODE_REAL) != 0)
        cycle->source->image(cycle->units, step->pp, instruction, words->list);
    else
        words->list[0] = observer_datum(cycle, step, instruction);
    return words->list;
}

/* Registers a listener: it is called after the registered ones. */
static inline void observer_add(struct observer **list, struct observer *observer)
{
    while (*list != NULL)
        list = &(*list)->next;
    observer->next = NULL;
    *list = observer;
}

/* What holds of all listeners. */
struct observer_all {
    bool skip;         /* they do not need cycles in which no PP is shown */
    bool may_rest;     /* there are loops in which PPs may rest */
    bool keep_nothing; /* that snapshots do not contain */
};

static inline struct observer_all observer_all(const struct observer *observer)
{
    struct observer_all all = {true, true, true};
    for (; observer != NULL; observer = observer->next) {
        all.skip = all.skip && observer->needs != NULL;
        all.may_rest = all.may_rest && observer->rests != NULL;
        all.keep_nothing = all.keep_nothing && observer->keeps_nothing;
    }
    return all;
}

/* What the listeners need of a PP that executes an instruction: the highest of their needs. */
static inline enum observer_need observer_all_need(const struct observer *observer, uint32_t pc)
{
    enum observer_need need = OBSERVER_NEEDS_NOTHING;
    for (; observer != NULL; observer = observer->next) {
        const enum observer_need own =
            observer->needs != NULL ? observer->needs(observer->context, pc) : OBSERVER_NEEDS_PP;
        need = own > need ? own : need;
    }
    return need;
}

/* observer.rests of a listener that needs no PP: every PP may rest. */
static inline bool observer_lets_rest(void *context, const struct observer_rest *rest)
{
    (void)context;
    (void)rest;
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
