/* dap.h - the debugger's face for editors: a server of the Debug Adapter Protocol.
 *
 * Reads requests and writes responses and events, JSON with a Content-Length before each. Knows the session,
 * the terminal face for the text of values and commands, and two descriptors; no options and no engines.
 * Requests are the rows of request.def.
 */
#ifndef PRAM_DEBUG_DAP_H
#define PRAM_DEBUG_DAP_H

#include <jansson.h>
#include <stdio.h>

#include "sim/debug/session.h"

enum { DAP_ERROR = 400 };

struct dap_config {
    int in, out; /* file descriptors */
    /* Creates a session for the arguments of `launch`, with the three functions below and `dap` as its
     * context. NULL with one line in `error`. */
    struct session *(*launch)(void *context, void *dap, const json_t *arguments, char error[DAP_ERROR]);
    /* Ends the session. */
    void (*leave)(void *context, struct session *session);
    void *context;
};

/* Serves until the client disconnects. False: the connection broke, or the input was no DAP. */
bool dap_run(const struct dap_config *config);

/* For struct session_config. */
void dap_show(void *dap, enum host_stream stream, const char *bytes, size_t count);
void dap_log(void *dap, const char *text);
bool dap_is_interrupted(void *dap);

#endif
