/* lock_watch.c - see lock_watch.h. */
#include "lock_watch.h"

#include <string.h>

#include "sim/isa/instruction.h"
#include "sim/machine/caller.h"

enum { ARGUMENT = 3, RESULT = 3 }; /* registers: docs/internals/abi.md */

/* What a function of locks.h, with all that it calls, does with the lock that is its first argument. */
enum kind {
    KIND_TAKE, /* the PP has the lock when it returns */
    KIND_TRY,  /* the same, if it returns another number than 0 */
    KIND_GIVE  /* the PP gives it up */
};

static const struct {
    const char *function;
    enum kind kind;
} rows[] = {{"simple_lockup", KIND_TAKE}, {"simple_try_lock", KIND_TRY}, {"simple_unlock", KIND_GIVE},
            {"fair_lockup", KIND_TAKE},   {"fair_unlock", KIND_GIVE},    {"rw_lockup", KIND_TAKE},
            {"rw_unlock", KIND_GIVE},     {"rwd_lockup", KIND_TRY},      {"rwd_unlock", KIND_GIVE}};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* A PP in one of the functions. */
struct visitor {
    uint32_t lock, place;
    uint8_t row; /* number + 1; 0: it is in none */
};

struct lock_watch {
    struct machine *machine;
    struct observer observer;
    lock_told *told;
    void *context;
    uint8_t *entered;         /* by pc: number + 1 of the row whose function begins there; */
    uint8_t *left;            /* by pc: number + 1 of the row whose function returns there */
    struct visitor *visitors; /* by PP */
};

/* Into the journal of the machine, the context. */
static void note(void *context, const struct journal_entry *news)
{
    struct machine *machine = context;
    if (news->hint != LOCK_GAVE)
        journal_note(machine->journal, news, &news->first, 1);
}

static void tell(const struct lock_watch *watch, const struct observer_cycle *cycle,
                 const struct observer_step *step, enum lock_deed deed)
{
    const struct visitor *visitor = &watch->visitors[step->pp];
    watch->told(watch->context, &(struct journal_entry){.cycle = cycle->cycle,
                                                        .pc = step->pc,
                                                        .place = visitor->place,
                                                        .group = visitor->lock,
                                                        .hint = deed,
                                                        .first = step->pp,
                                                        .kind = JOURNAL_LOCK});
}

static void enter(struct lock_watch *watch, const struct observer_cycle *cycle,
                  const struct observer_step *step)
{
    const uint8_t row = watch->entered[step->pc];
    watch->visitors[step->pp] =
        (struct visitor){.lock = observer_word(cycle, step, ARGUMENT),
                         .place = caller_find(watch->machine, caller_observed(cycle, step)).pc,
                         .row = row};
    tell(watch, cycle, step, rows[row - 1].kind == KIND_GIVE ? LOCK_GIVES : LOCK_WAITS);
}

static void leave(struct lock_watch *watch, const struct observer_cycle *cycle,
                  const struct observer_step *step)
{
    struct visitor *visitor = &watch->visitors[step->pp];
    const enum kind kind = rows[visitor->row - 1].kind;
    const bool has_got = kind == KIND_TAKE || observer_word(cycle, step, RESULT) != 0;
    tell(watch, cycle, step, kind == KIND_GIVE ? LOCK_GAVE : has_got ? LOCK_HOLDS : LOCK_GOES_WITHOUT);
    visitor->row = 0;
}

/* Whether a function begins or returns at the instruction. */
static bool is_edge(const struct lock_watch *watch, uint32_t pc)
{
    return (watch->entered[pc] | watch->left[pc]) != 0;
}

/* A PP is at an edge. */
static void visit(struct lock_watch *watch, const struct observer_cycle *cycle,
                  const struct observer_step *step)
{
    const uint8_t inside = watch->visitors[step->pp].row;
    if (inside == 0 && watch->entered[step->pc] != 0)
        enter(watch, cycle, step);
    else if (inside != 0 && watch->left[step->pc] == inside)
        leave(watch, cycle, step);
}

static bool look_on(void *context, const struct observer_cycle *cycle)
{
    struct lock_watch *watch = context;
    for (uint32_t s = 0; s < cycle->strand_count; s++) {
        const struct observer_strand *strand = &cycle->strands[s];
        for (uint32_t k = 0; is_edge(watch, strand->pc) && !strand->is_busy && k < strand->count; k++)
            visit(watch, cycle, &(struct observer_step){.pp = strand->pps[k], .pc = strand->pc});
    }
    return true;
}

static enum observer_need needs(void *context, uint32_t pc)
{
    return is_edge(context, pc) ? OBSERVER_NEEDS_PP : OBSERVER_NEEDS_NOTHING;
}

/* Whether the PP reaches no edge while it rests. */
static bool rests(void *context, const struct observer_rest *rest)
{
    const struct lock_watch *watch = context;
    for (uint32_t pc = rest->head; pc < rest->head + rest->length; pc++)
        if (is_edge(watch, pc))
            return false;
    return true;
}

/* Finds the instructions at which the functions begin and return. */
static void survey(struct lock_watch *watch)
{
    struct machine *machine = watch->machine;
    for (uint32_t pc = 0; pc < machine->program.count; pc++) {
        uint32_t offset;
        const char *function =
            machine->program.functions[pc] == pc ? object_find_function(&machine->object, pc, &offset) : NULL;
        for (uint8_t row = 0; function != NULL && row < ROWS; row++)
            if (strcmp(function, rows[row].function) == 0)
                watch->entered[pc] = (uint8_t)(row + 1);
        if (machine->program.functions[pc] != UINT32_MAX &&
            instruction_returns_by(&machine->program.code[pc], MACHINE_RA))
            watch->left[pc] = watch->entered[machine->program.functions[pc]];
    }
}

struct observer *lock_watch_create(struct machine *machine, lock_told *told, void *context)
{
    struct lock_watch *watch = ARENA_NEW(&machine->arena, struct lock_watch);
    *watch = (struct lock_watch){
        .machine = machine,
        .observer = {.before_cycle = look_on, .rests = rests, .needs = needs, .context = watch},
        .told = told != NULL ? told : note,
        .context = told != NULL ? context : machine,
        .entered = ARENA_ARRAY(&machine->arena, uint8_t, (size_t)machine->program.count + 1),
        .left = ARENA_ARRAY(&machine->arena, uint8_t, (size_t)machine->program.count + 1),
        .visitors = ARENA_ARRAY(&machine->arena, struct visitor, machine->config.pps)};
    survey(watch);
    return &watch->observer;
}
