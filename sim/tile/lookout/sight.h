/* sight.h - what a lookout knows of its tile's PPs, for the decisions when to look (lookout.c) and what to
 * examine (sight.c). Knows tile, noticed. */
#ifndef PRAM_TILE_SIGHT_H
#define PRAM_TILE_SIGHT_H

#include "sim/tile/lookout/lookout.h"
#include "sim/observe/record/noticed.h"

/* Costs: of an examined access; of a PP whose access is skipped; and per this number of PPs in lockstep of
 * which some are chosen. */
enum { LOOKED_COST = 16, PASSED_COST = 1, CHOSEN_OF_COST = 1 };

/* All cells are divided into parts; of more PPs in lockstep than these, one part is examined. */
enum { PARTS_SHIFT = 2, PARTS = 1 << PARTS_SHIFT, PARTS_PPS = 256, FOUND_MOST = 64 };

/* An access; time 0: there was none. */
struct past {
    uint32_t time, pc;
    uint16_t lane;
    bool is_store; /* among loads: a store of the word that was already there */
};

struct seen {
    uint32_t look; /* the look in which it was seen; it is ignored in others */
    uint32_t cell;
    uint32_t value; /* that `store` has left */
    struct past store;
    struct past loads[2]; /* of different PPs, the later one first; and stores that changed nothing */
};

/* A pair of places. */
struct found {
    enum noticed_kind kind;
    uint32_t cell;
    struct noticed_access access, other;
    uint64_t times;
    uint64_t segment, before; /* and before the segment that began in that cycle */
};

/* A place in the program. */
struct visits {
    uint32_t times;  /* visits of PPs in lockstep, in this turn */
    uint32_t news;   /* lookout.news at the last of these */
    uint32_t singly; /* visits of single PPs, in this turn */
    bool is_known;   /* a pair with it has been found */
};

struct lookout {
    bool sees;        /* in this turn an access that may race has been made */
    bool holds;       /* in this look there is a cell in `seen` */
    uint64_t opened;  /* cycle in which the present look began */
    uint64_t segment; /* cycle in which the present segment began */
    uint32_t look;    /* its number, from 1 */
    uint32_t turn;    /* number of times to look, from 1: several looks, if PPs leave the tile */
    uint64_t cost;    /* of all examined accesses of the run */
    uint64_t turn_cost,
        turn_end;         /* the cost when this turn began, and at which it ends; 0: there is none now */
    uint64_t turn_opened; /* cycle in which it began, or began again, in the present look */
    uint64_t cycles;      /* cycles of its looks before this one */
    uint64_t cycles_most; /* maximum cycles of all of them */
    uint32_t news;        /* number of new places that PPs have reached */
    uint64_t new_cost_end, new_end;      /* cost or cycle up to which these are examined */
    uint32_t shift;                      /* right shift from hashes to places in `seen` */
    struct tile_folded lock[TILE_FOLDS]; /* the used entries of tile.folded */
    uint32_t lock_count;
    struct tile_folded locks; /* the range of all of them */
    uint32_t found_count;
    struct found found[FOUND_MOST];
    /* by lane, 0: never; one allocation: time when the PP was last ordered after everything of others */
    uint32_t *looked;
    uint32_t *ordered; /* the same, after others' actions that can be waited for, by a multiprefix request of
                          the PP */
    uint32_t
        *out[2]; /* times when it did something that others can wait for, the last one and the one before */
    uint8_t *wanted;       /* by pc: of the tile, outside looks */
    struct visits *visits; /* by pc */
    struct seen *seen;
    uint32_t part; /* the part of all cells in this look, as a number: the same in all tiles at that time */
    uint32_t *cells, *parts; /* by lane: the cell of the present access, and its part */
};

/* The time when the PP was last ordered after others. */
static inline uint32_t lookout_last(const struct lookout *lookout, uint32_t lane)
{
    const uint32_t looked = lookout->looked[lane], ordered = lookout->ordered[lane];
    return looked > ordered ? looked : ordered;
}

/* Whether some budget is left. */
static inline bool lookout_may_look(const struct lookout *lookout)
{
    return lookout->turn_end != 0 || lookout->cost < lookout->new_cost_end;
}

/* Records what the tile knows of cells used by multiprefix. */
void lookout_learn_locks(const struct tile *tile, struct lookout *lookout);

/* An access at `pc` of members of a strand: whether it is examined. Begins a look if the place is new. */
bool lookout_begins_to_see(struct tile *tile, const struct strand *strand, uint32_t pc);

#endif
