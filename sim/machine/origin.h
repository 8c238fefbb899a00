/* origin.h - where the instructions of a program come from: the user's own texts, the library, the runtime.
 *
 * Messages name the user's call of the library (caller.h). Accesses of the runtime's routines to their own
 * records do not count as the user's (statistics, --check). Recognised by names of functions and source files
 * in the object. Knows objects; no machine, no engine.
 */
#ifndef PRAM_ORIGIN_H
#define PRAM_ORIGIN_H

#include <stdint.h>

#include "asm/object.h"
#include "common/arena.h"

enum code_origin {
    ORIGIN_USER,    /* all else */
    ORIGIN_LIBRARY, /* a source file of fork-rt/, or a header of the library */
    ORIGIN_RUNTIME  /* functions __fork_..., and the assembly files of fork-rt/, _start among them: they keep
                       the group  frames, barrier cells, buses, the heap */
};

/* The origin of each of the object's instructions, by pc; functions: program.functions. The arena owns it. */
uint8_t *origin_table(struct arena *arena, const struct object *object, const uint32_t *functions);

#endif
