/* driver.h - from command line to outputs: which steps every input needs, and running them.
 *
 * preprocess (the system's cpp) -> compile (in a child process) -> prasm -> prlink with the runtime.
 */
#ifndef FCC_DRIVER_H
#define FCC_DRIVER_H

#include "fcc/driver/options.h"

/* Does what the options ask for. Every output is whole or absent, temporary files are gone afterwards.
 * Returns the exit status (fcc/driver/exit.def). */
enum fcc_exit driver_run(const struct fcc_options *options);

/* Compiles the preprocessed text in the file `source` to `output`: assembly text, or the intermediate code
 * for FCC_STAGE_IR. `name` is the source as the user wrote it. Messages go to standard error. */
enum fcc_exit driver_compile(const struct fcc_options *options, const char *name, const char *source,
                             const char *output);

#endif
