/* answer.c - see inside.h: sends events, and reads arguments of requests. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "common/memory.h"
#include "inside.h"

void dap_send(struct dap *dap, json_t *message)
{
    json_object_set_new(message, "seq", json_integer(++dap->sent));
    wire_send(&dap->wire, message);
    json_decref(message);
}

void dap_event(struct dap *dap, const char *name, json_t *body)
{
    json_t *event = dap_pack("{ss ss}", "type", "event", "event", name);
    if (body != NULL)
        json_object_set_new(event, "body", body);
    dap_send(dap, event);
}

void dap_output(struct dap *dap, const char *category, const char *text)
{
    dap_event(dap, "output", dap_pack("{ss so}", "category", category, "output", json_text(text)));
}

json_t *dap_refuse(struct dap *dap, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(dap->error, sizeof dap->error, format, values);
    va_end(values);
    return NULL;
}

const char *dap_string(const json_t *arguments, const char *name)
{
    return json_string_value(json_object_get(arguments, name));
}

int64_t dap_integer(const json_t *arguments, const char *name, int64_t otherwise)
{
    const json_t *value = json_object_get(arguments, name);
    if (!json_is_integer(value))
        return otherwise;
    const int64_t number = json_integer_value(value);
    return number < -DAP_INTEGER_MOST  ? -DAP_INTEGER_MOST
           : number < DAP_INTEGER_MOST ? number
                                       : DAP_INTEGER_MOST;
}

bool dap_flag(const json_t *arguments, const char *name)
{
    return json_is_true(json_object_get(arguments, name));
}

uint64_t dap_address(const char *text, uint64_t otherwise)
{
    char *end;
    if (text == NULL || text[0] < '0' || text[0] > '9')
        return otherwise;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 0);
    return errno == 0 && *end == '\0' ? number : otherwise;
}

json_t *dap_pack(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    json_t *packed = json_vpack_ex(NULL, 0, format, values);
    va_end(values);
    if (packed == NULL)
        memory_is_short();
    return packed;
}

json_t *dap_format(const char *format, ...)
{
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    const size_t size = (size_t)vsnprintf(NULL, 0, format, values) + 1;
    char *text = memory_take(size, 1);
    vsnprintf(text, size, format, again);
    va_end(again);
    va_end(values);
    json_t *string = json_text(text);
    free(text);
    return string;
}

json_t *dap_hex(uint64_t number)
{
    return dap_format("0x%llx", (unsigned long long)number);
}

json_t *dap_line(const struct dap *dap, const struct info_line *place)
{
    return json_integer((json_int_t)place->line - 1 + dap->line_base);
}
