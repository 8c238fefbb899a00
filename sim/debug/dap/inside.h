/* inside.h - for the files of sim/debug/dap: the state of the server, and what they do for each other.
 *
 *   serve.c       the table of requests; reading, answering, carrying out
 *   wire.c        messages
 *   answer.c      events; reading arguments
 *   starting.c    initialize, launch, restart, the end
 *   stopping.c    breakpoints
 *   moving.c      what moves the run
 *   looking.c     teams, calls, expressions
 *   variables.c   variables and their elements
 *   memory.c      memory and instructions; base64.c
 *   sourcing.c    files of the source
 *   grouping.c    groups and locks
 */
#ifndef PRAM_DEBUG_DAP_INSIDE_H
#define PRAM_DEBUG_DAP_INSIDE_H

#include "dap.h"
#include "sim/debug/variable.h"
#include "sim/debug/terminal/terminal.h"
#include "wire.h"

enum { DAP_NAME = 256, DAP_NO_TEAM = 0x7fffffff };

/* What moves the run, once the request has been answered. */
enum dap_action {
    ACTION_NONE,
    ACTION_BEGIN,
    ACTION_CONTINUE,
    ACTION_BACK,
    ACTION_STEP,
    ACTION_STEP_BACK,
    ACTION_END
};

/* What a variablesReference means, until the run moves. */
enum container_kind { CONTAINER_SCOPE, CONTAINER_REGISTERS, CONTAINER_NODE };

struct container {
    enum container_kind kind;
    uint32_t pp;
    size_t level;           /* of the call */
    enum debug_scope scope; /* CONTAINER_SCOPE */
    struct debug_node node; /* CONTAINER_NODE: its children; */
    char *text;             /* owned; .. how expressions call it */
};

/* What a frameId means. */
struct frame {
    uint32_t pp, pc;
    size_t level;
};

struct dap {
    struct dap_config config;
    struct wire wire;
    json_int_t sent;    /* messages */
    json_t *queue;      /* messages that have come while the run ran */
    json_t *launch;     /* arguments of launch; NULL: none yet */
    json_t *asked;      /* by kind and file: the arguments that breakpoints were asked for with, */
    json_t *numbers;    /* .. and the numbers of their points */
    unsigned filters;   /* bits of exception.def's rows */
    int line_base;      /* 0 or 1: what the client calls the first line */
    bool is_configured; /* configurationDone has come */
    bool is_running, wants_pause, wants_end, wants_restart, is_done;
    bool takes_all; /* every message stops the run for a moment */
    double looked;  /* when the wire was looked at last */
    enum dap_action action;
    enum step_kind step;
    struct session *session; /* NULL: none */
    struct terminal *terminal;
    struct container *containers; /* owned; reference k + 1 */
    size_t container_count, container_room;
    struct frame *frames; /* owned; id k + 1 */
    size_t frame_count, frame_room;
    json_t *files; /* names of source files; reference k + 1 */
    void (*handle)(struct dap *dap, json_t *message);
};

/* ---- answer.c */

void dap_send(struct dap *dap, json_t *message);
/* `body` is taken over; NULL: none. */
void dap_event(struct dap *dap, const char *name, json_t *body);
void dap_output(struct dap *dap, const char *category, const char *text);
/* Arguments; `otherwise` if they are not there or of another type. */
const char *dap_string(const json_t *arguments, const char *name);
int64_t dap_integer(const json_t *arguments, const char *name, int64_t otherwise);
bool dap_flag(const json_t *arguments, const char *name);
/* A number in a string, decimal or with 0x; `otherwise` if it is none. */
uint64_t dap_address(const char *text, uint64_t otherwise);
/* json_pack, which ends the program if memory is short. */
json_t *dap_pack(const char *format, ...);
json_t *dap_hex(uint64_t number);

/* ---- starting.c */

/* Loads the program again; the run is to begin. False with one line in `error`: there is no session now. */
bool starting_renew(struct dap *dap, char error[DAP_ERROR]);

/* ---- stopping.c */

/* Asks for all breakpoints again, in a session that is new. */
void stopping_renew(struct dap *dap);
enum { FILTER_FAULT = 1, FILTER_END = 2 };
json_t *stopping_filters(void);

/* ---- moving.c */

void moving_perform(struct dap *dap);
/* Says that the run stands where it stands now. */
void moving_say_stop(struct dap *dap, const struct debug_event *event);

/* ---- looking.c */

/* Carries out a line as the terminal face does; the text is the caller's. */
char *looking_command(struct dap *dap, const char *line, bool *is_good);

/* ---- variables.c */

/* `container` is copied, its text too. */
json_t *variables_reference(struct dap *dap, const struct container *container);
/* A node, as members of a `variable` or an answer of `evaluate`, whose value has this name. `text` is what
 * expressions call it in the call `level`. */
void variables_describe(struct dap *dap, json_t *object, const char *value_name,
                        const struct debug_node *node, size_t level, const char *text, bool is_hex);
/* The container of a reference; NULL: there is none. */
const struct container *variables_find(const struct dap *dap, int64_t reference);
/* The name of a member of a container in expressions. */
void variables_name(const struct container *container, const char *name, char text[DAP_NAME]);
void variables_forget(struct dap *dap);

/* ---- sourcing.c */

/* A `Source` of a file's name in the debug information. */
json_t *sourcing_source(struct dap *dap, const char *file);

/* ---- base64.c */

/* The caller's. */
char *base64_write(const unsigned char *bytes, size_t count);
/* NULL: it is no base64. */
unsigned char *base64_read(const char *text, size_t *count);

#define REQUEST(name, function, when, capability, text)                                                      \
    json_t *request_##function(struct dap *dap, const json_t *arguments, char error[DAP_ERROR]);
#define FEATURE(capability, text)
#include "request.def"

#endif
