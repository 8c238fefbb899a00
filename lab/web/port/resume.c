/* resume.c - stands in for sim/cli/resume.c: a run that needs a checkpoint is refused. */
#include "sim/cli/resume.h"

#include <stdio.h>

bool resume_restore(const char *path, struct machine *machine, const struct engine *engine, void *state,
                    struct file_error *error)
{
    (void)path, (void)machine, (void)engine, (void)state;
    snprintf(error->text, sizeof error->text, "this build of pramsim has no checkpoints");
    return false;
}
