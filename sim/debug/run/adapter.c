/* adapter.c - see run.h: creates a machine for each `launch` of a client. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/arena.h"
#include "common/json.h"
#include "common/memory.h"
#include "common/message.h"
#include "common/stop.h"
#include "inside.h"
#include "sim/debug/dap/dap.h"
#include "sim/real/host_numbers.h"

/* A launched program. */
struct adapter {
    struct machine machine;
    struct options options;
    struct arena arena; /* owns the words of its command line: */
    char **words;
    uint32_t word_count, word_room;
    int input; /* -1: none */
};

/* ---- the command line */

static void add_word(struct adapter *adapter, const char *word)
{
    *ARENA_ADD(&adapter->arena, adapter->words, adapter->word_count, adapter->word_room) =
        arena_text(&adapter->arena, word, strlen(word));
}

static void add_words(struct adapter *adapter, const json_t *list)
{
    size_t index;
    const json_t *word;
    for (index = 0; (word = json_array_get(list, index)) != NULL; index++)
        if (json_is_string(word))
            add_word(adapter, json_string_value(word));
}

/* Translates the arguments of `launch` to a command line. False with one line in `error`. */
static bool read_launch(struct adapter *adapter, const json_t *arguments, char error[DAP_ERROR])
{
    const char *program = json_string_value(json_object_get(arguments, "program"));
    const char *resume = json_string_value(json_object_get(arguments, "resume"));
    const char *folder = json_string_value(json_object_get(arguments, "cwd"));
    const json_t *pps = json_object_get(arguments, "pps");
    char text[64];
    if (program == NULL || program[0] == '\0') {
        snprintf(error, DAP_ERROR, "launch: which program? (\"program\": \"sort.o\")");
        return false;
    }
    if (folder != NULL && chdir(folder) != 0) {
        snprintf(error, DAP_ERROR, "%.200s: %s", folder, strerror(errno));
        return false;
    }
    add_word(adapter, "pramsim");
    add_word(adapter, "--debug");
    snprintf(text, sizeof text, "--pps=%lld", (long long)json_integer_value(pps));
    if (json_is_integer(pps))
        add_word(adapter, text);
    add_words(adapter, json_object_get(arguments, "options"));
    if (resume != NULL) {
        add_word(adapter, "--resume");
        add_word(adapter, resume);
    }
    add_word(adapter, "--");
    add_word(adapter, program);
    add_words(adapter, json_object_get(arguments, "args"));
    if (!options_parse(&adapter->options, (int)adapter->word_count, adapter->words, error, DAP_ERROR))
        return false;
    if (!adapter->options.has[OPTION_debug] || adapter->options.program == NULL ||
        adapter->options.has[OPTION_batch] || adapter->options.has[OPTION_at] ||
        adapter->options.debug_commands != NULL) {
        snprintf(error, DAP_ERROR, "launch: \"options\" are those of a run, as -p16");
        return false;
    }
    return true;
}

static bool open_input(struct adapter *adapter, const json_t *arguments, char error[DAP_ERROR])
{
    const char *path = json_string_value(json_object_get(arguments, "input"));
    if (path == NULL || path[0] == '\0')
        return true;
    adapter->input = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (adapter->input < 0)
        snprintf(error, DAP_ERROR, "%.200s: %s", path, strerror(errno));
    return adapter->input >= 0;
}

/* ---- the session */

static void forget(struct adapter *adapter)
{
    arena_release(&adapter->arena);
    adapter->words = NULL;
    adapter->word_count = adapter->word_room = 0;
    if (adapter->input >= 0)
        close(adapter->input);
    adapter->input = -1;
}

static void destroy_machine(struct adapter *adapter)
{
    host_numbers_destroy(adapter->machine.numbers);
    machine_destroy(&adapter->machine);
    forget(adapter);
}

static void leave(void *context, struct session *session)
{
    run_leave(session);
    destroy_machine(context);
}

static struct session *create_session(struct adapter *adapter, void *dap, char error[DAP_ERROR])
{
    struct machine *machine = &adapter->machine;
    struct session_config config = run_engines(&adapter->options);
    machine->news = stop_news();
    machine->numbers = host_numbers_create(&adapter->options.config.real);
    if (machine->numbers == NULL) {
        snprintf(error, DAP_ERROR, "the host has not enough memory");
        return NULL;
    }
    config.input = adapter->input;
    config.show = dap_show;
    config.log = dap_log;
    config.is_interrupted = dap_is_interrupted;
    config.find = run_find;
    config.context = dap;
    return session_create(machine, &config, error);
}

static struct session *launch(void *context, void *dap, const json_t *arguments, char error[DAP_ERROR])
{
    struct adapter *adapter = context;
    int code;
    if (!read_launch(adapter, arguments, error) || !open_input(adapter, arguments, error) ||
        !machine_create(&adapter->machine, &adapter->options.config, adapter->options.program, &code, error,
                        DAP_ERROR)) {
        forget(adapter);
        return NULL;
    }
    struct session *session = create_session(adapter, dap, error);
    if (session == NULL)
        destroy_machine(adapter);
    return session;
}

/* ---- the connection */

/* Waits for the first client at a port of the loopback device. Port 0: a free port. -1 after a message. */
static int accept_client(unsigned port)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t size = sizeof place;
    const int yes = 1;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(listener, (struct sockaddr *)&place, sizeof place) != 0 || listen(listener, 1) != 0 ||
        getsockname(listener, (struct sockaddr *)&place, &size) != 0) {
        message_line(stderr, "pramsim: --dap: port %u: %s", port, strerror(errno));
        return -1;
    }
    message_line(stderr, "pramsim: a debugger waits for its client at 127.0.0.1:%u",
                 (unsigned)ntohs(place.sin_port));
    const int client = accept(listener, NULL, NULL);
    close(listener);
    if (client < 0 && errno != EINTR)
        message_line(stderr, "pramsim: --dap: %s", strerror(errno));
    return client;
}

int debug_serve(const struct options *options)
{
    const int client = options->dap_port >= 0 ? accept_client((unsigned)options->dap_port) : -1;
    if (options->dap_port >= 0 && client < 0)
        return EXIT_CODE_usage;
    struct adapter *adapter = memory_take(1, sizeof *adapter);
    adapter->input = -1;
    json_begin();
    stop_let_interrupt_ask();
    const struct dap_config config = {.in = client >= 0 ? client : STDIN_FILENO,
                                      .out = client >= 0 ? client : STDOUT_FILENO,
                                      .launch = launch,
                                      .leave = leave,
                                      .context = adapter};
    dap_run(&config); /* a client that has gone is no error */
    free(adapter);
    if (client >= 0)
        close(client);
    return 0;
}
