/* check_state.h - what the parts of the checker share: PPs, groups, and how a finding is worded.
 *
 *   check.c, survey.c             a cycle: where PPs are, and what they may do; what is known before the run
 *   group.c, race.c, mishap.c     which PP belongs to which group; data races; what --faults does
 *   words.h: words.c, heap.c,     single words: never written, outside blocks of the heaps, between
 *     variable.c                  variables
 *   value.h: follow.c, aim.c,     values in registers: follow.c moves what is known of them from instruction
 *     index.c, pointer.c, ...     to instruction; word_access.c and hosted.c: accesses of PPs and host calls
 *   blame.c                       places, names and texts
 */
#ifndef PRAM_CHECK_STATE_H
#define PRAM_CHECK_STATE_H

#include "check.h"
#include "sim/machine/pages.h"
#include "sim/machine/steps.h"

enum { CHECK_RELEASES = 8 }; /* number of a PP's releases that are remembered */

/* What a PP did: when, and where in the user's code. */
struct moment {
    uint32_t pp, pc;
    uint64_t cycle;
};

/* PPs of a group have parted: where they were last in lockstep, and where another one went on. */
struct parting {
    uint64_t cycle;
    uint32_t pc;
    struct moment others;
};

/* A group that PPs have entered. The record lives as long as the run. If the address is used again, a new
 * instance starts in it. */
struct group {
    uint32_t gp;
    uint32_t serial;       /* number of the instance, from 1 */
    struct group *parent;  /* the group around it; NULL: it began with start or join */
    struct moment entered; /* of the first member; the others enter in the same cycle */
    uint32_t inside;       /* PPs in it or in its subgroups, including PPs on their way out */
    uint32_t waiting;      /* number of `inside` in its barrier */
    uint32_t out;          /* number of `inside` that have left it and not yet reached a barrier */
    uint32_t dead;         /* PPs that --faults has stopped in it; not part of `inside` */
    uint32_t dead_pp;      /* the first of them */
    uint32_t still;        /* members that --faults let stand still since another member last acted */
    uint64_t completed;    /* 1 + the cycle of the last barrier_leave */
    uint64_t given;        /* 1 + the cycle in which it last got a block of memory */

    /* positions of the members in the cycle `seen` - 1 */
    uint64_t seen;          /* 1 + the cycle that the fields below describe */
    uint32_t pc;            /* of the first member seen */
    bool apart;             /* another member is at another pc */
    bool acted;             /* a PP did something visible */
    uint32_t actor_pc;      /* if `acted`: the pc of that PP, perhaps in a runtime routine */
    uint32_t parted;        /* members with the mark `parted` */
    struct parting parting; /* the last cycle in which all members were at one pc; if `acted`: the lowest PP
                               that did something visible */
};

enum membership {
    IN_NONE,   /* in no group, or on the way into one */
    IN_GROUP,  /* member of the leaf group `group` */
    OUT_OF_IT, /* has left `group`; on the way to a barrier or out of synchronous code */
    IN_BARRIER /* waits in the barrier of `group`, which it will belong to */
};

struct check_pp {
    struct group *group; /* innermost group; NULL: none */
    /* the groups that it left for an excursion (join), innermost last: passengers may come from different
     * ones */
    struct group **origins;
    uint32_t origin_count, origin_room;
    enum membership membership;
    bool is_async;       /* in an asynchronous region */
    bool parted;         /* its group went on without it: it must leave */
    uint32_t barrier_gp; /* gp at barrier_enter */
    struct moment left;  /* group_leave */
    struct parting parting;

    /* happens-before, race.c: 1 + the cycle each */
    uint64_t released[CHECK_RELEASES]; /* its last releases, a ring */
    uint32_t releases;
    uint64_t forgotten; /* the latest release that the ring has dropped; 0: none */
    uint64_t acquired;  /* its last acquire: it sees what others have released before */
};

/* What a step does, as far as others can see. */
enum deed { DEED_NOTHING, DEED_HINT, DEED_LEAVE, DEED_HALT, DEED_SYS, DEED_LOAD, DEED_STORE, DEED_COMBINE };

/* "stores to", "halts"; blame.c. */
extern const char *const deed_texts[];

/* What an instruction does with the values in registers; those with an access or a host call: nothing. */
enum effect {
    EFFECT_NOTHING, /* it computes no register */
    EFFECT_CLEAR,   /* computes something else than the following ones do */
    EFFECT_MOVE,    /* its operand passes unchanged */
    EFFECT_SUM,
    EFFECT_DIFFERENCE,
    EFFECT_AND,
    EFFECT_ANDN,
    EFFECT_OR,
    EFFECT_XOR
};

/* What a label says of an instruction and a variable. */
enum aim_label {
    LABEL_NONE,
    LABEL_MAKES, /* its target is the address of the variable */
    LABEL_MEANS, /* it accesses the variable */
    LABEL_MASKED /* as LABEL_MEANS, but PPs that do not take part access another word */
};

/* What is known of an instruction before the run. */
struct check_code {
    enum deed intent; /* before its address is known */
    enum effect effect;
    bool is_runtime;  /* _start, or part of the runtime (lines.h) */
    bool is_quiet;    /* it computes, branches or jumps (sift in check.c) */
    bool is_word;     /* it loads or stores the value of a register, and no image or status */
    bool moves_stack; /* it writes to sp */
    uint8_t
        allocator; /* 1 + the row (heap.c) of the allocator that begins there; 0, here and below: none does */
    uint32_t frame; /* 1 + the first row (variable.c) of the variables of the function that begins there, or
                       of the shared variables that get words by this call; 0: none */
    /* by labels of fcc (asm/tables/guard.h): */
    bool is_rest;       /* it is unknown which words that it loads were written */
    enum aim_label aim; /* (aim.c) */
    uint32_t variable;  /* 1 + the number of the label of the variable whose register is its target, without a
                           value; 0: none */
    uint32_t index; /* 1 + the row of the subscripts that lead to its result, or to the word that it accesses
                       (index.c) */
};

/* A step with a visible effect. */
struct act {
    struct observer_step step;
    enum deed deed;
    uint32_t address; /* address of its access */
    uint32_t words;   /* number of words that the access covers */
};

/* An access of a PP to a word, as findings have it. */
struct access {
    const char *does;        /* "stores to" */
    uint32_t address, index; /* as the PP has it; of the host (memory_index) */
};

/* The machine's arena owns it, and all that it points to. */
struct check {
    struct machine *machine;
    struct observer observer; /* called with each cycle */
    struct check_pp *pps;
    struct group *
        *synchronous;   /* by PP: the leaf group that it must stay in lockstep with; NULL: it is free */
    struct steps steps; /* of this cycle, that are examined */
    struct act *acts;   /* visible steps of this cycle, in PP order; room for one a PP */
    struct observer_words stored; /* by one of them */
    struct check_code *code;      /* by pc */
    uint8_t *waits;               /* by pc: result of waits_find */
    uint32_t *places; /* by pc: the first instruction of its source line; the instruction itself if the line
                         is unknown */
    struct pages groups; /* by memory_slot: struct group * */
    uint32_t serials;
    struct pages cells;   /* of shared memory, as race.c knows them */
    struct pages words;   /* words.h: by host index the state, above that the number of the block; as the
                             difference from the initial state */
    struct pages starts;  /* by host index: the number of the block that groups get there; 0: none */
    struct block *blocks; /* number 0 is none */
    uint32_t block_count, block_room;
    struct registers *registers; /* by PP: value.h */
    struct variables *variables; /* variable.c */
    struct group
        *barrier_left;       /* the group whose barrier this step completed without PPs that have stopped */
    struct mishaps *mishaps; /* mishap.c; NULL: the run has no --faults */
    struct pages pointers;   /* words that hold private addresses: pointer.c */
    struct pages sources;    /* of values in stacks: word_access.c */
    uint32_t pp_block;       /* address of __fork_pp; 0: the program has none */
    struct aim *aims; /* by pc, aim.c: of the variable that check_code.aim is about; in a frame, `instance` is
                         its offset */
    struct pages aimed; /* words of memory with an aim: aim.c */
    struct indices {
        struct index_row *rows;
        uint32_t count, room;
    } indices; /* index.c */
    uint64_t cycle;
    const struct observer_cycle *now; /* the cycle that the engine shows */
    struct observer_step step;        /* of it, the one that is examined: what follows calls `the step` */
    struct registers *own;            /* of the PP at the step, which is called `the PP` */
};

/* The value of a register of the PP before the step. */
static inline uint32_t step_word(const struct check *check, unsigned number)
{
    return observer_word(check->now, &check->step, number);
}

/* ---- survey.c */

/* Finds what is known of the program: fills code, waits, places, and what other files hold. */
void check_survey(struct check *check);

/* ---- group.c */

/* The group that a PP is a synchronous member of; NULL: none. */
static inline struct group *group_of_synchronous(const struct check_pp *pp)
{
    return pp->membership == IN_GROUP && !pp->is_async ? pp->group : NULL;
}

/* The PP executes a hint: updates the groups. False: machine->fault is set. */
bool group_hint(struct check *check);

/* The group of the PP goes on without it. */
void group_part(struct check_pp *pp, struct group *group, struct parting parting);

/* The PP halts. False: it must not halt here. */
bool group_halt(struct check *check);

/* The group around `group`, for a PP that is in it and has left *origins others for an excursion. */
static inline struct group *group_around(const struct check_pp *pp, const struct group *group,
                                         uint32_t *origins)
{
    return group->parent != NULL || *origins == 0 ? group->parent : pp->origins[--*origins];
}

/* Whether `pp` is in the instance `serial` of a group or in one of its subgroups. */
static inline bool group_contains(const struct check_pp *pp, uint32_t serial)
{
    uint32_t origins = pp->origin_count;
    for (const struct group *group = pp->group; group != NULL; group = group_around(pp, group, &origins))
        if (group->serial == serial)
            return true;
    return false;
}

/* --faults stops the PP: removes it from its groups. */
void group_die(struct check *check, uint32_t pp);

/* ---- race.c */

/* Later acquires of other PPs see what the PP did up to a cycle. */
void race_release(struct check *check, uint32_t pp, uint64_t cycle);

/* An access to a word of shared memory: warns of a data race. datum: the value that a store stores. */
void race_access(struct check *check, enum deed deed, uint32_t address, uint32_t datum);

/* The last store to the word at a host index was lost or overwritten by --faults. */
void race_forget(struct check *check, uint32_t index);

/* ---- mishap.c */

/* Does nothing if the run has no --faults; except for mishap_explain, the others require check->mishaps. */
void mishap_survey(struct check *check);

/* Before a cycle is examined. */
void mishap_begin_cycle(struct check *check);

/* A member of a synchronous group does something visible while other members stand still: those are parted
 * from the group. */
void mishap_part(struct check *check, struct group *group);

/* The first PP leaves the barrier of check->barrier_left. */
void mishap_leave_barrier(struct check *check);

/* The run fails: appends to the message what --faults did to the PPs before. Does nothing without --faults.
 */
void mishap_explain(struct check *check);

/* A PP is about to access a word: notes it if the word holds a wrong value. */
void mishap_access(struct check *check, enum deed deed, uint32_t index);

/* Remembers the state of a word before the PP stores to it, for the case that the store is lost. */
void mishap_remember(struct check *check, uint32_t index, uint32_t state, uint32_t block);

/* ---- blame.c */

enum { PLACE_SIZE = 160 };

/* The instruction to blame: if the step is in library or runtime, the user's call of it. */
uint32_t blame_pc(const struct check *check);

/* "sort.fork:12, in function merge", or "pc 17" if nothing is known. */
const char *blame_place(const struct check *check, uint32_t pc, char text[PLACE_SIZE]);

/* The step. */
struct moment moment_of(const struct check *check);

/* The hint "PP 3 DID in cycle 12 at sort.fork:12, in function mergeREST". */
void blame_moment(const struct check *check, struct fault *fault, struct moment moment, const char *did,
                  const char *rest);

/* Fills in a warning about this step: place and text. NULL: fails the run at this step; if that is in a
 * runtime routine, the text names the routine. Returns false. */
bool blame(struct check *check, struct warning *warning, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A new warning of this kind at this step, about the cell at an address of the PP, with its name: the caller
 * fills in the rest with blame. NULL: the place already has a warning of this kind with this key. `kind`
 * lives as long as the run. */
struct warning *blame_cell(struct check *check, const char *kind, uint32_t key, uint32_t address);

/* A new note at this place, inside the program or not, about the cell at a global address, with its name;
 * MEMORY_ILLEGAL: about none. The caller fills in the rest with fault_set or blame. NULL: the place
 * already has a note of this kind. `kind` lives as long as the run. */
struct warning *blame_note(struct check *check, const char *kind, uint32_t pc, uint32_t address);

#endif
