/* terminal.h - the debugger's face in a terminal: reads commands, asks the session, prints.
 *
 * Knows the session and streams; no options and no engines.
 */
#ifndef PRAM_DEBUG_TERMINAL_H
#define PRAM_DEBUG_TERMINAL_H

#include <stdio.h>

#include "sim/debug/session.h"

struct terminal_config {
    struct session *session; /* stands at its beginning */
    const char *name;        /* of the program, for people */
    const char *commands;    /* a file that is carried out first; NULL: none */
    bool is_batch;           /* no commands but those */
    bool goes;               /* before all commands, to the cycle `at` */
    uint64_t at;
    FILE *output;
    bool has_color; /* that shows colours */
    /* Ends the line that the program is in the midst of, if it is; not NULL, as the next two. */
    void (*begin_text)(void *context, FILE *stream);
    /* Prints what is known of a fault that has ended the run, and of what PPs wait for. */
    void (*explain)(void *context, FILE *stream);
    void (*explain_waits)(void *context, FILE *stream);
    void *context;
};

/* Reads and carries out commands until quit or the end of input. Returns whether all of them were good. */
bool terminal_run(const struct terminal_config *config);

/* ---- for another face, which carries out commands one by one */

struct terminal;

/* Neither reads nor prints. */
struct terminal *terminal_create(const struct terminal_config *config);
/* Carries out a line, which prints to `output`. False: it could not be done, which has been said. */
bool terminal_do(struct terminal *terminal, const char *line, FILE *output);
void terminal_destroy(struct terminal *terminal);

#endif
