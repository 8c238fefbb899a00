/* rpc.c - see rpc.h. */
#include "fcc/server/rpc.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/json.h"
#include "common/memory.h"

enum { MOST_BYTES = 64 << 20, HEADER = 256 };

enum rpc_result rpc_read(FILE *in, json_t **message)
{
    char line[HEADER];
    size_t length = 0;
    bool has_length = false;
    *message = NULL;
    for (;;) {
        if (fgets(line, sizeof line, in) == NULL || strchr(line, '\n') == NULL)
            return RPC_END;
        if (line[0] == '\r' || line[0] == '\n')
            break;
        if (strncasecmp(line, "Content-Length:", 15) == 0) {
            length = strtoul(line + 15, NULL, 10);
            has_length = true;
        }
    }
    if (!has_length || length > MOST_BYTES)
        return RPC_END;
    char *text = memory_take(length + 1, 1);
    const bool is_whole = fread(text, 1, length, in) == length;
    json_error_t error;
    if (is_whole)
        *message = json_loadb(text, length, JSON_ALLOW_NUL, &error);
    free(text);
    return !is_whole ? RPC_END : *message != NULL ? RPC_MESSAGE : RPC_BROKEN;
}

bool rpc_write(FILE *out, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (text == NULL)
        return false;
    fprintf(out, "Content-Length: %zu\r\n\r\n%s", strlen(text), text);
    free(text);
    return fflush(out) == 0;
}

static json_t *new_message(void)
{
    json_t *message = json_object();
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    return message;
}

static json_t *answer(const json_t *id)
{
    json_t *message = new_message();
    json_object_set_new(message, "id", id != NULL ? json_deep_copy(id) : json_null());
    return message;
}

json_t *rpc_response(const json_t *id, json_t *result)
{
    json_t *message = answer(id);
    json_object_set_new(message, "result", result);
    return message;
}

json_t *rpc_error(const json_t *id, int code, const char *text)
{
    json_t *message = answer(id), *error = json_object();
    json_object_set_new(error, "code", json_integer(code));
    json_object_set_new(error, "message", json_text(text));
    json_object_set_new(message, "error", error);
    return message;
}

json_t *rpc_notification(const char *method, json_t *parameters)
{
    json_t *message = new_message();
    json_object_set_new(message, "method", json_string(method));
    json_object_set_new(message, "params", parameters);
    return message;
}
