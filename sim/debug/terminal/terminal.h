/* terminal.h - the debugger's face in a terminal: reads commands, calls the session, prints.
 *
 * Knows the session and streams; no options and no engines.
 */
#ifndef PRAM_DEBUG_TERMINAL_H
#define PRAM_DEBUG_TERMINAL_H

#include <stdio.h>

#include "sim/debug/session.h"

struct terminal_config {
    struct session *session; /* at its beginning */
    const char *name;        /* name of the program, for users */
    const char *commands;    /* file whose commands come first; NULL: none */
    bool is_batch;           /* end after those commands */
    bool goes;               /* go to the cycle `at` before all commands */
    uint64_t at;
    FILE *output;
    bool has_color; /* the output has colours */
    /* Ends an unfinished line of the program's output; NULL: that goes elsewhere. */
    void (*begin_text)(void *context, FILE *stream);
    void *context;
};

/* Reads and executes commands until quit or the end of the input. Returns whether all succeeded. */
bool terminal_run(const struct terminal_config *config);

/* ---- for another face, which executes single commands */

struct terminal;

/* Creates a terminal; reads and prints nothing. */
struct terminal *terminal_create(const struct terminal_config *config);
/* Executes a command, which prints to `output`. False after a message: it has failed. */
bool terminal_do(struct terminal *terminal, const char *line, FILE *output);
void terminal_destroy(struct terminal *terminal);

#endif
