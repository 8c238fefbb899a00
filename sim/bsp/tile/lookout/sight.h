/* sight.h - what a lookout knows of its tile's PPs: shared by those who decide when it looks (lookout.c) and
 * at what (sight.c). Knows tile, noticed.
 */
#ifndef PRAM_TILE_SIGHT_H
#define PRAM_TILE_SIGHT_H

#include "sim/bsp/tile/lookout/lookout.h"
#include "sim/machine/record/noticed.h"

/* What is spent: for an access that is looked at; for a PP whose access is passed by; and where PPs of whom
 * some are chosen are together, one for so many of them. */
enum { LOOKED_COST = 16, PASSED_COST = 1, CHOSEN_OF_COST = 1 };

/* All cells are divided into parts; where more PPs than these stand together one of them is looked at. */
enum { PARTS_SHIFT = 2, PARTS = 1 << PARTS_SHIFT, PARTS_PPS = 256, FOUND_MOST = 64 };

/* An access; time 0: there was none. */
struct past {
    uint32_t time, pc;
    uint16_t lane;
    bool is_store; /* among loads: of what was there */
};

struct seen {
    uint32_t look; /* in which it was seen; else it is of no use */
    uint32_t cell;
    uint32_t value; /* that `store` is to leave */
    struct past store;
    struct past loads[2]; /* of different PPs, the later one first; and stores that changed nothing */
};

/* A pair of places. */
struct found {
    enum noticed_kind kind;
    uint32_t cell;
    struct noticed_access access, other;
    uint64_t times;
    uint64_t segment, before; /* .. and before the segment that began in that cycle */
};

/* A place in the program. */
struct visits {
    uint32_t times;             /* how often PPs have been there together, in this turn */
    uint32_t news;              /* lookout.news when that was last looked at */
    uint32_t singly;            /* how often a PP has been there on its own, in this turn */
    bool is_known;              /* a pair has been found that it is one of */
    uint32_t touch, touch_news; /* what is noted there, and lookout.news when it began (between.c) */
};

struct lookout {
    bool sees;        /* in this turn somebody has done what may race, */
    bool holds;       /* .. and in this look there is a cell in `seen` */
    uint64_t opened;  /* cycle in which the present look began, */
    uint64_t segment; /* .. in which the present segment did */
    uint32_t look;    /* its number, from 1 */
    uint32_t turn; /* how often there has been a time to look, from 1: several looks, if PPs leave the tile */
    uint64_t cost; /* of all that has been looked at in the run */
    uint64_t turn_cost, turn_end;   /* .. when this turn began, and when it is over; 0: there is none now */
    uint64_t turn_opened;           /* cycle in which it began, or began again, in the present look */
    uint64_t cycles;                /* which its looks before this one took, */
    uint64_t cycles_most;           /* .. and all may take */
    uint32_t news;                  /* how many new places PPs have come to */
    uint64_t new_cost_end, new_end; /* .. which are looked for until `cost`, or the cycle, is that */
    uint32_t shift;                 /* of hashes: so many bits say the place in `seen` */
    struct tile_folded lock[TILE_FOLDS]; /* those of tile.folded that there are, */
    uint32_t lock_count;
    struct tile_folded locks; /* .. and what they lie in */
    uint32_t found_count;
    struct found found[FOUND_MOST];
    /* by lane, 0: never; one piece of memory: when it was last put after all that others had done, */
    uint32_t *looked;
    uint32_t *ordered; /* .. after those that had done what others can wait for, by a multiprefix request, */
    uint32_t *out[2];  /* .. and did so itself, the last time and the time before */
    uint8_t *wanted;   /* by pc: of the tile, while nothing is looked at */
    struct visits *visits; /* by pc */
    struct seen *seen;
    struct between *between; /* what is kept for other tiles; NULL: there are none */
    uint32_t part;           /* of all cells, as a number, in this look: the same in all tiles at that time */
    uint32_t *cells, *parts; /* by lane: of the present access, and to which part of all cells it belongs */
};

/* When the PP was last put after others. */
static inline uint32_t lookout_last(const struct lookout *lookout, uint32_t lane)
{
    const uint32_t looked = lookout->looked[lane], ordered = lookout->ordered[lane];
    return looked > ordered ? looked : ordered;
}

/* Whether there is something left to be spent. */
static inline bool lookout_may_look(const struct lookout *lookout)
{
    return lookout->turn_end != 0 || lookout->cost < lookout->new_cost_end;
}

/* What the tile knows of cells that are used by multiprefix. */
void lookout_learn_locks(const struct tile *tile, struct lookout *lookout);

/* An access at `pc` of members of a strand: whether it is looked at. Begins a look if the place is new. */
bool lookout_begins_to_see(struct tile *tile, const struct strand *strand, uint32_t pc);

#endif
