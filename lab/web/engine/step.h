/* step.h - a run that the page leads forward and back: a debugger's session (sim/debug/session.h), asked in
 * JSON.
 *
 *   step.c    requests: what moves the run, breakpoints, what is selected
 *   stand.c   the answer: where the run stands, teams, calls, values
 *
 * A request is an object: "do" is a name of step.def, the rest its arguments. Every answer says where the run
 * stands, or has "error", one line for the user. lab/web/engine/step.js describes both.
 */
#ifndef PRAM_WEB_STEP_H
#define PRAM_WEB_STEP_H

#include "libpramsim/pramsim.h"

#include <jansson.h>

struct session;

/* Of show.js: whether the user wants the run to stop now. */
extern int web_interrupted(void);

/* Makes a session of a run's program, settings and input; `input` is the name of a file that has the input,
 * `program` of one that has the program. NULL with pramsim_error. It lives as long as the run. */
struct session *web_step_new(pramsim_run *run, const char *program, const char *input);

/* The answer, in new memory that the caller frees. */
char *web_step_ask(struct session *session, const char *request);

/* ---- stand.c */

/* Where the session stands. `request` may have "columns", "frame", "watches" and "registers". */
json_t *stand_describe(struct session *session, const json_t *request);

#endif
