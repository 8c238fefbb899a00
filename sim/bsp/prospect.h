/* prospect.h - what strands will do in the cycles to come, as far as that can be said beforehand: from where
 * they are, straight on, by registers that are what they are now, or that plus a number. Knows tiles and the
 * program.
 *
 * Listeners are asked whether they can do without such cycles (observer.h): then they need not be segments of
 * their own. Nothing is said of what comes after a branch, but for how long it is quiet there.
 */
#ifndef PRAM_BSP_PROSPECT_H
#define PRAM_BSP_PROSPECT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/bsp/tile/tile.h"
#include "sim/machine/observer.h"

enum { PROSPECT_PATHS = 8, PROSPECT_REGISTERS = 32 };

/* Of a strand. */
struct prospect_path {
    const struct tile *tile;
    const struct strand *strand;
    uint32_t pc;
    bool is_opaque;                     /* where it goes is not known; only that it is quiet for */
    unsigned rest;                      /* .. so many cycles */
    uint32_t unknown;                   /* bit r: nothing is known of register r */
    uint32_t added[PROSPECT_REGISTERS]; /* else it is more than it is now by so much */
};

struct prospect {
    struct prospect_path paths[PROSPECT_PATHS];
    unsigned count;
};

/* What all do in a cycle together: the most of what one does. */
enum prospect_deed { PROSPECT_COMPUTE, PROSPECT_LOAD, PROSPECT_STORE, PROSPECT_UNKNOWN };

/* Begins with the cycle that begins. `dozes`: strands that doze go on to do so. False: there are too many
 * strands, or none. */
bool prospect_begin(struct prospect *prospect, const struct tile *tiles, uint32_t count, uint64_t cycle,
                    bool dozes);

enum prospect_deed prospect_look(struct prospect *prospect);

/* Goes on to the next cycle. To be called after prospect_look, if that is neither PROSPECT_STORE nor
 * _UNKNOWN. */
void prospect_step(struct prospect *prospect);

/* The strands that load or store in the cycle, and by how much their addresses are ahead of their registers;
 * room for PROSPECT_PATHS. False: that is not known. */
bool prospect_strands(const struct prospect *prospect, struct observer_strand *strands, uint32_t *count);

#endif
