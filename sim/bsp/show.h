/* show.h - the cycles of a run at level 0 for --model (sim/machine/observer.h): what each PP is
 * about to do, taken from the tiles. Knows tiles; neither threads nor segments.
 */
#ifndef PRAM_BSP_SHOW_H
#define PRAM_BSP_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/bsp/tile/tile.h"

/* Where steps are laid out; one thread's. */
struct show;

/* Only for a machine that has a listener, --model. NULL if memory is short. */
struct show *show_create(const struct tile_world *world);
void show_destroy(struct show *show);

/* Who may doze (tile_doze). */
enum tile_dozers show_dozers(const struct show *show);

/* Before a segment in which strands that doze go on to do so, from this cycle on. False: the model has to
 * see what they do. */
bool show_dozing(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle);

/* Nobody dozes in the segment that begins. */
void show_awake(struct show *show);

/* After it: the model learns what sleeping PPs have loaded in the cycles before `end`. */
void show_dozed(struct show *show, uint64_t end);

/* Shows the cycle that begins to the model. Every request of the cycles before has been carried out, and
 * no thread writes to memory or tiles meanwhile. False: it ends the run, machine->fault says why. */
bool show_cycle(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle);

/* So many cycles after this one, which has been shown, need not be shown: UINT8_MAX if there is nobody who
 * could ask for anything. PPs store in the last of them only. */
unsigned show_ahead(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle, bool dozes);

#endif
