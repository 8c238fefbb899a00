/* vectors.h - which vector instructions the host's processor has, by the names that compiled loops go by:
 * "v4", "v3", "plain" (HOST_VECTORS in machine.h). Knows processors, no loops. */
#ifndef PRAM_VECTORS_H
#define PRAM_VECTORS_H

#include <stdbool.h>

/* Whether loops compiled for that kind of processor run here. "plain" runs everywhere, an unknown name
 * nowhere. */
bool vectors_run_here(const char *name);

#endif
