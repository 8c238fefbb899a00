/* json.c - see json.h. Calls jansson, memory and message (for what is UTF-8). */
#include "common/json.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/message.h"

static void *take(size_t size)
{
    void *memory = malloc(size != 0 ? size : 1);
    if (memory == NULL)
        memory_is_short();
    return memory;
}

void json_begin(void)
{
    json_set_alloc_funcs(take, free);
    json_object_seed(1); /* otherwise jansson would read the system's random numbers; all keys are our own */
}

json_t *json_text(const char *text)
{
    static const char replacement[] = "\xef\xbf\xbd";
    const size_t size = text != NULL ? strlen(text) : 0;
    char *utf8 = memory_take(3 * size + 1, 1);
    size_t length = 0;
    for (size_t i = 0; i < size;) {
        const size_t bytes = message_utf8(text + i, size - i);
        memcpy(utf8 + length, bytes != 0 ? text + i : replacement, bytes != 0 ? bytes : 3);
        length += bytes != 0 ? bytes : 3;
        i += bytes != 0 ? bytes : 1;
    }
    json_t *string = json_stringn(utf8, length);
    free(utf8);
    return string;
}

json_t *json_number(uint64_t number)
{
    return number <= INT64_MAX ? json_integer((json_int_t)number) : json_real((double)number);
}

bool json_print(const json_t *document, FILE *stream)
{
    const bool is_written = json_dumpf(document, stream, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0;
    return fputc('\n', stream) != EOF && is_written;
}
