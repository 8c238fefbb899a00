/* inside.h - for the files of sim/debug/dap: the state of the server, and the functions that they share.
 *
 *   serve.c       the table of requests; reads and answers
 *   wire.c        messages
 *   answer.c      events; arguments
 *   starting.c    initialize, launch, restart, the end
 *   stopping.c    breakpoints
 *   moving.c      moves the run
 *   looking.c     teams, groups, locks, calls, expressions
 *   variables.c   variables and their elements
 *   memory.c      memory and instructions
 *   sourcing.c    source files
 */
#ifndef PRAM_DEBUG_DAP_INSIDE_H
#define PRAM_DEBUG_DAP_INSIDE_H

#include "dap.h"
#include "sim/debug/variable.h"
#include "sim/debug/terminal/terminal.h"
#include "wire.h"

enum { DAP_NAME = 256, DAP_NO_TEAM = 0x7fffffff };

/* What is done after the response to a request. A run that goes on (is_running) ends for it. */
enum dap_action {
    ACTION_NONE,
    ACTION_BEGIN,
    ACTION_CONTINUE,
    ACTION_BACK,
    ACTION_STEP,
    ACTION_STEP_BACK,
    ACTION_PAUSE, /* ends a run, and no more */
    ACTION_RESTART,
    ACTION_END
};

/* The target of a frameId or variablesReference; valid until the run moves. */
enum container_kind { CONTAINER_FRAME, CONTAINER_SCOPE, CONTAINER_REGISTERS, CONTAINER_NODE };

struct container {
    enum container_kind kind;
    uint32_t pp;
    size_t level;           /* frame number of the call */
    enum debug_scope scope; /* CONTAINER_SCOPE */
    struct debug_node node; /* CONTAINER_NODE: the node whose children are listed */
    char text[DAP_NAME];    /* the node as an expression */
};

struct dap {
    struct dap_config config;
    struct wire wire;
    json_int_t sent;       /* messages that have not been handled */
    json_t *queue;         /* messages that have come while the run ran */
    json_t *launch;        /* arguments of `launch`; NULL: none yet */
    const char *request;   /* the name of the request that is answered */
    char error[DAP_ERROR]; /* one line: why a request, or a part of it, is refused */
    json_t *asked;         /* by request and file: the arguments of the last request for breakpoints */
    json_t *numbers;       /* by request and file: numbers of their points */
    unsigned filters;      /* a set of FILTER_ bits */
    int line_base;         /* number of the first line in the client: 0 or 1 */
    bool is_configured;    /* configurationDone has come */
    bool is_running;       /* the run goes on, and every message interrupts it */
    bool is_done;          /* the client has disconnected */
    double looked;         /* time of the last poll of the wire */
    enum dap_action action;
    enum step_kind step;
    struct session *session;      /* NULL: none */
    struct terminal *terminal;    /* for commands; NULL without session */
    struct container *containers; /* owned; until the run moves; reference k + 1 */
    size_t container_count, container_room;
    json_t *files;                        /* names of source files; reference k + 1 */
    void (*answer_next)(struct dap *dap); /* answers the first message of the queue (serve.c) */
};

/* ---- answer.c */

void dap_send(struct dap *dap, json_t *message);
/* Sends an event. `body` is taken over; it may be NULL. */
void dap_event(struct dap *dap, const char *name, json_t *body);
void dap_output(struct dap *dap, const char *category, const char *text);
/* Sets dap->error, and returns NULL. */
json_t *dap_refuse(struct dap *dap, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Integers are limited to this size, so that callers can add them. */
#define DAP_INTEGER_MOST (INT64_MAX / 4)
/* Members of the arguments; `otherwise` if a member is missing or has another type. */
const char *dap_string(const json_t *arguments, const char *name);
int64_t dap_integer(const json_t *arguments, const char *name, int64_t otherwise);
bool dap_flag(const json_t *arguments, const char *name);
/* A number in a string, decimal or with 0x; `otherwise` if it is none. */
uint64_t dap_address(const char *text, uint64_t otherwise);
/* json_pack, which ends the program if memory is short. A member whose value has a `*` is left out if the
 * value is NULL. */
json_t *dap_pack(const char *format, ...);
/* A string in the manner of printf; a byte that is not UTF-8 becomes U+FFFD. */
json_t *dap_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
json_t *dap_hex(uint64_t number);
/* A line as the client counts them. */
json_t *dap_line(const struct dap *dap, const struct info_line *place);

/* ---- starting.c */

/* Ends the session, if there is one. */
void starting_leave(struct dap *dap);
/* Loads the program again, ready to run. False with dap->error: there is no session now. */
bool starting_renew(struct dap *dap);

/* ---- stopping.c */

/* Repeats the client's breakpoints in a new session. */
void stopping_renew(struct dap *dap);
enum { FILTER_FAULT = 1, FILTER_END = 2 };
json_t *stopping_filters(void);

/* ---- moving.c */

void moving_perform(struct dap *dap);
/* Sends the event of a stop. */
void moving_say_stop(struct dap *dap, const struct debug_event *event);

/* ---- variables.c */

/* Adds a copy of a container. Returns its number: a frameId or variablesReference. */
json_t *variables_reference(struct dap *dap, const struct container *container);
/* A node as a `variable` with a name, or as the response of `evaluate` or `setVariable` (`name` NULL), whose
 * value has the key `value_name`. `text` is the node as an expression in frame `level`. */
json_t *variables_describe(struct dap *dap, const char *name, const char *value_name,
                           const struct debug_node *node, size_t level, const char *text, bool is_hex);
/* The container that a member of the arguments refers to, or NULL. */
const struct container *variables_find(const struct dap *dap, const json_t *arguments, const char *name);
/* The expression for a member of a container. */
void variables_name(const struct container *container, const char *name, char text[DAP_NAME]);

/* ---- sourcing.c */

/* The `Source` of a file name in the debug information. */
json_t *sourcing_source(struct dap *dap, const char *file);

#define REQUEST(name, function, when, capability, text)                                                      \
    json_t *request_##function(struct dap *dap, const json_t *arguments);
#define FEATURE(capability, text)
#include "request.def"

#endif
