/* target_debugger.c - the fuzz targets of the debugger: any bytes as messages of the Debug Adapter Protocol,
 * and any lines as commands of the terminal.
 *
 * Both lead a run of the program that FUZZ_PROGRAM names (seeds/debugged.o: tests/fuzz/seeds.sh), on four PPs
 * and for few cycles. Whatever comes: the invariants of a session hold, what a server writes are whole
 * messages, and each request that it has taken has one response.
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

static void say(void *context, FILE *stream)
{
    (void)context, (void)stream;
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

void fuzz_commands(const uint8_t *bytes, size_t size, FILE *nowhere)
{
    struct debugged debugged = {.nowhere = nowhere};
    const char *at = (const char *)bytes, *end = at + size;
    create(&debugged, &(struct session_config){.show = show});
    struct terminal *terminal = terminal_create(&(struct terminal_config){.session = debugged.session,
                                                                          .name = "debugged.o",
                                                                          .output = nowhere,
                                                                          .begin_text = say,
                                                                          .explain = say,
                                                                          .explain_waits = say});
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

static void leave(void *context)
{
    destroy(context);
}

static int make_file(const void *bytes, size_t size)
{
    const int file = memfd_create("fuzz", MFD_CLOEXEC);
    expect(file >= 0 && write(file, bytes, size) == (ssize_t)size && lseek(file, 0, SEEK_SET) == 0,
           "there is memory for a file");
    return file;
}

/* What the server has written are messages, responses to what came. */
static void check_written(int out)
{
    struct wire wire = {.in = out};
    json_t *message;
    char error[DAP_ERROR];
    lseek(out, 0, SEEK_SET);
    while (!wire.has_ended)
        wire_fill(&wire, true);
    enum wire_answer got;
    while ((got = wire_take(&wire, &message, error, sizeof error)) != WIRE_NOTHING) {
        expect(got == WIRE_MESSAGE, "what is written is a message");
        const char *type = json_string_value(json_object_get(message, "type"));
        expect(type != NULL && (strcmp(type, "event") == 0 || strcmp(type, "response") == 0),
               "it is an event or a response");
        expect(strcmp(type, "event") == 0 || json_is_boolean(json_object_get(message, "success")),
               "a response says whether it could be done");
        json_decref(message);
    }
    expect(wire.count == 0, "the last message is whole");
    free(wire.bytes);
}

void fuzz_dap(const uint8_t *bytes, size_t size, FILE *nowhere)
{
    struct debugged debugged = {.nowhere = nowhere};
    const int in = make_file(bytes, size), out = make_file("", 0);
    json_begin();
    dap_run(&(struct dap_config){.in = in,
                                 .out = out,
                                 .launch = launch,
                                 .leave = leave,
                                 .explain = say,
                                 .explain_waits = say,
                                 .context = &debugged});
    check_written(out);
    close(in);
    close(out);
}

/* A table of its own, for a program without the compiler: both have names of their own for some things. */
const struct fuzz_target fuzz_targets[] = {{"commands", fuzz_commands}, {"dap", fuzz_dap}};
const size_t fuzz_target_count = sizeof fuzz_targets / sizeof fuzz_targets[0];
