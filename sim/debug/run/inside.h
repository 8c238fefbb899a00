/* inside.h - for the files of sim/debug/run.
 *
 *   run.c       the terminal face
 *   adapter.c   the face for editors
 *   session.c   what both need
 */
#ifndef PRAM_DEBUG_RUN_INSIDE_H
#define PRAM_DEBUG_RUN_INSIDE_H

#include "run.h"
#include "sim/debug/session.h"

/* Engines and memory of a session; without the functions of a face. */
struct session_config run_engines(const struct options *options);

/* Puts the checkpoint of --resume into a machine and an engine that has not run. False with one line in
 * `error`. */
bool run_resume(const struct options *options, struct machine *machine, const struct engine *engine,
                void *state, char error[SESSION_ERROR]);

/* What messages say of a fault that has ended the run, and of what PPs wait for. */
void run_explain(struct session *session, FILE *stream);
void run_explain_waits(const struct session *session, FILE *stream);

#endif
