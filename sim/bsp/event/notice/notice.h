/* notice.h - races that the core comes across (docs/internals/engine.md, section 10): what was done to cells,
 * and at which places in the program it looks.
 *
 * notice.c   accesses that are looked at: all to cells that PPs have to ask for, and those at places that are
 *            wanted
 * places.c   which places are, and for how long: PPs stop there, and make an event of the access
 *
 * Knows what the core is; nothing of how PPs run ahead, or come back.
 */
#ifndef PRAM_EVENT_NOTICE_H
#define PRAM_EVENT_NOTICE_H

#include "sim/bsp/event/state.h"
#include "sim/bsp/tile/lookout/lookout.h"

/* An access that a PP was told of, and when, after it, the PP first did what others can wait for: 0: not yet.
 */
struct event_deed {
    uint64_t cycle, out;
};
enum { DEEDS = 4 };
struct event_deeds {
    struct event_deed last[DEEDS]; /* a ring */
    uint32_t next;
};

/* A finding that is known: where the access stands, and the one before. */
struct event_pair {
    uint32_t access, other;
    uint32_t index; /* in machine.noticed.kept, + 1; 0: the pair is free */
};

/* What is noticed of races (notice.c). */
enum { SEEN_CELLS = 1024, NOTICED_PAIRS = 64 };
struct event_notices {
    struct lookout_sight seen[SEEN_CELLS]; /* cells drive each other out */
    struct event_pair pairs[NOTICED_PAIRS];
    uint64_t *folded; /* a bit for each shared cell that is asked for by multiprefix, or waited for; owned; */
    struct tile_folded ranges[TILE_FOLDS]; /* .. ranges in which there are such, by what tiles have seen, */
    struct tile_folded all_ranges;         /* .. all of which lie between */
    bool some;                             /* there has been somebody to be told of */
    struct event_deeds *deeds;             /* by PP; NULL: there are too many */
    uint8_t *wanted;                       /* by pc: accesses there are events, and looked at, */
    uint16_t *visits;                      /* .. so many times more, or VISITS_NEVER; owned, as: */
    uint32_t *accesses;                    /* .. the places that may be wanted, */
    uint32_t access_count;                 /* .. so many */
    uint64_t again;                        /* so many visits of places that are not new */
    uint32_t *places;                      /* by pc: the first instruction of its line; NULL: not asked yet */
};

/* Who writes to a cell, and where. */
struct event_writer {
    struct event_pp *pp; /* NULL: nobody that could be told of, */
    uint32_t pc;
    bool is_told; /* even if nobody has to ask for the cell */
};

/* .. as a multiprefix request does. */
#define EVENT_NO_WRITER ((struct event_writer){.pp = NULL})

/* Whether an instruction is the user's, and nothing that waits for others: only such ones are told of. */
static inline bool event_is_judged(const struct event_core *core, uint32_t pc)
{
    return pc < core->machine->program.count && core->world->judged[pc] != 0;
}

/* ---- notice.c */

/* All PPs of a tile have been taken: what the tile knows of them is true of them here. */
void event_take_notices(struct event_core *core, const struct tile *tile);

/* A plain store to a cell that is looked at. */
void event_notice_store(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before,
                        struct event_writer writer);

/* A PP stores to shared memory, or asks for a multiprefix, in a cycle or after it: others may wait for
 * that. */
void event_weigh_out(const struct event_core *core, struct event_pp *pp, uint64_t cycle);

static inline void event_go_out(struct event_core *core, struct event_pp *pp, uint64_t cycle)
{
    if (pp->is_told)
        event_weigh_out(core, pp, cycle);
}

/* PPs do something with the cell that orders them, if it is a shared one. */
static inline void event_note_lock(struct event_core *core, uint32_t cell)
{
    if (cell < core->machine->memory.shared_words)
        core->notices->folded[cell / 64] |= (uint64_t)1 << cell % 64;
}

/* A multiprefix request for a cell puts the PP after what others have done before; the cell itself orders. */
static inline void event_order(struct event_core *core, struct event_pp *pp, uint32_t cell, uint64_t cycle)
{
    if (core->notices->some)
        core->histories[pp->number].ordered = cycle;
    event_go_out(core, pp, cycle);
    event_note_lock(core, cell);
}

/* The PP loads a cell that is looked at, in its present cycle, in asynchronous code, by an instruction that
 * is judged. */
void event_weigh_load(struct event_core *core, struct event_pp *pp, uint32_t cell);

static inline void event_notice_load(struct event_core *core, struct event_pp *pp, uint32_t cell)
{
    if (pp->now.in_async && !pp->now.in_barrier && event_is_judged(core, pp->now.reg[1]))
        event_weigh_load(core, pp, cell);
    else if (core->notices->some)
        core->histories[pp->number].ordered = pp->now.cycle;
}

/* A tile has seen multiprefix requests in these ranges. */
void event_notice_folds(struct event_core *core, const struct tile_folded ranges[TILE_FOLDS]);

void event_forget_notices(struct event_core *core);

/* ---- places.c */

/* Loads there have found cells that are used by multiprefix: they put PPs after others, told or not. */
void event_note_orders(struct event_core *core, uint32_t pc);

static inline bool event_orders_at(const struct event_core *core, uint32_t pc)
{
    return (core->notices->wanted[pc] & LANE_ORDERS) != 0;
}

/* A load at such a place, or of a loop that waits, whose cell orders, too. */
static inline void event_wait_for(struct event_core *core, const struct event_pp *pp, uint32_t pc,
                                  uint32_t cell, uint64_t cycle)
{
    core->histories[pp->number].ordered = cycle;
    if (!event_orders_at(core, pc))
        event_note_lock(core, cell);
}

/* Finds the places. False: memory is short. */
bool event_find_places(struct event_core *core);

/* PPs are taken for the first time: all places are wanted; none, if memory is short. */
void event_want_places(struct event_core *core);

/* A PP comes to an access at a place that is wanted. */
void event_visit(struct event_core *core, uint32_t pc);

static inline bool event_is_wanted(const struct event_core *core, uint32_t pc)
{
    return (core->notices->wanted[pc] & LANE_WANTED) != 0;
}

#endif
