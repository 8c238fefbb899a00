/* check_state.h - what the parts of the checker share: PPs, groups, and how a finding is worded.
 *
 *   check.c   a cycle: where PPs are, and what they may do
 *   group.c   hints: which PP belongs to which group
 *   race.c    accesses to shared memory whose outcome depends on timing
 *   words.h   single words: never written, beside blocks of the heaps, between variables
 *   aim/      what an address is for, and so what lies outside of it
 *   mishap.h  what --faults does
 *   survey.c  what is known about the program before it runs
 *   lockstep/ what need not be looked at PP by PP, in the order of PPs
 *   blame.c   places, names and texts
 */
#ifndef PRAM_CHECK_STATE_H
#define PRAM_CHECK_STATE_H

#include "check.h"
#include "sim/machine/cell_name.h"

enum { CHECK_RELEASES = 8 }; /* releases of a PP that are remembered */

/* A group that PPs have entered. The record lives as long as the run; an address that is used again starts a
 * new instance. */
struct group {
    uint32_t gp;
    uint32_t serial;      /* of the instance, from 1 */
    struct group *parent; /* the group that it is a subgroup of; NULL: the group of a start or join */
    struct group *next;   /* in the same chain of the table */
    uint64_t entered;     /* cycle in which its members came */
    uint32_t entered_pc;
    uint32_t first_pp;  /* one that came */
    uint32_t inside;    /* PPs in it or in its subgroups, those on their way out included */
    uint32_t waiting;   /* of them: in its barrier */
    uint32_t out;       /* of them: have left it and not yet reached a barrier */
    uint32_t dead;      /* that have stopped in it by --faults, and are not inside any more; */
    uint32_t dead_pp;   /* the first of the dead PPs */
    uint32_t still;     /* members that --faults lets stand still since the others have last acted */
    uint64_t completed; /* 1 + the cycle of the last barrier_leave */
    uint64_t given;     /* 1 + the cycle in which it was given a block of its memory */

    /* where the members are */
    uint64_t seen;           /* 1 + the cycle in which the words below were set */
    uint32_t pc;             /* of the first member seen */
    uint32_t pp;             /* that member */
    bool apart;              /* another member stands elsewhere in that cycle */
    bool acted;              /* a PP did something visible in that cycle */
    uint32_t actor_pc;       /* then: where */
    uint32_t actor_place;    /* the instruction to name: the caller of a runtime routine */
    uint32_t actor;          /* then: the lowest PP */
    uint32_t parted;         /* members with the mark `parted` */
    uint64_t together_cycle; /* the last cycle in which all stood at one pc */
    uint32_t together_pc;
};

enum membership {
    IN_NONE,   /* in no group, or on the way into one */
    IN_GROUP,  /* member of the leaf group `group` */
    OUT_OF_IT, /* has left `group`; on the way to a barrier or out of synchronous code */
    IN_BARRIER /* waits; `group` is the one it will belong to */
};

/* Where a PP was before it went on an excursion (join): passengers may come from different groups. */
struct origin {
    struct group *group;
    struct origin *before; /* of the excursion before, if this one is inside of it */
};

struct check_pp {
    struct group *group;   /* the innermost; NULL: none */
    struct origin *origin; /* of the innermost excursion; NULL: it is on none */
    enum membership membership;
    bool is_async;       /* in an asynchronous region */
    bool parted;         /* others of its group went on without it: it must leave */
    uint32_t barrier_gp; /* gp at barrier_enter */
    uint32_t left_pc;    /* of group_leave */
    uint64_t left_cycle;
    uint64_t parted_cycle; /* where it was last together with its group */
    uint32_t parted_pc;
    uint32_t others_pc; /* what the others did without it */
    uint32_t others_pp;
    uint64_t others_cycle;

    uint64_t release[CHECK_RELEASES]; /* cycles of its last releases, a ring */
    uint32_t releases;
    uint64_t acquired; /* cycle of its last acquire */
};

struct race;
struct words;
struct heap;
struct written;
struct mishaps;
struct spoilt;
struct frames;
struct pointers;
struct meant;
struct aims;
struct round;
struct sift;

/* What a step does, as far as others can see. */
enum deed { DEED_NOTHING, DEED_HINT, DEED_LEAVE, DEED_HALT, DEED_SYS, DEED_LOAD, DEED_STORE, DEED_COMBINE };

/* A step that does something. */
struct act {
    const struct observer_step *step;
    enum deed deed;
    uint32_t address; /* of an access */
    uint32_t words;   /* number of words that the access covers */
};

struct check {
    struct machine *machine;
    struct observer observer; /* its look at a cycle */
    struct check_pp *pps;
    struct group **synchronous; /* by PP: the leaf group whose steps have to be its own; NULL: it is free */
    struct round *rounds;       /* by PP */
    struct sift *sift;          /* lockstep/lockstep.h; NULL: all steps are looked at */
    struct act *acts;           /* of this cycle, in PP order; room for one a PP */
    uint32_t *image;            /* of one of them; room for image_room words */
    size_t image_room;
    uint8_t *intents;    /* by pc: enum deed that the instruction looks like; what it is depends on where */
    uint8_t *is_runtime; /* by pc: _start, or part of the runtime (origin.h) */
    uint8_t *waits;      /* by pc: of waits_find */
    uint32_t *places;    /* by pc: the first instruction of its source line; itself if that is not known */
    struct group **table;
    uint32_t serials;
    struct race *race;
    struct words *words;        /* words.h */
    struct heap *heap;          /* heap.c */
    struct written *written;    /* written.c */
    struct group *barrier_left; /* its barrier was left without PPs that have stopped, by the present step */
    struct mishaps *mishaps;    /* mishap.h; NULL: the run has no --faults */
    struct spoilt *spoilt;      /* words that --faults has spoilt; NULL: the run has no --faults */
    struct frames *frames;      /* frame.c */
    struct pointers *pointers;  /* pointer.c */
    struct meant *meant;        /* meant.c */
    struct aims *aims;          /* aim/aim.h */
    uint64_t cycle;
    const struct observer_cycle *now; /* that cycle as it is shown */
};

/* ---- survey.c */

/* Fills intents, is_runtime, waits, places. False if memory is short. */
bool check_survey(struct check *check);

/* ---- order.c */

/* What the PP did before is visible to those that acquire later; it sees what others released before. */
void order_release(struct check *check, uint32_t pp);
void order_acquire(struct check *check, uint32_t pp);

/* The same of what the PP did up to an earlier cycle: it is known only now that others wait for what it
 * stored then. */
void order_release_at(struct check *check, uint32_t pp, uint64_t cycle);

/* ---- group.c */

/* The group that a PP is a synchronous member of; NULL: none. */
static inline struct group *group_of_synchronous(const struct check_pp *pp)
{
    return pp->membership == IN_GROUP && !pp->is_async ? pp->group : NULL;
}

/* The PP executes a hint: changes the groups. False: machine->fault is set. */
bool group_hint(struct check *check, const struct observer_step *step);

/* The PP halts. False: it may not. */
bool group_halt(struct check *check, const struct observer_step *step);

/* Whether `pp` is in the instance `serial` or in one of its subgroups. */
bool group_contains(const struct check_pp *pp, uint32_t serial);

/* The PP stops by --faults: it is no member of its groups any more. */
void group_die(struct check *check, uint32_t pp);

void group_free(struct check *check);

/* ---- race.c */

struct race *race_create(const struct machine *machine);
void race_destroy(struct race *race);

/* An access to a word of shared memory; warns. datum: what a store stores. */
void race_access(struct check *check, const struct observer_step *step, enum deed deed, uint32_t address,
                 uint32_t datum);

/* What was stored to the cell last has not come there, or is there no more. */
void race_forget(struct check *check, uint32_t address);

/* ---- blame.c */

enum { PLACE_SIZE = 160 };

/* The instruction that is to blame: the user's call if `step` is in library or runtime. */
uint32_t blame_pc(const struct check *check, const struct observer_step *step);

/* "sort.fork:12, in function merge", or "pc 17" if nothing is known. */
const char *blame_place(const struct check *check, uint32_t pc, char text[PLACE_SIZE]);

/* Fails the run at this step; the text names the runtime routine if the step is in one. Returns false. */
bool blame(struct check *check, const struct observer_step *step, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fills in a warning about this step: its place and the text. */
void blame_warn(struct check *check, const struct observer_step *step, struct warning *warning,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* A new note at this place, which lies in the program or not: the caller fills it by fault_set or blame_warn.
 * NULL: there is one of this kind for the place. `kind` lives as long as the run. */
struct warning *blame_note(struct check *check, const char *kind, uint32_t pc);

#endif
