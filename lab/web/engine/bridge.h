/* bridge.h - what the page's worker (lab/web/engine/engine.js) calls of libpramsim besides the functions of
 * pramsim.h: those that pass structures or call back, in forms that need no layout of C in JavaScript.
 */
#ifndef PRAM_WEB_BRIDGE_H
#define PRAM_WEB_BRIDGE_H

#include "libpramsim/pramsim.h"

#include <stddef.h>

/* Of show.js: takes output of the program as it comes. */
extern void web_show(int is_error, const char *bytes, size_t size);

enum web_text { WEB_TEXT_KIND, WEB_TEXT_FILE, WEB_TEXT_TEXT };

/* A text of the message of that number; NULL if there is no such message or text. */
const char *web_message_text(const pramsim_program *program, size_t number, enum web_text which);

/* The line, or the column, of the message of that number; 0: not known. */
int web_message_line(const pramsim_program *program, size_t number, int wants_column);

/* Leads the output of the run to web_show. */
void web_set_show(pramsim_run *run);

/* Of show.js: takes how far a run has come; a result other than 0 stops it. */
extern int web_progress(double cycle, double instructions, uint32_t running);

/* Leads the progress of the run to web_progress. */
void web_set_progress(pramsim_run *run);

/* The bytes of the linked program, NULL if there is none, and their number. */
const void *web_image(const pramsim_program *program);
size_t web_image_size(const pramsim_program *program);

/* What lab/view/page draws of the timeline of a run: a line of JSON, then numbers in base64. In new memory;
 * NULL: there is no timeline, or no memory. */
char *web_timeline(pramsim_run *run);

/* The name of the shared array of that number among the variables of the program, "" if that variable is no
 * array, is private or is larger than `most` words; NULL: there are no more variables. */
const char *web_array(pramsim_run *run, size_t number, uint32_t most);

/* Runs of a program on several numbers of PPs, as pramscale shows them. `request` is JSON: "runs", each with
 * p, cycles and work, p ascending; "fit", a formula in p, or ""; "log": logarithmic scales. The answer has
 * charts and legend as SVG, fits as text and rows, or "wrong", what is wrong with the formula. In new memory
 * that the caller frees. */
char *web_curve(const char *request);

#endif
