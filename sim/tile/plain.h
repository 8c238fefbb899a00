/* plain.h - runs one PP for a stretch of the program, in a loop for the common instructions.
 *
 * The loop does what the machine does. It stops before the first instruction that may be an RPI, is a hint,
 * faults, takes more than one cycle or reads the clock, and before each whose operation.plain is
 * DECODE_ILLEGAL. It changes registers, flags, cells by stores that are no RPIs (after border_before,
 * border.h), counters of loads and stores, and nothing else. Knows tile.h; neither segments nor phases. */
#ifndef PRAM_TILE_PLAIN_H
#define PRAM_TILE_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/tile/tile.h"

/* A PP's own stack or private area: word w of it, at the address `address` + w, is cells[index + (w <<
 * lane_shift)]. */
struct plain_area {
    uint32_t address, words, index;
};

/* A PP that runs on its own. plain_run begins at reg[1], in the cycle of its strand, and leaves reg[1] at the
 * pc where it stops. */
struct scalar {
    struct tile *tile;
    struct strand *strand; /* of this PP only */
    uint32_t lane, pp;
    uint32_t *reg;        /* R0 .. R31 and DECODE_SINK; R0 is set to 0 first */
    uint32_t status;      /* flags, without the modulo bit */
    uint32_t late_target; /* the register that a delayed value reaches at the end of the present instruction;
                             DECODE_SINK: none. 1, the pc: plain_run stops before that instruction */
    uint32_t late_value;
    struct plain_area stack, private;
    bool loads;           /* loads from shared memory and own areas are no RPIs */
    bool stack_at_once;   /* nor are stores to the own stack */
    bool private_at_once; /* nor stores to the own private area */
};

/* Executes at most `most` instructions, and returns their number. The caller updates the cycle counter and
 * the steps of the strand. */
uint32_t plain_run(struct scalar *s, uint32_t most);

#endif
