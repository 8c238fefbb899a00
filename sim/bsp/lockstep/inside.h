/* inside.h - what lockstep.c and entry.c share: places and their blocks. Not for anybody else. */
#ifndef PRAM_LOCKSTEP_INSIDE_H
#define PRAM_LOCKSTEP_INSIDE_H

#include <stdatomic.h>

#include "sim/bsp/lockstep/lockstep.h"
#include "sim/bsp/native/plugin.h"

/* A block is made for so many different forms of its registers at most. */
enum { PLACE_BLOCKS = 4 };

/* Code that is offered; or, if the block has none, what is known: no block begins there for these forms of
 * all registers. */
struct lockstep_entry {
    struct rows_entry entry;
    struct native_block block;
    const struct rows_entry *otherwise; /* where it does not fit */
};

struct place;

/* What places know of the run: where they are offered, and whom they ask for a block. */
struct place_owner {
    struct runners *runners;
    uint32_t hot;  /* where so many PPs have come to, a tile's at a time, a block is asked for */
    uint32_t most; /* instructions of a block */
    /* Any thread may ask. If it is no time for it, place->met becomes 0 again. */
    void (*ask)(struct place_owner *owner, struct place *place, const struct block_request *request);
};

/* A pc at which a block may begin. Its entry is offered, or where later ones hand the tile on to. */
struct place {
    struct rows_entry entry;
    const struct rows_entry *otherwise; /* NULL: interpret */
    struct place_owner *owner;          /* NULL: no block begins there */
    uint32_t pc;
    _Atomic uint32_t met;                        /* PPs that have come here since a block was asked for */
    _Atomic double asked;                        /* when that was; stats_clock */
    _Atomic uint32_t made;                       /* blocks that have been made or tried */
    struct lockstep_entry *blocks[PLACE_BLOCKS]; /* the first `made`; NULL: LLVM could not */
};

/* Offers the place's own entry at a pc, if it has none yet. */
void place_offer(struct place_owner *owner, struct place *place, uint32_t pc);

/* Takes the place's own entry back: no tile need come to it any more. */
void place_withdraw(struct place *place);

/* Offers a block that has been made, if it has code. `entry` stays where it is. */
void place_offer_block(struct place *place, struct lockstep_entry *entry);

#endif
