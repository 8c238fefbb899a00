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

/* Shows the cycle that begins to the model. Every request of the cycles before has been carried out, and
 * no thread writes to memory or tiles meanwhile. False: it ends the run, machine->fault says why. */
bool show_cycle(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle);

#endif
