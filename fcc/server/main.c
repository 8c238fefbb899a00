/* main.c - fork-lsp: the language server, which `fcc --lsp` starts. Messages of the protocol come on standard
 * input, answers go to standard output.
 *
 *     fork-lsp HEADERS [options of fcc]          HEADERS: the folder of the runtime's headers, or nothing
 *
 * A document is compiled when no further message waits, or when a request needs it.
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/json.h"
#include "common/message.h"
#include "common/start.h"
#include "common/version.h"
#include "fcc/server/answer.h"
#include "fcc/server/rpc.h"

struct server {
    struct documents documents;
    bool is_initialized;
    bool is_shut_down;
    bool has_ended;
};

/* ---- notifications */

static const char *uri_of(const json_t *parameters)
{
    return json_string_value(json_object_get(json_object_get(parameters, "textDocument"), "uri"));
}

static void did_open(struct server *server, const json_t *parameters)
{
    const json_t *document = json_object_get(parameters, "textDocument");
    const json_t *text = json_object_get(document, "text");
    const char *uri = uri_of(parameters);
    if (uri == NULL || !json_is_string(text))
        return;
    documents_open(&server->documents, uri, json_string_value(text), json_string_length(text),
                   json_integer_value(json_object_get(document, "version")));
    documents_forget(&server->documents);
}

static void did_change(struct server *server, const json_t *parameters)
{
    const char *uri = uri_of(parameters);
    struct document *document = uri != NULL ? documents_find(&server->documents, uri) : NULL;
    const json_t *changes = json_object_get(parameters, "contentChanges");
    if (document == NULL)
        return;
    for (size_t i = 0; i < json_array_size(changes); i++)
        document_change(document, json_array_get(changes, i));
    document->version =
        json_integer_value(json_object_get(json_object_get(parameters, "textDocument"), "version"));
    documents_forget(&server->documents);
}

static void publish(const struct server *server, const struct document *document)
{
    rpc_write(stdout, rpc_notification("textDocument/publishDiagnostics",
                                       answer_diagnostics(&server->documents, document)));
}

/* Takes back the messages of a document that is closed. They have no version: an editor that opens the
 * document again begins with version 1, and must not take them for messages of the new text. */
static void publish_none(const char *uri)
{
    json_t *parameters = json_object();
    json_object_set_new(parameters, "uri", json_text(uri));
    json_object_set_new(parameters, "diagnostics", json_array());
    rpc_write(stdout, rpc_notification("textDocument/publishDiagnostics", parameters));
}

static void did_close(struct server *server, const json_t *parameters)
{
    const char *uri = uri_of(parameters);
    struct document *document = uri != NULL ? documents_find(&server->documents, uri) : NULL;
    if (document == NULL)
        return;
    publish_none(document->uri);
    documents_close(&server->documents, document);
    documents_forget(&server->documents);
}

static void did_save(struct server *server, const json_t *parameters)
{
    (void)parameters;
    documents_forget(&server->documents);
}

static void did_exit(struct server *server, const json_t *parameters)
{
    (void)parameters;
    server->has_ended = true;
}

/* ---- requests */

static const struct {
    const char *method;
    json_t *(*answer)(struct question *question);
    const char *capability;
} requests[] = {
#define SERVER_REQUEST(method, answer, capability) {method, answer_##answer, capability},
#define SERVER_NOTE(method, function)
#include "fcc/server/method.def"
};

static const struct {
    const char *method;
    void (*take)(struct server *server, const json_t *parameters);
} notes[] = {
#define SERVER_REQUEST(method, answer, capability)
#define SERVER_NOTE(method, function) {method, function},
#include "fcc/server/method.def"
};

static json_t *list_of(const char *const *texts)
{
    json_t *list = json_array();
    for (; *texts != NULL; texts++)
        json_array_append_new(list, json_string(*texts));
    return list;
}

static json_t *initialize(void)
{
    json_t *result = json_object(), *capabilities = json_object(), *info = json_object(),
           *sync = json_object(), *completion = json_object(), *signature = json_object(),
           *rename = json_object();
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        if (requests[i].capability != NULL)
            json_object_set_new(capabilities, requests[i].capability, json_true());
    }
    json_object_set_new(sync, "openClose", json_true());
    json_object_set_new(sync, "change", json_integer(2)); /* ranges */
    json_object_set_new(sync, "save", json_true());
    json_object_set_new(completion, "triggerCharacters", list_of((const char *const[]){".", ">", NULL}));
    json_object_set_new(signature, "triggerCharacters", list_of((const char *const[]){"(", ",", NULL}));
    json_object_set_new(rename, "prepareProvider", json_true());
    json_object_set_new(capabilities, "textDocumentSync", sync);
    json_object_set_new(capabilities, "completionProvider", completion);
    json_object_set_new(capabilities, "signatureHelpProvider", signature);
    json_object_set_new(capabilities, "renameProvider", rename);
    json_object_set_new(info, "name", json_string("fcc --lsp"));
    json_object_set_new(info, "version", json_string(PRAM_VERSION));
    json_object_set_new(result, "capabilities", capabilities);
    json_object_set_new(result, "serverInfo", info);
    return result;
}

static json_t *answer_about_document(struct server *server, const json_t *id, size_t row,
                                     const json_t *parameters)
{
    const char *uri = uri_of(parameters);
    struct document *document = uri != NULL ? documents_find(&server->documents, uri) : NULL;
    if (document == NULL)
        return rpc_error(id, RPC_INVALID_PARAMETERS, "the document is not open");
    for (size_t i = 0; i < server->documents.count; i++)
        document_analyse(&server->documents, server->documents.items[i]);
    struct question question = {&server->documents, document, parameters, NULL};
    json_t *result = requests[row].answer(&question);
    return result != NULL ? rpc_response(id, result) : rpc_error(id, RPC_FAILED, question.error);
}

static json_t *answer_request(struct server *server, const json_t *id, const char *method,
                              const json_t *parameters)
{
    if (strcmp(method, "initialize") == 0) {
        server->is_initialized = true;
        return rpc_response(id, initialize());
    }
    if (!server->is_initialized)
        return rpc_error(id, RPC_NOT_INITIALIZED, "the first request is initialize");
    if (strcmp(method, "shutdown") == 0) {
        server->is_shut_down = true;
        return rpc_response(id, json_null());
    }
    if (server->is_shut_down)
        return rpc_error(id, RPC_INVALID_REQUEST, "the server is shut down");
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        if (strcmp(requests[i].method, method) == 0)
            return answer_about_document(server, id, i, parameters);
    }
    return rpc_error(id, RPC_NO_METHOD, "unknown method");
}

static void take_note(struct server *server, const char *method, const json_t *parameters)
{
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        if (strcmp(notes[i].method, method) == 0)
            notes[i].take(server, parameters);
    }
}

static void take_message(struct server *server, const json_t *message)
{
    const json_t *id = json_object_get(message, "id"), *parameters = json_object_get(message, "params");
    const char *method = json_string_value(json_object_get(message, "method"));
    if (method == NULL) {
        if (id == NULL || json_object_get(message, "result") == NULL)
            rpc_write(stdout, rpc_error(id, RPC_INVALID_REQUEST, "a message has a method"));
        return;
    }
    if (id != NULL)
        rpc_write(stdout, answer_request(server, id, method, parameters));
    else
        take_note(server, method, parameters);
}

/* ---- the loop */

/* Whether another message is there. Standard input has no buffer, so that nothing hides in one. */
static bool input_waits(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

static void analyse_all(struct server *server)
{
    for (size_t i = 0; i < server->documents.count && !input_waits(); i++) {
        struct document *document = server->documents.items[i];
        if (document->is_published)
            continue;
        document_analyse(&server->documents, document);
        document->is_published = true;
        publish(server, document);
    }
}

static int serve(struct server *server)
{
    while (!server->has_ended) {
        json_t *message;
        if (!input_waits())
            analyse_all(server);
        switch (rpc_read(stdin, &message)) {
        case RPC_MESSAGE:
            take_message(server, message);
            json_decref(message);
            break;
        case RPC_BROKEN:
            rpc_write(stdout, rpc_error(NULL, RPC_PARSE_ERROR, "this is no JSON"));
            break;
        case RPC_END:
            return server->is_shut_down ? FCC_EXIT_ok : FCC_EXIT_files;
        }
    }
    return server->is_shut_down ? FCC_EXIT_ok : FCC_EXIT_source;
}

int main(int argc, char **argv)
{
    struct fcc_options options;
    struct server server = {0};
    if (!start_program("fcc"))
        return FCC_EXIT_usage;
    if (argc < 2) {
        message_line(stderr, "fork-lsp: which headers? (fork-lsp HEADERS [options of fcc])");
        message_line(stderr, "fork-lsp: hint: fcc --lsp starts it; fcc --help lists the options");
        return FCC_EXIT_usage;
    }
    json_begin();
    setvbuf(stdin, NULL, _IONBF, 0);
    const enum options_result parsed = fcc_options_parse(&options, argc - 1, argv + 1, stderr, stderr);
    int status = FCC_EXIT_usage;
    if (parsed == OPTIONS_RUN) {
        server.documents.options = &options;
        server.documents.headers = argv[1][0] != '\0' ? argv[1] : NULL;
        status = serve(&server);
        documents_free(&server.documents);
    }
    fcc_options_free(&options);
    return status;
}
