/* host.h - what a run asks of this processor and system: native code, vector instructions.
 *
 * Knows options, and the parts of the parallel engine that say what there is.
 */
#ifndef PRAM_HOST_H
#define PRAM_HOST_H

#include <stdbool.h>
#include <stddef.h>

#include "options.h"

/* Whether there is what the user has asked for by name. False: with a line in `error`. */
bool host_grants(const struct options *options, char *error, size_t error_size);

/* Whether numbers of the run's format have room in the program, if it has any, and the device of its sums is
 * there. False: with a line in `error`. */
bool host_has_format(const struct machine *machine, char *error, size_t error_size);

#endif
