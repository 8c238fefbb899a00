/* host.h - requirements of a run on processor and system: native code, vector instructions.
 *
 * Knows options, and the parts of the parallel engine that know the host.
 */
#ifndef PRAM_HOST_H
#define PRAM_HOST_H

#include <stdbool.h>
#include <stddef.h>

#include "options.h"

/* Whether the host supports everything that the user has requested. False: with a line in `error`. */
bool host_grants(const struct options *options, char *error, size_t error_size);

/* Whether numbers of the run's format fit the program, if it has any, and the device for its sums exists.
 * False: with a line in `error`. */
bool host_has_format(const struct machine *machine, char *error, size_t error_size);

#endif
