/* ran.h - what the PPs of a thread's tiles have executed in the present segment of level 0, so that nothing
 * after the cycle of a fault counts (end/take_back.c).
 *
 * A running strand notes its jumps, and, each time that it counts its instructions, their number: together
 * with the jumps this gives the instructions and their cycles, from the last one back. For a single PP its
 * state at the beginning is kept instead, and it is run once more. Levels 1 to 5 note nothing. Knows neither
 * tiles nor strands. */
#ifndef PRAM_TILE_RAN_H
#define PRAM_TILE_RAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tile_ran_kind {
    RAN_STEPS, /* PPs have executed `steps` instructions, the last one before `pc`, or where it jumped from */
    RAN_JUMP,  /* the instruction at `pc` has jumped; `cycle` is the one after it */
    RAN_ROUNDS, /* PPs at `pc` have skipped rounds of a loop of `steps` instructions at `first` */
    RAN_WAIT    /* PPs have left a barrier, after a sum of `cycles` */
};

struct tile_ran_one {
    uint64_t cycle;  /* the cycle of it; of RAN_STEPS and RAN_JUMP the one after it */
    uint64_t cycles; /* see above; of RAN_ROUNDS the number of rounds */
    uint32_t pc;
    uint32_t steps, count; /* instructions, PPs */
    uint32_t first;        /* of RAN_STEPS: entries before this one are no jumps of this strand */
    uint8_t kind;          /* enum tile_ran_kind */
    bool inside;           /* in a barrier */
};

struct tile_ran_lane;
struct tile_ran {
    struct tile_ran_one *ones;
    struct tile_ran_lane *lanes; /* PPs that have run on their own */
    uint32_t count, room;
    uint32_t lane_count, lane_room;
    uint32_t first; /* first entry of the running strand */
    bool notes;     /* false: nothing is noted, at levels 1 to 5, or while entries are read */
};

/* Room for more entries. False: memory is short; nothing is noted or rolled back any more. */
bool tile_ran_grow(struct tile_ran *ran);
bool tile_ran_grow_lanes(struct tile_ran *ran);

/* A segment begins, or continues after a stop: everything before is the machine's. */
static inline void tile_ran_begin(struct tile_ran *ran)
{
    ran->count = ran->lane_count = 0;
}

/* A strand begins to run. */
static inline void tile_ran_begin_strand(struct tile_ran *ran)
{
    ran->first = ran->count;
}

/* The next entry, of which only the kind is set; NULL: nothing is noted. */
static inline struct tile_ran_one *tile_ran_note(struct tile_ran *ran, enum tile_ran_kind kind)
{
    if (!ran->notes || (ran->count == ran->room && !tile_ran_grow(ran)))
        return NULL;
    struct tile_ran_one *one = &ran->ones[ran->count++];
    one->kind = (uint8_t)kind;
    return one;
}

/* `members` members of the strand have executed `steps` instructions, in a barrier or not, before `pc` and
 * `cycle`. */
static inline void tile_ran_steps(struct tile_ran *ran, bool inside, uint32_t members, uint32_t steps,
                                  uint32_t pc, uint64_t cycle)
{
    struct tile_ran_one *one = steps != 0 ? tile_ran_note(ran, RAN_STEPS) : NULL;
    if (one == NULL)
        return;
    one->cycle = cycle;
    one->pc = pc;
    one->steps = steps;
    one->count = members;
    one->first = ran->first;
    one->inside = inside;
}

/* The instruction at `pc`, executed before `cycle`, has jumped. */
static inline void tile_ran_jump(struct tile_ran *ran, uint32_t pc, uint64_t cycle)
{
    struct tile_ran_one *one = tile_ran_note(ran, RAN_JUMP);
    if (one == NULL)
        return;
    one->cycle = cycle;
    one->pc = pc;
}

#endif
