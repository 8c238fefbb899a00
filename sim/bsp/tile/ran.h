/* ran.h - what the PPs of a thread's tiles have run through in the present segment of level 0: so that what
 * comes after the cycle of a fault does not count (end/take_back.c).
 *
 * A strand that runs notes its jumps, and, each time that it counts its instructions, how many lie behind it:
 * with the jumps that tells which they were, in which cycle, from the last one back. Of a PP that runs on its
 * own its state at the beginning is kept instead, and it is run once more. Levels 1 to 5 note nothing. Knows
 * neither tiles nor strands.
 */
#ifndef PRAM_TILE_RAN_H
#define PRAM_TILE_RAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tile_ran_kind {
    RAN_STEPS,   /* PPs have executed `steps` instructions, the last one before `pc`, or where it jumped from;
                  */
    RAN_JUMP,    /* .. of which the one at `pc` has jumped; `cycle` is the one after it */
    RAN_ROUNDS,  /* PPs that stood at `pc` have gone round a loop of `steps` instructions at `first` so often
                  */
    RAN_WAIT,    /* PPs have left a barrier in which they were for `cycles` together, */
    RAN_WAITED,  /* .. and for a profile, one of them: PP number `count`, called from before `pc` */
    RAN_CALL,    /* for a profile: PPs have executed the jump at `pc` to `other`, in `cycles` together, */
    RAN_FOREIGN, /* .. have accessed so many words (`cycles`) of others by the instruction at `pc`, */
    RAN_MARK     /* .. have come to a mark; `pc` is the hint's constant */
};

struct tile_ran_one {
    uint64_t cycle;  /* in which it was; of RAN_STEPS and RAN_JUMP the one after it */
    uint64_t cycles; /* or words: see above; of RAN_ROUNDS how often */
    uint64_t waited; /* of RAN_MARK: the PPs' cycles in barriers so far */
    uint32_t pc, other;
    uint32_t steps, count; /* instructions, PPs */
    uint32_t first;        /* of RAN_STEPS: the jumps of this strand are no entries before this one */
    uint8_t kind;          /* enum tile_ran_kind */
    bool inside;           /* in a barrier */
};

struct tile_ran_lane;
struct tile_ran {
    struct tile_ran_one *ones;
    struct tile_ran_lane *lanes; /* PPs that have run on their own */
    uint32_t count, room;
    uint32_t lane_count, lane_room;
    uint32_t first; /* where the entries of the strand begin that runs */
    bool alone;     /* a PP runs on its own, and will be run again: its foreign accesses are not noted */
    bool notes;     /* else nothing is noted: at levels 1 to 5, or while it is looked through */
};

/* Room for more entries. False: memory is short, and nothing is noted any more, nor taken back. */
bool tile_ran_grow(struct tile_ran *ran);
bool tile_ran_grow_lanes(struct tile_ran *ran);

/* A segment begins, or goes on after a stop: what lies behind is the machine's then. */
static inline void tile_ran_begin(struct tile_ran *ran)
{
    ran->count = ran->lane_count = 0;
}

/* A strand begins to run. */
static inline void tile_ran_begin_strand(struct tile_ran *ran)
{
    ran->first = ran->count;
}

/* The next entry, whose kind alone is known; NULL: nothing is noted. */
static inline struct tile_ran_one *tile_ran_note(struct tile_ran *ran, enum tile_ran_kind kind)
{
    if (!ran->notes || (ran->count == ran->room && !tile_ran_grow(ran)))
        return NULL;
    struct tile_ran_one *one = &ran->ones[ran->count++];
    one->kind = (uint8_t)kind;
    return one;
}

/* So many members of the strand have `steps` instructions behind them, in a barrier or not, before `pc` and
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

/* The instruction at `pc`, executed before `cycle`, has led somewhere else. */
static inline void tile_ran_jump(struct tile_ran *ran, uint32_t pc, uint64_t cycle)
{
    struct tile_ran_one *one = tile_ran_note(ran, RAN_JUMP);
    if (one == NULL)
        return;
    one->cycle = cycle;
    one->pc = pc;
}

#endif
