/* lines.h - what an object says about instructions: the source line, since findings are distinguished by
 * lines; the function; the origin, since messages name the user's call of the library (caller.h), and
 * accesses of the runtime to its own records do not count as the user's. Knows objects; no engine. */
#ifndef PRAM_LINES_H
#define PRAM_LINES_H

#include <stdint.h>

struct arena;
struct machine;
struct object;

/* By pc: the first instruction of its source line anywhere in the program; itself if its line is unknown.
 * Owned by the machine's arena. */
uint32_t *lines_first(struct machine *machine);

/* For program.functions. The arena owns them. */
uint32_t *functions_first(struct arena *arena, const struct object *object);

/* Recognised by names of functions and source files. */
enum code_origin {
    ORIGIN_USER,    /* all else */
    ORIGIN_LIBRARY, /* a source file of fork-rt/, or a header of the library */
    ORIGIN_RUNTIME  /* functions __fork_..., and the assembly files of fork-rt/, _start among them: they keep
                       the group  frames, barrier cells, buses, the heap */
};

/* The origin of each of the object's instructions, by pc; functions: program.functions. The arena owns it. */
uint8_t *origin_table(struct arena *arena, const struct object *object, const uint32_t *functions);

#endif
