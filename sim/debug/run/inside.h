/* inside.h - for the files of sim/debug/run.
 *
 *   run.c       the terminal face
 *   adapter.c   the face for editors
 *   session.c   common functions
 *   catch.c     findings for catchpoints
 */
#ifndef PRAM_DEBUG_RUN_INSIDE_H
#define PRAM_DEBUG_RUN_INSIDE_H

#include "run.h"
#include "sim/debug/session.h"

/* The engines and the memory limit of a session; the functions of the face are missing. */
struct session_config run_engines(const struct options *options);

/* Restores the checkpoint of --resume in a machine and a new engine. False with one line in `error`. */
bool run_resume(const struct options *options, struct machine *machine, const struct engine *engine,
                void *state, char error[SESSION_ERROR]);

/* point_find for a session. Executes the program again up to its end, to --max-cycles, or for 10,000,000
 * cycles after the present one. */
bool run_find(const struct options *options, struct session *session, const char *rule,
              struct point_findings *findings, char *error, size_t error_size);

/* Print the explanation of a fault, and what PPs wait for. */
void run_explain(struct session *session, FILE *stream);
void run_explain_waits(const struct session *session, FILE *stream);

#endif
