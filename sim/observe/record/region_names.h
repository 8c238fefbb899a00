/* region_names.h - what a program calls its regions: trace_name of trace.h, for --profile and --trace.
 *
 * A symbol of shared data that begins with __region_name_ stands before words: the region's number, then the
 * characters of its name, then 0. They are read before the run, which may write anything over them. Nothing
 * else reads them, and no engine knows of them.
 */
#ifndef PRAM_REGION_NAMES_H
#define PRAM_REGION_NAMES_H

#include <stdint.h>

struct machine;

enum { REGION_NAME_SIZE = 65 }; /* with the 0 at its end; what is longer is cut */

struct region_names;

/* Those of the machine's program, which has not run yet. They live as long as the machine. */
struct region_names *region_names_read(struct machine *machine);

/* The name of a region; NULL if it has none. `names` may be NULL: then there are none. */
const char *region_name(const struct region_names *names, uint32_t region);

#endif
