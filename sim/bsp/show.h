/* show.h - the cycles of a run at level 0 for listeners (sim/machine/observer.h): what each PP is
 * about to do, taken from the tiles. Knows tiles; neither threads nor segments.
 */
#ifndef PRAM_BSP_SHOW_H
#define PRAM_BSP_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/bsp/tile/tile.h"

/* Where steps are laid out; one thread's. */
struct show;

/* Only for a machine that has listeners. NULL if memory is short. */
struct show *show_create(const struct tile_world *world);
void show_destroy(struct show *show);

/* Whether no listener wants to see cycles in which PPs only compute in their registers. */
bool show_skips_quiet(const struct show *show);

/* Who may doze (tile_doze). */
enum tile_dozers show_dozers(const struct show *show);

/* Before a segment in which strands that doze go on to do so, from this cycle on. False: listeners have to
 * see what they do. */
bool show_dozing(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle);

/* Nobody dozes in the segment that begins. */
void show_awake(struct show *show);

/* After it: listeners learn what those who doze have loaded in the cycles before `end`. */
void show_dozed(struct show *show, uint64_t end);

/* Shows the cycle that begins to all listeners. Every request of the cycles before has been carried out, and
 * no thread writes to memory or tiles meanwhile. False: a listener ends the run, machine->fault says why. */
bool show_cycle(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle);

/* So many cycles after this one, which has been shown, need not be shown: UINT8_MAX if there is nobody who
 * could ask for anything. PPs store in the last of them only. To be called if show_skips_quiet. */
unsigned show_ahead(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle, bool dozes);

#endif
