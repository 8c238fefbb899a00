/* rows.h - a block as intermediate code of one function: all PPs of a tile, 16 at a time, registers as
 * vectors. Calls ir, alu. */
#ifndef PRAM_NATIVE_ROWS_H
#define PRAM_NATIVE_ROWS_H

#include "sim/native/block.h"
#include "sim/native/ir.h"

/* Builds the function `name`, a block_code, in ir->module, for a block that block_find has found. */
void rows_build(struct ir *ir, const struct native_subject *subject, const struct block_request *request,
                const struct native_block *block, const char *name);

#endif
