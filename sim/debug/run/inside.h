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

/* The engines, the memory limit and explanations of a session; the functions of the face are missing. */
struct session_config run_engines(const struct options *options);

/* Destroys the session, and completes the program's output and files. False: one of them cannot be written.
 */
bool run_leave(struct session *session);

/* session_config.find: executes the program again up to its end, to --max-cycles, or for 10,000,000 cycles
 * after the present one. */
bool run_find(struct session *session, const char *rule, struct point_findings *findings,
              char error[SESSION_ERROR]);

#endif
