/* serve.c - see dap.h: the table of requests; reads, answers and executes them. */
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "common/memory.h"
#include "common/near.h"
#include "common/stop.h"
#include "inside.h"

#define LOOK 0.005 /* seconds between two polls of the wire while the run runs */

enum when { ALWAYS, SESSION, STANDS };

static const struct request {
    const char *name;
    json_t *(*answer)(struct dap *dap, const json_t *arguments);
    enum when when;
} requests[] = {
#define REQUEST(name, function, when, capability, text) {name, request_##function, when},
#define FEATURE(capability, text)
#include "request.def"
};
enum { REQUESTS = sizeof requests / sizeof *requests };

static const struct request *find(struct dap *dap, const char *name)
{
    struct near near;
    for (size_t k = 0; k < REQUESTS; k++)
        if (strcmp(requests[k].name, name) == 0)
            return &requests[k];
    near_start(&near, name, strlen(name));
    for (size_t k = 0; k < REQUESTS; k++)
        near_offer(&near, requests[k].name);
    snprintf(dap->error, sizeof dap->error, "there is no request '%.100s'%s%s", name,
             near.best != NULL ? "; the nearest one is " : "", near.best != NULL ? near.best : "");
    return NULL;
}

static json_t *answer(struct dap *dap, const char *name, const json_t *arguments)
{
    const struct request *request = find(dap, name);
    if (request == NULL)
        return NULL;
    if (request->when != ALWAYS && dap->session == NULL)
        return dap_refuse(dap, "%s: there is no program yet; launch loads one", name);
    if (request->when == STANDS && (dap->is_running || !dap->is_configured))
        return dap_refuse(dap,
                          dap->is_running ? "%s: the program runs; pause stops it"
                                          : "%s: the run has not begun; configurationDone begins it",
                          name);
    dap->request = request->name;
    return request->answer(dap, arguments);
}

/* Answers a message: each request gets one response, other messages get none. */
static void handle(struct dap *dap, json_t *message)
{
    const char *type = dap_string(message, "type"), *command = dap_string(message, "command");
    if (type != NULL && strcmp(type, "request") != 0)
        return;
    dap_refuse(dap, "it cannot be done");
    json_t *body =
        command != NULL && type != NULL ? answer(dap, command, json_object_get(message, "arguments")) : NULL;
    if (command == NULL || type == NULL)
        snprintf(dap->error, sizeof dap->error, "a message without type or command");
    const bool is_good = body != NULL;
    if (!is_good)
        body = dap_pack("{s{si so sb}}", "error", "id", 1, "format", json_text(dap->error), "showUser", 1);
    dap_send(dap, dap_pack("{ss sI so sb so* sO*}", "type", "response", "request_seq",
                           (json_int_t)dap_integer(message, "seq", 0), "command", json_text(command),
                           "success", is_good, "message", is_good ? NULL : json_text(dap->error), "body",
                           json_is_object(body) ? body : NULL));
    json_decref(body);
    if (is_good && strcmp(command, "launch") == 0)
        dap_event(dap, "initialized", NULL);
}

static void say_garbage(struct dap *dap, const char *error)
{
    dap_send(dap, dap_pack("{ss si ss sb so}", "type", "response", "request_seq", 0, "command", "", "success",
                           0, "message", json_text(error)));
}

/* Moves received messages to the queue. */
static void sort(struct dap *dap)
{
    json_t *message = NULL;
    char error[DAP_ERROR];
    enum wire_answer got;
    while ((got = wire_take(&dap->wire, &message, error, sizeof error)) != WIRE_NOTHING)
        if (got == WIRE_MESSAGE)
            json_array_append_new(dap->queue, message);
        else
            say_garbage(dap, error);
}

/* Whether a queued message must be handled before a step is done. */
static bool is_urgent(const struct dap *dap)
{
    static const char *const names[] = {"pause", "terminate", "disconnect", "restart"};
    size_t index;
    const json_t *message;
    for (index = 0; (message = json_array_get(dap->queue, index)) != NULL; index++) {
        const char *command = dap_string(message, "command");
        for (size_t k = 0; command != NULL && k < sizeof names / sizeof *names; k++)
            if (strcmp(command, names[k]) == 0)
                return true;
    }
    return false;
}

bool dap_is_interrupted(void *context)
{
    struct dap *dap = context;
    const double now = stats_clock();
    if (now - dap->looked < LOOK && !dap->wire.has_ended)
        return false;
    dap->looked = now;
    wire_fill(&dap->wire, false);
    sort(dap);
    return dap->wire.has_ended || stop_take_where() ||
           (dap->is_running ? json_array_size(dap->queue) != 0 : is_urgent(dap));
}

void dap_show(void *context, enum host_stream stream, const char *bytes, size_t count)
{
    struct dap *dap = context;
    char *text = memory_take(count + 1, 1);
    size_t used = 0;
    for (size_t k = 0; k < count; k++) /* jansson's JSON cannot contain a character 0 */
        text[used++] = bytes[k] != '\0' ? bytes[k] : ' ';
    text[used] = '\0';
    dap_output(dap, stream == HOST_STREAM_OUTPUT ? "stdout" : "stderr", text);
    free(text);
}

void dap_log(void *context, const char *text)
{
    json_t *line = dap_format("%s\n", text);
    dap_output(context, "console", json_string_value(line) != NULL ? json_string_value(line) : text);
    json_decref(line);
}

static void answer_next(struct dap *dap)
{
    json_t *message = json_incref(json_array_get(dap->queue, 0));
    json_array_remove(dap->queue, 0);
    handle(dap, message);
    json_decref(message);
}

/* Waits for a message. False: there are no more. */
static bool await(struct dap *dap)
{
    while (json_array_size(dap->queue) == 0 && !dap->wire.has_ended) {
        wire_fill(&dap->wire, true);
        sort(dap);
    }
    return json_array_size(dap->queue) != 0;
}

bool dap_run(const struct dap_config *config)
{
    struct dap *dap = memory_take(1, sizeof *dap);
    dap->config = *config;
    dap->wire = (struct wire){.in = config->in, .out = config->out};
    dap->queue = json_array();
    dap->asked = json_object();
    dap->numbers = json_object();
    dap->files = json_array();
    dap->filters = FILTER_FAULT;
    dap->line_base = 1;
    dap->answer_next = answer_next;
    while (!dap->is_done && await(dap)) {
        answer_next(dap);
        moving_perform(dap);
    }
    const bool good = dap->is_done && !dap->wire.is_broken;
    starting_leave(dap);
    json_decref(dap->queue);
    json_decref(dap->asked);
    json_decref(dap->numbers);
    json_decref(dap->files);
    json_decref(dap->launch);
    free(dap->containers);
    free(dap->wire.bytes);
    free(dap);
    return good;
}
