/* show.h - the cycles of a run at level 0 for --model (sim/machine/observer.h): the next step of each PP,
 * taken from the tiles. Knows tiles; neither threads nor segments. */
#ifndef PRAM_BSP_SHOW_H
#define PRAM_BSP_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/tile/tile.h"

/* Room for steps; used by one thread. */
struct show;

/* Only for a machine with the observer --model. NULL if memory is short. */
struct show *show_create(const struct tile_world *world);
void show_destroy(struct show *show);

/* Which PPs may sleep (tile_doze). */
enum tile_dozers show_dozers(const struct show *show);

/* Shows the next cycle to the model. All requests of earlier cycles have been carried out, and no thread
 * writes to memory or tiles meanwhile. False: the model ends the run, machine->fault has the reason. */
bool show_cycle(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle);

#endif
