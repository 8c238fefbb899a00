/* resume.h - continues a run from a checkpoint (sim/checkpoint). */
#ifndef PRAM_RESUME_H
#define PRAM_RESUME_H

#include "common/file.h"
#include "sim/cli/options.h"

/* Puts the checkpoint of --resume into a machine and an engine's state that has not run. All ranks call it:
 * the first one reads the file, and sends it to the others. Returns 0, or the exit status after a message. */
int resume_run(const struct options *options, struct machine *machine, void *state);

/* Puts the checkpoint at `path` into a machine and an engine's state that has not run yet. False with *error.
 */
bool resume_restore(const char *path, struct machine *machine, const struct engine *engine, void *state,
                    struct file_error *error);

#endif
