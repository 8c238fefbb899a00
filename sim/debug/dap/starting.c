/* starting.c - see inside.h: capabilities of the server, launch, and the end. */
#include <stdlib.h>

#include "inside.h"

json_t *request_initialize(struct dap *dap, const json_t *arguments)
{
    static const char *const capabilities[] = {
#define REQUEST(name, function, when, capability, text) capability,
#define FEATURE(capability, text) capability,
#include "request.def"
    };
    json_t *body = json_object();
    const json_t *base = json_object_get(arguments, "linesStartAt1");
    dap->line_base = json_is_false(base) ? 0 : 1;
    for (size_t k = 0; k < sizeof capabilities / sizeof *capabilities; k++)
        if (capabilities[k][0] != '\0')
            json_object_set_new(body, capabilities[k], json_true());
    json_object_set_new(body, "exceptionBreakpointFilters", stopping_filters());
    return body;
}

void starting_leave(struct dap *dap)
{
    if (dap->session == NULL)
        return;
    dap->container_count = 0;
    terminal_destroy(dap->terminal);
    dap->config.leave(dap->config.context, dap->session);
    dap->session = NULL;
}

static bool load(struct dap *dap)
{
    starting_leave(dap);
    dap->session = dap->config.launch(dap->config.context, dap, dap->launch, dap->error);
    if (dap->session != NULL)
        dap->terminal = terminal_create(
            &(struct terminal_config){.session = dap->session, .name = "the program", .output = stdout});
    return dap->session != NULL;
}

json_t *request_launch(struct dap *dap, const json_t *arguments)
{
    if (dap->is_running || dap->session != NULL)
        return dap_refuse(dap, "launch: there is a program; restart loads it anew");
    json_decref(dap->launch);
    dap->launch = json_deep_copy(arguments);
    dap->is_configured = false;
    return load(dap) ? json_null() : NULL;
}

json_t *request_configured(struct dap *dap, const json_t *arguments)
{
    (void)arguments;
    if (dap->is_configured)
        return dap_refuse(dap, "configurationDone: the run has begun");
    dap->is_configured = true;
    dap->action = ACTION_BEGIN;
    return json_null();
}

bool starting_renew(struct dap *dap)
{
    if (!load(dap))
        return false;
    stopping_renew(dap);
    dap->is_configured = true;
    dap->action = ACTION_BEGIN;
    return true;
}

json_t *request_restart(struct dap *dap, const json_t *arguments)
{
    const json_t *changed = json_object_get(arguments, "arguments");
    if (dap->launch == NULL)
        return dap_refuse(dap, "restart: there is no program yet; launch loads one");
    if (json_is_object(changed)) {
        json_decref(dap->launch);
        dap->launch = json_deep_copy(changed);
    }
    if (!dap->is_running)
        return starting_renew(dap) ? json_null() : NULL;
    if (dap->action != ACTION_END)
        dap->action = ACTION_RESTART; /* the current run must return first */
    return json_null();
}

json_t *request_terminate(struct dap *dap, const json_t *arguments)
{
    (void)arguments;
    dap->action = ACTION_END;
    return json_null();
}

json_t *request_disconnect(struct dap *dap, const json_t *arguments)
{
    (void)arguments;
    dap->is_done = true;
    return json_null();
}
