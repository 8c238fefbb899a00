/* notice.h - data races that the core comes across (docs/internals/engine.md, section 10): accesses to cells,
 * and the places in the program that are examined.
 *
 * notice.c   examined accesses: all to cells that PPs must ask for, and those at wanted places
 * places.c   which places are wanted, and for how long: PPs stop there, and the access is an event
 *
 * Knows the core; nothing of speculation and rollback. */
#ifndef PRAM_EVENT_NOTICE_H
#define PRAM_EVENT_NOTICE_H

#include "sim/solo/state.h"
#include "sim/tile/tile.h"

/* What is known of an examined cell: the last store, and loads by two PPs, the later one first; a cycle is 0
 * if there is none. */
struct event_access {
    uint64_t cycle;
    uint32_t pp, pc;
    uint32_t value; /* of the cell after the access */
    bool is_store;  /* among loads: a store of the word that was already there */
};
struct event_sight {
    uint32_t cell;
    struct event_access store, loads[2];
};

/* An examined access, and when the PP first did something after it that others can wait for; 0: not yet. */
struct event_deed {
    uint64_t cycle, out;
};
struct event_deeds {
    struct event_deed last[DEEDS]; /* a ring */
    uint32_t next;
};

/* What is known about races (notice.c). */
struct event_notices {
    struct event_sight seen[SEEN_CELLS];   /* cells replace each other */
    uint64_t *folded;                      /* a bit for each shared cell used by multiprefix, or waited for */
    struct tile_folded ranges[TILE_FOLDS]; /* ranges with such cells that tiles have seen */
    uint64_t in_use;                       /* a bit for each range that is not empty */
    bool some;                             /* some access has been recorded */
    bool are_over;                         /* nothing is reported any more */
    uint64_t *ordered; /* by PP: accesses of others up to that cycle are ordered before this PP, if those PPs
                          have since done something that this PP can wait for */
    struct event_deeds *deeds; /* by PP */
    uint8_t *wanted;           /* by pc: accesses there are events, and are examined */
    uint16_t *visits;          /* remaining visits, or VISITS_NEVER */
    uint64_t again;            /* visits of places that were not new */
    uint32_t unseen; /* places of loads that are neither wanted nor order PPs: loads there tell nothing */
    uint64_t unseen_until; /* up to this cycle PPs may have loaded at such a place */
    uint64_t released;     /* cycle of the last write to a cell used by multiprefix */
    uint32_t *places;      /* by pc: the first instruction of its line; NULL: not needed so far */
};

/* The PP that writes to a cell, and its place. */
struct event_writer {
    struct event_pp *pp; /* NULL: none to report */
    uint32_t pc;
};

/* A writer that is never reported, such as a multiprefix request. */
#define EVENT_NO_WRITER ((struct event_writer){.pp = NULL})

/* Whether an instruction is the user's, and no polling loop: only such accesses are reported. */
static inline bool event_is_judged(const struct event_core *core, uint32_t pc)
{
    return pc < core->machine->program.count && core->world->judged[pc] != 0;
}

/* ---- notice.c */

/* A plain store to an examined cell. */
void event_notice_store(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before,
                        struct event_writer writer);

/* A PP stores to shared memory or makes a multiprefix request, in a cycle or later: others may wait for that.
 */
void event_weigh_out(const struct event_core *core, struct event_pp *pp, uint64_t cycle);

static inline void event_go_out(struct event_core *core, struct event_pp *pp, uint64_t cycle)
{
    if (pp->is_noted)
        event_weigh_out(core, pp, cycle);
}

/* PPs synchronise by the cell, if it is shared. */
static inline void event_note_lock(struct event_core *core, uint32_t cell)
{
    if (cell < core->machine->memory.shared_words)
        core->notices->folded[cell / 64] |= (uint64_t)1 << cell % 64;
}

/* A multiprefix request orders the PP after earlier actions of others, by its cell. */
static inline void event_order(struct event_core *core, struct event_pp *pp, uint32_t cell, uint64_t cycle)
{
    if (core->notices->some)
        core->notices->ordered[pp->number] = cycle;
    core->notices->released = cycle;
    event_go_out(core, pp, cycle);
    event_note_lock(core, cell);
}

/* The PP loads an examined cell in its present cycle, in asynchronous code, by an instruction that may be
 * reported. */
void event_weigh_load(struct event_core *core, struct event_pp *pp, uint32_t cell);

static inline void event_notice_load(struct event_core *core, struct event_pp *pp, uint32_t cell)
{
    if ((pp->now.modes & SNAPSHOT_IN_ASYNC) != 0 && !pp->now.in_barrier &&
        event_is_judged(core, pp->now.reg[1]))
        event_weigh_load(core, pp, cell);
    else if (core->notices->some)
        core->notices->ordered[pp->number] = pp->now.cycle;
}

/* A tile has seen multiprefix requests in these ranges. */
void event_notice_folds(struct event_core *core, const struct tile_folded ranges[TILE_FOLDS]);

/* ---- places.c */

/* Loads at pc have found cells used by multiprefix: from now on they order PPs after others. */
void event_note_orders(struct event_core *core, uint32_t pc);

static inline bool event_orders_at(const struct event_core *core, uint32_t pc)
{
    return (core->notices->wanted[pc] & LANE_ORDERS) != 0;
}

/* A load at such a place, or of a polling loop: its cell orders, too. */
static inline void event_wait_for(struct event_core *core, const struct event_pp *pp, uint32_t pc,
                                  uint32_t cell, uint64_t cycle)
{
    core->notices->ordered[pp->number] = cycle;
    if (!event_orders_at(core, pc))
        event_note_lock(core, cell);
}

/* Finds the places that may be wanted; all of them are. False: memory is short. */
bool event_find_places(struct event_core *core);

/* A PP accesses memory at a wanted place. */
void event_visit(struct event_core *core, uint32_t pc);

static inline bool event_is_wanted(const struct event_core *core, uint32_t pc)
{
    return (core->notices->wanted[pc] & LANE_WANTED) != 0;
}

#endif
