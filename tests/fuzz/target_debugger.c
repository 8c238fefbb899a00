/* target_debugger.c - the fuzz targets of the debugger: any bytes as messages of the Debug Adapter Protocol,
 * and any lines as commands of the terminal.
 *
 * Both lead a run of the program that FUZZ_PROGRAM names (seeds/debugged.o: tests/fuzz/seeds.sh), on four PPs
 * and for few cycles. Whatever comes: the invariants of a session hold, what a server writes are whole
 * messages, and each request has one response with its number and command, up to `disconnect`.
 */
#include "targets.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/json.h"
#include "common/memory.h"
#include "sim/debug/dap/dap.h"
#include "sim/debug/dap/wire.h"
#include "sim/debug/terminal/terminal.h"
#include "sim/reference/reference.h"

enum { LINES_MOST = 40, LINE_MOST = 400, CYCLES_MOST = 4000, WORDS = 1 << 12 };

/* A run under the debugger. */
struct debugged {
    struct machine machine;
    struct session *session;
    char *arguments[2];
    FILE *nowhere;
};

static void expect(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "debugger: not so: %s\n", what);
    abort();
}

static const char *program(void)
{
    const char *path = getenv("FUZZ_PROGRAM");
    return path != NULL ? path : "seeds/debugged.o";
}

static void show(void *context, enum host_stream stream, const char *bytes, size_t count)
{
    (void)context, (void)stream, (void)bytes, (void)count;
}

static char *explain(const struct session *session)
{
    (void)session;
    return memory_take(1, 1);
}

static bool find(struct session *session, const char *rule, struct point_findings *findings,
                 char error[SESSION_ERROR])
{
    (void)session, (void)rule, (void)findings;
    snprintf(error, SESSION_ERROR, "this debugger cannot check runs");
    return false;
}

static void create(struct debugged *debugged, const struct session_config *config)
{
    char error[SESSION_ERROR];
    int code;
    debugged->arguments[0] = (char *)program();
    const struct machine_config machine = {.pps = 4,
                                           .level = LEVEL_EXACT,
                                           .threads = 1,
                                           .native = NATIVE_OFF,
                                           .shared_words = 16 * WORDS,
                                           .stack_words = WORDS,
                                           .private_words = WORDS,
                                           .max_cycles = CYCLES_MOST,
                                           .arguments = debugged->arguments,
                                           .argument_count = 1};
    if (!machine_create(&debugged->machine, &machine, program(), &code, error, sizeof error)) {
        fprintf(stderr, "debugger: %s: %s\n", program(), error);
        exit(2);
    }
    struct session_config own = *config;
    own.fast = own.watched = &reference_engine;
    own.explain = own.explain_waits = explain;
    own.find = find;
    own.memory = 1 << 20;
    own.program = program();
    own.input = -1;
    debugged->session = session_create(&debugged->machine, &own, error);
    expect(debugged->session != NULL, "there is a session");
}

static void destroy(struct debugged *debugged)
{
    const char *broken = session_broken(debugged->session);
    if (broken != NULL)
        fprintf(stderr, "debugger: not so: %s\n", broken);
    expect(broken == NULL, "the invariants of the session hold");
    session_destroy(debugged->session);
    machine_destroy(&debugged->machine);
    debugged->session = NULL;
}

/* ---- commands */

/* Commands that open files are the shell's matter. */
static bool opens_files(const char *line)
{
    static const char *const names[] = {"source", "input"};
    line += strspn(line, " \t\v\f\r");
    const size_t length = strcspn(line, " \t/\v\f\r");
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (length >= 2 && strncmp(line, names[k], length) == 0)
            return true;
    return false;
}

static void fuzz_commands(const uint8_t *bytes, size_t size, FILE *nowhere)
{
    struct debugged debugged = {.nowhere = nowhere};
    const char *at = (const char *)bytes, *end = at + size;
    create(&debugged, &(struct session_config){.show = show});
    struct terminal *terminal = terminal_create(
        &(struct terminal_config){.session = debugged.session, .name = "debugged.o", .output = nowhere});
    for (unsigned lines = 0; at < end && lines < LINES_MOST; lines++) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((next != NULL ? next : end) - at);
        char line[LINE_MOST + 1];
        snprintf(line, sizeof line, "%.*s", (int)(length < LINE_MOST ? length : LINE_MOST), at);
        if (!opens_files(line))
            terminal_do(terminal, line, nowhere);
        at += length + 1;
    }
    terminal_destroy(terminal);
    destroy(&debugged);
}

/* ---- messages */

static struct session *launch(void *context, void *dap, const json_t *arguments, char error[DAP_ERROR])
{
    struct debugged *debugged = context;
    (void)arguments, (void)error;
    create(debugged,
           &(struct session_config){
               .show = dap_show, .log = dap_log, .is_interrupted = dap_is_interrupted, .context = dap});
    return debugged->session;
}

static void leave(void *context, struct session *session)
{
    (void)session;
    destroy(context);
}

static int make_file(const void *bytes, size_t size)
{
    const int file = memfd_create("fuzz", MFD_CLOEXEC);
    expect(file >= 0 && write(file, bytes, size) == (ssize_t)size && lseek(file, 0, SEEK_SET) == 0,
           "there is memory for a file");
    return file;
}

/* A message that needs a response. */
struct request {
    json_int_t number;
    json_t *command; /* owned */
    bool is_late;    /* it comes after `disconnect`, and may have no response */
    bool is_answered;
};

struct requests {
    struct request *list; /* owned */
    size_t count, room;
    bool disconnects;
};

static void read_all(struct wire *wire)
{
    lseek(wire->in, 0, SEEK_SET);
    while (!wire->has_ended)
        wire_fill(wire, true);
}

static void add_request(struct requests *requests, json_int_t number, const char *command)
{
    requests->list =
        memory_grow(requests->list, &requests->room, requests->count + 1, sizeof *requests->list);
    requests->list[requests->count++] =
        (struct request){.number = number, .command = json_string(command), .is_late = requests->disconnects};
    requests->disconnects |= strcmp(command, "disconnect") == 0;
}

/* What a client has sent. Bytes that are no message count as request 0 without a command. */
static void find_requests(struct requests *requests, int in)
{
    struct wire wire = {.in = in};
    json_t *message = NULL;
    char error[DAP_ERROR];
    enum wire_answer got;
    read_all(&wire);
    while ((got = wire_take(&wire, &message, error, sizeof error)) != WIRE_NOTHING) {
        if (got == WIRE_GARBAGE) {
            add_request(requests, 0, "");
            continue;
        }
        const char *type = json_string_value(json_object_get(message, "type"));
        const char *command = json_string_value(json_object_get(message, "command"));
        const json_t *number = json_object_get(message, "seq");
        if (type == NULL || strcmp(type, "request") == 0)
            add_request(requests, json_is_integer(number) ? json_integer_value(number) : 0,
                        command != NULL ? command : "");
        json_decref(message);
    }
    free(wire.bytes);
}

/* Marks the request that a response is for. */
static void take_response(struct requests *requests, const json_t *message)
{
    const json_t *number = json_object_get(message, "request_seq"),
                 *command = json_object_get(message, "command");
    for (size_t k = 0; k < requests->count; k++) {
        struct request *request = &requests->list[k];
        if (!request->is_answered && json_is_integer(number) &&
            json_integer_value(number) == request->number && json_equal(command, request->command)) {
            request->is_answered = true;
            return;
        }
    }
    expect(false, "a response has the number and the command of a request without one");
}

static void forget_requests(struct requests *requests)
{
    for (size_t k = 0; k < requests->count; k++) {
        expect(requests->list[k].is_answered || requests->list[k].is_late, "each request has a response");
        json_decref(requests->list[k].command);
    }
    free(requests->list);
}

/* What the server has written are messages: events, and responses to the requests. */
static void check_written(int out, struct requests *requests)
{
    struct wire wire = {.in = out};
    json_t *message;
    char error[DAP_ERROR];
    enum wire_answer got;
    read_all(&wire);
    while ((got = wire_take(&wire, &message, error, sizeof error)) != WIRE_NOTHING) {
        expect(got == WIRE_MESSAGE, "what is written is a message");
        const char *type = json_string_value(json_object_get(message, "type"));
        expect(type != NULL && (strcmp(type, "event") == 0 || strcmp(type, "response") == 0),
               "it is an event or a response");
        expect(strcmp(type, "event") == 0 || json_is_boolean(json_object_get(message, "success")),
               "a response says whether it could be done");
        if (strcmp(type, "response") == 0)
            take_response(requests, message);
        json_decref(message);
    }
    expect(wire.count == 0, "the last message is whole");
    free(wire.bytes);
}

static void fuzz_dap(const uint8_t *bytes, size_t size, FILE *nowhere)
{
    struct debugged debugged = {.nowhere = nowhere};
    const int in = make_file(bytes, size), out = make_file("", 0);
    struct requests requests = {.list = NULL};
    json_begin();
    dap_run(
        &(struct dap_config){.in = in, .out = out, .launch = launch, .leave = leave, .context = &debugged});
    find_requests(&requests, in);
    check_written(out, &requests);
    forget_requests(&requests);
    close(in);
    close(out);
}

/* A table of its own, for a program without the compiler: both have names of their own for some things. */
const struct fuzz_target fuzz_targets[] = {{"commands", fuzz_commands}, {"dap", fuzz_dap}};
const size_t fuzz_target_count = sizeof fuzz_targets / sizeof fuzz_targets[0];
