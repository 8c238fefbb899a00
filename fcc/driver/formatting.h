/* formatting.h - fcc --format: the sources of the command line in the one style of fcc/format. */
#ifndef FCC_FORMATTING_H
#define FCC_FORMATTING_H

#include "fcc/driver/options.h"

/* Formats each input in place, or to -o; with --check nothing is written, and a file that would change is an
 * error. */
enum fcc_exit driver_format_inputs(const struct fcc_options *options);

#endif
