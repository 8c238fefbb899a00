/* frame.h - the private frame: prologue, epilogue, and the numbers of its words. */
#ifndef FCC_FRAME_H
#define FCC_FRAME_H

#include "fcc/back/machine.h"

/* Decides whether the function needs a frame, inserts prologue and epilogues (RET becomes the epilogue and
 * `jmp ra`), and turns BASE_NEAR and BASE_FAR into offsets from fp. docs/internals/abi.md, section 2. */
void frame_build(struct machine_function *function);

#endif
